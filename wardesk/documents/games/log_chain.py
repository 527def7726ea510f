"""The chain of a game log: every line carries a hash of itself and of the line before it.

The way of the campaign's ledger, on lines: a changed, missing, doubled or foreign line breaks the
chain where it stands, and everything before it is proved good.
"""

from __future__ import annotations

from hashlib import sha256

from wardesk.words import say

GENESIS = "0" * 64
"""The hash before the first line."""
_MARK = b',"hash":"'
_END = b'"}'
_TAIL = len(_MARK) + len(GENESIS) + len(_END)


def seal(body: bytes, prev: str) -> tuple[bytes, str]:
    """*body*, a JSON object with something in it, as a line after the one whose hash is *prev*.

    Gives the line without its line end, and its hash (SHA-256, hex).
    """
    digest = sha256(prev.encode() + body).hexdigest()
    return body[:-1] + _MARK + digest.encode() + _END, digest


def unseal(line: bytes, prev: str) -> tuple[bytes, str]:
    """What `seal` was given, and the hash. ValueError when the chain does not hold here."""
    body = line[:-_TAIL] + b"}"
    sealed, digest = seal(body, prev)
    if sealed != line:
        raise ValueError(say("it is not what was written, or does not follow the line before it"))
    return body, digest
