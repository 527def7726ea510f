"""Scenario files and maps are held against what their game reads: told with file and row."""

import json
import shutil

import pytest

from wardesk import paths
from wardesk.cli.main import main
from wardesk.errors import UserError
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import load_table

EBEN = paths.campaigns() / "eben-emael"
SCENARIO = "scenarios/historical.toml"


@pytest.fixture
def pack(tmp_path):
    shutil.copytree(EBEN, tmp_path / "eben-emael")
    return tmp_path / "eben-emael"


def change(pack, file, old, new):
    text = (pack / file).read_text("utf-8")
    assert old in text
    (pack / file).write_text(text.replace(old, new, 1), "utf-8")


def opened(pack):
    return load_table(str(pack / SCENARIO), {})


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (SCENARIO, "[setup]", "[setup]\nworks_maned = true", "setup.*works_maned"),
        (SCENARIO, "[setup]", "[setup]\nfirst_turn = 2", "setup.*first_turn"),
        (SCENARIO, "last_turn = 15", "last_turn = 16", "setup.*last_turn"),
        (SCENARIO, "last_turn = 15", "last_turn = 3", "the card says 15, but the game has 3"),
        (SCENARIO, "turns = 15", "turns = 3", "the card says 3, but the game has 15"),
        (SCENARIO, "[setup]", "[setup]\naway = ['C120.artilery']", "no weapon C120.artilery"),
        ("forces.toml", "[[glider]]", "zzz = 5\n[[glider]]", "unknown field `zzz`"),
        ("forces.toml", 'id = "glider-2"', 'id = "glider-1"', "row 2: the id glider-1 is there"),
        ("forces.toml", "number = 2\n", "number = 1\n", "row 2: the number 1 is there"),
        ("forces.toml", "men = 8\n", "men = -8\n", "glider, row 1, men"),
        ("forces.toml", "men = 8\n", "men = 1" + "0" * 400 + "\n", "glider, row 1, men"),
        ("forces.toml", "men = 8\n", "men = 7\n", "85, but the gliders carry 84"),
        ("forces.toml", 'id = "glider-1"', 'id = ""', "glider, row 1, id"),
        ("forces.toml", 'id = "glider-1"', 'id = "\\u0000\\n"', "glider, row 1, id"),
        ("forces.toml", 'target = ["MA2"]', 'target = ["MA99"]', "row 1: there is no sector MA99"),
        ("forces.toml", "gliders = 11", "gliders = 10", "german, gliders: 10, but there are 11"),
        ("forces.toml", "most_landed = 9", "most_landed = 8", "german, most_landed"),
    ],
)  # fmt: skip
def test_nonsense_is_told_with_file_and_row(pack, file, old, new, says):
    change(pack, file, old, new)
    with pytest.raises(UserError, match=says) as caught:
        opened(pack)
    named = str(pack / file) if "there is no" not in says else str(pack)
    assert named in caught.value.message


def test_many_rows_are_refused_quickly(pack):
    with (pack / "forces.toml").open("a") as file:
        for number in range(3000):
            file.write(f'[[glider]]\nid = "g{number}"\nnumber = 1\n')
    with pytest.raises(UserError, match=r"forces\.toml, glider: expected `array` of length <= 60"):
        opened(pack)


def test_a_scenario_may_have_fewer_turns_and_ends_after_them(pack):
    change(pack, SCENARIO, "turns = 15", "turns = 3")
    change(pack, SCENARIO, "last_turn = 15", "last_turn = 3")
    session = PlaySession.new(
        str(pack / SCENARIO), seed=1, keep=False, players={"german": "policy", "belgian": "policy"}
    )
    with session:
        assert session.rules.turns == 3
        session.run()
        assert session.state.result is not None
        assert session.state.tracks["turn"] <= 3


def test_totals_of_the_end_are_those_of_the_scenario(pack):
    change(pack, "forces.toml", "men = 85", "men = 84")
    change(pack, "forces.toml", "men = 8\n", "men = 7\n")
    assert opened(pack).rules.setting.tables.constants.german_men == 84


def test_older_packs_that_say_on_which_turn_they_begin_still_open(pack):
    change(pack, SCENARIO, "last_turn = 15", "first_turn = 1\nlast_turn = 15")
    assert opened(pack).rules.digest == load_table("eben-emael/historical", {}).rules.digest


# ---- maps ---------------------------------------------------------------------------------------


def set_figure(pack, name, value, cell="BL1"):
    place = pack / "maps" / "fort" / "cells.json"
    part = json.loads(place.read_text("utf-8"))
    row = next(row for row in part["cells"] if row["id"] == cell)
    row["properties"][name] = value
    place.write_text(json.dumps(part))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("divisor", 0), ("divisor", "x"), ("divisor", -3), ("divisor", 2**52), ("divisor", 1.5),
        ("victory_points", "x"), ("victory_points", 10**9), ("victory_points", -1),
        ("work", "yes"), ("landing", "sea"),
    ],
)  # fmt: skip
def test_figures_that_the_game_cannot_play_with_are_told(pack, name, value, capsys):
    set_figure(pack, name, value)
    with pytest.raises(UserError, match=f"maps/fort, cell BL1, {name}: "):
        opened(pack)
    assert main(["map", "check", str(pack / "maps" / "fort")]) == 1
    told = capsys.readouterr().out
    assert "error: cell BL1" in told
    assert f"{name.capitalize()}: " in told


def test_a_figure_of_a_kind_of_ground_is_told(pack):
    place = pack / "maps" / "fort" / "palette.json"
    place.write_text(place.read_text("utf-8").replace('{"divisor": 2}', '{"divisor": 0}'), "utf-8")
    with pytest.raises(UserError, match="maps/fort, terrain wood, divisor: "):
        opened(pack)


def test_a_map_in_no_pack_is_judged_by_its_palette(pack, tmp_path, capsys):
    set_figure(pack, "divisor", 0)
    shutil.move(pack / "maps" / "fort", tmp_path / "lonely")
    main(["map", "check", str(tmp_path / "lonely")])
    assert "Divisor: " in capsys.readouterr().out


def test_a_designers_own_figures_pass(pack):
    set_figure(pack, "seen_on", "10 May")
    assert opened(pack)


def test_shipped_maps_have_nothing_wrong(capsys):
    assert main(["map", "check", str(EBEN / "maps" / "fort")]) == 0
    assert "nothing wrong" in capsys.readouterr().out


@pytest.mark.parametrize("value", [-1e308, 1e308, 2**52, 1.5])
def test_an_absurd_level_is_told_by_check_and_by_sight(tmp_path, value, capsys):
    hannut = paths.campaigns() / "hannut-stonne" / "maps" / "hannut"
    shutil.copytree(hannut, tmp_path / "hannut")
    place = tmp_path / "hannut" / "cells.json"
    part = json.loads(place.read_text("utf-8"))
    palette = json.loads((tmp_path / "hannut" / "palette.json").read_text("utf-8"))
    height = next(p["elevation"]["property"] for p in palette["sight"] if p.get("elevation"))
    row = part["cells"][0]
    row.setdefault("properties", {})[height] = value
    place.write_text(json.dumps(part))
    assert main(["map", "check", str(tmp_path / "hannut")]) == 1
    expected = f"The {height} of cell {row['id']} must be a whole number"
    assert expected in capsys.readouterr().out
    assert main(["map", "viewshed", str(tmp_path / "hannut"), row["id"]]) == 2
    assert "must be a whole number" in capsys.readouterr().err
