"""Recorded session: the whole of Market Garden in the window by N and Return alone.

    python packaging/sessions/campaign_list.py [FOLDER] [--offscreen]

N goes on to the next thing that needs somebody; Return does what its card offers first, a die
falls by the campaign's own seed. What the rules refuse is left with a typed reason, what was missed
is done late with one. Nothing else is opened but the table of dice of a drop. Pictures of the
first of each kind, and ``log.txt``, come into FOLDER/campaign_list. The exit code is 0 only when
every check held.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions.campaign_days import PAGE, begin, calm
from sessions.stage import Session, SessionError, main

NEED = f"({PAGE}.need.key if {PAGE}.need else '')"
KINDS = frozenset({
    "raid", "hot", "huber", "reorganise", "offmap", "plan", "supply", "fates", "weather",
    "marker", "release", "corps", "activations", "zones",
})  # fmt: skip
"""What the list of a campaign without anything found out at a table asks for."""
MOST = 4000
"""Keys after which something must be wrong."""


def kind_of(need: str) -> str:
    """``duty:plan.101.2`` is of the kind ``plan``."""
    return need.partition(":")[2].partition(".")[0]


def answer(s: Session, need: str) -> None:
    """Do what the card offers first, or leave it with a reason where that is refused."""
    head = s.ask(f"{PAGE}.events")
    if s.ask("camp().ask.note is not None and not camp().ask.primary.isEnabled()"):
        s.click(s.ask("middle(camp().ask.note)"))
        s.type("it was forgotten")
        s.click(s.ask("middle(camp().ask.primary)"))
    else:
        s.key("Return")
    calm(s)
    if s.ask("dialog('RollTableDialog')"):
        fates(s)
    if s.ask(f"{PAGE}.events") == head and s.ask(NEED) == need:
        s.picture(f"refused {kind_of(need)}")
        s.click(s.ask("middle(camp().ask.note)"))
        s.type("it cannot be done as things stand", over=True)
        s.press("Leave it")
        calm(s)


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
    begin(s, "By the list", typed=False)
    met: Counter[str] = Counter()
    turn, shown, seen = "", set[str](), set[str]()
    for _ in range(MOST):
        seen.add(kind_of(s.ask(NEED)))  # N closes at once what is played at the table
        s.key("n")
        calm(s)
        need = s.ask(NEED)
        if not need:
            break
        now = s.ask(f"{PAGE}.turn")
        if now != turn:
            turn = now
            s.tell(f"       it is {now}")
        kind = kind_of(need)
        met[kind] += 1
        if kind not in shown:
            s.picture(f"{kind} {now}")
            shown.add(kind)
        if kind != "activations":  # N itself closes what is played at the table
            answer(s, need)
    else:
        raise SessionError(f"the campaign does not end: {turn}")
    s.picture("the end")
    s.tell(", ".join(f"{kind} {times}" for kind, times in sorted(met.items())))
    s.check("the last turn is the night of 26 September", "26 Sep Night" in turn, turn)
    missing = sorted(KINDS - set(met) - seen)
    s.check("the list asked for everything it knows", not missing, missing)
    due = s.ask(f"[n.key for n in {PAGE}.due if n.when in ('missed', 'now')]")
    s.check("nothing that was due is left over", due == [], due)


if __name__ == "__main__":
    sys.exit(main("campaign_list", play, sys.argv[1:]))
