"""The program itself, run from a script that also answers where things are on the screen.

``python peephole.py HANDLE [FILE…]`` opens the window as ``wardesk`` does. Lines of JSON that come
through the socket *HANDLE* ask for the value of an expression; nothing there changes the program,
but for the hand of a run without a screen, which sends Qt's own mouse and key events.
"""

from __future__ import annotations

import json
import socket
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy  # noqa: F401 - before Qt, as in the program
import shapely  # noqa: F401
from PySide6.QtCore import QObject, QPoint, QPointF, QSocketNotifier, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from shiboken6 import isValid

from wardesk.documents.maps.edit_journal import map_digest
from wardesk.ui import theme
from wardesk.ui.app import Program, make_app, safe_words
from wardesk.ui.campaign.workshop.workspace import WorkshopWorkspace
from wardesk.ui.campaign.workspace import CampaignWorkspace
from wardesk.ui.key_book import combination_of
from wardesk.ui.map.workspace import MapWorkspace
from wardesk.ui.shell.crash import FaultKeeper
from wardesk.ui.table.workspace import TableWorkspace

Place = list[int]
_HELD = {
    "ctrl": Qt.KeyboardModifier.ControlModifier,
    "shift": Qt.KeyboardModifier.ShiftModifier,
    "alt": Qt.KeyboardModifier.AltModifier,
}
_KEYS = {"semicolon": ";", "period": ".", "comma": ",", "Escape": "Esc", "BackSpace": "Backspace",
         "Delete": "Del", "slash": "/"}  # fmt: skip


