"""Boards: who stands where, and what it costs to ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.dialects import sqlite

from data import RATED_GAMES, BoardPage, BoardRow, ListClass, Period, boards, players
from tests.data.house import ANN, BEN, CAT, CLUB, DAN, PUB, House, new_game, vegas

if TYPE_CHECKING:
    from sqlalchemy import Select

    from data.boards import Board


def lines(rows: list[BoardRow]) -> list[tuple[int, str, int]]:
    """Return rank, name and figure of each row."""
    return [(row.rank, row.name, row.value) for row in rows]


async def win(house: House, player: int, times: int) -> None:
    """Win some games of normal scoring."""
    for _ in range(times):
        await house.play(new_game(player), won=True, score=100 * player)


async def test_equals_share_a_rank_and_the_next_rank_is_left_out(house: House) -> None:
    """Competition ranks: 1, 2, 2, 4; equals stand in the order in which they first played."""
    for player, times in ((CAT, 2), (ANN, 2), (BEN, 3), (DAN, 1)):
        await win(house, player, times)
    board = boards.wins(boards.ListOf(CLUB, 1, "N"))
    assert lines(await house.top(board)) == [(1, "Ben", 3), (2, "Cat", 2), (2, "Ann", 2), (4, "Dan", 1)]


async def test_a_page_that_begins_among_equals_knows_their_rank(house: House) -> None:
    """Ranks are those of the whole board, wherever a page is cut."""
    for player in (ANN, BEN, CAT):
        await win(house, player, 2)
    await win(house, DAN, 1)
    board = boards.wins(boards.ListOf(CLUB, 1, "N"))
    assert lines(await house.top(board, limit=1, offset=1)) == [(1, "Ben", 2)]
    assert lines(await house.top(board, offset=2)) == [(1, "Cat", 2), (4, "Dan", 1)]
    assert await house.top(board, offset=4) == []


@pytest.mark.parametrize("player", [ANN, BEN, CAT, DAN])
async def test_the_asker_finds_the_same_row_as_everybody(house: House, player: int) -> None:
    """`rank_of` agrees with the page."""
    for number, times in ((ANN, 1), (BEN, 2), (CAT, 2), (DAN, 3)):
        await win(house, number, times)
    board = boards.wins(boards.ListOf(CLUB, 1, "N"))
    own = await house.store.read(lambda conn: boards.rank_of(conn, board, player))
    assert own in await house.top(board)
    assert own is not None
    assert own.discord_id == player


async def test_whoever_is_not_on_a_board_has_no_rank(house: House) -> None:
    """Nobody is ranked for having won nothing, and strangers are not ranked at all."""
    await house.play(new_game())
    board = boards.wins(boards.ListOf(CLUB, 1, "N"))
    assert await house.top(board) == []
    assert await house.store.read(lambda conn: boards.rank_of(conn, board, ANN)) is None
    assert await house.store.read(lambda conn: boards.rank_of(conn, board, 12345)) is None


async def test_best_scores_rank_lost_games_too_but_no_unscored_ones(house: House) -> None:
    """A score needs no win, a row needs a score, and negative ones are in order."""
    await house.play(new_game(ANN, rules="D3C"), score=-15)
    await house.play(new_game(BEN, rules="D3C"), score=40)
    await house.play(new_game(CAT, rules="D3C-unscored"), won=True)
    board = boards.best_score(boards.ListOf(CLUB, 3, "C"))
    assert lines(await house.top(board)) == [(1, "Ben", 40), (2, "Ann", -15)]


async def test_the_classes_have_boards_of_their_own(house: House) -> None:
    """A win with help is on the assisted board alone."""
    await house.play(new_game(), won=True, score=5, assisted=True)
    clean, assisted = (
        boards.wins(boards.ListOf(CLUB, 1, "N")),
        boards.wins(boards.ListOf(CLUB, 1, "N", ListClass.ASSISTED)),
    )
    assert await house.top(clean) == []
    assert await house.top(assisted) == [BoardRow(1, ANN, "Ann", 1, 1, 1)]


async def test_the_bankroll_board_is_one_for_both_draws(house: House) -> None:
    """Balances over draw 1 and draw 3, with all ranked Vegas games and wins, with help or without."""
    await house.play(vegas(), won=True, score=208, booked=208)
    await house.play(vegas(rules="D1V"), won=True, score=208, booked=-52, assisted=True)
    await house.start(vegas(BEN))
    await house.play(new_game(CAT), won=True)
    assert await house.top(boards.bankroll(CLUB)) == [
        BoardRow(1, ANN, "Ann", 156, 2, 2),
        BoardRow(2, BEN, "Ben", -52, 0, 0),
    ]


async def test_practice_shows_on_no_bankroll(house: House) -> None:
    """Whoever only practised Vegas is not on the board, and practice does not count on it."""
    await house.play(new_game(BEN, rules="D3V", practice=True), won=True, score=208)
    await house.play(vegas())
    await house.play(new_game(rules="D3V", practice=True), won=True, score=208)
    assert await house.top(boards.bankroll(CLUB)) == [BoardRow(1, ANN, "Ann", -52, 1, 0)]


async def test_members_may_be_left_out(house: House) -> None:
    """Who is not listed is on no board and in nobody's way; in other servers nothing changes (D24)."""
    for guild in (CLUB, PUB):
        await house.play(vegas(ANN, guild), won=True, score=208, booked=208)
        await house.play(vegas(BEN, guild), won=True, score=200, booked=200)
    await house.store.transact(lambda conn: players.set_listed(conn, ANN, CLUB, listed=False))
    for name in (boards.bankroll, lambda guild: boards.wins(boards.ListOf(guild, 3, "V"))):
        assert [row[:2] for row in lines(await house.top(name(CLUB)))] == [(1, "Ben")]
        assert len(await house.top(name(PUB))) == 2
        board = name(CLUB)
        assert await house.store.read(lambda conn, b=board: boards.rank_of(conn, b, ANN)) is None  # type: ignore[misc]
    await house.store.transact(lambda conn: players.set_listed(conn, ANN, CLUB, listed=True))
    assert len(await house.top(boards.bankroll(CLUB))) == 2


