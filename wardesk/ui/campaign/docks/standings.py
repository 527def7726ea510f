"""At the right of the desk: victory points by cause, the release queue, the bridges."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wardesk.services.campaign.page import CampaignPage
from wardesk.services.campaign.rows import BridgeRow, QueueRow
from wardesk.ui import theme
from wardesk.ui.widgets.chip import Chip, rebuilt_chip
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import shown, tr


class _StandingRows(Panel):
    """A panel whose rows are made anew when they are others."""

    def __init__(self, parent: QWidget | None = None, *, tools: tuple[QWidget, ...] = ()) -> None:
        super().__init__("", parent, tools=tools)
        # its words wrap: it may be taller than Qt first thinks
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._column = QVBoxLayout()
        self._column.setSpacing(theme.S1)
        self.add(self._column)
        self._shown: object = None

    def _clear(self, shown: object) -> bool:
        """Whether the rows must be made; what was there is gone then."""
        if shown == self._shown:
            return False
        self._shown = shown
        clear(self._column)
        return True

    def _line(self, *parts: QWidget, height: int = 0) -> None:
        box = QWidget(self)
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        for part in parts:
            row.addWidget(part)
        box.setMinimumHeight(height or theme.px(24))
        self._column.addWidget(box)

    def _nothing(self, words: str) -> None:
        self._column.addWidget(Label(words, self, role="small", tone="text2", wrap=True))


class PointsPanel(_StandingRows):
    """Totals, and the newest entries with their cause."""

    MOST = 6

    def __init__(self, parent: QWidget | None = None) -> None:
        self._mark = rebuilt_chip()
        super().__init__(parent, tools=(self._mark,))

    def show_page(self, page: CampaignPage) -> None:
        """Show the points of a page."""
        self.set_title(tr("Victory points"))
        self._mark.setVisible(bool(page.proposals))
        self._mark.setToolTip(shown(page.proposals))
        if not self._clear((page.points, page.scores, page.proposals)):
            return
        for name, total in page.points:
            self._line(
                ElidedLine(shown(name), self, role="strong"), Label(str(total), self, role="strong")
            )
        by_cause: dict[tuple[str, str], int] = {}
        for row in page.scores:
            key = (row.side, row.cause)
            by_cause[key] = by_cause.get(key, 0) + row.points
        newest = list(by_cause.items())[-self.MOST :]
        for (side, cause), points in reversed(newest):
            self._line(
                ElidedLine(cause, self, role="small", tone="text2"),
                Label(shown(side), self, role="small", tone="text3"),
                Label(f"{points:+d}".replace("-", "−"), self, role="small-strong"),
            )
        if len(by_cause) > self.MOST:
            self._nothing(tr("and {0} more causes; the log has them all")
                          .format(len(by_cause) - self.MOST))  # fmt: skip
        if not by_cause:
            self._nothing(tr("No points yet."))


_QUEUE = {"released": "ok", "bypassed": "neutral", "waiting": "neutral"}


class QueuePanel(_StandingRows):
    """The release queue: who is in line, who came."""

    MOST = 5

    def show_rows(self, rows: Sequence[QueueRow], route: str) -> None:
        """Show the lines from the last that came on."""
        waiting = [row for row in rows if row.status == "waiting"]
        self.set_title(tr("Release queue"), tr("{0} of {1} wait").format(len(waiting), len(rows)))
        self.setVisible(bool(rows))
        if not self._clear((tuple(rows), route)):
            return
        if route:
            self._nothing(route)
        first = max(0, len(rows) - len(waiting) - 1)
        words = {"released": tr("came in"), "bypassed": tr("passed over"),
                 "waiting": tr("waits")}  # fmt: skip
        for row in rows[first : first + self.MOST]:
            now = bool(waiting) and row == waiting[0]
            chip = Chip(
                tr("next") if now else words.get(row.status, row.status), self,
                tone="accent" if now else _QUEUE.get(row.status, "neutral"),
            )  # fmt: skip
            box = QWidget(self)
            line = QHBoxLayout(box)
            line.setContentsMargins(0, 2, 0, 2)
            line.setSpacing(theme.S2)
            line.addWidget(Label(str(row.position), box, role="small", tone="text3"))
            names = QVBoxLayout()
            names.setSpacing(0)
            names.addWidget(ElidedLine(row.name, box, role="strong" if now else "body"))
            names.addWidget(ElidedLine(row.detail, box, role="small", tone="text2"))
            line.addLayout(names, 1)
            line.addWidget(chip)
            self._column.addWidget(box)


_GOOD = ("intact", "stable", "bailey working")
_BAD = ("blown", "unstable", "bailey suppressed")


class BridgesPanel(_StandingRows):
    """Bridges that are not simply there: the others are one line."""

    def show_rows(self, rows: Sequence[BridgeRow]) -> None:
        """Show how they stand."""
        special = [row for row in rows if row.state != "intact" or row.control]
        self.set_title(tr("Bridges"), str(len(rows)))
        self.setVisible(bool(rows))
        if not self._clear(tuple(rows)):
            return
        for row in special:
            tone = "danger" if row.state in _BAD else "ok" if row.state in _GOOD else "neutral"
            parts: list[QWidget] = [ElidedLine(shown(row.name), self)]
            if row.control:
                parts.append(Label(shown(row.control), self, role="small", tone="text3"))
            parts.append(Chip(shown(row.state), self, tone=tone))
            self._line(*parts)
        rest = len(rows) - len(special)
        if rest:
            self._nothing(tr("{0} intact, nobody's yet").format(rest))
