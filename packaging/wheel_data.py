"""The build step that gives a wheel the folders which lie beside the package in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("resources", "campaigns")
INSIDE = "wardesk/_data"


class ShippedFolders(BuildHookInterface):  # pyright: ignore[reportMissingTypeArgument]
    """Adds resources/ and campaigns/; an editable install finds them where they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it packs; *version* is ``standard`` or ``editable``."""
        if version == "standard":
            for folder in FOLDERS:
                build_data["force_include"][str(Path(self.root, folder))] = f"{INSIDE}/{folder}"
