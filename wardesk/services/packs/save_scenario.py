"""*Save as scenario*: a game on the table becomes a pack folder that another person can open.

Where a game can begin anywhere, it begins as the table stands. Where the rules lay the set-up out
themselves, the new scenario is the old one with what was edited by hand before the first answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wardesk.documents.packs.pack_writer import NewPack, judge_place, write_pack
from wardesk.engine.kernel import begin
from wardesk.engine.types import Effect, GameState
from wardesk.errors import UserError
from wardesk.games.registry import make_rules
from wardesk.games.shared.printed import laid_over
from wardesk.model.charts import nested
from wardesk.model.options import SetupValue, with_figures
from wardesk.model.scenario import CHARTS, HANDICAP, ScenarioInfo
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import load_table, read_edits, scenario_info
from wardesk.words import encode

SCENARIO = "scenario"


class Basis(Struct, frozen=True, kw_only=True):
    """What a scenario would be saved from, for the dialog to say."""

    anywhere: bool
    """The scenario begins as the table stands; else only edits of the set-up count."""
    edits: tuple[Effect, ...] = ()
    """What was edited by hand before the first answer."""
    played: bool = False
    """Whether answers were given, which are no part of the scenario."""
    values: tuple[SetupValue, ...] = ()
    """Figures that can be changed."""


class ScenarioPlan(Struct, frozen=True, kw_only=True):
    """What a person wrote in the dialog."""

    title: str
    blurb: str = ""
    players: str = ""
    length: str = ""
    complexity: int = 0
    values: Mapping[str, int] = {}
    """Changed figures, by the id of `SetupValue`."""


def basis(session: PlaySession) -> Basis:
    """What a scenario saved from *session* would rest on."""
    values = session.rules.variables()
    if session.rules.as_setup(session.state) is not None:
        return Basis(anywhere=True, values=values)
    found: list[Effect] = []
    played = False
    for event in session.journal.line()[1:]:
        if event.asked is not None:
            played = True
            break
        found += event.effects
    return Basis(anywhere=False, edits=tuple(found), played=played, values=values)


def save_scenario(session: PlaySession, plan: ScenarioPlan, goal: Path) -> Path:
    """Make the pack folder *goal*; the path of its scenario.

    The new scenario is set up once before anything is written. UserError when it would not begin
    as it should, when *goal* is there already, or when it cannot be written.
    """
    title = plan.title.strip()
    if not title:
        raise UserError("The scenario has no title.", "Write one.")
    judge_place(goal)
    info = scenario_info(session.info.scenario)
    own = session.rules.as_setup(session.state)
    found = basis(session)
    setup, forces = own if own is not None else (info.setup, _forces_of(info))
    changed = {one.id: one.value for one in found.values if one.id in session.header.options}
    if info.handicap is not None and session.header.options.get(HANDICAP) != "no":
        changed = {**info.handicap.figures, **changed}
    unset = [replace(one, value=one.least - 1) for one in found.values]
    setup = with_figures(setup, unset, {**changed, **plan.values})
    edits = () if own is not None else (*info.edits, *(_line(e) for e in found.edits))
    chosen = {
        key: value
        for key, value in session.header.options.items()
        if "." not in key and key not in (CHARTS, HANDICAP)
    }
    options, charts = {**info.options, **chosen}, _charts_of(session)
    whole = {**setup, "forces": forces, **({CHARTS: {"scenario": charts}} if charts else {})}
    _try_out(session, info, whole, options, edits, exact=own is None)
    row = {
        "title": title,
        "part": list(info.part),
        "players": plan.players or info.players,
        "length": plan.length or info.length,
        "complexity": plan.complexity or info.complexity,
        "turns": info.turns,
        "blurb": plan.blurb.strip() or info.blurb,
        "reconstruction": list(info.reconstruction),
        "edits": list(edits),
        "options": dict(options),
        "setup": setup,
        "charts": charts,
    }
    counters = forces.get("counter", ()) if own is not None else ()
    cards = forces.get("card", ()) if own is not None else ()
    new = NewPack(
        title=title,
        game=info.game,
        scenario=SCENARIO,
        scenario_row=row,
        map=Path(info.map),
        counters=counters,
        cards=cards,
        forces={} if own is not None else forces,
        sources=[f"Made from {info.title}"],
    )
    write_pack(goal, new)
    scenario = goal / "scenarios" / f"{SCENARIO}.toml"
    load_table(str(scenario), {})
    return scenario


def _forces_of(info: ScenarioInfo) -> Mapping[str, Any]:
    """The forces of a scenario as they stand in its pack."""
    return {key: value for key, value in info.forces.items() if value not in ([], {}, None)}


def _charts_of(session: PlaySession) -> dict[str, Any]:
    """All that is laid over the charts of a table, as the tables of a file."""
    return nested({cell.path: cell.value for cell in laid_over(session.rules)})


def _line(effect: Effect) -> str:
    return encode(effect).decode()


def _try_out(
    session: PlaySession,
    info: ScenarioInfo,
    setup: Mapping[str, Any],
    options: Mapping[str, Any],
    edits: Sequence[str],
    *,
    exact: bool,
) -> None:
    """Begin the scenario once, and see that edits by hand are still there when it has begun."""
    rules = make_rules(info.game, session.rules.board, setup, options)
    rules.edits = read_edits(rules, edits)
    _, state = begin(rules, umpire=False)
    wanted = _edited(session)
    if exact and _table(state) != _table(wanted):
        raise UserError(
            "This scenario would not begin as the table was edited: the rules of the game change"
            " the edited things at once.",
            "Undo the edits that are not of the set-up, and save again.",
        )


def _edited(session: PlaySession) -> GameState[Any, Any]:
    """The table after the edits at the beginning."""
    last = session.journal.root
    for event in session.journal.line()[1:]:
        if event.asked is not None:
            break
        last = event.id
    return session.journal.state(last)


def _table(state: GameState[Any, Any]) -> tuple[object, ...]:
    return state.pieces, state.marks, state.tracks, state.cups
