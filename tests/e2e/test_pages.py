"""Leaderboards in pages, help with pictures, reports, and what is said where there is nothing to show."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from cogs.help import TOPICS
from data import NewGame, Progress, Status, games
from localdiscord import Callback
from tests.e2e.acts import give_up, typed
from tests.e2e.reading import game_of, labels, ranks, says, spelt, until

if TYPE_CHECKING:
    from collections.abc import Iterable

    from localdiscord import Message, Reply, Seat
    from localdiscord.wire import Json
    from tests.e2e.house import House

GONE: Final = 7_000
"""Discord ids from here on belong to members who have left: nobody in the house has them."""


async def crowd(house: House, scores: Iterable[int]) -> None:
    """Let members who have left since end a game each, with these scores, in this order."""
    for number, score in enumerate(scores):
        await ended(house, GONE + number, f"Guest {number}", score)


async def ended(house: House, player: int, name: str, score: int) -> None:
    """Put a game that was given up into the store."""
    new = NewGame(
        player_discord_id=player,
        guild_discord_id=house.home.id,
        name=name,
        deal=6,
        rules="D1N",
        rules_version=1,
        draw=1,
        scoring="normal",
        now=1,
    )
    over = Progress(tokens="", ply=0, moves=0, score=score, active_ms=0, now=2, status=Status.GIVEN_UP)
    record = await house.store.transact(lambda conn: games.start(conn, new))
    await house.store.transact(lambda conn: games.append(conn, record, over))


async def scores(seat: Seat, **options: object) -> Message:
    """Ask for the board of best scores and give the message."""
    return (await seat.slash("/klondike leaderboard", board="score", **options)).shown


def page_of(text: str) -> str:
    """Read which page a leaderboard shows."""
    return text.splitlines()[-1].removeprefix("-# ")


# Turning pages


async def test_an_empty_board_leads_to_every_other_one(house: House) -> None:
    """Its menus show what it is, and change list and rules in place, each leaving the other as it was."""
    await ended(house, GONE, "Guest", 7)
    board = (await house.alice.slash("/klondike leaderboard", draw=3, scoring="V", games="assisted")).shown
    assert "Nobody is on this board yet" in board.text
    assert await chosen(board) == ["Games won, with help", "Draw 3 · Vegas", "All time"]
    reply = await house.alice.select(board, "score-clean")
    assert reply.kind is Callback.UPDATE
    assert await chosen(board) == ["Best score, without help", "Draw 3 · Vegas", "All time"]
    await house.alice.select(board, "1N")
    assert "Guest" in board.text
    await house.alice.select(board, "bankroll")
    assert await chosen(board) == ["Vegas bankroll"]
    other = await house.bob.select(board, "wins-clean")
    assert (other.ephemeral, await chosen(other.shown)) == (
        True,
        ["Games won, without help", "Draw 1 · Normal", "All time"],
    )
    assert await chosen(board) == ["Vegas bankroll"]


async def chosen(board: Message) -> list[str]:
    """Read what the menus of a leaderboard show as chosen."""
    return [one.label for menu in board.selects for one in menu.choices if one.default]


async def test_a_board_opens_with_the_rules_played_last_in_this_server(house: House) -> None:
    """What was played in private meanwhile does not open a board that is empty here."""
    direct = house.alice.user.at(house.fake.direct(house.alice.user))
    await house.deal(draw=3, scoring="vegas")
    await house.deal(direct, draw=1, scoring="casual")
    board = (await house.alice.slash("/klondike leaderboard")).shown
    assert await chosen(board) == ["Games won, without help", "Draw 3 · Vegas", "All time"]
    assert await chosen((await house.alice.slash("/klondike leaderboard", draw=1)).shown) == [
        "Games won, without help",
        "Draw 1 · Vegas",
        "All time",
    ]
    told = (await direct.slash("/klondike leaderboard")).text
    assert "Games here are private and not ranked." in told


async def test_d24_a_long_board_is_turned_page_by_page(house: House) -> None:
    """Ten rows a page, forward and back, and no button leads out of the board."""
    await crowd(house, range(25))
    board = await scores(house.alice)
    assert labels(board) == ["Previous", "Next", "My rank", "As a picture"]
    seen = []
    for page in (1, 2, 3):
        assert page_of(board.text) == f"Page {page} of 3 · 25 players"
        seen += ranks(board.text)
        assert [one.disabled for one in board.buttons] == [page == 1, page == 3, False, False]
        if page < 3:
            reply = await house.alice.click(board, "Next")
            assert reply.kind is Callback.UPDATE
    assert seen == list(range(1, 26))
    await house.alice.click(board, "Previous")
    assert page_of(board.text).startswith("Page 2")


async def test_equal_values_share_a_rank_across_pages(house: House) -> None:
    """Nine, then three equals over the border, then the thirteenth: 10, 10, 10, 13."""
    await crowd(house, [*range(100, 91, -1), 50, 50, 50, 7])
    board = await scores(house.alice)
    assert ranks(board.text) == [*range(1, 10), 10]
    await house.alice.click(board, "Next")
    assert ranks(board.text) == [10, 10, 13]


async def test_the_asker_is_always_told_their_own_rank(house: House) -> None:
    """By name, from outside the page, by a mark on it; and that there is none where there is none."""
    await crowd(house, range(100, 112))
    board = await scores(house.alice)
    assert "Alice\u2069 is not on this board." in board.text
    await house.deal()
    await give_up(house.alice)
    board = await scores(house.alice)
    assert "Alice\u2069 is number 13 with 0." in board.text
    assert "📍" not in board.text
    await house.alice.click(board, "Next")
    assert "**13.** \u2068Alice\u2069 — **0** (0 won of 1) 📍\n-# Page 2 of 2" in board.text
    assert "is number" not in board.text


async def test_another_members_press_is_answered_privately(house: House) -> None:
    """The public page stays as it is; the other reads a copy with their own rank and turns that one."""
    await crowd(house, range(25))
    await ended(house, house.bob.user.id, "Bob", -5)
    board = await scores(house.alice)
    before = board.text
    reply = await house.bob.click(board, "Next")
    assert reply.ephemeral
    assert page_of(reply.text).startswith("Page 2 of 3")
    assert "Bob\u2069 is number 26 with -5." in reply.text
    own = reply.shown
    turned = await house.bob.click(own, "Next")
    assert turned.kind is Callback.UPDATE
    assert page_of(own.text).startswith("Page 3 of 3")
    assert board.text == before


async def test_my_rank_leads_to_the_page_of_whoever_presses(house: House) -> None:
    """Alice's press turns the message to her page; Bob's shows his privately."""
    await crowd(house, range(10, 31))
    await ended(house, house.alice.user.id, "Alice", 3)
    await ended(house, house.bob.user.id, "Bob", 40)
    board = await scores(house.alice)
    await house.alice.click(board, "My rank")
    assert page_of(board.text).startswith("Page 3 of 3")
    assert "**23.** \u2068Alice\u2069" in board.text
    reply = await house.bob.click(board, "My rank")
    assert "**1.** \u2068Bob\u2069" in reply.text
    assert page_of(board.text).startswith("Page 3 of 3")


async def test_pages_turn_after_a_restart_and_on_boards_of_any_age(house: House) -> None:
    """A restart, a day and a board that has grown meanwhile are no obstacle."""
    await crowd(house, range(12))
    board = await scores(house.alice)
    await house.restart()
    house.now += 24 * 3_600_000
    for number in range(12, 25):
        await ended(house, GONE + number, f"Guest {number}", number)
    await house.alice.click(board, "Next")
    assert page_of(board.text) == "Page 2 of 3 · 25 players"


@pytest.mark.parametrize(("page", "shown"), [("0", 1), ("3", 2), ("999999999", 2), ("own", 1)])
async def test_a_page_that_is_not_there_is_the_nearest_one(house: House, page: str, shown: int) -> None:
    """Pages before the first and beyond the last, and the own page of somebody who is not on the board."""
    await crowd(house, range(12))
    board = await scores(house.alice)
    asked = f"p:board:score:1:N:clean:{page}:{house.alice.user.id}"
    await house.alice.click(board, custom_id=asked, force=True)
    assert page_of(board.text).startswith(f"Page {shown} of 2")


async def test_an_id_that_nobody_made_is_told(house: House) -> None:
    """A page of an unknown board is answered in words and changes nothing."""
    await crowd(house, [1])
    board = await scores(house.alice)
    before = board.text
    reply = await house.alice.click(board, custom_id="p:board:losses:1:N:clean:1:5", force=True)
    assert "I no longer know which game this belongs to" in reply.text
    assert board.text == before


async def test_a_board_of_one_page_is_not_turned(house: House) -> None:
    """There is nothing to turn, and the page says so."""
    await crowd(house, [1])
    board = await scores(house.alice)
    assert labels(board) == ["As a picture"]
    assert page_of(board.text) == "Page 1 of 1 · 1 player"


async def test_a_page_turned_on_a_slow_store_comes_late_but_comes(house: House) -> None:
    """A press that must wait is deferred; then the asker's message turns, and another's copy is private."""
    await crowd(house, range(12))
    board = await scores(house.alice)
    async with house.held_reads():
        first = house.alice.click(board, "Next")
        second = house.bob.click(board, "My rank")
        assert (await first.acknowledged()).kind is Callback.DEFER_UPDATE
        assert (await second.acknowledged()).kind is Callback.DEFER_UPDATE
    await says(board, "Page 2 of 2")
    await house.fake.settled(quiet=0.3)
    assert "Page 1 of 2" in house.bob.private[-1].text


async def test_a_name_is_the_one_of_the_last_game(house: House) -> None:
    """A member who was renamed stands with the new name from their next game on, leavers with the last."""
    await ended(house, GONE, "Old Name", 5)
    assert "Old Name" in (await scores(house.alice)).text
    await ended(house, GONE, "Nový \u202e Name", 4)
    text = (await scores(house.alice)).text
    assert "Old Name" not in text
    assert "Nový Name" in text


async def test_odd_names_keep_their_lines_on_every_page(house: House) -> None:
    """Names with markdown, pings, accents, emoji and right-to-left marks: one row each, no ping, no harm."""
    names = (
        "**b** `c`",
        "@everyone",
        "\u202eevil",
        "z̷̢͎̈́̓͌a̸̧͖̐͗l̴̡͓͆̑g̵̘̓o",
        "👩‍👩‍👧 🏳️‍🌈",
        "1. one",
        "# big",
        "-# small",
        "שלום",
        "> q",
        "\n\n",
    )
    for number, name in enumerate(names):
        await ended(house, GONE + number, name, 7)
    board = await scores(house.alice)
    assert ranks(board.text) == [1] * 10
    await house.alice.click(board, "Next")
    assert ranks(board.text) == [1]
    assert not board.pings
    assert "\u202e" not in board.text


@pytest.mark.parametrize("board", ["bankroll", "wins", "score"])
async def test_k50_a_board_says_what_it_counts(house: House, board: str) -> None:
    """Each board names its figure; the bankroll's says that draw 1 and draw 3 count together."""
    text = (await house.alice.slash("/klondike leaderboard", board=board)).text
    counted = {
        "bankroll": ("Vegas bankroll", "draw 1 and draw 3"),
        "wins": ("Games won", "Draw 1", "Normal, without help"),
        "score": ("Best score", "one game, won or not"),
    }
    for words in counted[board]:
        assert words.lower() in text.lower()


