"""What every test of the window needs; a game's own tests of the window take it from there too."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from window_fixtures import *  # noqa: F403
from window_fixtures import _home, _swept  # noqa: F401
