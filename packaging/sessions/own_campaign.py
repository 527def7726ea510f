"""Recorded session: a campaign of two battles made by mouse, played, carried over, given away.

    python packaging/sessions/own_campaign.py [FOLDER] [--offscreen]

An organiser makes it by wizard and pages, plays the first battle on a table, carries its losses
over to the second, types that one's results, and gives the campaign away as a pack. Somebody else,
whose program has never seen it, opens the pack and begins it. Every click, drag, key and typed
word is a step; there may be 60 of them. Real mouse and key events go to the real window on an X
server of its own (needs Xvfb, openbox and xdotool). Numbered pictures, light and dark, and
``log.txt`` come into FOLDER/own_campaign. The exit code is 0 only when every check held.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions.campaign_desk import NEED, PAGE, calm
from sessions.stage import Session, SessionError, Spot, main

MOST = 60
NAME = "Stonne 1940"
UNITS = (
    "Side;Division;Unit;Steps;Type\n"
    "German;10. Panzer;I./69;4;infantry\nGerman;10. Panzer;Pz 8;6;armour\n"
    "French;3 DCR;41e BCC;5;armour\nFrench;3 DCR;16e BCP;4;infantry\n"
)


class Hand:
    """Does and counts: each click, drag, key and typed word is one step."""

    def __init__(self, session: Session) -> None:
        self.s, self.steps = session, 0

    def did(self, words: str) -> None:
        """One step more."""
        self.steps += 1
        self.s.tell(f"  {self.steps:3}  {words}")

    def click(self, at: Spot, words: str) -> None:
        """A click there."""
        self.s.click(at)
        self.did(f"click {words}")

    def on(self, widget: str, words: str) -> None:
        """A click on the middle of a widget, once it takes clicks."""
        self.s.until(f"{widget}.isVisible() and {widget}.isEnabled()", f"{words} can be clicked")
        self.click(self.s.ask(f"middle({widget})"), words)

    def press(self, words: str) -> None:
        """A click on the button with these words."""
        self.s.until(f"has('QAbstractButton', {words!r})", f"the button “{words}”")
        self.click(self.s.ask(f"at('QAbstractButton', {words!r})"), f"“{words}”")

    def drag(self, start: Spot, end: Spot, words: str) -> None:
        """A drag."""
        self.s.drag(start, end)
        self.did(f"drag {words}")

    def key(self, chord: str) -> None:
        """A key."""
        self.s.key(chord)
        self.did(f"key {chord}")

    def type(self, words: str) -> None:
        """Words over what stands where the keyboard is."""
        self.s.type(words, over=True)
        self.did(f"type {words}")

    def choose(self, combo: str, words: str) -> None:
        """A row of a list: two clicks."""
        self.s.pick(self.s.ask(f"middle({combo})"), words)
        self.did("click the list")
        self.did(f"click {words}")

    def file(self, path: Path, words: str) -> None:
        """A path in the dialog for files: typed, and Return."""
        self.s.give_file(path, words)
        self.did(f"type {path.name}")
        self.did("key Return")


def judged(s: Session) -> None:
    """Wait until the workshop has kept and judged what was done."""
    s.until("judged()", "the workshop has judged", 60)


def canvas(s: Session, part: str) -> Spot:
    """The middle of a battle or a way on the Graph page."""
    return s.ask(f"point(shop().pages['graph'].canvas, {part}.center())")


def box(key: str) -> str:
    """Where a battle is drawn."""
    return f"shop().pages['graph'].canvas.box({key!r})"


def wizard(s: Session, hand: Hand) -> None:
    """From Home to an open workshop."""
    s.start()
    s.picture("home")
    hand.press("Campaign")
    hand.press("New campaign…")
    s.until("dialog('NewCampaignDialog')", "the dialog of a new campaign", 60)
    hand.press("Make your own…")
    s.until("dialog('TemplateDialog')", "the wizard")
    hand.on("top().cards['linked-scenarios']", "the first shape")
    hand.on("top().name", "the name")
    hand.type(NAME)
    s.picture("wizard")
    hand.press("Make it")
    judged(s)
    s.picture("start page")


def forces(s: Session, hand: Hand) -> None:
    """The order of battle out of somebody's table."""
    table = s.out / "units.csv"
    table.write_text(UNITS, encoding="utf-8")
    hand.press("Forces")
    hand.press("From a file…")
    hand.file(table, "a table of units")
    s.until("len(shop().pages['forces'].take.columns) == 5", "the columns are matched")
    s.picture("columns matched")
    hand.press("In place of all")
    judged(s)
    names = s.ask("[line['name'] for line in shop().model.draft.units]")
    s.check("the four units are there", names == ["I./69", "Pz 8", "41e BCC", "16e BCP"], names)
    s.picture("forces")


