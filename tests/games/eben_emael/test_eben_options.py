"""Options that the rulings name: offered as data, checked, and each with its effect."""

import pytest
from eben import INFO, garrison, lay, make, ready

from wardesk.errors import UserError
from wardesk.games.eben_emael.setting import PHASES
from wardesk.services.play.tables import load_table

PHASED = make(sequence="phases")


def test_every_option_is_told_in_words():
    options = make().option_list()
    assert [o.id for o in options] == [
        "flamethrower",
        "sequence",
        "control",
        "charge",
        "doors",
        "losses",
        "sallies",
        "march_fire",
        "gliders",
        "guns",
        "target",
        "hands",
        "solitaire",
    ]
    for option in options:
        assert option.title
        assert option.cite
        assert option.default in option.keys
        assert all(choice.label for choice in option.choices)


@pytest.mark.rule("EE N22", "EE N24", "EE N39", "EE N41", "EE N48")
def test_the_printed_reading_stands_first_and_where_it_is_not_played_the_choice_says_ours():
    options = {option.id: option for option in make().option_list()}
    printed = {
        "flamethrower": "die",
        "control": "last",
        "charge": "sure",
        "doors": "shut",
        "losses": "first",
        "sallies": "leave",
        "march_fire": "moving",
        "gliders": "fort",
        "guns": "all",
        "target": "nearest",
    }
    assert {key: options[key].keys[0] for key in printed} == printed
    ours = {
        option.id
        for option in options.values()
        for choice in option.choices
        if choice.key == option.default and choice.label.endswith("(ours)")
    }
    assert ours == {key for key, first in printed.items() if options[key].default != first}
    assert ours == {"control", "charge", "gliders", "guns"}


def test_a_table_tells_what_is_chosen():
    chosen = {o.id: o.default for o in make(control="last").option_list()}
    assert chosen["control"] == "last"
    assert chosen["charge"] == "die"


@pytest.mark.parametrize(
    ("options", "text"),
    [({"control": "none"}, "last or present or silenced"), ({"weather": "fog"}, "no option")],
)
def test_a_wrong_option_is_named(options, text):
    with pytest.raises(UserError, match=text):
        load_table(INFO.id, options)


@pytest.mark.rule("EE 2.1", "EE N7")
def test_the_strip_is_the_usual_order():
    assert make().setting.phases == PHASES
    assert make().setting.after["belgian_artillery"] == "belgian_machine_guns"
    assert make().setting.after["german_attack"] == "belgian_cards"


@pytest.mark.rule("EE 2.1", "EE 2.1-IV")
def test_by_option_artillery_fires_after_the_german_attack():
    order = [step for step, _, _ in PHASED.setting.phases]
    assert order.index("belgian_artillery") == order.index("german_attack") + 1
    crew = (garrison("c", "BL3"),)
    game = lay("german_attack", {"glider-6": "D1"}, crew, rules=PHASED)
    assert (game.ask.kind, game.ask.pieces) == ("guns", ("BL3.artillery",))
    game.choose("done")
    assert game.ask.kind == "move"


@pytest.mark.rule("EE 2.1-II-B")
def test_by_option_any_gun_may_fire_after_the_german_move_but_once_a_turn():
    crew = (garrison("c", "BL3"),)
    game = lay("belgian_mortars", {"glider-6": "D1"}, crew, rules=PHASED)
    game.pick("BL3.artillery").roll(6, 6)
    assert game.ask.kind != "guns"
    assert game.pieces["BL3.artillery"].fired


@pytest.mark.plays
@pytest.mark.parametrize("seed", range(3))
def test_games_with_every_option_end(seed):
    table = ready(flamethrower="column", sequence="phases", control="present", charge="sure")
    assert table.fresh().finish(seed).state.result is not None
