"""Each test works out for itself what the rules keep, whatever ran before it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from field import HANNUT, LESSON, STONNE


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    for its_rules in (HANNUT, STONNE, LESSON):
        its_rules.setting.kept.clear()
    yield
    for its_rules in (HANNUT, STONNE, LESSON):
        its_rules.setting.kept.clear()
