"""Maps to choose from: by title, with the file name as the second line; the same on Home."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from wardesk import paths
from wardesk.documents.maps.store import write_map
from wardesk.services.packs.shelf import known_maps, map_place
from wardesk.ui import language
from wardesk.ui.library import read_library
from wardesk.ui.making.table_pages import ChooseMapPage
from wardesk.ui.widgets.two_lines import DETAIL

sys.path.append(str(Path(__file__).parents[2] / "drawing"))
from maps import area_map

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def place(tmp_path):
    document = area_map()
    document.title = "The Long Coast"
    write_map(document, tmp_path / "coast-2.wdmap")
    return tmp_path / "coast-2.wdmap"


def test_a_map_from_a_file_shows_its_title_and_below_it_the_file(qtbot, place):
    page = ChooseMapPage([])
    qtbot.addWidget(page)
    page.resize(760, 420)
    page.show()
    page.choose(place)
    item = page.list.currentItem()
    assert item.text() == "The Long Coast"
    assert item.data(DETAIL) == "coast-2.wdmap"
    assert "coast-2.wdmap" in item.data(Qt.ItemDataRole.AccessibleTextRole)
    qtbot.waitUntil(lambda: page.board is not None, timeout=5000)
    assert page.list.sizeHintForRow(0) > 40
    assert not page.list.grab().isNull()
    page.stop()


def test_a_map_that_ships_has_its_title_in_the_language_of_the_window(qtbot, qapp, place):
    language.use(qapp, "de")
    try:
        page = ChooseMapPage(list(known_maps()))
        qtbot.addWidget(page)
        page.choose(paths.campaigns() / "hannut-stonne" / "maps" / "hannut")
        assert page.list.currentItem().text() == "Hannut, 13. Mai 1940"
        qtbot.waitUntil(lambda: page.board is not None, timeout=15_000)
        assert page.title.text() == "Ein Tisch bei Hannut, 13. Mai 1940"
        page.choose(place)
        assert page.list.currentItem().text() == "The Long Coast"  # as its designer wrote it
        page.stop()
    finally:
        language.use(qapp, "en")


def test_maps_of_packs_have_their_titles_and_say_which_pack():
    found = {place.name: (title, map_place(place)) for title, place in known_maps()}
    assert found["fort"] == ("Fort Eben-Emael, 31 sectors", "fort (eben-emael)")


def test_home_tells_the_title_of_a_map_and_its_file(place):
    library = read_library(datetime.now(UTC), lambda *_: None, [str(place)])
    card = next(card for card in library.recent if card.path == str(place))
    assert card.title == "The Long Coast"
    assert "coast-2.wdmap" in card.subtitle
