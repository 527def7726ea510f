"""What drawn widgets are to a screen reader: a board is a drawing, an edge a grip, no fillers."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAccessibleWidget, QWidget

Role = QAccessible.Role

_roles: dict[type[QWidget], Role] = {}


class _Told(QAccessibleWidget):
    """Name and description are the widget's own; a board's say where the keyboard is."""

    def __init__(self, widget: QWidget, role: Role) -> None:
        super().__init__(widget, role)


def tell_as(role: Role, *kinds: type[QWidget]) -> None:
    """From now on widgets of these classes, and of those made from them, have this role."""
    if not _roles:
        QAccessible.installFactory(_made)
    _roles.update(dict.fromkeys(kinds, role))


def _made(_name: str, told: QObject | None) -> QAccessibleWidget | None:
    """Qt asks this of each thing that a screen reader comes to; None leaves it to Qt."""
    for kind in type(told).__mro__:
        if kind in _roles and isinstance(told, QWidget):
            return _Told(told, _roles[kind])
    return None
