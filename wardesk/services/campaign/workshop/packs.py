"""Campaigns of one's own: begun from a template, judged while they grow, given away as a pack."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any, cast

from msgspec import Struct

from wardesk import paths
from wardesk.campaign.ledger.findings import Finding
from wardesk.campaign.operation.calendar import day_and_month
from wardesk.campaign.operation.design import Design
from wardesk.documents.files.atomic import write_atomically
from wardesk.documents.files.container import pack, read_parts, write_parts
from wardesk.documents.files.untrusted import toml_values
from wardesk.documents.packs.campaign_packs import (
    CAMPAIGN,
    campaign_folder,
    examine_design,
    own_packs,
)
from wardesk.documents.packs.order_of_battle import FILE
from wardesk.documents.packs.pack_writer import slug, toml_text
from wardesk.errors import UserError
from wardesk.services.room import ROOM
from wardesk.words import ENGLISH, say, shown

SUFFIX = ".wdpack"
_KINDS = (".toml", ".csv", ".json", ".geojson", ".md", ".png", ".svg", ".wdmap")


class Template(Struct, frozen=True, kw_only=True):
    """A shape that a campaign can begin from."""

    id: str
    title: str
    words: str


TEMPLATES: tuple[Template, ...] = (
    Template(
        id="linked-scenarios", title=say("Two linked scenarios"),
        words=say("What is left of the first battle fights in the second."),
    ),
    Template(
        id="week-on-a-map", title=say("A week of battles on one map"),
        words=say("Weather, boxes, goods and tables; battles whenever two sides meet."),
    ),
    Template(
        id="double-blind", title=say("A double-blind operation"),
        words=say("Four commanders send orders and are sent packets; one battle comes of it."),
    ),
)  # fmt: skip


class JudgedFolder(Struct, frozen=True, kw_only=True):
    """What a folder holds, as far as it can be read, and all that speaks against it."""

    design: Design | None
    findings: tuple[Finding, ...]

    @property
    def playable(self) -> bool:
        """Whether a campaign can be begun from it."""
        return self.design is not None


_READ = frozenset({"name", "title", "why", "result", "label", "slots"})
"""Fields of a template that people read; the names of its games are such, too."""
_READ_COLUMNS = frozenset({"name", "formation_name", "division_name"})


def new_design(
    name: str, template: str, *, first_day: date, folder: Path | None = None,
    language: str = ENGLISH,
) -> Path:  # fmt: skip
    """A folder with a campaign of one's own that can be played as it is, and changed at will.

    Its examples are named in *language*, for they are the organiser's own words from here on.
    Without a *folder* it comes among one's own packs. UserError for an unknown template, a name
    without letters, or a folder that is there already.
    """
    known = [each.id for each in TEMPLATES]
    if template not in known:
        raise UserError(
            say("There is no template {template!r}.", template=template),
            say("There are: {known}.", known=", ".join(known)),
        )
    key = slug(name, "")
    if not key:
        raise UserError("The campaign needs a name.", "Give it one with letters or digits.")
    goal = folder or own_packs() / key
    if goal.exists():
        raise UserError(say("{goal} is there already.", goal=goal), "Choose another name.")
    source = paths.resources() / "templates" / "campaigns" / template
    values = {
        "{id}": key,
        "{name}": name,
        "{first_day}": first_day.isoformat(),
        "{second_day}": day_and_month(first_day + timedelta(days=1)),
        "{noon}": shown("Noon", language),
    }
    about = (source / CAMPAIGN).read_bytes()
    design = _spoken(toml_values(about, CAMPAIGN), values, language)
    units = _spoken_units((source / FILE).read_text(encoding="utf-8"), language)
    parts = {CAMPAIGN: toml_text(design).encode(), FILE: units.encode()}
    goal.parent.mkdir(parents=True, exist_ok=True)
    write_parts(parts, goal)
    return goal


def _spoken(raw: Any, values: Mapping[str, str], language: str, field: str = "") -> Any:  # noqa: ANN401 - plain values of TOML
    """What a template says in *language*, with what is the organiser's own put in its place."""
    if isinstance(raw, dict):
        inside = cast("dict[str, Any]", raw)
        return {
            key: _spoken(value, values, language, "name" if field == "games" else key)
            for key, value in inside.items()
        }
    if isinstance(raw, list):
        return [_spoken(each, values, language, field) for each in cast("list[Any]", raw)]
    if not isinstance(raw, str):
        return raw
    if not any(mark in raw for mark in values):
        return shown(raw, language) if field in _READ else raw
    for mark, value in values.items():
        raw = raw.replace(mark, value)
    return raw


