"""Every rulebook is complete, every cite exists, every rule that a program plays has a test."""

import ast
import re
from pathlib import Path

import pytest

import wardesk.games
from wardesk.model.rulebook import read_rulebook

GAMES = Path(wardesk.games.__file__).parent
TESTS = Path(__file__).parent
BOOKS = sorted(GAMES.glob("*/rulebook.toml"))
CITE = re.compile(r"\b[A-Z]{2,3} (?:N\d+|\d+(?:\.(?:\d+|[A-Z]\b))+(?:-[0-9A-Z]+)*)")


def marked_rules() -> dict[str, list[str]]:
    """Cite to the tests that carry it as ``@pytest.mark.rule``, read from the sources."""
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    for cite in mark.args:
                        found.setdefault(ast.literal_eval(cite), []).append(node.name)
    return found


def cites_in(folder: Path, prefix: str) -> set[str]:
    """Every cite with *prefix* in a game's code and tables."""
    tables = (folder / name for name in ("tables.toml", "works.toml", "look.toml", "options.toml"))
    files = [*folder.glob("*.py"), *tables]
    text = "\n".join(file.read_text("utf-8") for file in files if file.exists())
    return {c for c in CITE.findall(text) if c.startswith(f"{prefix} ")}


@pytest.fixture(params=BOOKS, ids=lambda p: p.parent.name)
def folder(request) -> Path:
    return request.param.parent


@pytest.fixture
def book(folder):
    return read_rulebook(folder / "rulebook.toml")


def listed(folder, name):
    """The rules that a list beside a game's tests names; none without a list."""
    file = TESTS / folder.name / name
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return [line for line in lines if line and not line.startswith("#")]


def test_the_list_of_the_source_and_the_rulebook_agree(folder, book):
    assert [rule.id for rule in book.rules] == listed(folder, "source_ids.txt")


def test_every_rule_is_summed_up(book):
    for rule in book.rules:
        assert rule.title, rule.id
        assert rule.summary, rule.id
        assert (rule.status == "hand") == bool(rule.why_hand), rule.id
        assert rule.ruling or rule.status != "changed", rule.id
        assert rule.ruling or rule.reconstruction or not rule.ours, rule.id


def test_what_is_played_otherwise_than_printed_says_how(folder, book):
    changed = {rule.id: rule.ruling for rule in book.rules if rule.status == "changed"}
    if held := listed(folder, "changed_ids.txt"):
        assert list(changed) == held
        assert all(ruling.startswith("Departs") for ruling in changed.values())
    assert all("printed" in ruling for ruling in changed.values()), changed


def test_every_cite_of_the_code_exists(folder, book):
    unknown = {c for c in cites_in(folder, book.prefix) if c.split(" ", 1)[1] not in book.by_id}
    assert not unknown


def test_every_rule_that_is_played_has_a_test(book):
    marks = marked_rules()
    played = [r.id for r in book.rules if r.status in ("enforced", "changed")]
    bare = [rule for rule in played if f"{book.prefix} {rule}" not in marks]
    assert not bare


def test_no_test_names_an_unknown_rule():
    known = {f"{b.prefix} {r.id}" for b in map(read_rulebook, BOOKS) for r in b.rules}
    assert set(marked_rules()) <= known
