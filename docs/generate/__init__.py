"""Write the pages that are made from the library's own data."""
