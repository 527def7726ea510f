"""``wardesk campaign`` for safe keeping: backup, restore, export, doctor."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wardesk.cli.campaign_commands import FileArg, campaign_app, campaign_file, open_desk
from wardesk.cli.output import WRONG, AsJson, print_json, show
from wardesk.words import join, say


@campaign_app.command()
def backup(file: FileArg, as_json: AsJson = False) -> None:
    """Keep a verified copy beside the campaign."""
    with open_desk(file, write=True) as desk:
        made = desk.backup("asked")
    if as_json:
        print_json({"backup": str(made.path), "events": made.seq})
    else:
        show(say("{events} events are kept in {file!s}.", events=made.seq, file=made.path))


@campaign_app.command("copy")
def save_copy(
    file: FileArg,
    target: Annotated[
        str, typer.Argument(metavar="COPY", help="A new .wdcamp file, or a server's address.")
    ],
    as_json: AsJson = False,
) -> None:
    """Save a whole copy elsewhere, also of a campaign that is open: to a file, or to a server."""
    from wardesk.services.campaign import files as campaign_files
    from wardesk.services.campaign.server import campaign_place, copy_to_server

    place = campaign_place(target)
    if isinstance(place, Path):
        made = campaign_files.save_copy(campaign_place(file), place)
    else:
        made = copy_to_server(campaign_file(file), place)
    print_json({"copy": str(made)}) if as_json else show(say("A copy is in {file!s}.", file=made))


@campaign_app.command()
def restore(
    file: FileArg,
    source: Annotated[
        Path | None, typer.Option("--from", help="A backup; the youngest sound one if left.")
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="Only list the backups.")] = False,
    as_json: AsJson = False,
) -> None:
    """Put a backup in the campaign's place. What was there is kept beside it."""
    from wardesk.services.campaign import files as campaign_files
    from wardesk.store.backups import backups

    path = campaign_file(file)
    if listing:
        found = backups(path)
        if as_json:
            print_json([{"path": str(b.path), "events": b.seq, "turn": b.ordinal} for b in found])
        for each in () if as_json else found:
            show(
                say(
                    "{events} events, turn {turn}: {file!s}",
                    events=each.seq,
                    turn=each.ordinal,
                    file=each.path,
                )
            )
        return
    used = campaign_files.restore(path, source)
    if as_json:
        print_json({"restored": str(file), "from": str(used)})
    else:
        show(
            say(
                "{file!s} is {name!s} again; what was there is kept beside it.",
                file=file,
                name=used.name,
            )
        )


@campaign_app.command()
def export(
    file: FileArg,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the files go.")],
    as_json: AsJson = False,
) -> None:
    """Write a campaign as text: events, units, points, rulings, design."""
    with open_desk(file, write=False) as desk:
        names = desk.export(folder)
    if as_json:
        print_json({"folder": str(folder), "files": names})
    else:
        show(say("{files!s} are in {folder!s}.", files=", ".join(names), folder=folder))


@campaign_app.command()
def doctor(file: FileArg, as_json: AsJson = False) -> None:
    """Say how healthy a campaign is: chain, sums, places, secrets, file."""
    from wardesk.campaign.ledger.findings import health
    from wardesk.services.campaign.server import campaign_place, examine_campaign

    place = campaign_place(file)
    found, numbers = examine_campaign(place)
    wrong = health(found) != "healthy"
    if as_json:
        print_json(
            {"kind": "campaign", "ok": not wrong, "health": health(found), **numbers,
             "findings": found}
        )  # fmt: skip
    else:
        words = {"newer": "written by a newer WarDesk"}.get(health(found), health(found))
        show(
            say(
                "{file!s}: {events} events; {state}.",
                file=place,
                events=numbers["events"],
                state=words,
            )
        )
        for finding in found:
            told = join(" ", [part for part in (finding.text, finding.advice) if part])
            show(join(": ", (finding.level, finding.place, told)), 2)
    if wrong:
        raise typer.Exit(WRONG)
