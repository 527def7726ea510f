"""A kind of event is one class: it answers for itself, and is known by where it stands."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from small_campaign import NOW, small_design

from wardesk.campaign.ledger import events, kinds
from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kind import Payload, need, tell, told_whole
from wardesk.campaign.ledger.kinds import all_kinds
from wardesk.campaign.ledger.kinds.calendar import CampaignOpened
from wardesk.campaign.ledger.reader import Reader
from wardesk.campaign.ledger.seat_view import seat_view
from wardesk.campaign.operation.design import design_hash
from wardesk.services.campaign.rights import NotYours, check_drafts

ROOM = Path(kinds.__file__).parents[2]
STORED = json.loads(Path(__file__).with_name("stored_kinds.json").read_text("utf-8"))
"""Every kind of the first version with its fields: a ledger holds them under these names."""


class Flooded(Payload, frozen=True, kw_only=True, tag="test.flooded"):
    """A kind that no module of the program knows."""

    river: str

    copied = told_whole

    def apply(self, design, state, event):
        need(self.river, "A river has a name.")
        state.facts[f"flood.{self.river}"] = event.ordinal

    def told(self, design):
        return f"The {self.river} flooded"


@pytest.fixture
def known(monkeypatch, tmp_path):
    """The class stands in the `kinds.py` of an operation's package: that is the one edit."""
    (tmp_path / "made_up").mkdir()
    (tmp_path / "made_up" / "kinds.py").touch()
    name = "wardesk.campaign.made_up.kinds"
    module = ModuleType(name)
    module.Flooded = Flooded
    monkeypatch.setattr(Flooded, "__module__", name)
    monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(kinds, "CAMPAIGN", tmp_path)
    forget()
    yield
    forget()


def forget():
    all_kinds.cache_clear()
    events._decoder.cache_clear()


@pytest.mark.usefixtures("known")
def test_a_new_kind_needs_its_class_and_no_other_line():
    design = small_design()
    ledger = Ledger(design, "c")
    opened = CampaignOpened(
        name="S", design=design.id, design_hash=design_hash(design), seats=design.seats, options={}
    )
    flood = EventDraft(payload=Flooded(river="Rhine"))
    ledger.append([EventDraft(payload=opened), flood], actor="umpire", now=NOW)
    player = next(seat for seat in design.seats if seat.role != "umpire")

    assert "flood.Rhine" in ledger.state.facts
    assert tell(design, flood.payload) == "The Rhine flooded"
    told = [fact.payload for fact in seat_view(design, ledger.events, player.id).facts]
    assert Flooded(river="Rhine") in told
    with pytest.raises(NotYours, match="only the umpire"):
        check_drafts(design, ledger.state, player.id, [flood])


@pytest.mark.parametrize("kind", all_kinds().values(), ids=list(all_kinds()))
def test_every_kind_answers_for_itself(kind):
    assert {"copied", "told"} <= set(vars(kind))
    assert kind.apply is not Payload.apply
    assert kind.__doc__


def test_what_is_stored_keeps_its_names_and_their_order():
    now = {tag: [*kind.__struct_fields__] for tag, kind in all_kinds().items()}

    assert {tag: now[tag] for tag in STORED} == STORED


def test_no_kind_stands_outside_the_modules_where_it_is_found():
    tagged = re.compile(r'tag="[a-z]+\.')
    files = {file for file in ROOM.rglob("*.py") if tagged.search(file.read_text("utf-8"))}
    found = {Path(sys.modules[kind.__module__].__file__) for kind in all_kinds().values()}

    assert files == found


def test_the_general_part_knows_no_operation():
    packages = {file.parent for file in ROOM.glob("*/ruleset.py")}
    general = [file for file in ROOM.rglob("*.py") if not packages & set(file.parents)]

    assert packages
    for package in packages:
        path = f"wardesk.campaign.{package.name}"
        assert [file.name for file in general if path in file.read_text("utf-8")] == []


class Silent(Payload, frozen=True, kw_only=True, tag="test.silent"):
    """A kind that says nothing about who learns of it."""


def test_a_kind_that_says_nothing_of_it_tells_a_seat_nothing():
    design = small_design()
    player = next(seat for seat in design.seats if seat.role != "umpire")

    assert Silent().copied(Reader(design, player), None) is None
