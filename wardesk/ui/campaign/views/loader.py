"""Asks the campaign for what the views show, one answer at a time, in the worker thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.views import CampaignViews, Course
from wardesk.ui.campaign.worker import CampaignWorker

Kind = Literal["map", "graph", "plots", "boxes"]


@dataclass(frozen=True)
class LoadedView:
    """An answer: what one page shows of one seat after so many events."""

    kind: Kind
    seat: str
    count: int
    turn: str
    course: Course | None
    facts: Any
    sides: tuple[str, ...] = ()


class ViewLoader(QObject):
    """``looked(Look)``; while one answer is under way only the newest further wish is kept."""

    looked = Signal(object)
    failed = Signal(object)

    def __init__(self, worker: CampaignWorker, parent: QObject) -> None:
        super().__init__(parent)
        self._worker = worker
        self._views: CampaignViews | None = None
        self._known: tuple[str, int] = ("", -1)
        self._asking = False
        self._wish: tuple[Kind, int | None] | None = None

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._asking

    def views(self, desk: CampaignDesk) -> CampaignViews:
        """Worker thread: what answers."""
        if self._views is None:
            self._views = CampaignViews(desk)
        return self._views

    def ask(self, kind: Kind, count: int | None) -> None:
        """Ask for a page after *count* events; None: now."""
        self._wish = kind, count
        if not self._asking:
            self._next()

    def _next(self) -> None:
        if self._wish is None:
            return
        (kind, count), self._wish = self._wish, None
        self._asking = True
        seat, known = self._worker.page.seat, self._known

        def work(desk: CampaignDesk) -> LoadedView:
            return look(self.views(desk), kind, seat, count, known)

        self._worker.read(work, self._answered, self._failed)

    def _answered(self, found: LoadedView) -> None:
        self._asking = False
        if found.course is not None:
            self._known = found.seat, found.course.revision
        self.looked.emit(found)
        self._next()

    def _failed(self, error: UserError) -> None:
        self._asking = False
        self.failed.emit(error)
        self._next()


def look(
    views: CampaignViews, kind: Kind, seat: str, count: int | None, known: tuple[str, int]
) -> LoadedView:
    """Worker thread: one answer. The course comes along when it is another than the *known* one."""
    history = views.history(seat)
    count = len(history.events) if count is None else min(count, len(history.events))
    fresh = known != (seat, views.revision(seat))
    if kind == "map":
        facts: Any = views.map(seat, count)
    elif kind == "graph":
        facts = views.graph(seat, count)
    elif kind == "plots":
        facts = views.curves(seat)
    else:
        facts = views.boxes(seat, count)
    course = views.course(seat) if fresh else None
    return LoadedView(kind, seat, count, views.turn(seat, count), course, facts, views.sides)
