"""A table over the tiny game; a game's own tests of the window take it from there too."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from table_fixtures import *  # noqa: F403
