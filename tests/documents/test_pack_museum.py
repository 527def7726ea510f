"""Packs with briefings and lessons: the old ones go on opening, too long ones are told of."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec
import pytest

from wardesk.documents.packs.store import find_scenario
from wardesk.errors import UserError
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import load_table

MUSEUM = Path(__file__).parents[1] / "museum"
PACK = MUSEUM / "pack-v1-lesson"
NAMES = ("full-readiness", "first-landing")


def read(name):
    info = find_scenario(f"{PACK.name}/{name}", MUSEUM)
    return {"briefing": msgspec.to_builtins(info.briefing),
            "lesson": msgspec.to_builtins(info.lesson)}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_pack_of_the_first_version_says_what_it_said(name):
    golden = json.loads((MUSEUM / "pack-v1-lesson.golden.json").read_text("utf-8"))
    found = json.loads(msgspec.json.encode(read(name)))
    for part, told in golden[name].items():
        if told is None:
            assert found[part] is None
            continue
        # What briefings and lessons learn later is empty in an old file.
        later = {key for key in found[part] if key not in told}
        assert not any(found[part].pop(key) for key in later)
        assert found[part] == told


def test_its_lesson_can_be_played():
    name = str(PACK / "scenarios" / "first-landing.toml")
    lesson = load_table(name, {}).lesson
    session = PlaySession.new(
        name, seed=lesson.seed, keep=False, players={"german": "human", "belgian": "policy"}
    )
    assert session.guide is not None
    assert session.guide.beat(session.ask) is not None


@pytest.mark.parametrize(
    ("file", "old", "entry"),
    [
        ("full-readiness", 'aim = "', "briefing, aim"),
        ("full-readiness", 'levels = "', "briefing, levels"),
        ("first-landing", 'say = "', "say"),
        ("first-landing", 'end = "', "lesson, end"),
    ],
)
def test_a_text_too_long_for_the_screen_is_told_with_its_place(tmp_path, file, old, entry):
    folder = tmp_path / PACK.name
    shutil.copytree(PACK, folder)
    path = folder / "scenarios" / f"{file}.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, old + "x" * 500, 1), "utf-8")
    with pytest.raises(UserError) as caught:
        find_scenario(f"{PACK.name}/{file}", tmp_path)
    assert entry in caught.value.message
    assert f"{file}.toml" in caught.value.message
    assert "the text is longer than" in caught.value.message
    assert caught.value.advice
