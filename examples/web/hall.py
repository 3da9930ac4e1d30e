"""The hall: all tables in memory and in the store, and the programs' patience."""

import asyncio
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Final

import attrs

from pisti import PistiError

from .store import Store
from .tables import Refused, Table

MOST_TABLES: Final = 100_000
"""How many tables are kept in the store."""

MOST_IN_MEMORY: Final = 1000
"""How many tables are played at once."""


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
    """All tables; those that nobody uses are in the store alone."""

    store: Store
    pause: float = 0.9
    """How long a program thinks, in seconds."""
    idle: float = 600
    """After how many seconds a table without guests leaves the memory."""
    tables: dict[str, Table] = attrs.field(factory=dict[str, Table])
    used: dict[str, float] = attrs.field(factory=dict[str, float])
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
            raise Refused("too many")
        table = Table.open(preset, programs)
        self._take_in(table)
        table.changed()
        return table

    def find(self, table_id: str) -> Table:
        """
        Find a table, in memory or in the store.

        Raises:
            Refused: If there is no such table, or none that can be played on, or
                too many tables are played at.
        """
        if table_id not in self.tables:
            kept = self.store.load(table_id)
            if kept is None:
                raise Refused("no table")
            try:
                table = Table.resume(table_id, *kept)
            except (PistiError, ValueError, LookupError, TypeError):
                raise Refused("no table") from None
            self._take_in(table)
        self.used[table_id] = monotonic()
        self.wake(self.tables[table_id])
        return self.tables[table_id]

    def _take_in(self, table: Table) -> None:
        self.sweep()
        if len(self.tables) >= MOST_IN_MEMORY:
            raise Refused("too many")
        table.changed = partial(self._changed, table)
        self.tables[table.id] = table
        self.used[table.id] = monotonic()

    def _changed(self, table: Table) -> None:
        self.store.save(table.id, *table.saved())
        self.used[table.id] = monotonic()
        self.wake(table)

    def sweep(self) -> None:
        """Drop idle tables from memory, and more if it is full; all have been saved."""
        oldest = monotonic() - self.idle
        for table_id in sorted(self.used, key=self.used.__getitem__):
            full = len(self.tables) >= MOST_IN_MEMORY
            if not full and self.used[table_id] >= oldest:
                break
            if not self.tables[table_id].guests and table_id not in self.playing:
                del self.tables[table_id], self.used[table_id]

    def wake(self, table: Table) -> None:
        """Let programs play at a table while it is their turn."""
        if table.program_is_due and table.id not in self.playing:
            self.playing[table.id] = asyncio.create_task(self._programs(table))

    async def _programs(self, table: Table) -> None:
        try:
            while table.program_is_due:
                await asyncio.sleep(self.pause)
                table.let_program_play()
        finally:
            del self.playing[table.id]

    def close(self) -> None:
        """Stop the programs, and close the store."""
        for task in self.playing.values():
            task.cancel()
        self.store.close()
