"""Grounds from elsewhere are told apart; what a word or a look tells stays."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "drawing"))

from maps import document_of
from msgspec.structs import replace

from wardesk.drawing.commands.look import good_look
from wardesk.model.map_look import KindLook, SheetLook
from wardesk.model.palette import TerrainKind
from wardesk.render.colours import contrast
from wardesk.render.map.distinct_colours import tell_apart
from wardesk.render.map.recipes import recipe_of


def of_kinds(*names):
    document = document_of("hex")
    kinds = {name: TerrainKind(name, name, name) for name in names}
    document.palette = replace(document.palette, terrain=kinds)
    document.look = SheetLook()
    return document


def test_each_ground_without_a_drawing_has_a_colour_on_which_digits_are_read():
    document = of_kinds("set-0", "set-1", "wood", "tundra", "set-2")
    tell_apart(document)
    colours = {kind: row.colour for kind, row in document.look.terrain.items()}
    assert set(colours) == {"set-0", "set-1", "tundra", "set-2"}
    assert len(set(colours.values())) == 4
    assert all(contrast(code, "#000000") > 7 for code in colours.values())
    assert good_look(document.look) == document.look


@pytest.mark.parametrize("names", [("wood", "lake"), ("set-0", "wood"), ()])
def test_where_nothing_is_alike_nothing_is_coloured(names):
    document = of_kinds(*names)
    tell_apart(document)
    assert document.look == SheetLook()


@pytest.mark.parametrize(
    ("art", "recipe"),
    [("lichter wald", "wood"), ("großes dorf", "village"), ("Wiese", "open"), ("forêt", "wood"),
     ("marais", "marsh"), ("Hügel", "hill"), ("kleinstadt", "town")],
)  # fmt: skip
def test_german_and_french_words_tell_how_a_ground_is_drawn(art, recipe):
    assert recipe_of(art) == recipe


def test_a_ground_with_a_look_keeps_it():
    document = of_kinds("set-0", "set-1", "set-2")
    document.look = SheetLook(terrain={"set-0": KindLook(colour="#123456")})
    tell_apart(document)
    assert document.look.of("terrain", "set-0").colour == "#123456"
    assert len({row.colour for row in document.look.terrain.values()}) == 3
