"""Packets, orders, messages and the report in the window, on a real file."""

from __future__ import annotations

import pytest
from campaign_desk import WAIT, begin, settled
from clipping import clipped
from msgspec.structs import replace
from PySide6.QtCore import Qt

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.operation.orders_text import read_form, write_json
from wardesk.reports import campaign_maps
from wardesk.reports.packet import MAP_WIDE
from wardesk.services.campaign.owed import form_for
from wardesk.services.campaign.packets import record_sent
from wardesk.ui import language
from wardesk.ui.campaign.dialogs.message import MessageDialog

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def here(desk, qtbot):
    """A campaign that has just begun, with its packets page open."""
    made = begin(qtbot, desk)
    made.open_page("packets")
    qtbot.waitUntil(lambda: bool(made.packets.seats.lines), timeout=WAIT)
    settled(qtbot, desk)
    return made


@pytest.fixture
def told(here):
    """Every notice that the desk gave."""
    found = []
    here.noticed.connect(found.append)
    return found


def drawn(qtbot, desk, here):
    """Wait until nothing is drawn any more: a whole map takes long on a busy machine."""
    qtbot.waitUntil(lambda: not here.worker.busy, timeout=120_000)
    settled(qtbot, desk)


def written(qtbot, desk, here, folder, seat):
    here.packets.controller.write([seat], folder)
    drawn(qtbot, desk, here)
    return folder / seat


def test_the_page_lists_the_seats_and_what_a_packet_would_newly_reveal(desk, here, qtbot):
    page = here.packets
    assert [row.name for row in page.seats.lines][:2] == [
        "Allied commander",
        "German commander (Erika)",
    ]
    page.select("german")
    settled(qtbot, desk)
    assert page.list.model().rowCount() == len(page.seats.lines[1].news) > 0
    assert clipped(desk.window_) == []
    assert page.open_.isEnabled()
    before = page.seats.lines[1].facts
    here.packets.controller.send(["german"], "Beware of the left", "")
    settled(qtbot, desk)
    assert page.seats.lines[1].facts == before + 1
    assert page.news.lines[-1][1] == "Message: Beware of the left"


def test_the_ground_of_the_first_packet_is_made_while_the_page_is_read(desk, qtbot, monkeypatch):
    kept = {}
    monkeypatch.setattr(campaign_maps, "_KEPT", kept)
    made = begin(qtbot, desk)
    assert not kept
    made.open_page("packets")
    qtbot.waitUntil(lambda: [wide for _, wide in kept] == [MAP_WIDE], timeout=120_000)


@pytest.mark.slow
def test_packets_are_written_into_a_new_folder_and_the_list_starts_anew(
    desk, here, qtbot, tmp_path, told
):
    made = written(qtbot, desk, here, tmp_path / "out", "german")
    assert (made / "report.pdf").is_file()
    assert not here.packets.working.isVisible()
    assert told[-1].what == "The packet is written."
    assert told[-1].actions
    row = here.packets.seats.lines[1]
    assert (row.sent, row.facts) == (1, 0)
    written(qtbot, desk, here, tmp_path / "out", "german")
    assert "is there already" in told[-1].what
    assert here.packets.controller._new_folder(tmp_path).parent == tmp_path


def test_packets_that_are_given_up_leave_nothing(desk, here, qtbot, tmp_path, told):
    controller = here.packets.controller
    controller.progress.connect(lambda _done, _all: controller.cancel())
    here.packets.controller.write(["german", "allied"], tmp_path / "out")
    assert here.packets.working.isVisible()
    drawn(qtbot, desk, here)
    assert told[-1].what == "No packets were written."
    assert not (tmp_path / "out").exists()
    assert here.packets.seats.lines[1].sent == 0


def test_the_desk_opens_as_a_seat_read_only_and_leads_back(desk, here, qtbot):
    here.packets.select("german")
    qtbot.mouseClick(here.packets.open_, Qt.MouseButton.LeftButton)
    settled(qtbot, desk)
    assert here.banner.isVisible()
    assert "Erika" in here.banner.accessibleName()
    assert not here.next_.isEnabled()
    assert {row.side for row in here.worker.page.formations} == {"german"}
    here.show_page("packets")
    assert not here.packets.all.isEnabled()
    assert "umpire" in here.packets.all.toolTip()
    assert here.packets.seats.lines == []
    qtbot.mouseClick(here.banner.back, Qt.MouseButton.LeftButton)
    settled(qtbot, desk)
    assert not here.banner.isVisible()
    assert here.packets.all.isEnabled()
    assert here.packets.seats.lines


