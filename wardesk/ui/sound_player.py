"""Plays a WAV file: by Qt where it brings its part for sound along, else by the system's player."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any

from PySide6.QtCore import QObject, QProcess, QUrl

PLAYERS = ("pw-play", "paplay", "aplay", "afplay")
"""Programs that play a file given as their one argument, on Linux and macOS."""


@cache
def player() -> str:
    """What plays here: ``qt``, ``windows``, the path of a program; empty for nothing."""
    if find_spec("PySide6.QtMultimedia") is not None:
        return "qt"
    if sys.platform == "win32":
        return "windows"
    return next((found for name in PLAYERS if (found := which(name))), "")


class SoundPlayer(QObject):
    """Plays files; what is still heard of the same file is not begun anew."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._playing: dict[Path, Any] = {}

    def play(self, file: Path) -> None:
        """Begin to play *file*; silent where nothing can, or the player fails."""
        how = player()
        if how == "qt":
            self._by_qt(file)
        elif how == "windows":
            winsound = import_module("winsound")
            winsound.PlaySound(str(file), winsound.SND_FILENAME | winsound.SND_ASYNC)
        elif how:
            self._by_program(how, file)

    def _by_qt(self, file: Path) -> None:
        if file not in self._playing:
            effect = import_module("PySide6.QtMultimedia").QSoundEffect(self)
            effect.setSource(QUrl.fromLocalFile(str(file)))
            self._playing[file] = effect
        self._playing[file].play()

    def _by_program(self, program: str, file: Path) -> None:
        process = self._playing.get(file)
        if process is None:
            process = self._playing[file] = QProcess(self)
            # whatever it says is of no use to somebody who plays a game
            process.setStandardOutputFile(QProcess.nullDevice())
            process.setStandardErrorFile(QProcess.nullDevice())
        if process.state() == QProcess.ProcessState.NotRunning:
            process.start(program, [str(file)])

    def stop(self) -> None:
        """Let nothing be heard any more."""
        for each in self._playing.values():
            if isinstance(each, QProcess):
                each.kill()
                each.waitForFinished(500)
        self._playing.clear()
