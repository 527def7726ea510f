"""WarDesk: board wargames, drawn, played and umpired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wardesk.api import (
        Game,
        load_map,
        load_scenario,
        new_game,
        open_campaign,
        open_game,
    )

__all__ = ["Game", "load_map", "load_scenario", "new_game", "open_campaign", "open_game"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the API offers
    """Load the API when somebody asks for it, so that ``import wardesk`` costs nothing."""
    if name == "__version__":
        from wardesk.paths import VERSION

        return VERSION
    if name not in __all__:
        raise AttributeError(f"module 'wardesk' has no attribute {name!r}")
    from wardesk import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
