"""Options that the rulings name: offered as data, checked, and each with its effect."""

import pytest
from eben import INFO, lay, make, ready, sally

from wardesk.errors import UserError
from wardesk.games.eben_emael.ch02_sequence import PHASES
from wardesk.services.tables import load_table

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
        "solitaire",
    ]
    for option in options:
        assert option.title
        assert option.cite
        assert option.default == option.keys[0]
        assert all(choice.label for choice in option.choices)


def test_a_table_tells_what_is_chosen():
    chosen = {o.id: o.default for o in make(control="last").option_list()}
    assert chosen["control"] == "last"
    assert chosen["charge"] == "die"


@pytest.mark.parametrize(
    ("options", "text"),
    [({"control": "none"}, "silenced or last or present"), ({"weather": "fog"}, "no option")],
)
def test_a_wrong_option_is_named(options, text):
    with pytest.raises(UserError, match=text):
        load_table(INFO.id, options)


@pytest.mark.rule("EE 2.1", "EE N7")
def test_the_strip_is_the_usual_order():
    assert make().phases == PHASES
    assert make().after["belgian_artillery"] == "belgian_machine_guns"
    assert make().after["german_attack"] == "belgian_cards"


@pytest.mark.rule("EE 2.1", "EE 2.1-IV")
def test_by_option_artillery_fires_after_the_german_attack():
    order = [step for step, _, _ in PHASED.phases]
    assert order.index("belgian_artillery") == order.index("german_attack") + 1
    crew = (sally("c", "BL3", inside=True),)
    game = lay("german_attack", {"glider-6": "D1"}, crew, rules=PHASED)
    assert (game.ask.kind, game.ask.pieces) == ("guns", ("BL3.artillery",))
    game.choose("done")
    assert game.ask.kind == "move"


@pytest.mark.rule("EE 2.1-II-B")
def test_by_option_any_gun_may_fire_after_the_german_move_but_once_a_turn():
    crew = (sally("c", "BL3", inside=True),)
    game = lay("belgian_mortars", {"glider-6": "D1"}, crew, rules=PHASED)
    game.pick("BL3.artillery").roll(6, 6)
    assert game.ask.kind != "guns"
    assert game.pieces["BL3.artillery"].fired


@pytest.mark.parametrize("seed", range(3))
def test_games_with_every_option_end(seed):
    table = ready(flamethrower="column", sequence="phases", control="present", charge="sure")
    assert table.fresh().finish(seed).state.result is not None
