"""Rulebooks that are data: what is read, what is refused, and any that is whole plays."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from moscow import SCENARIO, rules

from wardesk import paths
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.engine.types import Outcome, Roll
from wardesk.errors import UserError
from wardesk.games.written.faults import faults
from wardesk.games.written.reading import book_of, read
from wardesk.games.written.rules import WrittenRules
from wardesk.games.written.schema import Do, Rulebook
from wardesk.services.play.tables import load_table, scenario_info

replace = msgspec.structs.replace
PACK = paths.campaigns() / "battle-for-moscow"


def raw() -> dict[str, Any]:
    return {**msgspec.toml.decode((PACK / "rules.toml").read_bytes()),
            **msgspec.toml.decode((PACK / "charts.toml").read_bytes())}  # fmt: skip


def test_the_shipped_rulebook_has_no_faults():
    assert faults(read(PACK)) == []


@pytest.mark.parametrize(
    ("change", "key", "says"),
    [
        (lambda b: b["turn"]["phases"][1].update(rule="fly"), "turn.phases.1.rule", "no move"),
        (lambda b: b["combat"][0].update(attack="guns"), "combat.0.attack", "no value"),
        (lambda b: b["chart"][0]["rows"].pop("4"), "chart.0.rows", "no row for 4"),
        (lambda b: b["chart"][0]["rows"]["4"].pop(), "chart.0.rows.4", "5 cells"),
        (lambda b: b["chart"][0]["rows"].update({"4": ["XX"] * 6}), "chart.0.rows.4.0", "XX"),
        (lambda b: b["chart"][0].update(columns=["1:1", "3:1", "2:1", "4:1", "5:1", "6:1"]),
         "chart.0.columns", "do not rise"),
        (lambda b: b["chart"][0]["results"]["EX"].append({"do": "match"}),
         "chart.0.results.EX.3.value", "which value"),
        (lambda b: b["win"].clear() or b["win"].append({"at": "turn", "winner": "german"}),
         "win", "after the last turn"),
        (lambda b: b["replace"][0].update(line="road"), "replace.0.line", "no line"),
        (lambda b: b.update(check=[{"id": "a", "value": "strength",
                                    "failed": [{"do": "check", "check": "a"}]}]),
         "check.0", "leads to itself"),
        (lambda b: b["sides"][1].update(id="german"), "sides.1.id", "twice"),
    ],
)  # fmt: skip
def test_a_fault_says_where_and_what(change, key, says):
    book = raw()
    change(book)
    found = {fault.key: str(fault.text) for fault in faults(msgspec.convert(book, Rulebook))}
    assert key in found
    assert says in found[key]


def test_an_entry_that_nobody_knows_is_refused_with_its_place():
    book = raw()
    book["move"][0]["alowance"] = "move"
    with pytest.raises(UserError, match=r"rules\.toml: move, row 1: .*alowance"):
        book_of({"rules": book})


def test_a_scenario_lays_a_cell_of_a_chart_over_the_pack():
    info = scenario_info(SCENARIO)
    cells = {"chart": {"crt": {"rows": {"3": {"3": "EX"}}}}}
    board = rules().board
    plain = WrittenRules(board, info.laid_out(), {})
    laid = WrittenRules(board, info.laid_out(cells), {})
    assert plain.setting.charts["crt"].rows["3"][3] == "DR"
    assert laid.setting.charts["crt"].rows["3"][3] == "EX"
    assert laid.showing.charts()[0].origins[2][3] == "own"
    assert laid.digest != plain.digest


def test_replacements_can_be_swept():
    known = {value.id for value in rules().variables()}
    assert "replacements.soviet" in known
    table = load_table(SCENARIO, {"replacements.soviet": 3}).rules
    assert isinstance(table, WrittenRules)
    assert table.setting.setup.replacements["soviet"] == 3


# ---- any rulebook that is whole plays ------------------------------------------------------------


def play(game: WrittenRules, seed: int, *, umpire: bool) -> int:
    """A game of random answers; how many there were."""
    rng, n = random.Random(seed), 0
    _, state = begin(game, umpire=umpire)
    while state.ask is not None:
        ask, n = state.ask, n + 1
        assert n < 4000, (ask.kind, state.stack)
        if ask.who == "chance":
            answer = Roll(tuple(rng.randint(1, f) for f in ask.dice))
        elif ask.who == "umpire":
            answer = Outcome(ask.proposed)
        else:
            answer = game.sample(state, rng)
        _, state = advance(game, state, answer, Stamp(id=n, parent=n - 1), umpire=umpire)
    assert state.result is not None
    return n


DOS = st.builds(
    Do,
    do=st.sampled_from(["lose", "retreat", "eliminate", "match", "points"]),
    whom=st.sampled_from(["attacker", "defender"]),
    steps=st.integers(0, 3),
    each=st.booleans(),
    cells=st.integers(1, 3),
    way=st.sampled_from(["owner", "enemy"]),
    picks=st.sampled_from(["owner", "enemy", "weakest", "strongest"]),
    value=st.just("strength"),
    instead=st.sampled_from(["", "lose"]),
)


@st.composite
def books(draw) -> Rulebook:
    """Rulebooks like the shipped one, each part drawn anew."""
    book = read(PACK)
    pick = lambda *of: draw(st.sampled_from(of))  # noqa: E731 - short names read best here
    zone = replace(
        book.zone,
        none=pick(True, False, False),
        enter=pick("free", "stop", "cost"),
        enter_cost=pick(0, 1, 2),
        leave=pick("free", "cost", "combat only"),
        leave_cost=pick(0, 1),
        through=pick("free", "forbidden"),
        friend_lifts=pick((), ("move",), ("retreat", "supply")),
    )
    stack = replace(book.stack, most=pick(1, 2, 3), checked=pick("end", "always"))
    retreat = replace(
        book.retreat,
        zones=pick("never", "not at end", "lose", "free"),
        exact=pick(True, False),
        full=pick("further", "never"),
        no_way=pick("eliminated", "lose", "stays"),
        away=pick(False, True),
    )
    advance_ = replace(
        book.advance,
        most=pick("none", "one", "room", "all"),
        must=pick(True, False),
        zones=pick(True, False),
    )
    combat = replace(
        book.combat[0],
        announce=pick("each", "all first"),
        range=pick(1, 1, 2),
        must=pick("free", "attack adjacent", "attack and be attacked"),
        once=pick(True, False),
        round=pick("down", "defender", "nearest"),
        cap=pick("before", "after"),
        together=pick(True, False),
    )
    results = {
        name: tuple(draw(st.lists(DOS, max_size=3))) if draw(st.booleans()) else old
        for name, old in book.chart[0].results.items()
    }
    phases = tuple(draw(st.permutations(book.turn.phases)))
    moves = tuple(
        replace(m, least_one=pick(True, False), enemy=pick("never", "never", "stops"))
        for m in book.move
    )
    return replace(
        book, zone=zone, stack=stack, retreat=retreat, advance=advance_, combat=(combat,),
        move=moves, chart=(replace(book.chart[0], results=results),),
        turn=replace(book.turn, last=2, phases=phases, order=pick("listed", "sides")),
    )  # fmt: skip


@given(books(), st.integers(0, 1 << 20), st.booleans())
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_rulebook_without_faults_plays_to_its_end(book, seed, umpire):
    info = scenario_info(SCENARIO)
    files = msgspec.to_builtins(book)
    forces = {**info.forces, "rules": {k: v for k, v in files.items() if k != "chart"},
              "charts": {"chart": files["chart"]}}  # fmt: skip
    assert not faults(book)
    game = WrittenRules(rules().board, {**info.setup, "forces": forces}, {})
    assert play(game, seed, umpire=umpire) > 10


def test_files_of_a_pack_are_read_beside_its_forces():
    assert set(scenario_info(SCENARIO).forces) == {"rules", "charts", "counter"}
    assert Path(scenario_info(SCENARIO).map).name == "moscow"
