"""The page of the operational map: the view, what it has no place for, and what the signs mean."""

from __future__ import annotations

from functools import partial

import msgspec
from PySide6.QtCore import QPoint, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QStackedLayout, QWidget

from wardesk.render.country.sheet import CountrySheet
from wardesk.render.theme import MapTheme
from wardesk.services.campaign.base_map import BaseMap
from wardesk.services.campaign.operational_map import MapFacts
from wardesk.ui import theme
from wardesk.ui.campaign.views.country_marks import fight_words
from wardesk.ui.campaign.views.country_view import CountryView
from wardesk.ui.campaign.views.legend import CountryLegend
from wardesk.ui.canvas.printed import map_theme
from wardesk.ui.canvas.zoom_buttons import ZoomButtons
from wardesk.ui.preferences import preferences
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.states import EmptyState
from wardesk.words import shown, tr


class CampaignMapPage(QWidget):
    """Builds the sheet when it is first looked at. ``chosen(formation)``, ``tabbed()``.

    ``fought(fight)``: a fight shall be laid on a table.
    """

    chosen = Signal(str)
    fought = Signal(str)
    tabbed = Signal()
    mapless = Signal()
    """It was found that this campaign has no map."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: CountryView | None = None
        self._asked = False
        self._facts: MapFacts | None = None
        self._first = ""
        self._building = Task(self)
        self._building.done.connect(self._built)
        self._building.failed.connect(self._broken)
        self._inking = Task(self)
        self._inking.done.connect(self._inked)
        self._inking.failed.connect(self._broken)
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._state = EmptyState(
            "map", tr("Drawing the map…"), tr("The land is worked out once."), self
        )
        self._stack.addWidget(self._state)
        self.elsewhere = Button("", self, icon="eye")
        self.elsewhere.clicked.connect(self._list_elsewhere)
        self.elsewhere.hide()
        self.legend_ = Button(tr("Legend"), self, icon="info")
        self.legend_.clicked.connect(self.toggle_legend)
        self.legend_.hide()
        self.place = Button(
            tr("Put units into hexes…"), self, icon="target", action="campaign.place"
        )
        self.place.hide()
        self.legend = CountryLegend(self)
        self.legend.hide()
        self.fights = Button("", self, icon="table", action="campaign.fight")
        self.fights.setToolTip(tr("Where both sides meet: lay one of these fights on a table"))
        self.fights.clicked.connect(self.list_fights)
        self.fights.hide()
        self.zoom: ZoomButtons | None = None
        theme.switch().changed.connect(self._retheme)
        preferences().changed.connect(self._preferred)

    @property
    def busy(self) -> bool:
        """Whether the map is still being drawn."""
        return (
            self._building.running
            or self._inking.running
            or (self.view is not None and self.view.busy)
        )

    @property
    def wants_sheet(self) -> bool:
        """Whether nobody has handed in the printed part yet."""
        return not self._asked

    def show_sheet(self, facts: BaseMap | None) -> None:
        """Draw the printed part; None says that this campaign has no map."""
        self._asked = True
        if facts is None:
            self._say(
                tr("This campaign has no map"),
                tr("Whoever made it can draw one, or take one from a picture."),
            )
            self.mapless.emit()
            return
        self._building.start(partial(CountrySheet, facts, _inks()))

    def show_facts(self, facts: MapFacts | None, first_side: str, *, now: bool = True) -> None:
        """Show another moment; fights can be laid of the present one alone."""
        if facts is not None and not now:
            facts = msgspec.structs.replace(facts, fights=())
        self._facts, self._first = facts, first_side
        if facts is None:
            return
        if self.view is not None:
            self.view.show_facts(facts, first_side)
        tokens = sum(len(one.tokens) for one in facts.elsewhere)
        self.elsewhere.set_words(tr("{0} not on this map").format(tokens))
        self.elsewhere.setVisible(bool(tokens) and self.view is not None)
        self.fights.set_words(tr("Lay a fight ({0})…").format(len(facts.fights)))
        self.fights.setVisible(bool(facts.fights) and self.view is not None)
        self.legend.show_facts(facts, first_side)
        self._arrange()

    def _built(self, sheet: CountrySheet) -> None:
        view = self.view = CountryView(sheet, self)
        view.chosen.connect(self.chosen)
        view.tabbed.connect(self.tabbed)
        view.fought.connect(self.fought)
        self._stack.addWidget(view)
        self._stack.setCurrentWidget(view)
        self.zoom = ZoomButtons(view, self, fit_key="0")
        self.zoom.show()
        self.legend_.show()
        self.place.show()
        if self._facts is not None:
            self.show_facts(self._facts, self._first)
        for part in (
            self.zoom, self.elsewhere, self.legend_, self.place, self.fights, self.legend
        ):  # fmt: skip
            part.raise_()
        self._arrange()
        if self.hasFocus():  # whoever works elsewhere meanwhile keeps the keyboard
            view.setFocus()

    def _broken(self, error: object) -> None:
        if isinstance(error, BaseException):
            raise error

    def _say(self, title: str, more: str) -> None:
        fresh = EmptyState("map", title, more, self)
        self._stack.addWidget(fresh)
        self._stack.setCurrentWidget(fresh)

    def tell_trouble(self, message: str, advice: str) -> None:
        """The map's file is broken: say so, with what to do."""
        self._asked = True
        self._say(message, advice)

    def stop(self) -> None:
        """End the work behind the scenes."""
        self._building.stop()
        self._inking.stop()
        if self.view is not None:
            self.view.stop()

    # ---- what lies over the map -----------------------------------------------------------------

    def toggle_legend(self) -> None:
        """Show or hide what the signs mean."""
        self.legend.setVisible(self.legend.isHidden())
        self.legend.raise_()
        self._arrange()

    def _list_elsewhere(self) -> None:
        """A menu of the formations that the map has no place for, by where they are."""
        menu = QMenu(self)
        for one in self._facts.elsewhere if self._facts is not None else ():
            menu.addSection(shown(one.words))
            for token in one.tokens:
                words = f"{token.code}  {shown(token.name)}  {token.steps}/{token.steps_full}"
                menu.addAction(words, partial(self.chosen.emit, token.id))
        menu.popup(self.elsewhere.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def list_fights(self) -> None:
        """A menu of the fights, the largest first."""
        menu = QMenu(self)
        for fight in self._facts.fights if self._facts is not None else ():
            menu.addAction(fight_words(fight), partial(self.fought.emit, fight.id))
        if not menu.isEmpty():
            menu.popup(self.fights.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        gap, height = 12, self.height()
        if self.zoom is not None:
            self.zoom.move(
                self.width() - self.zoom.width() - gap, height - self.zoom.height() - gap
            )
        x, foot = gap, height - gap
        room = self.zoom.x() if self.zoom is not None else self.width()
        for part in (self.fights, self.legend_, self.elsewhere, self.place):
            if part.isHidden():
                continue
            size: QSize = part.sizeHint()
            if x > gap and x + size.width() + gap > room:
                x, foot = gap, foot - size.height() - 8
            part.setGeometry(x, foot - size.height(), size.width(), size.height())
            x += size.width() + 8
        size = self.legend.sizeHint()
        top = height - size.height() - 2 * gap - theme.CONTROL_HEIGHT
        self.legend.setGeometry(gap, max(gap, top), size.width(), min(size.height(), height - 60))

    def _retheme(self, _name: str = "") -> None:
        if self.view is not None:
            self._inking.start(partial(self.view.sheet.in_theme, _inks()))

    def _inked(self, sheet: CountrySheet) -> None:
        if self.view is not None:
            self.view.set_sheet(sheet)

    def _preferred(self, name: str) -> None:
        if name in ("map_theme", "map_follows"):
            self._retheme()


def _inks() -> MapTheme:
    """The theme of maps, as a person chose it."""
    now = preferences().now
    return map_theme(now.map_theme, theme.current() if now.map_follows else "light")
