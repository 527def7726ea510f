"""Runs every test that takes a *scenario* over all games."""

from __future__ import annotations

import pytest
from game_list import all_games


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "scenario" in metafunc.fixturenames:
        metafunc.parametrize("scenario", [name for name, _ in all_games()])
