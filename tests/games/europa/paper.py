"""Attacks worked out as on paper: from the chapter and the charts, without the program's code.

Figures are typed from the text and from the page on which the lost charts were rebuilt. Sizes are
halves of an RE, supply is in half points.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

MAIN = """
        1:3 1:2 1:1 3:2 2:1 3:1 4:1 5:1 7:1 10:1
 2      AE  AE  AR  AR  CA  CA  CA  ME  ME  DL
 3      AE  AR  AR  CA  CA  CA  ME  ME  DL  DL
 4      AR  AR  CA  CA  CA  ME  ME  DL  DL  DR
 5      AR  CA  CA  CA  ME  ME  DL  DL  DR  DR
 6      CA  CA  CA  ME  ME  DL  DL  DR  DR  DLX
 7      CA  CA  ME  ME  DL  DL  DR  DR  DLX DLX
 8      CA  ME  ME  DL  DL  DR  DR  DLX DLX DE
 9      ME  ME  DL  DL  DR  DR  DLX DLX DE  OR1
10      ME  DL  DL  DR  DR  DLX DLX DE  OR1 OR2
11      DL  DL  DR  DR  DLX DLX DE  OR1 OR2 OR2
12      DL  DR  DR  DLX DLX DE  OR1 OR2 OR2 OR3
"""
HEAD, *_LINES = [line.split() for line in MAIN.strip().splitlines()]
CHART = {int(total): dict(zip(HEAD, cells, strict=True)) for total, *cells in _LINES}

# die, armour, supply, most strength of its own (9: as printed), light anti-aircraft, stands, below
WORKS = """
entrenchment                  -1  0  0  0  0  no   gone
improved-entrenchment         -2  0  0  0  0  no   entrenchment
damaged-fort                  -1 -1  1  1  0  no   -
fort                          -2 -1  2  2  0  no   damaged-fort
improved-fort                 -2 -2  2  2  0  no   fort
fortified-area                -3 -2  2  3  1  no   improved-fort
improved-fortified-area       -3 -3  2  3  1  no   fortified-area
permanent-fortified-area      -3 -3  2  9  1  no   -
fortified-zone                -3 -3  2  4  2  no   -
permanent-fortified-zone      -3 -3  4  9  0  no   -
damaged-unimproved-fortress   -2 -1  2  0  0  no   -
unimproved-fortress           -2 -2  4  0  0  no   damaged-unimproved-fortress
damaged-fortress              -3 -3  2  0  0  yes  -
fortress                      -3 -4  4  0  0  yes  damaged-fortress
port-fortification            -3 -4  4  9  0  yes  -
unimproved-westwall            0 -2  2  0  0  no   -
westwall                       0 -3  4  0  0  yes  -
destroyed-ouvrage             -2 -2  2  0  0  no   -
ouvrage                       -4 -5  6  0  0  yes  -
"""
ROWS = {name: row for name, *row in map(str.split, WORKS.strip().splitlines())}
HEXSIDES = {"unimproved-fortified-hexside": (-2, -3, 2), "fortified-hexside": (-3, -3, 4)}
PERMANENT = ("permanent-fortified-area", "permanent-fortified-zone", "port-fortification")
TERRAIN = {"clear": (0, 0), "woods": (-1, -1), "rough": (-1, -2), "swamp": (-2, -3),
           "mountain": (-2, -4)}  # fmt: skip
CITY = {"none": (0, 0), "dot": (0, 0), "reference": (-1, -1), "major": (-2, -3)}
SIZE = {"corps": 12, "division": 6, "brigade": 2, "battalion": 1}
KINDS = ("infantry", "armour", "paratroop", "artillery", "siege-artillery", "combat-engineer",
         "engineer", "construction", "heavy-aa", "anti-tank")  # fmt: skip
GUNS, ENGINEERS = ("artillery", "siege-artillery"), ("combat-engineer", "engineer")
UNHALVED = {
    "fortified-zone": (*GUNS, "combat-engineer"),
    "permanent-fortified-zone": (*GUNS, "combat-engineer"),
    "fortress": (*GUNS, "combat-engineer", "heavy-aa"),
    "port-fortification": (*GUNS, "combat-engineer", "heavy-aa"),
}
WORDS = {
    "OR3": "Overrun, 3 hexes", "OR2": "Overrun, 2 hexes", "OR1": "Overrun, 1 hex",
    "DE": "Defender eliminated", "DLX": "Defender loses as much as the largest unit, retreats",
    "DR": "Defender retreats, disrupted",
    "DL": "Deadlock: attack again in the exploitation phase", "ME": "Mutual: nobody moves",
    "CA": "Defender must counter-attack", "AR": "Attacker retreats", "AE": "Attacker eliminated",
}  # fmt: skip
Sheet = dict[str, Any]
"""An attack as somebody at a table would note it down; units are (number, kind, strength, size,
what lies on the hexside or "")."""


def drawn(rng: Random) -> Sheet:
    """An attack at random that makes sense."""
    work = rng.choice(["none", *ROWS])
    hexsides = ["minor-river", "major-river", *HEXSIDES, *(["border"] if work == "ouvrage" else [])]
    everywhere = rng.choice(hexsides) if rng.random() < 0.3 else ""

    def units(most: int, *, attack: bool) -> list[tuple[int, str, int, str, str]]:
        return [
            (
                rng.randint(1, 3),
                rng.choice(KINDS),
                rng.randint(1, 12),
                rng.choice([*SIZE]),
                everywhere or (rng.choice(hexsides) if rng.random() < 0.3 else "")
                if attack
                else "",
            )
            for _ in range(rng.randint(1, most))
        ]

    attackers, defenders = units(4, attack=True), units(3, attack=False)
    most = int(ROWS[work][3]) if work != "none" else 0
    return {
        "attackers": attackers,
        "defenders": defenders,
        "work": work,
        "own": rng.randint(1 if work in PERMANENT else 0, most),
        "printed": rng.randint(1, 4) if "westwall" in work else 0,
        "terrain": rng.choice([*TERRAIN]),
        "city": rng.choice([*CITY]),
        "soviet": rng.random() < 0.4,
        "support": rng.randint(0, 6),
        "guns": rng.randint(0, 3),
        "airborne": any(kind == "paratroop" for _, kind, *_ in attackers) and rng.random() < 0.7,
        "supplied": rng.random() < 0.8,
        "convert": rng.random() < 0.8,
        "stand": rng.random() < 0.8,
        "umpire": rng.choice([0, 0, 0, -2, 3]),
    }


def typed(sheet: Sheet) -> dict[str, str]:
    """The same as it is typed into the assistant."""

    def units(rows: list[tuple[int, str, int, str, str]]) -> str:
        return ", ".join(
            f"{n}x {kind} {strength} {size}" + (f" across {side}" if side else "")
            for n, kind, strength, size, side in rows
        )

    def yes(key: str) -> str:
        return "yes" if sheet[key] else "no"

    return {
        "attackers": units(sheet["attackers"]), "defenders": units(sheet["defenders"]),
        "work": sheet["work"], "work-strength": str(sheet["own"]),
        "westwall-die": str(sheet["printed"]), "terrain": sheet["terrain"], "city": sheet["city"],
        "german-soviet": yes("soviet"), "support": str(sheet["support"]),
        "anti-air": str(sheet["guns"]), "airborne": yes("airborne"), "supplied": yes("supplied"),
        "convert": yes("convert"), "stand": yes("stand"), "umpire": str(sheet["umpire"]),
    }  # fmt: skip


def strength(sheet: Sheet) -> Fraction:
    """The attackers' strength, unit by unit, and the support that is let through."""
    work, total = sheet["work"], Fraction(0)
    for number, kind, each, _, side in sheet["attackers"]:
        points = Fraction(number * each)
        if work == "ouvrage" and kind == "siege-artillery":
            total += points  # 40.D.19: at its printed strength
            continue
        if work == "ouvrage":
            points *= 2 if kind == "combat-engineer" else 1
            points /= 4 if side == "border" else 2
        else:
            by_work = work in UNHALVED and kind not in UNHALVED[work]
            by_side = side == "fortified-hexside" and kind not in (*GUNS, *ENGINEERS)
            points /= 2 if by_work or by_side else 1
        if side == "major-river":
            points /= 2
        if not sheet["supplied"]:
            points /= 2
        total += points
    shot = sheet["guns"] + (int(ROWS[work][4]) if work in ROWS else 0)
    support = Fraction(max(0, sheet["support"] - shot))
    return total + (support / 2 if work in ("ouvrage", "permanent-fortified-zone") else support)


