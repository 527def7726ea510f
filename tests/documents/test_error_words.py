"""What goes wrong is said in a way that has a German form."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from wardesk.errors import UserError
from wardesk.words import missing, say, shown

WARDESK = Path(__file__).parents[2] / "wardesk"
RAISED = {"UserError", "DamagedFile", "NewerFile", "Cancelled"}
ELSEWHERE = {"cli", "ui"}
"""The command line speaks English; the window has `tests/ui/test_language.py`."""


def sentences(node: ast.expr, names: dict[str, list[str]]) -> list[str]:
    """What an argument can say as plain text; one put together of parts with its braces."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr():
            return [ast.unparse(node)]
        case ast.IfExp():
            return sentences(node.body, names) + sentences(node.orelse, names)
        case ast.BoolOp():
            return [text for value in node.values for text in sentences(value, names)]
        case ast.Name():
            return names.get(node.id, [])
        case _:
            return []


def named(body: list[ast.stmt], known: dict[str, list[str]]) -> dict[str, list[str]]:
    """Names that stand for sentences."""
    found: dict[str, list[str]] = {}
    for part in body:
        for node in ast.walk(part):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                found.setdefault(node.targets[0].id, []).extend(sentences(node.value, known))
    return found


def raised_in(tree: ast.Module, constants: dict[str, list[str]]) -> set[str]:
    found: set[str] = set()
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        calls = [
            node
            for node in ast.walk(function)
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in RAISED
        ]
        names = constants | named(function.body, constants) if calls else constants
        for node in calls:
            found.update(text for each in node.args for text in sentences(each, names))
    return found


def every_error() -> set[str]:
    raising: list[tuple[ast.Module, dict[str, list[str]]]] = []
    public: dict[str, list[str]] = {}
    for path in sorted(WARDESK.rglob("*.py")):
        if path.relative_to(WARDESK).parts[0] in ELSEWHERE:
            continue
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        names = named([part for part in tree.body if isinstance(part, ast.Assign)], {})
        public |= {name: texts for name, texts in names.items() if not name.startswith("_")}
        if any(f"{error}(" in source for error in RAISED):  # most modules raise none
            raising.append((tree, names))
    return {
        text for tree, names in raising for text in raised_in(tree, public | names) if text.strip()
    }


def test_every_error_has_a_german_form():
    found = every_error()
    assert len(found) > 100
    assert not [text for text in sorted(found) if missing(text, "de")]


def test_a_sentence_put_together_would_be_found():
    tree = ast.parse('def f():\n    raise UserError(f"{a} is gone.", "Look.")')
    assert {bool(missing(text, "de")) for text in raised_in(tree, {})} == {True}


SAYS = {"say", "say_count"}


def is_said(node: ast.expr | None, names: set[str]) -> bool:
    """Whether it is a sentence: said here, or under a name, or in a table of sentences."""
    match node:
        case ast.Subscript(value=table):
            return is_said(table, names)
        case ast.Name(id=name):
            return name in names
        case ast.Call(func=ast.Name(id=name)):
            return name in SAYS
        case _:
            return False


def said_in_english(tree: ast.Module) -> list[str]:
    """Sentences in sentences, at places that no language changes (``{where!s}``)."""
    tables = {
        part.target.id
        for part in tree.body
        if isinstance(part, ast.AnnAssign)
        and isinstance(part.target, ast.Name)
        and "Text]" in ast.unparse(part.annotation)
    }
    found: list[str] = []
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        names = tables | {
            node.targets[0].id
            for node in ast.walk(function)
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and is_said(node.value, set())
        }
        for node in ast.walk(function):
            if not isinstance(node, ast.Call) or not is_said(node, set()):
                continue
            english = [f"{{{one.arg}!s}}" for one in node.keywords if is_said(one.value, names)]
            told = sentences(node.args[0], {})
            found += [text for text in told if any(place in text for place in english)]
    return found


def test_a_sentence_in_a_sentence_is_said_in_the_language_of_the_window():
    trees = {path: ast.parse(path.read_text("utf-8")) for path in WARDESK.rglob("*.py")}
    found = {path.name: told for path, tree in trees.items() if (told := said_in_english(tree))}
    assert found == {}


def test_a_sentence_in_a_sentence_that_stays_english_would_be_found():
    tree = ast.parse(
        'W: dict[str, Text] = {}\ndef f():\n w = say("here")\n'
        ' say("{a!s} 1", a=w)\n say("{a!s} 2", a=W[k])\n say("{a!s} 3", a=say("here"))\n'
        ' say("{a} 4", a=w)\n say("{a!s} 5", a=path.name)'
    )
    assert said_in_english(tree) == ["{a!s} 1", "{a!s} 2", "{a!s} 3"]


@pytest.mark.parametrize(
    ("error", "german"),
    [
        (
            UserError(say("{path!s} is empty.", path="a.wdmap"), "Check the path."),
            "a.wdmap ist leer. Prüfe den Pfad.",
        ),
        (
            UserError(say("{path!s} could not be written: {why}. What was there before is"
                          " unchanged.",
                          path="map", why="No space left on device")),
            "map konnte nicht geschrieben werden: Kein Platz mehr auf dem Datenträger."
            " Was vorher da war, ist unverändert.",
        ),
    ],
    ids=["empty", "full"],
)  # fmt: skip
def test_an_error_is_worded_with_its_figures_and_names(error: UserError, german: str):
    assert f"{shown(error.message, 'de')} {shown(error.advice, 'de')}".rstrip() == german
