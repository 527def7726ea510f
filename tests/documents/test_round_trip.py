"""Tests of round trip."""

import shutil
from pathlib import Path

import pytest

from wardesk import paths
from wardesk.documents.files.container import pack, read_parts
from wardesk.documents.maps.store import load_board, read_map, write_map
from wardesk.errors import UserError

SPECIMEN = Path(__file__).parents[1] / "museum" / "map-v1.wdmap"
FORT = paths.campaigns() / "eben-emael" / "maps" / "fort"


@pytest.mark.parametrize("source", [SPECIMEN, FORT], ids=["specimen", "fort"])
def test_reading_and_writing_gives_the_same_bytes(source, tmp_path):
    document = read_map(source)
    for name in ("one.wdmap", "folder"):
        write_map(document, tmp_path / name)
        assert read_map(tmp_path / name) == document
    assert read_parts(tmp_path / "folder") == read_parts(tmp_path / "one.wdmap")
    first = (tmp_path / "one.wdmap").read_bytes()
    write_map(read_map(tmp_path / "folder"), tmp_path / "one.wdmap")
    assert (tmp_path / "one.wdmap").read_bytes() == first


def test_the_shipped_fort_is_in_canonical_form(tmp_path):
    write_map(read_map(FORT), tmp_path / "fort")
    assert read_parts(tmp_path / "fort") == read_parts(FORT)


def test_unknown_parts_survive_saving(tmp_path):
    document = read_map(SPECIMEN)
    document.title = "Changed"
    write_map(document, tmp_path / "x.wdmap")
    parts = read_parts(tmp_path / "x.wdmap")
    assert parts["art/tree.svg"] == b"<svg/>"
    assert parts["notes.txt"] == read_parts(SPECIMEN)["notes.txt"]


def test_saving_a_folder_replaces_parts_and_keeps_hidden_files(tmp_path):
    folder = tmp_path / "map"
    write_map(read_map(SPECIMEN), folder)
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("main")
    document = read_map(folder)
    del document.extra_parts["notes.txt"]
    document.overrides.clear()
    write_map(document, folder)
    assert not (folder / "notes.txt").exists()
    assert not (folder / "sides.json").exists()
    assert (folder / ".git" / "HEAD").read_text() == "main"
    assert [entry.name for entry in tmp_path.iterdir()] == ["map"]


def test_a_folder_of_something_else_is_not_overwritten(tmp_path):
    (tmp_path / "precious.txt").write_text("mine")
    with pytest.raises(UserError, match="not a map"):
        write_map(read_map(SPECIMEN), tmp_path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["precious.txt"]


def test_an_unfinished_map_can_be_saved_and_opened_again(tmp_path):
    document = read_map(SPECIMEN)
    del document.faces["I"]
    write_map(document, tmp_path / "draft.wdmap")
    assert read_map(tmp_path / "draft.wdmap", check=False) == document
    with pytest.raises(UserError, match="Area Islet has no outline"):
        read_map(tmp_path / "draft.wdmap")


def test_the_same_parts_pack_to_the_same_bytes_in_any_order():
    parts = read_parts(SPECIMEN)
    assert pack(parts) == pack(dict(reversed(parts.items())))


def test_boards_are_kept_until_the_file_changes(tmp_path):
    shutil.copytree(FORT, tmp_path / "fort")
    board = load_board(tmp_path / "fort")
    assert load_board(str(tmp_path / "fort")) is board
    document = read_map(FORT)
    document.title = "Another title"
    write_map(document, tmp_path / "fort")
    assert load_board(tmp_path / "fort").title == "Another title"
