"""Orders forms line by line: what text means, what is kept, counted, refused and noted."""

from __future__ import annotations

import every_kind as k
import pytest
from msgspec.structs import replace
from small_campaign import SEATS, Desk

from wardesk.campaign.ledger.seat_view import own_formations, seat_view
from wardesk.campaign.operation.orders import (
    DECISION,
    MOST_LETTERS,
    DecisionLine,
    OrderLine,
    OrdersForm,
    blank_form,
    compare_orders,
    order_drafts,
    subject_name,
    tidy,
)
from wardesk.campaign.operation.orders_text import (
    MOST_BYTES,
    encoding_of,
    read_form,
    write_json,
    write_text,
)
from wardesk.errors import UserError

HEAD = "WarDesk orders form 2\nCampaign: Test\nSeat: red\nSeal: abc\n"


def desk() -> Desk:
    made = Desk()
    made.arrive("r1", "b1")
    made.do(k.OrderGiven(seat="red", text="Hold", subject="first"), by="red")
    return made


def view(made: Desk, seat: str = "red"):
    return seat_view(made.design, made.ledger.events, seat)


def form(made: Desk, *lines: OrderLine, **more) -> OrdersForm:
    blank = blank_form(made.design, view(made), "17 Sep 0700")
    return replace(blank, orders=lines, **more)


def compared(made: Desk, *lines: OrderLine, decisions=(), **more):
    return compare_orders(made.design, view(made), form(made, *lines, **more), decisions)


# ---- text ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("[first]\nOrder: Go\n", [("first", "", "", "Go")]),
        ("[first] The first\nStands: Hold\n  the line\nOrder: Go\n  on\n\nand on\n",
         [("first", "The first", "Hold\nthe line", "Go\n  on\n\nand on")]),
        ("[first] x\nStands: (nothing)\nOrder:\n", [("first", "x", "", "")]),
        ("[ * ] All\nOrder: Go\n[first]\nOrder: -\n", [("*", "All", "", "Go"),
                                                       ("first", "", "", "-")]),
        ("[ ]\nOrder: Go\n", [("*", "", "", "Go")]),
        ("[first]\nOrder: Go\nStands: fast\n", [("first", "", "", "Go\nStands: fast")]),
        ("[first]\nOrder: Go\nOrder: no\n", [("first", "", "", "Go\nOrder: no")]),
        ("[first]\n\n\nOrder: Go\n", [("first", "", "", "Go")]),
        ("", []),
    ],
)  # fmt: skip
def test_the_sections_of_a_text_are_its_orders(text, orders):
    found = read_form((HEAD + text).encode())
    assert [(o.formation, o.name, o.stands, o.order) for o in found.orders] == orders
    assert (found.campaign, found.seat, found.seal, found.message) == ("Test", "red", "abc", "")


def test_decisions_and_the_message_have_sections_of_their_own():
    found = read_form(
        (HEAD + "[decision plan.1] Plan\nStands: until x\nOrder: 0900\n[Message] To\nOrder: Hi\n")
        .encode()
    )  # fmt: skip
    assert found.decisions == (DecisionLine(id="plan.1", title="Plan", answer="0900"),)
    assert (found.orders, found.message) == ((), "Hi")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("WarDesk orders form 0\n", "another version: '0'"),
        ("WarDesk orders form 3\n", "another version: '3'"),
        ("WarDesk orders form x\n", "another version: 'x'"),
        ("WarDesk orders form\nSeat: a\nSeal: b\n", "no line “Campaign:”"),
        ("WarDesk orders form\nCampaign: a\nSeal: b\n", "no line “Seat:”"),
        ("WarDesk orders form\nCampaign: a\nSeat: b\nSeal:\n", "no line “Seal:”"),
        (HEAD + "[first]\nGo!\n", "Line 6 of the form stands under no “Order:”: 'Go!'"),
        ("Hello\n" + HEAD + "[first]\n\nGo!\n", "Line 8 of the form"),
        (HEAD + "[message]\nOrder: a\n[message]\nOrder: b\n", "more than one"),
    ],
)
def test_a_text_that_is_no_form_is_refused_with_its_line(text, why):
    with pytest.raises(UserError, match=why):
        read_form(text.encode())


def test_a_head_may_be_quoted_and_its_first_word_counts():
    text = "\n".join((
        "> Dear umpire", "> WarDesk orders form 1", ">> campaign : Test", "> Seat: red",
        "> Seat: blue", "> Colour: red", ">\tSeal: abc", "> Turn: 17 Sep", "> Name: Red",
        "> [first]", "> Order: Go",
    ))  # fmt: skip
    found = read_form(text.encode())
    assert (found.campaign, found.seat, found.seal) == ("Test", "red", "abc")
    assert (found.turn, found.seat_name) == ("17 Sep", "Red")


