"""Pictures of maps on the cards of Home: painted once, kept, painted anew when the map changes."""

from __future__ import annotations

import os
import shutil
import time

import pytest

from wardesk.documents.maps.store import load_board
from wardesk.errors import UserError
from wardesk.paths import campaigns, user_cache
from wardesk.ui import card_pictures

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "cards"


@pytest.fixture
def path(tmp_path):
    return shutil.copytree(campaigns() / "may-1940" / "maps" / "proving-ground", tmp_path / "map")


@pytest.fixture
def painted(monkeypatch):
    """How many pictures were painted."""
    boards = []

    def load(path, part=()):
        boards.append(path)
        return load_board(path, part)

    monkeypatch.setattr(card_pictures, "load_board", load)
    return boards


def test_a_card_is_painted_once_and_kept_on_the_disk(path, kept, painted):
    first = card_pictures.card_picture(path)
    again = card_pictures.card_picture(path)

    assert len(painted) == 1
    assert again.convertToFormat(first.format()) == first
    assert len(list(kept.iterdir())) == 1


def test_a_changed_map_is_painted_anew(path, kept, painted):
    card_pictures.card_picture(path)
    part = next(path.glob("*.json"))  # any part
    os.utime(part, ns=(0, time.time_ns() + 10**10))
    card_pictures.card_picture(path)

    assert len(painted) == 2


def test_a_kept_picture_that_is_broken_is_painted_anew(path, kept, painted):
    card_pictures.card_picture(path)
    next(kept.iterdir()).write_bytes(b"no picture")

    assert card_pictures.card_picture(path).width() == card_pictures.CARD_WIDTH
    assert len(painted) == 2


def test_a_card_is_shown_where_nothing_can_be_kept(path, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("WARDESK_CACHE", str(tmp_path / "file"))

    assert card_pictures.card_picture(path).width() == card_pictures.CARD_WIDTH


def test_a_map_that_cannot_be_read_has_no_picture_and_keeps_none(path, kept):
    for part in path.glob("*.json"):
        part.write_bytes(b"no map")
    with pytest.raises(UserError):
        load_board(path)

    assert card_pictures.card_picture(path) is None
    assert not kept.exists()


def test_only_the_newest_pictures_stay(path, kept, monkeypatch):
    monkeypatch.setattr(card_pictures, "MOST_CARDS", 2)
    for when in range(4):
        os.utime(path, ns=(0, time.time_ns() + when * 10**10))
        card_pictures.card_picture(path)

    assert len(list(kept.iterdir())) == 2


def test_the_cache_is_in_the_chosen_folder_of_data(monkeypatch, tmp_path):
    monkeypatch.delenv("WARDESK_CACHE")
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path))

    assert user_cache() == tmp_path / "cache"


def test_a_full_disk_costs_the_picture_kept_and_no_more(path, kept, monkeypatch):
    def full(place, data):
        raise UserError("The disk is full.")

    monkeypatch.setattr("wardesk.render.export.kept.write_atomically", full)

    assert card_pictures.card_picture(path).width() == card_pictures.CARD_WIDTH
    assert not list(kept.iterdir())


def test_scenarios_on_one_map_look_different(path, kept):
    whole = card_pictures.CardMap(path)
    cells = tuple(load_board(path).cells)
    parts = [whole, whole._replace(around=cells[:2]), whole._replace(around=cells[-2:])]
    pictures = card_pictures.card_pictures(parts)
    assert len(pictures) == 3
    shown = [picture.convertToFormat(picture.Format.Format_RGB32) for picture in pictures.values()]
    assert shown[0] != shown[1] != shown[2] != shown[0]
