"""A rule number of the campaign desk, pressed: what the rule says, in the language in force."""

from __future__ import annotations

import pytest
from campaign_desk import WAIT, settled
from clipping import clipped
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from wardesk.campaign.market_garden.ruleset import RULESET
from wardesk.model.rulebook import read_rulebook
from wardesk.services.campaign.rows import BridgeRow
from wardesk.ui import language
from wardesk.ui.campaign.docks.standings import BridgesPanel
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.text import ElidedLine
from wardesk.words import missing

pytestmark = pytest.mark.usefixtures("light")


@pytest.mark.parametrize(
    ("code", "words"),
    [("en", "Weak bridges"), ("de", "Schwache Brücken"), ("fr", "Ponts faibles")],
)
def test_a_rule_number_tells_what_the_rule_says(begin_at, desk, qtbot, qapp, code, words):
    here = begin_at("17 Sep 1300")
    cite = Cite("2.11", here)
    language.use(qapp, code)
    try:
        cite.click()
        qtbot.waitUntil(lambda: here.rule_card is not None, timeout=WAIT)
        said = " ".join(label.text() for label in here.rule_card.findChildren(QLabel))
        assert words in said
        assert clipped(here.rule_card) == []
        here.rule_card.reject()
    finally:
        language.use(qapp, "en")


def test_bridges_have_their_names_in_the_language_of_the_window(qtbot, qapp):
    language.use(qapp, "de")
    try:
        panel = BridgesPanel()
        qtbot.addWidget(panel)
        panel.show_rows([BridgeRow("Dommel bridge", "untested", "")])
        assert "Brücke über die Dommel" in [
            one.accessibleName() for one in panel.findChildren(ElidedLine)
        ]
    finally:
        language.use(qapp, "en")


def test_a_number_that_no_rule_has_is_told(begin_at, desk, qtbot):
    here, told = begin_at("17 Sep 1300"), []
    here.noticed.connect(told.append)
    cite = Cite("99.9", here)
    qtbot.mouseClick(cite, Qt.MouseButton.LeftButton)
    settled(qtbot, desk)

    assert [notice.what for notice in told] == ["The rulebook has no entry 99.9."]


@pytest.mark.parametrize("code", ["de", "fr"])
def test_every_rule_of_the_campaign_is_said_in_every_language(code):
    assert RULESET.rulebook is not None
    for rule in read_rulebook(RULESET.rulebook).rules:
        for words in (rule.title, rule.summary, rule.ruling, rule.reconstruction, rule.why_hand):
            assert missing(words, code) == [], rule.id
