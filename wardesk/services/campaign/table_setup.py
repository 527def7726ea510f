"""The table of a campaign's scenario: a pack with its map, and the ledger's units as counters."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from wardesk.campaign.operation.corridor import HexNumbers
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Unit
from wardesk.campaign.operation.graph import Node
from wardesk.campaign.operation.names import place_words
from wardesk.campaign.operation.places import Place
from wardesk.documents.maps.lattice_rows import usual_cells
from wardesk.documents.maps.shipped import shipped_palettes
from wardesk.documents.maps.store import load_board, write_map
from wardesk.documents.packs.pack_writer import NewPack, write_pack
from wardesk.drawing.document import Layout, MapDocument
from wardesk.engine.kernel import begin
from wardesk.engine.types import Effect, SetPiece
from wardesk.errors import UserError
from wardesk.games.registry import layout_of, make_rules
from wardesk.geometry.grids.hex_lattice import CELL_STEP, HexGrid
from wardesk.geometry.grids.numbering import Count, Numbering
from wardesk.model.board import Board, Feature
from wardesk.model.moment import LayOut
from wardesk.model.scenario import ScenarioInfo
from wardesk.services.campaign.table_moment import moment_of, turns_of
from wardesk.services.play.tables import scenario_info
from wardesk.words import encode, say, say_count, shown

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


FREEFORM = "freeform"
SCENARIO = "table"
_SYMBOLS = {
    "infantry.airborne": "airborne", "infantry.glider": "glider",
    "infantry.motorised": "motorised", "infantry.armour": "mechanised",
    "engineer.airborne": "paratroop_engineer", "antitank": "anti_tank",
    "antitank.sp": "assault_gun", "antiair": "anti_air", "armour.recon": "armoured_cavalry",
    "recon.armour": "armoured_car", "recon.motorised": "motorcycle",
}  # fmt: skip
_ECHELONS = {"platoon": "•••", "company": "I", "battery": "I", "battalion": "II",
             "regiment": "III", "brigade": "X"}  # fmt: skip
BARS = ("#3f4a42", "#6b5a37")


class Ruled(Struct, frozen=True, kw_only=True):
    """A table whose game lays out any moment of the campaign by its own rules."""

    info: ScenarioInfo
    """The scenario that gives map and options; its own set-up is not used."""
    board: Board
    lay_out: LayOut


def has_rules(node: Node) -> bool:
    """Whether a node's game lays out the ledger as it stands by its own rules."""
    info = scenario_info(node.scenario) if node.scenario else None
    return info is not None and layout_of(info.game) is not None


def ruled_table(node: Node) -> Ruled | None:
    """How a node's game lays out the ledger as it stands, None where it cannot."""
    info = scenario_info(node.scenario) if node.scenario else None
    lay_out = layout_of(info.game) if info is not None else None
    if info is None or lay_out is None:
        return None
    return Ruled(info=info, board=load_board(info.map), lay_out=lay_out)


def write_table(
    desk: CampaignDesk,
    node: Node,
    units: Sequence[str],
    goal: Path,
    *,
    free: bool = False,
    ruled: Ruled | None = None,
    window: Sequence[str] = (),
    turns: int = 0,
) -> Path:
    """Make the pack folder *goal* for a scenario with *units*; the path of the scenario in it.

    With the scenario that the node names, its map is used; a coded game's own counters are set to
    what the ledger says, or with *ruled* laid out from the moment in a *window* of the map, for so
    many *turns* (0: as the node says). Without one, and for a *free* table, a plain stand-in sheet
    is made. UserError if it cannot be.
    """
    goal.parent.mkdir(parents=True, exist_ok=True)
    info = scenario_info(node.scenario) if node.scenario and not free else None
    if ruled is not None:
        _write_ruled(desk, node, units, ruled, goal, tuple(window), turns)
    elif info is not None and info.game != FREEFORM:
        _write_coded(desk, node, units, info, goal)
    else:
        with tempfile.TemporaryDirectory() as folder:
            _write_free(desk, node, units, info, goal, Path(folder))
    return goal / "scenarios" / f"{SCENARIO}.toml"


