"""The list of issues speaks the language of the window."""

import pytest
from maps import area_map
from msgspec.structs import replace

from wardesk.drawing.issues.live import live_issues
from wardesk.ui.map.panels.issues import IssueRow
from wardesk.ui.widgets.text import Label
from wardesk.words import missing, use_language


@pytest.fixture
def german():
    use_language("de")
    yield
    use_language("en")


def broken_map():
    """A map with a road of no known kind, a bend that repeats and terrain that is unknown."""
    document = area_map()
    number, edge = next(iter(document.edges.items()))
    document.edges[number] = replace(edge, points=((5.0, 5.0), (5.0, 5.0)), kind="wall of air")
    name, cell = next(iter(document.cells.items()))
    document.cells[name] = replace(cell, terrain="swamp")
    return document


def test_every_issue_and_its_fix_has_german_words():
    document = broken_map()
    found = live_issues(document)
    assert len(found) > 2
    said = [(one.issue.text, one.issue.advice, one.issue.place, one.fix_text) for one in found]
    lost = {part for row in said for text in row for part in missing(text, "de")}
    assert lost <= set(document.cells), "only ids stay as they are"


def test_the_row_of_an_issue_is_german_in_a_german_window(qtbot, german):
    live = next(one for one in live_issues(broken_map()) if one.issue.code == "cell-terrain")
    row = IssueRow(live)
    qtbot.addWidget(row)

    words = [text.text() for text in row.findChildren(Label)]

    assert any("hat das Gelände „swamp“, das die Palette nicht kennt" in text for text in words)
    assert "hat das Gelände" in row.accessibleName()
