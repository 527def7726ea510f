"""Where resources, campaigns and a person's own data are: checkout, wheel or frozen build."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

import platformdirs

from wardesk.errors import BugError

VERSION = "0.1.0"
"""Of the program; files name it as their writer."""

_PACKAGE = Path(__file__).resolve().parent


@cache
def _shipped(folder: str) -> Path:
    """Find a folder that ships with WarDesk; the wheel carries it inside the package."""
    frozen = getattr(sys, "_MEIPASS", None)
    roots = [_PACKAGE.parent, _PACKAGE / "_data"]
    if frozen:
        roots.insert(0, Path(frozen))
    for root in roots:
        if (root / folder).is_dir():
            return root / folder
    raise BugError(f"WarDesk was installed without its {folder} folder")


def resources() -> Path:
    """Icons, fonts, themes, templates and translations."""
    return _shipped("resources")


def campaigns() -> Path:
    """The content packs that ship with WarDesk."""
    return _shipped("campaigns")


def user_place() -> Path:
    """Where a person's games, settings and reports are; it need not be there.

    ``WARDESK_HOME`` replaces the platform's own choice (tests and portable installs use it).
    """
    home = os.environ.get("WARDESK_HOME")
    return Path(home or platformdirs.user_data_dir("wardesk", appauthor=False))


def user_data() -> Path:
    """`user_place`, made if it is missing. OSError if it cannot be."""
    folder = user_place()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def user_cache() -> Path:
    """The folder for what can be worked out again, as pictures of maps; it need not be there.

    ``WARDESK_CACHE`` replaces it; a folder of data that somebody chose carries it inside.
    """
    chosen = os.environ.get("WARDESK_CACHE")
    if chosen:
        return Path(chosen)
    home = os.environ.get("WARDESK_HOME")
    return Path(home, "cache") if home else platformdirs.user_cache_path("wardesk", appauthor=False)
