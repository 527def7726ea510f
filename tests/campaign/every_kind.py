"""Every kind of event that the tests make, under one roof: ``import every_kind as k``."""

# ruff: noqa: F401

from __future__ import annotations

from wardesk.campaign.ledger.kinds.bridges import BridgeChanged, BridgeControl
from wardesk.campaign.ledger.kinds.calendar import (
    CampaignOpened,
    DutyLeft,
    FactSet,
    Noted,
    StepClosed,
    TurnBegun,
    WeatherSet,
)
from wardesk.campaign.ledger.kinds.fog import FogSet, Sighted
from wardesk.campaign.ledger.kinds.forces import Attached, BoxMoved, IdentityChosen, PoolChanged
from wardesk.campaign.ledger.kinds.messages import OrderGiven, PacketSent
from wardesk.campaign.ledger.kinds.routes import (
    Bypassed,
    MarkerAdvanced,
    Released,
    ReleaseFailed,
    RouteLeft,
    RouteStatus,
)
from wardesk.campaign.ledger.kinds.rulings import (
    ChanceDrawn,
    Points,
    ProposalJudged,
    QueryOpened,
    RulingMade,
)
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered, NodeJoined, NodeLeft
from wardesk.campaign.ledger.kinds.seats import SeatSet
from wardesk.campaign.ledger.kinds.secrets import SecretCommitted, SecretKept, SecretRevealed
from wardesk.campaign.ledger.kinds.units import (
    StepsLost,
    StepsRecovered,
    UnitArrived,
    UnitEliminated,
    UnitFlagged,
    UnitMoved,
    UnitRemoved,
    UnitTransferred,
)
from wardesk.campaign.market_garden.kinds import (
    BridgeWork,
    CorpsAdvanced,
    CorpsFailed,
    DropAssigned,
    DropLanded,
    DropPlanned,
    DropPostponed,
    Interdicted,
    MarkersSpent,
    RouteAttacked,
    SpurChosen,
    SupplySecured,
    ZonesChanged,
)
