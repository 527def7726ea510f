"""A printed game over one scenario: its setting, what shows it, and what thinks about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from wardesk.engine.cached import cached_property
from wardesk.engine.rules import Rules
from wardesk.engine.showing import Showing
from wardesk.engine.thinking import Thinking
from wardesk.engine.types import F, P
from wardesk.games.shared.charts import PrintedTables
from wardesk.games.shared.scenarios import offered
from wardesk.model.board import Board
from wardesk.model.charts import LaidCell
from wardesk.model.options import GameOption
from wardesk.model.rulebook import read_rulebook


class HasOptions(Protocol):
    """A setting: it knows the charts, and for each option of its game what the table has chosen."""

    @property
    def tables(self) -> PrintedTables:
        """The charts, with all that is laid over them."""
        ...

    @property
    def options(self) -> object:
        """A field for each option's id."""
        ...


S = TypeVar("S", bound=HasOptions)


class OfSetting(Generic[S]):
    """What shows a printed game, or thinks about it: made from the setting of its scenario."""

    def __init__(self, setting: S) -> None:
        self._setting = setting

    @property
    def setting(self) -> S:
        """Board, charts, forces and options."""
        return self._setting


class PrintedRules(Rules[P, F], Generic[P, F, S]):
    """What all printed games have in common. *S*: what every chapter of the game reads."""

    choices: ClassVar[tuple[GameOption, ...]]
    """The game's options with the defaults of the printed text."""
    charts: ClassVar[type[PrintedTables]]
    """What its ``tables.toml`` holds; scenario and owner may lay other cells over it."""
    shown_by: ClassVar[type[Any]]
    """The game's `Showing`, made from a setting."""
    played_by: ClassVar[type[Any]]
    """The game's `Thinking`, made from a setting."""

    def __init__(
        self, board: Board, setting: S, *, turns: int, rulebook: Path, digest: str
    ) -> None:
        self.board, self.turns, self.digest = board, turns, digest
        self._setting = setting
        self.rulebook = read_rulebook(rulebook)

    @property
    def setting(self) -> S:
        """Board, charts, forces and options: what every chapter reads."""
        return self._setting

    @cached_property
    def showing(self) -> Showing[P, F]:
        """What a screen asks."""
        return self.shown_by(self.setting)

    @cached_property
    def thinking(self) -> Thinking[P, F]:
        """What a program that plays asks."""
        return self.played_by(self.setting)

    def option_list(self) -> tuple[GameOption, ...]:
        """The options, with what this scenario and its table have chosen as the default."""
        return (*offered(self.choices, self.setting.options), *self.also)


def charts_of_table(rules: Rules[Any, Any]) -> PrintedTables | None:
    """The charts that a table is played by; None where its game has none."""
    printed = cast("PrintedRules[Any, Any, HasOptions]", rules)
    return printed.setting.tables if isinstance(rules, PrintedRules) else None


def laid_over(rules: Rules[Any, Any]) -> tuple[LaidCell, ...]:
    """The cells of a game's charts that are not as shipped; none where it has no charts."""
    charts = charts_of_table(rules)
    return charts.over if charts is not None else ()
