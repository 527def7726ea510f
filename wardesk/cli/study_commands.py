"""``wardesk study`` and ``report``: what many games lead to, and one game told afterwards."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wardesk.cli.language import spoken
from wardesk.cli.output import WRONG, AsJson, note, pairs, print_json, progress, show, values
from wardesk.errors import UserError
from wardesk.words import as_english, say

if TYPE_CHECKING:
    from wardesk.services.play.review import Review
    from wardesk.services.play.session import PlaySession
    from wardesk.services.studies.study_desk import Workplace
    from wardesk.studies.record import StudyRecord
    from wardesk.studies.summary import StudySetting, Summary


GAMES = 1000
_STOPPED = 130


Language = Annotated[
    str,
    typer.Option(
        help="Language of the report: en, de or fr; as the environment says if not given."
    ),
]


def study(
    scenario: Annotated[
        str, typer.Argument(metavar="[SCENARIO]", help="pack/scenario; not with --resume.")
    ] = "",
    number: Annotated[
        int | None, typer.Option("-n", "--games", min=1, help=f"Games; {GAMES} if not given.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=0, max=512, help="Worker processes; all processors if left.")
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option(
            help="SIDE=script, captain, colonel, random or automaton; several by comma.",
            metavar="WHO",
        ),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the rules.", metavar="KEY=VALUE")
    ] = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            help="Play the same seeds with this changed; may be given again.", metavar="KEY=VALUE"
        ),
    ] = None,
    sweep: Annotated[
        list[str] | None,
        typer.Option(
            help="Play the same seeds with each of these values: an option, a figure of the "
            "scenario, a cell of the charts, a side's player, or seed.",
            metavar="KEY=A,B,…",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Of the first game; 1 if not given.")] = None,
    settled: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=100.0,
            metavar="POINTS",
            help="Stop when no interval of a share of wins is wider, in percentage points.",
        ),
    ] = 0.0,
    dask: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Play on this cluster of Dask; local: on one of this machine."
        ),
    ] = "",
    html: Annotated[Path | None, typer.Option(help="Write the report with plots here.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write the figures here, as CSV.")] = None,
    parquet: Annotated[
        Path | None, typer.Option(help="Write a row for each game here, as Parquet.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Keep the study here, as JSON.")] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with this study.", metavar="FILE")
    ] = None,
    language: Language = "",
    as_json: AsJson = False,
) -> None:
    """Let bots play a scenario many times, and say how it comes out."""
    from wardesk.services.studies.study_desk import (
        Workplace,
        checked_again,
        plan_study,
        setting_of,
        working_file,
    )
    from wardesk.studies.record import read_record
    from wardesk.studies.summary import summarise

    if resume is not None:
        if scenario or players or option or compare or sweep or seed is not None:
            text = say("A study goes on as it was begun.")
            raise UserError(text, "With --resume leave scenario, players, options and seed out.")
        record = checked_again(read_record(resume), number)
    elif not scenario:
        raise UserError("Which scenario?", "Name one that `wardesk games` lists.")
    else:
        chosen = values(option or [])
        changes = [values(change.split(",")) for change in compare or ()]
        record = plan_study(
            scenario,
            chosen,
            changes,
            sweep=[one for line in sweep or () for one in _swept(line, chosen)],
            players=pairs(_split(players or ()), "side=kind of player"),
            n=GAMES if number is None else number,
            seed=1 if seed is None else seed,
        )
    file = out or resume or working_file(record.study)
    setting = setting_of(record.study)
    workers = (os.cpu_count() or 1) if jobs is None else jobs
    place = Workplace(jobs=workers, cluster=dask)
    record, stopped = _play(record, setting, file, place, settled / 100)
    summary = summarise(record, setting)
    files = _write(record, setting, (html, csv, parquet), spoken(language))
    if out or resume or stopped:
        files["study"] = str(file)
    else:
        file.unlink(missing_ok=True)
    if as_json:
        print_json({**_plain(summary), "files": files})
    else:
        _print(summary, files)
    if stopped:
        note(
            say(
                "Stopped after {games} of {wanted} games; they are kept.",
                games=record.games,
                wanted=record.wanted,
            )
        )
        note(say("Go on with: {command!s}", command=f"wardesk study --resume {file}"))
        raise typer.Exit(_STOPPED)
    if summary.wrong:
        raise typer.Exit(WRONG)


def _split(words: Sequence[str]) -> list[str]:
    return [part for word in words for part in word.split(",") if part]


def _swept(line: str, base: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """The changes of one ``--sweep``."""
    from wardesk.services.studies.study_desk import swept

    key, equals, rest = line.partition("=")
    if not key or not equals or not rest:
        raise UserError(
            say("The sweep {line!s} has no values.", line=line), "Write it like losses=first,any."
        )
    return swept(key, [values([f"{key}={one}"])[key] for one in rest.split(",") if one], base)


def _play(
    record: StudyRecord, setting: StudySetting, file: Path, place: Workplace, settled: float
) -> tuple[StudyRecord, bool]:
    """Play what is missing; the record, and whether somebody stopped it."""
    from wardesk.services.studies.study_desk import play_study

    played = record.games
    with _ctrl_c() as stop, progress(say("games"), record.wanted - played) as advance:

        def show(so_far: StudyRecord) -> None:
            nonlocal played
            advance(so_far.games - played)
            played = so_far.games

        record = play_study(
            record,
            setting,
            place,
            file=file,
            settled=settled,
            progress=show,
            should_stop=lambda: bool(stop),
        )
    return record, bool(stop) and record.games < record.wanted


@contextmanager
def _ctrl_c() -> Iterator[list[int]]:
    """Ctrl+C within fills the list instead of tearing things apart; a second one does so after all.

    Outside of the main thread nobody can press it, and nothing is changed.
    """
    pressed: list[int] = []

    def press(number: int, frame: object) -> None:
        if pressed:
            signal.default_int_handler(number, None)
        del frame
        pressed.append(number)
        note(say("Stopping after the games that are being played."))

    try:
        before = signal.signal(signal.SIGINT, press)
    except ValueError:
        yield pressed
        return
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _write(
    record: StudyRecord, setting: StudySetting, files: Sequence[Path | None], language: str
) -> dict[str, str]:
    """Write what was asked for; what is there."""
    from wardesk.reports.study_files import KINDS, write_study

    written: dict[str, str] = {}
    for file, kind in zip(files, KINDS, strict=True):
        if file is not None:
            write_study(file, record, setting, kind, language)
            written[kind] = str(file)
    return written


def _plain(summary: Summary) -> dict[str, Any]:
    import msgspec

    return msgspec.to_builtins(summary, str_keys=True, enc_hook=as_english)


def _print(summary: Summary, files: dict[str, str]) -> None:
    from wardesk.studies.words import summary_lines

    for line in summary_lines(summary):
        show(line)
    if "html" in files:
        show(say("The report is in {file!s}.", file=files["html"]))
    for kind in ("csv", "parquet"):
        if kind in files:
            show(say("The figures are in {file!s}.", file=files[kind]))
    if "study" in files:
        show(say("The study is in {file!s}.", file=files["study"]))


def report(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A stored .wdgame.")],
    html: Annotated[Path, typer.Option(help="Write the report here.", metavar="FILE")],
    pictures: Annotated[
        bool, typer.Option("--pictures/--no-pictures", help="Pictures of the board.")
    ] = True,
    luck: Annotated[
        bool,
        typer.Option("--luck/--no-luck", help="Weigh every roll, count chances to win: slow."),
    ] = False,
    language: Language = "",
    as_json: AsJson = False,
) -> None:
    """Write the after-action report of a stored game. Nothing is written to the game."""
    from wardesk.documents.files.atomic import write_atomically
    from wardesk.reports.after_action import Painter, after_action_report, qt_painter
    from wardesk.services.play.session import PlaySession

    painter: Painter | None = None
    with PlaySession.open(file, keep=False) as session:
        if pictures:
            try:
                painter = qt_painter()
            except ImportError as error:
                note(say("No pictures: WarDesk cannot load Qt here ({error!s}).", error=error))
        review = _looked_back(session) if luck else None
        text = after_action_report(session, painter, spoken(language), review=review)
        html.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(html, text.encode())
        result = session.state.result
        found = {
            "html": str(html),
            "scenario": session.header.scenario,
            "title": session.info.title,
            "events": len(session.journal.line()),
            "pictures": painter is not None,
            "result": result,
            "reconstruction": session.info.reconstruction,
        }
    if as_json:
        print_json(found)
        return
    show(say("{title}: the after-action report is in {file!s}.", title=found["title"], file=html))


def _looked_back(session: PlaySession) -> Review | None:
    """Weigh every roll and count the chances, with a line that tells how far it is: it is slow."""
    from wardesk.services.play.review import GAMES as ROUNDS
    from wardesk.services.play.review import persons, reviews

    found, done = None, 0
    with progress(say("Looking back"), None) as advance:
        for found in reviews(
            session.rules, session.journal, session.header.seed, sides=persons(session)
        ):
            now = found.weighed + found.games + found.judged
            advance(now - done, found.rolls + ROUNDS + found.decisions)
            done = now
    return found
