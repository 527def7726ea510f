"""What taking back means to the event, and what the doctor says where it does not add up."""

from __future__ import annotations

import every_kind as k
import pytest
from msgspec.structs import replace
from small_campaign import NOW, SEATS, Desk, small_design

from wardesk.campaign.ledger import doctor, events
from wardesk.campaign.ledger.chain import Ledger, undone_events
from wardesk.campaign.ledger.events import EventDraft, first_break
from wardesk.campaign.ledger.history import History
from wardesk.campaign.ledger.kinds.rulings import ruling
from wardesk.campaign.ledger.kinds.secrets import commit, reveal
from wardesk.campaign.ledger.rulings import Query, precedents
from wardesk.campaign.ledger.seat_view import SeatEvents, seat_events
from wardesk.campaign.operation.calendar import Calendar
from wardesk.campaign.operation.carry import carry_drafts, preview_carry
from wardesk.campaign.operation.condition_text import parse
from wardesk.campaign.operation.design import Flag
from wardesk.campaign.operation.graph import CarryRule, Link
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.schedule import Arrival
from wardesk.campaign.operation.state import Score, UnitState
from wardesk.errors import BugError, NewerFile, UserError

HEX = Place("hex", "42.228", "S", "ONE")


def point(n: int = 1) -> k.Points:
    return k.Points(side="red", points=n, cause="x")


def back(desk: Desk, *seqs: int, by: str = "umpire", **more):
    return desk.ledger.take_back(seqs, actor=by, reason=more.pop("reason", "typed wrongly"),
                                 now=NOW, **more)  # fmt: skip


# ---- what can be taken back ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seq", "why"), [(0, "There is no event 0"), (4, "There is no event 4"), (-1, "no event -1"),
                     (1, "opening of a campaign cannot"), (2, "taken back already")]
)  # fmt: skip
def test_only_what_stands_in_the_ledger_is_taken_back(seq, why):
    desk = Desk()
    desk.do(point())
    back(desk, 2)
    with pytest.raises(UserError, match=why) as told:
        desk.ledger.reversal([seq], "umpire")
    if "no event" in why:
        assert told.value.advice == "The last one is 3."


def test_what_follows_from_an_event_goes_with_it_and_so_does_what_follows_from_that():
    desk = Desk()
    drafts = [EventDraft(payload=point()), EventDraft(payload=point(), caused_by=-1),
              EventDraft(payload=point(), caused_by=-1), EventDraft(payload=point())]  # fmt: skip
    desk.ledger.append(drafts, actor="umpire", now=NOW)
    assert desk.ledger.reversal([2], "umpire").of == (2, 3, 4)
    assert desk.ledger.reversal([3], "umpire").of == (3, 4)
    assert desk.ledger.reversal([4, 5], "umpire").of == (4, 5)
    (done,) = back(desk, 3)
    assert done.payload.of == (3, 4)
    assert done.caused_by == 4
    assert desk.ledger.reversal([2], "umpire").of == (2,)  # the others are gone already
    assert desk.state.points("red") == 2
    assert desk.ledger.undone == {3, 4}


@pytest.mark.parametrize(
    ("later", "free", "why"),
    [
        ([], True, ""),
        ([(point(), "umpire")], True, ""),
        ([(k.StepsLost(unit="r1", steps=1), "red")], False, "Red has acted since (event 3)"),
        (
            [(k.ChanceDrawn(what="d", faces=(10,), results=(3,), how="typed"), "umpire")],
            False,
            "dice were seen (event 3)",
        ),
    ],
)
def test_it_is_free_until_somebody_else_acts_or_dice_are_seen(later, free, why):
    desk = Desk()
    desk.do(point())
    for payload, by in later:
        desk.do(payload, by=by)
    found = desk.ledger.reversal([2], "umpire")
    assert (found.free, str(found.why_not_free)) == (free, why)
    if free:
        back(desk, 2)
        return
    for nobody in ("", "red", "x"):
        with pytest.raises(UserError, match="no longer free to take back"):
            back(desk, 2, approved_by=nobody)
    (done,) = back(desk, 2, approved_by="umpire")
    assert done.payload.approved_by == "umpire"
    assert desk.state.points("red") == 0


def test_a_secret_that_was_told_is_not_free_to_take_back():
    desk = Desk()
    desk.do(point())
    desk.ledger.append(commit("s", "red", "a", "v", bytes(16)), actor="umpire", now=NOW)
    assert desk.ledger.reversal([2], "umpire").free
    desk.ledger.append([reveal(desk.state, "s")], actor="umpire", now=NOW)
    assert str(desk.ledger.reversal([2], "umpire").why_not_free) == "a secret was told (event 5)"


