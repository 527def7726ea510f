"""The one window: mode bar, document bar, notices, the workspace, status bar."""

from __future__ import annotations

import gc
from contextlib import suppress

from msgspec.structs import replace
from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from wardesk.errors import UserError
from wardesk.paths import VERSION
from wardesk.render.kept import forget_kept, give_memory_back
from wardesk.ui import theme
from wardesk.ui.actions import Action, ActionRegistry
from wardesk.ui.language import explained
from wardesk.ui.preferences import preferences
from wardesk.ui.shell import panels
from wardesk.ui.shell.bars import DocumentBar, StatusBar
from wardesk.ui.shell.choosing import dropped_files
from wardesk.ui.shell.help_pages import INDEX
from wardesk.ui.shell.help_window import HelpWindow
from wardesk.ui.shell.home import Home
from wardesk.ui.shell.keys import KeysDialog, KeysEditor
from wardesk.ui.shell.mode_bar import MODES, ModeBar
from wardesk.ui.shell.not_built import placeholder
from wardesk.ui.shell.palette import CommandPalette
from wardesk.ui.shell.settings import SettingsFile, save_settings
from wardesk.ui.shell.settings_dialog import open_settings
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.notice import Notice, NoticeArea
from wardesk.words import tr

_SMALLEST = (820, 500)
_FRAME = QSize(16, 48)
"""Room for the title bar and the edges that the desktop draws around a window, px."""

_TIDY = 500
"""Milliseconds after something was closed until its memory is given back."""

_MENU = ("palette", "help", "keys", "settings", "theme", "about", "quit")
"""What the menu has below the workspaces."""

_HELP = {
    "map": "user/designer.md",
    "table": "user/player.md",
    "campaign": "user/organiser.md",
    "study": "user/studies.md",
}
"""The page of the help that opens from a workspace; from the others it is the index."""
_ABOUT = "reference/about.md"


def first_size(room: QSize) -> QSize:
    """The size of a new window on a screen with this much room (px), its frame not counted.

    How thick the frame will be nobody knows before it is there: `_FRAME` is a thick one.
    """
    width, height = room.width() - _FRAME.width(), room.height() - _FRAME.height()
    return QSize(min(1440, width), min(900, height))


