"""``wardesk replay``, ``doctor`` and ``new-table``: stored games, health, new packs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wardesk.cli.campaign_keep import doctor as campaign_doctor
from wardesk.cli.output import WRONG, AsJson, note, print_json, show, write_picture
from wardesk.errors import DamagedFile, UserError
from wardesk.words import Spoken, cited, join, say, say_count

if TYPE_CHECKING:
    from wardesk.engine.replay import RuleDifference
    from wardesk.services.play.session import PlaySession

StoredGame = Annotated[Path, typer.Argument(metavar="FILE", help="A stored .wdgame.")]


def _way_out(way: str, records: int) -> str:
    """What ``doctor --repair`` can do."""
    match way:
        case "strokes":
            return say("{records} records can be saved; --repair does it.", records=records)
        case "backup":
            return say("An older state of it is whole; --repair saves it as a new map.")
        case _:
            return say(
                "It opens as it was saved last once the journal is put aside; --repair does it."
            )


def replay(
    file: StoredGame,
    to: Annotated[int | None, typer.Option(help="Stop after this event.", metavar="N")] = None,
    png: Annotated[Path | None, typer.Option(help="Paint the table there.")] = None,
    again: Annotated[
        bool, typer.Option("--readjudicate", help="Compare the record with today's rules.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Tell a stored game again. Nothing is written to it."""
    from wardesk.cli.story import as_plain, print_head, print_standing, print_story
    from wardesk.engine.replay import readjudicate
    from wardesk.services.play.session import PlaySession

    with PlaySession.open(file, keep=False) as session:
        if to is not None:
            session.journal.go(to)
        difference = readjudicate(session.rules, session.journal.line()) if again else None
        forged, letters = _other_dice(session), _against_letters(session)
        if png is not None:
            write_picture(session.rules.board, session.look(), png)
        if as_json:
            lines = [line for line in session.log_lines() if line.current]
            compared = {"readjudicated": again, "difference": difference, "forged": forged}
            compared |= {"letters": letters} if session.post is not None else {}
            print_json({**as_plain(session), "lines": lines, **compared})
        else:
            for notice in session.notices:
                note(notice)
            print_head(session)
            print_story(session)
            print_standing(session)
            if png is not None:
                show(say("The table is painted in {file!s}.", file=png))
            if difference is not None:
                text = cited(difference.text, difference.cite)
                show(say("Event {event} differs: {text}", event=difference.event, text=text))
            elif again:
                show(say("Today's rules say the same at every event."))
            show(_dice_words(session))
            for text in (*([_told(forged)] if forged is not None else []), *letters):
                show(text)
    if difference is not None or forged is not None or letters:
        raise typer.Exit(WRONG)


def _other_dice(session: PlaySession) -> RuleDifference | None:
    """The first roll that the record says the seed rolled, and it did not."""
    from wardesk.engine.replay import other_dice

    header = session.header
    return other_dice(header.seed, header.luck, session.journal.events.values())


def _against_letters(session: PlaySession) -> list[Spoken]:
    """What in a game by mail its letters contradict."""
    from wardesk.services.play.mail import audit

    return audit(session)[1] if session.post is not None else []


def _told(difference: RuleDifference) -> str:
    text = cited(difference.text, difference.cite)
    return say("Event {event}: {text}", event=difference.event, text=text)


def _dice_words(session: PlaySession) -> str:
    """Whose dice they are, by what is on record; those of undone branches too."""
    if session.post is not None:
        return say(
            "Throws of both homes: {n}, held against {letters} letters.",
            n=sum(e.dice_by == "shared" for e in session.journal.line()),
            letters=len(session.post.letters),
        )
    rolls = [e for e in session.journal.events.values() if e.asked and e.asked.who == "chance"]
    seeded = sum(e.dice_by == "seeded" for e in rolls)
    return say(
        "Rolls by the seed: {seeded}, typed by hand: {typed}.",
        seeded=seeded,
        typed=len(rolls) - seeded,
    )