@pytest.mark.slow
def test_a_filled_form_shows_its_differences_and_enters_nothing_by_itself(
    desk, here, qtbot, tmp_path, told
):
    folder = written(qtbot, desk, here, tmp_path / "out", "german")
    form = read_form((folder / "orders.txt").read_bytes())
    lines = tuple(replace(line, order="Hold <b>here</b>") for line in form.orders[:1])
    file = tmp_path / "filled.json"
    file.write_bytes(write_json(replace(form, orders=lines)))
    events = here.worker.page.events
    controller = here.packets.controller
    controller.read_orders(file)
    settled(qtbot, desk)
    dialog = controller.dialog
    assert dialog is not None
    assert [change.after for change in dialog.found.changes] == ["Hold <b>here</b>"]
    assert clipped(dialog) == []
    assert here.worker.page.events == events
    qtbot.mouseClick(dialog.enter, Qt.MouseButton.LeftButton)
    settled(qtbot, desk)
    assert here.worker.page.events == events + 1
    assert here.worker.page.log[-1].actor == "German commander"
    assert told[-1].what == "One order is entered."
    assert here.packets.seats.lines[1].orders == 1

    controller.read_orders(file)
    settled(qtbot, desk)
    assert not controller.dialog.enter.isEnabled()
    assert controller.dialog.enter.toolTip() == "The form changes nothing"
    controller.dialog.reject()


@pytest.mark.slow
def test_a_wrong_form_cannot_be_entered_and_a_file_that_is_none_is_refused(
    desk, here, qtbot, tmp_path, told
):
    folder = written(qtbot, desk, here, tmp_path / "out", "german")
    form = read_form((folder / "orders.json").read_bytes())
    file = tmp_path / "wrong.json"
    file.write_bytes(write_json(replace(form, seal="0" * 64, message="Help")))
    controller = here.packets.controller
    controller.read_orders(file)
    settled(qtbot, desk)
    assert not controller.dialog.enter.isEnabled()
    assert controller.dialog.enter.toolTip() == "The form is not in order"
    controller.dialog.reject()
    for data in (b"", b"\x80\x81", b"Dear umpire"):
        file.write_bytes(data)
        controller.read_orders(file)
        settled(qtbot, desk)
        assert told[-1].tone == "warn"
    controller.read_orders(tmp_path / "gone.txt")
    assert "WarDesk cannot read gone.txt" in told[-1].what


def test_a_message_needs_a_reader_and_a_text_and_may_arrive_later(desk, here, qtbot):
    page = here.packets
    page.select("german")
    qtbot.mouseClick(page.message, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.controller.dialog is not None, timeout=WAIT)
    dialog = page.controller.dialog
    assert not dialog.send.isEnabled()
    assert dialog.boxes["german"].isChecked()
    qtbot.keyClicks(dialog.text, "Come at once")
    assert dialog.send.isEnabled()
    dialog.boxes["german"].setChecked(False)
    assert dialog.send.toolTip() == "Choose who shall read it"
    dialog.boxes["101"].setChecked(True)
    dialog.due.setCurrentIndex(2)
    assert clipped(dialog) == []
    qtbot.mouseClick(dialog.send, Qt.MouseButton.LeftButton)
    settled(qtbot, desk)
    assert "Come at once" in here.worker.page.log[-1].words
    row = next(row for row in page.seats.lines if row.seat == "101")
    assert "Come at once" not in str(row.news)


@pytest.mark.slow
def test_the_report_is_written_behind_the_scenes(desk, here, qtbot, tmp_path, told):
    file = tmp_path / "report.html"
    here.packets.controller.write_report(file)
    drawn(qtbot, desk, here)
    assert told[-1].what == "The report is written."
    assert "after-action report" in file.read_text()
    here.packets.controller.write_report(tmp_path / "no" / "report.html")
    drawn(qtbot, desk, here)
    assert told[-1].tone == "warn"
    assert not here.packets.working.isVisible()