async def test_options_that_a_bankroll_has_no_use_for_are_told(house: House) -> None:
    """`draw`, `scoring` and `games` do not split the bankroll: the board is shown and says so."""
    for options in ({"draw": 3}, {"scoring": "N"}, {"games": "assisted"}):
        text = (await house.alice.slash("/klondike leaderboard", board="bankroll", **options)).text
        assert "draw 1 and draw 3, with and without help, so the other options change nothing" in text
    assert "change nothing" not in (await house.alice.slash("/klondike leaderboard", board="bankroll")).text


# Help


async def test_help_is_turned_by_its_menu(house: House) -> None:
    """Each topic leads to each other in the same private message, pictures come and go with their topic."""
    reply = await house.alice.slash("/klondike help")
    assert reply.ephemeral
    page = reply.shown
    for topic in (*TOPICS, *TOPICS[::-1]):
        turned = await house.alice.select(page, topic)
        assert turned.kind is Callback.UPDATE
        assert (page.image is not None) == (topic in {"moves", "rules"}), topic
        assert len(page.text) <= 4000


async def test_help_shows_a_legal_move_and_a_refusal(house: House) -> None:
    """The pictures are described in words: what they show, why, and the whole board."""
    moves = (await house.alice.slash("/klondike help", topic="moves")).shown
    assert "7♥ goes on 8♠" in moves.text
    assert (moves.alt or "").startswith("In the picture: 7♥ goes on 8♠. Klondike")
    rules = (await house.alice.slash("/klondike help", topic="rules")).shown
    assert "Q♣ to column 1 is refused. Only a king can go to an empty column." in rules.text
    assert "Column 1: empty." in (rules.alt or "")
    assert moves.image
    assert rules.image
    assert moves.image != rules.image


