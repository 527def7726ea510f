"""Decisions on orders forms: asked for by deadline, shown as differences, done; who owes what."""

from __future__ import annotations

from email import message_from_bytes, policy
from itertools import count

import pytest
from garden import garden_design
from msgspec.structs import replace
from small_campaign import NOW

from wardesk.campaign.decisions import decisions
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.operation.orders_text import read_form, write_json, write_text
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.owed import form_for, owed, reminders
from wardesk.services.campaign.packets import (
    accept_orders,
    preview_orders,
    record_sent,
    view_for,
)


@pytest.fixture
def desk(tmp_path):
    numbers = count(1)
    with CampaignDesk.create(
        tmp_path / "a.wdcamp", garden_design(), name="Test", campaign="mg", seed=11, options={},
        now=lambda: NOW, nonce=lambda: next(numbers).to_bytes(16, "big"),
    ) as made:  # fmt: skip
        yield made


def sent(desk, seat):
    """A packet goes out; the form that came with it."""
    form = replace(form_for(desk, seat), seal=view_for(desk, seat).seal)
    record_sent(desk, {seat: form.seal})
    return form


def answered(form, **answers):
    lines = [replace(line, answer=answers.get(line.id, "")) for line in form.decisions]
    return replace(form, decisions=tuple(lines))


def test_a_form_asks_its_own_seat_for_what_it_decides_with_deadlines(desk):
    german = {each.id: each for each in form_for(desk, "german").decisions}
    allied = {each.id: each for each in form_for(desk, "allied").decisions}

    assert german["raid"].until == "17 Sep 1300"
    assert set(german["raid"].choices) == {"1", "2", "3"} or len(german["raid"].choices) == 3
    assert "raid" not in allied
    assert "huber" not in german  # its night has not come
    assert not allied["spur.club"].owed
    assert set(allied["spur.club"].choices) == {"Son", "Best"} or allied["spur.club"].choices
    assert allied["hot"].choices == {"yes": "do it"}


@pytest.mark.parametrize("write", [write_json, lambda form: write_text(form).encode()])
def test_a_decision_comes_back_as_a_difference_and_is_done(desk, write):
    form = sent(desk, "german")
    night, name = next(iter(form.decisions[0].choices.items()))
    data = write(answered(form, raid=name))  # by its name, as people write

    found = preview_orders(desk, data)

    assert [(each.kind, each.after, each.value) for each in found.changes] == [
        ("decision", name, night)
    ]  # fmt: skip
    assert not found.troubles
    head = desk.ledger.head
    events = accept_orders(desk, data, found)
    assert desk.ledger.head == head + len(events)
    assert "raid" not in {each.id for each in decisions(
        desk.design, view_for(desk, "german").state, "german")}  # fmt: skip
    # the same form again: it is decided
    assert "not open" in preview_orders(desk, data).troubles[0]


def test_what_cannot_be_decided_is_told_and_nothing_is_done(desk):
    form = sent(desk, "german")
    for wrong, why in (({"raid": "next week"}, "none of"), ({}, "")):
        found = preview_orders(desk, write_json(answered(form, **wrong)))
        assert why in "".join(found.troubles)
        assert not found.changes
    allied = sent(desk, "allied")
    stolen = replace(allied, decisions=(replace(form.decisions[0], answer="1"),))
    data = write_json(stolen)
    found = preview_orders(desk, data)
    assert "not open" in found.troubles[0]
    with pytest.raises(UserError):
        accept_orders(desk, data, found)


def test_older_forms_without_decisions_are_read(desk):
    text = write_text(replace(form_for(desk, "german"), decisions=()))
    assert not read_form(text.replace("form 2", "form 1").encode()).decisions
    with pytest.raises(UserError, match="another version"):
        read_form(text.replace("form 2", "form 9").encode())


def test_a_form_is_made_of_what_its_seat_knows_alone(desk):
    before = write_json(form_for(desk, "allied"))
    desk.act("hide-raid", {"night": "1"})
    assert write_json(form_for(desk, "allied")).split(b'"seal"')[0] == before.split(b'"seal"')[0]
    assert form_for(desk, "allied").decisions == read_form(before).decisions


def test_who_owes_what_and_reminders_with_the_form(desk):
    rows = {row.seat: row for row in owed(desk)}
    assert rows["german"].until == "17 Sep 1300"
    assert rows["german"].owes
    assert not rows["101"].owes
    form = sent(desk, "german")
    sent(desk, "101")
    rows = {row.seat: row for row in owed(desk)}
    assert rows["101"].owes  # orders for its packet
    parts = reminders(desk)
    assert {"german.txt", "german.eml", "101.eml"} <= set(parts)
    mail = message_from_bytes(parts["german.eml"], policy=policy.default)
    assert "your orders" in mail["Subject"]
    assert mail["X-Unsent"] == "1"
    body = mail.get_body().get_content()
    assert "To decide until 17 Sep 1300" in body
    # what is answered in the letter itself is read, too
    assert read_form(parts["german.txt"]).seal == form.seal
    (file,) = mail.iter_attachments()
    assert read_form(file.get_content()).decisions == form.decisions

    data = write_json(replace(answered(form, raid="1"), message="On our way"))
    accept_orders(desk, data, preview_orders(desk, data))
    rows = {row.seat: row for row in owed(desk)}
    assert rows["german"].answered
    assert "german.txt" not in reminders(desk)


def test_at_1900_points_are_spent_and_boxes_left_by_form(desk):
    desk.add([EventDraft(payload=TurnBegun(ordinal=desk.design.calendar.ordinal("18 Sep 1900")))])
    desk.act("dispatch", {"division": "101", "points": "3"})
    ids = [each.id for each in form_for(desk, "allied").decisions]
    assert f"chits.101.{desk.state.ordinal}" in ids


@pytest.fixture
def refused(desk):
    """A form that buys the chit of a formation which is not in play."""
    desk.add([EventDraft(payload=TurnBegun(ordinal=desk.design.calendar.ordinal("17 Sep 1900")))])
    desk.act("dispatch", {"division": "101", "points": "4"})
    form = sent(desk, "allied")
    chits = next(each.id for each in form.decisions if each.id.startswith("chits.101."))
    return write_json(answered(form, **{chits: "101.327"}))


def test_a_decision_that_the_rules_refuse_waits_for_the_umpires_reason(desk, refused):
    found = preview_orders(desk, refused)
    (change,) = found.changes
    head = desk.ledger.head

    assert found.troubles == ()
    assert "is in play" in change.refused
    assert change.refused.count("1900-6") == 1
    assert (change.after, change.value) == ("327 GIR", "101.327")
    for reasons in ({}, {change.subject: "  "}):
        with pytest.raises(UserError, match="The umpire can allow it"):
            accept_orders(desk, refused, found, reasons)
    assert desk.ledger.head == head


def test_a_decision_that_the_umpire_allows_is_done_and_his_reason_stands_on_the_record(
    desk, refused
):
    found = preview_orders(desk, refused)
    subject = found.changes[0].subject
    events = accept_orders(desk, refused, found, {subject: "they came by truck"})

    assert events[0].kind == "proposal.decided"
    assert events[0].payload.override == "they came by truck"
    assert events[0].payload.cite == "1900-6"
    assert desk.state.facts["dispatch.101"] < 4
