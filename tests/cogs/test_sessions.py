"""The use cases on a real store: starting, playing, time, money, updates, and several at once."""

from __future__ import annotations

import asyncio
import gc
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from cogs import memory
from cogs.choices import Choice
from cogs.faults import EndedByUpdate, NoGame, NotYours, OptionConflict, PlayedUnderOldRules, UnknownBoard
from cogs.sessions import CHANGES, MAX_GAP_MS, Sessions
from data import GameAlreadyOpen, GameNotOpen, Status, Store, players
from klondike import CodeError, Deal, Game, Help, NotationError, Outcome, Rules
from tests.cogs.hall import ANN, BEN, PRIVATE, Hall, seat

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

    from cogs.sessions import Turn

VEGAS = "D1V"


def deal_with(*, ace_in: int) -> int:
    """Give the number of a deal whose column (from 0) ends in an ace, so that it can go home at once."""
    return next(
        number
        for number in range(10_000)
        if Game(Deal(number), Rules.preset()).view.columns[ace_in].up[-1].rank == 1
    )


async def spoil(hall: Hall, turn: Turn) -> None:
    """Store a log that these rules cannot have made, as a change of the rules would leave it."""
    await hall.store.transact(
        lambda conn: conn.execute(
            text("update game set log = 'wf wf', ply = 2, revision = 2 where id = :id"),
            {"id": turn.record.id},
        )
    )


# Starting


async def test_a_new_game_is_what_was_chosen(hall: Hall) -> None:
    """The record and the view are those of a fresh game on the dealt number under the chosen rules."""
    hall.deals.append(2**60 - 1)
    turn = await hall.start(rules="D3B")
    assert (turn.record.deal, turn.record.rules, turn.record.ply) == (2**60 - 1, "D3B", 0)
    assert turn.view == Game(Deal(2**60 - 1), Rules.parse("D3B")).view
    assert not turn.record.practice
    assert (turn.line, turn.stale) == (None, False)


async def test_the_next_game_remembers_the_last_choices(hall: Hall) -> None:
    """Draw, scoring and take-back of the last new game are the next one's, in every place of the player."""
    await hall.start(choice=Choice(3, "traditional", takeback=True))
    turn = await hall.start(seat(guild=PRIVATE), choice=Choice())
    assert turn.record.rules == "D3B"
    assert (await hall.start(seat(BEN), choice=Choice())).record.rules == "D1N"


async def test_a_game_on_a_code_is_practice_and_books_nothing(hall: Hall) -> None:
    """A chosen deal of Vegas has no buy-in, however large its number."""
    turn = await hall.start(choice=Choice(code="KL1-D3V-ABCDEF-GHIJKL"))
    assert turn.record.practice
    assert turn.record.buy_in is None
    assert turn.view.score == -52
    assert await hall.balance() is None


async def test_one_open_game_a_player_and_place(hall: Hall) -> None:
    """A second start shows the game that is open; another place and another player have their own."""
    first = await hall.start()
    with pytest.raises(GameAlreadyOpen) as caught:
        await hall.start()
    assert caught.value.record.id == first.record.id
    assert len({(await hall.start(where)).record.id for where in (seat(guild=PRIVATE), seat(BEN))}) == 2


async def test_bad_options_start_nothing(hall: Hall) -> None:
    """A conflict or a wrong code leaves no game and no player behind."""
    with pytest.raises(OptionConflict):
        await hall.start(choice=Choice(takeback=False))
    with pytest.raises(CodeError):
        await hall.start(choice=Choice(code="no code"))
    assert await hall.store.read(lambda conn: players.find(conn, ANN)) is None


async def test_the_same_interaction_starts_one_game(hall: Hall) -> None:
    """A start that is delivered twice, as after a crash, gives the game that it has started."""
    first = await hall.start(interaction=77)
    again = await hall.start(interaction=77)
    assert again.record == first.record
    assert again.stale


async def test_starts_at_once_make_one_game(hall: Hall) -> None:
    """Of ten starts at once one wins, and the others are told of its game."""
    results = await asyncio.gather(*(hall.start(rules=VEGAS) for _ in range(10)), return_exceptions=True)
    won = [result for result in results if not isinstance(result, BaseException)]
    lost = [result for result in results if isinstance(result, GameAlreadyOpen)]
    assert (len(won), len(lost)) == (1, 9)
    assert {error.record.id for error in lost} == {won[0].record.id}
    assert await hall.balance() == -52


