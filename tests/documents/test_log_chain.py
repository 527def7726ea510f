"""Game logs whose lines are chained: flipped bits, foreign lines, other names, records refused."""

import errno
import gzip
import os
import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_bytes import chained, unchained
from toy_game import ToyRules, load_toy

from wardesk.documents.games import gamelog
from wardesk.documents.games.gamelog import DamagedLog, decode_records, read_log
from wardesk.engine.types import SetCup, SetMark, SetTrack
from wardesk.errors import DamagedFile, UserError
from wardesk.model.standing import TableOrder
from wardesk.services.play.files import recover
from wardesk.services.play.session import PlaySession

BOTS = {"allies": "policy", "axis": "policy"}


def play(path=None, **changes):
    return PlaySession.new(
        "toy/dash", **{"seed": 3, "players": BOTS, "path": path, "loader": load_toy, **changes}
    )


def again(path, **changes):
    return PlaySession.open(path, **{"loader": load_toy, **changes})


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "whole.wdgame"
    with play(path) as session:
        session.run()
        session.undo()
        session.annotate(2, "note", "Käthe – “here”")
        session.set_dice("typed")
    return path.read_bytes()


def content(path):
    log = read_log(path)
    return log.header, list(decode_records(log, ToyRules.event_type))


# ---- bits ---------------------------------------------------------------------------------------