async def test_help_without_the_right_to_attach_is_written_in_letters(house: House) -> None:
    """Where no file may be sent, the board of the lesson stands as text, and the lesson with it."""
    house.fake.deny(house.general, "attach")
    page = (await house.alice.slash("/klondike help", topic="moves")).shown
    assert "```" in page.text
    assert "7♥ goes on 8♠" in page.text
    await house.alice.select(page, "rules")
    assert "```" in page.text
    assert "Only a king can go to an empty column." in page.text
    assert page.image is None


async def test_help_turns_after_a_restart_and_takes_no_nonsense(house: House) -> None:
    """The menu carries nothing but its name: an old one works, an unknown topic leads to the first."""
    page = (await house.alice.slash("/klondike help", topic="scoring")).shown
    await house.restart()
    await house.alice.select(page, "moves")
    assert page.image
    await house.alice.select(page, "no-such-topic", force=True)
    assert "first steps" in page.text
    assert page.image is None


async def test_help_names_every_command(house: House) -> None:
    """The list is that of the commands that Discord was given, each with its description."""
    text = (await house.alice.slash("/klondike help", topic="commands")).text
    listed = [line.split("`")[1] for line in spelt(text).splitlines() if line.startswith("- `")]
    (group,) = house.alice.commands
    assert sorted(listed) == sorted(full_names(group))
    for description in descriptions(group):
        assert description in text


