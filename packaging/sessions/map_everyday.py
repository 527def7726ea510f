"""Recorded session: what a designer does every day, and one map that stays one document.

    python packaging/sessions/map_everyday.py [FOLDER] [--offscreen]

The room for the sheet is measured, keys are pressed with the keyboard in one panel after another, a
cell is gone to, kinds are found and replaced, cells painted symmetrically, mirrored and kept as a
stamp. The map is tried on the table, changed, and tried again, and the table has the change; its
scenario, begun from Home after another change, asks which map is meant. A second map of the same
name is drawn beside it; tabs, title and cards say which is which. At last the map is printed on
every paper and on a poster.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions import hex_map, travel
from sessions.stage import Session, main

WOODS = ("0504", "0604", "0705")
TERRAIN = "sorted(c.id for c in doc().cells.values() if c.terrain == {0!r})"


def room(s: Session) -> None:
    """What the sheet has of the window, and where the lowest line stands."""
    s.key("Tab")
    s.until("not draw().docks_hidden()", "Tab brings the panels back")
    share = s.ask("draw().view.width() * draw().view.height() / (1280 * 800)")
    s.check("the sheet has half of 1280 x 800 beside its panels", share >= 0.5, f"{share:.1%}")
    status = "window().status"
    low = s.ask(f"part({status}, 0, {status}.height())[1]")
    s.check("the status line stands inside the screen",
            s.ask(f"{status}.isVisible()") and low <= 800, low)  # fmt: skip
    s.picture("room for the sheet")


def letters(s: Session) -> None:
    """Keys act wherever the keyboard is, but for a field that is typed into."""
    s.key("b", "3")
    s.click(s.cell("1709"))  # or the list of the history would be empty
    places = {
        "the list of the history": "draw().panels.history.list",
        "a button of the tools": "draw().tool_bar.buttons['select']",
        "a row of the palette": "next(iter(seen('PaletteRow')))",
    }
    for number, (words, place) in enumerate(places.items()):
        if "history" in words:
            s.ask("draw().panels.show_tab('history')")
        elif "palette" in words:
            s.ask("draw().panels.show_tab('palette')")
        for slot, kind in ((2, "wood"), (1, "clear"))[:: 1 if number % 2 == 0 else -1]:
            s.ask(f"{place}.setFocus()")
            s.check(f"the keyboard is on {words}", s.ask(f"keyboard_on({place})"))
            s.key(str(slot))
            found = s.ask("draw().model.inks.terrain")
            s.check(f"there {slot} takes {kind}", found == kind, found)
        s.ask(f"{place}.setFocus()")
        s.tool("l", "line")
        s.ask(f"{place}.setFocus()")
        s.tool("b", "brush")
    s.tool("s", "select")
    s.click(s.cell("1709"))
    s.ask("draw().panels.show_tab('cell')")
    s.until("has('QLineEdit')", "the field for a name")
    s.click(s.ask("middle(seen('QLineEdit')[0])"))
    s.type("Bel2", over=True)
    s.check("a field takes its letters itself",
            s.ask("seen('QLineEdit')[0].text()") == "Bel2"
            and s.ask("draw().view.tool.id") == "select")  # fmt: skip
    s.key("Return")
    s.ask("draw().panels.show_tab('palette')")
    s.ask("draw().view.setFocus()")
    s.key("Tab")
    s.until("draw().docks_hidden()")
    s.key("ctrl+0")


def everyday(s: Session) -> None:
    """Symmetry, a mirror, stamps, finding, going there."""
    s.key("2")
    s.drag(*(s.cell(cell) for cell in WOODS))
    s.check("woods stand", set(WOODS) <= set(s.ask(TERRAIN.format("wood"))))
    s.key("y")
    s.until("draw().model.inks.symmetry", "Y paints symmetrically")
    s.key("4")
    before = s.ask(TERRAIN.format("village"))
    s.click(s.cell("0309"))
    after = s.ask(TERRAIN.format("village"))
    s.check("one click paints both sides", len(after) - len(before) == 2, after)
    s.picture("symmetry")
    for _ in range(6):
        if not s.ask("draw().model.inks.symmetry"):
            break
        s.key("y")
    s.check("Y ends it", not s.ask("draw().model.inks.symmetry"))

    s.tool("s", "select")
    s.click(s.cell(WOODS[0]))
    for cell in WOODS[1:]:
        s.click(s.cell(cell), held="shift")
    picked = s.ask("sorted(draw().model.selection.cells)")
    s.check("three cells are picked", picked == sorted(WOODS), picked)
    s.key("ctrl+m")
    s.check("Ctrl+M lays them on the other side", len(s.ask(TERRAIN.format("wood"))) == 6,
            s.ask(TERRAIN.format("wood")))  # fmt: skip
    s.picture("mirrored")
    s.click(s.cell(WOODS[0]))
    for cell in WOODS[1:]:
        s.click(s.cell(cell), held="shift")
    s.key("ctrl+alt+3")
    s.key("Escape")
    s.key("alt+3")
    s.until("draw().view.tool.id == 'paste'", "Alt+3 takes the stamp up")
    s.hover(s.cell("0909"))
    s.picture("stamp in hand")
    s.click(s.cell("0909"))
    s.check("a click lays it", len(s.ask(TERRAIN.format("wood"))) == 9)
    s.key("Escape")

    s.key("ctrl+f")
    s.until("dialog('FindDialog')", "find and replace")
    s.choose("Look for", "Ground")
    s.choose("Find", "Wood")
    s.choose("Replace with", "Village")
    s.picture("find and replace")
    s.press("Replace all")
    if s.ask("dialog('FindDialog')"):
        s.key("Escape")
    s.until("not dialog('FindDialog')", "the dialog is shut")
    s.check("every wood is a village", not s.ask(TERRAIN.format("wood"))
            and len(s.ask(TERRAIN.format("village"))) == 9 + len(after))  # fmt: skip
    s.key("ctrl+z")
    s.check("one undo brings all back", len(s.ask(TERRAIN.format("wood"))) == 9)

    s.key("ctrl+g")
    s.until("dialog('GoToDialog')", "go to")
    s.type("1510")
    s.picture("go to")
    s.key("Return")
    s.until("not dialog('GoToDialog')")
    s.check("the cell is picked", s.ask("list(draw().model.selection.cells)") == ["1510"])
    x, y = s.ask("cell('1510')")
    cx, cy = s.ask("middle(draw().view)")
    s.check("the keyboard stands on it", s.ask("draw().view.focus_cell") == "1510")
    s.check("and it stands in the middle", abs(x - cx) < 12 and abs(y - cy) < 12, [x - cx, y - cy])
    s.picture("gone there")
    s.key("ctrl+0")
    hex_map.road_by_cells(s, "0203", "0803", 7)
    s.key("Escape")


def one_document(s: Session) -> str:
    """Try, come back, change, try again. The path of the map."""
    s.key("ctrl+s")
    s.until("draw().session.is_saved", "the map is saved")
    mine = s.ask("str(draw().session.path)")
    name = Path(mine).name
    title = s.ask("window().windowTitle()")
    s.check("the title of the window shows the file", name in title, title)
    s.check("so does the bar of the document", name in s.ask("draw().subtitle"))
    hex_map.table(s)
    s.key("ctrl+2")
    s.until("drawing()", "Ctrl+2 goes back to the map")
    s.picture("back from the table")
    s.check("the map that is drawn is the file itself", s.ask("str(draw().session.path)") == mine)
    s.ask("draw().view.setFocus()")
    s.key("ctrl+0")
    s.key("b")
    s.key("2")
    s.click(s.cell("1003"))
    s.check("a wood is painted", s.ask("doc().cells['1003'].terrain") == "wood")
    s.key("ctrl+t")
    s.until("dialog('NewGameDialog') or playing()", "the trial again", 60)
    if s.ask("dialog('NewGameDialog')"):
        s.picture("tried again")
        s.key("Return")
    s.until("playing()", "the table", 60)
    ground = s.ask(f"{travel.BOARD}.cells['1003'].terrain")
    s.check("the table has the change, without a copy to edit", ground == "wood", ground)
    s.picture("the change is on the table")
    return mine


def asked(s: Session) -> None:
    """The map is drawn on, and its scenario begun from Home: it asks which map is meant."""
    s.key("ctrl+2")
    s.until("drawing()", "the map again")
    s.ask("draw().view.setFocus()")
    s.key("ctrl+0")
    s.key("b")
    s.key("2")
    s.click(s.cell("1005"))
    s.key("ctrl+s")
    s.until("draw().session.is_saved", "the map is saved")
    s.key("ctrl+1")
    s.until("window().mode == 'home'", "Home")
    tile = ("next((t for t in window().home._found if t.card.title == 'A table at Upper valley'),"
            " None)")  # fmt: skip
    s.until(f"{tile} is not None", "the card of the scenario")
    s.ask(f"{tile}.setFocus()")
    s.key("Return")
    s.until("dialog('ChangedMapDialog')", "it asks which map is meant")
    s.picture("which map")
    s.press("As it is drawn now")
    s.until("dialog('NewGameDialog')", "who plays", 60)
    s.key("Return")
    s.until(f"playing() and {travel.BOARD}.cells['1005'].terrain == 'wood'",
            "the map as it is drawn is on the table", 60)  # fmt: skip
    s.check("the scenario has the map as it is drawn now", True)


def many(s: Session, mine: str) -> None:
    """A second map of the same name."""
    s.key("ctrl+n")
    s.until("dialog('NewMapDialog')", "the wizard opens")
    s.click(s.ask("middle(top().title)"))
    s.type("Upper valley", over=True)
    s.fill("Columns", "8")
    s.key("Tab")
    s.fill("Rows", "6")
    s.key("Tab")
    s.press("Create")
    s.until("drawing() and len(doc().cells) == 48", "the second sheet")
    s.key("ctrl+s")
    s.until("draw().session.is_saved", "it is saved")
    other = s.ask("str(draw().session.path)")
    s.check("it has a file of its own", other != mine, Path(other).name)
    rows = s.ask("[[t.text(), t.file] for t in draw().tabs.buttons]")
    s.check("two tabs of one name tell their files", len({tuple(row) for row in rows}) == 2, rows)
    s.check("and the title shows the second", Path(other).name in s.ask("window().windowTitle()"))
    s.picture("two maps in tabs")
    s.key("ctrl+Next")
    s.until(f"str(draw().session.path) == {mine!r}", "Ctrl+PgDown shows the other")
    s.check("the title follows", Path(mine).name in s.ask("window().windowTitle()"))
    s.key("ctrl+1")
    s.until("window().mode == 'home'", "Home")
    s.until("sum(t.card.title == 'Upper valley' for t in window().home.tiles()) >= 2", "two cards")
    cards = s.ask("[[t.card.title, t.card.subtitle] for t in window().home.tiles()"
                  " if t.card.title == 'Upper valley']")  # fmt: skip
    s.check("no two cards read alike", len({tuple(row) for row in cards}) == len(cards), cards)
    cards = s.ask("[[t.card.title, getattr(t.card, 'subtitle', '')]"
                  " for t in window().home.tiles()]")  # fmt: skip
    s.check("nor do two games of one map", len({tuple(row) for row in cards}) == len(cards))
    s.until("all(t.card.thumbnail is not None for t in window().home.tiles()"
            " if t.card.title == 'Upper valley')", "pictures", 60)  # fmt: skip
    s.picture("home")
    tile = f"next(t for t in window().home.tiles() if getattr(t.card, 'path', '') == {mine!r})"
    s.click(s.ask(f"middle({tile})"))
    s.until(f"drawing() and str(draw().session.path) == {mine!r}", "its card opens the first map")


def paper(s: Session) -> None:
    """Every paper, and a poster with a bleed."""
    for title, points in (("A4", {595, 842}), ("A3", {842, 1191}), ("Letter", {612, 792}),
                          ("Tabloid", {792, 1224}), ("One page", set())):  # fmt: skip
        s.key("ctrl+e")
        s.until("dialog('ExportDialog')", "the dialog for exporting")
        travel.choose_forms(s, ["pdf"])
        s.pick(s.ask("middle(top().paper)"), title)
        if not points:
            s.ask("top().bleed.set_value(3)")
        s.picture(f"export {title}")
        s.press("Export")
        s.until("'is there' in top().told.text()", f"{title} is written", 90)
        s.tell(f"       {s.ask('top().told.text()')}")
        file = Path(f"{s.ask('top().place.text()')}.pdf")
        s.press("Close")
        s.until("drawing() and not dialog('ExportDialog')")
        told = travel.told_by(s, "pdfinfo", file)
        if told is not None and points:
            size = next(row for row in told.splitlines() if row.startswith("Page size"))
            found = {round(float(word)) for word in size.split() if word[0].isdigit()}
            s.check(f"its pages are {title}", found == points, size)
        file.rename(s.out / f"{title.replace(' ', '_')}.pdf")


def play(s: Session) -> None:
    """The whole session."""
    hex_map.begin(s, 18, 12)
    room(s)
    letters(s)
    everyday(s)
    mine = one_document(s)
    asked(s)
    many(s, mine)
    paper(s)


if __name__ == "__main__":
    sys.exit(main("map_everyday", play, sys.argv[1:]))
