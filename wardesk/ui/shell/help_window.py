"""F1: the help. Pages and a search at the left, the page at the right, back and forward."""

from __future__ import annotations

import posixpath

from PySide6.QtCore import QEvent, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wardesk.paths import resources
from wardesk.ui import theme
from wardesk.ui.shell.help_browser import HelpBrowser
from wardesk.ui.shell.help_pages import INDEX, HelpPage, anchor, heading_with, read_pages, search
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_PATH = int(Qt.ItemDataRole.UserRole)


class HelpWindow(QDialog):
    """Stays open beside the work. ``keys_asked()``: somebody wants the list of all keys."""

    keys_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Help"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._pages = read_pages(resources() / "docs")
        self._by_path = {page.path: page for page in self._pages}
        self._past: list[tuple[str, str]] = []
        """Pages that were open, each with the heading it was opened at."""
        self._now = -1
        self.browser = HelpBrowser(self)
        self.browser.anchorClicked.connect(self._follow)
        column = QHBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._left())
        column.addWidget(hairline(self, vertical=True))
        column.addWidget(self.browser, 1)
        for key, act in (
            ("Alt+Left", self.go_back),
            ("Alt+Right", self.go_forward),
            ("Ctrl+F", self.field.setFocus),
            ("Alt+Home", lambda: self.open_page(INDEX)),
        ):
            QShortcut(QKeySequence(key), self, act)
        theme.switch().changed.connect(self._show)
        self.resize(1080, 720)
        self._search("")
        self.field.setFocus()

    def _left(self) -> QWidget:
        left = QWidget(self)
        left.setObjectName("surface")
        left.setFixedWidth(theme.DOCK_LEFT)
        left.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.back = ToolButton("chevron-left", tr("Back"), left, key="Alt+Left")
        self.forward = ToolButton("chevron-right", tr("Forward"), left, key="Alt+Right")
        self.back.clicked.connect(self.go_back)
        self.forward.clicked.connect(self.go_forward)
        head = QHBoxLayout()
        head.addWidget(Label(tr("Help"), left, role="title"), 1)
        head.addWidget(self.back)
        head.addWidget(self.forward)
        self.field = QLineEdit(left)
        self.field.setPlaceholderText(tr("How do I …"))
        self.field.setAccessibleName(tr("Search the help"))
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.list = QListWidget(left)
        self.list.setObjectName("framed")
        self.list.setAccessibleName(tr("Pages"))
        self.list.setWordWrap(True)
        self.list.currentItemChanged.connect(self._chosen)
        self._nothing = Label(tr("No page has these words."), left, tone="text2", wrap=True)
        language = Label(
            tr("The pages are in English."), left, role="small", tone="text2", wrap=True
        )
        keys = Button(tr("All keys"), left, icon="keyboard")
        keys.clicked.connect(self.keys_asked)
        close = Button(tr("Close"), left, key="Esc")
        close.clicked.connect(self.close)
        foot = QHBoxLayout()
        foot.addWidget(keys)
        foot.addStretch(1)
        foot.addWidget(close)
        column = QVBoxLayout(left)
        column.setContentsMargins(theme.S3, theme.S3, theme.S3, theme.S3)
        column.setSpacing(theme.S2)
        column.addLayout(head)
        column.addWidget(self.field)
        column.addWidget(self._nothing)
        column.addWidget(self.list, 1)
        column.addWidget(language)
        column.addLayout(foot)
        return left

    # ---- the list --------------------------------------------------------------------------------

    def _search(self, words: str) -> None:
        found = search(self._pages, words)
        self.list.blockSignals(True)
        self.list.clear()
        group = ""
        for page in found:
            if not words.strip() and page.group != group:
                group = page.group
                self._add_group(group)
            item = QListWidgetItem(page.title, self.list)
            item.setData(_PATH, page.path)
        self.list.blockSignals(False)
        self._nothing.setVisible(not found)
        self._mark()

    def _add_group(self, group: str) -> None:
        item = QListWidgetItem(group, self.list)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setFont(theme.font("small-strong"))

    def _mark(self) -> None:
        """Mark the open page in the list, without opening it again."""
        self.list.blockSignals(True)
        rows = [self.list.item(row) for row in range(self.list.count())]
        here = next((item for item in rows if item.data(_PATH) == self.page.path), None)
        self.list.setCurrentItem(here)  # type: ignore[arg-type]
        self.list.blockSignals(False)

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(_PATH):
            self._open_found(item.data(_PATH))

    def _open_found(self, path: str) -> None:
        """Open a page where the words of the search stand in it."""
        words = self.field.text()
        heading = heading_with(self._by_path[path], words)
        self.open_page(path, anchor(heading))
        if words.strip() and not heading:
            self.browser.find(words.split()[0])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the field, Down goes to the list and Enter opens the first page found."""
        if watched is self.field and isinstance(event, QKeyEvent):
            pressed = event.type() == QEvent.Type.KeyPress
            if pressed and event.key() == Qt.Key.Key_Down:
                self.list.setFocus()
                if self.list.currentItem() is None:
                    self._step_to_first()
                return True
            if pressed and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._step_to_first()
                return True
        return super().eventFilter(watched, event)

    def _step_to_first(self) -> None:
        rows = (self.list.item(row) for row in range(self.list.count()))
        first = next((item for item in rows if item.data(_PATH)), None)
        if first is None:
            return
        if self.list.currentItem() is first:
            self._open_found(first.data(_PATH))
        else:
            self.list.setCurrentItem(first)

    # ---- the page --------------------------------------------------------------------------------

    @property
    def page(self) -> HelpPage:
        """The open page; the index before any was opened."""
        path = self._past[self._now][0] if self._past else INDEX
        return self._by_path[path]

    def open_page(self, path: str, heading: str = "") -> None:
        """Open a page by its path in the folder, at a heading's anchor if one is given."""
        if path not in self._by_path:
            return
        if not self._past or self._past[self._now] != (path, heading):
            del self._past[self._now + 1 :]
            self._past.append((path, heading))
            self._now = len(self._past) - 1
        self._show()

    def go_back(self) -> None:
        """To the page before."""
        if self._now > 0:
            self._now -= 1
            self._show()

    def go_forward(self) -> None:
        """To the page from which `go_back` came."""
        if self._now + 1 < len(self._past):
            self._now += 1
            self._show()

    def _show(self) -> None:
        if not self._past:
            return
        heading = self._past[self._now][1]
        self.browser.show_text(self.page.text)
        if heading:
            self.browser.show_heading(heading)
        self.back.setEnabled(self._now > 0)
        self.forward.setEnabled(self._now + 1 < len(self._past))
        self.setWindowTitle(tr("{0} – Help").format(self.page.title))
        self._mark()

    def _follow(self, url: QUrl) -> None:
        """Follow a link to one of our pages; any other leads nowhere."""
        if url.scheme() or url.authority():
            return
        folder = posixpath.dirname(self.page.path)
        path = posixpath.normpath(posixpath.join(folder, url.path())) if url.path() else ""
        self.open_page(path or self.page.path, url.fragment())
