"""Sounds: made here, silent unless wanted, silent where nothing can play them, and said so."""

from __future__ import annotations

import io
import wave

import pytest

from wardesk.services.play.session import PlaySession
from wardesk.ui.preferences import preferences
from wardesk.ui.shell import settings_dialog
from wardesk.ui.table.events import sounds


@pytest.mark.parametrize("name", ["die", "fire", "move", "end"])
def test_every_sound_is_a_short_wave_that_can_be_heard(name):
    with wave.open(io.BytesIO(sounds.made(name))) as file:
        assert file.getnchannels() == 1
        assert 0.1 < file.getnframes() / file.getframerate() < 2
        samples = memoryview(file.readframes(file.getnframes())).cast("h")
    assert 2_000 < max(map(abs, samples)) <= 32_000


@pytest.mark.parametrize(("wanted", "there"), [(False, True), (True, False), (True, True)])
def test_sounds_are_heard_only_where_wanted_and_possible(tables, monkeypatch, wanted, there):
    players = {"german": "policy", "belgian": "policy"}
    table = tables(
        PlaySession.new("eben-emael/full-readiness", seed=3, keep=False, players=players)
    )
    table.model.runner.set_paused(True)
    heard = []
    monkeypatch.setattr(sounds, "available", lambda: there)
    monkeypatch.setattr(table.sounds, "_play", heard.append)
    preferences().change("sounds", wanted, keep=False)
    try:
        table.session.run(12)
    finally:
        preferences().reset("sounds")
    assert bool(heard) == (wanted and there)
    assert set(heard) <= {"die", "fire", "move", "end"}


def test_the_settings_say_where_nothing_can_be_heard(monkeypatch):
    monkeypatch.setattr(settings_dialog, "find_spec", lambda _name: None)
    assert "came without" in settings_dialog._sound_words()
