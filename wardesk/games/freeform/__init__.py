"""Freeform: any map, any counters, no rules but those of good manners at a table."""

from wardesk.games.freeform.rules import FreeformRules

__all__ = ["FreeformRules"]
