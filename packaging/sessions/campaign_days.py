"""Recorded session: 17 to 20 September of Market Garden, run by an organiser in the window.

    python packaging/sessions/campaign_days.py [FOLDER] [--offscreen]

Real mouse and key events go to the real window on an X server of its own (needs Xvfb, openbox and
xdotool; with ``--offscreen`` Qt's own events without a screen). Numbered pictures and ``log.txt``
come into FOLDER/campaign_days, by default below the system's folder for scratch files. The exit
code is 0 only when every check held.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions.stage import Session, SessionError, main

PAGE = "camp().worker.page"
TANKS = "gds.irish.t1"
"""A company of the Irish Guards, which has a counter in both games."""
ROLLS = {"Weather": 0, "Does the fog": 0, "Release of": 9, "advances to": 8}


def calm(s: Session) -> None:
    """Wait until the campaign has done what it was asked."""
    s.until("campaigning()", "the campaign is calm", 60)


def log(s: Session, words: str) -> bool:
    """Whether a line of the log that holds has these words."""
    return s.ask(f"any({words!r} in line.words and not line.undone for line in {PAGE}.log)")


def begin(s: Session, name: str = "Four days", *, typed: bool = True) -> None:
    """Home, the card of the campaign, the dialog; dice are typed, or the seed rolls them all."""
    s.start()
    tile = "[t for t in window().home.tiles() if getattr(t.card, 'campaign', '')]"
    s.until(tile.replace("[t for", "any(True for").replace("]", ")"), "the card of the campaign")
    s.ask(f"window().home.ensure_shown({tile}[0]) if hasattr(window().home, 'ensure_shown') else 0")
    s.ask(f"{tile}[0].setFocus()")
    s.key("Return")
    s.until("dialog('NewCampaignDialog')", "the dialog")
    s.click(s.ask("middle(top().name)"))
    s.type(name, over=True)
    if typed:
        s.press("Typed in")
    s.picture("new campaign")
    s.press("Begin")
    s.until("campaigning()", "the campaign is open", 60)
    s.picture("campaign desk")


def die(s: Session, face: int) -> None:
    """Type what the die on the table shows, on the card of the next step."""
    s.click(s.ask("middle(camp().ask.typed.fields[0])"))
    s.type(str(face), over=True)
    s.press("Use this die")
    calm(s)


def step(s: Session) -> None:
    """One line of the checklist: a die, a choice, or Shift+N."""
    if s.ask(f"{PAGE}.ask is None"):
        s.key("shift+n")
        calm(s)
    elif s.ask(f"bool({PAGE}.ask.choices)"):
        s.click(s.ask("middle(camp().ask.primary)"))
        calm(s)
    else:
        title = s.ask(f"{PAGE}.ask.proposal.title")
        die(s, next(face for words, face in ROLLS.items() if words in title))


def to_turn(s: Session, turn: str) -> None:
    """Do line after line until a turn has come."""
    for _ in range(400):
        if s.ask(f"{turn!r} in {PAGE}.turn"):
            s.tell(f"       it is {turn}")
            return
        step(s)
    raise SessionError(f"{turn} did not come")


# ---- forms --------------------------------------------------------------------------------------


def form(s: Session, find: str, action: str) -> None:
    """Open the dialog of all actions and look for one by typing."""
    s.press("Do…")
    s.until("dialog('ActFormDialog')", "the dialog of all actions")
    s.type(find)
    ready = f"top().form is not None and top().form.line.id == {action!r}"
    row = ("next((k for k in range(top().list.count()) if"
           f" top().list.item(k).data(256) == {action!r}), -1)")  # fmt: skip
    s.until(f"{row} >= 0", f"{action} is in the list")
    s.click(s.ask("part(top().list.viewport(), 60,"
                  f" top().list.visualItemRect(top().list.item({row})).center().y())"))  # fmt: skip
    s.until(f"{ready} and not camp().worker.busy", f"the form {action}")


def field(s: Session, name: str, words: str) -> None:
    """Fill in a field of the form as its kind wants it."""
    box = f"next(b for b in top().fields if b.field.name == {name!r})"
    kind = s.ask(f"{box}.focusProxy().__class__.__name__")
    if s.ask(f"{box}.field.kind == 'list' and bool({box}.field.choices)"):
        tick(s, box, words)
    elif s.ask(f"hasattr({box}.focusProxy(), 'itemText')"):  # a list of choices of any class
        if s.ask(f"{box}.focusProxy().isEditable()"):
            s.click(s.ask(f"middle({box}.focusProxy())"))
            s.type(words, over=True)
            s.key("Tab")
            if s.ask("popup()"):  # without a screen the list of what fits stays open
                s.click(s.ask(f"middle({box}.focusProxy())"))
        else:
            s.pick(s.ask(f"middle({box}.focusProxy())"), words)
    elif kind == "Switch":
        s.click(s.ask(f"middle({box}.focusProxy())"))
    else:
        s.click(s.ask(f"middle({box}.focusProxy())"))
        s.type(words, over=True)


def tick(s: Session, box: str, words: str) -> None:
    """Look for one row of a list of boxes, and tick it."""
    s.click(s.ask(f"middle({box}.focusProxy())"))
    s.type(words, over=True)
    ticks = f"seen('QListWidget', {box}.field.label)[0]"
    rows = f"[k for k in range({ticks}.count()) if not {ticks}.item(k).isHidden()]"
    s.until(f"len({rows}) > 0", f"a row fits {words}")
    rect = f"{ticks}.visualItemRect({ticks}.item({rows}[0]))"
    s.click(s.ask(f"part({ticks}.viewport(), {rect}.left() + 12, {rect}.center().y())"))
    s.until(f"{box}.words() != ''", f"{words} is ticked")


def judged(s: Session) -> None:
    """Wait until the rules have answered."""
    s.until("top().verdict is not None and not camp().worker.busy and not top()._timer.isActive()",
            "the rules have answered")  # fmt: skip


def act(s: Session, find: str, action: str, *, allow: str = "", **fields: str) -> None:
    """Fill a form in and do it; with the umpire's reason where the rules refuse it."""
    form(s, find, action)
    for name, words in fields.items():
        field(s, name, words)
    judged(s)
    if allow:
        s.picture(f"refused {action}")
        s.click(s.ask("middle(top().allow)"))
        s.type(allow)
        judged(s)
        s.picture(f"allowed {action}")
    if s.ask("not top().act.isEnabled()"):
        s.picture(f"refused {action}")
        raise SessionError(f"{action}: {s.ask('top().act.toolTip()')}")
    s.press("Do it")
    s.until("bool(top().told.text()) and not camp().worker.busy", f"{action} is done")
    s.key("Escape")
    s.until("not dialog('ActFormDialog')")


