"""Content packs on disk: ``pack.toml``, forces (TOML, CSV) and ``scenarios/*.toml`` of a folder."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from wardesk import paths
from wardesk.documents.files.json_parts import typed
from wardesk.documents.files.pictures import COLUMNS, keep_made_picture
from wardesk.documents.files.untrusted import read_toml
from wardesk.documents.packs.csv_forces import CARDS, REQUIRED, read_csv_forces
from wardesk.errors import DamagedFile, UserError
from wardesk.games.registry import schema_of
from wardesk.model.briefing import Briefing
from wardesk.model.lesson import Lesson
from wardesk.model.palette import Scalar
from wardesk.model.scenario import Handicap, Pack, ScenarioInfo
from wardesk.words import say

SHIPPED = "shipped:"
"""Begins the name of a map of a shipped pack: ``shipped:PACK/maps/MAP``."""
_MEND = say("Mend the file; it is plain text.")

_ROWS = (("counter", "forces.csv", REQUIRED), ("card", "cards.csv", CARDS))
"""Entries of ``forces.toml`` whose rows may stand in a CSV file too, with what that must have."""
_IS_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]*\Z", max_length=64)]


Line = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f-\x9f]*\Z", max_length=300)]
"""One line of text, with no signs that steer a terminal."""
Text = Annotated[str, Meta(pattern=r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*\Z", max_length=4000)]
Texts = Annotated[list[Text], Meta(max_length=200)]


class _PackRow(Struct, forbid_unknown_fields=True, kw_only=True):
    id: Id
    title: Line
    game: Line
    sources: Texts = field(default_factory=list[str])
    reconstruction: Texts = field(default_factory=list[str])
    scenarios: Annotated[list[Id], Meta(max_length=500)] = field(default_factory=list[str])
    lessons: Annotated[list[Id], Meta(max_length=100)] = field(default_factory=list[str])
    former: dict[str, Id] = field(default_factory=dict[str, str])
    """Digest of a map -> what stands behind the names of scenarios as they were on it."""


class _ScenarioRow(Struct, forbid_unknown_fields=True, kw_only=True):
    title: Line
    map: Line
    part: Annotated[list[Line], Meta(max_length=20)] = field(default_factory=list[str])
    players: Line
    length: Line
    complexity: Annotated[int, Meta(ge=1, le=5)]
    turns: Annotated[int, Meta(ge=1, le=999)]
    blurb: Text
    options: dict[str, Scalar] = field(default_factory=dict[str, Scalar])
    setup: dict[str, Any] = field(default_factory=dict[str, Any])
    charts: dict[str, Any] = field(default_factory=dict[str, Any])
    reconstruction: Texts = field(default_factory=list[str])
    edits: list[str] = field(default_factory=list[str])
    briefing: Briefing = Briefing()
    lesson: Lesson | None = None
    handicap: Handicap | None = None


def list_packs(root: Path | str | None = None) -> list[Pack]:
    """The packs below *root* (the shipped ones by default), by id. Errors as `read_pack`."""
    folder = Path(root) if root is not None else paths.campaigns()
    if not folder.is_dir():
        raise UserError(
            say("There is no folder of packs at {folder!s}.", folder=folder), "Check the path."
        )
    found = [read_pack(entry.parent) for entry in sorted(folder.glob("*/pack.toml"))]
    return sorted(found, key=lambda pack: pack.id)


def read_pack(folder: Path | str) -> Pack:
    """One pack. UserError if it cannot be read, DamagedFile with file and entry if wrong."""
    folder = Path(folder).resolve()
    head = folder / "pack.toml"
    row = _head(folder)
    if row.id != folder.name:
        text = say(
            "{head!s}: the id is {row!s}, but the folder is {folder!s}.",
            head=head,
            row=row.id,
            folder=folder.name,
        )
        raise DamagedFile(text, "Give both the same name.")
    present = {file.stem for file in (folder / "scenarios").glob("*.toml")}
    missing = [name for name in (*row.scenarios, *row.lessons) if name not in present]
    if missing:
        text = say(
            "{head!s} lists the scenario {missing!s}, which has no file.",
            head=head,
            missing=missing[0],
        )
        raise DamagedFile(
            text, say("Add scenarios/{missing!s}.toml or take it off the list.", missing=missing[0])
        )
    return Pack(
        id=row.id,
        title=row.title,
        game=row.game,
        folder=str(folder),
        sources=tuple(row.sources),
        reconstruction=tuple(row.reconstruction),
        forces=_forces(folder, row.game),
        scenarios=tuple(f"{row.id}/{name}" for name in row.scenarios),
        lessons=tuple(f"{row.id}/{name}" for name in row.lessons),
    )


def _head(folder: Path) -> _PackRow:
    head = folder / "pack.toml"
    return typed(
        read_toml(head, missing="Choose the folder of a pack."), _PackRow, str(head), _MEND
    )


def _forces(folder: Path, game: str) -> dict[str, Any]:
    """The tables of a pack, with pictures named as they are kept."""
    forces = _tables(folder, game)
    for entry, _, _ in _ROWS:
        _keep_pictures(folder, forces.get(entry, ()))
    return forces


def picture_names(folder: Path) -> list[str]:
    """The pictures that a pack's counters and cards name, in order. Errors as `read_pack`."""
    forces = _tables(folder, "")
    rows = [row for entry, _, _ in _ROWS for row in _picture_rows(forces.get(entry, ()))]
    return sorted({row[column] for _, row, column in rows})