def test_what_would_no_longer_hold_is_listed_and_goes_with_it_when_asked_for():
    desk = Desk()
    desk.arrive("r1")
    desk.do(k.UnitMoved(unit="r1", place=replace(HEX, at="42.229")), point())
    found = desk.ledger.reversal([2], "umpire")
    assert [seq for seq, _ in found.also] == [3]
    with pytest.raises(UserError, match=r"1 later events would no longer hold \(event 3: R1 is"):
        back(desk, 2)
    (done,) = back(desk, 2, with_dependants=True)
    assert done.payload.of == (2, 3)
    assert desk.state.points("red") == 1


@pytest.mark.parametrize("reason", ["", "  "])
def test_it_needs_a_reason_which_is_kept_without_blanks(reason):
    desk = Desk()
    desk.do(point())
    with pytest.raises(UserError, match="needs a reason"):
        back(desk, 2, reason=reason)
    (done,) = back(desk, 2, reason=" a slip ")
    assert done.payload.reason == "a slip"


def test_whoever_saw_it_sees_that_it_is_gone():
    desk = Desk()
    desk.do(point(), seen_by=("red",))
    desk.do(point(), seen_by=("blue", "red"))
    assert back(desk, 2)[0].seen_by == ("red",)
    desk.do(point(), seen_by=("umpire",))
    assert back(desk, 3, 5)[0].seen_by == ("blue", "red", "umpire")


def test_a_correction_that_is_taken_back_takes_nothing_back():
    desk = Desk()
    desk.do(point(1), point(2))
    back(desk, 2)
    back(desk, 4)
    assert desk.ledger.undone == {4}
    assert desk.state.points("red") == 3
    back(desk, 5)
    assert desk.ledger.undone == {2, 5}
    assert undone_events(desk.ledger.events) == {2, 5}
    assert undone_events(desk.ledger.events, also_undo=[6]) == {4, 6}


def test_packets_rest_on_what_was_known_up_to_them():
    desk = Desk()
    desk.do(point(), seen_by=("red",))
    desk.do(k.PacketSent(seat="red", upto=2, sha256=""), seen_by=("red",))
    desk.do(k.PacketSent(seat="blue", upto=2, sha256=""), seen_by=("blue",))
    desk.do(k.PacketSent(seat="red", upto=1, sha256=""), seen_by=("red",))
    assert desk.ledger.stale_packets() == []
    assert desk.ledger.reversal([2], "umpire").stale_packets == (3,)
    back(desk, 2)
    assert desk.ledger.stale_packets() == [3]


# ---- moments ------------------------------------------------------------------------------------


def test_how_it_stood_after_an_event_and_at_the_end_of_a_turn():
    desk = Desk()
    desk.do(point(1))
    desk.do(k.TurnBegun(ordinal=1))
    desk.do(point(2))
    back(desk, 2)
    desk.do(k.TurnBegun(ordinal=2))
    desk.do(point(4))
    assert [desk.ledger.state_at(seq).points("red") for seq in range(1, 8)] == [
        0, 1, 1, 3, 2, 2, 6,
    ]  # fmt: skip
    assert [desk.ledger.state_on(turn).points("red") for turn in range(3)] == [0, 2, 6]
    seen = [event.seq for event in desk.ledger.visible_to("red")]
    assert seen == [1, 2, 3, 4, 5, 6, 7]
    assert len(desk.ledger.visible_to("umpire")) == 7
    desk.do(point(), seen_by=("blue",))
    assert len(desk.ledger.visible_to("red")) == 7
    assert len(desk.ledger.visible_to("umpire")) == 8


@pytest.mark.parametrize("every", [1, 2, 3, 10])
def test_kept_states_are_those_that_were_added_up_anew(every):
    desk = Desk()
    for n in range(5):
        desk.do(point(n + 1))
    back(desk, 3)
    history = History(desk.design, every=every)
    assert history.follow([*desk.ledger.events]) == 0
    found = [history.at(n).points("red") for n in range(-1, 9)]
    assert found == [0, 0, 0, 1, 1, 4, 8, 13, 13, 13]
    assert history.at(3).seq == 3
    assert history.undone == {3}
    desk.do(point(100))
    assert history.follow([*desk.ledger.events]) == 7
    assert history.at(8).points("red") == 113
    back(desk, 7)
    assert history.follow([*desk.ledger.events]) == 2  # event 3 counts again
    assert history.at(9).points("red") == 115


