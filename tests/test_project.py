"""The project's own files: complete, consistent with each other, and free of traces of a machine."""

from __future__ import annotations

import re
import subprocess
import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).resolve().parents[1]
PIN: Final = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)==(?P<version>[0-9][A-Za-z0-9.!+]*)(?: *;.*)?")

# Written in pieces, so that this file does not hold what it looks for.
TRACES: Final = {
    "a path of a machine": re.compile(
        r"(?<![\w.])/(?:"
        + "|".join(("ro" + "ot", "wo" + "rk", "ho" + r"me/\w+", "Us" + r"ers/\w+"))
        + r")/\w"
        r"|[A-Z]:\\Us" + r"ers\\"
    ),
    "the address of an index": re.compile(
        "index" + "-url|find" + "-links|trusted" + r"-host|https?://\S*/sim" + r"ple\b|pythonhos" + "ted",
        re.IGNORECASE,
    ),
}


def read(name: str) -> str:
    """Give the text of a file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


@cache
def project() -> dict[str, Any]:
    """Give what pyproject.toml says of the project."""
    found: dict[str, Any] = tomllib.loads(read("pyproject.toml"))["project"]
    return found


@cache
def pins() -> dict[str, str]:
    """Give the exact versions by name."""
    lines = [line for line in read("constraints.txt").splitlines() if line and not line.startswith("#")]
    matches = [PIN.fullmatch(line) for line in lines]
    assert all(matches), [line for line, match in zip(lines, matches, strict=True) if not match]
    return {canonicalize_name(match["name"]): match["version"] for match in matches if match}


@cache
def files() -> tuple[Path, ...]:
    """List the files that are or would be under version control."""
    if not (ROOT / ".git").exists():
        pytest.skip("no git checkout")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"git cannot list the files: {error}")
    return tuple(path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file())


def closure() -> dict[str, str]:
    """Give what the project needs to run and to be tested, all the way down: names and installed versions."""
    development = project()["optional-dependencies"]["dev"]
    pending = [Requirement(text) for text in (*project()["dependencies"], *development)]
    seen: set[tuple[str, str]] = set()
    found: dict[str, str] = {}
    while pending:
        wanted = pending.pop()
        for extra in (*wanted.extras, ""):
            if (wanted.name, extra) in seen:
                continue
            seen.add((wanted.name, extra))
            try:
                installed = distribution(wanted.name)
            except PackageNotFoundError:
                pytest.skip(f"{wanted.name} is not installed")
            found[canonicalize_name(wanted.name)] = installed.version
            below = [Requirement(text) for text in installed.requires or ()]
            pending += [item for item in below if not item.marker or item.marker.evaluate({"extra": extra})]
    return found


def test_every_dependency_is_pinned() -> None:
    """Whatever the program and its tests need stands in constraints.txt with its exact version."""
    missing = {name: version for name, version in closure().items() if name not in pins()}
    assert missing == {}
    different = {
        name: (version, pins()[name]) for name, version in closure().items() if pins()[name] != version
    }
    assert different == {}


def test_every_pin_is_a_name_and_a_version() -> None:
    """No address, no path and no option stands in constraints.txt, and each name stands once."""
    lines = [line for line in read("constraints.txt").splitlines() if line and not line.startswith("#")]
    assert len(pins()) == len(lines) > 0


def test_nothing_is_pinned_that_is_not_needed() -> None:
    """Every pin belongs to something that is installed, or to what that needs elsewhere or with an extra."""
    extras = project()["optional-dependencies"].values()
    known = {canonicalize_name(Requirement(text).name) for texts in extras for text in texts} | set(closure())
    absent = []
    for name in list(known):
        try:
            needs = distribution(name).requires or ()
        except PackageNotFoundError:
            absent.append(name)
            continue
        known |= {canonicalize_name(Requirement(text).name) for text in needs}
    unexplained = set(pins()) - known
    if unexplained and absent:
        pytest.skip(f"what {', '.join(absent)} need is not known, since they are not installed")
    assert unexplained == set()


def test_no_file_tells_of_the_machine_it_was_made_on() -> None:
    """Neither paths of a machine nor addresses of package indexes stand in any file."""
    found = []
    for path in files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for what, pattern in TRACES.items():
            if match := pattern.search(text):
                found.append((what, path.relative_to(ROOT).as_posix(), match[0]))
    assert found == []


def test_no_secret_and_no_database_is_among_the_files() -> None:
    """Settings, databases and caches stay out of version control."""
    forbidden = [
        path for path in files() if path.name == ".env" or path.suffix in {".db", ".pyc", ".sqlite3"}
    ]
    assert forbidden == []


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "LICENSE", "Makefile", ".env.example"])
def test_the_files_that_people_look_for_are_there(name: str) -> None:
    """They exist, are text and are not empty."""
    assert read(name).strip()


def test_the_licence_is_the_one_that_is_declared() -> None:
    """LICENSE holds the text that pyproject.toml names."""
    assert project()["license"] == "MIT"
    assert project()["license-files"] == ["LICENSE"]
    assert "Permission is hereby granted, free of charge" in read("LICENSE")


def test_the_changelog_keeps_its_form() -> None:
    """Keep a Changelog: known headings only, and the newest section is ours or unreleased."""
    text = read("CHANGELOG.md")
    versions = re.findall(r"^## \[?([^]\s]+)", text, re.MULTILINE)
    assert versions
    assert versions[0] == "Unreleased" or versions[0] == project()["version"]
    headings = set(re.findall(r"^### (.+)$", text, re.MULTILINE))
    assert headings <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def makefile_targets() -> set[str]:
    """Give the targets that a person can name."""
    return set(re.findall(r"^([a-z][\w-]*):", read("Makefile"), re.MULTILINE))


def test_the_commands_of_the_readme_exist() -> None:
    """Each `make …` that a page for people names is a target, and each `python -m …` a module."""
    for page in [path for path in files() if path.suffix == ".md"]:
        text = page.read_text(encoding="utf-8")
        named = set(re.findall(r"(?:^|`)make (?:[A-Z]+=\S+ )?([a-z][\w-]*)", text, re.MULTILINE))
        assert named <= makefile_targets(), page.name
        for module in re.findall(r"(?:^|`)(?:\S*/)?python3? -m ([\w.]+)", text, re.MULTILINE):
            assert find_spec(module) is not None, (page.name, module)
    assert re.search(r"make play", read("README.md"))
    assert re.search(r"make test", read("README.md"))


def test_every_target_is_phony_and_explained() -> None:
    """No file can hide a target, and `make help` tells what each is for."""
    text = read("Makefile")
    declared = re.search(r"^\.PHONY:(.*)$", text, re.MULTILINE)
    assert declared is not None
    assert set(declared[1].split()) == makefile_targets()
    told = set(re.findall(r"make ([a-z][\w-]*) ", text))
    assert makefile_targets() - told <= {"help", "clean"}


def test_the_links_of_the_pages_lead_somewhere() -> None:
    """A link or picture in a page for people that names a file names one that is there."""
    for page in [path for path in files() if path.suffix == ".md"]:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
            if "://" not in target and not target.startswith("mailto:"):
                assert (page.parent / target).exists(), (page.name, target)
