"""A campaign in the making: what its files say, as one value that every change makes anew.

Because a change makes a new draft and leaves the old one as it was, undoing is to take the old one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wardesk.documents.files.atomic import write_atomically
from wardesk.documents.files.json_parts import decode
from wardesk.documents.files.untrusted import read_bounded, read_toml
from wardesk.documents.packs.campaign_packs import CAMPAIGN
from wardesk.documents.packs.csv_forces import read_csv_forces
from wardesk.documents.packs.order_of_battle import FILE, REQUIRED
from wardesk.documents.packs.pack_writer import csv_text, toml_text
from wardesk.services.campaign.workshop.packs import JudgedFolder, judge, writable

LARGEST = 8 << 20
_CHART = 32 << 20
ATLAS = "map.geojson"
"""The operational map of a campaign of one's own."""
Row = dict[str, Any]


class DesignDraft(Struct, frozen=True):
    """What ``campaign.toml`` and ``units.csv`` say. Nobody writes into it: `changed` copies it."""

    raw: Mapping[str, Any]
    units: tuple[Mapping[str, str], ...] = ()
    """The lines of the order of battle, each by its columns."""
    atlas: Mapping[str, Any] | None = None
    """What the operational map says (GeoJSON), None where there is none."""

    def rows(self, key: str) -> list[Row]:
        """The rows of one table of the file, none where it has none."""
        return list(self.raw.get(key, ()))

    @property
    def games(self) -> dict[str, str]:
        """The games by id, with their names."""
        return {str(key): str(name) for key, name in self.raw.get("games", {}).items()}


def read_draft(folder: Path) -> DesignDraft:
    """What the files of *folder* say. UserError where one cannot be read."""
    raw = writable(read_toml(folder / CAMPAIGN, LARGEST))
    place = folder / FILE
    lines = read_csv_forces(place, REQUIRED) if place.is_file() else []
    units = tuple({key: cell for key, cell in line.items() if key != "where"} for line in lines)
    chart = folder / ATLAS
    found = decode(read_bounded(chart, _CHART), str(chart)) if chart.is_file() else None
    return DesignDraft(raw, units, found if isinstance(found, dict) else None)


def changed(draft: DesignDraft, change: Callable[[dict[str, Any]], object]) -> DesignDraft:
    """A draft whose file is as *change* makes it; the old one stays as it is."""
    raw = deepcopy(dict(draft.raw))
    change(raw)
    return replace(draft, raw=raw)


def with_units(draft: DesignDraft, units: Iterable[Mapping[str, str]]) -> DesignDraft:
    """A draft with another order of battle."""
    return replace(draft, units=tuple(units))


def keep_draft(folder: Path, draft: DesignDraft) -> JudgedFolder:
    """Write a draft into *folder*, finished or not, and say what is wrong with it."""
    if draft.units or (folder / FILE).is_file():
        write_atomically(folder / FILE, csv_text([*draft.units] or [dict.fromkeys(REQUIRED, "")])
                         .encode())  # fmt: skip
    write_atomically(folder / CAMPAIGN, toml_text(_ordered(draft.raw)).encode())
    chart = folder / ATLAS
    if draft.atlas is None:
        chart.unlink(missing_ok=True)
    else:
        write_atomically(chart, msgspec.json.format(msgspec.json.encode(draft.atlas), indent=1))
    return judge(folder)


def _ordered(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Plain values before tables; empty lists left out."""
    kept = {key: value for key, value in raw.items() if value not in ([], {}, None)}
    kept.setdefault("ruleset", "")
    return kept


def free_id(name: str, taken: set[str]) -> str:
    """A short name made from a long one that none of *taken* has."""
    from wardesk.documents.packs.pack_writer import slug

    stem, number = slug(name, "new"), 1
    while (found := stem if number == 1 else f"{stem}-{number}") in taken:
        number += 1
    return found