# ---- a table without rules ----------------------------------------------------------------------


def _write_free(
    desk: CampaignDesk,
    node: Node,
    units: Sequence[str],
    info: ScenarioInfo | None,
    goal: Path,
    scratch: Path,
) -> None:
    place = Path(info.map) if info is not None else _stand_in(desk, node, units, scratch)
    cells = load_board(place).cells
    boxes: dict[str, tuple[str, str]] = {}
    rows = [_counter(desk, unit, cells, boxes) for unit in units]
    design = desk.design
    exits = [
        {"id": f"exit-{seam.id}", "title": shown(say("Left by {seam}", seam=seam.name))[:60]}
        for seam in design.seams
        if node.game in (seam.from_game, seam.to_game)
    ]
    setup = {
        "dice": ["1d10"],
        "sides": [
            {"id": side.id, "name": side.name, "field": "#d8d2bf", "bar": BARS[number % 2]}
            for number, side in enumerate(design.sides)
        ],
        "boxes": [
            *({"id": box, "title": title} for box, title in boxes.values()),
            *exits,
            {"id": "exit", "title": shown(say("Left the map elsewhere"))},
            {"id": "dead", "title": shown(say("Lost"))},
        ],
        "notes": [
            shown(
                say(
                    "{campaign!s}: {battle!s}. Counters in the box of the lost, in a box of those"
                    " who left, and the steps of all others go back to the campaign.",
                    campaign=desk.state.name,
                    battle=node.name,
                )
            )
        ],
    }
    told = say_count("One unit of the campaign.", "{n} units of the campaign.", n=len(rows))
    plain = info is None
    new = NewPack(
        title=node.name,
        game=FREEFORM,
        scenario=SCENARIO,
        scenario_row={
            "title": f"{node.name} ({desk.state.name})",
            "players": "1–2",
            "length": shown(say("as long as you like")),
            "complexity": 1,
            "turns": 1,
            "blurb": f"{shown(told)} {shown(node.decides)}".strip(),
            "setup": setup,
        },
        map=place,
        counters=rows,
        reconstruction=[STAND_IN.partition(": ")[2].capitalize() + "."] if plain else [],
    )
    write_pack(goal, new)


def _counter(
    desk: CampaignDesk, key: str, cells: Mapping[str, Any], boxes: dict[str, tuple[str, str]]
) -> dict[str, str]:
    """A unit as a row of a table of counters; a box is found for who is not on the map."""
    design = desk.design
    unit, now = design.unit[key], desk.state.units[key]
    label = design.cell(now.place.game, now.place.at)
    at = read_hex(label) if now.place.kind == "hex" else None
    place = hex_text(at) if at is not None else label
    if now.place.kind != "hex" or place not in cells:
        words = place_words(design, Place(now.place.kind, now.place.at, now.place.sheet))
        told = shown(words)
        title = told[:1].upper() + told[1:60]
        place = boxes.setdefault(words, (f"from-{len(boxes) + 1}", title))[0]
    full = max(1, unit.steps_full)
    symbol, echelon = drawing(unit)
    row = {
        "id": key,
        "name": unit.name[:60],
        "side": design.side_of(key),
        "symbol": symbol,
        "echelon": echelon,
        "factors": _factors(unit.ratings),
        "steps": str(full),
        "left": str(max(1, now.steps)) if max(1, now.steps) != full else "",
        "place": place,
        "colour": _colour(desk, key),
    }  # fmt: skip
    return {name: value for name, value in row.items() if value}