async def test_private_places_have_no_boards(house: House) -> None:
    """Strangers do not meet in the row that stands for all private places; one's own figures are there."""
    await house.play(vegas(guild=0), won=True, score=208, booked=208)
    for board in (
        boards.bankroll(0),
        boards.wins(boards.ListOf(0, 3, "V")),
        boards.best_score(boards.ListOf(0, 3, "V")),
    ):
        assert await house.top(board) == []
    assert await house.balance(ANN, 0) == 208


NORMAL = boards.ListOf(CLUB, 1, "N")
BOARDS = {
    "ix_member_board": boards.bankroll(CLUB),
    "ix_standing_board_wins": boards.wins(NORMAL),
    "ix_standing_board_best_score": boards.best_score(NORMAL),
    "ix_standing_board_rate": boards.rate(NORMAL),
    "ix_standing_board_best_streak": boards.streak(NORMAL),
    "ix_standing_board_fewest_moves": boards.fewest_moves(NORMAL),
}
"""Each kind of board by the index that it reads."""


async def plan_of(house: House, query: Select[*tuple[Any, ...]]) -> list[str]:
    """Ask the database how it would carry a question out."""
    sql = str(query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))
    rows = await house.store.read(lambda conn: conn.execute(text(f"EXPLAIN QUERY PLAN {sql}")).all())
    return [row.detail for row in rows if "guild" not in row.detail.split("USING")[0].split()]


@pytest.mark.parametrize(("index", "board"), BOARDS.items(), ids=BOARDS)
async def test_a_board_is_read_and_counted_in_one_index(house: House, index: str, board: Board) -> None:
    """A page comes out of it in order, a rank is counted in it, and nothing else is looked at."""
    page = board.places().order_by(*board.order).limit(10).offset(20)
    count = select(func.count()).where(board.within, board.earned, board.better(3))
    for query in (page, count):
        (step,) = [step for step in await plan_of(house, query) if not step.startswith("SCALAR SUBQUERY")]
        assert f"USING COVERING INDEX {index} (" in step
        assert step.startswith("SEARCH")


async def test_the_games_on_the_bankroll_board_are_asked_of_the_rows_shown(house: House) -> None:
    """Not of everybody: both sums find a player's own lists."""
    board = BOARDS["ix_member_board"]
    plan = await plan_of(house, select(board.games, board.wins).where(board.within, board.player_id == 1))
    steps = [step for step in plan if "standing" in step]
    assert len(steps) == 2
    assert all("INDEX ix_standing_player_id (player_id=?)" in step for step in steps)