def a_bridge(s: Session) -> None:
    """Son bridge is held, wired and blown by forms; what cannot be done says why."""
    form(s, "blow", "demolish")
    field(s, "bridge", "Son bridge (intact)")
    field(s, "side", "Germans")
    judged(s)
    why = s.ask("top().act.toolTip()")
    s.check("a bridge that is not wired cannot be blown, and the form says so", "wired" in why, why)
    s.picture("form with the reason")
    s.key("Escape")
    act(s, "controls", "control", bridge="Son bridge (intact)", side="Germans")
    act(s, "wire", "wire", bridge="Son bridge (intact)", side="Germans")
    form(s, "blow", "demolish")
    field(s, "bridge", "Son bridge (wired)")
    field(s, "side", "Germans")
    field(s, "fire_zone", "yes")
    judged(s)
    s.picture("form with its odds")
    s.click(s.ask("middle(top().typed.fields[0])"))
    s.type("4", over=True)
    s.press("Use this die")
    s.until("bool(top().told.text()) and not camp().worker.busy", "the die is used")
    s.key("Escape")
    s.check("Son bridge is blown", log(s, "Son bridge is blown"))


# ---- rulings, results ---------------------------------------------------------------------------


def rulings(s: Session) -> None:
    """Three rulings from the register, each with its reason, then an undo."""
    for number, reason in enumerate(("the map says so", "it joins the others", "as printed"), 1):
        s.key("u")
        s.until("camp().rulings.reason is not None")
        s.click(s.ask("middle(camp().rulings.reason)"))
        s.type(reason)
        s.press("Rule", "Button")
        calm(s)
        ruled = s.ask(f"sum(bool(row.ruled_by) for row in {PAGE}.queries)")
        s.check(f"ruling {number} stands", ruled == number)
    s.picture("three rulings")
    s.click(s.ask("middle(camp().checklist)"))
    s.key("ctrl+z")
    calm(s)
    s.check(
        "the last one is undone", s.ask(f"sum(bool(row.ruled_by) for row in {PAGE}.queries)") == 2
    )


