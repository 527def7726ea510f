"""``wardesk doctor`` on a map that was damaged, or whose journal was."""

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


def test_a_journal_without_its_first_line_is_put_aside(run, tmp_path):
    path = damaged(tmp_path)
    place = journal_path(path)
    place.write_bytes(place.read_bytes()[40:])
    before = path.read_bytes()

    done = run("doctor", path)
    assert "Repair puts the journal aside" in done
    assert "--repair does it" in done

    done = run("doctor", path, "--repair")
    assert f"What is good was saved in {path}." in done
    assert path.read_bytes() == before
    assert place.with_name(f"{place.name}.old").exists()
    assert main(["doctor", str(path)]) == 0


def test_of_a_damaged_map_an_older_state_is_saved(run, tmp_path):
    path = tmp_path / "map.wdmap"
    write_map(read_map(SPECIMEN), path)
    with EditSession.open(path) as session:
        session.do(NameCell("A", "Newest"))
        session.save()
    path.write_bytes(b"PK" + path.read_bytes()[90:])

    assert "An older state of it is whole" in run("doctor", path)
    assert "map-repaired-1.wdmap" in run("doctor", path, "--repair")
    names = {cell.name for cell in read_map(tmp_path / "map-repaired-1.wdmap").cells.values()}
    assert names == {cell.name for cell in read_map(SPECIMEN).cells.values()}


def test_where_nothing_can_be_saved_nothing_is_promised(run, tmp_path):
    path = tmp_path / "map.wdmap"
    path.write_bytes(b"PK, and no map behind it")

    assert "--repair" not in run("doctor", path, "--repair")
    assert [file.name for file in tmp_path.iterdir()] == ["map.wdmap"]
