"""Hands as a game of OpenSpiel (extra `openspiel`)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Self

import attrs

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as _missing:  # pragma: no cover
    raise ModuleNotFoundError(
        "pisti.adapters.openspiel needs OpenSpiel, which the extra `openspiel`"
        " installs: pisti[openspiel]"
    ) from _missing

from pisti.adapters.observation import Layout, Piece
from pisti.adapters.payoffs import margins, widest_margin
from pisti.cards import DECK, Card, SeenCard
from pisti.dealing import new_game
from pisti.errors import DealError, NotationError, PistiError, shown
from pisti.notation import format_option, parse_option, preset_and_changes
from pisti.packs import Pack, cut
from pisti.play import apply_move, legal_moves
from pisti.scoring import score_hand
from pisti.state import State
from pisti.variants import CLASSIC, PLAYS, VARIANTS, Cut, Seat, Variant
from pisti.views import View
from pisti.views import view as view_of

__all__ = ["load_game", "parameters", "variant_of"]

_NAME: Final = "python_pisti"
_CARDS: Final = len(DECK)
_NONE: Final = "none"
"""For no options; some versions of OpenSpiel do not read an empty text."""
_COUNTS: Final = (Piece.HIDDEN_FACE_DOWN, Piece.CAPTURED_FACE_DOWN)
"""Pieces with columns for 1 to 3, and an empty row for 0."""
_MOST_CHANCE_NODES: Final = 1_000_000
"""A deal that has to be made again, or a cut, could be so any number of times."""

_GAME_TYPE: Final = pyspiel.GameType(
    short_name=_NAME,
    long_name="Pişti",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"preset": "classic", "options": _NONE},
)


def load_game(variant: Variant = CLASSIC) -> pyspiel.Game:
    """
    Give the game that is played at a table.

    It is what `pyspiel.load_game` gives for its `parameters`, and its states have a
    method `view` that gives what a seat may know as a `View`.

    Raises:
        VariantError: If *variant* is not a Variant.

    Examples:
        >>> from pisti import THREE_PLAYER
        >>> from pisti.adapters.openspiel import load_game
        >>> game = load_game(THREE_PLAYER)
        >>> game.num_players(), game.num_distinct_actions(), game.max_game_length()
        (3, 52, 48)
    """
    return pyspiel.load_game(_NAME, parameters(variant))


def parameters(variant: Variant) -> dict[str, str]:
    """
    Write a table as parameters of the game `python_pisti`.

    *preset* is the nearest preset, *options* what differs from it, as text: names and
    values as `pisti.notation` has them, such as `target: 101; cut: search`. There is no
    comma, which parts OpenSpiel's parameters; `card_points` has `+` instead. Where nothing
    differs, *options* is `none`.

    Raises:
        VariantError: If *variant* is not a Variant.

    Examples:
        >>> from attrs import evolve
        >>> from pisti import PARTNERSHIP
        >>> from pisti.adapters.openspiel import parameters
        >>> parameters(evolve(PARTNERSHIP, target=101, majority_points=5))
        {'preset': 'partnership', 'options': 'majority_points: 5; target: 101'}
    """
    preset, changes = preset_and_changes(variant)
    options = [
        f"{name}: {format_option(value).replace(',', ' +')}"
        for name, value in changes.items()
    ]
    return {"preset": preset, "options": "; ".join(options) or _NONE}


def variant_of(parameters: Mapping[str, str]) -> Variant:
    """
    Read a table from parameters of the game; what is missing is as in `CLASSIC`.

    Raises:
        NotationError: If there is no such preset, an option is none or has no such
            value, or one is given twice.
        VariantError: If a mix of options is impossible.

    Examples:
        >>> from pisti.adapters.openspiel import variant_of
        >>> variant_of({"preset": "xeri", "options": "hand_size: 4"}).hand_size
        4
    """
    name = parameters.get("preset", "classic")
    if name not in VARIANTS:
        raise NotationError(
            f"no preset {shown(name)}, only {', '.join(VARIANTS)}", text=name
        )
    changes: dict[str, Any] = {}
    options = parameters.get("options", _NONE)
    for entry in options.split(";") if options != _NONE else ():
        if not entry.strip():
            continue
        option, _, value = [part.strip() for part in entry.partition(":")]
        if option in changes:
            raise NotationError(f"{shown(option)} is given twice", text=option)
        changes[option] = parse_option(option, value.replace("+", ","))
    return attrs.evolve(VARIANTS[name], **changes)


class _Shared:
    """What never changes, so that copies of a state share it."""

    def __deepcopy__(self, _: object) -> Self:
        """Give itself."""
        return self


@attrs.frozen
class _Play(_Shared):
    """A hand once its deal stands."""

    state: State


@attrs.frozen
class _Deal(_Shared):
    """A deal as far as chance has come: the dealer, the cards top first, the cuts."""

    variant: Variant
    dealer: Seat | None = None
    cards: tuple[Card, ...] = ()
    pack: Pack | None = None
    """The whole pack, once it is shuffled and until it is cut."""

    @property
    def outcomes(self) -> Sequence[int]:
        """What chance can do next, each as likely."""
        if self.dealer is None:
            return range(self.variant.players)
        if self.pack is not None:
            return range(1, _CARDS)
        taken = set(self.cards)
        return [place for place, card in enumerate(DECK) if card not in taken]

    def tell(self, outcome: int) -> str:
        """Say what chance does."""
        if self.dealer is None:
            return f"dealer {outcome}"
        return f"cut {outcome}" if self.pack is not None else f"card {DECK[outcome]}"

    def after(self, outcome: int) -> "_Deal | _Play":
        """Let chance do that."""
        if self.dealer is None:
            return attrs.evolve(self, dealer=outcome)
        if self.pack is not None:
            return self._cut(self.pack, outcome)
        cards = (*self.cards, DECK[outcome])
        if len(cards) < _CARDS:
            return attrs.evolve(self, cards=cards)
        if self.variant.cut is Cut.NONE:
            return self._deal(Pack(cards))
        return attrs.evolve(self, cards=cards, pack=Pack(cards))

    def _cut(self, pack: Pack, at: int) -> "_Deal | _Play":
        try:
            after = cut(pack, at, self.variant)
        except DealError as another_cut:
            return attrs.evolve(self, pack=another_cut.deck)
        return self._deal(after)

    def _deal(self, pack: Pack) -> "_Deal | _Play":
        try:
            return _Play(new_game(self.variant, deck=pack, dealer=self.dealer))
        except DealError:  # a void deal: begin with the shuffle (3.7, 3.9 and 3.11)
            return _Deal(self.variant, self.dealer)


class _Game(pyspiel.Game):
    """The game at one table."""

    def __init__(self, parameters: Mapping[str, str] | None = None) -> None:
        self.variant: Final = variant_of(parameters or {})
        widest = widest_margin(self.variant)
        information = pyspiel.GameInfo(
            num_distinct_actions=_CARDS,
            max_chance_outcomes=_CARDS,
            num_players=self.variant.players,
            min_utility=-widest,
            max_utility=widest,
            utility_sum=0.0,
            max_game_length=PLAYS,
        )
        super().__init__(_GAME_TYPE, information, parameters or {})

    def new_initial_state(self) -> "_State":
        """Give the state before chance has said who deals."""
        return _State(self)

    def max_chance_nodes_in_history(self) -> int:
        """Bound what has no bound: void deals, and cuts that show a jack."""
        return _MOST_CHANCE_NODES

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> "_Observer":
        """Give the observer of all that one player knows, with the history or not."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        one_player = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or not one_player or not kind.public_info:
            raise PistiError("only all that one player knows can be observed")
        return _Observer(Layout(self.variant.players, history=kind.perfect_recall))


