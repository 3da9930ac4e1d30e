"""
Measure the table in the browser, `examples/web`, under load, on one core.

Two hundred tables of built-in players are played at once, each with a spectator who
sends a message a second that must be refused: nonsense, oversize, plays by somebody
who only watches. Each is timed from sending to the answer. Every table plays to the
end of a hand. The server is then killed in the middle of others, started again, and
must go on with all of them.

    python benchmarks/tables.py --tables 200 --seconds 120

It needs the development group `browser`, and Linux.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from itertools import count, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pisti import VARIANTS

APP = Path(__file__).parents[1] / "examples" / "web" / "app.py"
PORT = 8717

REFUSED = (
    "",
    "[]",
    '{"do":"win"}',
    '{"do":"play","card":"AS","moment":[1,0,0]}',
    '{"do":"undo","moment":[1,0,0]}',
    "x" * 2049,
)
"""Messages to be refused: nonsense, plays by somebody who only watches, oversize."""


class Server:
    """The server, as a process on a core of its own."""

    def __init__(self, directory: Path, pause: float) -> None:
        self.command = [sys.executable, str(APP), "--port", str(PORT)]
        self.command += ["--pause", str(pause)]
        self.command += ["--database", str(directory / "tables.sqlite")]
        self.log = directory / "log"

    @contextmanager
    def running(self) -> Iterator["Server"]:
        """Start the server, and kill it in the end."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)  # noqa: S603
        os.sched_setaffinity(self.process.pid, {max(os.sched_getaffinity(0))})
        try:
            self._wait()
            yield self
        finally:
            self.process.kill()
            self.process.wait()

    def _wait(self) -> None:
        for _ in range(600):
            with suppress(OSError):
                self.ask("GET", "/")
                return
            time.sleep(0.1)
        raise SystemExit(self.log.read_text("utf-8"))

    def ask(self, method: str, path: str, **body: object) -> bytes:
        """Ask for something by HTTP."""
        connection = HTTPConnection("127.0.0.1", PORT, timeout=10)
        connection.request(method, path, json.dumps(body) if body else None)
        answer = connection.getresponse().read()
        connection.close()
        return answer

    def open_table(self, preset: str) -> str:
        """Open a table at which programs alone play."""
        asked = self.ask("POST", "/tables", preset=preset, programs=4)
        return str(json.loads(asked)["table"])

    @property
    def memory(self) -> float:
        """The memory in use, in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        (line,) = [one for one in status.splitlines() if one.startswith("VmRSS")]
        return int(line.split()[1]) / 1024

    @property
    def busy(self) -> float:
        """The processor time used so far, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8").split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


@attrs.define
class Watch:
    """What the spectators have measured."""

    waits: list[float] = attrs.field(factory=list[float])
    """Seconds from a message to its answer."""
    counts: Counter[str] = attrs.field(factory=Counter[str])


async def watch(table: str, begin: float, end: float, log: Watch) -> None:
    """Watch a table until its match or the time is over, and ask each second."""
    uri = f"ws://127.0.0.1:{PORT}/tables/{table}/talk"
    async with connect(uri, max_size=None) as socket:
        await socket.send('{"do":"hello"}')
        await asyncio.sleep(begin)
        asked: asyncio.Queue[float] = asyncio.Queue()
        asking = asyncio.create_task(ask(socket, asked))
        async for text in socket:
            message = json.loads(text)
            log.counts["messages"] += 1
            if message["type"] == "error":
                log.waits.append(time.perf_counter() - asked.get_nowait())
                log.counts["refused"] += 1
            elif message["view"]["is_over"]:
                log.counts["hands"] += 1
                if message["match"]["over"] or time.monotonic() > end:
                    break
        asking.cancel()


async def ask(socket: ClientConnection, asked: "asyncio.Queue[float]") -> None:
    """Send what is to be refused, one message a second."""
    with suppress(ConnectionClosed):
        for text in cycle(REFUSED):
            await asyncio.sleep(1)
            asked.put_nowait(time.perf_counter())
            await socket.send(text)


async def keep_watching(
    server: Server, presets: Iterator[str], begin: float, end: float, log: Watch
) -> None:
    """Watch one table after another until the time is over."""
    while time.monotonic() < end:
        table = await asyncio.to_thread(server.open_table, next(presets))
        log.counts["tables"] += 1
        await watch(table, begin, end, log)


async def load(server: Server, tables: int, seconds: float) -> Watch:
    """Play at so many tables at once for so long, and tell of it each ten seconds."""
    log, presets = Watch(), cycle(VARIANTS)
    end = time.monotonic() + seconds
    watching = [
        asyncio.create_task(keep_watching(server, presets, n / tables, end, log))
        for n in range(tables)
    ]
    for _ in count():
        busy = server.busy
        done, _ = await asyncio.wait(watching, timeout=10)
        print(
            f"{server.memory:7.1f} MiB  {(server.busy - busy) / 10:4.0%} busy  {dict(log.counts)}",
            flush=True,
        )
        if len(done) == tables:
            break
    for task in watching:
        task.result()
    return log


def report(log: Watch) -> None:
    """Print how long the answers took."""
    waits = sorted(log.waits)
    for share in (0.5, 0.99, 0.999, 1):
        wait = waits[min(int(share * len(waits)), len(waits) - 1)]
        print(f"{share:6.1%} of {len(waits)} answers within {wait * 1000:.1f} ms")


async def moment_of(table: str) -> Any:
    """Ask where a table is."""
    async with connect(f"ws://127.0.0.1:{PORT}/tables/{table}/talk") as socket:
        await socket.send('{"do":"hello"}')
        return json.loads(await socket.recv())["moment"]


async def moments_of(tables: list[str]) -> list[Any]:
    """Ask where all tables are."""
    return [await moment_of(table) for table in tables]


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description="Load the table in the browser.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--pause", type=float, default=0.9, help="of programs")
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        server = Server(Path(name), options.pause)
        with server.running():
            log = asyncio.run(load(server, options.tables, options.seconds))
            report(log)
            tables = [server.open_table(preset) for preset in VARIANTS]
            time.sleep(10 * options.pause)
            before = asyncio.run(moments_of(tables))
        with server.running():
            time.sleep(3 * options.pause)
            after = asyncio.run(moments_of(tables))
            print("killed at", before, "and then at", after)
            if not all(then < now for then, now in zip(before, after, strict=True)):
                raise SystemExit("a table did not go on where it was")


if __name__ == "__main__":
    main()
