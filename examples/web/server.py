"""The server's routes: the page, what it asks for, and its websocket."""

import asyncio
import gc
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, cast

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

import pisti
from pisti import DECK, VARIANTS, Rule, card_faces, svg
from pisti.rules import Language

from .hall import Hall, Meter
from .rulebook import rulebook_html
from .tables import MOST_BYTES, Guest, Refused, Table, read_message

STATIC: Final = Path(__file__).parent / "static"

_PREFIX: Final = "card-"
"""Stands before every id and class of the cards."""

_MOST_WAITING: Final = 200
"""How many messages may wait for a client that does not read."""

_NO_TABLE, _FLOOD, _AGAIN = 4404, 4429, 4503
"""Why a websocket was closed."""

_HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; base-uri 'none';"
        " frame-ancestors 'none'; form-action 'self'"
    ),
    "cache-control": "no-cache",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


def language(spoken: object) -> Language:
    """Give the language that somebody asks for, or English."""
    return "tr" if spoken == "tr" else "en"


def cards_svg() -> str:
    """Draw the sprite of all cards: `#card-AS` to `#card-KC`, and `#card-back`."""
    shapes = "".join(card_faces.shapes(DECK))
    sprite = f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{shapes}</defs></svg>\n'
    return sprite.replace(card_faces.MARK, _PREFIX)


def cards_css() -> str:
    """Give the colours of the cards, as the reader's screen prefers."""
    return card_faces.style(dark=None).replace(card_faces.MARK, _PREFIX)


def _hall(connection: HTTPConnection) -> Hall:
    return cast("Hall", connection.app.state.hall)


def _table(request: Request) -> Table:
    return _hall(request).find(request.path_params["table"])


def _lang(request: Request) -> Language:
    return language(request.query_params.get("lang"))


async def page(_: Request) -> Response:
    """Give the page."""
    return FileResponse(STATIC / "index.html")


async def cards(_: Request) -> Response:
    """Give the sprite of all cards."""
    return Response(cards_svg(), media_type="image/svg+xml")


async def colours(_: Request) -> Response:
    """Give the colours of the cards."""
    return Response(cards_css(), media_type="text/css")


async def names(request: Request) -> Response:
    """Give what games and cards are called."""
    lang = _lang(request)
    presets = [
        {"id": key, "name": pisti.name_of(variant, lang), "players": variant.players}
        for key, variant in VARIANTS.items()
    ]
    called = {str(card): pisti.name_of(card, lang) for card in DECK}
    return JSONResponse({"presets": presets, "cards": called})


async def open_table(request: Request) -> Response:
    """Open a table, and let whoever opened it sit down unless programs take all seats."""
    asked = await _body(request)
    programs = asked.get("programs")
    table = _hall(request).open(
        str(asked.get("preset")), programs if type(programs) is int else 0
    )
    seated = len(table.chairs) < table.variant.players
    token = table.sit(_name(asked)) if seated else None
    return JSONResponse({"table": table.id, "token": token}, 201)


async def sit_down(request: Request) -> Response:
    """Let somebody sit down at a table."""
    asked = await _body(request)
    token = _table(request).sit(_name(asked))
    return JSONResponse({"token": token}, 201)


async def rules(request: Request) -> Response:
    """Give the rulebook of a table, as HTML to be put into the page."""
    html = rulebook_html(_table(request).variant, _lang(request))
    return Response(html, media_type="text/html")


async def hand_sheet(request: Request) -> Response:
    """Draw the score of the hand, once it is over."""
    table = _table(request)
    if table.score is None:
        raise Refused("not over", Rule.END_OF_HAND)
    return _picture(svg.draw(table.score, names=table.sides, lang=_lang(request)))


async def match_sheet(request: Request) -> Response:
    """Draw the score of the match."""
    table = _table(request)
    if table.match is None:
        raise Refused("not begun")
    return _picture(svg.draw(table.match, names=table.names, lang=_lang(request)))


def _name(asked: Mapping[str, Any]) -> str:
    name = asked.get("name")
    return name if isinstance(name, str) else ""


def _picture(drawn: str) -> Response:
    own = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}
    return Response(drawn, media_type="image/svg+xml", headers=own)


