"""A small Discord on 127.0.0.1 that the real discord.py logs in to, and that people play in without a token.

``localdiscord.attach`` alone knows discord.py; everything else here speaks Discord's wire.
"""

from __future__ import annotations

from .components import Button, Choice, Select
from .errors import ApiError, Breach, ClientRefusal, Late, NoAnswer
from .faults import delay, drop, error, rate_limited
from .feed import Change, Subscription
from .messages import Message
from .people import User
from .places import Channel, Guild
from .reply import Modal, Pending, Reply
from .seat import Seat
from .server import DEADLINE, TOKEN, LocalDiscord
from .wire import Callback, Flag, Intent

__all__ = [
    "DEADLINE",
    "TOKEN",
    "ApiError",
    "Breach",
    "Button",
    "Callback",
    "Change",
    "Channel",
    "Choice",
    "ClientRefusal",
    "Flag",
    "Guild",
    "Intent",
    "Late",
    "LocalDiscord",
    "Message",
    "Modal",
    "NoAnswer",
    "Pending",
    "Reply",
    "Seat",
    "Select",
    "Subscription",
    "User",
    "delay",
    "drop",
    "error",
    "rate_limited",
]
