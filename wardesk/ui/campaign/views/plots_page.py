"""The page of plots: steps of chosen formations, victory points by cause, losses per day."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from wardesk.render.figures import campaign
from wardesk.render.figures.counts import columns_frame
from wardesk.render.figures.lines import course_frame
from wardesk.render.figures.painting import measure
from wardesk.services.campaign.curves import CurveFacts, StepCurve
from wardesk.ui import theme
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.figure_view import FigureView
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.text import Label
from wardesk.ui.widgets.toggle import Toggle
from wardesk.words import shown, tr

_STEPS, _BARS = 300.0, 216.0


class PlotsView(QWidget):
    """The plots under each other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: CurveFacts | None = None
        self.curves: list[StepCurve] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Plots"))
        self.steps, self.points = FigureView(self, least=340), FigureView(self, least=340)
        self.causes, self.losses = FigureView(self, least=340), FigureView(self, least=340)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S4)
        column.setSpacing(theme.S4)
        for view in (self.steps, self.points, self.causes, self.losses):
            column.addWidget(view)
        column.addStretch(1)

    def show_facts(self, facts: CurveFacts, curves: list[StepCurve], ordinal: int) -> None:
        """Show other curves; *ordinal* is the turn that is looked at."""
        self._facts, self.curves = facts, curves
        said = [
            tr("{0}: {1} of {2} steps").format(c.name, c.values[-1] if c.values else 0, c.full)
            for c in curves
        ]
        lost = [
            tr("{0} lost {1} steps").format(name, sum(row))
            for (_key, name), row in zip(facts.sides, facts.losses, strict=True)
        ]
        self.setAccessibleDescription("; ".join([*said, *lost]))
        now = theme.tokens()
        colours = {"sides": (now.side_b, now.side_a), "surface": now.surface}
        place = sum(turn <= ordinal for turn in facts.turns) - 1
        self.steps.show_figure(
            lambda width: campaign.steps_figure(
                facts, curves, tr("Steps left"), measure, width, _STEPS,
                place=place, surface=now.surface, text=now.text,
            ),
            self._turn_words,
        )  # fmt: skip
        title = tr("Victory points by day and cause")
        self.points.show_figure(
            lambda width: campaign.points_figure(facts, title, measure, width, _BARS, **colours),
            lambda point: self._day_words(self.points, point, lost=False),
        )
        self.causes.show_figure(
            lambda width: campaign.causes_figure(facts, measure, width, **colours)
        )
        losses = tr("Steps lost by day")
        self.losses.show_figure(
            lambda width: campaign.losses_figure(
                facts, losses, measure, width, _BARS, sides=colours["sides"]
            ),
            lambda point: self._day_words(self.losses, point, lost=True),
        )

    def _turn_words(self, point: QPointF) -> str:
        """The values of the turn under a px."""
        facts, now = self._facts, theme.tokens()
        if facts is None or not facts.turns:
            return ""
        lines = campaign.step_courses(self.curves, now.surface, now.text)
        frame = course_frame(lines, measure, self.steps.width(), _STEPS, "right")
        place = min(int(frame.across.value_at(point.x())), len(facts.turns) - 1)
        rows = [f"{c.code} {c.name}: {c.values[place]}/{c.full}" for c in self.curves]
        return "\n".join([shown(facts.labels[place]), *rows])

    def _day_words(self, view: FigureView, point: QPointF, *, lost: bool) -> str:
        """The values of the day under a px."""
        facts = self._facts
        if facts is None or not facts.days:
            return ""
        frame = columns_frame(facts.days, view.width())
        day = min(int(frame.value_at(point.x())), len(facts.days) - 1)
        names = dict(facts.sides)
        if lost:
            rows = [f"{name}: {row[day]}" for (_k, name), row in
                    zip(facts.sides, facts.losses, strict=True)]  # fmt: skip
        else:
            rows = [
                f"{names.get(one.side, one.side)} {points:+d}: {cause}"
                for one in facts.points
                if one.day == day
                for cause, points in one.causes
            ]
        return "\n".join([shown(facts.days[day]), *rows])


class PlotsPage(QWidget):
    """Which curves are drawn, and the plots."""

    tabbed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: CurveFacts | None = None
        self._ordinal = -1
        self._off: set[str] = set()
        self._shown: tuple[str, ...] = ()
        self.group = combo_box(tr("Which formations are drawn"), self)
        self.group.activated.connect(lambda _at: self._refill())
        self.toggles = FlowBox(self, gap=theme.S1)
        self.codes = Label("", self, role="small", tone="text2", wrap=True)
        self.view = PlotsView()
        self.view.setObjectName("scrollbody")
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.view)
        row = QHBoxLayout()
        row.setContentsMargins(theme.S4, theme.S2, theme.S4, 0)
        row.setSpacing(theme.S2)
        row.addWidget(Label(tr("Show"), self, role="small", tone="text2"))
        row.addWidget(self.group, 1)
        chips = QHBoxLayout()
        chips.setContentsMargins(theme.S4, theme.S1, theme.S4, theme.S1)
        chips.addWidget(self.toggles)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addLayout(chips)
        told = QHBoxLayout()
        told.setContentsMargins(theme.S4, 0, theme.S4, theme.S1)
        told.addWidget(self.codes)
        column.addLayout(told)
        column.addWidget(area, 1)

    def show_facts(self, facts: CurveFacts, ordinal: int) -> None:
        """Show the plots; *ordinal* is the turn that is looked at."""
        self._facts, self._ordinal = facts, ordinal
        rows = [("", tr("All divisions"))]
        rows += [(c.id, tr("Formations of {0}").format(c.name))
                 for c in facts.curves if c.division]  # fmt: skip
        now = self.group.currentData()
        if [self.group.itemData(k) for k in range(self.group.count())] != [key for key, _ in rows]:
            self.group.clear()
            for key, words in rows:
                self.group.addItem(words, key)
            self.group.setCurrentIndex(max(0, self.group.findData(now)))
        self._refill()

    def _candidates(self) -> list[StepCurve]:
        facts, group = self._facts, self.group.currentData() or ""
        if facts is None:
            return []
        if not group:
            whole = [curve for curve in facts.curves if curve.division]
            return whole or list(facts.curves)[:12]
        return [curve for curve in facts.curves if group in curve.over]

    def _refill(self) -> None:
        rows = self._candidates()
        if self._shown != tuple(curve.id for curve in rows):
            self._shown = tuple(curve.id for curve in rows)
            self.toggles.clear()
            for curve in rows:
                toggle = Toggle(curve.code, self.toggles)
                toggle.setToolTip(curve.name)
                toggle.setAccessibleName(curve.name)
                toggle.setChecked(curve.id not in self._off)
                toggle.toggled.connect(lambda on, key=curve.id: self._choose(key, on))
                self.toggles.add(toggle)
            self.codes.setText("  ·  ".join(f"{curve.code} {curve.name}" for curve in rows))
        self._draw()

    def _choose(self, key: str, on: bool) -> None:
        self._off.discard(key) if on else self._off.add(key)
        self._draw()

    def _draw(self) -> None:
        if self._facts is not None:
            curves = [curve for curve in self._candidates() if curve.id not in self._off]
            self.view.show_facts(self._facts, curves, self._ordinal)
