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
