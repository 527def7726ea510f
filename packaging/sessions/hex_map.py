"""Recorded session: a hex map is drawn, looked over, sent out, and played on without rules.

It is printed, opened in Tiled and as a VASSAL module, and both of these come back as they left.

    python packaging/sessions/hex_map.py [FOLDER] [--offscreen]

Real mouse and key events go to the real window on an X server of its own (needs Xvfb, openbox and
xdotool; with ``--offscreen`` Qt's own events without a screen). Numbered pictures and ``log.txt``
come into FOLDER/hex_map, by default below the system's folder for scratch files. The exit code
is 0 only when every check held.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions import travel
from sessions.stage import Session, Spot, main

WOODS = ("0504", "0604", "0705", "0805", "0704")
VILLAGES = ("1205", "2009")
ROAD = ("0210", "1205", "2009", "2805")
"""Along the axes of the hexes, through the middles of sides."""
RIVER_SIDES = tuple((f"15{row:02d}", f"16{row:02d}") for row in range(2, 9))
COUNTERS = (("1st Company", "4-3-6", "1205"), ("Guns", "6-2-3", "0609"), ("Scouts", "2-2-9", ""))


def begin(s: Session, columns: int = 30, rows: int = 20) -> None:
    """Home, the wizard, a sheet of hexes."""
    s.start()
    s.key("ctrl+n")
    s.until("dialog('NewMapDialog')", "the wizard opens")
    s.click(s.ask("middle(top().title)"))
    s.type("Upper valley", over=True)
    s.fill("Columns", str(columns))
    s.key("Tab")
    s.fill("Rows", str(rows))
    s.key("Tab")
    s.fill("A cell is", "500 m")
    s.picture("wizard")
    s.press("Create")
    s.until("drawing()", "the sheet is there")
    s.check(f"the sheet has {columns} x {rows} hexes", s.ask("len(doc().cells)") == columns * rows)
    s.picture("empty sheet")
    s.key("Tab")
    s.until("draw().docks_hidden()", "Tab hides the panels")
    s.key("ctrl+0")


def terrain(s: Session, cell: str) -> str:
    """The ground of a cell."""
    return s.ask(f"doc().cells[{cell!r}].terrain")


def ground(s: Session) -> None:
    """Woods by the brush, villages, a filled pond, heights."""
    s.key("2")
    s.until("draw().model.inks.terrain == 'wood'")
    s.drag(*(s.cell(cell) for cell in WOODS))
    found = [terrain(s, cell) for cell in WOODS]
    s.check("one stroke paints woods", set(found) == {"wood"}, found)
    s.key("4")
    for cell in VILLAGES:
        s.click(s.cell(cell))
    s.check("villages stand", [terrain(s, c) for c in VILLAGES] == ["village"] * 2)
    s.picture("brush")
    s.tool("v", "elevation")
    for stroke in (("2203", "2303", "2404", "2504"), ("2303", "2404")):
        s.drag(*(s.cell(cell) for cell in stroke))
    levels = s.ask("[doc().cells[c].properties.get('level') for c in ('2203', '2303', '2404')]")
    s.check("two strokes make a hill of two levels", levels == [1, 2, 2], levels)
    s.picture("elevation")


def hexsides(s: Session) -> None:
    """A river along hexsides, a bridge-like ford of plain ground, a cliff with its high side."""
    s.key("9")
    s.until("draw().model.inks.side == 'river' and draw().view.tool.id == 'hexside'")
    way: list[Spot] = []
    for a, b in RIVER_SIDES:
        way += s.ask(f"side({a!r}, {b!r})")
    ordered = sorted(way, key=lambda at: at[1])
    s.drag(*ordered, held="shift")
    laid = s.ask("[list(p) for p, k in doc().sides.items() if 'river' in k]")
    found = [tuple(pair) for pair in laid]
    missing = [pair for pair in RIVER_SIDES if pair not in found]
    s.check("a stroke lays the river along hexsides", not missing, f"{len(found)} sides")
    s.choose("Kind of side", "Cliff")
    for a, b in (("2203", "2103"), ("2203", "2202")):
        s.hover(s.cell(a))
        s.click(s.ask(f"side({a!r}, {b!r})")[1])
    cliffs = s.ask("[list(p) for p, k in doc().sides.items() if 'cliff' in k]")
    s.check("two clicks lay a cliff", len(cliffs) == 2, cliffs)
    s.picture("hexsides")


def lines(s: Session) -> None:
    """A road from village to village, a brook of a kind of its own."""
    s.tool("l", "line")
    for cell in ROAD:
        s.click(s.cell(cell))
    s.picture("drawing a road")
    s.key("Return")
    row = s.ask("[[f.kind, len(f.geometry['coordinates'])] for f in doc().features]")
    s.check("the road runs through its cells", row == [["road", len(ROAD)]], row)
    s.key("Escape")
    s.key("Tab")
    s.until("not draw().docks_hidden()", "Tab brings the panels back")
    s.press("New kind")
    s.until("dialog('KindDialog')", "the dialog for a new kind")
    s.choose("Kind of", "Road or river")
    s.fill("Name", "Brook")
    s.fill("Picture", "river", "QComboBox")
    s.picture("new kind")
    s.press("Save")
    s.until("'brook' in doc().palette.lines", "the palette has it")
    s.press("Line", "ToolButton")  # as all tools do, it gives the keyboard to the sheet
    s.key("Tab")
    s.until("draw().docks_hidden()", "the panels are hidden")
    s.key("ctrl+0")
    s.choose("Kind of line", "Brook")
    for cell in ("0116", "0515", "0917", "1416"):
        s.click(s.cell(cell))
    s.key("Return")
    s.check("the brook is drawn", s.ask("doc().features[-1].kind") == "brook")
    s.key("Escape")
    s.picture("lines")


def road_by_cells(s: Session, first: str, last: str, count: int) -> None:
    """A road from cell to cell, through every one of *count* on its way."""
    s.tool("l", "line")
    s.press("Cell by cell")
    s.click(s.cell(first))
    s.click(s.cell(last))
    s.key("Return")
    cells = s.ask("list(doc().features[-1].properties.get('cells', []))")
    s.check("two clicks lay a road through every cell between", len(cells) == count, cells)


def words(s: Session) -> None:
    """Labels and a zone."""
    s.tool("t", "label")
    for cell, text in (("1204", "Lonny"), ("2010", "Ham")):
        s.click(s.cell(cell))
        s.until("draw().view.tool.editor is not None", "the field for the words")
        s.type(text)
        s.key("Return")
    s.check("two labels stand", s.ask("sum(f.kind == 'label' for f in doc().features)") == 2)
    s.tool("z", "zone")
    s.drag(*(s.cell(cell) for cell in ("0212", "0512", "0513", "0213")))
    s.until("draw().view.tool.editor is not None", "the field for the name")
    s.type("Blue sets up")
    s.key("Return")
    zone = s.ask("[r.feature.name for r in draw().view.features.zones()]")
    s.check("a zone has its name", zone == ["Blue sets up"], zone)
    s.picture("labels and zone")
    s.key("Escape")


def look(s: Session) -> None:
    """Sight and adjacency by the map's own rule."""
    s.tool("i", "sight")
    s.click(s.cell("0404"))
    s.until("draw().model.compiler.board is not None", "the board is worked out")
    s.hover(s.cell("1004"))
    found = s.ask("[draw().overlays.sight.to('1004').clear,"
                  " draw().overlays.sight.to('0202').clear]")  # fmt: skip
    s.check("woods block the line to 1004, and nothing the one to 0202", found == [False, True])
    s.picture("sight")
    s.press("Sight", "Toggle")
    s.press("Adjacency", "Toggle")
    s.hover(s.cell("2203"))
    board = "draw().model.compiler.board"
    beside = s.ask(f"sorted({board}.neighbours('2203'))")
    s.check("a cliff parts 2203 from 2103 and 2202",
            not {"2103", "2202"} & set(beside) and len(beside) == 4, beside)  # fmt: skip
    beside = s.ask(f"sorted({board}.neighbours('1505'))")
    s.picture("adjacency")
    s.tell(f"       1505 borders on {beside}")
    s.press("Adjacency", "Toggle")


