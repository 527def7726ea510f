"""Runs every test that takes a *scenario* over all games."""

from __future__ import annotations

import pytest
from game_list import all_games

LARGE = ("hannut-stonne/hannut?", "hannut-stonne/stonne?")
"""Whole battles with every option at once; the lesson on the same rules has them every day."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "scenario" in metafunc.fixturenames:
        names = [name for name, _ in all_games()]
        if not metafunc.config.getoption("--long"):
            names = [name for name in names if not name.startswith(LARGE)]
        metafunc.parametrize("scenario", names)
