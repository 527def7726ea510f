"""A short recorded session without a screen: the real program in a process of its own."""

import json

import pytest
from sessions import area_map, hex_map
from sessions.stage import Session

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def session(tmp_path, request):
    """The program without a screen; every check of the session must hold at the end."""
    made = Session(request.node.name, tmp_path, screen=False)
    yield made
    assert not made.failed, (made.out / "log.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_an_area_map_is_drawn_killed_and_recovered(session):
    with session as s:
        area_map.begin(s)
        area_map.lay_picture(s)
        area_map.draw(s, 3)
        area_map.history(s)
        drawn = s.ask("digest()")
        s.kill()
        s.start()
        s.click(s.ask("middle(window().home._left_open[0])"))
        s.until("drawing()", "the map is back")
        s.check("nothing is lost", s.ask("digest()") == drawn)


@pytest.mark.slow
def test_a_hex_map_is_drawn_by_hand(session):
    with session as s:
        hex_map.begin(s, 26, 14)
        hex_map.ground(s)
        hex_map.hexsides(s)
        s.key("ctrl+s")
        s.until("draw().session.is_saved", "the map is saved")
        path = s.ask("str(draw().session.path)")
        s.check("the file is a map", json.dumps(path).endswith('.wdmap"'))
