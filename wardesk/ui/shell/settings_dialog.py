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
from wardesk.ui.shell.setting_rows import (
    ActionRow,
    ChoiceRow,
    LanguageRow,
    SettingRow,
    SwitchRow,
)
from wardesk.ui.sound_player import player
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

TEXT_STEPS = (90, 100, 110, 120, 130, 140, 150)


class SettingsDialog(Dialog):
    """``keys_asked()``, ``layout_reset()``; ``reopen_asked()`` for what needs a new window."""

    keys_asked = Signal()
    layout_reset = Signal()
    reopen_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, size=(680, 620))
        self.set_title(tr("Settings"))
        self._made_with = {name: getattr(preferences().now, name) for name in NEEDS_NEW_WINDOW}
        words = tr("Search the settings")
        self.search = line_edit(words, self, hint=words, clear=True)
        self.search.textChanged.connect(self._search)
        self.sections: list[tuple[Label, list[SettingRow], list[QFrame]]] = []
        self._nothing = Label(tr("No setting has these words."), self, tone="text2")
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
        self._later = Label("", self, role="small", tone="accent_text", wrap=True)
        self.body.addWidget(self._later)
        self.reopen = Button(tr("Open the window anew"), self, kind="primary")
        self.reopen.clicked.connect(self.reopen_asked)
        self.set_foot(None, self.reopen, leave=tr("Close"))
        preferences().changed.connect(self._changed)
        self._changed("")
        self.search.setFocus()

    # ---- building -------------------------------------------------------------------------------

    def _all(self, body: QWidget) -> Sequence[tuple[str, list[SettingRow]]]:
        return (
            (tr("Appearance"), self._appearance(body)),
            (tr("Map"), self._map(body)),
            (tr("Table and keys"), self._table(body)),
            (tr("Language"), self._language(body)),
            (tr("Window and files"), self._files(body)),
        )

    def _section(
        self, column: QVBoxLayout, title: str, rows: list[SettingRow], body: QWidget
    ) -> None:
        head = Label(title, body, role="heading", tone="accent_text")
        head.setContentsMargins(0, theme.S3 if self.sections else 0, 0, theme.S1)
        column.addWidget(head)
        lines = []
        for row in rows:
            lines.append(hairline(body))
            column.addWidget(lines[-1])
            column.addWidget(row)
        self.sections.append((head, rows, lines))

    def _appearance(self, body: QWidget) -> list[SettingRow]:
        sizes = [(size, tr("{0} %").format(size)) for size in TEXT_STEPS]
        return [
            ChoiceRow(
                "theme", tr("Theme"), tr("Colours of the window."),
                (("", tr("As the system")), ("light", tr("Light")),
                 ("dark", tr("Dark")), ("contrast", tr("High contrast"))), body,
            ),
            ChoiceRow(
                "text_size", tr("Text size"),
                tr("Words, rows and buttons. Counters and map have their own zoom."),
                sizes, body,
            ),
            SwitchRow(
                "reduced_motion", tr("Reduced motion"),
                tr("Zoom jumps to its place instead of gliding there."), body,
            ),
        ]  # fmt: skip

    def _map(self, body: QWidget) -> list[SettingRow]:
        return [
            ChoiceRow(
                "map_theme", tr("Map theme"),
                tr("How maps are printed; an open table changes at once."),
                (("printed", tr("Printed")), ("plain", tr("Plain")),
                 ("contrast", tr("High contrast")),
                 ("cvd", tr("Colour-blind safe"))), body,
            ),
            SwitchRow(
                "map_follows", tr("Map follows the window"),
                tr("Darker in the dark theme, strong in the high-contrast theme."), body,
            ),
            SwitchRow(
                "minimap", tr("Small map"),
                tr("In a corner of the board, while a part of the sheet is out of view."),
                body,
            ),
            SwitchRow(
                "coordinates", tr("Names of cells"),
                tr("Every cell shows its number or short name where there is room."), body,
            ),
        ]  # fmt: skip

    def _table(self, body: QWidget) -> list[SettingRow]:
        paces = (tr("Slow"), tr("Unhurried"), tr("Normal"), tr("Brisk"),
                 tr("Full speed"))  # fmt: skip
        return [
            ChoiceRow(
                "bot_pace", tr("Pace of bots"),
                tr("What a table starts with. At full speed dice fall by themselves."),
                tuple(enumerate(paces)), body,
            ),
            SwitchRow(
                "explain_opponent", tr("Explain the opponent's moves"),
                tr("A card over the board: what it did, and what it weighed."), body,
            ),
            SwitchRow(
                "film", tr("Film of the opponent's turn"),
                tr("Runs by itself when you are asked again. J shows it at any time."), body,
            ),
            SwitchRow(
                "cover_hidden", tr("Cover the table between players"),
                tr("Where two people share this machine and something is hidden from one of them."),
                body,
            ),
            SwitchRow("sounds", tr("Sounds of the table"), _sound_words(), body),
            SwitchRow(
                "turn_sound", tr("Sound when it is your turn"),
                tr("The short sound of your system, after a bot or another player has acted."),
                body,
            ),
            ActionRow(
                tr("Keys"), tr("See every command with its key, and choose others."),
                ((tr("Change keys…"), "keyboard", self.keys_asked.emit),), body,
                name="keys",
            ),
        ]  # fmt: skip

    def _language(self, body: QWidget) -> list[SettingRow]:
        note = tr(
            "Questions, rules, reports, the key of a map and errors follow it. Names that a map's "
            "author wrote stay as they are, and the command line speaks English."
        )
        if english := language.games_in_english():
            note = tr("These games speak English for now: {0}.").format(", ".join(english))
        return [LanguageRow(note, body)]

    def _files(self, body: QWidget) -> list[SettingRow]:
        try:
            home = str(user_data())
        except OSError as error:
            home = tr("cannot be used: {0}").format(error.strerror or error)
        return [
            ActionRow(
                tr("Place of the window"),
                tr("Back to the usual size, with all panels shown."),
                ((tr("Reset the layout"), "undo", self.layout_reset.emit),), body,
            ),
            ActionRow(
                tr("Folder of your games"),
                tr("{0}. Set WARDESK_HOME before the start to use another.").format(home),
                ((tr("Open the folder"), "folder", lambda: _show_folder(home)),), body,
            ),
        ]  # fmt: skip

    # ---- following ------------------------------------------------------------------------------

    def _changed(self, _name: str) -> None:
        now = {name: getattr(preferences().now, name) for name in NEEDS_NEW_WINDOW}
        needed = now != self._made_with
        self.reopen.setVisible(needed)
        self._later.setText(
            tr("Text size and language come with a new window; an open game stays open.")
            if needed else tr("WarDesk stores every change at once.")
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


def _sound_words() -> str:
    """What the sounds are, and whether they can be heard at all."""
    words = tr("Dice, fire, moves and the end of a game.")
    if not player():
        return f"{words} {tr('Nothing was found here that plays sounds.')}"
    return words
