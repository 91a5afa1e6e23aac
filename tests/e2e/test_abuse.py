"""Presses made by hand, floods, and texts that are meant to break something."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from cogs.control_id import ControlAction
from cogs.limit import BURST, SUGGESTION, Limit
from cogs.looks import Look
from data import schema
from localdiscord import Callback
from tests.e2e.acts import give_up
from tests.e2e.reading import action_of, board_in, control, game_of, labels, revision_of, says, until
from tests.e2e.test_load import have_patience

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from localdiscord import Message, Reply
    from tests.e2e.house import House

EXAMPLES: Final = 12
FLOOD: Final = 200
TOO_FAST: Final = "faster than I can follow"
GONE: Final = "no longer know which game"
ABSURD: Final = ("0", "00", "007", "999999", "9" * 18, "9" * 19, "9" * 60, "-1", "1e9", "٣", "x", "")
CODES: Final = (
    "KL1D1NAAAAAAG",
    "KL1D3V" + "7" * 12,
    "KL1-D1N-AAAAAAG",
    "KL1D1NAAAAAAAAAAAAG",
    "KL2D1NAAAAAAG",
)
DETAILS: Final = (
    "D1N",
    "D9Z",
    "D1V/KL1-D1N-AAAAAAG",
    "D1V/winnable",
    "D3C-unscored",
    "/",
    "strong",
    "finish",
    "d40_d40_d40",
    "resign-yes",
    "-" * 48,
    "-" * 49,
    "a b",
)


def drawn(*kinds: st.SearchStrategy[str]) -> list[str]:
    """Draw ids of some kinds, always the same and so many of each."""
    found: list[str] = []

    @settings(max_examples=EXAMPLES, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(st.tuples(*kinds))
    def collect(ids: tuple[str, ...]) -> None:
        found.extend(ids)

    collect()
    return found


def forged(games: list[int], askers: list[int]) -> list[str]:
    """Make ids of every family that name some games, of families that are no more, and of none."""
    return [
        *(f"k:{game}:1:{action}" for game in games for revision in (0, 1) for action in ControlAction),
        *drawn(*grammar(games, askers)),
    ]


def grammar(games: list[int], askers: list[int]) -> list[st.SearchStrategy[str]]:
    """Give the kinds of ids."""
    game = st.sampled_from(list(map(str, games))) | st.sampled_from(ABSURD)
    asker = st.sampled_from([*map(str, askers), *ABSURD])
    number = st.sampled_from(["0", "1", "2"]) | st.sampled_from(ABSURD)
    action = st.sampled_from(list(ControlAction)) | st.sampled_from(["win", "Draw", "draw ", "a" * 21])
    step = st.sampled_from(["first", "last", "middle", "99999", *ABSURD])
    level, code = st.sampled_from(["simple", "strong", "best"]), st.sampled_from(CODES)
    tail = st.sampled_from(["", *(f":{detail}" for detail in DETAILS)])
    of_game = st.builds("k:{}:{}:{}{}".format, game, number, action, tail)
    reel = st.one_of(
        st.builds("line:{}:{}".format, game, number),
        st.builds("playback:{}".format, game),
        st.builds("watch:{}:{}".format, level, code),
    )
    film = st.builds("f:{}:{}:{}".format, reel, step, asker)
    clip = st.builds("c:{}:{}".format, game, st.sampled_from(["own", "all", "none", ""]))
    board = st.builds(
        "p:board:{}:{}:{}:{}:{}:{}".format,
        st.sampled_from(["bankroll", "wins", "score", "luck"]),
        st.sampled_from(["1", "2", "3"]),
        st.sampled_from("NVCTBX"),
        st.sampled_from(["clean", "assisted", "practice"]),
        st.one_of(number, st.just("own")),
        asker,
    )
    page = st.one_of(board, st.sampled_from(["p:help", "p:look", "p:back", "p:", "p:look:", "p:help\n"]))
    old = st.builds("{}{}{}".format, st.sampled_from(["klondike:", "k1:", "k:", "b:", ""]), game, tail)
    noise = st.text(min_size=1, max_size=100) | st.binary(min_size=1, max_size=100).map(
        lambda raw: raw.decode("latin-1")
    )
    return [of_game, of_game, film, clip | page, old | noise]


def everything(conn: Connection) -> dict[str, list[Any]]:
    """Read all that is stored."""
    tables = schema.metadata.sorted_tables
    return {table.name: list(map(tuple, conn.execute(table.select()).all())) for table in tables}


def look_of(message: Message) -> tuple[object, ...]:
    """Give what people see of a message."""
    return message.text, message.image, labels(message), message.deleted, len(message.history)


def is_answered(reply: Reply) -> bool:
    """Tell whether there are words to read or a field to type into."""
    return reply.kind is Callback.MODAL or bool(reply.text)


async def is_told_alone(reply: Reply, target: Message) -> bool:
    """Tell whether a press on a message was answered in words for the presser alone."""
    message = reply.shown
    if reply.kind is Callback.DEFER_UPDATE and target.ephemeral_for is None:
        await until(lambda: reply.followups)  # it took long
        message = reply.followups[-1]
    return bool(message.text) and message.ephemeral_for is not None


# Presses made by hand


@pytest.mark.parametrize("on", ["board", "board of another", "private answer"])
async def test_a_strangers_forged_press_writes_nothing(house: House, on: str) -> None:
    """Of every family and of none, on any message: words for the presser alone, and no board is changed."""
    have_patience(house)
    ended = await house.deal(scoring="vegas")
    await give_up(house.alice)
    board = await house.deal(scoring="vegas")
    await house.alice.click(board, "Draw")
    games = [game_of(ended), game_of(board)]
    answer = (await house.bob.slash("/klondike help")).shown
    target = {"board": board, "board of another": ended, "private answer": answer}[on]
    before, seen = await house.store.read(everything), [look_of(one) for one in (ended, board)]
    for custom_id in forged(games, [house.alice.user.id, house.bob.user.id]):
        pressed = await house.bob.click(target, custom_id=custom_id, force=True)
        assert await is_told_alone(pressed, target), custom_id
        chosen = await house.bob.select(target, "d", custom_id=custom_id, force=True)
        assert await is_told_alone(chosen, target), custom_id
    assert await house.store.read(everything) == before
    assert [look_of(one) for one in (ended, board)] == seen


async def test_an_owners_forged_press_changes_no_other_game(house: House) -> None:
    """Ids of the presser's own ended game, of others' games and of games that are gone: answered in words."""
    have_patience(house)
    ended = await house.deal()
    await give_up(house.alice)
    board = await house.deal(scoring="vegas")
    theirs = await house.deal(house.bob)
    carol = house.person("carol")
    lost = await house.deal(carol)
    await house.store.transact(
        lambda conn: conn.execute(text("DELETE FROM game WHERE id = :id"), {"id": game_of(lost)})
    )
    await house.restart()
    before, seen = await house.store.read(everything), [look_of(one) for one in (theirs, board, lost)]
    games = [game_of(ended), game_of(theirs), game_of(lost)]
    for custom_id in forged(games, [house.alice.user.id, house.bob.user.id]):
        for target in (board, theirs, lost):
            reply = await house.alice.click(target, custom_id=custom_id, force=True)
            assert is_answered(reply), custom_id
    assert await house.store.read(everything) == before
    assert [look_of(one) for one in (theirs, board, lost)] == seen
    assert GONE in (await carol.click(lost, "Draw")).text


@pytest.mark.parametrize(
    "custom_id", ["p:help", "p:look", "f:watch:simple:KL1D1NAAAAAAG:0:{me}", "k:{own}:0:cancel"]
)
async def test_a_press_made_by_hand_takes_no_message_away(house: House, custom_id: str) -> None:
    """What it leads to would stand in place of somebody's board, which has no such control."""
    theirs = await house.deal(house.bob)
    own = await house.deal()
    made = custom_id.format(me=house.alice.user.id, own=game_of(own))
    seen = look_of(theirs)
    reply = await house.alice.select(theirs, "dark", custom_id=made, force=True)
    assert reply.ephemeral
    assert GONE in reply.text
    assert look_of(theirs) == seen


