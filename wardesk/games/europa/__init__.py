"""Europa's forts: rule 40 of the One-Week rules, with a small game around it that is ours."""

from wardesk.games.europa.rules import EuropaRules

__all__ = ["EuropaRules"]
