"""Who may import whom: the contracts, and a proof that all below the window runs without Qt."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

_WALK = """
import importlib, pkgutil, sys
import wardesk
script = "wardesk.store.migrations.env"  # runs the migrations; nobody imports it
skipped = ("wardesk.ui", "wardesk.render", "wardesk.__main__", script)
count = 0
for found in pkgutil.iter_modules(wardesk.__path__, "wardesk."):
    rooms = [found.name]
    while rooms:
        name = rooms.pop()
        if name in skipped or name.startswith(skipped[:2]):
            continue
        module = importlib.import_module(name)
        count += 1
        inner = getattr(module, "__path__", ())
        rooms += [each.name for each in pkgutil.iter_modules(inner, name + ".")]
qt = sorted(name for name in sys.modules if name.split(".")[0] in ("PySide6", "shiboken6"))
assert not qt, qt
assert count > 5, count
"""


def test_imports_point_downwards():
    # In a process of its own: what other tests loaded or changed must not reach the linter.
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_everything_but_the_window_runs_without_qt():
    done = subprocess.run(
        [sys.executable, "-c", _WALK], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "module", sorted((ROOT / "wardesk" / "render").rglob("*.py")), ids=lambda path: path.stem
)
def test_render_uses_no_widgets(module):
    # The linter sees PySide6 as one thing, so widgets are looked for here.
    assert not re.search(r"PySide6(\.| import )QtWidgets", module.read_text(encoding="utf-8"))