class _State(pyspiel.State):
    """A hand, from the choice of the dealer to the last play."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self._hand: _Deal | _Play = _Deal(game.variant)

    def view(self, player: Seat) -> View | None:
        """Give all that a player may know, or None as long as no deal stands."""
        hand = self._hand
        return view_of(hand.state, player) if isinstance(hand, _Play) else None

    def current_player(self) -> int:
        """Give the seat to play, or what stands for chance and for the end."""
        if isinstance(self._hand, _Deal):
            return pyspiel.PlayerId.CHANCE
        turn = self._hand.state.turn
        return pyspiel.PlayerId.TERMINAL if turn is None else turn

    def is_terminal(self) -> bool:
        """Say whether the hand is over."""
        return isinstance(self._hand, _Play) and self._hand.state.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give what chance can do, each as likely."""
        outcomes = self._hand.outcomes if isinstance(self._hand, _Deal) else ()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _legal_actions(self, _: int) -> list[int]:
        """Give the cards of the hand on turn by their places in DECK."""
        moves = legal_moves(self._hand.state) if isinstance(self._hand, _Play) else ()
        return sorted(map(DECK.index, moves))

    def _apply_action(self, action: int) -> None:
        """Do what chance does, or play a card."""
        if isinstance(self._hand, _Deal):
            self._hand = self._hand.after(action)
        else:
            self._hand = _Play(apply_move(self._hand.state, DECK[action]))

    def _action_to_string(self, _: int, action: int) -> str:
        """Name a card that is played, or what chance does."""
        if isinstance(self._hand, _Deal):
            return self._hand.tell(action)
        return str(DECK[action])

    def returns(self) -> list[float]:
        """Give the margin by seat once the hand is over, before that zeros."""
        if not isinstance(self._hand, _Play) or not self._hand.state.is_over:
            return [0.0] * self.num_players()
        return margins(self._hand.state.variant, score_hand(self._hand.state).totals)

    def __str__(self) -> str:
        """Tell all of it, for whoever debugs."""
        hand = self._hand
        if isinstance(hand, _Deal):
            return f"dealer {hand.dealer}, pack {_text(hand.cards)}, cut {hand.pack}"
        setup, plays = hand.state.setup, hand.state.plays
        return f"dealer {setup.dealer}, {setup.pack}, plays {_text(plays)}"


