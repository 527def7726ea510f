"""Recorded session: ten days of Market Garden in the window, by *the next thing* alone.

    python packaging/sessions/campaign_days.py [FOLDER] [--offscreen]

From 17 to 26 September with one key: N goes on to the next thing, and its card is answered. What a
club finds out at its tables is entered when the list says that the table is next, never before: a
scenario on a table, bridges, events, an attack on the road, a correction, a unit that goes over to
the other game. What the rules refuse is left with a typed reason, what was missed is done late with
one. Real mouse and key events go to the real window on an X server of its own (needs Xvfb, openbox
and xdotool; with ``--offscreen`` Qt's own events without a screen). Numbered pictures and
``log.txt`` come into FOLDER/campaign_days, by default below the system's folder for scratch files.
The exit code is 0 only when every check held.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions.campaign_desk import NEED, PAGE, act, calm, die, field, filled, form, judged
from sessions.stage import Session, SessionError, main

TANKS = "gds.irish.t1"
"""A company of the Irish Guards, which has a counter in both games."""
MOST = 4000
"""Keys after which something must be wrong."""
DICE = {"weather": (0, 3, 9, 5, 0, 1, 2, 0, 1), "fog": (3,), "corps": (9,), "release": (0, 9)}
"""Dice that are typed, in order; the last one goes on for ever. The seed rolls all others."""
MET = frozenset({
    "raid", "hot", "huber", "reorganise", "offmap", "plan", "supply", "fates", "weather", "fog",
    "marker", "release", "corps", "activations", "zones", "event", "bailey", "rout",
})  # fmt: skip
"""What the list asks for, by the beginning of its name."""
WRITTEN = frozenset({
    "drop.planned", "drop.landed", "drop.postponed", "supply.interdicted", "drop.zones_changed",
    "weather.set", "route.marker_advanced", "release.released", "release.failed",
    "route.attacked", "route.status", "route.markers_spent", "box.moved", "corps.failed",
    "bridge.changed", "bridge.control", "identity.chosen", "secret.committed", "secret.revealed",
    "unit.arrived", "unit.moved", "unit.step_lost", "unit.flagged", "unit.transferred",
    "node.entered", "ruling.made", "proposal.decided", "draw.made", "step.closed",
    "turn.begun", "vp.awarded", "fact.set",
})  # fmt: skip
"""Every mechanism leaves one of these."""


def log(s: Session, words: str) -> bool:
    """Whether a line of the log that holds has these words."""
    return s.ask(f"any({words!r} in line.words and not line.undone for line in {PAGE}.log)")


def begin(s: Session, name: str) -> None:
    """Home, the card of the campaign, the dialog."""
    s.start()
    tile = "[t for t in window().home.tiles() if getattr(t.card, 'campaign', '')]"
    s.until(tile.replace("[t for", "any(True for").replace("]", ")"), "the card of the campaign")
    s.ask(f"window().home.ensure_shown({tile}[0]) if hasattr(window().home, 'ensure_shown') else 0")
    s.ask(f"{tile}[0].setFocus()")
    s.key("Return")
    s.until("dialog('NewCampaignDialog')", "the dialog")
    s.click(s.ask("middle(top().name)"))
    s.type(name, over=True)
    s.picture("new campaign")
    s.press("Begin")
    s.until("campaigning()", "the campaign is open", 60)
    s.picture("campaign desk")


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
    act(s, "blow", "demolish", roll=2, bridge="Son bridge (wired)", side="Germans", fire_zone="yes")
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
    whole = s.ask("table().session.state.pieces['101.502.a'].steps")
    s.click(s.ask(f"point({row}, {row}.place('101.502.a'))"))
    s.key("v")
    left = f"table().session.state.pieces['101.502.a'].steps == {whole - 1}"
    s.until(left, "A/502 has lost a step")
    start = s.ask(f"point({row}, {row}.place('101.502.b'))")
    at = "table().session.board.cells['60.150'].anchor"
    spot = f"table().view.scene().home().center().__class__(*{at})"
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
    s.check("nothing was entered yet", s.ask("unit('101.502.a')[0]") == whole, head)
    s.press("Accept all")
    calm(s)
    s.check("A/502 has lost a step in the ledger", s.ask("unit('101.502.a')[0]") == whole - 1)
    s.check("B/502 stands where it was put", where in s.ask("unit('101.502.b')[1]"), where)


# ---- what is found out at the tables ------------------------------------------------------------


def drop_one(s: Session) -> None:
    """17 September 1300: a scenario on a table, three rulings."""
    s.check("Drop One is down", s.ask("'drop' in unit('101.502.a')[1]"))
    a_table(s)
    rulings(s)


def streams(s: Session) -> None:
    """The bridges over the streams south of Eindhoven are tried: the marker goes on by them."""
    for bridge in ("Dommel bridge", "Tongelreep bridge"):
        act(s, "weak bridge", "weak-bridge", roll=3, bridge=bridge)


def a_bailey(s: Session) -> None:
    """Engineers of the Guards come to Son; events are drawn on both sides."""
    act(s, "bailey", "bailey", bridge="Son bridge", unit="11 Bridge RE")
    act(s, "draw an event", "draw-event", roll=2, side="Allies")
    act(s, "real cup", "event-drawn", side="Germans", chit="Minefield")


def the_guards(s: Session) -> None:
    """18 September in the night: a loss typed in; a correction with what hangs on it."""
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


def the_road(s: Session) -> None:
    """19 September: guns on the road cut it; a company goes over, with its loss."""
    act(s, "attacks on club", "attack-route", attacked="yes", closed="yes", cause="at Koevering")
    act(s, "club route cut", "check-route", roll=0)
    s.check("the road is cut", s.ask("camp().worker._desk.state.routes['club'].cut"))
    act(s, "other game", "transfer", units=TANKS, to="The Devil's Cauldron",
        allow="the marker is late")  # fmt: skip
    s.check("it is on the way", "transit" in s.ask(f"unit({TANKS!r})[1]"))


def the_other_game(s: Session) -> None:
    """Its counter there shows the loss; a formation of KG Walther runs."""
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
    act(s, "rout of another", "rout", formation="FJR von Hoffmann", box="East of Eindhoven",
        allow="as the table says")  # fmt: skip


def the_way_is_free(s: Session) -> None:
    """20 September: the Allies hold Son; every page of the desk is looked at, light and dark."""
    act(s, "controls", "control", bridge="Son bridge", side="Allies")
    for page in ("formations", "log", "map", "graph", "plots", "boxes"):
        s.ask(f"camp().open_page({page!r})")
        s.until("not camp().views.busy", f"{page} is drawn", 60)
        s.picture(f"20 September {page}")
    s.key("ctrl+alt+d")
    s.until("dark() and not camp().views.busy", "the dark theme", 60)
    s.picture("20 September dark")
    s.key("ctrl+alt+d")
    s.until("not dark()", "the light theme")


TABLES: dict[str, Callable[[Session], None]] = {
    "17 Sep 1300": drop_one,
    "17 Sep 1500": a_bridge,
    "17 Sep 1700": streams,
    "18 Sep 1500": a_bailey,
    "18 Sep Night": the_guards,
    "19 Sep 1100": the_road,
    "19 Sep 1300": the_other_game,
    "20 Sep 0900": the_way_is_free,
}
"""What happens at the tables, by the turn whose activations are played then."""


# ---- ten days -----------------------------------------------------------------------------------


class Days:
    """Goes on with N alone, and keeps what was asked."""

    def __init__(self, session: Session) -> None:
        self.s = session
        self.met: Counter[str] = Counter()
        self.played: set[str] = set()
        """The turns whose tables were played, and what was done by itself once."""

    def once(self, what: str) -> bool:
        """Whether it was not done yet; it is from now on."""
        new = what not in self.played
        self.played.add(what)
        return new

    def met_now(self, need: str, turn: str) -> None:
        """What is needed now; its first card is kept as a picture."""
        kind = kind_of(need)
        self.met[kind] += 1
        if self.met[kind] == 1:
            self.s.picture(f"{kind} {turn}")

    def at_the_table(self, turn: str) -> None:
        """The activations are next: what was found out there is entered."""
        if turn in TABLES and self.once(turn):
            TABLES[turn](self.s)

    def answer(self, need: str) -> None:
        """Do what the card offers, or leave it with a reason where that is refused."""
        s, kind, head = self.s, kind_of(need), self.s.ask(f"{PAGE}.events")
        if s.ask("camp().ask.note is not None and not camp().ask.primary.isEnabled()"):
            s.click(s.ask("middle(camp().ask.note)"))
            s.type("it was forgotten")
            s.click(s.ask("middle(camp().ask.primary)"))
        elif s.ask("camp().ask.typed is not None") and kind in DICE:
            faces = DICE[kind]
            die(s, faces[min(self.met[kind], len(faces)) - 1])
        elif (last := self.last_choice(kind)) is not None:
            s.press(last, "Button")
        else:
            s.key("Return")
        calm(s)
        if s.ask("dialog('ActFormDialog')"):
            self.in_the_form(need)
        if s.ask("dialog('RollTableDialog')"):
            fates(s)
        if s.ask(f"{PAGE}.events") == head and s.ask(NEED) == need:
            s.picture(f"refused {kind}")
            s.click(s.ask("middle(camp().ask.note)"))
            s.type("it cannot be done as things stand", over=True)
            s.press("Leave it")
            calm(s)

    def last_choice(self, kind: str) -> str | None:
        """The furthest stop, the northernmost box; Germans in a supply zone now and then."""
        s = self.s
        if kind == "marker" and s.ask(f"bool({PAGE}.ask and {PAGE}.ask.choices)"):
            return s.ask(f"str({PAGE}.ask.choices[-1][1])")
        chosen = kind == "offmap" or (kind == "supply" and self.met[kind] % 3 == 0)
        if chosen and s.ask(f"len({PAGE}.need.choices) == 1"):
            return s.ask(f"str(next(iter({PAGE}.need.choices.values()))[-1][1])")
        return None

    def in_the_form(self, need: str) -> None:
        """What is told about an event that was drawn; anything else is left."""
        s = self.s
        judged(s)
        if need == "duty:event.german":
            filled(s, "event", hex="41.230", on_route="yes")
        elif need == "duty:event.allied":
            filled(s, "event", unit="101.506.c", division="101st Airborne Division", hex="60.150",
                   allow="as the table says")  # fmt: skip
        else:
            s.picture(f"form {kind_of(need)}")
            s.key("Escape")
            s.until("not dialog('ActFormDialog')")
        calm(s)

    def before(self, need: str) -> None:
        """A line without a card of its own is closed by N: what belongs to it comes first."""
        if need == "step:zones" and self.once("zones"):
            self.met["zones"] += 1
            act(self.s, "other drop zones", "zones", roll=5, division="1st Airborne Division")

    def go(self) -> str:
        """Ten days; the last turn."""
        s, turn = self.s, ""
        for _ in range(MOST):
            self.before(s.ask(NEED))
            s.key("n")
            calm(s)
            need = s.ask(NEED)
            if not need:
                return turn
            now = s.ask(f"{PAGE}.turn")
            if now != turn:
                turn = now
                s.tell(f"       it is {now}")
            self.met_now(need, now)
            if need == "step:activations":
                self.at_the_table(now)  # N itself closes what is played at the table
            else:
                self.answer(need)
        raise SessionError(f"the campaign does not end: {turn}")


def kind_of(need: str) -> str:
    """``duty:plan.101.2`` is of the kind ``plan``."""
    return need.partition(":")[2].partition(".")[0]


def fates(s: Session) -> None:
    """Roll all that is left in the table of a drop, and close it."""
    s.picture("table of fates")
    s.until("top().rest.isEnabled()", "the dice can be rolled")
    s.click(s.ask("middle(top().rest)"))
    calm(s)
    if s.ask("dialog('RollTableDialog')"):
        s.key("Escape")
    s.until("not dialog('RollTableDialog')")


def play(s: Session) -> None:
    """Ten days."""
    begin(s, "By the list")
    days = Days(s)
    turn = days.go()
    s.picture("the end")
    s.tell(", ".join(f"{kind} {times}" for kind, times in sorted(days.met.items())))
    s.check("the last turn is the night of 26 September", "26 Sep Night" in turn, turn)
    missing = sorted(MET - set(days.met))
    s.check("the list asked for everything it knows", not missing, missing)
    unplayed = sorted(set(TABLES) - days.played)
    s.check("every table was played when it was next", not unplayed, unplayed)
    kinds = set(s.ask("sorted({e.kind for e in camp().worker._desk.ledger.events})"))
    s.check("every mechanism was met", kinds >= WRITTEN, sorted(WRITTEN - kinds))
    due = s.ask(f"[n.key for n in {PAGE}.due if n.when in ('missed', 'now')]")
    s.check("nothing that was due is left over", due == [], due)


if __name__ == "__main__":
    sys.exit(main("campaign_days", play, sys.argv[1:]))
