"""Generations: whole while the campaign is open, verified first, enough of them kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from small_campaign import NOW
from test_store import HEX, Opening

from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.kinds.units import UnitArrived
from wardesk.errors import DamagedFile, UserError
from wardesk.store.backups import (
    Backup,
    backups,
    copy_database,
    keep_backup,
    old_ones,
    put_back,
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "test.wdcamp"


def nothing(_: Path) -> None:
    pass


def test_a_copy_of_an_open_campaign_is_whole(path, tmp_path):
    opening = Opening(path)
    opening.do(UnitArrived(unit="r1", place=HEX))  # still in the write-ahead log

    copy_database(path, tmp_path / "copy.wdcamp")

    again = Opening(tmp_path / "copy.wdcamp", new=False)
    assert again.ledger.events == opening.ledger.events
    again.store.close()
    opening.store.close()


def test_ten_recent_ones_and_the_last_of_each_day_stay():
    found = [
        Backup(path=Path(f"{n}"), seq=n, ordinal=n, day=n // 8, why="") for n in range(40, 0, -1)
    ]

    gone = {each.seq for each in old_ones(found)}

    assert gone == set(range(1, 31)) - {7, 15, 23}


def test_a_copy_that_is_not_whole_replaces_nothing(path):
    opening = Opening(path)
    first = keep_backup(path, seq=1, ordinal=0, day=0, why="", verify=nothing)

    def damaged(_: Path) -> None:
        raise DamagedFile("The copy is damaged.")

    with pytest.raises(DamagedFile):
        keep_backup(path, seq=2, ordinal=0, day=0, why="", verify=damaged)

    assert backups(path) == [first]
    assert [f.name for f in first.path.parent.iterdir()] == [first.path.name]
    opening.store.close()


def test_a_backup_put_back_is_the_campaign_again(path):
    opening = Opening(path)
    made = keep_backup(path, seq=1, ordinal=0, day=0, why="", verify=nothing)
    opening.do(Points(side="red", points=1, cause="lost again"))
    opening.store.close()

    put_back(made.path, path)

    again = Opening(path, new=False)
    assert again.ledger.head == 1
    again.do(Points(side="red", points=2, cause="anew"))
    again.store.close()


def test_after_going_back_the_new_generations_are_the_young_ones(path):
    opening = Opening(path)
    old = keep_backup(path, seq=500, ordinal=40, day=5, why="", verify=nothing)
    os.utime(old.path, (1, 1))
    new = keep_backup(path, seq=400, ordinal=30, day=3, why="", verify=nothing)

    assert [each.seq for each in backups(path)] == [new.seq, old.seq]
    opening.store.close()


def test_no_backup_without_a_place_for_it(path, tmp_path):
    opening = Opening(path)
    path.with_name(f".{path.name}.backups").write_text("in the way")

    with pytest.raises(UserError, match="could not be written"):
        keep_backup(path, seq=1, ordinal=0, day=0, why="", verify=nothing)
    with pytest.raises(UserError, match="could not be written"):
        copy_database(path, tmp_path / "no" / "where.bak")

    opening.do(Points(side="red", points=1, cause=str(NOW)))
    opening.store.close()
