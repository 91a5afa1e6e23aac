"""A game in play: undo, redo, finish, the end, help and the log (RULES.md sections 3 to 5)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from klondike import (
    Card,
    Deal,
    Finish,
    Game,
    GameOver,
    Help,
    IllegalMove,
    Move,
    NotationError,
    NothingToRedo,
    NothingToUndo,
    Outcome,
    Redo,
    Rules,
    Undo,
)
from tests.klondike.tables import cards, game_at, move, refused
from tests.strategies import PRESETS, games, play_at_random

if TYPE_CHECKING:
    from collections.abc import Iterable

NORMAL = Rules.preset()


def observed(game: Game) -> dict[str, Any]:
    """Give everything that a caller can see of a game."""
    names = (
        "view", "score", "booked", "assisted", "undoable", "redoable", "moves", "log", "ply", "cards_home",
        "legal_moves",
    )  # fmt: skip
    return {name: getattr(game, name) for name in names} | {"outcome": game.outcome()}


def texts(known: Iterable[Card | None]) -> list[str]:
    """Give the texts of cards, a question mark for one that was never seen."""
    return [str(card) if card else "?" for card in known]


# Undo and redo


def test_undo_gives_how_many_actions_it_took_back() -> None:
    """More than there are undoes what there is and says so; with none left it is refused."""
    game = Game(Deal(6), NORMAL)
    for _ in range(3):
        game.push(move("d"))
    assert game.undo(5) == 3
    assert (game.undoable, game.redoable, game.moves, game.log) == (0, 3, 0, "d d d u u u")
    with pytest.raises(NothingToUndo):
        game.undo()
    assert game.redo(2) == 2
    assert game.redo(2) == 1
    with pytest.raises(NothingToRedo):
        game.redo()
    assert game.log == "d d d u u u redo redo redo"


def test_a_new_move_clears_the_redo_list() -> None:
    """After undo and another move there is nothing to redo."""
    game = game_at(NORMAL, "4s", "5h", "5d")
    game.push(move("12x1"))
    game.undo()
    assert game.redoable == 1
    game.push(move("13x1"))
    assert game.redoable == 0
    with pytest.raises(NothingToRedo):
        game.redo()


def test_a_refused_move_keeps_the_redo_list() -> None:
    """An illegal move changes nothing, the redo list included."""
    game = Game(Deal(6), NORMAL)
    game.push(move("d"))
    game.undo()
    assert refused(game, "r") is not None
    assert game.redo() == 1


@pytest.mark.parametrize("code", ["D1N", "D3N", "D1V", "D3V"])
def test_normal_and_vegas_remember_100_actions(code: str) -> None:
    """The 101st action forgets the oldest for good; a hundred can be undone and played again."""
    rules = Rules.parse(code)
    game = game_at(rules, "kh", "")
    there, back = move("12x1"), move("21x1")
    for turn in range(103):
        game.push(back if turn % 2 else there)
    assert game.undoable == 100
    assert game.undo(200) == 100
    assert game.view.columns[1].up == cards("kh")
    assert (game.undoable, game.redoable, game.moves) == (0, 100, 3)
    assert game.redo(200) == 100
    assert (game.undoable, game.moves) == (100, 103)


@pytest.mark.parametrize("code", ["D1C", "D3C-unscored", "D1T", "D3T", "D1B", "D3B"])
def test_the_other_scorings_remember_every_action(code: str) -> None:
    """Undo is unlimited in casual and traditional."""
    game = game_at(Rules.parse(code), "kh", "")
    for turn in range(150):
        game.push(move("21x1" if turn % 2 else "12x1"))
    assert game.undo(500) == 150
    assert game.moves == 0


def test_k14_undo_of_a_draw_of_three_keeps_the_order() -> None:
    """The three cards go back in their order, and are drawn in it again."""
    game = game_at(Rules.preset(draw=3), stock="2h 9c 4d 5s")
    game.push(move("d"))
    assert game.view.waste == cards("2h 9c 4d")
    game.undo()
    assert (game.view.stock[:3], game.view.waste) == (cards("2h 9c 4d"), ())
    assert game.push(move("d")).cards == cards("2h 9c 4d")
    assert game.push(move("d")).cards == cards("5s")
    game.undo()
    assert game.view.waste == cards("2h 9c 4d")


def test_k15_undo_of_a_draw_leaves_no_stock_card_playable() -> None:
    """After the undo the card is remembered, lies in the stock, and cannot be played."""
    game = game_at(NORMAL, "10h", stock="9c as")
    game.push(move("d"))
    assert move("w1") in game.legal_moves
    game.undo()
    assert game.legal_moves == (move("d"),)
    assert not game.view.is_visible(Card.parse("9c"))


def test_k17_one_undo_takes_one_action_back() -> None:
    """One command, one action: a draw, a recycle, a move and a finish count one each."""
    game = game_at(NORMAL, "4s", "5h", stock="9c", waste="8h")
    for text in ("d", "r", "12x1"):
        game.push(move(text))
    assert (game.moves, game.undoable) == (3, 3)
    for left in (2, 1, 0):
        game.play(Undo())
        assert (game.moves, game.undoable) == (left, left)


def test_k18_after_undo_all_that_was_legal_is_legal_again() -> None:
    """Legal moves come from the position: kings still find their empty column."""
    game = game_at(NORMAL, "9s | kh", "", "qs")
    before = game.legal_moves
    game.push(move("12x1"))
    assert move("32x1") in game.legal_moves
    game.undo()
    assert game.legal_moves == before
    assert move("12x1") in before


def test_undo_restores_the_pass() -> None:
    """A recycle undone gives its pass back."""
    game = game_at(Rules.preset(draw=3, scoring="traditional"), waste="5h 6h", turns=1, seen="5h 6h")
    game.push(move("r"))
    assert game.view.pass_number == 3
    game.undo()
    assert (game.view.pass_number, game.view.waste, game.view.stock) == (2, cards("5h 6h"), ())
    assert game.view.can_recycle


@given(games())
@settings(deadline=None, max_examples=60)
def test_undoing_everything_and_playing_it_again_comes_back(game: Game) -> None:
    """However a game went, undo all and redo all leads to the same table and score."""
    if game.redoable:
        game.redo(1000)
    state = game._state
    if not game.undoable:
        return
    done = game.undo(1000)
    assert game.redo(1000) == done
    assert game._state == state


# Finish and the end


def nearly_won(code: str, **more: Any) -> Game:
    """Give a game that is finishable."""
    return game_at(Rules.parse(code), "kh qs", "kd qc", "ks", "kc", home=(11, 12, 12, 11), **more)


@pytest.mark.parametrize(("code", "gain"), [("D1N", 60), ("D1V", 30), ("D1C", 60), ("D1T", 6), ("D3B", 6)])
def test_finish_sends_all_home_as_one_action_and_wins(code: str, gain: int) -> None:
    """Each card is scored singly, lowest first, and the game is over."""
    game = nearly_won(code)
    before = game.score
    step = game.finish()
    assert step.cards == cards("qs qc ks kh kd kc")
    assert (step.points, game.score - before) == (gain, gain)
    assert (game.moves, game.log, game.cards_home) == (1, "finish", 52)
    assert game.outcome() is Outcome.WON
    assert game.view.foundations == (13, 13, 13, 13)


def test_finish_pays_no_card_twice() -> None:
    """A card that was home before and was taken back pays nothing in normal scoring."""
    game = nearly_won("D1N")
    game.push(move("1f"))
    game.push(move("fs1"))
    assert game.finish().points == 50


def test_finish_keeps_the_pass() -> None:
    """The number of recycles is part of a won game's view."""
    assert nearly_won("D1N", turns=4).finish().points == 60
    game = nearly_won("D1N", turns=4)
    game.finish()
    assert game.view.turns == 4


