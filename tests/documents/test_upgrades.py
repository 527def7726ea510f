"""Tests of upgrades."""

import pytest

from wardesk.documents.maps.upgrades import upgrade
from wardesk.errors import DamagedFile, NewerFile


def manifest(version, **more):
    return {"manifest.json": {"format": "wardesk-map", "version": version, **more}}


def test_steps_are_taken_one_at_a_time():
    taken = []

    def step(number):
        def take(parts):
            taken.append((number, parts["manifest.json"]["version"]))
            return parts

        return take

    result = upgrade(manifest(1), {1: step(1), 2: step(2)}, current=3)
    assert taken == [(1, 1), (2, 2)]
    assert result["manifest.json"]["version"] == 3


def test_a_newer_file_is_refused_with_the_version_that_wrote_it():
    with pytest.raises(NewerFile, match=r"written by WarDesk 9\.4\.1 in format 12"):
        upgrade(manifest(12, written_by="9.4.1"))


@pytest.mark.parametrize("version", [0, -1, "1", None, True, 1.0])
def test_a_version_that_is_no_number_is_damage(version):
    with pytest.raises(DamagedFile, match="version"):
        upgrade(manifest(version))


@pytest.mark.parametrize("value", [None, [], "x", {}, {"format": "tiled"}])
def test_a_manifest_of_something_else_is_damage(value):
    with pytest.raises(DamagedFile, match=r"manifest\.json"):
        upgrade({"manifest.json": value})
