"""The bar below the window: hints whole or not at all, facts always."""

from __future__ import annotations

import pytest

from wardesk.ui.shell.bars import StatusBar
from wardesk.ui.widgets.text import ElidedLine

HINTS = (
    ("Clic", "choisir une case, une ligne, des mots"),
    ("Glisser", "choisir un rectangle de cases"),
    ("Cliquer encore", "la case sous une ligne"),
    ("Double clic", "modifier une forme"),
    ("Ctrl+A", "toutes les cases de la carte"),
)
FACTS = ("24 × 24 hexagones", "Zoom 100 %")


@pytest.mark.parametrize("width", [420, 700, 1000, 1208, 2000])
def test_no_hint_is_cut_and_no_fact_either(light, qtbot, width):
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(width, bar.height())
    bar.show()
    bar.set_status(HINTS, FACTS)
    qtbot.waitUntil(lambda: bar.width() == width)
    lines = [line for line in bar.findChildren(ElidedLine) if line.isVisible()]
    shown = [line.words for line in lines]
    hints = [words for _, words in HINTS]
    assert shown[-2:] == list(FACTS)
    assert shown[:-2] == hints[: len(shown) - 2]
    assert (len(shown) > 2) == (width > 420)
    assert not [line.words for line in lines if line.width() < line.sizeHint().width()]
    assert (len(shown) == len(hints) + 2) == (width == 2000)


def test_the_sign_for_messages_stands_at_the_height_of_the_words(light, qtbot):
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(1208, bar.height())
    bar.show()
    bar.show_folded(1)
    bar.set_status(HINTS, FACTS)
    sign = bar.messages.geometry()
    fact = next(line for line in bar.findChildren(ElidedLine) if line.words == FACTS[0]).geometry()
    assert bar.rect().contains(sign)
    assert abs(sign.center().y() - fact.center().y()) <= 1
