"""Forces of a scenario, from plain data to counters (EE N40, EE N63)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from wardesk.errors import UserError
from wardesk.games.eben_emael.fort import Fort
from wardesk.games.eben_emael.state import BELGIAN, GERMAN, GLIDERS, Counter, Kind
from wardesk.games.eben_emael.tables import Tables

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _.-]*\Z", max_length=40)]
Name = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f-\x9f]*\Z", max_length=60)]
Count = Annotated[int, Meta(ge=0, le=99)]


class Glider(Struct, frozen=True):
    """One glider of ``forces.toml``."""

    id: Id
    number: Annotated[int, Meta(ge=1, le=99)]
    leader: Name = ""
    men: Annotated[int, Meta(ge=1, le=99)] = 7
    charges: Count = 0
    flamethrowers: Count = 0
    light_machine_guns: Count = 0
    event_only: bool = False
    target: Annotated[tuple[Id, ...], Meta(max_length=99)] = ()
    reconstruction: bool = True

    @property
    def name(self) -> str:
        """Number and leader, as on the counter."""
        return f"{self.number} {self.leader}".strip() if self.leader else f"Glider {self.number}"


class Men(Struct, frozen=True):
    """A side's total."""

    men: Annotated[int, Meta(ge=1, le=9999)]


class Forces(Struct, frozen=True):
    """What a scenario brings to the fort."""

    glider: Annotated[tuple[Glider, ...], Meta(max_length=60)]
    belgian: Men = field(default_factory=lambda: Men(329))
    belgians_in_barracks: Annotated[int, Meta(ge=0, le=9999)] | None = None
    works_manned: bool = False
    garrison: Annotated[int, Meta(ge=1, le=999)] = 20
    """Men in each work, if the works are manned (EE N54)."""
    away: Annotated[tuple[Id, ...], Meta(max_length=99)] = ()
    """Weapons that serve targets beyond the fort in this scenario."""

    @property
    def first_men(self) -> int:
        """Germans of the gliders that land before the first turn (EE N40)."""
        return sum(glider.men for glider in self.glider if not glider.event_only)

    @property
    def barracks(self) -> int:
        """Belgians in the barracks at first: all of them, unless the scenario says otherwise."""
        found = self.belgians_in_barracks
        return self.belgian.men if found is None else found

    def check(self, works: int) -> None:
        """UserError when garrisons and barracks do not add up to the Belgian total (EE N55)."""
        manned = works * self.garrison if self.works_manned else 0
        if manned + self.barracks != self.belgian.men:
            text = f"{manned} men in works and {self.barracks} in the barracks are not"
            raise UserError(f"{text} the {self.belgian.men} of the garrison.")


def read_forces(setup: Mapping[str, Any]) -> Forces:
    """Read *setup*: forces at the top level or under ``forces``. UserError when they do not fit."""
    raw = {**setup.get("forces", {}), **setup}
    try:
        forces = msgspec.convert(raw, Forces)
    except msgspec.ValidationError as error:
        raise UserError(f"The forces of the scenario cannot be read: {error}.") from error
    if sum(glider.event_only for glider in forces.glider) != 1:
        raise UserError("The forces need exactly one glider that comes by event only.")
    return forces


def squad(glider: Glider) -> Counter:
    """The squad of a glider, still in the air."""
    return Counter(
        id=glider.id,
        side=GERMAN,
        at=GLIDERS,
        kind="squad",
        name=glider.name,
        men=glider.men,
        full_men=glider.men,
        equipment=glider.light_machine_guns,
        charges=glider.charges,
        flamethrowers=glider.flamethrowers,
    )


def garrisons(forces: Forces, fort: Fort) -> list[Counter]:
    """The men inside every work; none where the works stand empty (EE N38, EE N54)."""
    if not forces.works_manned:
        return []
    return [
        Counter(
            id=f"{work}.garrison",
            side=BELGIAN,
            at=work,
            kind="garrison",
            name=f"{fort.short[work]} garrison",
            men=forces.garrison,
            full_men=forces.garrison,
            inside=True,
        )
        for work in fort.cells
        if work in fort.works
    ]


GUN_NAMES = {
    "artillery": "artillery",
    "anti_tank": "anti-tank gun",
    "machine_gun": "machine guns",
}


def weapons(tables: Tables, fort: Fort, away: tuple[str, ...] = ()) -> list[Counter]:
    """The weapons of the works; they fire only with a crew (EE N38, EE N51)."""
    found: list[Counter] = []
    for work in tables.work:
        if work.machine_guns:
            found.append(_weapon(fort, work.id, "machine_gun", work.machine_guns, 0))
        found += [_weapon(fort, work.id, gun.kind, 1, gun.strength) for gun in work.guns]
    return [gun for gun in found if gun.id not in away]


def _weapon(fort: Fort, work: str, kind: Kind, count: int, strength: int) -> Counter:
    return Counter(
        id=f"{work}.{kind}",
        side=BELGIAN,
        at=work,
        kind=kind,
        name=f"{fort.short[work]} {GUN_NAMES[kind]}",
        equipment=count,
        strength=strength,
        inside=work in fort.works,
    )
