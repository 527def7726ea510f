"""Chapter 5: what a chit does. Activation, replay, exhaustion, the general chit, passing."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choice, Choose, Pieces
from wardesk.games.blitzkrieg.ch02_sequence import count_activation, count_pass, use_up
from wardesk.games.blitzkrieg.chits import (
    EXTRA,
    activations,
    chit_name,
    formation_of,
    is_there,
    kind_of,
    may_again,
    may_replay,
    owner,
)
from wardesk.games.blitzkrieg.position import Table, holds, hq_of, members, on_map
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    ASIDE,
    ENEMY,
    HAND,
    OVERRUN,
    Activation,
    Barrage,
    Check,
    Flight,
    Operation,
    Turn,
    Unit,
    steps,
)
from wardesk.games.shared import ask, cup
from wardesk.games.shared.ask import Question
from wardesk.words import Spoken, say, say_count

D = Draft[Setting]
MOST_RALLIED, MOST_RESTED = 6, 2
"""5.5 Markers that a general chit takes away: neutralised, or exhausted."""


def held(table: Table, side: str, kind: str) -> str:
    """A chit of *kind* in a side's hand; empty when it holds none."""
    return next((chit for chit in table.cups[HAND[side]] if kind_of(chit) == kind), "")


def short(setting: Setting, formation: str) -> Spoken:
    """A formation on a button."""
    return say("{formation!s}", formation=setting.formations[formation].short)


# ---- 5.5 cancelling -----------------------------------------------------------------------------

CANCEL = Question("cancel", say("Try to cancel this chit?"), "BK 5.5-E", "cancel_chosen")


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


# ---- playing a chit -----------------------------------------------------------------------------


@steps(Turn, "play")
def play(d: D, frame: Turn, _: None) -> None:
    """1.4, 5 Each sort of chit its own way."""
    match kind_of(frame.chit):
        case "replay":
            d.goto("replay")
        case "general":
            d.goto("general")
        case "formation":
            d.goto("formation")
        case _:
            d.goto("guns")


@steps(Turn, "formation")
def formation(d: D, frame: Turn, _: None) -> None:
    """5.1, 5.2 Activate the formation, or not, or use a chit that is held along with it."""
    name, side = formation_of(frame.chit), owner(frame.chit)
    if not is_there(d.setting, d, name):
        return d.goto("used")
    if holds(d, name, "demoralised"):
        d.goto("used")
        return d.call(Flight(step="begin", formation=name), "used")
    question = Question("activate", say("Is this formation activated?"), "BK 5.1", "decided")
    context = chit_name(d.setting, frame.chit)
    about = tuple(u.id for u in members(d, (name,)) if on_map(d.setting, u))
    return ask.choose(d, side, question, _choices(d, side, name), context, about=about)


def _choices(d: D, side: str, name: str) -> tuple[Choice, ...]:
    found: list[Choice] = []
    if not activations(d, name) or may_again(d.setting, d, name):
        found.append(Choice("activate", say("Activate it"), "BK 5.1"))
    aside = _partner(d, side)
    if found and aside:
        label = say("Activate it with {other}", other=short(d.setting, aside))
        found.append(Choice("both", label, "BK 5.5-A"))
    if holds(d, name, "exhausted"):
        found.append(Choice("rest", say("Rest: no more exhaustion"), "BK 5.4-B"))
    else:
        found.append(Choice("pass", say("Pass"), "BK 5.6"))
    general = bool(held(d, side, "general"))
    if general and not d.cups[ASIDE[side]] and not activations(d, name):
        found.append(Choice("wait", say("Pass, act with the next one"), "BK 5.5-A"))
    if held(d, side, "replay") and _replayable(d, side):
        found.append(Choice("replay", say("First play the held replay"), "BK 5.3-F"))
    if general:
        found += general_choices(d, side)
    return tuple(found)


def _partner(d: D, side: str) -> str:
    """5.5 The formation that waits aside and may still act, if the general chit is there."""
    chits = d.cups[ASIDE[side]]
    if not chits or not held(d, side, "general"):
        return ""
    name = formation_of(chits[0])
    fit = is_there(d.setting, d, name) and not holds(d, name, "demoralised")
    return name if fit and (not activations(d, name) or may_again(d.setting, d, name)) else ""


