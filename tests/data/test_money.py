"""The bankroll: every dollar is in the ledger, and nothing is made or lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from data import Status, Store
from tests.data.house import ANN, BEN, CLUB, PUB, STAKE, House, new_game, vegas

if TYPE_CHECKING:
    from data import GameRecord


async def ledger(house: House) -> list[tuple[str, int, int]]:
    """Return reason, dollars and time of every entry."""
    query = text("SELECT reason, delta, at FROM ledger ORDER BY id")
    rows = await house.store.read(lambda conn: conn.execute(query).all())
    return [tuple(row) for row in rows]


async def test_the_stake_is_booked_with_the_start(house: House) -> None:
    """The buy-in leaves the player for the house in the transaction that starts the game (D30)."""
    game = await house.start(vegas(now=5))
    assert (game.books, game.buy_in, game.booked) == (True, STAKE, STAKE)
    assert await ledger(house) == [("buy-in", STAKE, 5)]
    assert await house.balance(ANN) == STAKE
    assert await house.problems() == []


async def test_a_refused_start_books_nothing(house: House) -> None:
    """Whoever has an open game pays no second stake for being told so."""
    await house.start(vegas())
    with pytest.raises(Exception, match="game 1"):
        await house.start(vegas())
    assert await house.balance(ANN) == STAKE


async def test_winnings_follow_what_is_booked_up_and_down(house: House) -> None:
    """One row of winnings is kept equal to what is booked beyond the stake, after undo too."""
    game = await house.start(vegas())
    for score in (-47, -42, -47, -52, -47):
        game = await house.act(game, score=score, booked=score, now=score + 100)
    assert await ledger(house) == [("buy-in", STAKE, 1_000), ("winnings", 5, 53)]
    assert await house.balance(ANN) == -47
    assert await house.problems() == []


async def test_an_action_that_books_nothing_new_writes_no_entry(house: House) -> None:
    """A draw leaves the ledger alone."""
    await house.act(await house.start(vegas()))
    assert len(await ledger(house)) == 1


async def test_an_assisted_game_shows_more_than_it_books(house: House) -> None:
    """Score and booked dollars may part after help; the audit accepts that of assisted games alone."""
    game = await house.act(await house.start(vegas()), assisted=True)
    await house.act(game, score=-47, booked=STAKE)
    assert await house.balance(ANN) == STAKE
    assert await house.problems() == []


async def test_a_game_without_a_stake_cannot_book(house: House) -> None:
    """Dollars from nowhere are an error of the caller, and nothing of the action stays."""
    game = await house.start(new_game())
    with pytest.raises(ValueError, match="books nothing"):
        await house.act(game, booked=5)
    assert (await house.act(game)).revision == 1
    assert await house.balance(ANN) is None


async def test_a_bankroll_belongs_to_one_player_in_one_server(house: House) -> None:
    """What is won in the club changes nothing in the pub, in private or for others (D35)."""
    await house.play(vegas(), score=208, booked=208, won=True)
    await house.start(vegas(guild=PUB))
    await house.start(vegas(guild=0))
    await house.start(vegas(BEN))
    assert [await house.balance(ANN, place) for place in (CLUB, PUB, 0)] == [208, STAKE, STAKE]
    assert await house.balance(BEN) == STAKE
    assert await house.problems() == []


async def test_moves_at_once_lose_no_dollar(house: House) -> None:
    """Games of several people and places settle side by side against one house."""
    games = [await house.start(vegas(player)) for player in range(30)]
    await asyncio.gather(*(house.act(game, score=-47, booked=-47) for game in games))
    assert {await house.balance(player) for player in range(30)} == {-47}
    assert await house.problems() == []


STEPS = st.lists(
    st.tuples(
        st.integers(0, 3),  # which of four seats acts
        st.integers(0, 52),  # how many cards have paid
        st.sampled_from(["play", "play", "play", "help", "win", "give up", "replace"]),
    ),
    max_size=16,
)


@given(steps=STEPS)
@settings(max_examples=30, deadline=None)
def test_the_books_balance_after_any_sequence(steps: list[tuple[int, int, str]]) -> None:
    """Whatever is played, undone, helped, won, given up and replaced: the audit finds nothing."""
    asyncio.run(_books_balance(steps))


async def _books_balance(steps: list[tuple[int, int, str]]) -> None:
    with TemporaryDirectory() as folder:
        house = House(await Store.open(f"sqlite:///{Path(folder) / 'klondike.db'}"))
        seats = [(ANN, CLUB), (ANN, PUB), (BEN, CLUB), (BEN, 0)]
        table: dict[int, GameRecord] = {}
        for seat, paid, deed in steps:
            table[seat] = await _step(house, seats[seat], table.get(seat), paid, deed)
            assert await house.problems() == []
        await house.store.close()


async def _step(
    house: House, seat: tuple[int, int], game: GameRecord | None, paid: int, deed: str
) -> GameRecord:
    """Carry out one deed at a seat, after a start when no game is open there."""
    if game is None or not game.is_open:
        game = await house.start(vegas(*seat))
    if deed == "replace":
        return await house.start(vegas(*seat, replaces=game.id))
    score = STAKE + 5 * paid
    assisted = game.assisted or deed == "help"
    booked = min(score, game.booked) if assisted else score
    status = {"win": Status.WON, "give up": Status.GIVEN_UP}.get(deed, Status.OPEN)
    return await house.act(game, score=score, booked=booked, assisted=assisted, status=status)
