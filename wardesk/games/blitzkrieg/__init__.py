"""Blitzkrieg 1940: companies, hexes of 500 metres, formations that act when their chit is drawn."""

from wardesk.games.blitzkrieg.rules import BlitzkriegRules

__all__ = ["BlitzkriegRules"]
