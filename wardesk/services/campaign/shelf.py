"""Which campaigns ship, which were open lately, and the sheets that were begun and not entered."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from wardesk import paths
from wardesk.campaign.ledger.findings import Finding
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.names import in_words
from wardesk.campaign.operation.sheets import ResultsSheet
from wardesk.documents.files.atomic import write_atomically
from wardesk.documents.files.untrusted import is_there, touched
from wardesk.documents.packs.campaign_packs import (
    campaign_folder,
    campaign_ids,
    find_design,
    own_packs,
)
from wardesk.errors import UserError
from wardesk.services.campaign.seats import SeatChoices, seat_choices
from wardesk.services.packs.shelf import BrokenPack
from wardesk.services.timeout import in_time
from wardesk.words import readied, say

SUFFIX = ".wdcamp"
MOST_RECENT = 12


class ShippedCampaign(Struct, frozen=True, kw_only=True):
    """A campaign that can be begun."""

    id: str
    title: str
    games: tuple[str, ...]
    seats: tuple[tuple[str, str], ...]
    fog: dict[str, int | None]
    """How many hexes units see at the beginning, by seat; None: without fog."""
    spare: tuple[Seat, ...]
    """Seats that are offered beside those."""
    choices: SeatChoices
    """What a seat of one's own is chosen from."""
    days: int
    options: dict[str, bool | int | str]
    option_words: dict[str, str]
    """What each option is called."""
    reconstruction: tuple[str, ...]
    folder: Path | None = None
    """Where it lies, if it is one's own and may be changed."""


class RecentCampaign(Struct, frozen=True, kw_only=True):
    """A campaign file that was open lately."""

    path: Path
    name: str
    events: int
    turn: str
    when: datetime
    trouble: str = ""
    """Why it cannot be read, empty if it can."""
    damaged: bool = False
    """Whether that is damage, and not a full disk or a newer file."""


def shipped_campaigns() -> list[ShippedCampaign]:
    """Every campaign among the packs, one's own too. One that cannot be used is left out.

    Opening it says why.
    """
    return read_campaigns()[0]


def read_campaigns() -> tuple[list[ShippedCampaign], list[BrokenPack]]:
    """The same, and those that cannot be used, with the reason."""
    found: list[ShippedCampaign] = []
    broken: list[BrokenPack] = []
    for name in campaign_ids():
        folder = str(campaign_folder(name) or name)
        try:
            found.append(in_time(folder, partial(_shipped, name)))
        except UserError as error:
            broken.append(BrokenPack(folder=folder, title=name, error=error))
    return found, broken


def _shipped(name: str) -> ShippedCampaign:
    design, _ = find_design(name)
    return ShippedCampaign(
        id=name,
        title=design.name,
        games=tuple(design.games.values()),
        seats=tuple((seat.id, seat.name) for seat in design.seats),
        fog={seat.id: seat.sight for seat in design.seats if seat.side},
        spare=design.spare_seats,
        choices=seat_choices(design, design.seats),
        days=design.calendar.days,
        options=dict(design.options),
        option_words={key: option_name(key) for key in design.options},
        reconstruction=design.reconstruction,
        folder=own_folder(name),
    )


def own_folder(name: str) -> Path | None:
    """The folder of a campaign of one's own by its name, None for a shipped one."""
    found = campaign_folder(name)
    return found if found is not None and found.parent == own_packs() else None


_OPTIONS = {
    "proposals": say("Use our own numbers where the published ones are not known"),
    "both_games": say("Both games"),
    "free_drop": say("Free drop"),
    "airborne_tanks": say("Airborne tanks"),
}


def option_name(key: str) -> str:
    """What an option of a campaign is called."""
    return _OPTIONS.get(key) or in_words(key.replace("_", " ").capitalize())


def is_address(text: str) -> bool:
    """Whether somebody typed the address of a server and not the name of a file."""
    return text.strip().startswith(("postgresql:", "postgresql+psycopg:", "postgres:"))


