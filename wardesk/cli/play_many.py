"""``wardesk play --games N``: many games between bots, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import typer

from wardesk.cli.output import pairs, print_json, progress
from wardesk.errors import BugError, UserError
from wardesk.words import say


def players_of(bots: Sequence[str], sides: Sequence[str]) -> dict[str, str]:
    """Who plays which side, from ``--bot`` words. UserError for a side that is not there."""
    found: dict[str, str] = {}
    for word in bots:
        pair = pairs([word if "=" in word else f"{word}=policy"], "bot")
        for side, kind in pair.items():
            if side != "all" and side not in sides:
                text = say("There is no side {side!r}.", side=side)
                raise UserError(text, say("Say all, or one of {sides}.", sides=", ".join(sides)))
            found |= dict.fromkeys(sides, kind) if side == "all" else {side: kind}
    return found


def some_seed() -> int:
    """A seed for a game that need not be repeated; it is told, so that it can be."""
    from random import SystemRandom

    return SystemRandom().randrange(1_000_000)


def play_many(
    scenario: str,
    bots: Sequence[str],
    seed: int | None,
    number: int,
    options: Mapping[str, Any],
    as_json: bool,
) -> None:
    """Play *number* games between bots and count how they ended; game *n* has seed *seed* + n."""
    from wardesk.players.bots import kinds_for, make_player
    from wardesk.players.match import play_match
    from wardesk.services.play import tables

    table = tables.load_table(scenario, options)
    kinds = players_of(bots or ["all"], table.rules.sides)
    for side in table.rules.sides:
        known = kinds_for(table.rules, side)
        if kinds.get(side) not in known:
            text = say(
                "--games needs a bot for every side; {side} has {kinds}.",
                side=side,
                kinds=kinds.get(side, "none"),
            )
            raise UserError(
                text,
                say("Say --bot all, or --bot {side}={known}.", side=side, known=" or ".join(known)),
            )
    table, _ = tables.seated(tables.load_table, scenario, options, kinds)
    rules = table.rules
    players = {side: make_player(kind) for side, kind in kinds.items()}
    first = some_seed() if seed is None else seed
    winners: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    decisions = done = 0
    stopped = False
    with progress("games", number) as advance:
        try:
            for at in range(first, first + number):
                match = play_match(rules, players, at)
                winners[match.winner] += 1
                levels[match.result.level if match.result else ""] += 1
                decisions += match.decisions
                done += 1
                advance()
        except KeyboardInterrupt:
            stopped = True
        except BugError as error:
            raise BugError(f"in the game with seed {first + done}: {error}") from error
    summary = {
        "scenario": table.info.scenario,
        "players": kinds,
        "seeds": [first, first + done - 1] if done else [],
        "games": done,
        "wins": {**{side: winners[side] for side in rules.sides}, "nobody": winners[""]},
        "levels": dict(levels.most_common()),
        "decisions_per_game": round(decisions / done, 1) if done else 0,
        "reconstruction": table.info.reconstruction,
    }
    if as_json:
        print_json(summary)
    elif done:
        _print_summary(summary, table.info.title)
    if stopped:
        raise typer.Exit(130)


def _print_summary(summary: Mapping[str, Any], title: str) -> None:
    done = summary["games"]
    low, high = summary["seeds"]
    print(f"{title}: {done} games, seeds {low} to {high}")
    for side, won in summary["wins"].items():
        print(f"  {side} wins {won} ({won / done:.1%})")
    for level, often in summary["levels"].items():
        if level:
            print(f"  {level}: {often}")
    print(f"  {summary['decisions_per_game']} decisions per game")
