"""What somebody may try who read the protocol: whatever comes, it is told and changes nothing."""

from __future__ import annotations

import copy
import json
from random import Random

import pytest
from mail_homes import BEST, HANNUT, Home, begin, fixed_chance, turn
from msgspec.structs import replace

from wardesk.documents.games import letters
from wardesk.documents.games.letters import Met, Opened, Sealed, signed
from wardesk.engine.types import Allocate, Cells, Choose, Path, Pieces
from wardesk.errors import UserError
from wardesk.services.play import mail
from wardesk.services.play.post import home_key

HIDDEN = {"hidden_guns": "yes"}
ODD = (
    None, True, False, 0, -1, 1 << 40, 1 << 70, 1.5, 1e308, "", "x", "\x00", "a\u0301", "\u202e",
    "0" * 64, "F" * 64, [], {}, [[]], {"": ""}, ["x"] * 50, "sealed", "../x", "١", "🎲" * 80,
)  # fmt: skip


@pytest.fixture(params=["open", "hidden"])
def victim(request, tmp_path, monkeypatch):
    """The home that reads, the honest letter that is due, and the key of its writer."""
    fixed_chance(monkeypatch)
    host, guest = (Home(tmp_path / name, monkeypatch) for name in ("anna", "ben"))
    hidden = request.param == "hidden"
    begin(host, guest, HANNUT if hidden else BEST, options=HIDDEN if hidden else {})
    writer, reader = host, guest
    for _ in range(7 if hidden else 3):
        turn(writer, reader)
        writer, reader = reader, writer
    writer.play()
    honest = writer.send()
    key = home_key()
    yield Victim(reader.enter(), honest, key)
    reader.take(honest)
    for home in (host, guest):
        home.game.close()


class Victim:
    def __init__(self, home, honest, key):
        self.home, self.honest, self.key = home, honest, key
        self.before = home.log.read_bytes()

    def refuses(self, data, words=""):
        """Whatever *data* is, a UserError comes of it and the game is as it was."""
        with pytest.raises(UserError) as told:
            mail.take(letters.read_letter(data), at_table=lambda _path: self.home.game)
        assert words in str(told.value)
        assert self.home.log.read_bytes() == self.before

    def sealed(self, body):
        """*body*, any bytes, with the signature of the writer."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        mark = Ed25519PrivateKey.from_private_bytes(self.key).sign(letters._signed_bytes(body))
        return body + b"\n" + mark.hex().encode() + b"\n"

    def body(self):
        return self.honest.data.split(b"\n")[0]

    def with_deeds(self, *deeds):
        return signed(replace(self.honest.letter, deeds=deeds), self.key).data


def places_in(value, path=()):
    """The way to everything within a JSON value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(
        value, list) else ()  # fmt: skip
    for key, one in inner:
        yield from places_in(one, (*path, key))


def put(value, path, new):
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new


def test_a_letter_with_anything_odd_in_any_place_changes_nothing(victim):
    """The writer signs whatever he likes: values of other types, strange ids, huge numbers."""
    chance, whole = Random(7), json.loads(victim.body())
    free = {("says",), ("name",), ("commitment",), ("contribution",)}
    ways = [path for path in places_in(whole) if path and path[:1] not in free]
    for _ in range(150):
        path, odd = chance.choice(ways), chance.choice(ODD)
        changed = copy.deepcopy(whole)
        put(changed, path, odd)
        if changed == whole:
            continue
        body = json.dumps(changed, separators=(",", ":"), ensure_ascii=False)
        victim.refuses(victim.sealed(body.encode("utf-8", "surrogatepass")))