def save(s: Session) -> None:
    """Undo and redo all, save."""
    drawn, steps = s.ask("digest()"), s.ask("draw().session.editor.position")
    s.tool("s", "select")
    for _ in range(steps):
        s.key("ctrl+z")
    s.check(f"{steps} steps are undone", s.ask("not doc().features and not doc().sides"))
    for _ in range(steps):
        s.key("ctrl+shift+z")
    s.check("and done again", s.ask("digest()") == drawn)
    s.key("ctrl+s")
    s.until("draw().session.is_saved", "the map is saved")
    s.check("the file is there", Path(s.ask("str(draw().session.path)")).exists())
    s.key("Tab")


_DRAWN = ("sorted([c.id, c.terrain, c.properties.get('level', 0)] for c in {}.cells.values()"
          " if c.terrain != 'clear' or c.properties.get('level'))")  # fmt: skip
"""Ground and height of all hexes that are not as the sheet began."""


def looked_at(s: Session, file: Path) -> None:
    """What another program says of a file that was exported."""
    if file.suffix == ".pdf":
        travel.pages(s, file)
    elif file.suffix == ".tmx":
        travel.in_tiled(s, file, s.ask("len(doc().cells)"))
    else:
        travel.in_zip(s, file)


def send(s: Session) -> None:
    """PDF, Tiled and VASSAL; the Tiled map is opened again beside the one that is drawn."""
    travel.export(s, ("pdf", "tmx", "vmod"), looked_at)
    drawn, mine = s.ask(_DRAWN.format("doc()")), s.ask("str(draw().session.path)")
    sides = s.ask("sorted(map(list, doc().sides))")
    travel.open_file(s, next(s.home.rglob("*.tmx")))
    s.until(f"drawing() and str(draw().session.path) != {mine!r}", "the Tiled map is there", 60)
    s.check("the Tiled map has every ground and height", s.ask(_DRAWN.format("doc()")) == drawn,
            f"{len(drawn)} hexes")  # fmt: skip
    s.check(
        "and every side", s.ask("sorted(map(list, doc().sides))") == sides, f"{len(sides)} sides"
    )
    s.picture("back from Tiled")
    s.key("ctrl+1")
    s.until("window().mode == 'home'", "Home")
    travel.open_file(s, Path(mine))
    s.until(f"drawing() and str(draw().session.path) == {mine!r}", "the map that is drawn", 60)


