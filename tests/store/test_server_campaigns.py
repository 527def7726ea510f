"""Campaigns on a real server: the same ledger, several writers, seats that read what they may."""

from __future__ import annotations

from contextlib import closing
from itertools import count

import psycopg
import pytest
from postgres import Server, why_not
from small_campaign import NOW, small_design
from sqlalchemy.engine import make_url

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds import all_kinds
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.kinds.units import StepsLost
from wardesk.campaign.ledger.seat_facts import Learner
from wardesk.errors import DamagedFile, UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.files import save_copy
from wardesk.services.campaign.server import (
    campaign_place,
    copy_to_server,
    examine_campaign,
    known_over_server,
)
from wardesk.store.campaigns import Conflict
from wardesk.store.server import (
    ServerPlace,
    no_seat_role,
    open_server,
    seat_role,
    seat_roles,
    server_place,
)

pytestmark = [
    pytest.mark.skipif(bool(why_not()), reason=why_not() or "a server can be started"),
    pytest.mark.xdist_group("postgres"),
]
_NAMES = count(1)
TOOLS = {"now": lambda: NOW, "nonce": lambda: bytes(16)}


@pytest.fixture(scope="module")
def server():
    made = Server()
    yield made
    made.close()


@pytest.fixture
def address(server):
    return server.database(f"campaigns{next(_NAMES)}")


def begin(address: str, campaign: str = "s") -> CampaignDesk:
    return CampaignDesk.create(
        server_place(address), small_design(), name="S", campaign=campaign, seed=1, options={},
        **TOOLS,
    )  # fmt: skip


def again(address: str, *, write: bool = True) -> CampaignDesk:
    return CampaignDesk.open(server_place(address), write=write, **TOOLS)


def wrong(place: ServerPlace) -> list[str]:
    """Where something is wrong; an open question of the rules is not."""
    return [finding.place for finding in examine_campaign(place)[0] if finding.level != "note"]


def points(number: int, seen_by: tuple[str, ...] = ("*",)) -> EventDraft:
    return EventDraft(payload=Points(side="red", points=number, cause="a test"), seen_by=seen_by)


def test_what_was_written_is_read_again(address):
    with begin(address) as desk:
        desk.add([points(3)])
        desk.add([EventDraft(payload=StepsLost(unit="r2", steps=1))])
        written = desk.ledger.events
    with again(address) as desk:
        assert desk.ledger.events == written
        assert desk.state.points("red") == 3
    assert wrong(server_place(address)) == []
    assert examine_campaign(server_place(address))[1]["events"] == len(written)


def test_an_empty_database_says_how_a_campaign_is_made(address):
    with pytest.raises(UserError, match="no campaign in this database"):
        again(address)


def test_two_campaigns_share_a_database_and_are_told_apart(address):
    begin(address, "one").close()
    begin(address, "two").close()
    with pytest.raises(UserError, match="Which campaign"):
        again(address)
    with again(f"{address}?campaign=two") as desk:
        assert desk.ledger.campaign == "two"
        assert str(desk.place).endswith("?campaign=two")


def test_nothing_is_ever_changed_not_even_by_hand(server, address):
    begin(address).close()
    with server.connect(make_url(address).database) as owner:
        for statement in (
            "UPDATE event SET body = '{}'", "DELETE FROM event", "TRUNCATE event CASCADE",
            "UPDATE design SET hash = ''", "DELETE FROM design",
        ):  # fmt: skip
            with pytest.raises(psycopg.errors.RaiseException, match="never changed"):
                owner.execute(statement)


def test_of_two_writers_one_wins_and_the_other_sees_what_happened(address):
    with begin(address) as first, again(address) as second:
        first.add([points(5)])
        with pytest.raises(Conflict, match="5"):
            second.add([points(7)])
        assert second.state.points("red") == 5
        second.add([points(7)])
        first.catch_up()
        assert first.state.points("red") == second.state.points("red") == 12
        assert first.ledger.head_hash == second.ledger.head_hash


def test_a_note_changes_nothing_and_is_written_after_whatever_somebody_else_did(address):
    with begin(address) as first, again(address) as second:
        first.add([points(5)])
        second.act("note", {"words": "It rains."})
        second.act("note", {"words": "It pours."})
        first.act("note", {"words": "It stops."})
        second.catch_up()
        kinds = [event.kind for event in second.ledger.events]
        assert kinds[-4:] == ["vp.awarded", *["note.made"] * 3]
        assert first.ledger.head_hash == second.ledger.head_hash


