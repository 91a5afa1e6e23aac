"""What a text says to the bot, and whether it reads like a move at all."""

from __future__ import annotations

import pytest

from cogs.heard import without_mention
from cogs.typed import is_line, is_talk

ME = 4711


@pytest.mark.parametrize(
    ("content", "text", "mentioned"),
    [
        ("<@4711> d", "d", True),
        ("d <@!4711>", "d", True),
        ("d<@4711>w5", "d w5", True),
        ("<@4711>\nd\n35 <@4711>", "d\n35", True),
        ("<@4711>", "", True),
        ("  <@!4711>  ", "", True),
        ("<@471> <@47110> <@&4711> @Klondike d", "<@471> <@47110> <@&4711> @Klondike d", False),
        ("", "", False),
    ],
)
def test_the_mention_may_stand_anywhere(content: str, text: str, *, mentioned: bool) -> None:
    """Mentions of the bot are taken out wherever they stand, those of others are not."""
    assert without_mention(content, ME) == (text, mentioned)


@pytest.mark.parametrize("text", ["d", "7h 8s", "35\nw3", "d d d u", "redo"])
def test_a_line_is_no_talk(text: str) -> None:
    """What reads as moves is a line from its beginning to its end."""
    assert is_line(text)
    assert not is_talk(text)


@pytest.mark.parametrize("text", ["hello", "how is it going", "¿qué?", "new game please", ""])
def test_talk_has_no_word_that_could_be_a_move(text: str) -> None:
    """Talk is told from a line with a slip in it."""
    assert is_talk(text)
    assert not is_line(text)


@pytest.mark.parametrize("text", ["7x 8s", "d please", "35 and 27", "d " * 41])
def test_a_line_with_a_slip_is_neither(text: str) -> None:
    """Where a word could be a move, the rest of it is a mistake that is told."""
    assert not is_line(text)
    assert not is_talk(text)