def _tables(folder: Path, game: str) -> dict[str, Any]:
    """``forces.toml``, and behind its counters and cards the rows of the CSV files of both."""
    table = folder / "forces.toml"
    forces = read_toml(table) if table.exists() else {}
    _judge(forces, schema_of(game).forces, str(table))
    for entry, name, required in _ROWS:
        rows, own = folder / name, forces.get(entry, [])
        if rows.exists():
            if not isinstance(own, list):
                text = say("{table!s}, {entry!s}: this must be a list ([[{entry!s}]]).",
                           table=table, entry=entry)  # fmt: skip
                raise DamagedFile(text, _MEND)
            forces[entry] = [*own, *read_csv_forces(rows, required)]
    for more in schema_of(game).tables:
        file = folder / more.file
        if file.exists():
            forces[more.entry] = (
                read_csv_forces(file, more.columns) if more.columns else read_toml(file)
            )
    return forces


def _judge(rows: dict[str, Any], kind: Any, name: str) -> None:  # noqa: ANN401 - a type
    """DamagedFile with file, row and entry when *rows* are not what their game reads."""
    if kind is not None:
        typed(rows, kind, name, _MEND)


def _keep_pictures(folder: Path, rows: Any) -> None:  # noqa: ANN401 - whatever the tables hold
    """Judge the pictures that rows name and let the rows name the kept copies."""
    for number, row, column in _picture_rows(rows):
        place = (folder / "art" / row[column]).resolve()
        if not place.is_relative_to(folder):
            raise DamagedFile(
                say(
                    "{folder!s}: counter {number!s} names a picture outside.",
                    folder=folder,
                    number=number,
                ),
                _MEND,
            )
        row[column] = keep_made_picture(place)


def _picture_rows(rows: Any) -> Iterator[tuple[int, dict[str, str], str]]:  # noqa: ANN401 - the same
    """Number, row and column of every picture that is named."""
    for number, row in enumerate(rows if isinstance(rows, list) else (), 1):  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        for column in COLUMNS if isinstance(row, dict) else ():
            name = row.get(column)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
            if name and isinstance(name, str):
                yield number, row, column  # pyright: ignore[reportUnknownArgumentType]