def test_no_flipped_bit_that_changes_the_game_is_accepted(whole, tmp_path):
    path = tmp_path / "flip.wdgame"
    path.write_bytes(whole)
    before = content(path)
    rng = random.Random(1940)
    accepted = []
    for bit in rng.sample(range(len(whole) * 8), 200):
        harmed = bytearray(whole)
        harmed[bit // 8] ^= 1 << bit % 8
        path.write_bytes(harmed)
        try:
            if content(path) != before:
                accepted.append(bit)
        except UserError:
            continue
    assert accepted == []


@given(st.data())
def test_no_flipped_bit_of_the_last_two_lines_loses_them_in_silence(whole, tmp_path_factory, data):
    start = whole.rstrip(b"\n").rfind(b"\n", 0, whole.rstrip(b"\n").rfind(b"\n"))
    bit = data.draw(st.integers(start * 8, len(whole) * 8 - 1))
    harmed = bytearray(whole)
    harmed[bit // 8] ^= 1 << bit % 8
    path = tmp_path_factory.getbasetemp() / "end.wdgame"
    path.write_bytes(harmed)

    with pytest.raises(DamagedLog):
        read_log(path)


@pytest.mark.parametrize("change", ["gone", "twice", "swapped", "foreign"])
def test_lines_that_do_not_follow_one_another_are_refused(whole, tmp_path, change):
    lines = whole.splitlines(keepends=True)
    note = next(n for n, line in enumerate(lines) if line.startswith(b'{"note"'))
    match change:
        case "gone":
            del lines[note]
        case "twice":
            lines.insert(note, lines[note])
        case "swapped":
            lines[note], lines[note + 1] = lines[note + 1], lines[note]
        case "foreign":
            lines.insert(note, unchained(lines[note]))
    path = tmp_path / "a.wdgame"
    path.write_bytes(b"".join(lines))

    with pytest.raises(DamagedLog, match="does not follow") as caught:
        read_log(path)
    assert caught.value.line == note + 1 + (change == "twice")


def test_repair_saves_everything_before_the_damage(whole, tmp_path):
    lines = whole.splitlines(keepends=True)
    lines[-2] = lines[-2].replace(b"here", b"her3")
    path = tmp_path / "a.wdgame"
    path.write_bytes(b"".join(lines))

    header, records = content(recover(path, load_toy))

    path.write_bytes(b"".join(lines[:-2]))
    assert (header, records) == content(path)


# ---- old logs -----------------------------------------------------------------------------------


def test_a_log_from_before_the_chain_is_gone_on_with_and_chained(whole, tmp_path):
    path = tmp_path / "old.wdgame"
    path.write_bytes(unchained(whole))
    _, before = content(path)

    with again(path) as session:
        session.set_dice("seeded")
        session.run()

    _, after = content(path)
    assert after[: len(before)] == before
    assert len(after) > len(before)
    harmed = path.read_bytes().replace(b"here", b"her3")
    path.write_bytes(harmed)
    with pytest.raises(DamagedLog):
        read_log(path)


@pytest.mark.parametrize("pack", [gzip.compress, bytes])
def test_a_log_from_before_the_chain_is_looked_at_without_a_change(whole, tmp_path, pack):
    path = tmp_path / "old.wdgame"
    path.write_bytes(pack(unchained(whole)))
    before = path.read_bytes()

    with again(path, keep=False) as session:
        session.run()
        session.save_as(tmp_path / "copy.wdgame")

    assert path.read_bytes() == before
    with again(tmp_path / "copy.wdgame", keep=False) as copy:
        assert copy.state == session.state


# ---- other writers ------------------------------------------------------------------------------


def two_names(path, tmp_path):
    os.link(path, tmp_path / "link.wdgame")
    return tmp_path / "link.wdgame"


def lock_taken_away(path, tmp_path):
    (tmp_path / f".{path.name}.lock").unlink()
    return path


@pytest.mark.parametrize("how", [two_names, lock_taken_away])
def test_a_log_is_locked_itself(tmp_path, how):
    with play(tmp_path / "a.wdgame") as session:
        other = how(session.path, tmp_path)
        with pytest.raises(UserError, match="open in another"):
            again(other)
        session.run()
    with again(session.path) as opened:
        assert opened.waiting == "over"


def test_an_old_log_that_was_brought_up_to_date_is_locked_itself(whole, tmp_path):
    path = tmp_path / "a.wdgame"
    path.write_bytes(unchained(whole))

    with again(path), pytest.raises(UserError, match="open in another"):
        again(lock_taken_away(path, tmp_path))


@pytest.mark.parametrize("change", ["longer", "shorter"])
def test_a_log_that_another_program_changed_takes_nothing_and_loses_nothing(tmp_path, change):
    with play(tmp_path / "a.wdgame") as session:
        session.run(limit=3)
        lines = session.path.read_bytes().splitlines(keepends=True)
        kept = b"".join(lines[:-1] if change == "shorter" else [*lines, lines[-1]])
        with session.path.open("r+b") as file:
            file.truncate(0)
            file.write(kept)
        before = session.state

        for _ in range(2):
            with pytest.raises(UserError, match=f"Another program .* {change}.*Save a copy"):
                session.step()

        assert session.state is before
        assert session.path.read_bytes() == kept
        session.save_as(tmp_path / "rescued.wdgame")
    with again(tmp_path / "rescued.wdgame") as rescued:
        assert rescued.journal.head == 3


def test_a_line_written_between_look_and_write_stays(tmp_path, monkeypatch):
    session = play(tmp_path / "a.wdgame")
    before = session.path.read_bytes()
    real = os.write

    def late(handle, data):
        with session.path.open("ab") as other:
            other.write(b"theirs\n")
        return real(handle, data)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", late)
        with pytest.raises(UserError, match="Another program"):
            session.step()

    assert session.path.read_bytes() == before + b"theirs\n"
    assert session.journal.head == 0
    session.close()


@pytest.mark.skipif(sys.platform == "win32", reason="locks there are of another kind")
def test_where_no_lock_holds_the_second_writer_is_told(tmp_path, monkeypatch):
    import fcntl

    def no_locks(handle, how):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    with play(tmp_path / "a.wdgame") as first, again(first.path) as second:
        second.run(limit=1)
        with pytest.raises(UserError, match="Another program"):
            first.step()
        second.run()

    with again(first.path) as opened:
        assert opened.waiting == "over"


# ---- records that could not be read back --------------------------------------------------------

LONE = "\ud800"
HUGE = "x" * (9 << 20)


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize(
    ("what", "act"),
    [
        ("no reason", lambda s: s.roll(reason=None)),
        ("a number", lambda s: s.roll(author=7)),
        ("a list", lambda s: s.roll(author=["Ann"])),
        ("a surrogate", lambda s: s.roll(author=LONE)),
        ("a surrogate", lambda s: s.roll(reason=LONE)),
        ("a long one", lambda s: s.roll(author=HUGE)),
        ("a long one", lambda s: s.roll(reason=HUGE)),
        ("edit", lambda s: s.edit([SetMark("bridge", "blown")], None, "a try")),
        ("edit", lambda s: s.edit([SetMark("bridge", "blown")], 7, "a try")),
        ("edit", lambda s: s.edit([SetMark("bridge", "blown")], "Ann", 7)),
        ("edit", lambda s: s.edit([SetMark("bridge", "blown")], "Ann", None)),
        ("edit", lambda s: s.edit([SetMark("bridge", float("nan"))], "Ann", "a try")),
        ("edit", lambda s: s.edit([SetMark(LONE, "blown")], "Ann", "a try")),
        ("edit", lambda s: s.edit([SetTrack("turn", 10**5000)], "Ann", "a try")),
        ("edit", lambda s: s.edit([SetCup("cup", (HUGE,))], "Ann", "a try")),
        ("edit", lambda s: s.edit([None], "Ann", "a try")),
        ("edit", lambda s: s.edit(None, "Ann", "a try")),
        ("edit", lambda s: s.edit([SetTrack([], 1)], "Ann", "a try")),
        ("edit", lambda s: s.edit([SetMark("bridge", object())], "Ann", "a try")),
        ("head", lambda s: s.undo("x", to=1.0)),
        ("head", lambda s: s.undo("x", to=True)),
        ("head", lambda s: s.undo("x", to=[1])),
        ("head", lambda s: s.undo(None)),
        ("head", lambda s: s.undo(7)),
        ("head", lambda s: s.undo("x", author=7)),
        ("head", lambda s: s.go(1.0)),
        ("head", lambda s: s.go(True)),
        ("head", lambda s: s.go("1")),
        ("head", lambda s: s.go([])),
        ("head", lambda s: s.go(1, 7)),
        ("note", lambda s: s.annotate(1.0, "note", "x")),
        ("note", lambda s: s.annotate(True, "note", "x")),
        ("note", lambda s: s.annotate([], "note", "x")),
        ("note", lambda s: s.annotate(1, "note", 7)),
        ("note", lambda s: s.annotate(1, [], "x")),
        ("note", lambda s: s.annotate(1, "note", "x", author=7)),
        ("note", lambda s: s.annotate(1, "note", LONE)),
        ("setting", lambda s: s.set_mode(["play"])),
        ("setting", lambda s: s.set_mode("adjudicate", author=7)),
        ("setting", lambda s: s.set_player("axis", ["human"])),
        ("setting", lambda s: s.set_player(["axis"], "human")),
        ("setting", lambda s: s.set_orders("axis", [TableOrder(when=("fire",), do=7)])),
        ("setting", lambda s: s.set_dice(None)),
        ("setting", lambda s: s.set_stop_filter(7)),
    ],
)
def test_what_could_not_be_read_back_is_refused_and_changes_nothing(tmp_path, keep, what, act):
    with play(tmp_path / "a.wdgame" if keep else None, keep=keep, dice="typed") as session:
        session.run(limit=2)
        assert session.ask.who == "chance", what
        before, events = session.state, len(session._record.file.records)
        bytes_before = session.path.read_bytes() if keep else b""

        with pytest.raises(UserError):
            act(session)

        assert session.state is before
        assert len(session._record.file.records) == events
        session.roll()
        session.save_as(tmp_path / "copy.wdgame")
        if keep:
            assert session.path.read_bytes().startswith(bytes_before)
    for name in ("copy.wdgame", "a.wdgame")[: 1 + keep]:
        with again(tmp_path / name, keep=False) as opened:
            assert opened.state == session.state


def test_a_rule_that_makes_what_cannot_be_kept_is_told_before_it_is_believed(tmp_path):
    with play(tmp_path / "a.wdgame") as session:
        rules = session.rules
        step = rules.steps
        broken = {key: _saying(7, function) for key, function in step.items()}
        rules.steps = broken
        try:
            with pytest.raises(UserError, match="The game cannot keep this"):
                session.step()
        finally:
            rules.steps = step
        assert session.journal.head == 0
        session.run()
    with again(session.path) as opened:
        assert opened.waiting == "over"


def _saying(text, function):
    def step(draft, frame, answer):
        draft.story.append(text)
        return function(draft, frame, answer)

    return step


# ---- hostile logs -------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [chained, unchained])
@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (b'"seed":3', b'"seed":3,"seed":4', "twice"),
        (b'"parent":0', b'"parent":0,"parent":0', "twice"),
        (b'"players":{"allies":"policy"', b'"players":{"martian":"policy"', "martian"),
        (b'"players":{"allies":"policy"', b'"players":{"allies":"os.system"', "os.system"),
        (b'"parent":1', b'"parent":1,"branch":-1', "below zero"),
        (b'"parent":1', b'"parent":1,"chances":-7', "below zero"),
        (b'"parent":1', b'"parent":1,"chances":1.5', "below zero"),
        (b'"name":"dice","value":"typed"', b'"name":"players","value":["allies"]', "no players"),
        (b'"name":"dice","value":"typed"', b'"name":"players","value":{"x":"human"}', "no side"),
        (b'"name":"dice","value":"typed"', b'"name":"orders","value":"all"', "orders"),
        (b'"name":"dice","value":"typed"', b'"name":"mode","value":["play"]', "no mode"),
        (b'"dice":[10]', b'"dice":[0]', "dice"),
        (b'"dice":[10]', b'"dice":[-6]', "dice"),
        (b'"dice":[10]', b'"dice":[1000000000000000000]', "dice"),
        (b'"dice":[10]', b'"dice":[' + b",".join([b"6"] * 2000) + b"]", "dice"),
        (b'"shape":"roll"', b'"shape":"allocate","least":1000000000', "least"),
        (b'"shape":"roll"', b'"shape":"allocate","most":1000000000', "most"),
        (b'"shape":"roll"', b'"shape":"allocate","limits":{"P":-1}', "limits"),
    ],
)
def test_what_no_game_of_ours_holds_is_refused(whole, tmp_path, form, old, new, what):
    plain = unchained(whole)
    assert old in plain
    lines = plain.splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if old in line)
    lines[at] = lines[at].replace(old, new, 1)
    path = tmp_path / "a.wdgame"
    if form is chained:  # dictionaries lose a double key: chain around them
        from wardesk.engine.chain import GENESIS, seal

        prev, found = GENESIS, []
        for line in lines:
            line, prev = seal(line.rstrip().replace(b'"version":1', b'"version":2'), prev)
            found.append(line + b"\n")
        lines = found
    path.write_bytes(b"".join(lines))

    with pytest.raises(DamagedFile, match=what) as caught:
        again(path, keep=False)
    if at > 1:
        assert len(caught.value.saved.records) == at - 1
        with again(recover(path, load_toy), keep=False) as saved:
            assert len(saved._record.file.records) == at - 1


