"""Whatever hands do with the area tools: undone it is the identical document, redone it is, too."""

from __future__ import annotations

import random

import pytest
from area_stage import ALT, CTRL, NONE, SHIFT, area_stage, canon
from PySide6.QtCore import Qt

TOOLS = ("area", "node", "redraw", "cut", "merge", "border")
KEYS = (
    Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Backspace, Qt.Key.Key_Delete,
    Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Period, Qt.Key.Key_T, Qt.Key.Key_Semicolon,
)  # fmt: skip


def place(rng, stage):
    """Near something, or anywhere."""
    if rng.random() < 0.6 and stage.document.nodes:
        x, y = rng.choice([*stage.document.nodes.values()])
        return x + rng.uniform(-3, 3), y + rng.uniform(-3, 3)
    return rng.uniform(-20, 150), rng.uniform(-20, 150)


def gesture(rng, stage):
    """One thing that a hand may do."""
    held = rng.choice((NONE, NONE, NONE, SHIFT, CTRL, ALT))
    what = rng.random()
    if what < 0.25:
        stage.use(rng.choice(TOOLS))
        stage.model.ink(side=rng.choice([*stage.document.palette.borders]))
    elif what < 0.45:
        stage.click(*place(rng, stage), held)
    elif what < 0.52:
        stage.double(*place(rng, stage))
    elif what < 0.75:
        stage.drag(*(place(rng, stage) for _ in range(rng.randint(2, 4))), held=held)
    elif what < 0.95:
        stage.key(rng.choice(KEYS), rng.choice((NONE, NONE, SHIFT)))
    else:
        rng.choice((stage.model.undo, stage.model.redo))()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_random_gestures_undone_give_the_identical_document(qtbot, light, tmp_path, seed):
    rng = random.Random(seed)
    with area_stage(qtbot, tmp_path) as stage:
        stage.use("area")
        tried = 0
        while tried < 40 or len(stage.titles) < 3:
            gesture(rng, stage)
            tried += 1
        stage.use("select")
        assert not stage.model.in_stroke
        drawn = canon(stage.document)
        done = stage.session.editor.position
        assert stage.undo_all() == stage.before
        stage.model.go(done)
        assert canon(stage.document) == drawn
