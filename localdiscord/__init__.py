"""A small Discord on 127.0.0.1 that the real discord.py logs in to, and that people play in without a token.

``localdiscord.attach`` alone knows discord.py; everything else here speaks Discord's wire.
"""

from __future__ import annotations

from .clock import Clock
from .components import Button, Choice, Select
from .errors import ApiError, Breach, ClientRefusal, Late, NoAnswer
from .faults import delay, drop, error, html_page, rate_limited
from .feed import Change, Subscription
from .limits import UNLIMITED, Limits, Rate
from .messages import Message
from .people import User
from .places import Channel, Guild
from .reply import Modal, Pending, Reply
from .seat import Seat
from .server import DEADLINE, TOKEN, LocalDiscord
from .wire import Callback, Flag, Intent, Quirk

__all__ = [
    "DEADLINE",
    "TOKEN",
    "UNLIMITED",
    "ApiError",
    "Breach",
    "Button",
    "Callback",
    "Change",
    "Channel",
    "Choice",
    "ClientRefusal",
    "Clock",
    "Flag",
    "Guild",
    "Intent",
    "Late",
    "Limits",
    "LocalDiscord",
    "Message",
    "Modal",
    "NoAnswer",
    "Pending",
    "Quirk",
    "Rate",
    "Reply",
    "Seat",
    "Select",
    "Subscription",
    "User",
    "delay",
    "drop",
    "error",
    "html_page",
    "rate_limited",
]
