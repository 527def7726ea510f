"""Measures the house: ``python packaging/house.py`` prints a row a measure; ``--where`` each place.

Lines, modules, repeated names and detours that make a program harder to hold in the head. The
figures are a mirror and no test: a module may be long where its duty is.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_ASKED = frozenset({"ask", "asked", "question", "decision"})
"""What a pending question is called where it is asked for its kind."""


@dataclass(frozen=True)
class Module:
    """A module, read."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def name(self) -> str:
        """As it is imported."""
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def at(self, node: ast.stmt | ast.expr, words: str) -> str:
        """A place in it."""
        return f"{self.path.relative_to(ROOT)}:{node.lineno} {words}"


def modules(folder: str) -> list[Module]:
    """All modules below a folder of the checkout."""
    found: list[Module] = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        found.append(Module(path, text, ast.parse(text)))
    return found


def lines(shipped: Sequence[Module]) -> Iterator[str]:
    """Every line."""
    for module in shipped:
        yield from (module.name for _ in module.text.splitlines())


def class_names(shipped: Sequence[Module]) -> Iterator[str]:
    """Names that classes of several modules share."""
    places: dict[str, list[str]] = defaultdict(list)
    for module in shipped:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(module.name)
    for name, found in sorted(places.items()):
        if len({*found}) > 1:
            yield f"{name}: {', '.join(found)}"


def passing_on(shipped: Sequence[Module]) -> Iterator[str]:
    """Functions that do nothing but hand all their own arguments to another.

    What a class must be called by counts for nothing: protocols of Python, and what a question of a
    game is asked (`engine/question.py`). A property gives a name to what is worked out.
    """
    asked = {
        node.name
        for module in shipped
        if module.name == "wardesk.engine.question"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef)
    }
    for module in shipped:
        game = module.name.startswith("wardesk.games.")
        for node in ast.walk(module.tree):
            if not isinstance(node, ast.FunctionDef) or not _passes_on(node):
                continue
            named = any("property" in ast.unparse(one) for one in node.decorator_list)
            if not (named or node.name.startswith("__") or (game and node.name in asked)):
                yield module.at(node, node.name)


def _passes_on(function: ast.FunctionDef) -> bool:
    body = [
        one
        for one in function.body
        if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
    ]
    if len(body) != 1 or not isinstance(body[0], ast.Return | ast.Expr):
        return False
    call = body[0].value
    if not isinstance(call, ast.Call):
        return False
    given = [*call.args, *(word.value for word in call.keywords)]
    if not all(isinstance(one, ast.Name | ast.Attribute | ast.Starred) for one in given):
        return False
    used = {n.id for one in given for n in ast.walk(one) if isinstance(n, ast.Name)}
    own = {one.arg for one in (*function.args.args, *function.args.kwonlyargs)}
    return own - {"self", "cls"} <= used


def painting(shipped: Sequence[Module]) -> Iterator[str]:
    """Classes that paint themselves."""
    for module in shipped:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef) and any(
                isinstance(one, ast.FunctionDef) and one.name == "paintEvent" for one in node.body
            ):
                yield module.at(node, node.name)


def named_by_tests(shipped: Sequence[Module]) -> Iterator[str]:
    """Modules inside a room that tests import by their path; a room's own name is a door."""
    known = {one.name for one in shipped if one.path.name != "__init__.py"}
    found: set[str] = set()
    for module in modules("tests"):
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
            elif isinstance(node, ast.Import):
                found |= {one.name for one in node.names}
    yield from sorted(known & found)


def kind_strings(shipped: Sequence[Module]) -> Iterator[str]:
    """Comparisons of a question's kind or step with a string, in games."""
    for module in shipped:
        if not module.name.startswith("wardesk.games."):
            continue
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Compare) and _asks_kind(node):
                yield module.at(node, ast.unparse(node)[:60])
            elif isinstance(node, ast.Match) and _is_kind(node.subject):
                yield module.at(node, "match")


def _asks_kind(node: ast.Compare) -> bool:
    sides = [node.left, *node.comparators]
    words = [one for side in sides for one in ast.walk(side) if isinstance(one, ast.Constant)]
    return any(map(_is_kind, sides)) and any(isinstance(one.value, str) for one in words)


def _is_kind(node: ast.expr) -> bool:
    """Whether it is the kind of a question, or the step of a procedure."""
    if not isinstance(node, ast.Attribute):
        return False
    of = node.value.attr if isinstance(node.value, ast.Attribute) else ""
    of = node.value.id if isinstance(node.value, ast.Name) else of
    return node.attr == "step" or (node.attr == "kind" and of in _ASKED)


Measure = Callable[[Sequence[Module]], Iterable[str]]
MEASURES: dict[str, tuple[Measure, int]] = {
    "lines of wardesk/": (lines, 165_000),
    "modules": (lambda shipped: (one.name for one in shipped), 800),
    "class names in several modules": (class_names, 20),
    "functions that only pass on": (passing_on, 150),
    "classes with a paintEvent": (painting, 35),
    "modules that tests name by path": (named_by_tests, 250),
    "comparisons with a kind string in games/": (kind_strings, 0),
}
"""What is measured, and what it should be at most."""


def main(arguments: Sequence[str]) -> int:
    """Print the table; 0."""
    shipped = modules("wardesk")
    print("| measure | now | at most |\n|---|---|---|")
    for name, (measure, most) in MEASURES.items():
        found = list(measure(shipped))
        print(f"| {name} | {len(found):,} | {most:,} |")
        if "--where" in arguments and name not in ("lines of wardesk/", "modules"):
            print(*(re.sub(r"\s+", " ", f"    {one}") for one in found), sep="\n")
    rooms: dict[str, int] = defaultdict(int)
    for module in shipped:
        rooms[module.name.split(".")[1] if "." in module.name else "wardesk"] += module.text.count(
            "\n"
        )
    print("\n| room | lines |\n|---|---|")
    for room, count in sorted(rooms.items(), key=lambda one: -one[1]):
        print(f"| {room} | {count:,} |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
