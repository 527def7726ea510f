"""Arrivals picked in the window."""

from clicks import click_line

from wardesk.services.play.session import PlaySession


def test_units_that_can_go_nowhere_together_say_why_when_they_are_picked(tables):
    """No place is lit then, and nobody would know where to click for the reason."""
    players = {"us": "human", "german": "policy"}
    session = PlaySession.new("remagen/7-march-1945", seed=1, keep=False, players=players)
    while session.ask.kind != "arrive":
        session.step()
    table = tables(session)
    click_line(table, "piece", "us-medium_tank-1")
    assert not table.model.interaction.note
    click_line(table, "piece", "us-howitzer-1")
    assert "6 of 6 points left, 9 are needed" in table.toasts.words()
    click_line(table, "piece", "us-howitzer-1")
    assert not table.toasts.words()
