"""The health of a campaign's database: whole pages, keys that lead somewhere, a cache in step."""

from __future__ import annotations

import json
from pathlib import Path

from wardesk.campaign.ledger.findings import Cause, Finding
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State
from wardesk.errors import DamagedFile, NewerFile, UserError
from wardesk.store.campaigns import CampaignStore, unit_row
from wardesk.store.engine import examined, told
from wardesk.store.migrate import check_revision, judge_file
from wardesk.words import say

_RESTORE = say("Restore the last backup with `wardesk campaign restore`.")
_ANEW = say("WarDesk works it out anew on opening.")


def file_findings(path: Path) -> list[Finding]:
    """What SQLite itself finds wrong with a file, without changing it; also a wrong version."""
    try:
        if judge_file(path):
            check_revision(path)
        with told("examined"), examined(path) as database:
            damage = [row[0] for row in database.execute("PRAGMA integrity_check(10)")]
            lost = database.execute("PRAGMA foreign_key_check").fetchall()
    except UserError as error:
        return [refusal(error)]
    found = [
        Finding("error", say("file"), say("It is damaged: {why!s}.", why=t), _RESTORE)
        for t in damage
        if t != "ok"
    ]
    text = say("An entry refers to something that is missing.")
    found += [Finding("error", say("table {table!s}", table=row[0]), text) for row in lost]
    return found


def refusal(error: UserError) -> Finding:
    """A file that could not be looked at, as a finding: only what is damaged is called so."""
    cause: Cause = "refused"
    if isinstance(error, DamagedFile):
        cause = "damage"
    elif isinstance(error, NewerFile):
        cause = "newer"
    return Finding("error", say("file"), error.message, error.advice or _RESTORE, cause)


def missing_cache(store: CampaignStore, design: Design, state: State) -> list[Finding]:
    """Units and tables beside the ledger that do not say what it says."""
    stored = store.unit_states()
    found: list[Finding] = [
        Finding(
            "warning",
            say("table {table!s}", table=table),
            say("It differs from the campaign's log."),
            _ANEW,
        )
        for table in store.differing_tables(design, state)
    ]
    for unit in state.units:
        due, row = unit_row(store.campaign, unit, state), dict(stored.get(unit, {}))
        row.pop("as_of_seq", None)
        due.pop("as_of_seq")
        if row and isinstance(row.get("flags"), str):
            due["flags"] = json.dumps(list(state.units[unit].flags))
        if row != due:
            text = say("Its stored summary differs from its log.")
            found.append(
                Finding(
                    "warning",
                    say("unit {key!s}", key=unit),
                    text,
                    _ANEW,
                )
            )
    return found
