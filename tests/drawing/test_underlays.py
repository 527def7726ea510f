"""Tests of pictures under a map: commands, the file, what a session keeps of them."""

import hashlib

import pytest
from lattice_maps import lattice_map
from maps import SPECIMEN, canon
from pictures import jpeg, png

from wardesk.documents.files.images import image_part
from wardesk.documents.maps.backups_and_pictures import images_path
from wardesk.documents.maps.edit_journal import journal_path, map_digest
from wardesk.documents.maps.store import (
    document_from_parts,
    parts_from_document,
    read_map,
    write_map,
)
from wardesk.drawing.commands.all_commands import (
    AddUnderlay,
    MoveUnderlay,
    RemoveUnderlay,
    SetUnderlay,
)
from wardesk.drawing.compare import differences
from wardesk.drawing.editor import Editor
from wardesk.errors import DamagedFile, UserError
from wardesk.geometry.grids.calibration import IDENTITY
from wardesk.services.maps.edit_session import EditSession

MOVED = (2.0, 0.0, 10.0, 0.0, 2.0, -5.0)


def shown(document, data=None, **more):
    data = data or png()
    found = image_part(data, "scan")
    document.extra_parts[found.part] = data
    return AddUnderlay(found.part, found.size, IDENTITY, **more)


def test_pictures_lie_under_the_map_in_order_and_can_be_undone():
    editor = Editor(lattice_map("hex"))
    before = canon(editor.document)
    editor.do(shown(editor.document, title="North"))
    editor.do(shown(editor.document, jpeg(), title="South"))
    editor.do(SetUnderlay("underlay-2", order=0, opacity=0.4, visible=False))
    editor.do(MoveUnderlay("underlay-1", MOVED))
    rows = [(u.title, u.size, u.opacity, u.visible) for u in editor.document.underlays]
    assert rows == [("South", (5, 7), 0.4, False), ("North", (4, 3), 1.0, True)]
    again = document_from_parts(parts_from_document(editor.document))
    assert again.underlays == editor.document.underlays
    told = [d.text for d in differences(lattice_map("hex"), again)]
    assert any("underlay underlay-1 is new" in line for line in told)
    editor.go(0)
    assert canon(editor.document) == before


def test_a_locked_picture_stays_where_it_is():
    document = lattice_map("hex")
    shown(document).apply(document)
    SetUnderlay("underlay-1", locked=True).apply(document)
    for command in (MoveUnderlay("underlay-1", MOVED), RemoveUnderlay("underlay-1")):
        with pytest.raises(UserError, match="is locked"):
            command.apply(document)
    SetUnderlay("underlay-1", locked=False).apply(document)
    RemoveUnderlay("underlay-1").apply(document)
    assert document.underlays == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"image": "art/underlay-" + "0" * 32 + ".png"}, "holds no picture"),
        ({"image": "cells.json"}, "holds no picture"),
        ({"size": (40_000, 10)}, "40000"),
        ({"transform": (1.0, 1.0, 0.0, 1.0, 1.0, 0.0)}, "pressed flat"),
        ({"transform": (1e300, 0.0, 0.0, 0.0, 1e300, 0.0)}, "beyond"),
        ({"transform": (float("nan"), 0.0, 0.0, 0.0, 1.0, 0.0)}, "pressed flat"),
        ({"opacity": 1.5}, "from 0 to 1"),
        ({"id": "a b"}, "cannot be an id"),
    ],
)
def test_bad_underlays_are_refused(change, words):
    document = lattice_map("hex")
    good = shown(document)
    with pytest.raises(UserError, match=words):
        AddUnderlay(**{n: getattr(good, n) for n in good.__struct_fields__} | change).apply(
            document
        )
    assert document.underlays == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"opacity": 0.5', b'"opacity": 7', "opacity"),
        (b'"size": [4, 3]', b'"size": [4, 99999]', "99999"),
        (b'"title": "S"', b'"titel": "S"', "titel"),
        (b'"image": "art/', b'"image": "../', "image"),
        (b"[1, 0, 0, 0, 1, 0]", b"[0, 0, 0, 0, 0, 0]", "pressed flat"),
    ],
)
def test_hostile_rows_are_told(old, new, words):
    document = lattice_map("hex")
    shown(document, title="S", opacity=0.5).apply(document)
    parts = parts_from_document(document)
    assert old in parts["underlays.json"]
    parts["underlays.json"] = parts["underlays.json"].replace(old, new)
    with pytest.raises(DamagedFile, match=words):
        document_from_parts(parts)