def doctor(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A game, a map, a campaign, a letter or an example."),
    ],
    repair: Annotated[
        bool, typer.Option("--repair", help="Save what is good as a new file beside it.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say how healthy a file is, and what can be saved of a damaged one."""
    from wardesk.documents.maps.edit_journal import journal_path

    if not file.exists() and not journal_path(file).exists():
        raise UserError(say("There is nothing at {file!s}.", file=file), "Check the path.")
    if _is_campaign(file):
        campaign_doctor(str(file), as_json)
        return
    found = _health_of(file)
    if found.get("saved") and not found["ok"]:
        found.setdefault("way_out", _way_out("strokes", found["saved"]))
    if repair and not found["ok"] and found.get("way_out"):
        found["repaired"] = str(_repaired(found["kind"], file))
    if as_json:
        print_json(found)
    else:
        show(say("{file!s}: {text}", file=file, text=found["text"]))
        for problem in found["problems"]:
            show(problem, 2)
        if not found["ok"] and found.get("way_out"):
            show(found["way_out"], 2)
        if "repaired" in found:
            show(say("What is good was saved in {file!s}.", file=found["repaired"]), 2)
    if not found["ok"]:
        raise typer.Exit(WRONG)


def _repaired(kind: str, file: Path) -> Path:
    from wardesk.services.maps.repair import recover_map
    from wardesk.services.play.files import recover

    return recover_map(file) if kind == "map" else recover(file)


def _is_campaign(file: Path) -> bool:
    if file.suffix == ".wdcamp" or file.is_dir():
        return file.suffix == ".wdcamp"
    return _begins_with(file, b"SQLite format 3\0")


def _is_map(file: Path) -> bool:
    from wardesk.documents.maps.edit_journal import journal_path

    if file.is_dir() or file.suffix == ".wdmap" or journal_path(file).exists():
        return True
    return _begins_with(file, b"PK")


def _health_of(file: Path) -> dict[str, Any]:
    if _is_example(file):
        return _example_health(file)
    if file.suffix == ".wdmail":
        return _letter_health(file)
    return _map_health(file) if _is_map(file) else _game_health(file)


def _is_example(file: Path) -> bool:
    from wardesk.services.play.clinic_examples import SIGN

    return file.is_file() and _begins_with(file, SIGN)


def _example_health(file: Path) -> dict[str, Any]:
    """Hold an example of the clinic against today's rules and charts."""
    from wardesk.services.play.clinic_examples import check_example

    found = check_example(file)
    text = say_count(
        "{title}, an example of {n} answer.", "{title}, an example of {n} answers.",
        title=found.title, n=found.answers,
    )  # fmt: skip
    if not found.problems:
        text = say("{text} All of them hold.", text=text)
    return _health("example", text, list(found.problems))


def _letter_health(file: Path) -> dict[str, Any]:
    """Whether a letter of a game by mail came whole from the home whose key it names."""
    from wardesk.documents.games.letters import BadLetter
    from wardesk.services.play.mail import find, plain, read_file

    try:
        letter = read_file(file).letter
    except BadLetter as error:
        return _health("letter", say("this letter is damaged, or no letter."), [str(error)])
    here = find(letter.game)
    if here is None:
        text = say(
            "letter {n} of {name!s}, whole and signed; its game is not on this computer.",
            n=letter.number, name=plain(letter.name, 60) or letter.key[:8],
        )  # fmt: skip
    else:
        text = say(
            "letter {n} of {name!s}, whole and signed, for the game {file!s}.",
            n=letter.number, name=plain(letter.name, 60) or letter.key[:8], file=here.name,
        )  # fmt: skip
    return _health("letter", text, [])


def _begins_with(file: Path, sign: bytes) -> bool:
    from wardesk.documents.files.untrusted import open_regular

    try:
        with open_regular(file) as stream:
            return stream.read(len(sign)) == sign
    except OSError as error:
        raise UserError(
            say("{file!s} could not be read: {error}.", file=file, error=error.strerror or error)
        ) from error


def _health(kind: str, text: str, problems: list[str], **more: object) -> dict[str, Any]:
    return {"kind": kind, "ok": not problems, "text": text, "problems": problems, **more}


def _map_health(file: Path) -> dict[str, Any]:
    from wardesk.documents.maps.store import read_map
    from wardesk.drawing.issues.whole_map import issues
    from wardesk.services.maps.game_needs import figure_issues
    from wardesk.services.maps.repair import map_health

    health = map_health(file)
    if health.problem:
        text = say("what was drawn since this map was saved is damaged.")
        text = say("this map is damaged.") if health.way_out in (None, "backup") else text
        told = _way_out(health.way_out, health.records) if health.way_out else ""
        return _health("map", text, [health.problem], saved=health.records, way_out=told)
    document = read_map(file, check=False)
    found = [*figure_issues(file, document), *issues(document)]
    problems = [f"{i.level}: {i.place}: {i.text} {i.advice}".rstrip() for i in found]
    text = say("{title}, {cells} cells", title=document.title, cells=len(document.cells))
    wrong = any(issue.level == "error" for issue in found)
    return {**_health("map", text, problems), "ok": not wrong}


def _game_health(file: Path) -> dict[str, Any]:
    """Read, decode, fold and ask today's rules; every finding is a sentence."""
    from wardesk.documents.games.gamelog import DamagedLog, NoGame, read_log
    from wardesk.engine.replay import readjudicate
    from wardesk.services.play.session import PlaySession

    try:
        session = PlaySession.open(file, keep=False)
    except DamagedLog as error:
        good = len(error.saved.records) if error.saved else 0
        return _health("game", say("this game is damaged."), [error.message], saved=good)
    except NoGame:
        raise
    except DamagedFile as error:
        return _health("game", say("this game is damaged."), [str(error)], saved=0)
    except UserError as error:
        good = len(read_log(file).records)  # newer files and unreadable ones end here
        text = say("a game of {records} records, whose table cannot be laid here.", records=good)
        return _health("game", text, [str(error)], saved=0)
    with session:
        count, head = len(session.journal.events), session.journal.head
        text = say(
            "{title}, {events} events, standing at event {head}.",
            title=session.info.title,
            events=count,
            head=head,
        )
        problems = list(session.notices)
        difference = readjudicate(session.rules, session.journal.line())
        found = (difference, _other_dice(session))
        problems += [_told(each) for each in found if each is not None]
        problems += _against_letters(session)
        text = join(" ", (text, _dice_words(session)))
        health = _health("game", text, problems, saved=count, events=count, head=head)
        # a game that was read whole has nothing to be saved of it
        return health if session.notices else {**health, "way_out": ""}


def new_table(
    map_path: Annotated[Path, typer.Argument(metavar="MAP", help="A .wdmap file or a map folder.")],
    counters: Annotated[
        Path | None, typer.Option(help="Counters; columns name and side, and more.", metavar="CSV")
    ] = None,
    cards: Annotated[
        Path | None, typer.Option(help="Cards; columns name and deck, and more.", metavar="CSV")
    ] = None,
    sides: Annotated[
        str, typer.Option(help="Sides in the order of their turns.", metavar="A,B")
    ] = "",
    out: Annotated[Path | None, typer.Option(help="The pack's new folder.", metavar="DIR")] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(help="Take a strange column as a known one.", metavar="NAME=AS"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a table without rules, as a pack that another person can open."""
    from wardesk.services.packs.new_table import make_table

    named = [side.strip() for side in sides.split(",") if side.strip()]
    pairs = (one.partition("=") for one in column or ())
    columns = {name.strip().lower(): goal.strip().lower() for name, _, goal in pairs}
    made = make_table(map_path, counters, named, out, cards, columns)
    if as_json:
        print_json(made)
        return
    show(
        say(
            "{title!s}: {cells} places, {counters} counters, {sides!s}.",
            title=made.title,
            cells=made.cells,
            counters=made.counters,
            sides=", ".join(made.sides),
        )
    )
    if made.left_out:
        show(
            say(
                "These columns were left out: {columns!s}. To take one: {option!s}.",
                columns=", ".join(made.left_out),
                option=f"--column {made.left_out[0]}=factors",
            )
        )
    show(say("The pack is in {folder!s}.", folder=made.pack))
    show(say("Play it with: {command!s}", command=f"wardesk play {made.scenario}"))
