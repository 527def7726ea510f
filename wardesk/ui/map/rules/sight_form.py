"""The sight rule of a map as a form: what blocks, how heights count, what happens in doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from wardesk.drawing.commands.all_commands import PutSightRule
from wardesk.drawing.rule_table import sight_rule
from wardesk.geometry.sight.policy import Elevation, SightPolicy
from wardesk.ui import theme
from wardesk.ui.dialogs.fields import Fields
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel

_NEAR, _FAR = 0, 99


class SightForm(QWidget):
    """Changes the rule that counts; every choice is one step of the history."""

    def __init__(self, model: MapModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.title = Label("", self, role="strong", wrap=True)
        self.fields = Fields(self)
        self.heights = self._choice(
            tr("Heights"),
            ((tr("do not count"), ""), (tr("a higher cell hides"), "yes")),
        )
        self.higher = self._choice(
            tr("Who looks down"),
            (
                (tr("stands at an edge"), "edge_cell"),
                (tr("has lower ground ahead"), "along_line"),
                (tr("stands anywhere"), "anywhere"),
            ),
        )
        self.covered = self._choice(
            tr("Cover below"),
            ((tr("is looked into"), "no"), (tr("can be hidden"), "yes")),
        )
        self.along = self._choice(
            tr("Along a side"),
            (
                (tr("the freer cell counts"), "local"),
                (tr("one side for all"), "global"),
                (tr("the closer cell counts"), "any"),
            ),
        )
        self.corner = self._choice(
            tr("At a corner"),
            ((tr("two cells close it"), "min"), (tr("is always open"), "clear")),
        )
        self.beside = self._choice(
            tr("Neighbours"),
            ((tr("see each other"), "clear"), (tr("are traced too"), "traced")),
        )
        self.threshold = Stepper(tr("Hidden from weight"), self, value=1, least=1, most=8)
        self.reach = Stepper(tr("Longest line"), self, value=0, least=_NEAR, most=_FAR)
        self.reach.setToolTip(tr("In cells; 0 for no limit"))
        self.fields.add(tr("Hidden from weight"), self.threshold)
        self.fields.add(tr("Longest line"), self.reach)
        self.threshold.changed.connect(lambda weight: self._change(threshold=weight))
        self.reach.changed.connect(lambda cells: self._change(reach=cells))
        self.heights.activated.connect(lambda _k: self._heights())
        self.higher.activated.connect(lambda _k: self._heights())
        self.covered.activated.connect(lambda _k: self._heights())
        for box, name in (
            (self.along, "scope"),
            (self.corner, "corner"),
            (self.beside, "adjacent"),
        ):
            box.activated.connect(
                lambda _k, box=box, name=name: self._change(**{name: box.currentData()})
            )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S3)
        column.addWidget(self.title)
        column.addWidget(self.fields)
        self.fill()

    def _choice(self, words: str, rows: tuple[tuple[str, str], ...]) -> QComboBox:
        box = combo_box(words, self, rows)
        box.setMinimumContentsLength(14)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.fields.add(words, box)
        return box

    @property
    def rule(self) -> SightPolicy:
        """The rule that counts now."""
        return sight_rule(self._model.document.palette)

    def fill(self) -> None:
        """Show the rule of the map."""
        rule = self.rule
        heights = rule.elevation
        self.title.setText(shown(rule.title) or rule.id)
        self.heights.setCurrentIndex(int(heights is not None))
        known = heights or Elevation()
        self.higher.setCurrentIndex(self.higher.findData(known.higher_end))
        self.covered.setCurrentIndex(int(known.obstacle_target_blind))
        for box in (self.higher, self.covered):
            self.fields.show_row(box, shown=heights is not None)
        self.along.setCurrentIndex(self.along.findData(rule.scope))
        self.corner.setCurrentIndex(self.corner.findData(rule.corner))
        self.beside.setCurrentIndex(self.beside.findData(rule.adjacent))
        for stepper, value in ((self.threshold, rule.threshold), (self.reach, rule.reach)):
            if stepper.value != value:
                stepper.set_value(value)

    def _heights(self) -> None:
        if not self.heights.currentData():
            self._change(elevation=None)
            return
        now = self.rule.elevation or Elevation()
        found = replace(
            now,
            higher_end=self.higher.currentData(),
            obstacle_target_blind=self.covered.currentData() == "yes",
        )
        self._change(elevation=found)

    def _change(self, **told: Any) -> None:  # noqa: ANN401 - the entries of a rule differ in type
        rule = replace(self.rule, **told)
        if rule != self.rule:
            self._model.do(PutSightRule(rule))
