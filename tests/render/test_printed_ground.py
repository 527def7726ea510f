"""The ground of an operational map is painted once for all runs, and is the same read back."""

from __future__ import annotations

import subprocess
import sys

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QImage

from wardesk.documents.packs.campaign_maps import find_atlas
from wardesk.documents.packs.campaign_packs import find_design
from wardesk.render.country import printed
from wardesk.render.country.picture import CountryPrinter, packed
from wardesk.render.country.printed import printed_ground
from wardesk.render.theme import load_map_theme
from wardesk.services.campaign.base_map import base_map
from wardesk.services.campaign.operational_map import MapFacts
from wardesk.services.campaign.places import Gazetteer

WIDE = 220


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "grounds"


@pytest.fixture
def facts():
    atlas = find_atlas("market-garden")
    assert atlas is not None
    return base_map(Gazetteer(find_design("market-garden")[0], atlas))


@pytest.fixture
def painted(monkeypatch):
    """How often a ground was painted."""
    times = []
    paint = printed.country_image

    def counted(sheet, pixels):
        times.append(pixels)
        return paint(sheet, pixels)

    monkeypatch.setattr(printed, "country_image", counted)
    return times


def told(ground):
    """The picture of nobody on a ground, as it goes by mail, and what is said of its places."""
    nobody = MapFacts(
        count=0, turn="", weather="", standings=(), routes=(), bridges=(), boxes=(), elsewhere=()
    )
    return packed(CountryPrinter(ground).picture(nobody, "")), ground.names, ground.land


def test_a_ground_that_was_kept_prints_the_same_bytes(facts, kept, painted):
    first = told(printed_ground(facts, load_map_theme(), WIDE))
    again = told(printed_ground(facts, load_map_theme(), WIDE))

    assert painted == [WIDE]
    assert again == first
    assert first[1]  # towns are named
    assert not QImage.fromData(first[0]).textKeys()  # what the ground says is not sent along


def test_another_width_theme_or_land_is_another_ground(facts, kept, painted):
    printed_ground(facts, load_map_theme(), WIDE)
    printed_ground(facts, load_map_theme(), WIDE + 1)
    printed_ground(facts, load_map_theme("dark"), WIDE)
    printed_ground(replace(facts, land=facts.land[1:]), load_map_theme(), WIDE)

    assert len(painted) == 4
    assert len(list(kept.iterdir())) == 4


@pytest.mark.parametrize("damage", ["cut", "mute", "nonsense"])
def test_a_damaged_file_is_made_anew(facts, kept, painted, damage):
    whole = told(printed_ground(facts, load_map_theme(), WIDE))
    file = next(kept.iterdir())
    if damage == "cut":
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    elif damage == "mute":  # a picture that no longer says where its names stand
        QImage(40, 40, QImage.Format.Format_RGB32).save(str(file))
    else:
        file.write_bytes(b"no picture")

    assert told(printed_ground(facts, load_map_theme(), WIDE)) == whole
    assert len(painted) == 2
    assert told(printed_ground(facts, load_map_theme(), WIDE)) == whole
    assert len(painted) == 2


def test_only_the_newest_grounds_stay(facts, kept, monkeypatch):
    monkeypatch.setattr(printed, "MOST_GROUNDS", 2)
    for more in range(4):
        printed_ground(facts, load_map_theme(), 60 + more)

    assert len(list(kept.iterdir())) == 2


def test_a_campaigns_map_does_without_the_painters_of_boards():
    code = (
        "import sys, wardesk.render.country.picture, wardesk.render.country.printed\n"
        "print(*(name for name in sys.modules if name == 'wardesk.render.map.board_painter'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
