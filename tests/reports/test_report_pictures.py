"""Pictures of reports: heat by cell, and JPEGs that fit into a file."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage

from wardesk.model.look import TableLook
from wardesk.paths import campaigns
from wardesk.render.map.heat import heat_picture
from wardesk.reports.after_action import picture_data, qt_painter
from wardesk.services.play.tables import load_game_table

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def board():
    from wardesk.documents.maps.store import load_board

    return load_board(min(campaigns().glob("*/maps/*")))


def test_heat_follows_the_numbers(board):
    most, few, *_ = board.cells
    plain = heat_picture(board, {}, wide=300)
    heat = heat_picture(board, {most: 40, few: 1, "nowhere": 9}, wide=300)

    assert plain.size() == heat.size()
    assert changed(plain, heat) > 10
    assert changed(heat, heat_picture(board, {most: 1, few: 40}, wide=300)) > 5
    assert heat_picture(board, {most: 0}, wide=300) == plain


def changed(one, two):
    return sum(
        one.pixel(x, y) != two.pixel(x, y)
        for x in range(0, one.width(), 3)
        for y in range(0, one.height(), 3)
    )


def test_pictures_are_jpegs_of_the_size_that_was_asked_for(board):
    painter = qt_painter()
    table = painter.table(board, TableLook(sides=(), counters=()), 320)
    heat = painter.heat(board, {next(iter(board.cells)): 3}, 320)

    for data in (table, heat):
        assert abs(QImage.fromData(data).width() - 320) <= 1
        assert picture_data(data).startswith("data:image/jpeg;base64,/9j/")


def test_every_game_with_tracks_can_be_measured():
    from wardesk.engine.kernel import begin
    from wardesk.games.registry import game_ids
    from wardesk.studies.measures import measures_of

    for game in game_ids():
        rules = load_game_table(game).rules
        _, state = begin(rules, umpire=False)
        assert measures_of(rules.showing.look(state), state), game
