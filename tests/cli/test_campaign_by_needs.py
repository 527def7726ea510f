"""The whole campaign by command line, driven by nothing but the next thing that needs somebody."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "packaging" / "sessions"


@pytest.fixture
def script(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    spec = importlib.util.spec_from_file_location(
        "campaign_by_needs", FOLDER / "campaign_by_needs.py"
    )
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "campaign_by_needs", found)
    spec.loader.exec_module(found)
    return found


@pytest.mark.long
@pytest.mark.timeout(900)
def test_ten_days_by_the_list_alone_meet_every_mechanism(script, tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))
    lines = script.Needs(tmp_path, lambda _words: None)

    script.play(lines)

    assert lines.failed == []
    assert lines.checks == 6
