"""Scanned boards under the map: loaded beside the window, painted where they are seen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QPainter, QTransform

from wardesk.drawing.document import Underlay
from wardesk.drawing.layers import layer_state
from wardesk.errors import UserError
from wardesk.geometry.grids.calibration import Affine
from wardesk.render.pyramid import Pyramid, pyramid, sketch
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.language import explained
from wardesk.ui.map.canvas import handles
from wardesk.ui.map.view import UNDER, MapView
from wardesk.ui.tasks import Task
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel


def qt_transform(affine: Affine) -> QTransform:
    """Pixels of a picture to map units."""
    a, b, c, d, e, f = affine
    return QTransform(a, d, b, e, c, f)


def corners(row: Underlay) -> list[QPointF]:
    """The corners of a picture in its pixels, the first one again at the end."""
    width, height = row.size
    return [QPointF(*at) for at in ((0, 0), (width, 0), (width, height), (0, height), (0, 0))]


def underlays_of(model: MapModel, view: MapView) -> UnderlayOverlay:
    """The overlay of a view, made when it is first asked for."""
    return view.findChild(UnderlayOverlay) or UnderlayOverlay(model, view)


class UnderlayOverlay(QObject):
    """Paints every visible underlay. ``loaded()``: one more can be shown, or one cannot."""

    loaded = Signal()

    def __init__(self, model: MapModel, view: MapView) -> None:
        super().__init__(view)
        self._model, self._view = model, view
        self.trial: tuple[str, Affine] | None = None
        """An underlay and the transform that a tool tries on it."""
        self._strength = 0.6
        self._pictures: dict[str, Pyramid] = {}
        self._whole: set[str] = set()
        self.failed: dict[str, str] = {}
        """Why a picture cannot be shown, by its part."""
        self._task = Task(self)
        self._task.done.connect(self._loaded)
        self._task.failed.connect(self._not_loaded)
        self._loading = ""
        self._shown: object = None
        """What was shown when the view was last told."""
        view.lay(UNDER, self.paint)
        model.changed.connect(self._changed)
        self._changed()

    # ---- what is asked of it -------------------------------------------------------------------

    @property
    def rows(self) -> list[Underlay]:
        """The underlays that are shown, the lowest first."""
        if not layer_state(self._model.document, "underlay").visible:
            return []
        return [row for row in self._model.document.underlays if row.visible]

    @property
    def loading(self) -> bool:
        """Whether a picture is still being decoded."""
        return bool(self._loading)

    @property
    def strength(self) -> float:
        """How strongly the map is drawn over the pictures."""
        return self._strength

    def set_strength(self, strength: float) -> None:
        """Let the pictures shine through the map more or less."""
        self._strength = strength
        self._changed()

    def transform(self, row: Underlay) -> Affine:
        """Where an underlay lies: the place on trial, else its own."""
        if self.trial is not None and self.trial[0] == row.id:
            return self.trial[1]
        return row.transform

    def try_on(self, underlay: str, transform: Affine | None) -> None:
        """Show an underlay elsewhere without changing the map; None = as it is."""
        self.trial = None if transform is None else (underlay, transform)
        self._view.update()

    def at(self, point: QPointF) -> Underlay | None:
        """The topmost visible underlay at a point of the map."""
        for row in reversed(self.rows):
            back, sound = qt_transform(self.transform(row)).inverted()
            if sound and QRectF(0, 0, *row.size).contains(back.map(point)):
                return row
        return None

    # ---- loading -------------------------------------------------------------------------------

    def _changed(self, _change: object = None) -> None:
        rows = self.rows
        self._view.sheet_strength = self._strength if rows else 1.0
        used = {row.image for row in self._model.document.underlays}
        for image in [one for one in self._pictures if one not in used]:
            del self._pictures[image]
            self._whole.discard(image)
        self._load_next()
        state = layer_state(self._model.document, "underlay")
        shown = (tuple(rows), self._view.sheet_strength, state)
        if shown != self._shown:
            self._shown = shown
            self._view.update()

    def _load_next(self) -> None:
        if self._loading:
            return
        for row in self.rows:
            if row.image in self._whole or row.image in self.failed:
                continue
            data = self._model.document.extra_parts.get(row.image)
            if not data:
                self.failed[row.image] = tr("The picture is not in the file.")
                continue
            # a JPEG shows itself coarsely at once; a PNG must be decoded whole either way
            coarse = row.image.endswith(".jpg") and row.image not in self._pictures
            self._loading = row.image
            self._task.start(partial(sketch if coarse else pyramid, data, row.size))
            return

    def _loaded(self, picture: Pyramid) -> None:
        image, self._loading = self._loading, ""
        coarse = image.endswith(".jpg") and image not in self._pictures
        self._pictures[image] = picture
        if not coarse:
            self._whole.add(image)
        self._load_next()
        self._view.update()
        self.loaded.emit()

    def _not_loaded(self, error: object) -> None:
        image, self._loading = self._loading, ""
        if not isinstance(error, UserError | MemoryError):
            raise error if isinstance(error, BaseException) else RuntimeError(error)
        said = str(explained(error)) if isinstance(error, UserError) else ""
        self.failed[image] = said or tr("There is not enough memory for the picture.")
        self._load_next()
        self._view.update()
        self.loaded.emit()

    # ---- drawing -------------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        """Draw them in px of the view."""
        seen = QRectF(QPointF(0, 0), camera.size)
        share = layer_state(self._model.document, "underlay").opacity
        for row in self.rows:
            place = qt_transform(self.transform(row)) * camera.transform()
            picture = self._pictures.get(row.image)
            if picture is not None:
                painter.save()
                painter.setOpacity(row.opacity * share)
                picture.paint(painter, place, seen)
                painter.restore()
                continue
            outline = [place.map(corner) for corner in corners(row)]
            why = self.failed.get(row.image, "")
            handles.stroke(painter, outline, handles.REFUSED if why else handles.DARK, dashed=True)
            words = why or tr("Loading {0}…").format(row.title or row.id)
            middle = place.map(QPointF(row.size[0] / 2, row.size[1] / 2))
            handles.say(painter, camera, middle, words, "danger" if why else "text")