@pytest.fixture(params=["map.wdmap", "map"])
def path(request, tmp_path):
    place = tmp_path / request.param
    write_map(read_map(SPECIMEN), place)
    return place


def crash(session):
    session._writer.close(remove=False)
    session._lock.close()


BIG = png(1000, 1000, noise=True)


def add(session, data=BIG):
    found = session.put_image(data)
    session.do(AddUnderlay(found.part, found.size, IDENTITY))
    return found.part


def test_the_journal_names_pictures_and_does_not_hold_them(path):
    with EditSession.open(path) as session:
        part = add(session)
        for step in range(20):
            session.do(MoveUnderlay("underlay-1", (*MOVED[:2], float(step), *MOVED[3:])))
        assert journal_path(path).stat().st_size < 20_000
        crash(session)
    with EditSession.open(path) as again:
        assert again.document.extra_parts[part] == BIG
        again.save()
    assert read_map(path).extra_parts[part] == BIG
    assert not images_path(path).exists()
    with EditSession.open(path) as again:  # a map that had the picture before
        again.do(MoveUnderlay("underlay-1", MOVED))
        assert journal_path(path).stat().st_size < 20_000
        crash(again)
    with EditSession.open(path) as again:
        assert again.document.extra_parts[part] == BIG
        again.discard()
    assert sorted(p.name for p in path.parent.iterdir() if "images" in p.name) == []


def test_a_picture_removed_and_saved_comes_back_by_undo_even_after_a_crash(path):
    session = EditSession.open(path)
    part = add(session)
    session.save()
    session.do(RemoveUnderlay("underlay-1"))
    session.save()
    assert part not in read_map(path).extra_parts
    crash(session)
    with EditSession.open(path) as again:
        again.editor.undo()
        again.save()
    assert read_map(path).extra_parts[part] == BIG


def test_saving_elsewhere_takes_pictures_along(path, tmp_path):
    with EditSession.open(path) as session:
        part = add(session)
        session.save_as(tmp_path / "other.wdmap")
        session.editor.undo()
        crash(session)
    assert not images_path(path).exists()
    with EditSession.open(tmp_path / "other.wdmap") as again:
        again.editor.redo()
        assert again.document.extra_parts[part] == BIG


@pytest.mark.parametrize("broken", ["gone", "altered"])
def test_a_picture_lost_beside_the_journal_loses_no_stroke(path, broken):
    session = EditSession.open(path)
    part = add(session)
    session.do(MoveUnderlay("underlay-1", MOVED))
    crash(session)
    kept = images_path(path) / part.rpartition("/")[2]
    kept.unlink() if broken == "gone" else kept.write_bytes(BIG[:-1] + b"!")
    with EditSession.open(path) as again:
        assert "1 picture under the map could not be found" in again.notices[0]
        assert again.document.underlays[0].transform == MOVED
        again.save()
        assert add(again) == part
        again.save()
    assert read_map(path).extra_parts[part] == BIG


def test_a_picture_never_shown_leaves_nothing_behind(path):
    before = map_digest(read_map(path))
    with EditSession.open(path) as session:
        session.put_image(BIG)
        assert map_digest(session.document) == before
    assert not images_path(path).exists()
    with EditSession.open(path) as session, pytest.raises(UserError, match="neither PNG"):
        session.put_image(b"no picture")


def test_stored_pictures_are_what_their_name_says(path):
    with EditSession.open(path) as session:
        part = add(session, BIG + b"words behind the end")
        assert session.put_image(BIG).part == part
        session.save()
    digest = hashlib.sha256(read_map(path).extra_parts[part]).hexdigest()
    assert digest[:32] in part
