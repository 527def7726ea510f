"""The assistant at the table: an attack, a work and the red die, asked for by names and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from wardesk.errors import UserError
from wardesk.games.europa.attack import LEFT_OUT, Attack, AttackOutcome, SumLine
from wardesk.games.europa.cases_form import ATTACK_SHEET
from wardesk.games.europa.cases_typed import ATTACK_KEYS, Values, one_of, read_attack, yes
from wardesk.games.europa.reduction import CAPTURED, WorkSite
from wardesk.games.europa.state import LOOKS
from wardesk.games.europa.tables import RESULT_NAMES, RULEBOOK_FILE, TABLES
from wardesk.games.europa.works import ELIMINATED, GONE, WORKS, Figure, WorkKind
from wardesk.games.shared.tables import Label, odds_lines
from wardesk.model.look import CaseLook, ChartLook, InputLine, OddsLine
from wardesk.model.rulebook import Rulebook, read_rulebook
from wardesk.model.worksheet import Worksheet
from wardesk.words import Text, join, say

STRENGTH = say("Strength and odds")


class Fortifications:
    """Rule 40 at a board of your own: its rulebook, its forms, and what they come to."""

    title = say("Attack on a fort (Europa)")

    def sheets(self) -> tuple[Worksheet, ...]:
        """The attack as a form."""
        return (ATTACK_SHEET,)

    @property
    def rulebook(self) -> Rulebook:
        """Every sentence of the rule, and what the assistant does with it."""
        return read_rulebook(RULEBOOK_FILE)

    def odds(self, table: str, values: Values) -> CaseLook:
        """The case of *table* (``attack``, ``work`` or ``red``). UserError that says what fits."""
        made = _CASES.get(table)
        if made is None:
            raise UserError(
                say("There is no table {table!r}.", table=table),
                say("There are: {known!s}.", known=", ".join(_CASES)),
            )
        make, keys = made
        wrong = sorted(set(values) - set(keys))
        if wrong:
            raise UserError(
                say("The table {table!s} has no key {key!r}.", table=table, key=wrong[0]),
                say("Its keys: {keys!s}.", keys=", ".join(keys) or "–"),
            )
        return make(values)


# ---- an attack in words -------------------------------------------------------------------------


def _figure(value: Fraction) -> str:
    """A strength as a decimal of no more than three places: all of them are eighths or less."""
    return f"{float(value):.4f}".rstrip("0").rstrip(".")


def _halves(halves: int) -> str:
    """Halves of an RE as they are written: ``1½``."""
    whole = str(halves // 2) if halves > 1 or not halves else ""
    return f"{whole}½" if halves % 2 else whole


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "–")


def attack_case(attack: Attack, place: str = "", *, total: int = 0) -> CaseLook:
    """Everything that *attack* rests on and leads to; *total* of the dice lights its row."""
    main = TABLES.main
    lines = [*_strengths(attack), *_die(attack), *_after(attack)]
    odds = main.columns[attack.column]
    return CaseLook(
        title=say("Attack"),
        place=join(", ", [part for part in (place, attack.row.name if attack.row else "") if part]),
        inputs=tuple(lines),
        sum_text=say(
            "{attack} : {defence!s} → {odds!s}; two dice {shift!s}",
            attack=_figure(attack.strength),
            defence=str(attack.defence),
            odds=odds,
            shift=_signed(attack.shift) if attack.shift else "±0",
        ),
        chart=main.chart(attack.column, total),
        odds=_chances(attack),
    )


def _strengths(attack: Attack) -> list[InputLine]:
    lines: list[InputLine] = []
    for share in attack.shares:
        troop = share.troop
        name = TABLES.kinds[troop.kind].name
        label = say(
            "{n} x {kind} of {strength}", n=troop.number, kind=name, strength=troop.strength
        )
        reasons = join(", ", [words for words, _ in share.reasons])
        value = _figure(share.strength)
        told = say("{value} ({reasons})", value=value, reasons=reasons) if reasons else value
        cites = ", ".join(cite for _, cite in share.reasons)
        lines.append(InputLine(label, told, cites, STRENGTH))
    if attack.support:
        cite = {"ouvrage": "EF 40.D.19-4", "permanent_fortified_zone": "EF 40.D.8-4"}
        value = _figure(attack.support_strength)
        if attack.guns:
            guns = say("{n} turned away", n=min(attack.guns, attack.support))
            lines.append(InputLine(say("Anti-aircraft"), guns, "EF N19", STRENGTH))
        lines.append(InputLine(say("Ground support"), value, cite.get(attack.work, "")
                               if attack.row and attack.row.halves_support else "",
                               STRENGTH))  # fmt: skip
    lines.append(InputLine(say("Attacking strength"), _figure(attack.strength), part=STRENGTH))
    if attack.work_strength:
        own = str(attack.work_strength)
        lines.append(InputLine(say("Strength of the work itself"), own, "EF 40.D-7", STRENGTH))
    lines.append(InputLine(say("Defending strength"), str(attack.defence), part=STRENGTH))
    column = TABLES.main.columns[attack.column]
    odds = say("{odds} : 1, column {column!s}", odds=_figure(round(attack.odds, 2)), column=column)
    lines.append(InputLine(say("Odds"), odds, "EF N1", STRENGTH))
    return lines


def _die(attack: Attack) -> list[InputLine]:
    armour, die = say("Armour effects"), say("Main die")
    lines = [
        InputLine(say("Armour effects, {what}", what=line.label), _signed(line.value), line.cite,
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
        total = _signed(attack.shift) if attack.shift else "±0"
        lines.append(InputLine(say("Main die, together"), total, "EF N1", die, say("Together")))
    base, halves = attack.supply
    lines.append(
        InputLine(
            say("Supply points to pay"),
            say(
                "{points} ({base} for the size of the attack, {work!s} for the works)",
                points=attack.supply_points,
                base=base,
                work=_halves(halves),
            ),
            "EF N5, EF N8",
            say("Supply"),
        )
    )
    return lines


def _modifier(line: SumLine, die: str, *, off: bool) -> InputLine:
    value = _signed(line.value)
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
        lines.append(InputLine(say("If the hex is taken"), _if_taken(row), CAPTURED[row.id], part))
    return lines


def _becomes(site: WorkSite | None) -> Text:
    if site is None:
        return say("gone")
    if not site.strength:
        return say("{work}", work=site.row.name)
    return say("{work}, strength {points}", work=site.row.name, points=site.strength)


def _if_taken(row: WorkKind) -> Text:
    """What capture makes of a work."""
    if row.becomes == ELIMINATED:
        return say("eliminated for good")
    if row.becomes_when == "never":
        return say("stays; whoever holds the hex may use it")
    if row.kind == "entrenchment" or (row.becomes_when == "now" and not row.capture_size):
        return say("gone at once")
    size = _halves(row.capture_size)
    if row.becomes_when == "now":
        return say("gone at once if units of at least {size!s} RE take it", size=size)
    if row.becomes == GONE:
        return say(
            "gone when the captors' next player-turn begins, "
            "if units of at least {size!s} RE are there",
            size=size,
        )
    return say(
        "when the captors' next player-turn begins, {work}, "
        "if units of at least {size!s} RE are there",
        work=WORKS[row.becomes].name,
        size=size,
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
        parts.append(say("{size!s} RE lost instead of disrupted", size=_halves(outcome.casualties)))
    if outcome.disrupted:
        parts.append(say("{size!s} RE disrupted", size=_halves(outcome.disrupted)))
    return join(", ", parts) if len(parts) > 1 else parts[0], tone, rank


# ---- works and the red die ----------------------------------------------------------------------


def work_case(row: WorkKind) -> CaseLook:
    """All figures of a work, each marked as stated, deduced or rebuilt."""
    sources = {
        "stated": say("stated"), "deduced": say("deduced"), "rebuilt": say("rebuilt"),
    }  # fmt: skip
    figures: tuple[tuple[Figure, str, str], ...] = (
        ("die", say("Main die"), say("as printed on the map") if "die" in row.printed
         else _signed(row.die)),
        ("armour", say("Armour effects"), _signed(row.armour)),
        ("supply", say("Supply points more"), _halves(row.supply)),
        ("strength", say("Strength of its own, at most"), say("as printed on the counter")
         if "strength" in row.printed else str(row.strength)),
        ("anti_air", say("Light anti-aircraft points"), say("as printed on the counter")
         if "anti_air" in row.printed else str(row.anti_air)),
        ("reduced_to", say("One attack further down"), _next_level(row)),
        ("becomes", say("If the hex is taken"), _if_taken(row)),
    )  # fmt: skip
    return CaseLook(
        title=say("Work"),
        place=row.name,
        inputs=tuple(
            InputLine(
                label,
                say("{value} ({source})", value=value, source=sources[row.source(figure)]),
                f"EF {row.rule}",
            )
            for figure, label, value in figures
        ),
    )


def _next_level(row: WorkKind) -> Text:
    if not row.reduced_to:
        return say("nothing, attacks do not reduce it")
    return say("gone") if row.reduced_to == GONE else say("{work}", work=WORKS[row.reduced_to].name)


def _work(values: Values) -> CaseLook:
    return work_case(WORKS[one_of("work", values.get("work", ""), WORKS)])


def _red(values: Values) -> CaseLook:
    return red_case(below=yes(values, "below-even-odds", "no"))


def red_case(*, below: bool) -> CaseLook:
    """Losses of both sides by the red die, at odds *below* 1:1 or not."""
    red = TABLES.red
    more = red.more_below_even_odds if below else 0
    labels: list[Label] = [
        (
            say("attacker loses {a}%, defender {d}%", a=attacker + more, d=defender),
            "none",
            number,
        )
        for number, (attacker, defender) in enumerate(zip(red.attacker, red.defender, strict=True))
    ]
    inputs = (InputLine(say("Converted results too"), say("the red die counts"), "EF 40.A-4"),)
    return CaseLook(title=say("Red die"), inputs=inputs, odds=odds_lines(labels))


def effects_chart() -> ChartLook:
    """What every work, ground and city does to an attack (EF 40.0-2)."""
    rows: list[dict[str, str]] = []
    for one in (*WORKS.values(), *TABLES.terrain, *TABLES.city[1:]):
        printed = one.printed if isinstance(one, WorkKind) else ()
        die = _signed(one.die) if one.die or isinstance(one, WorkKind) else "0"
        armour = _signed(one.armour) if one.armour else "0"
        own = str(one.strength) if isinstance(one, WorkKind) else "–"
        rows.append(
            {
                "name": one.name,
                "die": "printed" if "die" in printed else die,
                "armour": armour,
                "supply": _halves(one.supply),
                "own": "printed" if "strength" in printed else own,
            }
        )
    return LOOKS.table("effects", LOOKS.values(effects=rows))


_CASES: Mapping[str, tuple[Callable[[Values], CaseLook], tuple[str, ...]]] = {
    "attack": (lambda values: attack_case(read_attack(values)), ATTACK_KEYS),
    "work": (_work, ("work",)),
    "red": (_red, ("below-even-odds",)),
}