class Peephole(QObject):
    """Answers one question a line. Every public method may be used in a question."""

    def __init__(self, program: Program, handle: int) -> None:
        super().__init__(program)
        self.program = program
        self._socket = socket.socket(fileno=handle)
        self._rest = b""
        self._button = Qt.MouseButton.NoButton
        self._notifier = QSocketNotifier(handle, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._heard)
        self._names: dict[str, object] = {
            name: getattr(self, name) for name in dir(type(self)) if name in _OPEN
        }

    def _heard(self) -> None:
        got = self._socket.recv(1 << 16)
        if not got:
            self._notifier.setEnabled(False)  # the script has gone
            return
        *lines, self._rest = (self._rest + got).split(b"\n")
        for line in lines:
            try:
                answer = {"value": eval(json.loads(line), dict(self._names))}
                told = json.dumps(answer)
            except Exception:  # noqa: BLE001 - the script tells what went wrong
                told = json.dumps({"error": traceback.format_exc()})
            self._socket.sendall(told.encode() + b"\n")

    # ---- what there is -------------------------------------------------------------------------

    def window(self) -> Any:  # noqa: ANN401 - questions use whatever the window has
        """The main window."""
        return self.program.window

    def draw(self) -> MapWorkspace:
        """The open map."""
        found = self.window().workspace("map")
        if not isinstance(found, MapWorkspace):
            raise TypeError("no map is open")
        return found

    def drawing(self) -> bool:
        """Whether a map is open and shown."""
        found = self.window().workspace("map")
        return isinstance(found, MapWorkspace) and found.isVisible()

    def table(self) -> TableWorkspace:
        """The game on the table."""
        found = self.window().workspace("table")
        if not isinstance(found, TableWorkspace):
            raise TypeError("no game is on the table")
        return found

    def playing(self) -> bool:
        """Whether a game is on the table and shown."""
        found = self.window().workspace("table")
        return isinstance(found, TableWorkspace) and found.isVisible()

    def camp(self) -> CampaignWorkspace:
        """The open campaign."""
        found = self.window().workspace("campaign")
        if not isinstance(found, CampaignWorkspace):
            raise TypeError("no campaign is open")
        return found

    def campaigning(self) -> bool:
        """Whether a campaign is open and shown, and nothing is under way."""
        found = self.window().workspace("campaign")
        here = isinstance(found, CampaignWorkspace) and found.isVisible()
        return here and not found.worker.busy

    def shop(self) -> WorkshopWorkspace:
        """The open workshop of a campaign of one's own."""
        found = self.window().workspace("campaign")
        if not isinstance(found, WorkshopWorkspace):
            raise TypeError("no workshop is open")
        return found

    def judged(self) -> bool:
        """Whether a workshop is open and shown, and all of it is kept and judged."""
        found = self.window().workspace("campaign")
        here = isinstance(found, WorkshopWorkspace) and found.isVisible()
        return here and found.model.kept and found.model.verdict is not None

    def unit(self, unit: str) -> list[Any]:
        """Steps and place of a unit, as the ledger has them now."""
        state = self.camp().worker._desk.state.units[unit]
        return [state.steps, str(state.place)]

    def doc(self) -> Any:  # noqa: ANN401
        """The document of the open map."""
        return self.draw().session.document

    def digest(self) -> str:
        """What the document is, as one word."""
        return map_digest(self.doc())

    def notices(self) -> str:
        """What the window tells now."""
        shown = [w for w in self.window().notices.findChildren(QWidget) if w.isVisible()]
        words = [w.text() for w in shown if hasattr(w, "text")]  # type: ignore[attr-defined]
        return " | ".join(word for word in words if isinstance(word, str) and word)

    def dark(self) -> bool:
        """Whether the window is dark."""
        return theme.current() == "dark"

    # ---- where it is ---------------------------------------------------------------------------

    def top(self) -> QWidget:
        """The window that takes clicks now."""
        return QApplication.activeModalWidget() or self.window()

    def middle(self, widget: QWidget) -> Place:
        """The middle of a widget on the screen, px."""
        at = widget.mapToGlobal(widget.rect().center())
        return [at.x(), at.y()]

    def part(self, widget: QWidget, x: float, y: float) -> Place:
        """A point of a widget on the screen, px."""
        at = widget.mapToGlobal(QPoint(round(x), round(y)))
        return [at.x(), at.y()]

    def dialog(self, kind: str) -> bool:
        """Whether the window that takes clicks is of this class."""
        return _is(self.top(), kind)

    def point(self, widget: QWidget, at: QPoint | QPointF) -> Place:
        """The same for a point as the program has it."""
        return self.part(widget, at.x(), at.y())

    def popup(self) -> bool:
        """Whether a menu or a list is open over the window."""
        return QApplication.activePopupWidget() is not None

    def focus(self) -> str:
        """What has the keyboard: class, text and accessible name."""
        one = QApplication.focusWidget()
        return "" if one is None else f"{type(one).__name__} {_words(one)}".replace("\n", " ")

    def keyboard_on(self, widget: QWidget) -> bool:
        """Whether the keyboard is on a widget, or on a part of it."""
        one = QApplication.focusWidget()
        return one is not None and (one is widget or widget.isAncestorOf(one))

    def seen(self, kind: str, words: str = "") -> list[QWidget]:
        """The visible widgets of a class whose text or accessible name has the words."""
        return [w for w in _below(self.top()) if _is(w, kind) and words in _words(w)]

    def has(self, kind: str, words: str = "") -> bool:
        """Whether such a widget is to be seen."""
        return bool(self.seen(kind, words))

    def at(self, kind: str, words: str = "", place: int = 0) -> Place:
        """Where such a widget is; an exact name goes before one that only begins so."""
        found = self.seen(kind, words)
        exact = [w for w in found if words in (_text(w), w.accessibleName())]
        rows = exact or found
        if not rows:
            there = sorted({_words(w) for w in _below(self.top()) if _is(w, kind)})
            raise LookupError(f"no {kind} “{words}” on the screen, but {there}")
        return self.middle(rows[place])

    def item(self, words: str) -> Place:
        """The row of the open list of a combo box."""
        for combo in [w for w in _below(self.top()) if isinstance(w, QComboBox)]:
            view = combo.view()
            row = next((k for k in range(combo.count()) if words in combo.itemText(k)), -1)
            if view.isVisible() and row >= 0:
                box = view.visualRect(combo.model().index(row, combo.modelColumn()))
                return self.part(view.viewport(), box.center().x(), box.center().y())
        raise LookupError(f"no list is open that has “{words}”")

    def spot(self, x: float, y: float) -> Place:
        """A point of the map, on the screen."""
        view = self.draw().view
        at = view.camera.to_view(QPointF(x, y))
        if not view.rect().contains(at.toPoint()):
            raise LookupError(f"({x}, {y}) is not in view")
        return self.part(view, at.x(), at.y())

    def cell(self, name: str) -> Place:
        """The middle of a cell of the map that is drawn."""
        at = self.draw().view.sheet.anchor(name)
        return self.spot(at.x(), at.y())

    def side(self, a: str, b: str) -> list[Place]:
        """The ends of the side between two cells, drawn in a little."""
        line = self.draw().view.sheet.side_line(a, b)
        if line is None:
            raise LookupError(f"{a} and {b} have no side")
        p, q = line
        return [
            self.spot(*(p + (q - p) * share).toTuple())  # type: ignore[misc]
            for share in (0.15, 0.5, 0.85)
        ]

    def shoot(self, path: str, *, screen: bool) -> bool:
        """Keep a picture of the screen, or where there is none of the window."""
        if screen:
            return QGuiApplication.primaryScreen().grabWindow(0).save(path)
        return self.top().grab().save(path)

    # ---- the hand without a screen -------------------------------------------------------------

    def soon(self, act: str, *words: object) -> None:
        """Do it after the answer has gone: a dialog may hold the program up."""
        QTimer.singleShot(0, lambda: getattr(self, f"_{act}")(*words))

    def _aim(self, x: int, y: int) -> tuple[QWidget, QPoint]:
        on = QPoint(x, y)
        popup = QApplication.activePopupWidget()
        if popup is not None:
            inner = popup.childAt(popup.mapFromGlobal(on)) or popup
            return inner, inner.mapFromGlobal(on)
        top = self.top()
        inner = top.childAt(top.mapFromGlobal(on)) or top
        return inner, inner.mapFromGlobal(on)

    def _mouse(self, what: str, x: int, y: int, held: list[str]) -> None:
        widget, on = self._aim(x, y)
        keys = _held(held)
        left = Qt.MouseButton.LeftButton
        if what == "move":
            self._move(x, y, keys)
        elif what == "press":
            self._button = left
            self._grab, _ = widget, on
            QTest.mousePress(widget, left, keys, on)
        elif what == "release":
            self._button = Qt.MouseButton.NoButton
            QTest.mouseRelease(self._grab, left, keys, self._grab.mapFromGlobal(QPoint(x, y)))
        elif what == "double":
            QTest.mouseDClick(widget, left, keys, on)
        else:
            button = Qt.MouseButton.RightButton if what == "right" else left
            QTest.mouseClick(widget, button, keys, on)

    _grab: QWidget

    def _move(self, x: int, y: int, keys: Qt.KeyboardModifier) -> None:
        widget, on = self._aim(x, y)
        if self._button:
            widget, on = self._grab, self._grab.mapFromGlobal(QPoint(x, y))
        event = QMouseEvent(
            QMouseEvent.Type.MouseMove, QPointF(on), QPointF(x, y), Qt.MouseButton.NoButton,
            self._button, keys,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)

    def _key(self, chord: str) -> None:
        *held, key = chord.split("+")
        code = combination_of(_KEYS.get(key, key)).key()
        QTest.keyClick(self._typed_in(), code, _held(held))

    def _type(self, words: str) -> None:
        QTest.keyClicks(self._typed_in(), words)

    def _typed_in(self) -> QWidget:
        top = self.top()
        if QApplication.activePopupWidget() is None and not top.isActiveWindow():
            top.activateWindow()  # without a window manager nobody else does it
            QApplication.processEvents()
        return QApplication.focusWidget() or top.focusWidget() or top


