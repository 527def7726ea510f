"""Tests of ``wardesk map stitch``."""

import json
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "drawing"))
from maps import area_map, document_of

from wardesk.cli.main import main
from wardesk.documents.maps.store import read_map, write_map
from wardesk.drawing.issues.whole_map import errors


@pytest.fixture
def boards(tmp_path):
    def make(one, other):
        write_map(one, tmp_path / "a.wdmap")
        write_map(other, tmp_path / "b.wdmap")
        return tmp_path / "a.wdmap", tmp_path / "b.wdmap", tmp_path / "out.wdmap"

    return make


def run(*words):
    return main(["map", "stitch", *map(str, words)])


@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_two_area_boards_become_one_map(boards, capsys, side):
    a, b, out = boards(area_map(), area_map())
    assert run(a, b, out, "--side", side, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    document = read_map(out)
    assert errors(document) == []
    count = len(area_map().cells)
    assert (told["cells"], told["added"], told["prefix"]) == (2 * count, count, "B-")
    assert len(document.cells) == 2 * count
    assert read_map(a).cells == area_map().cells


def test_two_sheets_become_one_map(boards, capsys):
    a, b, out = boards(document_of("square"), document_of("square"))
    assert run(a, b, out, "--side", "bottom") == 0
    assert "of them new" in capsys.readouterr().out
    assert read_map(out).layout.grid.rows == 2 * document_of("square").layout.grid.rows


def test_boards_that_do_not_go_together_are_exit_1_and_nothing_is_written(boards, capsys):
    a, b, out = boards(document_of("hex"), area_map())
    assert run(a, b, out) == 1
    assert "kind" in capsys.readouterr().err
    assert not out.exists()
    assert run(a, b, out, "--json") == 1
    assert "kind" in json.loads(capsys.readouterr().out)["error"]


@pytest.mark.parametrize(
    "more", [("--shift", "3"), ("--overlap", "0.5"), ("--overlap", "99"), ("--overlap", "-1")]
)
def test_a_seam_that_cannot_be_is_exit_1(boards, more):
    a, b, out = boards(document_of("square"), document_of("square"))
    assert run(a, b, out, *more) == 1
    assert not out.exists()


def test_bad_use_is_exit_2(boards, tmp_path, capsys):
    a, b, out = boards(document_of("square"), document_of("square"))
    assert run(a, tmp_path / "none.wdmap", out) == 2
    assert run(a, b, a) == 2
    assert "already" in capsys.readouterr().err
    assert run(a, b, out, "--side", "under") == 2
