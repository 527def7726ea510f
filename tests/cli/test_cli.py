"""The command line on a tiny game: what it prints, its exit codes, typed games, health."""

from __future__ import annotations

import io
import json
import re
import sys
from types import SimpleNamespace

import pytest
from toy_game import ToyRules, load_toy

from wardesk.cli import lists, output
from wardesk.cli.main import main
from wardesk.cli.play import players_of
from wardesk.errors import UserError
from wardesk.services.play import tables
from wardesk.services.play.session import PlaySession


@pytest.fixture(autouse=True)
def _toy(monkeypatch):
    monkeypatch.setattr(tables, "load_table", load_toy)
    monkeypatch.setattr(tables, "load_game_table", lambda _, **_own: load_toy("toy/dash", {}))


@pytest.fixture
def typed(monkeypatch):
    def say(*lines):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    return say


@pytest.fixture
def run(capsys):
    def call(*words):
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return SimpleNamespace(code=code, out=said.out, err=said.err)

    return call


def test_bots_play_a_game_with_its_story_and_result(run, tmp_path):
    done = run("play", "toy/dash", "--bot", "all", "--seed", 3, "--story", "--save", tmp_path / "g")

    assert (done.code, done.err) == (0, "")
    assert "The dash — Bridge dash, seed 3" in done.out
    assert "The platoon advances [5.1]" in done.out
    assert re.search(r"Result: (Allies|Axis)\b", done.out)
    assert f"saved in {tmp_path / 'g'}" in done.out


def test_the_same_seed_gives_the_same_file(run, tmp_path):
    words = ("play", "toy/dash", "--bot", "all", "--seed", 7, "--now", "2026-05-10T12:00")

    first = run(*words, "--save", tmp_path / "a.wdgame")
    second = run(*words, "--save", tmp_path / "b.wdgame")

    assert (tmp_path / "a.wdgame").read_bytes() == (tmp_path / "b.wdgame").read_bytes()
    assert first.out.replace("a.wdgame", "b.wdgame") == second.out


