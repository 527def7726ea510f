"""The parts of the table know the model and not each other, nor the workspace that holds them."""

import ast
from pathlib import Path

import pytest

from wardesk.ui import table

ROOT = Path(table.__file__).parent
HOME = "wardesk.ui.table"

SHARED = {"model", "deeds", "forces_model", "interactions", "picking", "sharing", "assigning",
          "chance", "order_slip", "question_words", "runner", "seats", "slip_words"}  # fmt: skip
"""Below all parts: the model, and what it is made of."""

PARTS = {
    "board": {"board", "board_key", "ruler", "lesson"},
    "question": {"question_bar"},
    "counters": {"counter_tray", "battle_sheet"},
    "left": {"left_dock", "cup_panel"},
    "drawer": {"drawer", "table_list"},
    "orders": {"orders"},
    "right": {"right_dock", "right_panels", "log", "umpire"},
    "toasts": {"toasts"},
    "rulebook": {"rulebook"},
    "bar": {"table_bar"},
    "curtain": {"hot_seat_curtain"},
    "past": {"past"},
    "freehand": {"freehand"},
    "mail": {"mail"},
    "clinic": {"clinic"},
}
"""A module, or a folder of modules, by the part that it is of."""

JOINS = {"workspace", "actions", "keyboard", "drawers", "events"}
"""These know every part: they lay out, bind keys, and send the keyboard from one to the other."""

NAMES = {"board", "question", "rows", "right", "past", "freehand", "bar", "deed_bar", "tray",
         "drawer", "drawers", "players", "turn", "table_bar", "timeline"}  # fmt: skip
"""What a part is called where it is joined."""


def first(path):
    """The module under the table's room, or the folder that it lies in."""
    return path.relative_to(ROOT).with_suffix("").parts[0]


MODULES = sorted(path for path in ROOT.rglob("*.py") if path.name != "__init__.py")


def imported(source):
    """The modules or folders of the table that *source* imports, for whatever."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module == HOME:
                found.update(alias.name for alias in node.names)
            elif node.module.startswith(f"{HOME}."):
                found.add(node.module.removeprefix(f"{HOME}.").split(".")[0])
    return found


def reaches(source):
    """Chains that go through a part to what it holds: ``right.card.dice``, but no signals."""
    found = []
    for node in ast.walk(ast.parse(source)):
        names = []
        while isinstance(node, ast.Attribute):
            names.insert(0, node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            continue
        names = [node.id, *names] if node.id != "self" else names
        if names and names[0].strip("_") in NAMES:
            inner = names[1:-1] if names[-1] in ("connect", "emit") else names[1:]
            if len(inner) > 1:
                found.append(".".join(names))
    return found


def test_a_reach_through_a_part_is_seen():
    assert reaches("self._right.card.dice.roll.click()")[0] == "_right.card.dice.roll.click"
    assert reaches("right.roll()") == reaches("self.past.page_asked.connect(x)") == []


def test_every_module_has_its_place():
    placed = [*SHARED, *JOINS, *(module for part in PARTS.values() for module in part)]
    assert sorted(placed) == sorted({first(path) for path in MODULES})


@pytest.mark.parametrize("part", PARTS)
def test_a_part_knows_the_model_and_no_other_part(part):
    own = PARTS[part]
    for path in MODULES:
        if first(path) in own:
            others = imported(path.read_text("utf-8")) - own - SHARED
            assert not others, f"{path.relative_to(ROOT)} imports {sorted(others)}"


def test_what_all_share_knows_no_part():
    for path in MODULES:
        if first(path) in SHARED:
            assert imported(path.read_text("utf-8")) <= SHARED, path.name


def test_nobody_reaches_through_a_part_to_what_it_holds():
    for path in MODULES:
        if first(path) in JOINS:
            assert reaches(path.read_text("utf-8")) == [], path.name