class _Observer:
    """Writes what a player knows; with the history, all of it and its order."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = {
            piece.value: self.tensor[layout.slices[piece]].reshape(shape)
            for piece, shape in layout.shapes.items()
        }

    def set_from(self, state: _State, player: Seat) -> None:
        """Write the tensor; before the deal it is zero."""
        self.tensor.fill(0)
        view = state.view(player)
        if view is not None:
            self.tensor[self.layout.ones(view)] = 1

    def string_from(self, state: _State, player: Seat) -> str:
        """Write a text; with the history, it is equal if and only if the view is."""
        view = state.view(player)
        if view is None:
            return "before the deal"
        return _all_known(view) if self.layout.history else self._position(view)

    def _position(self, view: View) -> str:
        """Write the pieces of the tensor, each as its rows."""
        entries = [f"seat: {view.seat}"]
        for piece, rows in self.layout.rows(view).items():
            told = [_text(self._read(piece, row)) for row in rows]
            entries.append(f"{piece}: {' | '.join(told)}".rstrip())
        return "\n".join(entries)

    def _read(self, piece: Piece, row: Sequence[int]) -> Iterable[Card | int]:
        """Give what a row of the tensor says: cards, a count, or a number or seat."""
        if self.layout.shapes[piece][1] == _CARDS:
            return [DECK[column] for column in row]
        if piece in _COUNTS:
            return [column + 1 for column in row] or [0]
        return row


def _all_known(view: View) -> str:
    """Write what has come to be known; from it and the table all else follows."""
    entries = {
        "seat": str(view.seat),
        "dealer": str(view.dealer),
        "cutter saw": "?" if view.cutter_saw is None else _text(view.cutter_saw),
        "kept": _text([view.kept] if view.kept else []),
        "bottom": _text(view.bottom),
        "opening": _text(view.opening),
        "beside": _text(view.beside),
        "passed": _text(view.passed),
        "buried": _text(view.buried),
        "packets": _text([card for packet in view.packets for card in packet]),
        "plays": _text(view.plays),
    }
    return "\n".join([f"{name}: {entry}".rstrip() for name, entry in entries.items()])


def _text(values: Iterable[SeenCard | int]) -> str:
    return " ".join(["?" if value is None else str(value) for value in values])


pyspiel.register_game(_GAME_TYPE, _Game)
