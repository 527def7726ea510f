"""Actions: everything a person can do, written down once and shown in many places.

A workspace puts its actions into an `ActionTable`, which binds their keys. The window gathers those
of all workspaces in an `ActionRegistry`, behind the palette, the key list and the keys editor. A
button, a key cap or a menu entry names an action by its id and learns the key from there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QWidget

from wardesk.errors import BugError
from wardesk.ui.key_book import KeyBook, combination_of, key_book, key_of


def always() -> str:
    """The reason of an action that is never off: none."""
    return ""


@dataclass(frozen=True)
class Action:
    """One thing to do.

    *key* is the usual one; a person may have chosen another. *group* is the heading in the palette
    and in the key list ("Everywhere", "Table"). *why_not* gives the reason while the action is off,
    else an empty string. *everywhere* binds the key to the whole window, otherwise the workspace's
    table listens for it. *also* are further words by which the palette finds it. *second_key* does
    the same and stands in no list. *repeats*: a key that is held down does it again and again.
    """

    id: str
    title: str
    key: str
    run: Callable[[], object]
    group: str = ""
    icon: str = "chevron-right"
    why_not: Callable[[], str] = always
    everywhere: bool = False
    also: str = ""
    second_key: str = ""
    repeats: bool = True


def is_chord(key: str) -> bool:
    """Whether a key is no mere typing: with Ctrl, Alt or Meta."""
    strong = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    strong |= Qt.KeyboardModifier.MetaModifier
    return bool(key) and bool(combination_of(key).keyboardModifiers() & strong)


class ActionTable(QObject):
    """The actions of one workspace: their keys act in *owner* and what else `listen_in` was told.

    *place* is the first part of their ids ("table"), *group* their heading. Chords are shortcuts;
    a single key is heard by `press`, which the workspace calls with what no field wanted. *away*
    gives a reason why none of them can be done at all. ``refused(reason)``: somebody asked for an
    action that is off.
    """

    refused = Signal(str)

    def __init__(
        self,
        place: str,
        group: str,
        owner: QWidget,
        *,
        away: Callable[[], str] = always,
        keys: KeyBook | None = None,
    ) -> None:
        super().__init__(owner)
        self._place, self._group, self._away = place, group, away
        self._keys = keys or key_book()
        self._actions: dict[str, Action] = {}
        self._listeners: list[QWidget] = [owner]
        self._shortcuts: list[QShortcut] = []
        self._keys.changed.connect(self._bind)

    def add(
        self,
        name: str,
        title: str,
        key: str,
        run: Callable[[], object],
        icon: str = "chevron-right",
        *,
        why_not: Callable[[], str] = always,
        everywhere: bool = False,
        also: str = "",
        second_key: str = "",
        repeats: bool = True,
    ) -> Action:
        """Take in an action called ``place.name``; `BugError` if the id or the key is taken."""
        one = f"{self._place}.{name}"
        if one in self._actions:
            raise BugError(f"There are two actions called {one}")
        for new in filter(None, (key, second_key)):
            if self.takes(new):
                raise BugError(f"{one} wants the key {new}, which another action has")
        action = Action(
            one, title, key, run, self._group, icon,
            lambda: self._away() or why_not(), everywhere, also, second_key, repeats,
        )  # fmt: skip
        self._actions[one] = action
        self._keys.learn(one, key, local=not everywhere)
        self._bind_one(action, self._listeners)
        return action

    def listen_in(self, widget: QWidget) -> None:
        """Let the chords act in *widget* too, which stands outside of the workspace."""
        self._listeners.append(widget)
        for action in self._actions.values():
            self._bind_one(action, [widget])

    def all(self) -> tuple[Action, ...]:
        """Every action with its usual key, in the order of coming."""
        return tuple(self._actions.values())

    def __contains__(self, one: str) -> bool:
        return one in self._actions

    def takes(self, key: str) -> bool:
        """Whether *key* is the usual key of an action here."""
        return any(key in (one.key, one.second_key) for one in self._actions.values())

    def key(self, one: str) -> str:
        """The key that an action has now; empty for none."""
        return self._keys.key(one)

    def run(self, one: str) -> str:
        """Do an action; if it is off nothing happens, and the reason is told and comes back."""
        action = self._actions[one]
        reason = action.why_not()
        if reason:
            self.refused.emit(reason)
        else:
            action.run()
        return reason

    def press(self, event: QKeyEvent, *, chords: bool = False) -> bool:
        """Do what a single key means; whether it means anything here.

        With *chords* those too: for a key that came from where their shortcuts do not reach.
        """
        pressed = key_of(event)
        if not pressed or (is_chord(pressed) and not chords):
            return False
        for action in self._actions.values():
            if pressed in self._keys_of(action) and not action.everywhere:
                if action.repeats or not event.isAutoRepeat():
                    self.run(action.id)
                return True
        return False

    def put(self, menu: QMenu, one: str, words: str = "") -> QAction:
        """Add an action to a menu, off with its reason as the tooltip; *words* for its title."""
        action = self._actions[one]
        key, reason = self.key(one), action.why_not()
        label = (words or action.title).replace("&", "&&")
        entry = menu.addAction(f"{label}\t{key}" if key else label)
        entry.triggered.connect(lambda _on=False: self.run(one))
        entry.setEnabled(not reason)
        entry.setToolTip(reason or action.title)
        return entry

    # ---- keys -----------------------------------------------------------------------------------

    def _keys_of(self, action: Action) -> list[str]:
        """Its key now, and the second one unless somebody gave that to another action."""
        found = [self.key(action.id)]
        second = action.second_key
        if second and all(self.key(other) != second for other in self._actions):
            found.append(second)
        return found

    def _bind(self) -> None:
        """Somebody has chosen other keys."""
        for shortcut in self._shortcuts:
            shortcut.setEnabled(False)  # It goes a moment later only.
            shortcut.deleteLater()
        self._shortcuts = []
        for action in self._actions.values():
            self._bind_one(action, self._listeners)

    def _bind_one(self, action: Action, listeners: list[QWidget]) -> None:
        if action.everywhere:
            return  # The window listens.
        for key in filter(is_chord, self._keys_of(action)):
            for widget in listeners:
                shortcut = QShortcut(QKeySequence(key), widget)
                shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                shortcut.setAutoRepeat(action.repeats)
                shortcut.activated.connect(lambda one=action.id: self.run(one))
                self._shortcuts.append(shortcut)


class ActionRegistry(QObject):
    """All actions of a window as they were added; ``changed()`` when some come, go or get keys."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None, *, keys: KeyBook | None = None) -> None:
        super().__init__(parent)
        self._actions: dict[str, Action] = {}
        self._keys = keys or key_book()
        self._keys.changed.connect(self._follow_keys)

    def add(self, *actions: Action) -> None:
        """Register actions; an id can be taken once only."""
        for action in actions:
            if action.id in self._actions:
                raise BugError(f"There are two actions called {action.id}")
            key = self._keys.learn(action.id, action.key, local=not action.everywhere)
            self._actions[action.id] = replace(action, key=key)
        self.changed.emit()

    def _follow_keys(self) -> None:
        """Somebody has chosen other keys."""
        for one, action in self._actions.items():
            self._actions[one] = replace(action, key=self._keys.key(one))
        self.changed.emit()

    def remove(self, *ids: str) -> None:
        """Forget actions, when their workspace goes."""
        for one in ids:
            self._actions.pop(one, None)
        self._keys.forget(*ids)
        self.changed.emit()

    def all(self) -> tuple[Action, ...]:
        """Every action with its key of now, in the order of registration."""
        return tuple(self._actions.values())

    def run(self, one: str) -> str:
        """Do an action; if it is off nothing happens and the reason comes back."""
        action = self._actions[one]
        reason = action.why_not()
        if not reason:
            action.run()
        return reason

    def find(self, words: str) -> list[Action]:
        """Actions in which every word occurs, those that begin with them first.

        Questions end as questions do: "how do I play?".
        """
        parts = words.casefold().rstrip("?!. ").split()
        found = []
        for order, action in enumerate(self._actions.values()):
            text = f"{action.title} {action.group} {action.also}".casefold()
            if all(part in text for part in parts):
                starts = bool(parts) and text.startswith(parts[0])
                found.append((not starts, order, action))
        return [action for _starts, _order, action in sorted(found, key=lambda f: f[:2])]
