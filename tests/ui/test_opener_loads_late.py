"""What takes long to load is loaded when it is wanted, and not by the window's start."""

import subprocess
import sys

import pytest

from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow

pytestmark = pytest.mark.usefixtures("light")


@pytest.mark.slow
def test_the_desk_loads_no_database():
    code = (
        "import sys, wardesk.ui.opener\n"
        "found = {'sqlmodel', 'sqlalchemy', 'alembic'} & set(sys.modules)\n"
        "assert not found, found"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_new_campaign_is_asked_for_once_its_room_is_loaded(qtbot):
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    desk = Opener(window)
    try:
        window.home.start_campaign.emit("market-garden")
        qtbot.waitUntil(lambda: desk.campaigns.dialog is not None, timeout=20_000)
        assert desk.campaigns.dialog.isVisible()
        desk.campaigns.dialog.close()
    finally:
        desk.shut()
