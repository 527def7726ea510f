"""Games by mail: two homes, one game; what a cheat is told, and that nothing is lost."""

from __future__ import annotations

import getpass
import json
import os
import socket
from pathlib import Path

import pytest
from mail_homes import BEST, HANNUT, Home, begin, fixed_chance, line, turn
from msgspec.structs import replace

from wardesk.documents.games import letters
from wardesk.documents.games.letters import HomeSecret, Letter, SignedLetter, Thrown, signed
from wardesk.engine.types import Choose, Roll
from wardesk.errors import UserError
from wardesk.model.standing import AS_PROPOSED, ordered
from wardesk.services.play import mail
from wardesk.services.play.post import home_key
from wardesk.services.play.sealed import standing
from wardesk.services.play.session import PlaySession


@pytest.fixture
def homes(tmp_path, monkeypatch):
    fixed_chance(monkeypatch)
    made = [Home(tmp_path / name, monkeypatch) for name in ("anna", "ben", "carl")]
    yield made
    for home in made:
        if home.session is not None:
            home.session.close()


def play_out(host, guest, most=10_000):
    """Play until the game is over or so many letters are written; the letters."""
    sent = []
    writer, reader = host, guest
    while len(sent) < most:
        sent.append(turn(writer, reader))
        if reader.game.ask is None:
            break
        writer, reader = reader, writer
    return sent


# ---- a whole game -------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", ["turn", "each"])
def test_two_homes_come_to_the_same_table(homes, dice):
    host, guest, _ = homes
    begin(host, guest, dice=dice)
    play_out(host, guest, 12)
    assert line(host.game) == line(guest.game)
    assert len(host.game.journal.line()) > 20
    for home in (host, guest):
        throws, wrong = mail.audit(home.enter().game)
        assert not wrong
        assert throws == sum(isinstance(e.answer, Roll) for e in home.game.journal.line())
        assert throws > 0


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "dice"), [(BEST, "turn"), (BEST, "each"), (HANNUT, "turn")])
def test_a_whole_game_by_mail_ends_alike_in_both_homes(homes, scenario, dice):
    host, guest, _ = homes
    begin(host, guest, scenario, dice=dice)
    play_out(host, guest)
    assert host.game.ask is None
    assert host.game.state.result is not None
    assert line(host.game) == line(guest.game)
    for home in (host, guest):
        assert mail.audit(home.enter().reopen())[1] == []
        assert mail.status(home.game).to_do == "over"


def test_a_home_that_is_closed_between_letters_goes_on(homes):
    host, guest, _ = homes
    begin(host, guest)
    for writer, reader in ((host, guest), (guest, host), (host, guest)):
        writer.reopen()
        reader.reopen()
        turn(writer, reader)
    assert line(host.game) == line(guest.game)


# ---- dice ---------------------------------------------------------------------------------------


def test_each_part_changes_the_dice_and_neither_is_told_beforehand():
    asked = type("Asked", (), {"printed": lambda self: (range(1, 7),) * 6})()
    keys = [letters.dice_key("g", 2, a, b) for a in ("aa", "ab") for b in ("ca", "cb")]
    assert len({letters.throw(key, 0, asked).dice for key in keys}) == 4
    assert len({letters.throw(keys[0], n, asked).dice for n in range(4)}) == 4
    secret = HomeSecret(b"k" * 32, 5, "g")
    told = {letters.commitment("g", n, secret.opening(n)) for n in range(2, 9)}
    told |= {secret.contribution(n) for n in range(2, 9)}
    assert len(told) == 14
    assert not told & {secret.opening(n) for n in range(2, 9)}


def test_a_second_taking_of_an_invitation_leads_to_other_parts(homes):
    """Else whoever invites twice knew the second time what the guest contributes."""
    host, guest, _ = homes
    begin(host, guest)
    first = guest.game.post.letters[1].letter
    invitation = guest.game.post.letters[0]
    log = guest.log
    guest.game.close()
    log.unlink()
    guest.enter()
    guest.session = mail.take(letters.read_letter(invitation.data))
    again = guest.send().letter
    assert again.key == first.key
    assert again.commitment != first.commitment
    assert again.contribution != first.contribution


def test_throws_wait_for_the_other_home_where_each_is_made_by_it(homes):
    host, guest, _ = homes
    begin(host, guest, dice="each")
    for writer, reader in ((host, guest), (guest, host)) * 6:
        letter = turn(writer, reader).letter
        side = reader.game.post.side_of(letter.number % 2)
        events = [e for e in writer.game.journal.line() if e.answer is not None]
        events = events[len(events) - len(letter.deeds) :] if letter.deeds else []
        kinds = ["throw" if isinstance(e.answer, Roll) else e.asked.who for e in events]
        if side in kinds:
            assert "throw" not in kinds[kinds.index(side) :]


