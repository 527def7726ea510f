"""A campaign on the morning of the 18th with a fight at Best, for tests of tables with rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from garden import garden_design
from small_campaign import NOW

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.operation.places import Place
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.files import examine_file
from wardesk.services.campaign.moves import place_units
from wardesk.services.campaign.table import TableOpened, open_table
from wardesk.services.play.session import PlaySession

_numbers = count(1)
BEST = ("44.152", "44.164", "68.152", "68.140")
AMERICANS = {
    "101.502.h": "54.157", "101.502.g": "56.155", "101.502.i": "56.155", "101.502.m3": "56.155",
    "101.502.ldr": "56.155",
}  # fmt: skip
GERMANS = {"59.dew.i1": "52.157", "59.dew.i2": "51.157", "59.dew.ldr": "51.157",
           "chi.flak.424": "51.159"}  # fmt: skip
ELSEWHERE = ("gds.ind.hhca",)
PLACED = {**AMERICANS, **GERMANS, **dict.fromkeys(ELSEWHERE, "42.229")}


def nonce() -> bytes:
    return next(_numbers).to_bytes(16, "big")


@contextmanager
def best_desk(
    folder: Path, campaign: str = "mg", placed: dict[str, str] = PLACED, **options: object
) -> Iterator[CampaignDesk]:
    with CampaignDesk.create(
        folder / "market.wdcamp", garden_design(), name="Test", campaign=campaign, seed=7,
        options=options, now=lambda: NOW, nonce=nonce,
    ) as made:  # fmt: skip
        add(made, TurnBegun(ordinal=made.design.calendar.ordinal("18 Sep 0700")))
        for unit, cell in placed.items():
            sheet = "wed-valkenswaard" if unit in ELSEWHERE else "wed-eindhoven"
            place_units(made, [unit], Place("hex", cell, sheet, "WED"))
        yield made


def add(desk, *payloads):
    return desk.add([EventDraft(payload=payload) for payload in payloads])


def lay(desk, **more) -> TableOpened:
    return open_table(desk, "wed", seed=1, **({"window": BEST} | more))


def first_state(game):
    with PlaySession.open(game, keep=False) as session:
        return session.journal.state(session.journal.line()[0].id)


def edit(game, *effects):
    with PlaySession.open(game) as session:
        session.edit(effects, author="umpire", reason="as it came out")


def faults(desk):
    """What the doctor finds, but for what every campaign has open."""
    return [found for found in examine_file(desk.place)[0] if found.level == "error"]