@pytest.mark.parametrize(
    ("data", "name"),
    [(b"\xff\xfea\x00", "utf-16"), (b"\xfe\xff\x00a", "utf-16"), (b"caf\xc3\xa9", "utf-8-sig"),
     (b"caf\xe9", "utf-8-sig"), (b"WarDesk orders form caf\xe9", "cp1252")],
)  # fmt: skip
def test_the_spelling_of_a_file_is_guessed(data, name):
    assert encoding_of(data) == name


def test_a_form_is_as_long_as_it_may_be():
    with pytest.raises(UserError, match=f"too long for an orders form: {MOST_BYTES + 1} bytes"):
        read_form(b" " * (MOST_BYTES + 1))
    with pytest.raises(UserError, match="The file is empty"):
        read_form(b" " * MOST_BYTES)


def test_what_is_asked_stands_in_the_text_in_words():
    made = desk()
    asked = (
        DecisionLine(id="a", title="Plan", until="18 Sep", choices={"1": "one", "2": "two"}),
        DecisionLine(id="b", title="Wish", owed=False), DecisionLine(id="c", title="Say", until="x",
                                                                     answer="yes"),
    )  # fmt: skip
    text = write_text(blank_form(made.design, view(made), "17 Sep 0700", asked))
    assert (
        "[decision a] Plan\nStands: until 18 Sep; write one of: 1 = one | 2 = two\nOrder: \n"
        in text
    )
    assert "[decision b] Wish\nStands: not owed; when you like; write it in words\n" in text
    assert "Stands: until x; write it in words\nOrder: yes\n" in text
    assert "[first] First\nStands: Hold\nOrder: \n" in text
    assert "[*] The whole command\nStands: (nothing)\n" in text
    again = read_form(write_json(blank_form(made.design, view(made), "17 Sep 0700", asked)))
    assert again.decisions == asked


# ---- blank forms --------------------------------------------------------------------------------


def test_a_form_asks_for_the_formations_of_the_seat_that_are_in_play_or_have_orders():
    made = Desk()
    assert [o.formation for o in blank_form(made.design, view(made), "t").orders] == ["*"]
    made.arrive("r1", "b1")
    assert [o.formation for o in blank_form(made.design, view(made), "t").orders] == ["*", "first"]
    made.do(k.OrderGiven(seat="red", text="Wait", subject="huber-a"), by="red")
    assert [(o.formation, o.name, o.stands) for o in
            blank_form(made.design, view(made), "t").orders] == [
        ("*", "The whole command", ""), ("first", "First", ""), ("huber-a", "Huber-A", "Wait"),
    ]  # fmt: skip
    assert subject_name(made.design, "x") == "x"
    assert own_formations(made.design, SEATS[1]) == ("reds", "first", "huber-a", "huber-b")
    own = replace(SEATS[1], formations=("first",))
    assert own_formations(made.design, own) == ("first",)
    assert own_formations(made.design, SEATS[0]) == ()


# ---- differences --------------------------------------------------------------------------------


def line(formation="first", order="", **more) -> OrderLine:
    return OrderLine(formation=formation, order=order, **more)


@pytest.mark.parametrize(
    ("order", "kind", "after", "kept"),
    [("", None, "", 1), ("Hold", None, "", 1), (" Hold \r\n", None, "", 1),
     ("Go", "changed", "Go", 0), ("-", "withdrawn", "", 0), (" - ", "withdrawn", "", 0)],
)  # fmt: skip
def test_an_order_is_kept_changed_or_withdrawn(order, kind, after, kept):
    found = compared(desk(), line(order=order, stands="Hold"))
    assert found.kept == kept
    assert [(c.kind, c.before, c.after) for c in found.changes] == (
        [(kind, "Hold", after)] if kind else []
    )
    assert (found.troubles, found.notes, found.seat_name, found.turn) == (
        (),
        (),
        "Red",
        "17 Sep 0700",
    )


def test_a_withdrawal_of_nothing_is_no_difference():
    found = compared(desk(), line("*", "-"), line("huber-a", "Go"))
    assert [(c.subject, c.kind) for c in found.changes] == [("huber-a", "new")]
    assert found.kept == 1