def test_dice_cannot_be_typed_nor_rolled_again(homes):
    host, guest, _ = homes
    begin(host, guest)
    host.enter().game.step()
    thrown = host.game.journal.head
    assert host.game.journal.event.dice_by == "shared"
    assert not host.game.can_undo()
    for forbidden in (
        lambda: host.game.undo("please"),
        lambda: host.game.go(0, "please"),
        lambda: host.game.answer(Roll((6,))),
        lambda: host.game.edit((), "anna", "because"),
        lambda: host.game.set_dice("typed"),
        lambda: host.game.set_mode("adjudicate"),
        lambda: host.game.set_player("german", "policy"),
        lambda: host.game.adjudicate(None, None, author="anna", reason="because"),
    ):
        with pytest.raises(UserError):
            forbidden()
    assert host.game.journal.head == thrown


def test_what_was_sent_cannot_be_taken_back(homes):
    host, guest, _ = homes
    begin(host, guest)
    host.play()
    host.send()
    head = host.game.journal.head
    for forbidden in (host.game.undo, host.game.redo, lambda: host.game.go(0, "please")):
        with pytest.raises(UserError):
            forbidden()
    assert host.game.journal.head == head
    assert not host.game.can_redo()


def test_what_was_chosen_since_can_be(homes):
    """Undo, and another answer: only what stands is told."""
    host, guest, _ = homes
    begin(host, guest)
    for writer, reader in ((host, guest), (guest, host)) * 10:
        writer.enter().game.run()
        if writer.game.waiting == "person":
            before = writer.game.journal.head
            writer.game.answer(writer.game.bot_answer(writer.game.ask.who, "policy"))
            if writer.game.can_undo():
                writer.game.undo("thought better of it")
                assert writer.game.journal.head == before
                turn(writer, reader)
                assert line(host.game) == line(guest.game)
                return
        turn(writer, reader)
    pytest.fail("nobody chose anything that dice did not follow at once")


# ---- cheats -------------------------------------------------------------------------------------


class Cheat:
    """The guest has played; his next letter can be written otherwise before it is signed."""

    def __init__(self, homes, dice="turn"):
        self.host, self.guest, self.carl = homes
        begin(self.host, self.guest, dice=dice)
        self.earlier = [turn(self.host, self.guest)]
        while True:
            self.guest.play()
            self.honest = self.guest.send()
            kinds = {type(deed) for deed in self.honest.letter.deeds}
            if len(kinds) > 2 and (Thrown in kinds or dice == "each"):
                break
            self.host.take(self.honest)
            self.earlier.append(self.honest)
            self.earlier.append(turn(self.host, self.guest))
        self.key = self.guest.enter() and home_key()

    def written(self, *, by=None, **changes):
        """The letter with *changes*, signed as if nothing were."""
        return signed(replace(self.honest.letter, **changes), by or self.key)

    def with_deeds(self, deeds, **changes):
        return self.written(deeds=tuple(deeds), **changes)

    def refused(self, letter: SignedLetter | bytes, words: str):
        """The host is told so, and nothing has changed."""
        host = self.host.enter()
        before, head = host.log.read_bytes(), host.game.journal.head
        data = letter if isinstance(letter, bytes) else letter.data
        with pytest.raises(UserError) as told:
            mail.take(letters.read_letter(data), at_table=lambda _path: host.game)
        assert words in str(told.value)
        assert host.log.read_bytes() == before
        assert host.game.journal.head == head
        assert len(host.game.post.letters) == self.honest.letter.number


@pytest.fixture
def cheat(homes):
    made = Cheat(homes)
    yield made
    # Whatever was tried, the honest letter is taken in afterwards.
    made.host.take(made.honest)
    assert line(made.host.game) == line(made.guest.game)


def test_cheat_1_a_changed_byte(cheat):
    cheat.refused(cheat.honest.data.replace(b'"says":""', b'"says":"x"'), "seal is broken")


def test_cheat_2_a_letter_by_somebody_else(cheat):
    key = cheat.carl.enter() and home_key(make=True)
    cheat.refused(cheat.written(by=key, key=letters.public_key(key)), "Somebody else wrote")


def test_cheat_3_a_letter_under_a_stolen_name(cheat):
    """The key of the guest in it, the signature of another."""
    key = cheat.carl.enter() and home_key(make=True)
    body = cheat.honest.data.split(b"\n")[0]
    stolen = letters._signed_bytes(body)
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    mark = Ed25519PrivateKey.from_private_bytes(key).sign(stolen).hex()
    cheat.refused(body + b"\n" + mark.encode() + b"\n", "seal is broken")


