"""Whatever the hand does with the tools, undoing all of it gives the identical document."""

from __future__ import annotations

import random

import pytest
from hand import ALT, CTRL, NONE, SHIFT
from maps import canon
from PySide6.QtCore import QPoint, Qt

HELD = (NONE, NONE, NONE, SHIFT, CTRL, ALT, CTRL | SHIFT)
KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Escape, Qt.Key.Key_Delete,
        Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_X, Qt.Key.Key_Comma, Qt.Key.Key_BracketRight,
        Qt.Key.Key_J)  # fmt: skip
TOOLS = ("select", "wand", "paste", "brush", "rectangle", "fill", "eraser", "elevation", "hexside",
         "line", "label", "zone", "link", "measure")  # fmt: skip


def answer(hand):
    """Give words to whatever asks for some."""
    for editor in filter(
        None, (getattr(hand.view.tool, "editor", None), hand.workspace.selection_commands.editor)
    ):
        hand.type("Mill", editor)
        hand.key_in(editor, Qt.Key.Key_Return)
    dialog = getattr(hand.view.tool, "dialog", None)
    if dialog is not None:
        hand.view.tool.dialog = None
        hand.type("a ferry", dialog.field)
        hand.key_in(dialog.field, Qt.Key.Key_Return)


def gesture(rng, hand):
    def place():
        return QPoint(rng.randint(4, hand.view.width() - 4), rng.randint(4, hand.view.height() - 4))

    tools = [name for name in TOOLS if name in hand.workspace.tools]
    held = rng.choice(HELD)
    what = rng.choice(("use", "click", "click", "drag", "drag", "double", "key", "ink", "break"))
    if what == "use":
        hand.use(rng.choice(tools))
        if hand.view.tool.id == "eraser":
            hand.view.tool._choose(rng.choice(("terrain", "heights", "features")))
        if hand.view.tool.id == "paste" and hand.model.selection.cells and not hand.model.is_area:
            hand.workspace.selection_commands.duplicate()
    elif what == "click":
        hand.click(place(), held)
    elif what == "drag":
        hand.drag(place(), place(), place(), held=held)
    elif what == "double":
        hand.double(place())
    elif what == "key":
        hand.key(rng.choice(KEYS))
    elif what == "ink":
        palette = hand.document.palette
        hand.model.ink(terrain=rng.choice(list(palette.terrain)), brush=rng.randint(1, 2))
    else:
        hand.press(place(), held)
        hand.drag_to(place())
        hand.key(
            rng.choice((Qt.Key.Key_Escape, Qt.Key.Key_Z)), CTRL if rng.random() < 0.5 else NONE
        )
        hand.release(place())
    answer(hand)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["hex", "square", "area"])
@pytest.mark.parametrize("seed", [1, 2])
def test_random_gestures_undone_give_the_identical_document(maps, kind, seed):
    hand, rng = maps(kind), random.Random(f"{kind} {seed}")
    before = canon(hand.document)
    for _ in range(60):
        gesture(rng, hand)
    hand.use("select")
    assert not hand.model.in_stroke
    assert hand.workspace.session.editor.titles
    after = canon(hand.document)
    position = hand.workspace.session.editor.position
    hand.model.go(0)
    assert canon(hand.document) == before
    hand.model.go(position)
    assert canon(hand.document) == after
