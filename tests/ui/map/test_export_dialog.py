"""The dialog that hands a map to other programs."""

from __future__ import annotations

import json
import threading

import pytest

from wardesk.cli.main import main
from wardesk.documents.exports.keeps import Keeps
from wardesk.documents.maps.store import write_map
from wardesk.drawing.commands.all_commands import SetLayer
from wardesk.drawing.document import Underlay
from wardesk.render.export.exporter import ExportSetting
from wardesk.render.export.maps import EXPORTERS, MapExporter
from wardesk.render.export.page_layout import POSTER
from wardesk.render.map.frame import MapParts
from wardesk.ui.map.dialogs import export
from wardesk.ui.map.dialogs.export import ExportDialog
from wardesk.words import say


@pytest.fixture
def dialog(qtbot):
    def open_dialog(hand):
        made = ExportDialog(hand.workspace.session, hand.workspace)
        qtbot.addWidget(made)
        made.show()
        return made

    return open_dialog


def only(asked, *forms):
    for form, toggle in asked.forms.items():
        if toggle.isChecked() != (form in forms):
            toggle.click()


def settle(qtbot, asked):
    """Wait until what stays behind is worked out."""
    qtbot.waitUntil(lambda: not asked._looking.running, timeout=10_000)


class Held:
    """Works out what stays behind in GeoJSON only when it is let go; knows which threads did."""

    def __init__(self, monkeypatch):
        self.go, self.threads, self.asked = threading.Event(), [], []
        real = export.left_behind

        def slowly(document, form, options):
            self.threads.append(threading.current_thread())
            self.asked.append((form, options.hidden_too))
            assert form != "geojson" or self.go.wait(10)
            return real(document, form, options)

        monkeypatch.setattr(export, "left_behind", slowly)


@pytest.fixture
def held(monkeypatch):
    made = Held(monkeypatch)
    yield made
    made.go.set()


def test_parts_of_the_sheet_can_be_switched_off(hexes, dialog):
    asked = dialog(hexes)
    asked.fields.toggles["numbers"].click()
    asked.fields.toggles["key"].click()
    assert asked.options().parts == MapParts(numbers=False, key=False)


def test_pages_overlap_and_a_poster_has_a_bleed(hexes, dialog):
    asked = dialog(hexes)
    assert asked.fields.steppers["overlap"].isVisible()
    assert not asked.fields.steppers["bleed"].isVisible()
    asked.paper.setCurrentIndex(asked.paper.findData(POSTER))
    assert asked.fields.steppers["bleed"].isVisible()
    assert not asked.fields.steppers["overlap"].isVisible()
    asked.fields.steppers["bleed"].set_value(3)
    assert asked.options().pages.bleed == 3
    asked.paper.setCurrentIndex(asked.paper.findData("a3"))
    assert asked.options().pages.bleed == 0
    only(asked, "png")
    assert not asked.fields.steppers["overlap"].isVisible()


def test_areas_have_no_grid_to_switch_off(maps, dialog):
    assert "grid" not in dialog(maps("area")).fields.toggles


@pytest.mark.parametrize("too", [False, True])
def test_a_hidden_layer_is_written_only_when_that_is_asked_for(hexes, dialog, qtbot, tmp_path, too):
    assert dialog(hexes).hidden is None
    hexes.model.do(SetLayer("lines", visible=False))
    asked = dialog(hexes)
    assert asked.hidden.isVisible()
    only(asked, "geojson")
    asked.place.setText(str(tmp_path / "out"))
    if too:
        asked.hidden.click()
    with qtbot.waitSignal(asked.written, timeout=20_000):
        asked.write.click()
    rows = json.loads((tmp_path / "out.geojson").read_text("utf-8"))["features"]
    kinds = {row["properties"].get("kind") for row in rows}
    assert ("road" in kinds) is too


