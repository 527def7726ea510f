"""The map of the country holds every hex that the rule text names, and can be built again."""

import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from wardesk.documents.maps.store import load_board
from wardesk.model.board import Board

ROOT = Path(__file__).resolve().parents[3]
MAPS = ROOT / "campaigns/market-garden/maps"
NAMED: list[dict[str, Any]] = tomllib.loads((MAPS.parent / "named_hexes.toml").read_text())["hex"]


def _country() -> Board:
    return load_board(MAPS / "country")


def _steps(board: Board) -> dict[frozenset[str], set[str]]:
    found: dict[frozenset[str], set[str]] = {}
    for line in board.lines:
        for step in pairwise(line.cells):
            found.setdefault(frozenset(step), set()).add(line.kind)
    return found


def _with(key: str) -> list[dict[str, Any]]:
    rows = [row for row in NAMED if key in row]
    assert rows
    return rows


def test_every_hex_that_the_rules_name_is_on_its_map() -> None:
    """Forty-odd numbers, some of them those of the other game."""
    assert len({cell for row in NAMED for cell in row["hexes"]}) > 50
    for row in NAMED:
        assert [cell for cell in row["hexes"] if cell not in _country().cells] == []


def test_numbers_tell_who_lies_beside_whom() -> None:
    """Columns and rows, an even column half a hex lower; hundreds in The Devil's Cauldron."""
    board = _country()
    for a, b in (("55.202", "56.201"), ("63.185", "63.186"), ("76.127", "77.127")):
        assert board.distance(a, b) == 1
    for beside in ("41.229", "41.230", "43.229", "43.230", "42.228", "42.230"):
        assert board.distance("42.229", beside) == 1
    assert board.distance("42.229", "41.228") == 2
    assert board.distance("114.89", "141.64") == board.distance("141.64", "114.89") == 39


def test_drop_zones_are_those_of_the_rules() -> None:
    """3.3, hex by hex."""
    for row in _with("zone"):
        zones = {f.name: f for f in _country().features if f.kind == "zone"}
        assert list(zones[row["zone"]].properties["cells"]) == row["hexes"]


def test_ways_are_open_or_shut_as_the_rules_say() -> None:
    """2.0, 2.17."""
    for row in _with("passage"):
        a, b = row["hexes"]
        assert (b in _country().neighbours(a)) == (row["passage"] == "open"), row


def test_weak_bridges_carry_the_main_road_over_a_stream() -> None:
    """2.11 and the railway bridge of 2.15.6."""
    for row in _with("bridge"):
        board, pair = _country(), frozenset(row["hexes"])
        bridge = next(
            f
            for f in board.features
            if f.kind == "bridge" and frozenset(f.properties["between"]) == pair
        )
        assert bridge.properties["carries"] == row["bridge"]
        a, b = sorted(row["hexes"])
        assert board.sides[a, b] == (row["water"],)
        assert ("railroad" if row["bridge"] == "railway" else "main-road") in _steps(board)[pair]
        assert b in board.neighbours(a)


def test_club_route_runs_through_its_named_hexes() -> None:
    """3.5, 4.2."""
    for row in _with("line"):
        board = _country()
        for cell in row["hexes"]:
            assert any(cell in line.cells for line in board.lines if line.kind == row["line"])
        if len(row["hexes"]) > 1:
            steps = _steps(board)
            for step in pairwise(row["hexes"]):
                assert row["line"] in steps[frozenset(step)]


def test_rivers_are_crossed_by_bridges_only() -> None:
    """2.12: of two hexes with a river or canal between, only those with a bridge are joined."""
    board = _country()
    bridged = {frozenset(f.properties["between"]) for f in board.features if f.kind == "bridge"}
    for (a, b), kinds in board.sides.items():
        if {"river", "canal"} & set(kinds):
            assert (b in board.neighbours(a)) == (frozenset((a, b)) in bridged)


def _signs(board: Board, sign: str) -> dict[str, tuple[float, float]]:
    return {
        f.name: tuple(f.geometry["coordinates"])
        for f in board.features
        if f.kind == "label" and f.properties.get("sign") == sign
    }


def test_a_sheet_shows_what_rules_know_of_a_hex() -> None:
    """Strongpoints, observation posts, named bridges, the culvert and ways in are drawn there."""
    board = _country()
    cells = board.cells.values()
    for sign, told in (("pillbox", "strongpoint"), ("tower", "observation_post")):
        assert set(_signs(board, sign)) == {c.id for c in cells if c.properties.get(told)}
    bridges = {f.name for f in board.features if f.kind == "bridge" and f.name}
    assert set(_signs(board, "bridge")) == bridges
    (culvert,) = _signs(board, "tunnel").values()
    ends = [board.cells[cell].anchor for cell in ("70.156", "70.157")]
    assert culvert == tuple(sum(values) / 2 for values in zip(*ends, strict=True))
    assert board.cells["41.232"].anchor in _signs(board, "entry").values()


def test_what_is_raised_lies_under_a_way_and_blocks_sight() -> None:
    """2.16: the bank is a line of its own, under a road or a railway of the same hexes."""
    board, steps = _country(), _steps(_country())
    raised = {step: kinds for step, kinds in steps.items() if any("raised" in k for k in kinds)}
    assert len(raised) > 100
    for kinds in raised.values():
        rails = "raised-railroad" in kinds
        assert kinds & ({"railroad"} if rails else {"road", "main-road"})
    assert {"raised-road", "raised-railroad"} <= set(board.palette.sight["gts"].lines)


def test_the_231st_line_parts_the_hexes_by_their_numbers() -> None:
    """S6.10: what lies north of it on the sheet has too small a number, and nothing else."""
    board = _country()
    (line,) = (f for f in board.features if f.kind == "limit")
    (_, y), (_, same) = line.geometry["coordinates"]
    assert (y, line.properties["formation"]) == (same, "43.231")
    for cell in board.cells.values():
        column, row = map(int, cell.id.split("."))
        southing = 2 * row + (column % 2 == 0)
        assert (cell.anchor[1] < y) == (southing < line.properties["southing"])


@pytest.mark.long
def test_the_script_builds_the_shipped_maps_again(tmp_path: Path) -> None:
    """Whoever mends a map by hand must tell the table of the script."""
    shipped = {p: p.read_bytes() for p in (MAPS / "country").rglob("*.*json")}
    script = ROOT / "packaging/ground/country_map.py"
    subprocess.run([sys.executable, str(script), "--into", str(tmp_path)], check=True)
    for path, data in shipped.items():
        assert (tmp_path / path.relative_to(MAPS)).read_bytes() == data
