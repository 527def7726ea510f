"""The campaign's rulebook: every cite exists, every enforced rule has a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import wardesk.campaign.market_garden as rules
from wardesk.documents.packs.campaign_packs import find_design
from wardesk.model.rulebook import read_rulebook

FOLDER = Path(rules.__file__).parent
TESTS = Path(__file__).parent
BOOK = read_rulebook(FOLDER / "rulebook.toml")
CITE = re.compile(r'"((?:S|O|1900-)?\d+(?:\.\d+)*)"')


IDS = TESTS / "source_ids.txt"
"""Every section of the rule text, and where it is dealt with."""
GOLDEN = {
    "calendar of eighty turns", "fog that clears at 0900", "Son blown", "the cut stays",
    "Bailey of 18 September", "Best spur", "sea tail", "three answers for the southern bridge",
    "KG Huber", "rout of the 59th", "second morning after a late rout", "Oirschot",
    "one unit in both games", "reversal",
}  # fmt: skip


BESIDE = ("test_campaign_desk.py", "test_campaign_needs.py")
"""Tests of rules that need the desk, beside this folder."""


def marked(kind: str = "rule") -> set[str]:
    found: set[str] = set()
    for file in (*TESTS.glob("test_*.py"), *(TESTS.parent / "services" / name for name in BESIDE)):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            for mark in getattr(node, "decorator_list", ()):
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == f"pytest.mark.{kind}":
                    found |= {ast.literal_eval(cite) for cite in mark.args}
    return found


def test_every_golden_check_of_the_reference_campaign_is_there():
    assert marked("golden") == GOLDEN


def test_every_section_of_the_rule_text_is_in_the_rulebook_or_named_as_the_tables_own():
    rows = [line.split() for line in IDS.read_text("utf-8").splitlines() if line[:1] != "#"]
    campaign = {row[0] for row in rows if row[1:] == ["campaign"]}
    others = {row[0]: row[1:] for row in rows if row[1:] != ["campaign"]}

    assert campaign == {rule.id for rule in BOOK.rules}
    assert all(kind in (["table"], ["heading"]) for kind in others.values())
    assert len(rows) == len({row[0] for row in rows})


def test_every_enforced_rule_has_a_test_and_no_test_names_an_unknown_rule():
    marks = marked()
    known = {f"MG {rule.id}" for rule in BOOK.rules}

    enforced = {f"MG {rule.id}" for rule in BOOK.rules if rule.status == "enforced"}

    assert enforced - marks == set()
    assert marks - known == set()


def test_every_cite_of_the_code_is_in_the_rulebook():
    slots = {"0700", "0900", "1100", "1300", "1500", "1700", "1900", "101", "82", "43", "59"}
    for file in FOLDER.glob("*.py"):
        cites = set(CITE.findall(file.read_text("utf-8"))) - slots
        unknown = {
            cite
            for cite in cites
            if cite not in BOOK.by_id and cite not in ("2.15", "101.502", "43.231")
        }
        assert not unknown, (file.name, unknown)


def test_every_rule_is_summed_up_and_says_why_it_is_left_to_the_table():
    for rule in BOOK.rules:
        assert rule.title, rule.id
        assert rule.summary, rule.id
        assert (rule.status == "hand") == bool(rule.why_hand), rule.id


def test_what_a_person_reads_of_a_rule_names_no_key_of_the_register():
    keys = {each.id for each in find_design("market-garden")[0].queries if "-" in each.id}
    for rule in BOOK.rules:
        read = f"{rule.title} {rule.summary} {rule.ruling} {rule.reconstruction} {rule.why_hand}"
        assert not keys & set(re.findall(r"[a-z]+(?:-[a-z]+)+", read)), rule.id