def test_a_deed_of_another_game_or_kind_changes_nothing(victim):
    odd = [
        Met(1), Met(letters.MOST_DEEDS), Sealed("x", "0" * 64), Opened("x", "0101", "0" * 64),
        Opened("x", "sealed", "0" * 64), Choose(""), Choose("pass", ("x",) * 99), Pieces(()),
        Pieces(("x",) * 9), Cells(("",)), Path((), ()), Path(("x",), ("0101",) * 20_000),
        Allocate({"x": -1}), Allocate({"x": 1 << 62}),
    ]  # fmt: skip
    told = victim.honest.letter.deeds
    for deed in odd:
        victim.refuses(victim.with_deeds(deed))
        victim.refuses(victim.with_deeds(*told[:-1], deed))
        victim.refuses(victim.with_deeds(*told, deed))
    victim.refuses(victim.with_deeds(*[told[0]] * letters.MOST_DEEDS))


def test_what_is_written_in_two_ways_is_refused(victim):
    body = victim.body()
    says = b'"says":""'
    for was, now in (
        (b'{"format"', b'{ "format"'), (says, says + b"," + says), (says, b'"says":"\\u0061"'),
        (says, b'"says":"","more":1'), (b'"version":1', b'"version":1.0'),
        (b'"version":1', b'"version":true'), (says, b'"says":"\\ud800"'),
    ):  # fmt: skip
        assert was in body
        victim.refuses(victim.sealed(body.replace(was, now, 1)))


def test_giant_and_deeply_nested_letters_are_refused_at_once(victim):
    head = b'{"format":"wardesk-mail","version":'
    for body in (
        head + b"[" * 500_000, head + b'{"a":' * 200_000, head + b"9" * 900_000,
        head + b'1,"deeds":' + b"[" * 900_000,
        head + b'1,"deeds":[' + b"{}," * 300_000 + b"{}]}",
        head + b'1,"says":"' + b"a" * letters.MOST_LETTER + b'"}',
    ):  # fmt: skip
        victim.refuses(body + b"\n00\n")
        victim.refuses(victim.sealed(body))
    victim.refuses(b"\x1f\x8b" + b"\0" * 1000)
    victim.refuses(b"")
    victim.refuses(b"\n" * 5_000)


def test_a_letter_cut_at_any_byte_is_refused(victim):
    data = victim.honest.data
    for end in range(0, len(data) - 1, max(1, len(data) // 60)):
        victim.refuses(data[:end])


def test_two_games_between_the_same_homes_do_not_mix(tmp_path, monkeypatch):
    """The same keys, scenario and moves: a letter of one is none of the other."""
    fixed_chance(monkeypatch)
    host, guest = (Home(tmp_path / name, monkeypatch) for name in ("anna", "ben"))
    begin(host, guest)
    first, other = host.session, guest.session
    begin(host, guest)
    host.play()
    letter = host.send()
    guest.enter()
    same = replace(letter.letter, game=other.post.game)
    with pytest.raises(UserError, match=r"bound to|another letter"):
        other.take(signed(same, (host.enter() and home_key())))
    with pytest.raises(UserError):
        other.take(letter)
    guest.take(letter)
    for session in (first, other, host.game, guest.game):
        session.close()


def test_an_invitation_with_odd_terms_makes_no_game(tmp_path, monkeypatch):
    fixed_chance(monkeypatch)
    host, guest = (Home(tmp_path / name, monkeypatch) for name in ("anna", "ben"))
    host.enter()
    with mail.invite(HANNUT, "german", options=HIDDEN) as session:
        first, key = session.post.letters[0].letter, home_key()
    guest.enter()
    terms = first.terms
    odd = [{"options": {"hidden_guns": one}} for one in (5, True, "", "maybe", None)]
    odd += [{"options": {one: "yes"}} for one in ("", "__class__", "hidden_guns\u200b", "x" * 199)]
    odd += [
        {"scenario": one} for one in ("", "/", "..", "hannut-stonne/", "a\0b", "HANNUT", "x" * 199)
    ]
    odd += [{"side": ""}, {"side": "german "}, {"rules": "0"}, {"board": ""}]
    for change in odd:
        letter = signed(replace(first, terms=replace(terms, **change)), key)
        with pytest.raises(UserError):
            mail.take(letter)
    assert not list(guest.folder.glob("games/*.wdgame"))
