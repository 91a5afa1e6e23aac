"""A state machine over `Game`: whatever a player does, in any order, the laws of the game hold."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal, cast

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from klondike import CARDS, Card, Deal, Game, GameOver, Help, IllegalMove, KlondikeError, Outcome, Rules
from tests.klondike.naive import NaiveTable, Variant, naive_deck
from tests.klondike.tables import EVERY_MOVE
from tests.strategies import PRESETS, deals

if TYPE_CHECKING:
    from klondike.position import Position

LINES: list[dict[str, Any]] = [
    golden
    for golden in json.loads((Path(__file__).parent / "golden" / "golden_logs.json").read_text("utf-8"))
    if golden["outcome"] == "won"
]


def on_table(game: Game) -> list[Card]:
    """List every card on the table, face down and home ones too."""
    at = game._state.position
    lying = [card for column in at.columns for card in column.down + column.up]
    home = [CARDS[suit * 13 + rank] for suit in range(4) for rank in range(at.foundations[suit])]
    return [*lying, *at.stock, *at.waste, *home]


def observed(game: Game) -> dict[str, object]:
    """Give everything that a caller can see of a game."""
    names = ("view", "score", "booked", "assisted", "undoable", "redoable", "moves", "log", "legal_moves")
    return {name: getattr(game, name) for name in names} | {"outcome": game.outcome()}


def with_other_hidden_cards(game: Game, random: Random) -> Game:
    """Replay a game's log on a deal in which the cards that were never seen have changed places."""
    unseen = [at for at, card in enumerate(game.deal.cards) if not game._seen & card.bit]
    cards = list(game.deal.cards)
    for at, card in zip(unseen, random.sample([cards[at] for at in unseen], len(unseen)), strict=True):
        cards[at] = card
    return Game.replay(Deal.from_cards(" ".join(map(str, cards))), game.rules, game.log)


def refusals(game: Game, moves: list[Any]) -> list[str]:
    """Give what a game says to moves that it refuses."""
    said = []
    for move in moves:
        try:
            game.push(move)
        except IllegalMove as error:
            said.append(f"{error} {error.reason} {error.card!r} {error.onto!r}")
    return said


class Table:
    """The second rule book's game: a stack of its tables for undo, one for redo."""

    def __init__(self, number: int, rules: Rules) -> None:
        letter = cast('Literal["N", "V", "C", "T", "B"]', rules.letter)
        self.now = NaiveTable.deal(naive_deck(number), Variant(rules.draw, letter))
        self.before: list[NaiveTable] = []
        self.undone: list[NaiveTable] = []
        self.limit = rules.undo_limit

    def act(self, text: str) -> None:
        """Make a move or finish."""
        self.before.append(self.now.copy())
        if self.limit is not None:
            self.before = self.before[-self.limit :]
        self.undone = []
        if text == "finish":
            self.now.finish()
        else:
            self.now.play(text)

    def undo(self) -> None:
        """Take the last action back."""
        self.undone.append(self.now)
        self.now = self.before.pop()

    def redo(self) -> None:
        """Play the action that was undone last again."""
        self.before.append(self.now)
        self.now = self.undone.pop()


