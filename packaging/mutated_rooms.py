"""What is broken by `mutate`, and by which tests it is seen: the rules of a game, the campaigns."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mutants import Mutant, mutants_of

ROOT = Path(__file__).resolve().parent.parent
NOT_RULES = (
    "__init__", "look", "outlook", "show", "policy", "think", "expectation", "cases",
    "guns", "pulls", "prospects",
)  # fmt: skip
"""Modules by the beginning of their names: what a game shows and how programs play it."""
NOT_RULINGS = ("script", "ideas", "weighs", "advice", "case")
"""The same of the methods of a question, and of functions by the end of their names."""


@dataclass(frozen=True)
class Game:
    """Where a game's rules, its tests and its list of equivalent mutants are."""

    name: str
    root: Path = ROOT
    fresh = False
    """Whether each test finds empty caches; maps of a game would be read too often then."""

    @property
    def sources(self) -> list[Path]:
        """Rules code and the figures of the tables."""
        folder = self.root / "wardesk" / "games" / self.name
        code = [
            path
            for path in sorted(folder.rglob("*.py"))
            if not any(p.startswith(NOT_RULES) for p in path.relative_to(folder).parts)
        ]
        return code + sorted(folder.glob("tables.toml"))

    @property
    def tests(self) -> list[str]:
        """The game's test files."""
        folder = self.root / "tests" / "games" / self.name
        return [str(file) for file in sorted(folder.glob("test_*.py"))]

    @property
    def notes(self) -> Mapping[str, Any]:
        """What stands in ``mutants.toml`` beside the tests."""
        path = self.root / "tests" / "games" / self.name / "mutants.toml"
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    @property
    def equivalent(self) -> dict[str, str]:
        """Reason by key of the mutants that change nothing anybody can see."""
        return {row["key"]: row["reason"] for row in self.notes.get("mutant", ())}

    @property
    def mutants(self) -> list[Mutant]:
        """Every mutant of the rules; functions that ``mutants.toml`` calls shown are left out."""
        shown = set(self.notes.get("shown", {}).get("functions", ()))
        found = [mutant for path in self.sources for mutant in mutants_of(path)]
        return [
            m
            for m in found
            if f"{m.path.name} {m.function}" not in shown
            and not re.fullmatch(rf"(.*[._])?({'|'.join(NOT_RULINGS)})", m.function)
        ]


@dataclass(frozen=True)
class Campaigns(Game):
    """The campaign layer as if it were a game: its rules and its ledger."""

    name: str = "campaign"
    fresh = True

    @property
    def sources(self) -> list[Path]:
        """Every module of the room but what it only says."""
        folder = self.root / "wardesk" / "campaign"
        return [path for path in sorted(folder.rglob("*.py")) if path.name != "__init__.py"]

    @property
    def tests(self) -> list[str]:
        """The room's tests, and those of the rooms above it that need no picture."""
        tests = self.root / "tests"
        files = [*(tests / "campaign").glob("test_*.py")]
        files += [
            tests / room / f"test_{name}.py" for room, names in _ABOVE.items() for name in names
        ]
        return [str(file) for file in sorted(files)]

    @property
    def notes(self) -> Mapping[str, Any]:
        """What stands in ``mutants.toml`` beside the tests."""
        path = self.root / "tests" / "campaign" / "mutants.toml"
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


_ABOVE: Mapping[str, tuple[str, ...]] = {
    "services": (
        "campaign_bad_tables", "campaign_decisions", "campaign_desk", "campaign_fog",
        "campaign_forms", "campaign_needs", "campaign_page", "campaign_rights", "campaign_rolls",
        "campaign_transfers", "campaign_views", "campaign_workshop", "overruled_actions",
        "own_campaign_play", "results_sheets",
    ),
    "documents": ("campaign_maps", "csv_forces", "kept_designs"),
    "reports": ("campaign_report", "packet_leak"),
}  # fmt: skip
"""Tests that would see a change of the campaigns, too, by the folders that they stand in."""