async def test_every_command_and_option_explains_itself(house: House) -> None:
    """None is bare: each has a description, each stands in help, and none is described like another."""
    (group,) = house.alice.commands
    told = descriptions(group)
    assert len(set(told)) == len(told)
    for part in parts_of(group):
        assert 10 <= len(part["description"]) <= 100, part["name"]
        assert part["description"][0].isupper() or part["description"][0].isdigit()
    names = full_names(group)
    assert all(f"`{name}" in readme() for name in names)


def readme() -> str:
    """Give the table of commands, those that share a line written out."""
    text = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
    short = re.findall(r"^\| `(/klondike )\w+`((?:, `\w+`)+)", text, re.MULTILINE)
    return text + "".join(f"`{head}{name}`" for head, more in short for name in re.findall(r"`(\w+)`", more))


def parts_of(command: Json) -> list[Json]:
    """Give a command with all that is below it."""
    return [command, *(part for option in command.get("options", []) for part in parts_of(option))]


async def test_about_says_what_it_is_and_what_it_keeps(house: House) -> None:
    """Version, licence, number of servers, and what is stored about a member, for the asker alone."""
    house.fake.guild("Away").add(house.alice.user)
    await until(lambda: len(house.bot.guilds) == 2)
    reply = await house.alice.slash("/klondike about")
    assert reply.ephemeral
    for words in ("**Version**", "MIT licence", "in 2 servers", "What I keep about you", "Discord id"):
        assert words in reply.text


def full_names(command: dict[str, object]) -> list[str]:
    """Give the commands of a group as a person types them."""
    below = [option for option in command.get("options", []) if option["type"] <= 2]  # type: ignore[attr-defined]
    if not below:
        return [f"/{command['name']}"]
    return [f"/{command['name']} {name[1:]}" for option in below for name in full_names(option)]


def descriptions(command: Json) -> list[str]:
    """Give what the commands of a group say of themselves."""
    below = [option for option in command.get("options", []) if option["type"] <= 2]
    if not below:
        return [command["description"]]
    return [text for option in below for text in descriptions(option)]


# Report


def file_of(reply: Reply) -> str:
    """Read the attached file."""
    (attached,) = reply.shown.attachments
    return attached.data.decode()


async def test_k38_a_report_of_an_ended_game_is_a_file(house: House) -> None:
    """Code, log, rules, versions, result and times, for the owner alone, as a file to hand on."""
    board = await house.deal(draw=3, scoring="vegas", number=77)
    await typed(house.alice, "d d u redo")
    await give_up(house.alice)
    code = (await house.alice.slash("/klondike code")).text.split("`")[1]
    reply = await house.alice.slash("/klondike report")
    assert reply.ephemeral
    text = file_of(reply)
    for line in (
        f"game: {game_of(board)}",
        f"deal code: {code}",
        "rules: D3V",
        "rules version: 1",
        "result: given_up",
        "score: -52",
    ):
        assert line in text.splitlines(), text
    assert "d d u redo" in text
    assert "Alice" not in text
    assert str(house.alice.user.id) not in text
    assert house.fake.token not in text


