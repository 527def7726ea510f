"""``wardesk campaign`` as tests call it: words in, what it said out."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from wardesk.cli.main import main


@pytest.fixture
def run(capsys):
    def call(*words, expect=0):
        code = main(["campaign", *(str(word) for word in words)])
        said = capsys.readouterr()
        assert code == expect, (said.out, said.err)
        return SimpleNamespace(out=said.out, err=said.err)

    return call


@pytest.fixture(autouse=True)
def english(monkeypatch):
    """The command line speaks as the environment says; these tests read English."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