def drawing(unit: Unit) -> tuple[str, str]:
    """The symbol and the echelon that the counter of a unit shows."""
    arm = unit.symbol.partition(".")[0]
    symbol = _SYMBOLS.get(unit.symbol, _SYMBOLS.get(arm, "") or arm)
    return symbol, _ECHELONS.get(unit.echelon, "")


def _factors(ratings: Mapping[str, object]) -> str:
    parts = [str(ratings.get(name, "")) for name in ("fire", "assault", "move")]
    return "-".join(parts) if all(part.isdigit() for part in parts) else ""


def _colour(desk: CampaignDesk, unit: str) -> str:
    design = desk.design
    above = [design.formation[each].colour for each in design.above(design.unit[unit].formation)]
    return next((colour.fill for colour in above if colour is not None), "")


def _stand_in(desk: CampaignDesk, node: Node, units: Sequence[str], scratch: Path) -> Path:
    design = desk.design

    def found(label: str) -> Hex | None:
        return read_hex(design.cell(node.game, label))

    places = [desk.state.units[unit].place for unit in units]
    there = [found(place.at) for place in places if place.kind == "hex"]
    names: dict[Hex, str] = {}
    for route in design.routes:
        for stop in route.stops:
            if stop.game == node.game and (at := found(stop.hex or "")):
                names[at] = stop.name
    for bridge in design.bridges:
        if bridge.game == node.game and bridge.hexes and (at := found(bridge.hexes[0])):
            names[at] = bridge.name
    for zone in _zones(desk, units):
        hexes = [at for at in map(found, design.zone[zone].hexes) if at is not None]
        names |= dict.fromkeys(hexes[:1], design.zone[zone].name)
        there += hexes
    wanted = [at for at in (*there, *map(found, node.extent)) if at is not None]
    title = f"{node.name}: plain stand-in for the sheet"
    document = stand_in_map(title, wanted or list(names)[:1], names, design.numbers(node.game))
    place = scratch / "stand-in.wdmap"
    write_map(document, place)
    return place


def _zones(desk: CampaignDesk, units: Sequence[str]) -> list[str]:
    """The zones on which units have just dropped, by the words of the plan (``DZ A / A1``)."""
    places = {desk.state.units[unit].place for unit in units}
    words = [
        word for place in places if place.kind == "drop" for word in re.split(r"[ /]", place.at)
    ]
    zones = desk.design.zone
    named = [zones[word] for word in dict.fromkeys(sorted(words)) if word in zones]
    return [part for zone in named for part in (zone.parts or (zone.id,))]


# ---- any moment with rules ----------------------------------------------------------------------


def _write_ruled(
    desk: CampaignDesk,
    node: Node,
    units: Sequence[str],
    ruled: Ruled,
    goal: Path,
    window: tuple[str, ...],
    turns: int,
) -> None:
    """The moment as a scenario of the game that knows how to lay one out."""
    played = turns_of(desk, node, turns)
    laid = ruled.lay_out(moment_of(desk, units, ruled.board, window, played), ruled.board)
    info = ruled.info
    part, setup = _cut(laid.setup, ruled.board)
    now = desk.design.calendar.turn(max(desk.state.ordinal, desk.design.calendar.first_ordinal))
    row = {
        "title": f"{node.name} ({desk.state.name}, {shown(now.label)})",
        "part": list(part),
        "players": info.players,
        "length": shown(say_count("{n} turn", "{n} turns", n=len(played))),
        "complexity": info.complexity,
        "turns": len(played),
        "blurb": shown(
            say(
                "{number} units of the campaign as the ledger has them. {what}",
                number=len(units),
                what=node.decides,
            )
        ).strip(),
        "reconstruction": list(info.reconstruction),
        "options": dict(info.options),
        "setup": setup,
        "charts": dict(info.charts),
    }
    new = NewPack(
        title=node.name, game=info.game, scenario=SCENARIO, scenario_row=row, map=Path(info.map),
        forces=laid.forces,
    )  # fmt: skip
    write_pack(goal, new)


