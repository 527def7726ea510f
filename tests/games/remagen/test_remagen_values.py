"""What is saved of a game: frozen values, and every procedure as it stands at its questions."""

import inspect
from types import ModuleType
from typing import get_args

import msgspec
import pytest
from rhine import INFO, RULES, fresh, lay, make

from wardesk.engine.types import Frame
from wardesk.games.remagen import forces, state, tables
from wardesk.games.remagen.state import (
    Advance,
    AnyFrame,
    Battle,
    Drop,
    Exchange,
    Front,
    Hits,
    Labour,
    Retreat,
    Salvo,
    SetUp,
    Transport,
    Turn,
    Unit,
)


def structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    """Classes of values that *module* makes."""
    return [one for one in vars(module).values() if inspect.isclass(one)
            and issubclass(one, msgspec.Struct) and one.__module__ == module.__name__]  # fmt: skip


@pytest.mark.parametrize("module", [forces, state, tables], ids=lambda m: m.__name__)
def test_nothing_of_a_game_is_changed_behind_the_back_of_the_rules(module: ModuleType):
    found = structs(module)
    assert found
    assert [one.__name__ for one in found if not one.__struct_config__.frozen] == []


def test_procedures_and_units_are_made_by_the_names_of_their_fields():
    for kind in (Unit, tables.FiguresRow, tables.MoraleTable, tables.Tables, *get_args(AnyFrame)):
        with pytest.raises(TypeError, match="positional"):
            kind("one")
    assert all(issubclass(kind, Frame) for kind in get_args(AnyFrame))


def test_a_word_that_nobody_knows_is_refused_in_every_file():
    row = {"side": "us", "kind": "truck", "count": 0}
    chart = {
        "kind": "truck",
        "value": 1,
        "movement": 8,
        "road": 3,
        "dice": 0,
        "range": 0,
        "size": 3,
    }
    for kind, value in (
        (forces.PoolRow, row),
        (forces.StartRow, {"kind": "truck", "count": 0}),
        (forces.SetUpFile, {}),
        (forces.ForcesFile, {"pool": [row], "start": []}),
        (tables.FiguresRow, chart),
    ):
        assert msgspec.convert(value, kind)
        with pytest.raises(msgspec.ValidationError, match="unknown field"):
            msgspec.convert({**value, "colour": "red"}, kind)
    whole = msgspec.convert({**row, "note": "x" * 400}, forces.PoolRow)
    assert (whole.count, whole.reconstruction) == (0, True)  # rebuilt, unless it says otherwise
    assert not msgspec.convert({"kind": "truck", "count": 200}, forces.StartRow).reconstruction


def test_how_many_turns_a_scenario_may_have():
    assert RULES.setting.turns == 15
    for turns in (1, 99):
        file = {**INFO.setup, **INFO.forces, "last_turn": turns}
        assert forces.read_forces(file).last_turn == turns
        assert msgspec.convert({"last_turn": turns}, forces.SetUpFile).last_turn == turns
    for turns in (0, 100):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"last_turn": turns}, forces.SetUpFile)
    assert forces.SetUpFile().last_turn == 15
    assert (forces.SetUpFile().pool, forces.SetUpFile().start) == (msgspec.UNSET, msgspec.UNSET)


def test_ground_that_a_map_says_nothing_of_is_open_land():
    assert forces.Ground() == forces.Ground(
        capacity=6, cover=False, stop=False, water=False, bridge=False, foot_only=False,
        bridgehead="", entry="", setup="")  # fmt: skip
    assert [msgspec.convert({"capacity": n}, forces.Ground).capacity for n in (0, 99)] == [0, 99]
    for wrong in ({"capacity": -1}, {"capacity": 100}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, forces.Ground)


# ---- the procedures, as they stand while somebody is asked --------------------------------------


def stack(game):
    """Every procedure in progress, the innermost last, without where it stands in its steps."""
    return [msgspec.structs.replace(frame, step="") for frame in game.state.stack]


PLAIN = Turn(step="", face=0, most=-1)


def test_the_beginning():
    assert stack(fresh()) == [PLAIN, SetUp(step="")]


def test_engineers_and_the_drop():
    seen = {"B8/visited": True, "B11/visited": True}
    game = lay("labour", "us engineers B8", "us infantry A1", marks=seen, umpire=True)
    assert stack(game) == [PLAIN, Labour(step="", sites=("B",), workers=(), points=0)]
    game.pick("us-engineers-1").roll(4)
    assert stack(game)[1] == Labour(step="", sites=("B",), workers=("us-engineers-1",), points=4)
    drop = lay("drop", "us paratroops us_yard", "us infantry A1", turn=8).choose("drop")
    assert stack(drop) == [PLAIN, Drop(step="", centre="", first=0, second=0)]
    assert stack(drop.roll(2, 3))[1] == Drop(step="", centre="F14", first=2, second=3)


def test_the_railway_bridge():
    game = lay("collapse", "us infantry D5", "german infantry Q12", turn=5, umpire=True)
    assert stack(game) == [PLAIN]
    game.roll(4)
    assert stack(game) == [Turn(step="", face=4, most=-1)]
    game.rule(bridge="stands")
    assert stack(game) == [PLAIN]
    fallen = lay("collapse", "us infantry D5", "german infantry Q12", turn=5).roll(1)
    assert stack(fallen) == [PLAIN]


