"""Home lists what is broken as broken, whatever reading it raised, and all else beside it."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from wardesk import paths
from wardesk.services.campaign.shelf import remember
from wardesk.services.packs.places import scenarios_folder
from wardesk.services.packs.shelf import known_maps
from wardesk.services.studies.kept import kept_studies, playable
from wardesk.services.studies.study_desk import studies_folder
from wardesk.ui import library
from wardesk.ui.card_pictures import CardMap
from wardesk.ui.library import list_cards, read_library

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def listed(**more):
    return read_library(NOW, lambda *_: None, **more)


def raising(*_args, **_more):
    raise OverflowError("cannot convert float infinity to integer")


@pytest.fixture
def bad():
    folder = scenarios_folder() / "bad"
    shutil.copytree(paths.campaigns() / "freeform", folder)
    head = folder / "pack.toml"
    head.write_text(head.read_text().replace('id = "freeform"', 'id = "bad"'))
    return folder


@pytest.mark.parametrize(
    "name",
    [
        "wardesk.services.packs.shelf.read_pack",
        "wardesk.ui.library.scenario_info",
        "wardesk.ui.library.load_table",
    ],
)
def test_a_pack_that_breaks_in_a_way_that_nobody_thought_of_hides_no_other(bad, monkeypatch, name):
    room, _, function = name.rpartition(".")
    real = getattr(__import__(room, fromlist=[function]), function)

    def broken(place, *args):
        return raising() if "/bad" in str(place) else real(place, *args)

    monkeypatch.setattr(name, broken)
    found = listed()
    assert "eben-emael/historical" in [card.id for card in found.scenarios]
    assert {one.folder for one in found.broken} == {str(bad)}
    assert "OverflowError" in found.broken[0].error.message
    assert "eben-emael/historical" in [one.id for one in playable()]


def test_a_campaign_that_cannot_be_used_is_listed_as_broken(tmp_path):
    folder = scenarios_folder() / "war"
    folder.mkdir(parents=True)
    (folder / "campaign.toml").write_text("name = 3")
    found = listed()
    assert [one.title for one in found.broken] == ["war"]
    assert "market-garden" in [card.id for card in found.scenarios if card.campaign]


def test_a_campaign_file_that_breaks_the_reader_is_listed_as_broken(tmp_path, monkeypatch):
    path = tmp_path / "a.wdcamp"
    path.write_bytes(b"x")
    remember(path)
    monkeypatch.setattr("wardesk.store.health.file_findings", raising)
    (card,) = listed().recent
    assert (card.path, card.icon) == (str(path), "warning")


def test_a_map_that_cannot_be_read_is_listed_as_broken(tmp_path):
    path = tmp_path / "spoilt.wdmap"
    path.write_bytes(b"x")
    _, missing = list_cards({}, [str(path)])
    assert CardMap(path) in missing
    known = {library.card_key(CardMap(path)): None}
    found, _ = list_cards(known, [str(path)])
    (card,) = found.recent
    assert (card.title, card.icon) == ("spoilt", "warning")


@pytest.mark.parametrize("specs", ["[]", '[{"scenario":"a/b"}]', '"x"', "[" * 2000])
def test_a_study_that_is_none_hides_no_other(specs):
    folder = studies_folder()
    folder.mkdir(parents=True, exist_ok=True)
    text = f'{{"study":{{"specs":{specs}}},"summary":{{"setting":{{}}}}}}'
    (folder / "a.json").write_text(text)
    (folder / "b.json").write_bytes(b"\xff\xfe")
    shutil.copy(Path(__file__).parents[1] / "museum" / "study-v1.json", folder / "good.json")
    assert "good.json" in [one.path.name for one in kept_studies()]


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b"])
def test_a_name_that_no_file_can_have_takes_nothing_away(name):
    home = paths.user_data()
    (home / "campaigns.json").write_text(json.dumps([name]))
    (home / "packs.json").write_text(json.dumps({"folders": [name], "maps": [name]}))
    found = listed(maps=[name])
    assert "eben-emael/historical" in [card.id for card in found.scenarios]
    assert len(found.broken) == 1
    assert known_maps()
