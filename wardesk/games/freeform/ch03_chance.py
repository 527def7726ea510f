"""Chapter 3: dice of any kind, and chits from cups."""

from __future__ import annotations

import re

from wardesk.engine.types import Choice, Choose, Reason, Roll
from wardesk.games.freeform.permissions import BACK, BACK_CHOICE, Table, steps
from wardesk.games.freeform.setup import read_dice
from wardesk.games.freeform.state import DRAWN, LAST_ROLL, SingleDeed
from wardesk.games.shared.ask import AskedQuestion, choose
from wardesk.words import join, say

FACES = (2, 4, 6, 8, 10, 12, 20, 100)
MOST = 8
OTHER = "other"
_DICE = re.compile(r"([0-9]*)d([0-9]+|%)")


# ---- dice ---------------------------------------------------------------------------------------


def dice_words(text: str) -> str:
    """``2d6+1`` as a text: other languages have another letter for dice."""
    parts: list[str] = []
    at = 0
    for die in _DICE.finditer(text):
        parts += [text[at : die.start()], say("{number}d{faces}", number=die[1], faces=die[2])]
        at = die.end()
    return join("", [part for part in (*parts, text[at:]) if part])


@steps(SingleDeed, "dice")
def dice(d: Table, frame: SingleDeed, _: None) -> None:
    """Ask which dice: the usual ones of this table, or any others (FF 3.1)."""
    usual = tuple(Choice(dice, dice_words(dice), "FF 3.1") for dice in d.setting.layout.dice)
    other = Choice(OTHER, say("Other dice…"), "FF 3.1")
    choose(
        d,
        frame.side,
        AskedQuestion("roll", say("Roll which dice?"), "FF 3.1", "diced"),
        (BACK_CHOICE, *usual, other),
    )


@steps(SingleDeed, "diced")
def diced(d: Table, _: SingleDeed, answer: Choose) -> None:
    """Roll, or ask for the faces first."""
    if answer.key == BACK:
        d.done()
    elif answer.key == OTHER:
        d.goto("faces")
    else:
        d.goto("cast", word=answer.key)


@steps(SingleDeed, "faces")
def faces(d: Table, frame: SingleDeed, _: None) -> None:
    """Ask how many faces each die has."""
    found = tuple(Choice(f"d{n}", dice_words(f"d{n}"), "FF 3.1") for n in FACES)
    choose(
        d,
        frame.side,
        AskedQuestion("roll-faces", say("Dice with how many faces?"), "FF 3.1", "faced"),
        (BACK_CHOICE, *found),
    )


@steps(SingleDeed, "faced")
def faced(d: Table, _: SingleDeed, answer: Choose) -> None:
    """On to how many, or back."""
    if answer.key == BACK:
        d.done()
    else:
        d.goto("number", word=answer.key)


@steps(SingleDeed, "number")
def number(d: Table, frame: SingleDeed, _: None) -> None:
    """Ask how many of them."""
    found = tuple(
        Choice(str(n), dice_words(f"{n}{frame.word}"), "FF 3.1") for n in range(1, MOST + 1)
    )
    choose(
        d,
        frame.side,
        AskedQuestion("roll-number", say("How many dice?"), "FF 3.1", "numbered"),
        (BACK_CHOICE, *found),
    )


@steps(SingleDeed, "numbered")
def numbered(d: Table, frame: SingleDeed, answer: Choose) -> None:
    """Roll them, or back."""
    if answer.key == BACK:
        d.done()
    else:
        d.goto("cast", word=f"{answer.key}{frame.word}")


@steps(SingleDeed, "cast")
def cast(d: Table, frame: SingleDeed, _: None) -> None:
    """CHANCE rolls; what the roll is for, the players know."""
    prompt = say("Roll {dice}", dice=dice_words(frame.word))
    dice = read_dice(frame.word)
    signs = dice.signs if -1 in dice.signs else ()
    d.roll("roll", prompt, "FF 3.1", "fell", dice=dice.faces, signs=signs, plus=dice.plus)


