"""The commands that tell who sees whom: words, JSON, exit codes, on sectors, squares and hexes."""

import json

import pytest
from commands import run_map as run
from lattice_maps import lattice_map

from wardesk import paths
from wardesk.documents.maps.store import write_map

HANNUT = paths.campaigns() / "hannut-stonne" / "maps" / "hannut"
FORT = paths.campaigns() / "eben-emael" / "maps" / "fort"


def test_a_blocked_line_in_words():
    result = run("sight", HANNUT, "0706", "0403")
    assert result.exit_code == 0
    assert "0706 does not see 0403, 5 cells away." in result.stdout
    assert "Blocked by 0503 (Wood). [BK 4.3]" in result.stdout
    assert "* 0503 Wood, weight 1" in result.stdout
    assert "reconstruction" in result.stdout


def test_a_clear_line_with_a_fork():
    result = run("sight", HANNUT, "1205", "1402")
    assert "1205 Orp-le-Grand sees 1402" in result.stdout
    assert "fork: left 1302 Clear; right 1403 Village" in result.stdout


def test_as_json():
    found = json.loads(run("sight", HANNUT, "0706", "0403", "--json").stdout)
    assert (found["clear"], found["blocked_by"], found["policy"]) == (False, "0503", "blitzkrieg")
    assert found["events"][0]["start"] == [1830.875, 1869]
    found = json.loads(run("viewshed", HANNUT, "0706", "--reach", "3", "--json").stdout)
    assert "0706" in found["seen"]
    assert "0702" not in found["seen"]
    assert len(found["seen"]) <= 37


def test_sectors_with_a_rule_tried_out():
    result = run("sight", FORT, "MN", "BL2", "--blocks", "work")
    assert "does not see BL2" in result.stdout
    assert "Blocked by MS (Work)." in result.stdout
    everything = run("viewshed", FORT, "MN").stdout
    assert "sees 31 of 31 cells" in everything
    assert "sees 31" not in run("viewshed", FORT, "MN", "--blocks", "work").stdout


def test_squares(tmp_path):
    write_map(lattice_map("square"), tmp_path / "squares")
    result = run("sight", tmp_path / "squares", "0401", "0403")
    assert "Blocked by 0402 (Wood). [T 1]" in result.stdout
    assert "0401" in run("viewshed", tmp_path / "squares", "0401", "--reach", 2).stdout
    assert run("check", tmp_path / "squares").exit_code == 0
    assert run("adjacency", tmp_path / "squares", "--report").exit_code == 0


def test_ranges_and_conditions(tmp_path):
    write_map(lattice_map(), tmp_path / "hexes")
    result = run("sight", tmp_path / "hexes", "0101", "0801", "--target", "foot")
    assert "Too far: 7 cells, and 4 is the limit." in result.stdout
    result = run("sight", tmp_path / "hexes", "0101", "0501", "--condition", "night")
    assert "Too far" in result.stdout


def test_exposure_counts_what_viewsheds_find():
    seen = run("viewshed", HANNUT, "0706", "--reach", 4, "--json")
    many = len(json.loads(seen.stdout)["seen"]) - 1
    found = json.loads(run("exposure", HANNUT, "--reach", 4, "--json").stdout)
    assert found["seen_by"]["0706"] == many
    told = run("exposure", HANNUT, "--reach", 4).stdout.splitlines()
    assert told[0] == "Seen from so many cells within 4:"
    numbers = [int(line[:6]) for line in told[1:-1] if line[:6].strip()]
    assert numbers == sorted(numbers, reverse=True)
    assert told[-1].startswith("Rule: ")
    assert run("exposure", HANNUT, "--reach", 0).exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("0706", "9999"), "no cell “9999”"),
        (("0706", "0403", "--policy", "none"), "no sight rule “none”"),
        (("0706", "0403", "--blocks", "lava"), "no terrain “lava”"),
        (("0706", "0403", "--target", "ghost"), "no targets “ghost”"),
        (("0706", "0403", "--condition", "flood"), "no condition “flood”"),
    ],
)
def test_bad_use_is_told(arguments, says):
    result = run("sight", HANNUT, *arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    result = run("sight", HANNUT, *arguments, "--json")
    assert says in json.loads(result.stdout)["error"]


def test_a_movement_class_that_the_map_does_not_know():
    result = run("path", HANNUT, "0101", "0105", "--class", "boats")
    assert result.exit_code == 2
    assert "foot, tracks, wheels" in result.stderr
    assert run("path", HANNUT, "0101", "0105", "--class", "foot").stdout.endswith("5 points.\n")
