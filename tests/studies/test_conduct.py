"""Whole studies: processes, resume, cancel, and workers that die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from dice_race import deadly_race, make_race, once_deadly_race

from wardesk.errors import DamagedFile, NewerFile, UserError
from wardesk.services.studies.study_desk import rules_of, setting_of
from wardesk.studies import conduct as study_conduct
from wardesk.studies.play import GameCounter
from wardesk.studies.record import new_record, read_record, write_record
from wardesk.studies.run import processes
from wardesk.studies.summary import summarise
from wardesk.studies.tally import merge


@pytest.fixture(autouse=True)
def _this_process(monkeypatch):
    monkeypatch.setenv("RACE_PID", str(os.getpid()))


def test_processes_give_what_one_process_gives(plan, conduct):
    record = plan(n=30, options=({}, {"slow": True}))

    assert conduct(record, jobs=2) == conduct(record)


@pytest.fixture
def small_ranges(monkeypatch):
    monkeypatch.setattr(study_conduct, "SECONDS", 1e-9)


@pytest.mark.usefixtures("small_ranges")
def test_a_stopped_study_goes_on_to_the_same_result(plan, conduct, tmp_path):
    record, file = plan(n=60), tmp_path / "deep" / "study.json"
    seen = []

    def save(so_far):
        write_record(file, so_far)

    half = conduct(record, save=save, progress=seen.append, should_stop=lambda: len(seen) > 2)
    assert 0 < half.games < 60
    assert read_record(file) == half

    assert conduct(read_record(file)) == conduct(record)


@pytest.mark.usefixtures("small_ranges")
def test_an_interruption_keeps_what_was_counted(plan, conduct, tmp_path):
    file = tmp_path / "study.json"

    def interrupt(so_far):
        if so_far.games > 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        conduct(plan(n=60), save=lambda r: write_record(file, r), progress=interrupt)

    assert read_record(file).games > 5


def test_more_games_are_only_those_that_are_missing(plan, conduct):
    few, many = conduct(plan(n=10)), plan(n=25)
    longer = new_record(many.study)
    grown = type(longer)(study=longer.study, tallies=few.tallies)
    progress = []

    assert conduct(grown, progress=progress.append) == conduct(many)
    assert progress[0].games > 10


@pytest.mark.usefixtures("small_ranges")
def test_checkpoints_are_written_now_and_then(plan, conduct):
    times, saved = iter(range(0, 1000, 2)), []

    conduct(plan(n=40), save=saved.append, clock=lambda: next(times))

    assert 2 < len(saved) < 40
    assert saved[-1].games == 40


def test_a_worker_that_dies_once_costs_nothing(plan, conduct, tmp_path):
    record = plan(n=8, options=({"flag": str(tmp_path / "flag")},))

    done = conduct(record, make=once_deadly_race, jobs=2)

    assert (done.games, done.lost) == (8, ())
    assert done.tallies == conduct(record).tallies


def test_a_range_that_kills_twice_is_reported(plan, conduct):
    done = conduct(plan(n=3), make=deadly_race, jobs=1)

    assert done.games == 0
    assert len(done.lost) >= 1
    assert "A worker died twice on as printed, seeds 5" in done.lost[0]


@pytest.mark.slow
@pytest.mark.usefixtures("small_ranges")
def test_where_every_worker_dies_nobody_goes_on_for_ever(plan, conduct):
    with pytest.raises(UserError, match="Every worker dies") as told:
        conduct(plan(n=200), make=deadly_race, jobs=1)
    assert "--jobs 0" in told.value.advice


def test_errors_of_the_rules_are_raised(plan, conduct):
    def refuse(scenario, options):
        raise UserError("There is no such race.")

    with pytest.raises(UserError, match="no such race"):
        conduct(plan(), make=refuse)


def test_workers_leave_ctrl_c_to_the_first_process():
    with processes(1) as pool:
        assert pool.submit(_handler_name).result() == "SIG_IGN"


def _handler_name():
    import signal

    return signal.getsignal(signal.SIGINT).name  # type: ignore[union-attr]


def test_files_that_are_no_studies_are_refused(plan, conduct, tmp_path):
    file = tmp_path / "s.json"
    with pytest.raises(UserError, match="no study"):
        read_record(file)
    for data in (b"", b"[]", b'{"format": "other"}', b'{"format": "wardesk-study"}', b"\xff\xfe"):
        file.write_bytes(data)
        with pytest.raises(DamagedFile):
            read_record(file)
    file.write_bytes(b'{"format": "wardesk-study", "version": 99}')
    with pytest.raises(NewerFile):
        read_record(file)
    write_record(file, conduct(plan(n=4)))
    file.write_bytes(file.read_bytes().replace(b'"games":4', b'"games":5'))
    with pytest.raises(DamagedFile, match="do not add up"):
        read_record(file)


def test_the_record_is_plain_and_stable(plan, conduct, tmp_path):
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    record = conduct(plan(n=12))

    write_record(first, record)
    write_record(second, conduct(plan(n=12), make=make_race))

    assert first.read_bytes() == second.read_bytes()
    assert read_record(first) == record
    assert sys.getsizeof(first.read_bytes()) < 4000


def test_a_study_of_an_older_wardesk_opens():
    record = read_record(Path(__file__).parents[1] / "museum" / "study-v1.json")
    found = summarise(record, setting_of(record.study))

    assert [part.games for part in found.parts] == [4, 0]
    assert found.parts[0].fallen == ()
    assert found.parts[0].running[0].rows
    (spec, _), (tally, _) = record.study.specs, record.tallies
    more = GameCounter(rules_of(spec.scenario, spec.options), spec).play(4)
    both = merge((tally, more))
    assert (both.games, both.fallen_of) == (5, 1)


def test_a_worker_does_not_outlive_the_process_that_it_works_for():
    program = (
        "import os, signal\n"
        "from wardesk.studies.run import processes\n"
        "print(processes(1).submit(os.getpid).result(), flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert done.returncode == -signal.SIGKILL
    worker = int(done.stdout)
    end = time.monotonic() + 60
    while alive(worker):
        assert time.monotonic() < end
        time.sleep(0.05)


def alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")  # nobody may be there to take leave of it
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
