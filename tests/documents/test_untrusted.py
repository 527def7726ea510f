"""Files of other people come in by one door: regular files of a bounded size."""

import contextlib
import os
import socket
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardesk.documents.files.untrusted import DEEPEST_KEY, read_bounded, read_toml, toml_values
from wardesk.errors import DamagedFile, UserError


def test_a_regular_file_is_read_whole(tmp_path):
    (tmp_path / "a").write_bytes(b"x" * 100)
    assert read_bounded(tmp_path / "a", 100) == b"x" * 100


def test_a_link_to_a_regular_file_is_followed(tmp_path):
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert read_bounded(tmp_path / "b", 100) == b"x"


def test_a_longer_file_is_refused(tmp_path):
    (tmp_path / "a").write_bytes(b"x" * 101)
    with pytest.raises(DamagedFile, match="too large"):
        read_bounded(tmp_path / "a", 100)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "p")
    with pytest.raises(DamagedFile, match="is a pipe, not a file"):
        read_bounded(tmp_path / "p", 100)


def test_a_link_to_a_device_is_refused(tmp_path):
    (tmp_path / "z").symlink_to("/dev/zero")
    with pytest.raises(DamagedFile, match="is a device, not a file"):
        read_bounded(tmp_path / "z", 1 << 40)


def test_a_socket_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # paths of sockets must be short
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("s")
        with pytest.raises(DamagedFile, match="is a socket"):
            read_bounded(Path("s"), 100)


def test_folders_missing_files_and_names_with_a_zero_are_sentences(tmp_path):
    for place in (tmp_path, tmp_path / "none", Path("a\0b"), tmp_path / ("x" * 100_000)):
        with pytest.raises(UserError):
            read_bounded(place, 100)


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 1_000_000 + " = 1",
        "[" + "a." * 500_000 + "a]",
        "x = { " + '"a" . ' * 300_000 + "a = 1 }",
        "'b'" + ".'b'" * 300_000 + " = 1",
        r'"\""' + r' . "\""' * 300_000 + " = 1",
    ],
)
def test_keys_of_many_parts_are_refused_at_once(text):
    begin = time.process_time()
    with pytest.raises(DamagedFile, match="line 2: a key has more than"):
        toml_values(b"\n" + text.encode(), "pack.toml")
    assert time.process_time() - begin < 2


_PIECES = [
    "a",
    "a ",
    '"',
    "'",
    '"a ',
    "a.",
    ". ",
    '\\"',
    "\\",
    '""a',
    "[",
    "k" * 7 + ".",
    "a=1\n",
    "a,",
]


@pytest.mark.parametrize("before", ["", "x = 1\n# ", 'x = """', "x = '''", 'x = "', "x = ["])
@pytest.mark.parametrize("piece", _PIECES)
def test_looking_for_long_keys_takes_no_long_time_itself(piece, before):
    text = before + piece * (1_000_000 // len(piece))
    begin = time.process_time()
    with contextlib.suppress(DamagedFile):
        toml_values(text.encode(), "pack.toml")
    assert time.process_time() - begin < 4


def test_prose_and_usual_keys_pass():
    text = f'[a.b.c]\nd.e = "One. Two... z.B. e.g. 1.2.3"\n{".".join("k" * DEEPEST_KEY)} = 1\n'
    assert toml_values(text.encode(), "x")["a"]["b"]["c"]["d"]["e"].startswith("One")


@pytest.mark.parametrize(
    "text", ["a = " + "9" * 5000, "a = 2026-02-30", "a = [" * 3000, "a = \udc80", "a ="]
)
def test_what_is_no_toml_is_a_sentence(text):
    with pytest.raises(DamagedFile, match=r"pack\.toml"):
        toml_values(text.encode("utf-8", "surrogateescape"), "pack.toml")


@given(st.binary(max_size=200))
def test_any_bytes_are_toml_or_a_sentence(data):
    with contextlib.suppress(DamagedFile):
        toml_values(data, "x")


def test_a_toml_file_is_read(tmp_path):
    (tmp_path / "a.toml").write_text("a = 1")
    assert read_toml(tmp_path / "a.toml") == {"a": 1}


def test_what_a_reader_changes_the_next_one_does_not_see():
    text = b"[a]\nlist = [1, {b = 2}]"
    first = toml_values(text, "f.toml")
    first["a"]["list"][1]["b"] = 3
    first["a"]["list"].append(4)

    assert toml_values(text, "f.toml") == {"a": {"list": [1, {"b": 2}]}}
