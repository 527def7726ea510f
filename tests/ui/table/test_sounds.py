"""Sounds: made here, silent unless wanted or where nothing can play them, and said so."""

from __future__ import annotations

import io
import sys
import wave

import pytest
from PySide6.QtCore import QObject

from wardesk.services.play.session import PlaySession
from wardesk.ui import sound_player
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
    monkeypatch.setattr(sounds, "player", lambda: "a player" if there else "")
    monkeypatch.setattr(table.sounds, "_play", heard.append)
    preferences().change("sounds", wanted, keep=False)
    try:
        table.session.run(12)
    finally:
        preferences().reset("sounds")
    assert bool(heard) == (wanted and there)
    assert set(heard) <= {"die", "fire", "move", "end"}


def test_the_settings_say_where_nothing_can_be_heard(monkeypatch):
    monkeypatch.setattr(settings_dialog, "player", lambda: "")
    assert "Nothing was found" in settings_dialog._sound_words()


@pytest.mark.skipif(sys.platform == "win32", reason="the player is a shell script")
def test_a_sound_is_played_by_the_systems_player(qtbot, tmp_path, monkeypatch):
    heard, program = tmp_path / "heard", tmp_path / "aplay"
    program.write_text(f'#!/bin/sh\nhead -c 4 "$1" >> {heard}\n')
    program.chmod(0o755)
    monkeypatch.setattr(sound_player, "find_spec", lambda _name: None)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    sound_player.player.cache_clear()
    try:
        assert sound_player.player() == str(program)
        file = tmp_path / "die.wav"
        file.write_bytes(sounds.made("die"))
        owner = QObject()
        made = sound_player.SoundPlayer(owner)
        made.play(file)
        qtbot.waitUntil(lambda: heard.exists() and heard.read_text() == "RIFF", timeout=10_000)
        made.stop()
    finally:
        sound_player.player.cache_clear()


def test_where_nothing_plays_nothing_happens(tmp_path, monkeypatch):
    monkeypatch.setattr(sound_player, "player", lambda: "")
    owner = QObject()
    sound_player.SoundPlayer(owner).play(tmp_path / "none.wav")
    monkeypatch.setattr(sound_player, "player", lambda: "/no/such/program")
    made = sound_player.SoundPlayer(owner)
    made.play(tmp_path / "none.wav")
    made.stop()
