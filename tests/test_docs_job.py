"""The docs command: MkDocs is installed once, beside the environment; no other folder is lost."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from ground import docs, jobs
from ground.common import Checkout, SetupError

ROOT = Path(__file__).parents[1]


@pytest.fixture
def place(tmp_path):
    (tmp_path / "packaging").mkdir()
    (tmp_path / "packaging" / "requirements-docs.lock").write_text("mkdocs==1\n")
    (tmp_path / ".venv").mkdir()
    return Checkout(tmp_path)


@pytest.fixture
def calls(monkeypatch):
    """What was installed and what was built, without doing it."""
    done = []

    def install(command, **_more):
        done.append("install")
        Path(command[command.index("--target") + 1]).mkdir(parents=True)
        return subprocess.CompletedProcess(command, 0, stdout="")

    def build(command, **_more):
        done.append(command[command.index("--site-dir") + 1])
        return 0

    monkeypatch.setattr(docs, "call", install)
    monkeypatch.setattr(docs.subprocess, "call", build)
    return done


def test_the_tools_are_installed_once(place, calls):
    assert docs.build(place, [], None) == 0
    assert docs.build(place, [], None) == 0

    site = str(place.venv / "site")
    assert calls == ["install", site, site]


def test_another_lock_installs_them_anew(place, calls):
    docs.build(place, [], None)
    (place.root / "packaging" / "requirements-docs.lock").write_text("mkdocs==2\n")
    docs.build(place, [], None)

    assert calls.count("install") == 2


def test_a_failed_installation_is_tried_again(place, monkeypatch):
    failed = subprocess.CompletedProcess([], 1, stdout="No space left on device")
    monkeypatch.setattr(docs, "call", lambda *_a, **_k: failed)

    with pytest.raises(SetupError, match="disk is full"):
        docs.build(place, [], None)
    assert not (place.venv / "docs-tools" / "wardesk-lock.txt").exists()


def test_the_site_goes_where_it_is_wanted(place, calls, tmp_path):
    docs.build(place, [str(tmp_path / "out")], None)

    assert calls[-1] == str(tmp_path / "out")


def test_a_folder_with_other_things_is_not_emptied(place, calls, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "letter.txt").write_text("mine")

    with pytest.raises(SetupError, match="would be emptied"):
        docs.build(place, [str(tmp_path / "out")], None)
    assert calls == []


@pytest.mark.parametrize("words", [["a", "b"], ["--serve"]])
def test_other_words_are_refused(place, calls, words):
    with pytest.raises(SetupError, match="one word at most"):
        docs.build(place, words, None)


def test_the_docs_need_no_qt(monkeypatch):
    monkeypatch.setattr(jobs.venv, "prepare", lambda *_a: None)
    monkeypatch.setattr(jobs.system, "ensure_qt", lambda *_a: pytest.fail("Qt was asked for"))
    monkeypatch.setattr(jobs.docs, "build", lambda *_a: 7)

    assert jobs.main(["docs"], None) == 7


def test_every_package_of_the_lock_has_a_hash_and_no_host_is_named():
    text = (ROOT / "packaging" / "requirements-docs.lock").read_text("utf-8")
    packages = [part for part in re.split(r"^(?=[a-z])", text, flags=re.M) if "==" in part]

    assert len(packages) > 20
    assert all("--hash=sha256:" in part for part in packages)
    assert "://" not in text
