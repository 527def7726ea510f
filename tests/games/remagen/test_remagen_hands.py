"""What a whole game wants of the hands, with the set *stand and fire*: 368 of a goal of 380."""

import pytest
from answers import counted, played

SCENARIO = "remagen/7-march-1945"


@pytest.mark.slow
def test_a_whole_game_wants_no_more_of_the_hands_than_its_goal():
    ordered, asked = counted(played(SCENARIO, 7, "stand")), counted(played(SCENARIO, 7))
    assert ordered.by_order > 0 == asked.by_order
    assert ordered.by_hand <= 368 <= 380
    assert ordered.by_hand / ordered.answers < asked.by_hand / asked.answers
