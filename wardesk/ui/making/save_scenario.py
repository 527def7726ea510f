"""*Save as scenario*: title, words and figures, and where the pack is to lie."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QWidget,
)

from wardesk.documents.packs.pack_writer import free_folder, slug
from wardesk.documents.translate_values import worded
from wardesk.errors import UserError
from wardesk.model.setting import FormSetting
from wardesk.services.packs.places import scenarios_folder
from wardesk.services.packs.save_scenario import (
    ScenarioPlan,
    basis,
    save_scenario,
)
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import scenario_info
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.dialogs.settings_form import SettingsForm
from wardesk.ui.language import explained
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import text_edit
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


class SaveScenarioDialog(Dialog):
    """``saved(path)`` when the pack is on the disk. UserError if the game's own pack is gone."""

    saved = Signal(str)

    def __init__(self, session: PlaySession, parent: QWidget | None = None) -> None:
        super().__init__(parent, least=(560, 0))
        self.set_title(tr("Save as scenario"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._basis = session, basis(session)
        words = session.words
        info = worded(scenario_info(session.info.scenario), words)
        self._parent_folder = scenarios_folder()
        title = tr("{0}, my own").format(info.title)
        self.fields = SettingsForm(self)
        self.fields.add_settings([FormSetting("title", tr("Title"), title, longest=60)])
        self.title = self.fields.lines["title"]
        self.blurb = text_edit(tr("What it is about"), self, info.blurb)
        self.blurb.setFixedHeight(84)
        self.fields.add(tr("What it is about"), self.blurb)
        self.fields.add_settings(self._settings(info.players, info.length, info.complexity))
        self.place = Label("", self, role="small", tone="text2", wrap=True)
        self._choose = Button(tr("Other place…"), self, icon="folder")
        self._choose.clicked.connect(self._ask_place)
        self.save = Button(tr("Save the scenario"), self, kind="primary")
        self.save.clicked.connect(self._save)
        self._lay_out()
        self.title.textChanged.connect(self._follow)
        self._follow()
        self.title.selectAll()
        self.title.setFocus(Qt.FocusReason.OtherFocusReason)

    def _settings(self, players: str, length: str, complexity: int) -> Iterator[FormSetting]:
        yield FormSetting("players", tr("Players"), players, longest=20)
        title = tr("Length", "SaveScenarioDialog")
        yield FormSetting("length", title, length, longest=40)
        yield FormSetting("complexity", tr("Complexity"), complexity, least=1, most=5)
        for one in self._basis.values:
            yield FormSetting(
                f"value.{one.id}", self._session.words.text(one.title), one.value, least=one.least,
                most=one.most,
            )  # fmt: skip

    def _says(self) -> str:
        """What the scenario will begin with."""
        found = self._basis
        if found.anywhere:
            return tr("It begins as the table stands now: counters, markers, tracks, cups, turn.")
        edits = len(found.edits)
        if edits == 1:
            words = tr("It begins with the set-up and 1 change made by hand.")
        else:
            words = tr("It begins with the set-up and {0} changes made by hand.").format(edits)
        if found.played:
            words += " " + tr("What was played after that is no part of it.")
        elif not edits:
            words += " " + tr("In adjudicate mode, Edit on a counter's menu changes it.")
        return words

    def _lay_out(self) -> None:
        place = QHBoxLayout()
        place.setSpacing(theme.S3)
        place.addWidget(self.place, 1)
        place.addWidget(self._choose)
        self.body.addWidget(Label(self._says(), self, tone="text2", wrap=True))
        self.body.addWidget(self.fields)
        self.body.addLayout(place)
        self.body.addStretch(1)
        self.set_foot(self.save)
        self.need_words(self.title, tr("Give the scenario a title"))

    @property
    def goal(self) -> Path:
        """The folder that will be made."""
        return free_folder(self._parent_folder, slug(self.title.text(), "scenario"))

    def set_place(self, folder: Path) -> None:
        """Make the pack in *folder*."""
        self._parent_folder = folder
        self._follow()

    def _ask_place(self) -> None:
        words = tr("Where is the pack to lie?")
        found = QFileDialog.getExistingDirectory(self, words, str(self._parent_folder))
        if found:
            self.set_place(Path(found))

    def _follow(self) -> None:
        self.place.setText(tr("A new folder: {0}").format(self.goal))

    def _save(self) -> None:
        if not self.save.isEnabled():
            return
        told = self.fields.values()
        plan = ScenarioPlan(
            title=told["title"].strip(),
            blurb=self.blurb.toPlainText(),
            players=told["players"].strip(),
            length=told["length"].strip(),
            complexity=told["complexity"],
            values={one.id: told[f"value.{one.id}"] for one in self._basis.values},
        )
        try:
            scenario = save_scenario(self._session, plan, self.goal)
        except UserError as error:
            self.tell_problem(str(explained(error)))
            return
        self.saved.emit(str(scenario))
        self.accept()