def file_beside(place: str, name: str) -> Path:
    """A file beside which copies and packets of a campaign are put; a server has none."""
    return campaigns_folder() / f"{name}.wdcamp" if is_address(place) else Path(place)


def campaigns_folder() -> Path:
    """Where new campaigns are put unless somebody chooses another place."""
    return paths.user_data() / "campaigns"


def remember(path: Path) -> None:
    """Put a campaign first in the list of recent ones. A full disk only loses the list."""
    others = [one for one in _listed() if one != str(path)]
    with contextlib.suppress(OSError, UserError):
        _list_file().parent.mkdir(parents=True, exist_ok=True)
        write_atomically(_list_file(), msgspec.json.encode([str(path), *others][:MOST_RECENT]))


def recent_campaigns(most: int = 6) -> list[RecentCampaign]:
    """The campaigns that were open lately and still are there, newest first."""
    found = [_read(Path(one)) for one in _listed() if is_there(Path(one))]
    return sorted(found, key=lambda each: each.when, reverse=True)[:most]


def _read(path: Path) -> RecentCampaign:
    # the database's library takes long to load; a desk without campaigns does without
    from wardesk.store.health import refusal

    when = datetime.fromtimestamp(_touched(path), UTC)
    try:
        return in_time(str(path), partial(_read_whole, path, when))
    except UserError as error:
        return _unread(path, when, refusal(error))


def _read_whole(path: Path, when: datetime) -> RecentCampaign:
    from wardesk.services.campaign.files import open_store
    from wardesk.store.health import file_findings

    found = [each for each in file_findings(path) if each.level == "error"]
    if found:
        return _unread(path, when, found[0])
    with open_store(path, write=False) as store:
        info, design, last = store.info(), store.design(), store.last_turn()
    turn = design.calendar.turn(max(last, 0)).label
    return RecentCampaign(path=path, name=info.name, events=info.head_seq, turn=turn, when=when)


def _unread(path: Path, when: datetime, found: Finding) -> RecentCampaign:
    return RecentCampaign(
        path=path, name=path.stem, events=0, turn="", when=when, trouble=found.text,
        damaged=found.cause == "damage",
    )  # fmt: skip


def _touched(path: Path) -> float:
    """When a campaign was written to last; what is new may still lie in the log beside it."""
    log = path.with_name(f"{path.name}-wal")
    return max(touched(path), touched(log))


def _list_file() -> Path:
    return paths.user_data() / "campaigns.json"


def _listed() -> list[str]:
    try:
        return msgspec.json.decode(_list_file().read_bytes(), type=list[str])
    except (OSError, msgspec.DecodeError, UserError):
        return []


# ---- sheets that were begun ---------------------------------------------------------------------


def keep_draft(campaign: str, sheet: ResultsSheet) -> None:
    """Keep a sheet until it is entered, one for each game or scenario; an empty one goes.

    UserError on a full disk.
    """
    file = _draft_file(campaign, sheet.game, sheet.node)
    if not sheet.rows and not sheet.winner:
        with contextlib.suppress(OSError):
            file.unlink()
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, msgspec.json.encode(sheet))
    except OSError as error:
        text = say("The sheet could not be kept: {reason}.", reason=error.strerror or error)
        raise UserError(text, "What was typed is still in the window.") from error


def kept_draft(campaign: str, game: str, node: str) -> ResultsSheet | None:
    """The sheet that was begun and not entered, None if there is none or it cannot be read."""
    file = _draft_file(campaign, game, node)
    try:
        return msgspec.json.decode(file.read_bytes(), type=readied(ResultsSheet))
    except (OSError, msgspec.DecodeError, UnicodeError):
        return None


def _draft_file(campaign: str, game: str, node: str) -> Path:
    words = [campaign, "node" if node else "game", node or game]
    safe = ["".join(c if c.isalnum() else "-" for c in word) for word in words]
    return paths.user_data() / "campaigns" / "drafts" / f"{'_'.join(safe)}.json"
