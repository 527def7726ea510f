"""A campaign of every version of the tables opens, is brought up to date and adds up as it did."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from small_campaign import NOW

from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.files import examine_file
from wardesk.store.migrate import file_version, newest

MUSEUM = Path(__file__).parents[1] / "museum"
VERSIONS = range(1, newest() + 1)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_has_a_specimen_that_still_adds_up(version, tmp_path):
    path = tmp_path / "old.wdcamp"
    shutil.copyfile(MUSEUM / f"campaign-v{version}.wdcamp", path)
    assert file_version(path) == version
    golden = json.loads((MUSEUM / f"campaign-v{version}.golden.json").read_text("utf-8"))

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
