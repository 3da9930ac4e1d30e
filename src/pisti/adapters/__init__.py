"""Learning environments: hands played through the interfaces of other libraries."""
