"""The Grand Tactical Series: company counters on 500 m hexes, chits from a mug, fire by weapon."""

from wardesk.games.gts.rules import GtsRules

__all__ = ["GtsRules"]
