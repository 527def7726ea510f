"""What a map lacks for its game and for the scenarios of its own pack, for the list of issues."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from wardesk.documents.maps.store import read_map
from wardesk.documents.packs.store import read_pack, read_scenario
from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.live import LiveIssues
from wardesk.drawing.issues.whole_map import Issue
from wardesk.engine.kernel import begin
from wardesk.errors import UserError
from wardesk.games.registry import game_ids, schema_of
from wardesk.model.needs import GameNeeds, SetUpUnit, needs_of
from wardesk.model.palette import Palette
from wardesk.model.scenario import Pack
from wardesk.model.schema import (
    TAKE_FIGURES,
    BoardNeeds,
    board_faults,
    ground_faults,
    missing_figures,
)
from wardesk.services.packs.pack_copy import pack_of
from wardesk.services.packs.shelf import read_shelf
from wardesk.services.play.tables import load_table
from wardesk.words import say


def game_of(path: Path, document: MapDocument) -> str:
    """The game of the pack that a map lies in, else the one that its palette comes from, or ""."""
    folder = pack_of(path)
    if folder is not None:
        try:
            return read_pack(folder).game
        except UserError:
            pass  # the pack is told of where it is opened
    return document.palette.id if document.palette.id in game_ids() else ""


def figure_issues(path: Path, document: MapDocument) -> list[Issue]:
    """Figures of the map at *path* that its game cannot play with."""
    schema = schema_of(game_of(path, document))
    faults = ground_faults(schema, document.palette.terrain, document.cells)
    return [
        *_board_issues(document, schema.board),
        *(
            Issue(
                id=f"figure:{fault.kind}:{fault.id}",
                code="figure",
                level="error",
                place=f"{fault.kind} {fault.id}",
                text=f"{fault.text[:1].upper()}{fault.text[1:]}.",
                advice="Mend it in the map editor.",
                at=document.cells[fault.id].anchor if fault.kind == "cell" else None,
                items=(fault.id,),
            )
            for fault in faults
        ),
    ]


def _board_issues(document: MapDocument, needs: BoardNeeds) -> Iterator[Issue]:
    palette, features = document.palette, document.features
    lacks = board_faults(needs, document.kind, palette, document.cells, features)
    for number, text in enumerate(lacks):
        yield _needs_issue(f"needs:{number}", "error", text)
    for figure in missing_figures(needs, palette.terrain):
        text = say(
            "No kind of ground says anything of {figure!s}, so it is the same on all.",
            figure=figure,
        )
        yield _needs_issue(f"needs:{figure}", "warning", text)


def _needs_issue(name: str, level: Literal["error", "warning"], text: str) -> Issue:
    return Issue(
        id=name, code="needs", level=level, place=say("map"), text=text, advice=TAKE_FIGURES
    )


def all_issues(path: Path, document: MapDocument) -> list[Issue]:
    """Everything that is wrong with the map at *path*, for its game and by itself.

    The scenarios of its pack are set up on it, as it is on the disk.
    """
    found = figure_issues(path, document)
    try:
        here = played_on(path)
    except UserError:
        here = []  # the pack is told of where it is opened
    if not any(issue.level == "error" for issue in found):
        found += [
            Issue(
                id=f"trouble:{one.title}",
                code="trouble",
                level="error",
                place=one.title,
                text=one.trouble,
            )
            for one in here
            if one.trouble
        ]
    needs = [one.needs for one in here if one.needs is not None]
    return [*found, *LiveIssues(document, together(needs) if needs else None).issues]


class PlayedHere(Struct, frozen=True):
    """A scenario that is played on a map. *trouble*: why it cannot be set up there now."""

    title: str
    needs: GameNeeds | None = None
    trouble: str = ""


def played_on(place: Path) -> list[PlayedHere]:
    """The scenarios of the pack in which the map at *place* lies, as the map is on the disk.

    Empty for a map that lies in no pack. UserError if the pack cannot be read.
    """
    folder = pack_of(place)
    if folder is None:
        return []
    pack = read_pack(folder)
    found: list[PlayedHere] = []
    for name in pack.scenarios:
        short = name.partition("/")[2]
        info = read_scenario(pack, short)
        if Path(info.map) != place.resolve():
            continue
        file = folder / "scenarios" / f"{short}.toml"
        try:
            found.append(PlayedHere(info.title, _needs(str(file))))
        except UserError as error:
            found.append(PlayedHere(info.title, trouble=error.message))
    return found


def together(needs: Sequence[GameNeeds]) -> GameNeeds:
    """What several scenarios of one game ask of the same map; the units of all, each once."""
    first = needs[0]
    units = dict.fromkeys(unit for one in needs for unit in one.units)
    return msgspec.structs.replace(first, units=tuple(units))


def _needs(scenario: str) -> GameNeeds:
    table = load_table(scenario, {})
    _, state = begin(table.rules, umpire=False)
    units = [
        SetUpUnit(counter.title or counter.piece, counter.at, counter.side)
        for counter in table.rules.showing.look(state).counters
        if counter.at is not None
    ]
    known = _own_palette(table.info.game)
    if known is None:
        return GameNeeds(game=table.info.game_title, units=tuple(units))
    return needs_of(table.info.game_title, known, units)


def game_palettes(kind: str) -> dict[str, tuple[str, Palette]]:
    """The palettes of the games whose packs have maps of this kind: titles and figures, by game."""
    found: dict[str, tuple[str, Palette]] = {}
    for pack in read_shelf().packs:
        if pack.game not in found and not _takes_any(pack.game) and pack.scenarios:
            with contextlib.suppress(UserError):  # a map that is broken is told of elsewhere
                document = _first_map(pack)
                if document.kind == kind:
                    found[pack.game] = (pack.title, document.palette)
    return found


def _own_palette(game: str) -> Palette | None:
    """The kinds that a game knows: those of the map of its first pack. None: it takes any kind."""
    if _takes_any(game):
        return None
    for pack in read_shelf().packs:
        if pack.game == game and pack.scenarios:
            return _first_map(pack).palette
    return None


def _takes_any(game: str) -> bool:
    """Whether a game has no kinds of its own: it has no rules, or each of its packs has its own."""
    return game == "freeform" or bool(schema_of(game).tables)


def _first_map(pack: Pack) -> MapDocument:
    info = read_scenario(pack, pack.scenarios[0].partition("/")[2])
    return read_map(Path(info.map), check=False)
