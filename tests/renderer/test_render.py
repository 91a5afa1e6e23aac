"""What `render_board` promises: a PNG of the right size, the same every time, from any thread."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from random import Random
from threading import Event
from typing import TYPE_CHECKING

import pytest
from PIL import Image

import renderer
from klondike import Card, Deal, Game, PlayerView, Rules
from renderer import BACKS, SIZES, THEMES, Labels, prepare, render_board
from renderer.painter import Painter
from tests.renderer.boards import BOARDS, START, decode
from tests.strategies import play_at_random

if TYPE_CHECKING:
    from collections.abc import Iterator

    from renderer.theme import Theme


PATIENCE = 20.0


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Give the list of themes that are built from now on, beginning with none."""
    themes: list[str] = []

    class CountedPainter(Painter):
        def __init__(self, theme: Theme, back: str) -> None:
            themes.append(f"{theme.name} {back}")
            super().__init__(theme, back)

    monkeypatch.setattr(renderer, "Painter", CountedPainter)
    renderer._build.cache_clear()
    yield themes
    renderer._build.cache_clear()


def test_a_board_is_a_small_valid_png() -> None:
    """Every board is a PNG of four bits a pixel, 1000 pixels wide and below 45 kB."""
    for name, board in BOARDS.items():
        png = board.png()
        image = Image.open(BytesIO(png))
        assert (image.format, image.mode, image.width) == ("PNG", "P", 1000), name
        assert len(png) < 45_000, name
        assert png[24] == 4, name
        decode(png)


def test_a_smaller_size_is_the_same_board() -> None:
    """Half the size is half the width and height, in well below half the kilobytes."""
    for board in (BOARDS["start"], BOARDS["long"]):
        full, half = board.png(), board.png(size="half")
        assert decode(half).size == tuple(side // 2 for side in decode(full).size)
        assert len(half) < 0.6 * len(full)


@pytest.mark.parametrize(
    ("option", "value"), [("theme", "paisley"), ("theme", ""), ("back", "paisley"), ("size", "huge")]
)
def test_an_unknown_option_is_an_error(option: str, value: str) -> None:
    """An unknown theme, back or size is a ValueError that ends with what was asked for."""
    with pytest.raises(ValueError, match=rf"{option}: '{value}'$"):
        BOARDS["start"].png(**{option: value})


def test_an_unknown_theme_cannot_be_prepared() -> None:
    """Preparing an unknown theme is an error too."""
    with pytest.raises(ValueError, match=r"theme: 'paisley'$"):
        prepare("paisley")


def test_words_are_optional() -> None:
    """A board without labels shows the letters of the piles and an empty strip."""
    assert render_board(START) == render_board(START, labels=Labels())


def test_threads_build_a_theme_once_and_agree(built: list[str]) -> None:
    """Several threads that ask for the first board at once get the same bytes from one set of sprites."""
    with ThreadPoolExecutor(6) as pool:
        pictures = list(pool.map(lambda _: BOARDS["fan-3"].png(), range(12)))
    assert len(set(pictures)) == 1
    assert built == ["classic lattice"]


def test_boards_of_a_theme_do_not_wait_while_another_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board is drawn at once in the sprites that are there, however long others take."""
    building, release = Event(), Event()

    class SlowPainter(Painter):
        def __init__(self, theme: Theme, back: str) -> None:
            if theme.name != "classic":
                building.set()
                release.wait(PATIENCE)
            super().__init__(theme, back)

    monkeypatch.setattr(renderer, "Painter", SlowPainter)
    with ThreadPoolExecutor(2) as pool:
        renderer._build.cache_clear()
        prepare()
        other = pool.submit(prepare, next(theme for theme in THEMES if theme != "classic"))
        assert building.wait(PATIENCE)
        assert pool.submit(BOARDS["start"].png).result(PATIENCE)
        assert not other.done()
        release.set()
    renderer._build.cache_clear()


def test_a_theme_built_again_draws_the_same(built: list[str]) -> None:
    """Nothing about a picture depends on the process that draws it: sprites built anew give equal bytes."""
    first = BOARDS["hint"].png(theme="four-colour")
    renderer._build.cache_clear()
    assert BOARDS["hint"].png(theme="four-colour") == first
    assert built == ["four-colour lattice"] * 2


def test_preparing_leaves_nothing_to_build(built: list[str]) -> None:
    """After `prepare` the first board builds nothing."""
    prepare("dark", "star")
    BOARDS["start"].png(theme="dark", back="star")
    assert built == ["dark star"]


def test_drawing_changes_nothing_that_it_draws_with() -> None:
    """A board looks the same after any others were drawn in between."""
    first = {name: board.png() for name, board in BOARDS.items()}
    assert {name: BOARDS[name].png() for name in reversed(BOARDS)} == first


def test_boards_in_play_are_landscape() -> None:
    """Positions of random games are 1.2 to 1.8 times as wide as high, but for a few with a long column."""
    ratios = [width / height for width, height in (decode(render_board(v)).size for v in _positions())]
    assert all(0.95 <= ratio <= 1.8 for ratio in ratios)
    assert sum(ratio >= 1.2 for ratio in ratios) >= 0.9 * len(ratios)


def test_hidden_cards_change_no_byte() -> None:
    """Dealing the cards that were never seen in another order leaves every picture of a game as it was."""
    for seed in range(6):
        random = Random(seed)
        rules = Rules.preset(draw=1 + 2 * (seed % 2), scoring="normal" if seed < 4 else "traditional")
        game = play_at_random(Game(Deal(seed), rules), random, seed * 12)
        other = Game.replay(_rearranged(game, random), rules, game.log)
        assert other.deal.cards != game.deal.cards
        pictures = {render_board(g.view, last_move=g.view.last) for g in (game, other)}
        assert len(pictures) == 1


def test_remembered_cards_change_no_byte() -> None:
    """A face-down card that the player has seen before looks like any other."""
    columns = list(START.columns)
    seen = replace(columns[6], remembered=(Card.parse("ah"),) * columns[6].down)
    columns[6] = seen
    stock = (Card.parse("ad"), *START.stock[1:])
    assert render_board(replace(START, columns=tuple(columns), stock=stock)) == render_board(START)


def test_backs_differ() -> None:
    """No two backs draw the same picture."""
    assert len({BOARDS["start"].png(back=back) for back in BACKS}) == len(BACKS) >= 3


def test_every_look_stays_made() -> None:
    """However many looks are in use at a time, none is made anew."""
    looks = [(theme, back) for theme in THEMES for back in BACKS]
    for theme, back in looks:
        prepare(theme, back)
    made = renderer._build.cache_info().misses
    for theme, back in looks:
        prepare(theme, back)
    assert renderer._build.cache_info().misses == made


def test_themes_differ() -> None:
    """No two themes draw the same picture, and every one has a picture."""
    assert len({BOARDS["start"].png(theme=theme) for theme in THEMES}) == len(THEMES)
    assert SIZES["full"] == 1


def _positions() -> list[PlayerView]:
    views = []
    for seed in range(20):
        game = Game(Deal(seed), Rules.preset(draw=1))
        random = Random(seed)
        views += [play_at_random(game, random, 40).view for _ in range(3)]
    return views


def _rearranged(game: Game, random: Random) -> Deal:
    """Give the deal with its unseen cards in another order."""
    deck = list(game.deal.cards)
    places = [index for index, card in enumerate(deck) if not game._seen & card.bit]
    for place, other in zip(places, random.sample(places, len(places)), strict=True):
        deck[place] = game.deal.cards[other]
    return Deal.from_cards(" ".join(map(str, deck)))
