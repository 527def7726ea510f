"""Without a screen the program says so; files of its own open in the window."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.util import spec_from_file_location
from pathlib import Path

import pytest

import wardesk.__main__
from wardesk.cli.main import main as command_line
from wardesk.errors import UserError
from wardesk.render.system_libraries import install_line
from wardesk.ui import app, display

ROOT = Path(__file__).parents[2]
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has both kinds")


def _start(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    drop = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    kept = {name: value for name, value in os.environ.items() if name not in drop}
    return subprocess.run(
        [sys.executable, "-m", "wardesk", *words],
        env={**kept, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@linux
@pytest.mark.parametrize("environment", [{}, {"DISPLAY": ":987"}, {"QT_QPA_PLATFORM": "xcb"}])
def test_without_a_screen_the_program_says_so(environment):
    done = _start(**environment)

    assert (done.returncode, done.stdout) == (2, "")
    first, advice = done.stderr.splitlines()
    assert "screen" in first
    assert "wardesk --help" in advice


@linux
@pytest.mark.parametrize("chosen", ["nonsense", "wayland"])
def test_a_platform_that_was_chosen_and_fails_is_named_and_nothing_aborts(tmp_path, chosen):
    more = {"XDG_RUNTIME_DIR": str(tmp_path), "WARDESK_HOME": str(tmp_path)}
    done = _start(QT_QPA_PLATFORM=chosen, **more)

    assert (done.returncode, done.stdout) == (2, "")
    first, advice = done.stderr.splitlines()
    assert chosen in first
    assert "QT_QPA_PLATFORM" in advice


@linux
def test_a_system_library_that_is_missing_is_named(monkeypatch, tmp_path):
    spec = spec_from_file_location("PySide6", tmp_path / "__init__.py")
    monkeypatch.setattr(display, "find_spec", lambda _: spec)
    monkeypatch.setattr(display, "_x_answers", lambda _: True)
    monkeypatch.setattr(display, "install_line", lambda: "")

    with pytest.raises(UserError, match="libqxcb") as told:
        display.require_display({"DISPLAY": ":0"})
    assert told.value.advice == "Install it with the system's packages."


@pytest.mark.parametrize(
    "told",
    [
        "libEGL.so.1: cannot open shared object file: No such file or directory",
        "Failed to load dynlib/dll 'libEGL.so.1'. Most likely it was not found when frozen.",
    ],
)
def test_the_loaders_words_are_told_by_the_name_of_the_library_alone(told):
    assert (
        str(display.no_library(told).message) == "The window needs the system library libEGL.so.1."
    )


def test_pictures_without_the_systems_libraries_are_refused_with_the_one_line(monkeypatch, capsys):
    def refuse(name, package=None):
        if name == "wardesk.ui.screenshots":
            raise ImportError("libGL.so.1: cannot open shared object file")
        return import_module(name, package)

    monkeypatch.setattr("importlib.import_module", refuse)
    assert command_line(["screenshots", "out"]) == 2
    assert "libGL.so.1" in capsys.readouterr().err


def test_the_one_line_is_that_of_the_systems_own_packages():
    def only(manager):
        return install_line(lambda name: f"/usr/bin/{name}" if name == manager else None)

    assert only("apt-get").startswith("sudo apt-get install libgl1 libegl1 ")
    assert only("dnf").startswith("sudo dnf install ")
    assert only("none") == ""


def test_a_file_that_is_not_there_is_named(tmp_path):
    done = _start(str(tmp_path / "lost.wdmap"), QT_QPA_PLATFORM="offscreen")

    assert done.returncode == 2
    assert "There is no file" in done.stderr
    assert "lost.wdmap" in done.stderr


@pytest.mark.parametrize("name", ["a.wdgame", "a.wdmap", "A.WDMAP", "a.wdcamp"])
def test_files_of_its_own_open_in_the_window(monkeypatch, tmp_path, name):
    file = tmp_path / name
    file.touch()
    monkeypatch.setattr(sys, "argv", ["wardesk", str(file)])
    monkeypatch.setattr(app, "run", lambda words, _tell: words[1:])
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")

    assert wardesk.__main__.main() == [str(file)]


@pytest.mark.slow
def test_a_map_given_to_the_program_is_opened(tmp_path):
    fort = shutil.copytree(ROOT / "campaigns/eben-emael/maps/fort", tmp_path / "fort")
    code = f"""
from wardesk.ui.app import make_app, Program
app = make_app(["wardesk"])
program = Program(app)
program.open([{str(fort)!r}])
while program.window.mode != "map":  # whoever started it ends it when that never comes
    app.processEvents()
print(program.window.mode)
program.window.close()
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "WARDESK_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.stdout.split() == ["map"], done.stderr
