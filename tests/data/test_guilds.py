"""A server's settings, the record of what was changed, and its seasons."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import GuildSettings, Period, boards, guilds, players
from data.guilds import Change
from data.periods import past_season_key
from tests.data.house import ANN, BEN, CAT, CLUB, PUB, House, new_game

SETTINGS = st.builds(
    GuildSettings,
    channels=st.lists(st.integers(1, 2**63 - 1), max_size=3).map(tuple),
    threads=st.booleans(),
    draw=st.sampled_from([None, 1, 3]),
    reactions=st.booleans(),
    daily_role=st.none() | st.integers(1, 2**63 - 1),
)


@given(SETTINGS)
def test_settings_are_read_as_they_were_written(settings: GuildSettings) -> None:
    """Every value comes back."""
    assert GuildSettings.parse(str(settings)) == settings


def test_settings_of_another_version_are_understood() -> None:
    """What is missing has its first value, what is unknown is left out."""
    assert GuildSettings.parse('{"draw": 3, "colour_of_the_moon": "green"}') == GuildSettings(draw=3)
    assert str(GuildSettings()) == "{}"


async def test_a_change_is_written_down_with_who_made_it(house: House) -> None:
    """Only what is another value than before, the newest first; other servers know nothing of it."""
    for now, values in [(5, {"draw": 3, "threads": False}), (6, {"draw": 1, "reactions": False})]:
        await house.store.transact(
            lambda conn, now=now, values=values: guilds.change(conn, CLUB, ANN, now=now, **values)  # type: ignore[misc]
        )
    settings = await house.store.read(lambda conn: guilds.settings_of(conn, CLUB))
    assert settings == GuildSettings(draw=1, reactions=False)
    assert await house.store.read(lambda conn: guilds.changes(conn, CLUB, 9)) == [
        Change(ANN, "reactions", "true", "false", 6),
        Change(ANN, "draw", "3", "1", 6),
        Change(ANN, "draw", "null", "3", 5),
    ]
    assert await house.store.read(lambda conn: guilds.changes(conn, PUB, 9)) == []
    assert await house.store.read(lambda conn: guilds.settings_of(conn, PUB)) == GuildSettings()


async def test_an_unknown_setting_is_an_error(house: House) -> None:
    """A slip of the pen is no setting."""
    with pytest.raises(TypeError):
        await house.store.transact(lambda conn: guilds.change(conn, CLUB, ANN, now=5, drew=3))


async def test_a_season_begins_anew_and_the_old_one_is_kept(house: House) -> None:
    """Twice: both old seasons can still be looked at, and all time goes on."""

    async def clean(key: str) -> list[tuple[int, int]]:
        found = await house.store.read(lambda conn: boards.player_stats(conn, ANN, CLUB, key))
        return [(one.games, one.wins) for one in found]

    await house.play(new_game(), won=True)
    await house.play(new_game(BEN))
    for number in (2, 3):
        assert await house.store.transact(lambda conn: guilds.begin_season(conn, CLUB, ANN, 9)) == number
        assert await clean(Period.SEASON.key(0, number)) == []
        await house.play(new_game())
    assert [await clean(key) for key in ("all", past_season_key(1), past_season_key(2), "s3")] == [
        [(3, 1)],
        [(1, 1)],
        [(1, 0)],
        [(1, 0)],
    ]
    assert await house.store.read(lambda conn: guilds.season_of(conn, CLUB)) == 3
    assert await house.store.read(lambda conn: guilds.season_of(conn, PUB)) == 1
    newest, *_ = await house.store.read(lambda conn: guilds.changes(conn, CLUB, 9))
    assert (newest.what, newest.before, newest.after) == ("season", "2", "3")


async def test_who_is_listed_by_default_is_the_servers_choice(house: House) -> None:
    """A member's own wish goes before it, for those who come later too; nothing else changes."""

    async def on_the_board() -> list[str]:
        return [row.name for row in await house.top(boards.wins(boards.ListOf(CLUB, 1, "N")))]

    for player in (ANN, BEN):
        await house.play(new_game(player), won=True)
    await house.store.transact(lambda conn: players.set_listed(conn, ANN, CLUB, listed=True))
    await house.store.transact(lambda conn: guilds.change(conn, CLUB, ANN, now=5, listed=False))
    await house.play(new_game(CAT), won=True)
    assert await on_the_board() == ["Ann"]
    await house.store.transact(lambda conn: players.set_listed(conn, ANN, CLUB, listed=None))
    assert await on_the_board() == []
    await house.store.transact(lambda conn: guilds.change(conn, CLUB, ANN, now=5, listed=True))
    assert await on_the_board() == ["Ann", "Ben", "Cat"]
    assert await house.problems() == []
