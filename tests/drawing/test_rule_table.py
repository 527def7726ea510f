"""Tests of a map's own rules: presets, the tables that edit them, bridges, and sight."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from wardesk.documents.maps.shipped import shipped_palettes
from wardesk.documents.maps.store import read_map, write_map
from wardesk.drawing.commands.all_commands import (
    DrawLine,
    PaintSides,
    PutBorderKind,
    PutPalette,
    SetElevation,
    command_json,
    read_command,
)
from wardesk.drawing.compile import compile_board
from wardesk.drawing.editor import Editor
from wardesk.drawing.issues.live import live_issues
from wardesk.drawing.rule_table import (
    class_added,
    class_removed,
    columns,
    edited,
    preset_taken,
    sight_rule,
    text_of,
)
from wardesk.errors import UserError
from wardesk.model.movement import Movement, move_classes
from wardesk.model.palette import BorderKind
from wardesk.services.maps.new_map import NewMap, PaletteChoice, make_map
from wardesk.words import shown

CHOICES = [PaletteChoice(one.name, one.palette.title, one.palette, one.kinds)
           for one in shipped_palettes()]  # fmt: skip
PRESETS = {one.name: one.palette for one in shipped_palettes() if one.like}
TACTICAL = PRESETS["land-hex-tactical"]


def sheet(palette="land-hex-tactical", columns=6, rows=5):
    new = NewMap(title="Test", columns=columns, rows=rows, palette=palette)
    return make_map(new, CHOICES)


def road(document, *cells):
    points = tuple(document.cells[cell].anchor for cell in cells)
    return DrawLine(kind="road", points=points)


def done(document, *commands):
    editor = Editor(document)
    for command in commands:
        editor.do(command)
    return editor


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_has_costs_for_every_class_on_every_ground(name):
    palette = PRESETS[name]
    classes = move_classes(palette)
    assert len(classes) >= 2
    for kind in palette.terrain.values():
        told = kind.properties
        assert all(f"move_{one}" in told or "move" in told for one in classes), kind.id
    assert any(kind.crosses for kind in palette.borders.values())
    assert all("move_" + classes[0] in kind.properties for kind in palette.lines.values()
               if kind.id == "road")  # fmt: skip


def test_plain_stays_the_palette_that_a_new_map_begins_with():
    assert sheet(palette="").palette.id == "land"


def test_sides_cost_and_close_by_class():
    document = sheet()
    done(document, PaintSides((("0202", "0203"),), "stream"))
    board = compile_board(document)
    assert Movement(board, "foot").path("0202", "0203") == (Fraction(2), ("0202", "0203"))
    wheels = Movement(board, "wheels")
    assert len(wheels.path("0202", "0203")[1]) == 3  # 2 points on the way round, 3 across
    done(document, edited(document.palette, "borders", "stream", "move_wheels", "no"))
    way = Movement(compile_board(document), "wheels").path("0202", "0203")
    assert len(way[1]) > 2


def test_up_the_slope_costs_and_down_does_not():
    document = sheet()
    done(document, PaintSides((("0202", "0203"),), "slope", high="second"))
    foot = Movement(compile_board(document), "foot")
    assert foot.path("0202", "0203")[0] == 2
    assert foot.path("0203", "0202")[0] == 1


def test_a_road_ends_at_a_river_until_a_bridge_lies_there():
    document = sheet(columns=2, rows=5)
    editor = done(document, road(document, "0102", "0103"))
    editor.do(PaintSides((("0102", "0103"),), "river"))
    (issue,) = [one for one in live_issues(document) if one.issue.code == "road-blocked"]
    assert "bridge" in str(issue.issue.text)
    told = shown(issue.issue.text, "fr"), shown(issue.fix_text, "fr")
    assert told[0].startswith("Route ")
    assert told[0].endswith("de 0102 à 0103 sans pont (Rivière).")
    assert told[1] == "Y poser : Pont"
    assert "0103" not in compile_board(document).neighbours("0102")
    assert Movement(compile_board(document), "wheels").path("0102", "0103")[0] > Fraction(1, 2)

    editor.do(issue.fix)
    board = compile_board(document)
    assert document.sides["0102", "0103"] == ("river", "bridge")
    assert "0103" in board.neighbours("0102")
    assert Movement(board, "wheels").path("0102", "0103")[0] == Fraction(1, 2)
    assert not [one for one in live_issues(document) if one.issue.code == "road-blocked"]
    editor.undo()
    assert document.sides["0102", "0103"] == ("river",)


def test_a_ford_lets_feet_over_and_no_wheels():
    document = sheet(columns=1, rows=3)
    done(
        document, PaintSides((("0101", "0102"),), "river"), PaintSides((("0101", "0102"),), "ford")
    )
    board = compile_board(document)
    assert Movement(board, "foot").path("0101", "0102")[0] == 2
    assert Movement(board, "wheels").path("0101", "0102") is None


def test_a_preset_on_a_drawn_map_keeps_names_and_looks_and_is_undone_in_one_step():
    document = sheet(palette="land-hex")
    before = document.palette
    named = edited(before, "terrain", "wood", "move", "2")
    editor = done(document, named)
    after_edit = document.palette
    editor.do(preset_taken(document.palette, TACTICAL))
    assert document.palette.title == TACTICAL.title
    assert document.palette.terrain["wood"].properties["move_tracks"] == 4
    assert "move" not in document.palette.terrain["wood"].properties
    assert document.palette.terrain["wood"].art == before.terrain["wood"].art
    editor.undo()
    assert document.palette == after_edit


def test_every_cell_of_the_tables_can_be_typed_again_without_a_change():
    for among in ("terrain", "borders", "lines"):
        for kind in getattr(TACTICAL, among):
            for column in columns(TACTICAL, among):
                text = text_of(TACTICAL, among, kind, column.key)
                if not text or (among == "borders" and not TACTICAL.borders[kind].passable):
                    continue
                document = sheet()
                editor = done(document, edited(TACTICAL, among, kind, column.key, text))
                again = text_of(document.palette, among, kind, column.key)
                assert again == text, (among, kind, column.key, len(editor.titles))


@pytest.mark.parametrize(
    ("among", "kind", "key", "text"),
    [
        ("terrain", "wood", "move_foot", "many"),
        ("terrain", "wood", "move_foot", "-2"),
        ("terrain", "wood", "move_foot", "1/0"),
        ("terrain", "wood", "cover", "no"),
        ("borders", "slope", "up", "1; 2"),
        ("terrain", "wood", "sight", "3"),
        ("borders", "bridge", "crosses", "bridge"),
        ("borders", "bridge", "crosses", "moat"),
        ("borders", "river", "crossed", "2"),
    ],
)
def test_nonsense_in_a_table_is_refused_in_words(among, kind, key, text):
    with pytest.raises(UserError) as told:
        edited(TACTICAL, among, kind, key, text)
    assert str(told.value)


def test_a_number_on_a_closed_side_opens_it_for_that_class_only():
    document = sheet()
    done(document, edited(document.palette, "borders", "river", "move_foot", "3"))
    river = document.palette.borders["river"]
    assert river.passable
    told = [text_of(document.palette, "borders", "river", f"move_{one}")
            for one in ("foot", "wheels", "tracks")]  # fmt: skip
    assert told == ["3", "no", "no"]


def test_classes_come_and_go():
    document = sheet()
    editor = done(document, class_added(document.palette, "Skis"))
    assert move_classes(document.palette)[-1] == "skis"
    assert text_of(document.palette, "terrain", "wood", "move_skis") == "4"  # as tracks, the last
    with pytest.raises(UserError):
        class_added(document.palette, "skis")
    editor.do(class_removed(document.palette, "skis"))
    assert document.palette == TACTICAL


def test_heights_hide_what_lies_behind_a_hill_by_the_tactical_rule():
    document = sheet(columns=1, rows=5)
    assert sight_rule(document.palette).elevation is not None
    assert compile_board(document).sight("0101", "0105").clear
    done(document, SetElevation(("0103",), 2))
    assert not compile_board(document).sight("0101", "0105").clear


def test_a_weight_in_the_table_counts_in_sight():
    document = sheet(columns=1, rows=6)
    done(document, edited(document.palette, "borders", "hedge", "sight", "yes"))
    assert sight_rule(document.palette).edges == {"hedge": 2}
    done(document, PaintSides((("0102", "0103"),), "hedge"))
    assert not compile_board(document).sight("0101", "0105").clear


def test_directed_and_the_rest_survive_the_file_and_the_journal(tmp_path):
    document = sheet()
    done(document, edited(document.palette, "borders", "slope", "up_foot", "2"))
    write_map(document, tmp_path / "m.wdmap")
    again = read_map(tmp_path / "m.wdmap")
    assert again.palette == document.palette
    assert again.palette.borders["slope"].directed
    assert compile_board(again).digest == compile_board(document).digest
    command = preset_taken(document.palette, PRESETS["land-hex-ancient"])
    assert read_command(command_json(command)) == command


def test_a_palette_without_a_kind_in_use_is_refused():
    document = sheet()
    done(document, PaintSides((("0202", "0203"),), "stream"))
    poor = TACTICAL.borders["river"]
    with pytest.raises(UserError):
        PutPalette(replace(document.palette, borders={"river": poor})).planned(document)
    with pytest.raises(UserError):
        PutBorderKind(BorderKind("x", "X", passable=True, crosses=("moat",))).planned(document)


def test_fees_and_crossings_change_the_digest_and_nothing_else_does():
    document = sheet()
    before = compile_board(document).digest
    done(document, edited(document.palette, "borders", "stream", "move_foot", "2"))
    assert compile_board(document).digest != before