def test_several_forms_are_written_at_once_beside_each_other(hexes, dialog, qtbot, tmp_path):
    asked = dialog(hexes)
    only(asked, "gpkg", "geojson", "tmx")
    asked.place.setText(str(tmp_path / "out"))
    asked.place.textEdited.emit(asked.place.text())
    assert "out.gpkg" in asked.told.text()
    with qtbot.waitSignal(asked._task.done, timeout=30_000):
        asked.write.click()
    assert {one.suffix for one in tmp_path.iterdir()} >= {".gpkg", ".geojson", ".tmx"}
    assert not asked.bar.isVisible()


def test_work_can_be_stopped_and_says_so(hexes, dialog, qtbot, tmp_path):
    asked = dialog(hexes)
    only(asked, "pdf")
    asked.fields.steppers["cell_mm"].set_value(60)
    asked.place.setText(str(tmp_path / "out"))
    asked._told = lambda done, of: False
    with qtbot.waitSignal(asked._task.failed, timeout=30_000):
        asked.write.click()
    assert "Stopped" in asked.told.text()
    assert not (tmp_path / "out.pdf").exists()
    assert asked.write.isEnabled()


def test_a_bar_that_comes_and_goes_moves_nothing(hexes, dialog, qtbot):
    asked = dialog(hexes)
    only(asked, "pdf")
    settle(qtbot, asked)
    before = asked.height(), asked.place.mapTo(asked, asked.place.rect().topLeft())
    for running in (True, False):
        asked._busy(running=running)
        asked._say("Writing the map…", "text2")
        qtbot.wait(30)
        assert (asked.height(), asked.place.mapTo(asked, asked.place.rect().topLeft())) == before


def test_nothing_is_written_without_a_form_and_areas_have_no_tiles(hexes, maps, dialog):
    asked = dialog(hexes)
    only(asked)
    assert asked.write.looks_off()
    assert "tmx" not in dialog(maps("area")).forms


def test_what_stays_behind_is_told_before_anything_is_written_and_after(
    hexes, dialog, qtbot, tmp_path
):
    hexes.workspace.session.document.underlays.append(Underlay(id="s", image="a", size=(1, 1)))
    asked = dialog(hexes)
    only(asked, "png")
    settle(qtbot, asked)
    assert not asked.left.isVisible()
    asked.fields.toggles["world"].click()
    settle(qtbot, asked)
    assert "PNG picture: Stays behind: 1 picture under the map." in asked.left.text()
    only(asked, "geojson")
    settle(qtbot, asked)
    assert "PNG" not in asked.left.text()
    assert "• GeoJSON for QGIS and GDAL: Stays behind: 1 picture under" in asked.left.text()
    assert asked.left.isVisible()
    asked.place.setText(str(tmp_path / "out"))
    with qtbot.waitSignal(asked.written, timeout=20_000):
        asked.write.click()
    assert "1 picture under the map" in asked.left.text()


def test_every_form_and_all_that_is_said_of_them_leave_the_foot_on_a_small_screen(
    hexes, dialog, qtbot
):
    asked = dialog(hexes)
    only(asked, *asked.forms)
    settle(qtbot, asked)
    asked._say("\n".join(f"upper-valley-{n}.pdf is there." for n in range(8)), "ok")
    assert asked.left.text().count("\n") >= 3
    assert asked.layout().totalMinimumSize().height() <= 730
    assert asked._scroller.verticalScrollBar().maximum() > 0
    asked._say("Writes upper-valley.pdf.", "text2")
    only(asked)
    assert asked._scroller.height() < 40


def test_what_is_hidden_is_told_until_it_is_wanted_too(hexes, dialog, qtbot):
    hexes.model.do(SetLayer("lines", visible=False))
    asked = dialog(hexes)
    only(asked, "geojson")
    settle(qtbot, asked)
    assert "what is hidden (roads, rails and rivers)" in asked.left.text()
    asked.hidden.click()
    settle(qtbot, asked)
    assert "hidden" not in asked.left.text()


def test_what_stays_behind_is_worked_out_behind_the_window(hexes, dialog, qtbot, held):
    asked = dialog(hexes)
    only(asked, "geojson")
    assert asked.left.text() == ""  # a moment later it may be there: nothing flickers
    qtbot.waitUntil(lambda: "Looking at what stays behind" in asked.left.text(), timeout=5_000)
    assert asked.write.isEnabled()
    held.go.set()
    qtbot.waitUntil(lambda: "costs and figures of kinds" in asked.left.text(), timeout=10_000)
    assert "Looking" not in asked.left.text()
    assert held.threads
    assert threading.main_thread() not in held.threads


