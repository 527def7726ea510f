"""The scripted campaign by command line, through every mechanism of the campaign layer."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "packaging" / "sessions" / "campaign_by_lines.py"
MECHANISMS = (
    "weather.set", "drop.postponed", "drop.planned", "drop.landed", "drop.zones_changed",
    "drop.assigned", "supply.interdicted", "supply.secured", "secret.committed",
    "secret.revealed", "route.marker_advanced", "route.spur_chosen", "route.attacked",
    "route.markers_spent", "route.status", "route.left", "release.released", "release.failed",
    "box.moved", "corps.advanced", "corps.failed", "bridge.control", "bridge.changed",
    "bridge.work", "pool.changed", "identity.chosen", "formation.attached", "unit.transferred",
    "unit.step_lost", "unit.step_recovered", "unit.eliminated", "unit.removed", "unit.flagged",
    "node.entered", "node.left", "ruling.made", "vp.awarded", "fact.set", "draw.made",
    "proposal.decided", "correction.reversed",
)  # fmt: skip
"""Every kind of event that the campaign layer knows, but orders and packets."""


@pytest.fixture
def script():
    spec = importlib.util.spec_from_file_location("campaign_by_lines", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_campaign_by_lines_holds_and_uses_every_mechanism(script, tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))
    said: list[str] = []

    found = script.play(tmp_path, said.append)

    assert found.failed == []
    assert found.checks >= 25
    kinds = (tmp_path / "text" / "events.jsonl").read_text("utf-8")
    missing = [kind for kind in MECHANISMS if f'"kind":"{kind}"' not in kinds]
    assert missing == []