def results(s: Session, name: str, out: str) -> None:
    """A unit's steps are typed into the sheet of WED and entered."""
    s.key("ctrl+r")
    s.until("camp().results.isVisible()")
    s.choose("What was played", "Where Eagles Dare")
    s.until("camp().results.blank is not None and camp().results.blank.game == 'WED'"
            " and not camp().worker.busy")  # fmt: skip
    s.click(s.ask("middle(camp().results.search)"))
    s.type(name, over=True)
    s.until("camp().results.proxy.rowCount() == 1", f"{name} is the only row")
    cell = "camp().results.table.visualRect(camp().results.proxy.index(0, 3)).center()"
    s.click(s.ask(f"point(camp().results.table.viewport(), {cell})"), double=True)
    s.type(out, over=True)
    s.key("Return")
    s.until("camp().results.accept.isEnabled()", "the sheet balances")
    s.picture(f"results of {name}".replace("/", "-"))
    s.press("Accept all")
    calm(s)
    s.check(f"{name} came out with {out}", s.ask("camp().log.isVisible()"))


def take_back(s: Session, words: str) -> None:
    """Choose the line in the log and take it back, with what no longer holds then."""
    s.key("ctrl+f")
    s.type(words, over=True)
    number = s.ask(f"[l.number for l in {PAGE}.log if {words!r} in l.words][-1]")
    s.ask(f"camp().log.select({number})")
    s.press("Take back…")
    s.until("dialog('TakeBackDialog')", "the dialog")
    s.type("it was not there")
    s.picture("correction with dependants")
    s.press("Take back")
    s.until("not dialog('TakeBackDialog')")
    calm(s)


# ---- a scenario on the table --------------------------------------------------------------------


def a_table(s: Session) -> None:
    """The Best Laid Plans with the 502nd: laid out, played a little, brought back, entered."""
    s.key("t")
    s.until("dialog('ScenarioTableDialog')", "which scenario")
    s.choose("Scenario", "The Best Laid Plans")
    s.click(s.ask("middle(top().units)"))
    s.type("101.502")
    s.click(s.ask("middle(top().rules)"))
    s.check("it is a free table, without rules", not s.ask("top().rules.isChecked()"))
    s.picture("which scenario")
    s.press("Lay it on the table")
    s.until("playing() and not table().view.busy", "the table is laid", 60)
    s.picture("the table")
    s.check("the counters are the units of the ledger",
            "101.502.a" in s.ask("list(table().session.state.pieces)"))  # fmt: skip
    row = "table().tray.row"
    s.click(s.ask(f"point({row}, {row}.place('101.502.a'))"))
    s.key("v")
    s.until("table().session.state.pieces['101.502.a'].steps == 1", "A/502 has lost a step")
    start = s.ask(f"point({row}, {row}.place('101.502.b'))")
    at = "table().session.board.cells['60.150'].anchor"
    spot = f"table().view.scene.home().center().__class__(*{at})"
    goal = s.ask(f"point(table().view, table().view.camera.to_view({spot}))")
    s.drag(start, goal)
    s.until("table().session.state.pieces['101.502.b'].at in table().session.board.cells",
            "B/502 is put on the map")  # fmt: skip
    where = s.ask("table().session.state.pieces['101.502.b'].at")
    s.picture("a step lost and a counter moved")
    s.key("ctrl+b")
    s.until("campaigning() and camp().results.isVisible() and camp().results.blank is not None",
            "the sheet is filled")  # fmt: skip
    head = s.ask(f"{PAGE}.events")
    s.choose("Who won", "Allies")
    s.until("camp().results.accept.isEnabled()", "the sheet balances")
    s.picture("brought back")
    s.check("nothing was entered yet", s.ask("unit('101.502.a')[0]") == 2, head)
    s.press("Accept all")
    calm(s)
    s.check("A/502 has lost a step in the ledger", s.ask("unit('101.502.a')[0]") == 1)
    s.check("B/502 stands where it was put", where in s.ask("unit('101.502.b')[1]"), where)


