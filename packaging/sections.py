"""The page of the sections of Market Garden's rule text: what plays each, and what shows it.

`reference.py` writes it. Everything stands in the rulebooks, or is asked of the program.
"""

from __future__ import annotations

from pathlib import Path

from wardesk.campaign.market_garden.ruleset import RULESET
from wardesk.documents.packs.campaign_packs import find_design
from wardesk.model.rulebook import Rule, Rulebook, read_rulebook
from wardesk.services.campaign.actions import actions_of

ROOT = Path(__file__).resolve().parent.parent
NAME = "market-garden"
AT_TABLE = "gts"
_HEAD = """# Market Garden, section by section

This page is made from the program (`python packaging/reference.py`). Every section that the
campaign between the tables deals with, what the desk does about it, what the Grand Tactical Series
does at a coded table, and a command that shows it. *enforced*: the printed sentence is played.
*assisted*: the program reckons, people decide or type what is seen at the table. *hand*: people do
it all. `wardesk rules market-garden` and `wardesk rules gts` list the same with rulings and tests.

"""


def books() -> tuple[Rulebook, Rulebook]:
    """The rulebook of the campaign layer, and of the game at the table."""
    assert RULESET.rulebook is not None
    return (
        read_rulebook(RULESET.rulebook),
        read_rulebook(ROOT / "wardesk" / "games" / AT_TABLE / "rulebook.toml"),
    )


def at_the_table(rule: Rule, table: Rulebook) -> Rule | None:
    """The rule of the game at the table that plays a section; None where it leaves it alone."""
    found = table.by_id.get(rule.played or rule.id)
    return None if found is None or found.status == "hand" else found


def commands(rule: Rule) -> list[str]:
    """The commands that show a section: its actions, else its lines, else what the book names."""
    design = find_design(NAME)[0]
    acts = [each.id for each in actions_of(design) if each.cite == rule.id]
    lines = any(step.cite == rule.id for step in design.checklist)
    if acts:
        return [f"campaign act FILE {each}" for each in acts]
    if rule.shown:
        return [rule.shown]
    return ["campaign needs"] if lines else []


def sections_page() -> str:
    """The page as Markdown."""
    own, table = books()
    rows: list[str] = []
    for rule in own.rules:
        played = at_the_table(rule, table)
        told = "–" if played is None else played.status
        shown = ", ".join(f"`wardesk {each}`" for each in commands(rule))
        rows.append(f"| {rule.id} | {rule.title} | {rule.status} | {told} | {shown} |\n")
    by_program = [
        rule for rule in own.rules if rule.status != "hand" or at_the_table(rule, table) is not None
    ]
    told = (
        f"{len(own.rules)} sections; the desk enforces or reckons "
        f"{sum(rule.status != 'hand' for rule in own.rules)}, desk or table {len(by_program)}.\n\n"
    )
    head = "| section | about | desk | table | shown by |\n|---|---|---|---|---|\n"
    return _HEAD + told + head + "".join(rows)
