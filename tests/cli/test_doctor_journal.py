"""``wardesk doctor`` on a map whose journal was damaged."""

from pathlib import Path

import pytest

from wardesk.cli.main import main
from wardesk.documents.maps.edit_journal import journal_path
from wardesk.documents.maps.store import read_map, write_map
from wardesk.drawing.commands.all_commands import NameCell
from wardesk.services.maps.edit_session import EditSession

SPECIMEN = Path(__file__).parents[1] / "museum" / "map-v1.wdmap"


def damaged(tmp_path):
    path = tmp_path / "map.wdmap"
    write_map(read_map(SPECIMEN), path)
    session = EditSession.open(path)
    for name in ("One", "Two", "Three", "Four"):
        session.do(NameCell("A", name))
    session.close()
    place = journal_path(path)
    lines = place.read_bytes().split(b"\n")
    place.write_bytes(b"\n".join([*lines[:3], b"rubbish", *lines[4:]]))
    return path


@pytest.fixture
def run(capsys):
    def call(*words):
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        assert code == 1, (said.out, said.err)
        return said.out

    return call


def test_the_doctor_names_the_line_and_what_can_be_saved(run, tmp_path):
    done = run("doctor", damaged(tmp_path))

    assert "line 4" in done
    assert "2 records can be saved" in done


def test_repair_saves_the_strokes_before_the_damage(run, tmp_path):
    done = run("doctor", damaged(tmp_path), "--repair")

    assert "map-repaired-1.wdmap" in done
    assert read_map(tmp_path / "map-repaired-1.wdmap").cells["A"].name == "Two"