EDGE = 4
"""Hexes of ground that are seen around a window of a table."""


def _cut(setup: Mapping[str, Any], board: Board) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The part of the map that a table needs, and the set-up with nothing beyond it.

    All of both for a table without a window, which is one of the whole map.
    """
    parks = [row["at"] for row in setup.get("park", ())]
    named = [*setup["window"], *parks, *(row["at"] for row in setup["place"])]
    spots = [board.cells[cell].anchor for cell in named if cell in board.cells]
    if not setup["window"] or board.grid is None or not spots:
        return (), dict(setup)
    room = EDGE * CELL_STEP
    (left, right), (top, low) = (
        (min(row) - room, max(row) + room) for row in zip(*spots, strict=True)
    )
    here = {
        key: cell.anchor
        for key, cell in board.cells.items()
        if left <= cell.anchor[0] <= right and top <= cell.anchor[1] <= low
    }
    ends = (f for f in board.features if f.kind == "bridge")
    away = {f.id.removeprefix("bridge-") for f in ends if not {*f.properties["between"]} <= {*here}}
    found = {
        **setup,
        "route": [cell for cell in setup.get("route", ()) if cell in here],
        "blocked": {c: side for c, side in setup.get("blocked", {}).items() if c in here},
        "mined": [cell for cell in setup.get("mined", ()) if cell in here],
        "bridge": [row for row in setup.get("bridge", ()) if row["id"] not in away],
        "rearguards": [
            row | ({"at": [cell for cell in row["at"] if cell in here]} if "at" in row else {})
            for row in setup.get("rearguards", ())
        ],
    }
    corners = {end(here, key=lambda c: here[c][axis]) for end in (min, max) for axis in (0, 1)}
    return tuple(sorted(corners)), found


# ---- a coded game -------------------------------------------------------------------------------


def _write_coded(
    desk: CampaignDesk, node: Node, units: Sequence[str], info: ScenarioInfo, goal: Path
) -> None:
    """The scenario as it is, with the counters of the ledger's units as strong as they are now."""
    rules = make_rules(info.game, load_board(info.map, info.part), info.laid_out(), info.options)
    _, state = begin(rules, umpire=False)
    edits: list[Effect] = []
    names = counters_of(desk.design, node.game, units)
    missing = [desk.design.unit[unit].name for unit in units if names.get(unit) not in state.pieces]
    if missing:
        raise UserError(
            say(
                "The scenario {scenario!s} has no counter for {units!s}.",
                scenario=info.id,
                units=", ".join(missing[:5]),
            ),
            "Leave these units out of it.",
        )
    for unit, piece in names.items():
        now = desk.state.units[unit]
        if now.place.kind in ("eliminated", "removed"):
            edits.append(SetPiece(piece, "at", None))
        elif rules.record.steps:
            had = getattr(state.pieces[piece], rules.record.steps)
            if had != now.steps:
                edits.append(SetPiece(piece, rules.record.steps, now.steps))
    here = [unit.id for unit in desk.design.units if unit.id not in names]
    for unit, piece in counters_of(desk.design, node.game, here).items():
        stays = desk.state.units[unit].place.kind != "not-yet"
        if piece in state.pieces and not stays:  # it has not come: its counter is not there either
            edits.append(SetPiece(piece, "at", None))
    row = {
        "title": f"{node.name} ({desk.state.name})",
        "part": list(info.part),
        "players": info.players,
        "length": info.length,
        "complexity": info.complexity,
        "turns": info.turns,
        "blurb": info.blurb,
        "reconstruction": list(info.reconstruction),
        "edits": [
            *info.edits,
            *(encode(each).decode() for each in edits),
        ],
        "options": dict(info.options),
        "setup": dict(info.setup),
        "charts": dict(info.charts),
    }
    forces = {key: value for key, value in info.forces.items() if value not in ([], {}, None)}
    new = NewPack(
        title=node.name, game=info.game, scenario=SCENARIO, scenario_row=row, map=Path(info.map),
        forces=forces,
    )  # fmt: skip
    write_pack(goal, new)


