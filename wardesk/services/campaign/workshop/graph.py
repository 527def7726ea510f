"""Battles and the ways between them: added, joined, given conditions and rules, and tried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from wardesk.campaign.operation.carry import CarryPreview, preview_carry
from wardesk.campaign.operation.condition_text import parse, words
from wardesk.campaign.operation.conditions import (
    All,
    AnyOf,
    Compare,
    Condition,
    FactType,
    Known,
    Scalar,
)
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.facts import fact_types
from wardesk.campaign.operation.graph import Link
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.state import NodeState, State, UnitState, first_state
from wardesk.errors import UserError
from wardesk.services.campaign.conditions import condition_words, fact_name
from wardesk.services.campaign.workshop.draft import DesignDraft, Row, changed, free_id, with_units
from wardesk.words import say

# ---- battles ------------------------------------------------------------------------------------


def add_node(draft: DesignDraft, name: str) -> tuple[DesignDraft, str]:
    """A battle more, in which every unit may fight by its own name; the draft, and its id."""
    taken = {str(row.get("id")) for row in draft.rows("nodes")} | set(draft.games)
    key = free_id(name, taken)
    sides = [str(row.get("id")) for row in draft.rows("sides")]

    def change(raw: Row) -> None:
        raw.setdefault("games", {})[key] = name
        raw.setdefault("nodes", []).append(
            {"id": key, "name": name, "kind": "battle", "game": key, "outcomes": [*sides, "draw"],
             "basis": "guess"}
        )  # fmt: skip

    made = changed(draft, change)
    units = tuple({**line, key.lower(): line.get("unit", "")} for line in draft.units)
    return with_units(made, units), key


def without_node(draft: DesignDraft, node: str) -> DesignDraft:
    """The battle, its ways, and its game and counters where no other battle is of that game."""
    game = next((str(row.get("game")) for row in draft.rows("nodes") if row["id"] == node), "")

    def change(raw: Row) -> None:
        raw["nodes"] = [row for row in raw.get("nodes", []) if row.get("id") != node]
        raw["links"] = [row for row in raw.get("links", [])
                        if node not in (row.get("start"), row.get("end"))]  # fmt: skip
        if len(raw.get("games", {})) > 1 and all(row["game"] != game for row in raw["nodes"]):
            raw["games"].pop(game, None)

    made = changed(draft, change)
    gone = game.lower() if game not in made.games else ""
    units = tuple({key: cell for key, cell in line.items() if key != gone} for line in draft.units)
    return with_units(made, units)


def with_node(draft: DesignDraft, node: str, **facts: Any) -> DesignDraft:  # noqa: ANN401 - values of a row
    """A draft in which a battle is otherwise; None takes a fact away."""
    return changed(draft, lambda raw: _set(raw, "nodes", {"id": node}, facts))


def _set(raw: Row, table: str, of: Row, facts: Mapping[str, Any]) -> None:
    for row in raw.get(table, []):
        if all(row.get(key) == value for key, value in of.items()):
            row.update(facts)
            for key in [key for key, value in row.items() if value in (None, "", [])]:
                del row[key]
            if table == "nodes":
                game = str(row.get("game"))
                alone = sum(each.get("game") == game for each in raw["nodes"]) == 1
                if alone and "name" in facts:
                    raw["games"][game] = facts["name"]


# ---- ways ---------------------------------------------------------------------------------------


def add_link(draft: DesignDraft, start: str, end: str) -> DesignDraft:
    """A way from one battle to another. UserError where there is one, or it would be a circle."""
    if start == end or end in _before(draft, start):
        raise UserError(
            "A way from there leads back to itself.", "Draw it from the earlier to the later."
        )
    if any((row["start"], row["end"]) == (start, end) for row in draft.rows("links")):
        raise UserError("There is a way already.", "Choose it, and change it.")
    return changed(
        draft, lambda raw: raw.setdefault("links", []).append({"start": start, "end": end})
    )


def _before(draft: DesignDraft, node: str) -> set[str]:
    """Everything from which a way leads to *node*."""
    found: set[str] = set()
    todo = [node]
    while todo:
        at = todo.pop()
        new = {row["start"] for row in draft.rows("links") if row["end"] == at} - found
        found |= new
        todo += new
    return found


def without_link(draft: DesignDraft, start: str, end: str) -> DesignDraft:
    """A draft without a way."""

    def change(raw: Row) -> None:
        raw["links"] = [row for row in raw.get("links", [])
                        if (row["start"], row["end"]) != (start, end)]  # fmt: skip

    return changed(draft, change)


def with_link(draft: DesignDraft, start: str, end: str, **facts: Any) -> DesignDraft:  # noqa: ANN401
    """A draft in which a way is otherwise; None takes a fact away."""
    return changed(draft, lambda raw: _set(raw, "links", {"start": start, "end": end}, facts))


def layers(draft: DesignDraft) -> list[list[str]]:
    """The battles from left to right: each stands one further than the last before it."""
    nodes = [str(row.get("id")) for row in draft.rows("nodes")]
    links = [(row.get("start"), row.get("end")) for row in draft.rows("links")]
    depth = dict.fromkeys(nodes, 0)
    for _ in nodes:  # a circle cannot hold it up longer
        for start, end in links:
            if start in depth and end in depth:
                depth[str(end)] = min(max(depth[str(end)], depth[str(start)] + 1), len(nodes) - 1)
    found: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for node in nodes:
        found[depth[node]].append(node)
    return [layer for layer in found if layer]


# ---- conditions from lists ----------------------------------------------------------------------


class Term(Struct, frozen=True):
    """One row of a condition: ``known`` and ``unknown`` need no value."""

    fact: str
    op: str = "="
    value: Scalar = True


class FactOffer(Struct, frozen=True, kw_only=True):
    """A fact that a condition may ask for, with the words of what it may be."""

    fact: str
    words: str
    kind: FactType
    values: tuple[tuple[Scalar, str], ...] = ()
    """What it is picked from; empty for a number."""


def offers(design: Design) -> list[FactOffer]:
    """All facts of a design, with their names."""
    sides = {side.id: side.name for side in design.sides}
    found: list[FactOffer] = []
    for fact, kind in fact_types(design).items():
        values: tuple[tuple[Scalar, str], ...] = ()
        if kind.kind == "bool":
            values = ((True, say("yes")), (False, say("no")))
        elif kind.kind == "str":
            values = tuple((word, sides.get(word, word)) for word in kind.words)
            if not values:
                continue
        found.append(FactOffer(fact=fact, words=fact_name(design, fact), kind=kind, values=values))
    return found


def terms(text: str) -> tuple[str, tuple[Term, ...]] | None:
    """A condition as rows joined by ``and`` or ``or``; None where rows cannot say it."""
    if not text.strip():
        return "and", ()
    try:
        tree = parse(text)
    except UserError:
        return None
    joint, rows = ("or", tree.of) if isinstance(tree, AnyOf) else (
        "and", tree.of if isinstance(tree, All) else (tree,))  # fmt: skip
    found: list[Term] = []
    for row in rows:
        match row:
            case Compare(fact, op, value):
                found.append(Term(fact, op, value))
            case Known(fact):
                found.append(Term(fact, "known"))
            case _:
                return None
    return joint, tuple(found)


def condition_text(joint: str, rows: Sequence[Term]) -> str:
    """What `terms` reads."""
    parts = [_part(row) for row in rows]
    if not parts:
        return ""
    if len(parts) == 1:
        return words(parts[0])
    return words(AnyOf(tuple(parts)) if joint == "or" else All(tuple(parts)))


def _part(row: Term) -> Condition:
    if row.op == "known":
        return Known(row.fact)
    return Compare(row.fact, row.op, row.value)  # pyright: ignore[reportArgumentType]


def sentence(design: Design, text: str) -> str:
    """A condition read back in words. UserError for one that cannot be read."""
    return condition_words(design, parse(text)) if text.strip() else say("always")


# ---- trying it out ------------------------------------------------------------------------------


def fighting(design: Design, node: str) -> list[str]:
    """Who would be at a battle: its formations, else everybody with a counter in its game."""
    found = design.node[node]
    if found.formations:
        return [unit for each in found.formations for unit in design.members[each]]
    return [
        unit.id for unit in design.units
        if any(each.game == found.game for each in design.seen_as.get(unit.id, ()))
    ]  # fmt: skip


def goes_over(design: Design, link: Link, unit: str) -> bool:
    """Whether a unit has a counter where a way leads, so that it can fight there."""
    game = design.node[link.end].game
    return any(each.game == game for each in design.seen_as.get(unit, ()))


def try_out(design: Design, link: Link, left: Mapping[str, int]) -> CarryPreview:
    """What a way does to everybody at its first battle, if *left* gives the steps that are left.

    Whoever *left* does not name has all steps; nothing left is eliminated.
    """
    state: State = first_state(design)
    units = fighting(design, link.start)
    for key in units:
        steps = min(max(left.get(key, design.unit[key].steps_full), 0), design.unit[key].steps_full)
        kind = "node" if steps else "eliminated"
        state.units[key] = UnitState(Place(kind, link.start), steps)
    state.nodes[link.start] = NodeState(units=tuple(units), over=True)
    return preview_carry(design, state, link)
