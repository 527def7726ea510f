"""Reports in German: nothing that the program or the game says stays English."""

import re

import pytest

from wardesk.cli.language import spoken
from wardesk.cli.main import main
from wardesk.errors import UserError
from wardesk.reports.after_action import after_action_report
from wardesk.services.play.session import PlaySession

ENGLISH = re.compile(
    r"\b(the|of|and|were|with|lost|turn|dice|board|rules|points|losses|moved|fired|event|thrown|expected|median)\b",
    re.I,
)


def _played(scenario: str) -> PlaySession:
    sides = ("german", "belgian") if scenario.startswith("eben") else ()
    session = PlaySession.new(scenario, seed=4, keep=False, players=dict.fromkeys(sides, "random"))
    for _ in range(120):
        if session.ask is not None and sides:
            session.step()
    return session


def _said(html: str) -> str:
    """What people read of a page: no code, no attributes but titles of plots."""
    body = re.sub(r"<(style|code)\b.*?</\1>", " ", html, flags=re.S)
    return re.sub(r"<[^>]*>", " ", body)


def test_an_after_action_report_in_german_has_no_english_words():
    with _played("eben-emael/historical") as session:
        html = after_action_report(session, None, "de")
    assert '<html lang="de">' in html
    assert "Gefechtsbericht" in html
    assert "Runde für Runde" in html
    assert not ENGLISH.findall(_said(html))


def test_the_story_that_is_stored_stays_english():
    with _played("eben-emael/historical") as session:
        before = [line.text for event in session.journal.line() for line in event.story]
        after_action_report(session, None, "de")
        assert [line.text for e in session.journal.line() for line in e.story] == before
        assert any("Niedermeier at" in text for text in before)


def test_a_report_is_english_unless_the_environment_says_german(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert spoken("") == "en"
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert spoken("") == "de"
    assert spoken("en") == "en"
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert spoken("") == "en"


def test_a_language_that_is_not_known_is_refused_with_those_that_are():
    with pytest.raises(UserError, match="xx") as caught:
        spoken("xx")
    assert "de" in caught.value.advice


def test_the_command_line_speaks_the_language_of_the_environment(monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert main(["play", "nowhere/none"]) == 2
    assert "Es gibt kein Szenario" in capsys.readouterr().err
    assert main(["play", "nowhere/none", "--json"]) == 2
    assert "There is no scenario" in capsys.readouterr().out
    monkeypatch.setenv("LC_ALL", "C")
    assert main(["play", "nowhere/none"]) == 2
    assert "There is no scenario" in capsys.readouterr().err
