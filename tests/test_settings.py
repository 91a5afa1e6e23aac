"""Settings: documented line by line, refused by name, and never showing the token."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from pydantic import ValidationError

import bot
from operations.startup import EXIT_USAGE
from settings import Settings

EXAMPLE: Final = Path(__file__).parents[1] / ".env.example"
SECRET: Final = "MTIz.very-secret.token"  # noqa: S105 - nobody's


@pytest.fixture(autouse=True)
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in an empty folder without any of the settings in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def example_lines() -> dict[str, str]:
    """Give the settings of the example file."""
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name: value for name, _, value in pairs}


def test_every_field_stands_in_the_example_and_nothing_else() -> None:
    """The example holds each setting once, and no setting that there is not."""
    text = EXAMPLE.read_text(encoding="utf-8")
    names = re.findall(r"^#? ?([A-Z][A-Z0-9_]*)=", text, re.MULTILINE)
    assert sorted(names) == sorted(name.upper() for name in Settings.model_fields)


def test_every_setting_of_the_example_is_explained() -> None:
    """Above each line stands a comment."""
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    for above, line in pairwise(lines):
        if "=" in line and not line.startswith("#"):
            assert above.startswith("# ")


def test_the_example_holds_the_defaults() -> None:
    """Copying the example as it stands changes nothing."""
    defaults = Settings.from_env()
    Path(".env").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    assert Settings.from_env() == defaults
    for name, value in example_lines().items():
        default = getattr(defaults, name.lower())
        assert value == ("" if default is None else str(default))


def test_the_environment_comes_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable wins over a line of `.env`, and that over the default."""
    Path(".env").write_text("LOG_LEVEL=DEBUG\nSANDBOX_PORT=8080\n", encoding="utf-8")
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    settings = Settings.from_env()
    assert (settings.log_level, settings.sandbox_port) == ("ERROR", 8080)


def test_an_empty_variable_keeps_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty line is no value."""
    for name in Settings.model_fields:
        monkeypatch.setenv(name.upper(), "")
    assert Settings.from_env() == Settings()
    assert Settings.from_env().discord_token is None


def test_settings_of_others_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other lines in `.env` and other variables are no error."""
    Path(".env").write_text("SOMETHING_ELSE=1\n", encoding="utf-8")
    monkeypatch.setenv("HOMEPAGE", "x")
    assert Settings.from_env() == Settings()


def test_the_token_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither text of the settings holds the token; it is given when asked for."""
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    settings = Settings.from_env()
    for shown in (
        repr(settings),
        str(settings),
        f"{settings}",
        str(settings.model_dump()),
        settings.model_dump_json(),
    ):
        assert SECRET not in shown
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == SECRET


def test_the_key_of_the_daily_deals_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a secret as the token is; an empty one is none."""
    monkeypatch.setenv("DAILY_KEY", SECRET)
    settings = Settings.from_env()
    assert SECRET not in repr(settings) + settings.model_dump_json()
    assert bot.daily_key(settings) == SECRET
    monkeypatch.setenv("DAILY_KEY", "   ")
    assert bot.daily_key(Settings.from_env()) is None


def test_settings_are_frozen() -> None:
    """Nobody changes a setting while the bot runs."""
    settings = Settings.from_env()
    with pytest.raises(ValidationError):
        settings.sandbox_port = 1


BAD: Final = [
    ("SANDBOX_PORT", "many"),
    ("SANDBOX_PORT", "-1"),
    ("SANDBOX_PORT", "65536"),
    ("SANDBOX_PORT", "1.5"),
    ("MESSAGE_CONTENT", "perhaps"),
    ("DAILY_KEY", "too short"),
    ("LOG_LEVEL", "LOUD"),
    ("LOG_LEVEL", "10"),
    ("LOG_FORMAT", "xml"),
    ("HEALTH_PORT", "65536"),
    ("BACKUP_HOURS", "-1"),
    ("BACKUP_KEEP", "0"),
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_bad_value_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """The error names the field and shows no token."""
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError) as caught:
        Settings.from_env()
    assert [error["loc"] for error in caught.value.errors()] == [(name.lower(),)]
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_bad_value_ends_the_start_with_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: str
) -> None:
    """The bot does not start; it says which variable is wrong, in one line and without the token."""
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    monkeypatch.setenv(name, value)
    assert bot.main([]) == EXIT_USAGE
    told = capsys.readouterr().err
    assert name in told
    assert len(told.splitlines()) == 1
    assert SECRET.upper() not in told.upper()
