"""The history of the map editor is kept in English and shown in the language of the window."""

import pytest
from maps import area_map

from wardesk.drawing.commands.all_commands import NameCell, PaintTerrain
from wardesk.words import Text, missing, shown


@pytest.mark.parametrize(
    ("command", "german"),
    [
        (lambda a, b: PaintTerrain((a,), "wood"), "wood malen: {a}"),
        (lambda a, b: PaintTerrain((a, b), "wood"), "wood malen: {a}, {b}"),
        (lambda a, b: NameCell(a, "Ferme"), "{a} benennen"),
    ],
)
def test_the_history_is_german_in_a_german_window(command, german):
    document = area_map()
    document.palette.terrain["wood"] = next(iter(document.palette.terrain.values()))
    a, b, *_ = document.cells

    title = command(a, b).apply(document).title

    assert isinstance(title, Text)
    assert set(missing(title, "de")) <= {a, b}, "only ids stay as they are"
    assert shown(title, "de") == german.format(a=a, b=b)
