"""Sight as boards answer it: ids, reasons, places, ranges, marks, views, the printed example."""

import pytest
from lattice_maps import POLICY, lattice_map

from wardesk import paths
from wardesk.documents.maps.shipped import shipped_policy
from wardesk.documents.maps.store import load_board
from wardesk.drawing.compile import compile_board
from wardesk.geometry.sight.policy import SightPolicy

HANNUT = paths.campaigns() / "hannut-stonne" / "maps" / "hannut"
FORT = paths.campaigns() / "eben-emael" / "maps" / "fort"
BLIND = "0702 1304 1305 1107 0810 0709 0610 0309 0209 0205 0304 0303 0403 0501"


@pytest.fixture(scope="module")
def hexes():
    return compile_board(lattice_map("hex", absent=()))


def test_from_0706_exactly_the_fourteen_printed_hexes_are_blind():
    board = load_board(HANNUT)
    engine = board.sight_lines().engine
    numbers = board.lattice.numbers
    blind = set()
    for cell in board.cells:
        sight = board.sight("0706", cell)
        low = not board.cells[cell].properties["level"]
        hidden = engine.verdict(numbers["0706"], numbers[cell]).why == "weights"
        if low and hidden and sight.distance <= 8:
            blind.add(cell)
    assert blind == set(BLIND.split())


def test_a_blocked_line_says_by_what_and_where(hexes):
    sight = hexes.sight("0401", "0406")
    assert (sight.clear, sight.blocked_by, sight.cite) == (False, "0402", "T 1")
    assert sight.reason == "Blocked by 0402 (Wood)."
    assert sight.distance == 5
    blocking = next(event for event in sight.events if event.blocks)
    assert (blocking.kind, blocking.cells, blocking.weight) == ("cell", ("0402",), 2)
    x, y = hexes.cells["0402"].anchor
    assert blocking.start == (x, y - 168)
    assert blocking.end == (x, y + 168)


def test_the_second_orchard_blocks_and_says_so(hexes):
    assert hexes.sight("0403", "0405").clear
    assert hexes.sight("0403", "0405").reason == "Clear: weight 1, and 2 would block."
    blocked = hexes.sight("0403", "0406")
    assert blocked.reason == "Blocked by 0405 (Orchard), which brings the weight to the limit of 2."


def test_edges_and_drawn_lines_are_named(hexes):
    policy = SightPolicy(id="x", edges={"crest": 1}, lines={"dyke": 1})
    crest = hexes.sight("0501", "0503", policy)
    assert crest.clear  # the crest is a side of 0501 itself
    dyke = hexes.sight("0605", "0607", policy)
    assert (dyke.clear, dyke.blocked_by, dyke.reason) == (False, "Dyke", "Blocked by Dyke.")
    (event,) = [event for event in dyke.events if event.kind == "line"]
    assert event.start == (hexes.cells["0606"].anchor[0], hexes.cells["0606"].anchor[1] + 20)
    assert hexes.sight("0606", "0607", policy).clear


def test_forks_have_both_branches_with_places(hexes):
    sight = hexes.sight("0405", "0605")
    forks = [event for event in sight.events if event.kind == "fork"]
    assert forks
    for fork in forks:
        assert fork.left
        assert fork.right
        assert fork.taken in ("left", "right")
        assert fork.start != fork.end
    places = [event.start for event in sight.events]
    assert places == sorted(places, key=lambda p: p[0])


def test_without_a_target_class_there_is_no_range(hexes):
    assert hexes.sight("0101", "0801").clear
    far = hexes.sight("0101", "0801", target_class="foot")
    assert (far.clear, far.reason) == (False, "Too far: 7 cells, and 4 is the limit.")
    assert not hexes.sight("0401", "0801", conditions=("night",)).clear
    assert hexes.sight("0401", "0402", target_class="foot").clear
    assert not hexes.sight("0205", "0402", target_class="foot").clear  # in a wood only 2
    with pytest.raises(KeyError):
        hexes.sight("0101", "0801", target_class="ghost")


def test_marks_block_while_they_lie_there(hexes):
    smoke = {"smoke": {"0506"}}
    assert hexes.sight("0505", "0507").clear
    assert not hexes.sight("0505", "0507", marks=smoke).clear
    assert hexes.sight("0505", "0506", marks=smoke).clear
    assert "0507" not in hexes.viewshed("0505", marks=smoke)


@pytest.mark.parametrize(
    "policy", [None, "heights", shipped_policy("gts"), shipped_policy("plain")]
)
@pytest.mark.parametrize("kind", ["hex", "square"])
def test_views_agree_with_single_lines(kind, policy):
    board = compile_board(lattice_map(kind))
    for a in ("0101", "0405", "0807"):
        for more in ({}, {"conditions": ("night",)}, {"target_class": "foot"}):
            if more and policy is not None:
                continue
            seen = board.viewshed(a, policy=policy, **more)
            assert a in seen
            for b in board.cells:
                assert (b in seen) == (a == b or board.sight(a, b, policy, **more).clear)
        assert board.viewshed(a, 2, policy) == {
            b for b in board.viewshed(a, policy=policy) if board.distance(a, b) <= 2
        }


def test_the_fort_sees_as_its_views_say():
    board = load_board(FORT)
    policy = SightPolicy(id="x", cells={"work": 1, "wood": 1})
    for a in list(board.cells)[::6]:
        seen = board.viewshed(a, policy=policy)
        for b in board.cells:
            assert (b in seen) == board.sight(a, b, policy).clear == board.sight(b, a, policy).clear
    assert board.cell_at(*board.cells["MN"].anchor) == "MN"


def test_all_pairs_of_the_printed_map():
    board = load_board(HANNUT)
    lines = board.sight_lines()
    table = lines.all_pairs(8)
    for a in ("0706", "1205", "1416"):
        seen = board.viewshed(a)
        for b in board.cells:
            if lines.distance(a, b) <= 8:
                assert table.sees(lines.numbers[a], lines.numbers[b]) == (b in seen)
    with pytest.raises(TypeError, match="hexes or squares"):
        load_board(FORT).sight_lines().all_pairs(8)


@pytest.mark.parametrize("reach", [1, 3, 8])
@pytest.mark.parametrize("path", [HANNUT, FORT])
def test_a_cell_is_exposed_to_as_many_as_it_sees(path, reach):
    board = load_board(path)
    exposure = board.exposure(reach)
    assert list(exposure) == list(board.cells)
    for cell in list(board.cells)[::7]:
        assert exposure[cell] == len(board.viewshed(cell, reach)) - 1


def test_exposure_needs_a_reach():
    with pytest.raises(ValueError, match="at least 1"):
        load_board(FORT).exposure(0)


def test_the_palettes_first_rule_counts_and_is_kept(hexes):
    assert hexes.sight("0101", "0201").policy == POLICY.id
    assert hexes.sight_lines() is hexes.sight_lines("test") is hexes.sight_lines(POLICY)
    with pytest.raises(KeyError):
        hexes.sight("0101", "0201", "unknown")
