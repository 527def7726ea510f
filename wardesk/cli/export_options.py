"""Commands that write: an option for every exporter, and for every setting that one of them takes.

They are asked for when a command line is read, so whoever adds an exporter before has its options.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from wardesk.errors import UserError
from wardesk.render.export.exporter import Exporter, ExportSetting, settings_of
from wardesk.words import say


class Offering:
    """A command whose parameter *wanted* is a path for every form, and *values* the settings.

    In their places the command line has the options themselves. UserError if nothing is wanted.
    """

    def __init__(
        self,
        command: Callable[..., None],
        exporters: Mapping[str, Exporter[Any]],
        settings: Sequence[ExportSetting],
    ) -> None:
        self.__name__, self.__doc__ = command.__name__, command.__doc__
        self.__annotations__ = {}
        self._command, self._exporters, self._settings = command, exporters, settings

    @property
    def __signature__(self) -> inspect.Signature:
        found: list[inspect.Parameter] = []
        for one in inspect.signature(self._command, eval_str=True).parameters.values():
            match one.name:
                case "wanted":
                    found += map(_form, self._exporters.values())
                case "values":
                    found += map(_setting, self._all_settings())
                case _:
                    found.append(one.replace(kind=inspect.Parameter.KEYWORD_ONLY))
        return inspect.Signature(found)

    def __call__(self, **given: Any) -> None:  # noqa: ANN401 - what the signature says
        """Call the command with what stands on the line."""
        wanted = {form: given.pop(form) for form in self._exporters}
        wanted = {form: to for form, to in wanted.items() if to is not None}
        if not wanted:
            flags = ", ".join(f"--{form}" for form in self._exporters)
            raise UserError("Say what to write.", say("Use one or more of {flags!s}.", flags=flags))
        values = {
            one.name: one.as_is(given.pop(one.name)) if one.as_is else given.pop(one.name)
            for one in self._all_settings()
        }
        self._command(wanted=wanted, values=values, **given)

    def _all_settings(self) -> tuple[ExportSetting, ...]:
        return settings_of(self._exporters.values(), self._settings)


def _option(name: str, kind: Any, usual: object, option: Any) -> inspect.Parameter:  # noqa: ANN401
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=usual, annotation=Annotated[kind, option]
    )


def _form(one: Exporter[Any]) -> inspect.Parameter:
    metavar = "F" if one.suffix else "DIR"
    return _option(one.id, Path | None, None, typer.Option(help=one.help, metavar=metavar))


def _setting(one: ExportSetting) -> inspect.Parameter:
    flag = f"--{one.flag or one.name.replace('_', '-')}"
    if one.several:
        option = typer.Option(flag, help=one.help, metavar=one.several)
        return _option(one.name, list[str], (), option)
    if one.usual is False:
        return _option(one.name, bool, one.usual, typer.Option(flag, help=one.help))
    kind = Literal[one.one_of] if one.one_of else type(one.usual)
    return _option(one.name, kind, one.usual, typer.Option(help=one.help))
