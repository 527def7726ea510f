"""Recorded session: a map and a game travel to other programs and back, and foreign ones come in.

    python packaging/sessions/map_travels.py [FOLDER] [--offscreen]

A map is drawn and written in every form at once, stopped on the way and written again; its GeoJSON
comes back. A table is laid on it, with counters cut from a scanned sheet; the game goes out as a
VASSAL module, comes back, a counter is moved, and the saved game of that moment is opened again. A
module that WarDesk did not write and a map of Tiled are taken in, and what was lost is told. At
last one bad file of each kind is opened, refused in words, and nothing is lost.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions import foreign, hex_map, keys, travel
from sessions.stage import Session, main

WOODS = ("0504", "0604", "0705")
FILES = "sorted(str(p) for p in __import__('pathlib').Path({0!r}).rglob('*') if p.is_file())"


def draw(s: Session) -> None:
    """A wood, a hill, a river along sides, a road, a name."""
    hex_map.begin(s, 14, 10)
    s.key("2")
    s.drag(*(s.cell(cell) for cell in WOODS))
    s.tool("v", "elevation")
    s.drag(*(s.cell(cell) for cell in ("1103", "1203", "1204")))
    s.key("9")
    s.until("draw().model.inks.side == 'river' and draw().view.tool.id == 'hexside'")
    for a, b in (("0302", "0402"), ("0303", "0402"), ("0303", "0403"), ("0304", "0403")):
        s.click(s.ask(f"side({a!r}, {b!r})")[1])
    hex_map.road_by_cells(s, "0207", "1207", 11)
    s.key("Escape")
    s.tool("t", "label")
    s.click(s.cell("0909"))
    s.until("draw().view.tool.editor is not None", "the field for the words")
    s.type("Lonny")
    s.key("Return")
    s.key("Escape")
    s.key("ctrl+s")
    s.until("draw().session.is_saved", "the map is saved")


def send_all(s: Session) -> Path:
    """Every form together; stopped, and written again. Where they lie, without an ending."""
    drawn = s.ask("digest()")
    s.key("ctrl+e")
    s.until("dialog('ExportDialog')", "the dialog for exporting")
    every = s.ask("list(top().forms)")
    travel.choose_forms(s, every)
    place = Path(s.ask("top().place.text()"))
    s.picture("every form")
    s.press("Export")
    s.until("top().bar.isVisible() and top().bar.maximum() > 1 and top().bar.value() > 0",
            "a bar tells how far it is")  # fmt: skip
    s.picture("on the way")
    s.press("Stop")
    s.until("'topped' in top().told.text()", "it stops")
    s.tell(f"       {s.ask('top().told.text()')}")
    s.picture("stopped")
    half = [one.name for one in place.parent.glob(f"{place.name}*") if ".part" in one.name]
    s.check("nothing half written is left", not half, half)
    s.press("Export")
    s.until("'is there' in top().told.text()", "all are written", 180)
    told = s.ask("top().told.text()").splitlines()
    for line in told:
        s.tell(f"       {line}")
    s.check("a line tells of each form", len(told) == len(every), [len(told), len(every)])
    there = [
        place.with_name(place.name + end).exists() for end in s.ask("list(top()._ends.values())")
    ]
    s.check("and each is there", all(there), there)
    s.picture("every form written")
    s.press("Close")
    s.until("drawing() and not dialog('ExportDialog')")
    s.check("the map is as it was", s.ask("digest()") == drawn)
    return place


def back_from_geojson(s: Session, place: Path) -> None:
    """What was written as GeoJSON is opened as a map, without a difference."""
    mine = s.ask("str(draw().session.path)")
    drawn = s.ask("digest()")
    travel.open_file(s, place.with_name(f"{place.name}.geojson"))
    s.until(f"drawing() and str(draw().session.path) != {mine!r}", "the map came back", 60)
    s.check("GeoJSON brings back the very map", s.ask("digest()") == drawn)
    s.check("and the window says so", "came back as it was written" in s.notices(), s.notices())
    s.picture("back from GeoJSON")
    travel.open_file(s, Path(mine))
    s.until(f"drawing() and str(draw().session.path) == {mine!r}", "the map that is drawn", 60)


def cut(s: Session) -> None:
    """Eight counters from a scanned sheet, by a grid with margins and gaps."""
    scan = s.out / "sheet.png"
    foreign.sheet(scan)
    s.press("Cut a sheet…")
    s.until("dialog('SheetCutter')", "the dialog that cuts")
    s.press("Picture of the fronts…")
    s.give_file(foreign.hostile(s.out)["an enormous picture"])
    s.until("bool(top().problem.text())", "something is said of an enormous picture")
    told = s.ask("top().problem.text()")
    s.check("an enormous picture is refused in words", "pixels" in told, told)
    s.picture("refused png")
    s.press("Picture of the fronts…")
    s.give_file(scan)
    s.until("dialog('SheetCutter') and 'front' in top()._sheets", "the sheet is there")
    for name, value in (
        ("Rows", foreign.DOWN), ("Columns", foreign.ACROSS), ("Margin left", foreign.MARGIN),
        ("Margin right", foreign.MARGIN), ("Margin above", foreign.MARGIN),
        ("Margin below", foreign.MARGIN), ("Gap between columns", foreign.GAP),
        ("Gap between rows", foreign.GAP),
    ):  # fmt: skip
        s.fill(name, str(value))
        s.key("Tab")
    s.picture("a sheet is cut")
    s.press("Cut the sheet")
    s.until("dialog('TableWizard')", "eight counters are cut", 60)
    count = s.ask("len(top().counters.rows)")
    s.check("they are with the three made by hand", count == 3 + 8, count)


def send_game(s: Session, name: str) -> Path:
    """The game on the table as a module and a saved game of this moment, side by side."""
    keys.command(s, "Export for VASSAL")
    s.until("dialog('TableExportDialog')", "the dialog for exporting a game")
    travel.choose_forms(s, ["vmod", "vsav"])
    place = s.out / name
    s.fill("Name", str(place), "QLineEdit")
    s.picture(f"export {name}")
    s.press("Export")
    s.until("'is there' in top().told.text()", "module and saved game are written", 120)
    s.tell(f"       {s.ask('top().told.text()')}")
    s.press("Close")
    s.until("not dialog('TableExportDialog')")
    return place


def played_away(s: Session) -> None:
    """Out as a module, in again, a counter moved, out as a saved game, in again."""
    place = send_game(s, "first")
    travel.play_module(s, place.with_suffix(".vmod"))
    names = [name for name, _, _ in hex_map.COUNTERS]
    found = [hex_map.counter_at(s, name) for name in names]
    s.check("counters stand where they stood", found == ["1205", "0609", ""], found)
    sides = s.ask("[side.name for side in table().model.look.sides]")
    s.check("both sides play, though one has no counters", sides == ["Blue", "Red"], sides)
    pictures = s.ask("sum(bool(c.picture) for c in table().model.look.counters)")
    s.check("they have their pictures", pictures >= 8, pictures)
    s.drag(hex_map.on_counter(s, "Guns"), hex_map.on_board(s, "0405"), steps=14)
    s.check("a counter is moved", hex_map.counter_at(s, "Guns") == "0405")
    s.picture("moved on the table of the module")
    place = send_game(s, "second")
    s.key("ctrl+z")
    s.check("undone on this table", hex_map.counter_at(s, "Guns") == "0609")
    travel.play_module(s, place.with_suffix(".vsav"))
    found = [hex_map.counter_at(s, name) for name in names]
    s.check("the saved game has the counter where it was moved to",
            found == ["1205", "0405", ""], found)  # fmt: skip
    s.picture("the saved game again")


def foreign_module(s: Session) -> None:
    """A module by other hands: names, places, faces, and what is said of the rest."""
    file = s.out / "summer storm.vmod"
    foreign.module(file)
    travel.open_file(s, file)
    s.until("dialog('ModuleDialog') and top().plan is not None", "the module is read", 60)
    s.tell(f"       {s.ask('top().comes.text()')!r}")
    told = s.ask("top().lost.text()")
    for line in told.splitlines():
        s.tell(f"       {line}")
    for words in ("6 traits of counters", "programs of its own", "Of 2 boards"):
        s.check(f"it tells of {words}", words in told)
    s.picture("a module by others")
    s.press("Import")
    s.until("'Home has it now' in top().told.text()", "the module is taken in", 60)
    told = s.ask("top().lost.text()")
    for words in ("more than two faces", "1 picture is not in the module"):
        s.check(f"then it tells of {words}", words in told)
    s.picture("taken in")
    s.press("Play")
    s.until("dialog('NewGameDialog')", "who plays")
    s.key("Return")
    s.until("window().mode == 'table' and not table().view.busy", "its table", 60)
    at = {name: hex_map.counter_at(s, name)
          for name in (foreign.RIFLES, foreign.TANKS, foreign.GUARDS, foreign.SCOUTS)}  # fmt: skip
    wanted = {foreign.RIFLES: "C04", foreign.TANKS: foreign.name_of(*foreign.TANKS_AT),
              foreign.GUARDS: foreign.name_of(*foreign.GUARDS_AT), foreign.SCOUTS: ""}  # fmt: skip
    s.check("its counters stand where it lays them out", at == wanted, at)
    s.picture("a foreign table")
    s.drag(hex_map.on_counter(s, foreign.TANKS), hex_map.on_board(s, "E05"), steps=14)
    s.check("and are moved", hex_map.counter_at(s, foreign.TANKS) == "E05")


def foreign_tiled(s: Session) -> None:
    """A map of Tiled by other hands."""
    file = s.out / "valley.tmx"
    foreign.tiled(file)
    travel.open_file(s, file)
    s.until(f"drawing() and len(doc().cells) == {foreign.TILED[0] * foreign.TILED[1]}",
            "the map of Tiled is there", 60)  # fmt: skip
    told = s.notices()
    for line in told.split(" | "):
        s.tell(f"       {line}")
    for words in ("1 tile was turned", "uppermost counts", "2 objects without", "with a picture"):
        s.check(f"it tells of {words}", words in told)
    named = s.ask("sorted(f.name for f in doc().features if f.name)")
    s.check("names come with their letters", named == ["Alte Straße", "Kleßheim"], named)
    s.picture("a foreign Tiled map")


def refused(s: Session) -> None:
    """One bad file of each kind; the map that is drawn has a change that nobody saved."""
    folder = s.out / "bad"
    folder.mkdir()
    s.key("b")
    s.key("1")
    s.click(s.cell(s.ask("next(iter(doc().cells))")))
    path, drawn = s.ask("str(draw().session.path)"), s.ask("digest()")
    before = s.ask(FILES.format(str(s.home)))
    for words, file in foreign.hostile(folder).items():
        if file.suffix == ".png":
            continue  # for the dialog that cuts
        travel.open_file(s, file)
        inside = file.suffix in (".vmod", ".vsav")
        if inside:
            s.until("dialog('ModuleDialog') and not top()._task.running", words, 60)
            s.until("bool(top().told.text())", f"something is said of {words}", 60)
            told = s.ask("top().told.text()")
            s.check("it cannot be imported", s.ask("top().go.looks_off()"))
        else:
            told = s.until("notices()", f"something is said of {words}", 60)
        s.check(f"{words} is refused in words", len(told) > 20 and "rror" not in told, told)
        s.picture(f"refused {file.suffix[1:]}")
        if inside:
            s.key("Escape")
            s.until("not dialog('ModuleDialog')")
    new = sorted(set(s.ask(FILES.format(str(s.home)))) - set(before))
    s.check("no file is left of them", not [one for one in new if "maps" in one], new)
    s.key("ctrl+2")
    s.until("drawing()", "the map again")
    same = s.ask("str(draw().session.path)") == path and s.ask("digest()") == drawn
    s.check("the map that was drawn is as it was, change and all", same)


def play(s: Session) -> None:
    """The whole session."""
    draw(s)
    place = send_all(s)
    back_from_geojson(s, place)
    hex_map.table(s, cut)
    played_away(s)
    foreign_module(s)
    foreign_tiled(s)
    refused(s)


if __name__ == "__main__":
    sys.exit(main("map_travels", play, sys.argv[1:]))
