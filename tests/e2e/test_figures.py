"""Figures page by page, and leaderboards of every kind, span and shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from data import Kind, ListClass, NewGame, Progress, Result, Status, games, guilds, players, schema, standings
from data.periods import DAY_MS, day_of
from data.seats import Seat as Place
from data.seats import guild_row, player_row
from data.standings import Entry
from localdiscord import Callback
from tests.e2e.acts import give_up
from tests.e2e.reading import labels, ranks
from tests.e2e.test_pages import chosen

if TYPE_CHECKING:
    from localdiscord import Message, Seat
    from tests.e2e.house import House

TUESDAY: Final = 1_798_502_400_000
"""2026-12-29, 00:00 UTC: its week is the last of 2026 and ends in 2027."""


async def over(house: House, seat: Seat, *, won: bool = True, **changes: Any) -> int:
    """Put a game that has ended into the store, and give its number."""
    rules = str(changes.pop("rules", "D1N"))
    plain: dict[str, Any] = {
        "player_discord_id": seat.user.id,
        "guild_discord_id": house.home.id,
        "name": seat.user.name.title(),
        "deal": changes.pop("deal", 2**59),
        "rules": rules,
        "rules_version": 1,
        "draw": int(rules[1]),
        "scoring": "normal",
        "now": house.now,
        "books": "V" in rules and not changes.get("practice"),
        "buy_in": -52 if "V" in rules else 0,
    }
    progress: dict[str, Any] = {
        "tokens": "",
        "ply": 0,
        "moves": 100,
        "score": 500,
        "booked": changes.pop("booked", 0),
        "active_ms": 60_000,
        "now": house.now,
        "status": Status.WON if won else Status.GIVEN_UP,
    }
    for name in ("score", "moves", "assisted", "active_ms"):
        if name in changes:
            progress[name] = changes.pop(name)
    new = NewGame(**{**plain, **changes})
    record = await house.store.transact(lambda conn: games.start(conn, new))
    await house.store.transact(lambda conn: games.append(conn, record, Progress(**progress)))
    return record.id


async def stats(seat: Seat, **options: object) -> Message:
    """Ask for figures and give the answer."""
    reply = await seat.slash("/klondike stats", **options)
    assert reply.ephemeral
    return reply.shown


async def board(seat: Seat, **options: object) -> Message:
    """Ask for a leaderboard and give the message."""
    return (await seat.slash("/klondike leaderboard", **options)).shown


# Figures


async def test_k50_figures_say_what_they_count(house: House) -> None:
    """A page for all ranked games, and one for each list with a line for each class; a card with both."""
    await over(house, house.alice, score=600, moves=90)
    await over(house, house.alice, score=400, assisted=True)
    await over(house, house.alice, won=False, score=50, moves=20)
    await over(house, house.alice, practice=True, score=700)
    await over(house, house.alice, rules="D3V", won=False, score=-12, booked=-12)
    await over(house, house.alice, rules="D3V", won=False, score=-32, booked=-32)
    page = await stats(house.alice)
    assert "All ranked games" in page.text
    assert "Ranked games: 5 played, 2 won (40.0 %)." in page.text
    assert "- Draw 1 · Normal: 3 played, 2 won (66.7 %)." in page.text
    assert "- practice: 1 played, 1 won (100.0 %)." in page.text
    assert page.image
    assert "Played 5, Won 2, Won of played 40.0 %" in (page.alt or "")
    assert "Bankroll between -$44 and -$12, last -$44." in (page.alt or "")
    assert "0/0, 2/5." in (page.alt or "")
    assert [one.value for one in page.selects[0].choices] == ["all", "1N", "3V"]
    drawn = page.image
    reply = await house.alice.select(page, "1N")
    assert reply.kind is Callback.UPDATE
    clean = (
        "- without help: 3 played, 1 won (33.3 %). Won in a row: 0 now, 1 at best. Best score 600, mean 325. "
        "55 moves a game. Fewest moves to win: 90. Time played 2:00."
    )
    assert clean in page.text
    assert "- with help: 1 played, 1 won (100.0 %)." in page.text
    assert "Mean score 350" in (page.alt or "")
    assert "Bankroll" not in (page.alt or "")
    assert page.image != drawn
    await house.restart()
    await house.alice.select(page, "3V")
    assert "Best score -$12, mean -$22." in page.text
    assert await chosen(page) == ["Draw 3 · Vegas"]
    await house.alice.select(page, "3B", force=True)
    assert await chosen(page) == ["All ranked games"]


async def test_figures_of_two_stand_side_by_side(house: House) -> None:
    """Both in the words and on the card; a newcomer too; nobody is put beside themselves."""
    await over(house, house.alice, score=600)
    await over(house, house.bob, won=False, score=40)
    await over(house, house.bob, rules="D3N")
    page = await stats(house.alice, compare=house.bob.user)
    assert "Played 1 · 2" in (page.alt or "")
    assert page.text.index("Alice") < page.text.index("Bob")
    assert [one.value for one in page.selects[0].choices] == ["all", "1N", "3N"]
    await house.alice.select(page, "3N")
    assert "No game of this list yet." in page.text
    assert "Best score – · 500" in (page.alt or "")
    other = await stats(house.alice, member=house.bob.user, compare=house.alice.user)
    assert other.text.index("Bob") < other.text.index("Alice")
    carol = house.person("carol")
    beside = await stats(house.alice, compare=carol.user)
    assert "Carol" in beside.text
    assert "None yet." in beside.text
    assert "Bob" not in (await stats(house.bob, compare=house.bob.user)).text.replace("Bob", "", 1)


async def test_figures_of_who_is_not_listed_are_their_own(house: House) -> None:
    """Nobody else sees them, neither alone nor beside others, nor by a control from before."""
    await over(house, house.alice)
    await over(house, house.bob)
    page = await stats(house.bob, member=house.alice.user)
    user = house.alice.user.id
    await house.store.transact(lambda conn: players.set_listed(conn, user, house.home.id, listed=False))
    refused = "does not want to be listed here"
    assert refused in (await stats(house.bob, member=house.alice.user)).text
    assert refused in (await stats(house.bob, compare=house.alice.user)).text
    assert refused in (await house.bob.select(page, "1N")).text
    assert "1 played" in (await stats(house.alice)).text
    listed = await board(house.bob, draw=1, scoring="N")
    assert ("Alice" in listed.text, "Bob" in listed.text) == (False, True)
    assert "Alice\u2069 is not on this board." in (await board(house.alice, draw=1, scoring="N")).text


async def test_figures_of_private_games_are_their_players_own(house: House) -> None:
    """In a direct message nobody looks into what another plays there."""
    direct = house.alice.user.at(house.fake.direct(house.alice.user))
    await direct.slash("/klondike new")
    await give_up(direct)
    assert "1 played" in (await direct.slash("/klondike stats")).text
    bob = house.bob.user.at(house.fake.direct(house.bob.user))
    told = (await bob.slash("/klondike stats", member=house.alice.user)).text
    assert "shown to their player alone" in told


async def test_figures_without_the_right_to_attach_are_words(house: House) -> None:
    """The same page, without its card."""
    await over(house, house.alice)
    house.fake.deny(house.general, "attach")
    page = await stats(house.alice)
    assert page.image is None
    assert "1 played, 1 won (100.0 %)." in page.text
    await house.alice.select(page, "1N")
    assert page.image is None


async def test_the_card_has_the_look_of_its_reader(house: House) -> None:
    """Whoever it is about."""
    await over(house, house.alice)
    plain = (await stats(house.bob, member=house.alice.user)).image
    looks = (await house.bob.slash("/klondike me look")).shown
    await house.bob.select(looks, "dark")
    assert (await stats(house.bob, member=house.alice.user)).image != plain


async def test_practice_alone_is_no_card(house: House) -> None:
    """There is no ranked game to draw; a newcomer is told how to begin."""
    await over(house, house.alice, practice=True)
    page = await stats(house.alice)
    assert page.image is None
    assert "No ranked game yet." in page.text
    nobody = await stats(house.bob)
    assert (nobody.image, nobody.selects) == (None, [])


# Leaderboards


async def test_every_board_ranks_by_its_own_figure(house: House) -> None:
    """Rate from ten games on, streaks, fewest moves the least first."""
    for number in range(10):
        await over(house, house.alice, won=number % 2 == 0, moves=90 + number)
    for number in range(9):
        await over(house, house.bob, moves=80 + number)
    shown = await board(house.alice, board="rate", draw=1, scoring="N")
    assert "at least 10 games" in shown.text
    assert "**1.** \u2068Alice\u2069 — **50.0 %** (5 won of 10) 📍" in shown.text
    assert "Bob" not in shown.text
    await house.alice.select(shown, "streak-clean")
    assert "**1.** \u2068Bob\u2069 — **9** (9 won of 9)" in shown.text
    await house.alice.select(shown, "moves-clean")
    assert shown.text.index("Bob\u2069 — **80**") < shown.text.index("Alice\u2069 — **90**")
    await house.alice.select(shown, "rate-assisted")
    assert "ended at least 10 games" in shown.text


async def test_days_and_races_have_boards_of_their_own(house: House) -> None:
    """In normal scoring, whatever else was asked for."""
    await over(house, house.alice, kind=Kind.DAILY, day=day_of(house.now))
    shown = await board(house.bob, board="daily", draw=1)
    assert "Games won** · Draw 1 · Normal, daily deals" in shown.text
    assert ranks(shown.text) == [1]
    assert [one.label for one in shown.selects[1].choices] == ["Draw 1 · Normal", "Draw 3 · Normal"]
    streaks = await board(house.bob, board="daily-streak", draw=1, scoring="V")
    assert "change nothing" in streaks.text
    assert "Alice\u2069 — **1**" in streaks.text
    await raced(house, house.bob)
    assert "Bob\u2069 — **1**" in (await board(house.bob, board="race", draw=1)).text


async def raced(house: House, seat: Seat) -> None:
    """Let somebody win a race."""
    game = await over(house, seat, kind=Kind.RACE)
    record = await house.bot.sessions.record(game)
    entry = Entry(ListClass.RACE, Result(won=True))

    def enter(conn: Any) -> None:
        place = Place(player_row(conn, seat.user.id, 1), guild_row(conn, house.home.id))
        race: dict[str, Any] = {"guild_id": place.guild_id, "host_id": place.player_id, "deal": record.deal}
        race |= {"rules": record.rules, "rules_version": 1, "status": "over", "limit_ms": 1, "revision": 1}
        row = conn.execute(schema.race.insert().values(created_at=1, **race)).inserted_primary_key[0]
        racer = {"race_id": row, "player_id": place.player_id, "game_id": game, "rank": 1, "joined_at": 1}
        conn.execute(schema.racer.insert().values(**racer))
        standings.add(conn, place, record, entry)

    await house.store.transact(enter)


async def test_weeks_and_months_begin_anew(house: House) -> None:
    """A week runs over the new year, a month does not; a board that was posted before shows what runs now."""
    house.now = TUESDAY
    await over(house, house.alice)
    week = await board(house.alice, span="week", draw=1, scoring="N")
    month = await board(house.alice, span="month", draw=1, scoring="N")
    assert "Week 53, Dec 28 to Jan 3 (UTC). The next one begins <t:1799020800:f>." in week.text
    assert "December 2026 (UTC). The next one begins <t:1798761600:f>." in month.text
    assert (ranks(week.text), ranks(month.text)) == ([1], [1])
    house.now += 4 * DAY_MS
    await over(house, house.bob)
    await house.alice.select(week, "wins-clean")
    await house.alice.select(month, "wins-clean")
    assert (ranks(week.text), ranks(month.text)) == ([1, 1], [1])
    assert "January 2027" in month.text
    house.now += 2 * DAY_MS
    await house.alice.select(week, "wins-clean")
    assert "Week 1, Jan 4 to Jan 10" in week.text
    assert "Nobody is on this board yet" in week.text
    await house.alice.select(week, "all")
    assert await chosen(week) == ["Games won, without help", "Draw 1 · Normal", "All time"]
    assert ranks(week.text) == [1, 1]


async def test_a_season_is_offered_once_there_is_a_second_one(house: House) -> None:
    """Until then it is all time; then it begins anew, and all time goes on."""
    await over(house, house.alice)
    shown = await board(house.alice, span="season", draw=1, scoring="N")
    assert "All time" in shown.text
    assert "season" not in [one.value for one in shown.selects[2].choices]
    boss = house.alice.user.id
    await house.store.transact(lambda conn: guilds.begin_season(conn, house.home.id, boss, house.now))
    await over(house, house.bob)
    await house.alice.select(shown, "wins-clean")
    assert "Season 2 of this server" in shown.text
    assert ("Bob" in shown.text, "Alice\u2069 is not on this board" in shown.text) == (True, True)
    await house.alice.select(shown, "all")
    assert ranks(shown.text) == [1, 1]
    assert "season" in [one.value for one in shown.selects[2].choices]


async def test_a_page_is_drawn_and_turned_as_a_picture(house: House) -> None:
    """The button leads to the picture and back; pages, menus and a restart keep it; others get a copy."""
    for number in range(12):
        await over(house, house.person(f"guest {number}"), score=number)
    shown = await board(house.alice, board="score", draw=1, scoring="N")
    assert shown.image is None
    await house.alice.click(shown, "As a picture")
    first = shown.image
    assert first
    assert "1. \u2068Guest 11\u2069 11" in (shown.alt or "")
    assert "Guest 11" not in shown.text
    assert "Alice\u2069 is not on this board." in shown.text
    assert labels(shown) == ["Previous", "Next", "My rank", "As text"]
    await house.restart()
    await house.alice.click(shown, "Next")
    assert "11. \u2068Guest 1\u2069 1" in (shown.alt or "")
    reply = await house.bob.click(shown, "Previous")
    assert reply.ephemeral
    assert reply.shown.image == first
    await house.alice.click(shown, "As text")
    assert shown.image is None
    assert "Guest 1" in shown.text
    await house.alice.click(shown, "As a picture")
    await house.alice.select(shown, "wins-assisted")
    assert shown.image is None
    assert labels(shown) == []
    house.fake.deny(house.general, "attach")
    await house.alice.select(shown, "score-clean")
    assert shown.image is None
    assert "As a picture" not in labels(shown)


@pytest.mark.parametrize("text", ["p:board:rate:1:N:clean.week:1:5", "p:board:wins:1:N:race.drawn:1:5"])
async def test_there_are_no_boards_in_private_places(house: House, text: str) -> None:
    """Of no kind, by no control."""
    direct = house.alice.user.at(house.fake.direct(house.alice.user))
    page = (await direct.slash("/klondike help")).shown
    assert "Leaderboards belong to servers" in (await direct.click(page, custom_id=text, force=True)).text


async def test_two_turn_a_board_at_once(house: House) -> None:
    """Each sees their own; the message shows what its asker chose."""
    for number in range(12):
        await over(house, house.person(f"guest {number}"), score=number)
    shown = await board(house.alice, board="score", draw=1, scoring="N")
    mine, theirs = house.alice.click(shown, "Next"), house.bob.click(shown, "As a picture")
    assert (await theirs).shown.image
    await mine
    assert "Page 2 of 2" in shown.text
