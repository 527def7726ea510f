"""The mutation run: which changes it makes, and that it tells the dead from the living."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import mutate
import pytest
from mutants import mutants_of, mutated, sampled

PROGRAM = Path(mutate.__file__)
RULES = '''"""Rules of a toy."""
from wardesk.words import say

LEAST = 3


def enough(men: int, doors: tuple[str, ...] = ()) -> bool:
    """Whether they are enough."""
    if not doors and men >= LEAST:
        return True
    return men - 2 > LEAST


def told() -> str:
    return say("three", 3)


def endless(men: int) -> int:
    while men > 0:
        men -= 1
    return men
'''
TESTS = """
from wardesk.games.toy.rules import LEAST, endless, enough

def test_bounds():
    assert enough(3) and not enough(2)
    assert endless(2) == 0
"""
TABLE = 'turns = 15\nrows = [["10/1", "9/0"]]\nid = "BL1"  # 7\nname = "Airstrike 14"\n'


@pytest.fixture
def toy(tmp_path: Path) -> mutate.Game:
    for folder in ("wardesk/games/toy", "tests/games/toy"):
        (tmp_path / folder).mkdir(parents=True)
    game = mutate.Game("toy", tmp_path)
    for folder in ("wardesk", "wardesk/games", "wardesk/games/toy"):
        (tmp_path / folder / "__init__.py").touch()
    (tmp_path / "wardesk/words.py").write_text("def say(*args):\n    return args\n")
    (tmp_path / "wardesk/games/toy/rules.py").write_text(RULES)
    (tmp_path / "tests/games/toy/test_toy.py").write_text(TESTS)
    return game


def changes(game: mutate.Game) -> set[str]:
    (path,) = game.sources
    return {f"{m.function}: {m.before} → {m.after}" for m in mutants_of(path)}


def test_every_kind_of_change_is_made(toy):
    assert {
        "enough: men >= LEAST → men > LEAST",
        "enough: men >= LEAST → men < LEAST",
        "enough: not doors → doors",
        "enough: not doors and men >= LEAST → not doors or men >= LEAST",
        "enough: True → False",
        "enough: men - 2 → men + 2",
        "enough: 2 → 3",
        "enough: 2 → 1",
        "enough: return men - 2 > LEAST → return None",
        "endless: men -= 1 → pass",
        "endless: men -= 1 → men += 1",
        ": 3 → 4",
    } <= changes(toy)


def test_sentences_types_and_what_is_shown_are_left_alone(toy):
    (toy.root / "wardesk/games/toy/look.py").write_text("SIZE = 3\n")
    found = changes(toy)
    assert not any("three" in change and "None" not in change for change in found)
    assert not any(change.startswith("told: 3") for change in found)


def test_numbers_of_a_table_change_but_not_names(toy):
    path = toy.root / "tables.toml"
    path.write_text(TABLE)
    found = mutants_of(path)
    assert [(m.line, m.before.split()[0], m.after) for m in found] == [
        (1, "15", "16"), (1, "15", "14"), (2, "10", "11"), (2, "10", "9"), (2, "1", "2"),
        (2, "1", "0"), (2, "9", "10"), (2, "9", "8"), (2, "0", "1"),
    ]  # fmt: skip
    assert str(mutated(found[3])) == TABLE.replace("10/1", "9/1")


def test_a_new_line_elsewhere_keeps_the_sample(toy):
    (path,) = toy.sources
    before = [m.key for m in sampled(mutants_of(path), 5, 1)]
    path.write_text(path.read_text() + "\n\ndef more(men: int) -> int:\n    return men + 7\n")
    after = [m.key for m in sampled(mutants_of(path), 5, 1)]
    assert len(set(before) & set(after)) >= 3
    assert before != [m.key for m in sampled(mutants_of(path), 5, 2)]


def run(game: mutate.Game, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(PROGRAM), "--root", str(game.root), "--game", "toy", *more],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.slow
def test_the_run_tells_the_dead_from_the_living(toy):
    done = run(toy, "--long")
    lines = done.stdout.splitlines()
    living = [line.partition(": ")[2] for line in lines if line.startswith("survived")]
    assert done.returncode == 1, done.stderr
    assert "men - 2 → men + 2" not in living  # enough(2) would be true
    assert "2 → 3" in living
    assert "men >= LEAST → men > LEAST" not in living
    assert any(line.startswith("untouched") and "told" in line for line in lines)
    assert not {"3 → 4", "3 → 2"} & set(living)  # seen by an import only
    assert "(3 by the time limit" in done.stdout  # men never reach 0


@pytest.mark.slow
def test_what_the_tests_froze_is_changed_in_the_running_process_too(toy):
    """The collector does not list it any more; a mutant that is not found costs a whole import."""
    folder = toy.root / "tests/games/toy"
    freeze = "import gc\n\ndef pytest_collection_finish():\n    gc.freeze()\n"
    (folder / "conftest.py").write_text(freeze)
    (folder / "test_other.py").write_text("def test_other():\n    assert True\n")
    lines = run(toy, "--long", "--running").stdout.splitlines()
    living = [line for line in lines if line.startswith("survived")]
    assert living
    assert all("(1 tests)" in line for line in living), "all tests were run"


@pytest.mark.slow
def test_a_mutant_that_nobody_can_see_is_left_out_with_its_reason(toy):
    key = next(m.key for m in mutants_of(toy.sources[0]) if m.after == "3")
    listed = toy.root / "tests/games/toy/mutants.toml"
    listed.write_text(f'[[mutant]]\nkey = "{key}"\nreason = "for the test"\n')
    assert "1 equivalent left out" in run(toy, "--long", "--running").stdout
    listed.write_text('[[mutant]]\nkey = "gone"\nreason = "for the test"\n')
    done = run(toy, "--long")
    assert done.returncode == 2
    assert "names what is not there: gone" in done.stderr


def test_tests_that_fail_by_themselves_stop_the_run(toy):
    (toy.root / "tests/games/toy/test_toy.py").write_text("def test_no():\n    assert False\n")
    done = run(toy, "--long")
    assert done.returncode == 1
    assert "fail without any mutant" in done.stderr


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_rules_of_eben_emael_are_watched():
    """A small sample; the whole run is a job of its own, for it takes many minutes."""
    done = subprocess.run(
        [sys.executable, str(PROGRAM), "--game", "eben_emael", "--sample", "4", "--running"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


FRESH = """
import os, sys
from pathlib import Path
root = Path(sys.argv[1])
sys.path[:0] = [sys.argv[2], str(root)]
os.chdir(root)
import mutate
mutate.Game.fresh = sys.argv[3] == "fresh"
game = mutate.Game("toy", root)
running = [m for m in game.mutants if m.function]
print(mutate.report(mutate.run(game, running, game.tests)))
"""


@pytest.mark.slow
@pytest.mark.parametrize(("how", "living"), [("fresh", 0), ("kept", 3)])
def test_what_a_cache_has_kept_is_asked_for_anew_where_a_room_says_so(toy, how, living):
    """Else the first caller alone would be known to run the line, and would see the old answer."""
    (toy.root / "wardesk/games/toy/rules.py").write_text(
        "from functools import cache\n\n\n@cache\ndef doors() -> int:\n    return 3\n"
    )
    (toy.root / "tests/games/toy/test_toy.py").write_text(
        "from wardesk.games.toy.rules import doors\n\n\ndef test_call():\n    doors()\n\n\n"
        "def test_number():\n    assert doors() == 3\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", FRESH, str(toy.root), str(PROGRAM.parent), how],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\nsurvived") == living, done.stdout
