"""The command line: ``wardesk --help``. Commands load what they need when they run."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer

from wardesk.cli import (
    campaign_keep,
    campaign_needs,
    campaign_papers,
    campaign_results,
    campaign_rolls,
    campaign_server,
    campaign_units,
    campaign_workshop,
)
from wardesk.cli.campaign_commands import campaign_app
from wardesk.cli.chart_commands import charts
from wardesk.cli.counter_commands import counters_app
from wardesk.cli.files import doctor, new_table, replay
from wardesk.cli.language import environment_speaks
from wardesk.cli.lists import games, odds
from wardesk.cli.mail_commands import mail_app
from wardesk.cli.map_commands import map_app
from wardesk.cli.match import match
from wardesk.cli.output import BAD_USE, WRONG, AsJson, complain, note, print_json, show
from wardesk.cli.play import play
from wardesk.cli.rules_commands import rules_app
from wardesk.cli.study_commands import report, study
from wardesk.cli.table_commands import table_app
from wardesk.cli.terminal import guarded_terminal
from wardesk.errors import BugError, UserError
from wardesk.render.export import maps, tables
from wardesk.render.export.exporter import Exporter
from wardesk.words import say

INTERRUPTED = 130

app = typer.Typer(
    name="wardesk",
    help="Board wargames: drawn, played and umpired. Without a command the desktop app starts.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command()(games)
app.command()(play)
app.command()(match)
app.command()(replay)
app.command()(odds)
app.command()(charts)
app.command()(doctor)
app.command()(study)
app.command()(report)
app.command()(new_table)
app.add_typer(rules_app, name="rules")
app.add_typer(map_app, name="map")
app.add_typer(counters_app, name="counters")
app.add_typer(table_app, name="table")
app.add_typer(mail_app, name="mail")
app.add_typer(campaign_app, name="campaign")
_REGISTERED = (
    campaign_keep,
    campaign_needs,
    campaign_rolls,
    campaign_server,
    campaign_papers,
    campaign_results,
    campaign_units,
    campaign_workshop,
)  # imported for the commands that they add


@app.command()
def screenshots(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the pictures go.")],
    map_theme: Annotated[
        list[str] | None,
        typer.Option(help="Only every tool of the map editor, in this map theme; may be repeated."),
    ] = None,
    newcomer: Annotated[
        bool, typer.Option(help="Only the way of a newcomer, small, as the help shows it.")
    ] = False,
) -> None:
    """Paint every workspace on sample data, without a screen."""
    from importlib import import_module

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        module = import_module("wardesk.ui.screenshots")
    except ModuleNotFoundError as error:
        if error.name != "wardesk.ui.screenshots":
            raise
        raise UserError("Screenshots are not built yet.") from None
    except ImportError as error:
        raise import_module("wardesk.ui.display").no_library(str(error)) from error
    chosen = {"map_themes": tuple(map_theme)} if map_theme else {}
    if newcomer:
        chosen = {"newcomer": True}
    if not chosen:
        note(say("Some hundred pictures are painted; that takes minutes."))
    code = module.main(folder, **chosen) or 0
    if not code:
        show(say("The pictures are in {folder!s}.", folder=folder))
    raise typer.Exit(code)


@app.command()
def desktop(
    remove: Annotated[bool, typer.Option("--remove", help="Take it off the list again.")] = False,
    as_json: AsJson = False,
) -> None:
    """Put WarDesk on the desktop's list of programs, with an icon and its kinds of files."""
    from wardesk.services.desktop import data_folder, put_on_desktop, take_off_desktop

    folder = data_folder(os.environ)
    files = take_off_desktop(folder) if remove else put_on_desktop(folder)
    if as_json:
        print_json({"files": [str(file) for file in files]})
        return
    for file in files:
        if remove:
            show(say("Removed: {file!s}", file=file))
        else:
            show(say("Written: {file!s}", file=file))


def _version(wanted: bool) -> None:
    if wanted:
        from wardesk.paths import VERSION

        print(f"WarDesk {VERSION}")
        raise typer.Exit


@app.callback()
def _before(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    del version  # its callback has answered it


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code: 0 fine, 1 found something wrong, 2 bad use."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        with guarded_terminal(), environment_speaks():
            code = _run(words)
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader has left (`| head`): that is its right. Python would complain while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG
    return code


def tell(error: UserError) -> int:
    """Say on the terminal why something could not be done; the exit code."""
    with guarded_terminal(), environment_speaks():
        complain(error)
    return BAD_USE


@cache
def _command(forms: tuple[Exporter[Any], ...]) -> Any:  # noqa: ANN401 - the library's own class is not public
    """All commands, put together once: scripts and tests run many of them in one process.

    *forms*: those that can be exported, each of which has an option.
    """
    del forms
    return typer.main.get_command(app)


def _run(words: list[str]) -> int:
    try:
        forms = (*maps.EXPORTERS.values(), *tables.EXPORTERS.values())
        _command(forms)(args=words, prog_name="wardesk")
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else int(done.code is not None)
    except UserError as error:
        complain(error, "--json" in words)
        return BAD_USE
    except BrokenPipeError:
        raise
    except OSError as error:
        text = say(
            "{filename}: {error}.",
            filename=error.filename or say("A file"),
            error=error.strerror or error,
        )
        complain(UserError(text, "Check the path and its permissions."), "--json" in words)
        return BAD_USE
    except BugError as error:
        note(say("WarDesk made a mistake: {error}.", error=error))
        note(say("Please report it, with the command that you gave."))
        return WRONG
    except KeyboardInterrupt:
        note(say("Stopped."))
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
