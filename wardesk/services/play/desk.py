"""The assistants at a board of one's own: which there are, and a case as plain text."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from wardesk.engine.rules import Rules
from wardesk.games.registry import charts_of, desk_ids, desk_of
from wardesk.games.shared.printed import charts_of_table
from wardesk.model.look import CaseLook
from wardesk.model.scenario import CHARTS
from wardesk.model.worksheet import Desk
from wardesk.services.play.own_charts import own_cells
from wardesk.words import cited, join, say, shown


class DeskInfo(Struct, frozen=True):
    """An assistant that can be opened."""

    game: str
    title: str
    text: str


def list_desks() -> tuple[DeskInfo, ...]:
    """Every assistant there is."""
    found = [(game, desk_of(game)) for game in desk_ids()]
    return tuple(DeskInfo(game, desk.title, desk.sheets()[0].text) for game, desk in found)


def open_desk(game: str, rules: Rules[Any, Any] | None = None) -> Desk:
    """The assistant of a game, by the charts of a table's *rules* or else by the owner's.

    UserError where it has none.
    """
    if rules is not None:
        return desk_of(game, charts_of_table(rules))
    kind, own = charts_of(game), own_cells(game)
    return desk_of(game, kind.of({CHARTS: {"own": own}})[0] if kind and own else None)


def case_text(case: CaseLook) -> str:
    """What a case rests on and leads to, in lines, in the language in force."""
    lines = [shown(join(", ", [part for part in (case.title, case.place) if part]))]
    lines += [
        f"  {shown(cited(join(': ', (line.label, line.value)), line.cite))}" for line in case.inputs
    ]
    if case.sum_text:
        lines.append(f"  {shown(case.sum_text)}")
    chart = case.chart
    if chart is not None:
        lit = [(chart.corner, chart.columns, chart.column), (say("Row"), chart.rows, chart.row)]
        where = join(", ", [join(" ", (name, words[at])) for name, words, at in lit if at >= 0])
        title = say("{text} [{cite!s}]", text=chart.title, cite=chart.cite)
        if chart.reconstruction:
            title = say("{text} (reconstruction)", text=title)
        lines.append(f"  {shown(join(': ', (title, where)) if where else title)}")
    width = max((len(shown(line.label)) for line in case.odds), default=0)
    for line in case.odds:
        share = line.ways / line.of if line.of else 0.0
        lines.append(f"  {shown(line.label):<{width}}  {line.ways}/{line.of}  {share:6.1%}")
    return "\n".join(lines)