async def test_a_replaced_game_is_given_up_once(hall: Hall) -> None:
    """The old game ends as given up and is shown so, its dollars kept; the new one pays its own buy-in."""
    old = await hall.start(rules=VEGAS)
    await hall.play(old, "d")
    new = await hall.start(rules=VEGAS, replaces=old.record.id)
    ended = await hall.sessions.by_id(old.record.id)
    assert ended.record.status is Status.GIVEN_UP
    assert ended.view.outcome is Outcome.GIVEN_UP
    assert ended.view.legal_moves == ()
    assert (await hall.sessions.current(seat())).record.id == new.record.id
    assert await hall.balance() == -104
    with pytest.raises(GameNotOpen):
        await hall.play(old, "d")


async def test_only_the_named_game_is_replaced(hall: Hall) -> None:
    """A confirmation for a game that has ended does not give up the one that came after it."""
    old = await hall.start()
    await hall.sessions.resign(old.record.id, ANN)
    newer = await hall.start()
    with pytest.raises(GameAlreadyOpen) as caught:
        await hall.start(replaces=old.record.id)
    assert caught.value.record.id == newer.record.id


async def test_a_game_is_replaced_or_played_on_but_not_both(hall: Hall) -> None:
    """A move and a replacement at once: the move is in the old log, or is told that it came late."""
    old = await hall.start()
    played, started = await asyncio.gather(
        hall.play(old, "d"), hall.start(replaces=old.record.id), return_exceptions=True
    )
    assert not isinstance(started, BaseException)
    ended = await hall.sessions.by_id(old.record.id)
    if isinstance(played, BaseException):
        assert isinstance(played, GameNotOpen)
        assert ended.record.log == ""
    else:
        assert ended.record.log == "d"


# Looking


async def test_without_a_game_there_is_nothing_to_look_at(hall: Hall) -> None:
    """Each way to look says so in its own way."""
    with pytest.raises(NoGame):
        await hall.sessions.current(seat())
    with pytest.raises(NoGame):
        await hall.sessions.last(seat())
    with pytest.raises(UnknownBoard):
        await hall.sessions.by_id(5)
    with pytest.raises(UnknownBoard):
        await hall.sessions.play_text(5, ANN, "d")
    assert await hall.sessions.glance(seat()) is None
    assert await hall.sessions.owner_of_message(5) is None


async def test_the_last_game_can_still_be_looked_at(hall: Hall) -> None:
    """After the end there is no current game, but a last one."""
    turn = await hall.start()
    ended = await hall.sessions.resign(turn.record.id, ANN)
    assert ended.view.outcome is Outcome.GIVEN_UP
    with pytest.raises(NoGame):
        await hall.sessions.current(seat())
    assert (await hall.sessions.last(seat())).view == ended.view


async def test_a_glance_is_the_newest_board(hall: Hall) -> None:
    """What is kept in memory is given only while it is the newest, also when another process moved on."""
    turn = await hall.start()
    assert (await hall.sessions.glance(seat()) or turn).view == turn.view
    other = Sessions(hall.store, clock=lambda: 0, randbits=lambda _: 0)
    moved = await other.play_text(turn.record.id, ANN, "d")
    seen = await hall.sessions.glance(seat())
    assert seen is not None
    assert seen.view == moved.view


async def test_a_board_is_found_by_its_message(hall: Hall) -> None:
    """Placing a board is no action and is remembered, in memory too."""
    turn = await hall.start()
    placed = await hall.sessions.place(turn, 11, 12)
    assert (placed.record.channel_id, placed.record.message_id) == (11, 12)
    found = await hall.sessions.owner_of_message(12)
    assert found is not None
    assert (found.id, found.revision) == (turn.record.id, turn.record.revision)
    assert (await hall.sessions.glance(seat()) or turn).record.message_id == 12


