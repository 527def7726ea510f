"""What the script has worked out and keeps is what it would work out anew."""

import pytest

from wardesk.engine.kernel import begin
from wardesk.engine.types import replace
from wardesk.games.eben_emael.prospects import german_values
from wardesk.players.bots import PolicyPlayer, RandomPlayer
from wardesk.players.match import play_match
from wardesk.services.play.tables import load_table

pytestmark = pytest.mark.plays


@pytest.mark.parametrize("control", ["last", "present", "silenced", "destroyed"])
@pytest.mark.parametrize("name", ["historical", "full-readiness"])
def test_what_sectors_are_worth_does_not_depend_on_what_was_kept(name, control):
    rules = load_table(f"eben-emael/{name}", {"control": control, "sallies": "leave"}).rules
    fresh = load_table(f"eben-emael/{name}", {"control": control, "sallies": "leave"}).rules.setting
    looked = []

    def watch(before, event):
        if before.ask.kind == "move":
            for armed in (False, True):
                fresh.kept.clear()
                found = german_values(rules.setting, before, armed=armed)
                assert found == german_values(fresh, before, armed=armed)
                looked.append(tuple(found.items()))

    for seed in range(4):
        german, belgian = [(PolicyPlayer, RandomPlayer)[seed >> at & 1]() for at in (0, 1)]
        play_match(rules, {"german": german, "belgian": belgian}, seed, watch)

    assert len(rules.setting.kept) < len(looked) / 2
    assert len(set(looked)) > 20


def test_a_blocked_work_is_worth_the_same_with_germans_on_it_and_without():
    rules = load_table("eben-emael/historical", {"control": "silenced"}).rules
    setting, (_, state) = rules.setting, begin(rules, umpire=False)
    work = next(cell for cell in setting.fort.works if cell in setting.fort.points)
    marks = {f"{work}/blocked": True, setting.fort.control[work]: "german"}
    squad = next(piece for piece in state.pieces.values() if piece.kind == "squad")

    on_it, away = (  # worked out anew for each: what is kept does not tell them apart
        german_values(
            load_table("eben-emael/historical", {"control": "silenced"}).rules.setting,
            replace(state, marks=marks, pieces={**state.pieces, squad.id: replace(squad, at=cell)}),
            armed=False,
        )[work]
        for cell in (work, None)
    )

    assert on_it == away > 0
