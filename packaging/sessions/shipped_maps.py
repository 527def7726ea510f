"""Recorded session: maps that ship are opened from Home, changed, and played with the change.

    python packaging/sessions/shipped_maps.py [FOLDER] [--offscreen]

Real mouse and key events go to the real window on an X server of its own (needs Xvfb, openbox and
xdotool; with ``--offscreen`` Qt's own events without a screen). Numbered pictures and ``log.txt``
come into FOLDER/shipped_maps, by default below the system's folder for scratch files. The exit code
is 0 only when every check held.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions.stage import Session, main


def open_map(s: Session, title: str, *, by_menu: bool) -> None:
    """From its card on Home to the editor, by the menu of the card or by its key."""
    s.ask("window().show_mode('home')")
    s.until(f"any(t.card.title == {title!r} for t in window().home.tiles())", "the card")
    tile = f"next(t for t in window().home._found if t.card.title == {title!r})"
    if by_menu:
        s.click(s.ask(f"middle({tile})"), right=True)
        s.until("popup()", "the menu of the card")
        s.picture("menu of a card")
        s.key("Down", "Down", "Return")
    else:
        s.ask(f"{tile}.setFocus()")
        s.key("e")
    s.until("drawing()", f"the map of {title} is open", 60)
    s.check(f"{title}: the window says that it is a copy", "copy" in s.notices(), s.notices())


def change(s: Session, cell: str, terrain: str) -> str:
    """Paint one cell by the brush; the ground it had."""
    was = s.ask(f"doc().cells[{cell!r}].terrain")
    s.ask("draw().view.setFocus()")
    s.key("Tab")
    s.until("draw().docks_hidden()")
    s.key("ctrl+0")
    place = s.ask("list(doc().palette.terrain)").index(terrain) + 1
    s.key(str(place))
    s.until(f"draw().model.inks.terrain == {terrain!r}", "the kind is in ink")
    s.click(s.cell(cell))
    s.check(f"{cell} was {was} and is {terrain}",
            was != terrain and s.ask(f"doc().cells[{cell!r}].terrain") == terrain)  # fmt: skip
    s.key("Tab")
    return was


def own_table(s: Session) -> None:
    """Through the wizard, with one counter made by hand."""
    s.until("top().map.board is not None", "the wizard has the map")
    s.press("Next")
    s.press("Next")
    s.press("New counter…")
    s.until("dialog('CounterDesigner')", "the designer")
    s.type("Patrol")
    s.fill("Place", "0202")
    if s.ask("popup()"):
        s.key("Return")
    s.key("Return")
    s.until("dialog('TableWizard') and not top()._judged.running")
    s.picture("own table")
    s.press("Create the table")


def try_it(s: Session, cell: str, terrain: str) -> None:
    """Try on the table, start, see the change there."""
    s.press("Try on the table")
    s.until(
        "dialog('NewGameDialog') or dialog('TableWizard') or dialog('ScenarioDialog')", "who plays?"
    )
    if s.ask("dialog('ScenarioDialog')"):  # the map is in no pack: as a scenario on the shipped one
        s.picture("a scenario for this map")
        s.press("Make it and play")
        s.until("dialog('NewGameDialog')", "who plays?", 30)
    if s.ask("dialog('TableWizard')"):  # the map is in no pack with scenarios: a new table
        own_table(s)
    else:
        s.picture("who plays")
        s.key("Return")
    s.until("playing() and not dialog('QDialog')", "the table is set", 60)
    s.check("the map was saved before", s.ask("draw().session.is_saved"))
    s.check("the game has the change",
            s.ask(f"table().model.rules.board.cells[{cell!r}].terrain") == terrain)  # fmt: skip
    s.picture("on the table")


def answer(s: Session, count: int) -> None:
    """The first answer by hand, then a bot takes the side over and plays some more."""
    events = "len(table().session.journal.events)"
    s.until("table().model.interaction is not None", "a question")
    now = s.ask(events)
    s.key("ctrl+Return")
    s.until(f"{events} > {now}", "the answer by hand counts")
    s.choose("Player of Germans", "Bot, scripted")
    s.until(f"{events} >= {now + count}", f"{count} answers", 60)
    s.press("Pause")
    s.check(f"{count} answers were given and more", True, f"{s.ask(events)} events")
    s.picture("after some answers")


def fort(s: Session) -> None:
    """The fort: a sector becomes other ground."""
    open_map(s, "10 May 1940", by_menu=True)
    s.picture("fort")
    kinds = s.ask("list(doc().palette.terrain)")
    cell = s.ask(f"next(c.id for c in doc().cells.values() if c.terrain == {kinds[0]!r})")
    change(s, cell, kinds[1])
    s.picture("fort changed")
    try_it(s, cell, kinds[1])
    answer(s, 12)


def hannut(s: Session) -> None:
    """Hannut: a hex becomes a wood, and counters are carried on it."""
    open_map(s, "A free table at Hannut", by_menu=False)
    s.picture("hannut")
    kinds = s.ask("list(doc().palette.terrain)")
    wood = next(kind for kind in kinds if "wood" in kind)
    cell = s.ask(f"next(c.id for c in list(doc().cells.values())[60:] if c.terrain != {wood!r})")
    change(s, cell, wood)
    s.picture("hannut changed")
    try_it(s, cell, wood)
    pieces = s.ask("[p for p, c in table().session.state.pieces.items() if c.at]")
    s.check("counters stand on the map", pieces, f"{len(pieces)} counters")
    start = s.ask(f"point(table().view, table().view.piece_point({pieces[0]!r}))")
    goal = s.ask(f"point(table().view, table().view.cell_point({cell!r}))")
    s.drag(start, goal, steps=14)
    # The top one of the pile that was taken hold of.
    there = s.ask(f"[p for p, c in table().session.state.pieces.items() if c.at == {cell!r}]")
    s.check("a counter is carried to the new wood", there, there)
    s.picture("carried")


def play(s: Session) -> None:
    """The whole session."""
    s.start()
    fort(s)
    hannut(s)


if __name__ == "__main__":
    sys.exit(main("shipped_maps", play, sys.argv[1:]))
