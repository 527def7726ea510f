"""Where a server keeps WarDesk's tables: a schema of their own, into which nobody else puts things.

A name without a schema is looked up along the search path, and whoever may create something on that
path may put it in the way. So every connection looks in the server's own catalogue and in this
schema alone, and a database in which everybody may create is refused.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from wardesk.errors import NewerFile, UserError
from wardesk.store.engine import SCHEMA, told
from wardesk.store.migrate import newest, row_counts, upgrade_connection
from wardesk.words import say

FIRST_TABLES = (
    "campaign", "design", "event", "unit", "appearance", "unit_state", "seat_fact", "seat_role",
    "alembic_version",
)  # fmt: skip
"""Those of the first revision."""
_CREATING = 0x57444350
"""Of the advisory lock under which tables are made: two that begin at once do not collide."""
_OPEN = """
SELECT 'SCHEMA ' || pg_catalog.quote_ident(n.nspname)
FROM pg_catalog.pg_namespace n,
     pg_catalog.aclexplode(coalesce(n.nspacl, pg_catalog.acldefault('n', n.nspowner))) a
WHERE n.nspname IN ('public', %(schema)s) AND a.grantee = 0 AND a.privilege_type = 'CREATE'
UNION ALL
SELECT 'DATABASE ' || pg_catalog.quote_ident(d.datname)
FROM pg_catalog.pg_database d,
     pg_catalog.aclexplode(coalesce(d.datacl, pg_catalog.acldefault('d', d.datdba))) a
WHERE d.datname = pg_catalog.current_database() AND a.grantee = 0 AND a.privilege_type = 'CREATE'
"""
_FOREIGN = """
SELECT pg_catalog.pg_get_userbyid(n.nspowner) FROM pg_catalog.pg_namespace n
WHERE n.nspname = %(schema)s AND NOT pg_catalog.pg_has_role(n.nspowner, 'MEMBER')
"""
_THERE = """
SELECT pg_catalog.has_table_privilege(c.oid, 'SELECT')
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = %(schema)s AND c.relname = 'alembic_version'
"""


def prepare_server(engine: Engine, *, create: bool = False) -> bool:
    """Bring a server's tables to today's, all or nothing; make them only where that is meant.

    Whether they were moved from where the first versions kept them. UserError for a database that
    cannot keep every letter, in which everybody may create, without campaigns, or whose campaigns
    this role may only read.
    """
    with told("opened"), engine.begin() as connection:
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
        if encoding != "UTF8":
            raise UserError(
                say("This database keeps its text in {encoding!s}.", encoding=encoding),
                "Make one with ENCODING 'UTF8'.",
            )
        _refuse_readers(connection)
        refuse_open(connection)
        if _version(connection, SCHEMA) == newest():
            return False
        connection.exec_driver_sql("SELECT pg_catalog.pg_advisory_xact_lock(%s)", (_CREATING,))
        moved = not _version(connection, SCHEMA) and bool(_version(connection, "public"))
        if not (create or moved or _version(connection, SCHEMA)):
            raise UserError(
                "There is no campaign in this database.", "Make one with `wardesk campaign new`."
            )
        if may_look(connection) is None:
            connection.exec_driver_sql(f"CREATE SCHEMA {SCHEMA}")
        if moved:
            _move(connection)
        before = row_counts(connection)
        upgrade_connection(connection)
        # what a seat may know of the design stands among its facts
        connection.exec_driver_sql(f"DROP POLICY IF EXISTS own_campaign ON {SCHEMA}.design")
        after = row_counts(connection)
        lost = [table for table, rows in before.items() if after.get(table, -1) < rows]
        if lost:
            raise UserError(say("Entries of {lost!s} would be lost.", lost=", ".join(lost)))
        return moved


def refuse_open(connection: Connection) -> None:
    """UserError where everybody may create things, with the lines that end it."""
    found = [str(row[0]) for row in connection.exec_driver_sql(_OPEN, {"schema": SCHEMA})]
    if found:
        lines = "; ".join(f"REVOKE CREATE ON {each} FROM PUBLIC" for each in found)
        raise UserError(
            "Everybody may create things in this database, and so act with your rights.",
            say("Let its owner say there: {lines!s}", lines=lines),
        )
    owner = connection.exec_driver_sql(_FOREIGN, {"schema": SCHEMA}).scalar()
    if owner is not None:
        raise UserError(
            say("The schema {schema!s} belongs to {owner!r}.", schema=SCHEMA, owner=owner),
            "Ask whoever runs the server for a database of its own.",
        )


def may_look(connection: Connection) -> bool | None:
    """Whether this role may look into the schema at all; None where there is none."""
    query = (
        "SELECT pg_catalog.has_schema_privilege(n.oid, 'USAGE') FROM pg_catalog.pg_namespace n"
        " WHERE n.nspname = %s"
    )
    return connection.exec_driver_sql(query, (SCHEMA,)).scalar()


def grant_seat(connection: Connection, quoted: str) -> None:
    """Let a role read what the policies show it, and no design."""
    for statement in (
        f"GRANT USAGE ON SCHEMA {SCHEMA} TO {quoted}",
        f"GRANT SELECT ON {SCHEMA}.seat_fact, {SCHEMA}.seat_role TO {quoted}",
        f"GRANT SELECT (id, name) ON {SCHEMA}.campaign TO {quoted}",
        f"REVOKE SELECT ON {SCHEMA}.design FROM {quoted}",
    ):
        connection.exec_driver_sql(statement)


def known_role(connection: Connection, role: str) -> bool:
    """Whether the server knows a role."""
    query = "SELECT 1 FROM pg_catalog.pg_roles r WHERE r.rolname = %s"
    return connection.exec_driver_sql(query, (role,)).first() is not None


def _refuse_readers(connection: Connection) -> None:
    if connection.exec_driver_sql(_THERE, {"schema": SCHEMA}).scalar() is False:
        raise UserError(
            "Your role reads what its seat knows on this server, and writes nothing.",
            "See it with `wardesk campaign known ADDRESS`; orders go to the umpire as a form.",
        )


def _version(connection: Connection, schema: str) -> int:
    """The revision of the tables in a schema, 0 where there are none. NewerFile for an unknown."""
    if not sa.inspect(connection).has_table("alembic_version", schema=schema):
        return 0
    query = sa.text(f"SELECT version_num FROM {schema}.alembic_version")
    found = connection.execute(query).scalar_one()
    if not str(found).isdigit() or int(found) > newest():
        raise NewerFile("A newer WarDesk made the tables of this database.", "Open it there.")
    return int(found)


def _move(connection: Connection) -> None:
    """Take the tables of the first versions out of the schema that everybody shares."""
    for table in FIRST_TABLES:
        connection.exec_driver_sql(f"ALTER TABLE public.{table} SET SCHEMA {SCHEMA}")
    connection.exec_driver_sql(f"ALTER FUNCTION public.never_changed() SET SCHEMA {SCHEMA}")
    quote = connection.dialect.identifier_preparer.quote
    rows = connection.exec_driver_sql(f"SELECT DISTINCT s.role FROM {SCHEMA}.seat_role s")
    for role in [str(row[0]) for row in rows]:
        if known_role(connection, role):
            grant_seat(connection, quote(role))
