"""What each event pays, and what a Vegas game books (RULES.md sections 4 and 6)."""

from __future__ import annotations

import pytest

from klondike import Game, Help, Move, Rules
from klondike.scoring import book
from tests.klondike.tables import game_at, move

LETTERS = ("N", "V", "C", "T", "B")


def points(game: Game, *texts: str) -> list[int]:
    """Play moves and give what each added to the score."""
    return [game.push(Move.parse(text)).points for text in texts]


@pytest.mark.parametrize(("letter", "pays"), [*zip(LETTERS, (10, 5, 10, 1, 1), strict=True)])
def test_a_card_home_pays_from_column_and_waste_alike(letter: str, pays: int) -> None:
    """Going up pays the same from anywhere; the waste pays nothing on top."""
    assert points(game_at(Rules.parse(f"D1{letter}"), "9s ah", waste="9c as"), "1f", "wf") == [pays, pays]


@pytest.mark.parametrize(("letter", "pays"), [*zip(LETTERS, (5, 0, 0, 0, 0), strict=True)])
def test_a_waste_card_to_a_column_pays_in_normal_only(letter: str, pays: int) -> None:
    """Five points for that very move; moving on from there pays nothing more."""
    game = game_at(Rules.parse(f"D1{letter}"), "5h", "5d", waste="9c 4s")
    assert points(game, "w1", "12x1") == [pays, 0]


@pytest.mark.parametrize(("letter", "pays"), [*zip(LETTERS, (5, 0, 5, 0, 0), strict=True)])
def test_a_card_turned_up_pays_in_normal_and_casual(letter: str, pays: int) -> None:
    """Five points for a face-down card that is uncovered, none for an emptied column."""
    game = game_at(Rules.parse(f"D1{letter}"), "9c | 4s", "5h", "4c", "5d")
    assert points(game, "12x1", "34x1") == [pays, 0]


@pytest.mark.parametrize(("letter", "pays"), [*zip(LETTERS, (15, 5, 15, 1, 1), strict=True)])
def test_one_move_pays_for_all_that_it_does(letter: str, pays: int) -> None:
    """A card that goes up and uncovers another pays for both."""
    assert points(game_at(Rules.parse(f"D1{letter}"), "9c | as"), "1f") == [pays]


@pytest.mark.parametrize(("letter", "pays"), [("N", 0), ("V", 0), ("C", -15), ("B", -1)])
def test_a_take_back_costs_by_scoring(letter: str, pays: int) -> None:
    """Nothing in normal and Vegas, 15 in casual, the card in the alternative traditional."""
    game = game_at(Rules.parse(f"D1{letter}"), "5h", home=(4, 0, 0, 0), score=40)
    assert points(game, "fs1") == [pays]


@pytest.mark.parametrize(("letter", "pays"), [*zip("NVCB", (0, 0, 10, 1), strict=True)])
def test_k1_k6_each_card_pays_once(letter: str, pays: int) -> None:
    """A card carried up and down pays nothing again in normal and Vegas, and nets nothing elsewhere."""
    game = game_at(Rules.parse(f"D1{letter}"), "2h as")
    points(game, "1f")
    before = game.score
    for _ in range(5):
        assert points(game, "fs1", "1f")[1] == pays
    assert game.score <= before


def test_k4_a_waste_card_by_a_column_earns_15_and_straight_up_10() -> None:
    """By design in normal scoring: the way by a column also pays its five."""
    assert points(game_at(Rules.preset(), "2h", waste="as"), "w1", "1f") == [5, 10]
    assert points(game_at(Rules.preset(), "2h", waste="as"), "wf") == [10]


@pytest.mark.parametrize(
    ("score", "takes"), [(0, 0), (5, -5), (60, -60), (95, -95), (100, -100), (130, -100)]
)
def test_a_recycle_takes_100_but_never_below_0(score: int, takes: int) -> None:
    """A recycle at 60 points costs 60."""
    game = game_at(Rules.preset(), waste="5h", score=score)
    assert points(game, "r") == [takes]
    assert game.score == score + takes


def test_the_floor_is_applied_at_each_step() -> None:
    """What the floor forgave is not owed afterwards."""
    game = game_at(Rules.preset(), "9s ah", waste="5h", score=60)
    assert points(game, "r", "1f") == [-60, 10]
    assert game.score == 10