def test_k12_a_finishable_game_is_open_until_it_is_finished() -> None:
    """Finish is offered, never carried out by itself."""
    game = nearly_won("D1N")
    assert game.view.can_finish
    assert game.outcome() is None
    game.push(move("1f"))
    assert game.view.can_finish
    game.finish()
    assert not game.view.can_finish


def test_finish_after_undo_of_a_move_is_clean() -> None:
    """A slip at the end costs nothing."""
    game = nearly_won("D1V")
    game.push(move("1f"))
    game.undo()
    game.finish()
    assert (game.assisted, game.redoable) == (False, 0)


def end_by_moves(game: Game) -> None:
    """Win card by card."""
    for text in ("1f", "2f", "1f", "2f", "3f", "4f"):
        assert game.outcome() is None
        game.push(move(text))


def end_by_finish(game: Game) -> None:
    """Win by the player's command."""
    game.play(Finish())


def end_by_redo(game: Game) -> None:
    """Win by a move after an undo and a redo."""
    for text in ("1f", "2f", "1f", "2f", "3f"):
        game.push(move(text))
    game.undo(2)
    game.redo(2)
    game.push(move("4f"))


@pytest.mark.parametrize("end", [end_by_moves, end_by_finish, end_by_redo])
def test_k11_k13_every_path_wins_once_and_a_won_game_is_final(end: Any) -> None:
    """By moves, by finish, or after undo and redo: one win, and nothing can be done any more."""
    game = nearly_won("D1V")
    end(game)
    assert game.outcome() is Outcome.WON
    assert (game.undoable, game.redoable, game.legal_moves) == (0, 0, ())
    assert_final(game, Outcome.WON)


