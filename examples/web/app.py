"""
A table to play at in the browser, for people and built-in players.

    python -m pip install ".[wire]" starlette uvicorn websockets
    python examples/web/app.py

Then open http://127.0.0.1:8000. Tables are kept in a file of SQLite.
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path

import uvicorn

ROOT = Path(__file__).parents[2]
"""The directory from which this example is imported as a package."""


def main() -> None:
    """Start the server."""
    parser = argparse.ArgumentParser(description="A table of pişti in the browser.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--database", type=Path, default=Path("pisti-tables.sqlite"))
    parser.add_argument("--pause", type=float, default=0.9, help="of programs")
    parser.add_argument("--patience", type=float, default=30, help="with who is away")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    hall, server, store = (
        import_module(f"examples.web.{name}") for name in ("hall", "server", "store")
    )
    tables = store.Store(options.database)
    tables.forget(days=90)
    app = server.create(
        hall.Hall(tables, pause=options.pause, patience=options.patience)
    )
    uvicorn.run(app, host=options.host, port=options.port, ws_max_size=2**16)


if __name__ == "__main__":
    main()
