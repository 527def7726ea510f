"""Campaign maps for reports: the printed sheet of a design, as any state shows it."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any

from wardesk.campaign.operation.design import Design, design_hash
from wardesk.campaign.operation.state import State
from wardesk.documents.packs.campaign_maps import find_atlas
from wardesk.services.campaign.base_map import base_map
from wardesk.services.campaign.operational_map import seat_map
from wardesk.services.campaign.places import Gazetteer

if TYPE_CHECKING:
    from wardesk.render.country.picture import CountryPrinter

_KEPT: dict[tuple[str, int], tuple[Gazetteer, Any] | None] = {}
_MOST = 3
_MAKING = Lock()
"""Whoever wants a ground that is being made waits for it, and does not make it once more."""


def qt_small_map(design: Design, state: State, wide: int) -> bytes | None:
    """A campaign's map as it stands in *state*, as JPEG; None where none lies beside its pack."""
    from wardesk.render.country.picture import packed

    found = _printer(design, wide)
    if found is None:
        return None
    gazetteer, printer = found
    first = design.sides[0].id if design.sides else ""
    return packed(printer.picture(seat_map(gazetteer, state), first))


def ready_map(design: Design, wide: int) -> None:
    """Have the ground of a campaign's map ready before anybody waits for it. Safe in any thread."""
    _printer(design, wide)


def _printer(design: Design, wide: int) -> tuple[Gazetteer, CountryPrinter] | None:
    from wardesk.render.country.picture import CountryPrinter
    from wardesk.render.country.printed import printed_ground
    from wardesk.render.theme import load_map_theme

    key = (design_hash(design), wide)
    with _MAKING:
        if key not in _KEPT:
            atlas = find_atlas(design.id)
            made = None
            if atlas is not None:
                gazetteer = Gazetteer(design, atlas)
                ground = printed_ground(base_map(gazetteer), load_map_theme(), wide)
                made = gazetteer, CountryPrinter(ground)
            while len(_KEPT) >= _MOST:
                _KEPT.pop(next(iter(_KEPT)))
            _KEPT[key] = made
        return _KEPT[key]
