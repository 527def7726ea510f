"""Designs of campaigns on disk: ``campaign.toml``, with ``units.csv`` or ``forces.json``.

``hexes.json`` holds the hexes of what the schedule calls by a name.
"""

from __future__ import annotations

import difflib
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import msgspec

from wardesk import paths
from wardesk.campaign.ledger.findings import Finding
from wardesk.campaign.operation.calendar import Calendar
from wardesk.campaign.operation.condition_text import parse
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.lint import lint
from wardesk.documents.files.json_parts import decode, typed
from wardesk.documents.files.signature import Signature, signature
from wardesk.documents.files.untrusted import read_bounded, read_toml
from wardesk.documents.packs.order_of_battle import FILE, read_order_of_battle
from wardesk.errors import DamagedFile, UserError
from wardesk.words import say

_LARGEST = 8 << 20
_MEND = say("Mend the file; it is plain text.")
_TURNS = ("at", "start", "end", "valid_from", "valid_to", "chosen_at", "enters")
_CONDITIONS = ("condition", "gate")
_FORCES = frozenset(
    {"formations", "units", "appearances", "arrivals", "identity_groups", "attachments", "aliases",
     "pools"}
)  # fmt: skip


CAMPAIGN = "campaign.toml"
_ROWS = "forces.json"
_HEXES = "hexes.json"


def own_packs() -> Path:
    """Where packs lie that somebody made here or was given."""
    return paths.user_data() / "packs"


def campaign_folder(name: str, root: Path | None = None) -> Path | None:
    """The folder of a pack with a campaign by its name; a shipped one stands over one's own."""
    for home in (root,) if root is not None else (paths.campaigns(), own_packs()):
        if (home / name / CAMPAIGN).is_file():
            return home / name
    return None


def campaign_ids(root: Path | None = None) -> list[str]:
    """The packs that hold a campaign: the shipped ones and one's own, or those below *root*."""
    homes = (root,) if root is not None else (paths.campaigns(), own_packs())
    return sorted({file.parent.name for home in homes for file in home.glob(f"*/{CAMPAIGN}")})


def only_campaign(root: Path | None = None) -> str:
    """The campaign that is meant where nobody names one: there is only this. UserError."""
    known = campaign_ids(root)
    if len(known) == 1:
        return known[0]
    if not known:
        raise UserError("There is no campaign here.", "Name the folder of a pack that holds one.")
    text = say("There are {count!s} campaigns.", count=len(known))
    raise UserError(text, say("Name one of {names!s}.", names=", ".join(known)))


def find_design(name: str, root: Path | None = None) -> tuple[Design, list[Finding]]:
    """The campaign of a pack by its name, or of a folder by its path, with the linter's findings.

    UserError when there is none, DamagedFile with file and entry when it is wrong.
    """
    folder = Path(name) if (Path(name) / CAMPAIGN).is_file() else campaign_folder(name, root)
    if folder is None:
        known = campaign_ids(root)
        close = difflib.get_close_matches(name, known, n=1)
        advice = (
            say("Did you mean {close!s}?", close=close[0])
            if close
            else say("There are: {known!s}.", known=", ".join(known))
        )
        raise UserError(say("There is no campaign “{name!s}”.", name=name), advice)
    return read_design(folder)


def read_design(folder: Path) -> tuple[Design, list[Finding]]:
    """The campaign in a pack's folder, with what the linter found that is no error.

    DamagedFile when an entry is wrong or the linter finds an error.
    """
    file = folder / CAMPAIGN
    design, found = examine_design(folder)
    errors = [finding for finding in found if finding.level == "error"]
    if errors:
        listed = "; ".join(f"{each.place}: {each.text}" for each in errors[:5])
        more = say(" (and {number} more)", number=len(errors) - 5) if len(errors) > 5 else ""
        raise DamagedFile(
            say("{file!s} cannot be used: {listed}{more}", file=file, listed=listed, more=more),
            _MEND,
        )
    return design, found


def examine_design(folder: Path) -> tuple[Design, list[Finding]]:
    """The campaign in a pack's folder, with everything that the linter found, errors first.

    Read again only after it changed. DamagedFile when an entry is wrong, so that there is nothing
    to look at.
    """
    files = [folder / name for name in (CAMPAIGN, _ROWS, _HEXES, FILE)]
    design, found = _examined(folder, signature(files))
    return design, list(found)


@lru_cache(maxsize=4)
def _examined(folder: Path, _files: Signature) -> tuple[Design, tuple[Finding, ...]]:
    file = folder / CAMPAIGN
    raw = read_toml(file, _LARGEST)
    forces = folder / _ROWS
    if forces.is_file():
        rows = decode(read_bounded(forces, _LARGEST), str(forces))
        if not isinstance(rows, dict) or not set(cast("dict[str, Any]", rows)) <= _FORCES:
            raise DamagedFile(
                say(
                    "{forces!s} may hold {allowed!s} only.",
                    forces=forces,
                    allowed=", ".join(sorted(_FORCES)),
                ),
                _MEND,
            )
        raw |= cast("dict[str, Any]", rows)
    hexes = folder / _HEXES
    if hexes.is_file():
        raw["hexes"] = decode(read_bounded(hexes, _LARGEST), str(hexes))
    order = folder / FILE
    if order.is_file():
        games = {str(key): str(name) for key, name in raw.get("games", {}).items()}
        sides = [(str(row["id"]), str(row["name"])) for row in raw.get("sides", [])]
        for name, rows in read_order_of_battle(order, games, sides).items():
            raw[name] = [*raw.get(name, []), *rows]
    calendar = typed(raw.get("calendar"), Calendar, say("{file}, calendar", file=file))
    for name in ("nodes", "links", "arrivals", "appearances", "identity_groups", "aliases"):
        for number, row in enumerate(raw.get(name, []), 1):
            _read_row(
                row,
                calendar,
                say("{file}, {name}, row {number}", file=file, name=name, number=number),
                links=name == "links",
            )
    for table in raw.get("tables", []):
        for number, row in enumerate(table.get("modifiers", []), 1):
            place = say("{file}, table {table}, modifier {number}", file=file,
                        table=table.get("id", ""), number=number)  # fmt: skip
            _read_row(row, calendar, place, links=True)
    design = typed(raw, Design, str(file))
    return design, tuple(lint(design))


def _read_row(row: Any, calendar: Calendar, place: str, *, links: bool) -> None:  # noqa: ANN401
    """Turn the names of turns into ordinals, and the text of conditions into trees."""
    if not isinstance(row, dict):
        raise DamagedFile(say("{place}: this must be a table.", place=place), _MEND)
    table = cast("dict[str, Any]", row)
    try:
        for key in _TURNS:
            # a link's start and end are scenarios
            if isinstance(table.get(key), str) and not links:
                table[key] = calendar.ordinal(table[key])
        for key in _CONDITIONS:
            if isinstance(table.get(key), str):
                table[key] = msgspec.to_builtins(parse(table[key]))
    except UserError as error:
        raise DamagedFile(
            say("{place}: {message}", place=place, message=error.message), error.advice
        ) from error
