"""A counter that looks the same is the same value: whoever draws it sees that at a glance."""

import pytest
from game_list import bundled

from wardesk.engine.kernel import begin
from wardesk.games.shared.kept_looks import KeptLooks
from wardesk.model.look import CounterLook


@pytest.mark.parametrize(
    ("name", "make"), bundled(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_counters_that_look_the_same_are_the_same_values(name, make):
    rules = make()
    _, state = begin(rules, umpire=False)
    before = {one.piece: one for one in rules.showing.look(state).counters}
    after = rules.showing.look(state).counters
    assert all(one is before[one.piece] for one in after)


def test_another_piece_or_another_fact_is_drawn_anew():
    made = []

    def make():
        made.append(CounterLook(piece="a", side="x", at="1", title="A"))
        return made[-1]

    kept = KeptLooks()
    first = kept.of("a", ("a", 1), make, "moved")
    assert kept.of("a", ("a", 1), make, "moved") is first
    assert kept.of("a", ("a", 2), make, "moved") is made[1]
    assert kept.of("a", ("a", 2), make, "") is made[2]