async def test_a_game_does_not_move_onto_another_ones_board(house: House) -> None:
    """Its own press, made by hand on a later board of somebody else, leaves both where they are."""
    own = await house.deal()
    theirs = await house.deal(house.bob)
    seen = look_of(theirs)
    reply = await house.alice.click(theirs, custom_id=control(own, "draw"), force=True)
    assert GONE in reply.text
    assert look_of(theirs) == seen
    assert not own.deleted
    await house.bob.click(theirs, "Draw")
    assert action_of(theirs) == 1


async def test_forged_modals_are_answered(house: House) -> None:
    """A field that was opened for one game and sent for another, or for none."""
    board = await house.deal()
    theirs = await house.deal(house.bob)
    form = (await house.alice.click(board, "Type a move")).modal
    before = await house.store.read(everything)
    for custom_id in (
        *(f"k:{number}:0:type" for number in ABSURD),
        control(theirs, "type"),
        "p:help",
        "f:playback:1:0:0",
        "c:1:own",
        "x" * 100,
    ):
        reply = await house.alice.submit(replace(form, custom_id=custom_id), {"line": "d"}, force=True)
        assert reply.ephemeral, custom_id
        assert reply.text, custom_id
    assert await house.store.read(everything) == before


@pytest.mark.parametrize(
    "values", [[], ["d", "d"], ["d" * 4000], ["u" * 100], ["\0"], ["resign"], ["35x99999"]]
)
async def test_forged_choices_do_nothing(house: House, values: list[str]) -> None:
    """A menu's values are a line like any other: none, several and nonsense are refused in words."""
    board = await house.deal()
    await house.alice.select(board, *values, custom_id=control(board, "menu"), force=True)
    await says(board, "❌")
    assert action_of(board) == 0
    saved = house.bot.looks
    for page in ("p:look", "p:back"):
        menu = (await house.alice.slash("/klondike me look")).shown
        await house.alice.select(menu, *values, custom_id=page, force=True)
    assert await saved.of(house.alice.user.id) == Look()
    figures = (await house.alice.slash("/klondike stats")).shown
    reply = await house.alice.select(figures, *values, custom_id=f"p:stats:{house.alice.user.id}", force=True)
    assert "All ranked games" in reply.shown.text