def test_cheat_4_a_doubled_letter(cheat):
    theirs = [one for one in cheat.earlier if one.letter.number % 2]
    cheat.refused(theirs[-1] if theirs else cheat.guest.game.post.letters[1], "already")


def test_cheat_5_a_turn_taken_back(homes):
    """Another letter of the same number, when the first has turned out badly."""
    cheat = Cheat(homes)
    cheat.host.take(cheat.honest)
    before = cheat.host.log.read_bytes()
    with pytest.raises(UserError, match="cannot be taken back"):
        cheat.host.game.take(cheat.written(says="I meant something else"))
    assert cheat.host.log.read_bytes() == before


def test_cheat_6_a_letter_left_out(cheat):
    cheat.refused(cheat.written(number=cheat.honest.letter.number + 2), "has not come yet")


def test_cheat_7_a_letter_of_another_game(cheat):
    cheat.refused(cheat.written(game="ab" * 16), "a game that is not here")


def test_cheat_8_an_answer_to_another_letter(cheat):
    cheat.refused(cheat.written(before="0" * 64), "answers another letter")


def test_cheat_9_better_dice(cheat):
    deeds = list(cheat.honest.letter.deeds)
    at = next(n for n, deed in enumerate(deeds) if isinstance(deed, Thrown))
    other = [1 + die % 2 for die in deeds[at].dice]
    other[0] += other[0] == deeds[at].dice[0]
    deeds[at] = Thrown(tuple(other))
    cheat.refused(cheat.with_deeds(deeds), "both parts give")


def test_cheat_10_another_part_of_the_dice(cheat):
    cheat.refused(cheat.written(opening="f" * 64), "not the one its home was bound to")
    cheat.refused(cheat.written(opening=None), "not the one its home was bound to")


def test_cheat_11_what_the_rules_forbid(cheat):
    deeds = list(cheat.honest.letter.deeds)
    at = next(n for n, deed in enumerate(deeds) if not isinstance(deed, Thrown))
    deeds[at] = Choose("win at once")
    cheat.refused(cheat.with_deeds(deeds), "against the rules")


def test_cheat_12_an_answer_for_the_other_side(cheat):
    """The host is asked next; the guest would answer for him."""
    guest = cheat.guest.enter().game
    asked = guest.ask
    assert asked is not None
    assert asked.who == guest.post.side_of(0)
    answer = guest.bot_answer(asked.who, "policy")
    cheat.refused(cheat.with_deeds([*cheat.honest.letter.deeds, answer]), "decides for you")


def test_cheat_13_a_turn_broken_off(cheat):
    """What follows is left out, with the table as it was then."""
    guest = cheat.guest.enter().game
    deeds = cheat.honest.letter.deeds[:-1]
    done = guest.journal.events[guest.journal.head].parent
    told = standing(guest.rules, guest.journal.state(done))
    cheat.refused(cheat.with_deeds(deeds, stands=told), "stops in the middle")


def test_cheat_14_another_table(cheat):
    """Rules that were tampered with come to another table."""
    cheat.refused(cheat.written(stands="e" * 64), "another than the one it tells of")


def test_cheat_15_dice_out_of_turn(homes):
    """Where each throw is made by the other home, nobody rolls for himself."""
    cheat = Cheat(homes, dice="each")
    guest = cheat.guest.enter().game
    post = guest.post
    key = post.segment(cheat.honest.letter.number, cheat.honest.letter.opening, 0).key
    if guest.ask is None or guest.ask.who != "chance":
        pytest.skip("this turn ended with a question")
    throw = letters.throw(key, 0, guest.ask)
    deeds = [*cheat.honest.letter.deeds, Thrown(throw.dice)]
    cheat.refused(cheat.with_deeds(deeds), "the other home makes")


def test_cheat_16_a_game_that_plays_before_it_is_agreed(homes):
    host, guest, _ = homes
    host.enter()
    host.session = mail.invite(BEST, "allied")
    guest.enter()
    guest.session = mail.take(host.game.post.letters[0])
    first = guest.send()
    early = signed(replace(first.letter, deeds=(Choose("pass"),)), home_key())
    with pytest.raises(UserError, match="before both homes have agreed"):
        host.enter().game.take(early)
    host.game.take(first)


