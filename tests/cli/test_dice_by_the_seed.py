"""``wardesk doctor`` and ``replay`` hold dice against the seed that they are said to be of."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from types import SimpleNamespace

import pytest

from wardesk.cli.main import main
from wardesk.engine.chain import GENESIS, seal
from wardesk.engine.types import Path as Way
from wardesk.engine.types import Pieces, Roll, replace
from wardesk.errors import UserError
from wardesk.services.play.session import PlaySession

MUSEUM = Path(__file__).parents[1] / "museum"


@pytest.fixture
def run(capsys):
    def call(*words):
        code = main([str(word) for word in words])
        return SimpleNamespace(code=code, out=capsys.readouterr().out)

    return call


def sixes(path: Path, seed: int = 7) -> Path:
    """A whole game whose dice somebody typed."""
    bots = {"german": "policy", "belgian": "policy"}
    with PlaySession.new(
        "eben-emael/historical", seed=seed, players=bots, dice="typed", path=path
    ) as session:
        while session.run(20) or session.ask is not None:
            if session.ask is not None and session.waiting == "dice":
                session.answer(Roll(tuple(session.ask.dice)))
    return path


def resealed(path: Path, change) -> Path:
    """The log with every record changed and a chain that holds."""
    lines, prev = [], GENESIS
    for number, line in enumerate(path.read_bytes().splitlines()):
        record = json.loads(line)
        del record["hash"]
        change(number, record)
        body = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
        made, prev = seal(body, prev)
        lines.append(made)
    other = path.with_name("forged.wdgame")
    other.write_bytes(b"\n".join(lines) + b"\n")
    return other


def as_the_seeds(number: int, record: dict) -> None:
    if not number:
        record["dice"] = "seeded"
    if record.get("event", {}).get("dice_by") == "typed":
        record["event"]["dice_by"] = "seeded"


def test_sixes_that_are_said_to_be_the_seeds_are_named(run, tmp_path):
    forged = resealed(sixes(tmp_path / "typed.wdgame"), as_the_seeds)

    for words in (("doctor",), ("replay",), ("replay", "--readjudicate")):
        done = run(*words, forged)
        assert done.code == 1
        assert "the seed rolls 5 + 5, not 6 + 6" in done.out
        assert "--repair" not in done.out
    assert json.loads(run("replay", forged, "--json").out)["forged"]["event"] == 2


def test_typed_dice_are_well_and_are_said_to_be_typed(run, tmp_path):
    typed = sixes(tmp_path / "typed.wdgame")
    for words in (("doctor",), ("replay", "--readjudicate")):
        done = run(*words, typed)
        assert done.code == 0
        assert "Rolls by the seed: 0, typed by hand: 1" in done.out


def test_a_game_by_the_seed_is_well_with_all_its_branches(run, tmp_path):
    path = tmp_path / "seeded.wdgame"
    with PlaySession.new("eben-emael/historical", seed=4, players={}, path=path) as session:
        for number in range(30):
            session.run()
            session.answer(session.bot_answer(session.ask.who), reason=f"remark {number % 3}")
            session.run()
            if number % 4 == 3:
                session.undo("once more", session.journal.line()[-4].id)
        assert len(session.branches()) > 3
        assert any(e.dice_by == "seeded" and e.branch for e in session.journal.events.values())

    assert run("doctor", path).code == 0


@pytest.mark.parametrize("file", ["branches-v3.wdgame", "judged-v3.wdgame", "eben-v1.wdgame"])
def test_games_from_before_go_by_their_branches_and_none_is_called_forged(run, file):
    found = json.loads(run("replay", MUSEUM / file, "--json").out)

    assert found["forged"] is None
    with PlaySession.open(MUSEUM / file, keep=False) as session:
        assert session.header.luck == "branch"
        assert any(e.dice_by == "seeded" for e in session.journal.events.values())


def test_a_die_of_an_old_game_that_was_changed_is_named(run, tmp_path):
    def change(number, record):
        del number
        found = record.get("event", {})
        if found.get("dice_by") == "seeded" and found.get("branch", 0) > 3:
            found["answer"]["dice"] = [die % 6 + 1 for die in found["answer"]["dice"]]

    with PlaySession.open(MUSEUM / "branches-v3.wdgame", keep=False) as session:
        session.save_as(tmp_path / "packed.wdgame")
    plain = tmp_path / "plain.wdgame"
    plain.write_bytes(gzip.decompress((tmp_path / "packed.wdgame").read_bytes()))
    forged = resealed(plain, change)

    assert json.loads(run("replay", forged, "--json").out)["forged"] is not None


# ---- the same deed, the same dice ---------------------------------------------------------------


def fallen(session: PlaySession, after: int) -> list[tuple[int, ...]]:
    return [
        e.answer.dice
        for e in session.journal.events.values()
        if e.id > after and isinstance(e.answer, Roll)
    ]


def test_another_remark_brings_no_other_dice():
    players = {"german": "human", "belgian": "policy"}
    with PlaySession.new("eben-emael/historical", seed=5, players=players, keep=False) as session:
        session.run()
        deed, head = session.bot_answer("german"), session.journal.head
        found = []
        for number in range(6):
            newest = max(session.journal.events)
            session.answer(deed, reason=f"try {number}")
            session.run()
            found.append(fallen(session, newest))
            session.undo(to=head)
        assert found[0]
        assert found == found[:1] * 6


def test_another_order_of_the_same_pieces_brings_no_other_dice():
    compared = 0
    for seed in range(12):
        with PlaySession.new("eben-emael/historical", seed=seed, players={}, keep=False) as session:
            rng = random.Random(seed)
            for _ in range(60):
                if session.ask is None:
                    break
                options = session.rules.options(session.state, 24, rng)
                head = session.journal.head
                many = [a for a in options if isinstance(a, Way | Pieces) and len(a.pieces) > 1][:1]
                for one in many:
                    rolls = []
                    for answer in (one, replace(one, pieces=one.pieces[::-1])):
                        newest = max(session.journal.events)
                        try:
                            session.answer(answer)
                        except UserError:
                            break
                        session.run()
                        rolls.append(fallen(session, newest))
                        session.undo("x", head)
                    if len(rolls) == 2:
                        assert rolls[0] == rolls[1], one
                        compared += bool(rolls[0])
                session.answer(rng.choice(options))
                session.run()
    assert compared