def test_a_game_given_up_is_final() -> None:
    """Giving up ends the game; its dollars stay booked and nothing can be done any more."""
    game = game_at(Rules.preset(scoring="vegas"), "9s ah", "10d")
    game.push(move("1f"))
    game.resign()
    assert (game.outcome(), game.booked, game.log) == (Outcome.GIVEN_UP, -47, "1f resign")
    assert_final(game, Outcome.GIVEN_UP)


def assert_final(game: Game, outcome: Outcome) -> None:
    """Check that a game that is over refuses everything and does not change."""
    before = observed(game)
    for act in (
        lambda: game.push(move("d")),
        lambda: game.play(move("fs1")),
        game.undo,
        game.redo,
        game.finish,
        game.resign,
        lambda: game.take_help(Help.HINT),
        lambda: game.play(Redo()),
    ):
        with pytest.raises(GameOver):
            act()
    assert observed(game) == before
    assert game.outcome() is outcome
    assert not game.view.can_draw
    assert not game.view.can_finish
    assert not game.view.nothing_left
    assert game.view.legal_moves == ()


def test_k31_k32_k34_nothing_moves_by_itself() -> None:
    """Aces and twos that could go up stay until the player sends them, after every kind of action."""
    game = game_at(NORMAL, "9s | ah", "2h", "4s", "5h", stock="as")
    game.push(move("34x1"))
    game.push(move("d"))
    game.undo()
    assert game.view.foundations == (0, 0, 0, 0)
    assert game.view.columns[0].up == cards("ah")
    game.push(move("1f"))
    assert game.view.foundations == (0, 1, 0, 0)
    assert game.view.columns[1].up == cards("2h")


def test_k36_k37_the_same_move_twice_neither_loses_nor_doubles_a_card() -> None:
    """The second of two quick moves is refused where it no longer fits, and 52 cards stay on the table."""
    game = Game(Deal(6), NORMAL)
    game.push(move("1f") if move("1f") in game.legal_moves else move("d"))
    random = Random(5)
    for _ in range(200):
        again = random.choice(game.legal_moves)
        for _ in range(2):
            if again in game.legal_moves:
                game.push(again)
            else:
                assert refused(game, again) is not None
        assert len(all_cards(game)) == len(set(all_cards(game))) == 52


def all_cards(game: Game) -> list[Card]:
    """List every card on the table."""
    at = game._state.position
    home = [card for card in game.deal.cards if card.rank <= at.foundations[card.suit]]
    return [*at.stock, *at.waste, *home, *(card for column in at.columns for card in column.down + column.up)]


# Help


def test_hint_and_code_are_help_for_good() -> None:
    """Asking for either makes the game assisted, and undo does not unmake it."""
    for kind in Help:
        game = Game(Deal(6), NORMAL)
        game.push(move("d"))
        game.take_help(kind)
        assert (game.assisted, game.log) == (True, f"d {kind.value}")
        assert game.undoable == 1
        game.push(move("d"))
        game.undo(2)
        game.redo(2)
        assert game.assisted


def test_help_keeps_the_redo_list() -> None:
    """Asking is no action on the table."""
    game = Game(Deal(6), NORMAL)
    game.push(move("d"))
    game.undo()
    game.take_help(Help.HINT)
    assert game.redo() == 1


def test_undoing_a_card_turned_up_is_help() -> None:
    """The column card's face entered the view by the action that is undone."""
    game = game_at(NORMAL, "9c | 4s", "5h")
    game.push(move("12x1"))
    assert not game.assisted
    game.undo()
    assert game.assisted


def test_undoing_a_first_seen_draw_is_help_and_a_second_one_is_not() -> None:
    """A stock card seen in an earlier pass shows nothing new when it is drawn again."""
    game = game_at(NORMAL, stock="9c 4s")
    for text in ("d", "d", "r", "d"):
        game.push(move(text))
    game.undo(2)
    assert not game.assisted
    game.undo()
    assert game.assisted


def test_undoing_a_slip_costs_nothing() -> None:
    """A move that showed nothing new is no help, nor is a recycle."""
    game = game_at(NORMAL, "2h | 9c 4s", "5h", waste="6s")
    game.push(move("12x1"))
    game.push(move("r"))
    game.undo(2)
    assert not game.assisted
    game.redo(2)
    assert not game.assisted


def test_redo_changes_nothing_about_help() -> None:
    """What was shown was shown; playing it again and undoing that is judged like the first time."""
    game = game_at(NORMAL, "9c | 4s", "5h")
    game.push(move("12x1"))
    game.undo()
    assert game.assisted
    clean = game_at(NORMAL, "9c 4s", "5h")
    clean.push(move("12x1"))
    for _ in range(3):
        clean.undo()
        clean.redo()
    assert not clean.assisted


