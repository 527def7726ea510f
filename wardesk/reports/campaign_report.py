"""The after-action report of a campaign as one HTML file, for the umpire and for afterwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State
from wardesk.render.figures.counts import dice_bars
from wardesk.render.figures.figure import Figure, FigureBox, Ink
from wardesk.render.figures.lines import Curve, curves
from wardesk.render.figures.shares import DivergingBar, diverging_bars
from wardesk.render.figures.svg import measure, svg
from wardesk.reports.after_action import picture_data
from wardesk.reports.campaign_story import (
    CampaignStory,
    Day,
    FormationLosses,
    Rolls,
    campaign_story,
)
from wardesk.reports.packet import MapPainter
from wardesk.reports.page import page
from wardesk.words import Text, join, say, say_count

MAP_WIDE = 820
_INKS: tuple[Ink, ...] = ("side-a", "side-b", "chart1", "chart2", "chart3")


def campaign_report(design: Design, ledger: Ledger, painter: MapPainter | None) -> str:
    """The whole report as HTML; without *painter* it has no maps."""

    def paint(state: State) -> bytes | None:
        return painter(design, state, MAP_WIDE) if painter is not None else None

    story = campaign_story(design, ledger, paint)
    state = ledger.state
    sides = [side.name for side in design.sides]
    turn = design.calendar.turn(max(0, state.ordinal))
    return page(
        "campaign_report.html",
        {
            "name": state.name,
            "design": design.name,
            "turn": turn.label,
            "ordinal": turn.ordinal + 1,
            "turns": design.calendar.turns,
            "over": state.ordinal + 1 >= design.calendar.turns,
            "sides": [
                (side.name, "ab"[k % 2], state.points(side.id))
                for k, side in enumerate(design.sides)
            ],
            "events": ledger.head,
            "head": ledger.head_hash,
            "story": story,
            "days": [
                {
                    "title": day.title,
                    "turns": day.turns,
                    "figures": _figures(sides, day),
                    "picture": picture_data(day.picture) if day.picture else None,
                }
                for day in story.days
            ],
            "plots": _plots(design, story),
            "causes": _cause_bars(story, sides),
            "losses": [(row, _loss_bar(row)) for row in story.losses],
            "dice": [_dice(rolls) for rolls in story.rolls],
            "chances": story.chances,
            "seats": list(state.seats.values()),
            "reconstruction": design.reconstruction,
            "proposals": design.proposals if state.options.get("proposals") else "",
        },
    )


def _figures(sides: Sequence[str], day: Day) -> str:
    """How it stood at the end of a day: each side, and the weather."""
    parts: list[str] = [
        say("{side}: {steps} steps in play, {points} points", side=side, steps=steps, points=points)
        for side, steps, points in zip(sides, day.steps, day.points, strict=True)
    ]
    return join("; ", [*parts, *filter(None, (day.weather,))])


def _plots(design: Design, story: CampaignStory) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for title, series in (
        (say("Steps in play"), story.steps),
        (say("Victory points"), story.points),
    ):
        if len(series) < 2:
            continue
        lines = [
            Curve(
                side.name,
                tuple((float(at + 1), v, v, v) for at, vs in series for v in (float(vs[k]),)),
                _INKS[k % len(_INKS)],
                dashed=k == 0,
            )
            for k, side in enumerate(design.sides)
        ]
        last = series[-1][1]
        lead = join(", ", [join(" ", (s.name, v)) for s, v in zip(design.sides, last, strict=True)])
        says = say("{title} by turn. Last: {lead}.", title=title, lead=lead)
        figure = curves(lines, says, say("turn of the campaign"), measure)
        found.append(
            {"title": say("{title} by turn", title=title), "lead": lead, "svg": svg(figure)}
        )
    return found


def _cause_bars(story: CampaignStory, sides: Sequence[str], width: float = 560) -> Markup | None:
    """Points by cause as bars, in the colour of the side that got them."""
    rows = story.causes[:16]
    if not rows:
        return None
    bars = [
        DivergingBar(
            cause if len(cause) <= 38 else f"{cause[:37]}…",
            points,
            ink=_INKS[sides.index(side) % len(_INKS)],
            tip=say("{side}, {cause}: {points}", side=side, cause=cause, points=points),
        )
        for side, cause, points in rows
    ]
    says = say("Victory points by cause. {listed}.", listed=join("; ", [bar.tip for bar in bars]))
    return svg(diverging_bars(bars, says, "", measure, width, both_ways=False))


def _loss_bar(row: FormationLosses) -> Markup:
    """How much of a formation is left, as a small bar."""
    width, share = 110.0, row.left / row.full if row.full else 0.0
    boxes = (
        FigureBox(0, 2, width, 10, "chart3", 0.62, radius=2),
        FigureBox(0, 2, width * share, 10, "chart1", radius=2),
    )
    return svg(
        Figure(width, 14, say("{left} of {full} steps left", left=row.left, full=row.full), boxes)
    )


def _dice(rolls: Rolls) -> dict[str, Any]:
    """Dice of one kind against what fair ones show on average; the ten is a 0 here."""
    first = 0 if rolls.faces == 10 or 0 in rolls.counts else 1
    values = range(first, first + rolls.faces)
    n = sum(rolls.counts.values())
    mean = sum(value * count for value, count in rolls.counts.items()) / n
    fair = sum(values) / rolls.faces
    spread = sum((value - fair) ** 2 for value in values) / rolls.faces
    off = abs(mean - fair) / math.sqrt(spread / n)
    farther = math.erfc(off / math.sqrt(2))
    leads = [
        say_count(
            "{n} die, mean {mean:.2f}; fair dice give {fair:.2f}.",
            "{n} dice, mean {mean:.2f}; fair dice give {fair:.2f}.",
            n=n,
            mean=mean,
            fair=fair,
        )
    ]
    if n > 1:
        leads.append(
            say(
                "Fair dice are as far off, or farther, {farther:.0f} times in 100.",
                farther=farther * 100,
            )
        )
    leads += [_source(how, number) for how, number in sorted(rolls.sources.items())]
    rows = [(value, rolls.counts.get(value, 0), n / rolls.faces) for value in values]
    title = say("d{faces}", faces=rolls.faces)
    figure = dice_bars(rows, join(": ", (title, leads[0])), measure)
    return {"title": title, "leads": leads, "svg": svg(figure)}


def _source(how: str, number: int) -> Text:
    match how:
        case "typed":
            return say("{number} typed from the table.", number=number)
        case "seeded":
            return say("{number} rolled by the campaign's seed.", number=number)
        case "receipt":
            return say("{number} from a dice server.", number=number)
        case _:
            return say("{number} {how!s}.", number=number, how=how)
