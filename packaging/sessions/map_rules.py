"""Recorded session: a river by its corners, roads by cells, the rules behind them, a scan's grid.

    python packaging/sessions/map_rules.py [FOLDER] [--offscreen]

A river is laid from corner to corner by the shortest way, a part of it taken off without Alt, and
the history says what was laid. A road that crosses it asks for a bridge, which the panel lays. On
the page of the rules every preset is taken in turn, a figure typed, and a kind is changed without
losing its high side. At last the printed map comes back as a scan whose grid is found by itself.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions import hex_map, travel
from sessions.stage import Session, Spot, main

COLUMNS, ROWS = 18, 12
LAID = "sorted([list(p) for p, k in doc().sides.items() if {0!r} in k])"


def told(s: Session) -> str:
    """The newest line of the history as it is shown."""
    s.until("True")
    return s.ask("draw().panels.history.list.currentIndex().data() or ''")


def end_of(s: Session, a: str, b: str) -> Spot:
    """A point of a side close to its right or lower end."""
    ends = s.ask(f"side({a!r}, {b!r})")
    first, last = sorted((ends[0], ends[-1]), key=lambda at: (at[1], at[0]))
    return [round(p + (q - p) * 0.8) for p, q in zip(first, last, strict=True)]


def corners(s: Session) -> None:
    """Click to click, the shortest way along sides."""
    s.key("9")
    s.until("draw().model.inks.side == 'river' and draw().view.tool.id == 'hexside'")
    s.click(end_of(s, "0602", "0702"))
    s.check("a click lays one side", s.ask(LAID.format("river")) == [["0602", "0702"]])
    s.hover(end_of(s, "0608", "0708"))
    s.click(end_of(s, "0608", "0708"), held="shift")
    laid = s.ask(LAID.format("river"))
    apart = {tuple(pair) for pair in laid}
    s.check("the next one the shortest way to it", 10 <= len(apart) <= 14, f"{len(laid)} sides")
    board = "draw().model.document"
    middles = s.ask(f"[[{board}.cells[a].anchor[0], {board}.cells[b].anchor[0]] for a, b in"
                    f" {LAID.format('river')}]")  # fmt: skip
    wide = max(max(row) for row in middles) - min(min(row) for row in middles)
    s.check("and it leads straight down", wide < 420, wide)
    s.check("the history says what was laid", "river" in told(s).lower(), told(s))
    s.picture("river by corners")
    before = len(laid)
    s.key("o")
    s.until("draw().view.tool.held.alt", "O stands for Alt")
    s.click(s.ask("side('0602', '0702')")[1])
    s.key("o")
    s.until("not draw().view.tool.held.alt", "O once more lets go")
    after = s.ask(LAID.format("river"))
    s.check("a click takes a side off without Alt", len(after) == before - 1, len(after))
    s.check("the history says so", "river" in told(s).lower(), told(s))
    s.click(s.ask("side('0602', '0702')")[1])
    s.check("the next click lays it again", len(s.ask(LAID.format("river"))) == before)


def road(s: Session) -> None:
    """A road through every cell on its way, and the bridge that it wants."""
    hex_map.road_by_cells(s, "0305", "1205", 10)
    s.check("the history says so", "road" in told(s).lower(), told(s))
    s.key("Escape")
    s.key("Tab")
    s.until("not draw().docks_hidden()", "Tab brings the panels back")
    s.until(
        "not draw().panels.issues._timer.isActive() and not draw().panels.issues.finder.is_behind"
    )
    found = s.ask("[[i.issue.id, str(i.issue.text), i.fix_text] for i in draw().panels.issues.found"
                  " if i.issue.code == 'road-blocked']")  # fmt: skip
    s.check("a road over a river asks for a bridge", found and "bridge" in found[0][1], found[:1])
    s.ask("draw().panels.show_tab('issues')")
    row = f"next(r for r in draw().panels.issues.rows if r.live.issue.id == {found[0][0]!r})"
    s.ask(f"draw().panels.issues._scroller.ensureWidgetVisible({row})")
    s.click(s.ask(f"part({row}, 60, 12)"))
    s.picture("a bridge is wanted")
    s.click(s.ask(f"middle({row}.findChildren(type(draw().panels.issues.fix_all))[0])"))
    s.check("the button lays it", len(s.ask(LAID.format("bridge"))) == 1)
    s.until(
        "not draw().panels.issues._timer.isActive() and not draw().panels.issues.finder.is_behind"
    )
    left = s.ask("[i.issue.code for i in draw().panels.issues.found if"
                 " i.issue.code == 'road-blocked']")  # fmt: skip
    s.check("and nothing is left to ask", not left, left)
    s.picture("bridge laid")


def rules(s: Session) -> None:
    """Every preset in turn; a figure; the high side."""
    s.key("ctrl+l")
    s.until("has('RuleTable')", "the page of the rules")
    s.picture("rules")
    figures = set()
    titles = s.ask("[p.title for p in draw().rules.presets.values()]")
    for title in titles:
        s.choose("Preset", title)
        s.until("True")
        made = s.ask("str([*doc().palette.terrain.values(), *doc().palette.borders.values()])"
                     " + str(doc().palette.sight)")  # fmt: skip
        figures.add(made)
        wanted = s.ask("next(p for p in draw().rules.presets.values()"
                       f" if p.title == {title!r}).borders['slope'].directed")  # fmt: skip
        s.check(f"{title}: a slope has a high side where it says so",
                s.ask("doc().palette.borders['slope'].directed") == wanted, wanted)  # fmt: skip
        s.picture(f"rules {title}")
    s.check("presets give other figures", len(figures) >= len(titles) - 1,
            f"{len(figures)} of {len(titles)}")  # fmt: skip
    s.tell(f"       the history says: {told(s)}")
    s.choose("Preset", next(one for one in titles if "actical" in one))
    table = "draw().rules.tables['borders']"
    row = s.ask(f"{table}._kinds.index('slope')")
    s.ask(f"{table}.scrollToItem({table}.item({row}, 2))")
    s.click(s.ask(f"point({table}.viewport(), {table}.visualItemRect({table}.item({row}, 2))"
                  ".center())"))  # fmt: skip
    before = s.ask("str(doc().palette.borders['slope'])")
    s.type("2")
    s.key("Return")
    after = s.ask("str(doc().palette.borders['slope'])")
    s.check("a figure is typed", before != after, told(s))
    s.check("and the high side stays", s.ask("doc().palette.borders['slope'].directed"))
    s.picture("figure typed")
    s.key("ctrl+l")
    s.until("not has('RuleTable')", "the sheet again")


def slope(s: Session) -> None:
    """A side of a kind with a high side."""
    s.press("Hexsides", "ToolButton")
    s.choose("Kind of side", "Slope")
    s.hover(s.cell("1204"))
    s.click(s.ask("side('1204', '1205')")[1])
    high = s.ask("{'-'.join(p): h for p, h in doc().high.items()}")
    s.check("a slope has its high side", high == {"1204-1205": "1204"}, high)
    s.picture("slope")


def changed(s: Session) -> None:
    """The dialog of a kind leaves the high side as it is."""
    s.press("Palette")
    s.press("Slope", "PaletteRow")
    s.until("draw().model.inks.side == 'slope'")
    s.press("Change the kind in ink", "ToolButton")
    s.until("dialog('KindDialog')", "the dialog of the kind")
    s.fill("Name", "Bank")
    s.picture("kind with a high side")
    s.press("Save")
    s.until("not dialog('KindDialog')")
    kept = s.ask("[doc().palette.borders['slope'].name, doc().palette.borders['slope'].directed,"
                 " *doc().high.values()]")  # fmt: skip
    s.check("a kind that is changed keeps its high side", kept == ["Bank", True, "1204"], kept)


def scan(s: Session) -> None:
    """The printed map comes back as a scan, and its grid is found by pressing a button."""
    s.key("ctrl+s")
    s.until("draw().session.is_saved", "the map is saved")
    files: list[Path] = []
    travel.export(s, ("png",), lambda _s, file: files.append(file))
    s.press("Select", "ToolButton")
    s.tool("u", "underlay")
    s.press("Add…")
    s.give_file(files[0])
    s.until("len(doc().underlays) == 1 and not draw().view.tool.pictures.loading", "the picture")
    s.tool("shift+u", "calibrate")
    s.press("Find the grid")
    s.until("not draw().view.tool.finding and draw().view.tool.marking.found is not None",
            "the grid is found", 90)  # fmt: skip
    s.picture("grid found")
    rows = s.ask("draw().view.tool.report()")
    s.tell(f"       {'; '.join(rows)}")
    error = next(float(row.split()[1]) for row in rows if row.startswith("error"))
    s.check("its marks fit", error < 0.05, f"{error} hexes")
    s.press("Apply")
    s.until("draw().view.tool.straightening is False", "it lies there")
    a, b, left, d, e, top = s.ask("list(doc().underlays[0].transform)")
    high = s.ask("doc().underlays[0].size[1]")
    corner = s.ask("[draw().view.sheet.rect.left(), draw().view.sheet.rect.top()]")
    sheet = s.ask("draw().view.sheet.rect.height()")
    s.check("the scan is as high as the sheet it was printed from",
            abs(e * high / sheet - 1) < 0.01, [round(e * high), round(sheet)])  # fmt: skip
    off = [round(left - corner[0]), round(top - corner[1])]
    s.check("and lies where it was, to a thirtieth of a hex", max(map(abs, off)) < 10, off)
    s.check("without a turn", abs(b) < 0.01 * a and abs(d) < 0.01 * a, [b, d])
    s.key("ctrl+0")
    s.picture("the scan lies under the map")


def play(s: Session) -> None:
    """The whole session."""
    hex_map.begin(s, COLUMNS, ROWS)
    corners(s)
    road(s)
    rules(s)
    slope(s)
    changed(s)
    scan(s)


if __name__ == "__main__":
    sys.exit(main("map_rules", play, sys.argv[1:]))
