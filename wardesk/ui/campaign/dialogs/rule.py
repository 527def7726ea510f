"""What stands behind a rule number at the campaign desk: our summary, and what is done about it."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from wardesk.campaign.operation.design import Design
from wardesk.campaign.ruleset import ruleset_of
from wardesk.model.rulebook import Rulebook, read_rulebook
from wardesk.ui.desk.dialog import RuleDialog
from wardesk.words import shown

_READ = ("title", "summary", "ruling", "reconstruction", "why_hand")


def rulebook_of(design: Design) -> Rulebook | None:
    """The rulebook of a campaign in the language of the window; None where it has none."""
    path = ruleset_of(design).rulebook
    if path is None:
        return None
    book = read_rulebook(path)
    rules = tuple(
        replace(rule, **{name: shown(getattr(rule, name)) for name in _READ}) for rule in book.rules
    )
    return replace(book, title=shown(book.title), rules=rules)


def rule_dialog(book: Rulebook | None, cite: str, over: QWidget) -> RuleDialog | None:
    """The rule with a number, to be opened; None where the rulebook does not know it."""
    if book is None or book.rule(cite) is None:
        return None
    return RuleDialog(book, cite, over)
