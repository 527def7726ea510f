"""Example commands of README and user guide run: lines of blocks that begin with ``wardesk``."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
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


GUIDE = sorted((ROOT / "resources" / "docs" / "user").glob("*.md"))


def commands(page: Path = ROOT / "README.md") -> list[str]:
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


def test_the_readme_has_examples():
    assert len(commands()) > 25


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize("page", [ROOT / "README.md", *GUIDE], ids=lambda page: page.stem)
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
