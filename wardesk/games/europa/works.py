"""Every work of the rule as a frozen row, read once from ``works.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from wardesk.words import readied

WORKS_FILE = Path(__file__).with_name("works.toml")

GONE, ELIMINATED = "gone", "eliminated"
"""What a work may become beside another work: removed, or a unit lost for good."""

Figure = Literal[
    "die", "armour", "supply", "strength", "anti_air", "capture_size", "becomes", "becomes_when",
    "halving", "unhalved", "ignores_retreat", "reduced_to",
]  # fmt: skip
Kind = Literal[
    "infantry", "armour", "paratroop", "artillery", "siege_artillery", "combat_engineer",
    "engineer", "construction", "heavy_aa", "anti_tank",
]  # fmt: skip
"""Types of unit that the rule treats apart."""


class WorkKind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One kind of work: what it does to an attack, and what becomes of it."""

    id: str
    name: str
    rule: str
    """Number of its paragraph, ``40.D.7``."""
    unit: bool = False
    """A combat unit with the effects of a work."""
    kind: Literal["entrenchment", "fortification", "hexside"]
    die: int
    """Added to the main combat die."""
    armour: int
    """Added to the armour effects."""
    supply: int
    """Half supply points that an attack on it costs more."""
    strength: int
    """Most points of defence of its own; 0 = it has none."""
    anti_air: int
    """Light anti-aircraft points."""
    capture_size: int
    """Halves of an RE that its captors need; 0 = any unit will do."""
    becomes: str
    """What capture makes of it: a work's id, `GONE`, `ELIMINATED`, or empty for no change."""
    becomes_when: Literal["now", "next_turn", "vacated", "never"]
    halving: Literal["none", "hex", "hexside"]
    """Which attackers it halves: all on its hex, or those that cross its hexside."""
    unhalved: tuple[Kind, ...]
    """Types of unit that it does not halve."""
    ignores_retreat: Literal["none", "any", "but_eliminated"]
    reduced_to: str
    """The level below after an attack: a work's id, `GONE`, or empty where combat reduces nothing.
    """
    quartered_across_border: bool = False
    engineers_doubled: bool = False
    halves_support: bool = False
    printed: tuple[Figure, ...] = ()
    """Figures that its counter or the map gives."""
    deduced: tuple[Figure, ...] = ()
    rebuilt: tuple[Figure, ...] = ()

    def source(self, figure: Figure) -> Literal["stated", "deduced", "rebuilt"]:
        """Where a figure comes from."""
        if figure in self.rebuilt:
            return "rebuilt"
        return "deduced" if figure in self.deduced else "stated"

    @property
    def entrenchment(self) -> bool:
        """Dug by units, and gone with them."""
        return self.kind == "entrenchment"

    @property
    def hexside(self) -> bool:
        """On a side of its hex."""
        return self.kind == "hexside"


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    work: tuple[WorkKind, ...]


def read_works() -> Mapping[str, WorkKind]:
    """The shipped works by id. ValueError where one becomes what there is not."""
    rows = msgspec.toml.decode(WORKS_FILE.read_bytes(), type=readied(_File)).work
    found = {row.id: row for row in rows}
    known = {*found, GONE, ELIMINATED, ""}
    strange = [row.id for row in rows if not {row.becomes, row.reduced_to} <= known]
    if strange or len(found) != len(rows):
        raise ValueError(f"the works do not fit together: {', '.join(strange) or 'one is twice'}")
    return found


WORKS = read_works()
