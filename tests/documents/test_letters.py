"""Letters of games by mail as files of strangers: whatever is changed is told, nothing breaks."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardesk.documents.games.letters import (
    MOST_DEEDS,
    MOST_LETTER,
    BadLetter,
    HomeSecret,
    Letter,
    Thrown,
    commitment,
    public_key,
    read_letter,
    signed,
)
from wardesk.engine.types import Allocate, Cells, Choose, Path, Pieces
from wardesk.errors import NewerFile, UserError

KEY = bytes(range(32))
SECRET = HomeSecret(KEY, 7, "ab" * 16)
PLAIN = Letter(
    game=SECRET.game,
    number=4,
    key=public_key(KEY),
    opening=SECRET.opening(4),
    commitment=commitment(SECRET.game, 6, SECRET.opening(6)),
    contribution=SECRET.contribution(5),
    deeds=(Choose("fire", ("gun",)), Pieces(("a", "b")), Thrown((3, 4)), Cells(("0101",))),
    stands="0" * 64,
)
WHOLE = signed(PLAIN, KEY).data

words = st.text(max_size=12)
some = st.lists(words, max_size=4).map(tuple)
deeds = st.one_of(
    st.builds(Choose, words, some),
    st.builds(Pieces, some),
    st.builds(Cells, some),
    st.builds(Path, some, some),
    st.builds(Allocate, st.dictionaries(words, st.integers(-(2**70), 2**70), max_size=4)),
    st.builds(Thrown, st.lists(st.integers(0, 9), max_size=5).map(tuple)),
)


@given(st.lists(deeds, max_size=6).map(tuple), st.text(max_size=40))
def test_what_is_written_is_read(done, says):
    letter = Letter(**{**{f: getattr(PLAIN, f) for f in PLAIN.__struct_fields__},
                       "deeds": done, "says": says})  # fmt: skip
    try:
        found = signed(letter, KEY)
    except UserError:  # numbers that no file holds
        return
    assert found.letter == letter
    assert read_letter(found.data) == found


@given(st.integers(0, len(WHOLE) - 1), st.integers(0, 7))
def test_a_flipped_bit_is_told(at, bit):
    changed = bytearray(WHOLE)
    changed[at] ^= 1 << bit
    if bytes(changed).split() == WHOLE.split():
        return  # the last line end alone
    with pytest.raises((BadLetter, NewerFile)):
        read_letter(bytes(changed))


@given(st.integers(0, len(WHOLE) - 2))
def test_a_cut_letter_is_told(length):
    with pytest.raises(BadLetter):
        read_letter(WHOLE[:length])


@given(st.permutations(range(4)))
def test_parts_in_another_order_are_told(order):
    size = len(WHOLE) // 4 + 1
    parts = [WHOLE[n * size : (n + 1) * size] for n in range(4)]
    mixed = b"".join(parts[n] for n in order)
    if mixed != WHOLE:
        with pytest.raises(BadLetter):
            read_letter(mixed)


@given(st.binary(min_size=1, max_size=400).filter(bytes.strip))
def test_anything_else_is_told(data):
    for each in (data, b'{"format":"wardesk-mail"' + data, data + WHOLE, WHOLE + b"x" + data):
        with pytest.raises((BadLetter, NewerFile)):
            read_letter(each)


def test_a_letter_that_went_through_a_mail_program_is_read():
    """Line ends of another system, and lines of nothing around it."""
    assert read_letter(b"\r\n" + WHOLE.replace(b"\n", b"\r\n") + b"\r\n").letter == PLAIN


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 500_000,
        b'{"format":"wardesk-mail","version":' + b"9" * 500_000 + b"}",
        b'{"format":"wardesk-mail","version":1,"deeds":' + b"[" * 500_000 + b"}",
        b'{"format":"wardesk-mail","version":1,"number":1e999}',
        b'{"format":"wardesk-mail","version":1,"number":' + b"7" * 400_000 + b"}",
        b"\x1f\x8b" + b"\0" * 1000,
        b'{"format":"wardesk-mail"' + b" " * (MOST_LETTER + 1),
    ],
    ids=["deep", "long-version", "deep-deeds", "endless", "long-number", "gzip", "too-large"],
)
def test_hostile_letters_are_told_at_once(body):
    begun = time.process_time()
    with pytest.raises((BadLetter, NewerFile)):
        read_letter(body + b"\n" + b"0" * 128 + b"\n")
    assert time.process_time() - begun < 2


def test_a_letter_has_a_bounded_number_of_answers():
    body = json.loads(WHOLE.split(b"\n")[0])
    body["deeds"] = [{"type": "choose", "key": ""}] * (MOST_DEEDS + 1)
    data = json.dumps(body, separators=(",", ":")).encode()
    with pytest.raises(BadLetter, match="cannot be read"):
        read_letter(data + b"\n" + b"0" * 128)


def test_a_letter_of_a_later_version_says_so():
    with pytest.raises(NewerFile, match="a later WarDesk"):
        read_letter(WHOLE.replace(b'"version":1', b'"version":2'))
