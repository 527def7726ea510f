"""Recorded session: a solo player finds, plays, takes back and ends a game by keys alone.

    python packaging/sessions/keyboard_player.py [FOLDER] [--offscreen]

Real key events go to the real window on an X server of its own (needs Xvfb, openbox and xdotool);
whoever takes the mouse breaks the session. Numbered pictures and ``log.txt`` come into
FOLDER/keyboard_player. The exit code is 0 only when every check held.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions.keys import keyed, walk, without_mouse
from sessions.stage import Session, SessionError, main

ASK = "table().session.ask"
PERSON = (
    f"{ASK} is None or (len(table().drawer.list.lines()) > 0"
    " and table().session.waiting in ('person', 'dice'))"
)
MOST = 600
"""Answers after which something must be wrong."""


def begin(s: Session) -> None:
    """The search of Home, the dialog of a new game, the table."""
    s.start()
    without_mouse(s)
    s.key("slash")
    s.type("First contact")
    s.key("Down", "Return")
    s.until("dialog('NewGameDialog')", "the dialog of a new game")
    s.picture("new game")
    s.key("Return")
    s.until("playing()", "the table", 60)
    s.until(f"{PERSON}", "the first question", 60)
    keyed(s)


def answers(s: Session, *, most: int) -> int:
    """Answer from the drawer with arrows and Return; how many answers were given."""
    dice = random.Random(1940)
    for given in range(most):
        s.until(PERSON, "a question for a person", 60)
        if s.ask(f"{ASK} is None"):
            return given
        if s.ask("table().session.waiting") == "dice":
            s.key("r")
            continue
        if not s.ask("keyboard_on(table().drawer.list)"):
            s.key("Escape")
            s.key("g")
            s.until("keyboard_on(table().drawer.list)", "the keyboard is in the drawer", 5)
        rows = s.ask("len(table().drawer.list.lines())")
        s.key("Home", *["Down"] * (1 + dice.randrange(min(rows, 6))), "Return")
    return most


def board(s: Session) -> None:
    """The board is walked, asked and left."""
    walk(s, "keyboard_on(table().view)", "the board", "F6", 12)
    s.key("period")
    said = s.ask("table().view.accessibleDescription()")
    s.check("the board says the place that can be picked", len(said) > 10, said[:120])
    before = s.ask("table().view.focus_cell")
    s.key("Right")
    s.check("an arrow leads to another cell", s.ask("table().view.focus_cell") != before)
    s.picture("board")


def play(s: Session) -> None:
    """The whole session."""
    begin(s)
    board(s)
    given = answers(s, most=4)
    s.check("four answers are given", given == 4, given)
    s.picture("four answers")
    events = s.ask("len(table().session.journal.events)")
    s.key("ctrl+z")
    s.until(PERSON, "a question after undo", 60)
    s.key("ctrl+shift+z")
    s.until(PERSON, "a question after redo", 60)
    s.check("undo and redo come back", s.ask("len(table().session.journal.events)") >= events)
    given = answers(s, most=MOST)
    if s.ask(f"{ASK} is not None"):
        raise SessionError(f"the game does not end after {given} answers")
    result = s.ask("table().session.state.result.text")
    s.check(f"the game is over after {given} more answers", bool(result), result)
    s.picture("the end")
    keyed(s)
    s.key("Escape")
    s.key("ctrl+Left")
    s.picture("one event back")
    s.key("End")
    s.key("ctrl+1")
    s.until("window().mode == 'home'", "Home")
    keyed(s)
    s.picture("home")


if __name__ == "__main__":
    sys.exit(main("keyboard_player", play, sys.argv[1:]))
