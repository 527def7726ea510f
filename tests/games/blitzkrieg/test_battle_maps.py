"""The maps that ship are what their script builds, and say what is known of them."""

import pytest
from ground.battle_maps import SHIPPED, main

from wardesk.documents.maps.store import read_map


def test_the_script_builds_the_shipped_maps_byte_for_byte(tmp_path, capsys):
    assert main(tmp_path) == 0
    for name in ("hannut", "stonne"):
        shipped = sorted(file.name for file in (SHIPPED / name).iterdir())
        assert shipped == sorted(file.name for file in (tmp_path / name).iterdir())
        for file in shipped:
            assert (tmp_path / name / file).read_bytes() == (SHIPPED / name / file).read_bytes()
    assert "stonne" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "title"), [("hannut", "Hannut, 13 May 1940"), ("stonne", "Stonne, 15 May 1940")]
)
def test_each_map_has_its_day_and_says_what_is_known_of_it(name, title):
    document = read_map(SHIPPED / name)
    assert document.title == title
    for part in ("reconstruction", "From the rules", "A guess"):
        assert part in document.provenance
