"""Chapter 5.3 and 5.5: replay chits and the general chit, held or played."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Pieces
from wardesk.games.blitzkrieg.ch02_sequence import count_activation, rest, use_up
from wardesk.games.blitzkrieg.chits import EXTRA, chit_name, held, may_replay, owner, short
from wardesk.games.blitzkrieg.position import holds, on_map
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ENEMY, HAND, Activation, Check, Turn, steps
from wardesk.games.shared import ask, cup
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import say, say_count

D = Draft[Setting]
MOST_RALLIED, MOST_RESTED = 6, 2
"""5.5 Markers that a general chit takes away: neutralised, or exhausted."""

# ---- 5.5 cancelling -----------------------------------------------------------------------------

CANCEL = AskedQuestion("cancel", say("Try to cancel this chit?"), "BK 5.5-E", "cancel_chosen")


@steps(Turn, "cancel")
def cancel(d: D, frame: Turn, _: None) -> None:
    """5.5 Before a chit takes effect, an enemy with a general chit may try to annul it."""
    enemy = ENEMY[owner(frame.chit)]
    if not held(d, enemy, "general"):
        return d.goto("play")
    choices = (
        Choice("let", say("Let it be played"), "BK 5.5-E"),
        Choice("cancel", say("Try to cancel it (1–3 on a die)"), "BK 5.5-E"),
    )
    return ask.choose(d, enemy, CANCEL, choices, chit_name(d.setting, frame.chit))


@steps(Turn, "cancel_chosen")
def cancel_chosen(d: D, frame: Turn, answer: Choose) -> None:
    """5.5 The general chit is used up whatever the die says."""
    if answer.key == "let":
        return d.goto("play")
    enemy = ENEMY[owner(frame.chit)]
    spend(d, enemy, "general")
    return d.call(Check(step="roll", what="cancel", subject=enemy), "cancel_known")


@steps(Turn, "cancel_known")
def cancel_known(d: D, frame: Turn, _: None) -> None:
    """5.5 Annulled on 1 to 3."""
    if not frame.passed:
        return d.goto("play")
    use_up(d, frame.chit, skipped=True)
    d.say(say("{chit} was cancelled", chit=chit_name(d.setting, frame.chit)), "BK 5.5-E")
    return d.goto("draw")


def spend(d: D, side: str, kind: str) -> None:
    """A held chit is used up."""
    chit = held(d, side, kind)
    cup.take(d, HAND[side], chit)
    if not chit.endswith("+"):
        use_up(d, chit)


# ---- 5.3 replay ---------------------------------------------------------------------------------


def replayable(d: D, side: str) -> list[str]:
    """5.3 The formations of a side that a replay chit may be played on."""
    return [
        name
        for name in d.setting.scenario.formations
        if d.setting.formations[name].side == side and may_replay(d.setting, d, name)
    ]


@steps(Turn, "replay")
def replay(d: D, frame: Turn, _: None) -> None:
    """5.3 One replay chit may be held; a second one must be played, or is lost."""
    side = owner(frame.chit)
    may_hold = not held(d, side, "replay")
    names = replayable(d, side)
    if not names and not may_hold:
        d.say(say("Nobody could use the replay; it is discarded"), "BK 5.3-F")
        return d.goto("used")
    choices = [Choice(n, short(d.setting, n), "BK 5.3") for n in names]
    if may_hold:
        choices.append(Choice("hold", say("Hold it"), "BK 5.3-F"))
    question = AskedQuestion("replay", say("Which formation acts by replay?"), "BK 5.3", "replayed")
    return ask.choose(d, side, question, tuple(choices))


@steps(Turn, "replayed")
def replayed(d: D, frame: Turn, answer: Choose) -> None:
    """5.3 It acts, or the chit is kept in hand."""
    side = owner(frame.chit)
    if answer.key == "hold":
        cup.put(d, HAND[side], frame.chit)
        return d.goto("draw", chit="")
    return start_replay(d, side, answer.key, "used")


@steps(Turn, "replay_pick")
def replay_pick(d: D, frame: Turn, _: None) -> None:
    """5.3 A held replay chit is played when one's own formation was drawn."""
    side = owner(frame.chit)
    choices = [Choice(n, short(d.setting, n), "BK 5.3-F") for n in replayable(d, side)]
    choices.append(Choice("hold", say("Keep holding it"), "BK 5.3-F"))
    question = AskedQuestion(
        "replay", say("Which formation acts by replay?"), "BK 5.3-F", "replay_picked"
    )
    ask.choose(d, side, question, tuple(choices))


@steps(Turn, "replay_picked")
def replay_picked(d: D, frame: Turn, answer: Choose) -> None:
    """5.3 Then the formation that was drawn is decided on."""
    side = owner(frame.chit)
    d.goto("formation", partner="")
    if answer.key != "hold":
        spend(d, side, "replay")
        start_replay(d, side, answer.key, "formation")


def start_replay(d: D, side: str, name: str, then: str) -> None:
    """5.3 By replay an exhausted formation is activated, but only sheds its exhaustion."""
    count_activation(d)
    if holds(d, name, "exhausted"):
        rest(d, name, "BK 5.3-E")
        d.mark(f"{name}/replay", True)
        return d.goto(then)
    frame = Activation(step="begin", side=side, formations=(name,), replay=True)
    return d.call(frame, then)


# ---- 5.5 the general chit -----------------------------------------------------------------------