def read_scenario(pack: Pack, name: str) -> ScenarioInfo:
    """One scenario of a pack by its short name. DamagedFile with file and entry if wrong."""
    folder = Path(pack.folder)
    file = _file_of(folder, name)
    row = typed(read_toml(file), _ScenarioRow, str(file), _MEND)
    _judge(row.setup, schema_of(pack.game).setup, say("{file}, setup", file=file))
    home, inside = folder, row.map
    if row.map.startswith(SHIPPED):
        # A map that comes with the program need not be copied into every pack that plays on it.
        home, inside = paths.campaigns().resolve(), row.map.removeprefix(SHIPPED)
    try:
        place = (home / inside).resolve()
    except (OSError, ValueError, RuntimeError) as error:  # a NUL, links in a ring
        text = say(
            "{file!s}, map: {inside!s} is no name of a file.", file=file, inside=f"{inside[:60]!a}"
        )
        raise DamagedFile(text, _MEND) from error
    if not place.is_relative_to(home):
        raise DamagedFile(
            say("{file!s}: the map lies outside the pack.", file=file), "Put the map into the pack."
        )
    return ScenarioInfo(
        id=f"{pack.id}/{name}",
        file=str(file),
        pack=pack.id,
        title=row.title,
        game=pack.game,
        map=str(place),
        part=tuple(row.part),
        players=row.players,
        length=row.length,
        complexity=row.complexity,
        turns=row.turns,
        blurb=" ".join(row.blurb.split()),
        options=row.options,
        setup=row.setup,
        charts=row.charts,
        forces=pack.forces,
        reconstruction=(*pack.reconstruction, *row.reconstruction),
        briefing=row.briefing,
        lesson=row.lesson,
        handicap=row.handicap,
        edits=tuple(row.edits),
    )


def find_scenario(name: str, root: Path | str | None = None) -> ScenarioInfo:
    """The scenario called ``pack/scenario``; UserError with a suggestion if there is none."""
    home = Path(root) if root is not None else paths.campaigns()
    name_of_pack, _, short = name.partition("/")
    if _IS_ID.fullmatch(name_of_pack) and (home / name_of_pack / "pack.toml").is_file():
        pack = read_pack(home / name_of_pack)  # no other pack's fault stands in the way of this one
        if name in (*pack.scenarios, *pack.lessons) or _is_former(home / name_of_pack, short):
            return read_scenario(pack, short)
    packs = {pack.id: pack for pack in list_packs(root)}
    known = [scenario for pack in packs.values() for scenario in pack.scenarios]
    short = f"{name[:80]}…" if len(name) > 80 else name
    raise UserError(
        say("There is no scenario “{short!s}”.", short=short), _suggestion(name[:80], known)
    )


def former_scenario(name: str, board: str, root: Path | str | None = None) -> Path | None:
    """The file of a shipped scenario as it was when its map had this digest; None if it is as now.

    Errors as `read_pack`.
    """
    pack, _, short = name.partition("/")
    folder = (Path(root) if root is not None else paths.campaigns()) / pack
    if not board or not _IS_ID.fullmatch(pack) or not (folder / "pack.toml").is_file():
        return None
    former = f"{short}-{_head(folder).former.get(board, '')}"
    return _file_of(folder, former) if _is_former(folder, former) else None


def _is_former(folder: Path, short: str) -> bool:
    """Whether a scenario stands there as it once was; it is on no list."""
    ended = any(short.endswith(f"-{ending}") for ending in _head(folder).former.values())
    return ended and bool(_IS_ID.fullmatch(short)) and _file_of(folder, short).is_file()


def _file_of(folder: Path, short: str) -> Path:
    return folder / "scenarios" / f"{short}.toml"


def _suggestion(name: str, known: list[str]) -> str:
    # people leave the pack out or mistype one half: compare with whole ids and with both halves
    spellings = {part: full for full in known for part in (*full.split("/"), full)}
    close = difflib.get_close_matches(name.lower(), list(spellings), n=1, cutoff=0.5)
    if close:
        return say("Did you mean {spellings!s}?", spellings=spellings[close[0]])
    return (
        say("There are: {known!s}.", known=", ".join(known))
        if known
        else say("No pack with scenarios is installed.")
    )
