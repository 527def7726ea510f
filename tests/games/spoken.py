"""Every text that a game can show: collected from games played at random and from its sources."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import catalogues
from random_games import Game

from wardesk.documents.packs.store import list_packs
from wardesk.documents.translate_values import texts
from wardesk.engine.rules import Rules
from wardesk.services.play.tables import scenario_info
from wardesk.words import missing

SHOWN_EVERY = 5
ERRORS = ("UserError", "ValueError", "BugError", "DamagedFile", "KeyError")


def spoken_in(game: Game, every: int = SHOWN_EVERY) -> set[str]:
    """What a random game says: questions, reasons, story, looks, cases, advice, deeds."""
    rules, rng = game.rules, Random(game.seed)
    found: set[str] = set(told(game))
    for position in game.positions:
        state, ask = position.state, position.state.ask
        assert ask is not None
        found.update(texts(ask))
        found.update(factor.name for factor in ask.factors)
        found.update(word for field in ask.fields for word in field.choices)
        if position.number % every:
            continue
        found.update(texts(rules.showing.look(state)))
        found.update(_panels(rules, state))
        if ask.who in rules.sides:
            found.update(_considered(rules, state, rng))
        else:
            found.update(texts(rules.showing.case(state)))
    found.update(texts(rules.showing.look(game.end)))
    return found


def _panels(rules: Rules[Any, Any], state: Any) -> Iterator[str]:
    """What stands beside the board: formations, cups, who may answer, values of counters."""
    showing = rules.showing
    yield from texts((showing.formations(state), showing.cups(state), showing.candidates(state)))
    yield from texts(showing.moment(state))
    for piece in list(state.pieces)[:40]:
        yield from texts(showing.facts(state, piece))


def told(game: Game) -> Iterator[str]:
    """The story and the end."""
    for event in game.events:
        yield from (text for line in event.story for text in texts(line))
        yield from (text for reason in event.warnings for text in texts(reason))
    yield from texts(game.end.result)


def _considered(rules: Rules[Any, Any], state: Any, rng: Random) -> Iterator[str]:
    ask = state.ask
    yield from texts(rules.thinking.advice(state))
    for answer in rules.options(state, 3, rng):
        yield from texts(rules.showing.case(state, answer))
    if ask.shape == "path":
        for piece in ask.pieces[:2]:
            for reasons in rules.showing.reach(state, (piece,)).values():
                yield from texts(list(reasons))
    if ask.worded:
        cell = next(iter(rules.board.cells))
        yield from texts(rules.showing.deeds(state, ask.pieces[:1], cell))
        yield from texts(rules.showing.deeds(state, ask.pieces[:3], cell))


def standing(rules: Rules[Any, Any]) -> set[str]:
    """What a game says before it begins: charts, options, rulebook, names of places."""
    found = {rules.title}
    found.update(texts(rules.showing.charts()))
    found.update(texts(rules.option_list()))
    found.update(texts(rules.variables()))
    # What a cell is numbered by is no word: A1 is A1 in every language.
    found.update(set(texts(rules.board)) - set(rules.board.cells))
    for rule in rules.rulebook.rules:
        found.update((rule.title, rule.summary))
    return found


def packed(game: str) -> set[str]:
    """What the packs of a game say of themselves."""
    found: set[str] = set()
    for pack in list_packs():
        if pack.game == game:
            found.add(pack.title)
            for name in pack.scenarios:
                found.update(texts(scenario_info(name)))
    return found


def written(*paths: Path) -> set[str]:
    """Sentences in sources, each hole filled with a figure.

    Errors about files and programs are left out: nobody meets them at a table.
    """
    found: set[str] = set()
    for path in sorted(paths):
        found.update(_sentences(ast.parse(path.read_text(encoding="utf-8"))))
    return found


def _sentences(tree: ast.Module) -> Iterator[str]:
    skipped: set[int] = set()
    for node in ast.walk(tree):
        quiet = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        called = node.func if isinstance(node, ast.Call) else None
        if quiet or (isinstance(called, ast.Name) and called.id in ERRORS):
            skipped.update(id(inner) for inner in ast.walk(node))
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            skipped.update(id(inner) for inner in ast.walk(node))
            yield "".join(str(p.value) if isinstance(p, ast.Constant) else "7" for p in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@cache
def proper_names() -> frozenset[str]:
    """Names of ground that are the same in every language (`catalogues.PROPER`)."""
    maps = (
        one for one in catalogues.ROOT.glob("campaigns/*/maps/*") if one.name in catalogues.PROPER
    )
    rows = (json.loads((one / "cells.json").read_text("utf-8")) for one in maps)
    return frozenset(name for row in rows for name in catalogues.named(row, frozenset({"name"})))


def lacking(found: set[str], language: str = "de") -> list[str]:
    """The texts of *found* that the catalogue does not know whole, each with what lacks."""
    lacks = (
        (text, [part for part in missing(text, language) if part not in proper_names()])
        for text in sorted(found)
    )
    return [f"{text!r}: {'; '.join(lost)}" for text, lost in lacks if lost]
