"""Recorded session: an organiser begins a campaign, works a turn and writes a packet by keys.

    python packaging/sessions/keyboard_organiser.py [FOLDER] [--offscreen]

Real key events go to the real window on an X server of its own (needs Xvfb, openbox and xdotool);
whoever takes the mouse breaks the session. Numbered pictures and ``log.txt`` come into
FOLDER/keyboard_organiser. The exit code is 0 only when every check held.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions.campaign_desk import NEED, PAGE, calm
from sessions.keys import command, keyed, walk, without_mouse
from sessions.stage import Session, SessionError, main

MOST = 120
"""Keys after which a turn must be over."""


def begin(s: Session) -> None:
    """The command of a new campaign, its dialog, the desk."""
    s.start()
    without_mouse(s)
    command(s, "New campaign")
    s.until("dialog('NewCampaignDialog')", "the dialog of a new campaign", 60)
    walk(s, "keyboard_on(top().name)", "the name")
    s.type("Run by keys", over=True)
    s.picture("new campaign")
    s.key("Return")
    s.until("campaigning()", "the campaign", 60)
    calm(s)
    keyed(s)
    s.picture("desk")


def a_turn(s: Session) -> None:
    """N, Return, and a reason where the rules refuse, until the next turn has come."""
    first, done = s.ask(f"{PAGE}.turn"), 0
    for _ in range(MOST):
        if s.ask(f"{PAGE}.turn") != first:
            s.check(f"the list of {first} is worked", done > 3, f"{done} things")
            return
        s.key("n")
        calm(s)
        if s.ask(NEED) and "activations" not in s.ask(NEED):
            answer(s)
            done += 1
    raise SessionError(f"{first} does not end, {s.ask(NEED)} is left")


def on_the_card(s: Session) -> None:
    """N puts the keyboard on the card of what is next; the map may have it a moment longer."""
    for _ in range(3):
        if s.ask("keyboard_on(camp().ask)"):
            return
        time.sleep(0.5)
        s.key("n")
        calm(s)
    s.picture("the card has not the keyboard")
    s.tell(f"       N leaves the keyboard at “{s.ask('focus()')}”, {s.ask(NEED)}")


def answer(s: Session) -> None:
    """Do what the card offers first; what is refused, or late, is left with a reason."""
    before = s.ask(f"[{PAGE}.events, {NEED}]")
    on_the_card(s)
    s.key("Return")
    calm(s)
    if s.ask("dialog('RollTableDialog')"):
        s.picture("table of dice")
        walk(s, "keyboard_on(top().rest)", "all the dice")
        s.key("space")
        calm(s)
        if s.ask("dialog('RollTableDialog')"):
            s.key("Escape")
        s.until("not dialog('RollTableDialog')")
    if s.ask(f"[{PAGE}.events, {NEED}]") == before:
        s.picture("refused")
        walk(s, "camp().ask.note is not None and keyboard_on(camp().ask.note)", "the reason")
        s.type("it cannot be done as things stand", over=True)
        walk(s, "'Leave it' in focus()", "Leave it")
        s.key("space")
        calm(s)
    keyed(s)


def a_packet(s: Session) -> None:
    """The packets page, a message, and the packet of one seat in a folder."""
    s.key("alt+9")
    s.until("camp().packets.isVisible() and bool(camp().packets.seats.rows)", "the seats", 60)
    walk(s, "keyboard_on(camp().packets.table)", "the list of seats")
    s.key("Down")
    calm(s)
    s.picture("packets")
    walk(s, "keyboard_on(camp().packets.message)", "Message", "shift+Tab")
    s.key("space")
    s.until("dialog('MessageDialog')", "the dialog of a message")
    s.type("The bridge is down.")
    s.picture("message")
    s.key("ctrl+Return")
    s.until("not dialog('MessageDialog')", "the message is sent")
    calm(s)
    walk(s, "keyboard_on(camp().packets.one)", "Write this one", "shift+Tab")
    s.key("space")
    folder = s.out / "packets"
    folder.mkdir()
    s.give_file(folder, "which folder")
    s.until("'is written' in notices() and campaigning()", "the packet is written", 400)
    files = sorted(one.name for one in folder.rglob("*") if one.is_file())
    s.check("the packet is in its folder", "report.pdf" in files, files)
    s.picture("written")


def close(s: Session) -> None:
    """Closed and opened again from Home."""
    events = s.ask(f"{PAGE}.events")
    s.key("ctrl+w")
    s.until("not campaigning()", "it is closed")
    s.key("ctrl+1")
    s.until("window().mode == 'home'", "Home", 30)
    keyed(s)
    walk(s, "'Run by keys' in focus()", "the card of the campaign")
    s.key("Return")
    s.until("campaigning()", "the campaign is open again", 60)
    s.check("nothing is lost", s.ask(f"{PAGE}.events") == events, events)


def play(s: Session) -> None:
    """The whole session."""
    begin(s)
    a_turn(s)
    a_packet(s)
    close(s)


if __name__ == "__main__":
    sys.exit(main("keyboard_organiser", play, sys.argv[1:]))
