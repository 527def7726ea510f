"""Every counter and every sign on the table explains itself."""

from __future__ import annotations

import pytest
from signs import signs_of

from wardesk.documents.translate_values import Wording, worded
from wardesk.games.remagen import RemagenRules
from wardesk.games.remagen.state import KIND_NAMES, LOOKS
from wardesk.services.play.tables import load_game_table


@pytest.mark.parametrize(
    ("kind", "names"),
    [("counter", set(KIND_NAMES)), ("sign", signs_of(LOOKS))],
    ids=["counters", "signs"],
)
def test_every_kind_on_the_table_is_explained(kind, names):
    topics = load_game_table(RemagenRules.id).rules.rulebook.topics
    assert {topic.id for topic in topics if topic.kind == kind} == names


def test_the_river_is_named_in_the_language_of_the_person():
    board = load_game_table(RemagenRules.id).rules.board
    german = worded(board, Wording("de"))
    names = [[one.name for one in each.features if one.kind == "label"] for each in (board, german)]
    assert "RHINE" in names[0]
    assert "RHINE" not in names[1]
