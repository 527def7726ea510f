"""Recorded session: a map of 30 by 20 hexes is drawn by mouse and given a look of its own.

    python packaging/sessions/map_looks.py [FOLDER] [--offscreen]

As `hex_map`, which draws the country: then a sheet style, calm ground, inks, a colour for woods, a
picture for the marsh, numbers, letters by class, a river's name along its river, a region on a
drawn curve, a sign of the map's own, stamps and half a turn. All is undone and done again, saved,
and the map is opened anew after a kill.
"""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions import hex_map
from sessions.stage import Session, main

SIGN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24">\
<path d="M3 21V9l9-6 9 6v12z" fill="#a02020"/><path d="M9 21v-7h6v7z" fill="#f6ecd2"/></svg>'
STYLES = {"Strong": "contrast", "Black and white": "ink", "Printed": ""}
NAME = "next(f for f in doc().features if f.name == {0!r})"


def tile(edge: int = 48) -> bytes:
    """A PNG of reeds, so plain that it needs no painter."""
    rows = b""
    for y in range(edge):
        row = bytearray()
        for x in range(edge):
            reed = (x * 7 + y * 3) % 24 in (0, 1) and y % 12 < 8
            row += bytes((70, 110, 80) if reed else (178, 206, 196))
        rows += b"\0" + bytes(row)

    def chunk(kind: bytes, data: bytes) -> bytes:
        sum_ = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", sum_)

    head = struct.pack(">IIBBBBB", edge, edge, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        chunk(kind, data)
        for kind, data in ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    )


def show(s: Session, field: str) -> None:
    """Scroll the tab until a field of it is in view."""
    s.ask(f"draw().panels._shown_by['look'].ensureWidgetVisible({field}, 0, 60)")
    s.until("True")


def sheet(s: Session) -> None:
    """The style, the ground, inks and numbers."""
    s.key("Tab")
    s.until("not draw().docks_hidden()", "Tab brings the panels back")
    s.press("Look")
    s.picture("look of the map")
    for words, style in STYLES.items():
        s.press(words, "StyleCard")
        s.check(f"{words}: the sheet has its style", s.ask("doc().look.style") == style)
        s.until("not draw().view.sheet.late", "the sheet is sharp")
        s.picture(f"style {words}")
    s.press("Staff map", "StyleCard")
    s.check("a card gives the sheet its style", s.ask("doc().look.style") == "staff")
    s.press("Calm ground", "Switch")
    s.check("the ground is calm", s.ask("doc().look.calm"))
    panel = "draw().panels.look"
    show(s, f"{panel}.number_contrast")
    s.choose("Place", "At the bottom")
    s.choose("Contrast", "Strong")
    found = s.ask("[doc().look.numbers.place, doc().look.numbers.contrast]")
    s.check("numbers stand below, in strong ink", found == ["bottom", "strong"], found)
    show(s, f"{panel}.inks['water']")
    s.fill("Water", "#4f8fb8")
    s.key("Return")
    s.check("water has its own ink", s.ask("doc().look.inks.get('water')") == "#4f8fb8")
    s.picture("style and inks")


def names(s: Session) -> None:
    """Letters of the names that follow a curve, and of regions."""
    panel = "draw().panels.look"
    show(s, f"{panel}.name_class")
    s.choose("Names of", "Along a curve")
    show(s, f"{panel}.name_ink")
    s.choose("Letters", "Book letters, slanted")
    s.click(s.ask(f"middle({panel}.name_ink.field)"))
    s.type("#1f4f66", over=True)
    s.key("Tab")
    style = s.ask("[doc().look.names['river'].lettering, doc().look.names['river'].ink]")
    s.check("names on a curve have their letters", style == ["italic", "#1f4f66"], style)
    s.picture("letters")
    s.press("Label", "ToolButton")  # gives the keyboard to the sheet
    s.key("Tab")
    s.until("draw().docks_hidden()", "the panels are hidden")
    s.key("ctrl+0")
    s.drag(*(s.cell(cell) for cell in ("0617", "0917", "1218", "1617", "2018")), steps=6)
    s.until("draw().view.tool.editor is not None", "the field for the words")
    s.type("The long heath")
    s.key("Return")
    along = s.ask(f"{NAME.format('The long heath')}.properties.get('along', '')")
    s.check("words follow the curve that was drawn", len(str(along).split()) > 4)
    s.click(s.cell("1404"))
    s.until("draw().view.tool.editor is not None", "the field for the words")
    s.type("Ohme")
    s.key("Return")
    s.key("r")
    along = s.ask(f"{NAME.format('Ohme')}.properties.get('along', '')")
    s.check("R lays a name along the river", len(str(along).split()) > 2)
    s.picture("names on curves")
    s.key("Escape")


