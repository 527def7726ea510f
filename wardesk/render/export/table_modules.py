"""A game for players with VASSAL: its map, counters with all faces, boxes, charts, a saved game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.documents.exports.geojson_inside import Seal, inside
from wardesk.documents.exports.vassal import (
    DICE,
    Boxes,
    Tabled,
    VassalSheet,
    write_module,
    write_saved,
)
from wardesk.documents.exports.vassal_pieces import (
    BOXES_NAME,
    MAP_NAME,
    ModuleDeck,
    ModulePiece,
)
from wardesk.documents.files.atomic import write_atomically
from wardesk.drawing.document import MapDocument
from wardesk.errors import Progress, report
from wardesk.model.look import CardLook, ChartLook, CounterLook, TableLook
from wardesk.render.app import ensure_gui_app
from wardesk.render.counters.counter import paint_counter, side_of
from wardesk.render.counters.pictures import counter_picture, paint_picture
from wardesk.render.export.charts import chart_png
from wardesk.render.export.encoded import png_bytes
from wardesk.render.export.map_options import ExportOptions, OnPicture, prepared, scale_of
from wardesk.render.export.map_pictures import map_png
from wardesk.render.export.pictures import stack_places, stacks_in
from wardesk.render.fonts import font
from wardesk.render.lettering import put
from wardesk.render.shapes import painting, pen
from wardesk.services.play.counter_faces import CounterFaces
from wardesk.words import Text, say, shown

_BOX_COLUMNS, _IN_A_ROW = 3, 6
_PAPER, _RIM, _INK = QColor("#f4ecd8"), QColor("#8a6f4a"), QColor("#2b1f14")


class TableToWrite(Struct, frozen=True, kw_only=True):
    """A moment of a game: its map, what is seen, the faces of the counters, the printed tables."""

    title: str
    document: MapDocument
    look: TableLook
    counters: Sequence[CounterFaces]
    charts: Sequence[ChartLook] = ()
    dice: Sequence[tuple[str, int, int]] = ()
    game: str = ""
    """The title of the pack that its scenario is from."""


def write_table_vmod(
    table: TableToWrite, path: Path, options: ExportOptions, progress: Progress | None = None
) -> Text:
    """A VASSAL module of the whole game, as it stands at this moment. A sentence about it."""
    data, size, on = map_png(table.document, options, progress)
    document = table.document
    made = _tabled(table, options, on)
    numbering = document.layout.numbering if document.layout is not None else None
    sheet = VassalSheet(png=data, size=size, scale=on.scale, corner=(on.left, on.top))
    board, _ = prepared(document, options)
    write_atomically(
        path,
        write_module(board, numbering, sheet, options.day, made, inside(document, Seal())),
    )
    return say(
        "a module with {counters} counters, {charts} charts and a map of {width} × {height} pixels",
        counters=len(made.pieces),
        charts=len(made.charts),
        width=size[0],
        height=size[1],
    )


def write_table_vsav(
    table: TableToWrite, path: Path, options: ExportOptions, progress: Progress | None = None
) -> Text:
    """A saved game for the module that `write_table_vmod` makes of the same game."""
    report(progress, 0, 1)
    board, painter_of = prepared(table.document, options)
    rect = painter_of.rect
    on = OnPicture(scale_of(board, painter_of, options), rect.left(), rect.top())
    made = _tabled(table, options, on)
    write_atomically(path, write_saved(made, table.title, options.day))
    report(progress, 1, 1)
    standing = sum(piece.at is not None for piece in made.pieces)
    return say("a saved game with {counters} counters in their places", counters=standing)


def _tabled(table: TableToWrite, options: ExportOptions, on: OnPicture) -> Tabled:
    _, painter_of = prepared(table.document, options)
    edge = max(24, round(painter_of.counter * on.scale))
    places = _on_map(table, painter_of.slot, on)
    boxes, beside, decks = _boxes(table, edge)
    kept: dict[tuple[CounterLook, str], bytes] = {}

    def painted(look: CounterLook) -> bytes:
        bare = face_of(look)
        if (bare, look.side) not in kept:
            kept[bare, look.side] = png_bytes(face_picture(bare, table.look, edge))
        return kept[bare, look.side]

    sides = _side_names(table.look)
    pieces = tuple(
        ModulePiece(
            id=one.look.piece, name=shown(one.look.title) or one.look.piece,
            side=sides.get(one.look.side, one.look.side),
            faces=tuple(painted(face) for face in one.faces), size=edge, face=one.up + 1,
            at=places.get(one.look.piece) or beside.get(one.look.piece),
            map=MAP_NAME if one.look.piece in places else BOXES_NAME,
            secret=one.secret, behind=_back(edge) if one.secret == "masked" else b"",
        )
        for one in table.counters
    )  # fmt: skip
    pieces += tuple(
        _card(card, edge, sides.get(side, side), at=beside.get(card.id))
        for card, side in _dealt(table.look)
    )
    charts = tuple((shown(chart.title), chart_png(chart)) for chart in table.charts)
    dice = table.dice or DICE
    return Tabled(
        pieces=pieces, charts=charts, boxes=boxes, decks=decks, title=table.title, dice=dice,
        sides=tuple(sides.get(one.id, one.id) for one in table.look.sides),
    )  # fmt: skip


def _side_names(look: TableLook) -> dict[str, str]:
    """What the sides are called by their ids; ids alone if two are called alike."""
    names = {one.id: shown(one.name) or one.id for one in look.sides}
    return names if len({*names.values()}) == len(names) else {}


def face_of(look: CounterLook) -> CounterLook:
    """What is printed on a counter, without where it is and what the moment adds."""
    return replace(look, piece="", at=None, text="", badges=(), turned=0, spent=False)


def face_picture(look: CounterLook, table: TableLook, edge: int) -> QImage:
    """One face of a counter, *edge* pixels square."""
    ensure_gui_app()
    image = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with painting(image) as painter:
        middle = QPointF(edge / 2, edge / 2)
        paint_counter(
            painter, look, side_of(table.sides, look.side), middle, edge * 0.98, edge, shadow=0.0
        )
    return image


def _on_map(
    table: TableToWrite, slot: Callable[[str], QRectF], on: OnPicture
) -> dict[str, tuple[int, int]]:
    """The pixel of every counter on the map; those of one side in a cell stand on one another."""
    found: dict[str, tuple[int, int]] = {}
    for cell, stacks in stacks_in(table.look.counters).items():
        if cell not in table.document.cells:
            continue
        for stack, (at, _) in zip(stacks, stack_places(slot(cell), len(stacks)), strict=True):
            x, y = on.at(at.x(), at.y())
            for look in stack:
                found[look.piece] = round(x), round(y)
    return found


def _dealt(look: TableLook) -> Iterator[tuple[CardLook, str]]:
    """The cards that are known and in no deck, with the side in whose hand each is."""
    for deck in look.decks:
        yield from ((card, "") for card in deck.discards if card.id)
    for hand in look.hands:
        yield from ((card, hand.side) for card in hand.cards if card.id)


def _card_face(look: CardLook, edge: int) -> bytes:
    """The front of a card: its picture, or title and text."""
    image = _blank(edge, look.colour or _PAPER)
    with painting(image) as painter:
        box = QRectF(0, 0, edge, edge).adjusted(3, 3, -3, -3)
        picture = counter_picture(look.picture)
        if picture is not None:
            paint_picture(painter, picture, box)
        else:
            put(painter, shown(look.title), (edge / 2, edge * 0.3), edge * 0.16, _INK,
                role="map-place", fit=box.width())  # fmt: skip
            wrap = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignHCenter
            painter.setPen(_INK)
            painter.setFont(font("map-place", edge * 0.09))
            room = box.adjusted(2, edge * 0.4, -2, 0)
            painter.drawText(room, int(wrap), shown(look.text))
    return png_bytes(image)


def _back(edge: int, picture: str = "") -> bytes:
    """What others see of a card or a masked counter."""
    image = _blank(edge, _RIM)
    with painting(image) as painter:
        shape = counter_picture(picture)
        if shape is not None:
            paint_picture(painter, shape, QRectF(0, 0, edge, edge))
        else:
            put(painter, "?", (edge / 2, edge / 2), edge * 0.5, _PAPER, role="map-place")
    return png_bytes(image)


def _blank(edge: int, ground: QColor | str) -> QImage:
    ensure_gui_app()
    image = QImage(edge, edge, QImage.Format.Format_RGB32)
    image.fill(QColor(ground))
    return image


def _boxes(
    table: TableToWrite, edge: int
) -> tuple[Boxes | None, dict[str, tuple[int, int]], tuple[ModuleDeck, ...]]:
    """A sheet with the boxes beside the map, where counters and cards stand on it, and decks."""
    look = table.look
    rows = [(shown(box.title), box.pieces) for box in look.boxes if box.tray or box.pieces]
    decks = {len(rows) + number: deck for number, deck in enumerate(look.decks)}
    rows += [(shown(deck.title), ("",)) for deck in look.decks]
    rows += [
        (shown(say("{deck}: discards", deck=deck.title)), tuple(c.id for c in deck.discards))
        for deck in look.decks
    ]
    rows += [(shown(hand.title), tuple(card.id for card in hand.cards)) for hand in look.hands]
    if not rows:
        return None, {}, ()
    step, head = round(edge * 1.1), max(22, edge // 2)
    wide = step * _IN_A_ROW + edge // 2
    gap = edge // 3
    places: dict[str, tuple[int, int, int, int]] = {}
    spots: dict[str, tuple[int, int]] = {}
    top, lowest = gap, 0
    piles: list[ModuleDeck] = []
    for number, (title, inside_it) in enumerate(rows):
        column = number % _BOX_COLUMNS
        if column == 0 and number:
            top = lowest + gap
        left = gap + column * (wide + gap)
        deep = head + step * max(2, -(-len(inside_it) // _IN_A_ROW)) + edge // 4
        name = title if title not in places else f"{title} ({number + 1})"
        places[name] = (left, top, left + wide, top + deep)
        lowest = max(lowest if column else 0, top + deep)
        for place, piece in enumerate(inside_it):
            down, across = divmod(place, _IN_A_ROW)
            spots[piece] = (
                left + edge // 4 + step * across + edge // 2,
                top + head + step * down + edge // 2,
            )
        if number in decks:
            deck = decks[number]
            cards = tuple(_card(card, edge) for card in deck.cards if card.id)
            piles.append(ModuleDeck(name=title, cards=cards, at=spots[""], size=edge))
    size = gap + min(len(rows), _BOX_COLUMNS) * (wide + gap), lowest + gap
    return Boxes(_box_picture(size, places, head), size, places), spots, tuple(piles)


def _card(
    look: CardLook, edge: int, side: str = "", at: tuple[int, int] | None = None
) -> ModulePiece:
    """A card; in the hand of a *side* it is masked for the others."""
    return ModulePiece(
        id=look.id, name=shown(look.title) or look.id, side=side, faces=(_card_face(look, edge),),
        size=edge, at=at, map=BOXES_NAME, secret="masked" if side else "", deck=shown(look.deck),
        behind=_back(edge, look.back),
    )  # fmt: skip


def _box_picture(
    size: tuple[int, int], places: dict[str, tuple[int, int, int, int]], head: int
) -> bytes:
    ensure_gui_app()
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(_PAPER)
    with painting(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen(_RIM, 2.0))
        for title, (left, top, right, bottom) in places.items():
            painter.drawRect(left, top, right - left, bottom - top)
            put(painter, title, (left + head * 0.4, top + head * 0.5), head * 0.5, _INK,
                role="map-place", align=-1.0, fit=right - left - head)  # fmt: skip
    return png_bytes(image)