def counters_of(design: Design, game: str, units: Sequence[str]) -> dict[str, str]:
    """The piece of each unit in a coded game: the counter that it has there."""
    found: dict[str, str] = {}
    for unit in units:
        for each in design.seen_as.get(unit, ()):
            if each.game == game:
                found.setdefault(unit, each.counter)
    return found


# ---- a map that stands in ------------------------------------------------------------------------


MARGIN = 4
LEAST = (24, 18)
MOST = (70, 110)
"""Columns and rows of the largest sheet; what lies further off has no room on it."""
STAND_IN = "reconstruction: a plain stand-in made from hex numbers, without terrain; not the sheet"
Hex = tuple[int, int]
_HEX = re.compile(r"([0-9]{1,3})\.([0-9]{1,3})\Z")


def read_hex(text: str) -> Hex | None:
    """Column and row of a printed number, None for what is none: ``14.089`` is ``14.89``."""
    found = _HEX.match(text)
    return (int(found[1]), int(found[2])) if found else None


def hex_text(at: Hex) -> str:
    """A hex as its cell is called."""
    return f"{at[0]}.{at[1]}"


def stand_in_map(
    title: str, wanted: Iterable[Hex], names: Mapping[Hex, str], numbers: HexNumbers = "staggered"
) -> MapDocument:
    """A map with the hexes *wanted* and room around them; *names* are written where they fit."""
    columns, rows = _extent(list(wanted), numbers)
    first, last = columns
    grid = HexGrid(
        last - first + 1,
        rows[1] - rows[0] + 1,
        shoved="odd" if numbers == "staggered" and first % 2 == 0 else "even",
    )
    numbering = Numbering(
        "grid" if numbers == "staggered" else "oblique",
        Count(start=first, digits=1),
        Count(start=rows[0], digits=1),
        separator=".",
    )
    palette = next(one.palette for one in shipped_palettes() if "hex" in one.kinds)
    layout = Layout(grid, numbering, next(iter(palette.terrain)))
    document = MapDocument(
        id="stand-in",
        title=title,
        provenance=STAND_IN,
        kind="hex",
        unit="1/336 hex",
        palette=palette,
        layout=layout,
        cells=usual_cells(layout),
    )
    for number, (at, name) in enumerate(names.items(), 1):
        cell = document.cells.get(hex_text(at))
        if cell is not None:
            x, y = cell.anchor
            where = {"type": "Point", "coordinates": [x, y]}
            document.features.append(Feature("label", where, name=name, id=f"name-{number}"))
    return document


def _extent(wanted: list[Hex], numbers: HexNumbers) -> tuple[tuple[int, int], tuple[int, int]]:
    """Columns, and the rows of the first column, that hold the most of *wanted*."""
    if not wanted:
        return (1, LEAST[0]), (1, LEAST[1])
    columns = _reach([x for x, _y in wanted], LEAST[0], MOST[0])
    inside = [(x, y) for x, y in wanted if columns[0] <= x <= columns[1]]
    # with oblique numbers a hex lies half a row lower for each column to the right
    slant = 2 if numbers == "oblique" else MOST[0]
    rows = _reach([y + (x - columns[0]) // slant for x, y in inside], LEAST[1], MOST[1])
    return columns, rows


def _reach(values: list[int], least: int, most: int) -> tuple[int, int]:
    low, high = min(values) - MARGIN, max(values) + MARGIN
    if high - low >= most:
        middle = round(median(values))
        low, high = middle - most // 2, middle + most // 2 - 1
    short = least - (high - low + 1)
    if short > 0:
        low, high = low - short // 2, high + short - short // 2
    low = max(1, low)
    return low, max(high, low + least - 1)
