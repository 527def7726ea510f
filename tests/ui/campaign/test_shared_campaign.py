"""A campaign on a server in the window: opened by its address, shown as others go on with it."""

from __future__ import annotations

import pytest
from campaign_desk import WAIT, settled
from postgres import Server, why_not
from PySide6.QtCore import Qt

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.services.campaign.desk import CampaignDesk, utc_now
from wardesk.services.campaign.server import copy_to_server
from wardesk.store.server import server_place
from wardesk.ui.campaign.worker import nonce

pytestmark = [
    pytest.mark.usefixtures("light"),
    pytest.mark.skipif(bool(why_not()), reason=why_not() or "a server can be started"),
    pytest.mark.xdist_group("postgres"),
]


@pytest.fixture(scope="module")
def server():
    made = Server()
    yield made
    made.close()


@pytest.fixture
def place(server, shelf):
    return copy_to_server(shelf("17 Sep 0700", False), server_place(server.database("window")))


@pytest.fixture
def workspace(place, desk, qtbot):
    """The shared campaign, opened by typing its address."""
    desk.window_.home.server_asked.emit()
    qtbot.waitUntil(lambda: desk.campaigns.address is not None, timeout=WAIT)
    qtbot.keyClicks(desk.campaigns.address.field, str(place))
    qtbot.keyClick(desk.campaigns.address.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: desk.campaigns.workspace is not None, timeout=WAIT)
    settled(qtbot, desk)
    return desk.campaigns.workspace


@pytest.fixture
def other(place):
    """Somebody else at the same campaign."""
    with CampaignDesk.open(place, write=True, now=utc_now, nonce=nonce) as made:
        yield made


def score(campaign, points=3):
    return campaign.add([EventDraft(payload=Points(side="allied", points=points, cause="a test"))])


@pytest.mark.slow
def test_what_others_add_appears_by_itself_and_cannot_be_undone_here(workspace, other, desk, qtbot):
    before = workspace.worker.page.events
    score(other)
    qtbot.waitUntil(lambda: workspace.worker.page.events > before, timeout=WAIT)
    assert any("a test" in line.words for line in workspace.worker.page.log)
    assert workspace.worker.undo_steps == []


@pytest.mark.slow
def test_whoever_is_slower_is_told_and_sees_it(workspace, other, desk, qtbot, monkeypatch):
    monkeypatch.setattr(other.store, "_with_events", lambda *_given: None)  # nobody is told
    score(other)
    refused = []
    workspace.worker.refused.connect(refused.append)
    workspace.worker.do(lambda campaign: score(campaign, 5))
    qtbot.waitUntil(lambda: bool(refused), timeout=WAIT)
    settled(qtbot, desk)
    assert "Somebody else was faster" in str(refused[0])
    assert any("a test" in line.words for line in workspace.worker.page.log)
    workspace.worker.do(score)
    settled(qtbot, desk)
    assert len(workspace.worker.undo_steps) == 1


def test_a_wrong_address_is_told_in_the_window(desk, qtbot):
    desk.open_server()
    qtbot.waitUntil(lambda: desk.campaigns.address is not None, timeout=WAIT)
    qtbot.keyClicks(desk.campaigns.address.field, "my campaign")
    qtbot.keyClick(desk.campaigns.address.field, Qt.Key.Key_Return)
    assert "no address" in desk.window_.notices.notices[-1].what
    assert desk.campaigns.workspace is None


@pytest.mark.slow
def test_the_doctor_examines_it_and_offers_no_backup(workspace, desk, qtbot):
    workspace.doctor_asked.emit()
    qtbot.waitUntil(lambda: desk.campaigns.doctor is not None, timeout=WAIT)
    assert desk.campaigns.doctor.restore.isHidden()
    desk.campaigns.doctor.reject()
