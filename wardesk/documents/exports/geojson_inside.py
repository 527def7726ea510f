"""The whole map inside its own GeoJSON, so that it comes back as it was written.

GeoJSON has outlines, lines and flat properties, but no palette, grid, heights of borders or words
on neighbours. What the format calls a foreign member carries these, beside the features, and a seal
over the features: whoever has changed one of them gets a map by its outlines instead.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from wardesk.documents.maps.map_rows import plain_parts
from wardesk.documents.maps.store import document_from_plain, written_by
from wardesk.documents.maps.upgrades import CURRENT, FORMAT
from wardesk.drawing.document import MapDocument, snapshot
from wardesk.errors import DamagedFile, NewerFile

MEMBER = "wardesk"


class Seal:
    """A digest over features that are added one by one, in their order."""

    def __init__(self, features: Iterable[object] = ()) -> None:
        self._digest, self._between = hashlib.sha256(b"["), b""
        for one in features:
            self.add(one)

    def add(self, feature: object) -> None:
        """The next feature."""
        text = json.dumps(feature, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        self._digest.update(self._between + text.encode())
        self._between = b","

    def told(self) -> str:
        """The digest of what was added so far, in hexadecimal figures."""
        whole = self._digest.copy()
        whole.update(b"]")
        return whole.hexdigest()


def inside(document: MapDocument, seal: Seal) -> dict[str, Any]:
    """The member for *document*: all but pictures under the map and parts of other programs.

    *seal*: over the features beside it.
    """
    plain = snapshot(document)
    plain.underlays, plain.extra_parts = [], {}
    manifest = {"format": FORMAT, "version": CURRENT, "written_by": written_by()}
    return {"parts": plain_parts(plain, manifest), "seal": seal.told()}


def is_changed(collection: Mapping[str, Any]) -> bool:
    """Whether the features are others than those that WarDesk wrote with the map inside."""
    member, features = collection.get(MEMBER), collection.get("features")
    if not isinstance(member, dict):
        return False
    return not isinstance(features, list) or member.get("seal") != Seal(features).told()


def read_inside(collection: Mapping[str, Any], name: str) -> MapDocument | None:
    """The map inside the file called *name*; None if there is none, or the features are others.

    DamagedFile or NewerFile if it cannot be read.
    """
    member = collection.get(MEMBER)
    if not isinstance(member, dict) or is_changed(collection):
        return None
    parts = cast("dict[str, Any]", member).get("parts")
    if not isinstance(parts, dict):
        return None
    try:
        return document_from_plain(cast("dict[str, Any]", parts), {})
    except (DamagedFile, NewerFile) as error:
        raise type(error)(f"{name}: {error.message}", error.advice) from error
