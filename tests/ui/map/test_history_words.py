"""The history of the map editor is kept in English and shown in the language of the window."""

import ast
from pathlib import Path

import pytest

import wardesk.drawing
from wardesk.documents.wording import wording
from wardesk.ui import language
from wardesk.ui.map.words import history_title

TITLED = {"change", "_with", "_changed", "_edited", "_redrawn", "_renamed"}
BUILT = [
    "Paint wood: A", "Fill wood: A and 4 more", "Replace wood: 12 cells", "Erase open: A, B",
    "Paint river on 3 sides", "Clear river on 1 side", "Clear 2 sides", "Flip 1 border",
    "Link A–B", "Cut A–B", "Bring back A", "Take out A and 2 more", "Move 1 corner",
    "Move 4 corners", "Height 2 for A, B", "Paint river on 2 borders",
]  # fmt: skip
"""Titles that are put together of words that stand elsewhere in the sources."""

KEPT = {"wood", "river", "open"}


def written():
    """Every title that stands in one piece in the sources; X for what is put in."""
    for path in sorted(Path(wardesk.drawing.__file__).parent.glob("*_commands.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(call, ast.Call):
                continue
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            for arg in call.args if name in TITLED else ():
                parts = arg.values if isinstance(arg, ast.JoinedStr) else [arg]
                if not isinstance(parts[0], ast.Constant) or not isinstance(parts[0].value, str):
                    continue
                title = "".join(
                    str(part.value) if isinstance(part, ast.Constant) else figure(part)
                    for part in parts
                )
                if title[:1].isupper():
                    yield title


def figure(part):
    """A sample of what is put in: a number for a count, otherwise an id."""
    text = ast.unparse(part)
    if "_count" in text:
        return "3 sides"
    return "3" if "len(" in text or "laid" in text else "X"


@pytest.mark.parametrize("title", [*BUILT, *sorted(set(written()))])
def test_every_title_of_the_history_has_german_words(title):
    assert set(wording("map-editor", "de").missing(title)) <= KEPT


def test_the_history_is_german_in_a_german_window(qapp):
    titles = ["Split area G5", "Paint wood: 12 cells", "Clear 3 sides"]
    assert [history_title(title) for title in titles] == titles
    try:
        language.use(qapp, "de")
        german = ["Sektor G5 teilen", "wood malen: 12 Felder", "3 Seiten leeren"]
        assert [history_title(title) for title in titles] == german
    finally:
        language.use(qapp, "en")
