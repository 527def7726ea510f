"""No modules import each other, imports for types counted."""

import grimp
import networkx
import pytest


def circles(package: str) -> list[list[str]]:
    """Groups of modules of *package* each of which leads to every other, the largest first."""
    found = grimp.build_graph(package, cache_dir=None)
    graph = networkx.DiGraph(
        (one, other)
        for one in found.modules
        for other in found.find_modules_directly_imported_by(one)
    )
    groups = networkx.strongly_connected_components(graph)
    return sorted((sorted(group) for group in groups if len(group) > 1), key=lambda g: (-len(g), g))


def test_an_import_for_a_type_closes_a_circle(tmp_path, monkeypatch: pytest.MonkeyPatch):
    package = tmp_path / "circular_toy"
    package.mkdir()
    (package / "__init__.py").touch()
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import circular_toy.b\n"
    (package / "a.py").write_text(typed)
    (package / "b.py").write_text("from circular_toy.a import x\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert circles("circular_toy") == [["circular_toy.a", "circular_toy.b"]]


def test_no_module_leads_back_to_itself():
    assert circles("wardesk") == []
