"""Turns of a campaign without a typed hex: what is due is settled, programs play the fights."""

from __future__ import annotations

import os
from random import Random

import pytest
from garden import garden_design
from small_campaign import NOW

from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.fights import fights, lay_fight
from wardesk.services.campaign.files import examine_file
from wardesk.services.campaign.needs import go_on, leave, settle
from wardesk.services.campaign.table_back import come_home
from wardesk.services.play.session import PlaySession


def play(game):
    rng = Random(3)
    with PlaySession.open(game) as session:
        while session.ask is not None:
            if session.waiting == "dice":
                session.roll()
            else:
                session.answer(session.rules.thinking.policy(session.state, rng))


def do(desk, need):
    """By its first choice, else as it is, else it is left."""
    words = {name: rows[0][0] for name, rows in need.choices.items() if rows}
    for deed in (lambda: settle(desk, need, words), lambda: settle(desk, need, {})):
        try:
            return deed()
        except UserError:
            continue
    return leave(desk, need, "nobody in this test")


@pytest.mark.slow
@pytest.mark.parametrize(
    "until", ["17 Sep 1500", pytest.param("18 Sep 0900", marks=pytest.mark.long)]
)
@pytest.mark.timeout(600)
def test_turns_are_played_from_the_drop_on_and_everything_adds_up(tmp_path, until):
    place = tmp_path / "c.wdcamp"
    with CampaignDesk.create(
        place, garden_design(), name="Bots", campaign="bots", seed=5, options={},
        now=lambda: NOW, nonce=lambda: os.urandom(16),
    ) as desk:  # fmt: skip
        end, played, tables = desk.design.calendar.ordinal(until), -1, 0
        while (need := go_on(desk).need) is not None and desk.state.ordinal < end:
            if need.key == "step:activations" and played != desk.state.ordinal:
                played = desk.state.ordinal
                for number, fight in enumerate(fights(desk)[:2]):
                    out = tmp_path / f"{played}-{number}.wdgame"
                    lay_fight(desk, fight.id, out=out)
                    play(out)
                    assert come_home(desk, fight.node, out)
                    tables += 1
            do(desk, need)
        assert tables >= 2
        assert {now.place.kind for now in desk.state.units.values() if now.game} <= {
            "hex", "eliminated", "removed", "node",
        }  # fmt: skip
    assert [each for each in examine_file(place)[0] if each.level != "note"] == []
