"""Discord's limits, held by every message and command in every language with the longest values."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import discord
import pytest
from discord import app_commands

from cogs.advice import Level
from cogs.analysis import Retrospect
from cogs.chronicle import log_text
from cogs.client import KlondikeBot
from cogs.clip_id import ClipId
from cogs.clips import Clip, _progress, clip_page
from cogs.control_id import CUSTOM_ID_LIMIT, ControlAction, ControlId
from cogs.daily_id import parse_daily
from cogs.easel import Easel
from cogs.errors import explain
from cogs.faults import MissingRights
from cogs.figures import by_list
from cogs.film_id import FilmId, Line, Playback, Watch
from cogs.films import Shot, played, watched
from cogs.help import TOPICS, topic_layout
from cogs.history_id import HistoryAct, HistoryId
from cogs.history_layouts import Picked, ask_instead, challenge_layout, history_layout, picked_layout
from cogs.i18n import command_text, languages, t
from cogs.klondike import KlondikeCog
from cogs.layouts import LINE_LIMIT, board_message, notice, type_modal
from cogs.leaderboard import ROWS, Listing, ranking_message
from cogs.looks import Look
from cogs.page_id import LISTS, StatsPageId, parse_page
from cogs.places import Right
from cogs.presses import ask_new
from cogs.profile_card import ALL, Profile
from cogs.profiles import profile_message
from cogs.race_id import RaceId
from cogs.records import BOARD_CHOICES
from cogs.results import result_message
from cogs.screen import film_message
from cogs.server_id import ServerId
from cogs.server_layouts import LOGGED, ask_end, ask_reset, ask_season, log_layout, settings_layout
from cogs.server_words import FIELDS, PAGES
from cogs.spans import Span
from cogs.suggestions import lines
from cogs.together_id import DeedsId
from cogs.verdicts import verdict_buttons
from cogs.wardrobe import look_layout
from data import (
    BoardPage,
    BoardRow,
    Deed,
    GuildSettings,
    HistoryPage,
    Kind,
    ListClass,
    Period,
    Standing,
    Status,
    challenges,
)
from data.figures import Balance, Week
from data.guilds import Change
from klondike import Deal, DealCode, Game, Outcome, Rules
from klondike.hint import simple_hint
from klondike.notation import MAX_ACTIONS, MAX_LENGTH, parse
from renderer import THEMES
from tests.cogs.hall import record
from tests.cogs.keys import asked, command_paths, families, messages
from tests.cogs.voices import (
    LINKING,
    LONGEST,
    commands_known,
    games_in_play,
    kings_everywhere,
    longest_view,
    turns,
)
from tests.cogs.voices import turn as make_turn
from tests.strategies import PRESETS
from tests.winning import LINES, WON

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from discord import ui

    from tests.cogs.hall import Hall

COMMAND_NAME: Final = re.compile(r"[-_\w]{1,32}")
TEXT_DISPLAY, BUTTON, SELECT, GALLERY, CONTAINER, ROW = 10, 2, 3, 12, 17, 1


def parts(component: Any) -> Iterator[dict[str, Any]]:
    """Walk the components of a message."""
    for item in component if isinstance(component, list) else [component]:
        yield item
        for below in ("components", "component", "accessory"):
            if below in item:
                yield from parts(item[below])


def components_of(layout: ui.LayoutView) -> Any:
    """Give a message's components as they are sent."""
    return layout.to_components()  # type: ignore[no-untyped-call]


def check_message(layout: ui.LayoutView) -> list[dict[str, Any]]:
    """Hold a message against every limit of Components V2, and give its components."""
    found = list(parts(components_of(layout)))
    assert len(found) <= 40
    texts = [part["content"] for part in found if part["type"] == TEXT_DISPLAY]
    assert all(texts)
    assert sum(map(len, texts)) <= 4000
    assert not any("{" in text for text in texts)
    ids = [part["custom_id"] for part in found if "custom_id" in part]
    assert len(ids) == len(set(ids))
    for custom_id in ids:
        assert len(custom_id) <= CUSTOM_ID_LIMIT
        readers: tuple[Callable[[str], object], ...] = (
            ControlId.parse,
            parse_page,
            FilmId.parse,
            ClipId.parse,
            parse_daily,
            RaceId.parse,
            ServerId.parse,
            DeedsId.parse,
            HistoryId.parse,
        )
        assert any(read(custom_id) is not None for read in readers), custom_id
    for part in found:
        check_part(part)
    return found


