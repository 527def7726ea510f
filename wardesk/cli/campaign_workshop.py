"""``wardesk campaign`` for one's own campaigns: begin, check, give away and take in."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from wardesk.cli.campaign_commands import campaign_app
from wardesk.cli.output import WRONG, AsJson, print_json, show
from wardesk.errors import UserError
from wardesk.words import join, say

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder with a campaign.toml.")]


@campaign_app.command("design")
def design(
    name: Annotated[str, typer.Argument(help="What the campaign is called.")] = "",
    template: Annotated[str, typer.Option(help="The shape that it begins from.")] = "",
    first_day: Annotated[str, typer.Option(help="Its first day.", metavar="YEAR-MM-DD")] = "",
    folder: Annotated[
        Path | None, typer.Option(help="Where it lies, instead of among your own packs.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Begin a campaign of your own from a template; without one, list the templates."""
    from wardesk.services.campaign.workshop.packs import TEMPLATES, new_design

    if not template or not name:
        if as_json:
            print_json(TEMPLATES)
            return
        for each in TEMPLATES:
            show(join("  ", (each.id, each.title)))
            show(each.words, 4)
        return
    made = new_design(name, template, first_day=_day(first_day), folder=folder)
    if as_json:
        print_json({"folder": str(made)})
        return
    show(say("{folder!s} holds the campaign: campaign.toml and units.csv.", folder=made))
    show(say("Change them, look with `check`, and begin it with `new --design`."))


def _day(text: str) -> date:
    if not text:
        return date(1944, 6, 6)
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UserError(say("{text!r} is no day.", text=text), "Write it as 1940-05-10.") from None


@campaign_app.command("check")
def check(
    folder: Folder,
    units: Annotated[
        Path | None,
        typer.Option(help="First put this order of battle (CSV or tabs) in place of its own."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Look a campaign of your own over: what is wrong with it, and what deserves a look."""
    from wardesk.documents.files.untrusted import read_bounded
    from wardesk.services.campaign.workshop.packs import judge, paste_units

    if units is not None:
        text = read_bounded(units, 1 << 20).decode("utf-8-sig", errors="replace")
        found = paste_units(folder, text)
    else:
        found = judge(folder)
    if as_json:
        print_json({"playable": found.playable, "findings": found.findings})
    else:
        for each in found.findings:
            show(join(": ", (each.level, each.place, each.text)))
            if each.advice:
                show(each.advice, 4)
        if found.design is not None:
            show(say(
                "{name!s} can be played: {units} units, {days} days.", name=found.design.name,
                units=len(found.design.units), days=found.design.calendar.days,
            ))  # fmt: skip
    if not found.playable:
        raise typer.Exit(WRONG)


@campaign_app.command("pack")
def pack(
    folder: Folder,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new .wdpack file.")],
    as_json: AsJson = False,
) -> None:
    """Give a campaign of your own away as one file."""
    from wardesk.services.campaign.workshop.packs import give_away

    made = give_away(folder, file)
    print_json({"pack": str(made)}) if as_json else show(say("The pack is {file!s}.", file=made))


@campaign_app.command("take-in")
def take_in(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .wdpack file.")],
    as_json: AsJson = False,
) -> None:
    """Put somebody's campaign among your own packs."""
    from wardesk.services.campaign.workshop import packs

    made = packs.take_in(file)
    if as_json:
        print_json({"folder": str(made)})
    else:
        show(say("It is in {folder!s}; begin it with `new --design {name!s}`.", folder=made,
                 name=made.name))  # fmt: skip
