"""The settings: by section, with a search; every change holds at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from wardesk.errors import UserError
from wardesk.paths import user_data
from wardesk.ui import language, theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.language import explained
from wardesk.ui.preferences import NEEDS_NEW_WINDOW, preferences
from wardesk.ui.shell.setting_rows import ActionRow, ChoiceRow, SettingRow, SwitchRow
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.text import Text

TEXT_STEPS = (90, 100, 110, 120, 130, 140, 150)


class SettingsDialog(Dialog):
    """``keys_asked()``, ``layout_reset()``; ``reopen_asked()`` for what needs a new window."""

    keys_asked = Signal()
    layout_reset = Signal()
    reopen_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, size=(680, 620))
        self.set_title(self.tr("Settings"))
        self._made_with = {name: getattr(preferences().now, name) for name in NEEDS_NEW_WINDOW}
        words = self.tr("Search the settings")
        self.search = line_edit(words, self, hint=words, clear=True)
        self.search.textChanged.connect(self._search)
        self.sections: list[tuple[Text, list[SettingRow], list[QFrame]]] = []
        self._nothing = Text(self.tr("No setting has these words."), self, tone="text2")
        self._nothing.hide()
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, theme.S3, 0)
        column.setSpacing(0)
        column.addWidget(self._nothing)
        for title, rows in self._all(body):
            self._section(column, title, rows, body)
        column.addStretch(1)
        self.search.setMinimumWidth(theme.px(240))
        self.head.addWidget(self.search)
        self.body.addWidget(Scroller(body, self), 1)
        self._later = Text("", self, role="small", tone="accent_text", wrap=True)
        self.body.addWidget(self._later)
        self.reopen = Button(self.tr("Open the window anew"), self, kind="primary")
        self.reopen.clicked.connect(self.reopen_asked)
        self.set_foot(None, self.reopen, leave=self.tr("Close"))
        preferences().changed.connect(self._changed)
        self._changed("")
        self.search.setFocus()

    # ---- building -------------------------------------------------------------------------------

    def _all(self, body: QWidget) -> Sequence[tuple[str, list[SettingRow]]]:
        return (
            (self.tr("Appearance"), self._appearance(body)),
            (self.tr("Map"), self._map(body)),
            (self.tr("Table and keys"), self._table(body)),
            (self.tr("Language"), self._language(body)),
            (self.tr("Window and files"), self._files(body)),
        )

    def _section(
        self, column: QVBoxLayout, title: str, rows: list[SettingRow], body: QWidget
    ) -> None:
        head = Text(title, body, role="heading", tone="accent_text")
        head.setContentsMargins(0, theme.S3 if self.sections else 0, 0, theme.S1)
        column.addWidget(head)
        lines = []
        for row in rows:
            lines.append(hairline(body))
            column.addWidget(lines[-1])
            column.addWidget(row)
        self.sections.append((head, rows, lines))

    def _appearance(self, body: QWidget) -> list[SettingRow]:
        sizes = [(size, self.tr("{0} %").format(size)) for size in TEXT_STEPS]
        return [
            ChoiceRow(
                "theme", self.tr("Theme"), self.tr("Colours of the window."),
                (("", self.tr("As the system")), ("light", self.tr("Light")),
                 ("dark", self.tr("Dark")), ("contrast", self.tr("High contrast"))), body,
            ),
            ChoiceRow(
                "text_size", self.tr("Text size"),
                self.tr("Words, rows and buttons. Counters and map have their own zoom."),
                sizes, body,
            ),
            SwitchRow(
                "reduced_motion", self.tr("Reduced motion"),
                self.tr("Zoom jumps to its place instead of gliding there."), body,
            ),
        ]  # fmt: skip

    def _map(self, body: QWidget) -> list[SettingRow]:
        return [
            ChoiceRow(
                "map_theme", self.tr("Map theme"),
                self.tr("How maps are printed; an open table changes at once."),
                (("printed", self.tr("Printed")), ("plain", self.tr("Plain")),
                 ("contrast", self.tr("High contrast")),
                 ("cvd", self.tr("Colour-blind safe"))), body,
            ),
            SwitchRow(
                "map_follows", self.tr("Map follows the window"),
                self.tr("Darker in the dark theme, strong in the high-contrast theme."), body,
            ),
            SwitchRow(
                "minimap", self.tr("Small map"),
                self.tr("In a corner of the board, while a part of the sheet is out of view."),
                body,
            ),
            SwitchRow(
                "coordinates", self.tr("Names of cells"),
                self.tr("Every cell shows its number or short name where there is room."), body,
            ),
        ]  # fmt: skip

    def _table(self, body: QWidget) -> list[SettingRow]:
        paces = (self.tr("Slow"), self.tr("Unhurried"), self.tr("Normal"), self.tr("Brisk"),
                 self.tr("Full speed"))  # fmt: skip
        return [
            ChoiceRow(
                "bot_pace", self.tr("Pace of bots"),
                self.tr("What a table starts with. At full speed dice fall by themselves."),
                tuple(enumerate(paces)), body,
            ),
            SwitchRow(
                "turn_sound", self.tr("Sound when it is your turn"),
                self.tr("The short sound of your system, after a bot or another player has acted."),
                body,
            ),
            ActionRow(
                self.tr("Keys"), self.tr("See every command with its key, and choose others."),
                ((self.tr("Change keys…"), "keyboard", self.keys_asked.emit),), body,
                name="keys",
            ),
        ]  # fmt: skip

    def _language(self, body: QWidget) -> list[SettingRow]:
        choices = [("", self.tr("As the system")), *language.LANGUAGES.items()]
        note = self.tr(
            "Questions, rules, reports, the key of a map and errors follow it. Names that a map's "
            "author wrote stay as they are, and the command line speaks English."
        )
        if english := language.games_in_english():
            note = self.tr("These games speak English for now: {0}.").format(", ".join(english))
        return [ChoiceRow("language", self.tr("Language of the window"), note, choices, body)]

    def _files(self, body: QWidget) -> list[SettingRow]:
        try:
            home = str(user_data())
        except OSError as error:
            home = self.tr("cannot be used: {0}").format(error.strerror or error)
        return [
            ActionRow(
                self.tr("Place of the window"),
                self.tr("Back to the usual size, with all panels shown."),
                ((self.tr("Reset the layout"), "undo", self.layout_reset.emit),), body,
            ),
            ActionRow(
                self.tr("Folder of your games"),
                self.tr("{0}. Set WARDESK_HOME before the start to use another.").format(home),
                ((self.tr("Open the folder"), "folder", lambda: _show_folder(home)),), body,
            ),
        ]  # fmt: skip

    # ---- following ------------------------------------------------------------------------------

    def _changed(self, _name: str) -> None:
        now = {name: getattr(preferences().now, name) for name in NEEDS_NEW_WINDOW}
        needed = now != self._made_with
        self.reopen.setVisible(needed)
        self._later.setText(
            self.tr("Text size and language come with a new window; an open game stays open.")
            if needed else self.tr("Every change is stored at once.")
        )  # fmt: skip

    def _search(self, words: str) -> None:
        parts = words.casefold().split()
        found = False
        for head, rows, lines in self.sections:
            whole = all(part in head.text().casefold() for part in parts)
            shown = [whole or row.matches(parts) for row in rows]
            for row, line, on in zip(rows, lines, shown, strict=True):
                row.setVisible(on)
                line.setVisible(on)
            head.setVisible(any(shown))
            found |= any(shown)
        self._nothing.setVisible(not found)

    def row(self, name: str) -> SettingRow:
        """The row of a field of the settings."""
        return next(row for _h, rows, _l in self.sections for row in rows if row.name == name)

    def tell_error(self, error: UserError) -> None:
        """Say in the foot that a setting could not be stored."""
        self._later.setText(str(explained(error)))


def _show_folder(path: str) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(path))


def open_settings(
    parent: QWidget, keys: Callable[[], object], layout: Callable[[], object],
    reopen: Callable[[], object],
) -> SettingsDialog:  # fmt: skip
    """Make the dialog and join it to what it asks for."""
    dialog = SettingsDialog(parent)
    dialog.keys_asked.connect(keys)
    dialog.layout_reset.connect(layout)
    dialog.reopen_asked.connect(reopen)
    preferences().failed.connect(dialog.tell_error)
    dialog.setModal(True)
    dialog.resize(
        min(dialog.width(), parent.width() - 32), min(dialog.height(), parent.height() - 32)
    )
    dialog.show()
    return dialog