def test_a_card_that_was_seen_before_is_no_help_to_undo_again() -> None:
    """A move that turns up a card which an undo has hidden again shows nothing new the second time."""
    game = game_at(NORMAL, "9c | 4s", "5h", "5d", seen="9c")
    game.push(move("13x1"))
    game.undo()
    assert not game.assisted


@pytest.mark.parametrize("letter", ["T", "B"])
def test_in_traditional_a_card_beneath_the_top_is_first_seen_when_uncovered(letter: str) -> None:
    """Playing the top waste card shows the next one: undoing that is help, once it is new."""
    game = game_at(Rules.parse(f"D3{letter}"), "5h", "5d", stock="9c 8h 4s")
    assert game.push(move("d")).cards == cards("4s")
    assert texts(game.view.waste) == ["?", "?", "4s"]
    game.push(move("w1"))
    assert texts(game.view.waste) == ["?", "8h"]
    game.undo()
    assert game.assisted
    assert texts(game.view.waste) == ["?", "8h", "4s"]


@pytest.mark.parametrize("letter", ["N", "V", "C"])
def test_where_drawn_cards_are_fanned_uncovering_one_shows_nothing_new(letter: str) -> None:
    """All three were seen at the draw, so undoing the play of the top one is a slip."""
    game = game_at(Rules.parse(f"D3{letter}"), "5h", stock="9c 8h 4s")
    assert game.push(move("d")).cards == cards("9c 8h 4s")
    game.push(move("w1"))
    game.undo()
    assert not game.assisted


def test_in_traditional_only_the_last_of_a_draw_is_new() -> None:
    """Undoing a draw whose last card was seen before is a slip, though others beneath it are unknown."""
    game = game_at(Rules.preset(draw=3, scoring="traditional"), stock="9c 8h 4s", seen="4s")
    game.push(move("d"))
    game.undo()
    assert not game.assisted


def test_the_start_and_the_end_are_no_help() -> None:
    """A game without undo and help ends clean."""
    game = nearly_won("D1V")
    end_by_moves(game)
    assert not game.assisted
    assert game.booked == game.score


# The log


@given(games())
@settings(deadline=None, max_examples=80)
def test_k44_a_game_comes_back_from_its_log_after_every_action(game: Game) -> None:
    """A reloaded game has the same undo and redo lists, seen cards, marks and money at every ply."""
    tokens = game.log.split()
    step = max(1, len(tokens) // 6)
    live = Game(game.deal, game.rules)
    for at, token in enumerate(tokens):
        live._replay_token(token)
        if at % step == 0:
            assert observed(Game.replay(game.deal, game.rules, tokens[: at + 1])) == observed(live)
    again = Game.replay(game.deal, game.rules, game.log)
    assert observed(again) == observed(game) == observed(live)
    assert (again._state, list(again._undo), again._redo) == (game._state, list(game._undo), game._redo)


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_k25_a_log_of_another_deal_does_not_replay(rules: Rules) -> None:
    """A forged or foreign log is refused where it breaks a rule."""
    game = play_at_random(Game(Deal(6), rules), Random(1), 80)
    with pytest.raises(IllegalMove):
        Game.replay(Deal(7), rules, game.log)


@pytest.mark.parametrize("log", ["x", "d x", "draw", "35", "d  ; d", "D", "Redo", "u1", "win"])
def test_a_log_holds_canonical_texts_only(log: str) -> None:
    """Anything else in a log is refused as it stands."""
    with pytest.raises((NotationError, NothingToUndo, IllegalMove)):
        Game.replay(Deal(6), NORMAL, log)


def test_a_log_can_be_given_as_text_or_as_tokens() -> None:
    """Both forms rebuild the same game; no log at all is a new game."""
    assert observed(Game.replay(Deal(6), NORMAL, "d d u")) == observed(
        Game.replay(Deal(6), NORMAL, ["d", "d", "u"])
    )
    assert observed(Game.replay(Deal(6), NORMAL, "")) == observed(Game(Deal(6), NORMAL))


def test_the_log_refuses_what_could_not_have_happened() -> None:
    """Undo without an action, redo without an undo and a finish too early are no log."""
    for log, error in (
        ("u", NothingToUndo),
        ("d redo", NothingToRedo),
        ("finish", IllegalMove),
        ("resign d", GameOver),
    ):
        with pytest.raises(error):
            Game.replay(Deal(6), NORMAL, log)


def test_play_carries_out_every_kind_of_action() -> None:
    """Move, undo and redo through the one verb."""
    game = Game(Deal(6), NORMAL)
    for action, log in ((Move.parse("d"), "d"), (Undo(), "d u"), (Redo(), "d u redo")):
        game.play(action)
        assert game.log == log