@pytest.mark.parametrize("letter", ["C", "T", "B"])
def test_a_recycle_is_free_elsewhere(letter: str) -> None:
    """Only normal scoring charges for it."""
    assert points(game_at(Rules.parse(f"D3{letter}"), waste="5h"), "r") == [0]


def test_casual_may_go_negative() -> None:
    """Casual has no floor."""
    game = game_at(Rules.parse("D1C"), "5h", home=(4, 0, 0, 0))
    assert points(game, "fs1") == [-15]
    assert game.score == -15


def test_k7_undo_restores_the_score_that_the_floor_had_cut() -> None:
    """Undoing a recycle at 60 points gives 60 back, not 100, and redo takes 60 again."""
    game = game_at(Rules.preset(), waste="5h", score=60)
    game.push(move("r"))
    assert game.score == 0
    game.undo()
    assert game.score == 60
    game.redo()
    assert game.score == 0
    game.undo()
    assert game.score == 60


def test_undo_gives_back_that_a_card_has_not_been_paid_for() -> None:
    """After undo the card's first way up pays again; a card that stayed paid does not."""
    game = game_at(Rules.preset(), "9s ah", "2s")
    assert points(game, "1f") == [10]
    game.undo()
    assert points(game, "1f", "fh2", "2f") == [10, 0, 0]
    game.undo(2)
    assert points(game, "fh2", "2f") == [0, 0]


def test_vegas_starts_at_minus_52_and_the_eleventh_card_passes_zero() -> None:
    """Eleven distinct cards bring three dollars."""
    game = game_at(Rules.preset(scoring="vegas"), *[" ".join(f"{r}{s}" for r in "432a") for s in "shd"])
    assert game.score == -52
    points(game, *["1f"] * 4, *["2f"] * 4, *["3f"] * 3)
    assert game.score == 3


def test_traditional_counts_the_cards_that_are_home_now() -> None:
    """Cards home, less those taken back."""
    game = game_at(Rules.preset(scoring="traditional", takeback=True), "2h as", waste="ad")
    points(game, "1f", "wf")
    assert game.score == game.cards_home == 2
    points(game, "fs1")
    assert game.score == game.cards_home == 1


def test_a_clean_vegas_game_books_its_score() -> None:
    """The buy-in, every winning and every undo and redo of one."""
    game = game_at(Rules.preset(scoring="vegas"), "9s ah", "9c ad")
    assert game.booked == -52
    for act, dollars in [("1f", -47), ("2f", -42), ("u", -47), ("redo", -42), ("u", -47), ("u", -52)]:
        game._replay_token(act)
        assert game.booked == game.score == dollars
    assert not game.assisted


def test_the_money_of_an_assisted_game_may_fall_but_never_rise() -> None:
    """After help, later winnings are shown and not booked; an undo still takes dollars away."""
    game = game_at(Rules.preset(scoring="vegas"), "9s ah", "9c ad")
    game.push(move("1f"))
    game.take_help(Help.HINT)
    assert (game.score, game.booked) == (-47, -47)
    game.push(move("2f"))
    assert (game.score, game.booked) == (-42, -47)
    game.undo(2)
    assert (game.score, game.booked) == (-52, -52)
    game.redo(2)
    assert (game.score, game.booked) == (-42, -52)


def test_an_undo_that_is_help_itself_books_no_more() -> None:
    """Looking at a card and undoing stops the booking from that undo on."""
    game = game_at(Rules.preset(scoring="vegas"), "9c | ah", "9s as")
    game.push(move("1f"))
    assert game.booked == -47
    game.undo()
    assert (game.assisted, game.booked) == (True, -52)
    game.push(move("2f"))
    assert (game.score, game.booked) == (-47, -52)


@pytest.mark.parametrize(
    ("booked", "score", "assisted", "after"),
    [
        (-52, -47, False, -47),
        (-47, -52, False, -52),
        (-52, -47, True, -52),
        (-47, -52, True, -52),
        (-47, -47, True, -47),
    ],
)
def test_book(booked: int, score: int, *, assisted: bool, after: int) -> None:
    """Clean games book the score, assisted ones the lesser of the two."""
    assert book(booked, score, assisted=assisted) == after
