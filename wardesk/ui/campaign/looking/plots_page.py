"""The page of plots: steps of chosen formations, victory points by cause, losses per day."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from wardesk.render import campaign_plots as plots
from wardesk.services.campaign_curves import CurveFacts, StepCurve
from wardesk.ui import theme
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.text import Text
from wardesk.ui.widgets.toggle import Toggle

_STEPS, _BARS, _GAP = 300, 216, 22


class PlotsView(QWidget):
    """Paints the plots under each other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: CurveFacts | None = None
        self.curves: list[StepCurve] = []
        self._ordinal = -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Plots"))

    def show_facts(self, facts: CurveFacts, curves: list[StepCurve], ordinal: int) -> None:
        """Show other curves; *ordinal* is the turn that is looked at."""
        self._facts, self.curves, self._ordinal = facts, curves, ordinal
        said = [
            self.tr("{0}: {1} of {2} steps").format(c.name, c.values[-1] if c.values else 0, c.full)
            for c in curves
        ]
        lost = [
            self.tr("{0} lost {1} steps").format(name, sum(row))
            for (_key, name), row in zip(facts.sides, facts.losses, strict=True)
        ]
        self.setAccessibleDescription("; ".join([*said, *lost]))
        self.setMinimumHeight(self.minimumSizeHint().height())
        self.update()

    def minimumSizeHint(self) -> QSize:
        causes = plots.causes_height(self._facts, self.width() - 32) if self._facts else 0
        return QSize(380, round(_STEPS + 2 * _BARS + 4 * _GAP + causes))

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def _boxes(self) -> tuple[QRectF, QRectF, QRectF, QRectF]:
        """Where the plots stand: steps, points, their causes, losses."""
        wide = self.width() - 32.0
        causes = plots.causes_height(self._facts, wide) if self._facts else 0.0
        steps = QRectF(16, 8, wide, _STEPS)
        points = QRectF(16, steps.bottom() + _GAP, wide, _BARS)
        list_ = QRectF(16, points.bottom() + 4, wide, causes)
        return steps, points, list_, QRectF(16, list_.bottom() + _GAP, wide, _BARS)

    def _place(self) -> int:
        """Which of the turns is looked at."""
        turns = self._facts.turns if self._facts is not None else ()
        return sum(turn <= self._ordinal for turn in turns) - 1

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        facts = self._facts
        if facts is not None:
            inks = plot_inks()
            steps, points, causes, losses = self._boxes()
            names = [name for _key, name in facts.sides]
            plots.paint_steps(
                painter, facts, self.curves, steps, inks, self.tr("Steps left"), self._place()
            )
            plots.paint_points(
                painter, facts, points, inks, self.tr("Victory points by day and cause")
            )
            plots.paint_causes(painter, facts, causes, inks)
            plots.paint_losses(painter, facts, losses, inks, self.tr("Steps lost by day"), names)
        painter.end()

    def words_at(self, point: QPointF) -> str:
        """The values at a px."""
        facts = self._facts
        if facts is None:
            return ""
        steps, points, _causes, losses = self._boxes()
        if steps.contains(point) and facts.turns:
            frame = plots.step_frame(facts, self.curves, steps)
            share = (point.x() - frame.box.left()) / max(1.0, frame.box.width())
            place = min(max(0, int(share * (frame.count - 1))), frame.count - 1)
            rows = [f"{c.code} {c.name}: {c.values[place]}/{c.full}" for c in self.curves]
            return "\n".join([facts.labels[place], *rows])
        for box in (points, losses):
            if box.contains(point) and facts.days:
                inner = plots.day_frame(facts, box, 1.0).box
                day = int((point.x() - inner.left()) / max(1.0, inner.width()) * len(facts.days))
                day = min(max(0, day), len(facts.days) - 1)
                return self._day_words(facts, day, lost=box is losses)
        return ""

    def _day_words(self, facts: CurveFacts, day: int, *, lost: bool) -> str:
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
        return "\n".join([facts.days[day], *rows])

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.words_at(event.pos().toPointF()), self)
            return True
        return super().event(event)


class PlotsPage(QWidget):
    """Which curves are drawn, and the plots."""

    tabbed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: CurveFacts | None = None
        self._ordinal = -1
        self._off: set[str] = set()
        self._shown: tuple[str, ...] = ()
        self.group = QComboBox(self)
        self.group.setFont(theme.font())
        self.group.setAccessibleName(self.tr("Which formations are drawn"))
        self.group.activated.connect(lambda _at: self._refill())
        self.toggles = FlowBox(self, gap=theme.S1)
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
        row.addWidget(Text(self.tr("Show"), self, role="small", tone="text2"))
        row.addWidget(self.group, 1)
        chips = QHBoxLayout()
        chips.setContentsMargins(theme.S4, theme.S1, theme.S4, theme.S1)
        chips.addWidget(self.toggles)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addLayout(chips)
        column.addWidget(area, 1)

    def show_facts(self, facts: CurveFacts, ordinal: int) -> None:
        """Show the plots; *ordinal* is the turn that is looked at."""
        self._facts, self._ordinal = facts, ordinal
        rows = [("", self.tr("All divisions"))]
        rows += [(c.id, self.tr("Formations of {0}").format(c.name))
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
        self._draw()

    def _choose(self, key: str, on: bool) -> None:
        self._off.discard(key) if on else self._off.add(key)
        self._draw()

    def _draw(self) -> None:
        if self._facts is not None:
            curves = [curve for curve in self._candidates() if curve.id not in self._off]
            self.view.show_facts(self._facts, curves, self._ordinal)


def plot_inks() -> plots.PlotInks:
    """The window's colours for plots."""
    now = theme.tokens()
    return plots.PlotInks(
        surface=now.surface, text=now.text, quiet=now.text2, grid=now.line, accent=now.accent,
        sides=(now.side_b, now.side_a),
    )  # fmt: skip
