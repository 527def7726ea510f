"""No room but a game's or an operation's own package knows it: all else is data of that package."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import wardesk
from wardesk.campaign.operation.design import Design
from wardesk.documents.packs.campaign_packs import campaign_ids, find_design

PACKAGE = Path(wardesk.__file__).parent
ROOMS = ("campaign", "services", "reports", "cli", "ui", "render")
"""Those that could ask for a side, a division or a route of an operation."""
OPERATIONS = {file.parent for file in (PACKAGE / "campaign").glob("*/ruleset.py")}
"""The packages that know their own operation, and may."""
SOURCES = sorted(
    path
    for room in ROOMS
    for path in (PACKAGE / room).rglob("*.py")
    if not OPERATIONS & set(path.parents)
)

# Titles and places that a package's name does not tell; "freeform", "written", "shared" are none.
ALWAYS = [
    "eben",
    "emael",
    "blitzkrieg",
    "hannut",
    "stonne",
    "arnhem",
    "market",
    "nijmegen",
    "club route",
    "europa",
]
NOT_GAMES = {"shared", "freeform", "written"}


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


def keys_of(design: Design) -> set[str]:
    """The keys of an operation's divisions and routes; no code may ask for one of them."""
    divisions = {each.id for each in design.formations if each.kind == "division"}
    divisions |= {each.division for each in design.formations if each.division is not None}
    return divisions | {route.id for route in design.routes}


@cache
def texts(source: str) -> tuple[tuple[int, str], ...]:
    """Every text of a module with its line, up to its first point; read once for all campaigns."""
    return tuple(
        (node.lineno, node.value.split(".")[0])
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def keys_named(source: str, keys: set[str]) -> list[int]:
    """The lines with a text that is one of *keys*, or a path that begins with one."""
    return sorted(line for line, text in texts(source) if text in keys)


def test_an_operation_is_found_in_its_own_package():
    assert (PACKAGE / "campaign" / "market_garden") in OPERATIONS


@pytest.mark.parametrize("campaign", campaign_ids())
def test_no_division_and_no_route_of_an_operation_is_named(campaign):
    keys = keys_of(find_design(campaign)[0])

    named = [
        f"{path.relative_to(PACKAGE)}:{number}"
        for path in SOURCES
        for number in keys_named(path.read_text(encoding="utf-8"), keys)
    ]

    assert named == []


@pytest.mark.parametrize("campaign", campaign_ids())
def test_no_side_of_an_operation_is_named(campaign):
    # the window's own pictures may be of a game whose sides are called alike
    sides = {side.id for side in find_design(campaign)[0].sides}
    sources = [path for path in SOURCES if path.relative_to(PACKAGE).parts[0] in ROOMS[:4]]

    assert sides
    assert [
        f"{path.relative_to(PACKAGE)}:{number}"
        for path in sources
        for number in keys_named(path.read_text(encoding="utf-8"), sides)
    ] == []


def test_a_named_key_would_be_found():
    keys = keys_of(find_design("market-garden")[0])

    assert {"101", "gds", "43", "82", "1ab", "59", "club"} <= keys
    assert keys_named('routes["club"]\nkey in ("101", "x")\n"43.231"', keys) == [1, 2, 3]
    assert keys_named("# 101\nx = 43", keys) == []


GAMES = [init.parent for init in (PACKAGE / "games").glob("*/__init__.py")]
OUTSIDE = sorted(
    path
    for path in PACKAGE.rglob("*.py")
    if not {*GAMES, *OPERATIONS} & set(path.parents) or PACKAGE / "games" / "shared" in path.parents
)
"""The whole program but for the packages of games and operations."""


def lines_with(names: re.Pattern[str], paths: list[Path], home: Path) -> list[str]:
    """The lines that name one; an example in a docstring, which must play something, is none."""
    return [
        f"{path.relative_to(home)}:{number}: {line.strip()}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if names.search(line) and not line.lstrip().startswith(">>>")
    ]


def test_no_game_is_named():
    assert {PACKAGE / "api.py", PACKAGE / "games" / "registry.py"} <= set(OUTSIDE)
    assert lines_with(NAMES, OUTSIDE, PACKAGE) == []


def test_no_game_names_another():
    """Two that share rules do so in `shared`."""
    for game in GAMES:
        if game.name in NOT_GAMES:
            continue
        others = {other.name for other in GAMES} - {game.name, "shared"}
        imported = re.compile(r"wardesk\.games\.(?:" + "|".join(others) + r")\b")
        assert lines_with(imported, sorted(game.rglob("*.py")), PACKAGE) == []


EXAMPLES = {"blitzkrieg", "eben_emael", "europa", "gts"}
"""The games that general tests play as examples; any other can be taken away with its own tests."""


def test_general_tests_name_no_game_that_is_not_an_example():
    tests = Path(__file__).parent
    games = {game.name for game in GAMES} - NOT_GAMES - EXAMPLES
    names = re.compile("|".join(sorted(games)) or r"(?!)", re.IGNORECASE)
    own = {tests / "games" / game for game in games}
    general = [path for path in sorted(tests.rglob("*.py")) if not own & set(path.parents)]

    assert lines_with(names, general, tests) == []


@pytest.mark.parametrize(
    "line", ["if game == 'eben-emael':", "HANNUT_GREEN = 1", "eben_emael.look"]
)
def test_a_named_game_would_be_found(line):
    assert NAMES.search(line)


@pytest.mark.parametrize("line", ["self.marketing", "benefit", "European"])
def test_other_words_are_left_alone(line):
    assert not NAMES.search(line)