async def test_an_older_reading_does_not_hide_a_newer_turn(hall: Hall) -> None:
    """Whoever read a game before a move does not make the newest known revision fall back."""
    turn = await hall.start()
    before = await hall.sessions.record(turn.record.id)
    moved = await hall.play(turn, "d")
    late = await hall.sessions._turn(before)
    assert late.record.revision == 0
    assert hall.sessions.newest(late).record.revision == moved.record.revision == 1
    await hall.sessions.place(turn, 11, 12)
    newest = hall.sessions.newest(turn).record
    assert (newest.revision, newest.channel_id, newest.message_id) == (1, 11, 12)


async def test_the_code_is_that_of_the_game(hall: Hall) -> None:
    """The code of a turn starts the same game again."""
    hall.deals.append(2**59)
    turn = await hall.start(rules="D3T")
    code = hall.sessions.code(turn)
    assert Game.from_code(str(code)).view == turn.view


# Playing


async def test_only_the_owner_plays(hall: Hall) -> None:
    """Another player's move, resignation or wish for the code changes nothing."""
    turn = await hall.start()
    for attempt in (
        hall.sessions.play_text(turn.record.id, BEN, "d"),
        hall.sessions.resign(turn.record.id, BEN),
        hall.sessions.take_help(turn.record.id, BEN, Help.CODE),
    ):
        with pytest.raises(NotYours):
            await attempt
    assert await hall.sessions.record(turn.record.id) == turn.record


async def test_a_stale_press_changes_nothing_and_shows_the_board(hall: Hall) -> None:
    """A press on revision 0 after a move gives the board as it is."""
    turn = await hall.start()
    moved = await hall.play(turn, "d", revision=0)
    stale = await hall.play(turn, "d", revision=0)
    assert stale.stale
    assert stale.line is None
    assert (stale.record, stale.view) == (moved.record, moved.view)


async def test_the_same_interaction_plays_once(hall: Hall) -> None:
    """A command that is delivered twice is carried out once; the second shows what the first did."""
    turn = await hall.start()
    first = await hall.play(turn, "d", interaction=500)
    second = await hall.play(turn, "d", interaction=500)
    assert second.stale
    assert second.record == first.record


async def test_the_interaction_that_ended_the_game_is_known_again(hall: Hall) -> None:
    """A resignation that is delivered twice is no error the second time."""
    turn = await hall.start()
    await hall.sessions.resign(turn.record.id, ANN, interaction=500)
    again = await hall.sessions.resign(turn.record.id, ANN, interaction=500)
    assert again.stale
    assert again.view.outcome is Outcome.GIVEN_UP


async def test_a_refused_line_is_no_action(hall: Hall) -> None:
    """Nothing done, nothing written: neither revision nor time nor log change."""
    turn = await hall.start()
    hall.now += 50_000
    refused = await hall.play(turn, "r")
    assert refused.line is not None
    assert refused.line.refusal is not None
    assert refused.record == turn.record == await hall.sessions.record(turn.record.id)
    with pytest.raises(NotationError):
        await hall.play(turn, "taxi")


async def test_a_line_is_carried_out_as_far_as_it_is_legal(hall: Hall) -> None:
    """What was done before the refusal stands, as one revision."""
    turn = await hall.start()
    partly = await hall.play(turn, "d d r d")
    assert partly.line is not None
    assert len(partly.line.done) == 2
    assert (partly.record.log, partly.record.ply, partly.record.revision) == ("d d", 2, 1)


async def test_presses_at_once_on_one_board_are_one(hall: Hall) -> None:
    """Of twenty presses on the same revision one is accepted (FAULTS K37)."""
    turn = await hall.start()
    results = await asyncio.gather(*(hall.play(turn, "d", revision=0) for _ in range(20)))
    assert [result.stale for result in results].count(False) == 1
    assert (await hall.sessions.record(turn.record.id)).log == "d"


async def test_commands_at_once_are_played_one_after_the_other(hall: Hall) -> None:
    """Twenty draws without a revision are twenty draws, each on the board of the one before."""
    turn = await hall.start()
    results = await asyncio.gather(*(hall.play(turn, "d") for _ in range(20)))
    assert sorted(result.record.revision for result in results) == list(range(1, 21))
    assert (await hall.sessions.record(turn.record.id)).log.split() == ["d"] * 20


