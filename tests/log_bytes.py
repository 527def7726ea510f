"""Game logs as bytes: in the form from before the chain, and chained again after a change."""

import json

from wardesk.engine.chain import GENESIS, seal


def unchained(data):
    """*data*, a plain log, as version 1 wrote it."""
    return b"".join(json_line(plain_of(line)) for line in data.splitlines())


def chained(data, version=2):
    """*data*, lines of any version, as a program that knows the chain would write them."""
    found, prev = [], GENESIS
    for line in data.splitlines():
        body = json_line({**plain_of(line), **({"version": version} if not found else {})}).rstrip()
        sealed, prev = seal(body, prev)
        found.append(sealed + b"\n")
    return b"".join(found)


def plain_of(line):
    plain = json.loads(line)
    plain.pop("hash", None)
    if plain.get("format"):
        plain["version"] = 1
    return plain


def json_line(plain):
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
