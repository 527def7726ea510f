"""No modules import each other, imports for types counted."""

import ast
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


def test_an_import_for_a_type_closes_a_circle():
    modules = {"a": Path(), "b": Path()}
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import b\n"
    edges = {"a": imports("a", typed, modules), "b": imports("b", "from a import x\n", modules)}
    assert circles(edges) == [["a", "b"]]


def test_no_module_leads_back_to_itself():
    edges = {name: imports(name, path.read_text("utf-8")) for name, path in MODULES.items()}
    assert circles(edges) == []
