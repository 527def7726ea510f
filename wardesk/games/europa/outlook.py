"""An attack as it is weighed: in words for a screen, by its worth for a program."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from wardesk.games.europa.attack import LEFT_OUT, Attack, AttackOutcome, SumLine
from wardesk.games.europa.reduction import CAPTURED, WorkSite
from wardesk.games.europa.tables import RESULT_NAMES
from wardesk.games.europa.works import ELIMINATED, GONE, WORKS, WorkKind
from wardesk.games.shared.tables import Label, odds_lines
from wardesk.model.advice import Advice
from wardesk.model.look import CaseLook, InputLine, OddsLine
from wardesk.words import Text, join, say, say_count

STRENGTH = say("Strength and odds")
WORTH: Mapping[str, float] = {
    "AE": -6.0, "AR": -2.0, "CA": -0.6, "ME": -0.1, "DL": 0.5, "DR": 2.0, "DLX": 3.0,
    "DE": 4.0, "OR1": 4.5, "OR2": 5.0, "OR3": 5.0,
}  # fmt: skip
"""What a result is worth to the attacker."""
EDGE = say("% that the defender leaves the hex, less % that the attacker suffers")
HARM = frozenset({"AE", "AR", "CA"})
"""Results that are bad for the attacker."""


# ---- an attack in words -------------------------------------------------------------------------


def figure(value: Fraction) -> str:
    """A strength as a decimal of no more than three places: all of them are eighths or less."""
    return f"{float(value):.4f}".rstrip("0").rstrip(".")


def size_word(halves: int) -> str:
    """Halves of an RE as they are written: ``1½``."""
    whole = str(halves // 2) if halves > 1 or not halves else ""
    return f"{whole}½" if halves % 2 else whole


def signed(value: int) -> str:
    """A figure that is added."""
    return f"{value:+d}".replace("-", "–")


def shifted(value: int) -> str:
    """The same where it may be nothing."""
    return signed(value) if value else "±0"


def attack_case(attack: Attack, place: str = "", *, total: int = 0) -> CaseLook:
    """Everything that *attack* rests on and leads to; *total* of the dice lights its row."""
    main = attack.charts.main
    lines = [*_strengths(attack), *_die(attack), *_after(attack)]
    odds = main.columns[attack.column]
    return CaseLook(
        title=say("Attack"),
        place=join(", ", [part for part in (place, attack.row.name if attack.row else "") if part]),
        inputs=tuple(lines),
        sum_text=say(
            "{attack} : {defence!s} → {odds!s}; two dice {shift!s}",
            attack=figure(attack.strength),
            defence=str(attack.defence),
            odds=odds,
            shift=shifted(attack.shift),
        ),
        chart=main.chart(attack.column, total),
        odds=_chances(attack),
    )


def _strengths(attack: Attack) -> list[InputLine]:
    lines: list[InputLine] = []
    for share in attack.shares:
        troop = share.troop
        name = attack.charts.kinds[troop.kind].name
        label = say(
            "{n} x {kind} of {strength}", n=troop.number, kind=name, strength=troop.strength
        )
        reasons = join(", ", [words for words, _ in share.reasons])
        value = figure(share.strength)
        told = say("{value} ({reasons})", value=value, reasons=reasons) if reasons else value
        cites = ", ".join(cite for _, cite in share.reasons)
        lines.append(InputLine(label, told, cites, STRENGTH))
    if attack.support:
        cite = {"ouvrage": "EF 40.D.19-4", "permanent_fortified_zone": "EF 40.D.8-4"}
        value = figure(attack.support_strength)
        if attack.guns:
            guns = say("{n} turned away", n=min(attack.guns, attack.support))
            lines.append(InputLine(say("Anti-aircraft"), guns, "EF N19", STRENGTH))
        lines.append(InputLine(say("Ground support"), value, cite.get(attack.work, "")
                               if attack.row and attack.row.halves_support else "",
                               STRENGTH))  # fmt: skip
    lines.append(InputLine(say("Attacking strength"), figure(attack.strength), part=STRENGTH))
    if attack.work_strength:
        own = str(attack.work_strength)
        lines.append(InputLine(say("Strength of the work itself"), own, "EF 40.D-7", STRENGTH))
    lines.append(InputLine(say("Defending strength"), str(attack.defence), part=STRENGTH))
    column = attack.charts.main.columns[attack.column]
    odds = say("{odds} : 1, column {column!s}", odds=figure(round(attack.odds, 2)), column=column)
    lines.append(InputLine(say("Odds"), odds, "EF N1", STRENGTH))
    return lines


def _die(attack: Attack) -> list[InputLine]:
    armour, die = say("Armour effects"), say("Main die")
    lines = [
        InputLine(say("Armour effects, {what}", what=line.label), signed(line.value), line.cite,
                  armour, line.label)
        for line in attack.armour
    ]  # fmt: skip
    if attack.armour:
        bonus = str(attack.armour_bonus)
        lines.append(InputLine(say("Armour effects, together"), bonus, "EF N10", armour,
                               say("Together")))  # fmt: skip
    lines += [_modifier(line, die, off=line.modifier in attack.without)
              for line in attack.modifiers]  # fmt: skip
    if attack.modifiers:
        total = shifted(attack.shift)
        lines.append(InputLine(say("Main die, together"), total, "EF N1", die, say("Together")))
    base, halves = attack.supply
    lines.append(
        InputLine(
            say("Supply points to pay"),
            say(
                "{points} ({base} for the size of the attack, {work!s} for the works)",
                points=attack.supply_points,
                base=base,
                work=size_word(halves),
            ),
            "EF N5, EF N8",
            say("Supply"),
        )
    )
    return lines


def _modifier(line: SumLine, die: str, *, off: bool) -> InputLine:
    value = signed(line.value)
    return InputLine(
        say("Main die, {what}", what=line.label),
        say("{value!s}, left out", value=value) if off else value,
        line.cite,
        die,
        line.label,
        line.modifier if line.modifier in LEFT_OUT else "",
        off,
    )


def _after(attack: Attack) -> list[InputLine]:
    site = attack.site()
    if site is None:
        return []
    change = attack.afterwards()
    if not attack.reduces:
        told = say("unchanged, the odds are below 1:2")
    elif change.site == site:
        told = say("unchanged, attacks do not reduce it")
    else:
        told = _becomes(change.site)
    part = say("What becomes of the work")
    lines = [InputLine(say("The work after the attack"), told, "EF 40.B-1", part,
                       say("After the attack"))]  # fmt: skip
    if change.replacements:
        lost = str(change.replacements)
        lines.append(InputLine(say("Points due as special replacements"), lost, "EF 40.B-18", part))
    if change.site is not None:
        row = change.site.row
        lines.append(InputLine(say("If the hex is taken"), if_taken(row), CAPTURED[row.id], part))
    return lines


def _becomes(site: WorkSite | None) -> Text:
    if site is None:
        return say("gone")
    if not site.strength:
        return say("{work}", work=site.row.name)
    return say("{work}, strength {points}", work=site.row.name, points=site.strength)


def if_taken(row: WorkKind) -> Text:
    """What capture makes of a work."""
    if row.becomes == ELIMINATED:
        return say("eliminated for good")
    if row.becomes_when == "never":
        return say("stays; whoever holds the hex may use it")
    if row.entrenchment or (row.becomes_when == "now" and not row.capture_size):
        return say("gone at once")
    least = size_word(row.capture_size)
    if row.becomes_when == "now":
        return say("gone at once if units of at least {size!s} RE take it", size=least)
    if row.becomes == GONE:
        return say(
            "gone when the captors' next player-turn begins, "
            "if units of at least {size!s} RE are there",
            size=least,
        )
    return say(
        "when the captors' next player-turn begins, {work}, "
        "if units of at least {size!s} RE are there",
        work=WORKS[row.becomes].name,
        size=least,
    )


def _chances(attack: Attack) -> tuple[OddsLine, ...]:
    tally = [
        _label(outcome) for outcome, ways in attack.chances.items() for _ in range(ways)
    ]  # fmt: skip
    return odds_lines(tally)


def _label(outcome: AttackOutcome) -> Label:
    name, tone, rank = RESULT_NAMES[outcome.printed]
    parts: list[str] = [name]
    if outcome.printed != outcome.result:
        turned = {"CA": say("Mutual instead of the counter-attack"),
                  "DL": say("Mutual instead of the deadlock")}  # fmt: skip
        parts = [turned[outcome.printed]]
    if outcome.paratroops_countered:
        parts.append(say("but he must counter-attack the paratroops"))
    if outcome.stands:
        tone = "mixed"
        parts.append(say("but he stands"))
    if outcome.casualties:
        parts.append(
            say("{size!s} RE lost instead of disrupted", size=size_word(outcome.casualties))
        )
    if outcome.disrupted:
        parts.append(say("{size!s} RE disrupted", size=size_word(outcome.disrupted)))
    return join(", ", parts) if len(parts) > 1 else parts[0], tone, rank


# ---- its worth ----------------------------------------------------------------------------------


def worth(attack: Attack) -> float:
    """What an attack is worth on average, as the defender would answer it."""
    return (
        sum(
            ways * (WORTH[one.result] if not one.stands else 0.3)
            for one, ways in attack.chances.items()
        )
        / 36
    )


def advised(
    attack: Attack, label: str, *, cell: str = "", choice: str = "", short: bool = False
) -> Advice:
    """What an attack is worth by its exact chances, as the defender would answer them."""
    falls, harm = edges(attack)
    ways = 100 / 36
    main = attack.charts.main
    text = say(
        "{odds!s}, two dice {shift!s}: {falls} % that the hex falls, {harm} % harm",
        odds=main.columns[attack.column],
        shift=shifted(attack.shift),
        falls=round(falls * ways),
        harm=round(harm * ways),
    )
    cost = say_count("{n} supply point", "{n} supply points", n=attack.supply_points)
    hint = say("{cost}: more than there are", cost=cost) if short else cost
    value = (falls - harm) * ways
    return Advice(
        label=label,
        cells=(cell,) if cell else (),
        choice=choice,
        value=value,
        figure=signed(round(value)),
        unit=EDGE,
        text=text,
        hint=hint,
        cite="EF N1",
    )


def edges(attack: Attack) -> tuple[int, int]:
    """Ways of 36 in which the defender leaves the hex, and in which the attacker suffers."""
    falls = sum(ways for one, ways in attack.chances.items() if one.falls)
    harm = sum(ways for one, ways in attack.chances.items() if one.result in HARM)
    return falls, harm
