"""Where tables are kept: each hand as a record, and the rest, in SQLite."""

import sqlite3
from pathlib import Path
from time import time
from typing import Final

_EDITION: Final = 2
"""Kept in the file; it grows when the columns change."""

_SCHEMA: Final = """
create table if not exists tables (
    id text primary key,
    rest text not null,
    due integer not null,
    saved real not null
) without rowid;
create table if not exists hands (
    table_id text not null references tables (id) on delete cascade,
    number integer not null,
    record text not null,
    primary key (table_id, number)
) without rowid;
"""


class Store:
    """
    The saved tables, in a file or, without one, in memory.

    Raises:
        sqlite3.Error: If the file cannot be used, or another edition has written it.
    """

    def __init__(self, path: Path | None = None) -> None:
        # All is called from the thread of the event loop, whichever that is.
        self._file = sqlite3.connect(path or ":memory:", check_same_thread=False)
        self._file.execute("pragma journal_mode = wal")
        self._file.execute("pragma synchronous = normal")
        self._file.execute("pragma foreign_keys = on")
        self._check_edition()
        self._file.executescript(_SCHEMA)

    def _check_edition(self) -> None:
        (edition,) = self._file.execute("pragma user_version").fetchone()
        (tables,) = self._file.execute("select count(*) from sqlite_master").fetchone()
        if tables and edition != _EDITION:
            self._file.close()
            raise sqlite3.DatabaseError(
                "tables kept by another edition: use a new file"
            )
        self._file.execute(f"pragma user_version = {_EDITION}")

    def save(
        self, table_id: str, rest: str, hand: tuple[int, str] | None, *, due: bool
    ) -> None:
        """Keep a table, in place of what was kept of it and of its latest hand."""
        with self._file:
            self._file.execute(
                "insert into tables values (?, ?, ?, ?) on conflict (id) do update"
                " set rest = excluded.rest, due = excluded.due, saved = excluded.saved",
                (table_id, rest, due, time()),
            )
            if hand is not None:
                number, record = hand
                self._file.execute(
                    "delete from hands where table_id = ? and number >= ?",
                    (table_id, number),
                )
                self._file.execute(
                    "insert into hands values (?, ?, ?)", (table_id, number, record)
                )

    def load(self, table_id: str) -> tuple[str, list[str]] | None:
        """Give a table and the records of its hands, or None if there is no such table."""
        row = self._file.execute(
            "select rest from tables where id = ?", (table_id,)
        ).fetchone()
        if row is None:
            return None
        hands = self._file.execute(
            "select record from hands where table_id = ? order by number", (table_id,)
        )
        return row[0], [record for (record,) in hands]

    def due(self, most: int) -> list[str]:
        """Name the tables at which a program is to play, the latest first."""
        found = self._file.execute(
            "select id from tables where due order by saved desc limit ?", (most,)
        )
        return [table_id for (table_id,) in found]

    def count(self) -> int:
        """Count the tables."""
        (number,) = self._file.execute("select count(*) from tables").fetchone()
        return int(number)

    def forget(self, days: float) -> None:
        """Drop the tables at which nobody has played for so many days."""
        oldest = time() - days * 24 * 60 * 60
        with self._file:
            self._file.execute("delete from tables where saved < ?", (oldest,))

    def close(self) -> None:
        """Close the file."""
        self._file.close()
