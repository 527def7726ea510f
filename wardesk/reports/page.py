"""Templates filled in: one HTML file that holds everything, escaped throughout, light and dark."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from wardesk.documents.wording import PLAIN, Wording
from wardesk.errors import BugError
from wardesk.paths import VERSION, resources

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}\Z")


def page(template: str, values: Mapping[str, object], words: Wording = PLAIN) -> str:
    """The template *template* filled with *values*, a whole HTML file in the language of *words*.

    A template says ``said(text)`` of what it is given, and ``_("{} games", count)`` of its own
    sentences. Whatever is not `Markup` is escaped. BugError when the template asks for what is
    not there.
    """
    found = _environment().get_template(template)
    spoken = {"said": words.text, "_": _speaker(words), "language": words.language}
    light, dark = tokens("light"), tokens("dark")
    try:
        return found.render(values, **spoken, light=light, dark=dark, app=f"WarDesk {VERSION}")
    except TypeError as error:
        raise BugError(f"the template {template} cannot be filled: {error}") from error


def _speaker(words: Wording) -> Callable[..., str]:
    """What templates call for their own sentences: English with ``{}`` holes, and fillings."""

    def speak(text: str, *parts: object) -> str:
        return words.text(text.format(*parts))

    return speak


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(resources() / "templates", encoding="utf-8"),
        autoescape=True,  # for every file, whatever its name ends in
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.policies["json.dumps_kwargs"] = {"sort_keys": True}
    return made


@cache
def tokens(theme: str) -> Markup:
    """The colours of a theme of the window as CSS variables: ``--text2: #4F5358;``."""
    file = resources() / "themes" / f"{theme}.toml"
    colours: dict[str, str] = tomllib.loads(file.read_text(encoding="utf-8"))["colour"]
    plain = {name.replace("_", "-"): code for name, code in colours.items() if _COLOUR.match(code)}
    return Markup(" ").join(Markup("--{}: {};").format(*pair) for pair in plain.items())