def check_part(part: dict[str, Any]) -> None:
    """Hold one component against its limits."""
    match part["type"]:
        case 1:
            assert 1 <= len(part["components"]) <= 5
        case 2:
            assert 1 <= len(part["label"]) <= 80
        case 3:
            assert 1 <= len(part["options"]) <= 25
            assert 1 <= len(part["placeholder"]) <= 150
            for option in part["options"]:
                assert 1 <= len(option["label"]) <= 100
                assert 1 <= len(option.get("description", "-")) <= 100
                assert 1 <= len(option["value"]) <= 100
            assert len({option["value"] for option in part["options"]}) == len(part["options"])
            shown = {(option["label"], option.get("description")) for option in part["options"]}
            assert len(shown) == len(part["options"]), "two entries that look alike"
        case 12:
            assert 1 <= len(part["items"]) <= 10
            assert all(1 <= len(item["description"]) <= 1024 for item in part["items"])


def check_labels(found: list[dict[str, Any]]) -> None:
    """No two buttons side by side read alike (FAULTS K30)."""
    labels = [part["label"] for part in found if part["type"] == BUTTON]
    assert len(set(labels)) == len(labels), labels


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("asking", [False, True], ids=["board", "question"])
async def test_every_board_is_within_the_limits(language: str, *, asking: bool) -> None:
    """Boards of every kind, with the longest values, are messages that Discord takes."""
    for turn in turns(**LONGEST):
        board = board_message(turn, LINKING[language], b"picture", asking=asking)
        check_labels(check_message(board.layout))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("asking", [False, True], ids=["board", "question"])
async def test_every_board_in_letters_is_within_the_limits(language: str, *, asking: bool) -> None:
    """Boards without a picture, with every permission missing, are messages that Discord takes."""
    say = LINKING[language]
    hint = explain(say, MissingRights(tuple(Right)))
    for turn in turns(**LONGEST):
        longest = replace(turn, view=longest_view(turn.view))
        for one in (turn, longest):
            board = board_message(one, say, None, asking=asking, hint=hint)
            check_message(board.layout)
            assert board.files() == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("picture", [b"picture", None], ids=["drawn", "in letters"])
async def test_every_page_of_a_film_is_within_the_limits(language: str, picture: bytes | None) -> None:
    """Lines and watched games under all rules, step by step, with the longest ids."""
    say = LINKING[language]
    for rules in (Rules.preset(draw=3), Rules.preset(scoring="traditional", takeback=True)):
        reel = Watch(Level.SIMPLE, DealCode(Deal(2**60 - 1), rules))
        frames = list(watched(Game(reel.code.deal, rules), simple_hint, Level.SIMPLE))
        for step, frame in enumerate(frames):
            line = Line(LONGEST["id"], 5_000 if step % 2 else 0)
            for source, shown in ((reel, frame), (line, replace(frame, advice=None))):
                shot = Shot(shown, step, len(frames) - 1 if step % 3 else None)
                page = film_message(FilmId(source, step, 2**64 - 1), shot, say, picture)
                check_labels(check_message(page.layout))


@pytest.mark.parametrize("language", languages())
async def test_verdicts_are_within_the_limits(language: str) -> None:
    """The ended board's other buttons, and the answer with both lines."""
    say = LINKING[language]
    for turn in turns(**LONGEST):
        found = check_message(board_message(turn, say, b"picture", solvable=True, replayable=True).layout)
        check_labels(found)
        ids = [part["custom_id"] for part in found if "custom_id" in part]
        assert any(one.endswith(":verdict") for one in ids) == (turn.view.outcome is not None)
        assert any(one.startswith("f:playback:") for one in ids) == (turn.view.outcome is not None)
    lost = Retrospect(Outcome.GIVEN_UP, 5_000, 4_998, 4_999, deal_line=True)
    check_labels(check_message(notice("x", *verdict_buttons(say, LONGEST["id"], lost))))


@pytest.mark.parametrize("language", languages())
async def test_replays_are_within_the_limits(language: str) -> None:
    """Every board of games as they were played, in letters too, and their animated pictures."""
    say, number = LINKING[language], LONGEST["id"]
    check_message(_progress(say, 1))
    for game in games_in_play(6):
        if game.outcome() is None:
            game.resign()
        frames = list(played(game))
        for step, frame in enumerate(frames):
            shot = Shot(frame, step, len(frames) - 1)
            for picture in (b"picture", None):
                page = film_message(FilmId(Playback(number), step, 2**64 - 1), shot, say, picture)
                check_labels(check_message(page.layout))
        clip = Clip(b"picture", frames[-1].view, 300, 5_000)
        for share in (False, True):
            page = clip_page(record(**LONGEST), clip, say, share=share)
            check_labels(check_message(page.layout))
            assert [file.filename for file in page.files()] == ["replay.gif"]


