"""Tests of ``wardesk map edit``, ``diff`` and ``export``."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from pictures import png

from wardesk.cli.main import main
from wardesk.documents.maps.store import read_map, write_map
from wardesk.drawing.neighbourhood import side_pairs

SPECIMEN = Path(__file__).parents[1] / "museum" / "map-v1.wdmap"
HANNUT = Path(__file__).parents[2] / "campaigns" / "hannut-stonne" / "maps" / "hannut"


@pytest.fixture
def path(tmp_path):
    place = tmp_path / "map.wdmap"
    write_map(read_map(SPECIMEN), place)
    return place


def script(tmp_path, *commands):
    place = tmp_path / "commands.jsonl"
    place.write_text("# a script\n\n" + "\n".join(map(json.dumps, commands)), "utf-8")
    return place


def run(*words):
    return main(["map", *map(str, words)])


NAME = {"do": "name-cell", "cell": "A", "name": "Mill"}
BAD = {"do": "name-cell", "cell": "ZZ", "name": "Mill"}


def test_a_script_changes_a_map_and_diff_tells_it(path, tmp_path, capsys):
    out = tmp_path / "out.wdmap"
    assert run("edit", path, script(tmp_path, NAME), "--out", out) == 0
    assert "1 commands done" in capsys.readouterr().out
    assert run("diff", path, out) == 1
    assert "cell A: name: 'Wood, north' → 'Mill'" in capsys.readouterr().out
    assert run("edit", path, script(tmp_path, NAME), "--json") == 0
    assert json.loads(capsys.readouterr().out)["done"] == ["Name A"]
    assert run("diff", path, out, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"same": True, "differences": []}


def test_a_refused_command_leaves_the_map_alone(path, tmp_path, capsys):
    before = path.read_bytes()
    assert run("edit", path, script(tmp_path, NAME, BAD)) == 1
    assert "Line 4 is refused: The map has no cell 'ZZ'." in capsys.readouterr().out
    assert path.read_bytes() == before
    assert run("edit", path, script(tmp_path, BAD), "--out", tmp_path / "x.wdmap") == 1
    assert not (tmp_path / "x.wdmap").exists()


def test_what_is_no_command_is_bad_use(path, tmp_path, capsys):
    assert run("edit", path, script(tmp_path, {"do": "dance"})) == 2
    assert "line 3: This is no edit command" in capsys.readouterr().err
    assert run("edit", path, tmp_path / "none.jsonl") == 2
    assert run("export", path) == 2


@pytest.mark.slow
def test_export_leaves_out_hidden_layers_and_what_is_switched_off(path, tmp_path, capsys):
    hide = {"do": "set-layer", "layer": "zones", "visible": False}
    assert run("edit", path, script(tmp_path, hide)) == 0
    made = [tmp_path / f"{n}.geojson" for n in range(2)]
    assert run("export", path, "--geojson", made[0]) == 0
    assert run("export", path, "--geojson", made[1], "--hidden-too") == 0
    few, all_rows = (len(json.loads(one.read_text("utf-8"))["features"]) for one in made)
    assert few < all_rows
    for flag in ("--no-numbers", "--no-grid", "--no-key", "--no-frame"):
        assert run("export", path, "--png", tmp_path / "x.png", "--wide", 200, flag) == 0


def test_a_picture_of_areas_is_as_wide_as_its_sheet_on_paper(tmp_path):
    file = tmp_path / "sheet.png"
    assert run("export", SPECIMEN, "--png", file, "--sheet-mm", 100, "--dpi", 50) == 0
    assert int.from_bytes(file.read_bytes()[16:20], "big") == round(100 / 25.4 * 50)


@pytest.mark.parametrize("place", [SPECIMEN, HANNUT])
def test_geojson_is_complete_and_always_the_same(place, tmp_path, capsys):
    first, second = tmp_path / "a.geojson", tmp_path / "b.geojson"
    assert run("export", place, "--geojson", first) == 0
    assert run("export", place, "--geojson", second, "--json") == 0
    assert first.read_bytes() == second.read_bytes()
    rows = json.loads(first.read_text("utf-8"))["features"]
    cells = [row for row in rows if row["properties"]["layer"] == "cell"]
    assert len(cells) == len(read_map(place).cells)
    assert len({row["id"] for row in rows}) == len(rows)
    ring = cells[0]["geometry"]["coordinates"][0]
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring))
    assert area > 0  # counter-clockwise with y up, as the format asks
    assert ring[0] == ring[-1]


def test_a_scan_is_put_under_a_map_by_marks(path, tmp_path, capsys):
    scan = tmp_path / "scan.png"
    scan.write_bytes(png(1000, 700))
    document = read_map(path)
    marks = []
    for cell in ("A", "B", "C"):
        x, y = document.cells[cell].anchor
        marks += ["--mark", f"{2 * x + 10},{4 * y + 20}={cell}"]
    assert run("underlay", path, scan, *marks, "--title", "Sheet 1", "--opacity", "0.5") == 0
    said = capsys.readouterr().out
    assert "1000 × 700 pixels" in said
    assert "One pixel is 0.5 map units across and 0.25 down." in said
    (underlay,) = read_map(path).underlays
    assert underlay.transform == pytest.approx((0.5, 0, -5, 0, 0.25, -5))
    assert (underlay.title, underlay.opacity) == ("Sheet 1", 0.5)
    assert read_map(path).extra_parts[underlay.image] == scan.read_bytes()
    assert run("underlay", path, scan, "--json") == 0
    assert json.loads(capsys.readouterr().out)["id"] == "underlay-2"
    assert run("diff", SPECIMEN, path) == 1
    assert "underlay underlay-1 is new" in capsys.readouterr().out
    lock = {"do": "set-layer", "layer": "underlay", "locked": True}
    move = {"do": "move-underlay", "underlay": "underlay-1", "transform": [1, 0, 0, 0, 1, 0]}
    assert run("edit", path, script(tmp_path, move, lock)) == 0
    assert run("edit", path, script(tmp_path, move | {"transform": [2, 0, 0, 0, 2, 0]})) == 1
    assert "The layer “pictures under the map” is locked." in capsys.readouterr().out


def test_a_photographed_scan_is_straightened(path, tmp_path, capsys):
    scan = tmp_path / "scan.png"
    scan.write_bytes(png(600, 500))
    x0, y0 = read_map(path).cells["A"].anchor
    marks = []
    for x, y in ((0, 0), (400, 0), (400, 300), (0, 300)):
        depth = 1 + y / 1500
        marks += ["--mark", f"{50 + x / depth},{60 + y / depth}={x0 + x}:{y0 + y}"]
    assert run("underlay", path, scan, *marks) == 0
    assert "straightened as a photograph" in capsys.readouterr().out
    (underlay,) = read_map(path).underlays
    a, b, _, d, e, _ = underlay.transform
    assert (a, b, d) == (e, 0, 0)
    assert underlay.size != (600, 500)
    assert run("underlay", path, scan, *marks, "--fit", "affine", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["fit"] == "affine"
    assert told["error"] > 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--mark", "1,2=A"), "takes 2 to"),
        (("--mark", "1,2=A", "--mark", "1,2=B"), "same point of the picture"),
        (("--mark", "1,2=nowhere", "--mark", "5,2=B"), "no cell 'nowhere'"),
        (("--mark", "here=A"), "is no mark"),
        (("--opacity", "7"), "from 0 to 1"),
    ],
)
def test_bad_marks_leave_the_map_alone(path, tmp_path, capsys, words, told):
    scan = tmp_path / "scan.png"
    scan.write_bytes(png(1000, 700))
    before = path.read_bytes()
    assert run("underlay", path, scan, *words) == 2
    assert told in capsys.readouterr().err
    assert path.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["map.wdmap", "scan.png"]


def test_what_is_no_picture_is_told(path, tmp_path, capsys):
    assert run("underlay", path, SPECIMEN) == 2
    assert "neither PNG nor JPEG" in capsys.readouterr().err


def test_diff_names_layers_and_high_sides(tmp_path, capsys):
    a, b = tmp_path / "a.wdmap", tmp_path / "b.wdmap"
    write_map(read_map(HANNUT), a)
    pair = sorted(next(iter(side_pairs(read_map(HANNUT)))))
    cliff = {"id": "scarp", "name": "Scarp", "passable": True, "directed": True}
    commands = (
        {"do": "put-border-kind", "kind": cliff},
        {"do": "paint-sides", "pairs": [pair], "kind": "scarp", "high": "second"},
        {"do": "set-layer", "layer": "lines", "visible": False},
    )
    assert run("edit", a, script(tmp_path, *commands), "--out", b) == 0
    assert run("diff", a, b) == 1
    said = capsys.readouterr().out
    assert f"high side {pair[0]}–{pair[1]} is new" in said
    assert "palette borders scarp is new" in said
    assert "map styles: layers: None → {'lines': {'visible': False}}" in said
