"""The table in the browser, `examples/web`: what it sends, refuses, and keeps."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import pytest
from told import Data, cards_in, check_secrets

from pisti import DECK, VARIANTS, Card

pytest.importorskip("uvicorn", reason="examples/web needs uvicorn")
pytest.importorskip("starlette", reason="examples/web needs starlette")
pytest.importorskip("httpx2", reason="starlette.testclient needs httpx2")

from starlette.testclient import TestClient, WebSocketTestSession

from examples.web import hall as hall_module
from examples.web.hall import Hall, Meter
from examples.web.rulebook import anchor, rulebook_html
from examples.web.server import cards_css, cards_svg, create
from examples.web.store import Store
from examples.web.tables import MOST_BYTES, Guest, Refused, Table

ROOT = Path(__file__).parents[1]


@contextmanager
def server(database: Path | None = None, pause: float = 0) -> Iterator[TestClient]:
    """Run the server without a network."""
    hall = Hall(Store(database), pause=pause, patience=0)
    with TestClient(create(hall)) as client:
        yield client


class Player:
    """A client that keeps every text it has received."""

    def __init__(self, socket: WebSocketTestSession, token: str | None) -> None:
        self.socket = socket
        self.token = token
        self.texts: list[str] = []
        self.news: Data = {}

    def say(self, **message: object) -> None:
        """Send a message."""
        self.socket.send_text(json.dumps(message))

    def hear(self) -> Data:
        """Receive a message, and check that it tells nothing that it may not."""
        self.texts.append(self.socket.receive_text())
        message: Data = json.loads(self.texts[-1])
        if message["type"] == "table":
            self.news = message
            check_secrets(message)
        return message

    def hear_until(self, moment: list[int]) -> None:
        """Receive messages until the table is at a moment."""
        while self.news.get("moment") != moment:
            self.hear()

    def hear_error(self) -> Data:
        """Receive messages up to a refusal."""
        while (message := self.hear())["type"] != "error":
            pass
        return message

    @property
    def moves(self) -> list[str]:
        """The cards that this client may play now."""
        view = self.news["view"]
        return cast("list[str]", view["legal_moves"]) if view else []

    def play(self) -> None:
        """Play the first card that may be played."""
        self.say(do="play", card=self.moves[0], moment=self.news["moment"])


def opened(client: TestClient, preset: str, programs: int = 0) -> tuple[str, str]:
    """Open a table, and give its name and the token of the first seat."""
    asked = {"preset": preset, "programs": programs, "name": "Ayşe"}
    answer = client.post("/tables", json=asked).json()
    return answer["table"], answer["token"]


def seated(client: TestClient, table: str, name: str = "Bora") -> str:
    """Let somebody sit down, and give the token of the seat."""
    answer = client.post(f"/tables/{table}/chairs", json={"name": name})
    assert answer.status_code == 201
    token: str = answer.json()["token"]
    return token


@contextmanager
def connected(client: TestClient, table: str, token: str | None) -> Iterator[Player]:
    """Connect a client."""
    with client.websocket_connect(f"/tables/{table}/talk") as socket:
        player = Player(socket, token)
        player.say(do="hello", token=token, lang="en")
        player.hear()
        yield player


@contextmanager
def two(
    client: TestClient, preset: str = "classic"
) -> Iterator[tuple[str, list[Player]]]:
    """Let two people sit down, in the order of their seats."""
    table, first = opened(client, preset)
    second = seated(client, table)
    with (
        connected(client, table, first) as ayse,
        connected(client, table, second) as bora,
    ):
        ayse.hear()  # that Bora is here
        yield table, sorted([ayse, bora], key=lambda player: player.news["seat"])


def told_by(news: Data) -> set[Card]:
    """Find the cards that a message tells, but for those that nobody need hide."""
    # What is unseen is said to be; buried jacks all have seen before they were dealt.
    view = {k: v for k, v in news["view"].items() if k not in {"variant", "unseen"}}
    told = [view, news["events"], news["lines"], news["undo"]]
    buried = {Card.parse(jack) for jack in view["buried"]}
    return cards_in(json.dumps(told, ensure_ascii=False)) - buried


def held_by(news: Data) -> set[Card]:
    """Give the hand of whoever has received a message."""
    return {Card.parse(card) for card in news["view"]["hand"]}


def on_turn(players: list[Player]) -> Player:
    """Find the client on turn."""
    return next(player for player in players if player.moves)


def play_once(players: list[Player]) -> Player:
    """Let whoever is on turn play, and all hear of it."""
    player = on_turn(players)
    hand, undone, ply = player.news["moment"]
    player.play()
    for each in players:
        each.hear_until([hand, undone, ply + 1])
    return player


@pytest.mark.rule("4.10")
@pytest.mark.parametrize("preset", ["classic", "coffeehouse", "xeri"])
def test_two_clients_play_a_hand_and_learn_no_secret(preset: str) -> None:
    """No text holds a card that its own view does not know."""
    with server() as client, two(client, preset) as (table, players):
        with connected(client, table, None) as watcher:
            for player in players:
                player.hear()
            assert watcher.news["seat"] is None
            assert watcher.news["view"]["hand"] == []
            everybody = [*players, watcher]
            for _ in range(48):
                assert sum(bool(each.moves) for each in everybody) == 1
                play_once(everybody)
                for one, other in permutations(everybody, 2):
                    assert not told_by(one.news) & held_by(other.news)
            assert all(each.news["view"]["is_over"] for each in everybody)
            scores = [each.news["view"]["score"] for each in everybody]
            assert scores.count(scores[0]) == 3
            assert sum(len(each.texts) for each in everybody) >= 3 * 49
        for sheet in ("hand", "match"):
            drawn = client.get(f"/tables/{table}/{sheet}.svg?lang=tr")
            assert drawn.status_code == 200
            assert "Ayşe" in drawn.text


def test_a_partnership_learns_no_secret_and_sits_as_drawn() -> None:
    """The draw changes seats, and tokens go with the players."""
    with server() as client:
        table, first = opened(client, "partnership", programs=2)
        second = seated(client, table)
        with (
            connected(client, table, first) as ayse,
            connected(client, table, second) as bora,
        ):
            people = [ayse, bora]
            while {"name": "Bora", "program": False, "here": True} not in (
                ayse.news["chairs"]
            ):
                ayse.hear()
            while not all(person.news["view"]["is_over"] for person in people):
                for person in people:
                    if person.moves:
                        person.play()
                for person in people:
                    person.hear()
            names = [chair["name"] for chair in ayse.news["chairs"]]
            assert names[ayse.news["seat"]] == "Ayşe"
            assert names[bora.news["seat"]] == "Bora"


@pytest.mark.rule("4.2", "4.3")
def test_what_is_wrong_is_refused_with_the_rule_and_harms_nothing() -> None:
    """After each refusal the hand goes on as before."""
    with server() as client, two(client) as (_, players):
        moment = players[0].news["moment"]
        player = on_turn(players)
        other = next(each for each in players if each is not player)
        foreign = other.news["view"]["hand"][0]

        def refused(by: Player, text: str | bytes, rule: str | None) -> None:
            if isinstance(text, bytes):
                by.socket.send_bytes(text)
            else:
                by.socket.send_text(text)
            answer = by.hear()
            assert answer["type"] == "error"
            assert answer["text"]
            assert (answer["rule"] or {"id": None})["id"] == rule

        def move(card: object, at: object = moment) -> str:
            return json.dumps({"do": "play", "card": card, "moment": at})

        refused(other, move(foreign), "4.2")
        refused(player, move(foreign), "4.3")
        refused(player, move("joker"), None)
        refused(player, move("\ud800"), None)
        refused(player, move(player.moves[0], [0, 0, 0]), "4.2")
        refused(player, move(player.moves[0], [True, 0, 0]), "4.2")
        refused(player, move(player.moves[0], "now"), "4.2")
        refused(player, move(7), None)
        refused(player, json.dumps({"do": "next", "moment": moment}), "4.11")
        refused(player, json.dumps({"do": "undo", "moment": moment}), None)
        for nonsense in (
            "",
            "{",
            "[]",
            "null",
            "{}",
            '{"do":"win"}',
            '{"do":["play"]}',
            "[" * 2000,
            "NaN",
            "\ud7ff",
            '{"do":"lang","lang":"de"}',
            '{"do":"hello"}',
            "x" * (MOST_BYTES + 1),
            "ş" * (MOST_BYTES // 2 + 1),
            b"\x00\xff",
        ):
            refused(player, nonsense, None)

        text = move(player.moves[0])
        player.socket.send_text(text)
        player.socket.send_text(text)  # twice
        assert player.hear()["moment"][2] == 1
        assert player.hear()["rule"]["id"] == "4.2"
        other.hear()
        late = {"do": "play", "card": foreign, "moment": moment}
        refused(other, json.dumps(late), "4.2")
        assert other.news["moment"][2] == 1
        play_once(players)
        assert len(players[0].news["view"]["plays"]) == 2


def test_a_spectator_cannot_play() -> None:
    """A wrong token makes a spectator."""
    with (
        server() as client,
        two(client) as (table, players),
        connected(client, table, "no such token") as watcher,
    ):
        assert watcher.news["seated"] is False
        card = on_turn(players).moves[0]
        watcher.say(do="play", card=card, moment=watcher.news["moment"])
        assert watcher.hear()["rule"]["id"] == "1.3"


def test_whoever_comes_back_has_the_same_seat() -> None:
    """A token is a seat, whatever happens to the connection."""
    with server() as client:
        table, token = opened(client, "classic")
        with connected(client, table, token) as ayse:
            assert ayse.news["view"] is None
            for sheet in ("hand", "match"):
                drawn = client.get(f"/tables/{table}/{sheet}.svg")
                assert drawn.status_code == 400
            seated(client, table)
            before = ayse.hear()
        with connected(client, table, token) as ayse:
            assert ayse.news["seat"] == before["seat"]
            assert ayse.news["view"] == before["view"]
            assert ayse.news["lines"]


@pytest.mark.parametrize("preset", ["classic", "coffeehouse"])
def test_a_restart_in_the_middle_of_a_hand_loses_nothing(
    tmp_path: Path, preset: str
) -> None:
    """Views, seats and tokens are as before."""
    database = tmp_path / "tables.sqlite"
    with server(database) as client, two(client, preset) as (table, players):
        for _ in range(9):
            play_once(players)
        before = [player.news for player in players]
        tokens = [player.token for player in players]
    with server(database) as client:
        for token, news in zip(tokens, before, strict=True):
            with connected(client, table, token) as again:
                for key in ("moment", "seat", "view", "match", "preset"):
                    assert again.news[key] == news[key]
        with (
            connected(client, table, tokens[0]) as ayse,
            connected(client, table, tokens[1]) as bora,
        ):
            play_once([ayse, bora])


def test_a_play_is_taken_back_once_all_people_want_it() -> None:
    """One wish does nothing, and old moves stay old."""
    with server() as client, two(client) as (_, players):
        first = on_turn(players)
        hand = first.news["view"]["hand"]
        second = next(each for each in players if each is not first)
        old = first.news["moment"]
        play_once(players)
        (played,) = first.news["view"]["plays"]
        assert played not in first.news["undo"]["seen"]
        assert played in second.news["undo"]["seen"]
        second.say(do="undo", moment=second.news["moment"])
        assert second.hear()["view"]["ply"] == 1
        assert first.hear()["undo"]["by"] == [second.news["seat"]]
        first.say(do="undo", moment=first.news["moment"])
        for player in players:
            assert player.hear()["view"]["ply"] == 0
        assert first.news["view"]["hand"] == hand
        assert first.news["moment"] != old
        first.say(do="play", card=hand[0], moment=old)
        assert first.hear_error()["rule"]["id"] == "4.2"


def test_the_next_hand_and_match_need_all_people() -> None:
    """Moments of an earlier match do not come again."""
    with server() as client, two(client) as (_, players):
        for _ in range(48):
            play_once(players)
        assert players[0].news["match"]["over"]
        for player in players:
            assert player.news["view"]["is_over"]
            player.say(do="next", moment=player.news["moment"])
            for each in players:
                each.hear()
        assert [each.news["view"]["ply"] for each in players] == [0, 0]
        assert players[0].news["moment"] == [2, 0, 0]


def test_a_program_answers_and_its_play_is_taken_back_too() -> None:
    """Taking back goes to the last turn of a person."""
    with server() as client:
        table, token = opened(client, "classic", programs=1)
        with connected(client, table, token) as ayse:
            while not ayse.moves:
                ayse.hear()
            at = ayse.news["moment"]
            ayse.play()
            ayse.hear_until([1, 0, at[2] + 2])
            ayse.say(do="undo", moment=ayse.news["moment"])
            ayse.hear_until([1, 1, at[2]])
            assert ayse.moves


def test_whoever_floods_is_dropped_and_the_others_play_on() -> None:
    """The connection of one that sends too much is closed."""
    with server() as client, two(client) as (_, players):
        player = on_turn(players)
        other = next(each for each in players if each is not player)
        for _ in range(100):
            other.socket.send_text("{}")
        player.play()
        while player.hear()["type"] != "table" or player.news["moment"][2] != 1:
            pass
        while True:
            event = other.socket.receive()
            if event["type"] == "websocket.close":
                break
        assert event["code"] == 4429


def test_a_meter_counts_seconds() -> None:
    """What is allowed grows with time."""
    now = [0.0]
    meter = Meter(burst=2, rate=1, clock=lambda: now[0])
    assert [meter.allows() for _ in range(3)] == [True, True, False]
    now[0] = 3.0
    assert meter.allows()


def test_thirty_tables_of_programs_finish() -> None:
    """Programs alone play to the end, side by side."""
    short = [name for name, table in VARIANTS.items() if table.hands == 1]

    async def play() -> list[Table]:
        with closing(Hall(Store(), pause=0)) as hall:
            tables = [hall.open(short[n % len(short)], 4) for n in range(30)]
            assert len(hall.tables) == 30
            await asyncio.gather(*hall.playing.values())
        return tables

    matches = [table.match for table in asyncio.run(play())]
    assert len(matches) == 30
    assert all(match is not None and match.is_over for match in matches)


@pytest.mark.parametrize("preset", VARIANTS)
def test_programs_play_hand_after_hand_at_any_table(preset: str) -> None:
    """The table goes on while a match does."""
    table = Table.open(preset, 4)
    with closing(Store()) as store:
        table.changed = lambda: store.save(table.id, *table.saved(), due=True)
        while table.dealt < 3 and table.program_is_due:
            table.let_program_play()
        assert store.due(9) == [table.id]
        saved = store.load(table.id)
    assert (table.match is not None and table.match.is_over) == (table.dealt < 3)
    assert saved is not None
    kept = Table.resume(table.id, *saved)
    assert (kept.match, kept.hand, kept.moment) == (
        table.match,
        table.hand,
        table.moment,
    )


def test_tables_that_nobody_uses_leave_the_memory() -> None:
    """They are found again in the store."""
    with server() as client, two(client) as (table, _):
        application: Any = client.app
        hall = application.state.hall
        assert list(hall.tables) == [table]
        alone, token = opened(client, "classic")
        assert list(hall.tables) == [table]
        with connected(client, alone, token) as ayse:
            assert list(hall.tables) == [table, alone]
            seated(client, alone)
            assert ayse.hear()["view"]["ply"] == 0
            ayse.socket.close()
            for _ in range(1000):
                if alone in hall.tables:
                    client.get("/")  # the server goes on
            assert alone not in hall.tables
        with connected(client, alone, token) as ayse:
            assert ayse.news["view"]["ply"] == 0


def test_there_are_no_more_seats_than_players() -> None:
    """What cannot be done is refused in words."""
    with server() as client:
        table, _ = opened(client, "classic")
        seated(client, table)
        answer = client.post(f"/tables/{table}/chairs?lang=tr", json={"name": "Can"})
        assert answer.status_code == 400
        assert answer.json()["rule"]["id"] == "1.3"
        assert client.post("/tables/none/chairs", json={}).status_code == 404
        assert client.post("/tables", json={"preset": "bridge"}).status_code == 400
        assert client.post("/tables", content="x" * 3000).status_code == 400
        with client.websocket_connect("/tables/none/talk") as socket:
            assert socket.receive_json()["type"] == "error"
            assert socket.receive()["code"] == 4404


def test_the_page_asks_nobody_else_for_anything() -> None:
    """All addresses are of this server."""
    with server() as client:
        page = client.get("/")
        assert "default-src 'self'" in page.headers["content-security-policy"]
        addresses = re.findall(r'(?:href|src)="([^"]*)"', page.text)
        assert all(address.startswith(("/", "data:,")) for address in addresses)
        for address in addresses:
            if address.startswith("/"):
                assert client.get(address).status_code == 200
        script = client.get("/static/app.js").text
        assert set(re.findall(r"https?://[\w./]+", script)) <= {
            "http://www.w3.org/2000/svg"
        }
        names = client.get("/names?lang=tr").json()
        assert names["cards"]["JS"] == "maça valesi"
        assert len(names["presets"]) == len(VARIANTS)


def test_the_sprite_has_every_card() -> None:
    """Each shape is there, and each class has a colour."""
    sprite, colours = cards_svg(), cards_css()
    for card in (*DECK, "back"):
        assert f'id="card-{card}"' in sprite
    for painted in set(re.findall(r'class="(card-\w+)', sprite)):
        assert f".{painted}{{" in colours
    assert "\0" not in sprite + colours


@pytest.mark.parametrize("lang", ["en", "tr"])
def test_the_rulebook_is_escaped_and_has_an_id_for_each_rule(lang: str) -> None:
    """The page can link to every rule of the table."""
    with server() as client:
        table, _ = opened(client, "partnership")
        html = client.get(f"/tables/{table}/rules?lang={lang}").text
    for rule in ("4.2", "4.3", "5.4", "5.6"):
        assert f'id="{anchor(rule)}"' in html
    assert "```" not in html
    assert "<ul>" in html
    assert html == rulebook_html(
        VARIANTS["partnership"], "tr" if lang == "tr" else "en"
    )


def test_programs_play_on_after_a_restart(tmp_path: Path) -> None:
    """Nobody has to visit their table for that."""

    async def play(pause: float) -> list[list[int]]:
        with closing(Hall(Store(tmp_path / "tables"), pause=pause)) as hall:
            if pause:
                hall.open("classic", 2)
            else:
                hall.resume()
            tables = list(hall.tables.values())
            playing = asyncio.gather(*hall.playing.values())
            await asyncio.wait([playing], timeout=3.5 * pause or None)
            return [table.moment for table in tables]

    ((_, _, ply),) = asyncio.run(play(0.02))
    assert 0 < ply < 48
    assert asyncio.run(play(0)) == [[1, 0, 48]]


def test_a_program_stands_in_until_whoever_is_away_is_back() -> None:
    """Those who are here agree to it; with all here there is nothing to agree to."""
    with server() as client, two(client) as (table, players):
        for player in players:
            player.say(do="stand in", moment=player.news["moment"])
            assert player.hear()["text"] == "Everybody is here."
        stayed, gone = players
        gone.socket.close()
        while not stayed.hear()["away"]:
            pass
        stayed.say(do="stand in", moment=stayed.news["moment"])
        seat = gone.news["seat"]
        while not stayed.hear()["chairs"][seat]["program"]:
            pass
        while not stayed.moves:
            stayed.hear()
        ply = stayed.news["view"]["ply"]
        stayed.play()
        while stayed.news["view"]["ply"] < ply + 2:
            stayed.hear()
        with connected(client, table, gone.token) as back:
            assert back.news["seat"] == seat
            assert [chair["program"] for chair in back.news["chairs"]] == [False, False]
            stayed.hear()
            play_once([stayed, back])
            play_once([stayed, back])


# A table without a network


class Seen:
    """A guest, and all that it was sent."""

    def __init__(self, table: Table, token: str | None) -> None:
        self.told: list[Data] = []
        self.guest = Guest(self.told.append)
        self.table = table
        table.join(self.guest, token)

    def say(self, **message: object) -> Data:
        """Send a message of this moment, and give the last that then has come."""
        moment = self.table.moment
        self.table.receive(self.guest, json.dumps({"moment": moment, **message}))
        return self.told[-1]


def table_of_two(preset: str = "classic") -> tuple[Table, list[Seen]]:
    """Let two people sit down with as many programs as there is room for."""
    table = Table.open(preset, VARIANTS[preset].players - 2)
    table.patience = 0
    tokens = [table.sit(name) for name in ("Ayşe", "Bora")]
    return table, [Seen(table, token) for token in tokens]


def let_play(table: Table, people: list[Seen], plays: int) -> None:
    """Let everybody play the oldest card."""
    for _ in range(plays):
        turn = table.hand[-1].turn
        assert turn is not None
        if table.program_is_due:
            table.let_program_play()
            continue
        (player,) = [one for one in people if table.seat_of(one.guest.chair) == turn]
        player.say(do="play", card=str(table.hand[-1].hands[turn][0]))


def test_a_table_is_saved_before_anybody_is_told() -> None:
    """What cannot be saved is not told."""
    table, (ayse, bora) = table_of_two()
    heard = len(ayse.told) + len(bora.told)

    def fail() -> None:
        raise Refused("not saved")

    table.changed = fail
    for one in (ayse, bora):
        one.say(do="play", card=str(table.hand[-1].hands[table.hand[-1].turn or 0][0]))
    assert [one.told[-1]["type"] for one in (ayse, bora)] == ["error", "error"]
    assert len(ayse.told) + len(bora.told) == heard + 2


def test_a_table_that_cannot_be_saved_is_as_it_was(tmp_path: Path) -> None:
    """Guests are sent away, and find what was saved when they come back."""
    with closing(Store(tmp_path / "tables")) as store:
        hall = Hall(store, pause=60)
        table = hall.open("classic", 0)
        token = table.sit("Ayşe")
        table.sit("Bora")
        gone: list[bool] = []
        guest = Guest(lambda _: None, lambda: gone.append(True))
        kept = hall.welcome(guest, table.id, token)
        moment, turn = kept.moment, kept.hand[-1].turn or 0
        seat = kept.seat_of(guest.chair)
        store.close()
        with pytest.raises(Refused) as caught:
            kept.play(turn, kept.hand[-1].hands[turn][0])
        assert (caught.value.key, gone, hall.tables) == ("not saved", [True], {})
    with closing(Store(tmp_path / "tables")) as store:
        again = Hall(store, pause=60).find(table.id)
        assert again.moment == moment
        assert again.seat_of(again.chairs[seat or 0]) == seat


def test_tables_of_another_edition_are_not_touched(tmp_path: Path) -> None:
    """A file that cannot be understood is refused at the start."""
    Store(tmp_path / "tables").close()
    with closing(sqlite3.connect(tmp_path / "tables")) as file:
        file.execute("pragma user_version = 1")
    with pytest.raises(sqlite3.DatabaseError, match="another edition"):
        Store(tmp_path / "tables")


def test_old_tables_are_forgotten() -> None:
    """Their hands go with them."""
    with closing(Store()) as store:
        store.save("old", "{}", (0, "a record"), due=False)
        store.forget(days=1)
        assert store.load("old") == ("{}", ["a record"])
        store.forget(days=-1)
        assert (store.load("old"), store.count()) == (None, 0)


def test_only_tables_at_which_a_program_is_due_wake() -> None:
    """Others wait until somebody comes."""
    with closing(Store()) as store:
        store.save("waits", "{}", None, due=False)
        store.save("plays", "{}", None, due=True)
        assert store.due(9) == ["plays"]
        assert store.due(0) == []


def test_undo_asks_whoever_is_away() -> None:
    """A program that stands in does not give consent."""
    table, (ayse, bora) = table_of_two()
    let_play(table, [ayse, bora], 2)
    table.leave(bora.guest)
    assert ayse.say(do="stand in")["chairs"][table.names.index("Bora")]["program"]
    while table.program_is_due:
        table.let_program_play()
    before = table.moment
    assert ayse.say(do="undo")["undo"]["by"] == [table.names.index("Ayşe")]
    assert table.moment == before


def test_whoever_has_just_left_may_come_back_first() -> None:
    """A program stands in after half a minute, not at once."""
    table, (ayse, bora) = table_of_two()
    table.patience = 30
    table.leave(bora.guest)
    assert re.match(
        "They have only just left: wait (29|30) seconds",
        ayse.say(do="stand in")["text"],
    )
    assert not table.chairs[table.names.index("Bora")].stood_in


def test_a_spectator_who_leaves_changes_nothing() -> None:
    """What people want stays wanted."""
    table, people = table_of_two("partnership")
    third = people[1]
    table.leave(third.guest)
    watcher = Seen(table, None)
    table.wishes["stand in"].add(table.chairs[0])
    table.leave(watcher.guest)
    assert table.wishes["stand in"] == {table.chairs[0]}


def test_a_stand_in_ends_for_good(tmp_path: Path) -> None:
    """It is saved that somebody is back."""
    with closing(Store(tmp_path / "tables")) as store:
        hall = Hall(store, pause=60, patience=0)
        table = hall.open("classic", 0)
        token = table.sit("Ayşe")
        table.sit("Bora")
        table.chairs[table.names.index("Ayşe")].stood_in = True
        table.changed = lambda: store.save(table.id, *table.saved(), due=False)
        table.changed()
        table.join(Guest(lambda _: None), token)
        kept = store.load(table.id)
        assert kept is not None
        assert not any(chair[2] for chair in json.loads(kept[0])["chairs"])


def test_the_draw_is_told_by_where_players_sit() -> None:
    """All hear it with the first hand: names and cards as drawn (rule 1.7)."""
    table, (ayse, _) = table_of_two("partnership")
    draw = table.begun.draw if table.begun else None
    assert draw is not None
    told = ayse.told[-1]["draw"]
    first = [
        (table.names[draw.seating.index(player)], str(card))
        for player, card in draw.rounds[0]
    ]
    assert told[:4] == first
    assert len({name for name, _ in told}) == 4
    assert {name for name, _ in told[:2]} == {"Zeynep", "Kerem"}  # as they came


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Ayşe \n Nur ", "Ayşe Nur"),
        ("x" * 99, "x" * 24),
        ("\u202eevil\x00", "evil"),
        ("", "#1"),
        (None, "#1"),
    ],
)
def test_names_are_short_and_harmless(name: str | None, shown: str) -> None:
    """Only what can be read is left of a name."""
    with server() as client:
        asked = {"preset": "classic", "programs": 0, "name": name}
        table = client.post("/tables", json=asked).json()["table"]
        with connected(client, table, None) as watcher:
            assert [chair["name"] for chair in watcher.news["chairs"]] == [shown]


def test_there_is_an_end_to_tables_of_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """People can still open tables when programs have taken theirs."""

    async def use() -> None:
        with closing(Hall(Store(), pause=60)) as hall:
            for _ in range(2):
                hall.open("classic", 2)
            with pytest.raises(Refused, match="too many"):
                hall.open("classic", 2)
            assert hall.open("classic", 1).id not in hall.tables
            monkeypatch.setattr(hall_module, "MOST_TABLES", 3)
            with pytest.raises(Refused, match="too many"):
                hall.open("classic", 1)
            monkeypatch.setattr(hall_module, "MOST_TABLES", 9)
            monkeypatch.setattr(hall_module, "MOST_IN_MEMORY", 2)
            with pytest.raises(Refused, match="too many"):
                hall.open("classic", 1)

    monkeypatch.setattr(hall_module, "MOST_OF_PROGRAMS", 2)
    asyncio.run(use())


def test_the_guide_tells_all_that_clients_may_say() -> None:
    """Every message and every field of the table is explained."""
    guide = (ROOT / "docs" / "how-to" / "server.md").read_text("utf-8")
    for file, pattern in (
        ("tables", r'"do": ([^,}]*)'),
        ("server", r'"do"\) != (.*):'),
    ):
        source = (ROOT / "examples" / "web" / f"{file}.py").read_text("utf-8")
        for found in re.findall(pattern, source):
            for word in re.findall('"([a-z ]+)"', found):
                assert f'"do": "{word}"' in guide
    table, (ayse, _) = table_of_two()
    let_play(table, [ayse, _], 1)
    for field in ayse.told[-1]:
        assert f"`{field}`" in guide
