"""What a test by its path needs: the plugins that its module speaks of, and no others.

Qt and Hypothesis take longer to load than most tests to run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

PLUGINS = {
    "hypothesispytest": re.compile(r"hypothesis"),
    "pytest-qt": re.compile(
        r"PySide6|pytestqt|qtbot|qapp|wardesk(?:\.| import .*)(?:ui|render|reports|cli|api)\b"
    ),
}
"""Plugins by their name, and what a module has that wants them."""
_IMPORTED = re.compile(r"^ *(?:from|import) +(\w+)", re.MULTILINE)


def left_out(tests: Path, named: Sequence[str]) -> list[str]:
    """Return the words for pytest that leave out what no module of the tests *named* speaks of.

    A module's helpers and the conftest files above it are read as well, but for that of *tests*
    itself, which loads nothing before it is wanted.
    """
    modules = [(tests.parent / one.partition("::")[0]).resolve() for one in named]
    if not all(module.is_file() and module.is_relative_to(tests) for module in modules):
        return []
    spoken = "\n".join(_read(modules, tests))
    return [
        word for name, sign in PLUGINS.items() if not sign.search(spoken)
        for word in ("-p", f"no:{name}")
    ]  # fmt: skip


def _read(modules: Sequence[Path], tests: Path) -> Iterator[str]:
    """Every module's text, that of its helpers, and that of the conftest files above it."""
    helpers = {at.stem: at for at in tests.rglob("*.py")}
    waiting, seen = list(modules), {tests / "conftest.py"}
    while waiting:
        module = waiting.pop()
        if module in seen:
            continue
        seen.add(module)
        text = module.read_text(encoding="utf-8")
        yield text
        above = [folder for folder in module.parents if folder.is_relative_to(tests)]
        waiting += [at for folder in above if (at := folder / "conftest.py").is_file()]
        waiting += [helpers[name] for name in set(_IMPORTED.findall(text)) if name in helpers]
