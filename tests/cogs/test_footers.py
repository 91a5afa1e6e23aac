"""What every board tells of itself, and how typed moves are read back."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import cogs.easel
from cogs.easel import Easel
from cogs.layouts import board_message
from cogs.news import news
from cogs.wording import moves_in, status_pairs
from klondike import Deal, Game, Rules
from tests.cogs.voices import SAY, VOICES, turn, turns
from tests.klondike.tables import game_at

if TYPE_CHECKING:
    from cogs.sessions import Turn
    from renderer import Labels

PICTURE = b"picture"
MENU = 3


def texts(one: Turn, *, language: str = "en", picture: bytes | None = PICTURE) -> list[str]:
    """Give the words of a board, block by block."""
    layout = board_message(one, VOICES[language], picture, asking=False).layout
    return [part["content"] for part in parts(layout.to_components()) if "content" in part]  # type: ignore[no-untyped-call]


def parts(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give all components, inner ones too."""
    return [part for one in components for part in (one, *parts(one.get("components", [])))]


@pytest.mark.parametrize("language", sorted(VOICES))
def test_k38_every_board_names_its_game_and_its_move(language: str) -> None:
    """New, played, stale, won or given up: the footer holds the game's number and the action's."""
    for one in turns(id=987_654, ply=4321):
        foot = texts(one, language=language)[-1]
        assert foot.startswith("-# ")
        assert ("987654" in foot, "4321" in foot) == (True, True)


def test_k38_the_footer_s_move_is_that_of_the_picture() -> None:
    """One number where nothing was undone; where more was done than moves stand, both, each with its name."""
    for one in turns():
        foot, moves = texts(one)[-1], one.view.moves
        assert f"move {moves}" in foot
        assert ("Moves", str(moves)) in status_pairs(SAY, one.view)
        counted = {token for token in one.record.log.split() if token in {"u", "redo", "hint", "code"}}
        assert (f"(action {one.record.ply}, " in foot) is bool(counted)


def test_k38_the_moves_of_a_stored_game_are_those_of_its_view() -> None:
    """They are counted alike from the log and on the table, with undo, redo, help, finish and giving up."""
    for one in turns():
        assert moves_in(one.record.log) == one.view.moves
    helped = Game.replay(Deal(6), Rules.preset(), "d hint d u code resign")
    assert moves_in(helped.log) == helped.view.moves == 1


@pytest.mark.parametrize("language", sorted(VOICES))
def test_an_undo_that_counts_as_help_is_marked_and_explained(language: str) -> None:
    """The mark on the button is short, its meaning stands in the footer; an assisted game shows neither."""
    say = VOICES[language]
    for one in turns():
        layout = board_message(one, say, PICTURE, asking=False).layout
        found = parts(layout.to_components())  # type: ignore[no-untyped-call]
        marked = say("button.undo-helps") in [part.get("label") for part in found]
        costs = one.view.undo_helps and not one.view.assisted
        assert (marked, say("board.undo-helps") in texts(one, language=language)[-1]) == (costs, costs)
    assert len(say("button.undo-helps")) <= 10


async def test_k38_every_picture_names_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture that was saved or forwarded without its message still says which game it is."""
    feet = []

    def paint(*_: object, labels: Labels, **__: object) -> bytes:
        feet.append(labels.footer)
        return PICTURE

    monkeypatch.setattr(cogs.easel, "render_board", paint)
    easel = Easel()
    try:
        for one in turns(id=987_654):
            assert await easel.paint(one, SAY) == PICTURE
    finally:
        easel.close()
    assert feet
    assert all("#987654" in str(foot) for foot in feet)


@pytest.mark.parametrize("language", sorted(VOICES))
def test_k30_no_two_controls_of_a_board_read_alike(language: str) -> None:
    """Buttons differ in their labels, and menu entries in what they show, in every language."""
    for one in turns():
        layout = board_message(one, VOICES[language], PICTURE, asking=False).layout
        found = parts(layout.to_components())  # type: ignore[no-untyped-call]
        buttons = Counter(part["label"] for part in found if "label" in part)
        entries = Counter(
            (option["label"], option.get("description"))
            for part in found
            if part["type"] == MENU
            for option in part["options"]
        )
        assert not [label for label, count in (*buttons.items(), *entries.items()) if count > 1]


@pytest.mark.parametrize(
    "typed",
    [
        "7h 8s",
        "7H 8S",
        "7♥ 8♠",
        "7h>8s",
        "7h-8s",
        "7h → 8s",
        "7h, 8s",
        "21",
        "2 1",
        "2>1",
        "21x1",
        "2:1 1",
        "7h8s",
    ],
)
def test_d40_any_spelling_of_a_move_is_taken_and_echoed(typed: str) -> None:
    """However a move is written, it is made, and the board tells in one wording what was understood."""
    game = game_at(Rules.preset(), "2c | 8s", "3c | 7h")
    one = turn(game, typed)
    told = news(one, SAY)
    assert game.log in {"21", "21x1"}
    assert "❌" not in told
    assert (
        told.splitlines()[0]
        == news(turn(game_at(Rules.preset(), "2c | 8s", "3c | 7h"), "21"), SAY).splitlines()[0]
    )
    assert "7♥" in told


def test_k39_a_dead_stock_is_said_on_the_board() -> None:
    """After a full pass over known cards with nothing to play, the board says so; before it does not."""
    dead = ("2c | 8h", "3c | 8d", "4c | 8s", "5c | 8c", "6c | 6h", "7c | 6d", "9c | 6s")
    game = game_at(Rules.preset(), *dead, stock="10h 10d kc")
    said = [SAY("board.nothing-left") in "\n".join(texts(turn(game, "d"))) for _ in range(3)]
    assert said == [False, False, True]


@pytest.mark.parametrize("language", sorted(VOICES))
def test_k4_the_way_by_a_column_is_explained(language: str) -> None:
    """The help names what each part of waste, column, foundation earns: 5, then 10; so does the README."""
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    normal = next(line for line in readme.splitlines() if line.startswith("| normal"))
    for text in (VOICES[language]("help.scoring"), normal):
        assert "+10" in text
        assert text.count("+5") >= 2
