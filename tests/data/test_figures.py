"""The course of a bankroll and the weeks of a player."""

from __future__ import annotations

from data import figures, players
from data.figures import Balance, Week
from tests.data.house import ANN, BEN, CLUB, PUB, House, new_game, vegas

MONDAY = 1_764_547_200_000  # 2025-12-01
WEEK = 7 * 24 * 3_600_000


async def test_the_course_of_a_bankroll_ends_with_the_balance(house: House) -> None:
    """One point for each booked game, as they were last booked; other places do not count."""
    for now, booked in ((10_000, -12), (20_000, 208), (30_000, -52)):
        await house.play(vegas(now=now), score=booked, booked=booked, now=now + 5)
    await house.play(vegas(guild=PUB))
    await house.play(vegas(BEN))
    await house.play(new_game())

    async def course(points: int) -> list[Balance]:
        return await house.store.read(lambda conn: figures.bankroll_course(conn, ANN, CLUB, points))

    whole = [Balance(10_005, -12), Balance(20_005, 196), Balance(30_000, 144)]
    assert await course(9) == whole
    assert await course(2) == [whole[0], whole[2]]
    assert await course(1) == whole[2:]
    assert whole[-1].dollars == await house.balance(ANN)


async def test_without_a_booked_game_there_is_no_course(house: House) -> None:
    """Strangers and those who only practised have none."""
    await house.play(new_game())
    assert await house.store.read(lambda conn: figures.bankroll_course(conn, ANN, CLUB, 9)) == []


async def test_weeks_count_ranked_games_once(house: House) -> None:
    """With help or without, over all rules; weeks without games are there, practice is not."""
    await house.play(new_game(), won=True, now=MONDAY - WEEK - 1)
    await house.play(new_game(), won=True, now=MONDAY - 1)
    await house.play(new_game(rules="D3N"), won=True, assisted=True, now=MONDAY)
    await house.play(new_game(), now=MONDAY)
    await house.play(new_game(practice=True), won=True, now=MONDAY)
    found = await house.store.read(lambda conn: figures.weeks(conn, ANN, CLUB, now=MONDAY, count=3))
    assert found == [Week("2025-W47", 1, 1), Week("2025-W48", 1, 1), Week("2025-W49", 2, 1)]
    assert figures.week_begins("2025-W49").timestamp() * 1000 == MONDAY


async def test_weeks_can_be_those_of_one_list(house: House) -> None:
    """Games of other rules are left out then, those with help are not."""
    await house.play(new_game(), won=True, now=MONDAY)
    await house.play(new_game(rules="D3N"), now=MONDAY)
    await house.play(new_game(rules="D3N"), won=True, assisted=True, now=MONDAY)

    async def week(under: tuple[int, str]) -> list[Week]:
        return await house.store.read(
            lambda conn: figures.weeks(conn, ANN, CLUB, now=MONDAY, count=1, under=under)
        )

    assert await week((1, "N")) == [Week("2025-W49", 1, 1)]
    assert await week((3, "N")) == [Week("2025-W49", 2, 1)]
    assert await week((3, "V")) == [Week("2025-W49", 0, 0)]


async def test_a_membership_tells_the_newest_name_and_the_wish(house: House) -> None:
    """Of one server; whoever never played there is no member."""
    await house.play(new_game(name="Ann the First"))
    await house.play(new_game(name="Ann"))

    async def known(player: int, guild: int = CLUB) -> players.Membership | None:
        return await house.store.read(lambda conn: players.membership(conn, player, guild))

    assert await known(ANN) == players.Membership("Ann", listed=True)
    await house.store.transact(lambda conn: players.set_listed(conn, ANN, CLUB, listed=False))
    assert await known(ANN) == players.Membership("Ann", listed=False)
    assert (await known(ANN, PUB), await known(BEN)) == (None, None)
