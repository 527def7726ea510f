"""The middle of an open campaign: its pages behind tabs, the last one remembered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.actions import ActionTable, always
from wardesk.ui.campaign.views.loader import Kind
from wardesk.ui.campaign.views.pages import KINDS, ViewPages
from wardesk.ui.preferences import preferences
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr

PAGES = (
    "map", "graph", "plots", "boxes", "formations", "log", "rulings", "results", "packets",
)  # fmt: skip
"""Every page, in the order of the tabs; ``Alt+1`` is the first."""


WIDE = ("results", "packets")
"""Pages that take the room of what stands at the right; the umpire alone has them."""


class PageStack(QFrame):
    """Tabs over the pages. ``chosen(page)``: a person wants another page; `show_page` opens it."""

    chosen = Signal(str)

    def __init__(
        self, views: ViewPages, pages: Mapping[str, QWidget], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("surface")
        self._views, self._pages = views, dict(pages)
        self._page, self._beside = "", PAGES[0]
        titles = {
            "map": tr("Map"), "graph": tr("Graph"), "plots": tr("Plots"),
            "boxes": tr("Boxes", "PageStack"), "formations": tr("Formations", "PageStack"),
            "log": tr("Log"), "rulings": tr("Rulings"), "results": tr("Results"),
            "packets": tr("Packets"),
        }  # fmt: skip
        self.tabs = Segment(
            [(page, titles[page]) for page in PAGES], self,
            name=tr("Pages of the campaign"), wrap=True,
            actions={page: f"campaign.page.{page}" for page in PAGES},
        )  # fmt: skip
        self.stack = QStackedWidget(self)
        self.stack.addWidget(views)
        for page in pages.values():
            self.stack.addWidget(page)
        bar = QHBoxLayout()
        bar.setContentsMargins(theme.S3, theme.S2, theme.S3, theme.S1)
        bar.addWidget(self.tabs)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.stack, 1)
        self.tabs.chosen.connect(self.chosen)
        self._by_itself = False
        """Whether nobody has asked for the page that is open."""
        views.mapless.connect(self._no_map)

    def add_actions(
        self, actions: ActionTable, run: Callable[[str], object], not_umpire: Callable[[], str]
    ) -> None:
        """The keys of the tabs; *run* opens a page. *not_umpire* says why not the umpire's."""
        titles = {
            "map": tr("Show the map"), "graph": tr("Show the graph of scenarios"),
            "plots": tr("Show the plots"), "boxes": tr("Show the boxes beside the map"),
            "formations": tr("Show the formations"), "log": tr("Show the log"),
            "rulings": tr("Show the rulings"), "results": tr("Show the results sheet"),
            "packets": tr("Show the packets for the seats"),
        }  # fmt: skip
        icons = ("map", "graph", "chart", "grid", "table", "log", "scales", "pencil", "mail")
        for k, (page, icon) in enumerate(zip(PAGES, icons, strict=True), 1):
            actions.add(
                f"page.{page}", titles[page], f"Alt+{k}", partial(run, page), icon,
                why_not=not_umpire if page in WIDE else always,
            )  # fmt: skip

    @property
    def page(self) -> str:
        """The page that is open."""
        return self._page

    @property
    def beside(self) -> str:
        """The page that was open last beside what stands at the right."""
        return self._beside

    @property
    def looks(self) -> bool:
        """Whether it is one of the `views`."""
        return self._page in KINDS

    def show_page(self, page: str, *, remember: bool = True) -> None:
        """Open one of `PAGES`, and *remember* it for the next campaign."""
        self._page, self._by_itself = page, False
        if page not in WIDE:
            self._beside = page
        self.tabs.set_current(page)
        kind = _kind(page)
        if kind is not None:
            self.stack.setCurrentWidget(self._views)
            self._views.show_kind(kind)
        else:
            self._views.bar.stop()
            self.stack.setCurrentWidget(self._pages[page])
        if remember and page != "results":
            preferences().change("campaign_page", page)

    def show_to(self, *, umpire: bool) -> None:
        """Offer the pages that an umpire has, or a seat; a seat is led away from the others."""
        self.tabs.offer(page for page in PAGES if umpire or page not in WIDE)
        if not umpire and self._page in WIDE:
            self.show_page(self._beside, remember=False)

    @staticmethod
    def remembered() -> str:
        """The page that was open last; the first one if that is gone."""
        page = preferences().now.campaign_page
        return page if page in PAGES and page != "results" else PAGES[0]

    def show_remembered(self) -> None:
        """Open the page that was open last."""
        self.show_page(self.remembered())
        self._by_itself = True

    def _no_map(self) -> None:
        """Show how the battles hang together where the map comes up that is not there."""
        if self._by_itself and self._page == "map":
            self.show_page("graph", remember=False)


def _kind(page: str) -> Kind | None:
    return next((kind for kind in KINDS if kind == page), None)
