"""Limits that no linter of ours watches: how long a module may be, and its opening sentence."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHIPPED = sorted(path for room in ("wardesk", "packaging") for path in (ROOT / room).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
MOST_LINES = 600


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", SHIPPED + TESTS, ids=name)
def test_module_is_short(path):
    lines = path.read_text(encoding="utf-8").count("\n")

    assert lines <= MOST_LINES, f"{lines} lines; split it (the limit is {MOST_LINES})"


@pytest.mark.parametrize("path", SHIPPED, ids=name)
def test_module_says_what_it_is(path):
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""

    opening = docstring.partition("\n\n")[0].strip()

    assert opening.endswith((".", ":", "?")), "open the module with a sentence"
