"""Every error that a person can meet has a German form."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from wardesk.documents.wording import wording
from wardesk.errors import UserError

WARDESK = Path(__file__).parents[2] / "wardesk"
RAISED = {"UserError", "DamagedFile", "NewerFile", "Cancelled"}
ELSEWHERE = {"cli", "ui"}
"""The command line speaks English; the window's own errors go through the translators of Qt."""


def sentences(node: ast.expr, names: dict[str, list[str]]) -> list[str]:
    """What an argument can say, each hole filled with a figure."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr():
            return ["".join(str(p.value) if isinstance(p, ast.Constant) else "7"
                            for p in node.values)]  # fmt: skip
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
        if isinstance(function, ast.FunctionDef):
            names = constants | named(function.body, constants)
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in RAISED:
                    found.update(text for each in node.args for text in sentences(each, names))
    return found


def every_error() -> set[str]:
    trees = [
        ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(WARDESK.rglob("*.py"))
        if path.relative_to(WARDESK).parts[0] not in ELSEWHERE
    ]
    own = [named([part for part in tree.body if isinstance(part, ast.Assign)], {})
           for tree in trees]  # fmt: skip
    public = {
        name: texts for names in own for name, texts in names.items() if not name.startswith("_")
    }
    found = {
        text
        for tree, names in zip(trees, own, strict=True)
        for text in raised_in(tree, public | names)
    }
    return {text for text in found if text.strip("7 .:{}")}


def test_every_error_has_a_german_form():
    words = wording("errors", "de")
    found = every_error()
    assert len(found) > 300
    lost = {text: words.missing(text) for text in sorted(found) if words.missing(text)}
    assert not lost


@pytest.mark.parametrize(
    ("error", "german"),
    [
        (UserError("a.wdmap is empty.", "Check the path."), "a.wdmap ist leer. Prüfe den Pfad."),
        (
            UserError("map could not be written: No space left on device."
                      " What was there before is unchanged."),
            "map konnte nicht geschrieben werden: Kein Platz mehr auf dem Datenträger."
            " Was vorher da war, ist unverändert.",
        ),
    ],
    ids=["empty", "full"],
)  # fmt: skip
def test_an_error_is_worded_with_its_figures_and_names(error: UserError, german: str):
    words = wording("errors", "de")
    assert f"{words.text(error.message)} {words.text(error.advice)}".rstrip() == german
