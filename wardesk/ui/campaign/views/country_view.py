"""The operational map as a widget: printed ground in tiles, formations and routes live on it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QGraphicsScene, QWidget

from wardesk.render.counters.formations import ROOM, formation_image
from wardesk.render.country.sheet import CountrySheet
from wardesk.render.country.stacks import TokenStack, placed
from wardesk.services.campaign.operational_map import FightFact, MapFacts, Token
from wardesk.ui import theme
from wardesk.ui.campaign.views import country_marks as marks
from wardesk.ui.canvas.camera import Camera, fitting
from wardesk.ui.canvas.ground import GroundTiles, on_view
from wardesk.ui.canvas.tiles import TileStore, level_of
from wardesk.ui.canvas.view import ARROWS, CanvasView
from wardesk.ui.widgets import paint
from wardesk.words import shown, tr

_CARD, _WIDTH, _HEIGHT, _PAD = 46, 176, 60, 8
_GAP = 10.0


class StackFan:
    """Laid beside the stack, within the view; *near* is the stack in view px."""

    def __init__(self, stack: TokenStack, near: QRectF, room: QSizeF, *, warm: bool) -> None:
        self.stack, self._warm = stack, warm
        count = len(stack.tokens)
        columns = 1 if count <= 3 else 2 if room.width() < 640 or count <= 8 else 3
        rows = -(-count // columns)
        width, height = columns * _WIDTH + 2 * _PAD, rows * _HEIGHT + 2 * _PAD
        left = near.right() + _GAP
        if left + width > room.width() - 6:
            left = near.left() - _GAP - width
        left = min(max(6.0, left), max(6.0, room.width() - width - 6))
        top = min(max(6.0, near.center().y() - height / 2), max(6.0, room.height() - height - 6))
        self.box = QRectF(left, top, width, height)
        self._rows = rows

    def cells(self) -> list[tuple[Token, QRectF]]:
        """Each formation with its place in the view."""
        found: list[tuple[Token, QRectF]] = []
        for k, token in enumerate(self.stack.tokens):
            column, row = divmod(k, self._rows)
            corner = self.box.topLeft() + QPointF(_PAD + column * _WIDTH, _PAD + row * _HEIGHT)
            found.append((token, QRectF(corner, QSizeF(_WIDTH, _HEIGHT))))
        return found

    def token_at(self, point: QPointF) -> Token | None:
        """The formation at a view px."""
        return next((token for token, box in self.cells() if box.contains(point)), None)

    def paint(self, painter: QPainter, ratio: float) -> None:
        """Draw it over everything else."""
        shadow = theme.colour("text", 0.18)
        paint.rounded(painter, self.box.translated(2, 3), fill=shadow, radius=10)
        paint.rounded(painter, self.box, fill=theme.colour("surface"),
                      outline=theme.colour("edge"), radius=10)  # fmt: skip
        for token, box in self.cells():
            image = formation_image(token, self._warm, _CARD, ratio)
            whole = _CARD * ROOM
            middle = QPointF(box.left() + _CARD / 2 + 2, box.center().y())
            corner = middle - QPointF(whole / 2, whole / 2)
            painter.drawImage(QPointF(round(corner.x()), round(corner.y())), image)
            left = box.left() + _CARD + 12
            width = box.right() - left - 4
            metrics = QFontMetricsF(theme.font("small-strong"))
            name = metrics.elidedText(shown(token.name), Qt.TextElideMode.ElideRight, width)
            head = QRectF(left, box.center().y() - 19, width, 18)
            paint.words(painter, head, name, role="small-strong")
            paint.words(
                painter, head.translated(0, 18), left_words(token), role="small", ink="text2"
            )


def left_words(token: Token) -> str:
    """What is left of a formation, in words."""
    if not token.steps_full:
        return tr("no steps of its own")
    return tr("{0} of {1} steps").format(token.steps, token.steps_full)


_CLOSEST = 1.3
"""Px per unit (10 m) beyond which coming closer shows nothing new."""
_STEP = 60.0
"""Px by which an arrow key pushes the sheet."""
_RIM = 96.0
"""Px that are kept free around what counts, for the counters that stand there."""
_FOOT = 56.0
"""Px at the foot of the view that buttons lie over."""
_WORTH = 1.25
"""How much larger the sheet must become for a part of it to be left out."""


def _within(wanted: float, seen: float, low: float, high: float) -> float:
    """A middle as near to *wanted* as shows no more than there is from *low* to *high*."""
    if seen >= high - low:
        return (low + high) / 2
    return min(max(wanted, low + seen / 2), high - seen / 2)


class CountryView(CanvasView):
    """Shows a `CountrySheet` with `MapFacts` on it.

    ``chosen(formation)``: a formation was double-clicked or Enter pressed on it. ``told(str)``:
    what the keyboard is on, in words. ``fought(fight)``: a fight was double-clicked.
    """

    chosen = Signal(str)
    fought = Signal(str)
    told = Signal(str)
    usual_size, least_size = QSize(640, 560), QSize(240, 220)

    def __init__(self, sheet: CountrySheet, parent: QWidget | None = None) -> None:
        super().__init__(fitting(sheet.rect, QSizeF(100, 100)), QGraphicsScene(), parent)
        hints = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        self.setRenderHints(hints)
        self.sheet = sheet
        self._tiles = TileStore(sheet.paint, sheet.paper, self)
        self._ground = GroundTiles(self._tiles)
        self._tiles.ready.connect(self._picture_came)
        self.facts: MapFacts | None = None
        self._first = ""
        """The side whose counters have the warm card and side colour a."""
        self.stacks: list[TokenStack] = []
        self._placed_for: tuple[MapFacts, int, bool] | None = None
        self.fan: StackFan | None = None
        self._on = ""
        """Key of the stack that the keyboard is on."""
        self._fresh = True
        """Whether nobody has moved the camera yet."""
        for height, draw in enumerate((self._paint_ground, self._paint_marks, self._paint_fan)):
            self.lay(height, draw)
        self.setAccessibleName(tr("Operational map: {0}").format(sheet.facts.title))

    # ---- what it shows --------------------------------------------------------------------------

    def set_sheet(self, sheet: CountrySheet) -> None:
        """The same land in other inks."""
        self.sheet = sheet
        self._tiles.repaint(sheet.paint, sheet.paper)
        self.update()

    def show_facts(self, facts: MapFacts, first_side: str) -> None:
        """Show another moment; an open fan stays open if its stack is still there."""
        open_ = (
            {token.id for token in self.fan.stack.tokens} if self.fan is not None else set[str]()
        )
        self.facts, self._first = facts, first_side
        self._placed_for = None
        if self._fresh:
            self.begin()
        self._settle()
        self.fan = None
        if open_:
            for stack in self.stacks:
                if open_ & {token.id for token in stack.tokens}:
                    self.open_fan(stack)
                    break
        self._describe()
        self.update()

    @property
    def busy(self) -> bool:
        """Whether ground is still being painted."""
        return self._tiles.busy

    def stop(self) -> None:
        """End the work behind the scenes; whoever owns the view calls it before dropping it."""
        self._animation.stop()
        self._tiles.stop()

    # ---- the camera -----------------------------------------------------------------------------

    def paper(self) -> QRectF:
        return self.sheet.rect

    def limits(self) -> tuple[float, float]:
        """Least and most px per unit."""
        whole = fitting(self.sheet.rect, self._camera.size).scale
        return whole * 0.8, max(_CLOSEST, whole)

    def camera_moved(self, before: Camera) -> None:
        self.fan = None
        self._settle()

    def fit(self) -> None:
        """Show the whole sheet, and keep showing it when the view changes its size."""
        self._fresh = False
        self._animation.stop()
        self.look_at(self._whole())
        self._fitted = True

    def _whole(self) -> Camera:
        """All of the sheet above the buttons that lie over the foot of the view."""
        size = self._camera.size
        seen = fitting(self.sheet.rect, QSizeF(size.width(), max(1.0, size.height() - _FOOT)))
        return Camera(seen.centre + QPointF(0, _FOOT / 2 / seen.scale), seen.scale, size)

    def begin(self) -> None:
        """As large as lets all that counts be seen: who stands there, routes and bridges."""
        sheet, size = self.sheet.rect, self._camera.size
        free, whole = QSizeF(size.width(), max(1.0, size.height() - _FOOT)), self._whole()
        wanted = self._wanted()
        room = QSizeF(max(1.0, free.width() - _RIM), max(1.0, free.height() - _RIM))
        scale = min(fitting(wanted, room).scale, size.width() / sheet.width(), whole.scale * 1.75)
        self._animation.stop()
        if scale < whole.scale * _WORTH:
            self.look_at(whole)
            return
        across = _within(wanted.center().x(), size.width() / scale, sheet.left(), sheet.right())
        down = _within(wanted.center().y(), free.height() / scale, sheet.top(), sheet.bottom())
        down += _FOOT / 2 / scale
        self.look_at(Camera(QPointF(across, down), scale, size))

    def _wanted(self) -> QRectF:
        """The part of the sheet where something is; all of it where nothing is."""
        facts = self.facts
        if facts is None:
            return self.sheet.rect
        points = [one.point for one in facts.standings] + [one.point for one in facts.bridges]
        points += [point for route in facts.routes for point in route.line]
        if not points:
            return self.sheet.rect
        found = QPolygonF([QPointF(*point) for point in points]).boundingRect()
        return found.intersected(self.sheet.rect)

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Closer by *factor*; from now on the camera is the person's."""
        self._fresh = False
        super().zoom(factor, at)

    def pan(self, by: QPointF) -> None:
        """Push the sheet; from now on the camera is the person's."""
        self._fresh = False
        super().pan(by)

    def _settle(self) -> None:
        """Stand the stacks anew when the moment or the level is another one."""
        if self.facts is None:
            return
        scale = self._camera.scale
        # the tiles are a level finer than what is seen of them at most
        tiled = 2.0 ** (level_of(scale * self.devicePixelRatioF()) / 2)
        names = self.sheet.names.boxes(tiled)
        before, key = self._placed_for, (self.facts, level_of(scale * 2), names is not None)
        if before is not None and before[0] is key[0] and before[1:] == key[1:]:
            return
        self._placed_for = key
        back = self._camera.to_board
        told = [QRectF(back(box.topLeft()), back(box.bottomRight()))
                for box in marks.callouts(self.facts, self._camera)]  # fmt: skip
        self.stacks = placed(self.facts, scale, [*(names or []), *told, *told],
                             self.sheet.land.inside)  # fmt: skip

    def _picture_came(self) -> None:
        """With the ground of a level come its names: stacks may have to make room."""
        self._settle()
        self.update()

    # ---- stacks ---------------------------------------------------------------------------------

    def card(self, stack: TokenStack) -> QRectF:
        """The lowest card of a stack in the view; it is as large at any zoom between two levels."""
        return marks.card(self._camera, stack)

    def stack_at(self, point: QPointF) -> TokenStack | None:
        """The stack under a view px."""
        for stack in reversed(self.stacks):
            if marks.whole(self._camera, stack).contains(point):
                return stack
        return None

    def open_fan(self, stack: TokenStack) -> None:
        """Lay the cards of a stack out beside each other."""
        self.fan = StackFan(stack, marks.whole(self._camera, stack), self._camera.size,
                       warm=stack.side == self._first)  # fmt: skip
        self._on = stack.key
        self._describe()
        self.update()

    def close_fan(self) -> bool:
        """Put the cards together again; whether any lay open."""
        was, self.fan = self.fan, None
        self.update()
        return was is not None

    def walk(self, by: int) -> None:
        """Go to the next or the previous stack, from north to south."""
        if not self.stacks:
            return
        order = sorted(self.stacks, key=lambda stack: (stack.spot.y(), stack.spot.x()))
        keys = [stack.key for stack in order]
        at = (keys.index(self._on) + by) % len(keys) if self._on in keys else 0 if by > 0 else -1
        self._on = keys[at]
        self.fan = None
        self.show_point(order[at].box.center())
        self._describe()
        self.update()

    @property
    def on(self) -> TokenStack | None:
        """The stack that the keyboard is on."""
        return next((stack for stack in self.stacks if stack.key == self._on), None)

    def describe(self, cell: str) -> str:
        """The stack that the keyboard is on, in words; this map has no cells."""
        return marks.stack_words(self.on) if self.on is not None else ""

    def _describe(self) -> None:
        super()._describe()
        self.told.emit(self.accessibleDescription())

    def token_at(self, point: QPointF) -> Token | None:
        """The formation whose card lies on top at a view px."""
        if self.fan is not None:
            return self.fan.token_at(point)
        stack = self.stack_at(point)
        return stack.tokens[0] if stack is not None and len(stack.tokens) == 1 else None

    def tooltip(self, point: QPointF) -> str:
        """What lies at a view px."""
        if self.fan is not None and self.fan.box.contains(point):
            token = self.fan.token_at(point)
            return marks.token_words(token) if token is not None else ""
        stack = self.stack_at(point)
        if stack is not None:
            return marks.stack_words(stack)
        if self.facts is None:
            return ""
        words = marks.words_at(self.facts, self._camera, point)
        fight = marks.fight_at(self.facts, self._camera, point)
        if words or fight is None:
            return words
        lay = tr("Both sides meet here. Double-click: lay this fight on a table.")
        return f"{marks.fight_words(fight)}\n{lay}"

    def fight_at(self, point: QPointF) -> FightFact | None:
        """The fight at a view px."""
        facts = self.facts
        return marks.fight_at(facts, self._camera, point) if facts is not None else None

    # ---- Qt's events ----------------------------------------------------------------------------

    def _paint_ground(self, painter: QPainter, camera: Camera) -> None:
        ratio = self.devicePixelRatioF()
        painter.setClipRect(on_view(camera, self.sheet.rect, ratio))  # Tiles reach beyond it.
        self._ground.paint(painter, camera, ratio, self.sheet.rect, self.sheet.paper)

    def _paint_marks(self, painter: QPainter, camera: Camera) -> None:
        if self.facts is None:
            return
        ratio = self.devicePixelRatioF()
        marks.paint_fights(painter, self.facts, camera)
        marks.paint_marks(painter, self.facts, camera, self._first, ratio)
        order = sorted(self.stacks, key=lambda stack: stack.box.center().y())
        for stack in order:
            marks.paint_lead(painter, camera, stack)
        for stack in order:
            marks.paint_stack(painter, camera, stack, stack.side == self._first, ratio)
        marks.paint_markers(painter, self.facts, camera)
        if self.hasFocus() and (on := self.on) is not None and self.fan is None:
            marks.paint_cursor(painter, marks.whole(camera, on))

    def _paint_fan(self, painter: QPainter, _camera: Camera) -> None:
        if self.fan is not None:
            self.fan.paint(painter, self.devicePixelRatioF())

    def resizeEvent(self, event: QResizeEvent) -> None:
        fresh = self._fresh
        self._fitted = self._fitted or fresh
        super().resizeEvent(event)
        self._fresh = fresh
        if fresh and self.facts is not None:
            self.begin()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in ARROWS:
            self.pan(QPointF(*ARROWS[key]) * -_STEP)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key in (Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight):
            self.walk(1 if key == Qt.Key.Key_BracketRight else -1)
        elif key == Qt.Key.Key_Space and (on := self.on) is not None:
            if not self.close_fan():
                self.open_fan(on)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and (on := self.on) is not None:
            self.chosen.emit(on.tokens[0].id)
        elif key == Qt.Key.Key_Escape and self.fan is not None:
            self.close_fan()
        elif not self.zoom_key(key):
            event.ignore()

    def pointed(self, event: QMouseEvent) -> None:
        at = event.position()
        over = self.stack_at(at) or (self.fan is not None and self.fan.box.contains(at))
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else self.usual_cursor())

    def clicked(self, event: QMouseEvent) -> None:
        at = event.position()
        inside = self.fan is not None and self.fan.box.contains(at)
        if event.button() != Qt.MouseButton.LeftButton or inside:
            return
        stack = self.stack_at(at)
        here = self.fan is not None and stack is not None and self.fan.stack.key == stack.key
        self.close_fan()
        if stack is not None and not here:
            self.open_fan(stack)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        token = self.token_at(event.position())
        if token is not None:
            self.chosen.emit(token.id)
        elif self.stack_at(event.position()) is None:
            fight = self.fight_at(event.position())
            if fight is not None:
                self.fought.emit(fight.id)
            else:
                self.zoom(2.0, event.position())