class Play(RuleBasedStateMachine):
    """One game under a preset, acted on in every way; `Play.variant` is set by each test."""

    variant: Rules

    @initialize(deal=deals())
    def fresh(self, deal: Deal) -> None:
        """Start a new game."""
        self.start(deal)

    def start(self, deal: Deal) -> None:
        """Begin with nothing played."""
        assert deal.number is not None
        self.game = Game(deal, self.variant)
        self.model = Table(deal.number, self.variant)
        self.ever_home_clean: set[Card] = set()
        self.booked_when_assisted: int | None = None
        self.random = Random(deal.number)

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return self.game.outcome() is not None

    def push(self, text: str) -> None:
        """Make a move in both games."""
        self.game._replay_token(text)
        self.model.act(text)
        self.note()

    def note(self) -> None:
        """Keep what the law of money is about; called after every single action."""
        if self.game.assisted:
            if self.booked_when_assisted is not None:
                assert self.game.booked <= self.booked_when_assisted
            self.booked_when_assisted = self.game.booked
        else:
            heights = self.game._state.position.foundations
            self.ever_home_clean |= {card for card in CARDS if card.rank <= heights[card.suit]}
            assert self.game.booked == self.game.score

    @precondition(lambda self: not self.over)
    @rule(choice=st.integers(0, 10**6), times=st.integers(1, 4))
    def move(self, choice: int, times: int) -> None:
        """Make a few legal moves."""
        for _ in range(times):
            moves = self.game.legal_moves
            if moves and not self.over:
                self.push(str(moves[choice % len(moves)]))

    @precondition(lambda self: not self.over)
    @rule()
    def send_home(self) -> None:
        """Send the first card that fits up."""
        for move in self.game.legal_moves:
            if str(move).endswith("f"):
                self.push(str(move))
                break

    @precondition(lambda self: not self.over)
    @rule()
    def draw_to_the_end(self) -> None:
        """Draw until the stock is empty."""
        while self.game.view.stock:
            self.push("d")

    @precondition(lambda self: not self.over)
    @rule(choices=st.lists(st.integers(0, len(EVERY_MOVE) - 1), min_size=1, max_size=20))
    def refused(self, choices: list[int]) -> None:
        """Try moves that are not legal: refused, and nothing has changed."""
        before, seen, undo = observed(self.game), self.game._seen, list(self.game._undo)
        legal = set(self.game.legal_moves)
        for move in (EVERY_MOVE[choice] for choice in choices):
            if move not in legal:
                with pytest.raises(IllegalMove):
                    self.game.push(move)
        assert (observed(self.game), self.game._seen, list(self.game._undo)) == (before, seen, undo)

    @precondition(lambda self: not self.over and self.game.undoable)
    @rule(count=st.integers(1, 6))
    def undo(self, count: int) -> None:
        """Take actions back one by one and find each table of before."""
        for _ in range(min(count, self.game.undoable)):
            assert self.game.undo() == 1
            self.model.undo()
            self.note()

    @precondition(lambda self: not self.over and self.game.redoable)
    @rule(count=st.integers(1, 6))
    def redo(self, count: int) -> None:
        """Play undone actions again."""
        for _ in range(min(count, self.game.redoable)):
            assert self.game.redo() == 1
            self.model.redo()
            self.note()

    @precondition(lambda self: not self.over and self.game.undoable)
    @rule()
    def undo_then_redo(self) -> None:
        """Undo and redo is identity: position, score, paid cards, pass, count of moves."""
        before = self.game._state, self.game.undoable, self.game.redoable, self.game.legal_moves
        self.game.undo()
        self.note()
        self.game.redo()
        self.note()
        assert (self.game._state, self.game.undoable, self.game.redoable, self.game.legal_moves) == before

    @precondition(lambda self: not self.over)
    @rule(choice=st.integers(0, 10**6))
    def move_then_undo(self, choice: int) -> None:
        """Find a move and its undo to be identity too."""
        moves = self.game.legal_moves
        if not moves:
            return
        before = self.game._state
        self.push(str(moves[choice % len(moves)]))
        if not self.over:
            self.game.undo()
            self.model.undo()
            self.note()
            assert self.game._state == before

    @precondition(lambda self: not self.over)
    @rule(kind=st.sampled_from(Help), often=st.integers(0, 4))
    def help(self, kind: Help, often: int) -> None:
        """Ask for help now and then."""
        if often == 0:
            self.game.take_help(kind)
            self.note()

    @precondition(lambda self: not self.over and self.game.view.can_finish)
    @rule()
    def finish(self) -> None:
        """Finish where it is offered, and win."""
        self.push("finish")
        assert self.game.outcome() is Outcome.WON

    @precondition(lambda self: not self.over and not self.game.view.can_finish)
    @rule()
    def finish_too_early(self) -> None:
        """Finish is refused elsewhere."""
        before = observed(self.game)
        with pytest.raises(IllegalMove):
            self.game.finish()
        assert observed(self.game) == before

    @precondition(lambda self: self.over)
    @rule(choice=st.integers(0, len(EVERY_MOVE) - 1))
    def after_the_end(self, choice: int) -> None:
        """Try to act on a game that is over: it is final."""
        before = observed(self.game)
        for act in (
            lambda: self.game.push(EVERY_MOVE[choice]),
            self.game.undo,
            self.game.redo,
            self.game.finish,
        ):
            with pytest.raises(GameOver):
                act()
        assert observed(self.game) == before

    @precondition(lambda self: not self.over)
    @rule(often=st.integers(0, 30))
    def resign(self, often: int) -> None:
        """Give up, rarely."""
        if often == 0:
            self.game.resign()
            assert self.game.outcome() is Outcome.GIVEN_UP

    @invariant()
    def fifty_two_cards(self) -> None:
        """No card is lost, doubled or invented."""
        assert len(on_table(self.game)) == 52
        assert set(on_table(self.game)) == set(CARDS)

    @invariant()
    def agrees_with_the_second_rule_book(self) -> None:
        """Piles, score, pass and lists are those of the plain re-implementation."""
        at, now = self.game._state.position, self.model.now
        assert plain(at) == (
            [[(slot.card, slot.face_up) for slot in column] for column in now.columns],
            now.stock,
            now.waste,
            [len(home) for home in now.homes.values()],
        )
        assert (self.game.score, at.turns + 1) == (now.score, now.passed)
        if not self.over:
            assert self.game.view.can_finish is now.finishable()
            assert (self.game.undoable, self.game.redoable) == (
                len(self.model.before),
                len(self.model.undone),
            )

    @invariant()
    def each_card_pays_once(self) -> None:
        """In normal and Vegas the score never holds a card twice, whatever went up and down."""
        tally, letter = self.game._state.tally, self.variant.letter
        if letter == "V":
            assert tally.score == 5 * tally.paid.bit_count() - 52
        if letter == "N":
            assert 0 <= tally.score <= 10 * tally.paid.bit_count() + 5 * (21 + 24)

    @invariant()
    def the_law_of_money(self) -> None:
        """Booked is at most five dollars a distinct card that was home while clean, less the buy-in."""
        if self.variant.books_money:
            assert self.game.booked <= 5 * len(self.ever_home_clean) - 52

    @invariant()
    def a_replay_is_the_game(self) -> None:
        """Deal, rules and log alone rebuild everything."""
        again = Game.replay(self.game.deal, self.variant, self.game.log)
        assert observed(again) == observed(self.game)
        assert again._seen == self.game._seen

    @invariant()
    def hidden_cards_change_nothing(self) -> None:
        """Other cards where the player has never looked: same view, same moves, same words."""
        other = with_other_hidden_cards(self.game, self.random)
        assert (other.view, other.legal_moves) == (self.game.view, self.game.legal_moves)
        assert (other.score, other.booked, other.assisted) == (
            self.game.score,
            self.game.booked,
            self.game.assisted,
        )
        legal = set(self.game.legal_moves)
        tries = [move for move in self.random.sample(EVERY_MOVE, 60) if move not in legal]
        assert refusals(other, tries) == refusals(self.game, tries)


