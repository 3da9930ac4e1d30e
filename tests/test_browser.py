"""The table in a real browser: whole hands, reloads, and a server that is killed."""

import json
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from os import environ
from pathlib import Path
from shutil import which
from time import monotonic, sleep
from typing import Any, NoReturn

import pytest
from told import Data, cards_in, check_secrets, known_by

APP = Path(__file__).parents[1] / "examples" / "web" / "app.py"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 20
"""How many seconds a page or the server may take."""

# Lets a test speak on the page's own connection.
KEEP_SOCKET = """
window.WebSocket = class extends WebSocket {
  constructor(...all) { super(...all); window.socket = this; }
};
"""


def missing(reason: str) -> NoReturn:
    """Skip these tests, or fail where a browser is required."""
    if environ.get("REQUIRE_BROWSER"):
        pytest.fail(reason)
    pytest.skip(reason, allow_module_level=True)


try:
    Axe: Any = import_module("axe_playwright_python.sync_playwright").Axe
    from playwright.sync_api import (
        Browser,
        ConsoleMessage,
        Page,
        WebSocket,
        sync_playwright,
    )
except ImportError:
    missing("no Playwright: install the development group `browser`")

FOUND = environ.get("BROWSER_PATH") or next(filter(None, map(which, BROWSERS)), None)
if FOUND is None:
    missing("no Chromium: install it, or name it in BROWSER_PATH")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start the browser."""
    arguments = ["--no-sandbox", "--disable-gpu"]
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=FOUND, args=arguments)
        yield found
        found.close()


class Server:
    """The example's server, as a process of its own."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = ["--port", str(self.port), "--pause", "0.05", "--patience", "0"]
        options += ["--database", str(self.directory / "tables.sqlite")]
        with (self.directory / "log").open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603
                [sys.executable, str(APP), *options], stdout=log, stderr=log
            )
        wait_for(self.answers)

    def answers(self) -> bool:
        """Whether somebody answers at the port."""
        with socket.socket() as caller:
            return caller.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """Kill the server, as a failing machine would."""
        self.process.kill()
        self.process.wait()


def wait_for(
    reached: Callable[[], bool], pause: Callable[[], None] | None = None
) -> None:
    """Wait until something is so."""
    end = monotonic() + PATIENCE
    while not reached():
        assert monotonic() < end, "it takes too long"
        if pause is None:
            sleep(0.05)
        else:
            pause()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Start a server with no tables."""
    started = Server(tmp_path)
    yield started
    started.kill()


class Person:
    """Somebody with a browser of their own, and all that it has received."""

    def __init__(self, browser: Browser, name: str, **context: Any) -> None:
        self.name = name
        # The checker of accessibility is a script that the page's policy refuses.
        self.context = browser.new_context(bypass_csp=True, **context)
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.add_init_script(KEEP_SOCKET)
        self.page: Page = self.context.new_page()
        self.page.on("websocket", self._listen)
        self.page.on("response", lambda answer: self.asked.append(answer.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._note)
        self.received: list[str] = []
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self.news: Data = {}

    def _listen(self, connection: WebSocket) -> None:
        connection.on("framereceived", self._receive)

    def _receive(self, frame: str | bytes) -> None:
        assert isinstance(frame, str)
        self.received.append(frame)
        message = json.loads(frame)
        if message["type"] == "table":
            self.news = message

    def _note(self, said: ConsoleMessage) -> None:
        if said.type == "error" and "ERR_CONNECTION" not in said.text:
            self.complaints.append(said.text)

    def wait_until(self, reached: Callable[[], bool]) -> None:
        """Wait, while the browser goes on."""
        wait_for(reached, lambda: self.page.wait_for_timeout(10))

    def open(self, server: Server, preset: str, programs: int) -> str:
        """Open a table, and give its address."""
        self.page.goto(server.address)
        self.page.fill("#open [name=name]", self.name)
        self.page.select_option("#open [name=preset]", preset)
        self.page.select_option("#open [name=programs]", str(programs))
        self.page.click("#open button")
        self.page.wait_for_url("**/t/*")
        return self.page.url

    def join(self, address: str) -> None:
        """Sit down at a table."""
        self.page.goto(address)
        self.page.fill("#join [name=name]", self.name)
        self.page.click("#join button")

    def see(self, ply: int) -> None:
        """Wait until the page has come so far and shows it, and check all of it."""
        self.wait_until(lambda: self.news.get("view") is not None)
        self.wait_until(lambda: self.view["ply"] >= ply)
        self.wait_until(self.shows_the_view)
        self.check()

    def send(self, **message: object) -> None:
        """Send a message on the page's own connection."""
        self.page.evaluate("text => window.socket.send(text)", json.dumps(message))

    @property
    def view(self) -> Data:
        """The newest view."""
        view: Data = self.news["view"]
        return view

    @property
    def moves(self) -> list[str]:
        """The cards that can be played now."""
        moves: list[str] = self.view["legal_moves"]
        return moves

    def shown(self, place: str) -> list[str]:
        """The cards that the page shows at a place, or backs."""
        found = self.page.locator(f"{place} .card use").evaluate_all(
            "all => all.map(one => one.getAttribute('href'))"
        )
        return [str(link).removeprefix("#card-") for link in found]

    def log(self) -> list[str]:
        """What the page has told."""
        return self.page.locator("#log li").all_inner_texts()

    def shows_the_view(self) -> bool:
        """Whether hand and pile on the page are those of the view."""
        shown = [self.shown("#south .own"), self.shown("#pile")]
        return shown == [self.view["hand"], self.view["pile"]]

    def check(self) -> None:
        """Refuse any card that the page received or shows, and may not know."""
        assert self.complaints == []
        for frame in self.received:
            message = json.loads(frame)
            if message["type"] == "table":
                check_secrets(message)
            else:
                assert not cards_in(frame)
        self.received.clear()
        if self.news.get("view") is None:
            return
        if not self.view["is_over"]:
            felt = self.page.locator("#felt").inner_html().replace("#card-", "")
            assert cards_in(felt) <= known_by(self.view)