def test_the_epoch_of_a_build_is_the_time_in_the_file(run, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    run("play", "toy/dash", "--bot", "all", "--save", tmp_path / "a.wdgame")

    with PlaySession.open(tmp_path / "a.wdgame", keep=False) as session:
        assert session.header.created == "1970-01-02T00:00:00+00:00"


def test_a_bot_game_leaves_nothing_in_the_user_folder(run, user_home):
    run("play", "toy/dash", "--bot", "all=random")

    assert not (user_home / "games").exists()


def test_json_is_one_document(run):
    for words in (
        ("play", "toy/dash", "--bot", "all", "--seed", 3),
        ("play", "toy/dash", "--bot", "all", "--games", 5, "--seed", 3),
        ("odds", "toy", "shot"),
        ("rules", "toy"),
    ):
        done = run(*words, "--json")
        assert done.code == 0
        assert isinstance(json.loads(done.out), dict)


def test_many_games_are_counted_and_can_be_repeated(run):
    words = ("play", "toy/dash", "--bot", "all=random", "--games", 40, "--seed", 100)

    done = run(*words, "--json")

    summary = json.loads(done.out)
    assert summary["games"] == 40
    assert summary["seeds"] == [100, 139]
    assert sum(summary["wins"].values()) == 40
    assert run(*words, "--json").out == done.out
    assert "40 games, seeds 100 to 139" in run(*words).out


@pytest.mark.parametrize(
    "words",
    [
        ("play", "nowhere/nothing"),
        ("play", "toy/dash", "--bot", "moon=policy"),
        ("play", "toy/dash", "--bot", "all=genius"),
        ("play", "toy/dash", "--bot", "axis=policy", "--games", "3"),
        ("play", "toy/dash", "--bot", "all", "--games", "3", "--story"),
        ("play", "toy/dash", "--bot", "all", "--dice", "loaded"),
        ("play", "toy/dash", "--bot", "all", "--mode", "watch"),
        ("play", "toy/dash", "--bot", "all", "--now", "yesterday"),
        ("play", "toy/dash", "--bot", "all", "--option", "loud"),
        ("play", "none.wdgame"),
        ("play", "none.wdgame", "--seed", "3"),
        ("play", "toy/dash", "--bot", "all", "--save", "pyproject.toml/x/g.wdgame"),
        ("replay", "none.wdgame"),
        ("doctor", "none.wdgame"),
        ("odds", "toy", "weather"),
        ("odds", "toy", "shot", "range"),
    ],
)
def test_bad_use_is_said_on_stderr_with_exit_code_2(run, words):
    done = run(*words)

    assert done.code == 2
    assert done.out == ""
    assert len(done.err.splitlines()) in (1, 2)
    error = json.loads(run(*words, "--json").out)
    assert error["error"]


@pytest.mark.parametrize("words", [("fly",), ("play",), ("play", "toy/dash", "--games", "0")])
def test_words_that_are_no_command_give_exit_code_2(run, words):
    assert run(*words).code == 2


def test_players_are_named_by_side_or_all_at_once():
    sides = ("allies", "axis")

    assert players_of(["all", "axis=random"], sides) == {"allies": "policy", "axis": "random"}
    assert players_of(["axis"], sides) == {"axis": "policy"}
    with pytest.raises(UserError, match="no side"):
        players_of(["moon"], sides)


def test_a_person_plays_by_numbers_and_the_game_is_kept(run, typed, user_home):
    typed("1", "?", "77", "nonsense", '{"key":"advance"}')

    done = run("play", "toy/dash", "--bot", "axis", "--seed", 7)

    assert done.code == 0
    assert "allies: Advance? [5.1]" in done.out
    assert "1 Advance" in done.out
    assert "! There is no answer with that number." in done.out
    assert "At 2" in done.out
    (log,) = (user_home / "games").iterdir()
    assert f"Go on with: wardesk play {log}" in done.out

    typed("u", "2")
    again = run("play", log)
    assert "The platoon halted" in again.out
    with PlaySession.open(log) as session:
        assert session.waiting == "over"


def test_a_stored_game_goes_on_with_other_players_and_dice(run, typed, tmp_path):
    typed("1")
    run(
        "play",
        "toy/dash",
        "--bot",
        "axis",
        "--seed",
        7,
        "--dice",
        "typed",
        "--save",
        tmp_path / "g",
    )

    done = run("play", tmp_path / "g", "--bot", "all", "--dice", "seeded", "--mode", "play")

    assert "Result: " in done.out


def test_the_doctor_reads_a_game_whose_scenario_is_not_here(run, tmp_path, monkeypatch):
    path = saved(tmp_path)

    def missing(*_):
        raise UserError("There is no scenario here.")

    monkeypatch.setattr(tables, "load_table", missing)
    done = run("doctor", path)

    assert done.code == 1
    assert "whose table cannot be laid here" in done.out
    assert "There is no scenario here." in done.out


def test_typed_dice_and_an_umpire_ruling(run, typed):
    typed("1", "b", "r", "", "1", "b", "1", "hits=2", "hit=2", "hit=2 point blank")

    done = run("play", "toy/dash", "--mode", "adjudicate", "--dice", "typed", "--seed", 7)

    assert done.code == 0
    assert "Type the dice (d10), or r to roll." in done.out
    assert "In cover +1 [7.3]" in done.out
    assert "Proposed: " in done.out


def test_an_umpire_needs_a_reason(run, typed):
    typed("1", "b", "9", "hit=2", "hit=2 point blank")

    done = run("play", "toy/dash", "--mode", "adjudicate", "--bot", "axis", "--dice", "typed")

    assert "! An overruling needs a reason" in done.out or "Ruled" in done.out


def test_the_end_of_input_leaves_a_game_that_goes_on(run, typed, user_home):
    typed()

    done = run("play", "toy/dash", "--json")

    document = json.loads(done.out)
    assert document["ask"]["kind"] == "go"
    assert document["files"]["log"].startswith(str(user_home))


def saved(tmp_path, seed=3):
    path = tmp_path / "g.wdgame"
    main(["play", "toy/dash", "--bot", "all", "--seed", str(seed), "--save", str(path)])
    return path


def test_replay_tells_the_story_up_to_an_event(run, tmp_path):
    path = saved(tmp_path)
    before = path.read_bytes()
    run("games")

    whole = run("replay", path, "--readjudicate")
    part = run("replay", path, "--to", 1)

    assert whole.code == part.code == 0
    assert "say the same at every event" in whole.out
    assert "Result" in whole.out
    assert "At 1" in part.out
    assert "Asked now: Axis: Fire? [6.2]" in part.out
    assert path.read_bytes() == before
    assert run("replay", path, "--to", 999).code == 2


def test_replay_names_the_first_event_where_rules_differ(run, tmp_path, monkeypatch):
    path = saved(tmp_path)
    monkeypatch.setattr(ToyRules, "steps", dict(ToyRules.steps))
    key = next(key for key in ToyRules.steps if key[1] == "enter")

    def enter(d, f, a):
        d.set(f.unit, at="4")
        d.goto("react")

    ToyRules.steps[key] = enter
    done = run("replay", path, "--readjudicate")

    assert done.code == 1
    assert "Event 1 differs: effects differ" in done.out
    document = json.loads(run("replay", path, "--readjudicate", "--json").out)
    assert document["difference"]["event"] == 1


def test_the_doctor_finds_a_game_well(run, tmp_path):
    done = run("doctor", saved(tmp_path))

    assert done.code == 0
    assert "The dash" in done.out


def test_the_doctor_says_what_can_be_saved_and_saves_it(run, tmp_path):
    with PlaySession.new(
        "toy/dash", seed=3, players={"allies": "policy", "axis": "policy"}, path=tmp_path / "g"
    ) as session:
        session.run()
    lines = (tmp_path / "g").read_bytes().splitlines(keepends=True)
    torn, damaged = tmp_path / "torn.wdgame", tmp_path / "damaged.wdgame"
    torn.write_bytes(b"".join(lines)[:-20])
    damaged.write_bytes(b"".join([*lines[:4], b"rubbish\n", *lines[4:]]))

    first = run("doctor", torn)
    second = run("doctor", damaged, "--repair")

    assert first.code == second.code == 1
    assert "was cut off while it was written" in first.out
    assert "Line 5 of the game is damaged" in second.out
    assert "3 records can be saved" in second.out
    repaired = tmp_path / "damaged-repaired-1.wdgame"
    assert str(repaired) in second.out
    assert run("doctor", repaired).code == 0
    assert json.loads(run("doctor", damaged, "--json").out)["saved"] == 3


def test_rules_show_status_rulings_and_the_tests_that_prove_them(run, tmp_path, monkeypatch):
    (tmp_path / "test_proof.py").write_text(
        'import pytest\n\n@pytest.mark.rule("BD 5.1", "BD 5.2")\ndef test_moves(): ...\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(lists, "tests_folder", lambda: tmp_path)

    done = run("rules", "toy")
    rows = json.loads(run("rules", "toy", "--json").out)["rules"]

    assert "BD 5.1 Advance [enforced, 1 tests]" in done.out
    assert "By hand: no weather" in done.out
    assert "1 enforced, 0 assisted, 1 hand." in done.out
    assert rows[0]["tests"] == ["test_proof.py::test_moves"]


def test_odds_are_exact_and_named(run):
    assert "hit   5/10   50.0%" in run("odds", "toy", "shot").out


def test_a_rule_that_breaks_gives_exit_code_1_and_a_report(run, monkeypatch, user_home, tmp_path):
    monkeypatch.setattr(ToyRules, "policy", lambda *_: 1 / 0)

    done = run("play", "toy/dash", "--bot", "all", "--save", tmp_path / "g.wdgame")

    assert done.code == 1
    assert "A rule failed and nothing changed" in done.err
    assert len(list((user_home / "reports").iterdir())) == 1
    assert (tmp_path / "g.wdgame").exists()


def test_a_rule_that_breaks_in_one_of_many_games_is_told_with_its_seed(run, monkeypatch):
    monkeypatch.setattr(ToyRules, "policy", lambda *_: 1 / 0)

    done = run("play", "toy/dash", "--bot", "all", "--games", 3, "--seed", 40)

    assert done.code == 1
    assert "in the game with seed 40" in done.err
    assert "policy player of allies broke" in done.err


def test_an_interrupted_game_is_saved(run, monkeypatch, tmp_path):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(PlaySession, "run", interrupt)

    done = run("play", "toy/dash", "--bot", "all", "--save", tmp_path / "g.wdgame")

    assert done.code == 130
    assert "Stopped." in done.err
    assert (tmp_path / "g.wdgame").exists()


def test_screenshots_come_from_the_window(run, monkeypatch, tmp_path):
    asked = []
    module = SimpleNamespace(main=asked.append)
    monkeypatch.setitem(sys.modules, "wardesk.ui.screenshots", module)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")

    done = run("screenshots", tmp_path)
    assert done.code == 0
    assert asked == [tmp_path]
    assert done.out == f"The pictures are in {tmp_path}.\n"
    assert "takes minutes" in done.err


def test_screenshots_of_tools_are_taken_in_the_map_themes_asked_for(run, monkeypatch, tmp_path):
    asked = []
    module = SimpleNamespace(main=lambda folder, map_themes=(): asked.append((folder, map_themes)))
    monkeypatch.setitem(sys.modules, "wardesk.ui.screenshots", module)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")

    assert run("screenshots", tmp_path, "--map-theme", "cvd", "--map-theme", "plain").code == 0
    assert asked == [(tmp_path, ("cvd", "plain"))]


def test_a_picture_without_the_libraries_of_qt_tells_the_one_line(tmp_path, monkeypatch):
    # what a system without libGL gives when the painters are loaded
    monkeypatch.setitem(sys.modules, "wardesk.render.export.pictures", None)
    monkeypatch.setattr(output, "install_line", lambda: "sudo apt-get install libgl1")

    with pytest.raises(UserError, match="Pictures need Qt") as told:
        output.write_picture(None, None, tmp_path / "t.png")

    assert told.value.advice == "Type this line: sudo apt-get install libgl1"