def general_choices(d: D, side: str) -> list[Choice]:
    """5.5 What a general chit does at once."""
    found: list[Choice] = []
    if _down(d, side):
        found.append(Choice("general-rally", say("General: remove 6 neutralised"), "BK 5.5-C"))
    if _exhausted(d, side):
        found.append(Choice("general-rest", say("General: remove 2 exhausted"), "BK 5.5-C"))
    found.append(Choice("general-replay", say("General: take a replay chit"), "BK 5.5-D"))
    return found


def _down(d: D, side: str) -> tuple[str, ...]:
    units = [u for u in d.pieces.values() if u.side == side and u.neutralised]
    return tuple(u.id for u in units if on_map(d.setting, u))


def _exhausted(d: D, side: str) -> list[str]:
    return [
        name
        for name in d.setting.scenario.formations
        if d.setting.formations[name].side == side and holds(d, name, "exhausted")
    ]


@steps(Turn, "general")
def general(d: D, frame: Turn, _: None) -> None:
    """5.5 One general chit may be held; a second one must be used at once."""
    side = owner(frame.chit)
    if not held(d, side, "general"):
        cup.put(d, HAND[side], frame.chit)
        return d.goto("draw", chit="")
    question = AskedQuestion(
        "general", say("What does the general do?"), "BK 5.5-F", "general_used"
    )
    return ask.choose(d, side, question, tuple(general_choices(d, side)))


@steps(Turn, "general_used")
def general_used(d: D, frame: Turn, answer: Choose) -> None:
    """5.5 The second chit stands for the one in hand, which it is like."""
    if answer.key == "discard":  # it was a choice in games saved before it had to be played
        return d.goto("used")
    side = owner(frame.chit)
    return use_general(d, side, answer.key, "second_used")


@steps(Turn, "second_used")
def second_used(d: D, frame: Turn, _: None) -> None:
    """5.5 The hand keeps one."""
    cup.put(d, HAND[owner(frame.chit)], frame.chit)
    d.goto("draw", chit="")


def use_general(d: D, side: str, key: str, then: str) -> None:
    """5.5 Spend the held general chit on *key*; step *then* follows."""
    spend(d, side, "general")
    if key == "general-replay":
        if held(d, side, "replay"):
            return d.goto("extra_replay", partner=then)
        cup.put(d, HAND[side], f"{side}/{EXTRA}")
        d.say(say("The general gave a replay chit"), "BK 5.5-D")
        return d.goto(then)
    if key == "general-rest":
        return d.goto("rest_two", partner=then)
    return d.goto("rally_six", partner=then)


@steps(Turn, "extra_replay")
def extra_replay(d: D, frame: Turn, _: None) -> None:
    """5.3 With one in hand the new replay chit must be played."""
    side = owner(frame.chit)
    names = replayable(d, side)
    if not names:
        d.say(say("Nobody could use the replay; it is discarded"), "BK 5.3-F")
        return d.goto(frame.partner)
    choices = tuple(Choice(n, short(d.setting, n), "BK 5.3") for n in names)
    question = AskedQuestion(
        "replay", say("Which formation acts by replay?"), "BK 5.5-D", "extra_chosen"
    )
    return ask.choose(d, side, question, choices)


@steps(Turn, "extra_chosen")
def extra_chosen(d: D, frame: Turn, answer: Choose) -> None:
    """5.5 It acts."""
    start_replay(d, owner(frame.chit), answer.key, frame.partner)


@steps(Turn, "rest_two")
def rest_two(d: D, frame: Turn, _: None) -> None:
    """5.5 Two formations lose their exhausted marker; of more the owner chooses."""
    tired = _exhausted(d, owner(frame.chit))
    if len(tired) > MOST_RESTED:
        return _ask_who_rests(d, frame, "rested")
    for name in tired:
        rest(d, name, "BK 5.5-C")
    return d.goto(frame.partner)


def _ask_who_rests(d: D, frame: Turn, then: str) -> None:
    side = owner(frame.chit)
    choices = tuple(Choice(n, short(d.setting, n), "BK 5.5-C") for n in _exhausted(d, side))
    question = AskedQuestion("rest-two", say("Which formation rests?"), "BK 5.5-C", then)
    ask.choose(d, side, question, choices)


@steps(Turn, "rested")
def rested(d: D, _: Turn, answer: Choose) -> None:
    """5.5 The first of the two."""
    rest(d, answer.key, "BK 5.5-C")
    d.goto("rest_another")


@steps(Turn, "rest_another")
def rest_another(d: D, frame: Turn, _: None) -> None:
    """5.5 And the second."""
    _ask_who_rests(d, frame, "both_rested")


@steps(Turn, "both_rested")
def both_rested(d: D, frame: Turn, answer: Choose) -> None:
    """5.5 That one."""
    rest(d, answer.key, "BK 5.5-C")
    d.goto(frame.partner)


@steps(Turn, "rally_six")
def rally_six(d: D, frame: Turn, _: None) -> None:
    """5.5 Up to six units lose their neutralised marker."""
    side = owner(frame.chit)
    units = _down(d, side)
    if len(units) <= MOST_RALLIED:
        for unit in units:
            d.set(unit, neutralised=False)
        n = len(units)
        d.say(
            say_count("The general rallied {n} unit", "The general rallied {n} units", n=n),
            "BK 5.5-C",
        )
        return d.goto(frame.partner)
    question = AskedQuestion(
        "rally-six", say("Which units does the general rally?"), "BK 5.5-C", "rallied_six"
    )
    return ask.pick_pieces(d, side, question, units, most=MOST_RALLIED)


@steps(Turn, "rallied_six")
def rallied_six(d: D, frame: Turn, answer: Pieces) -> None:
    """5.5 Those."""
    for unit in answer.pieces:
        d.set(unit, neutralised=False)
    d.goto(frame.partner)
