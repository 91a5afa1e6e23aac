"""The pictures of help show what their words say, and are painted once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cogs import lessons
from cogs.alt_text import ALT_LIMIT
from cogs.easel import Easel
from cogs.help import TOPICS
from cogs.lessons import LESSON_TOPICS, Lesson, Pictures, alt_text, caption, how_to_type, lesson
from cogs.looks import DEFAULT_LOOK, Look
from cogs.wording import status_pairs
from klondike import Deal, Game, Move, PlayerView, Rules
from klondike.errors import Reason
from klondike.line import play_line
from renderer import Labels, render_board
from tests.cogs.voices import SAY, VOICES

if TYPE_CHECKING:
    from cogs.i18n import Say


def shown(topic: str) -> Lesson:
    """Give a lesson that there is."""
    found = lesson(topic)
    assert found is not None
    return found


def test_topics_without_a_picture_have_none() -> None:
    """Two topics have a lesson, and both are topics."""
    assert [topic for topic in TOPICS if lesson(topic)] == list(LESSON_TOPICS)


def test_the_first_lesson_is_a_legal_move_and_its_words_play_it() -> None:
    """The 7♥ goes on the 8♠, and each way of typing that the caption teaches does exactly this."""
    first = shown("moves")
    assert first.move in first.view.legal_moves
    assert caption(SAY, first) == "In the picture: 7♥ goes on 8♠."
    assert how_to_type(SAY, first) == "You would type `7h 8s`, or by columns `16`."
    for text in ("7h 8s", "16"):
        game = Game(Deal(lessons.DEAL), Rules.preset())
        done = play_line(game, text).done
        assert [item.action for item in done] == [first.move]


def test_the_second_lesson_follows_on_the_first_and_is_refused_for_the_king() -> None:
    """A queen to the column that the first lesson has emptied: refused, and the caption says why."""
    second = shown("rules")
    game = Game(Deal(lessons.DEAL), Rules.preset())
    game.push(shown("moves").move)
    assert second.view == game.view
    assert second.move not in second.view.legal_moves
    assert second.refusal is not None
    assert second.refusal.reason is Reason.ONLY_KING
    words = "In the picture: Q♣ to column 1 is refused. Only a king can go to an empty column."
    assert caption(SAY, second) == words
    assert how_to_type(SAY, second) == ""
    assert not second.view.columns[0].up


@pytest.mark.parametrize("language", VOICES)
@pytest.mark.parametrize("topic", LESSON_TOPICS)
def test_the_description_tells_the_lesson_and_the_board(language: str, topic: str) -> None:
    """Whoever does not see the picture is told what it teaches, and then every pile, within the limit."""
    say = VOICES[language]
    text = alt_text(say, shown(topic))
    assert text.startswith(caption(say, shown(topic)))
    assert len(text) < ALT_LIMIT
    assert "K♥" in text


async def test_a_picture_is_painted_once_with_both_ends_outlined(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask at once, a lesson is painted once in each look, with its words, each gets a file."""
    easel = Easel()
    painted = []
    show = easel.show

    async def counted(view: PlayerView, say: Say, look: Look, move: Move) -> bytes:
        painted.append(look)
        return await show(view, say, look, move)

    monkeypatch.setattr(easel, "show", counted)
    pictures = Pictures(easel)
    looks = (DEFAULT_LOOK, Look("dark"), DEFAULT_LOOK)
    files = await asyncio.gather(*(pictures.file("moves", SAY, look) for look in looks))
    contents = [file.fp.read() for file in files if file]
    assert painted == [DEFAULT_LOOK, Look("dark")]
    assert contents[0] == contents[2] != contents[1]
    assert await pictures.file("scoring", SAY, DEFAULT_LOOK) is None
    first = shown("moves")
    lit = render_board(first.view, labels=Labels(status_pairs(SAY, first.view)), highlight=first.move)
    assert contents[0] == lit != render_board(first.view, highlight=first.move)
    easel.close()
