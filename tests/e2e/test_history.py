"""The history of a player, and what can be done with a game that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from data import Kind, games, schema
from data.periods import DAY_MS, day_of
from localdiscord import Callback
from localdiscord.faults import error
from tests.e2e.acts import give_up, typed
from tests.e2e.reading import board_in, game_of, labels, live_board, says, until
from tests.e2e.test_figures import over

if TYPE_CHECKING:
    from localdiscord import Message, Seat
    from tests.e2e.house import House


async def history(seat: Seat) -> Message:
    """Ask for the history and give the answer."""
    reply = await seat.slash("/klondike me history")
    assert reply.ephemeral
    return reply.shown


async def given_up(house: House, line: str = "d d u d", **options: Any) -> int:
    """Let Alice play a game and give it up; give its number."""
    board = await house.deal(**options)
    await typed(house.alice, line)
    await give_up(house.alice)
    return game_of(board)


async def picked(house: House, number: int) -> Message:
    """Pick a game of Alice's."""
    page = await history(house.alice)
    await house.alice.select(page, str(number))
    return page


async def challenged(house: House, number: int) -> Message:
    """Let Alice challenge Bob to the deal of a game of hers."""
    reply = await house.alice.select(await picked(house, number), str(house.bob.user.id))
    assert not reply.ephemeral
    return reply.shown


async def open_games(house: House, seat: Seat) -> list[str]:
    """Read the log of a member's open game."""
    user, guild = seat.user.id, house.home.id
    record = await house.store.read(lambda conn: games.open_game(conn, user, guild))
    return [] if record is None else [record.log]


# The pages


async def test_ended_games_of_all_kinds_are_listed_newest_first(house: House) -> None:
    """Ten a page, turned under a restart; others' games and those of other places are not in it."""
    assert "You have ended no game here yet." in (await history(house.alice)).text
    ids = [await over(house, house.alice, score=number) for number in range(9)]
    ids.append(await over(house, house.alice, practice=True, rules="D3N"))
    ids.append(await over(house, house.alice, kind=Kind.DAILY, day=day_of(house.now)))
    ids.append(await over(house, house.alice, assisted=True, won=False))
    await over(house, house.bob)
    await over(house, house.alice, guild_discord_id=0)
    page = await history(house.alice)
    told = [int(one.value) for one in page.selects[0].choices]
    assert told == ids[:1:-1]
    assert "Page 1 of 2 · 12 games" in page.text
    lines = page.text.splitlines()
    assert "given up · 500 · Draw 1 · Normal · with help" in lines[1]
    assert "daily deals" in lines[2]
    assert "won · 500 · Draw 3 · Normal · practice" in lines[3]
    await house.restart()
    reply = await house.alice.click(page, "Next")
    assert reply.kind is Callback.UPDATE
    assert [int(one.value) for one in page.selects[0].choices] == ids[1::-1]
    await house.alice.select(page, str(ids[0]))
    assert "won · 0 · Draw 1 · Normal" in page.text
    assert "100 moves · 1:00" in page.text
    await house.alice.click(page, "All games")
    assert "Page 2 of 2" in page.text


async def test_a_picked_game_shows_what_may_be_shown(house: House) -> None:
    """Code and replay once nobody plays the deal; nothing at all of a day that is not over."""
    number = await given_up(house)
    page = await picked(house, number)
    assert "Deal code `KL1-D1N-AAAAAAG`" in page.text
    assert labels(page) == ["Replay", "Play on", "Play this deal again", "All games"]
    film = await house.alice.click(page, "Replay")
    assert "Move 0 of 2" in film.text
    await house.bob.slash("/klondike new", code="KL1-D1N-AAAAAAG")
    page = await picked(house, number)
    assert "KL1" not in page.text
    assert "wait until nobody plays this deal any more" in page.text
    assert labels(page) == ["Play on", "Play this deal again", "All games"]


async def test_nothing_of_a_day_that_is_not_over_can_be_played(house: House) -> None:
    """Neither by the controls, which are not there, nor by made-up ones."""
    day, deal = day_of(house.now), 4242
    row = {"day": day, "deal": deal, "proven": False, "made_at": 0}
    await house.store.transact(lambda conn: conn.execute(schema.daily.insert().values(row)).rowcount)
    number = await over(house, house.alice, kind=Kind.DAILY, day=day, deal=deal, won=False)
    page = await picked(house, number)
    assert labels(page) == ["All games"]
    assert len(page.selects) == 0
    for act in ("on", "again"):
        reply = await house.alice.click(page, custom_id=f"h:{act}:{number}", force=True)
        assert "only once a game is over" in reply.text
    reply = await house.alice.select(page, str(house.bob.user.id), custom_id=f"h:ask:{number}", force=True)
    assert "only once a game is over" in reply.text
    assert await open_games(house, house.alice) == []
    house.now += 2 * DAY_MS
    assert "Play on" in labels(await picked(house, number))