def _spoken_units(text: str, language: str) -> str:
    made = io.StringIO()
    lines = csv.DictReader(io.StringIO(text))
    writer = csv.DictWriter(made, lines.fieldnames or (), lineterminator="\n")
    writer.writeheader()
    for line in lines:
        writer.writerow({
            column: shown(cell, language) if column in _READ_COLUMNS else cell
            for column, cell in line.items()
        })  # fmt: skip
    return made.getvalue()


def writable(raw: dict[str, Any]) -> dict[str, Any]:
    """What a campaign's file says, with its first day as text: TOML is written without days."""
    calendar = raw.get("calendar")
    if not isinstance(calendar, dict) or not isinstance(calendar.get("first_day"), date):  # pyright: ignore[reportUnknownMemberType]
        return raw
    return {**raw, "calendar": {**calendar, "first_day": calendar["first_day"].isoformat()}}  # pyright: ignore[reportUnknownMemberType]


def judge(folder: Path) -> JudgedFolder:
    """Everything wrong with a campaign's folder, and what only deserves a look."""
    try:
        design, findings = examine_design(folder)
    except UserError as wrong:
        found = Finding("error", folder.name, wrong.message, wrong.advice)
        return JudgedFolder(design=None, findings=(found,))
    sound = all(each.level != "error" for each in findings)
    return JudgedFolder(design=design if sound else None, findings=tuple(findings))


def paste_units(folder: Path, text: str) -> JudgedFolder:
    """Put an order of battle from a spreadsheet or a CSV file in place of the one that is there.

    What was there is kept when the new one cannot be read or used: UserError says why.
    """
    place = folder / FILE
    before = place.read_bytes() if place.is_file() else None
    write_atomically(place, _comma(text).encode())
    found = judge(folder)
    if found.playable:
        return found
    if before is None:
        place.unlink()
    else:
        write_atomically(place, before)
    raise UserError(found.findings[0].text, found.findings[0].advice)


def _comma(text: str) -> str:
    """What a spreadsheet puts on the clipboard has tabs; a file has commas."""
    first = text.lstrip("\ufeff").partition("\n")[0]
    if "\t" not in first:
        return text
    made = io.StringIO()
    csv.writer(made, lineterminator="\n").writerows(csv.reader(io.StringIO(text), delimiter="\t"))
    return made.getvalue()


def give_away(folder: Path, file: Path) -> Path:
    """A campaign's folder as one file. UserError if it cannot be used, or *file* is there."""
    found = judge(folder)
    if not found.playable:
        raise UserError(found.findings[0].text, found.findings[0].advice)
    goal = file if file.suffix == SUFFIX else file.with_name(f"{file.name}{SUFFIX}")
    if goal.exists():
        raise UserError(say("{goal} is there already.", goal=goal), "Choose another name.")
    parts = {name: data for name, data in read_parts(folder).items() if name.endswith(_KINDS)}
    write_atomically(goal, pack(parts))
    return goal


def take_in(file: Path) -> Path:
    """Put somebody's campaign among one's own packs; its folder. It is read in a room of its own.

    UserError when it holds no campaign or one of its name is there; DamagedFile when it cannot be
    used: nothing is kept then.
    """
    return Path(ROOM.read(_taken_in, file, str))


def _taken_in(file: Path) -> str:
    parts = read_parts(file)
    if CAMPAIGN not in parts:
        raise UserError(say("{file} holds no campaign.", file=file.name), "Choose another file.")
    wrong = [name for name in parts if not name.endswith(_KINDS)]
    if wrong:
        raise UserError(say("{file} holds {name}.", file=file.name, name=wrong[0]),
                        "A campaign's pack holds texts, maps and pictures alone.")  # fmt: skip
    raw = toml_values(parts[CAMPAIGN], f"{file.name}, {CAMPAIGN}")
    key = slug(str(raw.get("id", "")), "campaign")
    if campaign_folder(key) is not None:  # somebody's campaign of this name is another one
        key = slug(file.stem, "campaign")
    goal = own_packs() / key
    if goal.exists():
        raise UserError(say("{goal} is there already.", goal=goal), "Rename it, or the file.")
    if raw.get("id") != key:
        parts = parts | {CAMPAIGN: toml_text({**writable(raw), "id": key}).encode()}
    goal.parent.mkdir(parents=True, exist_ok=True)
    write_parts(parts, goal)
    found = judge(goal)
    if not found.playable:
        for name in parts:
            (goal / name).unlink()
        for folder in sorted((f for f in goal.rglob("*") if f.is_dir()), reverse=True):
            folder.rmdir()
        goal.rmdir()
        raise UserError(found.findings[0].text, found.findings[0].advice)
    return str(goal)
