"""Chapter 1: whose turn it is, the one question that is always asked, and the end."""

from __future__ import annotations

from wardesk.engine.types import Answer, Choice, Choose, Decision, Path, Reason
from wardesk.errors import UserError
from wardesk.games.freeform import ch05_in_one_go as in_one_go
from wardesk.games.freeform.ch02_counters import DEEDS, move, subjects
from wardesk.games.freeform.permissions import BACK, BACK_CHOICE, Table, steps, touchable
from wardesk.games.freeform.state import TURN, SingleDeed, Turn
from wardesk.games.shared.ask import AskedQuestion, choose
from wardesk.words import say

PASS, END = "pass", "end"


@steps(Turn, "now")
def now(d: Table, frame: Turn, _: None) -> None:
    """The side that is up moves counters or presses a button (FF 1.1)."""
    setting = d.setting
    pieces = touchable(setting, d.pieces, frame.side)
    name = setting.side_names[frame.side]
    d.ask(
        Decision(
            who=frame.side,
            kind="now",
            shape="path" if pieces else "choose",
            prompt=say("What now?"),
            cite="FF 1.1",
            then="act",
            context=say("{side}: carry counters to a place, or press a button.", side=name),
            choices=_buttons(d, frame.side, pieces),
            pieces=pieces,
            most=max(1, len(pieces)),
            worded=tuple(in_one_go.DEEDS),
        )
    )


def _buttons(d: Table, side: str, pieces: tuple[str, ...]) -> tuple[Choice, ...]:
    setting = d.setting
    after = setting.side_names[setting.next_side(side)]
    only = len(setting.sides) == 1
    label = say("Next turn") if only else say("Pass to {side}", side=after)
    found = [Choice(PASS, label, "FF 1.3")]
    for deed in DEEDS.values():
        on = subjects(d, deed.kind, side, pieces)
        refused = () if on else (Reason(deed.why_not, deed.cite),)
        found.append(Choice(deed.kind, deed.label, deed.cite, deed.hint, refused))
    found.append(Choice("roll", say("Roll dice…"), "FF 3.1"))
    chits = any(d.cups.values())
    empty = () if chits else (Reason(say("No cup holds a chit"), "FF 3.2"),)
    if setting.layout.cups:
        found.append(Choice("draw", say("Cups…"), "FF 3.2", refused=empty))
    found.append(Choice("track", say("Tracks…"), "FF 4.1"))
    found.append(Choice(END, say("End the game…"), "FF 1.4"))
    return tuple(found)


@steps(Turn, "act")
def act(d: Table, frame: Turn, answer: Answer) -> None:
    """A move is made at once; everything else asks on."""
    if isinstance(answer, Path):
        move(d, frame.side, answer.pieces, answer.cells[-1])
        return
    if isinstance(answer, Choose) and answer.words:
        try:
            in_one_go.attempt(d, frame.side, answer.key, answer.words)
        except (in_one_go.DeedRefused, UserError) as error:
            # Only an umpire's override comes here; nothing half done may stay.
            raise ValueError(say("nobody can do this: {reason}", reason=error)) from error
        return
    key = answer.key if isinstance(answer, Choose) else PASS
    first = {"roll": "dice", "draw": "cup", "track": "track", END: "winner"}
    if key == PASS:
        _pass(d, frame.side)
    elif key == "ground":
        d.call(SingleDeed(step="marker", kind=key, side=frame.side), "now")
    elif key in DEEDS:
        d.call(SingleDeed(step="pick", kind=key, side=frame.side), "now")
    else:
        d.call(SingleDeed(step=first[key], kind=key, side=frame.side), "now")


def _pass(d: Table, side: str) -> None:
    """The next side is up; after the last one a new turn begins (FF 1.3, FF 4.2)."""
    setting = d.setting
    after = setting.next_side(side)
    d.say(say("{side} passed", side=setting.side_names[side]), "FF 1.3")
    if after != setting.sides[0]:
        d.goto("now", side=after)
        return
    last = setting.layout.last_turn
    if last and d.tracks[TURN] >= last:
        d.end("", "", say("Turn {turn} was the last", turn=d.tracks[TURN]), "FF 1.4")
        return
    turn = d.count(TURN)
    d.say(say("Turn {turn} began", turn=turn), "FF 4.2")
    d.goto("now", side=after)


@steps(SingleDeed, "winner")
def winner(d: Table, frame: SingleDeed, _: None) -> None:
    """Ask who has won, which is also asking whether to end at all (FF 1.4)."""
    setting = d.setting
    sides = tuple(
        Choice(f"won {s}", say("{side} won", side=setting.side_names[s]), "FF 1.4")
        for s in setting.sides
    )
    nobody = Choice("won", say("Nobody won"), "FF 1.4")
    question = AskedQuestion("end", say("Who has won?"), "FF 1.4", "won")
    choose(d, frame.side, question, (BACK_CHOICE, *sides, nobody))


@steps(SingleDeed, "won")
def won(d: Table, _: SingleDeed, answer: Choose) -> None:
    """The game is over, or goes on."""
    if answer.key == BACK:
        d.done()
        return
    side = answer.key.removeprefix("won").strip()
    text = say("The game ended without a winner")
    if side:
        text = say("{side} won", side=d.setting.side_names[side])
    d.end(side, "", text, "FF 1.4")
