"""Tests of packs."""

import os
import shutil

import pytest

from wardesk import paths
from wardesk.documents.maps.store import load_board
from wardesk.documents.packs.store import find_scenario, list_packs, read_pack
from wardesk.errors import DamagedFile, UserError

EBEN = paths.campaigns() / "eben-emael"


@pytest.fixture
def root(tmp_path):
    shutil.copytree(EBEN, tmp_path / "packs" / "eben-emael")
    return tmp_path / "packs"


def test_the_shipped_pack():
    pack = {pack.id: pack for pack in list_packs()}["eben-emael"]
    assert pack.game == "eben-emael"
    # The livelier one is offered first.
    assert pack.scenarios == ("eben-emael/full-readiness", "eben-emael/historical")
    assert pack.lessons == ("eben-emael/first-landing",)
    assert pack.reconstruction


def test_the_historical_scenario():
    scenario = find_scenario("eben-emael/historical")
    assert (scenario.title, scenario.players, scenario.length) == ("10 May 1940", "1–2", "1 h")
    assert (scenario.complexity, scenario.turns) == (2, 15)
    assert load_board(scenario.map).id == "eben-fort"
    assert len(scenario.reconstruction) > len(list_packs(EBEN.parent)[0].reconstruction) - 1


def test_the_forces_are_those_of_the_table():
    forces = find_scenario("eben-emael/historical").forces
    gliders = forces["glider"]
    flown = [glider for glider in gliders if not glider["event_only"]]
    assert [glider["number"] for glider in gliders] == list(range(1, 13))
    assert sum(glider["men"] for glider in flown) == forces["german"]["men"] == 85
    assert sum(glider["charges"] for glider in flown) == len(flown)
    assert sum(glider["flamethrowers"] for glider in flown) == 4
    assert sum(glider["light_machine_guns"] for glider in flown) == 6
    assert forces["belgian"]["men"] == 329
    assert all(glider["reconstruction"] for glider in gliders)
    cells = load_board(EBEN / "maps" / "fort").cells
    assert {target for glider in gliders for target in glider["target"]} - {"any"} <= set(cells)


@pytest.mark.parametrize("name", ["historical", "eben-emael/histrical", "Eben-Emael/historical"])
def test_a_near_miss_gets_a_suggestion(name):
    with pytest.raises(UserError, match=r"Did you mean eben-emael/historical\?"):
        find_scenario(name)


def test_without_a_near_miss_all_are_listed():
    with pytest.raises(UserError, match=r"There are: .*eben-emael/full-readiness"):
        find_scenario("xyzzy", EBEN.parent)


def test_an_empty_folder_has_no_packs(tmp_path):
    assert list_packs(tmp_path) == []
    with pytest.raises(UserError, match="No pack"):
        find_scenario("x/y", tmp_path)
    with pytest.raises(UserError, match="no folder of packs"):
        list_packs(tmp_path / "none")


def edit(root, name, old, new):
    file = root / "eben-emael" / name
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


SCENARIO = "scenarios/historical.toml"


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("pack.toml", 'game = "eben-emael"', "game = 7", "pack.toml, game"),
        ("pack.toml", 'title = "', 'title "', "not proper TOML"),
        ("pack.toml", 'id = "eben-emael"', 'id = "other"', "folder is eben-emael"),
        ("pack.toml", '"historical"', '"lost"', "lists the scenario lost"),
        ("pack.toml", '"historical"', '"../../etc"', "scenarios, row 2"),
        ("forces.toml", "men = 85", "men = ", "not proper TOML"),
        (SCENARIO, "complexity = 2", "complexity = 6", "historical.toml, complexity"),
        (SCENARIO, "turns = 15", "tuns = 15", "tuns"),
        (SCENARIO, '"maps/fort"', '"../../secret"', "outside the pack"),
        (SCENARIO, '"maps/fort"', '"/etc"', "outside the pack"),
        (SCENARIO, "[setup]", "a = " + "[" * 5000, "historical.toml"),
    ],
)
def test_mistakes_are_told_with_file_and_entry(file, old, new, says, root):
    edit(root, file, old, new)
    with pytest.raises(DamagedFile) as caught:
        find_scenario("eben-emael/historical", root)
    assert says in str(caught.value)


def test_text_that_is_not_utf8(root):
    (root / "eben-emael" / "pack.toml").write_bytes(b"title = '\xff'")
    with pytest.raises(DamagedFile, match="UTF-8"):
        list_packs(root)


def test_permission_denied(monkeypatch):
    def denied(*_args):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(UserError, match="Permission denied"):
        read_pack(EBEN)
