"""What a person gets to see after acting: the bot's answer, or that there was none."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from .components import Choice, walk
from .errors import NoAnswer
from .feed import Change
from .wire import Callback, Json, Part

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from .interaction import Interaction
    from .messages import Message

__all__ = ["Field", "Modal", "Pending", "Reply"]

FINISH = 10.0
"""Seconds that a person stares at "thinking…" before a test gives up."""
_FIELDS = frozenset(
    {
        Part.INPUT,
        Part.SELECT,
        Part.USER_SELECT,
        Part.ROLE_SELECT,
        Part.MENTIONABLE_SELECT,
        Part.CHANNEL_SELECT,
        Part.FILE_UPLOAD,
        Part.RADIO_GROUP,
        Part.CHECKBOX_GROUP,
        Part.CHECKBOX,
    }
)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in a modal."""

    label: str
    custom_id: str
    kind: int
    part: Json = field(repr=False)

    @property
    def value(self) -> str:
        """What stands in it when it opens."""
        return str(self.part.get("value") or "")

    @property
    def required(self) -> bool:
        """Whether it must be filled; Discord's default is yes, except for a checkbox."""
        return bool(self.part.get("required", self.kind != Part.CHECKBOX))

    def answers_to(self, name: str) -> bool:
        """Tell whether a person could mean this field by its label or custom id."""
        return name in (self.label, self.custom_id)


@dataclass(frozen=True, slots=True, eq=False)
class Modal:
    """A form that the bot opened before a person."""

    opener: Interaction = field(repr=False)
    title: str
    custom_id: str
    components: list[Json] = field(repr=False)

    @property
    def fields(self) -> list[Field]:
        """Everything that can be filled in, in order."""
        labels: dict[int, str] = {}
        found = []
        for _, part in walk(self.components):
            if part.get("type") == Part.LABEL:
                labels[id(part["component"])] = part["label"]
            if part.get("type") in _FIELDS:
                label = labels.get(id(part)) or part.get("label") or ""
                found.append(Field(label, part["custom_id"], int(part["type"]), part))
        return found

    def to_dict(self) -> Json:
        """Return it as JSON for a page."""
        return {"title": self.title, "custom_id": self.custom_id, "components": self.components}


@dataclass(frozen=True, slots=True, eq=False)
class Reply:
    """The bot's answer; ``message`` is the live message that it made or changed."""

    interaction: Interaction = field(repr=False)
    kind: Callback
    took: float

    @property
    def message(self) -> Message | None:
        """The message made or changed, if any."""
        return self.interaction.response

    @property
    def shown(self) -> Message:
        """The message made or changed.

        :raises LookupError: if the answer was none.
        """
        if self.message is None:
            raise LookupError(f"the answer shows no message: {self.kind.name}")
        return self.message

    @property
    def followups(self) -> list[Message]:
        """Further messages sent with the same token so far."""
        return self.interaction.followups

    @property
    def ephemeral(self) -> bool:
        """Whether only the person sees it."""
        return self.message is not None and self.message.ephemeral_for is not None

    @property
    def text(self) -> str:
        """All text of the message, or "" where there is none."""
        return self.message.text if self.message is not None else ""

    @property
    def choices(self) -> list[Choice]:
        """The suggestions of an autocomplete."""
        return [Choice(one["name"], one["value"]) for one in self.interaction.choices]

    @property
    def modal(self) -> Modal:
        """The form that was opened.

        :raises LookupError: if the answer was none.
        """
        body = self.interaction.modal
        if body is None:
            raise LookupError(f"the answer opens no modal: {self.kind.name}")
        return Modal(self.interaction, body["title"], body["custom_id"], body["components"])

    async def edited(self, *, timeout: float = FINISH) -> Message:  # noqa: ASYNC109 - the waiter's own limit
        """Wait until the message was edited after this answer, as after a silent defer.

        :raises TimeoutError: if it was not.
        """
        message, before = self.shown, self.interaction.edits_before
        with message.channel.world.feed.subscribe() as changes:
            async with asyncio.timeout(timeout):
                while len(message.history) <= before:
                    await anext(changes)
        return message


class Pending(Generic[T]):
    """An act whose interaction is on its way already; awaiting it gives the answer.

    Several can be under way at once: ``first, second = alice.click(...), alice.click(...)``.
    """

    def __init__(self, act: Interaction, patience: float, read: Callable[[Reply], T]) -> None:
        self.interaction = act
        self._patience = patience
        self._read = read
        self._began = time.perf_counter()

    def __await__(self) -> Generator[object, None, T]:
        return self._wait().__await__()

    async def acknowledged(self) -> Reply:
        """Wait for the first sign only: after a defer the message still says "thinking…".

        :raises NoAnswer: if there is none.
        """
        act = self.interaction
        try:
            async with asyncio.timeout(self._patience):
                await act.acknowledged.wait()
        except TimeoutError:
            act.channel.world.feed.publish(
                Change("failed", act.channel, only=act.user, data={"interaction_id": str(act.id)})
            )
            raise NoAnswer(f"This interaction failed: {act.kind.name.lower()} {_name(act)}") from None
        callback = act.callback
        if callback is None:
            raise NoAnswer(_name(act))
        return Reply(act, callback, time.perf_counter() - self._began)

    async def _wait(self) -> T:
        await self.acknowledged()
        act = self.interaction
        try:
            async with asyncio.timeout(FINISH):
                await act.finished.wait()
        except TimeoutError:
            raise NoAnswer(f"Still thinking: {act.kind.name.lower()} {_name(act)}") from None
        return self._read(Reply(act, act.callback or Callback.DEFER, time.perf_counter() - self._began))


def _name(act: Interaction) -> str:
    return str(act.data.get("name") or act.data.get("custom_id"))
