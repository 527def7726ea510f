"""The ground under the tests themselves: markers, user folder, what is left out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wardesk import paths

pytest_plugins = ["pytester"]

SETTINGS = "[pytest]\nmarkers =\n    long: x\n    slow: x\n    gui: x\n    rule: x\n"
PLAIN = ("-p", "no:randomly", "-p", "no:pytest-qt")


def test_user_data_is_isolated(user_home):
    assert paths.user_data() == user_home


def test_gui_marker_is_set_by_itself(request, qapp):
    assert request.node.get_closest_marker("gui")


def test_qt_is_offscreen():
    assert os.environ["QT_QPA_PLATFORM"] == "offscreen"


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    """A small suite that uses our conftest."""
    pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text(encoding="utf-8"))
    pytester.makeini(SETTINGS)
    return pytester


def test_long_tests_need_the_switch(suite):
    suite.makepyfile("import pytest\n@pytest.mark.long\ndef test_it(): pass")

    suite.runpytest(*PLAIN).assert_outcomes(skipped=1)
    suite.runpytest(*PLAIN, "--long").assert_outcomes(passed=1)


def test_slow_tests_run_alone_where_they_are_asked_for(suite):
    suite.makepyfile(
        test_both="import pytest\n@pytest.mark.slow\ndef test_it(): pass\ndef test_quick(): pass",
        test_quick="def test_it(): pass",
    )

    suite.runpytest(*PLAIN).assert_outcomes(passed=3)
    suite.runpytest(*PLAIN, "--slow").assert_outcomes(passed=1, deselected=1)
    suite.runpytest(*PLAIN, "--quick").assert_outcomes(passed=2, deselected=1)


@pytest.mark.gui
def test_a_window_left_open_fails_its_test(suite):
    suite.makepyfile("""
        from PySide6.QtWidgets import QWidget
        def test_leaves_a_window(qapp):
            global window
            window = QWidget()
            window.show()
    """)

    suite.runpytest_subprocess("-p", "no:randomly").assert_outcomes(passed=1, errors=1)


def test_without_qt_the_rest_still_runs(suite):
    suite.makepyfile(
        test_picture="from PySide6.QtGui import QImage\ndef test_it(): pass",
        test_rules="def test_it(): pass",
    )

    # as ours: what the plugin that is left out would know is there, and unknown settings fail
    suite.makeini(SETTINGS + "qt_log_level_fail = WARNING\nqt_log_ignore =\n    raise")
    suite.runpytest_subprocess(*PLAIN, "--strict-config", "-m", "not gui").assert_outcomes(passed=1)


def test_benchmarks_need_the_switch(suite):
    suite.makepyfile(**{"bench/test_speed": "def test_it(benchmark): benchmark(int)"})

    suite.runpytest_subprocess(*PLAIN).assert_outcomes()
    suite.runpytest_subprocess(*PLAIN, "--bench").assert_outcomes(passed=1)
