"""The desktop's own list of programs: an entry, an icon, and which files WarDesk opens."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from wardesk import paths
from wardesk.documents.files.atomic import write_atomically
from wardesk.errors import UserError

_PLACES = {
    "wardesk.desktop": "applications/wardesk.desktop",
    "wardesk.xml": "mime/packages/wardesk.xml",
    "wardesk.svg": "icons/hicolor/scalable/apps/wardesk.svg",
}
"""File of resources/desktop -> its place below the folder of a person's data."""
_PLAIN = re.compile(r"[\w./+,:@%-]+")
"""Paths that need no quotes in an entry's command."""
_REFRESH = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))


def data_folder(environment: Mapping[str, str]) -> Path:
    """Where a person's desktop looks for programs, icons and kinds of files."""
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def put_on_desktop(folder: Path, command: str = "") -> list[Path]:
    """Write entry, icon and kinds of files below *folder*; what was written.

    *command* is what the entry starts; by default the WarDesk that runs. UserError where a desktop
    has no such list.
    """
    _require_linux()
    written: list[Path] = []
    for name, place in _PLACES.items():
        data = (paths.resources() / "desktop" / name).read_bytes()
        if name.endswith(".desktop"):
            start = f"Exec={command or _own_command()} %F"
            data = data.replace(b"Exec=wardesk %F", start.encode())
        goal = folder / place
        goal.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(goal, data)
        written.append(goal)
    _refresh(folder)
    return written


def take_off_desktop(folder: Path) -> list[Path]:
    """Remove what `put_on_desktop` wrote; what was there."""
    _require_linux()
    gone = [folder / place for place in _PLACES.values() if (folder / place).is_file()]
    for file in gone:
        file.unlink()
    _refresh(folder)
    return gone


def _require_linux() -> None:
    if not sys.platform.startswith("linux"):
        raise UserError(
            "Only desktops of Linux keep such a list.",
            "On Windows and macOS choose WarDesk once with “Open with”.",
        )


def _own_command() -> str:
    """How this WarDesk is started: an AppImage, a frozen program, its script, or the module."""
    if getattr(sys, "frozen", False):
        return _word(_image(os.environ) or sys.executable)
    script = Path(sys.argv[0]).resolve()
    if script.name == "wardesk" and os.access(script, os.X_OK):
        return _word(str(script))
    return f"{_word(sys.executable)} -m wardesk"


def _image(environment: Mapping[str, str]) -> str:
    """The AppImage that we run from: the folder it unpacks itself into goes when we end."""
    image, inside = environment.get("APPIMAGE", ""), environment.get("APPDIR", "")
    return image if inside and Path(inside) in Path(sys.executable).parents else ""


def _word(path: str) -> str:
    """*path* as one word of an entry's command, quoted as entries ask for it, unlike a shell."""
    word = path.replace("%", "%%")
    if _PLAIN.fullmatch(word):
        return word
    quoted = re.sub(r'(["`$\\])', r"\\\1", word)
    return f'"{quoted}"'.replace("\\", "\\\\")


def _refresh(folder: Path) -> None:
    """Tell the desktop; one without these programs looks by itself, later."""
    for program, below in _REFRESH:
        if (found := shutil.which(program)) and (folder / below).is_dir():
            subprocess.run([found, str(folder / below)], check=False, capture_output=True)
