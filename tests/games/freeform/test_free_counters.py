"""Chapter 2: what can be done with counters."""

from __future__ import annotations

import pytest
from free_table import opened, pick, played, rules

from wardesk.engine.kernel import Illegal
from wardesk.engine.types import Cells, Path


def counter(journal, name):
    return journal.state().pieces[name]


@pytest.mark.rule("FF 2.1")
def test_every_place_of_the_map_can_be_reached():
    found = rules()

    assert set(found.reach(opened(found).state(), ("Tank",))) == set(found.board.cells)


@pytest.mark.rule("FF 2.1")
def test_counters_are_put_down_where_the_way_ends():
    journal = played(opened(), Path(("Tank", "Foe"), ("0505", "1111")))

    assert counter(journal, "Tank").at == counter(journal, "Foe").at == "1111"


@pytest.mark.rule("FF 2.1")
def test_a_move_to_where_it_is_already_is_refused():
    with pytest.raises(Illegal, match="there already"):
        played(opened(), Path(("Tank",), ("0101",)))


@pytest.mark.rule("FF 2.2")
def test_any_number_of_any_side_may_share_a_place():
    everyone = ("Tank", "Scout", "Guns", "Foe")
    journal = played(opened(), Path(everyone, ("1111",)))

    assert {c.at for c in journal.state().pieces.values()} == {"1111"}


@pytest.mark.rule("FF 2.3")
def test_a_flip_takes_a_step_and_the_last_one_brings_all_back():
    journal = opened()
    left = [counter(played(journal, "flip", pick("Guns")), "Guns").steps for _ in range(3)]

    assert left == [2, 1, 3]


@pytest.mark.rule("FF 2.3")
def test_a_counter_with_one_step_has_no_back():
    assert set(played(opened(), "flip").state().ask.pieces) == {"Tank", "Guns"}


def test_the_reduced_side_shows_its_own_factors():
    found = rules()
    state = played(opened(found), "flip", pick("Tank")).state()
    look = next(c for c in found.look(state).counters if c.piece == "Tank")

    assert (look.left, look.right, look.reduced) == ("3", "3", True)


@pytest.mark.rule("FF 2.4")
@pytest.mark.parametrize(
    ("turns", "facing"), [(["right"], 2), (["left"], 6), (["around", "right"], 5), (["none"], 0)]
)
def test_facing_goes_round_in_six_on_hexes(turns, facing):
    journal = opened()
    for key in turns:
        played(journal, "face", pick("Tank"), key)

    assert counter(journal, "Tank").facing == facing


@pytest.mark.rule("FF 2.5")
def test_a_marker_on_a_counter_is_taken_up_again():
    journal = played(opened(), "mark", pick("Tank", "Foe"), "mark done")
    assert counter(journal, "Foe").marks == "done"

    played(journal, "mark", pick("Foe"), "mark disrupted")
    played(journal, "mark", pick("Foe"), "mark done")
    assert counter(journal, "Foe").marks == "disrupted"


@pytest.mark.rule("FF 2.5")
def test_a_marker_lies_on_places_and_is_taken_up_again():
    found = rules()
    journal = played(opened(found), "ground", "mark done", Cells(("0101", "0505")))
    assert {m.cell for m in found.look(journal.state()).marks} == {"0101", "0505"}

    played(journal, "ground", "mark done", Cells(("0101",)))
    assert {m.cell for m in found.look(journal.state()).marks} == {"0505"}


@pytest.mark.rule("FF 2.6")
def test_a_group_moves_together_until_it_parts():
    journal = played(opened(), "group", pick("Tank", "Scout"), Path(("Tank",), ("0505",)))
    assert counter(journal, "Scout").at == "0505"

    played(journal, "group", pick("Tank", "Scout"), Path(("Tank",), ("0707",)))
    assert counter(journal, "Scout").at == "0505"


@pytest.mark.rule("FF 2.6")
def test_a_group_stands_in_one_place():
    with pytest.raises(Illegal, match="one place"):
        played(opened(), "group", pick("Tank", "Foe"))


@pytest.mark.rule("FF 2.8")
@pytest.mark.parametrize(("key", "at"), [("aside", None), ("box reserve", "reserve")])
def test_counters_leave_the_map_and_come_back(key, at):
    journal = played(opened(), "box", pick("Tank"), key)
    assert counter(journal, "Tank").at == at

    assert counter(played(journal, Path(("Tank",), ("0202",))), "Tank").at == "0202"


def test_boxes_list_what_lies_in_them():
    found = rules()
    state = played(opened(found), "box", pick("Tank"), "box reserve").state()
    boxes = {box.id: box.pieces for box in found.look(state).boxes}

    assert boxes["reserve"] == ("Tank",)
    assert boxes["aside"] == ("Guns",)


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (("face", pick("Tank"), "right"), "Tank: turned clockwise"),
        (("face", pick("Tank"), "none"), "Tank: no facing"),
        (("box", pick("Tank", "Foe"), "box reserve"), "Tank and Foe: put into Reserve"),
        (("box", pick("Tank"), "aside"), "Tank: off the table"),
        (("hide", pick("Tank"), "from red"), "Tank: put out of sight of Red"),
        (("hide", pick("Tank"), "show"), "Tank: shown again"),
        (("mark", pick("Tank"), "mark done"), "Tank: marker Done laid or taken up"),
    ],
)
def test_the_log_tells_what_was_done(answers, told):
    assert [line.text for line in played(opened(), *answers).event.story] == [told]