class MainWindow(QMainWindow):
    """Holds the five workspaces; `set_workspace` replaces a place-holder by the real one.

    ``mode_changed(mode)`` follows every change of workspace.
    """

    mode_changed = Signal(str)
    closing = Signal()
    """The window is about to go: let go of files and threads."""
    reopen_asked = Signal()
    """Close this window and make it again: text size or language have changed."""

    def __init__(self, settings: SettingsFile | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings or SettingsFile()
        preferences().load(self._settings)
        preferences().failed.connect(self.tell)
        self.setWindowTitle("WarDesk")
        self.setMinimumSize(*_SMALLEST)
        self.commands = ActionRegistry(self)
        self._actions: list[QAction] = []
        self.mode_bar = ModeBar(self)
        self.document_bar = DocumentBar(self)
        self.notices = NoticeArea(self)
        self.status = StatusBar(self)
        self._stack = QStackedWidget(self)
        self._tidying = Task(self)
        self._tidy = QTimer(self, singleShot=True, interval=_TIDY)
        self._tidy.timeout.connect(self._give_memory_back)
        self.setAcceptDrops(True)
        self._workspaces: dict[str, Workspace] = {}
        self._own: dict[str, tuple[str, ...]] = {}
        self._mode = ""
        self.notices.folded.connect(self.status.show_folded)
        self.status.messages.clicked.connect(self.notices.unfold)
        self._lay_out()
        self.commands.add(*self._window_commands())
        self.home = Home(self)
        self.home.folder = self._settings.folder
        self.set_workspace("home", self.home)
        for mode in MODES[1:]:
            self.empty(mode)
        self.commands.changed.connect(self._bind_keys)
        self._bind_keys()
        self._restore()
        self.show_mode("home")

    def _lay_out(self) -> None:
        inner = QVBoxLayout()
        inner.setSpacing(0)
        inner.addWidget(self.document_bar)
        inner.addWidget(self.notices)
        inner.addWidget(self._stack, 1)
        inner.addWidget(self.status)
        shell = QWidget(self)
        shell.setObjectName("shell")
        shell.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(shell)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.mode_bar)
        row.addLayout(inner, 1)
        self.setCentralWidget(shell)
        self.document_bar.menu_asked.connect(self.show_menu)
        self.mode_bar.mode_chosen.connect(self.show_mode)
        self.mode_bar.palette_asked.connect(self.show_palette)
        self.mode_bar.theme_asked.connect(self.switch_theme)
        self.mode_bar.help_asked.connect(self.show_help)
        self.mode_bar.settings_asked.connect(self.show_settings)
        theme.switch().changed.connect(self.mode_bar.show_theme)

    # ---- workspaces ----------------------------------------------------------------------------

    @property
    def mode(self) -> str:
        """The open workspace, one of `MODES`."""
        return self._mode

    def workspace(self, mode: str) -> Workspace:
        """The workspace behind a button of the mode bar."""
        return self._workspaces[mode]

    def set_workspace(self, mode: str, workspace: Workspace, *, keep: bool = False) -> None:
        """Put a workspace in its place; the one before it is destroyed, or with *keep* waits."""
        old = self._workspaces.get(mode)
        self._workspaces[mode] = workspace
        if self._stack.indexOf(workspace) < 0:
            self._stack.addWidget(workspace)
            workspace.retitled.connect(self._retitle)
            workspace.noticed.connect(self.notify)
            workspace.tried_again.connect(self.notices.clear)
            workspace.command_asked.connect(self.run)
        workspace.hide_docks(mode in self._settings.hidden_docks)
        if old is not None:
            self.commands.remove(*self._own.get(mode, ()))
        if old is not None and not keep:
            self.document_bar.drop_bar(old.bar)
            for gone in (old, old.bar):
                if gone is not None:
                    gone.hide()
                    gone.deleteLater()
            self._stack.removeWidget(old)
        commands = tuple(workspace.commands())
        self._own[mode] = tuple(command.id for command in commands)
        self.commands.add(*commands)
        if mode == self._mode:
            self.show_mode(mode)

    def empty(self, mode: str) -> None:
        """Nothing is open in this place; say how something is opened."""
        found = placeholder(
            mode, self, lambda: self.show_mode("home"), self.home.new_map.emit,
            lambda: self.home.start_campaign.emit(""),
        )  # fmt: skip
        self.set_workspace(mode, found)
        if self._mode:
            self._tidy.start()

    def _give_memory_back(self) -> None:
        """What was closed is destroyed by now."""
        forget_kept()
        gc.collect()  # a closed table is a circle of things: without this it would stay for minutes
        self._tidying.start(give_memory_back)

    def drop_workspace(self, gone: Workspace) -> None:
        """Destroy a workspace that waits behind another of its place."""
        self.document_bar.drop_bar(gone.bar)
        self._stack.removeWidget(gone)
        for part in (gone, gone.bar):
            if part is not None:
                part.hide()
                part.deleteLater()

    def show_mode(self, mode: str) -> None:
        """Open a workspace and give the keyboard to its primary control."""
        self._mode = mode
        workspace = self._workspaces[mode]
        self._stack.setCurrentWidget(workspace)
        self.mode_bar.show_mode(mode)
        fills = workspace.fills_window
        self.mode_bar.setHidden(fills)
        self.status.setHidden(fills)
        self.document_bar.set_low(fills)
        self._retitle()
        workspace.enter()
        self.mode_changed.emit(mode)

    def _retitle(self) -> None:
        workspace = self._workspaces[self._mode]
        self.document_bar.set_titles(workspace.title, workspace.subtitle)
        self.document_bar.show_bar(workspace.bar)
        self.status.set_status(workspace.hints, workspace.facts)
        plain = workspace.title == "WarDesk"
        words = f"{workspace.title} – {workspace.file}" if workspace.file else workspace.title
        self.setWindowTitle("WarDesk" if plain else f"{words} – WarDesk")

    # ---- telling -------------------------------------------------------------------------------

    def notify(self, notice: Notice) -> None:
        """Show a notice above the workspace, or where the workspace has a place for it."""
        if not self._workspaces[self._mode].show_notice(notice):
            self.notices.show_notice(notice)

    def tell(self, error: UserError) -> None:
        """Show what a person can put right, with the way out."""
        told = explained(error)
        self.notify(Notice(told.message, told.advice, "warn"))

    # ---- commands ------------------------------------------------------------------------------

    def _window_commands(self) -> list[Action]:
        everywhere = tr("Everywhere")
        go = {
            "home": tr("Go to Home"),
            "map": tr("Go to Map"),
            "table": tr("Go to Table"),
            "campaign": tr("Go to Campaign"),
            "study": tr("Go to Study"),
        }
        modes = [
            Action(
                f"go.{mode}", go[mode], f"Ctrl+{k}", lambda mode=mode: self.show_mode(mode),
                everywhere, mode, everywhere=True,
            )
            for k, mode in enumerate(MODES, 1)
        ]  # fmt: skip
        rest = (
            ("palette", tr("Find a command"), "Ctrl+Shift+P", self.show_palette, "search"),
            ("menu", tr("Menu"), "F10", self.show_menu, "layers"),
            ("theme", tr("Light or dark theme"), "Ctrl+Alt+D", self.switch_theme, "moon"),
            ("keys", tr("Show all keys"), "Shift+F1", self.show_keys, "keyboard"),
            ("settings", tr("Settings"), "Ctrl+,", self.show_settings, "settings"),
            ("keys.change", tr("Change keys"), "", self.edit_keys, "keyboard"),
            ("layout", tr("Reset the layout of the window"), "", self.reset_layout, "undo"),
            ("panel.next", tr("Next panel"), "F6", lambda: self._walk_panels(1), "step"),
            ("panel.back", tr("Previous panel"), "Shift+F6",
             lambda: self._walk_panels(-1), "back"),
            ("about", tr("About WarDesk {0}").format(VERSION), "", self.show_about, "info"),
            ("quit", tr("Quit WarDesk"), "Ctrl+Q", self.close, "close"),
        )  # fmt: skip
        words = tr("how do I guide manual rules documentation glossary")
        help_ = Action(
            "help", tr("Help"), "F1", self.help_here, everywhere, "help", everywhere=True,
            also=words,
        )  # fmt: skip
        pages = Action(
            "help.pages", tr("Help: how WarDesk works"), "", self.show_help, everywhere, "help",
            everywhere=True, also=words,
        )  # fmt: skip
        listed = [
            Action(i, t, k, run, everywhere, icon, everywhere=True) for i, t, k, run, icon in rest
        ]
        return [*modes, help_, pages, *listed]

    def _bind_keys(self) -> None:
        """One action per shortcut that holds in the whole window."""
        for action in self._actions:
            self.removeAction(action)
            action.deleteLater()
        self._actions = []
        for command in self.commands.all():
            if not (command.key and command.everywhere):
                continue
            action = QAction(command.title, self)
            action.setShortcut(QKeySequence(command.key))
            action.triggered.connect(lambda _on=False, one=command.id: self.run(one))
            self.addAction(action)
            self._actions.append(action)

    def run(self, command: str) -> None:
        """Run a command by its id; the reason is shown if it is off."""
        reason = self.commands.run(command)
        if reason:
            self.notify(Notice(tr("Not possible now: {0}").format(reason)))

    def _walk_panels(self, by: int) -> None:
        panels.walk(self, by, self._workspaces[self._mode].stops())

    def show_menu(self) -> None:
        """Open the menu that leads away, and to the things of the window."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(tr("Menu"))
        for part in (tuple(f"go.{mode}" for mode in MODES), _MENU):
            menu.addSeparator()
            for one in part:
                command = next(c for c in self.commands.all() if c.id == one)
                words = command.title.replace("&", "&&")
                entry = menu.addAction(f"{words}\t{command.key}" if command.key else words)
                entry.triggered.connect(lambda _on=False, one=one: self.run(one))
        corner = self.document_bar.rect().bottomLeft()
        menu.popup(self.document_bar.mapToGlobal(corner))

    def show_palette(self) -> None:
        """Open the command palette over the upper part of the window."""
        palette = CommandPalette(self.commands, self, here=self._own[self._mode])
        palette.setModal(True)
        width = min(palette.width(), self.width() - 2 * theme.S6)
        palette.resize(width, min(palette.height(), self.height() - 2 * theme.BAR_HEIGHT))
        corner = self.mapToGlobal(self.rect().topLeft())
        palette.move(corner.x() + (self.width() - width) // 2, corner.y() + theme.BAR_HEIGHT)
        palette.show()

    def help_here(self) -> None:
        """What the open workspace explains, a table its rulebook; else the help pages."""
        if not self._workspaces[self._mode].show_own_help():
            self.show_help()

    def show_about(self) -> None:
        """Show what WarDesk is made of, and the licences."""
        self.show_help().open_page(_ABOUT)

    def show_help(self) -> HelpWindow:
        """Open the help beside the work, at the page for the open workspace."""
        window = self.findChild(HelpWindow)
        if window is None:
            window = HelpWindow(self)
            window.keys_asked.connect(self.show_keys)
            window.resize(min(window.width(), self.width() - 48), min(720, self.height() - 48))
            window.open_page(_HELP.get(self._mode, INDEX))
        window.show()
        window.raise_()
        window.activateWindow()
        return window

    def show_keys(self) -> None:
        """Open the overview of keys."""
        dialog = KeysDialog(self.commands.all(), self)
        dialog.change_asked.connect(self.edit_keys)
        dialog.setModal(True)
        dialog.resize(min(dialog.width(), self.width() - 48), min(520, self.height() - 48))
        dialog.show()

    def switch_theme(self) -> None:
        """Light to dark or back, and remember it."""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply(app, "light" if theme.current() == "dark" else "dark")
            preferences().change("theme", theme.current())

    def show_settings(self) -> None:
        """Open the settings."""
        open_settings(self, self.edit_keys, self.reset_layout, self.reopen_asked.emit)

    def edit_keys(self) -> None:
        """Open the editor of keys."""
        editor = KeysEditor(self.commands, self)
        editor.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        editor.setModal(True)
        editor.resize(min(editor.width(), self.width() - 32), min(editor.height(), self.height()))
        editor.show()

    def reset_layout(self) -> None:
        """The usual size, every panel shown."""
        self.showNormal()
        self.resize(self._usual_size())
        for workspace in self._workspaces.values():
            workspace.hide_docks(False)
        self._settings = replace(self._settings, hidden_docks=(), window=None)

    # ---- files let go over the window ----------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for path in dropped_files(event.mimeData()):
            self.home.open_path.emit(path)

    # ---- remembering ---------------------------------------------------------------------------

    def _restore(self) -> None:
        """Back to where the window was, if that place still is on a screen."""
        self.resize(self._usual_size())
        if self._settings.window:
            place = QRect(*self._settings.window)
            if any(s.availableGeometry().intersects(place) for s in QGuiApplication.screens()):
                self.setGeometry(place)

    @staticmethod
    def _usual_size() -> QSize:
        return first_size(QGuiApplication.primaryScreen().availableGeometry().size())

    def show_remembered(self) -> None:
        """Show the window as it was: maximised or not."""
        if self._settings.maximised:
            self.showMaximized()
        else:
            self.show()

    def remembered(self) -> SettingsFile:
        """The settings as they are now."""
        place = self.normalGeometry() if self.isMaximized() else self.geometry()
        hidden = tuple(mode for mode, w in self._workspaces.items() if w.docks_hidden())
        return replace(
            preferences().now,
            window=(place.x(), place.y(), place.width(), place.height()),
            maximised=self.isMaximized(),
            hidden_docks=hidden,
            folder=self.home.folder,
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A key that a button of the bars did not want is the workspace's."""
        workspace = self._workspaces[self._mode]
        focus = QApplication.focusWidget()
        inside = focus is not None and workspace.isAncestorOf(focus)
        if inside or not workspace.loose_key(event):
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        # Losing the place of the window must not keep anybody from leaving.
        now = self.remembered()
        with suppress(OSError):
            save_settings(now)
        preferences().load(now)
        self._tidy.stop()
        self.closing.emit()
        self._tidying.stop()
        super().closeEvent(event)
