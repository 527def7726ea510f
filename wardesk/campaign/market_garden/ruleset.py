"""Market Garden as the campaign desk meets it."""

from __future__ import annotations

from pathlib import Path

from wardesk.campaign.market_garden.actions import ACTIONS, GROUPS
from wardesk.campaign.market_garden.bookkeeping import all_chits_bought
from wardesk.campaign.market_garden.ch02_bridges import bridging_units
from wardesk.campaign.market_garden.ch04_club_route import MARKERS, after_table
from wardesk.campaign.market_garden.checklist import LINES
from wardesk.campaign.market_garden.choices import CHOICES
from wardesk.campaign.market_garden.common import DECIDES, STACKING
from wardesk.campaign.market_garden.duties import duties, wishes
from wardesk.campaign.market_garden.s03_random import heroic_bonus
from wardesk.campaign.market_garden.s05_german import quality_bonus
from wardesk.campaign.market_garden.s06_allied import quality_loss
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State
from wardesk.campaign.ruleset import Beside, Ruleset
from wardesk.games.gts.tables import TABLES


def _quality_changes(design: Design, state: State, unit: str) -> list[tuple[int, str]]:
    changes = [
        quality_loss(design, state, unit),
        (quality_bonus(design, state, unit), "S5.1.1"),
        (heroic_bonus(state, unit), "S3.1"),
    ]
    return [(change, cite) for change, cite in changes if change]


def _beside(design: Design, state: State) -> Beside:
    return Beside(units=bridging_units(design, state), bought=all_chits_bought(state))


RULESET = Ruleset(
    actions=ACTIONS,
    groups=GROUPS,
    choices=CHOICES,
    lines=LINES,
    duties=duties,
    wishes=wishes,
    rulings=DECIDES,
    rulebook=Path(__file__).with_name("rulebook.toml"),
    quality_changes=_quality_changes,
    table_changes=frozenset({"S5.1.1", "S6.1.2"}),
    after_table=after_table,
    markers=MARKERS,
    beside=_beside,
    shared={"command.": TABLES.figures.most_points, "dispatch.": TABLES.dispatch.most},
    kept_once=frozenset({"mug.held"}),
    stacking=STACKING,
)
