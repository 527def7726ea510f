"""A game on a pack of one's own carries what it needs of it, and opens wherever it is taken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from pictures import png

import wardesk
from wardesk import paths
from wardesk.cli.main import main
from wardesk.documents.files.container import pack as zipped
from wardesk.documents.games.gamelog import CarriedPart, read_log
from wardesk.documents.games.log_writer import save_copy
from wardesk.documents.maps.store import read_map, write_map
from wardesk.documents.packs import pack_parts
from wardesk.engine.types import Choose
from wardesk.errors import UserError
from wardesk.services.packs.new_table import make_table
from wardesk.services.packs.pack_copy import is_shipped
from wardesk.services.packs.shelf import open_pack
from wardesk.services.play.files import recent_games, recover
from wardesk.services.play.session import PlaySession

STONNE = paths.campaigns() / "hannut-stonne" / "maps" / "stonne"
PERSON = "marguerite"


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    def go(name):
        monkeypatch.setenv("WARDESK_HOME", str(tmp_path / name))
        monkeypatch.setenv("WARDESK_CACHE", str(tmp_path / name / "cache"))

    go("mine")
    return go


@pytest.fixture
def own(tmp_path):
    """The scenario of a pack made with a map, counters and a picture, in a person's own folder."""
    folder = tmp_path / PERSON
    folder.mkdir()
    (folder / "f.png").write_bytes(png(4, 4, 10))
    (folder / "c.csv").write_text("name,side,place,picture\nAnt,Ants,0203,f.png\nBee,Bees,,\n")
    return Path(make_table(STONNE, folder / "c.csv", out=folder / "ants").scenario)


def begun(own, path, **settings):
    with PlaySession.new(str(own), seed=1, path=path, **settings) as session:
        session.answer(Choose("pass"))
    return path


def gone(own):
    shutil.rmtree(own.parents[1])


def opens(path):
    with PlaySession.open(path) as session:
        head = session.journal.head
        ant = session.state.pieces["Ant"]
        session.answer(Choose("pass"))
        assert session.journal.head == head + 1
        return ant.at, session.notices


@pytest.mark.parametrize("packed", [False, True])
def test_a_game_opens_though_its_pack_is_gone_and_goes_on(own, tmp_path, at_home, packed):
    path = begun(own, tmp_path / "a.wdgame")
    if packed:
        with PlaySession.open(path) as session:
            session.save_as(tmp_path / "b.wdgame")
        path = tmp_path / "b.wdgame"
    gone(own)
    assert opens(path) == ("0203", ())
    at_home("theirs")
    assert opens(path) == ("0203", ())
    with PlaySession.open(path) as session:
        assert session.state.pieces["Ant"].picture
        assert session.info.scenario.startswith(str(tmp_path / "theirs"))


def test_a_game_names_no_folder_of_a_person(own, tmp_path):
    path = begun(own, tmp_path / "a.wdgame")
    assert PERSON.encode() not in path.read_bytes()
    header = read_log(path).header
    assert header.scenario == "ants/table"
    assert len(header.pack) == 64


def test_a_game_on_a_shipped_scenario_asked_for_by_its_file_names_none_either(tmp_path):
    file = paths.campaigns() / "freeform" / "scenarios" / "hannut-table.toml"
    with PlaySession.new(str(file), seed=1, path=tmp_path / "a.wdgame"):
        pass
    log = read_log(tmp_path / "a.wdgame")
    assert log.header.scenario == "freeform/hannut-table"
    assert not log.header.pack
    assert len(log.records) == 1


def without(scenario, cell):
    """Take a hex out of the map of a pack."""
    place = scenario.parents[1] / "maps" / "map"
    document = read_map(place)
    document.cells.pop(cell)
    shutil.rmtree(place)
    write_map(document, place)


def test_a_hex_of_the_set_up_taken_out_of_the_map_since_is_still_there(own, tmp_path):
    open_pack(own.parents[1])
    path = begun(own, tmp_path / "a.wdgame")
    without(own, "0203")
    at, notices = opens(path)
    assert at == "0203"
    assert ["ants" in str(text) for text in notices] == [True]  # the pack is another one now
    with PlaySession.open(path, keep=False) as session:
        assert "0203" in session.board.cells


def test_a_pack_that_moved_and_was_opened_again_is_played_where_it_lies(own, tmp_path):
    path = begun(own, tmp_path / "a.wdgame")
    moved = tmp_path / "elsewhere" / "ants"
    moved.parent.mkdir()
    own.parents[1].rename(moved)
    open_pack(moved)
    with PlaySession.open(path, keep=False) as session:
        assert Path(session.info.scenario) == moved / "scenarios" / "table.toml"
        assert session.notices == ()


def test_what_a_game_carries_is_written_once(own, tmp_path):
    with PlaySession.new(str(own), seed=1, path=tmp_path / "a.wdgame") as session:
        before = session.path.stat().st_size
        for _ in range(20):
            session.answer(Choose("pass"))
        assert session.path.stat().st_size - before < 20 * 4000
        session.save_as(tmp_path / "b.wdgame")
    for name in ("a.wdgame", "b.wdgame"):
        kinds = [raw.kind for raw in read_log(tmp_path / name).records]
        assert kinds.count("part") == 1