def play_with_keys(person: Person) -> None:
    """Play the oldest card by the keyboard."""
    person.page.keyboard.press("1")
    person.page.keyboard.press("Enter")


def play_with_finger(person: Person) -> None:
    """Play the newest card by a tap."""
    person.page.locator("#south .own button").last.tap()


PLAYS = {"Ayşe": play_with_keys, "Bora": play_with_finger}


def on_turn(people: list[Person]) -> Person | None:
    """Give the person on turn, once it is a person's turn; None if the hand is over."""
    people[0].wait_until(
        lambda: (
            any(person.moves for person in people)
            or all(person.view["is_over"] for person in people)
        )
    )
    return next((person for person in people if person.moves), None)


def play_next(people: list[Person]) -> bool:
    """Let whoever is on turn play by hand, and all see it; False if the hand is over."""
    player = on_turn(people)
    if player is None:
        return False
    ply = player.view["ply"]
    PLAYS[player.name](player)
    for person in people:
        person.see(ply + 1)
    return True


@pytest.fixture
def people(browser: Browser) -> Iterator[list[Person]]:
    """Ayşe has a desktop and a keyboard; Bora a phone, in Turkish and in the dark."""
    phone: dict[str, Any] = {
        "viewport": {"width": 360, "height": 740},
        "has_touch": True,
        "is_mobile": True,
        "color_scheme": "dark",
        "locale": "tr-TR",
    }
    both = [Person(browser, "Ayşe", locale="en-GB"), Person(browser, "Bora", **phone)]
    yield both
    for person in both:
        person.check()
        person.context.close()


def sit_down(
    server: Server, people: list[Person], preset: str = "classic", programs: int = 0
) -> None:
    """Let both sit down at one table, and wait until it has dealt."""
    ayse, bora = people
    bora.join(ayse.open(server, preset, programs))
    for person in people:
        person.see(0)


@pytest.mark.rule("4.10")
@pytest.mark.parametrize(("preset", "programs"), [("classic", 0), ("partnership", 2)])
def test_two_browsers_play_a_whole_hand(
    server: Server, people: list[Person], preset: str, programs: int
) -> None:
    """Neither receives a card that it may not know."""
    sit_down(server, people, preset, programs)
    turns = 0
    while play_next(people):
        turns += 1
    assert turns == (24 if programs else 48)
    for person in people:
        sheet = person.page.locator("#result img").first
        assert person.name in (sheet.get_attribute("alt") or "")
        person.page.wait_for_function(
            "sheet => sheet.naturalWidth", arg=sheet.element_handle()
        )
        assert all(url.startswith((server.address, "data:")) for url in person.asked)