@steps(SingleDeed, "fell")
def fell(d: Table, frame: SingleDeed, answer: Roll) -> None:
    """The last roll stays on the table."""
    asked = read_dice(frame.word)
    text = ""
    for sign, die in zip(asked.signs, answer.dice, strict=True):
        text += f" {'-' if sign < 0 else '+'} {die}" if text else f"{'-' * (sign < 0)}{die}"
    if asked.plus:
        text += f" {'-' if asked.plus < 0 else '+'} {abs(asked.plus)}"
    if len(answer.dice) > 1 or asked.plus:
        text += f" = {asked.total(answer.dice)}"
    d.mark(LAST_ROLL, f"{frame.word}: {text}")
    told = say(
        "{side} rolled {dice}: {result}",
        side=d.setting.side_names[frame.side],
        dice=dice_words(frame.word),
        result=text,
    )
    d.say(told, "FF 3.1")
    d.done()


# ---- cups ---------------------------------------------------------------------------------------


@steps(SingleDeed, "cup")
def cup(d: Table, frame: SingleDeed, _: None) -> None:
    """Ask which cup to draw from, or to put everything drawn back into (FF 3.2)."""
    found: list[Choice] = []
    for one in d.setting.layout.cups:
        left, out = len(d.cups[one.id]), len(d.cups[f"{one.id}{DRAWN}"])
        none = () if left else (Reason(say("The cup is empty"), "FF 3.2"),)
        text = say("Draw: {cup} ({number})", cup=one.title, number=left)
        found.append(Choice(f"draw {one.id}", text, "FF 3.2", "", none))
        nothing = () if out else (Reason(say("Nothing has been drawn"), "FF 3.2"),)
        text = say("Put back: {cup} ({number})", cup=one.title, number=out)
        found.append(Choice(f"return {one.id}", text, "FF 3.2", "", nothing))
    choose(
        d,
        frame.side,
        AskedQuestion("cup", say("Which cup?"), "FF 3.2", "cupped"),
        (BACK_CHOICE, *found),
    )


@steps(SingleDeed, "cupped")
def cupped(d: Table, frame: SingleDeed, answer: Choose) -> None:
    """Put everything back, or let CHANCE draw."""
    what, _, cup = answer.key.partition(" ")
    if what == "draw" and d.cups.get(cup):
        d.goto("chit", word=cup)
        return
    if what == "return":
        put_back(d, frame.side, cup)
    d.done()


def put_back(d: Table, side: str, cup: str) -> None:
    """Every chit that was drawn goes back into its cup."""
    drawn = f"{cup}{DRAWN}"
    d.cup(cup, (*d.cups[cup], *d.cups[drawn]))
    d.cup(drawn, ())
    text = say(
        "{side} put every chit back into {cup}",
        side=d.setting.side_names[side],
        cup=_title(d, cup),
    )
    d.say(text, "FF 3.2")


@steps(SingleDeed, "chit")
def chit(d: Table, frame: SingleDeed, _: None) -> None:
    """One chit at random."""
    items = d.cups[frame.word]
    count = len(items)
    d.roll("draw", say("Which chit comes up?"), "FF 3.2", "drawn", dice=(count,), faces=items)


@steps(SingleDeed, "drawn")
def drawn(d: Table, frame: SingleDeed, answer: Roll) -> None:
    """It leaves the cup until somebody puts it back."""
    items = list(d.cups[frame.word])
    found = items.pop(answer.dice[0] - 1)
    out = f"{frame.word}{DRAWN}"
    d.cup(frame.word, items)
    d.cup(out, (*d.cups[out], found))
    text = say(
        "{side} drew {chit} from {cup}",
        side=d.setting.side_names[frame.side],
        chit=found,
        cup=_title(d, frame.word),
    )
    d.say(text, "FF 3.2")
    d.done()


def _title(d: Table, cup: str) -> str:
    return next((one.title for one in d.setting.layout.cups if one.id == cup), cup)
