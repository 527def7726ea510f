"""Orders forms: blank and filled, JSON and text, sound, damaged and hostile."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from small_campaign import Desk

from wardesk.campaign.ledger.kinds.messages import OrderGiven, PacketSent
from wardesk.campaign.ledger.seat_view import seat_view
from wardesk.campaign.operation.orders import (
    VERSION,
    OrderLine,
    OrdersForm,
    blank_form,
    compare_orders,
    order_drafts,
)
from wardesk.campaign.operation.orders_text import MOST_BYTES, read_form, write_json, write_text
from wardesk.errors import UserError


def view(desk, seat="red"):
    return seat_view(desk.design, desk.ledger.events, seat)


def ready():
    """A campaign in which red has been sent a packet, with an order that stands."""
    desk = Desk()
    desk.arrive("r1", "b1")
    desk.do(OrderGiven(seat="red", text="Hold the bridge", subject="first"), by="red")
    desk.do(PacketSent(seat="red", upto=1, sha256=view(desk).seal), seen_by=("red",))
    return desk


def form_of(desk, orders=(), message=""):
    """A form of the last packet with these orders filled in."""
    form = replace(blank_form(desk.design, view(desk), "17 Sep 0700"), seal=view(desk).last_seal)
    given_ = dict(orders)
    lines = tuple(replace(line, order=given_.pop(line.formation, "")) for line in form.orders)
    more = tuple(OrderLine(formation=key, order=text) for key, text in given_.items())
    return replace(form, orders=lines + more, message=message)


def test_a_blank_form_asks_for_the_whole_and_each_formation_in_play_and_shows_what_stands():
    form = blank_form((desk := ready()).design, view(desk), "17 Sep 0700")
    assert [(line.formation, line.stands) for line in form.orders] == [
        ("*", ""), ("first", "Hold the bridge"),
    ]  # fmt: skip


@pytest.mark.parametrize("version", range(1, VERSION + 1))
@pytest.mark.parametrize("ending", ["json", "txt"])
def test_a_form_of_every_version_is_read(version, ending):
    museum = Path(__file__).parents[1] / "museum"
    form = read_form((museum / f"orders-v{version}.{ending}").read_bytes())
    assert (form.campaign, form.seat, form.message) == ("Test", "red", "Send fuel")
    assert [(line.formation, line.stands, line.order) for line in form.orders] == [
        ("*", "", "Attack at dawn"), ("first", "Hold the bridge", "-"),
    ]  # fmt: skip
    assert not form.decisions


@pytest.mark.parametrize("write", [write_json, lambda form: write_text(form).encode()])
def test_a_form_comes_back_as_it_was_written(write):
    form = form_of(ready(), {"*": "Attack\n\n[not a section] at dawn".replace("[", "(")}, "Help")
    assert read_form(write(form)) == form


WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cn")), max_size=60
)


@given(orders=st.lists(WORDS, min_size=2, max_size=2), message=WORDS)
def test_any_order_survives_both_kinds_of_form(orders, message):
    form = form_of(Desk(), dict(zip(("*", "first"), orders, strict=True)), message)
    tidy = replace(
        form,
        orders=tuple(replace(line, order=line.order.strip()) for line in form.orders),
        message=message.strip(),
    )
    assert read_form(write_json(form)) == form
    again = read_form(write_text(form).encode())
    assert [line.order for line in again.orders] == [line.order for line in tidy.orders]
    assert again.message == tidy.message


def test_a_text_form_is_read_from_a_quoted_letter_with_windows_ends_of_lines():
    text = write_text(form_of(ready(), {"first": "Fall back"}))
    letter = "Hello umpire!\n\n" + "\n".join(f"> {line}" for line in text.split("\n"))
    found = read_form(b"\xef\xbb\xbf" + letter.replace("\n", "\r\n").encode())
    assert [line.order for line in found.orders] == ["", "Fall back"]
    assert read_form(letter.encode("utf-16")) == found


def test_differences_are_shown_and_become_events_of_the_seat():
    desk = ready()
    found = compare_orders(
        desk.design, view(desk), form_of(desk, {"*": "Attack", "first": "-"}, "Send bridges")
    )
    assert found.troubles == ()
    assert [(c.kind, c.before, c.after) for c in found.changes] == [
        ("new", "", "Attack"),
        ("withdrawn", "Hold the bridge", ""),
        ("message", "", "Send bridges"),
    ]
    for draft in order_drafts(found):
        assert draft.payload.seat == "red"
        assert draft.seen_by == ("red",)
        desk.do(draft.payload, by="red", seen_by=draft.seen_by)
    assert [(o.subject, o.text) for o in view(desk).orders] == [("*", "Attack")]


def test_a_form_read_again_changes_nothing():
    desk = ready()
    form = form_of(desk, {"first": "Attack"}, "Send bridges")
    for draft in order_drafts(compare_orders(desk.design, view(desk), form)):
        desk.do(draft.payload, by="red", seen_by=draft.seen_by)
    again = compare_orders(desk.design, view(desk), form)
    assert again.changes == ()
    assert again.notes == ("The message was entered before.",)


def test_the_order_that_stands_already_is_no_difference():
    desk = ready()
    found = compare_orders(desk.design, view(desk), form_of(desk, {"first": " Hold the bridge\n"}))
    assert (found.changes, found.kept) == ((), 2)


def test_an_older_form_and_an_order_given_since_are_pointed_out():
    desk = ready()
    form = form_of(desk, {"first": "Attack"})
    desk.do(OrderGiven(seat="red", text="Wait", subject="first"), by="red")
    desk.do(PacketSent(seat="red", upto=1, sha256=view(desk).seal), seen_by=("red",))
    found = compare_orders(desk.design, view(desk), form)
    assert found.notes == (
        "It came with an older packet, of 17 Sep 0700.",
        "First: another order stands now.",
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"campaign": "Overlord"}, "for the campaign 'Overlord'"),
        ({"seal": "0" * 64}, "never sent a packet"),
        ({"version": 9}, "newer WarDesk"),
        ({"format": "other"}, "no orders form"),
        ({"orders": (OrderLine(formation="second", order="Run"),)}, "not a formation of Red"),
        ({"orders": (OrderLine(formation="first"),) * 2}, "twice"),
        ({"orders": (OrderLine(formation="first", order="x" * 4001),)}, "4001 letters"),
        ({"orders": (OrderLine(formation="first", order="a\x00b"),)}, "cannot be printed"),
        ({"orders": (OrderLine(formation="first", order="a\u202eb"),)}, "cannot be printed"),
        ({"message": "\x1b[2J"}, "cannot be printed"),
    ],
)
def test_what_is_wrong_in_a_form_is_said_and_bars_it(change, words):
    desk = ready()
    found = compare_orders(desk.design, view(desk), replace(form_of(desk), **change))
    assert any(words in each for each in found.troubles), found.troubles


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"  \n ", "empty"),
        (b"\xff\xfe\xff", "not text"),
        (b"\x80\x81", "not text"),
        (b"Dear umpire, we attack.", "no orders form"),
        (b"x" * (MOST_BYTES + 1), "too long"),
        (b'{"format": "wardesk-orders"', "cannot be read"),
        (b'{"format": "wardesk-orders", "campaign": 7, "seat": "r", "seal": ""}', "cannot be read"),
        (b'{"format": "wardesk-orders", "campaign": "a", "seat": "b", "seal": "", "run": 1}',
         "unknown field"),
        (b'{"format": "wardesk-orders", "orders": ' + b"[" * 60_000, "cannot be read"),
        (b"WarDesk orders form 7\nSeat: red", "another version"),
        (b"WarDesk orders form 1\nSeat: red\nSeal: 1", "no line .Campaign:"),
        (b"WarDesk orders form 1\nCampaign: a\nSeat: red\nSeal: 1\n[first]\nAttack!", "Line 6"),
        (b"WarDesk orders form 1\nCampaign: a\nSeat: red\nSeal: 1\n[message]\nOrder: a\n"
         b"[message]\nOrder: b", "more than one"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_form_is_refused_in_words(data, words):
    with pytest.raises(UserError, match=words):
        read_form(data)


@given(data=st.binary(max_size=300))
def test_no_bytes_break_the_reader(data):
    with suppress(UserError):  # any other error fails the test
        assert isinstance(read_form(data), OrdersForm)


@given(cut=st.integers(0, 700), put=st.binary(max_size=4), text=st.booleans())
def test_a_damaged_form_is_read_or_refused_in_words(cut, put, text):
    form = form_of(Desk(), {"first": "Attack"})
    data = write_text(form).encode() if text else write_json(form)
    with suppress(UserError):
        assert isinstance(read_form(data[:cut] + put + data[cut + len(put) :]), OrdersForm)
