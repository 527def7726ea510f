"""A campaign of every version of the tables opens, is brought up to date and adds up as it did."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from small_campaign import NOW

from wardesk.campaign.ledger.events import sentence
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.files import examine_file
from wardesk.store.migrate import file_version, newest
from wardesk.words import shown

MUSEUM = Path(__file__).parents[1] / "museum"
SPECIMENS = [
    *((f"campaign-v{version}", version) for version in range(1, newest() + 1)),
    ("campaign-v1-sentences", 1),
    ("campaign-v1-own", 1),
]


@pytest.mark.parametrize(("name", "version"), SPECIMENS)
def test_every_version_has_a_specimen_that_still_adds_up(name, version, tmp_path):
    path = tmp_path / "old.wdcamp"
    shutil.copyfile(MUSEUM / f"{name}.wdcamp", path)
    assert file_version(path) == version
    golden = json.loads((MUSEUM / f"{name}.golden.json").read_text("utf-8"))

    with CampaignDesk.open(path, write=True, now=lambda: NOW, nonce=lambda: bytes(16)) as desk:
        state = desk.state
        found = {
            "head": desk.ledger.head,
            "head_hash": desk.ledger.head_hash,
            "units": {key: [str(unit.place), unit.steps] for key, unit in state.units.items()},
            "points": {side: state.points(side) for side in ("red", "blue")},
            "queue": {key: entry.status for key, entry in state.queue.items()},
            "ruled": state.decision("reset"),
            "turn": state.ordinal,
        }

    assert found == golden
    assert file_version(path) == newest()
    assert [f for f in examine_file(path)[0] if f.level == "error"] == []


def test_a_sentence_of_the_ledger_is_read_with_its_values(tmp_path):
    path = tmp_path / "old.wdcamp"
    shutil.copyfile(MUSEUM / "campaign-v1-sentences.wdcamp", path)

    with CampaignDesk.open(path, write=False, now=lambda: NOW, nonce=lambda: bytes(16)) as desk:
        plain, said = desk.ledger.events[-2:]
        told = sentence(desk.design, said)

    assert (plain.version, said.version) == (1, 2)
    assert told == "Red -1 points: 2 steps lost"
    assert shown(told, "de") == "Rot -1 Punkte: 2 Stufen verloren"