def test_the_facts_of_a_seat_that_is_read_on_are_those_of_one_that_is_read_anew():
    desk = Desk()
    reading = SeatEvents(desk.design, desk.ledger.events, "red")
    umpires = SeatEvents(desk.design, desk.ledger.events, "umpire")

    def compared():
        events = [*desk.ledger.events]
        assert reading.follow(events) == seat_events(desk.design, events, "red")
        assert umpires.follow(events) == events

    compared()
    desk.do(point(1), point(2), point(3))
    compared()
    back(desk, 3)  # no packet has told it: the slip is gone without a trace
    compared()
    desk.do(k.PacketSent(seat="red", upto=4, sha256="s"), seen_by=("red",))
    desk.do(point(4))
    compared()
    back(desk, 2)
    compared()
    back(desk, 5)
    compared()


# ---- appending ----------------------------------------------------------------------------------


def test_an_empty_ledger_has_no_head_and_takes_an_opening_from_its_own_seats():
    ledger = Ledger(small_design(), "c1")
    assert (ledger.head, ledger.head_hash) == (0, "0" * 64)
    opened = k.CampaignOpened(name="n", design="small", design_hash="", seats=SEATS[:1])
    with pytest.raises(UserError, match="There is no seat 'red'") as told:
        ledger.append([EventDraft(payload=opened)], actor="red", now=NOW)
    assert told.value.advice == "Seats: umpire."
    late = Ledger(small_design(calendar=Calendar(
        first_day=small_design().calendar.first_day, days=3, slots=("0700", "1900", "Night"),
        first_ordinal=2)), "c1")  # fmt: skip
    (event,) = late.append([EventDraft(payload=opened)], actor="umpire", now=NOW)
    assert event.ordinal == late.state.ordinal == 2


def test_events_lie_on_the_turn_that_they_begin():
    desk = Desk()
    turn, after = desk.do(k.TurnBegun(ordinal=4), point())
    assert (turn.ordinal, after.ordinal) == (4, 4)
    assert desk.do(point())[0].ordinal == 4
    assert desk.state.scores[-1].ordinal == 4


def test_what_follows_at_once_is_stored_with_it_or_nothing_is():
    desk = Desk()
    stored = []

    def follows(events):
        return [EventDraft(payload=point(len(events)), caused_by=events[-1].seq)]

    def write(events, state):
        stored.append((len(events), state.seq))

    drafts = [EventDraft(payload=point(5)), EventDraft(payload=point(6))]
    done = desk.ledger.append(drafts, actor="umpire", now=NOW, follows=follows, write=write)
    assert ([e.payload.points for e in done], stored) == ([5, 6, 2], [(3, 4)])
    assert done[2].caused_by == 3
    with pytest.raises(BugError, match="cannot be caused by"):
        desk.ledger.append([EventDraft(payload=point(), caused_by=9)], actor="umpire", now=NOW)
    with pytest.raises(BugError, match="cannot be caused by 0"):
        desk.ledger.append([EventDraft(payload=point(), caused_by=-5)], actor="umpire", now=NOW)
    assert desk.ledger.head == 4


def test_a_chain_breaks_at_the_first_event_that_does_not_fit():
    desk = Desk()
    desk.do(point(1), point(2))
    one, two, three = desk.ledger.events
    assert first_break([]) is None
    assert first_break([one, two, three]) is None
    assert first_break([two, three], after=one) is None
    for chain, at, why in (
        ([two], 2, "event 1 is missing"), ([one, three], 3, "event 2 is missing"),
        ([one, replace(two, prev="0" * 64)], 2, "does not follow"),
        ([one, replace(two, ordinal=3)], 2, "not what was written"),
        ([one, replace(two, actor="\udc80")], 2, "not what was written"),
    ):  # fmt: skip
        seq, words = first_break(chain)
        assert seq == at
        assert why in str(words)


def test_an_old_payload_goes_up_one_version_after_the_other(monkeypatch):
    """As a later WarDesk will read what this one writes."""
    monkeypatch.setattr(events, "PAYLOAD_VERSION", 4)
    monkeypatch.setattr(events, "UPGRADES", {
        ("vp.awarded", 2): lambda row: row | {"points": row["points"] + 1},
        ("vp.awarded", 3): lambda row: row | {"points": row["points"] * 10},
        ("note.made", 2): lambda row: {},
    })  # fmt: skip
    body = '{"kind":"vp.awarded","side":"red","points":4,"cause":"x"}'
    found = [events.decode_body("vp.awarded", version, body).points for version in (2, 3, 4)]
    assert found == [50, 40, 4]
    with pytest.raises(NewerFile, match="has version 5"):
        events.decode_body("vp.awarded", 5, body)