def test_a_load():
    game = lay("us_move", "us infantry C4", "us truck C4", "us infantry A1").choose("load")
    assert stack(game) == [PLAIN, Transport(step="", side="us", doing="load", unit="")]
    game.pick("us-infantry-1")
    assert stack(game)[1].unit == "us-infantry-1"


def test_fire():
    rows = (
        "us medium_tank D5",
        "us machine_gun D5",
        "german infantry D6 x2",
        "german infantry Q12",
    )
    game = lay("us_fire", *rows, umpire=True)
    calm = Exchange(step="", side="us", fired=(), sector="", left=(), fired_at=(), answering=False)
    assert stack(game) == [PLAIN, calm]
    game.go("us-medium_tank-1", "D6")
    firing = Exchange(step="", side="us", fired=("D5",), sector="D5", left=("us-machine_gun-1",),
                      fired_at=("D6",), answering=False)  # fmt: skip
    salvo = {"step": "", "side": "us", "sector": "D5", "firing": ("us-medium_tank-1",),
             "target": "D6"}  # fmt: skip
    assert stack(game) == [PLAIN, firing, Salvo(**salvo, total=0, by=0)]
    game.roll(2, 3)
    assert stack(game)[2] == Salvo(**salvo, total=5, by=2)
    game.rule(hits=2)
    hits = {"step": "", "side": "us", "cell": "D6", "hits": 0, "against": 5, "bridge": "",
            "labour": 0}  # fmt: skip
    assert stack(game)[3] == Hits(**hits, dice=2, pips=0, per=0, figures=0)
    game.roll(1, 1)
    assert stack(game)[3] == Hits(**hits, dice=2, pips=2, per=1, figures=0)
    game.rule(men=2)
    assert stack(game) == [PLAIN, firing]
    game.choose("enough").go("german-infantry-1", "D5").roll(1).rule(hits=0)
    assert stack(game)[1] == Exchange(step="", side="us", fired=("D5",), sector="D6",
                                      left=("german-infantry-2",), fired_at=(),
                                      answering=True)  # fmt: skip
    held = lay("us_fire", *rows).go("us-medium_tank-1", "D6").roll(1, 1).roll(1).choose("enough")
    assert held.ask.kind == "return-fire"
    assert stack(held.choose("hold"))[:1] == [PLAIN]
    assert held.ask.kind != "fire"  # the one American sector has fired
    more = lay("us_fire", *rows, "us medium_tank Q10").go("us-medium_tank-1", "D6").roll(1, 1)
    assert stack(more.roll(1).choose("enough").choose("hold")) == [
        PLAIN, msgspec.structs.replace(calm, fired=("D5",))]  # fmt: skip
    two = lay("us_fire", "us medium_tank D5", "german infantry D6", "german engineers D6",
              "german infantry Q12").go("us-medium_tank-1", "D6")  # fmt: skip
    two.roll(1, 1).roll(2)
    assert stack(two)[3].figures == 2


def test_a_battle():
    rows = ("us infantry D5", "german infantry D6", "german infantry Q12")
    game = lay("us_combat", *rows, turn=2, umpire=True)
    front = Front(step="", side="us", links=(), battles=())
    battle = {"step": "", "side": "us", "attackers": ("D5",), "defenders": ("D6",)}
    begun = Battle(**battle, face=0, judged=None, total=0, by=0, second=False, result="",
                   target="", contact=(), struck=())  # fmt: skip
    assert stack(game) == [PLAIN, front, begun]
    game.roll(3)
    judged = msgspec.structs.replace(begun, face=3, judged=(1, 1, 0), result="FC")
    assert stack(game)[2] == judged
    game.rule(result="FC")
    fire = msgspec.structs.replace(judged, second=True, contact=("D5", "D6"), target="D6")
    assert stack(game)[2] == fire
    game.roll(5)
    assert stack(game)[2] == msgspec.structs.replace(fire, total=5, by=2)
    game.rule(hits=2)
    answer = msgspec.structs.replace(fire, total=5, by=2, contact=("D6",), target="D5",
                                     struck=(("D6", 2, 1),))  # fmt: skip
    assert stack(game)[2] == answer


def test_an_automatic_result_has_no_die():
    game = lay("us_combat", "us heavy_tank D5", "german infantry D6", "german infantry Q12",
               umpire=True)  # fmt: skip
    assert dict(game.ask.proposed) == {"result": "DX"}
    found = game.rules.showing.case(game.state, None)
    assert [(one.label, one.ways, one.of) for one in found.odds] == [("Defender eliminated", 1, 1)]


def test_losers_and_winners():
    game = lay("us_combat", "us heavy_tank D5", "german machine_gun D6", "german infantry Q12",
               turn=2).roll(1)  # fmt: skip
    retreat = Retreat(step="", loser="german", cells=("D6",), length=2, rout=True,
                      left=("german-machine_gun-1",))  # fmt: skip
    assert stack(game)[-1] == retreat
    game.cell("D8")
    assert stack(game)[-1] == Advance(step="", side="us", into=("D6",), units=("us-heavy_tank-1",),
                                      length=1)  # fmt: skip


def test_fields_of_a_unit_that_nothing_happened_to():
    assert Unit(id="us-truck-1", side="us", at="A1", kind="truck") == Unit(
        id="us-truck-1", side="us", at="A1", kind="truck", figures=0, hits=0, carrier="", spent=0,
        moved=False, halt="", goes_on=False, pinned=False)  # fmt: skip
    assert make().setting.tables is tables.TABLES
