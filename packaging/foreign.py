"""The museum of foreign files: public maps by address and version, read and held against others.

    foreign.py --git DIR               files from bare copies DIR/OWNER+NAME/repo
    foreign.py --cache DIR             files from DIR/OWNER/NAME/PATH, fetched there if they are not
    foreign.py --git DIR --write       the page resources/docs/reference/foreign-files.md anew

``tests/museum/foreign.toml`` says what each file is, its digest and who knows the right answer:

``declared``  the neighbours that the file itself declares (TripleA)
``abuts``     a table of neighbours beside the drawing (Diplomacy)
``features``  GDAL's own count of features with polygons, by ``ogrinfo``
``exact``     neighbours by the exact borders of the source, without any tolerance
``tiles``     the picture that Tiled's ``tmxrasterizer`` paints, cell by cell
``entries``   the entries of the file's own parts, counted in the map
``groups``    the named groups of one layer of a drawing
``refused``   the file is no map that can be read; the sentence must say so

Outside CI: nothing of these files may be handed on. Exit 1 if fewer hold than the file says.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
LIST = ROOT / "tests" / "museum" / "foreign.toml"
PAGE = ROOT / "resources" / "docs" / "reference" / "foreign-files.md"

if TYPE_CHECKING:
    import numpy as np
    from PySide6.QtGui import QImage

    from wardesk.drawing.document import MapDocument

    Pixels = np.ndarray[Any, np.dtype[np.float64]]

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Judged:
    """What came of a file: so many of so many hold; seconds of ours and of the other program."""

    held: int
    of: int
    ours: float
    peer: float = 0.0
    told: str = ""


def main() -> int:
    """Read every file, print the table, say whether all hold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--git", type=Path, help="folder of bare copies, OWNER+NAME/repo")
    where.add_argument("--cache", type=Path, help="folder of fetched files, OWNER/NAME/PATH")
    parser.add_argument("--only", default="", help="only ids that begin so")
    parser.add_argument("--write", action="store_true", help="write the page of the docs")
    told = parser.parse_args()
    rows = tomllib.loads(LIST.read_text("utf-8"))["file"]
    found: list[tuple[Row, Judged | str]] = []
    for row in rows:
        if not row["id"].startswith(told.only):
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                place = _laid(row, Path(folder), told.git, told.cache)
                judged: Judged | str = JUDGES[row["answer"]](row, place)
            except LookupError as error:
                judged = str(error)
        found.append((row, judged))
        print(_line(row, judged), flush=True)
    if told.write:
        PAGE.write_text(_page(found), "utf-8")
    bad = [row["id"] for row, judged in found if not _good(row, judged)]
    print("All hold." if not bad else f"Not as before: {', '.join(bad)}")
    return bool(bad)


def _good(row: Row, judged: Judged | str) -> bool:
    return isinstance(judged, Judged) and judged.held >= row["held"] and judged.of == row["of"]


def _laid(row: Row, folder: Path, git: Path | None, cache: Path | None) -> Path:
    """The files of a row in *folder*, checked; where the map is. LookupError if one is not had."""
    digest = hashlib.sha256()
    for name in row["files"]:
        data = _from_git(git, row, name) if git else _from_cache(cache or folder, row, name)
        digest.update(data)
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    if digest.hexdigest() != row["sha256"]:
        raise LookupError(f"another digest: {digest.hexdigest()}")
    return folder / row.get("map", row["files"][0])


def _from_git(folder: Path, row: Row, name: str) -> bytes:
    base = folder / row["repo"].replace("/", "+") / "repo"
    base = base / ".git" if (base / ".git").exists() else base
    shown = subprocess.run(
        ["git", f"--git-dir={base}", "show", f"{row['commit']}:{name}"],
        capture_output=True, check=False,
    )  # fmt: skip
    if shown.returncode:
        raise LookupError(f"not had: {name}")
    return shown.stdout