def test_an_invitation_to_other_rules_is_told(homes):
    host, guest, _ = homes
    host.enter()
    host.session = mail.invite(BEST, "allied")
    first = host.game.post.letters[0].letter
    key = home_key()
    for changes, words in (
        ({"rules": "0" * 64}, "other rules"),
        ({"board": "0" * 64}, "other rules"),
        ({"side": "martians"}, "does not say what is played"),
        ({"scenario": "/etc/passwd.toml"}, "a file instead of a scenario"),
        ({"scenario": "../../x/y"}, ""),
    ):
        letter = signed(replace(first, terms=replace(first.terms, **changes)), key)
        with pytest.raises(UserError) as told:
            mail.take(guest.enter() and letter)
        assert words in str(told.value)
    assert not list((guest.folder / "games").glob("*.wdgame"))


def test_an_invitation_tells_what_is_agreed_on(homes):
    """Every option that is named, before the guest answers."""
    host, guest, _ = homes
    begin(host, guest, HANNUT, dice="each", options={"critical_hits": "yes"})
    for home in homes[:2]:
        told = [str(one) for one in mail.status(home.enter().game).terms]
        assert "Each throw is made by the other home." in told
        assert any(one.startswith("Critical hits: ") for one in told), told


def test_words_of_a_stranger_are_one_line_without_signs_of_control(homes):
    host, guest, _ = homes
    begin(host, guest)
    host.play()
    letter = host.send().letter
    bad = replace(letter, says="a\x1b[2J\nb\u202ec", name="\x07 Ann\x00a")
    guest.take(signed(bad, home_key()))
    found = mail.status(guest.game)
    assert (found.says, found.other_name) == ("a [2J b c", "Ann a")
    with pytest.raises(UserError, match="room for"):
        mail.plain("x" * 61, mail.LONGEST_NAME)


def test_your_own_letters_are_known(homes):
    host, guest, _ = homes
    begin(host, guest)
    host.play()
    own = host.send()
    for letter, words in ((own, "You wrote this letter"), (host.game.post.letters[0], "yourself")):
        with pytest.raises(UserError) as told:
            mail.take(letter, at_table=lambda _path: host.game)
        assert words in str(told.value)


# ---- standing orders ----------------------------------------------------------------------------


def reacts_by_itself(home):
    """Let the side of *home* react as the script proposes."""
    game = home.enter().game
    moments = game.rules.showing.moments_for_orders
    reacting = next(one for one in moments if "react" in one.when)
    game.set_orders(game.post.side, (ordered(reacting, AS_PROPOSED, 0),))


def test_standing_orders_answer_at_the_other_home(homes):
    """Who ordered what he answers is not asked, and who answers otherwise for him is told."""
    host, guest, _ = homes
    begin(host, guest, HANNUT)
    told = []
    for writer, reader in ((host, guest), (guest, host)) * 40:
        if not writer.game.orders_of(writer.game.post.side):
            reacts_by_itself(writer)
        mine = writer.game.post.side
        start = writer.game.journal.head
        letter = turn(writer, reader)
        new = [e for e in reader.game.journal.line() if e.id > start and e.via]
        told += [e for e in new if e.asked.who != mine]
        if told:
            break
    else:
        pytest.fail("no standing order was ever used")
    assert line(host.game) == line(guest.game)
    assert letter.letter.orders == writer.game.orders_of(mine)
    assert reader.game.orders_of(mine) == letter.letter.orders
    assert mail.audit(reader.enter().game)[1] == []
    for side in writer.game.rules.sides:
        with pytest.raises(UserError, match="Standing orders go with your letter"):
            writer.enter().game.set_orders(side, ())


def test_orders_for_the_other_side_are_told(cheat):
    theirs = ordered(cheat.guest.game.rules.showing.moments_for_orders[0])
    theirs = replace(theirs, side=cheat.host.game.post.side, id=1)
    cheat.refused(cheat.written(orders=(theirs,)), "orders for the other side")


# ---- nothing is lost ----------------------------------------------------------------------------


