"""Games whose rules, charts, counters and victory are data in a pack."""

from wardesk.games.written.rules import WrittenRules

__all__ = ["WrittenRules"]
