"""What every test gets: a user folder, a clean Qt, markers; the slow, long and bench switches."""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from wardesk import gc_tuning

# Before anything imports Qt: a test never opens a window on somebody's screen.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_BENCH = Path(__file__).parent / "bench"
_NEEDS_QT = re.compile(r"^(?:from|import) +(?:PySide6|pytestqt|wardesk\.(?:ui|render))\b", re.M)

_SETTLED = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow, no others")
    parser.addoption("--quick", action="store_true", help="leave out the tests marked slow")
    parser.addoption("--long", action="store_true", help="run the tests marked long as well")
    parser.addoption("--bench", action="store_true", help="collect tests/bench as well")
    if not pluginmanager.hasplugin("pytest-qt"):
        for name in ("qt_log_level_fail", "qt_log_ignore"):
            parser.addini(name, "known, though the plugin is switched off", default="")


def pytest_configure(config: pytest.Config) -> None:
    gc_tuning.settle()  # as the program does
    if config.getoption("--hypothesis-profile", None):
        _settle(config)


def _settle(config: pytest.Config) -> None:
    """Load Hypothesis with the settings of our tests, once; a third of the start of one test."""
    if config.stash.get(_SETTLED, False):
        return
    from hypothesis import HealthCheck, settings

    settings.register_profile(
        "ci",
        deadline=None,
        derandomize=True,
        max_examples=50,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.register_profile("long", settings.get_profile("ci"), max_examples=2000)
    if not config.getoption("--hypothesis-profile", None):
        settings.load_profile("long" if config.getoption("--long") else "ci")
    config.stash[_SETTLED] = True


def pytest_collectstart(collector: pytest.Collector) -> None:
    """A property takes the settings in force when its module is loaded."""
    if isinstance(collector, pytest.Module) and b"hypothesis" in collector.path.read_bytes():
        _settle(collector.config)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the benchmarks, what has nothing slow if that is asked for, and Qt's without Qt."""
    if collection_path == _BENCH and not config.getoption("--bench"):
        return True
    if collection_path.suffix != ".py":
        return None
    if config.getoption("--slow") and b"mark.slow" not in collection_path.read_bytes():
        return True
    if config.pluginmanager.hasplugin("pytest-qt"):
        return None
    return bool(_NEEDS_QT.search(collection_path.read_text(encoding="utf-8"))) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if (slow := config.getoption("--slow")) or config.getoption("--quick"):
        kinds: dict[bool, list[pytest.Item]] = {True: [], False: []}
        for item in items:
            kinds[bool(item.get_closest_marker("slow"))].append(item)
        config.hook.pytest_deselected(items=kinds[not slow])
        items[:] = kinds[slow]
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            assert config.stash.get(_SETTLED, False), f"{item.nodeid}: settings of nobody's"
        if {"qtbot", "qapp"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.gui)
        if item.get_closest_marker("long") and not config.getoption("--long"):
            item.add_marker(pytest.mark.skip(reason="only with --long"))


def pytest_collection_finish() -> None:
    """Nothing that was imported will go: the collector need not look through it again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def user_home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that stands for a person's own data in this test; made when it is used."""
    home = tmp_path_factory.getbasetemp() / "homes" / uuid4().hex
    monkeypatch.setenv("WARDESK_HOME", str(home))
    return home


@pytest.fixture(scope="session", autouse=True)
def _pictures_are_kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What can be worked out again is worked out once for all tests: pictures of maps on cards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WARDESK_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))
        yield


@pytest.fixture(scope="session", autouse=True)
def _one_application(request: pytest.FixtureRequest) -> None:
    """Begin with an application that can have windows.

    A report or a picture made first would make one that cannot, and every test of the window that
    comes later in this process would find it. Where nothing that was collected draws, Qt need not
    begin.
    """
    if not request.config.pluginmanager.hasplugin("pytest-qt"):
        return
    draws = {"wardesk.ui", "wardesk.render"} & set(sys.modules)
    if draws or any("qapp" in getattr(item, "fixturenames", ()) for item in request.session.items):
        request.getfixturevalue("qapp")


@pytest.fixture(autouse=True)
def _clean_qt(request: pytest.FixtureRequest) -> Iterator[None]:
    """Destroy what a GUI test left while Qt still runs, and fail if a window stayed open."""
    yield
    if "qapp" not in request.fixturenames:
        return
    from PySide6.QtCore import QCoreApplication, QEvent, Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QWidget

    if QApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        # Qt remembers the Shift of a last click, and the next test's selectRow() would extend.
        QTest.keyRelease(QWidget(), Qt.Key.Key_Shift)
    # Named before they are destroyed: a destroyed widget cannot be printed.
    left = [repr(widget) for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    for widget in QApplication.topLevelWidgets():
        widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not left, f"windows left open: {left}"


@pytest.fixture(scope="session", autouse=True)
def _interrupts_are_heard():
    """A run in the background ignores Ctrl+C, and so would every child that a test starts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