# ---- four days ----------------------------------------------------------------------------------


def the_17th(s: Session) -> None:
    """Drop One, a table, rulings, a bridge."""
    step(s)
    s.check("Drop One is down", s.ask("'drop' in unit('101.502.a')[1]"))
    a_table(s)
    rulings(s)
    a_bridge(s)
    to_turn(s, "17 Sep 1900")
    s.picture("17 September 1900")
    to_turn(s, "18 Sep 0700")


def the_18th(s: Session) -> None:
    """The Guards come; a loss typed in; a correction with what hangs on it."""
    to_turn(s, "18 Sep Night")
    s.check("Group Hot has come", s.ask(f"'marker' in unit({TANKS!r})[1]"))
    results(s, "1/2 IG", "1")
    s.check("its loss is in the ledger", s.ask(f"unit({TANKS!r})[0]") == 1)
    design, state = "camp().worker._desk.design", "camp().worker._desk.state"
    unit = s.ask(f"next(u for u in {design}.members['gds.irish'] if u != {TANKS!r}"
                 f" and {state}.units[u].place.kind == 'marker')")  # fmt: skip
    name = s.ask(f"{design}.unit[{unit!r}].name")
    for hex_ in ("60.150", "61.150"):
        act(s, "put into a hex", "place", units=unit, game="Where Eagles Dare", hex=hex_)
    take_back(s, f"{name}, Irish Group arrived")
    s.check("the unit is away again, and its move with it", "queue" in s.ask(f"unit({unit!r})[1]"))


def the_19th(s: Session) -> None:
    """In mid-day a company goes over to the other game, with its losses."""
    to_turn(s, "19 Sep 1100")
    act(s, "other game", "transfer", units=TANKS, to="The Devil's Cauldron",
        allow="the marker is late")  # fmt: skip
    s.check("it is on the way", "transit" in s.ask(f"unit({TANKS!r})[1]"))
    to_turn(s, "19 Sep 1300")
    act(s, "put into a hex", "place", units=TANKS, game="The Devil's Cauldron", hex="14.89")
    s.key("ctrl+r")
    s.choose("What was played", "The Devil's Cauldron")
    s.until("camp().results.blank is not None and camp().results.blank.game == 'TDC'"
            " and not camp().worker.busy")  # fmt: skip
    s.click(s.ask("middle(camp().results.search)"))
    s.type("1/2 IG", over=True)
    found = s.ask("[[l.name, l.before, l.full] for l in camp().results.model.lines"
                  f" if l.unit == {TANKS!r}]")  # fmt: skip
    s.check("its counter in the other game shows the loss", found == [["1/2 IG", 1, 2]], found)
    s.until("camp().results.proxy.rowCount() == 1", "the company is the only row")
    s.picture("the loss on the other counter")
    s.press("Formations")


def the_20th(s: Session) -> None:
    """KG Chill takes over; the day goes to its end."""
    to_turn(s, "20 Sep 0700")
    act(s, "chill takes", "reorganise")
    to_turn(s, "20 Sep 1900")
    for page in ("formations", "log", "map", "graph", "plots", "boxes"):
        s.ask(f"camp().open_page({page!r})")
        s.picture(f"20 September {page}")
    s.check("the ledger is sound", s.ask("len(camp().worker._desk.ledger.events) > 400"))


def play(s: Session) -> None:
    """Four days."""
    begin(s)
    the_17th(s)
    the_18th(s)
    the_19th(s)
    the_20th(s)


if __name__ == "__main__":
    sys.exit(main("campaign_days", play, sys.argv[1:]))