def test_a_small_map_has_its_words_at_once_without_a_word_of_waiting(
    hexes, dialog, qtbot, monkeypatch
):
    asked = dialog(hexes)
    said = []
    write = asked.left.setText
    monkeypatch.setattr(asked.left, "setText", lambda words: (said.append(words), write(words)))
    only(asked, "geojson", "tmx")
    settle(qtbot, asked)
    qtbot.wait(300)
    assert "GeoJSON" in said[-1]
    assert "Tiled" in said[-1]
    assert not any("Looking" in words for words in said)


def test_words_of_an_older_state_are_not_shown(hexes, dialog, qtbot, held):
    hexes.model.do(SetLayer("lines", visible=False))
    asked = dialog(hexes)
    only(asked, "geojson")
    qtbot.waitUntil(lambda: ("geojson", False) in held.asked, timeout=5_000)
    said = []
    write = asked.left.setText
    asked.left.setText = lambda words: (said.append(words), write(words))
    asked.hidden.click()
    held.go.set()
    qtbot.waitUntil(lambda: ("geojson", True) in held.asked, timeout=5_000)
    settle(qtbot, asked)
    assert "GeoJSON" in said[-1]
    assert not any("what is hidden" in words for words in said)


def test_nothing_is_said_in_a_dialog_that_is_closed(hexes, dialog, qtbot, held):
    asked = dialog(hexes)
    only(asked, "geojson")
    qtbot.waitUntil(lambda: ("geojson", False) in held.asked, timeout=5_000)
    asked.reject()
    held.go.set()
    qtbot.wait(400)
    assert not asked._looking.running
    assert asked.left.text() == ""


class CellsTable(MapExporter):
    """A toy form with a setting of its own."""

    id, suffix = "csv", ".csv"
    title, help = say("CSV of cells"), "Write a table of cells."
    takes = (ExportSetting(name="mark", help="Between columns.", usual=",", title=say("Mark")),)
    keeps = Keeps(program="Calc", things=frozenset({"ground"}))

    def write(self, source, path, options, progress):
        mark = options.own.get("mark", ",")
        rows = [f"{one}{mark}{cell.terrain}\n" for one, cell in source.cells.items()]
        path.write_text("".join(rows), "utf-8")
        return say("{cells} cells", cells=len(rows))


def test_a_further_form_is_one_class_for_the_window_and_the_command_line(
    hexes, dialog, qtbot, tmp_path, monkeypatch, capsys
):
    monkeypatch.setitem(EXPORTERS, "csv", CellsTable())
    asked = dialog(hexes)
    only(asked, *asked.forms)
    settle(qtbot, asked)
    asked._say("\n".join(f"upper-valley-{n}.pdf is there." for n in range(8)), "ok")
    assert len(asked.forms) == 9
    assert asked.layout().totalMinimumSize().height() <= 730
    only(asked, "csv")
    settle(qtbot, asked)
    assert asked.fields.lines["mark"].isVisible()
    assert "CSV of cells: Stays behind: " in asked.left.text()
    asked.fields.lines["mark"].setText(";")
    asked.place.setText(str(tmp_path / "out"))
    with qtbot.waitSignal(asked.written, timeout=20_000):
        asked.write.click()
    assert "0402;wood\n" in (tmp_path / "out.csv").read_text("utf-8")
    only(asked, "pdf")
    assert not asked.fields.lines["mark"].isVisible()
    place, file = tmp_path / "m.wdmap", tmp_path / "cells.csv"
    write_map(hexes.workspace.session.document, place)
    assert main(["map", "export", str(place), "--csv", str(file), "--mark", "|"]) == 0
    assert "0402|wood\n" in file.read_text("utf-8")
    assert f"{file}: 55 cells\n  Stays behind: " in capsys.readouterr().out
    assert main(["map", "export", "--help"]) == 0
    assert "Write a table of cells." in capsys.readouterr().out