def _from_cache(folder: Path, row: Row, name: str) -> bytes:
    place = folder / row["repo"] / row["commit"] / name
    if not place.is_file():
        address = f"https://raw.githubusercontent.com/{row['repo']}/{row['commit']}/{name}"
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            with urllib.request.urlopen(address.replace(" ", "%20"), timeout=60) as answer:
                place.write_bytes(answer.read())
        except OSError as error:
            raise LookupError(f"not had: {name} ({error})") from error
    return place.read_bytes()


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    found = work()
    return found, time.perf_counter() - start


def _read(row: Row, place: Path) -> tuple[Any, float]:
    from wardesk.services.maps.foreign_maps import read_foreign

    return _timed(lambda: read_foreign(place, row.get("layer", "")))


def _near(document: MapDocument) -> set[frozenset[str]]:
    """Who borders on whom in a map."""
    from wardesk.drawing.neighbourhood import open_neighbours

    table = open_neighbours(document)
    return {frozenset((a, b)) for a, others in table.items() for b in others}


def _declared(row: Row, place: Path) -> Judged:
    found, seconds = _read(row, place)
    extra = found.derived - found.agreed
    return Judged(found.agreed, found.declared or 0, seconds, told=f"{extra} more found")


def _abuts(row: Row, place: Path) -> Judged:
    """Neighbours as Diplomacy's own table has them; coasts of one land are that land."""
    other = row.get("other_names", {})
    table = (place.parents[len(Path(row["files"][0]).parts) - 1] / row["files"][1]).read_text()
    told: set[frozenset[str]] = set()
    for line in table.splitlines():
        words = line.upper().split()
        if "ABUTS" in words and words[0] in ("LAND", "WATER", "COAST", "PORT", "SHUT", "PASS"):
            name = words[1].split("/")[0].lower()
            for word in words[words.index("ABUTS") + 1 :]:
                told.add(frozenset((name, word.split("/")[0].lower())))
    told = {pair for pair in told if len(pair) == 2}
    found, seconds = _read(row, place)
    near = {
        frozenset(other.get(x := one.split("-")[0], x) for one in pair)
        for pair in _near(found.document)
    }
    return Judged(len(told & near), len(told), seconds)


def _features(row: Row, place: Path) -> Judged:
    tool = shutil.which("ogrinfo")
    if tool is None:
        raise LookupError("ogrinfo is missing")
    shown, peer = _timed(
        lambda: subprocess.run(
            [tool, "-json", "-features", str(place)], capture_output=True, check=False
        )
    )
    many = shown.stdout.count(b'"Polygon"') + shown.stdout.count(b'"MultiPolygon"')
    if not many:  # older GDAL writes no JSON
        text = subprocess.run([tool, "-al", str(place)], capture_output=True, check=True).stdout
        many = len(re.findall(rb"^  (?:MULTI)?POLYGON ", text, re.MULTILINE))
    found, seconds = _read(row, place)
    return Judged(len(found.document.cells), many, seconds, peer)


def _exact(row: Row, place: Path) -> Judged:
    import shapely

    value = json.loads(place.read_text("utf-8"))
    shapes = [shapely.from_geojson(json.dumps(one["geometry"])) for one in value["features"]]
    shapes = list(shapely.make_valid(shapes))
    tree = shapely.STRtree(shapes)
    found, seconds = _read(row, place)
    told = {
        frozenset((found.names[a], found.names[b]))
        for a, b in zip(*tree.query(shapes, predicate="intersects"), strict=True)
        if a < b and shapely.intersection(shapes[a], shapes[b]).length > 0
    }
    near = _near(found.document)
    return Judged(len(told & near), len(told), seconds, told=f"{len(near - told)} more found")


