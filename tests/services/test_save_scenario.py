"""*Save as scenario*: what was on the table is what the new scenario begins with."""

from __future__ import annotations

import shutil

import msgspec
import pytest

from wardesk import paths
from wardesk.documents.packs.store import read_pack
from wardesk.engine.types import Choose, Path, SetPiece, SetTrack
from wardesk.errors import DamagedFile, UserError
from wardesk.games.shared.printed import laid_over
from wardesk.services.packs.new_table import TablePlan, make_planned
from wardesk.services.packs.save_scenario import ScenarioPlan, basis, save_scenario
from wardesk.services.packs.shelf import open_pack, read_shelf
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import load_table
from wardesk.words import encode

FORT_GAME = "eben-emael/historical"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415408d763f8cfc000000301010018dd8db00000000049454e44ae426082"
)


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


@pytest.fixture
def hexes():
    return paths.campaigns() / "hannut-stonne" / "maps" / "hannut"


@pytest.fixture
def table(tmp_path, hexes):
    sides = [{"id": "n", "name": "North", "field": "#aabbcc"}, {"id": "s", "name": "South"}]
    rows = [{"name": "Ant", "side": "n", "place": "0101", "steps": "2", "factors": "4-3"}]
    made = make_planned(TablePlan(map=hexes, sides=sides, counters=rows), tmp_path / "made")
    return PlaySession.new(made.scenario, seed=1, keep=False)


def of_the_table(state):
    """What lies on the table, without the order of the counters in memory."""
    pieces = {name: msgspec.structs.replace(piece, pile=0) for name, piece in state.pieces.items()}
    return pieces, state.tracks, state.cups, dict(sorted(state.marks.items()))


def test_a_free_table_begins_again_as_it_stood(table, tmp_path):
    from wardesk.documents.files.pictures import keep_bytes

    picture = keep_bytes(PNG, "dot.png")
    for key, *words in (
        ("add", "name=Bee", "side=s", "symbol=artillery", "place=0202", f"picture={picture}"),
        ("flip", "Ant"),
        ("marker", "On fire", "Fi", "#cc4411", "diamond"),
        ("mark", "on-fire", "Ant"),
        ("ground", "done", "0303"),
        ("hide", "down s", "Ant"),
        ("face", "3", "Ant"),
        ("track", "turn", "4"),
        ("note", "add", 'Say "hello" = 1 # no comment'),
    ):
        table.answer(Choose(key, tuple(words)))
    table.answer(Path(("Ant",), ("0505",)))
    table.answer(Choose("pass"))
    before = of_the_table(table.state)

    save_scenario(table, ScenarioPlan(title="Ants and bees"), tmp_path / "ants")
    shutil.rmtree(tmp_path / "made")
    shutil.rmtree(tmp_path / "home")
    shutil.move(tmp_path / "ants", tmp_path / "friend" / "ants")
    again = PlaySession.new(
        str(tmp_path / "friend" / "ants" / "scenarios" / "scenario.toml"), seed=2, keep=False
    )

    marks = {k: v for k, v in before[3].items() if not k.startswith("marker/")}
    assert of_the_table(again.state) == (*before[:3], marks)
    assert again.state.ask.who == "s"
    assert [mark.id for mark in again.rules.setting.layout.marks][-1] == "on-fire"


def test_a_coded_game_keeps_its_edits_options_and_victory_levels(tmp_path):
    session = PlaySession.new(
        FORT_GAME, seed=1, mode="adjudicate", keep=False, options={"control": "present"}
    )
    glider = next(name for name, piece in session.state.pieces.items() if piece.side == "german")
    session.edit([SetPiece(glider, "men", 3)], "umpire", "A crash on the way")
    edited = session.state
    assert len(basis(session).edits) == 1

    plan = ScenarioPlan(title="A worse start", values={"victory.minor": 11})
    scenario = save_scenario(session, plan, tmp_path / "worse")
    again = PlaySession.new(str(scenario), seed=5, keep=False)

    assert again.state.pieces == edited.pieces
    assert again.rules.setting.tables.victory(10).id == "tactical"
    assert again.rules.setting.options.control == "present"
    assert load_table(FORT_GAME, {}).rules.setting.tables.victory(10).id == "minor"
    assert again.info.reconstruction
    assert again.rules.digest != load_table(FORT_GAME, {"control": "present"}).rules.digest


def test_a_scenario_of_a_scenario_keeps_both_edits(tmp_path):
    scenario = FORT_GAME
    for number, name in enumerate(("first", "second")):
        session = PlaySession.new(str(scenario), seed=1, mode="adjudicate", keep=False)
        piece = sorted(p for p, c in session.state.pieces.items() if c.side == "german")[number]
        session.edit([SetPiece(piece, "men", 2)], "umpire", "Losses")
        scenario = save_scenario(session, ScenarioPlan(title=name), tmp_path / name)

    state = PlaySession.new(str(scenario), seed=1, keep=False).state
    assert sorted(c.men for c in state.pieces.values() if c.side == "german")[:2] == [2, 2]


