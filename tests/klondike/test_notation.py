"""How typed lines are read (DESIGN.md section 3), whatever people and programs send."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from klondike import Card, Deal, Game, KlondikeError, Pile
from klondike.errors import NotationError, NotationFault
from klondike.intents import (
    DoubleTap,
    DrawIntent,
    DrawTo,
    EmptyColumn,
    FinishIntent,
    MoveIntent,
    RecycleIntent,
    RedoIntent,
    Tap,
    UndoIntent,
)
from klondike.line import play_line
from klondike.moves import Move
from klondike.notation import MAX_ACTIONS, MAX_LENGTH, parse, resolve
from tests.strategies import PRESETS, play_at_random

if TYPE_CHECKING:
    from collections.abc import Callable

    from klondike.intents import Intent

SEVEN_H, EIGHT_S, KING_D = map(Card.parse, ("7h", "8s", "kd"))

KINDS: list[tuple[str, Intent]] = [
    ("d", DrawIntent()),
    ("s", DrawIntent()),
    ("d1", DrawIntent(1, may_recycle=False)),
    ("d3", DrawIntent(3, may_recycle=False)),
    ("d 7h", DrawTo(SEVEN_H)),
    ("r", RecycleIntent()),
    ("u", UndoIntent()),
    ("u3", UndoIntent(3)),
    ("redo", RedoIntent()),
    ("redo3", RedoIntent(3)),
    ("finish", FinishIntent()),
    ("35", MoveIntent(Pile.COLUMN_3, Pile.COLUMN_5)),
    ("35x2", MoveIntent(Pile.COLUMN_3, Pile.COLUMN_5, 2)),
    ("wf", MoveIntent(Pile.WASTE, Pile.FOUNDATION)),
    ("wfs", MoveIntent(Pile.WASTE, Pile.SPADES)),
    ("fh4", MoveIntent(Pile.HEARTS, Pile.COLUMN_4)),
    ("f4", MoveIntent(Pile.FOUNDATION, Pile.COLUMN_4)),
    ("7h 8s", MoveIntent(SEVEN_H, EIGHT_S)),
    ("7h 5", MoveIntent(SEVEN_H, Pile.COLUMN_5)),
    ("3:2 8s", MoveIntent(Pile.COLUMN_3, EIGHT_S, 2)),
    ("kd e", MoveIntent(KING_D, EmptyColumn.FIRST)),
    ("w", Tap(Pile.WASTE)),
    ("7h", Tap(SEVEN_H)),
    ("33", DoubleTap(Pile.COLUMN_3)),
    ("7h 7h", DoubleTap(SEVEN_H)),
]

READINGS: list[tuple[str, str]] = [
    # canonical texts
    ("d", "d"),
    ("r", "r"),
    ("wf", "wf"),
    ("w5", "w5"),
    ("3f", "3f"),
    ("35x2", "35x2"),
    ("fh4", "fh4"),
    ("u", "u"),
    ("redo", "redo"),
    ("finish", "finish"),
    ("d d wf 2f 13x1 fs3 u redo r w5", "d; d; wf; 2f; 13x1; fs3; u; redo; r; w5"),
    # drawing
    ("D", "d"),
    ("draw", "d"),
    ("s", "d"),
    ("dd", "d; d"),
    ("ss", "d; d"),
    ("s s", "d; d"),
    ("sw", "sw"),
    ("d3", "d3"),
    ("d*3", "d3"),
    ("dx3", "d3"),
    ("d × 3", "d3"),
    ("draw3", "d3"),
    ("draw 3", "d3"),
    ("d1", "d1"),
    ("d 3", "d; 3"),
    ("d 35", "d; 35"),
    ("d 7h", "d 7h"),
    ("d7h", "d 7h"),
    ("d>7h", "d 7h"),
    ("draw 7♥", "d 7h"),
    ("d3d", "d 3d"),
    ("d10h", "d 10h"),
    ("d;7h", "d; 7h"),
    ("d 7h 8s", "d; 7h 8s"),
    ("d 7h; 8s", "d 7h; 8s"),
    ("d 7h 8s 35", "d; 7h 8s; 35"),
    ("d 7h w5", "d 7h; w5"),
    ("d 7h8s", "d; 7h 8s"),
    ("recycle", "r"),
    ("ws", "w s"),
    # undo, redo, finish
    ("undo", "u"),
    ("uu", "u; u"),
    ("u3", "u3"),
    ("u*3", "u3"),
    ("undo3", "u3"),
    ("undo 3", "u3"),
    ("undo 10", "u10"),
    ("u 3", "u; 3"),
    ("undo 35", "u; 35"),
    ("undo 3 5", "u; 35"),
    ("undo 3 5 7", "u; 35; 7"),
    ("undo 35 7", "u; 35; 7"),
    ("undo 3; 5", "u3; 5"),
    ("undo 3 35", "u3; 35"),
    ("redo 2 > 5", "redo; 25"),
    ("redo3", "redo3"),
    ("redo 2", "redo2"),
    ("redo 2 d", "redo2; d"),
    ("Finish", "finish"),
    # columns
    ("35", "35"),
    ("3 5", "35"),
    ("3>5", "35"),
    ("3-5", "35"),
    ("3→5", "35"),
    ("3,5", "35"),
    ("3 -> 5", "35"),
    ("3 – 5", "35"),
    ("3 ➡️ 5", "35"),
    ("35*2", "35x2"),
    ("35 x2", "35x2"),
    ("3 5 X 2", "35x2"),
    ("3:2 5", "35x2"),
    ("3:2>5", "35x2"),
    ("3x2 5", "35x2"),
    ("7 3:2 5", "7; 35x2"),
    # cards
    ("5d", "5d"),
    ("5 d", "5; d"),
    ("5d d", "5d; d"),
    ("5s", "5s"),
    ("5 s", "5 s"),
    ("7h 8s", "7h 8s"),
    ("7h8s", "7h 8s"),
    ("7H→8S", "7h 8s"),
    ("7h,8s", "7h 8s"),
    ("7♥ 8♠", "7h 8s"),
    ("7♥️8♠️", "7h 8s"),
    ("7♡ 8♤", "7h 8s"),
    ("10s 9h", "10s 9h"),
    ("ts9h", "10s 9h"),
    ("110s", "1 10s"),
    ("7h 5", "7h 5"),
    ("7hf", "7h f"),
    ("w 8s", "w 8s"),
    ("w5d", "w 5d"),
    ("35d", "3 5d"),
    ("3:2 8s", "3:2 8s"),
    ("kd e", "kd e"),
    ("kde", "kd e"),
    ("3e", "3e"),
    ("w e", "we"),
    # foundations
    ("wfs", "wfs"),
    ("w f♠", "wfs"),
    ("3fh", "3fh"),
    ("f 4", "f4"),
    ("fh>4", "fh4"),
    ("fs fh", "fsfh"),
    ("7h fh", "7h fh"),
    # taps
    ("w", "w"),
    ("3", "3"),
    ("ah", "ah"),
    ("ww", "ww"),
    ("33", "33"),
    ("3 3", "33"),
    ("7h 7h", "7h 7h"),
    ("7h7h", "7h 7h"),
    ("f", "f"),
    ("fsfs", "fsfs"),
    # several
    ("3 5 7", "35; 7"),
    ("35 7", "35; 7"),
    ("35 64", "35; 64"),
    ("3564", "35; 64"),
    ("35 w5", "35; w5"),
    ("35, w5", "35; w5"),
    ("w 35", "w; 35"),
    ("s w5", "d; w5"),
    ("d wf u", "d; wf; u"),
    ("35;64", "35; 64"),
    ("35\r\n64\n", "35; 64"),
    (" ;; 35 ; ", "35"),
    ("3;5", "3; 5"),
    ("wfwf", "wf; wf"),
    # as phones write
    ("３５", "35"),
    ("ｗ　５", "w5"),
    ("3️⃣5️⃣", "35"),
    ("3\u00a05", "35"),
    ("3\u20115", "35"),
    ("\u200e35\u200b", "35"),
]

FAULTS: list[tuple[str, NotationFault, str]] = [
    ("", NotationFault.EMPTY, ""),
    (" ;\n, ", NotationFault.EMPTY, ""),
    ("hello", NotationFault.UNKNOWN_WORD, "hello"),
    ("35 Hello, World", NotationFault.UNKNOWN_WORD, "Hello"),
    ("move 35", NotationFault.UNKNOWN_WORD, "move"),
    ("taxi", NotationFault.UNKNOWN_WORD, "taxi"),
    ("x2", NotationFault.UNKNOWN_WORD, "x2"),
    ("35x2x3", NotationFault.UNKNOWN_WORD, "35x2x3"),
    ("8", NotationFault.UNKNOWN_WORD, "8"),
    ("1d", NotationFault.UNKNOWN_WORD, "1d"),
    ("dwf", NotationFault.UNKNOWN_WORD, "dwf"),
    ("du", NotationFault.UNKNOWN_WORD, "du"),
    ("3²", NotationFault.UNKNOWN_WORD, "3²"),
    ("\u212as", NotationFault.UNKNOWN_WORD, "\u212as"),
    ("\u0663\u0665", NotationFault.UNKNOWN_WORD, "\u0663\u0665"),
    ("\u0131", NotationFault.UNKNOWN_WORD, "\u0131"),
    ("♦", NotationFault.UNKNOWN_WORD, "♦"),
    ("a" * 50, NotationFault.UNKNOWN_WORD, "a" * 40 + "…"),
    ("357", NotationFault.HALF_A_MOVE, "357"),
    ("3>", NotationFault.HALF_A_MOVE, ">"),
    ("3 >\n5", NotationFault.HALF_A_MOVE, ">"),
    (">5", NotationFault.HALF_A_MOVE, "5"),
    ("3>5>7", NotationFault.HALF_A_MOVE, "7"),
    ("35-64", NotationFault.HALF_A_MOVE, "64"),
    ("5>d", NotationFault.HALF_A_MOVE, "d"),
    ("undo > 3", NotationFault.HALF_A_MOVE, "3"),
    ("undo > 3 d", NotationFault.HALF_A_MOVE, "3"),
    ("e", NotationFault.HALF_A_MOVE, "e"),
    ("e 3", NotationFault.HALF_A_MOVE, "e"),
    ("3:2", NotationFault.HALF_A_MOVE, "3:2"),
    ("d0", NotationFault.BAD_COUNT, "d0"),
    ("d3x2", NotationFault.BAD_COUNT, "d3x2"),
    ("dd*3", NotationFault.BAD_COUNT, "dd*3"),
    ("d7hx2", NotationFault.BAD_COUNT, "d7hx2"),
    ("r2", NotationFault.BAD_COUNT, "r2"),
    ("finish 2x1", NotationFault.HALF_A_MOVE, "2x1"),
    ("35x0", NotationFault.BAD_COUNT, "35x0"),
    ("35x14", NotationFault.BAD_COUNT, "35x14"),
    ("3:2 5x2", NotationFault.BAD_COUNT, "3:2"),
    ("33x2", NotationFault.BAD_COUNT, "33x2"),
    ("7h 5x2", NotationFault.BAD_COUNT, "7h"),
    ("ws x2", NotationFault.BAD_COUNT, "ws x2"),
    ("d41", NotationFault.TOO_MANY, "d41"),
    ("u" + "9" * 900, NotationFault.TOO_MANY, "u" + "9" * 39 + "…"),
    ("u20 d20 35", NotationFault.TOO_MANY, "u20 d20 35"),
    ("35 " * 41, NotationFault.TOO_MANY, ("35 " * 41)[:40] + "…"),
    ("3" * (MAX_LENGTH + 1), NotationFault.TOO_LONG, "3" * 40 + "…"),
    (" " * 100_000, NotationFault.TOO_LONG, " " * 40 + "…"),
]


@pytest.mark.parametrize(("text", "intent"), KINDS)
def test_each_kind_of_move_is_read_into_its_intent(text: str, intent: Intent) -> None:
    """A text names exactly one intent, with its places and its count."""
    assert parse(text) == [intent]


@pytest.mark.parametrize(("text", "reading"), READINGS)
def test_a_line_has_its_pinned_reading(text: str, reading: str) -> None:
    """What a line means never changes by accident."""
    assert "; ".join(map(str, parse(text))) == reading


@pytest.mark.parametrize(("text", "reading"), READINGS)
def test_the_normalised_text_is_read_back_to_the_same(text: str, reading: str) -> None:
    """What the bot says it understood can be typed and means the same."""
    assert parse(reading) == parse(text)


@pytest.mark.parametrize(("text", "fault", "part"), FAULTS)
def test_a_wrong_text_names_its_fault_and_the_part(text: str, fault: NotationFault, part: str) -> None:
    """A line with an error anywhere is refused whole, quoting what was typed and no more than a bit of it."""
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert (caught.value.fault, caught.value.text) == (fault, part)


def test_every_fault_is_pinned() -> None:
    """No fault exists that no text has."""
    assert {fault for _, fault, _ in FAULTS} == set(NotationFault)


def test_forty_actions_in_one_line_are_allowed() -> None:
    """The limit itself is still within."""
    assert len(parse("10h -> 10s;\n" * MAX_ACTIONS)) == MAX_ACTIONS
    assert parse("d40") == [DrawIntent(40, may_recycle=False)]


@pytest.mark.parametrize("seed", range(40))
def test_the_canonical_text_of_a_legal_move_means_that_move(seed: int) -> None:
    """Whatever the log or the menu writes can be typed: it is read and resolved to the very same move."""
    random = Random(seed)
    game = Game(Deal(seed), PRESETS[seed % len(PRESETS)])
    for _ in range(25):
        play_at_random(game, random, 6)
        view = game.view
        for move in view.legal_moves:
            [intent] = parse(str(move))
            assert resolve(intent, view) == move
        assert [str(intent) for intent in parse(" ".join(map(str, view.legal_moves)) or "d")]


CARDS = [f"{rank}{suit}" for rank in ("a", "2", "7", "8", "10", "t", "q", "k") for suit in "shdc♠♥♦♣"]
GRAMMAR = [
    *"1234567wfsdure",
    *("fs", "fh", "fd", "fc", "draw", "undo", "redo", "recycle", "finish", "dd", "u2", "d5", "x2", ":2"),
    *CARDS,
]
GLUE = ["", "", "", " ", " ", " ", ";", "\n", ">", "-", "→", ",", " x", "*", ":", "  ", "\u00a0", "\ufe0f"]
ODDITIES = ["\u212a", "\u0131", "\u0130", "²", "\u0663", "ß", "\0", "\ud800", "🂡", "¼", "\u202e", "9" * 400]
LEGAL = "%"  # stands for the text of a move that is legal on the table
MOVES = [
    *[LEGAL] * 250,
    *(f"{source}{target}" for source in "1234567wf" for target in "1234567wfe"),
    *("d", "s", "u", "redo", "r", "d2", "u2", "finish", "35x2", "2:2 4", "fh3", "w fs", "f♣ 7", "draw 3"),
    *(f"{head}{card}" for head in ("", "d ", "w ", "3 ", "fh ") for card in CARDS),
    *(f"{card} {tail}" for tail in ("e", "f", "4", "8s", "9♥") for card in CARDS),
]


def fragments(random: Random) -> str:
    """Glue pieces of the grammar together in any way."""
    size = random.choice((2, 4, 12, 60))
    return "".join(random.choice(GRAMMAR) + random.choice(GLUE) for _ in range(random.randrange(size)))


def sentence(random: Random) -> str:
    """Write some well-formed moves in a row."""
    return random.choice(("; ", "\n", " ", "  ")).join(random.choices(MOVES, k=random.randrange(1, 6)))


def oddity(random: Random) -> str:
    """Mix the grammar with characters that look like it, break programs, or go on without end."""
    pieces = random.choices(GRAMMAR + GLUE + ODDITIES * 3, k=random.randrange(12))
    return "".join(pieces) * random.choice((1, 1, 1, 2, 5_000))


def scribbles(write: Callable[[Random], str]) -> st.SearchStrategy[str]:
    """Give texts written by a number, which is much faster than drawing each piece from hypothesis."""
    return st.integers(0, 2**32 - 1).map(lambda seed: write(Random(seed)))


HOSTILE = st.one_of(
    scribbles(sentence),
    scribbles(fragments),
    scribbles(oddity),
    st.text(max_size=12),
    st.text(alphabet="1234567wfsdureaktqjhc x:*>-;0", max_size=10),
)


class Tables:
    """Games in many positions, each rebuilt after a line has changed it."""

    def __init__(self, count: int) -> None:
        self._games = [self._played(seed) for seed in range(count)]
        self._logs = [game.log for game in self._games]

    @staticmethod
    def _played(seed: int) -> Game:
        random = Random(seed)
        game = play_at_random(Game(Deal(seed), PRESETS[seed % len(PRESETS)]), random, seed * 3 % 150)
        if seed % 19 == 18 and game.outcome() is None:
            game.resign()
        return game

    def play(self, text: str) -> None:
        """Play a line on one of the games and check everything that must hold, whatever the line."""
        index = sum(map(ord, text[:50])) % len(self._games)
        game, log = self._games[index], self._logs[index]
        legal = game.legal_moves or ("d",)
        text = text.replace(LEGAL, str(legal[len(text) % len(legal)]))
        try:
            self._resolve_all(game, text)
            result = play_line(game, text)
        except NotationError:
            assert game.log == log
            return
        added = [str(done.action) for done in result.done]
        assert game.log.split() == [*log.split(), *added]
        assert len(added) <= MAX_ACTIONS
        assert (result.refused is None) == (result.refusal is None)
        if added:
            self._games[index] = Game.replay(game.deal, game.rules, log)

    @staticmethod
    def _resolve_all(game: Game, text: str) -> None:
        view, log = game.view, game.log
        for intent in parse(text):
            assert parse(str(intent)) == [intent]
            try:
                action = resolve(intent, view)
            except KlondikeError:
                continue
            assert action in view.legal_moves if isinstance(action, Move) else view.outcome is None
        assert game.log == log


def test_no_text_whatever_does_harm() -> None:
    """Ten thousand random and hostile texts: each is refused or legal, and a refused one changes nothing."""
    tables = Tables(60)

    @settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(HOSTILE)
    def play(text: str) -> None:
        tables.play(text)

    play()
