"""The chain: whatever is stored carries a hash of itself and of what was stored before it.

A changed, missing, doubled or foreign link breaks the chain where it stands, and everything before
it is proved good. A game log chains lines, a campaign's ledger events.
"""

from __future__ import annotations

from hashlib import sha256

from wardesk.words import say

GENESIS = "0" * 64
"""The hash before the first link."""
_MARK = b',"hash":"'
_END = b'"}'
_TAIL = len(_MARK) + len(GENESIS) + len(_END)


def chained(*parts: bytes) -> str:
    """The hash of a link (SHA-256, hex); one of its *parts* holds the hash of the link before."""
    return sha256(b"".join(parts)).hexdigest()


def seal(body: bytes, prev: str) -> tuple[bytes, str]:
    """*body*, a JSON object with something in it, as a line after the one whose hash is *prev*.

    Gives the line without its line end, and its hash.
    """
    digest = chained(prev.encode(), body)
    return body[:-1] + _MARK + digest.encode() + _END, digest


def unseal(line: bytes, prev: str) -> tuple[bytes, str]:
    """What `seal` was given, and the hash. ValueError when the chain does not hold here."""
    body = line[:-_TAIL] + b"}"
    sealed, digest = seal(body, prev)
    if sealed != line:
        raise ValueError(say("it is not what was written, or does not follow the line before it"))
    return body, digest