def test_other_scenarios_of_the_pack_do_not_matter(own, tmp_path):
    path = begun(own, tmp_path / "a.wdgame")
    head = own.parents[1] / "pack.toml"
    head.write_text(head.read_text().replace('["table"]', '["table", "more"]'))
    shutil.copy(own, own.with_stem("more"))
    open_pack(own.parents[1])
    with PlaySession.open(path, keep=False) as session:
        assert session.notices == ()
        assert Path(session.info.scenario) == own


def test_home_and_repair_and_the_api_take_what_the_game_carries(own, tmp_path, at_home):
    begun(own, None)
    (path,) = (tmp_path / "mine" / "games").glob("*.wdgame")
    gone(own)
    (card,) = recent_games()
    assert not card.damaged
    assert Path(card.scenario).is_file()
    data = path.read_bytes()
    path.write_bytes(data[:-200] + b"x" + data[-199:])
    with PlaySession.open(recover(path), keep=False) as session:
        assert session.state.pieces["Ant"].at == "0203"
    with wardesk.open_game(recover(path)) as game:
        assert game.ask is not None


def test_what_a_game_carries_is_not_for_changing(own, tmp_path):
    path = begun(own, tmp_path / "a.wdgame")
    gone(own)
    with PlaySession.open(path, keep=False) as session:
        scenario = Path(session.info.scenario)
    assert is_shipped(scenario)
    scenario.write_text("spoilt")
    assert opens(path)[0] == "0203"


@pytest.mark.parametrize("command", ["replay", "doctor", "report"])
def test_commands_take_a_game_whose_pack_is_gone(own, tmp_path, at_home, capsys, command):
    path = begun(own, tmp_path / "a.wdgame")
    gone(own)
    at_home("theirs")
    more = ["--html", str(tmp_path / "r.html"), "--no-pictures"] if command == "report" else []
    assert main([command, str(path), *more]) == 0, capsys.readouterr()


def hostile(own, tmp_path, parts):
    """A game whose carried parts are others."""
    with PlaySession.new(str(own), seed=1, keep=False) as session:
        file = session._record.file
        kept = [one for one in file.whole() if not isinstance(one, CarriedPart)]
        header = session.header
    save_copy(
        tmp_path / "bad.wdgame",
        header,
        [kept[0], *(CarriedPart(data=data) for data in parts), *kept[1:]],
    )
    gone(own)
    return tmp_path / "bad.wdgame"


HEAD = b'id = "ants"\ntitle = "A"\ngame = "freeform"\nscenarios = ["table"]\n'


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ([], "does not carry"),
        ([b"hello"], "not a zip"),
        ([zipped({"pack.toml": HEAD})], "not those"),
        ([zipped({"../../x.toml": HEAD})], "forbidden name"),
        ([zipped({"pack.toml": HEAD, "a.exe": b"x"})], "no use for"),
        ([zipped({"pack.toml": HEAD, "a.txt": bytes(40 << 20)})], "far more"),
    ],
)
def test_hostile_parts_are_refused_as_a_pack_is(own, tmp_path, parts, says):
    path = hostile(own, tmp_path, parts)
    with pytest.raises(UserError, match=says):
        PlaySession.open(path)
    assert not list(tmp_path.rglob("x.toml"))
    assert not list(tmp_path.rglob("*.exe"))


def test_a_pack_that_is_too_large_to_be_carried_is_told_and_must_be_there(
    own, tmp_path, monkeypatch
):
    monkeypatch.setattr(pack_parts, "LIMITS", replace(pack_parts.LIMITS, total_bytes=2000))
    open_pack(own.parents[1])
    with PlaySession.new(str(own), seed=1, path=tmp_path / "a.wdgame") as session:
        assert ["cannot carry" in str(text) for text in session.notices] == [True]
        assert not [one for one in session._record.file.whole() if isinstance(one, CarriedPart)]
    assert opens(tmp_path / "a.wdgame") == ("0203", ())
    gone(own)
    with pytest.raises(UserError, match="does not carry"):
        PlaySession.open(tmp_path / "a.wdgame")


def test_an_old_game_finds_its_pack_by_name_and_carries_it_from_then_on(own, tmp_path, at_home):
    museum = Path(__file__).parents[1] / "museum" / "own-v3.wdgame"
    place = tmp_path / "a.wdgame"
    shutil.copy(museum, place)
    with pytest.raises(UserError, match="missing"):
        PlaySession.open(place)
    open_pack(own.parents[1])
    assert opens(place)[0] == "0203"
    gone(own)
    at_home("theirs")
    assert opens(place)[0] == "0203"
    assert b"/tmp/somebody" not in place.read_bytes()


def test_a_game_that_came_from_another_home_opens_here(tmp_path):
    place = tmp_path / "a.wdgame"
    shutil.copy(Path(__file__).parents[1] / "museum" / "own-v4.wdgame", place)
    assert opens(place) == ("0203", ())
