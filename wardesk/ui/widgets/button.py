"""Buttons: words, an optional icon, and the key that does the same drawn inside."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton, QWidget

from wardesk.ui import theme
from wardesk.ui.icons import paint_icon, states_icon
from wardesk.ui.key_book import key_book
from wardesk.ui.widgets import paint

KINDS = ("normal", "primary", "umpire", "link")


class Button(QPushButton):
    """A push button of one of `KINDS`. One that is off must say why: *why_not* or `refuse`.

    *action* is the id of the action that does the same: its key stands on the button. *key* is for
    a key that belongs to no action. *tall* is its height where a bar is lower than usual, px.
    """

    def __init__(
        self,
        words: str,
        parent: QWidget | None = None,
        *,
        icon: str = "",
        kind: str = "normal",
        key: str = "",
        action: str = "",
        why_not: str = "",
        tall: int = 0,
    ) -> None:
        super().__init__(words, parent)
        self._tall = tall
        self._icon, self._kind, self._key, self._action = icon, kind, key, action
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAutoDefault(False)
        if why_not:
            self.refuse(why_not)

    def set_words(self, words: str, *, icon: str | None = None, key: str | None = None) -> None:
        """Change the label, and icon or key with it."""
        icon = self._icon if icon is None else icon
        key = self._key if key is None else key
        if (words, icon, key) == (self.text(), self._icon, self._key):
            return
        self.setText(words)
        self.setAccessibleName(words)
        self._icon, self._key = icon, key
        self.updateGeometry()
        self.update()

    def set_tall(self, tall: int) -> None:
        """Be so high, px."""
        if tall != self._tall:
            self._tall = tall
            self.updateGeometry()

    def set_kind(self, kind: str) -> None:
        """Make it one of `KINDS`."""
        if kind == self._kind:
            return
        self._kind = kind
        self.updateGeometry()
        self.update()

    def refuse(self, reason: str) -> None:
        """Switch off and say why, in the tooltip and to screen readers."""
        self.setEnabled(False)
        self._explain(reason)

    def allow(self, tip: str = "") -> None:
        """Switch on again."""
        self.setEnabled(True)
        self._explain(tip)

    def _explain(self, tip: str) -> None:
        if (tip, tip) != (self.toolTip(), self.accessibleDescription()):
            self.setToolTip(tip)
            self.setAccessibleDescription(tip)

    def cap(self) -> str:
        """The key that stands on it; empty for none."""
        return key_book().cap(self._key, self._action)

    def _role(self) -> str:
        return "strong" if self._kind in ("primary", "umpire") else "body"

    def sizeHint(self) -> QSize:
        width = 2.0 * (theme.S2 if self._kind == "link" else theme.S3)
        width += paint.advance(self.text(), self._role())
        if self._icon:
            width += 18 + (6 if self.text() else 0)
        if key := self.cap():
            width += paint.key_width(key) + 10
        return QSize(round(width) + 2, self._tall or theme.CONTROL_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """All of it; where the layout may make it narrower, the key is what it can do without."""
        size = self.sizeHint()
        key = self.cap()
        if key and self.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Maximum:
            size.setWidth(size.width() - round(paint.key_width(key)) - 10)
        return size

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Qt leaves Enter to dialogs; here the focused button is what Enter means, everywhere.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                event.ignore()  # it is for the button that says so
            else:
                self.click()
            return
        super().keyPressEvent(event)

    def looks_off(self) -> bool:
        """Whether it is drawn dashed: switched off, or standing for something refused."""
        return not self.isEnabled()

    def _ground(self) -> tuple[QColor | None, QColor | None, QColor]:
        """Fill, outline and ink of the present state."""
        hot, down = self.underMouse(), self.isDown() or self.isChecked()
        if self.looks_off():
            return None, theme.colour("edge", 0.7), theme.colour("text3")
        if self._kind in ("primary", "umpire"):
            fill = theme.colour(f"{self._kind}_text" if hot and self._kind == "umpire" else
                                "accent_text" if hot else
                                "umpire" if self._kind == "umpire" else "accent")  # fmt: skip
            return fill, None, theme.colour("on_umpire" if self._kind == "umpire" else "on_accent")
        if self._kind == "link":
            ground = theme.colour("accent_soft") if hot or down else None
            return ground, None, theme.colour("accent_text")
        if down:
            return theme.colour("sunken"), theme.colour("edge"), theme.colour("text")
        fill = theme.colour("raised" if hot else "surface")
        return fill, theme.colour("text2" if hot else "edge"), theme.colour("text")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = QRectF(self.rect())
        fill, outline, ink = self._ground()
        paint.rounded(painter, box, fill=fill, outline=outline, dashed=self.looks_off())
        if self.hasFocus():
            ring = "text" if self._kind in ("primary", "umpire") else "focus"
            paint.rounded(painter, box, outline=theme.colour(ring), width=2)
        self._paint_inside(painter, box, ink)
        painter.end()

    def _paint_inside(self, painter: QPainter, box: QRectF, ink: QColor) -> None:
        pad = float(theme.S2 if self._kind == "link" else theme.S3)
        # A button wider than it needs to be keeps its contents together in the middle.
        whole = box.width() >= self.sizeHint().width() - 2
        need = (self.sizeHint() if whole else self.minimumSizeHint()).width()
        x = max(pad, (box.width() - (need - 2 * pad)) / 2)
        if self._icon:
            paint_icon(painter, self._icon, QRectF(x, (box.height() - 18) / 2, 18, 18), ink)
            x += 24
        label = QRectF(x, 0, paint.advance(self.text(), self._role()) + 2, box.height())
        paint.words(painter, label, self.text(), role=self._role(), ink=ink)
        key = self.cap()
        if key and whole:
            cap, height = paint.key_width(key), theme.px(18)
            where = QRectF(label.right() + 8, (box.height() - height) / 2, cap, height)
            paint.key_cap(painter, where, key, ink)


class ToolButton(QToolButton):
    """An icon alone. Its name and its key are the tooltip and what a screen reader says.

    *action* is the id of the action whose key that is; *key* is one that belongs to no action.
    """

    def __init__(
        self,
        icon: str,
        name: str,
        parent: QWidget | None = None,
        *,
        key: str = "",
        action: str = "",
        checkable: bool = False,
        size: int = 18,
    ) -> None:
        super().__init__(parent)
        self._icon, self._size, self._name = icon, size, name
        self._key, self._action = key, action
        self.setCheckable(checkable)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAutoRaise(True)
        self.setObjectName("bare")
        self.setIconSize(QSize(size, size))
        self.setFixedSize(size + 14, size + 14)
        self.setIcon(states_icon(icon, size))
        self.set_name(name)

    def set_name(self, name: str, *, key: str | None = None, icon: str = "") -> None:
        """Change what it is called, and the icon or a key of its own with it."""
        if icon:
            self._icon = icon
            self.setIcon(states_icon(icon, self._size))
        self._key = self._key if key is None else key
        self._name = name
        self.setAccessibleName(name)
        self._explain()

    def follow(self, action: str) -> None:
        """Name the key of this action from now on."""
        self._action = action
        self._explain()

    def _explain(self) -> None:
        key = key_book().cap(self._key, self._action)
        self.setToolTip(f"{self._name}   {key}" if key else self._name)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            self._explain()  # The key may be another one by now.
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            self.setIcon(states_icon(self._icon, self._size))
        super().changeEvent(event)