def test_a_seat_plays_by_fog_after_a_click_and_a_form(desk, here, qtbot):
    page = here.packets
    page.select("101")
    page.fog.click()
    settled(qtbot, desk)
    form = here.forms.dialog
    qtbot.waitUntil(lambda: form.verdict is not None and form.act.isEnabled(), timeout=WAIT)
    assert form.words() == {"seat": "101", "hexes": "1", "on": "yes"}
    form.act.click()
    settled(qtbot, desk)
    form.close()
    seat = "101"
    qtbot.waitUntil(
        lambda: [row.fog for row in page.seats.lines if row.seat == seat] == [1], timeout=WAIT
    )
    at = next(k for k, row in enumerate(page.seats.lines) if row.seat == seat)
    assert page.seats.data(page.seats.index(at, 1)) == "Allies, by fog"
    assert clipped(desk.window_) == []


def test_a_seat_is_named_in_the_language_of_the_window(desk, here, qapp):
    """Who sits there keeps his own name."""
    model, row = here.packets.seats, here.packets.seats.lines[0]
    try:
        language.use(qapp, "de")
        said = [model.data(model.index(at, 0)) for at in (0, 1)]
        assert said == ["Alliierter Befehlshaber", "Deutscher Befehlshaber (Erika)"]
        letter = MessageDialog([(row.seat, row.name)], [], here)
        assert letter.boxes[row.seat].accessibleName() == "An: Alliierter Befehlshaber"
    finally:
        language.use(qapp, "en")


def test_a_campaign_begins_in_the_fog_for_those_of_whom_the_dialog_says_so(desk, qtbot):
    made = begin(qtbot, desk, fog={"german": "fog, 2 hexes"})
    made.open_page("packets")
    qtbot.waitUntil(lambda: bool(made.packets.seats.lines), timeout=WAIT)
    settled(qtbot, desk)

    assert {row.seat: row.fog for row in made.packets.seats.lines if row.fog is not None} == {
        "german": 2
    }


def test_the_umpire_allows_in_place_what_the_rules_refuse_of_a_form(desk, here, qtbot, tmp_path):
    file = tmp_path / "orders.json"

    def filled(at):
        """A packet at 1900, and its form that buys the chit of somebody who is not there."""
        at.add([EventDraft(payload=TurnBegun(ordinal=at.design.calendar.ordinal("17 Sep 1900")))])
        at.act("dispatch", {"division": "101", "points": "4"})
        form = form_for(at, "allied")
        record_sent(at, {"allied": form.seal})
        lines = [
            replace(line, answer="101.327" if line.id.startswith("chits.101.") else "")
            for line in form.decisions
        ]
        file.write_bytes(write_json(replace(form, decisions=tuple(lines))))

    here.worker.do(filled)
    settled(qtbot, desk)

    controller = here.packets.controller
    controller.read_orders(file)
    settled(qtbot, desk)
    dialog = controller.dialog
    (reason,) = dialog.reasons.values()
    assert reason.hasFocus()
    assert dialog.enter.toolTip() == "Say why the umpire allows what the rules refuse"
    qtbot.keyClicks(reason, "they came by truck")
    assert clipped(dialog) == []
    qtbot.mouseClick(dialog.enter, Qt.MouseButton.LeftButton)
    settled(qtbot, desk)

    assert any("they came by truck" in line.words for line in here.worker.page.log)


@pytest.mark.slow
def test_the_next_thing_is_shown_beside_another_page(desk, here, qtbot):
    """The packets page takes the room of what is asked; it gives way."""
    assert here.right_dock.isHidden()

    here.next_need()
    settled(qtbot, desk)

    assert here.pages.page == "map"
    assert not here.right_dock.isHidden()
    assert here.ask.isVisible()


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_the_pages_of_a_campaign_are_one_line_of_tabs_in_a_small_window(qapp, desk, qtbot, code):
    language.use(qapp, code)
    try:
        made = begin(qtbot, desk)
        made.open_page("log")
        settled(qtbot, desk)
        tops = {button.y() for button in made.pages.tabs._group.buttons()}
        assert len(tops) == 1
        assert clipped(desk.window_) == []
        first, second = made.log.view.lines.lines[:2]
        assert first.heading
        assert second.how.startswith("1 · ")
    finally:
        language.use(qapp, "en")
