"""The hall: all tables in memory and in the store, and the programs' patience."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import uniform
from sqlite3 import Error
from time import monotonic
from typing import Final

import attrs

from pisti import PistiError

from .store import Store
from .tables import PATIENCE, Guest, Refused, Table

MOST_TABLES: Final = 100_000
"""How many tables are kept in the store."""

MOST_IN_MEMORY: Final = 1000
"""How many tables are played at once."""

MOST_OF_PROGRAMS: Final = 250
"""At how many of these programs alone play."""


@attrs.define
class Meter:
    """Counts messages: so many at once, and so many a second after that."""

    burst: float = 30
    rate: float = 10
    clock: Callable[[], float] = monotonic
    left: float = attrs.field(init=False)
    since: float = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin with all that may come at once."""
        self.left, self.since = self.burst, self.clock()

    def allows(self) -> bool:
        """Count a message, and say whether it is not one too many."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.since) * self.rate) - 1
        self.since = now
        return self.left >= 0


@attrs.define(eq=False)
class Hall:
    """
    All tables.

    Those at which somebody is or a program plays are in memory; all are in the store.
    """

    store: Store
    pause: float = 0.9
    """How long a program thinks, in seconds on average."""
    patience: float = PATIENCE
    """How many seconds somebody must be away before a program may stand in."""
    tables: dict[str, Table] = attrs.field(factory=dict[str, Table])
    playing: dict[str, "asyncio.Task[None]"] = attrs.field(
        factory=dict[str, "asyncio.Task[None]"]
    )

    def open(self, preset: str, programs: int) -> Table:
        """
        Open a table.

        Raises:
            Refused: If there is no such preset, or there are too many tables.
        """
        if self.store.count() >= MOST_TABLES:
            self.store.forget(days=7)
        if self.store.count() >= MOST_TABLES or len(self.tables) >= MOST_IN_MEMORY:
            raise Refused("too many")
        table = self._watched(Table.open(preset, programs))
        alone = sum(not other.owners for other in self.tables.values())
        if table.program_is_due and not table.owners and alone >= MOST_OF_PROGRAMS:
            raise Refused("too many")
        table.changed()
        return table

    def find(self, table_id: str) -> Table:
        """
        Find a table, in memory or in the store.

        Raises:
            Refused: If there is no such table, or none that can be played on.
        """
        if table_id in self.tables:
            return self.tables[table_id]
        kept = self.store.load(table_id)
        if kept is None:
            raise Refused("no table")
        try:
            return self._watched(Table.resume(table_id, *kept))
        except (PistiError, ValueError, LookupError, TypeError):
            raise Refused("no table") from None

    def welcome(self, guest: Guest, table_id: str, token: object) -> Table:
        """
        Let somebody in, to play or to watch.

        Raises:
            Refused: If there is no such table, or too many are in use.
        """
        table = self.find(table_id)
        if len(self.tables) >= MOST_IN_MEMORY and table_id not in self.tables:
            raise Refused("too many")
        self.tables[table_id] = table
        table.join(guest, token)
        self._wake(table)
        return table

    def farewell(self, guest: Guest, table: Table) -> None:
        """See somebody off."""
        table.leave(guest)
        self._let_go(table)

    def _let_go(self, table: Table) -> None:
        """Drop a table from memory once nobody is there; it has been saved."""
        unused = not table.guests and table.id not in self.playing
        if unused and self.tables.get(table.id) is table:
            del self.tables[table.id]

    def _watched(self, table: Table) -> Table:
        table.changed = partial(self._changed, table)
        table.patience = self.patience
        return table

    def _changed(self, table: Table) -> None:
        try:
            self.store.save(table.id, *table.saved(), due=table.program_is_due)
        except Error:
            self._lose(table)
            raise Refused("not saved") from None
        self._wake(table)

    def _lose(self, table: Table) -> None:
        """Forget what could not be saved; whoever comes back finds what was."""
        self.tables.pop(table.id, None)
        for guest in table.guests:
            guest.close()

    def resume(self) -> None:
        """Let the programs play on that were playing when the server stopped."""
        for table_id in self.store.due(MOST_IN_MEMORY):
            with suppress(Refused):
                self._wake(self.find(table_id))

    def _wake(self, table: Table) -> None:
        """Let programs play at a table while it is their turn."""
        if table.program_is_due and table.id not in self.playing:
            self.tables[table.id] = table
            self.playing[table.id] = asyncio.create_task(self._programs(table))

    async def _programs(self, table: Table) -> None:
        try:
            with suppress(Refused):
                while table.program_is_due:
                    # Not all at once, or whoever asks for something must wait.
                    await asyncio.sleep(self.pause * uniform(0.5, 1.5))
                    table.let_program_play()
        finally:
            del self.playing[table.id]
            self._let_go(table)

    def close(self) -> None:
        """Stop the programs, and close the store."""
        for task in self.playing.values():
            task.cancel()
        self.store.close()
