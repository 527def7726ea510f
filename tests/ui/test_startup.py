"""Starting the window loads little, and everything fits at 150 % scale; both in a fresh process."""

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import pytest

import wardesk.__main__

HERE = Path(__file__).parent
BANNED = {
    "alembic", "dask", "jinja2", "matplotlib", "networkx", "pandas", "pyqtgraph", "rich", "scipy",
    "sqlalchemy", "sqlmodel", "typer",
}  # fmt: skip

LOADED = """
import sys
import numpy, shapely
from wardesk.ui.app import make_app, make_window
app = make_app(["wardesk"])
window = make_window(app)
window.show()
app.processEvents()
print(*sorted({name.partition(".")[0] for name in sys.modules}))
window.close()
"""

SCALED = """
import sys
sys.path.insert(0, {here!r})
from gallery import gallery
from screens import SIDES, sample_window
from wardesk.ui.app import make_app
from wardesk.ui.shell.new_game import NewGameDialog
from clipping import clipped

app = make_app(["wardesk"])
window = sample_window(app)
assert window.devicePixelRatioF() == {factor}, window.devicePixelRatioF()
found = []
for size in ((853, 533), (1280, 800)):
    window.resize(*size)
    window.show()
    for mode in ("home", "map", "table", "campaign", "study"):
        window.show_mode(mode)
        app.processEvents()
        found += [f"{{mode}} {{size}}: {{line}}" for line in clipped(window)]
page = gallery()
page.resize(1280, 800)
dialog = NewGameDialog("a", "The fortress", SIDES, window)
for one in (page, dialog):
    one.show()
    app.processEvents()
    found += clipped(one)
print("\\n".join(found))
"""


def _run(code: str, tmp_path: Path, **env: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ, "QT_QPA_PLATFORM": "offscreen", "WARDESK_HOME": str(tmp_path), **env,
        },
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_window_needs_no_heavy_library(tmp_path):
    loaded = set(_run(LOADED, tmp_path).split())
    assert "PySide6" in loaded
    assert loaded & BANNED == set()


def test_the_program_itself_imports_nothing(tmp_path):
    code = "import wardesk.__main__, sys; print(*sys.modules)"
    loaded = {name.partition(".")[0] for name in _run(code, tmp_path).split()}
    assert not loaded & {"PySide6", "numpy", "shapely", "msgspec", *BANNED}


@pytest.mark.parametrize("factor", ["1.25", "1.5"])
def test_nothing_is_clipped_on_a_scaled_screen(tmp_path, factor):
    code = SCALED.format(here=str(HERE), factor=factor)
    assert _run(code, tmp_path, QT_SCALE_FACTOR=factor) == ""


def test_a_worker_process_of_a_frozen_build_opens_no_window(monkeypatch):
    # There a worker is this program with arguments of multiprocessing's own; it never returns.
    monkeypatch.setattr(sys, "argv", ["wardesk", "--multiprocessing-fork", "pipe_handle=9"])
    monkeypatch.setattr(multiprocessing, "freeze_support", lambda: sys.exit(7))

    with pytest.raises(SystemExit) as ended:
        wardesk.__main__.main()

    assert ended.value.code == 7
