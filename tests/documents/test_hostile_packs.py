"""Packs that were made to do harm, or by a slip: told in a sentence, quickly, by file and entry."""

import os
import shutil
import threading
import time

import pytest

from wardesk import paths
from wardesk.documents.packs.store import find_scenario, list_packs, read_pack
from wardesk.errors import UserError
from wardesk.services.packs.places import scenarios_folder
from wardesk.services.packs.shelf import read_shelf
from wardesk.services.play.files import games_folder, recent_games
from wardesk.services.play.tables import load_table

EBEN = paths.campaigns() / "eben-emael"
SCENARIO = "scenarios/historical.toml"
pytestmark = pytest.mark.timeout(20)


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


@pytest.fixture
def root(tmp_path):
    shutil.copytree(EBEN, tmp_path / "packs" / "eben-emael")
    return tmp_path / "packs"


def find(root):
    return find_scenario("eben-emael/historical", root)


def swap(root, file, old, new):
    place = root / "eben-emael" / file
    text = place.read_text("utf-8")
    assert old in text
    place.write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize("file", ["pack.toml", "forces.toml", "forces.csv", SCENARIO])
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_regular_file_is_refused_at_once(root, file, kind):
    place = root / "eben-emael" / file
    place.unlink(missing_ok=True)
    os.mkfifo(place) if kind == "pipe" else place.symlink_to("/dev/zero")
    with pytest.raises(UserError, match=f"{file}.* is a {kind}, not a file"):
        find(root)


def test_a_picture_that_is_a_pipe_is_refused(root):
    (root / "eben-emael" / "art").mkdir()
    os.mkfifo(root / "eben-emael" / "art" / "a.png")
    (root / "eben-emael" / "forces.csv").write_text("name,side,picture\nAnt,Ants,a.png\n")
    with pytest.raises(UserError, match="is a pipe"):
        find(root)


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("pack.toml", 'game = "', "x" + ".x" * 10**6 + ' = 1\ngame = "', "more than 8 parts"),
        ("pack.toml", 'game = "', "n = " + "9" * 5000 + '\ngame = "', "too large"),
        ("pack.toml", 'title = "', 'title = "\\u001b[31m', "title"),
        (SCENARIO, 'title = "', 'title = "\\u001b[31m', "title"),
        (SCENARIO, 'title = "', f'title = "{"x" * 400}', "title"),
        (SCENARIO, '"maps/fort"', '"maps/\\u0000x"', "map"),
        (SCENARIO, '"maps/fort"', '"' + "m" * 5000 + '"', "map"),
        (SCENARIO, "turns = 15", "turns = 1" + "0" * 400, "turns"),
    ],
    ids=["dots", "digits", "escape", "escape-title", "long", "nul", "long-map", "turns"],
)
def test_hostile_entries_are_told_with_the_file(root, file, old, new, says):
    swap(root, file, old, new)
    begin = time.process_time()
    with pytest.raises(UserError, match=says) as caught:
        find(root)
    assert file in caught.value.message
    assert time.process_time() - begin < 5


@pytest.mark.parametrize("name", ["x" * 100_000, "x" * 100_000 + ".toml", "a\0b.toml", "a/\0b"])
def test_a_name_that_no_file_can_have_is_a_sentence(name):
    with pytest.raises(UserError) as caught:
        load_table(name, {})
    assert len(str(caught.value)) < 600


def test_a_broken_neighbour_hides_no_scenario(root):
    (root / "bad").mkdir()
    (root / "bad" / "pack.toml").write_text("id = ")
    assert find(root).title
    with pytest.raises(UserError, match="bad"):
        list_packs(root)


@pytest.mark.parametrize("kind", ["pipe", "device", "digits", "dots"])
def test_one_bad_pack_leaves_the_others_on_the_shelf_and_is_named(kind):
    place = scenarios_folder() / "worse" / "pack.toml"
    place.parent.mkdir(parents=True)
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "device":
        place.symlink_to("/dev/zero")
    else:
        place.write_text("n = " + "9" * 5000 if kind == "digits" else "a" + ".a" * 10**6 + "=1")
    shelf = read_shelf()
    assert "eben-emael" in [pack.id for pack in shelf.packs]
    assert [broken.title for broken in shelf.broken] == ["worse"]


def test_a_pack_that_does_not_answer_is_named_and_the_others_are_read(monkeypatch):
    place = scenarios_folder() / "asleep" / "pack.toml"
    place.parent.mkdir(parents=True)
    place.write_text("id = 'asleep'")
    wake, asked = threading.Event(), []

    def sleepy(folder):
        asked.append(folder)
        if folder.name == "asleep":
            wake.wait(30)
        return read_pack(folder)

    monkeypatch.setattr("wardesk.services.packs.shelf.read_pack", sleepy)
    monkeypatch.setattr("wardesk.services.timeout.SECONDS", 0.3)
    try:
        for _ in range(2):
            shelf = read_shelf()
            assert "eben-emael" in [pack.id for pack in shelf.packs]
            (broken,) = shelf.broken
            assert (broken.title, "does not answer" in str(broken.error)) == ("asleep", True)
        assert [folder.name for folder in asked].count("asleep") == 1, "one thread hangs, not two"
    finally:
        wake.set()


def test_a_pipe_among_the_games_is_listed_as_damaged(tmp_path):
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    os.mkfifo(folder / "pipe.wdgame")
    (found,) = recent_games()
    assert "is a pipe" in found.damaged
