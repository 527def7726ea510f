"""Templates are understood once for all runs; a file that is damaged counts for nothing."""

from __future__ import annotations

import pytest
from jinja2 import Environment

from wardesk.reports import page


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "templates"


@pytest.fixture
def understood(monkeypatch):
    """Templates that were worked out from their source."""
    found = []
    plain = Environment._generate

    def counted(self, source, name, filename, defer_init=False):
        found.append(name)
        return plain(self, source, name, filename, defer_init)

    monkeypatch.setattr(Environment, "_generate", counted)
    return found


def another_run():
    """A template taken up as a program that was just started does."""
    page._environment.cache_clear()
    return page._environment().get_template("page.html")


def test_a_template_is_worked_out_once_for_all_runs(kept, understood):
    another_run()
    another_run()

    assert understood == ["page.html"]
    assert len(list(kept.iterdir())) == 1


@pytest.mark.parametrize("damage", [b"", b"nonsense" * 20, None])
def test_a_damaged_file_is_made_anew(kept, understood, damage):
    another_run()
    file = next(kept.iterdir())
    whole = file.read_bytes()
    file.write_bytes(whole[:-9] + b"x" * 9 if damage is None else damage)
    another_run()

    assert understood == ["page.html", "page.html"]
    assert file.read_bytes() == whole


def test_templates_are_read_where_nothing_can_be_kept(tmp_path, monkeypatch, understood):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("WARDESK_CACHE", str(tmp_path / "file"))

    assert another_run().name == "page.html"
    another_run()
    assert understood == ["page.html", "page.html"]
