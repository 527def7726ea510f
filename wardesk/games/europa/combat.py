"""The game around the chapter: an attack from its declaration to the dice (EF N1, N17, N19)."""

from __future__ import annotations

from collections.abc import Sequence

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Factor, Outcome, OutcomeField, Pieces, Reason, Roll
from wardesk.games.europa.assault import attack_on
from wardesk.games.europa.attack import Attack
from wardesk.games.europa.position import (
    PositionLayout,
    Table,
    attack_of,
    defence_of,
    halves_of,
    layout_of,
    unit_name,
)
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import ENEMY, SIDE_NAMES, Battle, Unit, steps
from wardesk.games.europa.supply import attack_supplied
from wardesk.games.europa.tables import RESULT_NAMES
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import Spoken, say, say_count

D = Draft[Setting]


def able(setting: Setting, layout: PositionLayout, side: str, *, exploiting: bool) -> list[Unit]:
    """Who may attack: not twice in a phase, not disrupted; exploiting only the motorised."""
    return [
        u
        for units in layout.units[side].values()
        for u in units
        if attack_of(setting, u) > 0
        and not u.attacked
        and (bool(u.locked) or not u.disrupted)
        and not (exploiting and not (setting.rows[u.id].fast or u.locked))
    ]


def around(setting: Setting, units: Sequence[Unit], target: str) -> list[Unit]:
    """Those of *units* that can attack a hex: beside it, or landed in it.

    Whoever is locked with another hex cannot.
    """
    near = {target, *setting.neighbours[target]}
    return [u for u in units if u.at in near and u.locked in ("", target)
            and not (u.landed and u.at != target)]  # fmt: skip


def targets(setting: Setting, layout: PositionLayout, side: str, *, exploiting: bool) -> list[str]:
    """Hexes that *side* can attack; only those that it must attack while there are any."""
    units = able(setting, layout, side, exploiting=exploiting)
    held = layout.held[ENEMY[side]]
    must = {u.locked for u in units if u.locked in held}
    must |= {u.at for u in units if u.landed and u.at in held and u.at}
    if must:
        return sorted(must)
    free = [u for u in units if not u.locked and not u.landed]
    return sorted({c for u in free for c in setting.neighbours[u.at or ""] if c in held})


def forced(setting: Setting, layout: PositionLayout, side: str, *, exploiting: bool) -> bool:
    """N20, N21 Deadlocked units must attack again, and paratroops where they have landed."""
    held = layout.held[ENEMY[side]]
    units = able(setting, layout, side, exploiting=exploiting)
    return any(u.locked in held or (u.landed and u.at in held) for u in units)


def duty(attackers: Sequence[Unit], target: str) -> list[Unit]:
    """Those of *attackers* that must take part in the attack on *target*."""
    return [u for u in attackers if u.locked == target or (u.landed and u.at == target)]


def planned(
    setting: Setting,
    table: Table,
    frame: Battle,
    attackers: Sequence[str] = (),
    layout: PositionLayout | None = None,
) -> Attack:
    """The attack that a frame stands for, or that *attackers* in their stead would make.

    *layout* of *table*, where it is at hand.
    """
    layout = layout or layout_of(setting, table)
    units = [table.pieces[p] for p in attackers or frame.attackers if p in table.pieces]
    against: list[Unit] = []
    if frame.paratroops:
        against = [u for u in layout.at(ENEMY[frame.side], frame.target) if u.landed]
    airborne = frame.phase != "counter" and any(u.landed and u.at == frame.target for u in units)
    return attack_on(
        setting,
        layout,
        frame.target,
        units,
        support=frame.support,
        supplied=frame.supplied and attack_supplied(table, tuple(units), paid=True),
        airborne=airborne,
        against=against,
    )


def against_attack(
    setting: Setting, table: Table, frame: Battle, answer: Pieces, offered: Sequence[str]
) -> list[Reason]:
    """Whoever of those *offered* is bound to attack this hex takes part."""
    bound = duty([table.pieces[p] for p in offered], frame.target)
    return [
        Reason(say("{unit} must take part", unit=unit_name(setting, u)), "EF N20", at=u.at)
        for u in bound
        if u.id not in answer.pieces
    ]


# ---- declaring ----------------------------------------------------------------------------------


@steps(Battle, "gather")
def gather(d: D, f: Battle, _: None) -> None:
    """N17 Who attacks the hex."""
    layout = layout_of(d.setting, d)
    exploiting = f.phase == "exploitation"
    units = around(d.setting, able(d.setting, layout, f.side, exploiting=exploiting), f.target)
    bound = duty(units, f.target)
    if len(units) == len(bound):
        return d.goto("support", attackers=tuple(u.id for u in units))
    question = AskedQuestion("attackers", say("Who attacks?"), "EF N17", "gathered")
    back = () if bound else (Choice("back", say("No attack"), "EF N17"),)
    ids = tuple(u.id for u in units)
    return ask.pick_pieces(
        d, f.side, question, ids, d.setting.name(f.target), most=len(ids), choices=back,
        about=(f.target,),
    )  # fmt: skip


@steps(Battle, "gathered")
def gathered(d: D, _: Battle, answer: Pieces | Choose) -> None:
    """N17 These attack."""
    if isinstance(answer, Choose):
        return d.done()
    return d.goto("support", attackers=answer.pieces)