# ---- rulings ------------------------------------------------------------------------------------


def test_a_ruling_answers_a_question_with_a_reason_in_the_place_of_the_last_one():
    desk = Desk()
    for query, decision, reason, why in (
        ("x", "yes", "so", "no question 'x'"), ("reset", "maybe", "so", "'maybe' is not one of"),
        ("reset", "yes", " ", "needs a reason"),
    ):  # fmt: skip
        with pytest.raises(UserError, match=why):
            ruling(desk.state, query, decision, reason=reason, author="U")
    first = ruling(desk.state, "reset", "no", reason=" so ", author="U")
    assert (first.id, first.supersedes, first.reason) == ("ruling-1", None, "so")
    assert desk.state.decision("reset") == "yes"  # the proposed one
    desk.do(first)
    assert desk.state.decision("reset") == "no"
    second = ruling(desk.state, "reset", "yes", reason="after all", author="U")
    assert (second.id, second.supersedes) == ("ruling-2", "ruling-1")
    desk.do(second)
    assert desk.state.decision("reset") == "yes"
    assert desk.state.decision("nothing") == ""
    free = Query(id="free", cite="5.2", question="?", options=(), proposed="", why="")
    desk.do(k.QueryOpened(query=free))
    assert ruling(desk.state, "free", "anything", reason="so", author="U").decision == "anything"


def test_rulings_worth_a_look_are_those_on_the_question_and_under_its_rule_newest_first():
    desk = Desk()
    queries = tuple(Query(id=key, cite=cite, question="?", options=(), proposed="", why="")
                    for key, cite in (("a", "1"), ("b", "1"), ("c", "2")))  # fmt: skip
    for query in queries:
        desk.do(k.QueryOpened(query=query))
    for n, key in enumerate("abcab"):
        desk.do(k.RulingMade(id=f"r{n}", query=key, decision="x", scope="once", author="U",
                             reason="so"))  # fmt: skip
    found = precedents(queries[0], tuple(desk.state.rulings.values()), queries)
    assert [each.id for each in found] == ["r3", "r0", "r4", "r1"]


# ---- carrying over ------------------------------------------------------------------------------


def carried(*rules: CarryRule, **steps):
    desk = Desk()
    desk.arrive("r1", "r2", "b1")
    desk.do(k.NodeEntered(node="drive", units=("r1", "r2", "b1")))
    for unit, lost in steps.items():
        desk.do(k.StepsLost(unit=unit, steps=lost))
    link = Link(start="drive", end="main", carry=rules)
    return desk, preview_carry(desk.design, desk.state, link)


@pytest.mark.parametrize(
    ("rule", "rows"),
    [
        (CarryRule(), [(1, 0, 0, 1), (1, 0, 0, 1), (2, 0, 0, 2)]),
        (CarryRule(transform="restore", steps=1), [(1, 1, 0, 2), (1, 1, 0, 2), (2, 0, 0, 2)]),
        (CarryRule(transform="restore", steps=9), [(1, 1, 0, 2), (1, 2, 0, 3), (2, 0, 0, 2)]),
        (CarryRule(transform="percent", percent=50), [(1, 0, 0, 1), (1, 1, 0, 2), (2, 0, 0, 2)]),
        (CarryRule(transform="percent", percent=99), [(1, 0, 0, 1), (1, 1, 0, 2), (2, 0, 0, 2)]),
        (CarryRule(transform="drop"), [(1, 0, 1, 0), (1, 0, 1, 0), (2, 0, 2, 0)]),
        (CarryRule(select="r2", transform="drop"), [(1, 0, 0, 1), (1, 0, 1, 0), (2, 0, 0, 2)]),
        (CarryRule(select="blues", transform="drop"), [(1, 0, 0, 1), (1, 0, 0, 1), (2, 0, 2, 0)]),
    ],
)
def test_what_a_way_does_to_each_unit(rule, rows):
    desk, preview = carried(rule, r1=1, r2=2)
    assert [(r.steps_in, r.restored, r.dropped, r.steps_out) for r in preview.rows] == rows
    assert preview.balanced
    assert (preview.steps_in, preview.restored, preview.dropped, preview.steps_out) == tuple(
        sum(column) for column in zip(*rows, strict=True)
    )
    assert not replace(preview, troubles=("x",)).balanced
    bad = replace(preview.rows[0], steps_out=9)
    with pytest.raises(UserError, match="does not balance: 4 steps in"):
        carry_drafts(desk.design, desk.state, replace(preview, rows=(bad, *preview.rows[1:])))


