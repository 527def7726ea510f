"""Campaigns that are open in the window: new ones, and ones that stand at a turn."""

from __future__ import annotations

import shutil
from uuid import uuid4

import pytest
from campaign_desk import WAIT, settled

from wardesk.documents.packs.campaign_packs import find_design
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk, utc_now
from wardesk.ui.campaign.worker import nonce
from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow


@pytest.fixture
def desk(qtbot):
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1280, 800)
    with qtbot.waitActive(window):
        window.show()
    made = Opener(window)
    yield made
    made.shut()


@pytest.fixture(scope="session")
def shelf(tmp_path_factory):
    """Campaigns that stand at the first line of a turn, each made once: (turn, typed dice) -> file.

    They go on by the checklist alone, without a window: what needs somebody is left by hand.
    """
    made = {}

    def at(turn, typed):
        if (turn, typed) not in made:
            path = tmp_path_factory.mktemp("shelf") / "Test run.wdcamp"
            design, _ = find_design("market-garden")
            with CampaignDesk.create(
                path, design, name="Test run", campaign=uuid4().hex, seed=None if typed else 5,
                options={}, now=utc_now, nonce=nonce, seat_names={"german": "Erika"},
            ) as campaign:  # fmt: skip
                goal = design.calendar.ordinal(turn)
                while campaign.state.ordinal < goal:
                    try:
                        campaign.next(roll=5 if typed else None)
                    except UserError:
                        campaign.next(skip="not in this test")
            made[turn, typed] = path
        return made[turn, typed]

    return at


@pytest.fixture
def begin_at(shelf, desk, qtbot, tmp_path):
    """Open a campaign at the first line of a turn as from its card."""

    def begun(turn, *, typed=False):
        path = shutil.copy(shelf(turn, typed), tmp_path / "Test run.wdcamp")
        desk.open_game(str(path))
        qtbot.waitUntil(lambda: desk.campaigns.workspace is not None, timeout=WAIT)
        settled(qtbot, desk)
        with qtbot.waitActive(desk.window_):
            desk.window_.activateWindow()
        desk.campaigns.workspace.enter()
        return desk.campaigns.workspace

    return begun
