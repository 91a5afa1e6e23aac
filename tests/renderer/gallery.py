"""Draw the pictures of README and docs: `python -m tests.renderer.gallery`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from klondike import Deal, Game, Move, Outcome, Rules
from klondike.hint import simple_hint
from renderer import (
    BACKS,
    THEMES,
    Labels,
    ResultCard,
    Scene,
    backs_sheet,
    render_animation,
    render_board,
    render_result,
)

if TYPE_CHECKING:
    from klondike import PlayerView

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"
MIDDLE: Final = 0.4
"""How far into the game the boards are that show looks."""


def main() -> None:
    """Draw them all."""
    FOLDER.mkdir(exist_ok=True)
    views = won_game()
    middle, end = views[round(len(views) * MIDDLE)], views[-1]
    for theme in THEMES:
        _write(f"{theme}.png", board(middle, theme=theme))
    _write("backs.png", backs_sheet({back: back.capitalize() for back in BACKS}, THEMES["classic"]))
    _write("won.png", board(end, banner="Won!"))
    _write("replay.gif", render_animation([Scene(view, labels(view), view.last) for view in views]).data)
    _write("result.png", render_result(card(views)))


def won_game() -> list[PlayerView]:
    """Give all positions of a game that following the simple hints wins."""
    for number in range(1000):
        game = Game(Deal(number), Rules.preset(draw=3))
        views = [game.view]
        while (hint := simple_hint(game.view)) is not None:
            if isinstance(hint.action, Move):
                game.push(hint.action)
            else:
                game.finish()
            views.append(game.view)
        if game.outcome() is Outcome.WON:
            return views
    raise RuntimeError("no game was won")


def labels(view: PlayerView, banner: str | None = None) -> Labels:
    """Give the words of a board."""
    status = (("Score", str(view.score)), ("Moves", str(view.moves)), ("Pass", str(view.pass_number)))
    return Labels((*status, ("Draw 3", "Normal")), footer="#12", banner=banner)


def board(view: PlayerView, *, theme: str = "classic", banner: str | None = None) -> bytes:
    """Draw a board."""
    return render_board(view, theme=theme, labels=labels(view, banner), last_move=view.last)


def card(views: list[PlayerView]) -> ResultCard:
    """Say what the result card of the game shows."""
    scores = [view.score or 0 for view in views]
    return ResultCard(
        title="Won!",
        player="Alice",
        somebody="A player",
        mode="Draw 3 · Normal",
        figures=(
            ("Score", str(scores[-1])),
            ("Moves", str(views[-1].moves)),
            ("Time", "8:21"),
            ("Played", "with help"),
        ),
        course=scores,
        bounds=(str(min(scores)), str(max(scores))),
    )


def _write(name: str, data: bytes) -> None:
    (FOLDER / name).write_bytes(data)


if __name__ == "__main__":
    main()
