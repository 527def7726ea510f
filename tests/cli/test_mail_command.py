"""``wardesk mail``: a game between two folders of data, by commands alone."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from wardesk.cli.main import main
from wardesk.engine.chain import GENESIS, seal
from wardesk.services.play.files import recent_games
from wardesk.services.play.session import PlaySession

BEST = "market-garden/the-best-laid-plans"


@pytest.fixture
def at(capsys, tmp_path, monkeypatch):
    """``at("anna", "mail", …)``: a command in one of two homes."""

    def call(home, *words, typed="", expect=0):
        monkeypatch.setenv("WARDESK_HOME", str(tmp_path / home))
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        assert code == expect, said
        return said.out

    return call


def log_of(at, home):
    found = json.loads(at(home, "mail", "status", "--json"))
    assert len(found) == 1
    return Path(found[0]["file"]), found[0]["status"]


def test_a_game_begins_and_goes_on_by_commands(at, tmp_path):
    one, two, three = (tmp_path / f"{n}.wdmail" for n in range(3))
    said = at("anna", "mail", "new", BEST, "--side", "allied", "--name", "Anna",
              "--says", "Good luck", "--out", one)  # fmt: skip
    assert str(one) in said

    said = at("ben", "mail", "take", one)
    assert "Anna: Good luck" in said
    assert "Your turn is done: send it." in said
    at("ben", "mail", "send", "--out", two)
    assert "already" not in at("anna", "mail", "take", two)

    log, standing = log_of(at, "anna")
    if standing["to_do"] == "answer":  # the first chit may be one of the other side
        at("anna", "play", log, typed="b\n")
        _play_on(log)
    at("anna", "mail", "send", "--out", three)
    said = at("ben", "mail", "take", three)
    assert "You play Germans" in said

    marks = [log_of(at, home)[1] for home in ("anna", "ben")]
    assert marks[0]["own_mark"] == marks[1]["other_mark"]
    assert marks[0]["other_mark"] == marks[1]["own_mark"]
    assert marks[0]["throws"] == marks[1]["throws"] > 0
    for home in ("anna", "ben"):
        said = at(home, "doctor", log_of(at, home)[0])
        assert f"Throws of both homes: {marks[0]['throws']}" in said


def _play_on(log):
    """Let the script answer until the turn is done."""
    with PlaySession.open(log) as session:
        while session.run() or session.waiting == "person":
            if session.waiting == "person":
                session.answer(session.bot_answer(session.ask.who, "policy"))


def test_what_a_command_refuses_it_says(at, tmp_path):
    letter = tmp_path / "0.wdmail"
    at("anna", "mail", "new", BEST, "--side", "martians", expect=2)
    at("anna", "mail", "new", BEST, "--side", "allied", "--dice", "loaded", expect=2)
    at("anna", "mail", "send", expect=2)
    at("anna", "mail", "take", tmp_path / "none.wdmail", expect=2)
    at("anna", "mail", "new", BEST, "--side", "allied", "--out", letter)
    letter.write_bytes(letter.read_bytes()[:-9])
    at("ben", "mail", "take", letter, expect=2)
    assert json.loads(at("ben", "mail", "status", "--json")) == []


def test_doctor_tells_dice_that_no_letter_gave(at, tmp_path):
    """A log whose owner let other dice fall, and sealed it again."""
    one, two = (tmp_path / f"{n}.wdmail" for n in range(2))
    at("anna", "mail", "new", BEST, "--side", "allied", "--out", one)
    at("ben", "mail", "take", one)
    at("ben", "mail", "send", "--out", two)
    at("anna", "mail", "take", two)
    log, standing = log_of(at, "anna")
    assert standing["throws"] > 0
    lines, before, changed = [], GENESIS, False
    for line in log.read_bytes().splitlines():
        plain = json.loads(line)
        plain.pop("hash")
        event = plain.get("event", {})
        if not changed and event.get("dice_by") == "shared":
            dice = event["answer"]["dice"]
            dice[0] = dice[0] + 1 if dice[0] < event["asked"]["dice"][0] else 1
            changed = True
        body = json.dumps(plain, separators=(",", ":"), ensure_ascii=False).encode()
        made, before = seal(body, before)
        lines.append(made + b"\n")
    assert changed
    log.write_bytes(b"".join(lines))
    assert "its dice are not those of both homes" in at("anna", "doctor", log, expect=1)


def test_doctor_knows_a_letter_and_one_that_is_damaged(at, tmp_path):
    letter = tmp_path / "one.wdmail"
    at("anna", "mail", "new", BEST, "--side", "allied", "--name", "Anna", "--out", letter)
    said = at("anna", "doctor", letter)
    assert "letter 0 of Anna, whole and signed, for the game" in said
    assert "not on this computer" in at("ben", "doctor", letter)
    letter.write_bytes(letter.read_bytes().replace(b"Anna", b"Emma"))
    found = json.loads(at("ben", "doctor", letter, "--json", expect=1))
    assert found["kind"] == "letter"
    assert not found["ok"]
    assert found["problems"]


def test_the_card_of_a_game_by_mail_says_so(at, tmp_path):
    at("anna", "mail", "new", BEST, "--side", "allied", "--out", tmp_path / "one.wdmail")
    assert [game.by_mail for game in recent_games()] == [True]
