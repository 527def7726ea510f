"""Modules that import each other, imports for types counted: none is the aim."""

import ast
from collections import Counter
from pathlib import Path

import networkx

ROOT = Path(__file__).parents[1] / "wardesk"


def name_of(path: Path) -> str:
    """The dotted name of the module in *path*."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(ROOT.rglob("*.py"))}


def imports(module: str, source: str, modules=MODULES) -> set[str]:
    """The modules of the house that *source* imports, wherever in the file and for whatever."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                inside = f"{node.module}.{alias.name}"
                found.add(inside if inside in modules else node.module)
    return {name for name in found if name in modules and name != module}


def circles(edges: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules each of which leads to every other, the largest first."""
    graph = networkx.DiGraph((one, other) for one, others in edges.items() for other in others)
    found = networkx.strongly_connected_components(graph)
    return sorted((sorted(group) for group in found if len(group) > 1), key=lambda g: (-len(g), g))


FOUND = circles({name: imports(name, path.read_text("utf-8")) for name, path in MODULES.items()})


def room(module: str) -> str:
    """The folder that *module* stands in: ``ui.table``."""
    return ".".join(module.split(".")[1:-1]) or "wardesk"


def test_an_import_for_a_type_closes_a_circle():
    modules = {"a": Path(), "b": Path()}
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import b\n"
    edges = {"a": imports("a", typed, modules), "b": imports("b", "from a import x\n", modules)}
    assert circles(edges) == [["a", "b"]]


KNOWN: dict[str, int] = {}
"""Modules in circles by folder, as they are left: a lower figure may be written here, no other."""


def test_no_folder_gains_a_circle():
    inside = Counter(room(module) for group in FOUND for module in group)
    assert {name: n for name, n in inside.items() if n > KNOWN.get(name, 0)} == {}, FOUND


def test_the_first_game_stands_on_its_setting():
    assert [module for group in FOUND for module in group if "eben_emael" in module] == []