def test_a_converted_unit_hands_its_place_and_its_losses_on():
    desk, preview = carried(CarryRule(select="r1", transform="convert", to="h1"), r1=1)
    assert [row.becomes for row in preview.rows] == ["h1", None, None]
    drafts = carry_drafts(desk.design, desk.state, preview)
    assert [type(d.payload).__name__ for d in drafts] == ["UnitRemoved", "UnitArrived", "StepsLost"]
    assert drafts[1].payload.place == HEX
    assert (drafts[2].payload.unit, drafts[2].payload.steps) == ("h1", 1)
    _, whole = carried(CarryRule(select="r1", transform="convert", to="h1"))
    assert len(carry_drafts(desk.design, desk.state, whole)) == 2
    _, small = carried(CarryRule(select="r2", transform="convert", to="r3"))
    assert list(map(str, small.troubles)) == ["R3 has 1 steps, not 3."]
    _, just = carried(CarryRule(select="r2", transform="convert", to="r3"), r2=2)
    assert just.troubles == ()


def test_who_is_in_another_scenario_is_told():
    desk, _ = carried()
    desk.do(k.NodeLeft(node="drive", winner="red"), k.NodeEntered(node="main", units=("r1",)))
    link = Link(start="drive", end="end")
    assert list(map(str, preview_carry(desk.design, desk.state, link).troubles)) == [
        "R1 is also in main."
    ]
    assert preview_carry(desk.design, desk.state, Link(start="end", end="main")).rows == ()


# ---- the doctor ---------------------------------------------------------------------------------


def spoiled(monkeypatch, change, desk=None):
    """What the doctor says of a state that a fault of the program has left."""
    desk = desk or Desk()
    state = desk.ledger.state_at(desk.ledger.head)
    change(state)
    monkeypatch.setattr(doctor, "standing", lambda design, events: state)
    found, _ = doctor.examine(desk.design, desk.ledger.events)
    return [f"{f.place}: {f.text}" for f in found if f.level == "error"]


def unit(**more):
    def change(state):
        state.units["r1"] = replace(state.units["r1"], **more)

    return change


@pytest.mark.parametrize(
    ("change", "findings"),
    [
        (lambda state: None, []),
        (unit(steps=3), ["unit r1: It has 3 of 2 steps.",
                         "steps: 16 − 0 + 0 steps are 16, not 17."]),
        (unit(steps=-1), ["unit r1: It has -1 of 2 steps.",
                          "steps: 16 − 0 + 0 steps are 16, not 13."]),
        (unit(place=Place("eliminated")), ["unit r1: It is eliminated, yet has steps."]),
        (unit(place=HEX), []),
        (unit(place=replace(HEX, game="")), ["unit r1: On which table is it? hex S 42.228."]),
        (unit(place=Place("box", "start")), []),
        (lambda s: (unit(steps=0)(s), setattr(s, "steps_lost", 2)),
         ["unit r1: It has no steps, yet is not yet."]),
        (lambda s: (unit(steps=0, place=Place("removed"))(s), setattr(s, "steps_lost", 2)), []),
        (lambda s: setattr(s, "steps_recovered", 1), ["steps: 16 − 0 + 1 steps are 17, not 16."]),
        (lambda s: s.pools.update(trucks=-1), ["pool trucks: It holds -1."]),
        (lambda s: s.pools.update(trucks=0), []),
        (lambda s: s.pools.update(trucks=None), []),
        (lambda s: s.units.update(h1=UnitState(HEX, 2)),
         ["identity huber: h1 is in play as well."]),
        (lambda s: (s.units.update(h1=UnitState(HEX, 2)), s.identities.update(huber="a")), []),
        (lambda s: (s.units.update(h1=UnitState(HEX, 2)), s.identities.update(huber="b")),
         ["identity huber: h1 is in play as well."]),
        (lambda s: s.scores.append(Score(2, "red", 1, "x", 0)), []),
        (lambda s: s.scores.append(Score(2, "red", 2, "x", 0)),
         ["event 2: These points have no cause."]),
        (lambda s: s.scores.append(Score(2, "red", 1, "", 0)),
         ["event 2: These points have no cause."]),
        (lambda s: s.scores.append(Score(1, "red", 1, "x", 0)),
         ["event 1: These points have no cause."]),
    ],
)  # fmt: skip
def test_the_doctor_names_what_does_not_add_up(monkeypatch, change, findings):
    desk = Desk()
    desk.do(point())

    def changed(state):
        state.scores.clear()
        change(state)

    assert spoiled(monkeypatch, changed, desk) == findings