@pytest.mark.parametrize(
    ("lines", "troubles"),
    [
        ([line(), line("second", "Go")], ["Line 2: 'second' is not a formation of Red."]),
        ([line(), line(order="Go")], ["Line 2: first stands in the form twice."]),
        ([line(order="x" * MOST_LETTERS)], []),
        (
            [line(order="x" * (MOST_LETTERS + 1))],
            [f"Line 1: the text has {MOST_LETTERS + 1} letters; {MOST_LETTERS} are the most."],
        ),
        ([line(order="a\x07")], ["Line 1: the text holds signs that cannot be printed."]),
        ([line(order="a\tb\r\nc")], []),
    ],
)
def test_each_wrong_line_is_told_by_its_number(lines, troubles):
    assert list(map(str, compared(desk(), *lines).troubles)) == troubles


OPEN = DecisionLine(id="plan", title="Plan it", choices={"0900": "Nine", "late": "Late"})
WORDS = DecisionLine(id="say", title="Say it")


@pytest.mark.parametrize(
    ("answer", "value", "after"), [("0900", "0900", "Nine"), ("nine", "0900", "Nine"),
                                   (" LATE ", "late", "Late")]
)  # fmt: skip
def test_a_decision_is_named_by_its_value_or_its_label(answer, value, after):
    answered = replace(OPEN, answer=answer)
    made = desk()
    found = compare_orders(made.design, view(made), form(made, decisions=(answered,)), (OPEN,))
    (change,) = found.changes
    assert (change.subject, change.kind) == (f"{DECISION}plan", "decision")
    assert (change.value, change.after, change.name) == (value, after, "Plan it")
    assert order_drafts(found) == []  # its action does it


@pytest.mark.parametrize(
    ("asked", "answered", "troubles"),
    [
        ((OPEN,), replace(OPEN, answer="x"), ["Plan it: 'x' is none of Nine, Late."]),
        ((), replace(OPEN, answer="0900"), ["Plan it: it is not open now."]),
        ((), replace(OPEN, title="", answer="0900"), ["plan: it is not open now."]),
        ((OPEN,), replace(OPEN, answer=" "), []),
        (
            (WORDS,),
            replace(WORDS, answer="a\x07"),
            ["Say it: the text holds signs that cannot be printed."],
        ),
        ((WORDS,), replace(WORDS, answer="anything"), []),
    ],
)
def test_a_decision_that_cannot_be_is_told(asked, answered, troubles):
    made = desk()
    found = compare_orders(made.design, view(made), form(made, decisions=(answered,)), asked)
    assert list(map(str, found.troubles)) == troubles
    assert found.kept == (1 if answered.answer == " " else 0)


def test_a_message_is_told_once_and_may_be_told_anew_when_it_was_taken_back():
    made = desk()
    first = compared(made, message=" Send fuel ")
    (change,) = first.changes
    assert (change.kind, change.after) == ("message", "Send fuel")
    (sent,) = made.do(*(d.payload for d in order_drafts(first)), by="red", seen_by=("red",))
    again = compared(made, message="Send fuel")
    assert (again.changes, list(map(str, again.notes))) == ((), ["The message was entered before."])
    made.do(k.OrderGiven(seat="red", text="Go", subject="first"), by="red")
    assert compared(made, message="Go").changes  # an order is no message
    assert compared(made, message="a\x07").troubles == (
        "The message: the text holds signs that cannot be printed.",
    )
    assert sent.seen_by == ("red",)


def test_a_seal_is_of_a_packet_that_was_sent_or_is_made_now():
    made = desk()
    now = view(made).seal
    made.do(k.PacketSent(seat="red", upto=1, sha256=now), seen_by=("red",))
    for seal, notes in ((now, 0), (view(made).seal, 0)):
        found = compare_orders(made.design, view(made), form(made, seal=seal))
        assert (found.troubles, len(found.notes)) == ((), notes)
    made.do(k.PacketSent(seat="red", upto=1, sha256=view(made).seal), seen_by=("red",))
    older = compare_orders(made.design, view(made), form(made, seal=now))
    assert list(map(str, older.notes)) == ["It came with an older packet, of 17 Sep 0700."]
    wrong = compare_orders(made.design, view(made), form(made, seal="f" * 64))
    assert list(map(str, wrong.troubles)) == [
        "Red was never sent a packet with the seal 'ffffffff'…"
    ]


def test_an_order_that_was_given_since_is_pointed_out_where_the_form_changes_it():
    made = desk()
    stale = (line(order="Go", stands="Old", name="The first"), line("*", stands="Old"))
    found = compared(made, *stale)
    assert list(map(str, found.notes)) == ["The first: another order stands now."]
    assert compared(made, line(order="Go", stands="Hold")).notes == ()


def test_text_is_tidied():
    assert tidy(" a \r\n b\r c  \n\n") == "a\n b\n c"
