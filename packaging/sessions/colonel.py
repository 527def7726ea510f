"""Recorded session: a game of Eben-Emael against the Colonel, who thinks, is stopped, and says why.

    python packaging/sessions/colonel.py [FOLDER] [--offscreen]

Begun by mouse with the Colonel as the Germans. His thinking is shown and cancelled once; his first
answer of his own is explained over the board and in the log. When the Belgians are asked, a hint is
asked for, cancelled, asked for again and taken. Both are looked at light and dark.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions.stage import Session, SessionError, main

TABLE = "table()"
MODEL = f"{TABLE}.model"
HEAD = f"{MODEL}.session.journal.head"
SEARCHING = 240.0
"""Seconds that a search may take on a slow or busy machine."""


def both(s: Session, words: str) -> None:
    """A picture in the light theme and one in the dark."""
    s.picture(f"{words} light")
    s.key("ctrl+alt+d")
    time.sleep(3)  # the sheet is painted anew, out of sight
    s.picture(f"{words} dark")
    s.key("ctrl+alt+d")


def begin(s: Session) -> None:
    """Home, the card of the scenario, and who plays."""
    s.start()
    s.key("slash")
    s.type("10 May 1940")
    s.key("Down", "Return")
    s.until("dialog('NewGameDialog')", "the dialog of a new game")
    s.choose("Who plays Germans", "Colonel")
    s.choose("Who plays Belgians", "You")
    note = s.ask("top().level_note.text()")
    s.check("his strength and that he is fair are told", "no bonus" in note, note[:120])
    s.fill("Seed", "5")
    s.picture("new game")
    s.press("Start")
    s.until("window().mode == 'table'", "the table", 60)
    s.until("playing()", "the board", 30)
    s.key("Escape")


def thinks(s: Session) -> None:
    """He is seen thinking, stopped by a key, and let go on."""
    s.until(f"{MODEL}.thinking", "the Colonel thinks", SEARCHING)
    context = s.ask(f"{MODEL}.words.context")
    s.check("the strip says so", "thinking" in context, context)
    s.check("a bar tells how far", s.ask(f"{TABLE}.wait_bar.isVisible()"))
    s.picture("thinking")
    head = s.ask(HEAD)
    s.ask(f"{TABLE}.view.setFocus()")
    s.key("p")
    s.until(f"not {MODEL}.thinking", "he is stopped", 2)
    s.check("nothing happened meanwhile", s.ask(HEAD) == head)
    s.key("p")
    s.until(f"{HEAD} > {head}", "he goes on and answers", SEARCHING)


def says_why(s: Session) -> None:
    """His reasons, over the board and in the log."""
    card = f"{TABLE}.card"
    reasons = f"{card}.reasons.isVisible() and {card}.reasons.text()"
    told = str(s.until(reasons, "the card with his reasons", SEARCHING))
    s.key("p")
    s.check("reasons in points", "victory points" in told, told.splitlines()[0])
    s.check("what he weighed is compared", s.ask(f"{card}.bars.isVisible()"))
    author = s.ask(
        f"[e.author for e in {MODEL}.session.journal.line() if {MODEL}.session.thought_of(e)][-1]"
    )
    s.check("the answer is his", author == "colonel", author)
    both(s, "reasons")
    s.key("p")


def until_asked(s: Session) -> None:
    """Roll for ourselves and pass, until the Belgians have a choice worth a hint."""
    for _ in range(400):
        s.until(f"{MODEL}.session.waiting in ('person', 'dice', 'over') and not {MODEL}.thinking",
                "somebody is up", SEARCHING)  # fmt: skip
        waiting = s.ask(f"{MODEL}.session.waiting")
        if waiting == "over":
            raise SessionError("the game ended before the Belgians were asked")
        if waiting == "dice":
            if s.ask(f"{MODEL}.runner.waits_for_hand"):
                s.key("r")
            s.until(f"{MODEL}.session.waiting != 'dice'", "the dice fall")
        elif s.ask(f"{MODEL}.session.ask.kind") == "move":
            return
        else:
            head = s.ask(HEAD)
            s.ask(f"{TABLE}.view.setFocus()")
            # a question is asked once its counter has come to rest, and takes no key at first
            s.until(f"not {TABLE}.motion.running and not {TABLE}.keyboard.deaf", "it takes keys")
            time.sleep(1)
            if s.ask(f"{MODEL}.session.ask.shape") == "cells":  # nothing is filled in: the first
                s.key("g")
                s.until(f"keyboard_on({TABLE}.drawer.list)", "the keyboard is in the drawer", 5)
                s.key("Home", "Down")
            s.key("Return")
            s.until(f"{HEAD} > {head}", "the answer counts")


def hint(s: Session) -> None:
    """What would you do here? Cancelled once, asked again, taken."""
    s.ask(f"{TABLE}.view.setFocus()")
    head = s.ask(HEAD)
    s.key("y")
    # on a quick machine it is there at once
    here = s.ask(f"{TABLE}.hint.thinking or {TABLE}.hint.do.isVisible()")
    s.check("a hint is being thought about, or there", here)
    s.picture("hint asked")
    s.key("y")
    gone = s.ask(f"not {TABLE}.hint.isVisible() and not {TABLE}.hint.thinking")
    s.check("the same key cancels it", gone)
    s.key("y")
    s.until(f"{TABLE}.hint.do.isVisible()", "the hint", SEARCHING)
    s.check("it names who says so", "Colonel" in s.ask(f"{TABLE}.hint.title.text()"))
    s.check("with reasons", bool(s.ask(f"{TABLE}.hint.reasons.text()")))
    s.check("nothing is done yet", s.ask(HEAD) == head)
    both(s, "hint")
    s.press("Do it")
    s.check("done when told to", s.ask(f"{HEAD} > {head}"))


def play(s: Session) -> None:
    """The whole of it."""
    begin(s)
    thinks(s)
    says_why(s)
    until_asked(s)
    hint(s)
    s.picture("table")


if __name__ == "__main__":
    sys.exit(main("colonel", play, sys.argv[1:]))
