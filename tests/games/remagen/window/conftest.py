"""The game in the window: fixtures and hands of the tests of the window."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "ui"))
sys.path.insert(0, str(Path(__file__).parents[3] / "ui" / "table"))

from table_fixtures import tables, windows  # noqa: F401
from window_fixtures import _home, _swept, light  # noqa: F401
