"""What VASSAL files are written in: sequences that are escaped once per level, and plain XML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from xml.sax.saxutils import escape, quoteattr

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SIGN = b"!VCSK"


def encode(words: Iterable[object], joint: str) -> str:
    """A sequence as VASSAL writes it: *joint* inside a word is escaped by a backslash."""
    found: list[str] = []
    for word in words:
        text = str(word)
        quoted = bool(text) and (text[0] == "\\" or (text[0] == "'" and text[-1] == "'"))
        escaped = text.replace(joint, "\\" + joint)
        found.append(f"'{escaped}'" if quoted else escaped)
    return joint.join(found)


def decode(text: str, joint: str) -> list[str]:
    """The words of a sequence: split at joints that no backslash stands before."""
    if "\\" in text:
        quoted = "\\" + joint
        words = [word.replace(quoted, joint) for word in _joint(joint).split(text)]
    else:
        words = text.split(joint)
    return [w[1:-1] if len(w) > 1 and w[0] == "'" == w[-1] else w for w in words]


@cache
def _joint(joint: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\\){re.escape(joint)}")


def nested(words: list[str]) -> str:
    """Traits from the outermost in, each tab escaped once more per level."""
    found = words[-1]
    for word in reversed(words[:-1]):
        found = encode([word, found], "\t")
    return found


def unnested(text: str) -> list[str]:
    """The same way back: the outermost trait first."""
    found: list[str] = []
    while True:
        parts = decode(text, "\t")
        found.append(parts[0])
        if len(parts) < 2:
            return found
        text = parts[1]


def hidden_from_eyes(data: bytes, key: int = 0x5A) -> bytes:
    """A saved game as VASSAL writes it, so that nobody reads it by chance."""
    return _SIGN + b"%02x" % key + bytes(one ^ key for one in data).hex().encode()


def made_readable(data: bytes) -> bytes:
    """The same way back; plain text stays as it is. ValueError if it is garbled."""
    if not data.startswith(_SIGN):
        return data
    key = int(data[5:7], 16)
    return bytes.fromhex(data[7:].decode("ascii")).translate(bytes(one ^ key for one in range(256)))


def element(tag: str, told: Mapping[str, object] | None = None, *inner: str, text: str = "") -> str:
    """An XML element; *inner* are elements."""
    attributes = "".join(
        f" {name}={quoteattr(_value(value))}" for name, value in (told or {}).items()
    )
    body = "".join(inner) + escape(allowed(text))
    return f"<{tag}{attributes}>{body}</{tag}>" if body else f"<{tag}{attributes}/>"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return allowed(str(value))


def allowed(text: str) -> str:
    """Without the characters that XML has no way to write."""
    return _FORBIDDEN.sub("", text)


def plain(text: str) -> str:
    """A name on one line."""
    return " ".join(allowed(text).split())
