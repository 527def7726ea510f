"""Recorded session: an area map is drawn over a sketch, saved, killed, recovered, sent and back.

It is mended on the way, exported, and taken in again as a module, with a table laid on it.

    python packaging/sessions/area_map.py [FOLDER] [--offscreen] [--short]

Real mouse and key events go to the real window on an X server of its own (needs Xvfb, openbox and
xdotool; with ``--offscreen`` Qt's own events without a screen). Numbered pictures and ``log.txt``
come into FOLDER/area_map, by default below the system's folder for scratch files. The exit code
is 0 only when every check held.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions import sketch, travel
from sessions.stage import Session, main

SCALE, OFF = 1.5, (100.0, 50.0)
"""One px of the sketch is so many units of the map, and its corner lies there."""
NAMES = ("North Gate", "Mill", "Ridge", "Old Battery", "Wood End", "Chapel")


EYE = "[round(v, 6) for v in (*draw().view.camera.centre.toTuple(), draw().view.camera.scale)]"
"""Where the view looks and how closely."""


def on_map(at: sketch.Point) -> sketch.Point:
    """A point of the sketch, in units of the map."""
    return at[0] * SCALE + OFF[0], at[1] * SCALE + OFF[1]


def begin(s: Session) -> None:
    """Home, the wizard, an empty sheet."""
    s.start()
    s.picture("home")
    s.key("ctrl+n")
    s.until("dialog('NewMapDialog')", "the wizard opens")
    s.press("Areas")
    s.click(s.ask("middle(top().title)"))
    s.type("Sketch valley", over=True)
    s.picture("wizard")
    s.press("Create")
    s.until("drawing()", "the sheet is there")
    s.picture("empty sheet")
    s.check("the new map has areas and none yet", s.ask("doc().kind == 'area' and not doc().faces"))
    size = s.ask("[draw().view.sheet.rect.width(), draw().view.sheet.rect.height()]")
    s.check("the sheet has a size from the start", min(size) > 100, size)


def lay_picture(s: Session) -> None:
    """The sketch goes under the map by the file dialog."""
    path = s.out / "sketch.png"
    sketch.paint(path)
    s.tool("u", "underlay")
    s.press("Add…")
    s.give_file(path, picture="file dialog")
    s.until("len(doc().underlays) == 1 and not draw().view.tool.pictures.loading", "the picture")
    s.check("the sketch lies under the map", True, s.ask("doc().underlays[0].title"))


def calibrate(s: Session) -> None:
    """Two crosses of the sketch get their places on the map by typing."""
    s.tool("shift+u", "calibrate")
    for mark in sketch.MARKS:
        a, b, c, d, e, f = s.ask("list(draw().view.tool.pictures.transform(doc().underlays[0]))")
        x, y = a * mark[0] + b * mark[1] + c, d * mark[0] + e * mark[1] + f
        s.click(s.spot(x, y))
        s.until("draw().view.tool.marking.pending is not None", "the mark is set")
        s.click(s.ask("at('QLineEdit', 'Place of the mark')"))
        s.type("{}, {}".format(*on_map(mark)), over=True)
        s.key("Return")
    s.picture("calibrating")
    s.press("Apply")
    found = s.ask("list(doc().underlays[0].transform)")
    wanted = [SCALE, 0, OFF[0], 0, SCALE, OFF[1]]
    near = all(abs(a - b) < 4 for a, b in zip(found, wanted, strict=True))
    s.check("the sketch lies where the two marks say", near, [round(v, 2) for v in found])
    s.key("ctrl+0")


def draw_sectors(s: Session, count: int) -> None:
    """One area after the other; common borders are followed, never drawn twice."""
    corner = {at: on_map(point) for at, point in sketch.nodes().items()}
    middle = {}
    raw = sketch.nodes()
    for (a, b), (c, d) in [((x, y), (x + dx, y + dy)) for x, y in raw
                           for dx, dy in ((1, 0), (0, 1)) if (x + dx, y + dy) in raw]:  # fmt: skip
        middle[(a, b), (c, d)] = middle[(c, d), (a, b)] = on_map(sketch.bend(raw[a, b], raw[c, d]))
    s.tool("p", "area")
    made = 0
    for row in range(sketch.DOWN):
        for column in range(sketch.ACROSS):
            if made == count:
                return
            nw, ne = (column, row), (column + 1, row)
            se, sw = (column + 1, row + 1), (column, row + 1)
            ring = [nw, ne, se, sw]
            if row and column:
                ring = [ne, se, sw]
            elif row:
                ring = [ne, se, sw, nw]
            s.click(s.spot(*corner[ring[0]]))
            for a, b in pairwise(ring):
                s.click(s.spot(*middle[a, b]))
                s.click(s.spot(*corner[b]))
            if not row and not column:
                s.click(s.spot(*middle[sw, nw]))
            made += 1
            if made in (2, 8):
                s.hover(s.spot(*corner[ring[-1]]))
                s.picture(f"drawing area {made}")
            s.key("Return")
            s.until(f"len(doc().faces) == {made}", f"area {made} is made")


def draw(s: Session, count: int) -> None:
    """The sectors, and whether they fit."""
    eye = s.ask(EYE)
    draw_sectors(s, count)
    s.check("the view has not moved by itself", s.ask(EYE) == eye, eye)
    s.key("Escape")
    s.check(f"{count} sectors are drawn", s.ask("len(doc().faces)") == count)
    edges, nodes = s.ask("[len(doc().edges), len(doc().nodes)]")
    # Euler: nodes - edges + faces = 1 for a patch without holes; with a border drawn twice it fails
    s.check("every border exists once", nodes - edges + count == 1, f"{edges} borders")
    s.until(
        "not draw().panels.issues._timer.isActive() and not draw().panels.issues.finder.is_behind"
    )
    grave = s.ask("[i.issue.text for i in draw().panels.issues.found if i.issue.code in"
                  " ('gap', 'overlap', 'cell-sliver')]")  # fmt: skip
    s.check("no gap, overlap or sliver between them", not grave, grave)
    s.picture("sectors drawn")


def place_of(s: Session, cell: str) -> list[float]:
    """The anchor of an area."""
    return s.ask(f"list(doc().cells[{cell!r}].anchor)")


def shape(s: Session) -> None:
    """Split one, merge two, move a node and a bend."""
    before = s.ask("len(doc().faces)")
    s.tool("k", "cut")
    ring = s.ask("[list(p) for p in __import__('wardesk.geometry.borders.topology', fromlist=['x'])"
                 ".outlines(doc().network)['1'][0]]")  # fmt: skip
    xs, ys = [p[0] for p in ring], [p[1] for p in ring]
    high = (min(ys) + max(ys)) / 2
    s.drag(s.spot(min(xs) - 25, high - 15), s.spot(max(xs) + 25, high + 20))
    s.check("a line across splits area 1", s.ask("len(doc().faces)") == before + 1)
    s.picture("area split")
    s.tool("j", "merge")
    s.click(s.spot(*place_of(s, "2")))
    s.hover(s.spot(*place_of(s, "3")))
    s.picture("merging")
    s.click(s.spot(*place_of(s, "3")))
    s.check("two clicks merge 3 into 2", s.ask("'3' not in doc().faces and '2' in doc().faces"))
    room = s.ask("(lambda ring, at: [__import__('shapely').Polygon(ring).contains(at),"
                 " __import__('shapely').Polygon(ring).exterior.distance(at)])"
                 "([list(p) for p in __import__('wardesk.geometry.borders.topology',"
                 " fromlist=['x']).outlines(doc().network)['2'][0]],"
                 " __import__('shapely').Point(*doc().cells['2'].anchor))")  # fmt: skip
    s.check("its anchor lies well inside", room[0] and room[1] > 15, room)
    said = s.ask("draw().panels.history.list.currentIndex().data() or ''")
    s.check("the history names the areas", "2" in said and "3" in said, said)
    s.picture("areas merged")
    s.tool("n", "node")
    node = sketch.nodes()[2, 1]
    x, y = on_map(node)
    there = s.ask(f"[i for i, p in doc().nodes.items() if abs(p[0]-{x}) + abs(p[1]-{y}) < 16]")
    s.check("a node lies where four sectors meet", len(there) == 1, there)
    was = s.ask(f"list(doc().nodes[{there[0]}])")
    s.drag(s.spot(*was), s.spot(was[0] + 30, was[1] + 22))
    now = s.ask(f"list(doc().nodes[{there[0]}])")
    s.check("dragging moves the node for all of them",
            abs(now[0] - was[0] - 30) < 4 and abs(now[1] - was[1] - 22) < 4, now)  # fmt: skip
    s.picture("node moved")
    s.key("Escape")


def dress(s: Session) -> None:
    """Terrain, borders, names."""
    kinds = s.ask("list(doc().palette.terrain)")
    s.key("2")
    s.tool("b", "brush")
    cells = s.ask("list(doc().cells)")
    for kind, cell in zip((2, 3, 4), cells[3:9:2], strict=True):
        s.key(str(kind))
        s.click(s.spot(*place_of(s, cell)))
        painted = s.ask(f"doc().cells[{cell!r}].terrain")
        s.check(f"key {kind} paints {cell}", painted == kinds[kind - 1], painted)
    s.tool("h", "border")
    side = s.ask("list(doc().palette.borders)[1]")
    row = s.ask("[r.name for a, r in draw().panels.palette.rows if a == 'borders'][1]")
    s.press(row, "PaletteRow")
    s.until(f"draw().model.inks.side == {side!r}", "the border kind is in ink")
    a, b = sketch.nodes()[1, 1], sketch.nodes()[1, 2]
    points = [on_map(a), on_map(sketch.bend(a, b)), on_map(b)]
    (ax, ay), (mx, my), (bx, by) = points
    s.drag(s.spot((ax + mx) / 2, (ay + my) / 2), s.spot(mx, my),
           s.spot((mx + bx) / 2, (my + by) / 2))  # fmt: skip
    painted = s.ask(f"sum(e.kind == {side!r} for e in doc().edges.values())")
    s.check("the hand paints a border along its way", painted >= 1, f"{painted} as {side}")
    s.tool("s", "select")
    for cell, name in zip(cells[3:], NAMES, strict=False):
        s.click(s.spot(*place_of(s, cell)))
        s.key("F2")
        s.until("draw().selection_commands.editor is not None", "the field for the name")
        s.type(name, over=True)
        s.key("Return")
        s.check(f"{cell} is called {name}", s.ask(f"doc().cells[{cell!r}].name") == name)
    s.picture("painted and named")


def issues(s: Session, code: str) -> list[list[str]]:
    """The issues of a kind that can be mended: id and words of the button."""
    s.until(
        "not draw().panels.issues._timer.isActive() and not draw().panels.issues.finder.is_behind"
    )
    return s.ask(
        f"[[i.issue.id, i.fix_text] for i in draw().panels.issues.found"
        f" if i.issue.code == {code!r} and i.fix]"
    )


def mend(s: Session, code: str, words: str) -> None:
    """Press the fix of the first issue of a kind in the panel, and see it go."""
    found = issues(s, code)
    s.check(f"the panel tells: {words}", found, found[:1])
    if not found:
        return
    name, fix = found[0]
    s.ask("draw().panels.show_tab('issues')")
    row = f"next(r for r in draw().panels.issues.rows if r.live.issue.id == {name!r})"
    s.ask(f"draw().panels.issues._scroller.ensureWidgetVisible({row})")
    s.click(s.ask(f"part({row}, 60, 12)"))  # the row goes there
    s.picture(f"issue {code}")
    s.click(s.ask(f"middle({row}.findChildren(type(draw().panels.issues.fix_all))[0])"))
    left = [one for one, _ in issues(s, code)]
    s.check(f"its button mends it: {fix}", name not in left)


def wreck_and_mend(s: Session) -> None:
    """Two problems are made by hand and mended from the issues panel."""
    cells = s.ask("list(doc().cells)")
    twice, other = cells[3], cells[4]
    s.click(s.spot(*place_of(s, other)))
    s.key("F2")
    s.until("draw().selection_commands.editor is not None")
    s.type(s.ask(f"doc().cells[{twice!r}].name"), over=True)
    s.key("Return")
    mend(s, "cell-name-twice", "two areas have one name")
    s.tool("j", "merge")
    before = s.ask("len(doc().faces)")
    s.click(s.spot(*place_of(s, "8")))
    s.key("Escape")
    s.key("Delete")
    s.check("an area in the middle is taken off", s.ask("len(doc().faces)") == before - 1)
    mend(s, "gap", "there is a gap")
    s.check("the gap is ground of a neighbour now", not issues(s, "gap"))


def history(s: Session) -> None:
    """Everything back, everything again."""
    drawn = s.ask("digest()")
    steps = s.ask("draw().session.editor.position")
    s.tool("s", "select")
    for _ in range(steps):
        s.key("ctrl+z")
    s.check(f"{steps} times Ctrl+Z take everything back",
            s.ask("draw().session.editor.position == 0 and not doc().faces"))  # fmt: skip
    s.picture("all undone")
    for _ in range(steps):
        s.key("ctrl+shift+z")
    again = s.ask("digest()")
    s.check("done again, the map is the same", again == drawn, f"{drawn[:12]} {again[:12]}")


def save_kill_recover(s: Session) -> None:
    """Save, draw on, kill, start again, go on from Home."""
    s.press("Save")
    s.until("draw().session.editor.is_clean", "the map is saved")
    saved = s.ask("digest()")
    path = Path(s.ask("str(draw().session.path)"))
    s.check("the file is there", path.exists(), path.name)
    s.key("b")
    s.until("draw().view.tool.id == 'brush'", "keys reach the sheet after Save")
    s.key("6")
    cells = s.ask("list(doc().cells)")
    for cell in cells[-3:]:
        s.click(s.spot(*place_of(s, cell)))
    s.tool("t", "label")
    s.click(s.spot(*on_map((500, 25))))
    s.until("draw().view.tool.editor is not None", "the field for the words")
    s.type("Sketch valley")
    s.key("Return")
    drawn, steps = s.ask("digest()"), s.ask("draw().session.editor.position")
    s.check("more was drawn after saving", drawn != saved, f"{steps} steps")
    s.picture("before the kill")
    s.kill()
    s.start()
    s.until("any('Not saved' in t.card.waits_for for t in window().home._left_open)", "Continue")
    s.picture("home after the kill")
    s.click(s.ask("middle(window().home._left_open[0])"))
    s.until("drawing()", "the map is back")
    s.check("what was drawn is back to the last stroke", s.ask("digest()") == drawn)
    s.check("the window says so", "recover" in s.notices().lower() or s.notices(), s.notices())
    s.picture("recovered")
    s.key("ctrl+s")
    s.until("draw().session.editor.is_clean", "the map is saved again")


def looked_at(s: Session, file: Path) -> None:
    """What another program says of a file that was exported."""
    if file.suffix == ".png":
        begin = file.read_bytes()[:24]
        wide = int.from_bytes(begin[16:20], "big")
        s.check("it is a PNG picture", begin[:4] == b"\x89PNG" and wide > 500, f"{wide} px wide")
    elif file.suffix == ".svg":
        text = file.read_text(encoding="utf-8")
        titled = "<svg" in text and "<title>Sketch valley" in text
        s.check("it is an SVG drawing with its title", titled)
    elif file.suffix == ".pdf":
        travel.pages(s, file)
    elif file.suffix == ".vmod":
        travel.in_zip(s, file)
    else:
        if file.suffix == ".geojson":
            shapes_of(s, file)
        told = travel.told_by(s, "ogrinfo", "-al", "-so", file)
        if told is not None:
            count = [line for line in told.splitlines() if "Feature Count" in line]
            s.check("GDAL counts what is in it", bool(count), "; ".join(count))


def shapes_of(s: Session, file: Path) -> None:
    """Every area is in a GeoJSON."""
    areas = s.ask("len(doc().faces)")
    rows = json.loads(file.read_text(encoding="utf-8"))["features"]
    shapes = sum("Polygon" in row["geometry"]["type"] for row in rows)
    s.check("it has every area", shapes >= areas, f"{shapes} shapes, {len(rows)} rows")


def come_back(s: Session) -> None:
    """The module is taken in on Home, a table is laid on it, and its map is the one that left."""
    areas = s.ask("sorted([c.id, c.name] for c in doc().cells.values())")
    travel.play_module(s, next(s.home.rglob("*.vmod")))
    found = s.ask(f"sorted([c.id, c.name] for c in {travel.BOARD}.cells.values())")
    s.check("the map came back with every area and its name", found == areas, len(found))


def play(s: Session) -> None:
    """The whole session."""
    begin(s)
    lay_picture(s)
    calibrate(s)
    draw(s, 15)
    shape(s)
    dress(s)
    wreck_and_mend(s)
    history(s)
    save_kill_recover(s)
    travel.export(s, ("png", "svg", "pdf", "vmod", "geojson", "gpkg"), looked_at)
    come_back(s)


if __name__ == "__main__":
    sys.exit(main("area_map", play, sys.argv[1:]))