_OPEN = frozenset({
    "window", "draw", "drawing", "table", "playing", "camp", "campaigning", "shop", "judged",
    "unit", "doc",
    "digest", "notices", "top", "middle", "dark",
    "part", "point", "popup", "dialog", "focus", "keyboard_on", "seen", "has", "at", "item",
    "spot", "cell", "side", "shoot", "soon",
})  # fmt: skip


def _held(names: list[str]) -> Qt.KeyboardModifier:
    keys = Qt.KeyboardModifier.NoModifier
    for name in names:
        keys |= _HELD[name]
    return keys


def _below(top: QWidget) -> Iterator[QWidget]:
    return (w for w in top.findChildren(QWidget) if isValid(w) and w.isVisible())


def _is(widget: QWidget, kind: str) -> bool:
    return any(one.__name__ == kind for one in type(widget).__mro__)


def _text(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    told = text() if callable(text) else ""
    return told if isinstance(told, str) else ""


def _words(widget: QWidget) -> str:
    return f"{_text(widget)}\n{widget.accessibleName()}"


def main(arguments: list[str]) -> int:
    """Run the program with a peephole in it."""
    app = make_app(sys.argv[:1])
    program = Program(app)
    FaultKeeper(program.tell, safe_words, program).install()
    Peephole(program, int(arguments[0]))
    program.open([str(Path(one)) for one in arguments[1:]])
    return app.exec()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