async def test_a_board_shows_one_file_and_each_sending_takes_a_new_one() -> None:
    """The gallery shows the attachment, and the file can be made again for a second try."""
    board = board_message(next(turns()), LINKING["en"], b"picture")
    gallery = [part for part in parts(components_of(board.layout)) if part["type"] == GALLERY]
    assert [item["media"]["url"] for part in gallery for item in part["items"]] == ["attachment://board.png"]
    assert [file.fp.read() for _ in range(2) for file in board.files()] == [b"picture"] * 2


@pytest.mark.parametrize("language", languages())
async def test_more_moves_than_a_menu_holds_are_cut_and_told(language: str) -> None:
    """One card before the end there can be thirty moves: the menu shows 25 and says how many there are."""
    game = kings_everywhere()
    assert len(game.legal_moves) > 25
    turn = make_turn(game)
    found = check_message(board_message(turn, LINKING[language], b"").layout)
    menu = next(part for part in found if part["type"] == SELECT)
    assert len(menu["options"]) == 25
    assert str(len(game.legal_moves)) in menu["placeholder"]


@pytest.mark.parametrize("language", languages())
async def test_notices_and_help_are_within_the_limits(language: str) -> None:
    """Every text that stands alone fits a message, with long values in it."""
    for key, forms in messages(language).items():
        for form in forms:
            assert len(form) <= 3500, key
    for topic in TOPICS:
        for pictured in (True, False):
            names = [f"klondike {path}" for path in command_paths()]
            with commands_known():
                layout = topic_layout(LINKING[language], topic, names, pictured=pictured)
            check_message(layout)


@pytest.mark.parametrize("language", languages())
async def test_the_question_before_a_new_game_is_within_the_limits(language: str) -> None:
    """Its button holds the longest rules and code beside the largest game."""
    open_game = record(**LONGEST)
    for rules in PRESETS:
        code = str(DealCode(Deal(2**60 - 1), rules))
        found = check_message(ask_new(LINKING[language], open_game, f"{rules}/{code}"))
        check_labels(found)
        control = ControlId.parse(next(part["custom_id"] for part in found if part["type"] == BUTTON))
        assert control is not None
        assert (control.action, control.detail) == (ControlAction.NEW_YES, f"{rules}/{code}")


@pytest.mark.parametrize("language", languages())
async def test_the_modal_is_within_the_limits(language: str) -> None:
    """Title, label, hint and placeholder of the modal fit, and the modal is never stored."""
    say = LINKING[language]
    control = ControlId(LONGEST["id"], LONGEST["revision"], ControlAction.TYPE)
    modal = type_modal(control, say, "10h 10d")
    sent = modal.to_dict()
    label = next(iter(sent["components"]))
    entry: dict[str, Any] = label["component"]
    assert 1 <= len(sent["title"]) <= 45
    assert len(sent["custom_id"]) <= CUSTOM_ID_LIMIT
    assert 1 <= len(label["label"]) <= 45
    assert 1 <= len(label["description"]) <= 100
    assert 1 <= len(entry["placeholder"]) <= 100
    assert entry["max_length"] == LINE_LIMIT <= min(4000, MAX_LENGTH)
    assert modal.is_finished()


def test_a_full_line_fits_the_field() -> None:
    """Forty moves of the usual length can be typed in one line."""
    line = " ".join(["35x2"] * MAX_ACTIONS)
    assert len(line) <= LINE_LIMIT
    assert len(parse(line)) == MAX_ACTIONS


# Commands


async def commands_of(hall: Hall) -> list[dict[str, Any]]:
    """Give what the bot registers with Discord."""
    bot = KlondikeBot(hall.sessions, Easel())
    await bot.add_cog(KlondikeCog(bot))
    payload: list[dict[str, Any]] = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    await bot.close()
    return payload


