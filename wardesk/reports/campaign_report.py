"""The after-action report of a campaign as one HTML file, for the umpire and for afterwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from wardesk.campaign.design import Design
from wardesk.campaign.ledger import Ledger
from wardesk.campaign.state import State
from wardesk.reports.after_action import picture_data
from wardesk.reports.campaign_story import CampaignStory, Losses, Rolls, campaign_story
from wardesk.reports.histograms import dice_bars
from wardesk.reports.packet import MapPainter
from wardesk.reports.page import page
from wardesk.reports.plots import Curve, Ink, curves
from wardesk.reports.svg import Scale, element, line, picture, text, ticks, width_of

MAP_WIDE = 820
_INKS: tuple[Ink, ...] = ("side-a", "side-b", "chart1", "chart2", "chart3")
_HOW = {"typed": "typed from the table", "seeded": "rolled by the campaign's seed",
        "receipt": "from a dice server"}  # fmt: skip


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
                    "weather": day.weather,
                    "turns": day.turns,
                    "figures": list(zip(sides, day.steps, day.points, strict=True)),
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


def _plots(design: Design, story: CampaignStory) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for title, series in (("Steps in play", story.steps), ("Victory points", story.points)):
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
        lead = ", ".join(f"{s.name} {v}" for s, v in zip(design.sides, last, strict=True))
        svg = curves(lines, f"{title} by turn. Last: {lead}.", "turn of the campaign")
        found.append({"title": f"{title} by turn", "lead": lead, "svg": svg})
    return found


def _cause_bars(story: CampaignStory, sides: Sequence[str], wide: float = 560) -> Markup | None:
    """Points by cause as bars, in the colour of the side that got them."""
    rows = story.causes[:16]
    if not rows:
        return None
    least = min(0, *(points for _, _, points in rows))
    most = max(1, *(points for _, _, points in rows))
    marks = ticks(least, most, 5)
    left = min(270.0, max(width_of(cause[:38]) for _, cause, _ in rows) + 12)
    across = Scale(marks[0], marks[-1], left, wide - 46)
    bottom = 8 + 26 * len(rows)
    found: list[Markup] = []
    for tick in marks:
        found.append(line(across(tick), 4, across(tick), bottom, "grid" if tick else "axis"))
        found.append(text(across(tick), bottom + 16, f"{tick:g}", "quiet", "middle"))
    for row, (side, cause, points) in enumerate(rows):
        top = 8.0 + 26 * row
        start, end = sorted((across(0), across(points)))
        ink = _INKS[sides.index(side) % len(_INKS)]
        shape = {"x": start, "y": top + 3, "width": max(1.0, end - start), "height": 16.0}
        title = element("title", f"{side}, {cause}: {points}")
        words = cause if len(cause) <= 38 else f"{cause[:37]}…"
        found.append(text(left - 8, top + 15, words, "", "end"))
        found.append(element("rect", title, rx=2, class_=f"fill-{ink}", **shape))
        found.append(text(end + 6, top + 15, f"{points:+d}".replace("-", "−"), "strong"))
    says = "; ".join(f"{side}, {cause}: {points}" for side, cause, points in rows)
    return picture(wide, bottom + 24, f"Victory points by cause. {says}.", found)


def _loss_bar(row: Losses) -> Markup:
    """How much of a formation is left, as a small bar."""
    wide, share = 110.0, row.left / row.full if row.full else 0.0
    parts = [
        element("rect", x=0.0, y=2.0, width=wide, height=10.0, rx=2, class_="fill-chart3 pale"),
        element("rect", x=0.0, y=2.0, width=wide * share, height=10.0, rx=2, class_="fill-chart1"),
    ]
    says = element("title", f"{row.left} of {row.full} steps left")
    return element(
        "svg", Markup("").join((says, *parts)), viewBox="0 0 110 14", width="110", height="14",
        role="img",
    )  # fmt: skip


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
    leads = [f"{n} {'die' if n == 1 else 'dice'}, mean {mean:.2f}; fair dice give {fair:.2f}."]
    if n > 1:
        leads.append(f"Fair dice are as far off, or farther, {farther * 100:.0f} times in 100.")
    leads += [f"{count} {_HOW.get(how, how)}." for how, count in sorted(rolls.sources.items())]
    rows = [(value, rolls.counts.get(value, 0), n / rolls.faces) for value in values]
    title = f"d{rolls.faces}"
    return {"title": title, "leads": leads, "svg": dice_bars(rows, f"{title}: {leads[0]}")}
