"""Pictures of tables without rules: the wizard, the designer, play by hand, saving a scenario."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication, QDialog, QMenu

from wardesk import paths
from wardesk.documents.maps.store import load_board
from wardesk.engine.types import Choose
from wardesk.services.packs.new_table import TablePlan, make_planned
from wardesk.services.packs.shelf import known_maps
from wardesk.services.play.session import PlaySession
from wardesk.ui.making.table_wizard import TableWizard
from wardesk.ui.screenshots.camera import ScreenshotCamera
from wardesk.ui.table.workspace import TableWorkspace

_SEED = 5
SIDES = ({"id": "a", "name": "Attackers"}, {"id": "d", "name": "Defenders"})
CSV = """name,side,symbol,echelon,factors,reduced,steps,place,count
Tanks,Attackers,armour,company,5-3-6,3-2-6,2,{near},3
Riders,Attackers,motorcycle,company,2-1-9,,1,{beside},2
Rifles,Defenders,infantry,battalion,4-6-4,2-4-4,2,{far},2
Guns,Defenders,artillery,battery,6-2-3,,1,,2
Spoilt,Defenders,infantry,,1-2-3-4,,1,,1
"""


class _FreeformCamera(ScreenshotCamera):
    """The wizard, and a table without rules."""

    prefix = "free_"

    def __init__(self, app: QApplication, folder: Path, tag: str, size: tuple[int, int]) -> None:
        super().__init__(app, folder, tag, size)
        self._table: TableWorkspace | None = None

    def busy(self) -> bool:
        return self._table is not None and self._table.view.busy

    def wizard(self, maps: list[tuple[str, Path]], csv: Path) -> None:
        """Every step, one row of the counters spoilt."""
        wizard = TableWizard(self._window, maps=maps)
        wizard.open()
        painted = wizard.map.painted
        self.take("wizard_map", wizard, painted)
        wizard.counters.take_csv(csv)
        wizard.go(1)
        self.take("wizard_sides", wizard)
        wizard.go(2)
        self.take("wizard_counters", wizard, lambda: not wizard.create_.isEnabled())
        designer = wizard.counters.design(0)
        self.take("designer", designer)
        designer.close()
        wizard.go(3)
        self.take("wizard_players", wizard)
        wizard.close()

    def play(self, scenario: str, far: str) -> None:
        """The table: the bar, a menu, the tray, backs, the ruler; saving it."""
        session = PlaySession.new(scenario, seed=_SEED, keep=False)
        table = self._table = TableWorkspace(session, self._window)
        self._window.set_workspace("table", table)
        self._window.show_mode("table")
        pieces = [p for p, c in session.state.pieces.items() if c.at]
        first = pieces[0]
        cell = session.state.pieces[first].at or ""
        session.answer(Choose("hide", ("down d", first)))
        session.answer(Choose("ground", ("disrupted", far)))
        session.answer(Choose("note", ("add", "The bridge is blown")))
        session.answer(Choose("roll", ("2d6+1",)))
        session.roll()
        table.view.set_focus_cell(cell)
        table.freehand.pick_pile(cell)
        self.take("table")
        table.model.menu_asked.emit(first, "", table.mapToGlobal(table.rect().center()))
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            self.take("menu", menu)
            menu.close()
        table.view.set_focus_cell(cell)
        table.board.toggle_ruler()
        table.board.ruler.hover(far)
        self.take("ruler")
        table.board.toggle_ruler()
        table.model.see_as("d")
        self.take("backs")
        table.model.see_as("")
        for name, key in (("dice", "I"), ("edit", "E")):
            table.freehand.press_key(key)
            self._dialog(name)
        if (dialog := table.table_bar.save_scenario()) is not None:
            self.take("save_scenario", dialog)
            dialog.close()

    def _dialog(self, name: str) -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog) and widget.isVisible():
                self.take(name, widget)
                widget.close()
                return

    def shut(self) -> None:
        if self._table is not None:
            self._table.shut()
        super().shut()


def take_freeform(app: QApplication, folder: Path, tag: str, size: tuple[int, int]) -> None:
    """Photograph all of it; files are made in the person's folder, which is a throw-away one."""
    hexes = next(place for _, place in known_maps() if load_board(place).kind == "hex")
    cells = list(load_board(hexes).cells)
    near, beside, far = (cells[len(cells) * part // 12] for part in (3, 5, 8))
    own = paths.user_data()
    csv = own / "counters.csv"
    csv.write_text(CSV.format(near=near, beside=beside, far=far), "utf-8")
    rows = [
        {"name": "Tanks", "side": "a", "symbol": "armour", "factors": "5-3-6", "steps": "2",
         "reduced": "3-2-6", "place": near, "count": "3"},
        {"name": "Riders", "side": "a", "symbol": "motorcycle", "factors": "2-1-9",
         "place": beside},
        {"name": "Rifles", "side": "d", "symbol": "infantry", "factors": "4-6-4",
         "place": far, "count": "2"},
        {"name": "Guns", "side": "d", "symbol": "artillery", "factors": "6-2-3", "count": "2"},
    ]  # fmt: skip
    goal = own / f"shots-{tag}-{size[0]}"
    plan = TablePlan(map=hexes, title="A table by hand", sides=SIDES, counters=rows)
    made = make_planned(plan, goal)
    studio = _FreeformCamera(app, folder, tag, size)
    try:
        studio.wizard([(load_board(hexes).title, hexes)], csv)
        studio.play(made.scenario, far)
    finally:
        studio.shut()