def test_a_reload_resumes(server: Server, people: list[Person]) -> None:
    """The page is as it was, the log included."""
    sit_down(server, people)
    greetings = {"Bora sat down.", "Bora masaya oturdu."}
    for _ in range(9):
        play_next(people)
    for person in people:
        before, log = person.view, person.log()
        person.news = {}
        person.page.reload()
        person.see(9)
        assert person.view == before
        assert person.log() == [line for line in log if line not in greetings]
    play_next(people)


@pytest.mark.rule("4.2")
def test_what_comes_out_of_turn_or_twice_is_refused(
    server: Server, people: list[Person]
) -> None:
    """The page says why, and shows the rule."""
    sit_down(server, people)
    player = on_turn(people)
    assert player is not None
    other = next(person for person in people if person is not player)
    moment = other.news["moment"]

    other.page.locator("#south .own button").first.click(force=True)
    assert other.page.locator("#error").is_hidden()  # the page sends no such thing
    other.send(do="play", card=other.view["hand"][0], moment=moment)
    other.page.locator("#error a").click()
    assert other.page.locator("#rulebook .shown").get_attribute("id") == "r4-2"
    other.page.keyboard.press("Escape")
    assert other.page.locator("#rules").is_hidden()

    for _ in range(2):
        player.send(do="play", card=player.moves[0], moment=moment)
    for person in people:
        person.see(1)
    moved_on = player.page.locator("#error", has_text=re.compile("moved on|ilerledi"))
    moved_on.get_by_role("link").wait_for()
    assert player.view["ply"] == 1
    assert on_turn(people) is other
    play_next(people)


def test_a_server_that_is_killed_loses_nothing(
    server: Server, people: list[Person]
) -> None:
    """The pages connect again by themselves, and the hand goes on."""
    sit_down(server, people)
    for _ in range(7):
        play_next(people)
    before = [person.news for person in people]
    server.kill()
    for person in people:
        person.page.locator("#online:not(:empty)").wait_for()
        person.news = {}
    server.start()
    for person, news in zip(people, before, strict=True):
        person.see(7)
        for kept in ("view", "moment", "seat", "match"):
            assert person.news[kept] == news[kept]
    play_next(people)


def test_a_play_is_taken_back_by_agreement(
    server: Server, people: list[Person]
) -> None:
    """Both press the button."""
    sit_down(server, people)
    for _ in range(3):
        play_next(people)
    ayse, bora = people
    ayse.page.get_by_role("button", name="Take back").click()
    agree = bora.page.get_by_role("button", name="Geri almayı kabul et")
    agree.wait_for()
    for person in people:
        assert person.view["ply"] == 3
        person.news = {}
    agree.click()
    for person in people:
        person.see(2)
        assert person.view["ply"] == 2


def test_a_program_stands_in_for_whoever_is_away(
    server: Server, people: list[Person]
) -> None:
    """Whoever comes back has the seat again."""
    sit_down(server, people)
    ayse, bora = people
    address = bora.page.url
    bora.page.goto("about:blank")
    ayse.page.get_by_role("button", name="Let a program stand in").click()
    ayse.wait_until(lambda: bool(ayse.moves))
    ply = ayse.view["ply"]
    play_with_keys(ayse)
    ayse.wait_until(lambda: ayse.view["ply"] >= ply + 2)
    bora.page.goto(address)
    bora.wait_until(lambda: bora.news["moment"] == ayse.news["moment"])
    ayse.wait_until(lambda: not any(chair["program"] for chair in ayse.news["chairs"]))
    for _ in range(2):
        play_next(people)


def test_nothing_stands_in_the_way_of_a_screen_reader(
    server: Server, people: list[Person]
) -> None:
    """The checker axe finds no fault, in the light and in the dark."""
    ayse, bora = people
    ayse.page.goto(server.address)
    ayse.page.locator("#open").wait_for()
    found = [no_faults(ayse)]
    sit_down(server, people)
    found += [no_faults(person) for person in people]
    bora.page.click("#rules-button")
    bora.page.locator("#rulebook section").first.wait_for()
    found.append(no_faults(bora))
    bora.page.click("#rules-close")
    while play_next(people):
        pass
    found += [no_faults(person) for person in people]
    assert found == [[]] * 6


def no_faults(person: Person) -> list[str]:
    """Name what the checker finds wrong on a page."""
    person.page.wait_for_timeout(1200)  # cards that fly are half way
    found = Axe().run(person.page).response["violations"]
    return [
        f"{fault['id']}: {node['html'][:120]}"
        for fault in found
        for node in fault["nodes"]
    ]
