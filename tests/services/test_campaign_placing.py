"""Who can be put on the tactical map of a game, and where each stands on it."""

from __future__ import annotations

import pytest
from garden import garden_design
from msgspec.structs import replace
from small_campaign import NOW, small_design

from wardesk.campaign.operation.places import Place
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.moves import place_units
from wardesk.services.campaign.placing import games_with_maps, map_of, standings
from wardesk.services.campaign.rights import Allowed


def test_units_with_a_counter_in_the_game_may_be_put_and_counters_lie_where_they_stand(tmp_path):
    design = garden_design()
    with CampaignDesk.create(
        tmp_path / "m.wdcamp", design, name="T", campaign="mg", seed=3, options={},
        now=lambda: NOW, nonce=lambda: bytes(16),
    ) as desk:  # fmt: skip
        assert set(games_with_maps(design)) == {"WED", "TDC"}
        board = map_of(design, "WED")
        place_units(desk, ["101.502.a"], Place("hex", "60.149", game="WED"))
        found = standings(desk, "WED", board)
        units = {unit.id: unit for unit in found.units}
        assert (units["101.502.a"].cell, units["101.502.b"].cell) == ("60.149", "")
        assert (units["101.502.a"].formation, str(units["101.502.a"].where)) == (
            "502 PIR", "hex 60.149",
        )  # fmt: skip
        assert not any(unit.startswith("82.") for unit in units)
        (counter,) = found.look.counters
        assert (counter.at, counter.side, counter.symbol) == ("60.149", "allied", "airborne")
        assert "101.502.a" not in {
            u.id for u in standings(desk, "TDC", map_of(design, "TDC")).units
        }


def test_a_campaign_of_two_maps_finds_its_short_numbers_on_the_one_map(tmp_path):
    now = garden_design()
    sheets = tuple(replace(sheet, numbering="oblique", left_out=0) for sheet in now.sheets)
    with CampaignDesk.create(
        tmp_path / "m.wdcamp", replace(now, sheets=sheets), name="T", campaign="mg", seed=3,
        options={}, now=lambda: NOW, nonce=lambda: bytes(16),
    ) as desk:  # fmt: skip
        begun = Allowed(by="umpire", reason="so it was begun")
        place_units(desk, ["82.504.a"], Place("hex", "41.64", game="TDC"), allowed=begun)
        board = map_of(desk.design, "TDC")
        (unit,) = (u for u in standings(desk, "TDC", board).units if u.id == "82.504.a")
        assert unit.cell == "141.64"


def test_a_game_without_a_map_says_so():
    assert games_with_maps(small_design()) == {}
    with pytest.raises(UserError, match="Game one has no map here"):
        map_of(small_design(), "ONE")