@steps(Turn, "decided")
def decided(d: D, frame: Turn, answer: Choose) -> None:
    """5.1 to 5.6 What the owner wants."""
    name, side = formation_of(frame.chit), owner(frame.chit)
    match answer.key:
        case "activate":
            activate(d, side, (name,))
        case "both":
            partner = _partner(d, side)
            spend(d, side, "general")
            _take_aside(d, side)
            activate(d, side, (partner, name))
        case "rest":
            d.mark(f"{name}/exhausted", None)
            d.say(say("{formation} rested", formation=short(d.setting, name)), "BK 5.4-B")
            use_up(d, frame.chit, skipped=True)
            d.goto("draw")
        case "pass":
            d.say(say("{formation} passed", formation=short(d.setting, name)), "BK 5.6")
            use_up(d, frame.chit, skipped=True)
            count_pass(d, side)
            d.goto("draw")
        case "wait":
            cup.put(d, ASIDE[side], frame.chit)
            d.say(
                say("{formation} waits for another", formation=short(d.setting, name)), "BK 5.5-A"
            )
            count_pass(d, side)
            d.goto("draw")
        case "replay":
            d.goto("replay_pick", partner="held")
        case _:
            use_general(d, side, answer.key, "formation")


def _take_aside(d: D, side: str) -> None:
    for chit in d.cups[ASIDE[side]]:
        use_up(d, chit)
    d.cup(ASIDE[side], ())


def activate(d: D, side: str, formations: tuple[str, ...], *, replay: bool = False) -> None:
    """Begin an activation; the chit is used afterwards."""
    count_activation(d)
    frame = Activation(step="begin", side=side, formations=formations, replay=replay)
    d.call(frame, "used")


@steps(Turn, "used")
def used(d: D, frame: Turn, _: None) -> None:
    """2.0 The chit lies before its owner."""
    use_up(d, frame.chit)
    d.goto("draw", chit="", partner="")


# ---- 5.3 replay ---------------------------------------------------------------------------------