def kinds(s: Session) -> None:
    """Woods in another green, marsh as a picture, a sign of the map's own."""
    s.key("Tab")
    s.until("not draw().docks_hidden()", "Tab brings the panels back")
    s.press("Palette")
    s.key("2")
    s.until("draw().model.inks.terrain == 'wood'")
    s.press("Change the kind in ink", "ToolButton")
    s.until("dialog('KindDialog')", "the dialog of the kind")
    s.fill("Colour", "#2f6f63")
    s.picture("colour of woods")
    s.press("Save")
    s.until("not dialog('KindDialog')")
    s.check("woods have their own green", s.ask("doc().look.terrain['wood'].colour") == "#2f6f63")
    s.key("6")
    s.until("draw().model.inks.terrain == 'marsh'")
    s.drag(*(s.cell(cell) for cell in ("0710", "0810", "0910", "0911")))
    s.press("Change the kind in ink", "ToolButton")
    s.until("dialog('KindDialog')", "the dialog of the kind")
    place = s.home / "reeds.png"
    place.write_bytes(tile())
    # the system's own dialog for files is not ours to drive
    taken = s.ask(f"top().look.take_picture(__import__('pathlib').Path({str(place)!r}))")
    s.check("the map takes a picture in", taken)
    s.picture("picture of marsh")
    s.press("Save")
    s.until("not dialog('KindDialog')")
    s.check("marsh shows a picture", bool(s.ask("doc().look.terrain['marsh'].tile")))
    sign = s.home / "farmstead.svg"
    sign.write_text(SIGN, encoding="utf-8")
    taken = s.ask(f"draw().panels.look.add_sign(__import__('pathlib').Path({str(sign)!r}))")
    s.check("a plain SVG becomes a sign", taken)
    bad = s.home / "bad.svg"
    bad.write_text(SIGN.replace("<path", "<script>x()</script><path", 1), encoding="utf-8")
    taken = s.ask(f"draw().panels.look.add_sign(__import__('pathlib').Path({str(bad)!r}))")
    s.check("one with a script is refused in words", not taken and "script" in s.notices())
    s.press("Label", "ToolButton")
    s.click(s.cell("2312"))
    s.until("draw().view.tool.editor is not None", "the field for the words")
    s.type("Old Grange")
    s.key("Return")
    s.press("Cell")
    s.choose("Sign", "farmstead")
    sign = s.ask(f"{NAME.format('Old Grange')}.properties.get('sign')")
    s.check("words show it", sign == "own-1", sign)
    s.picture("own sign")
    for field, words in (("Turned by (degrees)", "20"), ("Lines", "2")):
        s.fill(field, words, "QLineEdit")
        s.key("Tab")
    s.choose("Letters", "Large")
    told = dict(s.ask(f"sorted({NAME.format('Old Grange')}.properties.items())"))
    found = [told.get(name) for name in ("turn", "rows", "size")]
    s.check("words are turned, large and on two lines", found == [20, 2, "large"], told)
    s.picture("turned words")
    s.key("Escape")


def zone(s: Session) -> None:
    """A zone in a colour of its own, and names of a class with a broad rim."""
    s.press("Look")
    panel = "draw().panels.look"
    show(s, f"{panel}.name_class")
    s.choose("Names of", "Words on the map")
    show(s, f"{panel}.rim")
    s.click(s.ask(f"middle({panel}.name_size)"))
    s.type("140", over=True)
    s.key("Tab")
    s.click(s.ask(f"middle({panel}.rim)"))
    s.type("250", over=True)
    s.key("Tab")
    style = s.ask("[[k, v.scale, v.rim] for k, v in doc().look.names.items() if v.rim != 1]")
    s.check("a class has its size and rim", len(style) == 1 and style[0][1:] == [1.4, 2.5], style)
    s.picture("size and rim")
    s.press("Select", "ToolButton")
    s.click(s.ask("side('0211', '0212')")[1])
    s.press("Cell")
    s.until("draw().model.selection.features", "the zone is picked")
    s.fill("Colour", "#b03030")
    s.key("Tab")
    ink = s.ask(f"{NAME.format('Blue sets up')}.properties.get('colour')")
    s.check("the zone has its colour", ink == "#b03030", ink)
    s.picture("zone in red")
    s.key("Escape")


def pieces(s: Session) -> None:
    """A stamp, and what is picked on the other side of the sheet."""
    s.press("Select", "ToolButton")
    s.key("Tab")
    s.until("draw().docks_hidden()", "the panels are hidden")
    s.key("ctrl+0")
    s.drag(s.spot(*s.ask("doc().cells['0603'].anchor")), s.cell("0806"))
    picked = s.ask("list(draw().model.selection.cells)")
    s.check("cells are picked", len(picked) > 2, len(picked))
    s.key("ctrl+alt+1")
    s.key("ctrl+shift+m")
    woods = s.ask("sum(c.terrain == 'wood' for c in doc().cells.values())")
    s.check("half a turn lays the wood on the other side", woods > len(hex_map.WOODS), woods)
    s.key("alt+1")
    s.until("draw().view.tool.id == 'paste'", "the stamp hangs at the pointer")
    s.hover(s.cell("2014"))
    s.key("m")
    s.picture("a stamp, mirrored")
    s.click(s.cell("2014"))
    more = s.ask("sum(c.terrain == 'wood' for c in doc().cells.values())")
    s.check("a stamp is laid down", more > woods, more)


def kept(s: Session) -> None:
    """Undo and redo everything, save, kill, and see it again."""
    hex_map.save(s)
    drawn, path = s.ask("digest()"), s.ask("str(draw().session.path)")
    s.key("Tab")
    s.key("ctrl+0")
    s.picture("the map")
    s.kill()
    s.start(Path(path))
    s.until("drawing()", "the map is opened again")
    s.check("it has the same look to the letter", s.ask("digest()") == drawn)
    s.picture("opened again")


def play(s: Session) -> None:
    """The whole session."""
    hex_map.begin(s)
    hex_map.ground(s)
    hex_map.hexsides(s)
    hex_map.lines(s)
    hex_map.words(s)
    sheet(s)
    names(s)
    kinds(s)
    zone(s)
    pieces(s)
    kept(s)


if __name__ == "__main__":
    sys.exit(main("map_looks", play, sys.argv[1:]))
