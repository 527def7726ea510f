"""What every step of the set-up shares: where things are, how to speak, how to fail."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

WINDOWS = os.name == "nt"


class SetupError(Exception):
    """The set-up cannot go on; the message is one plain sentence for the person at the keyboard."""


@dataclass(frozen=True)
class Checkout:
    """The folder that WarDesk was cloned into, and the places in it that the set-up uses."""

    root: Path

    @property
    def venv(self) -> Path:
        """The environment; deleting it is always safe."""
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        """The environment's own interpreter."""
        return self.venv / ("Scripts/python.exe" if WINDOWS else "bin/python")

    @property
    def stamp(self) -> Path:
        """Written last, so that a set-up cut short leaves none."""
        return self.venv / "wardesk-stamp.json"

    @property
    def sysroot(self) -> Path:
        """System libraries unpacked here when they cannot be installed."""
        return self.venv / "sysroot"

    @property
    def lock(self) -> Path:
        """Every package with its version and hashes."""
        return self.root / "packaging" / "requirements.lock"


HERE = Checkout(Path(__file__).resolve().parents[2])


def say(text: str) -> None:
    """Tell the person what happens, in one line."""
    print(f"[wardesk] {text}", flush=True)


def is_root() -> bool:
    """Say if system packages may be installed."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def has_screen() -> bool:
    """Say if a window could be shown; Windows and macOS always can."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def call(
    command: Sequence[str | Path], *, env: dict[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command and keep what it prints, errors included, in ``stdout``."""
    return subprocess.run(
        [str(word) for word in command],
        env=env,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