def _tiles(row: Row, place: Path) -> Judged:
    """How many cells have the colour that Tiled's own painter gives them, in the middle."""
    import numpy as np
    from PySide6.QtGui import QGuiApplication, QImage

    from wardesk.render.export.map_options import ExportOptions
    from wardesk.render.export.map_pictures import map_png
    from wardesk.render.imported_look import dress

    tool = shutil.which("tmxrasterizer")
    if tool is None:
        raise LookupError("tmxrasterizer is missing")
    app = QGuiApplication.instance() or QGuiApplication([])
    assert app is not None
    theirs = place.with_suffix(".theirs.png")
    command = [tool, str(place), str(theirs)]
    _, peer = _timed(lambda: subprocess.run(command, capture_output=True, check=True))
    found, seconds = _read(row, place)
    dress(found)
    document = found.document
    data, _, on = map_png(document, ExportOptions(wide=row.get("wide", 3000)))
    ours, peers = _pixels(QImage.fromData(data)), _pixels(QImage(str(theirs)))
    grid = document.grid
    root = place.read_text("utf-8")
    middle = _middles(root)
    held = of = 0
    for cell in document.cells.values():
        if cell.terrain == "empty" or grid is None:
            continue
        number = document.cell_numbers[cell.id]
        x, y = middle(*grid.offset(*grid.coordinates(number)))
        a = _colour(peers, x, y, 5)
        b = _colour(ours, *on.at(*cell.anchor), 5)
        of += 1
        held += bool(np.abs(a - b).max() < 48)
    return Judged(held, of, seconds, peer)


def _pixels(image: QImage) -> Pixels:
    """Red, green, blue as an array (rows, columns, 3)."""
    import numpy as np

    image = image.convertToFormat(image.Format.Format_RGBX8888)
    flat = np.frombuffer(image.constBits(), np.uint8)
    rows = flat.reshape(image.height(), image.bytesPerLine())[:, : image.width() * 4]
    return rows.reshape(image.height(), image.width(), 4)[:, :, :3].astype(float)


