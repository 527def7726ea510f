"""What stands around the board of a hands-on table: bar of deeds, tray, whose eyes, scenario."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint

from wardesk.errors import UserError
from wardesk.ui.actions import Action
from wardesk.ui.making.save_scenario import SaveScenarioDialog
from wardesk.ui.table.deed_bar import DeedBar
from wardesk.ui.table.interactions import tr
from wardesk.ui.table.picking import PathInteraction
from wardesk.ui.table.tray import Tray
from wardesk.ui.widgets.notice import Notice

if TYPE_CHECKING:
    from wardesk.ui.table.workspace import TableWorkspace

WHO_IS_UP = "who is up"


class Beside(QObject):
    """Bar and tray show themselves where the rules let people do things in one go."""

    def __init__(self, table: TableWorkspace) -> None:
        super().__init__(table)
        self._table = table
        self._eyes = ""
        self.bar = DeedBar(table, table.in_one_go)
        self.tray = Tray(table)
        self.tray.hide()

    def connect_all(self) -> None:
        """Join bar, tray and board; the board is there by now."""
        table, row = self._table, self.tray.row
        row.picked.connect(self._picked)
        row.menu_asked.connect(table.by_hand.open_menu)
        row.carried.connect(self._carried)
        table.view.pieceLeft.connect(self._left)
        table.view.cellMenu.connect(table.in_one_go.open_place_menu)
        table.view.cellFocused.connect(lambda _cell: self.bar.follow())
        table.table_bar.scenario_asked.connect(self.save_scenario)

    def follow(self) -> None:
        """Show bar and tray as things are."""
        table = self._table
        self.bar.follow()
        used = table.in_one_go.used
        self.tray.setVisible(used)
        if used:
            self.tray.show_look(table.look, table.view.scene.marks.selected)

    # ---- the tray -------------------------------------------------------------------------------

    def _picked(self, piece: str) -> None:
        found = self._table.interaction
        if isinstance(found, PathInteraction) and piece in found.ask.pieces:
            found.pick_all([piece])
            self._table.show_interaction()

    def _carried(self, piece: str, where: QPoint) -> None:
        """A counter of the tray was let go of: over the map it is placed."""
        view = self._table.view
        point = view.mapFromGlobal(where)
        if view.rect().contains(point):
            cell = view.cell_at(point.toPointF())
            if cell:
                view.set_focus_cell(cell)
                self._table.hands.drop((piece,), cell)

    def _left(self, pieces: tuple[str, ...], where: QPoint) -> None:
        """Counters were carried off the map: over the tray they go into its box."""
        tray = self.tray
        if tray.isVisible() and tray.rect().contains(tray.mapFromGlobal(where)):
            self._table.in_one_go.dropped_into(tray.box, pieces)

    # ---- whose eyes -----------------------------------------------------------------------------

    def eyes(self) -> str | None:
        """The side whose view was chosen; None where nobody chose."""
        ask = self._table.session.ask
        if self._eyes == WHO_IS_UP:
            up = ask.who if ask is not None else ""
            return up if up in self._table.rules.sides else None
        return self._eyes or None

    def see_as(self, side: str) -> None:
        """Show the table as *side* sees it; empty: as usual."""
        self._eyes = side
        self._table.view.close_fan()
        self._table.refresh()

    def eyes_words(self) -> str:
        """Whose view is shown, for the document bar; empty when nobody chose."""
        if self._eyes == WHO_IS_UP:
            return tr("as the side that is up sees it")
        names = {one.id: one.name for one in self._table.look.sides}
        return tr("as {0} sees it").format(names[self._eyes]) if self._eyes in names else ""

    # ---- scenario and commands ------------------------------------------------------------------

    def save_scenario(self) -> SaveScenarioDialog | None:
        """Ask for a title and a place; None when this game cannot be saved so, which is told."""
        try:
            dialog = SaveScenarioDialog(self._table.session, self._table)
        except UserError as error:
            self._table.tell(error)
            return None
        dialog.saved.connect(self._saved)
        dialog.open()
        return dialog

    def _saved(self, scenario: str) -> None:
        folder = Path(scenario).parent.parent
        words = tr("The scenario is saved in {0}.").format(folder)
        advice = tr("Home lists it. Give the folder away whole: others drop it on their Home.")
        self._table.noticed.emit(Notice(words, advice))

    def commands(self) -> list[Action]:
        """For the palette."""
        table, group = self._table, tr("Table")
        found = [
            Action(
                "table.scenario", tr("Save as scenario…"), "", self.save_scenario, group,
                "export",
            ),
            Action(
                "table.ruler", tr("Measure and sight line"), "L", table.ruler.toggle, group,
                "target",
            ),
        ]  # fmt: skip
        if table.in_one_go.used:
            ways = [("", tr("See the table as everybody")),
                    (WHO_IS_UP, tr("See the table as the side that is up"))]  # fmt: skip
            ways += [(s.id, tr("See the table as {0}").format(s.name)) for s in table.look.sides]
            found += [
                Action(
                    f"table.eyes.{number}", words, "", partial(self.see_as, side), group, "eye",
                )
                for number, (side, words) in enumerate(ways)
            ]  # fmt: skip
        return [*found, *table.in_one_go.commands()]
