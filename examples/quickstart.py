"""Play a hand for two and a partnership match to 151, and tell all of it."""

import sys
from collections.abc import Iterable

import pisti
from pisti import CLASSIC, PARTNERSHIP, Card, Event, HandScore, Rule, State


def main() -> None:
    """Play both with fixed seeds, so that every run prints the same."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8")
    print("== A hand for two, by the classic rules ==")
    state = play_out(*pisti.start(CLASSIC, rng=7))
    tell_score(pisti.score_hand(state))

    print("\n== A partnership match to 151 ==")
    match = pisti.new_match(PARTNERSHIP, rng=7)
    while not match.is_over:
        print(f"\n-- Hand {len(match.scores) + 1} --")
        state = play_out(*match.start(rng=7))
        match = match.add(state)
        tell_score(match.scores[-1])
        for side, total in enumerate(match.totals):
            print(f"Side {side} has {total} points in the match:")
            print(pisti.tally(total))
    for side in match.winners:
        print(f"\nSide {side} wins the match.")


def play_out(state: State, events: Iterable[Event]) -> State:
    """Play a hand to its end, and tell what happens."""
    tell(events)
    while not state.is_over:
        state, events = pisti.step(state, choose(state))
        tell(events)
    return state


def choose(state: State) -> Card:
    """Choose the first card that captures, or else the oldest card."""
    moves = pisti.legal_moves(state)
    for card in moves:
        play = state.ply + 1
        if pisti.judge(state.variant, pile=state.pile, card=card, play=play).captured:
            return card
    return moves[0]


def tell(events: Iterable[Event]) -> None:
    """Print a line for each event, with the rule that it follows."""
    for event in events:
        print(f"{event.rule.id:>5}  {sentence(event)}")


def sentence(event: Event) -> str:
    """Say what happened."""
    match event:
        case pisti.PackShuffled(seat=seat):
            return f"Seat {seat} shuffles."
        case pisti.PackCut(seat=seat):
            return f"Seat {seat} cuts the pack."
        case pisti.LayoutDealt(cards=cards):
            return f"{len(cards)} cards are dealt to the table."
        case pisti.PacketsDealt(round=number):
            return f"The cards of round {number} are dealt."
        case pisti.BottomCardShown(card=card):
            return f"The bottom card is {card}."
        case pisti.JackPassed(card=card):
            return f"{card} is turned up and passed over."
        case pisti.JackBuried(card=card):
            return f"{card} is turned up and buried under the stock."
        case pisti.UpCardTurned(card=card):
            return f"The up-card is {card}."
        case pisti.Redeal(cards=cards):
            return f"The deal is void because of {text(cards)}."
        case pisti.CardPlayed(seat=seat, card=card, ply=ply):
            return f"{ply}. Seat {seat} plays {card}."
        case pisti.PileCaptured(seat=seat, card=card, pile=pile, hidden=hidden):
            taken = text((*pile, card))
            more = f" and {len(hidden)} cards of the layout" if hidden else ""
            return f"   Seat {seat} takes {taken}{more}: {reason(event)}."
        case pisti.ResidueAwarded(seat=seat, cards=cards):
            return f"Seat {seat} captured last and takes {text(cards)}."
        case pisti.HandOver():
            return "The hand is over."


def reason(event: pisti.PileCaptured) -> str:
    """Say why a capture earned a bonus, or why not."""
    if event.bonus:
        return f"{event.rule.title().lower()}, {event.bonus} points"
    if len(event.pile) == 1:
        return f"no bonus, {event.rule.title().lower()}"
    return f"no bonus, not exactly one card on the table (rule {Rule.LONE_CARD.id})"


def tell_score(score: HandScore) -> None:
    """Print a score line by line."""
    print("Score:")
    for line in score.lines:
        title = line.rule.title()
        print(
            f"{line.rule.id:>5}  side {line.side}  {line.points:>3}"
            f"  {title}  {text(line.cards)}".rstrip()
        )
    for side, total in enumerate(score.totals):
        print(f"       side {side}  {total:>3}  in all, {score.counts[side]} cards")


def text(cards: Iterable[Card]) -> str:
    """Name cards."""
    return " ".join(map(str, cards))


if __name__ == "__main__":
    main()
