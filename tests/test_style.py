"""What no linter of ours watches: a module's opening sentence, and names of test modules."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
SHIPPED = sorted(path for room in ("wardesk", "packaging") for path in (ROOT / room).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def says_what_it_is(source: str) -> bool:
    """Whether a module opens with a sentence."""
    docstring = ast.get_docstring(ast.parse(source)) or ""
    return docstring.partition("\n\n")[0].strip().endswith((".", ":", "?"))


def test_modules_say_what_they_are():
    mute = [p for p in SHIPPED if not says_what_it_is(p.read_text(encoding="utf-8"))]

    assert [_name(path) for path in mute] == []


def test_a_module_without_an_opening_sentence_would_be_found():
    assert says_what_it_is('"""How paths are found."""\nx = 1')
    assert not says_what_it_is("x = 1")
    assert not says_what_it_is('"""paths"""')


def test_no_two_modules_of_tests_have_one_name():
    """pytest imports them by their bare names: the second of a pair would not run at all."""
    named: dict[str, list[str]] = {}
    for path in TESTS:
        if path.name not in ("conftest.py", "__init__.py"):
            named.setdefault(path.name, []).append(_name(path))

    assert [paths for paths in named.values() if len(paths) > 1] == []
