"""A study as a file for other programs and other people: a report, figures, all games."""

from __future__ import annotations

import csv
import importlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args

from wardesk.documents.files.atomic import write_atomically
from wardesk.errors import UserError
from wardesk.reports.study import study_report
from wardesk.studies.record import StudyRecord, write_record
from wardesk.studies.statistics import MeasuredDifference, Share, Spread
from wardesk.studies.summary import Comparison, Part, StudySetting, Summary, summarise
from wardesk.words import ENGLISH, shown

Kind = Literal["html", "csv", "parquet", "json"]
KINDS: tuple[Kind, ...] = get_args(Kind)[:3]
"""What a study can be written as, beside the file that it goes on from."""

COLUMNS = ("part", "what", "about", "at", "games", "value", "low", "high")
"""Of the table of figures. *about* is a side, an ending or a track, *at* a turn or a cell."""

Cell = str | int | float
Row = tuple[Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell]


def write_study(
    path: Path, record: StudyRecord, setting: StudySetting, kind: Kind, language: str = ENGLISH
) -> None:
    """Write *record* to *path*. UserError when that cannot be done, or Parquet has no library."""
    path.parent.mkdir(parents=True, exist_ok=True)
    match kind:
        case "html":
            report = study_report(summarise(record, setting), language)
            write_atomically(path, report.encode())
        case "csv":
            write_atomically(path, figures_csv(summarise(record, setting)).encode())
        case "parquet":
            write_atomically(path, _parquet(record, setting))
        case "json":
            write_record(path, record, summarise(record, setting))


def figures_csv(summary: Summary) -> str:
    """Every figure of a study with its interval, one a line, under `COLUMNS`."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for part in summary.parts:
        writer.writerows(_part(part))
    for comparison in summary.comparisons:
        writer.writerows(_comparison(comparison))
    return text.getvalue()


def _part(part: Part) -> Iterator[Row]:
    for win in part.wins:
        yield _share(part, "wins", win.side, win.share)
    for level in part.levels:
        yield _share(part, "ending", f"{level.winner}: {_plain(level.level)}", level.share)
    for what, found in (("decisions", part.decisions), ("turns", part.turns)):
        if found is not None and found.spread is not None:
            yield _mean(part, what, "", "", found.spread)
    for series in part.series:
        for row in series.rows:
            yield _mean(part, "track", series.measure.id, row.turn, row.spread)
    for fallen in part.fallen:
        for cell, count in fallen.cells:
            mean = count / fallen.of if fallen.of else 0.0
            yield (part.label, "fallen", fallen.side, cell, fallen.of, mean, "", "")


def _share(part: Part, what: str, about: str, share: Share) -> Row:
    return (part.label, what, about, "", share.of, share.share, share.low, share.high)


def _mean(part: Part, what: str, about: str, at: Cell, found: Spread) -> Row:
    return (part.label, what, about, at, found.n, found.mean, found.low, found.high)


def _comparison(comparison: Comparison) -> Iterator[Row]:
    def row(what: str, about: str, found: MeasuredDifference) -> Row:
        return (comparison.label, what, about, "", found.pairs, found.value, found.low, found.high)

    for side, difference in comparison.wins:
        yield row("wins more often", side, difference)
    if comparison.points is not None and comparison.points.pairs > 1:
        yield row("points more", "", comparison.points)


def _plain(text: str) -> str:
    return shown(text, ENGLISH)


def _parquet(record: StudyRecord, setting: StudySetting) -> bytes:
    """A row a game: part, number, seed, winner, points."""
    try:
        arrow: Any = importlib.import_module("pyarrow")
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise UserError(
            "A file of Parquet needs the library pyarrow, which is not installed.",
            "Install it with: pip install 'wardesk[parquet]', or write CSV.",
        ) from error
    columns: dict[str, list[Cell]] = {
        name: [] for name in ("part", "number", "seed", "winner", "points")
    }
    base = record.study.specs[0]
    for spec, tally in zip(record.study.specs, record.tallies, strict=True):
        for number, (winner, points) in tally.by_game.items():
            side = setting.sides[winner].id if winner >= 0 else ""
            row: tuple[Cell, ...] = (
                spec.label_beside(base), number, spec.seed + number, side, points,
            )  # fmt: skip
            for name, value in zip(columns, row, strict=True):
                columns[name].append(value)
    sink = arrow.BufferOutputStream()
    parquet.write_table(arrow.table(columns), sink)
    return sink.getvalue().to_pybytes()
