"""Limits that no linter of ours watches: how long a module may be, and its opening sentence."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("wardesk", "packaging", "tests")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
MOST_LINES = 600


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_module_is_short_and_says_what_it_is(path):
    text = path.read_text(encoding="utf-8")
    if path.name == "__init__.py" and not text.strip():
        return

    lines = text.count("\n")
    assert lines <= MOST_LINES, f"{lines} lines; split it (the limit is {MOST_LINES})"
    opening = (ast.get_docstring(ast.parse(text)) or "").partition("\n\n")[0].strip()
    assert opening.endswith((".", ":", "?")), "open the module with a sentence that says what it is"