def come_back(s: Session) -> None:
    """The module is taken in, a table is laid on it, and its board is the map that left."""
    drawn = s.ask(_DRAWN.format(f"{travel.BOARD}"))
    beside = s.ask(f"[sorted({travel.BOARD}.neighbours(c)) for c in ('2203', '1505', '0504')]")
    travel.play_module(s, next(s.home.rglob("*.vmod")))
    s.check("the map came back with its grounds and heights",
            s.ask(_DRAWN.format(travel.BOARD)) == drawn, f"{len(drawn)} hexes")  # fmt: skip
    found = s.ask(f"[sorted({travel.BOARD}.neighbours(c)) for c in ('2203', '1505', '0504')]")
    s.check("and its neighbours", found == beside, found)


def table(s: Session, beside: Callable[[Session], None] = lambda _s: None) -> None:
    """Try on the table: three counters made by hand, and what *beside* makes on their page."""
    s.press("Try on the table")
    s.until("dialog('TableWizard') and top().map.board is not None", "the wizard has the map")
    s.until("top().map.painted()", "the map is painted")
    s.picture("table wizard")
    s.press("Next")
    s.picture("sides")
    s.press("Next")
    for name, factors, place in COUNTERS:
        s.press("New counter…")
        s.until("dialog('CounterDesigner')", "the designer")
        s.type(name)
        s.fill("Factors", factors)
        if place:
            s.fill("Place", place)
            if s.ask("popup()"):
                s.key("Return")  # takes the place from the list
        if name == "Guns":
            s.picture("counter designer")
        s.key("Return")
        s.until("dialog('TableWizard')", "the counter is made")
    s.check("three counters are listed", s.ask("len(top().counters.rows)") == 3)
    beside(s)
    s.until("not top()._judged.running and not top()._soon.isActive()")
    s.picture("counters")
    s.press("Next")
    s.picture("players")
    s.press("Create the table")
    s.until("playing()", "the table is set")
    s.until("not dialog('QDialog')")
    s.picture("table")