async def test_another_members_game_cannot_be_reached(house: House) -> None:
    """By no control, in no place but its own."""
    number = await given_up(house)
    page = await picked(house, number)
    for act in ("on", "again"):
        reply = await house.bob.click(page, custom_id=f"h:{act}:{number}", force=True)
        assert "This is the game of" in reply.text
    direct = house.alice.user.at(house.fake.direct(house.alice.user))
    there = (await direct.slash("/klondike me history")).shown
    assert "You have ended no game here yet." in there.text
    reply = await direct.click(there, custom_id=f"h:on:{number}", force=True)
    assert "You have ended no game of that number here." in reply.text
    for custom_id in ("h:on:99999", "h:", "h:off:1", f"h:pick:{number}"):
        reply = await house.alice.click(page, custom_id=custom_id, force=True)
        assert "no longer know which game" in reply.text or "ended no game of that number" in reply.text


# Playing on, and again


async def test_a_game_goes_on_from_where_it_was_given_up(house: House) -> None:
    """With its undos, as practice; what was booked stays, and a second press makes no second game."""
    number = await given_up(house, scoring="vegas", draw=3)
    balance = (await house.alice.slash("/klondike bankroll")).text
    page = await picked(house, number)
    await house.restart()
    await house.alice.click(page, "Play on")
    await house.fake.settled()
    board = live_board(house.general)
    assert "Your game is on the table." in page.text
    assert "practice" in board.text
    assert game_of(board) != number
    turn = await house.turn(board)
    assert (turn.record.log, turn.record.practice, turn.record.books) == ("d d u d", True, False)
    await house.alice.click(board, "Undo")
    assert (await house.turn(board)).view.moves == 1
    reply = await house.alice.click(page, custom_id=f"h:on:{number}", force=True)
    assert "You have an open game here" in reply.text
    await typed(house.alice, "d")
    await give_up(house.alice)
    assert (await house.alice.slash("/klondike bankroll")).text == balance
    assert "practice: 1 played" in (await house.alice.slash("/klondike stats")).text


async def test_a_game_goes_on_in_place_of_the_open_one(house: House) -> None:
    """After a question, which is asked again when that game has moved on."""
    number = await given_up(house)
    other = await house.deal(number=7)
    question = (await house.alice.click(await picked(house, number), "Play on")).shown
    assert "Starting a new one gives it up" in question.text
    await typed(house.alice, "d")
    await house.alice.click(question, "Give up and start anew")
    assert "(1 move)" in question.text
    assert await open_games(house, house.alice) == ["d"]
    await house.alice.click(question, "Give up and start anew")
    await says(question, "Your game is on the table.")
    assert await open_games(house, house.alice) == ["d d u d"]
    await says(other, "Given up after")


async def test_after_seven_days_a_game_is_closed(house: House) -> None:
    """So is one that was won."""
    number = await given_up(house)
    house.now += 7 * DAY_MS - 60_000
    page = await picked(house, number)
    assert "Play on" in labels(page)
    house.now += 60_000
    assert "within the last seven days" in (await house.alice.click(page, "Play on")).text
    assert "Play on" not in labels(await picked(house, number))
    won = await over(house, house.alice)
    assert "Play on" not in labels(await picked(house, won))


async def test_a_deal_is_played_again_as_practice(house: House) -> None:
    """From its first card; over an open game only after a question."""
    number = await given_up(house, scoring="vegas")
    page = await picked(house, number)
    await house.alice.click(page, "Play this deal again")
    await house.fake.settled()
    turn = await house.turn(live_board(house.general))
    assert (turn.record.deal, turn.record.rules, turn.record.practice, turn.record.log) == (
        6,
        "D1V",
        True,
        "",
    )
    question = (await house.alice.click(await picked(house, number), "Play this deal again")).shown
    await house.alice.click(question, "Give up and start anew")
    await says(question, "Your game is on the table.")
    assert game_of(live_board(house.general)) == turn.record.id + 1


# Challenges


