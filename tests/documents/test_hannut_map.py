"""The map of Hannut: what the sources say of it, and that it says it is a reconstruction."""

from pathlib import Path

from wardesk import paths
from wardesk.documents.files.container import read_parts
from wardesk.documents.maps.shipped import shipped_policy
from wardesk.documents.maps.store import load_board, read_map, write_map
from wardesk.drawing.issues.whole_map import issues
from wardesk.model.movement import Movement

HANNUT = paths.campaigns() / "hannut-stonne" / "maps" / "hannut"


def test_it_is_sound_labelled_and_in_canonical_form(tmp_path: Path):
    document = read_map(HANNUT)
    assert issues(document) == []
    assert load_board(HANNUT).reconstruction
    write_map(document, tmp_path / "hannut")
    assert read_parts(tmp_path / "hannut") == read_parts(HANNUT)


def test_size_numbers_and_names():
    board = load_board(HANNUT)
    assert len(board.cells) == 20 * 18
    assert board.distance("0502", "0304") == 3
    assert {"1708", "1709"} <= set(board.neighbours("1809"))
    names = {"1416": "Merdorp", "1205": "Orp-le-Grand", "0708": "Jauche", "1709": "Wansin"}
    for cell, name in names.items():
        assert (board.cells[cell].name, board.cells[cell].terrain) == (name, "village")
    kinds = [cell.terrain for cell in board.cells.values()]
    assert {kind: kinds.count(kind) for kind in ("village", "wood", "orchard")} == {
        "village": 18,
        "wood": 14,
        "orchard": 7,
    }


def test_roads_run_from_neighbour_to_neighbour():
    board = load_board(HANNUT)
    assert len(board.lines) == 9
    for line in board.lines:
        assert len(line.cells) == len(line.points) > 2
        for a, b in zip(line.cells, line.cells[1:], strict=False):
            assert b in board.neighbours(a)
        assert [board.cell_at(*point) for point in line.points] == list(line.cells)


def test_the_palette_carries_costs_and_the_shipped_rule():
    palette = load_board(HANNUT).palette
    assert palette.sight["blitzkrieg"] == shipped_policy("blitzkrieg")
    assert next(iter(palette.sight)) == "blitzkrieg"
    assert palette.terrain["village"].properties["move_tracks"] == 4
    assert palette.lines["road"].properties["move_tracks"] == 1


def test_movement_by_its_own_palette_costs_what_the_chart_says():
    """Clear 1/3/2, village 1/3/4, orchard 1/4/3, wood 2/–/4, road 1/1/1, uphill +1/+2/+1."""
    board = load_board(HANNUT)
    chart = {
        "foot": ({"clear": 1, "village": 1, "orchard": 1, "wood": 2}, 1),
        "wheels": ({"clear": 3, "village": 3, "orchard": 4, "wood": None}, 2),
        "tracks": ({"clear": 2, "village": 4, "orchard": 3, "wood": 4}, 1),
    }
    on_road = {cell for line in board.lines for cell in line.cells}
    level = {cell: board.terrain_of(cell).get("level", 0) for cell in board.cells}
    met = set()
    for name, (costs, uphill) in chart.items():
        movement = Movement(board, name)
        for cell in board.cells.keys() - on_road:
            reach = movement.reach(cell, 12, least_one=False)
            for other in board.neighbours(cell):
                cost = costs[board.cells[other].terrain]
                climb = uphill * (level[other] > level[cell])
                direct = reach.ways.get(other, ())
                if cost is None:
                    assert len(direct) != 2  # a road may still lead there
                elif len(direct) == 2:  # no way round over a road is cheaper
                    assert reach.cost[other] == cost + climb
                    met.add((name, board.cells[other].terrain, bool(climb)))
                else:
                    assert reach.cost[other] < cost + climb
        lane = max(board.lines, key=lambda line: len(line.cells)).cells
        assert movement.path(lane[0], lane[-1])[0] <= len(lane) - 1
        assert movement.reach(lane[0], 3).cost[lane[3]] == 3
    assert {row for row in met if not row[2]} == {
        (name, kind, False) for name, (costs, _) in chart.items() for kind in costs if costs[kind]
    }
    assert {name for name, _, climb in met if climb} == set(chart)


def test_one_hex_may_always_be_moved_but_not_where_it_is_forbidden():
    board = load_board(HANNUT)
    wheels = Movement(board, "wheels")
    wood = next(c.id for c in board.cells.values() if c.terrain == "wood")
    beside = next(c for c in board.neighbours(wood) if board.cells[c].terrain == "clear")
    reach = wheels.reach(beside, 1)
    assert wood not in reach.cost
    assert reach.least
