"""`cached_property` without the lock that Python 3.11 still takes: a search feels it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property:  # noqa: N801 - it stands for the one of functools
        """Worked out at the first look, and kept in the object."""

        def __init__(self, function: Any) -> None:  # noqa: ANN401 - of any object
            self.func = function
            self.name = function.__name__
            self.__doc__ = function.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, made: Any, owner: type | None = None) -> Any:  # noqa: ANN401
            if made is None:
                return self
            value = made.__dict__[self.name] = self.func(made)
            return value


__all__ = ["cached_property"]