def graph(s: Session, hand: Hand) -> None:
    """Two battles named, a way drawn between them with its condition and what goes on."""
    hand.press("Graph")
    for key, name in (("first", "La Besace"), ("second", "Stonne")):
        hand.click(canvas(s, box(key)), f"the {key} battle")
        hand.on("shop().pages['graph'].node.name", "its name")
        hand.type(name)
        hand.key("Return")
        judged(s)
    s.picture("a battle")
    hand.click(canvas(s, "shop().pages['graph'].canvas.pill(('first', 'second'))"), "the way")
    hand.on("shop().pages['graph'].link.away", "Take it out")
    judged(s)
    s.check("the template's way is gone", s.ask("shop().model.draft.rows('links')") == [])
    hand.drag(canvas(s, box("first")), canvas(s, box("second")), "from La Besace to Stonne")
    judged(s)
    s.check("a way is drawn", s.ask("len(shop().model.draft.rows('links'))") == 1)
    link = "shop().pages['graph'].link"
    hand.on(f"{link}.condition.more", "Another condition")
    judged(s)
    hand.choose(f"{link}.condition.values[0]", "German")
    judged(s)
    told = s.ask(f"{link}.condition.sentence.text()")
    s.check("the condition reads as a sentence", told.startswith("German won La Besace"), told)
    hand.on(f"{link}.rules.more", "Another rule")
    judged(s)
    s.picture("a way with condition and rule")
    preview(s, hand, f"{link}.preview")


def preview(s: Session, hand: Hand, view: str) -> None:
    """Losses typed into the preview of what is carried over."""
    table = f"{view}.table"
    row = s.ask(
        f"next(k for k in range({table}.rowCount()) if {table}.item(k, 0).text() == 'Pz 8')"
    )
    s.ask(f"shop().pages['graph'].side.currentWidget() and {table}.scrollToItem("
          f"{table}.item({row}, 1))")  # fmt: skip
    cell = f"{table}.visualItemRect({table}.item({row}, 1)).center()"
    s.click(s.ask(f"point({table}.viewport(), {cell})"), double=True)
    hand.did("double-click Pz 8's steps")
    hand.type("2")
    hand.key("Return")
    s.until(f"{table}.item({row}, 3).text() == '3'", "the preview tells what goes on")
    s.picture("preview")


def check(s: Session, hand: Hand) -> None:
    """What is wrong is mended by one button."""
    hand.press("Check")
    judged(s)
    s.picture("check")
    if s.ask("shop().pages['check'].all.isEnabled()"):
        hand.on("shop().pages['check'].all", "Mend all")
        judged(s)
        s.picture("mended")
    s.check("it can be played", s.ask("shop().model.verdict.playable"))


def give_away(s: Session, hand: Hand) -> Path:
    """The campaign as one file."""
    pack = s.out / "for-a-friend.wdpack"
    hand.press("Give away…")
    hand.file(pack, "where the pack lies")
    s.until("'The campaign is in' in notices()", "it is given away")
    s.check("the pack is there", pack.is_file(), pack.name)
    return pack


def to_battle(s: Session, hand: Hand, node: str) -> None:
    """*Next thing*, and what is asked, until a battle is played."""
    for _ in range(12):
        need = s.ask(NEED)
        if need == f"duty:play.{node}":
            return
        on_the_card = need.startswith("duty:begin.") and s.ask("has('Button', 'Do it')")
        hand.on("camp().ask.primary" if on_the_card else "camp().next_", need or "Next thing")
        calm(s)
    raise SessionError(f"{node} is not played, but {s.ask(NEED)}")


