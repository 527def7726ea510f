"""Packs from anywhere: opened, remembered, forgotten, unpacked, and told of when broken."""

from __future__ import annotations

import shutil
import zipfile

import pytest

from wardesk import paths
from wardesk.errors import UserError
from wardesk.services.packs import shelf as pack_shelf
from wardesk.services.packs.new_table import TablePlan, make_planned
from wardesk.services.packs.places import FILE, scenarios_folder
from wardesk.services.packs.shelf import forget_pack, open_pack, read_shelf, scenario_names
from wardesk.services.play.session import PlaySession


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


@pytest.fixture
def pack(tmp_path):
    fort = paths.campaigns() / "eben-emael" / "maps" / "fort"
    rows = [{"name": "Ant", "side": "Ants"}]
    make_planned(TablePlan(map=fort, title="Ants", counters=rows), tmp_path / "ants")
    return tmp_path / "ants"


def zipped(folder, goal, root=True):
    with zipfile.ZipFile(goal, "w") as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                name = file.relative_to(folder.parent if root else folder)
                archive.write(file, name.as_posix())
    return goal


def titles():
    return [pack.title for pack in read_shelf().packs]


@pytest.mark.parametrize("inside", ["", "pack.toml", "scenarios/table.toml"])
def test_a_pack_is_opened_by_its_folder_or_a_file_in_it_and_remembered(pack, inside):
    open_pack(pack / inside)
    open_pack(pack)

    assert titles().count("Ants") == 1
    found = next(one for one in read_shelf().packs if one.title == "Ants")
    (scenario,) = scenario_names(found)
    assert PlaySession.new(scenario, seed=1, keep=False).state.pieces["Ant"].at is None


def test_a_forgotten_pack_stays_where_it_is(pack):
    open_pack(pack)
    forget_pack(str(pack))

    assert "Ants" not in titles()
    assert (pack / "pack.toml").exists()


@pytest.mark.parametrize("root", [True, False])
def test_a_zip_is_unpacked_into_the_persons_own_packs(pack, tmp_path, root):
    file = zipped(pack, tmp_path / "a.zip", root)
    shutil.rmtree(pack)

    found = open_pack(file)
    assert found.folder == str(scenarios_folder() / "ants")
    assert "Ants" in titles()
    with pytest.raises(UserError, match="called ants already"):
        open_pack(file)


def hostile(tmp_path, name, data=b"x"):
    file = tmp_path / "bad.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("pack.toml", 'id = "bad"\ntitle = "Bad"\ngame = "freeform"\n')
        archive.writestr(name, data)
    return file


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("../evil.txt", b"x"),
        ("/etc/evil", b"x"),
        ("a/../../evil", b"x"),
        ("bomb", b"0" * (30 << 20)),
    ],
)
def test_a_hostile_zip_leaves_nothing_behind(tmp_path, name, data):
    with pytest.raises(UserError):
        open_pack(hostile(tmp_path, name, data))

    kept = (
        [f for f in (tmp_path / "home").rglob("*") if f.is_file()]
        if (tmp_path / "home").exists()
        else []
    )
    assert kept == []
    assert not (tmp_path / "evil.txt").exists()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda p: (p / "pack.toml").write_text("id = "), "pack.toml is not proper TOML"),
        (lambda p: shutil.rmtree(p / "maps"), "nothing at"),
        (lambda p: (p / "pack.toml").unlink(), "has no pack.toml"),
        (lambda p: (p / "scenarios" / "table.toml").write_text("title = 3"), "table.toml"),
        (
            lambda p: (p / "forces.csv").write_text("name,side\nAnt,Wasps\n"),
            "line 2, column 'side'",
        ),
        (lambda p: (p / "maps" / "map" / "manifest.json").write_text("{"), "manifest.json"),
    ],
)
def test_a_broken_pack_says_file_and_line_and_is_not_taken(pack, change, says):
    change(pack)

    with pytest.raises(UserError, match=says) as told:
        open_pack(pack)
    assert told.value.advice
    assert "Ants" not in titles()


def test_a_pack_that_breaks_later_is_told_of_and_hides_no_other(pack):
    open_pack(pack)
    (pack / "pack.toml").write_text("id = \n")
    shelf = read_shelf()

    (broken,) = shelf.broken
    assert "line 1" in broken.error.message
    assert pack_shelf.can_forget(broken.folder)
    assert len(shelf.packs) > 1


def test_a_spoilt_list_of_packs_is_begun_anew(pack, tmp_path):
    open_pack(pack)
    (tmp_path / "home" / FILE).write_text("[[[")

    assert "Ants" not in titles()
    open_pack(pack)
    assert "Ants" in titles()


# ---- zips that carry what no pack needs ---------------------------------------------------------


def with_parts(pack, goal, parts):
    zipped(pack, goal)
    with zipfile.ZipFile(goal, "a") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return goal


@pytest.mark.parametrize(
    "name", ["run.exe", "art/run.exe", "x.bat", "x.py", "a.lnk", "autorun.inf", "noending"]
)
def test_what_no_pack_needs_is_refused_by_its_name(pack, tmp_path, name):
    file = with_parts(pack, tmp_path / "a.zip", {f"ants/{name}": b"x"})
    with pytest.raises(UserError, match="a pack has no use for") as caught:
        open_pack(file)
    assert name.rpartition("/")[2] in caught.value.message
    assert not scenarios_folder().exists() or not list(scenarios_folder().iterdir())


@pytest.mark.parametrize("name", ["CON.txt", "art/nul.png", "foo. ", "foo.", "maps/com1/a.json"])
def test_names_that_windows_cannot_keep_are_refused(pack, tmp_path, name):
    file = with_parts(pack, tmp_path / "a.zip", {f"ants/{name}": b"x"})
    with pytest.raises(UserError, match="forbidden name"):
        open_pack(file)


def test_what_file_managers_leave_is_left_out(pack, tmp_path):
    litter = ["ants/desktop.ini", "ants/art/Thumbs.db", "ants/.DS_Store", "__MACOSX/ants/._a.toml"]
    open_pack(with_parts(pack, tmp_path / "a.zip", dict.fromkeys(litter, b"x")))
    found = {file.name for file in scenarios_folder().rglob("*")}
    assert "pack.toml" in found
    assert not found & {"desktop.ini", "Thumbs.db", ".DS_Store", "._a.toml"}


def test_a_licence_and_a_readme_may_come_along(pack, tmp_path):
    open_pack(with_parts(pack, tmp_path / "a.zip", {"ants/LICENSE": b"x", "ants/README.md": b"x"}))
    assert (scenarios_folder() / "ants" / "LICENSE").is_file()


def test_a_zip_cannot_take_the_name_of_a_pack_that_ships(tmp_path):
    folder = tmp_path / "eben-emael"
    shutil.copytree(paths.campaigns() / "eben-emael", folder)
    with pytest.raises(UserError, match="calls itself eben-emael"):
        open_pack(zipped(folder, tmp_path / "a.zip"))
    assert not (scenarios_folder() / "eben-emael").exists()
