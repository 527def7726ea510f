"""Pictures that were painted once are kept, and let go of when the last map is closed."""

from __future__ import annotations

import weakref

from wardesk.render.kept import forget_kept, forgets, give_memory_back, kept


class _Picture:
    """As large as a picture."""


def test_what_was_painted_is_kept_until_it_is_forgotten():
    @kept(8)
    def paint(_name: str) -> _Picture:
        return _Picture()

    first = paint("wood")
    assert paint("wood") is first
    seen = weakref.ref(first)
    del first
    assert seen() is not None

    forget_kept()

    assert seen() is None


def test_a_store_of_another_shape_is_emptied_too():
    store = {"wood": _Picture()}

    @forgets
    def empty() -> None:
        store.clear()

    forget_kept()

    assert empty is not None
    assert store == {}


def test_memory_can_be_given_back_on_any_system():
    give_memory_back()
