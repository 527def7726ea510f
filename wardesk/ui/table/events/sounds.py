"""Sounds of our own making: a die, fire, a move, the end; worked out when first heard.

Where nothing can play them everything is silent, and the settings say so.
"""

from __future__ import annotations

import io
import math
import wave
from array import array
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from PySide6.QtCore import QObject, QTemporaryDir

from wardesk.engine.types import CHANCE
from wardesk.services.play.session import Change
from wardesk.ui.preferences import preferences
from wardesk.ui.sound_player import SoundPlayer, player
from wardesk.ui.table.events.motion import Motion
from wardesk.ui.table.model import TableModel

RATE = 22_050
"""Samples a second."""


def made(name: str) -> bytes:
    """One of the sounds (``die``, ``fire``, ``move``, ``end``) as a mono WAV file."""
    length, voice = _VOICES[name]
    count = int(RATE * length)
    samples = array("h", (int(32_000 * _clipped(voice(k / RATE))) for k in range(count)))
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return data.getvalue()


def _clipped(value: float) -> float:
    return max(-1.0, min(1.0, value))


@cache
def _noise() -> tuple[float, ...]:
    rng = Random(1940)
    return tuple(rng.uniform(-1, 1) for _ in range(RATE))


def _hiss(at: float) -> float:
    return _noise()[int(at * RATE) % RATE]


def _die(at: float) -> float:
    """Three knocks on wood."""
    knocks = (at - start for start in (0.0, 0.09, 0.16) if at >= start)
    return sum(0.5 * math.exp(-60 * t) * math.sin(2 * math.pi * 900 * t) for t in knocks)


def _fire(at: float) -> float:
    """A far gun."""
    return math.exp(-9 * at) * (0.6 * _hiss(at) + 0.4 * math.sin(2 * math.pi * 60 * at))


def _move(at: float) -> float:
    """Cardboard on paper."""
    return 0.25 * math.sin(math.pi * min(1.0, at / 0.18)) * _hiss(at)


def _end(at: float) -> float:
    """Three notes upwards."""
    found = 0.0
    for start, tone in ((0.0, 262), (0.22, 330), (0.44, 392)):
        if at >= start:
            found += 0.3 * math.exp(-3 * (at - start)) * math.sin(2 * math.pi * tone * (at - start))
    return found


_VOICES: dict[str, tuple[float, Callable[[float], float]]] = {
    "die": (0.3, _die),
    "fire": (0.6, _fire),
    "move": (0.18, _move),
    "end": (1.4, _end),
}


class Sounds(QObject):
    """Plays what belongs to each event, if the settings say so."""

    def __init__(self, model: TableModel, motion: Motion) -> None:
        super().__init__(model)
        self._model, self._motion = model, motion
        self._player = SoundPlayer(self)
        self._folder: QTemporaryDir | None = None
        model.happened.connect(self._happened)

    def _happened(self, change: Change) -> None:
        if change.kind == "event" and preferences().now.sounds and player():
            name = self.fitting(change.event)
            if name:
                self._play(name)

    def fitting(self, event: int) -> str:
        """Which sound an event has; empty for none."""
        session = self._model.session
        found = session.journal.events[event]
        if session.ask is None and session.state.result is not None:
            return "end"
        if self._motion.shown.hits:
            return "fire"
        if self._motion.shown.ways:
            return "move"
        return "die" if found.asked is not None and found.asked.who == CHANCE else ""

    def _play(self, name: str) -> None:
        if self._folder is None:
            self._folder = QTemporaryDir()
        file = Path(self._folder.path()) / f"{name}.wav"
        if not file.exists():
            file.write_bytes(made(name))
        self._player.play(file)

    def stop(self) -> None:
        """The table is closed."""
        self._player.stop()