def test_what_was_played_after_the_edits_is_no_part_of_it(tmp_path):
    session = PlaySession.new(FORT_GAME, seed=1, mode="adjudicate", keep=False)
    turn = session.state.tracks["turn"] + 4
    session.edit([SetTrack("turn", turn)], "umpire", "Later")
    session.answer(session.bot_answer(session.ask.who, "random"))
    session.edit([SetTrack("victory_points", 9)], "umpire", "Too late")

    assert basis(session).played
    scenario = save_scenario(session, ScenarioPlan(title="Late"), tmp_path / "late")
    tracks = PlaySession.new(str(scenario), seed=1, keep=False).state.tracks
    assert (tracks["turn"], tracks["victory_points"]) == (turn, 0)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"victory.minor": 4}, "more points than the one below"),
        ({"victory.minor": 0}, "not from 1 to 99"),
    ],
)
def test_victory_levels_must_rise(tmp_path, values, says):
    session = PlaySession.new(FORT_GAME, seed=1, keep=False)

    with pytest.raises(UserError, match=says):
        save_scenario(session, ScenarioPlan(title="x", values=values), tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_a_folder_that_is_there_is_not_written_over(table, tmp_path):
    (tmp_path / "mine").mkdir()

    with pytest.raises(UserError, match="is there already"):
        save_scenario(table, ScenarioPlan(title="x"), tmp_path / "mine")


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        ("not json", "Edit 1 of the scenario cannot be read"),
        ('{"type":"piece","piece":"nobody","field":"men","value":1}', "no piece 'nobody'"),
        ("[" * 100_000, "Edit 1 of the scenario cannot be read"),
    ],
)
def test_edits_that_are_none_are_told_with_the_file(tmp_path, edit, says):
    session = PlaySession.new(FORT_GAME, seed=1, keep=False)
    scenario = save_scenario(session, ScenarioPlan(title="x"), tmp_path / "x")
    text = scenario.read_text("utf-8").replace("edits = []", f"edits = [{encode(edit).decode()}]")
    scenario.write_text(text, "utf-8")

    with pytest.raises(UserError, match=says) as told:
        open_pack(tmp_path / "x")
    assert str(scenario) in told.value.message
    assert not read_shelf().broken


def test_a_missing_picture_of_a_pack_is_named(table, tmp_path):
    from wardesk.documents.files.pictures import keep_bytes

    picture = keep_bytes(PNG, "dot.png")
    table.answer(Choose("add", ("name=Bee", "side=s", f"picture={picture}")))
    save_scenario(table, ScenarioPlan(title="Bees"), tmp_path / "bees")
    (tmp_path / "bees" / "art" / picture).unlink()

    with pytest.raises(UserError, match=r"picture .* is missing"):
        read_pack(tmp_path / "bees")


def test_a_picture_that_became_a_bomb_is_refused(table, tmp_path):
    from wardesk.documents.files.pictures import keep_bytes

    picture = keep_bytes(PNG, "dot.png")
    table.answer(Choose("add", ("name=Bee", "side=s", f"picture={picture}")))
    save_scenario(table, ScenarioPlan(title="Bees"), tmp_path / "bees")
    wide = PNG[:16] + (40_000).to_bytes(4, "big") + PNG[20:]
    (tmp_path / "bees" / "art" / picture).write_bytes(wide)

    with pytest.raises(DamagedFile, match="40,000"):
        read_pack(tmp_path / "bees")


def test_own_charts_of_the_table_are_the_scenario_s(tmp_path):
    """Whoever gives such a table away gives its charts with it."""
    cells = {"charts": '{"combat.rows.2.1":"N"}', "fire.moved": -3}
    with PlaySession.new("hannut-stonne/first-contact", seed=1, keep=False, options=cells) as first:
        made = save_scenario(first, ScenarioPlan(title="Mine"), tmp_path / "mine")
        digest = first.rules.digest

    rules = load_table(str(made), {}).rules
    assert {(c.path, c.value, c.origin) for c in laid_over(rules)} == {
        ("combat.rows.2.1", "N", "scenario"), ("fire.moved", -3, "scenario"),
    }  # fmt: skip
    assert rules.digest == digest


def test_a_changed_figure_of_the_scenario_is_saved_too(tmp_path):
    figure = {"victory.minor": 11}
    with PlaySession.new("eben-emael/historical", seed=1, keep=False, options=figure) as first:
        made = save_scenario(first, ScenarioPlan(title="Mine"), tmp_path / "mine")

    assert {v.id: v.value for v in load_table(str(made), {}).rules.variables()}[
        "victory.minor"
    ] == 11
