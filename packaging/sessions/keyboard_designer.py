"""Recorded session: a scenario designer draws, saves and exports a map by keys alone.

    python packaging/sessions/keyboard_designer.py [FOLDER] [--offscreen]

Real key events go to the real window on an X server of its own (needs Xvfb, openbox and xdotool);
whoever takes the mouse breaks the session. Numbered pictures and ``log.txt`` come into
FOLDER/keyboard_designer. The exit code is 0 only when every check held.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions.keys import keyed, named, walk, without_mouse
from sessions.stage import Session, main

FOCUS = "draw().view.focus_cell"


def begin(s: Session) -> None:
    """Home, the wizard, a sheet of twelve by eight hexes."""
    s.start()
    without_mouse(s)
    s.key("ctrl+n")
    s.until("dialog('NewMapDialog')", "the wizard opens")
    walk(s, "keyboard_on(top().title)", "the title")
    s.type("Drawn by keys", over=True)
    for name, number in (("Columns", "12"), ("Rows", "8")):
        walk(s, named(name), name)
        s.type(number, over=True)
    s.picture("wizard")
    s.key("Return")
    s.until("drawing()", "the sheet is there")
    s.check("the sheet has 12 x 8 hexes", s.ask("len(doc().cells)") == 96)
    s.until("keyboard_on(draw().view)", "the keyboard is on the sheet")


def go(s: Session, cell: str) -> None:
    """Walk to a cell with the arrows."""
    column, row = int(cell[:2]), int(cell[2:])
    if not s.ask(FOCUS):
        s.key("Right")
    for _ in range(60):
        at = s.ask(FOCUS)
        x, y = int(at[:2]), int(at[2:])
        if at == cell:
            return
        s.key("Right" if x < column else "Left" if x > column else "Down" if y < row else "Up")
    s.check(f"arrows lead to {cell}", held=False, found=s.ask(FOCUS))


def ground(s: Session) -> None:
    """Woods, a village, a hill."""
    s.key("2")
    s.until("draw().model.inks.terrain == 'wood'")
    for cell in ("0303", "0403", "0404"):
        go(s, cell)
        s.key("Return")
    woods = s.ask("sorted(c for c, one in doc().cells.items() if one.terrain == 'wood')")
    s.check("three cells are woods", woods == ["0303", "0403", "0404"], woods)
    s.key("4")
    go(s, "0805")
    s.key("Return")
    s.check("a village stands", s.ask("doc().cells['0805'].terrain") == "village")
    s.tool("v", "elevation")
    for cell in ("0602", "0702"):
        go(s, cell)
        s.key("Return")
    levels = s.ask("[doc().cells[c].properties.get('level') for c in ('0602', '0702')]")
    s.check("a hill of one level stands", levels == [1, 1], levels)
    s.tool("r", "rectangle")
    s.key("2")
    s.until("draw().view.tool.id == 'rectangle'", "an ink of cells keeps the rectangle")
    go(s, "1006")
    s.key("Return")
    go(s, "1107")
    s.key("Return")
    woods = s.ask("sum(one.terrain == 'wood' for one in doc().cells.values())")
    s.check("a rectangle from Enter to Enter", woods > 5, woods)
    s.picture("ground")


def lines(s: Session) -> None:
    """A river along sides, a road, words, a zone."""
    s.key("9")
    s.until("draw().model.inks.side == 'river' and draw().view.tool.id == 'hexside'")
    go(s, "0504")
    for _ in range(3):
        s.key("Return", "period")
    laid = s.ask("[list(p) for p, k in doc().sides.items() if 'river' in k]")
    s.check("three sides of a cell are river", len(laid) == 3, laid)
    s.tool("l", "line")
    for cell in ("0104", "0404", "0805"):
        go(s, cell)
        s.key("Return")
    s.key("Return")
    row = s.ask("[[f.kind, len(f.geometry['coordinates'])] for f in doc().features]")
    s.check("a road runs through three cells", row == [["road", 3]], row)
    s.key("Escape")
    s.tool("t", "label")
    go(s, "0806")
    s.key("Return")
    s.until("draw().view.tool.editor is not None", "the field for the words")
    s.type("Lonny")
    s.key("Return")
    s.check("a label stands", s.ask("sum(f.kind == 'label' for f in doc().features)") == 1)
    s.until("keyboard_on(draw().view)", "the keyboard is back on the sheet")
    s.tool("z", "zone")
    for number, cell in enumerate(("0207", "0307")):
        go(s, cell)
        s.key("Return")
        if not number:
            s.until("draw().view.tool.editor is not None", "the field for the name")
            s.type("Blue sets up")
            s.key("Return")
            s.until("keyboard_on(draw().view)", "the keyboard is back on the sheet")
    zone = s.ask("[r.feature.name for r in draw().view.features.zones()]")
    s.check("a zone has its name", zone == ["Blue sets up"], zone)
    s.picture("lines, words, zone")
    s.key("Escape", "Escape")


def again(s: Session) -> None:
    """Everything is undone and done again; panels are reached and left."""
    drawn, steps = s.ask("digest()"), s.ask("draw().session.editor.position")
    s.tool("s", "select")
    s.key(*["ctrl+z"] * steps)
    s.check(f"{steps} steps are undone", s.ask("not doc().features and not doc().sides"))
    s.key(*["ctrl+shift+z"] * steps)
    s.check("and done again", s.ask("digest()") == drawn)
    s.key("F6")
    keyed(s)
    s.check("F6 leads into a panel", not s.ask("keyboard_on(draw().view)"), s.ask("focus()"))
    walk(s, "keyboard_on(draw().view)", "the sheet", "F6", 12)


def save(s: Session) -> None:
    """Saved; exported as PDF, PNG and SVG; closed, and opened again from Home."""
    s.key("ctrl+s")
    s.until("draw().session.is_saved", "the map is saved")
    path = Path(s.ask("str(draw().session.path)"))
    s.check("the file is there", path.exists(), path.name)
    s.key("ctrl+e")
    s.until("dialog('ExportDialog')", "the dialog for exporting")
    for form in ("PNG", "SVG"):
        walk(s, f"focus().startswith('Toggle') and {form!r} in focus()", form)
        s.key("space")
    out = s.out / "drawn by keys"
    walk(s, "keyboard_on(top().place)", "the name")
    s.type(str(out), over=True)
    s.picture("export")
    s.key("Return")
    files = [out.with_suffix(each) for each in (".pdf", ".png", ".svg")]
    s.until("not top()._task.running if dialog('ExportDialog') else True", "it is written", 90)
    s.picture("exported")
    s.check("three files are written", all(each.is_file() for each in files),
            [each.name for each in s.out.glob("drawn by keys*")])  # fmt: skip
    s.key("Escape")
    s.until("not dialog('ExportDialog')")
    s.until("keyboard_on(draw().view)", "the keyboard is back on the sheet")
    drawn = s.ask("digest()")
    s.key("ctrl+w")
    s.until("window().mode == 'home'", "Home")
    keyed(s)
    s.picture("home")
    walk(s, named("Drawn by keys"), "the card of the map")
    s.key("Return")
    s.until("drawing()", "the map is open again")
    s.check("it is as it was", s.ask("digest()") == drawn)


def play(s: Session) -> None:
    """The whole session."""
    begin(s)
    ground(s)
    lines(s)
    again(s)
    save(s)


if __name__ == "__main__":
    sys.exit(main("keyboard_designer", play, sys.argv[1:]))
