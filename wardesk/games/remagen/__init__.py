"""Remagen Bridgehead: a river crossing on squares."""

from wardesk.games.remagen.rules import RemagenRules

__all__ = ["RemagenRules"]
