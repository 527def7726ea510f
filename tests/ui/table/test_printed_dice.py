"""Dice are typed, lie in the tray and stand in the log as they are printed."""

import shutil
from pathlib import Path

import pytest

from wardesk.services.play.session import PlaySession
from wardesk.ui.widgets.dice_tray import DieFace

MUSEUM = Path(__file__).parents[2] / "museum"


@pytest.fixture
def table(tables, tmp_path):
    """A check of troop quality is rolled with a die of ten, which is typed."""
    shutil.copy(MUSEUM / "dice-v4.wdgame", tmp_path / "game.wdgame")
    session = PlaySession.open(tmp_path / "game.wdgame")
    found = tables(session)
    found.model.runner.set_pace(0)
    return found


@pytest.mark.parametrize("mode", ["play", "adjudicate"])
@pytest.mark.parametrize("face", [0, 9])
def test_a_die_of_ten_is_typed_from_0_to_9(table, mode, face):
    table.session.set_mode(mode)
    table.model.refresh()
    answer = table.right.card.dice if mode == "adjudicate" else table.right.dice.answer
    (field,) = answer.fields.fields
    assert "0 to 9" in field.toolTip()
    rolled = table.session.journal.head + 1
    field.setText(str(face))
    answer.use_typed()
    assert table.session.journal.events[rolled].answer.dice == (face,)
    lying = [die for die in table.right.dice.findChildren(DieFace) if not die.isHidden()]
    assert [die.accessibleName() for die in lying] == [f"Die, {face}"]
    told = next(line for line in table.session.log_lines() if line.event == rolled)
    assert told.text == f"Rolled {face}"
