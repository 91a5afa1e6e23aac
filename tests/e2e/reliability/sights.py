"""What a player saw and what was stored, in words that are the same every time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tests.e2e.reading import action_of, is_written, labels
from tests.e2e.reliability.inputs import Input

if TYPE_CHECKING:
    from data import GameRecord
    from localdiscord import Message
    from tests.e2e.reliability.inputs import Player

__all__ = ["Sight", "look", "stored"]

MOVE: Final = "(what was done)"
_NORMAL: Final = (
    (re.compile(r"https://discord\.com/channels/\S+"), "(link)"),
    (re.compile(r"<@\d+>"), "@player"),
    (re.compile(r"<(/[a-z ]+):\d+>"), r"\1"),
    (re.compile(r"number [0-9a-f]{6}"), "number ……"),
    (re.compile(r"\s+"), " "),
    (re.compile(r"A♠ from column 2 to the foundation\. 2♦ turned up\. \(\+\$5\)|Drew \S+\."), MOVE),
)
FOR_EVER: Final = "“thinking…”, which stays"
FAILED: Final = "“This interaction failed”"


@dataclass(frozen=True, slots=True)
class Sight:
    """What a player has seen since the input.

    :ivar failures: how often Discord said that there was no answer.
    :ivar waiting: what was seen while the bot worked on it: nothing, "thinking…" for a time, or for ever.
    :ivar words: what was said, in private or below the message, and on the board.
    :ivar board: what has become of the board.
    :ivar is_told: whether anything of it tells what has become of the input.
    """

    failures: int
    waiting: str
    words: tuple[str, ...]
    board: str
    is_told: bool

    @property
    def waits_for_ever(self) -> bool:
        """Whether an answer will never come though one was announced."""
        return self.waiting == FOR_EVER

    def __str__(self) -> str:
        said = [FAILED] if self.failures and not self.waits_for_ever else []
        said += [self.waiting] if self.waiting else []
        said += list(dict.fromkeys(f"“{one}”" if len(one) > 1 else one for one in self.words))
        return "; ".join([*said, self.board])


async def look(player: Player, *, waiting: bool) -> Sight:
    """Look at the screen of a player.

    :param waiting: whether it matters that an answer came in two steps.
    """
    record = await player.record()
    boards = player.boards
    shown = next((one for one in reversed(boards) if action_of(one) == record.ply), None)
    moved = record.revision != player.before.revision
    words = tuple(_words(player, shown))
    return Sight(
        failures=player.failures,
        waiting=_waiting(player, minds=waiting),
        words=words,
        board=_fate(player, shown, moved=moved),
        is_told=bool(words) or (moved and shown is not None and shown is boards[-1]),
    )


def stored(before: GameRecord, after: GameRecord) -> str:
    """Say what has been stored since."""
    if after.revision == before.revision:
        return "nothing"
    actions = after.ply - before.ply
    parts = [f"{actions} action{'s' if actions != 1 else ''}"]
    if after.booked != before.booked:
        parts.append(f"{after.booked - before.booked:+d} $")
    return ", ".join(parts)


def normalised(text: str) -> str:
    """Take out of a text what differs from run to run."""
    for pattern, plain in _NORMAL:
        text = pattern.sub(plain, text)
    return text.strip()


def _waiting(player: Player, *, minds: bool) -> str:
    if player.thinks_for_ever:
        return FOR_EVER
    if not (minds and player.deferred):
        return ""
    return "“thinking…” at first" if player.way is Input.SLASH else "nothing at first"


def _words(player: Player, shown: Message | None) -> list[str]:
    """List what was said on the board, in private and below the typed message, and the marks on it."""
    new = [one for one in player.seat.messages if one.id not in player.known]
    bot = player.house.fake.bot
    said = [one for one in new if one.author is bot and one not in player.boards and one.text]
    marks = [emoji for one in player.said for emoji, users in one.reactions.items() if bot in users]
    spoken = [normalised(one.text) for one in said]
    told = [normalised(_news(shown))] if shown is not None and shown.text != player.text else []
    return [*marks, *(one for one in [*spoken, *told] if one not in {"", MOVE})]


def _news(board: Message) -> str:
    """Give what a board says below its picture: what was done, what was refused, what is missing."""
    text = re.sub(r"```.*```", "", board.text, flags=re.DOTALL)
    _, *lines = text.splitlines()
    return " ".join(line.removeprefix("-# ") for line in lines if not re.match(r"-# game \d+ ·", line))


def _fate(player: Player, shown: Message | None, *, moved: bool) -> str:
    """Say where the game stands on the screen."""
    if shown is None:
        return f"the board stays as it was{'; `/klondike show` brings the new one' if moved else ''}"
    look = " in letters" if is_written(shown) else ""
    look += "" if "Redo" in labels(shown) else ", over"
    if shown.id in player.known:
        return f"the board shows it{look}" if moved else f"the board stays as it was{look}"
    old = "the old one goes" if player.board.deleted else "the old one stays"
    return f"a new board{look} shows it, {old}"