def on_a_table(s: Session, hand: Hand) -> None:
    """La Besace on a table of its own: a step is lost, and what is there comes back."""
    to_battle(s, hand, "first")
    s.picture("the first battle is begun")
    hand.key("t")
    s.until("dialog('ScenarioTableDialog')", "which scenario")
    s.picture("which scenario")
    hand.press("Lay it on the table")
    s.until("playing() and not table().view.busy", "the table is laid", 60)
    s.picture("the table")
    pieces = s.ask("list(table().session.state.pieces)")
    s.check("the counters are those of the campaign", len(pieces) == 4, pieces)
    piece = s.ask("next(k for k, p in table().session.state.pieces.items() if p.steps == 6)")
    row = "table().tray.row"
    hand.click(s.ask(f"point({row}, {row}.place({piece!r}))"), "Pz 8 in the tray")
    for left in (5, 4):
        hand.key("v")
        s.until(f"table().session.state.pieces[{piece!r}].steps == {left}", "a step is lost")
    s.picture("two steps lost")
    hand.press("Bring back")
    s.until("campaigning() and camp().results.isVisible() and camp().results.blank is not None",
            "the sheet is filled")  # fmt: skip
    hand.choose("camp().results.winner", "German")
    s.until("camp().results.accept.isEnabled()", "the sheet balances")
    s.picture("brought back")
    hand.press("Accept all")
    calm(s)
    s.check("its losses are in the ledger", steps_of(s, "Pz 8") == 4, steps_of(s, "Pz 8"))


def steps_of(s: Session, name: str) -> int:
    """The steps of a unit by its name."""
    return s.ask("next(camp().worker._desk.state.units[u.id].steps"
                 f" for u in camp().worker._desk.design.units if u.name == {name!r})")  # fmt: skip


def carried_over(s: Session, hand: Hand) -> None:
    """Stonne is begun with what is left, and one step that came back; its results are typed."""
    to_battle(s, hand, "second")
    lines = s.ask(f"[str(line.words) for line in {PAGE}.log]")
    over = [line for line in lines if "La Besace → Stonne" in line]
    s.check("the log tells what was carried over", over, over[:1])
    s.check("one step came back on the way", steps_of(s, "Pz 8") == 5, steps_of(s, "Pz 8"))
    s.picture("carried over")
    hand.press("Results")
    s.until("camp().results.isVisible() and camp().results.winner.count() > 1", "the sheet")
    calm(s)
    hand.choose("camp().results.winner", "French")
    s.until("camp().results.accept.isEnabled()", "the sheet balances")
    hand.press("Accept all")
    calm(s)
    over = s.ask("[node.over for node in camp().worker._desk.state.nodes.values()]")
    s.check("both battles are over", over == [True, True], over)
    s.picture("the end")


def dark(s: Session) -> None:
    """The same in the dark; nobody's step."""
    s.key("ctrl+alt+d")
    s.until("dark()", "the dark theme")
    for page in ("graph", "formations", "log"):
        s.ask(f"camp().open_page({page!r})")
        calm(s)
        s.picture(f"dark {page}")
    s.key("ctrl+alt+d")
    s.until("not dark()", "the light theme")


def somebody_else(s: Session, hand: Hand, pack: Path, made: str) -> None:
    """A program that has never seen it opens the pack: the same campaign, which can be begun."""
    s.kill(hard=False)
    s.home = s.out / "friend"
    s.home.mkdir()
    s.start(pack)
    hand.did("open the pack")
    judged(s)
    s.picture("opened by somebody else")
    s.check("it is the same campaign", s.ask("repr(shop().model.design)") == made)
    s.key("ctrl+alt+d")
    s.until("dark()", "the dark theme")
    for page in ("forces", "graph", "check"):
        s.ask(f"shop().open_page({page!r})")
        s.picture(f"dark workshop {page}")
    s.key("ctrl+alt+d")
    s.until("not dark()", "the light theme")
    begin(s, hand)
    s.check("it begins with its own units", steps_of(s, "Pz 8") == 6)
    s.picture("begun by somebody else")


def begin(s: Session, hand: Hand) -> None:
    """From the workshop to a campaign that is played."""
    hand.press("Play it")
    s.until("dialog('NewCampaignDialog')", "the dialog of a new campaign", 60)
    s.picture("who sits where")
    hand.press("Begin")
    s.until("campaigning()", "the campaign is open", 60)
    s.picture("begun")


def play(s: Session) -> None:
    """The whole session."""
    hand = Hand(s)
    wizard(s, hand)
    forces(s, hand)
    graph(s, hand)
    check(s, hand)
    s.tell(f"       made within {hand.steps} steps")
    pack = give_away(s, hand)
    made = s.ask("repr(shop().model.design)")
    begin(s, hand)
    on_a_table(s, hand)
    carried_over(s, hand)
    dark(s)
    somebody_else(s, hand, pack, made)
    s.check(f"all of it within {MOST} steps", hand.steps <= MOST, hand.steps)


if __name__ == "__main__":
    sys.exit(main("own_campaign", play, sys.argv[1:]))
