"""``wardesk mail``: a game between two homes, by files that are sent to and fro."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wardesk.cli.output import AsJson, print_json, show, values
from wardesk.errors import UserError
from wardesk.words import join, say, say_count

if TYPE_CHECKING:
    from wardesk.services.play.mail import MailStatus
    from wardesk.services.play.session import PlaySession

mail_app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="A game between two homes, by files that are sent to and fro.",
)

GameFile = Annotated[
    Path | None,
    typer.Argument(metavar="GAME", help="The .wdgame; may be left out if there is only one."),
]
LetterOut = Annotated[Path | None, typer.Option(help="Where the letter goes.", metavar="FILE")]
OwnName = Annotated[str, typer.Option(help="How the letter calls you; nobody if left out.")]
Says = Annotated[str, typer.Option(help="A few words to the other person.", metavar="WORDS")]


@mail_app.command()
def new(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="pack/scenario.")],
    side: Annotated[str, typer.Option(help="Whom you play.")],
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the rules.", metavar="KEY=VALUE")
    ] = None,
    dice: Annotated[
        str,
        typer.Option(
            help="turn: you roll through your own turn; each: the other home makes each throw.",
            metavar="WHEN",
        ),
    ] = "turn",
    name: OwnName = "",
    says: Says = "",
    out: LetterOut = None,
    as_json: AsJson = False,
) -> None:
    """Begin a game and write the invitation to it."""
    from wardesk.services.play.mail import invite, send

    with invite(
        scenario, side, options=values(option or []), dice=_when(dice), name=name, says=says
    ) as session:
        _tell(session, as_json, send(session, out))


@mail_app.command()
def take(
    letter: Annotated[Path, typer.Argument(metavar="LETTER", help="A .wdmail that came.")],
    as_json: AsJson = False,
) -> None:
    """Check a letter and take it in; an invitation becomes a game of yours."""
    from wardesk.services.play.mail import read_file
    from wardesk.services.play.mail import take as take_in

    with take_in(read_file(letter)) as session:
        session.run()
        _tell(session, as_json)


@mail_app.command()
def send(
    game: GameFile = None,
    name: OwnName = "",
    says: Says = "",
    out: LetterOut = None,
    as_json: AsJson = False,
) -> None:
    """Write the letter of your turn; the last one again while you wait."""
    from wardesk.services.play.mail import send as send_it

    with _opened(game) as session:
        _tell(session, as_json, send_it(session, out, name=name, says=says))


@mail_app.command()
def status(game: GameFile = None, as_json: AsJson = False) -> None:
    """Say of your games by mail whose turn it is."""
    from wardesk.services.play import mail
    from wardesk.services.play.session import PlaySession

    files = mail.games() if game is None else [game]
    found: list[tuple[Path, MailStatus]] = []
    for file in files:
        with PlaySession.open(file, keep=False) as session:
            found.append((file, mail.status(session)))
    if as_json:
        print_json([{"file": str(file), "status": one} for file, one in found])
        return
    for file, one in found:
        _show(file, one)
    if not found:
        show(say("There is no game by mail here. Begin one with: wardesk mail new"))


def _when(dice: str) -> Literal["turn", "each"]:
    if dice == "turn" or dice == "each":
        return dice
    raise UserError(
        say("{value!r} is no way to throw dice by mail.", value=dice), "Say turn or each."
    )


def _opened(game: Path | None) -> PlaySession:
    from wardesk.services.play.mail import games
    from wardesk.services.play.session import PlaySession

    if game is None:
        found = games()
        if len(found) != 1:
            raise UserError(
                say("There are {n} games by mail here.", n=len(found)),
                "Name the file of one; wardesk mail status lists them.",
            )
        game = found[0]
    return PlaySession.open(game)


def _tell(session: PlaySession, as_json: bool, letter: Path | None = None) -> None:
    from wardesk.services.play.mail import status as standing

    found = standing(session)
    if as_json:
        files = {"game": str(session.path), **({"letter": str(letter)} if letter else {})}
        print_json({"status": found, "files": files})
        return
    assert session.path is not None
    _show(session.path, found)
    if letter is not None:
        show(say("The letter is in {file!s}: send it to the other person.", file=letter))
    elif found.to_do == "answer":
        show(say("Play with: {command!s}", command=f"wardesk play {session.path}"))


def _show(file: Path, found: MailStatus) -> None:
    show(join(": ", (found.title, found.words)))
    letters = say_count("One letter so far.", "{n} letters so far.", n=found.letters)
    show(join(" ", (say("You play {side}.", side=found.side), letters)), 2)
    for term in found.terms:
        show(term, 2)
    if found.met:
        show(found.met, 2)
    if found.says:
        show(join(": ", (found.other_name or say("The other person"), found.says)), 2)
    show(say("Your mark: {mark}", mark=found.own_mark), 2)
    if found.other_mark:
        show(say("Mark of the other home: {mark}", mark=found.other_mark), 2)
    show(say("Throws, all checked: {n}", n=found.throws), 2)
    show(str(file), 2)