def defence(sheet: Sheet) -> int:
    """The defenders and the work's own strength."""
    return sheet["own"] + sum(number * each for number, _, each, *_ in sheet["defenders"])


def column(sheet: Sheet) -> str:
    """The last column of the chart that the odds reach."""
    attack, against, reached = strength(sheet), defence(sheet), HEAD[0]
    for name in HEAD:
        a, b = map(int, name.split(":"))
        if attack * b >= against * a:
            reached = name
    return reached


def _everywhere(sheet: Sheet) -> str:
    """The weaker of the fortified hexsides where every unit crosses one."""
    sides = {side for *_, side in sheet["attackers"]}
    if not sides <= set(HEXSIDES):
        return ""
    return "unimproved-fortified-hexside" if len(sides) > 1 else sides.pop()


def _points(part: int, whole: int) -> int:
    """Points for a share: a tenth 1, a fifth 2, a third 3, a half 4."""
    return sum(part * n >= whole for n in (10, 5, 3, 2)) if part else 0


def halves(units: list[tuple[int, str, int, str, str]], *kinds: str) -> int:
    """Size of units, or of those of some kinds."""
    return sum(n * SIZE[size] for n, kind, _, size, _ in units if not kinds or kind in kinds)


def defending(sheet: Sheet) -> int:
    """Size of the defence: a work with strength of its own is 1 RE."""
    return halves(sheet["defenders"]) + (2 if sheet["own"] else 0)