def test_whoever_was_slower_takes_back_only_what_he_has_seen(address):
    with begin(address) as first, again(address) as second:
        mine = first.add([points(5)])[0].seq
        second.catch_up()
        first.add([points(1)])
        with pytest.raises(Conflict):
            second.take_back([mine], reason="a slip")
        assert second.ledger.head == first.ledger.head


def test_a_ledger_that_does_not_go_on_from_ours_is_damage(server, address):
    with begin(address) as desk, again(address) as other:
        other.add([points(1)])
        with server.connect(make_url(address).database) as owner:
            owner.execute("ALTER TABLE event DISABLE TRIGGER event_no_edits")
            owner.execute("UPDATE event SET actor = 'nobody' WHERE seq > 1")
        with pytest.raises(DamagedFile):
            desk.catch_up()


def test_a_copy_to_a_file_and_back_keeps_the_chain(address, server, tmp_path):
    with begin(address) as desk:
        desk.add([points(3), points(4, seen_by=())])
        head = desk.ledger.head_hash
    file = save_copy(server_place(address), tmp_path / "copy.wdcamp")
    with CampaignDesk.open(file, write=True, **TOOLS) as desk:
        assert desk.ledger.head_hash == head
        desk.add([points(2)])
        head = desk.ledger.head_hash
    there = copy_to_server(file, server_place(server.database(f"back{next(_NAMES)}")))
    with CampaignDesk.open(there, write=True, **TOOLS) as desk:
        assert desk.ledger.head_hash == head
        desk.add([points(1)])
    assert wrong(there) == []
    with pytest.raises(UserError, match="already"):
        copy_to_server(file, there)


def test_a_server_that_is_not_there_is_told_in_words(tmp_path):
    nobody = server_place("postgresql://umpire:secret@127.0.0.1:9/none")
    with pytest.raises(UserError) as caught:
        CampaignDesk.open(nobody, write=True, **TOOLS)
    assert "connection" in caught.value.advice
    assert "secret" not in str(caught.value)
    with pytest.raises(UserError):
        save_copy(nobody, tmp_path / "copy.wdcamp")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "text", ["postgresql://", "postgresql://host", "postgresql://a:b@h:x/d", "postgresql+psycopg:"]
)
def test_what_is_no_address_is_told_without_its_password(text):
    with pytest.raises(UserError, match="no address"):
        server_place(text)


def test_a_password_is_used_and_never_shown():
    place = server_place("postgresql://u:secret@h:1/d?campaign=c")
    assert isinstance(place, ServerPlace)
    assert place.url.password == "secret"
    assert "secret" not in f"{place} {place.name}"
    assert place.campaign == "c"
    assert campaign_place(str(place)) == server_place("postgresql://u@h:1/d?campaign=c")


@pytest.mark.parametrize("text", ["postgresql://u@h:1/d", "postgres://u@h/d?campaign=c"])
def test_an_address_is_shown_as_it_was_typed(text):
    assert str(server_place(text)) == text


# ---- seats --------------------------------------------------------------------------------------


@pytest.fixture
def seated(server, address):
    """A campaign with secrets, and a role that sits at a player's seat."""
    role = f"player{next(_NAMES)}"
    with server.connect("postgres") as owner:
        owner.execute(f"CREATE ROLE {role} LOGIN")
    with begin(address) as desk:
        seat = next(one.id for one in desk.state.seats.values() if one.role != "umpire")
        seat_role(desk.store, seat, role)
        desk.add([points(3), points(11, seen_by=()), points(13, seen_by=(seat,))])
        assert seat_roles(desk.store) == [(role, seat)]
    return role, seat


def test_a_seat_reads_what_it_may_know_and_that_alone(server, address, seated):
    role, seat = seated
    database = make_url(address).database
    found = known_over_server(server_place(server.address(database, role)))
    with again(address, write=False) as desk:
        seats = {one.id: one for one in desk.state.seats.values()}
        learner = Learner(desk.design, seats[seat])
        learner.follow(desk.ledger.events)
        assert found.facts == tuple(learner.facts)
    told = [fact.payload.points for fact in found.facts if isinstance(fact.payload, Points)]
    assert told == [3, 13]


@pytest.mark.parametrize("table", ["event", "unit", "appearance", "unit_state", "alembic_version"])
def test_a_seats_role_cannot_read_what_is_hidden(server, address, seated, table):
    with server.connect(make_url(address).database, seated[0]) as player:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            player.execute(f"SELECT * FROM {table}")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            player.execute(f"SELECT count(*) FROM {table}")


