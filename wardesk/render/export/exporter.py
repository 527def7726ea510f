"""What an export is: one class that menus, dialogs, the command line and the docs find.

Nothing here needs Qt or geometry: the command line makes its options of these values before it
knows what is wanted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from msgspec import Struct

from wardesk.errors import Cancelled, Progress, UserError
from wardesk.model.setting import FormSetting
from wardesk.words import Text, say

if TYPE_CHECKING:
    from wardesk.render.export.map_options import ExportOptions

_Source = TypeVar("_Source")
_STEPS = 1000


class ExportSetting(FormSetting, frozen=True, kw_only=True):
    """Something that can be chosen about an export: an option of the command line and a field.

    Its `name` is a field of `ExportOptions`, of its pages or its parts of the sheet; else it is
    found in `ExportOptions.own`. With *several* its value is a list of texts.
    """

    flag: str = ""
    """What the command line calls it, where that is not its name with ``-`` for ``_``."""
    help: str
    """What the command line says of it."""
    one_of: tuple[str, ...] = ()
    """The only values that the command line takes."""
    several: str = ""
    """That there may be any number of them, and what the command line calls one."""
    as_is: Callable[[Any], Any] | None = None
    """Makes of a value that somebody wrote the one that counts."""
    only: Literal["", "grid", "areas"] = ""
    """On which maps a dialog has it."""
    stays: bool = False
    """Whether a dialog shows it, pale, even if no chosen form takes it."""


class Exporter(ABC, Generic[_Source]):
    """One form of a thing that can be written: whoever offers forms asks these attributes."""

    id: ClassVar[str]
    """Its option on the command line."""
    title: ClassVar[Text]
    """What dialogs call it."""
    help: ClassVar[str]
    """What the command line says of it."""
    suffix: ClassVar[str] = ""
    """The ending of its file; empty for a folder."""
    end: ClassVar[str] = ""
    """What a dialog puts behind the name that a person gave, where it is not the `suffix`."""
    takes: ClassVar[tuple[ExportSetting, ...]] = ()
    """The settings that count for it."""

    @abstractmethod
    def write(
        self, source: _Source, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """Write it, and answer with a sentence about it.

        UserError if it cannot be done, Cancelled if whoever is told of the progress wants no more.
        The same source with the same options gives the same bytes.
        """


def settings_of(
    exporters: Iterable[Exporter[Any]], first: Sequence[ExportSetting] = ()
) -> tuple[ExportSetting, ...]:
    """Every setting that counts for one of them, once: those of *first* in their order."""
    taken = dict.fromkeys(setting for one in exporters for setting in one.takes)
    return (
        *(setting for setting in first if setting in taken),
        *(setting for setting in taken if setting not in first),
    )


class Written(Struct, frozen=True):
    """One file that an export wrote, and what is said of it."""

    form: str
    path: Path
    told: str
    notes: tuple[str, ...] = ()
    """What of the map stays behind in this form, in sentences."""


def known_form(form: str, exporters: Iterable[str]) -> None:
    """UserError for a form that there is not."""
    if form not in exporters:
        raise UserError(
            say("There is no form “{form!s}”.", form=form),
            say("There are: {exporters!s}.", exporters=", ".join(exporters)),
        )


def write_in_turn(
    wanted: Mapping[str, Path],
    write: Callable[[str, Path, Progress], str],
    progress: Progress | None,
) -> list[Written]:
    """Write form after form to its place; *write* answers with a sentence about one.

    Errors as *write*. Cancelled names what is there already when the work is stopped.
    """
    found: list[Written] = []
    for number, (form, path) in enumerate(wanted.items()):

        def told(done: int, of: int, number: int = number) -> bool:
            share = number * _STEPS + _STEPS * done // max(of, 1)
            return progress is None or progress(share, len(wanted) * _STEPS)

        try:
            found.append(Written(form, path, write(form, path, told)))
        except Cancelled as stop:
            if not found:
                raise
            names = ", ".join(one.path.name for one in found)
            raise Cancelled(
                "Stopped before the end.", say("Already written: {names!s}.", names=names)
            ) from stop
    return found