def test_the_doctor_names_units_of_another_design_and_time_that_runs_backwards(monkeypatch):
    desk = Desk()
    desk.do(k.TurnBegun(ordinal=2), point())
    assert spoiled(monkeypatch, lambda s: s.units.pop("r1"), desk)[0] == (
        "units: The units are not those of the design."
    )
    events = [*desk.ledger.events]
    events[2] = replace(events[2], ordinal=1)
    monkeypatch.setattr(doctor, "first_break", lambda events: None)
    found, _ = doctor.examine(desk.design, events)
    assert "event 3: It lies before the event before it." in [f"{f.place}: {f.text}" for f in found]


@pytest.mark.parametrize(
    ("gate", "level", "text"),
    [("flag.mud", "note", "Whether its gate is open is not yet known."),
     ("day = 1", "warning", "'r1' is in play, but its gate is shut."), ("day = 0", "", "")],
)  # fmt: skip
def test_the_doctor_looks_at_the_gates_of_who_is_in_play(gate, level, text):
    row = Arrival(subject="first", subject_kind="formation", game="ONE", mode="reinforcement",
                  at=0, gate=parse(gate), basis="guess")  # fmt: skip
    made = small_design(flags=(Flag(id="mud", name="Mud"),), arrivals=(row,))
    desk = Desk(made)
    desk.arrive("r1")
    found, _ = doctor.examine(desk.design, desk.ledger.events)
    mine = [(f.level, str(f.text)) for f in found if "arrival" in str(f.place)]
    assert [level for level, _ in mine] == ([level] if level else [])
    assert all(text.replace("'r1'", "r1") in words.replace("'r1'", "r1") for _, words in mine)


def test_the_doctor_counts_the_questions_that_nobody_has_answered():
    desk = Desk()

    def notes():
        found, _ = doctor.examine(desk.design, desk.ledger.events)
        return [str(f.text) for f in found if str(f.place) == "rulings"]

    assert notes() == ["1 questions are open; our proposals are used for them."]
    desk.do(ruling(desk.state, "reset", "no", reason="so", author="U"))
    assert notes() == []


@pytest.mark.parametrize(
    ("text", "seen", "leaks"),
    [("They come on 19 Sep Night", ("*",), True), ("They come on 19 Sep Night", ("red",), False),
     ("They come on 19 Sep Night", ("red", "blue"), True), ("Nothing", ("*",), False),
     (bytes(16).hex(), ("blue",), True)],
)  # fmt: skip
def test_the_doctor_finds_a_secret_that_others_may_read(text, seen, leaks):
    desk = Desk()
    desk.ledger.append(commit("s", "red", "a", "19 Sep Night", bytes(16)), actor="red", now=NOW)
    desk.do(k.Noted(words=text), seen_by=seen)

    def errors():
        found, _ = doctor.examine(desk.design, desk.ledger.events)
        return [f"{f.place}: {f.text}" for f in found if f.level == "error"]

    others = ", ".join(sorted(set(seen) - {"red"}))
    assert errors() == (
        [f"event 4: It tells the secret 's', and {others} may see it."] if leaks else []
    )
    desk.ledger.append([reveal(desk.state, "s")], actor="red", now=NOW)
    assert errors() == []  # it is told: nothing of it is a secret any more


def test_a_ledger_that_cannot_be_added_up_has_no_state():
    desk = Desk()
    desk.do(point())
    sound, state = doctor.examine(desk.design, desk.ledger.events, head=(2, desk.ledger.head_hash))
    assert state is not None
    assert not [f for f in sound if f.level == "error"]
    (bad,), none = doctor.examine(desk.design, desk.ledger.events, head=(3, "x"))
    assert none is None
    assert str(bad.text) == "The file says that it ends with event 3, but it ends with 2."
    (empty,), _ = doctor.examine(desk.design, [], head=(1, "x"))
    assert str(empty.place) == "event 0"
    (lost,), none = doctor.examine(small_design(id="other"), desk.ledger.events)
    assert none is None
    assert "opened with the design" in str(lost.text)
