"""The parts of a pack: what one may hold, and those that one scenario needs wherever it goes."""

from __future__ import annotations

import posixpath
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct

from wardesk.documents.files.container import Limits, Parts, pack, read_parts, unpack
from wardesk.documents.files.pictures import read_picture
from wardesk.documents.files.untrusted import MOST_TOML_BYTES, read_bounded, read_toml
from wardesk.documents.packs.pack_writer import toml_text
from wardesk.documents.packs.store import SHIPPED, picture_names
from wardesk.errors import DamagedFile
from wardesk.games.registry import schema_of
from wardesk.words import say

LIMITS = Limits(parts=4_000, part_bytes=32 << 20, total_bytes=128 << 20)
KINDS = frozenset(
    {".toml", ".csv", ".json", ".geojson", ".wdmap", ".png", ".jpg", ".jpeg", ".svg", ".md",
     ".txt", ".pdf"}
)  # fmt: skip
"""What a pack may hold."""
PAPERS = frozenset({"README", "LICENSE", "LICENCE", "COPYING", "NOTICE", "AUTHORS"})
_TABLES = ("forces.toml", "forces.csv", "cards.csv")


class ScenarioParts(Struct, frozen=True, kw_only=True):
    """A scenario as a pack by itself: its files, the tables, the pictures and the map."""

    scenario: str
    """``pack/scenario``."""
    parts: Parts

    @property
    def digest(self) -> str:
        """The same for the same parts, wherever they lie."""
        return digest_of(self.parts)


def judge_kinds(parts: Parts, file: Path) -> None:
    """DamagedFile for a part that no pack needs: nothing that runs gets onto the disk."""
    for name in parts:
        if not _is_of_use(name):
            known, last = ", ".join(sorted(KINDS)), name.rpartition("/")[2]
            raise DamagedFile(
                say("{file!s}: a pack has no use for {last!s}.", file=file, last=f"{last!a:.60}"),
                say("Take it out; it may hold {known!s}.", known=known),
            )


def _is_of_use(name: str) -> bool:
    last = name.rpartition("/")[2]
    return Path(last).suffix.lower() in KINDS or last.upper() in PAPERS


def digest_of(parts: Parts) -> str:
    """SHA-256 over names and bytes, in the order of the names."""
    found = sha256()
    for name in sorted(parts):
        found.update(f"{name}\0{len(parts[name])}\0".encode())
        found.update(parts[name])
    return found.hexdigest()


def scenario_parts(file: Path) -> ScenarioParts:
    """What the scenario in *file* needs of its pack; a map that ships is not among it.

    The list of scenarios names this one only, so that others make no difference. UserError or
    DamagedFile when something cannot be read.
    """
    folder, short = file.parent.parent, file.stem
    head = read_toml(folder / "pack.toml")
    listed = "lessons" if short in head.get("lessons", ()) else "scenarios"
    head = {**head, "scenarios": [], "lessons": [], listed: [short]}
    parts = {"pack.toml": toml_text(head).encode()}
    scenario = f"scenarios/{file.name}"
    tables = (*_TABLES, *(table.file for table in schema_of(str(head.get("game", ""))).tables))
    for name in (scenario, *(name for name in tables if (folder / name).exists())):
        parts[name] = read_bounded(folder / name, MOST_TOML_BYTES)
    for name in picture_names(folder):
        parts[posixpath.normpath(f"art/{name}")] = read_picture(folder / "art" / name)
    parts |= _map_parts(folder, read_toml(file).get("map", ""))
    return ScenarioParts(scenario=f"{folder.name}/{short}", parts=parts)


def _map_parts(folder: Path, inside: Any) -> Parts:  # noqa: ANN401 - whatever the file says
    if not isinstance(inside, str) or inside.startswith(SHIPPED):
        return {}
    name, place = posixpath.normpath(inside), folder / inside
    if place.is_file():
        return {name: read_bounded(place, LIMITS.part_bytes)}
    found = {f"{name}/{part}": data for part, data in read_parts(place).items()}
    return {part: data for part, data in found.items() if _is_of_use(part)}


def in_pieces(parts: Parts, length: int) -> list[bytes]:
    """The parts as a zip, cut into pieces of *length* bytes at most.

    DamagedFile if `from_pieces` would refuse them.
    """
    data = pack(parts)
    from_pieces([data], Path("pack"))
    return [data[at : at + length] for at in range(0, len(data), length)]


def from_pieces(pieces: list[bytes], file: Path) -> Parts:
    """The parts that *pieces* of a zip hold, judged as a pack's; *file* serves the messages.

    DamagedFile for anything that no pack has.
    """
    if sum(map(len, pieces)) > LIMITS.total_bytes:
        raise DamagedFile(say("{file!s} carries far more than a pack can hold.", file=file))
    parts = unpack(b"".join(pieces), file, LIMITS)
    judge_kinds(parts, file)
    return parts
