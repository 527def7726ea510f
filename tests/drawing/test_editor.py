"""Tests of the editor: strokes, history, clean mark, journal before change, reading commands."""

import pytest
from maps import canon, document_of

from wardesk.drawing.commands.all_commands import NameCell, PaintTerrain, command_json, read_command
from wardesk.drawing.editor import Did, Editor, Redid, Saved, Undid, replay
from wardesk.errors import DamagedFile, UserError


@pytest.fixture
def editor():
    records = []
    made = Editor(document_of("hex"), records.append)
    made.records = records
    return made


def test_a_stroke_is_one_entry_and_one_undo(editor):
    before = canon(editor.document)
    stroke = editor.new_stroke()
    for cell in ("0101", "0102", "0103"):
        change = editor.do(PaintTerrain((cell,), "wood"), stroke)
        assert (change.kinds, change.cells) == ({"terrain"}, {cell})
    assert editor.titles == ("Paint wood: 3 cells",)
    assert editor.undo().cells == {"0101", "0102", "0103"}
    assert canon(editor.document) == before
    assert editor.redo().kinds == {"terrain"}
    assert not editor.can_redo


def test_undo_ends_a_stroke(editor):
    stroke = editor.new_stroke()
    editor.do(PaintTerrain(("0101",), "wood"), stroke)
    editor.undo()
    editor.redo()
    editor.do(PaintTerrain(("0102",), "wood"), stroke)
    assert len(editor.titles) == 2


def test_what_changes_nothing_leaves_no_trace(editor):
    assert editor.do(PaintTerrain(("0402",), "wood")).is_empty
    assert (editor.titles, editor.records) == ((), [])


def test_the_clean_mark_follows_the_history(editor):
    assert editor.is_clean
    editor.do(NameCell("0101", "Mound"))
    assert not editor.is_clean
    editor.mark_saved("d")
    editor.do(NameCell("0101", "Height"))
    editor.undo()
    assert editor.is_clean
    editor.undo()
    assert not editor.is_clean
    editor.do(NameCell("0101", "Other"))  # the saved state is gone for good
    editor.undo()
    assert not editor.is_clean
    assert [type(record) for record in editor.records] == [
        Did, Saved, Did, Undid, Undid, Did, Undid,
    ]  # fmt: skip


def test_nothing_counts_that_the_journal_did_not_take(editor):
    editor.do(NameCell("0101", "Mound"))
    before = canon(editor.document)

    def full(_):
        raise UserError("full")

    editor.write = full
    for act in (lambda: editor.do(NameCell("0102", "x")), editor.undo, editor.mark_saved):
        with pytest.raises(UserError, match="full"):
            act()
    assert canon(editor.document) == before
    assert editor.position == 1
    assert not editor.is_clean


def test_undo_and_redo_at_the_ends_are_refused(editor):
    with pytest.raises(UserError, match="nothing to undo"):
        editor.undo()
    with pytest.raises(UserError, match="nothing to redo"):
        editor.redo()
    assert editor.records == []


def test_a_journal_of_another_map_is_told():
    with pytest.raises(DamagedFile, match="Record 2"):
        replay(document_of("hex"), [Did(NameCell("0101", "x")), Redid()])


def test_commands_are_readable_json():
    command = PaintTerrain(("0101",), "wood")
    assert command_json(command) == b'{"do":"paint-terrain","cells":["0101"],"terrain":"wood"}'
    assert read_command(command_json(command)) == command
    for bad in ("", "[]", '{"do":"x"}', '{"do":"paint-terrain","cells":[]}', "[" * 9999):
        with pytest.raises(UserError, match="no edit command"):
            read_command(bad)
