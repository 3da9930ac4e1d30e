"""Where tables are kept: a record and what belongs to it, in SQLite."""

import sqlite3
from pathlib import Path
from time import time
from typing import Final

_SCHEMA: Final = """
create table if not exists tables (
    id text primary key,
    record text not null,
    rest text not null,
    saved real not null
)
"""


class Store:
    """The saved tables, in a file or, without one, in memory."""

    def __init__(self, path: Path | None = None) -> None:
        # All is called from the thread of the event loop, whichever that is.
        self._file = sqlite3.connect(
            path or ":memory:", check_same_thread=False, isolation_level=None
        )
        self._file.execute("pragma journal_mode = wal")
        self._file.execute("pragma synchronous = normal")
        self._file.execute(_SCHEMA)

    def save(self, table_id: str, record: str, rest: str) -> None:
        """Keep a table, in place of what was kept of it before."""
        self._file.execute(
            "insert or replace into tables values (?, ?, ?, ?)",
            (table_id, record, rest, time()),
        )

    def load(self, table_id: str) -> tuple[str, str] | None:
        """Give the record of a table and the rest, or None if there is no such table."""
        row: tuple[str, str] | None = self._file.execute(
            "select record, rest from tables where id = ?", (table_id,)
        ).fetchone()
        return row

    def count(self) -> int:
        """Count the tables."""
        (number,) = self._file.execute("select count(*) from tables").fetchone()
        return int(number)

    def forget(self, days: float) -> None:
        """Drop the tables at which nobody has played for so many days."""
        oldest = time() - days * 24 * 60 * 60
        self._file.execute("delete from tables where saved < ?", (oldest,))

    def close(self) -> None:
        """Close the file."""
        self._file.close()
