"""Where a rule happens: the game of a shipped scenario that showed it, in words."""

from __future__ import annotations

from wardesk.errors import UserError
from wardesk.model.rulebook import Rule, Rulebook
from wardesk.services.play.tables import scenario_info
from wardesk.words import Spoken, say

PLAYERS: dict[str, Spoken] = {
    "script": say("scripts"),
    "random": say("random players"),
    "curious": say("players who try everything"),
    "orders": say("scripts with standing orders"),
}


def happens(book: Rulebook, rule: Rule) -> Spoken:
    """In which game a rule happened first, or that it is in tests only; "" if not to be told."""
    there = book.happens(rule)
    if there is None:
        return ""
    if not there:
        return say("Happens in tests only")
    row = book.reached[rule.id]
    try:
        title = scenario_info(row.scenario).title
    except UserError:
        title = row.scenario  # a campaign
    words = {"scenario": title, "seed": row.seed, "turn": row.turn}
    if row.players not in PLAYERS:
        return say("Happens in {scenario}, seed {seed}, turn {turn!s}", **words)
    words["players"] = PLAYERS[row.players]
    if row.options:
        words["options"] = ", ".join(f"{key}={value}" for key, value in row.options.items())
        return say("Happens in {scenario}, seed {seed}, turn {turn!s}, between {players}, "
                   "with {options!s}", **words)  # fmt: skip
    if row.how == "refused":
        return say("Refuses something in {scenario}, seed {seed}, turn {turn!s}, between {players}",
                   **words)  # fmt: skip
    return say("Happens in {scenario}, seed {seed}, turn {turn!s}, between {players}", **words)
