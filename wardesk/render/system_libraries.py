"""The system libraries that Qt's wheels expect, by the names that package managers give them.

Only the standard library is used, and nothing of WarDesk: what sets a machine up reads this file,
too, before anything is installed.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable

# Debian 12 and 13 name them so; found by loading every Qt module in an empty system.
OFFSCREEN = [
    *("libgl1", "libegl1", "libglib2.0-0", "libdbus-1-3", "libfontconfig1", "libxkbcommon0"),
    *("libx11-6", "libfreetype6", "libbrotli1", "libgssapi-krb5-2"),
]
SCREEN = [
    *("libxcb-cursor0", "libxcb-icccm4", "libxcb-image0", "libxcb-keysyms1", "libxcb-shape0"),
    *("libxcb-render-util0", "libxcb-xkb1", "libxkbcommon-x11-0", "libx11-xcb1"),
]
ELSEWHERE = {
    "dnf": "sudo dnf install mesa-libGL mesa-libEGL glib2 dbus-libs fontconfig libxkbcommon-x11 "
    "xcb-util-cursor xcb-util-wm xcb-util-keysyms xcb-util-image xcb-util-renderutil",
    "pacman": "sudo pacman -S --needed libglvnd glib2 dbus fontconfig libxkbcommon-x11 "
    "xcb-util-cursor xcb-util-wm xcb-util-keysyms xcb-util-image xcb-util-renderutil",
    "zypper": "sudo zypper install Mesa-libGL1 Mesa-libEGL1 libglib-2_0-0 libdbus-1-3 fontconfig "
    "libxkbcommon-x11-0 libxcb-cursor0",
}


def install_line(which: Callable[[str], str | None] = shutil.which) -> str:
    """The one line that installs them all on this system; empty where no manager is known."""
    if which("apt-get"):
        return " ".join(("sudo apt-get install", *OFFSCREEN, *SCREEN))
    return next((line for manager, line in ELSEWHERE.items() if which(manager)), "")
