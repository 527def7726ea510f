"""``wardesk report``: a stored game told afterwards, with plots and pictures, as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wardesk.cli.language import Language, spoken
from wardesk.cli.output import AsJson, note, print_json


def report(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A stored .wdgame.")],
    html: Annotated[Path, typer.Option(help="Write the report here.", metavar="FILE")],
    pictures: Annotated[
        bool, typer.Option("--pictures/--no-pictures", help="Pictures of the board.")
    ] = True,
    language: Language = "",
    as_json: AsJson = False,
) -> None:
    """Write the after-action report of a stored game. Nothing is written to the game."""
    from wardesk.documents.files.atomic import write_atomically
    from wardesk.documents.wording import wording
    from wardesk.reports.after_action import Painter, after_action_report, qt_painter
    from wardesk.services.play.session import PlaySession

    painter: Painter | None = None
    with PlaySession.open(file, keep=False) as session:
        session.speak(wording(session.info.game, spoken(language)))
        if pictures:
            try:
                painter = qt_painter()
            except ImportError as error:
                note(f"No pictures: Qt cannot be loaded here ({error}).")
        text = after_action_report(session, painter)
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
    print(f"{found['title']}: the after-action report is in {html}.")
