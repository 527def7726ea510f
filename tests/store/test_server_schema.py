"""WarDesk's tables on a server: their own schema, nothing in the way of a name, a seat's share."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import count

import psycopg
import pytest
from postgres import Server, why_not
from small_campaign import NOW, small_design
from sqlalchemy.engine import make_url

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kind import tell
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived
from wardesk.campaign.operation.places import Place
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.server import examine_campaign, known_over_server
from wardesk.store.read_model import READ_MODEL
from wardesk.store.server import open_server, seat_role, server_place
from wardesk.store.server_schema import FIRST_TABLES

pytestmark = [
    pytest.mark.skipif(bool(why_not()), reason=why_not() or "a server can be started"),
    pytest.mark.xdist_group("postgres"),
]
_NAMES = count(1)
TOOLS = {"now": lambda: NOW, "nonce": lambda: bytes(16)}
DESIGN = small_design()


@pytest.fixture(scope="module")
def server():
    made = Server()
    yield made
    made.close()


@pytest.fixture
def address(server):
    return server.database(f"schema{next(_NAMES)}")


def begin(address: str) -> CampaignDesk:
    return CampaignDesk.create(
        server_place(address), DESIGN, name="S", campaign="s", seed=1, options={}, **TOOLS
    )


def again(address: str) -> CampaignDesk:
    return CampaignDesk.open(server_place(address), write=True, **TOOLS)


def seated(server: Server, desk: CampaignDesk, seat: str = "red") -> str:
    role = f"seat{next(_NAMES)}"
    with server.connect("postgres") as owner:
        owner.execute(f"CREATE ROLE {role} LOGIN")
    seat_role(desk.store, seat, role)
    return role


TABLES = (*FIRST_TABLES, *READ_MODEL)


def named(address: str) -> str:
    return str(make_url(address).database)


# ---- nothing stands in the way of a name --------------------------------------------------------


def test_the_tables_lie_in_a_schema_of_their_own(server, address):
    begin(address).close()
    with server.connect(named(address)) as owner:
        query = (
            "SELECT nspname, relname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace"
        )
        rows = owner.execute(f"{query} WHERE relkind = 'r' AND nspname IN ('public', 'wardesk')")
        assert {tuple(row) for row in rows} == {("wardesk", table) for table in TABLES}


def test_every_connection_looks_in_the_catalogue_and_in_that_schema_alone(address):
    begin(address).close()
    engine = open_server(server_place(address))
    try:
        for _time in range(2):
            with engine.connect() as connection:
                path = connection.exec_driver_sql("SHOW search_path").scalar_one()
                assert path == "wardesk, pg_temp"
                connection.rollback()  # which takes nothing of it back
    finally:
        engine.dispose()


def test_a_function_of_the_same_name_elsewhere_is_never_called(server, address):
    with begin(address) as desk:
        with server.connect(named(address)) as owner:
            # a harmless stand-in, which fits the call better than the catalogue's own
            owner.execute("CREATE TABLE public.called (what text)")
            owner.execute(
                "CREATE FUNCTION public.pg_has_role(who text, of oid, way text) RETURNS boolean"
                " LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.called VALUES ('role');"
                " RETURN false; END $$"
            )
        seated(server, desk)
        desk.add([EventDraft(payload=Points(side="red", points=3, cause="a test"))])
        with server.connect(named(address)) as owner:
            assert owner.execute("SELECT * FROM public.called").fetchall() == []


@pytest.mark.parametrize("what", ["SCHEMA public", "SCHEMA wardesk", "DATABASE {name}"])
def test_where_everybody_may_create_the_line_is_told_that_ends_it(server, address, what):
    begin(address).close()
    what = what.format(name=named(address))
    with server.connect(named(address)) as owner:
        owner.execute(f"GRANT CREATE ON {what} TO PUBLIC")
        for attempt in (again, begin):
            with pytest.raises(UserError, match="Everybody may create") as caught:
                attempt(address)
        line = f"REVOKE CREATE ON {what} FROM PUBLIC"
        assert line in caught.value.advice
        owner.execute(line)
    again(address).close()


def test_tables_that_lie_where_they_first_did_are_moved_and_lose_nothing(server, address):
    with begin(address) as desk:
        desk.add([EventDraft(payload=Points(side="red", points=3, cause="a test"))])
        role, head = seated(server, desk), desk.ledger.head_hash
    with server.connect(named(address)) as owner:  # as the first versions left it
        for table in reversed(READ_MODEL):
            owner.execute(f"DROP TABLE wardesk.{table}")
        for index in ("kind", "ordinal"):
            owner.execute(f"DROP INDEX wardesk.ix_event_campaign_{index}")
        owner.execute("UPDATE wardesk.alembic_version SET version_num = '0001'")
        for table in FIRST_TABLES:
            owner.execute(f"ALTER TABLE wardesk.{table} SET SCHEMA public")
        owner.execute("ALTER FUNCTION wardesk.never_changed() SET SCHEMA public")
        owner.execute(f"REVOKE ALL ON SCHEMA wardesk FROM {role}")
        owner.execute("DROP SCHEMA wardesk")
        owner.execute("DELETE FROM public.seat_fact WHERE number = 0")
        owner.execute("CREATE POLICY own_campaign ON public.design FOR SELECT USING (true)")
        owner.execute(f"GRANT SELECT ON public.design TO {role}")

    with again(address) as desk:
        assert desk.ledger.head_hash == head
        desk.add([EventDraft(payload=Points(side="red", points=1, cause="a test"))])
    assert [f for f in examine_campaign(server_place(address))[0] if f.level != "note"] == []
    place = server_place(server.address(named(address), role))
    assert len(known_over_server(place).facts) >= 3
    refused = pytest.raises(psycopg.errors.InsufficientPrivilege)
    with server.connect(named(address), role) as player, refused:
        player.execute("SELECT body FROM design")
    refused = pytest.raises(psycopg.errors.RaiseException, match="never changed")
    with server.connect(named(address)) as owner, refused:
        owner.execute("DELETE FROM event")


# ---- what a seat's role gets --------------------------------------------------------------------


def test_a_seat_that_wants_to_write_is_told_that_it_only_reads(server, address):
    with begin(address) as desk:
        role = seated(server, desk)
    with pytest.raises(UserError, match="writes nothing") as caught:
        again(server.address(named(address), role))
    assert "campaign known" in caught.value.advice


def test_a_role_that_never_had_a_seat_is_told_so_before_and_after_there_are_tables(server, address):
    with server.connect("postgres") as owner:
        owner.execute("CREATE ROLE stranger LOGIN")
    place = server_place(server.address(named(address), "stranger"))
    with pytest.raises(UserError, match="no seat"):
        known_over_server(place)
    begin(address).close()
    with pytest.raises(UserError, match="no seat"):
        known_over_server(place)
    with pytest.raises(UserError, match="writes nothing"):
        CampaignDesk.open(place, write=True, **TOOLS)


def strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [s for pair in value.items() for each in pair for s in strings(each)]
    if isinstance(value, list):
        return [s for each in value for s in strings(each)]
    return [value] if isinstance(value, str) else []


def test_a_seats_design_holds_its_own_side_and_names_that_it_was_told(server, address):
    red = {f.id for f in DESIGN.formations if f.side == "red"}
    own = {u.id for u in DESIGN.units if u.formation in red}
    enemies = [u.id for u in DESIGN.units if u.id not in own]
    assert own
    assert len(enemies) > 1
    with begin(address) as desk:
        role = seated(server, desk)
        place = server_place(server.address(named(address), role))
        found = known_over_server(place).design
        assert {u.id for u in found.units} == own
        assert found.units == tuple(u for u in DESIGN.units if u.id in own)
        assert (found.arrivals, found.links, found.tables, found.appearances) == ((),) * 4
        with server.connect(named(address), role) as player:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                player.execute("SELECT body FROM design")
            ((body,),) = player.execute("SELECT body FROM seat_fact WHERE number = 0").fetchall()
            assert not {*strings(json.loads(str(body)))} & {*enemies}

        seen, unseen = enemies[:2]
        there = Place("hex", "41.228", game=next(iter(DESIGN.games)))
        desk.add([EventDraft(payload=UnitArrived(unit=unseen, place=there), seen_by=())])
        desk.add([EventDraft(payload=UnitArrived(unit=seen, place=there))])
        known = known_over_server(place)
        (enemy,) = [u for u in known.design.units if u.id not in own]
        assert (enemy.id, enemy.steps_full, enemy.type) == (seen, 0, "")


def test_the_seats_design_says_every_fact_as_the_whole_one_does(server, address):
    with begin(address) as desk:
        role = seated(server, desk)
        there = Place("hex", "41.228", game=next(iter(DESIGN.games)))
        for unit in DESIGN.units[::2]:
            with suppress(UserError):  # some must be chosen first
                desk.add([EventDraft(payload=UnitArrived(unit=unit.id, place=there))])
                desk.add([EventDraft(payload=StepsLost(unit=unit.id, steps=1))])
        found = known_over_server(server_place(server.address(named(address), role)))
        assert len(found.facts) > 4
        for fact in found.facts:
            assert tell(found.design, fact.payload) == tell(desk.design, fact.payload)


def test_two_worlds_that_differ_in_what_a_seat_must_not_know_give_its_role_the_same(server):
    """Everything that the role can read, row by row."""
    found = []
    for steps in (1, 2):
        address = server.database(f"world{next(_NAMES)}")
        with begin(address) as desk:
            role = seated(server, desk, "red")
            blue = next(u for u in DESIGN.units if not _is_red(u.formation) and u.steps_full > 1)
            there = Place("hex", f"4{steps}.228", game=next(iter(DESIGN.games)))
            desk.add(
                [EventDraft(payload=UnitArrived(unit=blue.id, place=there), seen_by=("blue",))]
            )
            desk.add([EventDraft(payload=Points(side="red", points=steps, cause="x"), seen_by=())])
        with server.connect(named(address), role) as player:
            rows = {}
            for table in TABLES:
                columns = "id, name" if table == "campaign" else "*"
                try:
                    rows[table] = player.execute(f"SELECT {columns} FROM {table}").fetchall()
                except psycopg.errors.InsufficientPrivilege:
                    rows[table] = []
            del rows["seat_role"]
            assert rows["seat_fact"]
            found.append(rows)
    assert found[0] == found[1]


def _is_red(formation: str) -> bool:
    return DESIGN.formation[formation].side == "red"
