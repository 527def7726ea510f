"""Studies on a cluster of Dask: the same totals, a worker killed on the way, others refused."""

from __future__ import annotations

import os
import signal
import time

import pytest
from dice_race import load_race, make_race

from wardesk.errors import UserError
from wardesk.services.play import tables
from wardesk.services.studies.study_desk import Workplace, plan_study, play_study, setting_of
from wardesk.studies import cluster
from wardesk.studies.conduct import Conductor

dask = pytest.importorskip("distributed", reason="the extra cluster is not installed")
pytestmark = [
    pytest.mark.filterwarnings("default"),  # Dask's own
    pytest.mark.long,
    pytest.mark.timeout(1800),  # 40,000 games, and a machine may have other work
]
GAMES = 10_000


@pytest.fixture(scope="module")
def workers():
    with cluster.connected("local", 2) as made:
        yield made


@pytest.fixture
def plan(monkeypatch):
    monkeypatch.setattr(tables, "load_table", load_race)
    return plan_study("race", {}, ({"slow": True},), players={}, n=GAMES // 2, seed=1)


def test_the_totals_are_those_of_one_process_though_a_worker_is_killed(plan, workers):
    killed = []

    def kill_one(so_far):
        if not killed and so_far.games > GAMES // 10:
            killed.extend(workers.client.run(os.getpid).values())
            os.kill(killed[0], signal.SIGKILL)

    spread = Conductor(
        plan, make_race, jobs=workers.jobs, pool=workers.executor, progress=kill_one
    ).play()

    assert killed
    assert spread.games == GAMES
    assert spread.lost == ()
    assert spread == Conductor(plan, make_race, jobs=0).play()
    assert spread == Conductor(plan, make_race, jobs=2).play()


def test_a_stopped_study_goes_on(plan, workers):
    seen = []
    half = Conductor(
        plan, make_race, jobs=2, pool=workers.executor, progress=seen.append,
        should_stop=lambda: len(seen) > 3,
    ).play()  # fmt: skip

    assert 0 < half.games < GAMES
    whole = Conductor(half, make_race, jobs=2, pool=workers.executor).play()
    assert whole == Conductor(plan, make_race, jobs=0).play()


def test_workers_with_another_wardesk_are_refused(plan, workers, monkeypatch):
    monkeypatch.setattr(cluster.paths, "VERSION", "0.0.1")
    with pytest.raises(UserError, match=r"has WarDesk .* not 0\.0\.1"):
        cluster._refuse_others(workers.client)


def test_nobody_answers(plan, monkeypatch):
    monkeypatch.setattr(cluster, "_PATIENCE", 1)
    began = time.monotonic()
    with pytest.raises(UserError, match="No cluster answers") as refused:
        play_study(plan, setting_of(plan.study), Workplace(cluster="tcp://127.0.0.1:9"))
    assert "tcp://lab:8786" in refused.value.advice
    assert time.monotonic() - began < 20


def test_a_range_that_kills_every_worker_is_told_and_the_rest_is_played(plan, workers):
    def deadly(scenario, options):
        if options.get("slow"):
            os.kill(os.getpid(), signal.SIGKILL)
        return make_race(scenario, options)

    small = plan_study("race", {}, ({"slow": True},), players={}, n=3, seed=1)
    done = Conductor(small, deadly, jobs=1, pool=workers.executor).play()

    assert done.tallies[0].games == 3
    assert done.tallies[1].games == 0
    assert done.lost