async def test_after_the_end_nothing_is_played(hall: Hall) -> None:
    """A game that was given up takes no move, no resignation and no help."""
    turn = await hall.start()
    await hall.sessions.resign(turn.record.id, ANN)
    for attempt in (
        hall.play(turn, "d"),
        hall.sessions.resign(turn.record.id, ANN),
        hall.sessions.take_help(turn.record.id, ANN, Help.CODE),
    ):
        with pytest.raises(GameNotOpen):
            await attempt


async def test_showing_the_code_marks_an_open_game(hall: Hall) -> None:
    """The game is assisted from then on, in the record and the view, and the log says why."""
    turn = await hall.start()
    shown = await hall.sessions.take_help(turn.record.id, ANN, Help.CODE)
    assert shown.record.assisted
    assert shown.view.assisted
    assert shown.record.log == "code"


# Time


async def test_active_time(hall: Hall) -> None:
    """The first action costs no time, a pause at most two minutes, and a clock that goes back nothing."""
    turn = await hall.start()
    hall.now += 10**9
    spent = []
    for pause in (0, 5_000, 10**9, -(10**9), MAX_GAP_MS, 1):
        hall.now += pause
        spent.append((await hall.play(turn, "d")).record.active_ms)
    gaps = [after - before for before, after in zip([0, *spent], spent, strict=False)]
    assert gaps == [0, 5_000, MAX_GAP_MS, 0, MAX_GAP_MS, 1]


# Money


async def test_money_follows_a_clean_game_up_and_down(hall: Hall) -> None:
    """While nothing new was seen before an undo, the bankroll is the score after every action."""
    hall.deals.append(deal_with(ace_in=0))
    turn = await hall.start(rules=VEGAS)
    assert await hall.balance() == -52
    for line, score in (("1f", -47), ("u", -52), ("redo", -47)):
        turn = await hall.play(turn, line)
        assert (turn.view.score, turn.record.booked, await hall.balance()) == (score, score, score)
    assert not turn.record.assisted


async def test_after_help_the_booked_amount_only_falls(hall: Hall) -> None:
    """An undo that hides a card again makes the game assisted: what is won later is shown, not booked."""
    hall.deals.append(deal_with(ace_in=3))
    turn = await hall.start(rules=VEGAS)
    turn = await hall.play(turn, "4f")
    assert await hall.balance() == -47
    turn = await hall.play(turn, "u")
    assert turn.record.assisted
    assert (turn.view.score, await hall.balance()) == (-52, -52)
    turn = await hall.play(turn, "redo")
    assert (turn.view.score, turn.record.booked, await hall.balance()) == (-47, -52, -52)


async def test_other_scorings_book_nothing(hall: Hall) -> None:
    """Only Vegas touches the bankroll."""
    for rules in ("D1N", "D3C", "D1T", "D3B", "D1C-unscored"):
        turn = await hall.start(rules=rules)
        assert (await hall.play(turn, "d")).record.booked == 0
        await hall.sessions.resign(turn.record.id, ANN)
    assert await hall.balance() is None


# Updates


async def test_a_game_that_no_longer_replays_is_ended_and_its_owner_told(hall: Hall) -> None:
    """It ends once, its money is kept, it counts nowhere, and a new game can be started."""
    turn = await hall.start(rules=VEGAS)
    await spoil(hall, turn)
    with pytest.raises(EndedByUpdate) as caught:
        await hall.play(turn, "d")
    assert caught.value.record.id == turn.record.id
    record = await hall.sessions.record(turn.record.id)
    assert record.status is Status.ENDED_BY_UPDATE
    assert await hall.balance() == -52
    for look in (hall.sessions.current, hall.sessions.last):
        with pytest.raises(EndedByUpdate):
            await look(seat())
    assert await hall.sessions.record(turn.record.id) == record
    fresh = await hall.start()
    assert (await hall.sessions.current(seat())).record.id == fresh.record.id


async def test_a_game_that_replays_differently_is_not_gone_on_with(hall: Hall) -> None:
    """A log that the rules of today score otherwise ends the game, as one that they refuse does."""
    turn = await hall.start()
    await hall.store.transact(lambda conn: conn.execute(text("update game set score = 5")))
    hall.restart()
    with pytest.raises(EndedByUpdate):
        await hall.play(turn, "d")
    assert (await hall.sessions.record(turn.record.id)).status is Status.ENDED_BY_UPDATE


