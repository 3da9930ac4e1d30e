"""
A server's table without a network: every client is sent what its seat may know.

Needs the extra `wire`:

    python -m pip install ".[wire]" && python examples/server_loop.py
"""

import json
from collections.abc import Iterable, Sequence
from random import Random

import pisti
from pisti import (
    PARTNERSHIP,
    Card,
    Draw,
    Event,
    NotationError,
    PistiError,
    Seat,
    State,
    View,
    wire,
)
from pisti.records import Record, dumps, loads, replay


class Client:
    """A player's program: it sees nothing but the messages that it is sent."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.inbox: list[str] = []

    def latest_view(self) -> View:
        """Read the newest view."""
        message = json.loads(self.inbox[-1])
        match wire.from_data(message["view"]):
            case View() as view:
                return view
            case other:
                raise TypeError(f"not a view but {type(other).__name__}")

    def latest_answer(self) -> str:
        """Read what the server said last."""
        answer: str = json.loads(self.inbox[-1])["answer"]
        return answer

    def play(self, card: Card) -> str:
        """Write a move: the card, and the moment at which it was chosen."""
        moment = json.loads(self.inbox[-1])["moment"]
        return json.dumps({"card": str(card), "moment": moment})


class Table:
    """A match at the server, which alone knows the states."""

    def __init__(
        self, hand: Sequence[State], earlier: Sequence[State], draw: Draw | None
    ) -> None:
        self.hand = list(hand)
        self.earlier = list(earlier)
        self.draw = draw
        self.clients = [Client(seat) for seat in range(len(hand[0].hands))]
        self.undo_wanted_by: set[Seat] = set()
        self.undone = 0
        for client in self.clients:
            self.send(client)

    @classmethod
    def open(cls, rng: Random | None = None) -> "Table":
        """
        Open a table and deal the first hand.

        A real server gives no rng: an int as seed could be guessed from the cards.
        """
        match = pisti.new_match(PARTNERSHIP, rng=rng)
        return cls([match.deal(rng=rng)], (), match.draw)

    @classmethod
    def resume(cls, text: str) -> "Table":
        """Go on from a record, which is played again and so can hold nothing wrong."""
        record = loads(text)
        *earlier, last = record.states
        hand = [state for state, _ in replay(record) if state.setup == last.setup]
        return cls(hand, earlier, record.draw)

    def record(self) -> Record:
        """Record all that has been dealt and played."""
        states = (*self.earlier, self.hand[-1])
        return Record.of(*states, draw=self.draw, tags={"Site": "Kadıköy"})

    @property
    def moment(self) -> list[int]:
        """Hands before this one, undos and plays: no two moments are the same."""
        return [len(self.earlier), self.undone, self.hand[-1].ply]

    def send(
        self, client: Client, *, events: Iterable[Event] = (), answer: str = ""
    ) -> None:
        """Send a client its own view, and the events as its seat may know them."""
        view = pisti.view(self.hand[-1], client.seat)
        message = {
            "answer": answer,
            "moment": self.moment,
            "events": [
                wire.to_data(pisti.redact(event, client.seat)) for event in events
            ],
            "view": wire.to_data(view),
        }
        client.inbox.append(json.dumps(message, ensure_ascii=False))

    def receive(self, seat: Seat, text: str) -> None:
        """Take a client's move; whatever is wrong with it, the table is unharmed."""
        client, state = self.clients[seat], self.hand[-1]
        try:
            card, moment = read_move(text)
            if moment != self.moment:
                # Sent twice, or chosen before the table had moved on.
                self.send(client, answer=f"stale: it is ply {state.ply} now")
                return
            after, events = pisti.step(state, card, seat=seat)
        except PistiError as error:
            self.send(client, answer=f"refused: {pisti.describe(error)}")
            return
        self.hand.append(after)
        self.undo_wanted_by.clear()
        for other in self.clients:
            self.send(other, events=events)

    def learned_since_last_play(self, seat: Seat) -> tuple[Card, ...]:
        """Give the cards that a seat has seen by the last play, and cannot forget."""
        before, after = (pisti.view(state, seat) for state in self.hand[-2:])
        return tuple(card for card in before.unseen if card not in after.unseen)

    def want_undo(self, seat: Seat) -> bool:
        """Take the last play back once everybody wants it; states are never lost."""
        if len(self.hand) == 1:
            return False
        self.undo_wanted_by.add(seat)
        if len(self.undo_wanted_by) < len(self.clients):
            return False
        self.hand.pop()
        self.undone += 1
        self.undo_wanted_by.clear()
        for client in self.clients:
            self.send(client, answer="taken back")
        return True

    def next_hand(self, rng: Random | None = None) -> None:
        """Deal the next hand, once this one is finished."""
        state, events = self.record().match.start(rng=rng)
        self.earlier.append(self.hand[-1])
        self.hand = [state]
        for client in self.clients:
            self.send(client, events=events)


def read_move(text: str) -> tuple[Card, object]:
    """Read a client's move, whatever the client may have sent."""
    try:
        message = json.loads(text[:1000])
        card, moment = message["card"], message["moment"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise NotationError("not a move") from None
    return Card.parse(card), moment


def play_one(table: Table) -> tuple[Client, Card]:
    """Let the client on turn play its first card."""
    client = next(c for c in table.clients if c.latest_view().legal_moves)
    card = client.latest_view().legal_moves[0]
    table.receive(client.seat, client.play(card))
    return client, card


def main() -> None:
    """Play part of a hand, with everything that can go wrong at a table."""
    table = Table.open(Random(7))
    first = next(client for client in table.clients if client.latest_view().legal_moves)
    message = first.play(first.latest_view().legal_moves[0])
    table.receive(first.seat, message)
    print(f"Seat {first.seat} plays {first.latest_view().plays[0]}.")

    print("The same message again:")
    table.receive(first.seat, message)
    print(f"  {first.latest_answer()}")
    print("Out of turn:")
    table.receive(first.seat, first.play(first.latest_view().hand[0]))
    print(f"  {first.latest_answer()}")
    print("A card of somebody else, and nonsense:")
    second = table.clients[first.latest_view().turn or 0]
    table.receive(second.seat, second.play(first.latest_view().hand[0]))
    print(f"  {second.latest_answer()}")
    table.receive(second.seat, '{"card": "the joker"}')
    print(f"  {second.latest_answer()}")

    last, card = play_one(table)
    while last.latest_view().round == 1:
        last, card = play_one(table)
    print(f"Seat {last.seat} plays {card}, and the next round is dealt.")
    print("All want it back, though it has shown them:")
    for client in table.clients:
        learned = table.learned_since_last_play(client.seat)
        print(f"  seat {client.seat}: {' '.join(map(str, learned))}")
    print(f"  taken back: {[table.want_undo(seat) for seat in range(4)]}")

    table = Table.resume(dumps(table.record()))
    print(f"The server starts anew at ply {table.hand[-1].ply}.")
    while not table.hand[-1].is_over:
        play_one(table)
    scores = {client.latest_view().score for client in table.clients}
    print(f"At the end everybody sees the same score: {len(scores) == 1}.")
    table = Table.resume(dumps(table.record()))
    table.next_hand(Random(8))
    totals = table.record().match.totals
    print(f"The match stands at {totals}; seat {table.hand[0].dealer} deals.")


if __name__ == "__main__":
    main()
