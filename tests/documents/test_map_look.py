"""The look of a map in its file and in the journal: kept to the letter, refused when it is bad."""

import json
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))
from lattice_maps import lattice_map
from pictures import png

from wardesk.documents.maps.edit_journal import journal_path
from wardesk.documents.maps.store import document_from_parts, parts_from_document, read_map
from wardesk.drawing.commands.all_commands import SetLook
from wardesk.errors import DamagedFile, UserError
from wardesk.model.map_look import KindLook, OwnSign, SheetLook
from wardesk.services.maps.edit_session import EditSession

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><path d="M2 2h9v9z"/></svg>'


def test_a_map_without_a_look_has_no_part_for_it():
    assert "look.json" not in parts_from_document(lattice_map("hex"))


def test_pictures_are_kept_with_the_map_and_unused_ones_are_not(tmp_path):
    with EditSession.new(lattice_map("hex"), tmp_path / "m.wdmap") as session:
        used, sign = session.put_picture(png(), "p.png"), session.put_picture(SVG, "s.svg")
        session.put_picture(SVG.replace(b"9", b"8"), "unused.svg")
        look = SheetLook(
            terrain={"wood": KindLook(tile=used)}, signs={"own-1": OwnSign("Mill", sign)}
        )
        session.do(SetLook(look))
        session.save()
    found = read_map(tmp_path / "m.wdmap")
    assert found.look == look
    assert found.pictures == {used: png(), sign: SVG}
    assert sum(name.startswith("art/look-") for name in found.extra_parts) == 2


def test_a_look_and_its_pictures_come_back_after_a_crash(tmp_path):
    path = tmp_path / "m.wdmap"
    session = EditSession.new(lattice_map("hex"), path)
    session.save()
    part = session.put_picture(png(), "p.png")
    session.do(SetLook(SheetLook(terrain={"wood": KindLook(tile=part)})))
    journal = journal_path(path).read_bytes()
    session.close()
    assert journal
    with EditSession.open(path) as again:
        assert again.document.look.terrain["wood"].tile == part
        assert again.document.pictures == {part: png()}


@pytest.mark.parametrize(
    "look",
    [
        {"inks": {"water": "red"}},
        {"inks": {"sky": "#000000"}},
        {"style": "neon"},
        {"terrain": {"wood": {"tile": "../../etc/passwd"}}},
        {"terrain": {"wood": {"size": 1e9}}},
        {"terrain": {"wood": {"colour": "#12345"}}},
        {"names": {"nobody": {}}},
        {"names": {"city": {"spacing": -1}}},
        {"numbers": {"size": 0}},
        {"numbers": {"place": "outside"}},
        {"signs": {"a b": {"title": "x", "part": "art/look-" + "0" * 32 + ".svg"}}},
        {"signs": {"a": {"title": "x", "part": "grid.json"}}},
        {"glow": True},
        [],
    ],
)
def test_a_bad_look_is_told_with_its_part(look):
    parts = {**parts_from_document(lattice_map("hex")), "look.json": json.dumps(look).encode()}
    with pytest.raises(DamagedFile, match=r"look\.json"):
        document_from_parts(parts)


@pytest.mark.parametrize(
    "bad",
    [
        SVG.replace(b"<path", b"<script>alert(1)</script><path"),
        SVG.replace(b"<path", b'<image href="http://example.org/x.png"/><path'),
        SVG.replace(b"<path", b'<use href="#a"/><path'),
        SVG.replace(b"<path ", b'<path onload="x()" '),
        SVG.replace(b"<path ", b'<path fill="url(http://example.org/#a)" '),
        SVG.replace(b"<path ", b"<style>@import url(x.css)</style><path "),
        b'<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + SVG,
        SVG + b" " * (1 << 20),
        b"GIF89a",
        b"",
    ],
)
def test_drawings_that_do_more_than_draw_are_refused_and_nothing_is_kept(tmp_path, bad):
    with EditSession.new(lattice_map("hex"), tmp_path / "m.wdmap") as session:
        with pytest.raises(UserError):
            session.put_picture(bad, "bad.svg")
        assert not [one for one in session.document.extra_parts if "look" in one]