async def test_the_least_moves_are_the_best(house: House) -> None:
    """Only of games that were won; the others rank by the most."""
    for player, moves in ((ANN, 120), (BEN, 95), (CAT, 95)):
        await house.play(new_game(player), won=True, moves=moves)
    await house.play(new_game(DAN), moves=3)
    assert lines(await house.top(boards.fewest_moves(NORMAL))) == [
        (1, "Ben", 95),
        (1, "Cat", 95),
        (3, "Ann", 120),
    ]
    own = await house.store.read(lambda conn: boards.rank_of(conn, boards.fewest_moves(NORMAL), ANN))
    assert own is not None
    assert (own.rank, own.value) == (3, 120)


async def test_a_rate_takes_ten_games_and_a_streak_one_win(house: House) -> None:
    """One lucky game ranks nobody by the rate; a streak is the best there was."""
    for player, wins in ((ANN, 4), (BEN, 6)):
        for number in range(RATED_GAMES):
            await house.play(new_game(player), won=number < wins)
    await house.play(new_game(CAT), won=True)
    await house.play(new_game(DAN))
    assert lines(await house.top(boards.rate(NORMAL))) == [(1, "Ben", 600), (2, "Ann", 400)]
    assert lines(await house.top(boards.streak(NORMAL))) == [(1, "Ben", 6), (2, "Ann", 4), (3, "Cat", 1)]


async def test_boards_of_a_week_know_nothing_of_the_week_before(house: House) -> None:
    """Each span of time has a board of its own."""
    monday = 1_764_547_200_000  # 2025-12-01
    await house.play(new_game(), won=True, now=monday - 1)
    await house.play(new_game(BEN), won=True, now=monday)
    of = boards.ListOf(CLUB, 1, "N", period=Period.WEEK.key(monday))
    assert lines(await house.top(boards.wins(of))) == [(1, "Ben", 1)]


async def test_a_page_knows_itself_the_whole_board_and_its_reader(house: House) -> None:
    """Rows, number of pages, players and the reader's row come together; ranks go on over the border."""
    for player, times in ((ANN, 2), (BEN, 2), (CAT, 2), (DAN, 1)):
        await win(house, player, times)
    board = boards.wins(boards.ListOf(CLUB, 1, "N"))
    page = await house.store.read(lambda conn: boards.page(conn, board, DAN, size=2, number=2))
    assert lines(list(page.rows)) == [(1, "Cat", 2), (4, "Dan", 1)]
    assert (page.number, page.pages, page.players) == (2, 2, 4)
    assert page.own == page.rows[1]


@pytest.mark.parametrize(("number", "shown"), [(0, 1), (1, 1), (2, 2), (3, 2), (10**9, 2)])
async def test_a_page_beyond_an_end_is_the_page_at_that_end(house: House, number: int, shown: int) -> None:
    """A board that has become shorter since shows its last page."""
    for player in (ANN, BEN, CAT):
        await win(house, player, 1)
    board = boards.wins(boards.ListOf(CLUB, 1, "N"))
    page = await house.store.read(lambda conn: boards.page(conn, board, ANN, size=2, number=number))
    assert page.number == shown
    assert len(page.rows) == (2 if shown == 1 else 1)


@pytest.mark.parametrize("player", [ANN, BEN, CAT, DAN])
async def test_the_readers_own_page_holds_the_reader(house: House, player: int) -> None:
    """Wherever a reader stands, also among equals, the page that is theirs shows them."""
    for number, times in ((ANN, 1), (BEN, 2), (CAT, 2), (DAN, 2)):
        await win(house, number, times)
    board = boards.wins(boards.ListOf(CLUB, 1, "N"))
    page = await house.store.read(lambda conn: boards.page(conn, board, player, size=1, number=None))
    assert page.rows == (page.own,)
    assert page.own is not None
    assert page.own.discord_id == player


async def test_an_empty_board_has_one_empty_page(house: House) -> None:
    """Nobody on it: page 1 of 1, and no row of the reader's own."""
    board = boards.wins(boards.ListOf(CLUB, 1, "N"))
    page = await house.store.read(lambda conn: boards.page(conn, board, ANN, size=10, number=None))
    assert page == BoardPage((), 1, 1, 0, None)