@steps(Battle, "support")
def support(d: D, f: Battle, _: None) -> None:
    """N19 Ground support factors for this attack."""
    left = min(d.tracks.get(f"{f.side}_support", 0), d.setting.tables.frame.most_support)
    if not left:
        return d.goto("pay")
    choices = tuple(
        Choice(
            str(n),
            say("Ground support {n}", n=n) if n else say("No ground support"),
            "EF N19",
        )
        for n in range(left + 1)
    )
    question = AskedQuestion("support", say("How much ground support?"), "EF N19", "supported")
    return ask.choose(d, f.side, question, choices, d.setting.name(f.target), about=(f.target,))


@steps(Battle, "supported")
def supported(d: D, f: Battle, answer: Choose) -> None:
    """N19 They are used up."""
    points = int(answer.key)
    if points:
        d.count(f"{f.side}_support", -points)
    d.goto("pay", support=points)


@steps(Battle, "pay")
def pay(d: D, f: Battle, _: None) -> None:
    """N5 The attack is paid for, or made at half strength."""
    price = planned(d.setting, d, f).supply_points
    have = d.tracks.get(f"{f.side}_sp", 0)
    short = Reason(say("Only {have} supply points are left", have=have), "EF N5")
    choices = (
        Choice("pay", say_count("Pay {n} supply point", "Pay {n} supply points", n=price), "EF N5",
               refused=() if price <= have else (short,)),
        Choice("save", say("Attack at half strength"), "EF N5"),
    )  # fmt: skip
    question = AskedQuestion("pay", say("Pay for the attack?"), "EF N5", "paid")
    return ask.choose(d, f.side, question, choices, d.setting.name(f.target), about=(f.target,))


@steps(Battle, "paid")
def paid(d: D, f: Battle, answer: Choose) -> None:
    """N5 Supply points are spent."""
    if answer.key == "pay":
        d.count(f"{f.side}_sp", -planned(d.setting, d, f).supply_points)
    d.goto("roll", supplied=answer.key == "pay")


# ---- the dice -----------------------------------------------------------------------------------


@steps(Battle, "roll")
def roll(d: D, f: Battle, _: None) -> None:
    """N1 Two dice on the main table."""
    attack = planned(d.setting, d, f)
    main = d.setting.tables.main
    factors = tuple(
        Factor(f"m{n}", line.label, line.value, line.cite or "EF N1")
        for n, line in enumerate(attack.modifiers)
    )
    d.roll(
        "assault",
        say("Roll for the attack"),
        "EF N1",
        "rolled",
        factors=factors,
        about=(f.target, *f.attackers),
        chart=main.key,
        column=main.columns[attack.column],
        context=d.setting.name(f.target),
        sums=True,
    )


@steps(Battle, "rolled")
def rolled(d: D, _: Battle, answer: Roll) -> None:
    """N1 The dice with all that is added to them."""
    d.goto("propose", total=sum(answer.dice) + answer.modifier)


@steps(Battle, "propose")
def propose(d: D, f: Battle, _: None) -> None:
    """N1 The letters of the chart are proposed."""
    attack = planned(d.setting, d, f)
    main = d.setting.tables.main
    letters = str(main.cell(f.total, attack.column))
    d.outcome(
        {"result": letters},
        "came",
        kind="result",
        prompt=say("Does this result stand?"),
        cite="EF N1",
        summary=RESULT_NAMES[letters][0],
        fields=(OutcomeField("result", say("Result"), choices=tuple(RESULT_NAMES)),),
        about=(f.target,),
        chart=main.key,
        column=main.columns[attack.column],
    )


@steps(Battle, "came")
def came(d: D, f: Battle, answer: Outcome) -> None:
    """N1 What the result means for both; what comes of the losses is kept for later."""
    attack = planned(d.setting, d, f)
    if f.phase != "counter":
        for piece in f.attackers:
            d.set(piece, attacked=True)
    printed = str(answer.value["result"])
    if f.phase == "counter" and printed in ("CA", "DL"):
        printed = "ME"  # N25: a counter-attack is not answered by another
    told = attack.outcome(printed)
    halves = attack.defending_halves
    points = -(-attack.defence * told.casualties // halves) if told.casualties else 0
    main = d.setting.tables.main
    how = say("{odds!s}, {total} on two dice", odds=main.columns[attack.column], total=f.total)
    sides = say("The {side} attacked {place}", side=SIDE_NAMES[f.side], place=place(d, f))
    d.say(sides, "EF N1", at=f.target, how=how)
    d.goto(
        "convert",
        printed=printed,
        result=printed,
        reduces=attack.reduces,
        casualties=points,
        disrupted=told.disrupted,
        largest=largest(d, f),
    )


def place(d: D, f: Battle) -> Spoken:
    """The hex that is attacked."""
    return d.setting.name(f.target)


def largest(d: D, f: Battle) -> int:
    """N20 Strength of the largest unit in the battle: by its REs, then by its strength."""
    layout = layout_of(d.setting, d)
    both = [(halves_of(d.setting, d.pieces[p]), attack_of(d.setting, d.pieces[p]))
            for p in f.attackers]  # fmt: skip
    both += [
        (halves_of(d.setting, u), defence_of(d.setting, u))
        for u in layout.defenders(ENEMY[f.side], f.target)
    ]
    return max(both, default=(0, 0))[1]