def piece(s: Session, name: str) -> str:
    """The id of a counter."""
    return s.ask(f"next(p for p, c in table().session.state.pieces.items() if c.name == {name!r})")


def counter_at(s: Session, name: str) -> str:
    """Where a counter stands."""
    return s.ask(f"table().session.state.pieces[{piece(s, name)!r}].at") or ""


def on_board(s: Session, cell: str) -> Spot:
    """The middle of a cell of the table."""
    return s.ask(f"point(table().view, table().view.cell_point({cell!r}))")


def on_counter(s: Session, name: str) -> Spot:
    """A counter on the table."""
    one = piece(s, name)
    return s.ask(f"point(table().view, table().view.piece_point({one!r}))")


def play_free(s: Session) -> None:
    """Place, move, flip, roll, undo."""
    where = [counter_at(s, name) for name, _, _ in COUNTERS]
    s.check("counters stand where they were put", where == ["1205", "0609", ""], where)
    one = piece(s, "Scouts")
    row = "table().tray.row"
    start = s.ask(f"point({row}, {row}.place({one!r}))")
    s.drag(start, on_board(s, "0909"), steps=14)
    s.check("a counter comes from the tray to the map", counter_at(s, "Scouts") == "0909")
    s.drag(on_counter(s, "Guns"), on_board(s, "1205"), steps=14)
    s.check("a counter is moved onto another", counter_at(s, "Guns") == "1205")
    s.picture("counters moved")
    s.key("ctrl+z")
    s.until("True")
    s.check("Ctrl+Z takes the move back", counter_at(s, "Guns") == "0609")
    s.key("ctrl+shift+z")
    s.check("and Ctrl+Shift+Z does it again", counter_at(s, "Guns") == "1205")
    s.click(on_counter(s, "Scouts"))
    s.key("i")
    s.until("dialog('DiceDialog')", "the question for dice")
    s.type("2d6+1", over=True)
    s.picture("dice")
    s.key("Return")
    s.until("'last roll' in table().session.state.marks", "the dice are rolled")
    rolled = s.ask("str(table().session.state.marks['last roll'])")
    s.check("the dice are on the table", rolled.startswith("2d6+1: "), rolled)
    s.picture("rolled")
    path = Path(s.ask("str(table().session.path)"))
    events = s.ask("len(table().session.journal.events)")
    s.check("every answer is on the disk", path.is_file(), f"{path.name}, {events} events")


def save_game(s: Session) -> None:
    """The table is given away as a scenario; the game goes on from Home after a kill."""
    s.press("Save as scenario…")
    s.until("dialog('SaveScenarioDialog')", "the dialog")
    s.picture("save as scenario")
    s.press("Save")
    s.until("not dialog('SaveScenarioDialog')", "it is saved")
    told = "[n.what for n, _ in table().toasts._shown if 'is saved in' in n.what]"
    s.check("the window says where", True, str(s.until(told, "the window says where")))
    before = [counter_at(s, name) for name, _, _ in COUNTERS]
    s.kill()
    s.start()
    s.until("window().home._left_open != []", "Home offers to go on")
    cards = s.ask("[t.card.title for t in window().home._left_open]")
    s.tell(f"       Home offers {cards}")
    # A campaign has no map picture on its card.
    s.until("all(t.card.thumbnail is not None for t in window().home.tiles()"
            " if not getattr(t.card, 'campaign', False))", "pictures", 60)  # fmt: skip
    s.picture("home")
    s.click(s.ask("middle(next(t for t in window().home._left_open if t.card.icon != 'map'))"))
    s.until("playing()", "the game is back")
    after = [counter_at(s, name) for name, _, _ in COUNTERS]
    s.check("the game is as it was", after == before == ["1205", "1205", "0909"], after)
    s.picture("game again")


def play(s: Session) -> None:
    """The whole session."""
    begin(s)
    ground(s)
    hexsides(s)
    lines(s)
    words(s)
    look(s)
    save(s)
    send(s)
    table(s)
    play_free(s)
    save_game(s)
    come_back(s)


if __name__ == "__main__":
    sys.exit(main("hex_map", play, sys.argv[1:]))
