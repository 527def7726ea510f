"""What recorded sessions of the map editor share: a map is written, looked at, and taken in again.

Each file goes out through the dialog for exports. Other programs are asked about it where they are
installed; the log says so where they are not.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from sessions.stage import Session


def choose_forms(s: Session, wanted: Collection[str]) -> None:
    """In the dialog for exports: these forms and no other."""
    for form in s.ask("list(top().forms)"):
        if s.ask(f"top().forms[{form!r}].isChecked()") != (form in wanted):
            s.click(s.ask(f"middle(top().forms[{form!r}])"))


def export(s: Session, suffixes: Sequence[str], look: Callable[[Session, Path], None]) -> None:
    """Write the map in forms by their endings, one after another, and *look* at each file."""
    for suffix in suffixes:
        s.key("ctrl+e")
        s.until("dialog('ExportDialog')", "the dialog for exporting")
        choose_forms(s, [suffix])
        if suffix == suffixes[0]:
            s.picture("export dialog")
        s.press("Export")
        s.until("'is there' in top().told.text()", f"the {suffix} is written", 90)
        if suffix == suffixes[-1]:
            s.picture("exported")
        file = Path(f"{s.ask('top().place.text()')}.{suffix}")
        s.check(f"{file.name} is there", file.exists() and file.stat().st_size > 1000,
                f"{file.stat().st_size} bytes")  # fmt: skip
        s.press("Close")
        s.until("drawing() and not dialog('ExportDialog')")
        look(s, file)


def told_by(s: Session, program: str, *words: object) -> str | None:
    """What another program says; None, and a line in the log, if it is not installed."""
    if shutil.which(program) is None:
        s.tell(f"       {program} is not installed: it was not asked")
        return None
    done = subprocess.run(
        [program, *map(str, words)], capture_output=True, text=True, check=False,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    s.check(f"{program} reads it", done.returncode == 0, done.stderr[-300:])
    return done.stdout


def pages(s: Session, file: Path) -> None:
    """A PDF, and what poppler says of its pages."""
    s.check("it is a PDF", file.read_bytes()[:5] == b"%PDF-")
    told = told_by(s, "pdfinfo", file)
    if told is not None:
        rows = [" ".join(row.split()) for row in told.splitlines()]
        s.tell("       " + "; ".join(row for row in rows if row.startswith("Page")))


def in_tiled(s: Session, file: Path, cells: int) -> None:
    """Tiled reads every tile of the ground, and paints the map."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "map.json")
        if told_by(s, "tiled", "--export-map", "json", file, out) is not None:
            layers = json.loads(out.read_text(encoding="utf-8"))["layers"]
            tiles = [sum(map(bool, row["data"])) for row in layers if row["type"] == "tilelayer"]
            s.check("Tiled has a tile for every hex", cells in tiles, f"{len(layers)} layers")
        picture = s.out / "tiled.png"
        if told_by(s, "tmxrasterizer", "--size", 1200, file, picture) is not None:
            s.check("Tiled paints it", picture.stat().st_size > 10_000, picture.name)


def in_zip(s: Session, file: Path) -> None:
    """A VASSAL module holds its list of parts and the picture of the map."""
    with zipfile.ZipFile(file) as module:
        parts = module.namelist()
    pictures = [part for part in parts if part.endswith(".png")]
    s.check("it is a module with its picture", "buildFile.xml" in parts and pictures,
            f"{len(parts)} parts")  # fmt: skip


def open_file(s: Session, file: Path) -> None:
    """Home, its dialog for files, and this file."""
    s.key("ctrl+1")
    s.until("window().mode == 'home'", "Home")
    s.key("ctrl+o")
    s.give_file(file)


def play_module(s: Session, module: Path) -> None:
    """Take a module in on Home and lay a table on it."""
    open_file(s, module)
    s.until("dialog('ModuleDialog')", "the dialog of modules")
    s.until("top().plan is not None", "the module is read", 60)
    s.picture("module looked at")
    s.press("Import")
    s.until("'Home has it now' in top().told.text()", "the module is taken in", 60)
    s.press("Play")
    s.until("dialog('NewGameDialog')", "who plays")
    s.picture("who plays on it")
    s.key("Return")
    s.until("window().mode == 'table'", "the table", 60)
    s.until("not table().view.busy", "its ground is painted", 60)
    s.picture("played on the table")


BOARD = "window().workspace('table').session.board"
"""The board of the table in the window."""
