"""The review list: contacts a person should look at, the most doubtful first.

No drawing tells whether a strait may be crossed; so what was derived is a proposal, and where it
is near the limit either way, or against what the map's author declared, it is listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Literal

from msgspec import Struct

from wardesk.geometry.adjacency.contacts import SHORTEST, SIDE_BY_SIDE, Adjacency, Meeting, Pair

Against = Literal["", "declared only", "derived only"]

LISTED = 0.25
"""Contacts less doubtful than this are not listed unless the declaration disagrees."""


USUAL = 0.7
"""A gap up to this share of the tolerance says nothing: a tolerance found from the map is a quarter
wider than most of its gaps, and then some."""


class ContactDoubt(Struct, frozen=True):
    """One contact to look at. *doubt* runs from 0 (sure) to 1; *why* says it in words.

    *against* tells on which side the declared neighbours disagree, if there are any.
    """

    meeting: Meeting | None
    a: int
    b: int
    doubt: float
    why: str
    against: Against = ""


def review(
    adjacency: Adjacency, declared: Set[Pair] | None = None, *, least: float = LISTED
) -> tuple[ContactDoubt, ...]:
    """Contacts with at least that doubt, and all that disagree with *declared*; worst first."""
    found = [*_listed(adjacency, declared, least)]
    return tuple(sorted(found, key=lambda d: (-d.doubt, d.a, d.b)))


def doubt_of(meeting: Meeting, shortest: float, tolerance: float) -> tuple[float, str]:
    """How doubtful one contact is, 0 to 1, and why.

    Half at the limits: a contact exactly as long as the shortest one that counts, or a gap exactly
    as wide as the tolerance. Gaps that are usual on the map are not doubtful.
    """
    if meeting.kind in ("manual", "link"):
        return 0.0, "a person said so"
    short = 0.5 * min(1.0, shortest / meeting.length) if meeting.length else 0.5
    if meeting.kind == "corner":
        near = 0.5 if meeting.gap else 0.0
        return near, "they come near, but hardly run side by side" if near else "they share a point"
    share = (meeting.gap / tolerance - USUAL) / (1 - USUAL) if tolerance else 0.0
    wide = 0.5 * min(1.0, max(0.0, share))
    doubt = max(short, wide) + min(short, wide) / 2
    if wide > short:
        return doubt, f"{meeting.gap:.1f} apart, where {tolerance:.1f} is the tolerance"
    return doubt, f"they run together for {meeting.length:.1f} only" if short > LISTED else ""


def _listed(
    adjacency: Adjacency, declared: Set[Pair] | None, least: float
) -> Iterator[ContactDoubt]:
    shortest = adjacency.policy.shortest
    joined: set[Pair] = set()
    for meeting in adjacency.meetings():
        tolerance = float(max(adjacency.tolerance[meeting.a], adjacency.tolerance[meeting.b]))
        limit = shortest if shortest is not None else max(SHORTEST, tolerance)
        doubt, why = doubt_of(meeting, limit, tolerance)
        pair = (meeting.a, meeting.b)
        if meeting.kind in SIDE_BY_SIDE:
            joined.add(pair)
            if declared is not None and pair not in declared:
                text = "derived, but the map does not declare it"
                yield ContactDoubt(meeting, *pair, 0.5 + doubt / 2, text, "derived only")
                continue
        elif declared is not None and pair in declared:
            continue  # told below
        if doubt >= least and not (declared is not None and pair in declared):
            yield ContactDoubt(meeting, *pair, doubt, why)
    for pair in sorted((declared or set()) - joined):
        text = "declared by the map, but the borders do not meet"
        yield ContactDoubt(adjacency.between(*pair), *pair, 1.0, text, "declared only")
