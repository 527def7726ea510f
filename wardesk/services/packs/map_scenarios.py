"""Scenarios for a map that has none: as another scenario, but played on this map."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from wardesk.documents.maps.store import load_board
from wardesk.documents.maps.titles import map_id
from wardesk.documents.packs.pack_writer import MAP, NewPack, judge_place, write_pack
from wardesk.engine.kernel import begin
from wardesk.errors import UserError
from wardesk.games.registry import make_rules
from wardesk.services.packs.save_scenario import SCENARIO
from wardesk.services.packs.shelf import read_shelf, scenario_names
from wardesk.services.play.tables import load_table, read_edits, scenario_info

TABLE = "freeform"
"""The game whose counters stand in a table of their own."""


class Pattern(Struct, frozen=True, kw_only=True):
    """A scenario that a new one may be made after: it is played on a map of the same id."""

    scenario: str
    title: str
    game: str
    """The title of its game."""
    game_id: str
    counters: int = 0


class MadeScenario(Struct, frozen=True, kw_only=True):
    """What was made: the scenario's file, and the map of its pack, which is a copy."""

    scenario: str
    map: Path


def patterns_for(place: Path) -> tuple[Pattern, ...]:
    """Scenarios played on the map that the one at *place* was copied from, or on itself."""
    own = map_id(place)
    found: list[Pattern] = []
    for pack in read_shelf().packs if own else ():
        for name in scenario_names(pack):
            try:
                info = scenario_info(name)
                if map_id(Path(info.map)) != own:
                    continue
                table = load_table(name, {})
            except UserError:
                continue  # Home tells of packs that are broken
            rows = info.forces.get("counter", ())
            counters = sum(int(row.get("count") or 1) for row in rows)
            found.append(
                Pattern(
                    scenario=name, title=info.title, game=table.rules.title,
                    game_id=info.game, counters=counters,
                )
            )  # fmt: skip
    return tuple(found)


def scenario_on_map(scenario: str, place: Path, title: str, goal: Path) -> MadeScenario:
    """Make the pack folder *goal*: *scenario*, played on the map at *place*.

    It is set up once before anything is written. UserError says what the map lacks for it, or why
    the pack cannot be written; nothing is left behind then.
    """
    if not title.strip():
        raise UserError("The scenario has no title.", "Write one.")
    judge_place(goal)
    info = scenario_info(scenario)
    forces = {key: value for key, value in info.forces.items() if value not in ([], {}, None)}
    setup = {**info.laid_out(), "forces": forces}
    rules = make_rules(info.game, load_board(place), setup, info.options, place=str(place))
    rules.edits = read_edits(rules, info.edits)
    begin(rules, umpire=False)
    counters = forces.get("counter", ()) if info.game == TABLE else ()
    rows = [{key: value for key, value in row.items() if key != "where"} for row in counters]
    row = {
        "title": title.strip(),
        "players": info.players,
        "length": info.length,
        "complexity": info.complexity,
        "turns": info.turns,
        "blurb": info.blurb,
        "reconstruction": list(info.reconstruction),
        "edits": list(info.edits),
        "options": dict(info.options),
        "setup": msgspec.to_builtins(info.setup),
        "charts": msgspec.to_builtins(info.charts),
    }
    new = NewPack(
        title=title.strip(),
        game=info.game,
        scenario=SCENARIO,
        scenario_row=row,
        map=place,
        counters=rows,
        forces={} if info.game == TABLE else forces,
        sources=[f"Made from {info.title}"],
    )
    write_pack(goal, new)
    made = goal / "scenarios" / f"{SCENARIO}.toml"
    load_table(str(made), {})
    return MadeScenario(scenario=str(made), map=goal / "maps" / MAP)
