"""Map, graph, plots and boxes together under one slider: all of them show the same moment."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from wardesk.errors import UserError
from wardesk.services.campaign.page import CampaignPage
from wardesk.ui.campaign.views.boxes_page import BoxesPage
from wardesk.ui.campaign.views.graph_page import GraphPage
from wardesk.ui.campaign.views.loader import Kind, LoadedView, ViewLoader
from wardesk.ui.campaign.views.map_page import CampaignMapPage
from wardesk.ui.campaign.views.plots_page import PlotsPage
from wardesk.ui.campaign.views.time_bar import TimeBar
from wardesk.ui.campaign.worker import CampaignWorker
from wardesk.ui.widgets.panel import hairline

KINDS: tuple[Kind, ...] = ("map", "graph", "plots", "boxes")


class ViewPages(QWidget):
    """Shows one of `KINDS`.

    ``chosen(formation)``, ``results_asked(node)``, ``table_asked(node)``, ``tabbed()``, and
    ``refused(UserError)`` when a page cannot be made.
    """

    chosen = Signal(str)
    results_asked = Signal(str)
    table_asked = Signal(str)
    tabbed = Signal()
    refused = Signal(object)
    mapless = Signal()
    """The map was asked for, and this campaign has none."""

    def __init__(self, worker: CampaignWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self.bar = TimeBar(self)
        self.map = CampaignMapPage(self)
        self.graph = GraphPage(self)
        self.plots = PlotsPage(self)
        self.boxes = BoxesPage(self)
        self.stack = QStackedWidget(self)
        for page in (self.map, self.graph, self.plots, self.boxes):
            self.stack.addWidget(page)
            page.tabbed.connect(self.tabbed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(hairline(self))
        column.addWidget(self.stack, 1)
        self.loader = ViewLoader(worker, self)
        self.loader.looked.connect(self._looked)
        self.loader.failed.connect(self._failed)
        self.bar.asked.connect(lambda _place: self.refresh())
        self.map.chosen.connect(self.chosen)
        self.map.mapless.connect(self.mapless)
        self.graph.results_asked.connect(self.results_asked)
        self.graph.table_asked.connect(self.table_asked)
        self._last: LoadedView | None = None
        self._asked_of: CampaignPage | None = None
        """The worker's page when something was asked for last."""

    @property
    def kind(self) -> Kind:
        """The page that is shown."""
        return KINDS[self.stack.currentIndex()]

    @property
    def busy(self) -> bool:
        """Whether a page or its map is still coming."""
        return self.loader.busy or self.map.busy

    @property
    def look(self) -> LoadedView | None:
        """What was shown last."""
        return self._last

    def show_kind(self, kind: Kind) -> None:
        """Open a page."""
        self.stack.setCurrentIndex(KINDS.index(kind))
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._asked_of is not self._worker.page:  # it came while nothing was shown of it
            self.refresh()

    def refresh(self) -> None:
        """Ask for the page that is open, at the moment that is shown."""
        if self.isVisibleTo(self.window()):
            self._asked_of = self._worker.page
            if self.kind == "map" and self.map.wants_sheet:
                self._worker.read(
                    lambda desk: self.loader.views(desk).base_map(),
                    self.map.show_sheet,
                    self._no_map,
                )
            self.loader.ask(self.kind, None if self.bar.follows else self.bar.place)

    def _no_map(self, error: UserError) -> None:
        self.map.tell_trouble(error.message, error.advice)

    def focus(self) -> None:
        """Give the keyboard to what is looked at."""
        page = {
            "map": self.map.view or self.map, "graph": self.graph.view,
            "boxes": self.boxes.view, "plots": self.plots.view,
        }[self.kind]  # fmt: skip
        (page or self.bar.slider).setFocus()

    def stop(self) -> None:
        """End the work behind the scenes."""
        self.bar.stop()
        self.map.stop()

    def _looked(self, found: LoadedView) -> None:
        page = self._worker.page
        if found.seat != page.seat:
            self.refresh()  # another seat was chosen meanwhile
            return
        first = found.sides[0] if found.sides else ""
        if found.course is not None:
            letters = {side: "ba"[k % 2] for k, side in enumerate(found.sides)}
            self.bar.show_course(found.course, letters, [line.words for line in page.log])
        if self.bar.follows:
            self.bar.place = self.bar.last_place
        self.bar.tell(found.turn)
        self._last = found
        if found.kind == "map":
            self.map.show_facts(found.facts, first, now=self.bar.follows)
        elif found.kind == "graph":
            self.graph.show_facts(found.facts, umpire=page.umpire, now=self.bar.follows)
        elif found.kind == "plots":
            turns = self.bar.course.turns
            ordinal = turns[found.count] if found.count < len(turns) else -1
            self.plots.show_facts(found.facts, ordinal)
        else:
            self.boxes.show_facts(found.facts, first)

    def _failed(self, error: object) -> None:
        self.refused.emit(cast("UserError", error))