async def test_a_challenge_tells_both_results(house: House) -> None:
    """Posted without a ping; each plays the same cards once; the results come below, the code at the end."""
    number = await given_up(house, draw=3, scoring="vegas")
    posted = await challenged(house, number)
    assert not posted.pings
    assert f"<@{house.alice.user.id}> challenges <@{house.bob.user.id}>" in posted.text
    assert "To beat: given up · -$52 · 2 moves" in posted.text
    assert "KL1" not in posted.text
    await house.restart()
    carol = house.person("carol")
    assert "This challenge is between" in (await carol.click(posted, "Play")).text
    await house.bob.click(posted, "Play")
    await house.fake.settled()
    turn = await house.turn(live_board(house.general))
    assert (turn.record.player_discord_id, turn.record.deal) == (house.bob.user.id, 6)
    assert (turn.record.rules, turn.record.practice) == ("D3V", True)
    assert "You are playing it already." in (await house.bob.click(posted, "Play")).text
    await typed(house.bob, "d")
    await give_up(house.bob)
    await says(posted, f"<@{house.bob.user.id}>: given up · -$52 · 1 move")
    assert "That game is over" in (await house.bob.click(posted, "Play")).text
    await house.alice.click(posted, "Play")
    await house.fake.settled()
    await give_up(house.alice)
    await says(posted, "Deal code `KL1-D3V-AAAAAAG`")
    assert f"<@{house.alice.user.id}>: given up" in posted.text
    assert labels(posted) == []
    assert not posted.pings


async def test_a_challenge_is_posted_once_a_minute(house: House) -> None:
    """Who chooses the same member again and again fills no channel; another one is challenged at once."""
    carol = house.person("carol")
    page = await picked(house, await given_up(house))
    await house.alice.select(page, str(house.bob.user.id))
    for _ in range(3):
        again = await house.alice.select(page, str(house.bob.user.id))
        assert again.ephemeral
    await house.alice.select(page, str(carol.user.id))
    await house.fake.settled()
    assert len([one for one in house.general.messages if "challenges" in one.text]) == 2


async def test_a_challenge_is_not_turned_into_a_history(house: House) -> None:
    """What belongs to private answers and is pressed by hand on a challenge leaves it as it is."""
    number = await given_up(house)
    posted = await challenged(house, number)
    for act in ("h:list:1", f"h:pick:{number}"):
        reply = await house.alice.select(posted, str(number), custom_id=act, force=True)
        assert reply.ephemeral, act
    await says(posted, "challenges")


async def test_a_challenge_is_played_in_place_of_an_open_game(house: House) -> None:
    """After a question; two at once do not get in each other's way."""
    posted = await challenged(house, await given_up(house))
    await house.deal(house.bob, number=9)
    first, second = house.bob.click(posted, "Play"), house.alice.click(posted, "Play")
    question = (await first).shown
    await second
    assert "Starting a new one gives it up" in question.text
    await house.bob.click(question, "Give up and start anew")
    await says(question, "Your game is on the table.")
    for seat in (house.alice, house.bob):
        assert await open_games(house, seat) == [""]


async def test_a_result_that_could_not_be_told_is_told_after_the_next_start(house: House) -> None:
    """Discord was away when the game ended, or the bot was."""
    posted = await challenged(house, await given_up(house))
    await house.bob.click(posted, "Play")
    await house.fake.settled()
    house.fake.fault("PATCH", rf"/messages/{posted.id}$", error(403, 50001))
    await give_up(house.bob)
    await house.fake.settled()
    assert "given up · 0 · 0 moves" not in posted.text
    await house.restart()
    await says(posted, f"<@{house.bob.user.id}>: given up · 0 · 0 moves")


async def test_a_challenge_whose_message_is_gone_harms_nothing(house: House) -> None:
    """Its games go on."""
    posted = await challenged(house, await given_up(house))
    await house.bob.click(posted, "Play")
    await house.fake.settled()
    posted.channel.messages.remove(posted)
    await give_up(house.bob)
    await house.fake.settled()
    assert "Given up after" in board_in(house.general).text


async def test_nobody_challenges_themselves_or_the_bot(house: House) -> None:
    """It takes another member."""
    page = await picked(house, await given_up(house))
    for user in (house.alice.user, house.fake.bot):
        assert "Choose another member, and no bot." in (await house.alice.select(page, str(user.id))).text


async def test_in_a_direct_message_nobody_is_challenged(house: House) -> None:
    """There is nobody; playing on works there too."""
    direct = house.alice.user.at(house.fake.direct(house.alice.user))
    await direct.slash("/klondike new")
    await give_up(direct)
    page = (await direct.slash("/klondike me history")).shown
    await direct.select(page, str(page.selects[0].choices[0].value))
    assert page.selects == []
    await direct.click(page, "Play on")
    await until(lambda: "Your game is on the table." in page.text)
    assert "practice" in board_in(direct.channel).text