def test_more_records_than_a_game_can_have_are_refused(whole, tmp_path, monkeypatch):
    from wardesk.documents.games import log_lines

    monkeypatch.setattr(log_lines, "MOST_RECORDS", 5)
    path = tmp_path / "a.wdgame"
    path.write_bytes(whole)

    with pytest.raises(DamagedLog, match="at most 5 records"):
        read_log(path)


def test_a_full_game_takes_no_more(tmp_path, monkeypatch):
    from wardesk.documents.games import log_lines

    monkeypatch.setattr(log_lines, "MOST_RECORDS", 5)
    with (
        play(tmp_path / "a.wdgame") as session,
        pytest.raises(UserError, match="at most 5 records"),
    ):
        session.run()
    with again(session.path, keep=False) as opened:
        assert len(opened._record.file.records) == 5


def test_millions_of_records_are_refused_before_one_is_read(whole, tmp_path, monkeypatch):
    monkeypatch.setattr(gamelog, "MOST_RECORDS", 500)
    monkeypatch.setattr(gamelog.LineReader, "read", None)
    note = b'{"note":{"event":0,"kind":"note","text":"x"}}\n'
    path = tmp_path / "a.wdgame"
    path.write_bytes(gzip.compress(unchained(whole) + note * 4_000))

    with pytest.raises(DamagedFile, match="far more than 500 records"):
        read_log(path)


def test_a_game_as_long_as_a_file_may_be_takes_no_more(tmp_path, monkeypatch):
    with play(tmp_path / "a.wdgame") as session:
        session.run(limit=2)
        length = session.path.stat().st_size
        monkeypatch.setattr(gamelog, "MOST_BYTES", length + 10)
        with pytest.raises(UserError, match="The game is full"):
            session.step()
        assert session.path.stat().st_size == length
        session.save_as(tmp_path / "copy.wdgame")
    assert again(tmp_path / "copy.wdgame", keep=False).journal.head == 2


def test_a_copy_longer_than_a_file_may_be_is_refused(tmp_path, monkeypatch):
    with play(keep=False) as session:
        session.run()
        monkeypatch.setattr(gamelog, "MOST_BYTES", 1000)
        with pytest.raises(UserError, match="The game is full"):
            session.save_as(tmp_path / "copy.wdgame")
    assert list(tmp_path.iterdir()) == []
