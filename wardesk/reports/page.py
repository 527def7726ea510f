"""Templates filled in: one HTML file that holds everything, escaped throughout, light and dark."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from wardesk import words
from wardesk.documents.files.atomic import write_atomically
from wardesk.errors import BugError, UserError
from wardesk.paths import VERSION, resources, user_cache

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}\Z")


def page(template: str, values: Mapping[str, object], language: str = words.ENGLISH) -> str:
    """The template *template* filled with *values*, a whole HTML file in *language*.

    A template says ``said(text)`` of what it is given, and ``tr("{side} won", side=…)`` or
    ``tr_count("{n} game", "{n} games", n=…)`` of its own sentences, with values as `words.say`
    takes them. Whatever is not `Markup` is escaped. BugError when the template asks for what is
    not there.
    """
    found = _environment().get_template(template)
    light, dark = tokens("light"), tokens("dark")
    try:
        return found.render(
            values,
            said=lambda text: words.shown(text, language),
            tr=lambda text, **parts: words.shown(words.say(text, **parts), language),
            tr_count=lambda *forms, **parts: words.shown(
                words.say_count(*forms, **parts), language
            ),
            language=language,
            light=light,
            dark=dark,
            app=f"WarDesk {VERSION}",
        )
    except TypeError as error:
        raise BugError(f"the template {template} cannot be filled: {error}") from error


def ready_pages(*templates: str) -> None:
    """Have templates understood before anybody waits for their pages."""
    for template in templates:
        _environment().get_template(template)


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(resources() / "templates", encoding="utf-8"),
        bytecode_cache=_Kept(),
        autoescape=True,  # for every file, whatever its name ends in
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.policies["json.dumps_kwargs"] = {"sort_keys": True}
    return made


class _Kept(BytecodeCache):
    """Templates that were understood before, as Python keeps its modules; none need be there."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take up what was kept; a damaged file counts for nothing."""
        try:
            data = _file_of(bucket).read_bytes()
        except OSError:
            return
        if sha256(data[_DIGEST:]).digest() == data[:_DIGEST]:
            bucket.bytecode_from_string(data[_DIGEST:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep one; a full disk costs the time to read the template again, and nothing else."""
        data, file = bucket.bytecode_to_string(), _file_of(bucket)
        with suppress(OSError, UserError):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, sha256(data).digest() + data)


_DIGEST = sha256().digest_size


def _file_of(bucket: Bucket) -> Path:
    return user_cache() / "templates" / bucket.key


@cache
def tokens(theme: str) -> Markup:
    """The colours of a theme of the window as CSS variables: ``--text2: #4F5358;``."""
    file = resources() / "themes" / f"{theme}.toml"
    colours: dict[str, str] = tomllib.loads(file.read_text(encoding="utf-8"))["colour"]
    plain = {name.replace("_", "-"): code for name, code in colours.items() if _COLOUR.match(code)}
    return Markup(" ").join(Markup("--{}: {};").format(*pair) for pair in plain.items())
