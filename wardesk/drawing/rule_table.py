"""The rules of a map's palette as tables: kinds by movement classes, cover and sight.

A table is read from the palette and written back by commands, so that what a person types is
undone like a stroke. Texts of cells are the same in every language: ``2``, ``1/2``, ``no``,
``yes``, or nothing for the usual.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from wardesk.drawing.commands.all_commands import (
    AnyCommand,
    PutBorderKind,
    PutLineKind,
    PutPalette,
    PutSightRule,
    PutTerrainKind,
)
from wardesk.errors import UserError
from wardesk.geometry.sight.policy import PLAIN, SightPolicy
from wardesk.model.movement import move_classes
from wardesk.model.palette import BorderKind, LineKind, Palette, Scalar, TerrainKind
from wardesk.words import Spoken, say

Among = Literal["terrain", "borders", "lines"]
AMONG: tuple[Among, ...] = ("terrain", "borders", "lines")
_AnyKind = TerrainKind | BorderKind | LineKind
_Figured = TypeVar("_Figured", TerrainKind, LineKind)
_SIGHT, _CROSSED, _CROSSES = "sight", "crossed", "crosses"
_STEPS = ("up", "down")
_EACH = "; "
"""Between the figures of the classes, where a cell of a table holds one for each."""
_MOVES = ("move", "uphill", "up", "down")
_HALVES = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}


class RuleColumn(Struct, frozen=True):
    """A column of a table; *hint* says more than its title."""

    key: str
    title: Spoken
    hint: Spoken = ""


def class_title(name: str) -> Spoken:
    """What a movement class is called."""
    known: dict[str, Spoken] = {
        "": say("Everybody"),
        "foot": say("Foot"),
        "wheels": say("Wheeled"),
        "tracks": say("Tracked"),
        "motor": say("Motorised"),
        "horse": say("Horse"),
        "light": say("Light foot"),
        "heavy": say("Heavy foot"),
        "wagons": say("Wagons"),
    }
    return known.get(name, name.replace("_", " ").capitalize())


def sight_rule(palette: Palette) -> SightPolicy:
    """The sight rule that counts on a map with this palette."""
    return next(iter(palette.sight.values()), PLAIN)


def columns(palette: Palette, among: Among) -> tuple[RuleColumn, ...]:
    """The columns of one table, those of the movement classes first."""
    classes = move_classes(palette) or ("",)
    costs = [RuleColumn(_name("move", one), class_title(one)) for one in classes]
    sight = RuleColumn(_SIGHT, say("Hides"), say("yes, no, or its weight in the sight rule"))
    if among == "terrain":
        cover = RuleColumn(
            "cover", say("Cover"), say("For the rules of the game that uses the map")
        )
        holds = RuleColumn("holds", say("Holds"), say("How many units may stand there"))
        return (*costs, cover, holds, sight)
    if among == "lines":
        return (*costs, sight)
    crossed = RuleColumn(_CROSSED, say("Crossed"), say("Whether its two cells are neighbours"))
    over = RuleColumn(
        _CROSSES, say("Leads over"), say("The kinds that a bridge or ford leads over")
    )
    high = [kind for kind in palette.borders.values() if kind.directed]
    steps = [RuleColumn("up", say("Up"), say("On top, to the high side"))] if high else []
    steps += [RuleColumn("down", say("Down"), say("On top, to the low side"))] if high else []
    return (crossed, *costs, *steps, over, sight)


def _name(figure: str, move_class: str) -> str:
    return f"{figure}_{move_class}" if move_class else figure


def text_of(palette: Palette, among: Among, kind: str, key: str) -> str:
    """What stands in a cell of a table; "" where the kind says nothing of it."""
    found: _AnyKind = getattr(palette, among)[kind]
    if key == _SIGHT:
        return _sight_text(palette, among, found)
    if isinstance(found, BorderKind):
        if key == _CROSSED:
            return "yes" if found.passable else "no"
        if key == _CROSSES:
            return ", ".join(found.crosses)
        if key.startswith("move") and not found.passable:
            return "no"
    if key in _STEPS and (each := [f"{key}_{one}" for one in move_classes(palette)]):
        told = [found.properties.get(one, found.properties.get(key, 0)) for one in each]
        if any(one in found.properties for one in each):
            return _EACH.join(map(str, told))
    value = found.properties.get(key)
    if value is None and key.startswith("move_"):
        value = found.properties.get("move")
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def usual_text(among: Among, key: str) -> str:
    """What counts where a cell of a table is empty."""
    if key.startswith("move"):
        return {"terrain": "1", "borders": "0", "lines": "no"}[among]
    return {"cover": "0", _SIGHT: "no", "up": "0", "down": "0"}.get(key, "")


def _sight_text(palette: Palette, among: Among, kind: _AnyKind) -> str:
    rule = sight_rule(palette)
    if among == "terrain":
        told: Scalar = rule.cells.get(kind.id, 0)
        if rule.cell_property and not told:
            told = kind.properties.get(rule.cell_property, 0)
        if told is True or told in ("yes", "true"):
            return "yes"
        weight = told if isinstance(told, int) else 0
    else:
        weight = (rule.edges if among == "borders" else rule.lines).get(kind.id, 0)
    if not weight:
        return ""
    return "yes" if weight >= rule.threshold else str(weight)


def edited(palette: Palette, among: Among, kind: str, key: str, text: str) -> AnyCommand:
    """The command that puts *text* into a cell of a table. UserError if it makes no sense there."""
    found: _AnyKind = getattr(palette, among)[kind]
    text = _plain(text)
    if key == _SIGHT:
        return _sight_edited(palette, among, found, text)
    if isinstance(found, BorderKind):
        return PutBorderKind(_border_edited(palette, found, key, text))
    properties = _with(found.properties, key, text)
    if isinstance(found, TerrainKind):
        return PutTerrainKind(replace(found, properties=properties))
    return PutLineKind(replace(found, properties=properties))


def _plain(text: str) -> str:
    """A text as it is stored: halves as fractions, signs for "no entry" as ``no``."""
    text = text.strip().removeprefix("+")
    for sign, fraction in _HALVES.items():
        text = text.replace(sign, fraction)
    return "no" if text in ("-", "–", "—", "x") else text.casefold() if len(text) < 4 else text


def _border_edited(palette: Palette, kind: BorderKind, key: str, text: str) -> BorderKind:
    if key == _CROSSED:
        return replace(kind, passable=_yes_or_no(text or "yes"))
    if key == _CROSSES:
        return replace(kind, crosses=_kinds_named(palette, kind, text))
    if key in _STEPS:
        return replace(kind, properties=_step_edited(palette, kind.properties, key, text))
    properties = _with(kind.properties, key, text)
    if not kind.passable and key.startswith("move") and text != "no":
        # who may cross is told one by one from now on
        others = {_name("move", one) for one in move_classes(palette)} - {key, "move"}
        properties = {**dict.fromkeys(sorted(others), "no"), **properties}
        return replace(kind, passable=True, properties=properties)
    return replace(kind, properties=properties)


def _step_edited(
    palette: Palette, properties: Mapping[str, Scalar], key: str, text: str
) -> dict[str, Scalar]:
    """One figure for all classes, or one for each with semicolons between."""
    classes = move_classes(palette)
    parts = [part.strip() for part in text.split(";")]
    if len(parts) not in (1, len(classes)):
        raise UserError(
            say("{text!s} is no figure for this table.", text=f"“{text:.40}”"),
            say("Type one figure, or {classes} with semicolons between.", classes=len(classes)),
        )
    names = [f"{key}_{one}" for one in classes]
    found = {name: value for name, value in properties.items() if name not in (key, *names)}
    for name, part in zip([key] if len(parts) == 1 else names, parts, strict=True):
        found = _with(found, name, part)
    return found


def _kinds_named(palette: Palette, kind: BorderKind, text: str) -> tuple[str, ...]:
    """The ids of border kinds that are named, by id or name, with commas between."""
    names = {one.name.casefold(): one.id for one in palette.borders.values()}
    names |= {one.casefold(): one for one in palette.borders}
    found: dict[str, None] = {}
    for part in filter(None, (one.strip() for one in text.split(","))):
        known = names.get(part.casefold())
        if known is None or known == kind.id:
            raise UserError(
                say("{part!s} is no other kind of side here.", part=f"“{part:.40}”"),
                say("There are: {known!s}.", known=", ".join(palette.borders)),
            )
        found[known] = None
    return tuple(found)


def _yes_or_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise UserError(say("{text!s} is neither yes nor no.", text=f"“{text:.40}”"))
    return text == "yes"


def _with(properties: Mapping[str, Scalar], key: str, text: str) -> dict[str, Scalar]:
    """The properties with a figure typed; an empty text takes it out."""
    found = dict(properties)
    if not text:
        found.pop(key, None)
        return found
    if text == "no" and key.partition("_")[0] in _MOVES:
        found[key] = "no"
        return found
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        value = None
    if value is None or not 0 <= value <= 1000 or value.denominator > 60:
        raise UserError(
            say("{text!s} is no figure for this table.", text=f"“{text:.40}”"),
            "Type a number such as 2 or 1/2, or “no”, or empty the cell.",
        )
    found[key] = int(value) if value.denominator == 1 else str(value)
    return found


def _sight_edited(palette: Palette, among: Among, kind: _AnyKind, text: str) -> AnyCommand:
    rule = sight_rule(palette)
    if text not in ("", "no", "yes") and not (text.isdecimal() and int(text) <= rule.threshold):
        raise UserError(
            say("{text!s} says nothing of sight.", text=f"“{text:.40}”"),
            say("Type yes, no, or a number up to {most}.", most=rule.threshold),
        )
    blocks = text == "yes"
    weight = rule.threshold if blocks else int(text) if text.isdecimal() else 0
    if among == "terrain" and rule.cell_property and kind.id not in rule.cells:
        assert isinstance(kind, TerrainKind)
        properties = {k: v for k, v in kind.properties.items() if k != rule.cell_property}
        if weight:
            properties[rule.cell_property] = True if weight >= rule.threshold else weight
        return PutTerrainKind(replace(kind, properties=properties))
    field = {"terrain": "cells", "borders": "edges", "lines": "lines"}[among]
    weights = {k: v for k, v in getattr(rule, field).items() if k != kind.id}
    if weight:
        weights[kind.id] = weight
    return PutSightRule(replace(rule, **{field: weights}))


# ---- movement classes ---------------------------------------------------------------------------


def class_added(palette: Palette, name: str) -> PutPalette:
    """One more movement class, which moves like the last one until its figures are changed."""
    move_class = re.sub(r"[^a-z0-9]+", "_", name.strip().casefold()).strip("_")
    classes = move_classes(palette)
    if not move_class or move_class in classes:
        raise UserError(
            say("{name!s} cannot be the name of a new class.", name=f"“{name:.40}”"),
            "Use letters that no other class has, such as “skis”.",
        )
    like = classes[-1] if classes else ""

    def added(properties: Mapping[str, Scalar]) -> dict[str, Scalar]:
        mine = {
            _name(figure, move_class): properties[_name(figure, like)]
            for figure in _MOVES
            if like and _name(figure, like) in properties
        }
        return {**properties, **mine}

    terrain = {k: replace(v, properties=added(v.properties)) for k, v in palette.terrain.items()}
    if terrain and not any(f"move_{move_class}" in one.properties for one in terrain.values()):
        first = next(iter(terrain))
        told = terrain[first].properties
        told = {**told, f"move_{move_class}": told.get("move", 1)}
        terrain[first] = replace(terrain[first], properties=told)
    return PutPalette(
        replace(
            palette,
            terrain=terrain,
            borders={
                k: replace(v, properties=added(v.properties)) for k, v in palette.borders.items()
            },
            lines={k: replace(v, properties=added(v.properties)) for k, v in palette.lines.items()},
        )
    )


def class_removed(palette: Palette, move_class: str) -> PutPalette:
    """A movement class and all its figures, taken out."""
    gone = {_name(figure, move_class) for figure in _MOVES}

    def left(properties: Mapping[str, Scalar]) -> dict[str, Scalar]:
        return {name: value for name, value in properties.items() if name not in gone}

    return PutPalette(
        replace(
            palette,
            terrain={
                k: replace(v, properties=left(v.properties)) for k, v in palette.terrain.items()
            },
            borders={
                k: replace(v, properties=left(v.properties)) for k, v in palette.borders.items()
            },
            lines={k: replace(v, properties=left(v.properties)) for k, v in palette.lines.items()},
        )
    )


# ---- presets ------------------------------------------------------------------------------------


def preset_taken(palette: Palette, preset: Palette) -> PutPalette:
    """The rules of another palette, for the kinds that both have by id; its others are added.

    Names and looks of the kinds that are there stay, and so do figures that rules here do not
    read. Kinds that only this palette has keep their figures.
    """
    terrain = {
        **{k: _ruled(v, preset.terrain.get(k)) for k, v in palette.terrain.items()},
        **{k: v for k, v in preset.terrain.items() if k not in palette.terrain},
    }
    lines = {
        **{k: _ruled(v, preset.lines.get(k)) for k, v in palette.lines.items()},
        **{k: v for k, v in preset.lines.items() if k not in palette.lines},
    }
    borders = {
        **{k: _border_ruled(v, preset.borders.get(k)) for k, v in palette.borders.items()},
        **{k: v for k, v in preset.borders.items() if k not in palette.borders},
    }
    return PutPalette(
        replace(
            palette,
            title=preset.title,
            terrain=terrain,
            borders=borders,
            lines=lines,
            sight=preset.sight,
        )
    )


def _ruled(kind: _Figured, like: _Figured | None) -> _Figured:
    if like is None:
        return kind
    return replace(kind, properties={**_others(kind.properties), **like.properties})


def _border_ruled(kind: BorderKind, like: BorderKind | None) -> BorderKind:
    if like is None:
        return kind
    return replace(
        kind,
        passable=like.passable,
        directed=like.directed or kind.directed,
        properties={**_others(kind.properties), **like.properties},
        crosses=like.crosses,
    )


def _others(properties: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """The figures that these tables do not show."""
    shown = (*_MOVES, "cover", "holds", "blocks_sight")
    return {
        k: v for k, v in properties.items() if k.partition("_")[0] not in shown and k not in shown
    }
