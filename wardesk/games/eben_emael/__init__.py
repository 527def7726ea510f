"""Eben-Emael: gliders on a fort of sectors."""

from wardesk.games.eben_emael.rules import EbenEmaelRules

__all__ = ["EbenEmaelRules"]
