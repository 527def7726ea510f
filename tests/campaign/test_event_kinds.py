"""A kind of event is one class: it answers for itself, and stands in no table."""

from __future__ import annotations

from typing import Union

import msgspec
import pytest
from small_campaign import NOW, small_design

from wardesk.campaign.ledger import events
from wardesk.campaign.ledger import payloads as p
from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.events import Draft
from wardesk.campaign.ledger.fold import EFFECTS
from wardesk.campaign.ledger.kind import Payload, need, told_whole
from wardesk.campaign.ledger.reader import Reader
from wardesk.campaign.ledger.seat_facts import DECISIONS
from wardesk.campaign.ledger.seat_view import seat_view
from wardesk.campaign.operation.design import design_hash
from wardesk.services.campaign import event_words
from wardesk.services.campaign.event_words import tell
from wardesk.services.campaign.rights import RIGHTS, NotYours, check_drafts

TABLES = {
    "what it changes": EFFECTS,
    "who learns of it": DECISIONS,
    "who may do it": RIGHTS,
    "how it is told": event_words._TELLERS,
}
OWN = [kind for kind in p.KINDS if "apply" in vars(kind)]


class Flooded(Payload, frozen=True, kw_only=True, tag="test.flooded"):
    """A kind that no module of the program knows."""

    river: str

    copied = told_whole

    def apply(self, design, state, event):
        need(self.river, "a river has a name")
        state.facts[f"flood.{self.river}"] = event.ordinal

    def told(self, design):
        return f"The {self.river} flooded"


@pytest.fixture
def known(monkeypatch):
    """The one edit beside the class: its module is among those that `payloads` imports."""
    decoder = msgspec.json.Decoder(Union[(*p.KINDS, Flooded)])
    monkeypatch.setattr(events, "_DECODER", decoder)


@pytest.mark.usefixtures("known")
def test_a_new_kind_needs_its_class_and_no_line_in_any_table():
    design = small_design()
    ledger = Ledger(design, "c")
    opened = p.Opened(
        name="S", design=design.id, design_hash=design_hash(design), seats=design.seats, options={}
    )
    flood = Draft(payload=Flooded(river="Rhine"))
    ledger.append([Draft(payload=opened), flood], actor="umpire", now=NOW)
    player = next(seat for seat in design.seats if seat.role != "umpire")

    assert "flood.Rhine" in ledger.state.facts
    assert tell(design, flood.payload) == "The Rhine flooded"
    told = [fact.payload for fact in seat_view(design, ledger.events, player.id).facts]
    assert Flooded(river="Rhine") in told
    with pytest.raises(NotYours, match="only the umpire"):
        check_drafts(design, ledger.state, player.id, [flood])


@pytest.mark.parametrize("kind", OWN)
def test_a_kind_that_answers_for_itself_answers_everything_and_stands_in_no_table(kind):
    assert {"apply", "copied", "told"} <= set(vars(kind))
    assert [what for what, table in TABLES.items() if kind in table] == []


def test_every_other_kind_stands_in_all_four_tables():
    others = set(p.KINDS) - set(OWN)

    assert all(set(table) == others for table in TABLES.values())
    assert len(others) <= 40  # they only become fewer


class Silent(Payload, frozen=True, kw_only=True, tag="test.silent"):
    """A kind that says nothing about who learns of it."""


def test_a_kind_that_says_nothing_of_it_tells_a_seat_nothing():
    design = small_design()
    player = next(seat for seat in design.seats if seat.role != "umpire")

    assert Silent().copied(Reader(design, player), None) is None
