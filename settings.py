"""Everything that can be set from outside, read once at the start from the environment and `.env`."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

__all__ = ["Settings"]


class Settings(BaseSettings):
    """One frozen object; every field stands in `.env.example`."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True)

    discord_token: SecretStr | None = Field(default=None)
    """The bot's token; not needed for the sandbox. Never shown: pydantic prints stars."""
    database_url: str = "sqlite:///var/klondike.db"
    sandbox_database_url: str = "sqlite:///var/sandbox.db"
    sandbox_port: int = Field(default=0, ge=0, le=65535)
    """The page's port on 127.0.0.1; 0 takes the usual one (15252), or a free one where that is taken."""
    message_content: bool = False
    """Whether plain messages are moves in a thread that holds their writer's board: a privileged intent."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    """One line an event for people, or one JSON object a line for machines."""
    health_port: int = Field(default=0, ge=0, le=65535)
    """The port on 127.0.0.1 that answers `/healthz`; 0 opens none."""
    backup_hours: int = Field(default=0, ge=0, le=24 * 365)
    """Hours between two backups of `database_url` while the bot runs; 0 makes none."""
    backup_keep: int = Field(default=7, ge=1, le=10_000)
    """How many of those backups are kept, the newest ones."""

    daily_key: SecretStr | None = Field(default=None, min_length=16)
    """What the daily deals are made from; None has one made once and kept in the database."""

    @field_validator("discord_token", "daily_key", mode="before")
    @classmethod
    def _blank_is_none(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value

    @classmethod
    def from_env(cls) -> Self:
        """Read the environment and, where it says nothing, `.env` in the working folder.

        :raises pydantic.ValidationError: a value cannot be used.
        """
        return cls()