def shift(sheet: Sheet) -> int:
    """All that is added to the main die."""
    work, hexside = sheet["work"], _everywhere(sheet)
    soviet = sheet["soviet"] and sheet["city"] == "major"
    city = (-3, -4) if soviet else CITY[sheet["city"]]
    ground = TERRAIN[sheet["terrain"]]
    dies, armours = [0], [0]
    if work in ROWS:
        dies.append(-sheet["printed"] if "westwall" in work else int(ROWS[work][0]))
        armours.append(int(ROWS[work][1]))
    if hexside:
        dies.append(HEXSIDES[hexside][0])
        armours.append(HEXSIDES[hexside][1])
    tanks = _points(halves(sheet["attackers"], "armour"), halves(sheet["attackers"]))
    guns = _points(halves(sheet["defenders"], "armour", "anti-tank"), defending(sheet))
    bonus = max(0, tanks - guns + ground[1] + city[1] + min(armours)) if tanks else 0
    river = all(side == "minor-river" for *_, side in sheet["attackers"])
    return ground[0] + city[0] + min(dies) - river + bonus + sheet["umpire"]


def supply_points(sheet: Sheet) -> int:
    """A point for each three REs begun, the dearest work, a city; half points rounded up once."""
    works = [HEXSIDES[side][2] for *_, side in sheet["attackers"] if side in HEXSIDES]
    works += [int(ROWS[sheet["work"]][2])] if sheet["work"] in ROWS else []
    extra = max(works, default=0) + (2 if sheet["city"] == "major" else 0)
    return (halves(sheet["attackers"]) + 5) // 6 + (extra + 1) // 2


def _told(letters: str, sheet: Sheet) -> str:
    """What the letters come to, in the assistant's words, once the defender has used his rights."""
    work, hexside, size = sheet["work"], _everywhere(sheet), defending(sheet)
    fort = (work in ROWS and "entrenchment" not in work) or bool(hexside)
    if letters in ("CA", "DL") and sheet["convert"]:
        mutual = f"Mutual instead of the {'counter-attack' if letters == 'CA' else 'deadlock'}"
        if fort and not sheet["airborne"]:
            return mutual
        if sheet["city"] == "major":
            but = ", but he must counter-attack the paratroops"
            return mutual + (but if sheet["airborne"] else "")
    said = WORDS[letters]
    if letters in ("DR", "DLX") and sheet["stand"] and work in ROWS and ROWS[work][5] == "yes":
        said += ", but he stands"
    if letters == "DR":
        covered = work in ROWS or hexside or sheet["city"] in ("reference", "major")
        lost = (size + 5) // 6 if covered else (size + 2) // 3
        amount = f"{lost // 2 or ''}{'½' if lost % 2 else ''}"
        said += f", {amount} RE {'lost instead of disrupted' if covered else 'disrupted'}"
    return said


def chances(sheet: Sheet) -> Counter[str]:
    """Every one of the 36 throws looked up in the chart, one after the other."""
    found: Counter[str] = Counter()
    name, more = column(sheet), shift(sheet)
    for one in range(1, 7):
        for two in range(1, 7):
            total = max(2, min(12, one + two + more))
            found[_told(CHART[total][name], sheet)] += 1
    return found


def afterwards(sheet: Sheet) -> tuple[str, int]:
    """The work that is left, and points of its own strength that are due as replacements."""
    work, own = sheet["work"], sheet["own"]
    below = ROWS[work][6]
    if below == "-" or strength(sheet) * 2 < defence(sheet):
        return work, 0
    left = 0 if below == "gone" else min(own, int(ROWS[below][3]))
    return below, own - left
