"""A sheet that is older than the ledger, and what can hardly be, on the results page."""

from __future__ import annotations

import msgspec
import pytest
from campaign_desk import settled
from clipping import clipped
from PySide6.QtCore import Qt

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived
from wardesk.campaign.operation.places import Place

pytestmark = pytest.mark.usefixtures("light")
UNITS = ("101.501.a", "101.501.b", "101.501.c")


def arrived(campaign):
    return campaign.add(
        [
            EventDraft(payload=UnitArrived(unit=unit, place=Place("hex", "42.163", "", "WED")))
            for unit in UNITS
        ]
    )


@pytest.mark.slow
def test_an_old_sheet_is_merged_in_the_window_and_a_wrong_hex_mended(
    desk, qtbot, begin_at, tmp_path
):
    here = begin_at("17 Sep 1300")
    here.worker.do(arrived)
    sheets = []
    here.worker.read(lambda campaign: campaign.sheet("WED"), sheets.append)
    settled(qtbot, desk)
    old = sheets[0]
    rows = tuple(
        msgspec.structs.replace(row, steps=row.steps - 1) if row.unit == UNITS[0]
        else msgspec.structs.replace(row, hex="42.l63") if row.unit == UNITS[2] else row
        for row in old.rows
    )  # fmt: skip
    file = tmp_path / "old.json"
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(old, rows=rows)))
    full = here.worker.page
    here.worker.do(lambda d: d.add([
        EventDraft(payload=StepsLost(unit=UNITS[0], steps=d.state.units[UNITS[0]].steps)),
        EventDraft(payload=StepsLost(unit=UNITS[1], steps=1)),
    ]))  # fmt: skip
    settled(qtbot, desk)
    assert full is not here.worker.page

    here.open_results()
    settled(qtbot, desk)
    page = here.results
    page.open_sheet(file)
    settled(qtbot, desk)
    page.flush()
    settled(qtbot, desk)
    assert page._preview is not None
    assert page._preview.stale
    page.open_merge()
    settled(qtbot, desk)
    dialog = page.merge_dialog
    assert not dialog.go.isEnabled()
    assert not clipped(dialog)
    dialog._choose(UNITS[0], "ledger")
    settled(qtbot, desk)
    assert dialog.go.isEnabled()
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    settled(qtbot, desk)
    page.flush()
    settled(qtbot, desk)

    assert not page._preview.stale
    assert [each.key for each in page._preview.doubts] == ["hex:42.l63"]
    assert not page.accept.isEnabled()
    assert not clipped(page)
    page.model.put_in(page._preview.doubts[0].units, page._preview.doubts[0].mend)
    page.flush()
    settled(qtbot, desk)
    assert not page._preview.doubts
