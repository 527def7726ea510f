"""The after-action report of a stored game: its story, losses, dice, rulings and pictures."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from wardesk.model.board import Board
from wardesk.model.look import TableLook
from wardesk.players.search.levels import LEVELS
from wardesk.render.figures.counts import dice_bars
from wardesk.render.figures.figure import Ink
from wardesk.render.figures.lines import Curve, curves
from wardesk.render.figures.svg import SPEAKING, measure, svg
from wardesk.reports.luck import (
    chance_figure,
    chance_words,
    luck_cells,
    luck_words,
    roll_words,
    score_words,
)
from wardesk.reports.page import page
from wardesk.reports.regrets import TITLE, regret_words, regretted
from wardesk.reports.story import GameStory, TurnStory, story_of
from wardesk.services.play.ending import ending_of
from wardesk.services.play.review import Review
from wardesk.services.play.session import PlaySession
from wardesk.services.play.statistics import ThrownDice
from wardesk.studies.measures import Measure, SideName, measures_of, sides_of
from wardesk.words import join, language_in_force, say, say_count

WIDE, NARROW = 1400, 900
"""Pixels of the first and last picture, and of those between."""

_NAMES = {
    "policy": say("Scripted bot"),
    "random": say("Random bot"),
    "human": say("A person"),
    "mail": say("A person, by mail"),
    "automaton": say("The rules themselves"),
    **{level.id: level.name for level in LEVELS.values()},
}


class Painter(Struct, frozen=True):
    """How pictures are made: of a table, and of numbers by cell; each as bytes of a JPEG or PNG."""

    table: Callable[[Board, TableLook, int], bytes]
    heat: Callable[[Board, Mapping[str, int], int], bytes]


def qt_painter() -> Painter:
    """The painter that draws as the program does. ImportError where Qt cannot be loaded."""
    from wardesk.render.export.encoded import jpeg_bytes
    from wardesk.render.export.pictures import BoardPictures
    from wardesk.render.map.heat import heat_picture

    pictures: dict[tuple[str, int], BoardPictures] = {}

    def table(board: Board, look: TableLook, width: int) -> bytes:
        key = board.digest, width
        if key not in pictures:
            pictures[key] = BoardPictures(board, width)
        return jpeg_bytes(pictures[key].picture(look))

    def heat(board: Board, values: Mapping[str, int], width: int) -> bytes:
        return jpeg_bytes(heat_picture(board, values, wide=width))

    return Painter(table, heat)


def after_action_report(
    session: PlaySession,
    painter: Painter | None,
    language: str = "",
    *,
    review: Review | None = None,
) -> str:
    """The whole report as HTML, up to the session's head; without *painter* it has no pictures.

    It speaks *language*, that in force if none is given. *review*: what is known of luck and
    chances; a report without it does not speak of them.
    """
    mark = SPEAKING.set(language or language_in_force())
    try:
        return _report(session, painter, review)
    finally:
        SPEAKING.reset(mark)


def _report(session: PlaySession, painter: Painter | None, review: Review | None) -> str:
    first = session.journal.state(session.journal.root)
    look = session.rules.showing.look(first)
    measures = measures_of(look, first)
    sides = sides_of(session.rules, look.sides)
    story = story_of(session.journal.line(), measures)
    state, players = session.state, session.players
    names = {side.id: side.name for side in sides}
    return page(
        "after_action.html",
        {
            "info": session.info,
            "header": session.header,
            "mode": session.mode,
            "headline": session.look().headline,
            "result": state.result,
            "winner": names.get(state.result.winner, say("Nobody")) if state.result else "",
            "sides": sides,
            "players": {side: _NAMES.get(kind, kind) for side, kind in players.items()},
            "story": story,
            "rulings": [
                (turn_title(next((m for m in measures if m.role == "turns"), None), r.turn), r)
                for r in story.rulings
            ],
            "turns": _turns(session, story, measures, painter),
            "final": _final(session, painter),
            "plots": _plots(story, measures, sides),
            "luck": _luck(session, review, sides),
            "dice": [_dice(found) for found in story.thrown],
            "fallen": _fallen(session, story, measures, sides, painter),
            "notices": session.notices,
            "rebuilt_map": getattr(session.rules, "board", None) is not None
            and session.rules.board.reconstruction,
        },
        SPEAKING.get(),
    )


# ---- turns and pictures -------------------------------------------------------------------------


def picture_data(data: bytes) -> Markup:
    """A picture as the address of an ``img``, inside the file itself."""
    kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
    return Markup(f"data:image/{kind};base64,{b64encode(data).decode()}")


def turn_title(clock: Measure | None, turn: int) -> str:
    """What a turn is called."""
    if clock is None:
        return say("The game")
    return join(" ", (clock.title, turn)) if turn else say("Before the first turn")


def _turns(
    session: PlaySession, story: GameStory, measures: Sequence[Measure], painter: Painter | None
) -> list[dict[str, Any]]:
    clock = next((m for m in measures if m.role == "turns"), None)
    return [
        {
            "title": turn_title(clock, turn.turn),
            "lines": turn.lines,
            "rulings": turn.rulings,
            "values": join(
                " · ",
                [join(" ", (m.title, turn.values.get(m.id, 0))) for m in measures if m != clock],
            ),
            "picture": _turn_picture(session, turn, story, painter),
        }
        for turn in story.turns
    ]


def _turn_picture(
    session: PlaySession, turn: TurnStory, story: GameStory, painter: Painter | None
) -> Markup | None:
    """The board at the end of a turn; the last one has the large picture of the end instead."""
    if painter is None or turn is story.turns[-1]:
        return None
    look = _quiet(session.look(at=turn.last))
    return picture_data(painter.table(session.board, look, NARROW))


def _quiet(look: TableLook) -> TableLook:
    """Without what was lit for a question: a report asks none."""
    from msgspec.structs import replace

    return replace(look, overlays=())


def _final(session: PlaySession, painter: Painter | None) -> Markup | None:
    if painter is None:
        return None
    return picture_data(painter.table(session.board, _quiet(session.look()), WIDE))


# ---- plots --------------------------------------------------------------------------------------


def _plots(
    story: GameStory, measures: Sequence[Measure], sides: Sequence[SideName]
) -> list[dict[str, Any]]:
    """Losses and points over the turns, where the game has turns."""
    slots = {side.id: side for side in sides}
    groups = [[m for m in measures if m.role == "side"]]
    groups += [[m] for m in measures if m.role == "points"]
    if not any(m.role == "turns" for m in measures) or len(story.turns) < 2:
        return []
    found: list[dict[str, Any]] = []
    for group in groups:
        lines = [_curve(one, story.turns, slots, short=len(group) > 1) for one in group]
        if not lines:
            continue
        title = group[0].title if len(group) == 1 else say("Losses")
        last = story.turns[-1].values
        ends = join(", ", [join(" ", (m.title, last.get(m.id, 0))) for m in group])
        says = say("{title} by turn. At the end: {values}.", title=title, values=ends)
        found.append(
            {
                "title": say("{title} by turn", title=title),
                "lead": ends,
                "svg": svg(curves(lines, says, say("turn"), measure)),
                "rebuilt": any(one.reconstruction for one in group),
            }
        )
    return found


def _curve(
    shown: Measure, turns: Sequence[TurnStory], sides: Mapping[str, SideName], *, short: bool
) -> Curve:
    side = sides.get(shown.side)
    ink: Ink = "chart1"
    if side is not None:
        ink = "side-a" if side.slot == "a" else "side-b"
    values = [(float(turn.turn), float(turn.values.get(shown.id, 0))) for turn in turns]
    label = side.name if short and side is not None else shown.title
    return Curve(label, tuple((x, y, y, y) for x, y in values), ink, dashed=ink == "side-a")


def _luck(
    session: PlaySession, review: Review | None, sides: Sequence[SideName]
) -> dict[str, Any] | None:
    """Score and chance to win over the game, and what luck gave; None where nobody counted."""
    found = ending_of(session) if review is not None else None
    if review is None or found is None:
        return None
    cells = luck_cells(review, session.rules.sides)
    names = {side.id: side for side in sides}
    side, first = names[found.side], names[session.rules.sides[0]]
    ink: Ink = "side-a" if side.slot == "a" else "side-b"
    figure = chance_figure(
        session, review, found.side, found.scores, ink, measure, name=side.name
    )  # fmt: skip
    return {
        "title": say("Score and chance to win: {side}", side=side.name),
        "leads": [score_words(), chance_words(review)],
        "svg": svg(figure),
        "rows": [(names[each], *cells[each]) for each in session.rules.sides],
        "words": luck_words(review, session.rules.thinking.stake, session.rules.sides),
        "rolls": roll_words(review, first.name, session.log_lines()),
        "regrets": {
            "title": TITLE,
            "words": regret_words(review, session.rules.thinking.stake),
            "rows": regretted(session, review),
        },
    }


def _dice(found: ThrownDice) -> dict[str, Any]:
    """One kind of dice: thrown against exactly expected, and how far the mean is off."""
    chances, n = found.chances(), sum(found.sums.values())
    name = _dice_name(found.dice)
    mean = sum(total * count for total, count in found.sums.items()) / n
    fair = sum(total * chance for total, chance in chances.items())
    variance = sum(chance * (total - fair) ** 2 for total, chance in chances.items())
    off = abs(mean - fair) / math.sqrt(variance / n)
    farther = math.erfc(off / math.sqrt(2))
    thrown = say_count(
        "{n} roll, mean {mean:.2f}; expected {fair:.2f}.",
        "{n} rolls, mean {mean:.2f}; expected {fair:.2f}.",
        n=n,
        mean=mean,
        fair=fair,
    )
    leads = [thrown]
    if n >= 2:
        leads.append(
            say(
                "Fair dice are as far off, or farther, in about {percent:.0f} games of 100.",
                percent=farther * 100,
            )
        )
    if found.typed:
        leads.append(say_count("{n} was typed by hand.", "{n} were typed by hand.", n=found.typed))
    rows = [(total, found.sums.get(total, 0), chance * n) for total, chance in chances.items()]
    figure = dice_bars(rows, join(": ", (name, thrown)), measure)
    return {"title": name, "leads": leads, "svg": svg(figure)}


def _dice_name(dice: Sequence[int]) -> str:
    kinds = {faces: dice.count(faces) for faces in sorted(set(dice))}
    return join(
        " + ", [say("{n}d{faces}", n=number, faces=faces) for faces, number in kinds.items()]
    )


# ---- where men fell -----------------------------------------------------------------------------


def _fallen(
    session: PlaySession,
    story: GameStory,
    measures: Sequence[Measure],
    sides: Sequence[SideName],
    painter: Painter | None,
) -> list[dict[str, Any]]:
    names = {side.id: side for side in sides}
    board = getattr(session.rules, "board", None)
    found: list[dict[str, Any]] = []
    for fallen in story.fallen:
        total = sum(fallen.cells.values())
        if not total or board is None:
            continue
        placed = {cell: count for cell, count in fallen.cells.items() if cell in board.cells}
        ranked = sorted(placed.items(), key=lambda pair: (-pair[1], pair[0]))
        side = names.get(fallen.side)
        found.append(
            {
                "name": side.name if side else fallen.side,
                "slot": side.slot if side else "a",
                "title": next(
                    (m.title for m in measures if m.side == fallen.side and m.role == "side"),
                    say("Losses"),
                ),
                "total": total,
                "elsewhere": total - sum(placed.values()),
                "rows": [(board.cells[cell].name or cell, count) for cell, count in ranked],
                "picture": picture_data(painter.heat(session.board, placed, WIDE))
                if painter and placed
                else None,
            }
        )
    return found
