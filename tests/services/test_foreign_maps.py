"""Maps of other programs become maps of ours, in a folder where nothing is replaced."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "drawing"))

from maps import document_of
from msgspec.structs import replace

from wardesk.documents.exports.geojson import write_geojson
from wardesk.documents.exports.tiled import tmx_text
from wardesk.documents.exports.triplea import triplea_parts
from wardesk.documents.maps.store import read_map
from wardesk.drawing.compare import differences
from wardesk.drawing.compile import compile_board
from wardesk.errors import UserError
from wardesk.services.maps.foreign_maps import is_foreign, open_foreign, read_foreign, write_foreign
from wardesk.words import shown


def written(form, folder):
    document = document_of("area" if form == "polygons.txt" else "hex")
    if form == "polygons.txt":
        parts = triplea_parts(
            compile_board(document), (900, 900), lambda x, y: (round(x), round(y))
        )
        for name, data in parts.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        return document, folder / "map" / form
    place = folder / form
    if form.endswith(".tmx"):
        place.write_text(tmx_text(document, "g.png", "h.png"), "utf-8")
    else:
        write_geojson(document, place)
    return document, place


@pytest.mark.parametrize("form", ["a.tmx", "a.geojson", "polygons.txt"])
def test_a_map_of_another_program_opens_as_a_new_map(form, tmp_path):
    document, place = written(form, tmp_path)
    assert is_foreign(place)
    folder = tmp_path / "own" / "maps"
    sessions = [open_foreign(place, folder) for _ in range(2)]
    assert len({session.path for session in sessions}) == 2
    assert len(sessions[0].document.cells) == len(document.cells)
    if form != "polygons.txt":
        assert sessions[0].notices
        assert not differences(document, sessions[0].document)
    for session in sessions:
        session.close()


def test_where_borders_and_source_do_not_agree_the_tool_is_named(tmp_path):
    place = tmp_path / "polygons.txt"
    squares = {name: 100 * k for k, name in enumerate("ABC")}
    place.write_text("".join(f"{n} < ({x},0) ({x + 100},0) ({x + 100},100) ({x},100) >\n"
                             for n, x in squares.items()))  # fmt: skip
    (tmp_path / "games").mkdir()
    game = (
        '<game><info name="Three"/><map><territory name="A"/><territory name="B"/>'
        '<territory name="C"/><connection t1="A" t2="B"/>{0}</map></game>'
    )
    for more, pairs in (('<connection t1="B" t2="C"/>', 0), ('<connection t1="A" t2="C"/>', 2)):
        (tmp_path / "games" / "g.xml").write_text(game.format(more))
        session = open_foreign(place, tmp_path / "own")
        told = [shown(one) for one in session.notices if "Review neighbours" in shown(one)]
        session.close()
        assert [words.split()[0] for words in told] == [str(pairs)] * bool(pairs)


def test_what_a_foreign_map_lacks_is_given_and_an_own_one_is_as_it_was(tmp_path):
    _, own = written("a.tmx", tmp_path)
    foreign = tmp_path / "b.tmx"
    foreign.write_text(
        '<map orientation="orthogonal" width="2" height="1" tilewidth="9" tileheight="9">'
        '<tileset firstgid="1" name="T" tilecount="2"/>'
        '<layer name="G" width="2" height="1"><data encoding="csv">1,2</data></layer></map>',
        "utf-8",
    )
    dressed = []
    for place in (own, foreign):
        with open_foreign(
            place, tmp_path / "maps", lambda found: (dressed.append(found), "Undressed.")[1:]
        ) as session:
            assert ("Undressed." in session.notices) is (place is foreign)
    assert [found.document.title for found in dressed] == ["b"]


def test_a_map_that_could_not_be_opened_is_not_written(tmp_path):
    _, place = written("polygons.txt", tmp_path)
    found = read_foreign(place)
    cells = found.document.cells
    name = next(iter(cells))
    cells[name] = replace(cells[name], anchor=(90_000.0, 90_000.0))
    goal = tmp_path / "new.wdmap"
    with pytest.raises(UserError, match="anchor"):
        write_foreign(replace(found, own=False), goal)
    assert not goal.exists()
    write_foreign(replace(found, own=True), goal)  # one's own unfinished work is kept
    assert read_map(goal, check=False).cells


@pytest.mark.parametrize("name", ["a.txt", "gone.tmx", "folder"])
def test_what_is_no_map_is_told(name, tmp_path):
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "folder").mkdir()
    assert not is_foreign(tmp_path / "a.txt")
    assert not is_foreign(tmp_path / "folder")
    with pytest.raises(UserError, match=r"TripleA|is not there"):
        read_foreign(tmp_path / name)
