"""Old map files brought up to date on plain values, one version at a time, before types see them.

A step takes the parts as plain JSON values by name and gives back those of the next version. Steps
are never changed once released; ``tests/museum`` keeps a file of every version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wardesk.errors import DamagedFile, NewerFile
from wardesk.words import say

PlainParts = dict[str, Any]
Step = Callable[[PlainParts], PlainParts]

FORMAT = "wardesk-map"
CURRENT = 1
STEPS: Mapping[int, Step] = {}
"""``STEPS[n]`` turns version n into n + 1."""


def upgrade(
    parts: PlainParts, steps: Mapping[int, Step] = STEPS, current: int = CURRENT
) -> PlainParts:
    """The parts in the current version. NewerFile or DamagedFile if the manifest does not fit."""
    version = judge_version(parts.get("manifest.json"), current)
    while version < current:
        parts = steps[version](parts)
        version += 1
        manifest = {**parts["manifest.json"], "version": version}
        parts = {**parts, "manifest.json": manifest}
    return parts


def judge_version(manifest: object, current: int = CURRENT) -> int:
    """The manifest's version if this WarDesk can read it; NewerFile or DamagedFile if not."""
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise DamagedFile("manifest.json does not say that this is a WarDesk map.")
    version = manifest.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise DamagedFile("manifest.json gives no version number.")
    if version > current:
        writer = manifest.get("written_by")
        named = isinstance(writer, str) and writer.isprintable()
        writer = (
            say("WarDesk {writer}", writer=str(writer)[:40]) if named else say("a later WarDesk")
        )
        raise NewerFile(
            say(
                "This map was written by {writer!s} in format {version!s}; this WarDesk "
                "reads up to format {current!s}.",
                writer=writer,
                version=version,
                current=current,
            ),
            "Install that version or a later one to open it.",
        )
    return version