def walk(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Walk a command, its subcommands and their options."""
    yield command
    for option in command.get("options", []):
        yield from walk(option)


async def test_commands_are_within_the_limits(hall: Hall) -> None:
    """Names, descriptions, choices and numbers of commands are what Discord takes."""
    payload = await commands_of(hall)
    assert [command["name"] for command in payload] == ["klondike"]
    for part in (part for command in payload for part in walk(command)):
        assert COMMAND_NAME.fullmatch(part["name"])
        assert part["name"] == part["name"].lower()
        assert 1 <= len(part["description"]) <= 100
        assert len(part.get("options", [])) <= 25
        choices = part.get("choices", [])
        assert len(choices) <= 25
        assert all(1 <= len(choice["name"]) <= 100 for choice in choices)
        assert all(len(str(choice["value"])) <= 100 for choice in choices)
        assert len({choice["name"] for choice in choices}) == len(choices)
    # Commands work in servers, direct messages and wherever a user brings them.
    assert payload[0]["integration_types"] == [0, 1]
    assert payload[0]["contexts"] == [0, 1, 2]


async def test_required_options_stand_first(hall: Hall) -> None:
    """Discord refuses an option that is required after one that is not."""
    for command in await commands_of(hall):
        for part in walk(command):
            needed = [
                option.get("required", False) for option in part.get("options", []) if option["type"] > 2
            ]
            assert needed == sorted(needed, reverse=True)


@pytest.mark.parametrize("language", languages())
async def test_a_command_is_not_too_large_in_any_language(hall: Hall, language: str) -> None:
    """Names, descriptions and values of the whole group stay below 8,000 characters."""
    english = {command_text(key).message: key for key in command_keys()}
    for command in await commands_of(hall):
        total = 0
        for part in walk(command):
            shown = [part["description"], *(choice["name"] for choice in part.get("choices", []))]
            total += len(part["name"]) + sum(
                max(len(text), len(t(language, english[text]))) if text in english else len(text)
                for text in shown
            )
            total += sum(len(str(choice["value"])) for choice in part.get("choices", []))
        assert total <= 8000


def command_keys() -> list[str]:
    """Give the keys of the texts that commands show."""
    choices = [
        f"{start}{end}" for start, ends in families().items() if start.startswith("choice.") for end in ends
    ]
    whole = [call.key for call in asked() if call.key.startswith(("command.", "option.", "choice."))]
    return [*choices, *whole]


@pytest.mark.parametrize("language", languages())
def test_command_texts_fit_in_every_language(language: str) -> None:
    """Descriptions and choices are at most 100 characters in each language."""
    assert len(command_keys()) > 40
    for key in command_keys():
        assert 1 <= len(t(language, key)) <= 100, key


@pytest.mark.parametrize("language", languages())
def test_no_two_choices_read_alike(language: str) -> None:
    """Choices that stand in one list differ (FAULTS K30); the lists are those of the code."""
    lists = [
        ["choice.draw-1", "choice.draw-3"],
        [f"choice.{name}" for name in ("normal", "vegas", "casual", "traditional")],
        [f"choice.{choice.value}" for choice in BOARD_CHOICES],
        [f"choice.{period}" for period in Period],
        [f"choice.{letter}" for letter in "NVCTB"],
        ["choice.clean", "choice.assisted"],
        [f"look.{theme}" for theme in THEMES],
        [f"choice.help-{topic}" for topic in TOPICS],
        [f"class.{cls}" for cls in ListClass],
        [f"scoring.{letter}" for letter in "NVCTB"],
    ]
    for keys in lists:
        assert len({t(language, key) for key in keys}) == len(keys)


@pytest.mark.parametrize("language", languages())
def test_suggestions_are_within_the_limits_and_differ(language: str) -> None:
    """Autocompletion gives at most 25 entries that differ, each a move that can be played."""
    for game in [*games_in_play(36, seed=3), kings_everywhere()]:
        view = game.view
        for begun in ("", "7h 8s", "10h 10d " * 11):
            entries = list(lines(LINKING[language], view, "", begun.strip()))
            assert len(view.legal_moves) <= len(entries)
            assert len({entry.name for entry in entries}) == len(entries)
            check_lines(entries)


def check_lines(entries: list[app_commands.Choice[str]]) -> None:
    """Hold suggested lines against Discord's limits and the grammar."""
    for entry in entries:
        assert 1 <= len(entry.name) <= 100
        assert 1 <= len(entry.value) <= 100
        assert parse(entry.value)


def test_suggestions_find_moves_by_what_people_type() -> None:
    """Cards by letters, piles by numbers and words of the entry all find their moves."""
    view = kings_everywhere().view
    for typed in ("kc", "KC f", "wf", "k♣ →", "foundation"):
        assert list(lines(LINKING["en"], view, typed)), typed
    assert list(lines(LINKING["en"], view, "7h 8s")) == []
    assert all("K" in entry.name.split("·")[0] for entry in lines(LINKING["en"], view, "k"))


@pytest.mark.parametrize("language", languages())
async def test_the_largest_leaderboard_fits(language: str) -> None:
    """Ten members with the most awkward names are one message, in words and as a picture."""
    rows = [BoardRow(10**6 + n, 2**63, "@everyone `*_" * 5, 10**9, 10**6, 10**6) for n in range(ROWS)]
    page = BoardPage(tuple(rows), 10**6, 10**6 + 1, 10**7, None)
    for to, span, picture in product(LISTS, Period, (None, b"picture")):
        asked = replace(to, asker=2**64 - 1, page=10**9 - 2, draw=3, scoring="B", span=span)
        listing = Listing(asked, page, Span(span, 10**6, 10**12), "x" * 100)
        with commands_known():
            note = t(language, "leaderboard.aside")
            found = check_message(ranking_message(language, listing, note, picture=picture).layout)
        check_labels(found)
        assert len([part for part in found if part["type"] == BUTTON]) == 4


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("compared", [False, True], ids=["alone", "beside another"])
async def test_the_largest_figures_fit(language: str, *, compared: bool) -> None:
    """Every page of somebody who has played everything, in words alone and with its card."""
    standings = [
        Standing(
            draw=draw,
            scoring=letter,
            cls=cls,
            games=10**6,
            wins=10**5,
            streak=10**4,
            best_streak=10**4,
            best_score=-999,
            scored=10**6,
            score_sum=-(10**8),
            moves=10**9,
            active_ms=10**12,
            fewest_moves=10**3,
        )
        for draw in (1, 3)
        for letter in "NVCTB"
        for cls in ListClass
    ]
    one = Profile(
        "@everyone `*_" * 5,
        standings,
        [Balance(at, 10**9 - at) for at in range(60)],
        [Week("2026-W49", 10**4, 10**4)] * 12,
    )
    asked = StatsPageId(2**64 - 1, 2**64 - 2 if compared else None)
    shown, texts = [one] * len(asked.players), set()
    for name, picture in product((ALL, *by_list(standings)), (None, b"picture")):
        with commands_known():
            found = check_message(profile_message(language, asked, shown, name, picture).layout)
        texts.add("\n".join(part["content"] for part in found if part["type"] == TEXT_DISPLAY))
        menu = next(part for part in found if part["type"] == SELECT)
        assert [option["value"] for option in menu["options"] if option.get("default")] == [name]
        assert len(menu["options"]) == 11
    assert len(texts) == 11


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("alt", ["x" * 1024, None], ids=["drawn", "in letters"])
async def test_the_choice_of_a_look_is_within_the_limits(language: str, alt: str | None) -> None:
    """The menu holds every look, and marks the one in use and no other."""
    for theme in THEMES:
        found = check_message(look_layout(LINKING[language], Look(theme), "x", alt))
        menu = next(part for part in found if part["type"] == SELECT)
        assert [option["value"] for option in menu["options"]] == list(THEMES)
        assert [option["value"] for option in menu["options"] if option.get("default")] == [theme]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("picture", [b"picture", None], ids=["drawn", "in words"])
async def test_a_result_card_is_within_the_limits(language: str, picture: bytes | None) -> None:
    """For every game that is over, with the longest values and a name that is all markdown."""
    for turn in turns(**LONGEST):
        if turn.view.outcome is not None:
            check_message(result_message(turn, LINKING[language], "*_`" * 11, picture).layout)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("page", PAGES)
async def test_the_settings_of_a_server_are_within_the_limits(language: str, page: str) -> None:
    """With as many channels as there can be, each field just saved; menus mark what is chosen."""
    say, number = LINKING[language], 2**63 - 1
    full = GuildSettings(
        channels=tuple(range(number - 25, number)),
        threads=True,
        draw=3,
        scoring="traditional",
        daily_channel=number,
        daily_role=number,
        daily_draw=3,
    )
    for settings in (GuildSettings(), full):
        for saved in ("", *PAGES[page]):
            found = check_message(settings_layout(say, settings, page, saved))
            check_labels(found)
            menus = [part for part in found if part["type"] == SELECT]
            assert all(sum(bool(one.get("default")) for one in part["options"]) == 1 for part in menus)


@pytest.mark.parametrize("language", languages())
async def test_the_log_and_questions_of_a_server_are_within_the_limits(language: str) -> None:
    """Ten changes of the largest kind, and a member with a game of every kind."""
    say, channels = LINKING[language], json.dumps(list(range(2**63 - 26, 2**63 - 1)))
    largest = Change(2**63 - 1, "channels", channels, channels, 10**13)
    others = [Change(None, "listed", "true", "false", 5), Change(None, "season", "1", "2", 5)]
    others += [Change(1, "game-ended", "7", None, 5), Change(1, "moon", None, None, 5)]
    others += [Change(1, field, "null", "null", 5) for field in FIELDS]
    for changes in ([largest] * LOGGED, others, []):
        check_labels(check_message(log_layout(say, changes, 10**6, more=True)))
    many = [record(**{**LONGEST, "kind": kind, "id": n}) for n, kind in enumerate(Kind, 10**17)]
    for games in (many, []):
        check_labels(check_message(ask_end(say, 2**63 - 1, games)))
    check_labels(check_message(ask_season(say, 10**6)))
    check_labels(check_message(ask_reset(say)))


@pytest.mark.parametrize("language", languages())
async def test_games_together_are_within_the_limits(language: str) -> None:
    """Their boards, and the log of many players with the longest moves."""
    say = LINKING[language]
    for turn in turns(**{**LONGEST, "kind": Kind.TOGETHER}):
        board = board_message(turn, say, b"picture", deeds="x" * 200, solvable=True, replayable=True)
        check_labels(check_message(board.layout))
    tokens = LINES[1].split()
    log = " ".join([*tokens[:60], *["u"] * 5, *["redo"] * 3, "hint", *["u"] * 10, "resign"])
    played = record(**{**LONGEST, "kind": Kind.TOGETHER, "deal": WON[1], "rules": "D1N", "log": log})
    for many in range(60, len(log.split()) + 1, 5):
        done = [Deed(2**63 - number, "x", number + 1, 1, 5) for number in range(many)]
        text = log_text(say, played, done)
        check_message(notice(text))
        assert text.count("\n- ") == 10


@pytest.mark.parametrize("language", languages())
async def test_the_largest_history_fits(language: str) -> None:
    """A page of games, each of them picked, and a challenge to it, with the longest values."""
    ended: dict[str, Any] = {"moves": 10**5, "active_ms": 10**10, "ended_at": 10**13, "assisted": True}
    rows = [
        record(**{**LONGEST, **ended, "id": 10**18 - 1 - number}, rules="D3B", kind=kind, status=status)
        for number, (kind, status) in enumerate(product(Kind, list(Status)[1:]))
    ]
    rows[0] = replace(rows[0], rules="D9Z")  # of rules that are no more
    say, code = LINKING[language], "KL1-D3B-ABCDEF-GHIJKL"
    made = challenges.Challenge(10**18 - 1, 1, 2**64 - 1, 2**64 - 2, 1, 2, 3, 4, 0)
    with commands_known():
        assert check_message(history_layout(language, HistoryPage((), 1, 1, 0)))
        for part in (rows[:10], rows[-10:]):
            page = HistoryPage(tuple(part), 10**8, 10**8 + 1, 10**9)
            check_labels(check_message(history_layout(language, page)))
    for one, told in product(rows, (code, None)):
        picked = Picked(one, 10**8, told, shows=True, goes_on=True, again=True, challenges=True)
        check_labels(check_message(picked_layout(say, picked)))
        check_message(challenge_layout(say, made, one, (one, one), told))
        for act in HistoryAct:
            check_message(ask_instead(say, one, act, 10**18 - 1))


@pytest.mark.parametrize("language", languages())
async def test_an_error_is_a_message(language: str) -> None:
    """The words for an unforeseen error make a message too."""
    check_message(notice(explain(LINKING[language], app_commands.CommandNotFound("x" * 32, []))))


async def test_a_view_is_sealed_before_it_is_sent() -> None:
    """Layouts are finished when they are handed out, so discord.py never stores them (DESIGN section 4)."""
    board = board_message(next(turns()), LINKING["en"], b"").layout
    assert board.is_finished()
    assert notice("x").is_finished()
    assert isinstance(board, discord.ui.LayoutView)
