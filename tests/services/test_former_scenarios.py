"""A game begun on a map that a shipped scenario has no longer goes on where it was begun."""

from pathlib import Path

import pytest

from wardesk.documents.packs.store import former_scenario
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import scenario_info

MUSEUM = Path(__file__).parents[1] / "museum"
BEGUN = {"best": ("corridor", "49.157"), "victory": ("cauldron", "41.51")}


@pytest.mark.parametrize("name", BEGUN)
def test_a_game_of_the_two_oblique_maps_goes_on_on_its_map(name: str) -> None:
    inside, goal = BEGUN[name]
    with PlaySession.open(MUSEUM / f"oblique-v5-{name}.wdgame", keep=False) as session:
        setting = session.rules.setting
        state = session.state
        assert setting.board.id == inside
        assert not [text for text in session.notices if "map has changed" in text]
        assert goal in {
            cell for row in setting.scenario.victory for hold in row.hold for cell in hold.cells
        }
        there = {unit.at for unit in state.pieces.values() if unit.at and "." in unit.at}
        assert there
        assert there <= setting.in_play


def test_a_scenario_as_it_is_now_has_no_former_one() -> None:
    for short in ("the-best-laid-plans", "a-victory-lost"):
        board = PlaySession.new(f"market-garden/{short}", seed=1, keep=False)
        with board as session:
            assert session.rules.setting.board.id == "country"
            digest = session.rules.board.digest
        assert former_scenario(f"market-garden/{short}", digest) is None
        assert former_scenario(f"market-garden/{short}", "") is None
    assert former_scenario("../market-garden/x", "a") is None
    assert "oblique" not in "".join(scenario_info("market-garden/hells-highway").id)
