"""Games by mail in which pieces are hidden: each home holds only the places its side may know."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest
from mail_homes import HANNUT, Home, begin, fixed_chance, turn
from msgspec.structs import replace

from wardesk.cli.main import main
from wardesk.documents.games.letters import HomeSecret, Met, Opened, Sealed, seal, signed
from wardesk.engine.types import Choose, Path
from wardesk.errors import UserError
from wardesk.model.standing import ordered
from wardesk.services.play import mail
from wardesk.services.play.post import home_key
from wardesk.services.play.sealed import hidden_of, standing, whole_game
from wardesk.services.play.session import PlaySession

STONNE = "hannut-stonne/stonne"
HIDDEN = {"hidden_guns": "yes"}
_ELSEWHERE = "{} did not stand where it was said to be."


@pytest.fixture
def homes(tmp_path, monkeypatch):
    fixed_chance(monkeypatch)
    made = [Home(tmp_path / name, monkeypatch) for name in ("anna", "ben")]
    yield made
    for home in made:
        if home.session is not None:
            home.session.close()


def guns(home, side=""):
    """The hidden guns of a side, by default the own one, as *home* has them."""
    state = home.game.state
    side = side or home.game.post.side
    found = hidden_of(home.game.rules, state, side)
    return {name: state.pieces[name].at for name in found}


def set_up(host, guest, scenario=HANNUT):
    """Both sides have sealed their gun, and the first of them is on turn."""
    begin(host, guest, scenario, options=HIDDEN)
    writer, reader = host, guest
    while not (guns(host) and guns(guest) and reader.game.ask.kind != "deploy"):
        turn(writer, reader)
        writer, reader = reader, writer
    return writer, reader  # the writer plays next


def alike(host, guest):
    found = [standing(home.game.rules, home.game.state) for home in (host, guest)]
    return found[0] == found[1]


def play_on(writer, reader, most, until=lambda: False):
    for _ in range(most):
        letter = turn(writer, reader)
        assert alike(writer, reader)
        writer, reader = reader, writer
        if until() or mail.status(writer.enter().game).to_do == "over":
            break
    return letter, writer, reader


# ---- what each home holds ------------------------------------------------------------------------


def test_a_home_does_not_hold_the_place_of_a_hidden_gun(homes):
    host, guest = homes
    writer, reader = set_up(host, guest)
    for home, other in ((host, guest), (guest, host)):
        mine = guns(home)
        assert mine
        assert set(guns(other, home.game.post.side).values()) == {"sealed"}
        assert "sealed" not in mine.values()
    play_on(writer, reader, 20)
    for home in homes:
        assert mail.audit(home.enter().game)[1] == []


def test_the_other_home_is_the_same_wherever_the_gun_stands(tmp_path, monkeypatch):
    """The same game twice with the gun elsewhere: the other log differs by the seal alone."""
    found = []
    for run in range(2):
        fixed_chance(monkeypatch)
        host, guest = (Home(tmp_path / f"{name}{run}", monkeypatch) for name in ("a", "b"))
        begin(host, guest, HANNUT, options=HIDDEN)
        writer, reader = host, guest
        while not guns(writer):
            _place_gun(writer, last=bool(run))
            letter = turn(writer, reader)
            writer, reader = reader, writer
            if guns(reader):
                break
        (place,) = guns(reader).values()
        log = [(e.answer, e.effects, e.stack, e.ask) for e in writer.game.journal.line()]
        deeds = [one for one in letter.letter.deeds if not isinstance(one, Sealed)]
        found.append((place, log, deeds, writer.game.state))
        host.game.close()
        guest.game.close()
    assert found[0][0] != found[1][0]
    assert found[0][1:] == found[1][1:]


def _place_gun(home, *, last):
    """Answer where a gun may begin by hand, in the first or the *last* hex that is allowed."""
    home.enter()
    game = home.game
    game.run()
    while game.waiting == "person" and game.ask.kind.startswith("deploy"):
        question = game.rules.question(game.state)
        if game.ask.shape != "path" or game.ask.kind != "deploy":
            game.answer(game.bot_answer(game.ask.who, "policy"))
        else:  # the gun is placed when all the others are
            kinds = game.rules.setting.kinds
            guns_last = {p: p in kinds and kinds[p].category == "gun" for p in game.ask.pieces}
            piece = min(guns_last, key=guns_last.__getitem__)
            ways = sorted(tuple(w) for w, no in question.ways((piece,)).values() if not no)
            game.answer(Path((piece,), ways[-1 if last and guns_last[piece] else 0]))
        if guns(home):
            return


# ---- cheats --------------------------------------------------------------------------------------


class Sealer:
    """A home whose program tells what it likes of its gun."""

    def __init__(self, writer, reader):
        self.writer, self.reader = writer, reader
        writer.play()
        self.honest = writer.send()
        post = writer.game.post
        self.secret = HomeSecret(home_key(), post._salt, post.game)
        self.seals = post.seals(post.number)
        (self.gun, self.place), *_ = guns(writer).items()
        self.salt = self.secret.salt_of(self.seals.sealed[self.gun][0], self.gun)

    def refused(self, deeds, words, **changes):
        letter = signed(
            replace(self.honest.letter, deeds=(*deeds, *self.honest.letter.deeds), **changes),
            self.writer.enter() and home_key(),
        )
        before = self.reader.enter().log.read_bytes()
        with pytest.raises(UserError) as told:
            self.reader.take(letter)
        assert words in str(told.value)
        assert self.reader.log.read_bytes() == before


@pytest.fixture
def sealer(homes):
    made = Sealer(*set_up(*homes))
    yield made
    made.reader.take(made.honest)
    assert alike(*homes)


def test_a_gun_that_moved_after_it_was_sealed(sealer):
    elsewhere = next(c for c in sealer.writer.game.board.cells if c != sealer.place)
    sealer.refused([Opened(sealer.gun, elsewhere, sealer.salt)], "sealed in another place")
    sealer.refused([Opened(sealer.gun, sealer.place, "0" * 64)], "sealed in another place")


def test_another_piece_is_shown_in_place_of_the_gun(sealer):
    state = sealer.writer.game.state
    other = next(n for n, p in state.pieces.items() if p.side == state.pieces[sealer.gun].side)
    sealer.refused([Opened(other, sealer.place, sealer.salt)], "not sealed")
    theirs = next(iter(guns(sealer.reader)))
    sealer.refused([Opened(theirs, sealer.place, sealer.salt)], "not sealed")


def test_a_gun_that_was_opened_is_not_opened_again(sealer):
    opened = Opened(sealer.gun, sealer.place, sealer.salt)
    sealer.refused([opened, opened], "not sealed")
    sealer.refused([replace(opened, place="sealed")], "not sealed")


def test_a_seal_out_of_time_is_refused(sealer):
    again = seal(sealer.secret.game, 9, Opened(sealer.gun, sealer.place, sealer.salt))
    sealer.refused([again], "cannot be")
    sealer.refused([replace(again, piece="nobody")], "cannot be")


def test_a_meeting_that_was_none_is_refused(sealer):
    """Else whoever dislikes what the other did could have it done again."""
    told = sealer.reader.game.post.letters[-1].letter.deeds
    opened = Opened(sealer.gun, sealer.place, sealer.salt)
    for deeds in ([Met(1)], [Met(len(told) + 5), opened], [Met(max(1, len(told))), opened]):
        sealer.refused(deeds, "does not show what")
    sealer.refused([opened, Met(1)], "another question")


def test_a_field_of_no_piece_is_refused(sealer):
    for also in ({"side": "martians"}, {"nothing": 1}, {"steps": "many"}, {"id": "x"}):
        sealer.refused([Opened(sealer.gun, sealer.place, sealer.salt, also)], "")


def test_a_gun_that_moves_by_what_is_told_beside_its_place(sealer):
    """Its seal fits; and in the way of what the enemy did it would have met him."""
    at = {"at": next(c for c in sealer.writer.game.board.cells if c != sealer.place)}
    moved = Opened(sealer.gun, sealer.place, sealer.salt, at)
    sealer.refused([moved], "cannot have changed")
    sealer.refused([replace(moved, also={"at": sealer.place})], "cannot have changed")
    told = sealer.reader.game.post.letters[-1].letter.deeds
    for number, deed in enumerate(told, 1):
        for cell in getattr(deed, "cells", ()):
            met = replace(moved, also={"acted": False, "at": cell})
            sealer.refused([Met(number), met], "cannot have changed")


def test_only_what_the_rules_change_unseen_is_told_beside_a_place(sealer):
    rules, piece = sealer.writer.game.rules, sealer.writer.game.state.pieces[sealer.gun]
    assert rules.sealed_fields == {"out", "acted"}
    fields = set(piece.__struct_fields__) - rules.sealed_fields
    assert {"steps", "formation", "hq", "aboard", "hidden", "side"} <= fields
    for field in sorted(fields):
        for value in (getattr(piece, field), True, 9, "nobody"):
            opened = Opened(sealer.gun, sealer.place, sealer.salt, {field: value})
            sealer.refused([opened], "cannot have changed")
    for field in rules.sealed_fields:
        opened = Opened(sealer.gun, sealer.place, sealer.salt, {field: "many"})
        sealer.refused([opened], "against the rules")


@pytest.mark.parametrize("field", ["", "out", "acted"])
def test_what_may_have_changed_unseen_is_proved_at_the_end(homes, field):
    """A lie about it is taken in, and told once every place is known."""
    sealer = Sealer(*set_up(*homes))
    opened = Opened(sealer.gun, sealer.place, sealer.salt)
    was = sealer.writer.game.state.pieces[sealer.gun]
    also = {field: not getattr(was, field)} if field else {}
    deeds = (replace(opened, also=also), *sealer.honest.letter.deeds)
    lie = signed(replace(sealer.honest.letter, deeds=deeds), sealer.writer.enter() and home_key())
    sealer.reader.take(lie)
    assert sealer.reader.game.state.pieces[sealer.gun] == replace(was, **also)
    post = sealer.reader.game.post
    assert whole_game(post) == []
    ((mine, place),) = guns(sealer.reader).items()
    number = post.seals(post.number).sealed[mine][0]
    salt = HomeSecret(home_key(), post._salt, post.game).salt_of(number, mine)
    last = post.letters[-1]  # as if the game were over, and the other home had opened its own
    deeds = (*last.letter.deeds, Opened(mine, place, salt))
    post.letters = [*post.letters[:-1], replace(last, letter=replace(last.letter, deeds=deeds))]
    wrong = [_ELSEWHERE.format(sealer.gun)] if field else []
    assert [str(one) for one in whole_game(post)] == wrong


def test_orders_do_not_travel_where_a_gun_is_hidden(sealer):
    """They might look at what is hidden, and would answer at the other home without it."""
    assert sealer.honest.letter.orders == ()
    moment = sealer.writer.game.rules.showing.moments_for_orders[0]
    mine = replace(ordered(moment), side=sealer.writer.game.post.side, id=1)
    sealer.refused([], "do not travel", orders=(mine,))


# ---- meeting a gun -------------------------------------------------------------------------------


def _march_on(home, goal):
    """Play a turn, everybody to *goal*, and let whatever the enemy does pass."""
    home.enter()
    game = home.game
    while True:
        game.run()
        if game.waiting != "person":
            return
        asked = game.ask
        answer = game.bot_answer(asked.who, "policy")
        if asked.kind == "react":
            answer = Choose("pass")
        elif goal and asked.shape == "path" and asked.kind == "act":
            question = game.rules.question(game.state)
            ways = ((p, question.ways((p,)).get(goal)) for p in asked.pieces)
            found = next(((p, way) for p, way in ways if way and not way[1]), None)
            answer = Path((found[0],), tuple(found[1][0])) if found else answer
        game.answer(answer)


def _meet(homes, until):
    """March on a hidden gun until *until* is in a letter; that letter, writer and reader."""
    writer, reader = set_up(*homes)
    for _ in range(150):
        theirs = list(guns(reader).values())
        _march_on(writer, theirs[0] if theirs else "")
        letter = writer.send()
        if any(isinstance(one, until) for one in letter.letter.deeds):
            return letter, writer, reader
        reader.take(letter)
        writer, reader = reader, writer
    pytest.fail("nothing was met")


def test_who_marches_into_a_hidden_gun_is_told(homes):
    letter, writer, reader = _meet(homes, Met)
    met, opened = letter.letter.deeds[:2]
    told = reader.game.post.letters[-1].letter.deeds
    assert 1 <= met.deed <= len(told)
    assert isinstance(opened, Opened)
    assert reader.enter().game.state.pieces[opened.piece].at == "sealed"
    reader.take(letter)
    assert alike(writer, reader)
    assert reader.game.state.pieces[opened.piece].at == opened.place
    assert not reader.game.state.pieces[opened.piece].hidden
    told = mail.status(reader.enter().game).met
    assert told.startswith("You met ")
    assert opened.piece not in told  # by the name that is on it
    assert mail.status(writer.enter().game).met == ""
    for home in homes:
        assert mail.audit(home.enter().game)[1] == []
        home.reopen()
        assert mail.audit(home.game)[1] == []
    play_on(reader, writer, 4)


def test_a_letter_that_was_half_taken_in_is_read_on(homes):
    """As a power cut leaves it, with a gun sealed, and with one that was met."""
    letter, writer, reader = _meet(homes, Met)
    reader.take(letter)
    whole = standing(reader.game.rules, reader.game.state)
    log = reader.log
    lines = log.read_bytes().splitlines(keepends=True)
    reader.enter().game.close()
    at = max(n for n, one in enumerate(lines[:-1]) if one.startswith(b'{"letter"'))
    assert len(lines) > at + 4
    for kept in range(at + 1, len(lines) + 1):
        torn = lines[kept][: len(lines[kept]) // 2] if kept < len(lines) else b""
        log.write_bytes(b"".join(lines[:kept]) + torn)
        with PlaySession.open(log) as opened:
            assert standing(opened.rules, opened.state) == whole
            assert opened.post.is_mine
            assert mail.audit(opened)[1] == []
    reader.session = PlaySession.open(log)
    play_on(reader, writer, 2)


def test_a_game_with_a_gun_that_was_met_opens_for_ever(homes, capsys):
    """A copy of one from the museum; who does not play it is told that he cannot check it."""
    homes[0].enter()
    specimen = FilePath(__file__).parents[1] / "museum" / "mail-hidden-v6.wdgame"
    with PlaySession.open(specimen, keep=False) as opened:
        post = opened.post
        assert (post.number, mail.status(opened).to_do) == (106, "look")
        seals = post.seals(post.number)
        assert (len(seals.sealed), len(seals.opened)) == (2, 1)
        assert any(isinstance(deed, Met) for deed in post.letters[-1].letter.deeds)
        hidden = [p.at for p in opened.state.pieces.values() if p.hidden]
        assert len(hidden) == 1
    main(["doctor", str(specimen)])
    assert "only a home that plays this game can check" in capsys.readouterr().out


# ---- whole games ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "dice"), [(HANNUT, "turn"), (HANNUT, "each"),
                                                (STONNE, "turn")])  # fmt: skip
def test_a_whole_game_with_hidden_guns(homes, scenario, dice):
    """To its end, with both homes closed now and then, and all that was hidden proved."""
    host, guest = homes
    begin(host, guest, scenario, options=HIDDEN, dice=dice)
    writer, reader = host, guest
    for number in range(5_000):
        if number % 60 == 5:
            writer.reopen()
            reader.reopen()
        turn(writer, reader)
        writer, reader = reader, writer
        if mail.status(writer.enter().game).to_do == "over":
            break
    for home in homes:
        game = home.enter().game
        assert mail.status(game).to_do == "over"
        assert game.state.result is not None
        assert game.post.seals(game.post.number).sealed
        assert not game.post.keeps_sealed
        assert mail.audit(game)[1] == []
    assert alike(host, guest)
    _tampered(host.game.post)


def _tampered(post):
    """Every way in which a finished game was none, told when all is open."""
    letters = list(post.letters)
    sealed = post.seals(post.number).sealed
    places = {d.piece: d for one in letters for d in one.letter.deeds if isinstance(d, Opened)}

    def told(change):
        post.letters = [replace(one, letter=change(one.letter)) for one in letters]
        found = whole_game(post)
        post.letters = letters
        return found

    assert told(lambda letter: letter) == []
    for piece in sealed:
        moved = replace(places[piece], place="0101")

        def elsewhere(letter, moved=moved):
            deeds = (moved if d == places[moved.piece] else d for d in letter.deeds)
            return replace(letter, deeds=tuple(deeds))

        assert told(elsewhere)  # it was sealed where it may not begin
