"""Numbers and shapes of Discord's wire that several modules speak of."""

from __future__ import annotations

from enum import Enum, IntEnum, IntFlag
from typing import Any, TypeAlias

__all__ = ["AppInstall", "Callback", "Flag", "Intent", "InteractionKind", "Json", "Part", "Quirk"]

Json: TypeAlias = dict[str, Any]
"""One JSON object as it stands on the wire."""


class InteractionKind(IntEnum):
    """What a person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """How the bot answered."""

    MESSAGE = 4
    DEFER = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class Flag(IntFlag):
    """Bits of a message's ``flags``."""

    NONE = 0
    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


class Intent(IntFlag):
    """Bits of the ``intents`` sent with IDENTIFY that this server acts on."""

    NONE = 0
    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_REACTIONS = 1 << 10
    DIRECT_MESSAGES = 1 << 12
    DIRECT_REACTIONS = 1 << 13
    MESSAGE_CONTENT = 1 << 15

    @classmethod
    def privileged(cls) -> Intent:
        """Return the intents that must be switched on in the developer portal."""
        return cls.MEMBERS | cls.PRESENCES | cls.MESSAGE_CONTENT


class Part(IntEnum):
    """Component types."""

    ROW = 1
    BUTTON = 2
    SELECT = 3
    INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


class AppInstall(IntEnum):
    """Where an application is installed; the keys of ``authorizing_integration_owners``."""

    GUILD = 0
    USER = 1


class Quirk(Enum):
    """Faults that Discord has had, which a test can switch on (``fake.quirks.add``).

    ``GALLERY_BY_TOKEN``: a gallery that shows a new upload is refused with 400 in every edit through an
    interaction's token, also in the follow-up that fills a deferred answer (discord-api-docs 7529).
    ``GALLERY_BY_EDIT``: the same in edits of a message through its channel.
    """

    GALLERY_BY_TOKEN = "gallery by token"  # noqa: S105 - a name, no secret
    GALLERY_BY_EDIT = "gallery by edit"