async def test_a_report_of_an_open_game_shows_what_its_board_shows(house: House) -> None:
    """Until the game is over: its id, move and rules; no file, no code, no number, no log."""
    board = await house.deal(draw=3, number=2**59 + 12_345)
    await typed(house.alice, "d d u redo")
    reply = await house.alice.slash("/klondike report")
    assert reply.ephemeral
    assert reply.shown.attachments == []
    assert f"Game {game_of(board)}, move 2 (action 4, with undos and help), rules `D3N`." in reply.text
    assert "Until a game is over" in reply.text
    for secret in ("KL1", str(2**59 + 12_345), "d d u redo"):
        assert secret not in reply.text


async def test_a_report_without_the_right_to_attach_is_a_text(house: House) -> None:
    """Where no file may be sent, the report stands in the message, as far as that holds it."""
    house.fake.deny(house.general, "attach")
    await house.alice.slash("/klondike new")
    await typed(house.alice, "d d")
    await give_up(house.alice)
    reply = await house.alice.slash("/klondike report")
    assert reply.shown.attachments == []
    for words in ("deal code: KL1-", "result: given_up", "d d"):
        assert words in reply.text
    assert len(reply.text) <= 4000


async def test_a_report_is_about_ones_own_last_game_here(house: House) -> None:
    """Another member's game, and one in another place, are not in it."""
    await house.deal(house.bob)
    await give_up(house.bob)
    assert "You have no game here" in (await house.alice.slash("/klondike report")).text
    direct = house.bob.user.at(house.fake.direct(house.bob.user))
    assert "You have no game here" in (await direct.slash("/klondike report")).text


async def test_a_report_works_where_the_board_no_longer_does(house: House) -> None:
    """A game that an update ended is the one to look into: its file is there."""
    await house.deal()
    await typed(house.alice, "d")
    await house.store.transact(lambda conn: games.close_by_update(conn, 1, 5))
    text = file_of(await house.alice.slash("/klondike report"))
    assert "result: ended_by_update" in text
    assert "deal code: KL1-D1N-AAAAAAG" in text


# Where there is nothing


@pytest.mark.parametrize(
    ("command", "options", "words"),
    [
        ("draw", {}, "You have no game here. `/klondike new` starts one."),
        ("undo", {}, "You have no game here. `/klondike new` starts one."),
        ("redo", {}, "You have no game here. `/klondike new` starts one."),
        ("move", {"text": "d"}, "You have no game here. `/klondike new` starts one."),
        ("show", {}, "You have no game here. `/klondike new` starts one."),
        ("resign", {}, "You have no game here. `/klondike new` starts one."),
        ("code", {}, "You have no game here. `/klondike new` starts one."),
        ("report", {}, "You have no game here. `/klondike new` starts one."),
        ("stats", {}, "None yet. `/klondike new` starts one."),
        ("bankroll", {}, "You have no bankroll here yet."),
        ("leaderboard", {"board": "bankroll"}, "`/klondike new scoring:vegas` starts a ranked Vegas game"),
        ("leaderboard", {"board": "wins"}, "it lists those who have won a game"),
        ("leaderboard", {"board": "score"}, "it lists those who have ended a game with a score"),
    ],
)
async def test_a_newcomer_is_told_how_to_begin(
    house: House, command: str, options: dict[str, object], words: str
) -> None:
    """Every command that has nothing to show yet says so, and names the one that changes it."""
    reply = await house.alice.slash(f"/klondike {command}", **options)
    assert words in spelt(reply.text)
    assert "</klondike new:" in reply.text


async def test_a_board_of_a_place_without_boards_is_told_on_a_press_too(house: House) -> None:
    """In direct messages there are no leaderboards, and a forged press finds none."""
    direct = house.alice.user.at(house.fake.direct(house.alice.user))
    assert "Leaderboards belong to servers" in (await direct.slash("/klondike leaderboard")).text
    page = (await direct.slash("/klondike help")).shown
    forged = f"p:board:wins:1:N:clean:1:{house.alice.user.id}"
    reply = await direct.click(page, custom_id=forged, force=True)
    assert "Leaderboards belong to servers" in reply.text