async def test_an_ended_game_that_no_longer_replays_keeps_its_result(hall: Hall) -> None:
    """It cannot be shown any more, and it stays what it was."""
    turn = await hall.start()
    await hall.sessions.resign(turn.record.id, turn.record.player_discord_id)
    await spoil(hall, turn)
    with pytest.raises(PlayedUnderOldRules):
        await hall.sessions.last(seat())
    assert (await hall.sessions.record(turn.record.id)).status is Status.GIVEN_UP


async def test_a_start_over_a_game_that_no_longer_replays_asks_nothing(hall: Hall) -> None:
    """The first start tells what happened, and nothing counts as given up; the next one deals."""
    turn = await hall.start()
    await spoil(hall, turn)
    with pytest.raises(EndedByUpdate):
        await hall.start()
    assert (await hall.sessions.record(turn.record.id)).status is Status.ENDED_BY_UPDATE
    assert (await hall.start()).record.is_open


async def test_several_who_find_it_at_once_are_told_the_same(hall: Hall) -> None:
    """Looks at a game that no longer replays, all at once, end it once and all say so."""
    turn = await hall.start()
    await spoil(hall, turn)
    looks = (hall.sessions.by_id(turn.record.id) for _ in range(8))
    results = await asyncio.gather(*looks, return_exceptions=True)
    assert {type(result) for result in results} == {EndedByUpdate}


async def test_a_glance_at_such_a_game_leaves_its_owner_to_be_told(hall: Hall) -> None:
    """Whoever finds it first by autocompletion is still told by the next command."""
    turn = await hall.start()
    await spoil(hall, turn)
    with pytest.raises(EndedByUpdate):
        await hall.sessions.glance(seat())
    assert await hall.sessions.glance(seat()) is None
    with pytest.raises(EndedByUpdate):
        await hall.sessions.current(seat())


# Two processes


async def test_two_processes_on_one_database_accept_one_press(hall: Hall, database: Path) -> None:
    """Presses of the same revision through two stores at once: one is accepted, the others are stale."""
    turn = await hall.start()
    store = await Store.open(f"sqlite:///{database}")
    other = Sessions(store, clock=lambda: 0, randbits=lambda _: 0)
    game = turn.record.id
    try:
        results = await asyncio.gather(
            *(hall.sessions.play_text(game, ANN, "d", revision=0) for _ in range(5)),
            *(other.play_text(game, ANN, "d", revision=0) for _ in range(5)),
        )
    finally:
        await store.close()
    assert [result.stale for result in results].count(False) == 1
    assert (await hall.sessions.record(game)).log == "d"


@pytest.mark.parametrize(("interaction", "ours"), [(1, 2), (3, 3)], ids=["another press", "the same press"])
async def test_a_move_of_another_process_in_between_is_a_stale_press(
    hall: Hall, database: Path, interaction: int, ours: int
) -> None:
    """When another process moves the game on between our reading and our writing, ours is stale."""
    turn = await hall.start(interaction=100)

    async def meanwhile() -> None:
        store = await Store.open(f"sqlite:///{database}")
        other = Sessions(store, clock=lambda: 0, randbits=lambda _: 0)
        await other.play_text(turn.record.id, ANN, "d d", interaction=interaction)
        await store.close()

    def clock() -> int:
        thread = Thread(target=lambda: asyncio.run(meanwhile()))
        thread.start()
        thread.join()
        return 0

    sessions = Sessions(hall.store, clock=clock, randbits=lambda _: 0)
    late = await sessions.play_text(turn.record.id, ANN, "d", revision=0, interaction=ours)
    assert late.stale
    assert (late.record.log, late.record.revision) == ("d d", 1)
    assert len(late.view.waste) == 2


async def test_a_game_that_another_process_ended_is_over(hall: Hall) -> None:
    """A move on a board whose game was given up elsewhere is told so."""
    turn = await hall.start()
    other = Sessions(hall.store, clock=lambda: 0, randbits=lambda _: 0)
    await other.resign(turn.record.id, ANN)
    with pytest.raises(GameNotOpen):
        await hall.play(turn, "d")


async def test_a_refusal_is_not_told_of_a_board_of_the_past(hall: Hall) -> None:
    """A line that does nothing is stale where another process has moved the game on since."""
    turn = await hall.start()
    other = Sessions(hall.store, clock=lambda: 0, randbits=lambda _: 0)
    await other.play_text(turn.record.id, ANN, "d d")
    late = await hall.play(turn, "r")
    assert late.stale
    assert len(late.view.waste) == 2