def plain(at: Position) -> tuple[object, ...]:
    """Write a position in the second rule book's way."""
    columns = [
        [(str(card), False) for card in column.down] + [(str(card), True) for card in column.up]
        for column in at.columns
    ]
    return columns, [str(card) for card in at.stock], [str(card) for card in at.waste], list(at.foundations)


class NearTheEnd(Play):
    """The same from late in a recorded won game, so that wins, finish and full foundations are reached."""

    @initialize(line=st.integers(0, 10**6), left=st.integers(0, 60))
    def late(self, line: int, left: int) -> None:
        """Play a recorded line up to a few actions before its win."""
        lines = [golden for golden in LINES if golden["rules"] == str(self.variant)]
        golden = lines[line % len(lines)]
        self.start(Deal(golden["number"]))
        tokens = golden["log"].split()
        for token in tokens[: max(0, len(tokens) - 1 - left)]:
            if token in {"u", "redo"}:
                self.game._replay_token(token)
                (self.model.undo if token == "u" else self.model.redo)()  # noqa: S105 - a token of the log
                self.note()
            elif token in {"hint", "code"}:
                self.game._replay_token(token)
                self.note()
            else:
                self.push(token)

    fresh = None  # type: ignore[assignment] # the late start takes its place


LATE = sorted({golden["rules"] for golden in LINES})


def run(machine: type[Play], rules: Rules, examples: int, steps: int) -> None:
    """Run a machine under some rules."""
    bound = type(machine.__name__, (machine,), {"variant": rules})
    run_state_machine_as_test(
        bound,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_the_laws_of_the_game_hold_from_the_deal_on(rules: Rules) -> None:
    """Every invariant of the machine, under every preset, from a fresh deal."""
    run(Play, rules, 12, 25)


@pytest.mark.parametrize("rules", LATE)
def test_the_laws_of_the_game_hold_near_its_end(rules: str) -> None:
    """The same from the last sixty actions of recorded games, where games are won."""
    run(NearTheEnd, Rules.parse(rules), 8, 15)


def test_every_error_of_the_engine_is_a_klondike_error() -> None:
    """One base class catches all that a player can cause."""
    assert issubclass(IllegalMove, KlondikeError)