@pytest.mark.parametrize("kind", all_kinds())
def test_a_seats_role_reads_no_event_of_any_kind(players, kind):
    for column in ("body", "seq", "hash", "actor"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            players.execute(f"SELECT {column} FROM event WHERE kind = %s", (kind,))


@pytest.fixture(scope="module")
def players(server):
    """A connection of a player's role to a campaign; it changes nothing."""
    address = server.database("players")
    with server.connect("postgres") as owner:
        owner.execute("CREATE ROLE reader LOGIN")
    with begin(address) as desk:
        seat_role(desk.store, "red", "reader")
    with server.connect("players", "reader") as made:
        yield made


def test_even_a_right_that_somebody_grants_shows_a_seat_no_event(server, address, seated):
    database, (role, _seat) = make_url(address).database, seated
    with server.connect(database) as owner:
        owner.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA wardesk TO {role}")
    with server.connect(database, role) as player:
        for table in ("event", "unit", "unit_state"):
            assert player.execute(f"SELECT * FROM {table}").fetchall() == []


def test_a_seat_writes_nothing_and_reads_no_other_seat(server, address, seated):
    database, (role, seat) = make_url(address).database, seated
    with server.connect(database, role) as player:
        assert {row[0] for row in player.execute("SELECT seat FROM seat_fact")} == {seat}
        assert [row[1] for row in player.execute("SELECT role, seat FROM seat_role")] == [seat]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            player.execute("SELECT head_seq FROM campaign")
        for statement in (
            "INSERT INTO seat_role VALUES ('s', 'x', 'blue')", "DELETE FROM seat_fact",
            "UPDATE seat_role SET seat = 'umpire'", "UPDATE campaign SET name = 'mine'",
            "ALTER TABLE event DISABLE ROW LEVEL SECURITY", "SET ROLE umpire",
        ):  # fmt: skip
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                player.execute(statement)


def test_a_seat_that_was_taken_away_reads_nothing(server, address, seated):
    database, (role, _seat) = make_url(address).database, seated
    with again(address) as desk:
        no_seat_role(desk.store, role)
        with pytest.raises(UserError, match="no seat"):
            no_seat_role(desk.store, role)
    with pytest.raises(UserError, match="no seat"):
        known_over_server(server_place(server.address(database, role)))
    with server.connect(database, role) as player:
        assert player.execute("SELECT * FROM seat_fact").fetchall() == []


def test_a_role_that_may_read_everything_gets_no_seat(server, address, seated):
    with again(address) as desk:
        for role, words in (("umpire", "everything"), ("who", "no role")):
            with pytest.raises(UserError, match=words):
                seat_role(desk.store, seated[1], role)


def test_facts_that_somebody_falsified_are_found_and_made_anew(server, address, seated):
    with server.connect(make_url(address).database) as owner:
        owner.execute("UPDATE seat_fact SET ordinal = 9 WHERE seat = %s", (seated[1],))
    assert wrong(server_place(address)) == [f"seat {seated[1]}"]
    with again(address) as desk:
        desk.store.rebuild_facts()
    assert wrong(server_place(address)) == []


def test_what_was_taken_back_is_told_to_the_seat_as_its_packet_would(server, address, seated):
    with again(address) as desk:
        seq = desk.add([points(21)])[0].seq
        desk.take_back([seq], reason="a slip")
    assert wrong(server_place(address)) == []


def test_word_comes_when_somebody_else_has_written(address):
    with begin(address) as desk, again(address) as other:
        with closing(desk.store.news(0.05)) as news:
            assert not next(news)  # listens now
            other.add([points(1)])
            assert next(news)
        assert [event.kind for event in desk.catch_up()] == ["vp.awarded"]


def test_without_the_driver_the_one_line_is_told(monkeypatch, address):
    def missing(_url):
        raise ModuleNotFoundError("No module named 'psycopg'")

    monkeypatch.setattr("wardesk.store.server.open_engine", missing)
    with pytest.raises(UserError, match="driver") as caught:
        open_server(server_place(address))
    assert "wardesk[shared]" in caught.value.advice


def test_whoever_opens_late_writes_no_older_state_over_a_newer_one(address):
    with begin(address) as first, again(address) as second:
        first.add([EventDraft(payload=StepsLost(unit="r2", steps=1))])
        second.store.rebuild_cache(second.design, second.state)
        assert wrong(server_place(address)) == []
