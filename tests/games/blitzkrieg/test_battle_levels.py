"""Which questions a level of play thinks about at Hannut."""

from __future__ import annotations

from weighing import questions_of

from wardesk.services.play.tables import load_table

ANSWERED = {
    "react", "reaction", "return", "neutralised", "retreat", "target", "assault-target", "give-way",
    "break-off", "rally", "cancel",
}  # fmt: skip


def test_orders_are_weighed_and_what_they_bring_about_is_not():
    rules = load_table("hannut-stonne/hannut", {}).rules
    weighed, answered = ({kind for kind, _ in one} for one in questions_of(rules, range(3)))

    assert answered == ANSWERED
    assert {"act", "firer", "activate", "deploy", "barrage", "replay"} <= weighed
