"""A position of the clinic as one page: its picture, what was asked, and every answer with why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wardesk.model.look import InputLine
from wardesk.render.figures.svg import SPEAKING
from wardesk.reports.after_action import picture_data
from wardesk.reports.page import page
from wardesk.services.play.clinic import ClinicAnswers, ClinicEntry
from wardesk.services.play.session import PlaySession
from wardesk.words import language_in_force


def clinic_report(
    session: PlaySession, answers: ClinicAnswers, picture: bytes, asked: Sequence[str] = ()
) -> str:
    """The page as HTML in the language in force; *asked* names the unit and the place meant."""
    mark = SPEAKING.set(language_in_force())
    try:
        book = session.rulebook
        return page(
            "clinic.html",
            {
                "info": session.info,
                "picture": picture_data(picture),
                "question": answers.asked.prompt if answers.asked is not None else "",
                "context": answers.asked.context if answers.asked is not None else "",
                "asked": list(asked),
                "may": [_entry(entry) for entry in answers.may],
                "may_not": [_entry(entry) for entry in answers.may_not],
                "rulings": [
                    (book.cite(rule), rule.title, rule.ruling, rule.reconstruction)
                    for rule in answers.rulings(book)
                ],
            },
            SPEAKING.get(),
        )
    finally:
        SPEAKING.reset(mark)


def _entry(entry: ClinicEntry) -> dict[str, Any]:
    against = [InputLine("", reason.text, reason.cite) for reason in entry.refused]
    return {
        "title": entry.title,
        "lines": [line for line in (*entry.facts, *against) if line.value or line.cite],
        "odds": [(o.label, f"{100 * o.ways / o.of:.0f} %") for o in entry.odds if o.ways],
    }
