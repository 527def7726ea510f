"""The window and the painters know no game: what a game looks like is data in its own package."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import wardesk

PACKAGE = Path(wardesk.__file__).parent
SOURCES = sorted(path for room in ("ui", "render") for path in (PACKAGE / room).rglob("*.py"))

# Titles and places that a package's name does not tell; "freeform" and "shared" are no games.
ALWAYS = [
    "eben",
    "emael",
    "remagen",
    "blitzkrieg",
    "hannut",
    "stonne",
    "arnhem",
    "market",
    "europa",
]
NOT_GAMES = {"shared", "freeform"}


def game_names(games: Path) -> list[str]:
    """Collect the packages' names and the titles they give themselves."""
    names = set(ALWAYS)
    for init in games.glob("*/__init__.py"):
        if init.parent.name in NOT_GAMES:
            continue
        text = "\n".join(path.read_text(encoding="utf-8") for path in init.parent.glob("*.py"))
        names.add(init.parent.name)
        names.update(re.findall(r"""^\s*(?:id|title)(?:: str)? = ["'](.+?)["']""", text, re.M))
    return sorted(names)


NAMES = re.compile(
    r"(?<![a-z])(?:" + "|".join(map(re.escape, game_names(PACKAGE / "games"))) + r")(?![a-z])",
    re.IGNORECASE,
)


def test_no_game_is_named():
    named = [
        f"{path.relative_to(PACKAGE)}:{number}: {line.strip()}"
        for path in SOURCES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if NAMES.search(line)
    ]

    assert named == []


@pytest.mark.parametrize(
    "line", ["if game == 'eben-emael':", "HANNUT_GREEN = 1", "eben_emael.look"]
)
def test_a_named_game_would_be_found(line):
    assert NAMES.search(line)


@pytest.mark.parametrize("line", ["self.marketing", "benefit", "European"])
def test_other_words_are_left_alone(line):
    assert not NAMES.search(line)
