"""A study of the dice race, played here or in processes."""

from __future__ import annotations

import pytest
from dice_race import make_race

from wardesk.studies.conduct import Conductor
from wardesk.studies.record import new_record
from wardesk.studies.spec import Variant, make_study


@pytest.fixture
def plan():
    def made(n=20, options=({},), seed=5, players=None):
        rules = [make_race("race", each) for each in options]
        variants = [Variant(options=each, players=players or {}, seed=seed) for each in options]
        return new_record(make_study("race", rules, variants, n=n))

    return made


@pytest.fixture
def conduct():
    def play(record, make=make_race, jobs=0, **more):
        return Conductor(record, make, jobs=jobs, **more).play()

    return play