def _replayable(d: D, side: str) -> list[str]:
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
    names = _replayable(d, side)
    if not names and not may_hold:
        d.say(say("Nobody could use the replay; it is discarded"), "BK 5.3-F")
        return d.goto("used")
    choices = [Choice(n, short(d.setting, n), "BK 5.3") for n in names]
    if may_hold:
        choices.append(Choice("hold", say("Hold it"), "BK 5.3-F"))
    question = Question("replay", say("Which formation acts by replay?"), "BK 5.3", "replayed")
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
    choices = [Choice(n, short(d.setting, n), "BK 5.3-F") for n in _replayable(d, side)]
    choices.append(Choice("hold", say("Keep holding it"), "BK 5.3-F"))
    question = Question(
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
    """5.3 By replay an exhausted formation only sheds its exhaustion."""
    if holds(d, name, "exhausted"):
        d.mark(f"{name}/exhausted", None)
        d.mark(f"{name}/replay", True)
        d.say(say("{formation} rested", formation=short(d.setting, name)), "BK 5.3-E")
        return d.goto(then)
    count_activation(d)
    frame = Activation(step="begin", side=side, formations=(name,), replay=True)
    return d.call(frame, then)


# ---- 5.5 the general chit -----------------------------------------------------------------------


def general_choices(d: D, side: str) -> list[Choice]:
    """5.5 What a general chit does at once."""
    mine = [u for u in d.pieces.values() if u.side == side]
    found: list[Choice] = []
    if any(u.neutralised for u in mine):
        found.append(Choice("general-rally", say("General: remove 6 neutralised"), "BK 5.5-C"))
    if _exhausted(d, side):
        found.append(Choice("general-rest", say("General: remove 2 exhausted"), "BK 5.5-C"))
    found.append(Choice("general-replay", say("General: take a replay chit"), "BK 5.5-D"))
    return found


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
    question = Question("general", say("What does the general do?"), "BK 5.5-F", "general_used")
    choices = (*general_choices(d, side), Choice("discard", say("Discard it"), "BK 5.5-F"))
    return ask.choose(d, side, question, choices)


@steps(Turn, "general_used")
def general_used(d: D, frame: Turn, answer: Choose) -> None:
    """5.5 The second chit stands for the one in hand, which it is like."""
    if answer.key == "discard":
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
        for name in _exhausted(d, side)[:MOST_RESTED]:
            d.mark(f"{name}/exhausted", None)
        d.say(say("The general ended the exhaustion of formations"), "BK 5.5-C")
        return d.goto(then)
    return d.goto("rally_six", partner=then)


@steps(Turn, "extra_replay")
def extra_replay(d: D, frame: Turn, _: None) -> None:
    """5.3 With one in hand the new replay chit must be played."""
    side = owner(frame.chit)
    names = _replayable(d, side)
    if not names:
        d.say(say("Nobody could use the replay; it is discarded"), "BK 5.3-F")
        return d.goto(frame.partner)
    choices = tuple(Choice(n, short(d.setting, n), "BK 5.3") for n in names)
    question = Question(
        "replay", say("Which formation acts by replay?"), "BK 5.5-D", "extra_chosen"
    )
    return ask.choose(d, side, question, choices)


@steps(Turn, "extra_chosen")
def extra_chosen(d: D, frame: Turn, answer: Choose) -> None:
    """5.5 It acts."""
    start_replay(d, owner(frame.chit), answer.key, frame.partner)


@steps(Turn, "rally_six")
def rally_six(d: D, frame: Turn, _: None) -> None:
    """5.5 Up to six units lose their neutralised marker."""
    side = owner(frame.chit)
    units = tuple(u.id for u in d.pieces.values() if u.side == side and u.neutralised)
    if len(units) <= MOST_RALLIED:
        for unit in units:
            d.set(unit, neutralised=False)
        n = len(units)
        d.say(
            say_count("The general rallied {n} unit", "The general rallied {n} units", n=n),
            "BK 5.5-C",
        )
        return d.goto(frame.partner)
    question = Question(
        "rally-six", say("Which units does the general rally?"), "BK 5.5-C", "rallied_six"
    )
    return ask.pick_pieces(d, side, question, units, most=MOST_RALLIED)


@steps(Turn, "rallied_six")
def rallied_six(d: D, frame: Turn, answer: Pieces) -> None:
    """5.5 Those."""
    for unit in answer.pieces:
        d.set(unit, neutralised=False)
    d.goto(frame.partner)


# ---- artillery and Stukas -----------------------------------------------------------------------


@steps(Turn, "guns")
def guns(d: D, frame: Turn, _: None) -> None:
    """3.3, 5.5 Guns fire; with a general chit a formation that waited may act along with them."""
    side = owner(frame.chit)
    partner = _partner(d, side)
    if not partner:
        d.goto("used")
        return d.call(barrage(d, frame.chit), "used")
    choices = (
        Choice("alone", say("Fire alone"), "BK 3.3"),
        Choice("both", say("Fire, then {other} acts", other=short(d.setting, partner)), "BK 5.5-B"),
    )
    question = Question(
        "guns", say("Does the waiting formation act too?"), "BK 5.5-B", "guns_chosen"
    )
    return ask.choose(d, side, question, choices)


@steps(Turn, "guns_chosen")
def guns_chosen(d: D, frame: Turn, answer: Choose) -> None:
    """5.5 Fire first, then the formation."""
    side = owner(frame.chit)
    partner = _partner(d, side)
    d.goto("used")
    if answer.key == "both":
        spend(d, side, "general")
        _take_aside(d, side)
        activate(d, side, (partner,))
    d.call(barrage(d, frame.chit), d.stack[-1].step)


def barrage(d: D, chit: str) -> Barrage:
    """8.6 The salvoes that one chit has."""
    side = owner(chit)
    if kind_of(chit) == "stuka":
        return Barrage(step="target", side=side, left={"stuka": STUKA_ATTACKS})
    salvoes = d.setting.scenario.salvoes.get(side, {})
    return Barrage(step="target", side=side, left={k: n for k, n in salvoes.items() if n})


STUKA_ATTACKS = 2
"""12.1 Attacks of one Stuka chit."""

# ---- 2.0, 5.2 activation ------------------------------------------------------------------------


@steps(Activation, "begin")
def begin(d: D, frame: Activation, _: None) -> None:
    """2.0 Markers of the last activation go; opportunity markers are removed."""
    for unit in tuple(d.pieces.values()):
        if unit.formation in frame.formations:
            fresh = Unit(id=unit.id, side=unit.side, formation=unit.formation)
            _reset(
                d, unit, fresh, ("opp", "acted", "fired", "handled", "rallied", "spent", "column")
            )
        elif unit.side != frame.side:
            fresh = Unit(id=unit.id, side=unit.side, formation=unit.formation)
            _reset(d, unit, fresh, ("returned", "withdrew"))
    left = tuple(
        u.id
        for u in members(d, frame.formations)
        if u.neutralised and on_map(d.setting, u) and not u.aboard
    )
    for name in frame.formations:
        d.say(say("{formation} was activated", formation=short(d.setting, name)), "BK 5.1")
    d.goto("return", left=left)


def _reset(d: D, unit: Unit, fresh: Unit, fields: tuple[str, ...]) -> None:
    changes = {f: getattr(fresh, f) for f in fields if getattr(unit, f) != getattr(fresh, f)}
    if changes:
        d.set(unit.id, **changes)


@steps(Activation, "return")
def hq_returns(d: D, frame: Activation, _: None) -> None:
    """3.2 An overrun HQ comes back from the next turn on, to a unit of its formation."""
    for name in frame.formations:
        hq = hq_of(d, name)
        if hq is None or hq.at != OVERRUN or d.tracks.get(f"{hq.id}/back", 0) > d.tracks["turn"]:
            continue
        cells = sorted(
            {u.at or "" for u in members(d, (name,)) if not u.hq and on_map(d.setting, u)}
        )
        if cells:
            question = Question(
                "hq-back", say("Where does the HQ come back?"), "BK 3.2", "returned"
            )
            about = (hq.id,)
            return ask.pick_cell(d, frame.side, question, tuple(cells), about=about)
    return d.goto("rally")


@steps(Activation, "returned")
def hq_returned(d: D, frame: Activation, answer: Cells) -> None:
    """3.2 It stands there."""
    for name in frame.formations:
        hq = hq_of(d, name)
        here = {u.at for u in members(d, (name,)) if not u.hq}
        if hq is not None and hq.at == OVERRUN and answer.cells[0] in here:
            d.set(hq.id, at=answer.cells[0], out=False)
            break
    d.goto("return")


@steps(Activation, "rally")
def rally(d: D, frame: Activation, _: None) -> None:
    """8.4 Each neutralised unit tries to rally."""
    left = tuple(u for u in frame.left if d.pieces[u].neutralised)
    if not left:
        return d.goto("shed", left=())
    d.goto("rallied", left=left)
    return d.call(Check(step="roll", what="rally", subject=left[0]), "rallied")


@steps(Activation, "rallied")
def rallied(d: D, frame: Activation, _: None) -> None:
    """8.4 It has rallied, or stays down."""
    if frame.passed:
        d.set(frame.left[0], neutralised=False)
    d.goto("rally", left=frame.left[1:], passed=False)


@steps(Activation, "shed")
def shed(d: D, frame: Activation, _: None) -> None:
    """5.4 An exhausted formation that acts all the same tries to shed its exhaustion."""
    for name in frame.formations:
        if holds(d, name, "exhausted") and name not in frame.checked:
            d.goto("shed_known", checked=(*frame.checked, name))
            return d.call(Check(step="roll", what="shed", subject=name), "shed_known")
    return d.goto("act")


@steps(Activation, "shed_known")
def shed_known(d: D, frame: Activation, _: None) -> None:
    """5.4 The marker goes, or the formation acts under its handicaps."""
    if frame.passed:
        d.mark(f"{frame.checked[-1]}/exhausted", None)
    d.goto("shed", passed=False)


@steps(Activation, "act")
def act(d: D, frame: Activation, _: None) -> None:
    """5.2 The formation acts."""
    operation = Operation(
        step="act", side=frame.side, formations=frame.formations, replay=frame.replay
    )
    d.call(operation, "finish")


@steps(Activation, "finish")
def finish(d: D, frame: Activation, _: None) -> None:
    """5.2, 5.3 The HQ is turned; after a second activation the formation is exhausted."""
    for name in frame.formations:
        d.mark(f"{name}/{'replay' if frame.replay else 'normal'}", True)
        if activations(d, name) == 2 and not holds(d, name, "exhausted"):
            d.mark(f"{name}/exhausted", True)
            d.say(say("{formation} is exhausted", formation=short(d.setting, name)), "BK 5.3-G")
    d.done()