# Floods


async def limited(house: House) -> None:
    """Let the bot have its usual limit, at a time that stands still."""
    have_patience(house)
    house.limit = Limit(clock=lambda: 0.0)
    await house.restart()


def played_by(house: House, monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """Count the lines that are played, by player."""
    counts: Counter[int] = Counter()
    play = house.bot.sessions.play_text

    async def counted(game: int, player: int, line: str, **options: Any) -> Any:
        counts[player] += 1
        return await play(game, player, line, **options)

    monkeypatch.setattr(house.bot.sessions, "play_text", counted)
    return counts


async def test_one_member_s_flood_keeps_nobody_waiting(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 200 presses sixty are carried out, one is told and the rest noted; another's comes in its turn."""
    board, theirs = await house.deal(), await house.deal(house.bob)
    await limited(house)
    played = played_by(house, monkeypatch)
    flood = [house.alice.click(board, "Draw") for _ in range(FLOOD)]
    other = house.bob.click(theirs, "Draw")
    assert (await other).kind is Callback.UPDATE
    assert action_of(theirs) == 1
    replies = [await press for press in flood]
    assert played == {house.alice.user.id: BURST, house.bob.user.id: 1}
    told = [reply for reply in replies if TOO_FAST in reply.text]
    assert len(told) == 1
    assert told[0].ephemeral
    assert {reply.kind for reply in replies} <= {Callback.UPDATE, Callback.DEFER_UPDATE, Callback.MESSAGE}
    assert (action_of(board), revision_of(board)) == (1, 1)


async def test_the_limit_is_one_for_all_ways_and_places(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Presses, commands, fields, messages and reactions come out of one bucket, in a server and elsewhere."""
    await house.deal()
    there = house.alice.user.at(house.fake.direct(house.alice.user))
    await there.slash("/klondike new")
    await limited(house)
    played = played_by(house, monkeypatch)
    form = (await house.alice.click(house.board, "Type a move")).modal
    for _ in range(int(BURST) // 4 - 1):
        await house.alice.click(house.board, "Draw")
        await house.alice.slash("/klondike undo")
        await there.click(board_in(there.channel), "🎴")
        await there.say("u")
        await house.fake.settled()
    for _ in range(3):
        await house.alice.click(house.board, "Draw")
    spent = played[house.alice.user.id]
    assert TOO_FAST in (await house.alice.slash("/klondike draw")).text
    assert (await house.alice.click(house.board, "Undo")).kind is Callback.DEFER_UPDATE
    assert (await house.alice.submit(form, {"Moves": "d"})).kind is Callback.DEFER_UPDATE
    assert (await there.click(board_in(there.channel), "🎴")).kind is Callback.DEFER_UPDATE
    assert TOO_FAST in (await there.slash("/klondike me look")).text
    await house.alice.react(house.board, "🎴")
    await there.say("d")
    await house.fake.settled()
    assert TOO_FAST in there.channel.messages[-1].content
    assert played[house.alice.user.id] == spent
    assert await house.alice.autocomplete("/klondike move", focused="text", text="d") == []
    assert (await house.bob.slash("/klondike help")).text


async def test_typing_a_line_letter_by_letter_meets_no_limit(house: House) -> None:
    """Suggestions come with every key, for as long as a line may be."""
    await house.deal()
    await limited(house)
    for length in range(int(BURST / SUGGESTION) // 2):
        assert await house.alice.autocomplete("/klondike move", focused="text", text="d"[:length]) != []
    assert "Drew" in (await house.alice.slash("/klondike draw")).text


async def test_a_flood_that_ends_is_forgiven(house: House) -> None:
    """After a few seconds the same board goes on where it was."""
    now = 0.0
    board = await house.deal()
    have_patience(house)
    house.limit = Limit(burst=1, per_second=1, clock=lambda: now)
    await house.restart()
    await house.alice.click(board, "Draw")
    assert TOO_FAST in (await house.alice.click(board, "Draw")).text
    now = 1.0
    await house.alice.click(board, "Draw")
    assert action_of(board) == 2


async def test_new_in_a_loop_costs_a_row_and_a_stake_each(house: House) -> None:
    """Games started and given up on and on: a row and an entry each, and the stakes add up to the dollar."""
    have_patience(house)
    number = 12
    await house.deal(scoring="vegas")
    for _ in range(number - 1):
        question = (await house.alice.slash("/klondike new")).shown
        await house.alice.click(question, "Give up and start anew")
    stored = await house.store.read(everything)
    assert (len(stored["game"]), len(stored["ledger"])) == (number, number)
    assert (len(stored["member"]), len(stored["standing"])) == (1, 3)  # of all time, the month, the week
    assert f"-${52 * number}" in (await house.alice.slash("/klondike bankroll")).text
    assert len([one for one in house.general.messages if "Draw 1" in labels(one)]) <= 1


@pytest.mark.parametrize(
    "command", ["hint", "leaderboard", "stats", "report", "bankroll", "verdict", "replay", "help"]
)
async def test_a_command_in_a_loop_is_answered_and_changes_nothing(house: House, command: str) -> None:
    """Twenty at once: each has words, and nothing more is stored than by the first."""
    have_patience(house)
    await house.deal()
    if command != "hint":
        await give_up(house.alice)
    before = await house.store.read(everything)
    for reply in [house.alice.slash(f"/klondike {command}") for _ in range(20)]:
        assert (await reply).text
    assert await house.store.read(everything) == before


async def test_hints_in_a_loop_cost_one_entry_each(house: House) -> None:
    """Every one is answered, beside the others, and none adds more than its own entry to the log."""
    have_patience(house)
    board = await house.deal()
    question = (await house.alice.slash("/klondike hint")).shown
    await house.alice.click(question, "Show a hint")
    for reply in [house.alice.slash("/klondike hint") for _ in range(10)]:
        assert "💡" in (await reply).text
    record = (await house.turn(board)).record
    assert record.log.split() == ["hint"] * 11
    assert record.assisted


# Texts


HOSTILE: Final = {
    "long": "x" * 4000,
    "moves": "d " * 2000,
    "many": "35x2;" * 800,
    "number": "d*" + "9" * 400,
    "digits": "9" * 4000,
    "undo": "u" + "9" * 300,
    "count": "35x" + "9" * 300,
    "right to left": "\u202e7h 8s\u202c ملك",
    "zalgo": "d" + "\u0301\u0489" * 1500,
    "null": "d\0\0d\0",
    "surrogate-like": "\ufffd\ufffe\U000e0001",
    "digits of other scripts": "٣٥ ３５ ³⁵",
    "markup": "**`` ``` @everyone <@1> [x](http://y) <t:0:R>",
    "nothing": "\u200b\u2060\ufeff",
    "lines": "\n".join(["qq"] * 1000),
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_text_that_is_no_line_is_refused_in_words(house: House, name: str) -> None:
    """As a command, in a field, behind a mention, as a reply and directly: a short answer, nothing played."""
    line = HOSTILE[name]
    board = await house.deal()
    there = house.alice.user.at(house.fake.direct(house.alice.user))
    await there.slash("/klondike new")
    form = (await house.alice.click(board, "Type a move")).modal
    submitted = await house.alice.submit(form, {"line": line}, force=True)
    assert "❌" in submitted.text
    command = await house.alice.slash("/klondike move", text=line[:400])
    assert command.text
    words = [command.text, submitted.text]
    for write in (
        house.alice.say(line, mention_bot=True),
        house.alice.say(line, reply_to=board),
        there.say(line),
    ):
        await write
        await house.fake.settled()
    words += [one.content for one in house.messages_of_the_bot() if one.content]
    assert all(len(one) < 1500 for one in words)
    assert not any("@everyone" in one and "`" not in one for one in words)
    for message in (board, board_in(there.channel)):
        assert (await house.turn(message)).record.ply == 0


@pytest.mark.parametrize(
    "code", ["x" * 4000, "KL1-D1N-" + "A" * 4000, "\0", "KL1-D1N-ÄÄÄÄÄÄÄ", "`@everyone`", "9" * 400]
)
async def test_a_code_that_is_none_starts_nothing(house: House, code: str) -> None:
    """It is told which part is wrong, without its markup."""
    reply = await house.alice.slash("/klondike new", code=code)
    assert reply.ephemeral
    assert len(reply.text) < 500
    assert (await house.store.read(everything))["game"] == []
