"""Shipped folders are found in a checkout, a wheel and a frozen build; user data in its place."""

from __future__ import annotations

import sys

import platformdirs
import pytest

from wardesk import paths
from wardesk.errors import BugError


@pytest.fixture(autouse=True)
def _forget():
    paths._shipped.cache_clear()
    yield
    paths._shipped.cache_clear()


def test_a_checkout_has_its_folders_beside_the_package():
    assert paths.resources() == paths._PACKAGE.parent / "resources"
    assert paths.campaigns() == paths._PACKAGE.parent / "campaigns"


def test_a_wheel_has_its_folders_inside_the_package(tmp_path, monkeypatch):
    package = tmp_path / "site-packages" / "wardesk"
    (package / "_data" / "resources").mkdir(parents=True)
    monkeypatch.setattr(paths, "_PACKAGE", package)

    assert paths.resources() == package / "_data" / "resources"


def test_a_frozen_build_has_its_folders_where_it_was_unpacked(tmp_path, monkeypatch):
    (tmp_path / "campaigns").mkdir()
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)

    assert paths.campaigns() == tmp_path / "campaigns"


def test_an_installation_without_its_folders_is_our_fault(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "_PACKAGE", tmp_path / "wardesk")

    with pytest.raises(BugError, match="without its resources folder"):
        paths.resources()


def test_user_data_follows_the_variable_and_is_made(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "deep" / "home"))

    assert paths.user_data() == tmp_path / "deep" / "home"
    assert paths.user_data().is_dir()


def test_user_data_is_the_platforms_own_place_otherwise(tmp_path, monkeypatch):
    monkeypatch.delenv("WARDESK_HOME")
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path / "share"))

    assert paths.user_data() == tmp_path / "share"
