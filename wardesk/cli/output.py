"""How commands speak: one JSON document or sentences on stdout, troubles on stderr."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Protocol

import typer

from wardesk.cli.terminal import steerable
from wardesk.errors import Progress as Told
from wardesk.errors import UserError
from wardesk.render.system_libraries import install_line
from wardesk.words import as_english, say, shown

WRONG = 1
"""Exit code: it ran and found something wrong."""
BAD_USE = 2
"""Exit code: it could not run as asked."""

MapPath = Annotated[Path, typer.Argument(help="A .wdmap file or a map folder.", metavar="PATH")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def print_json(value: object) -> None:
    """Print *value*, msgspec structs included, as one JSON document."""
    import msgspec

    plain = msgspec.to_builtins(value, enc_hook=as_english)
    print(json.dumps(plain, ensure_ascii=False, indent=1))


def complain(error: UserError, as_json: bool = False) -> None:
    """Say what is wrong and what to do: on stderr, or as a JSON document on stdout."""
    if as_json:
        print_json({"error": error.message, "advice": error.advice})
        return
    note(error.message)
    if error.advice:
        note(error.advice)


def note(text: str) -> None:
    """A sentence beside the result, on stderr, so that stdout stays clean."""
    print(shown(text), file=sys.stderr)


def show(text: str, indent: int = 0) -> None:
    """A line of the result, on stdout, in the language in force."""
    print(f"{' ' * indent}{shown(text)}")


class ProgressAdvance(Protocol):
    """Moves a progress line by some steps."""

    def __call__(self, steps: int = 1, total: int | None = None) -> None:
        """Move on; *total* once it is known."""
        ...


@contextmanager
def progress(title: str, total: int | None) -> Iterator[ProgressAdvance]:
    """A progress line on stderr, if a person can see it."""

    def silent(steps: int = 1, total: int | None = None) -> None:
        del steps, total

    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(file=steerable(sys.stderr))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(shown(title), total=total)

        def advance(steps: int = 1, total: int | None = None) -> None:
            if total is not None:
                bar.update(task, total=total)
            bar.advance(task, steps)

        yield advance


@contextmanager
def telling(title: str) -> Iterator[Told]:
    """The same for work that tells how far it is, done of all."""
    with progress(title, None) as advance:
        so_far = 0

        def told(done: int, of: int) -> bool:
            nonlocal so_far
            advance(done - so_far, of)
            so_far = done
            return True

        yield told


def moment(now: str) -> datetime:
    """The time to write into files: *now*, else ``SOURCE_DATE_EPOCH``, else the clock's.

    UserError when it is no time.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    try:
        if now:
            found = datetime.fromisoformat(now)
            return found if found.tzinfo else found.replace(tzinfo=UTC)
        if epoch:
            return datetime.fromtimestamp(int(epoch), UTC)
    except (ValueError, OverflowError, OSError):
        text = say("{now!r} is no time.", now=now or epoch)
        raise UserError(text, "Write it like 2026-05-10T12:00, or as seconds.") from None
    return datetime.now(UTC)


def pairs(words: list[str], what: str) -> dict[str, str]:
    """``key=value`` words as a dictionary. UserError for a word without ``=``."""
    found: dict[str, str] = {}
    for word in words:
        key, mark, value = word.partition("=")
        if not mark or not key:
            raise UserError(
                say("{word!r} is no {what}.", word=word, what=what),
                say("Write it as {what}=value.", what=what.split(" ")[0]),
            )
        found[key] = value
    return found


def values(words: list[str]) -> dict[str, Any]:
    """Options as ``key=value``; numbers, true and false become what they look like."""
    known: dict[str, Any] = {"true": True, "false": False}
    return {
        key: known.get(text.lower(), number_or_text(text))
        for key, text in pairs(words, "option").items()
    }


def number_or_text(typed: str) -> int | str:
    """A whole number of no more digits than any game needs, else the text itself."""
    return int(typed) if re.fullmatch(r"-?[0-9]{1,18}", typed) else typed


def write_picture(board: Any, look: Any, file: Path) -> None:  # noqa: ANN401 - render is far away
    """Paint a board, with what lies on it unless *look* is None. UserError if it cannot."""
    with _qt():
        from wardesk.render.export.encoded import write_png
        from wardesk.render.export.pictures import board_picture
    with progress(say("Painting"), None) as advance:
        picture = board_picture(board, look, progress=lambda _, of: advance(1, of + 1))
    write_png(picture, file)


def write_viewshed(board: Any, source: str, seen: Collection[str], file: Path) -> None:  # noqa: ANN401
    """Paint what a cell of a board sees. UserError if it cannot."""
    with _qt():
        from wardesk.render.export.encoded import write_png
        from wardesk.render.export.studies import viewshed_picture
    write_png(viewshed_picture(board, source, seen), file)


def write_adjacency(board: Any, numbered: Sequence[tuple[str, str]], file: Path) -> None:  # noqa: ANN401
    """Paint which cells of a board border on which, some pairs numbered. UserError if it cannot."""
    with _qt():
        from wardesk.render.export.encoded import write_png
        from wardesk.render.export.studies import adjacency_picture
    write_png(adjacency_picture(board, numbered), file)


@contextmanager
def _qt() -> Iterator[None]:
    """Tell where Qt cannot be loaded."""
    try:
        yield
    except ImportError as error:
        text = say("Pictures need Qt, which WarDesk cannot load here: {error}.", error=error)
        line = install_line()
        advice = (
            say("Type this line: {line!s}", line=line)
            if line
            else "Install what Qt needs, or leave --png out."
        )
        raise UserError(text, advice) from error
