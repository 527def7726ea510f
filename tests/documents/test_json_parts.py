"""Tests of json parts."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardesk.documents.files.json_parts import decode, encode
from wardesk.errors import DamagedFile

NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abcdé", max_size=9), inner),
    max_leaves=40,
)


@given(VALUES)
def test_canonical_json_reads_back_and_writes_the_same_again(value):
    data = encode(value)
    assert decode(data, "x.json") == value
    assert encode(decode(data, "x.json")) == data


def test_one_spelling_per_value():
    assert encode({"b": 1.0, "a": -0.0, "c": (0.5,)}) == b'{"a": 0, "b": 1, "c": [0.5]}\n'


def test_long_rows_get_a_line_each():
    rows = [{"id": n, "text": "x" * 30} for n in range(5)]
    lines = encode({"rows": rows}).decode().splitlines()
    assert len([line for line in lines if '"id"' in line]) == 5


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not proper JSON: line 1"),
        (b'{"a": 1,\n "b": }', "line 2"),
        (b'{"a": 1, "a": 2}', "twice"),
        (b'{"a": NaN}', "NaN"),
        (b'{"a": -Infinity}', "Infinity"),
        (b'{"a": 1e999}', "too large"),
        (b'{"a": 99999999999999999999}', "too large"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "digits"),
        (b"\xff\xfe", "UTF-8"),
        (b'{"a": "\\ud800"}', "half a character"),
        (b"[" * 50 + b"]" * 50, "nested too deeply"),
        (b"[" * 1_000_000, "nested too deeply"),
        (b'{"a":' * 200_000, "nested too deeply"),
    ],
)
def test_doubtful_json_is_refused_with_the_part(data, says):
    with pytest.raises(DamagedFile, match=r"^x\.json") as caught:
        decode(data, "x.json")
    assert says in str(caught.value)


def test_a_byte_order_mark_does_no_harm():
    assert decode(b"\xef\xbb\xbf" + json.dumps([1]).encode(), "x.json") == [1]