def test_a_letter_that_was_half_taken_in_is_read_on(homes):
    """As a power cut leaves it: the letter is on the disk, and only a part of what it tells."""
    host, guest, _ = homes
    begin(host, guest)
    turn(host, guest)
    letter = turn(guest, host)
    while len(letter.letter.deeds) < 3:
        turn(host, guest)
        letter = turn(guest, host)
    whole = line(host.enter().game)
    log = host.log
    lines = log.read_bytes().splitlines(keepends=True)
    host.game.close()
    at = max(n for n, one in enumerate(lines) if one.startswith(b'{"letter"'))
    assert len(lines) > at + 3
    for kept in range(at + 1, len(lines) + 1):
        torn = lines[kept][: len(lines[kept]) // 2] if kept < len(lines) else b""
        log.write_bytes(b"".join(lines[:kept]) + torn)
        with PlaySession.open(log) as opened:
            assert line(opened) == whole
            assert mail.audit(opened)[1] == []
            assert opened.post.is_mine
    host.session = PlaySession.open(log)
    turn(host, guest)


def test_a_full_disk_loses_no_letter(homes, monkeypatch):
    host, guest, _ = homes
    begin(host, guest)
    host.play()
    letter = host.send()
    before = guest.log.read_bytes()
    guest.enter()

    def full(*_args):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(UserError):
            guest.game.take(letter)
    assert guest.log.read_bytes() == before
    guest.game.take(letter)
    assert line(host.game) == line(guest.game)


def test_a_game_that_is_open_elsewhere_takes_no_letter(homes):
    host, guest, _ = homes
    begin(host, guest)
    host.play()
    letter = host.send()
    before = guest.log.read_bytes()
    guest.enter()
    with pytest.raises(UserError, match="open"):
        mail.take(letter)
    assert guest.log.read_bytes() == before
    guest.game.take(letter)


def test_a_lost_letter_is_written_again(homes, tmp_path):
    host, guest, _ = homes
    begin(host, guest)
    host.play()
    first = mail.send(host.enter().game, tmp_path / "one.wdmail")
    again = mail.send(host.game, tmp_path / "two.wdmail")
    assert first.read_bytes() == again.read_bytes()
    with pytest.raises(UserError, match=r"not asked|cannot be typed"):
        guest.enter().game.answer(Choose("pass"))


def test_a_saved_copy_is_only_looked_at(homes, tmp_path):
    host, guest, _ = homes
    begin(host, guest)
    copy = tmp_path / "copy.wdgame"
    host.enter().game.save_as(copy)
    with PlaySession.open(copy, keep=False) as opened:
        assert line(opened) == line(host.game)
    with pytest.raises(UserError, match="a copy of a game by mail"):
        PlaySession.open(copy)


def test_another_home_can_only_look(homes):
    host, guest, carl = homes
    begin(host, guest)
    carl.enter()
    with PlaySession.open(host.log, keep=False) as opened:
        assert mail.status(opened).to_do == "look"
        assert opened.waiting == "mail"
        assert opened.step() is None


# ---- what a file tells --------------------------------------------------------------------------


def test_a_letter_names_no_folder_and_no_person(homes):
    host, guest, _ = homes
    begin(host, guest)
    data = turn(host, guest).data + host.game.post.letters[0].data
    secret = home_key()
    told = [str(host.folder), str(Path.home()), socket.gethostname(), secret.hex()]
    told += [str(host.game.header.seed)]
    if len(getpass.getuser()) > 4:
        told.append(getpass.getuser())
    for word in told:
        assert word.encode() not in data
    assert json.loads(data.splitlines()[0])["name"] == ""


def test_games_that_hide_something_are_refused(homes):
    homes[0].enter()
    for scenario, options in (
        ("eben-emael/full-readiness", {"hands": "closed"}),
        ("freeform/hannut-table", {}),
    ):
        with pytest.raises(UserError, match="drawn by chance, so neither home could prove it"):
            mail.invite(scenario, "german", options=options)
    assert not (homes[0].folder / "mail.key").exists()


def test_the_key_is_made_once_and_is_for_its_owner_alone(homes):
    homes[0].enter()
    key = home_key(make=True)
    assert home_key() == key
    assert len(key) == 32
    file = homes[0].folder / "mail.key"
    if os.name == "posix":
        assert file.stat().st_mode & 0o077 == 0
    file.write_text("spoilt")
    with pytest.raises(UserError, match="cannot be read"):
        home_key()


def test_every_letter_says_what_it_is(homes):
    """Fields of a letter are decided one by one: a new one must be thought about here."""
    assert set(Letter.__struct_fields__) == {
        "format", "version", "game", "number", "before", "key", "name", "terms", "opening",
        "commitment", "contribution", "deeds", "orders", "stands", "says",
    }  # fmt: skip


def test_a_game_by_mail_of_this_version_opens_for_ever(homes):
    """A copy of one from the museum: its letters hold, its dice are those of both homes."""
    homes[0].enter()
    specimen = Path(__file__).parents[1] / "museum" / "mail-v6.wdgame"
    with PlaySession.open(specimen, keep=False) as opened:
        assert opened.post.number == 8
        assert mail.audit(opened) == (24, [])
        assert mail.status(opened).to_do == "look"
        assert mail.status(opened).title == "The Best Laid Plans"
