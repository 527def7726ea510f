"""The sight rule of a map as a form: what blocks, how heights count, what happens in doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from wardesk.drawing.commands.all_commands import PutSightRule
from wardesk.drawing.rule_table import sight_rule
from wardesk.geometry.sight.policy import PLAIN, Elevation, SightPolicy
from wardesk.model.setting import FormSetting
from wardesk.ui import theme
from wardesk.ui.dialogs.settings_form import SettingsForm
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel


def _settings() -> tuple[FormSetting, ...]:
    """The entries of a sight rule, by their names; whether heights count at all comes first."""
    usual, known = PLAIN, Elevation()
    return (
        FormSetting(
            "heights", tr("Heights"), False,
            choices=((False, tr("do not count")), (True, tr("a higher cell hides"))),
        ),
        FormSetting("higher_end", tr("Who looks down"), known.higher_end, choices=(
            ("edge_cell", tr("stands at an edge")),
            ("along_line", tr("has lower ground ahead")),
            ("anywhere", tr("stands anywhere")),
        )),
        FormSetting(
            "obstacle_target_blind", tr("Cover below"), known.obstacle_target_blind,
            choices=((False, tr("is looked into")), (True, tr("can be hidden"))),
        ),
        FormSetting("scope", tr("Along a side"), usual.scope, choices=(
            ("local", tr("the freer cell counts")),
            ("global", tr("one side for all")),
            ("any", tr("the closer cell counts")),
        )),
        FormSetting(
            "corner", tr("At a corner"), usual.corner,
            choices=(("min", tr("two cells close it")), ("clear", tr("is always open"))),
        ),
        FormSetting(
            "adjacent", tr("Neighbours"), usual.adjacent,
            choices=(("clear", tr("see each other")), ("traced", tr("are traced too"))),
        ),
        FormSetting("threshold", tr("Hidden from weight"), 1, least=1, most=8),
        FormSetting("reach", tr("Longest line"), 0, most=99, tip=tr("In cells; 0 for no limit")),
    )  # fmt: skip


_HEIGHTS = ("higher_end", "obstacle_target_blind")


class SightForm(QWidget):
    """Changes the rule that counts; every choice is one step of the history."""

    def __init__(self, model: MapModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.title = Label("", self, role="strong", wrap=True)
        self.fields = SettingsForm(self, _settings())
        self.heights = self.fields.lists["heights"]
        for box in self.fields.lists.values():
            fit = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            box.setMinimumContentsLength(14)
            box.setSizeAdjustPolicy(fit)
        self.fields.changed.connect(self._changed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S3)
        column.addWidget(self.title)
        column.addWidget(self.fields)
        self.fill()

    @property
    def rule(self) -> SightPolicy:
        """The rule that counts now."""
        return sight_rule(self._model.document.palette)

    def fill(self) -> None:
        """Show the rule of the map."""
        rule = self.rule
        heights = rule.elevation
        self.title.setText(shown(rule.title) or rule.id)
        told = {"heights": heights is not None}
        told |= {name: getattr(heights or Elevation(), name) for name in _HEIGHTS}
        told |= {name: getattr(rule, name) for name in self.fields.settings if name not in told}
        self.fields.show_values(told)
        self.fields.show_settings(*_HEIGHTS, shown=heights is not None)

    def _changed(self) -> None:
        told = self.fields.values()
        seen = {name: told.pop(name) for name in _HEIGHTS}
        heights = replace(self.rule.elevation or Elevation(), **seen)
        rule = replace(self.rule, elevation=heights if told.pop("heights") else None, **told)
        if rule != self.rule:
            self._model.do(PutSightRule(rule))
