"""What becomes of a work: reduced by attacks, lost, captured, abandoned, built up again.

Every change is a pure function from one `WorkSite` to the next; None is a work that is no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from wardesk.errors import UserError
from wardesk.games.europa.works import ELIMINATED, GONE, WORKS, WorkKind
from wardesk.words import say

LEAST_ODDS = Fraction(1, 2)
"""Attacks at these odds or better reduce a work (EF 40.B-1)."""


CAPTURED: Mapping[str, str] = {
    "entrenchment": "EF 40.C-3",
    "improved_entrenchment": "EF 40.C-3",
    "damaged_fort": "EF 40.D.1-3",
    "fort": "EF 40.D.2-3",
    "improved_fort": "EF 40.D.3-3",
    "fortified_area": "EF 40.D.4-4",
    "improved_fortified_area": "EF 40.D.5-4",
    "permanent_fortified_area": "EF 40.D.6-5",
    "fortified_zone": "EF 40.D.7-5",
    "permanent_fortified_zone": "EF 40.D.8-5",
    "unimproved_fortified_hexside": "EF 40.D.9-4",
    "fortified_hexside": "EF 40.D.10-4",
    "damaged_unimproved_fortress": "EF 40.D.11-3",
    "unimproved_fortress": "EF 40.D.12-3",
    "damaged_fortress": "EF 40.D.13-5",
    "fortress": "EF 40.D.14-6",
    "port_fortification": "EF 40.D.15-6",
    "unimproved_westwall": "EF 40.D.16-4",
    "westwall": "EF 40.D.17-4",
    "destroyed_ouvrage": "EF 40.D.18-3",
    "ouvrage": "EF 40.D.19-8",
}
"""Where the chapter says what capture makes of a work."""


class WorkSite(Struct, frozen=True, kw_only=True):
    """A work in its hex."""

    work: str
    owner: str
    """The player who built it; the one who may have it taken."""
    strength: int = 0
    """Points of defence of its own."""
    holder: str = ""
    """The player whose units captured the hex; empty while its owner has it."""
    garrisoned: bool = True
    """A combat unit stands there."""
    on_map: bool = False
    """Printed on the map, not a marker (fortified hexsides)."""

    @property
    def row(self) -> WorkKind:
        """Its line in the table of works."""
        return WORKS[self.work]


class WorkChange(Struct, frozen=True):
    """A work afterwards, and the strength lost for which special replacements are due."""

    site: WorkSite | None
    replacements: int = 0


def _into(site: WorkSite, work: str) -> WorkChange:
    """*site* as another *work*, with no more strength than that may have."""
    if not work:
        return WorkChange(site)
    if work in (GONE, ELIMINATED):
        return WorkChange(None, site.strength)
    strength = min(site.strength, WORKS[work].strength)
    return WorkChange(replace(site, work=work, strength=strength), site.strength - strength)


def attacked(site: WorkSite, odds: Fraction) -> WorkChange:
    """After losses of an attack at *odds* (attackers to one defender): one level down (EF 40.B-1).

    Each of two attacks counts by itself, an attack of the exploitation phase too.
    """
    return _into(site, site.row.reduced_to) if odds >= LEAST_ODDS else WorkChange(site)


def loses(site: WorkSite, points: int) -> WorkChange:
    """Combat losses of *points* taken from its own strength (EF 40.B-15).

    UserError when it has not so many. A permanent work without strength is eliminated.
    """
    if not 0 <= points <= site.strength:
        raise UserError(
            say("The work cannot lose {points} points.", points=points),
            say("It has a strength of {strength}.", strength=site.strength),
        )
    left = site.strength - points
    if site.row.unit and not left:
        return WorkChange(None, 0)
    return WorkChange(replace(site, strength=left), 0 if site.row.unit else points)


def enemy_initial_phase(site: WorkSite, player: str) -> WorkChange:
    """The initial phase of *player*: an empty or a captured work crumbles (EF 40.B-17).

    Only an enemy of its owner counts. A unit or strength of its own keeps a work.
    """
    if player == site.owner:
        return WorkChange(site)
    kept = not site.holder and (site.garrisoned or site.strength > 0 or site.row.unit)
    return WorkChange(site) if kept else _into(site, site.row.reduced_to)


def captured(site: WorkSite, captor: str, halves: int) -> WorkChange:
    """Units of *captor* of *halves* of an RE have entered the hex.

    What they are too small for, and what only happens at the next player-turn, stays for now. A
    work that comes back to its owner is as it was.
    """
    row = site.row
    if captor == site.owner:
        return WorkChange(replace(site, holder="", garrisoned=True))
    if row.unit or row.entrenchment:
        return WorkChange(None)
    if row.becomes_when == "now" and halves >= row.capture_size:
        return WorkChange(None, site.strength)
    return WorkChange(replace(site, holder=captor, strength=0, garrisoned=True), site.strength)


def player_turn_begins(site: WorkSite, player: str, halves: int) -> WorkChange:
    """The start of *player*'s turn: a captured work falls if its captors are still enough.

    *halves* of an RE that the captors have in the hex now. The enemy that the text names is the
    enemy of the work's owner: between the capture and this moment lies a turn of the owner, in
    which he may take a zone back (EF 40.D.7-6). What is left belongs to its captors.
    """
    row = site.row
    if row.becomes_when != "next_turn" or not site.holder or player != site.holder:
        return WorkChange(site)
    if halves < row.capture_size or (row.becomes == GONE and site.on_map):
        return WorkChange(site)
    change = _into(site, row.becomes)
    if change.site is None:
        return change
    return replace(change, site=replace(change.site, owner=site.holder, holder=""))


def vacated(site: WorkSite, *, stayed: bool = False) -> WorkChange:
    """The unit has left or spent movement points (EF 40.C-3).

    *stayed*: another qualifying unit started the turn in the hex and spent none.
    """
    if site.row.entrenchment and not stayed:
        return WorkChange(None)
    return WorkChange(replace(site, garrisoned=stayed))


def strengthened(site: WorkSite, points: int) -> WorkSite:
    """Infantry replacement points made its own strength (EF 40.D-5).

    UserError beyond the most that its kind may have, and for a kind that has none.
    """
    most = 0 if site.row.unit else site.row.strength
    if points < 1 or site.strength + points > most:
        name = site.row.name
        raise UserError(
            say("{points} points are not possible: {work}.", points=points, work=name),
            say("Its strength is {now}, the most is {most}.", now=site.strength, most=most),
        )
    return replace(site, strength=site.strength + points)


IMPROVED = {"entrenchment": "improved_entrenchment", "unimproved_westwall": "westwall"}
"""What the chapter itself lets builders improve, and into what."""


def improved(site: WorkSite, builder: str) -> WorkSite:
    """One level up by a *builder*: ``combat_engineer``, ``engineer`` or ``construction``.

    Only engineers improve entrenchments (EF 40.C-6), only construction units the Westwall
    (EF 40.D.17-5). UserError for anything else.
    """
    allowed = {"entrenchment": ("combat_engineer", "engineer"),
               "unimproved_westwall": ("construction",)}  # fmt: skip
    if builder not in allowed.get(site.work, ()):
        raise UserError(
            say("This unit cannot improve the work: {work}.", work=site.row.name),
            say("Engineers improve an entrenchment, construction units the Westwall."),
        )
    return replace(site, work=IMPROVED[site.work])


def may_be_built(work: str, beside: str) -> bool:
    """Whether *work* may be built in a hex that has the work *beside*, or none (empty).

    None but a hexside goes with a permanent fortified area or zone (EF 40.D.6-6, EF 40.D.8-6).
    """
    closed = ("permanent_fortified_area", "permanent_fortified_zone")
    return WORKS[work].hexside or beside not in closed
