"""The README is short and has the two commands; the example commands of the user guide run.

An example is a line of a block that begins with ``wardesk``.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from ground import jobs
from PySide6.QtGui import QImage

from wardesk.cli.main import main

ROOT = Path(__file__).parents[1]
SMALL = {
    "-n 200": "-n 3",
    "-n 3000": "-n 3",
    "-n 2000": "-n 3",
    "--sweep losses": "-n 3 --sweep losses",
    "--settled 5": "-n 3 --settled 5",
    "--dpi 300": "--dpi 72",
}
"""What is made smaller here so that the test is quick; the same commands otherwise."""


README = ROOT / "README.md"
GUIDE = sorted((ROOT / "resources" / "docs" / "user").glob("*.md"))


def commands(page: Path) -> list[str]:
    """Every example command of a page, without its comment, in order."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    return [re.sub(r"\s# .*", "", line).strip() for line in lines if line.startswith("wardesk ")]


@pytest.fixture
def desk(tmp_path, monkeypatch, qapp):
    """A folder with what the examples speak of, as a reader would have it."""
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))
    folder = tmp_path / "desk"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "campaigns").symlink_to(ROOT / "campaigns", target_is_directory=True)
    hannut = ROOT / "campaigns/hannut-stonne/maps/hannut"
    for name in ("MAP", "OTHER"):
        shutil.copytree(hannut, folder / name)
    (folder / "FOLDER").mkdir()
    squares = [
        f"{name}  <  ({x},0) ({x + 90},0) ({x + 90},90) ({x},90)  >"
        for name, x in (("West", 0), ("East", 90))
    ]
    (folder / "FOLDER" / "polygons.txt").write_text("\n".join(squares), encoding="utf-8")
    (folder / "changes.jsonl").write_text("", encoding="utf-8")
    (folder / "units.csv").write_text("name,side\n1 Company,blue\n", encoding="utf-8")
    (folder / "cards.csv").write_text("name,deck\nRain,Weather\n", encoding="utf-8")
    for name in ("fronts.png", "backs.png"):
        sheet = QImage(506, 362, QImage.Format.Format_RGB32)  # 8 rows of 12 counters of 30 pixels
        sheet.fill(0x334455)
        assert sheet.save(str(folder / name))
    played = main(["play", "eben-emael/historical", "--bot", "all", "--save", "demo.wdgame"])
    assert played == 0
    return folder


def test_the_tour_has_examples():
    assert len(commands(ROOT / "resources" / "docs" / "user" / "tour.md")) > 25


def test_the_readme_is_short_and_has_one_picture():
    text = README.read_text(encoding="utf-8")

    assert len(text.encode()) <= 6 * 1024
    assert len(re.findall(r"!\[.+?\]\(.+?\)", text)) == 1


def test_the_two_commands_are_those_of_the_set_up():
    """They stand in one block, name a file that is there, and a job that it knows."""
    (block,) = re.findall(
        r"^```\n(.*?)^```", README.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    lines = [shlex.split(line, comments=True) for line in block.splitlines()]

    assert [words[:2] for words in lines] == [["python3", "packaging/bootstrap.py"]] * 2
    assert (ROOT / "packaging" / "bootstrap.py").is_file()
    assert [jobs.parse(words[2:]).job for words in lines] == ["run", "test"]


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize("page", GUIDE, ids=lambda page: page.stem)
def test_every_example_of_a_page_runs(page, desk, capsys):
    wrong = []
    for line in commands(page):
        if "--dask" in line:  # It wants a cluster, and an extra that is not installed here.
            continue
        for large, small in SMALL.items():
            line = line.replace(large, small)
        code = main(shlex.split(line)[1:])
        said = capsys.readouterr()
        if code not in (0, 1) or "Error" in said.err:
            wrong.append((line, code, said.err))
    assert not wrong, "\n".join(str(one) for one in wrong)
