"""``wardesk rules``: the rules of a game, and games with rules of one's own begun and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import click
import typer
from typer.core import TyperGroup

from wardesk.cli.lists import rules
from wardesk.cli.output import WRONG, AsJson, print_json, show
from wardesk.words import join, say, say_count

_SHOW = "show"


class _GameOrCommand(TyperGroup):
    """``wardesk rules GAME`` means ``wardesk rules show GAME``."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:  # noqa: ANN401 - click's
        if args and args[0] not in self.commands:
            args = [_SHOW, *args]
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # options may stand before the game: `rules --json GAME`
        if args and args[0].startswith("-") and args[0] not in ("--help",):
            args = [_SHOW, *args]
        return super().parse_args(ctx, args)


rules_app = typer.Typer(
    cls=_GameOrCommand, no_args_is_help=True,
    help="List the rules of a game; begin and check a game with rules of your own.",
)  # fmt: skip
rules_app.command(_SHOW)(rules)


@rules_app.command("check")
def check(
    pack: Annotated[Path, typer.Argument(metavar="PACK", help="The folder of the game.")],
    as_json: AsJson = False,
) -> None:
    """Say everything that is wrong with a game whose rules are data; status 1 if anything is."""
    from wardesk.services.rulebooks.judge import judge_folder

    found = judge_folder(pack)
    if as_json:
        print_json({
            "faults": [{"level": f.level, "file": f.file, "path": f.key, "text": f.text}
                       for f in found],
        })  # fmt: skip
    else:
        for fault in found:
            show(join(": ", (fault.level, fault.file, fault.sentence)))
        show(say_count("One fault.", "{n} faults.", n=len(found)) if found else say("No faults."))
    if any(fault.level == "error" for fault in found):
        raise typer.Exit(WRONG)


@rules_app.command("new")
def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that is not there.")],
    pattern: Annotated[
        str, typer.Option(help="What it begins from: a pattern, or the folder of such a game.")
    ] = "classic",
    name: Annotated[str, typer.Option(help="What the game is called.")] = "",
    as_json: AsJson = False,
) -> None:
    """Begin a game with rules of your own, which plays as it is."""
    from wardesk.services.rulebooks.packs import new_book

    made = new_book(folder, pattern, name)
    if as_json:
        print_json({"folder": str(made)})
        return
    show(say("{folder!s} holds the game: rules.toml, charts.toml, counters.csv.", folder=made))
    show(say("Change them, and look with `wardesk rules check`."))
