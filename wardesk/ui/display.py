"""Whether a window can be opened here, asked before Qt: Qt's own answer is a core dump."""

from __future__ import annotations

import ctypes
import re
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from wardesk.errors import UserError
from wardesk.render.system_libraries import install_line
from wardesk.words import say

NO_SCREEN = (
    "Commands work without one: wardesk --help. Pictures, too, with QT_QPA_PLATFORM=offscreen."
)
NO_QT = "Install it: pip install wardesk brings it along."
_FROZEN = re.compile(r"dynlib/dll '([^']+)'")
NO_LIBRARY = "Install it with the system's packages."


def require_display(environment: Mapping[str, str], platform: str = sys.platform) -> None:
    """UserError with what to do where no window can be opened: no Qt, no screen, no library.

    Only Linux is looked at closely; elsewhere the system has all of it. A platform that was
    chosen by ``QT_QPA_PLATFORM`` is taken at its word, X11's own excepted.
    """
    qt = find_spec("PySide6")
    if qt is None or qt.origin is None:
        raise UserError("The window needs PySide6, which is not installed.", NO_QT)
    chosen = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if not platform.startswith("linux") or chosen not in ("", "xcb"):
        return
    _require_library("libEGL.so.1")
    if environment.get("WAYLAND_DISPLAY") and chosen != "xcb":
        return
    address = environment.get("DISPLAY", "")
    if not address:
        raise UserError("There is no screen here: DISPLAY is not set.", NO_SCREEN)
    if not _x_answers(address):
        raise UserError(f"The screen {address!r} (DISPLAY) does not answer.", NO_SCREEN)
    _require_library(str(Path(qt.origin).parent / "Qt/plugins/platforms/libqxcb.so"))


def no_platform(environment: Mapping[str, str], said: Sequence[str]) -> UserError:
    """Qt's last words before it gives up, and what to do about the platform that was chosen."""
    chosen = environment.get("QT_QPA_PLATFORM", "")
    why = " ".join(" ".join(said).split())
    if chosen:
        return UserError(
            say("Qt has no screen by the name {chosen!r} here: {why}", chosen=chosen[:60], why=why),
            "Take QT_QPA_PLATFORM out of the environment, or name another platform in it.",
        )
    return UserError(say("Qt cannot open a screen here: {why}", why=why), NO_SCREEN)


def _require_library(name: str) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(name)
    except OSError as error:
        raise no_library(str(error)) from error


def no_library(told: str) -> UserError:
    """The loader's words about a library that is missing, with the one line that brings it."""
    # A frozen build wraps them in its own, the name between quotation marks.
    frozen = _FROZEN.search(told)
    missing = frozen[1] if frozen else told.partition(":")[0]
    line = install_line()
    advice = say("Type this line: {line!s}", line=line) if line else NO_LIBRARY
    return UserError(
        say("The window needs the system library {missing!s}.", missing=missing), advice
    )


def _x_answers(address: str) -> bool:
    """Whether an X server listens at *address*."""
    xcb = _require_library("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(address.encode(), None)
    refused = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not refused
