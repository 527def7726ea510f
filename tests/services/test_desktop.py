"""WarDesk in the list of programs: what is written, what it starts, and that it goes again."""

from __future__ import annotations

import configparser
import json
import shutil
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from wardesk import paths
from wardesk.__main__ import OWN_FILES
from wardesk.cli.main import main
from wardesk.errors import UserError
from wardesk.services import desktop
from wardesk.services.desktop import put_on_desktop, take_off_desktop


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path


def test_entry_icon_and_kinds_of_files_are_written_and_go_again(folder):
    written = put_on_desktop(folder, "/opt/wardesk/wardesk")

    entry = configparser.RawConfigParser()
    entry.optionxform = str
    entry.read(folder / "applications" / "wardesk.desktop", "utf-8")
    start = dict(entry["Desktop Entry"])
    assert start["Exec"] == "/opt/wardesk/wardesk %F"
    kinds = start["MimeType"].strip(";").split(";")
    listed = ElementTree.parse(folder / "mime/packages/wardesk.xml").getroot()
    name = "{http://www.freedesktop.org/standards/shared-mime-info}"
    assert [one.get("type") for one in listed] == kinds
    patterns = [one.find(f"{name}glob").get("pattern") for one in listed]
    assert sorted(patterns) == sorted(f"*{ending}" for ending in OWN_FILES)
    assert len(patterns) == 4
    assert {file.name for file in written} == {"wardesk.desktop", "wardesk.xml", "wardesk.svg"}
    assert take_off_desktop(folder) == written
    assert not any(file.exists() for file in written)
    assert take_off_desktop(folder) == []


def test_the_command_says_what_it_wrote(folder, capsys):
    assert main(["desktop", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert str(folder / "applications/wardesk.desktop") in told["files"]
    text = (folder / "applications" / "wardesk.desktop").read_text()
    assert "Exec=" in text
    assert main(["desktop", "--remove"]) == 0
    assert not (folder / "applications/wardesk.desktop").exists()


@pytest.fixture
def frozen(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    for name in ("APPIMAGE", "APPDIR"):
        monkeypatch.delenv(name, raising=False)

    def run_from(program):
        monkeypatch.setattr(sys, "executable", program)

    return run_from


def started(folder):
    """What the entry starts, as it stands there."""
    written, *_ = put_on_desktop(folder)
    line, *_ = (one for one in written.read_text().splitlines() if one.startswith("Exec="))
    return line.removeprefix("Exec=")


def test_an_appimage_is_started_by_its_file_and_not_from_where_it_unpacks_itself(
    folder, frozen, monkeypatch
):
    frozen("/tmp/.mount_War1/usr/bin/wardesk")
    monkeypatch.setenv("APPIMAGE", "/home/me/WarDesk.AppImage")
    monkeypatch.setenv("APPDIR", "/tmp/.mount_War1")
    assert started(folder) == "/home/me/WarDesk.AppImage %F"
    # a terminal that is an AppImage itself hands its own name down
    frozen("/opt/wardesk/wardesk")
    assert started(folder) == "/opt/wardesk/wardesk %F"


@pytest.mark.parametrize(
    ("program", "word"),
    [
        ("/opt/my games/wardesk", '"/opt/my games/wardesk"'),
        ("/opt/100%/wardesk", "/opt/100%%/wardesk"),
        ('/opt/a$b"c/wardesk', r'"/opt/a\\$b\\"c/wardesk"'),
        (r"/opt/a\b/wardesk", r'"/opt/a\\\\b/wardesk"'),
        ("/opt/it's/wardesk", '"/opt/it\'s/wardesk"'),
    ],
)
def test_a_path_is_quoted_as_entries_ask_for_it(folder, frozen, program, word):
    frozen(program)
    assert started(folder) == f"{word} %F"


def test_elsewhere_a_person_is_told(folder, monkeypatch):
    monkeypatch.setattr(desktop.sys, "platform", "win32")
    with pytest.raises(UserError, match="Linux"):
        put_on_desktop(folder)


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="no validator here")
def test_the_entry_is_valid():
    file = paths.resources() / "desktop" / "wardesk.desktop"
    done = subprocess.run(["desktop-file-validate", str(file)], capture_output=True, check=False)
    assert done.returncode == 0, done.stdout