async def test_a_game_that_is_gone_is_no_board(hall: Hall) -> None:
    """A press on a game that is in memory but no longer stored is told so, and stores nothing."""
    turn = await hall.start()
    await hall.store.transact(lambda conn: conn.execute(text("delete from game")))
    for line in ("d", "r"):
        with pytest.raises(UnknownBoard):
            await hall.play(turn, line)


# Memory


async def test_a_press_on_a_game_in_memory_reads_nothing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs its one transaction, whose compare-and-set tells whether the memory was right."""
    turn = await hall.start()

    async def read(_: object) -> None:
        raise AssertionError("the store was read")

    monkeypatch.setattr(hall.store, "read", read)
    for revision, line in enumerate(("d", "u", "d")):
        turn = await hall.play(turn, line, revision=revision)
    assert (turn.record.log, turn.record.revision) == ("d u d", 3)


async def test_only_the_latest_boards_are_kept(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory for boards is bounded, and the oldest go first."""
    monkeypatch.setattr(memory, "LATEST_TURNS", 3)
    turns = [await hall.start(seat(player)) for player in range(1, 7)]
    assert list(hall.sessions._memory._latest) == [turn.record.id for turn in turns[-3:]]
    await hall.play(turns[3], "d")
    await hall.start(seat(99))
    assert turns[3].record.id in hall.sessions._memory._latest
    assert turns[0].record.id not in hall.sessions._memory._latest
    assert (await hall.play(turns[0], "d")).record.revision == 1


async def test_no_lock_is_left_behind(hall: Hall) -> None:
    """After the work no lock is kept, whether it was done or refused."""
    turn = await hall.start()
    await asyncio.gather(*(hall.play(turn, "d") for _ in range(5)))
    attempts: list[Any] = [
        hall.play(turn, "taxi"),
        hall.sessions.play_text(turn.record.id, BEN, "d"),
        hall.sessions.play_text(999, ANN, "d"),
        hall.start(),
    ]
    results = await asyncio.gather(*attempts, return_exceptions=True)
    assert all(isinstance(result, Exception) for result in results)
    del results, attempts
    gc.collect()
    assert len(hall.sessions._locks) == 0


async def test_a_game_played_by_lines_is_the_engine_game(hall: Hall) -> None:
    """After every line, what is stored replays to the view that was shown."""
    turn = await hall.start()
    for line in ("d", "d3", "u2", "redo", "d d d"):
        turn = await hall.play(turn, line)
        game = Game.replay(Deal(6), Rules.preset(), turn.record.log)
        assert game.view == turn.view == (await hall.sessions.by_id(turn.record.id)).view
        assert (turn.record.score, turn.record.ply) == (game.score, game.ply)


async def test_a_crowd_takes_turns(hall: Hall) -> None:
    """However many act at once, so many games are changed at the same time, and in the end all are."""
    turns = [await hall.start(seat(player)) for player in range(1, 3 * CHANGES + 1)]
    begun, over = Event(), Event()

    def hold(_: Connection) -> None:
        begun.set()
        over.wait()

    holding = asyncio.create_task(hall.store.transact(hold))
    assert await asyncio.to_thread(begun.wait, 30)
    playing = [asyncio.create_task(hall.play(turn, "d")) for turn in turns]
    try:
        await asyncio.sleep(0.2)
        assert 0 < len(hall.store._writer._waiting) <= CHANGES
    finally:
        over.set()
    await holding
    assert [(await played).record.log for played in playing] == ["d"] * len(turns)


async def test_many_presses_on_one_board_keep_nobody_else_waiting(hall: Hall) -> None:
    """Those who wait for the same game take no turn from others."""
    busy, free = await hall.start(seat(1)), await hall.start(seat(2))
    async with hall.sessions._lock(busy.record.id):
        crowd = [asyncio.create_task(hall.play(busy, "d")) for _ in range(2 * CHANGES)]
        await asyncio.sleep(0)
        async with asyncio.timeout(30):
            assert (await hall.play(free, "d")).record.log == "d"
        assert not any(one.done() for one in crowd)
    await asyncio.gather(*crowd)