async def _body(request: Request) -> dict[str, Any]:
    """Read a short JSON object."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise Refused("too long", n=MOST_BYTES)
    return read_message(body.decode("utf-8", "replace"))


async def refused(request: Request, error: Exception) -> Response:
    """Say why something is refused."""
    problem = cast("Refused", error)
    status = 404 if problem.key == "no table" else 400
    return JSONResponse(problem.told(_lang(request)), status)


async def talk(socket: WebSocket) -> None:
    """Speak with a client until it goes, or sends too much."""
    await socket.accept()
    waiting: asyncio.Queue[str | None] = asyncio.Queue()
    guest = Guest(
        lambda message: _post(waiting, message), lambda: waiting.put_nowait(None)
    )
    meter = Meter()
    hall, table = _hall(socket), None
    try:
        hall.find(socket.path_params["table"])
    except Refused as error:
        await socket.send_json(error.told(guest.lang))
        await socket.close(_NO_TABLE)
        return
    writing = asyncio.create_task(_write(socket, waiting))
    try:
        while (message := await _read(socket)) is not None and not writing.done():
            if not meter.allows():
                await socket.close(_FLOOD)
                break
            if table is None:
                table = _greet(hall, socket.path_params["table"], guest, message)
            else:
                table.receive(guest, message)
    finally:
        if table is not None:
            hall.farewell(guest, table)
        writing.cancel()


def _post(waiting: "asyncio.Queue[str | None]", message: dict[str, Any]) -> None:
    """Put a message into the queue, which None ends once so many wait."""
    if waiting.qsize() < _MOST_WAITING:
        waiting.put_nowait(json.dumps(message))
    elif waiting.qsize() == _MOST_WAITING:
        waiting.put_nowait(None)


async def _write(socket: WebSocket, waiting: "asyncio.Queue[str | None]") -> None:
    while (text := await waiting.get()) is not None:
        await socket.send_text(text)
    await socket.close(_AGAIN)


async def _read(socket: WebSocket) -> str | bytes | None:
    """Read whatever comes; None at the end."""
    event: Message = await socket.receive()
    if event["type"] == "websocket.disconnect":
        return None
    text: str | None = event.get("text")
    return event.get("bytes") or b"" if text is None else text


def _greet(
    hall: Hall, table_id: str, guest: Guest, message: str | bytes
) -> Table | None:
    """Connect a client to the table, if its message is a greeting."""
    try:
        asked = _greeting(message)
        guest.lang = language(asked.get("lang"))
        return hall.welcome(guest, table_id, asked.get("token"))
    except Refused as error:
        guest.send(error.told(guest.lang))
        return None


def _greeting(message: str | bytes) -> dict[str, Any]:
    """Read the first message, after which a client is told of the table."""
    asked = read_message(message)
    if asked.get("do") != "hello":
        raise Refused("unknown")
    return asked


class Guarded:
    """Adds to each answer what keeps the page to itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_guarded)


def warm_up() -> None:
    """Make what is made at its first use, so that nobody waits for it later."""
    table = Table.open("classic", 2)
    for lang in ("en", "tr"):
        table.join(Guest(lambda _: None, lang=language(lang)), None)
    while table.program_is_due:
        table.let_program_play()
    # All of this stays, so the collector need not hold messages up to look it through.
    gc.collect()
    gc.freeze()


def create(hall: Hall) -> Starlette:
    """Make the application."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None, None]:
        warm_up()
        hall.resume()
        yield
        hall.close()

    app = Starlette(
        routes=[
            Route("/", page),
            Route("/t/{table}", page),
            Route("/cards.svg", cards),
            Route("/cards.css", colours),
            Route("/names", names),
            Route("/tables", open_table, methods=["POST"]),
            Route("/tables/{table}/chairs", sit_down, methods=["POST"]),
            Route("/tables/{table}/rules", rules),
            Route("/tables/{table}/hand.svg", hand_sheet),
            Route("/tables/{table}/match.svg", match_sheet),
            WebSocketRoute("/tables/{table}/talk", talk),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guarded)],
        exception_handlers={Refused: refused},
        lifespan=lifespan,
    )
    app.state.hall = hall
    return app
