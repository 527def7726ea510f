"""The board on the table: what is clicked, hovered and carried there, lights, ruler, small map."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QRectF, QSize, Signal
from PySide6.QtWidgets import QWidget

from wardesk.engine.forecast import ForecastWindow
from wardesk.engine.types import Pieces
from wardesk.model.board import Board
from wardesk.model.look import CounterFact
from wardesk.ui import theme
from wardesk.ui.canvas.art import BoardArt
from wardesk.ui.canvas.board_view import BoardView
from wardesk.ui.canvas.marks import Marks
from wardesk.ui.canvas.minimap import BoardMinimap
from wardesk.ui.canvas.printed import chosen_art
from wardesk.ui.canvas.zoom_buttons import ZoomButtons
from wardesk.ui.preferences import preferences
from wardesk.ui.table.board_key import MarkKey
from wardesk.ui.table.forces_model import ShownForces
from wardesk.ui.table.model import Focus, TableModel
from wardesk.ui.table.order_slip import OrderSlip, Slip, SlipRow
from wardesk.ui.table.ruler import Ruler
from wardesk.ui.table.slip_words import NUMBERS
from wardesk.ui.widgets.odds_bar import percent
from wardesk.words import tr

_ODDS = 3
"""Results of picking a counter that stand beside it in an open pile, the best ones."""


_SHOTS = 2
"""Lines to a place on the way from those who may fire there, the likeliest ones."""
_DEEDS = 3
"""Deeds that stand beside a counter in an open pile; the menu has them all."""


class BoardArea(QWidget):
    """A view with its small zoom buttons at the lower right corner and the small map."""

    def __init__(self, board: Board, art: BoardArt, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = BoardView(board, art, self)
        self.minimap = BoardMinimap(self.view, self)
        self._buttons = ZoomButtons(self.view, self)
        self._below = 0

    def resizeEvent(self, event: object) -> None:
        self.view.setGeometry(self.rect())
        self.minimap.follow()
        self._place_buttons()

    def _place_buttons(self) -> None:
        size, low = self._buttons.size(), self.height() - self._below
        self._buttons.move(self.width() - size.width() - 12, low - size.height() - 12)

    def keep_above(self, pixels: int) -> None:
        """Something lies over so much of the lower edge."""
        self._below = pixels
        self._place_buttons()
        self.view.keep_clear_of(pixels)

    def minimumSizeHint(self) -> QSize:
        return self.view.minimumSizeHint()


class TableBoard(BoardArea):
    """Shows the model's look and marks, and turns hands on the board into answers.

    ``facts_changed(facts)``: what is under pointer or keyboard, for the status bar. It follows the
    settings too: map theme, small map, names of cells.
    """

    facts_changed = Signal(list)

    def __init__(
        self, model: TableModel, forces: ShownForces, parent: QWidget | None = None
    ) -> None:
        super().__init__(model.board, chosen_art(model.board), parent)
        self._model, self._forces = model, forces
        self.view.scene().in_play = model.rules.showing.in_play
        self._tagged = ""
        """The place that the tag stands at, or would."""
        self.ruler = Ruler(model.rules.board, self)
        self._zones_of = ""
        """The side whose fire zones are lit; empty for none."""
        self.tag = OrderSlip(self)
        self._windows: tuple[ForecastWindow, ...] = ()
        """The chances of the enemy that are shown on the map, as the slip tells of them."""
        board = model.board
        rebuilt = board.provenance if board.reconstruction else ""
        self.key = MarkKey(chosen_art(board), self, rebuilt)
        self._connect_view()
        model.focus = self._focus
        model.changed.connect(self._show_look)
        model.moment_changed.connect(self._show_look)
        model.lit.connect(self._show_marks)
        model.tried.came.connect(lambda: self._tag(self._tagged))
        model.cell_asked.connect(self._go_to)
        forces.changed.connect(self._show_marks)
        model.pile_asked.connect(self._lay_out_pile)
        model.carried.connect(self._carried)
        self.ruler.changed.connect(self._show_marks)
        theme.switch().changed.connect(self._draw_again)
        preferences().changed.connect(self._preferred)
        for name in ("minimap", "coordinates"):
            self._preferred(name)

    def _connect_view(self) -> None:
        view, model = self.view, self._model
        view.why_not, view.outlook = model.why_not, self._outlook
        view.explain = self._facts
        view.moved.connect(self.tag.hide)
        view.fanChanged.connect(self._fan_changed)
        asks = model.session.clinic
        view.cellClicked.connect(partial(self._ask_about, "") if asks else self._cell)
        view.pieceClicked.connect(self._ask_of if asks else self.click_piece)
        view.piecesTaken.connect(self._take)
        view.pileTaken.connect(self._take_pile)
        view.pieceDropped.connect(self._drop)
        view.hovered.connect(self.hover)
        view.focused.connect(self.hover)
        view.focused.connect(lambda _cell: model.focus_moved.emit())
        view.spacePressed.connect(self._space)
        view.scaleChanged.connect(lambda _scale: self._tell_facts())
        view.pieceMenu.connect(lambda piece, where: model.menu_asked.emit(piece, "", where))
        view.cellMenu.connect(lambda cell, where: model.menu_asked.emit("", cell, where))
        view.pieceLeft.connect(model.carried)

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)
        self.key.place()

    def keep_above(self, pixels: int) -> None:
        """Key, buttons and first view stand above what lies over the lower edge."""
        self.key.keep_above(pixels)
        super().keep_above(pixels)

    def put_minimap_away(self, away: bool) -> None:
        """Hide the small map for a while, or show it again if it is wanted."""
        self.minimap.set_wanted(not away and preferences().now.minimap)

    def stop(self) -> None:
        """End the work behind the scenes."""
        self.ruler.stop()
        self.view.stop()

    # ---- what it shows --------------------------------------------------------------------------

    def _show_look(self) -> None:
        self.view.set_look(self._model.look)

    def _show_marks(self) -> None:
        # With something in hand the slip says what a click does; a card would lie over it.
        self.view.peeks = not self._model.in_hand
        self._set_marks()
        self.key.follow(self.view.scene().marks, self._model.look)
        self.minimap.follow()
        self._tag(self._tagged)
        self._tell_facts(self._tagged)

    def _set_marks(self) -> None:
        marks = self._zones_over(self._forces.over(self._model.marks))
        self.view.set_marks(self.ruler.over(self._windows_over(marks)))

    def _windows_over(self, marks: Marks) -> Marks:
        """*marks* with the places where the enemy may do something on the way, and from where."""
        pieces = self._model.seen().pieces if self._windows else {}
        tags, lines = dict(marks.tags), list(marks.lines)
        for number, window in zip(NUMBERS, self._windows, strict=False):
            tags[window.cell] = f"{tags[window.cell]}{number}" if window.cell in tags else number
            able = (pieces[one.piece].at for one in window.able[:_SHOTS] if one.piece in pieces)
            lines += [(at, window.cell) for at in able if at and at != window.cell]
        way = self._model.way(self._tagged) if self._tagged else None
        path = marks.path if way is None else way
        return dataclasses.replace(marks, tags=tags, lines=tuple(dict.fromkeys(lines)), path=path)

    def toggle_zones(self) -> None:
        """Show the fire zones of one side after the other, then none."""
        order = ("", *(side.id for side in self._model.look.sides))
        self._zones_of = order[(order.index(self._zones_of) + 1) % len(order)]
        self._show_marks()

    def _zones_over(self, marks: Marks) -> Marks:
        """*marks* with the fire zones that were asked for."""
        model, side = self._model, self._zones_of
        if not side or model.covered:
            return marks
        name = next(one.name for one in model.look.sides if one.id == side)
        found = model.rules.showing.zones(model.seen(model.at), side)
        words = tr("fire zones: {0}").format(name)
        return dataclasses.replace(marks, heat=found, zones_of=words)

    def _outlook(self, cell: str) -> str:
        found = self._model.interaction
        return found.outlook(cell) if found is not None else ""

    def _tag(self, cell: str) -> None:
        """Say beside a place what picking it would lead to."""
        self._tagged = cell
        callout = self.view.scene().marks.callout
        anchor = self.view.anchor(cell)
        seen = self.view.fanned is None and not self.ruler.on
        hidden = anchor is None or not seen or (callout is not None and callout.cell == cell)
        windows = () if hidden else self._model.windows(cell)
        if windows != self._windows:
            self._windows = windows
            self._set_marks()
        if hidden:
            self.tag.hide()
            return
        assert anchor is not None
        scene, camera = self.view.scene(), self.view.camera
        half = scene.edge * camera.scale * 0.7
        at = camera.to_view(anchor)
        spot = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
        self.tag.say(self._slip(cell), spot, self._to_be_seen(cell), self._side_ink())

    def _slip(self, cell: str) -> Slip:
        """What is said of a place: a deed there, else what is known of it, else why not."""
        slip = self._model.slip(cell)
        if slip.rows or slip.keys:
            return slip
        tone = "danger" if cell in self.view.scene().marks.danger else "text2"
        told = self._outlook(cell)
        if not told:
            told, tone = self._model.why_not(cell), "warn"
        rows = (SlipRow("", told, tone),) if told else ()
        return Slip(self.view.name_of(cell), rows)

    def _to_be_seen(self, cell: str) -> list[QRectF]:
        """What a slip should not cover: counters, and the way to *cell*."""
        scene, transform = self.view.scene(), self.view.camera.transform()
        boxes = [transform.mapRect(pile.bounds()) for pile in scene.piles]
        way = [one for one in (*scene.marks.path, *(w.cell for w in self._windows)) if one]
        return boxes + [transform.mapRect(scene.spot(one)) for one in way if one != cell]

    def _side_ink(self) -> str:
        ask = self._model.ask
        slots = {side.id: side.slot for side in self._model.look.sides}
        return f"side_{slots.get(ask.who, 'a')}" if ask is not None else "accent"

    def _facts(self, piece: str) -> Sequence[CounterFact]:
        """A counter's values in words, after what comes of picking it where that is asked."""
        found, told = self._model.interaction, list[CounterFact]()
        for one in self._forces.candidates:
            if one.piece == piece and one.figure and not one.refused:
                told.append(CounterFact(one.figure, one.text))
        if found is not None and found.ask.shape == "pieces" and piece in found.ask.pieces:
            case = self._model.case(Pieces((piece,)))
            lines = case.odds if case is not None else ()
            told += [
                CounterFact(f"{percent(line.ways, line.of)} {line.label}") for line in lines[:_ODDS]
            ]
        if not told and self._model.in_hand:
            lines = map(self._model.line_of, self._model.deeds(piece)[:_DEEDS])
            told += [CounterFact(f"{line.verb}: {line.told}") for line in lines if line.told]
        return (*told, *self._model.facts(piece))

    def _fan_changed(self) -> None:
        self._model.aimed.emit()  # digits and Enter are the pile's now, or no longer
        fan = self.view.fanned
        laid_out = fan is not None and fan.pinned
        self.minimap.set_wanted(preferences().now.minimap and not laid_out)
        self._tag(self._tagged)

    def _go_to(self, cell: str) -> None:
        """Somebody asks where that was: glide there, with the keyboard on it."""
        self.view.set_focus_cell(cell, follow=False)
        if (anchor := self.view.anchor(cell)) is not None:
            self.view.glide_to(anchor)

    def _lay_out_pile(self, cell: str) -> None:
        if cell:
            self.view.fan(cell)
        else:
            self.view.close_fan()

    def _focus(self) -> Focus:
        fan, cell = self.view.fanned, self.view.focus_cell
        looks = [fan.cards[fan.at][0]] if fan is not None else self.view.scene().in_cell(cell)
        pinned = fan is not None and fan.pinned
        return Focus(cell, looks[-1].piece if looks else "", pinned, self._told())

    def _told(self) -> str:
        """What stands beside a place on the board now, where it can be seen."""
        view, callout = self.view, self.view.scene().marks.callout
        anchor = view.anchor(callout.cell) if callout is not None else None
        # What is refused may lie in a box beside the map, or be out of sight.
        seen = anchor is not None and view.rect().contains(view.camera.to_view(anchor).toPoint())
        return callout.words if callout is not None and seen else self.tag.words

    def _tell_facts(self, cell: str = "") -> None:
        """The cell under pointer or keyboard, and the zoom; why not is said beside the cell."""
        percent = round(100 * self.view.camera.scale / self.view.fitted_scale)
        cell = cell or self.view.focus_cell
        words = self.view.describe(cell).split("; ")[0]
        if told := self._outlook(cell):
            words = f"{words}: {told}"
        zoom = tr("Zoom {0} %").format(percent)
        self.facts_changed.emit([words, zoom] if words else [zoom])

    def _draw_again(self) -> None:
        art = chosen_art(self._model.session.board)
        self.view.set_art(art)
        self.key.set_art(art)

    def _preferred(self, name: str) -> None:
        now = preferences().now
        if name in ("map_theme", "map_follows"):
            self._draw_again()
        elif name == "minimap":
            self.minimap.set_wanted(now.minimap)
        elif name == "coordinates":
            self.view.scene().coordinates = now.coordinates
            self.view.update()

    # ---- what is done on it ---------------------------------------------------------------------

    @property
    def measuring(self) -> bool:
        """Whether the ruler is taken up."""
        return self.ruler.on

    def toggle_ruler(self) -> None:
        """Take the ruler up at the focused place, or lay it aside."""
        self.view.close_fan()
        self.ruler.toggle(self.view.focus_cell)

    def _wanted(self, cell: str) -> list[str]:
        """The counters of a cell that a click can mean."""
        found = self._model.interaction
        looks = self.view.scene().in_cell(cell) if found is not None else ()
        return [look.piece for look in looks if found is not None and found.wants_piece(look.piece)]

    def _cell(self, cell: str) -> None:
        """A cell was clicked, or Enter pressed on it."""
        found = self._model.interaction
        if found is None or (self.view.adds and self._add_way(cell)):
            return
        group = self._model.group
        if not group and self._next_of(cell):
            pass
        elif not group and len(self._wanted(cell)) > 1 and self.view.fanned is None:
            self.view.fan(cell)
        elif self._done_at(cell):
            pass
        elif group:
            self._model.say_why_stays(cell)
        elif found.takes(cell) or not self._taken_up("", cell):
            self._model.give(found.cell(cell))

    def _done_at(self, aim: str) -> bool:
        """Do what a click on *aim* would, if anything; several counters of a pile are laid out.

        What the question itself takes there, by one answer, is left to it.
        """
        deeds, found = self._model.deeds(aim), self._model.interaction
        by_itself = found is not None and found.takes(aim) and not self._model.group
        if not deeds or (by_itself and len(deeds[0].answers) == 1 and not self._model.via):
            return False
        last = {deed.answers[-1] for deed in deeds if deed.verb == deeds[0].verb}
        if len(last) > 1 and self.view.fanned is None and aim in self._model.board.cells:
            self.view.fan(aim)
            return self.view.fanned is not None or self._model.do_at(aim)
        return self._model.do_at(aim)

    def click_piece(self, piece: str) -> None:
        """A counter was clicked."""
        model, view = self._model, self.view
        if (found := model.interaction) is None:
            return
        look, fan = view.scene().looks.get(piece), view.fanned
        cell = look.at if look is not None and look.at else ""
        if self._added(piece, cell) or self._group_does(piece, cell):
            return
        named = fan is None and view.scene().on_tab(piece)  # a click on a tab means that counter
        if not (named or fan or model.group) and self._next_of(cell):
            return
        if fan is not None and fan.cell == cell and self._model.taking(piece):
            view.close_fan()  # it lay open to be picked from
        wanted = self._wanted(cell)
        group = model.group
        if not group and not named and len(wanted) > 1 and (fan is None or fan.cell != cell):
            # Which one of the pile is meant? Lay it out and let the next click say.
            view.fan(cell)
            return
        if wanted and not found.wants_piece(piece) and fan is None and not named:
            piece = wanted[0]
        if not group and (model.take_for_itself(piece) or self._taken_up(piece, cell)):
            return
        self._give_piece(piece, cell, cell if fan is None and not named else piece)

    def _give_piece(self, piece: str, cell: str, aim: str) -> None:
        """Answer with *piece* where it is asked for, else do what a click on *aim* does."""
        found = self._model.interaction
        asked_for = found is not None and piece in found.ask.pieces
        if not asked_for and self._done_at(aim):
            return
        if self._model.group and not asked_for:
            self._model.say_why_stays(cell)
        elif found is not None:
            self._model.give(found.piece(piece))

    def _group_does(self, piece: str, cell: str) -> bool:
        """Let the group in hand do what the slip says of a counter's place, if anything.

        A click on one of the group itself lets it go, unless each does something where it stands.
        """
        model = self._model
        deeds = model.deeds(cell) if model.group and self.view.fanned is None else ()
        mine = piece in model.group
        if deeds and (not mine or deeds[0].at_home(cell)):
            return model.do_at(cell)
        if mine:
            model.take_group(())
        return False

    def _added(self, piece: str, cell: str) -> bool:
        """Take it in hand beside the others, or let the way lead over its place, with Shift."""
        return self.view.adds and (self._adds(piece, cell) or self._add_way(cell))

    def _ask_of(self, piece: str) -> None:
        look = self.view.scene().looks.get(piece)
        self._ask_about(piece, look.at if look is not None and look.at else "")

    def _ask_about(self, piece: str, cell: str) -> None:
        """In the clinic a click asks; of a pile, after it was laid out."""
        view = self.view
        if view.fanned is None and len(view.scene().in_cell(cell)) > 1:
            view.fan(cell)
        else:
            self._model.about_asked.emit(piece, cell)

    def _next_of(self, cell: str) -> bool:
        """Take the top unit of an own pile in hand, or the next one below; whether one was.

        Where something is done with the one in hand in that very place, that is done.

        Only where taking it does nothing by itself: else the pile is laid out to choose from.
        """
        model = self._model
        pile = [look.piece for look in reversed(self.view.scene().in_cell(cell))]
        able = [piece for piece in pile if model.taking(piece)]
        if len(able) < 2:
            return False
        held = [k for k, piece in enumerate(able) if piece in model.hand]
        found = model.interaction
        if held and found is not None and found.at_home:
            model.give(found.cell(cell))
            return True
        return model.take_one(able[(held[0] + 1) % len(able)] if held else able[0])

    def _take_pile(self, piece: str) -> None:
        """An own pile was double clicked: all of it that may act goes together."""
        look = self.view.scene().looks.get(piece)
        if look is not None and look.at and not self.view.by_hand:
            self._model.take_all_of([one.piece for one in self.view.scene().in_cell(look.at)])

    def _adds(self, piece: str, cell: str) -> bool:
        """Shift: one more of an own pile in hand, or where all of it is, one less."""
        model = self._model
        pile = [look.piece for look in reversed(self.view.scene().in_cell(cell))]
        if self.view.fanned is None:
            able = [one for one in pile if model.taking(one)]
            piece = next((one for one in able if one not in model.hand), (*able, piece)[0])
        return model.add_to_hand(piece)

    def _add_way(self, cell: str) -> bool:
        """Shift: the next way leads over this cell, or no longer."""
        return self._model.lead_over(cell)

    def _taken_up(self, piece: str, cell: str) -> bool:
        """Choose whatever brings *piece*, or another of its pile, into the hand; whether it does.

        Of several that could be meant the pile is laid out.
        """
        fan, model = self.view.fanned, self._model
        if fan is not None and fan.cell == cell:
            return model.take_up(piece)
        able = model.within_reach([look.piece for look in model.counters_in(cell)])
        if fan is None and piece in able and self.view.scene().on_tab(piece):
            return model.take_up(piece)
        if len(able) > 1:
            self.view.fan(cell)
            return self.view.fanned is not None
        return bool(able) and model.take_up(able[0])

    def _take(self, pieces: tuple[str, ...]) -> None:
        """A drag has begun: light where the counters may go, as if they had been clicked."""
        found = self._model.interaction
        if found is not None and not self.view.by_hand and found.take(pieces):
            self._model.show_interaction()

    def _drop(self, pieces: tuple[str, ...], cell: str) -> None:
        """Counters were carried to a cell."""
        if self._model.session.clinic:
            self._model.laid.emit(pieces, cell)
        elif self._model.interaction is not None:
            self._model.give(self._model.interaction.drop(pieces, cell))

    def _carried(self, pieces: tuple[str, ...], where: QPoint) -> None:
        """Counters from beside the map were let go of: over the map they are placed."""
        point = self.view.mapFromGlobal(where)
        if self.view.covered(where):
            return  # the hand lies there
        if self.view.rect().contains(point) and (cell := self.view.cell_at(point.toPointF())):
            self.view.set_focus_cell(cell)
            self._drop(pieces, cell)

    def hover(self, cell: str) -> None:
        """The pointer or the keyboard came to a cell."""
        self.ruler.hover(cell)
        self._forces.point_at([look.piece for look in self.view.scene().in_cell(cell)])
        found = self._model.interaction
        # Of a shot no way is shown, nor what would come of going there.
        goes = cell if self._model.way(cell) != () else ""
        self._tagged = cell
        if found is not None and found.hover(goes):
            self._model.show_interaction()
        else:
            self._set_marks()
            self._tag(cell)
            self._tell_facts(cell)

    @property
    def aim(self) -> str:
        """The place that pointer or keyboard came to last."""
        return self._tagged

    def _space(self) -> None:
        """Space: show the pile under the pointer closely, else the keyboard's; else pick."""
        view, found = self.view, self._model.interaction
        fan = view.fanned
        cell = view.hover_cell or view.focus_cell
        if fan is not None and not fan.pinned and len(fan.cards) > 1:
            view.set_focus_cell(fan.cell)
            view.fan(fan.cell)
        elif fan is not None and fan.pinned:
            if found is not None and found.wants_piece(view.under_keyboard):
                view.pick()
            else:
                view.close_fan()
        elif len(view.scene().in_cell(cell)) > 1:
            view.set_focus_cell(cell)
            view.fan(cell)
        else:
            view.close_fan()
            view.set_focus_cell(cell)
            view.pick()


def flip_preference(name: str) -> None:
    """Switch a setting of the map on or off."""
    preferences().change(name, not getattr(preferences().now, name))