def _colour(pixels: Pixels, x: float, y: float, reach: int) -> Pixels:
    """The mean colour round a place."""
    high, wide = pixels.shape[:2]
    x, y = min(max(int(x), 0), wide - 1), min(max(int(y), 0), high - 1)
    part = pixels[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    return part.reshape(-1, 3).mean(axis=0)


def _middles(text: str) -> Callable[[int, int], tuple[float, float]]:
    """Where Tiled paints the middle of a cell, px: its arithmetic of hexes, and of squares."""
    head = re.search(r"<map\b[^>]*>", text)
    told = dict(re.findall(r'(\w+)="([^"]*)"', head[0] if head else ""))
    wide, high = int(told["tilewidth"]), int(told["tileheight"])
    if told["orientation"] == "orthogonal":
        return lambda column, row: ((column + 0.5) * wide, (row + 0.5) * high)
    side = int(told.get("hexsidelength", 0))
    shoved = {"odd": 1, "even": 0}[told.get("staggerindex", "odd")]
    if told.get("staggeraxis") == "x":
        step = (wide - side) // 2 + side
        return lambda column, row: (
            column * step + wide / 2, row * high + high / 2 + (column % 2 == shoved) * high / 2,
        )  # fmt: skip
    step = (high - side) // 2 + side
    return lambda column, row: (
        column * wide + wide / 2 + (row % 2 == shoved) * wide / 2, row * step + high / 2,
    )  # fmt: skip


def _entries(row: Row, place: Path) -> Judged:
    """Each entry of a Hexwright project is looked for in the map."""
    folder = place.parent
    parts = {name: json.loads((folder / f"{name}.json").read_text("utf-8"))
             for name in ("terrain", "hexsides", "features", "names")}  # fmt: skip
    found, seconds = _read(row, place)
    document = found.document
    held = of = 0
    for code, kind in parts["terrain"]["terrain"].items():
        of, held = of + 1, held + (document.cells[code].terrain == kind)
    lines = {
        frozenset(pair)
        for one in document.features
        for way in [cast("list[str]", one.properties.get("cells", []))]
        for pair in pairwise(way)
    }
    for layer, pairs in parts["hexsides"].items():
        for pair in cast("list[Any]", pairs if isinstance(pairs, list) else []):
            of += 1
            ends = tuple(sorted((pair["a"], pair["b"])))
            held += frozenset(ends) in lines or layer.removesuffix("s") in document.sides.get(
                ends, ()
            )
    labels = {one.name for one in document.features if one.kind == "label"}
    for name in parts["names"]["names"].values():
        of, held = of + 1, held + (name in labels)
    for one in parts["features"]["features"]:
        of, held = of + 1, held + (document.cells[one["code"]].properties["place"] == one["type"])
    return Judged(held, of, seconds)


def _groups(row: Row, place: Path) -> Judged:
    """The groups with a name in one layer of a drawing."""
    from defusedxml.ElementTree import parse

    names = [
        one.get("id")
        for group in parse(place).getroot() or ()
        if (group.get("id") or "").replace(" ", "-") == row["layer"]
        for one in group
    ]
    found, seconds = _read({}, place)
    cells = {one.name for one in found.document.cells.values()}
    return Judged(sum(name in cells for name in names), len(names), seconds)


def _refused(row: Row, place: Path) -> Judged:
    from wardesk.errors import UserError

    try:
        _, seconds = _read(row, place)
    except UserError as error:
        return Judged(int(row["sentence"] in str(error)), 1, 0.0, told=str(error))
    return Judged(0, 1, seconds, told="it was read")


JUDGES: dict[str, Callable[[Row, Path], Judged]] = {
    "declared": _declared, "abuts": _abuts, "features": _features, "exact": _exact,
    "tiles": _tiles, "entries": _entries, "groups": _groups,
    "refused": _refused,
}  # fmt: skip
ANSWERS = {
    "declared": "neighbours the file declares", "abuts": "neighbours by the game's own table",
    "features": "areas that GDAL counts", "exact": "neighbours by exact borders",
    "tiles": "cells coloured as tmxrasterizer paints them", "entries": "entries of its parts",
    "groups": "named groups of the drawing",
    "refused": "refused in words",
}  # fmt: skip


def _line(row: Row, judged: Judged | str) -> str:
    if isinstance(judged, str):
        return f"{row['id']}: {judged}"
    good = "" if _good(row, judged) else f"  (told: {row['held']} of {row['of']})"
    peer = f", the other program {judged.peer:.2f} s" if judged.peer else ""
    return (
        f"{row['id']}: {judged.held} of {judged.of}, {judged.ours:.2f} s{peer} {judged.told}{good}"
    )


def _page(found: list[tuple[Row, Judged | str]]) -> str:
    return "\n".join([*_head(), *(_table_row(row, judged) for row, judged in found), ""])


def _head() -> Iterator[str]:
    yield "# Files of other programs, and how well they come in"
    yield ""
    yield (
        "Public files that nobody of WarDesk wrote, each read and held against somebody who knows "
        "better: the file's own table, GDAL, Tiled's painter. Made by "
        "`python packaging/foreign.py --cache DIR --write`; the list is "
        "`tests/museum/foreign.toml`."
    )
    yield ""
    yield "| file | what it is | verified | against | seconds | theirs |"
    yield "|---|---|---|---|---|---|"


def _table_row(row: Row, judged: Judged | str) -> str:
    what = f"| `{row['repo']}` {Path(row.get('map', row['files'][0])).name} | {row['what']} |"
    if isinstance(judged, str):
        return f"{what} {judged} | | | |"
    peer = f"{judged.peer:.2f}" if judged.peer else ""
    return (
        f"{what} {judged.held} of {judged.of} | {ANSWERS[row['answer']]} | {judged.ours:.2f} | "
        f"{peer} |"
    )


if __name__ == "__main__":
    sys.exit(main())
