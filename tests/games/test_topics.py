"""Everything on the table explains itself: counters, signs, special actions, each with its rule."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import get_args

import pytest
from shipped import one_a_map, scenarios
from signs import signs_of

import wardesk.games
from wardesk.games.blitzkrieg.chits import ChitKind
from wardesk.games.blitzkrieg.forces import Category
from wardesk.games.blitzkrieg.state import LOOKS as BLITZKRIEG_LOOKS
from wardesk.games.eben_emael.state import LOOKS as EBEN_LOOKS
from wardesk.games.europa.state import LOOKS as EUROPA_LOOKS
from wardesk.games.europa.tables import TABLES as EUROPA_TABLES
from wardesk.games.gts.state import LOOKS as GTS_LOOKS
from wardesk.games.gts.tables import WEAPONS as GTS_WEAPONS
from wardesk.model.rulebook import Rule, Rulebook, Topic, read_rulebook
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import load_table

GAMES = Path(wardesk.games.__file__).parent
BOOKS = sorted(GAMES.glob("*/rulebook.toml"))
EBEN = read_rulebook(GAMES / "eben_emael" / "rulebook.toml")


@pytest.mark.parametrize("path", BOOKS, ids=lambda p: p.parent.name)
def test_the_rules_of_a_topic_exist(path):
    book = read_rulebook(path)
    for topic in book.topics:
        assert topic.cites, topic.id
        assert all(book.rule(cite) for cite in topic.cites), topic.id


def test_every_special_action_counter_of_eben_emael_is_explained():
    tables = tomllib.loads((GAMES / "eben_emael" / "tables.toml").read_text("utf-8"))
    for counter in tables["counter"]:
        topic = EBEN.topic(counter["id"])
        assert topic, counter["id"]
        assert topic.kind == "action"
        assert counter["cite"] in topic.cites, counter["id"]
        assert topic.title == counter["name"]


def test_every_kind_of_counter_and_every_sign_of_eben_emael_is_explained():
    values = EBEN_LOOKS.value
    kinds = {values["topic"].keys.get(kind, kind) for kind in values["symbol"].keys}
    assert len(signs_of(EBEN_LOOKS)) == 11
    for name in kinds:
        topic = EBEN.topic(name)
        assert topic, name
        assert topic.kind == "counter"
    for name in signs_of(EBEN_LOOKS):
        topic = EBEN.topic(name)
        assert topic, name
        assert topic.kind == "sign"


BLITZKRIEG = read_rulebook(GAMES / "blitzkrieg" / "rulebook.toml")
EUROPA = read_rulebook(GAMES / "europa" / "rulebook.toml")
GTS = read_rulebook(GAMES / "gts" / "rulebook.toml")


@pytest.mark.parametrize(
    ("book", "kind", "names"),
    [
        (BLITZKRIEG, "counter", {"hq", *get_args(Category)}),
        (BLITZKRIEG, "sign", signs_of(BLITZKRIEG_LOOKS)),
        (BLITZKRIEG, "chit", {f"{kind}-chit" for kind in get_args(ChitKind)}),
        (EUROPA, "counter", set(EUROPA_TABLES.kinds)),
        (EUROPA, "sign", signs_of(EUROPA_LOOKS)),
        (GTS, "counter", {"leader", *GTS_WEAPONS}),
        (GTS, "sign", signs_of(GTS_LOOKS)),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_every_kind_on_the_tables_of_hexes_and_squares_is_explained(book, kind, names):
    assert {topic.id for topic in book.topics if topic.kind == kind} == names


@pytest.mark.parametrize("name", one_a_map("hex", "square"))
def test_every_chart_has_its_topic(name):
    rules = load_table(name, {}).rules
    charts = {chart.id for chart in rules.showing.charts()}
    assert {topic.id for topic in rules.rulebook.topics if topic.kind == "chart"} == charts


@pytest.mark.parametrize("name", scenarios())
def test_what_lies_on_the_table_names_its_topics(name):
    players = dict.fromkeys(load_table(name, {}).rules.sides, "policy")
    with PlaySession.new(name, seed=3, keep=False, players=players) as session:
        session.run(60)
        book, shown = session.rulebook, session.look()
    assert shown.counters
    for counter in shown.counters:
        assert book.topic(counter.topic), counter.piece
        assert all(book.topic(badge.topic) for badge in counter.badges), counter.piece
    for mark in shown.marks:
        assert book.topic(mark.badge.topic), mark.kind
    for box in shown.boxes:
        assert all(map(book.topic, box.topics)), box.id


def _titles(found):
    return [entry.title for entry in found]


@pytest.mark.parametrize(
    ("words", "best"),
    [
        ("EE 4.1", "Odds"),
        ("4.1", "Odds"),
        ("how do I land a glider", "Glider landing"),
        ("retreat", "Retreat"),
        ("flamethrower", "Flamethrower"),
        ("stacking", "Stacking"),
        ("door blocked", "Door blocked (B)"),
        ("80 points attacking", "80 points attacking"),
    ],
)
def test_the_search_finds_the_rule_that_is_meant(words, best):
    assert _titles(EBEN.search(words))[0] == best


def test_the_search_finds_nothing_for_nothing():
    assert EBEN.search("") == ()
    assert EBEN.search("xylophone") == ()


def test_a_word_more_leaves_fewer_hits_or_better_ones():
    wide, close = EBEN.search("attack"), EBEN.search("attack edge")
    assert len(close) < len(wide)
    assert close[0].title == "80 points attacking"


def rule(name, summary="", ruling=""):
    return Rule(id=name, title=name, summary=summary, status="enforced", ruling=ruling)


def test_see_also_names_what_the_text_names_then_what_names_it_then_the_chapter():
    rules = (
        rule("4.1", "As 5.3 says."), rule("4.2"), rule("5.3"), rule("N1", ruling="See 4.1."),
        rule("4.3"), rule("6.1"),
    )  # fmt: skip
    book = Rulebook(game="g", title="G", prefix="G", source="", rules=rules)
    assert _titles(book.see_also("G 4.1")) == ["5.3", "N1", "4.2", "4.3"]
    assert book.see_also("G 9.9") == ()


def test_topics_and_rules_are_found_in_one_list():
    assert {type(entry) for entry in EBEN.search("machine gun")} == {Rule, Topic}
