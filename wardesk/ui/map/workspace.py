"""The map editor: tools at the left, the sheet, its panels at the right; or the map's rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from wardesk.drawing.issues.whole_map import errors
from wardesk.errors import UserError
from wardesk.services.maps.edit_session import EditSession
from wardesk.services.packs.shelf import map_place
from wardesk.ui import theme
from wardesk.ui.actions import Action, ActionTable
from wardesk.ui.canvas.zoom_buttons import ZoomButtons
from wardesk.ui.key_book import FIXED, key_of
from wardesk.ui.language import explained
from wardesk.ui.map import stamps
from wardesk.ui.map.bars import MapBar, OptionsBar, ToolBar
from wardesk.ui.map.dialogs.export import ExportDialog
from wardesk.ui.map.dialogs.find import FindDialog, GoToDialog
from wardesk.ui.map.dialogs.map_size import MapSizeDialog
from wardesk.ui.map.dialogs.stitch import StitchDialog
from wardesk.ui.map.map_tabs import MapTabs
from wardesk.ui.map.menu import MapMenu
from wardesk.ui.map.minimap import MapMinimap
from wardesk.ui.map.model import MapModel
from wardesk.ui.map.overlays import Overlays
from wardesk.ui.map.panels import Panels
from wardesk.ui.map.rules.page import RulesPage
from wardesk.ui.map.selection_commands import SelectionCommands
from wardesk.ui.map.tools import make_tools
from wardesk.ui.map.tools.label import follow_course
from wardesk.ui.map.tools.review import ReviewTool
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.map.view import MapView
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.panel import Dock, hairline
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr

_DOCK = 322
"""Width of the panels: at 1280 × 800 the sheet keeps more than half of the window."""


class MapWorkspace(Workspace):
    """Shows an `EditSession` and lets a person draw. Owns the session: `shut` closes it."""

    save_as_asked = Signal()
    close_asked = Signal()
    new_asked = Signal()
    try_asked = Signal()
    scenario_asked = Signal()
    turned = Signal(int)
    """``turned(by)``: the next map, or the one before, is to be shown."""

    def __init__(self, session: EditSession, parent: QWidget | None = None) -> None:
        super().__init__(session.document.title, parent)
        self.session = session
        self.model = MapModel(session, self)
        self.view = MapView(self.model, self)
        self.minimap = MapMinimap(self.view)
        self.zoom = ZoomButtons(self.view, self.view, fit_key="Ctrl+0")
        self.view.moved.connect(self._place_zoom)
        self.overlays = Overlays(self.view)
        self.tools = self.view.tools = make_tools(self.model, self.view)
        self.selection_commands = SelectionCommands(self.model, self.view)
        self.action_table = ActionTable("map", tr("Map"), self, away=self._away)
        self._add_actions()
        self.selection_commands.told.connect(lambda words: self.noticed.emit(Notice(words)))
        self.menu = MapMenu(self.action_table, self.selection_commands)
        self.tool_bar = ToolBar(self.tools, self)
        self.tabs = MapTabs(self)
        self.options = OptionsBar(self.overlays.make_switches(self), self.tabs, self)
        self.map_bar = MapBar(self.model, self)
        self.map_bar.add(*self._bar_buttons())
        self.action_table.listen_in(self.map_bar)
        self.map_bar.hide()
        self.bar = self.map_bar
        self._lay_out()
        self._connect()
        self.use("select")
        self._retell()
        for words in session.notices:
            self.noticed.emit(Notice(words))

    # ---- building ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.panels = Panels(self.view, self)
        self.dock = Dock("right", self.panels.widget, width=theme.px(_DOCK), parent=self)
        centre = QVBoxLayout()
        centre.setContentsMargins(0, 0, 0, 0)
        centre.setSpacing(0)
        centre.addWidget(self.options)
        centre.addWidget(hairline(self))
        centre.addWidget(self.view, 1)
        self._pages = QStackedWidget(self)
        self._drawing = QWidget(self._pages)
        row = QHBoxLayout(self._drawing)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.tool_bar)
        row.addWidget(hairline(self, vertical=True))
        row.addLayout(centre, 1)
        row.addWidget(self.dock)
        self._pages.addWidget(self._drawing)
        self.rules: RulesPage | None = None
        """The rules of the map, once they have been asked for."""
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.tabs)
        whole.addWidget(self._pages, 1)

    def _bar_buttons(self) -> tuple[QWidget, ...]:
        """What else stands in the document bar."""
        trial = Button(tr("Try on the table"), self, icon="table")
        export = Button(tr("Export"), self, icon="export")
        trial.clicked.connect(self.try_asked.emit)
        export.clicked.connect(self.export)
        self.page_choice = Segment(
            (("draw", tr("Draw", "MapWorkspace")), ("rules", tr("Rules"))),
            self,
            name=tr("Page of the map"),
            actions={"rules": "map.rules", "draw": "map.rules"},
        )
        self.page_choice.chosen.connect(lambda page: self.show_rules(shown=page == "rules"))
        return self.page_choice, trial, export

    def _place_zoom(self) -> None:
        size, room = self.zoom.size(), self.view.size()
        self.zoom.move(room.width() - size.width() - 12, room.height() - size.height() - 12)

    def _connect(self) -> None:
        model, view = self.model, self.view
        model.followed.connect(self._retell)
        model.kept.connect(self._retell)
        model.refused.connect(self._refuse)
        model.gesture.connect(self._retell)
        view.tool_changed.connect(self._tool_changed)
        view.hovered.connect(self._retell)
        view.focused.connect(self._retell)
        view.moved.connect(self._retell)
        view.tabbed.connect(self._toggle_docks)
        self.tool_bar.chosen.connect(self._chosen)
        self.panels.inspector.size_asked.connect(self.lay_out_sheet)
        follow = partial(follow_course, model, view)
        self.panels.inspector.follow_asked.connect(follow)
        self.panels.inspector.board_asked.connect(self.add_board)
        for tool in self.tools.values():
            tool.hinted.connect(self._retell)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._keyboard_moved)

    # ---- commands ------------------------------------------------------------------------------

    def _away(self) -> str:
        return "" if self.isVisible() else tr("only at the map")

    def _add_actions(self) -> None:
        """Everything that can be done with a map, the tools last."""
        add, model, view, picked = (
            self.action_table.add,
            self.model,
            self.view,
            self.selection_commands,
        )
        add("save", tr("Save the map"), "Ctrl+S", self.save, "save")
        add("save_as", tr("Save the map as…"), "Ctrl+Shift+S", self.save_as_asked.emit, "save")
        add("export", tr("Export the map…"), "Ctrl+E", self.export, "export")
        add("try", tr("Try the map on the table"), "Ctrl+T", self.try_asked.emit, "table")
        add("scenario", tr("Save as scenario…"), "", self.scenario_asked.emit, "flag")
        add("sheet", tr("Size and numbers of the sheet…"), "", self.lay_out_sheet, "grid")
        add("stitch", tr("Add a board beside this one…"), "", self.add_board, "merge")
        add("go_to", tr("Go to a cell or a name…"), "Ctrl+G", self.go_to, "target")
        add("find", tr("Find and replace…"), "Ctrl+F", self.find_and_replace, "search")
        add("rules", tr("Rules of the map"), "Ctrl+L", self.turn_page, "scales")
        add("close", tr("Close the map"), "Ctrl+W", self.close_asked.emit, "close")
        turn = self.turned.emit
        add("next", tr("Go to the next open map"), "Ctrl+PgDown", partial(turn, 1), "map")
        add("before", tr("Go to the open map before"), "Ctrl+PgUp", partial(turn, -1), "map")
        add("undo", tr("Undo"), "Ctrl+Z", model.undo, "undo")
        add("redo", tr("Do again"), "Ctrl+Shift+Z", model.redo, "redo", second_key="Ctrl+Y")
        add("copy", tr("Copy the picked cells"), "Ctrl+C", picked.copy, "copy")
        add("cut", tr("Cut the picked cells out"), "Ctrl+X", picked.cut, "cut")
        add("paste", tr("Paste cells"), "Ctrl+V", picked.paste, "copy")
        add("duplicate", tr("Double what is picked"), "Ctrl+D", picked.duplicate, "copy")
        add("turn", tr("Turn the piece to paste"), "Ctrl+R", picked.rotate, "redo")
        back = partial(picked.rotate, -1)
        add("turn_back", tr("Turn the piece back"), "Ctrl+Shift+R", back, "undo")
        add("opposite", tr("Mirror the picked cells to the other side"), "Ctrl+M",
            partial(picked.opposite, turned=False), "swap")  # fmt: skip
        add("opposite_turned", tr("Turn the picked cells by half to the other side"),
            "Ctrl+Shift+M", partial(picked.opposite, turned=True), "swap")  # fmt: skip
        for number in stamps.NUMBERS:
            take, keep = partial(picked.take_stamp, number), partial(picked.keep_stamp, number)
            add(
                f"stamp.{number}",
                tr("Take stamp {0}").format(number),
                f"Alt+{number}",
                take,
                "copy",
            )
            words = tr("Keep the picked cells as stamp {0}").format(number)
            add(f"keep_stamp.{number}", words, f"Ctrl+Alt+{number}", keep, "copy")
        add("pick_all", tr("Pick all cells"), "Ctrl+A", picked.pick_all, "select")
        add("pick_none", tr("Pick nothing"), "Ctrl+Shift+A", picked.pick_none, "select")
        add("delete", tr("Erase what is picked"), "Del", picked.delete, "eraser")
        add("name", tr("Name the picked cell"), "F2", picked.name, "text")
        add("swap", tr("Swap the two inks"), "X", model.swap_inks, "swap")
        add("symmetry", tr("Paint symmetrically"), "Y", model.next_symmetry, "swap")
        add("alt", tr("Let Alt count as held, or not"), "O", view.lock_alt, "swap")
        add("issue", tr("Go to the next issue"), "F8", self.next_issue, "warning")
        words = tr("Go to the next doubtful neighbours")
        add("doubt", words, "Shift+F8", self.next_doubt, "doubt")
        add("fit", tr("Show the whole sheet"), "Ctrl+0", view.fit, "fit")
        add("selection", tr("Show what is picked"), "Shift+F", view.fit_selection, "target")
        for tool in self.tools.values():
            add(f"tool.{tool.id}", tool.title, tool.key, partial(self.use, tool.id), tool.icon)

    def commands(self) -> Sequence[Action]:
        return self.action_table.all()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.loose_key(event):
            event.ignore()

    def loose_key(self, event: QKeyEvent) -> bool:
        """Single keys act wherever no text field wants them."""
        if self.shows_rules:
            return False
        key = key_of(event)
        if key in FIXED and key.isdigit() and self.panels.palette.take_slot(int(key)):
            return True
        return self.action_table.press(event, chords=True)

    def _keyboard_moved(self, old: QWidget | None, _now: QWidget | None) -> None:
        """A control that switched itself off gives the keyboard to the sheet, to nothing else.

        Qt would hand it to the next field, and what is meant as a key would be typed there.
        """
        if old is None or old.isEnabled() or not self.isVisible():
            return
        if any(part.isAncestorOf(old) for part in (self, self.map_bar)):
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- pages ---------------------------------------------------------------------------------

    @property
    def shows_rules(self) -> bool:
        """Whether the rules stand in the place of the sheet."""
        return self._pages.currentWidget() is not self._drawing

    def turn_page(self) -> None:
        """From the sheet to the rules behind it, and back."""
        self.show_rules(shown=not self.shows_rules)

    def show_rules(self, *, shown: bool, overlay: str = "") -> None:
        """Show the rules of the map, or the sheet with an overlay laid over it."""
        if shown and self.rules is None:
            self.rules = RulesPage(self.view, self)
            self.rules.shown_on_sheet.connect(lambda one: self.show_rules(shown=False, overlay=one))
            self._pages.addWidget(self.rules)
        page = self.rules if shown and self.rules is not None else self._drawing
        self._pages.setCurrentWidget(page)
        self.page_choice.set_current("rules" if shown else "draw")
        if overlay:
            self.overlays.switches[overlay].setChecked(True)
        if shown and self.rules is not None:
            self.rules.tables["terrain"].setFocus()
        else:
            self.view.setFocus()
        self._retell()

    # ---- tools ---------------------------------------------------------------------------------

    def use(self, tool: str) -> None:
        """Take a tool up; one that this kind of map does not have is ignored."""
        if tool in self.tools:
            if self.shows_rules:
                self.show_rules(shown=False)
            self.view.use(self.tools[tool])

    def _chosen(self, tool: str) -> None:
        self.use(tool)
        self.view.setFocus()

    def _tool_changed(self, tool: Tool) -> None:
        self.tool_bar.show_tool(tool.id)
        self.options.show_tool(tool)
        self.panels.show_review(shown=tool.id == "review")
        self._retell()

    # ---- what the window asks ------------------------------------------------------------------

    def enter(self) -> None:
        if not self.shows_rules:
            self.view.setFocus()

    def stops(self) -> Sequence[QWidget]:
        rules = () if self.rules is None else (self.rules,)
        return (
            self.tabs,
            self.map_bar,
            self.tool_bar,
            self.options,
            self.view,
            self.dock,
            *rules,
        )

    def docks_hidden(self) -> bool:
        return self.dock.isHidden()

    def hide_docks(self, hidden: bool) -> None:
        self.dock.setHidden(hidden)

    def _toggle_docks(self) -> None:
        self.hide_docks(not self.docks_hidden())
        self.view.setFocus()

    def shut(self) -> None:
        """Stop what works behind the scenes and close the session; nothing drawn is lost."""
        self.panels.issues.stop()
        self.view.stop()
        self.overlays.stop()
        self.model.stop()
        self.session.close()

    # ---- saving and telling --------------------------------------------------------------------

    def export(self) -> None:
        """Hand the map to another program."""
        dialog = ExportDialog(self.session, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def lay_out_sheet(self) -> None:
        """Change the size of the sheet, or how its cells are numbered."""
        MapSizeDialog(self.model, self).open()

    def go_to(self) -> None:
        """Ask for a number or a name, and bring it into view."""
        self.show_rules(shown=False)
        GoToDialog(self.view, self).open()

    def find_and_replace(self) -> None:
        """Find what is of a kind or has a name, and put something else in its place."""
        self.show_rules(shown=False)
        FindDialog(self.view, self).open()

    def next_doubt(self) -> None:
        """Take up the review of neighbours; once it is in hand, go to the next pair."""
        tool = self.tools["review"]
        if self.view.tool is tool and isinstance(tool, ReviewTool):
            tool.step(1)
        else:
            self.use("review")

    def next_issue(self) -> None:
        """Go to the next issue, whose list gets its place back."""
        self.panels.show_review(shown=False)
        self.panels.show_tab("issues")
        self.panels.issues.next()

    def add_board(self) -> None:
        """Put a second board beside this one."""
        dialog = StitchDialog(self.model, self.view.inks, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self.view.fit)
        dialog.open()

    def sound(self) -> bool:
        """Whether the map can be played on; if not, that is told and the first error shown."""
        wrong = errors(self.model.document)
        if wrong:
            one = tr("The map has 1 error, so nobody can play on it.")
            many = tr("The map has {0} errors, so nobody can play on it.")
            words = one if len(wrong) == 1 else many.format(len(wrong))
            self._refuse(UserError(words, tr("They stand at the top of the list of issues.")))
            self.panels.show_review(shown=False)
            self.panels.show_tab("issues")
            self.panels.issues.refresh()
            self.panels.issues.jump(wrong[0].id)
        return not wrong

    def save(self) -> None:
        """Write the map to its file."""
        self.model.save()

    def _refuse(self, error: UserError) -> None:
        told = explained(error)
        self.noticed.emit(Notice(told.message, told.advice, "warn"))

    def _retell(self, *_: object) -> None:
        """Titles, hints and facts follow."""
        if self.session.is_saved:
            state = tr("saved")
        elif self.session.has_file:
            state = tr("changed; kept safe until you save")
        else:
            state = tr("new; kept safe until you save")
        title = self.session.document.title or self.session.path.name
        self.file = map_place(self.session.path)  # two maps may have one title
        state = f"{self.file} – {state}"
        if (title, state) != (self.title, self.subtitle):
            self.set_titles(title, state)
        if self.shows_rules:
            hints = (("Ctrl+D", tr("fill down")), ("Ctrl+V", tr("paste from a sheet")),
                     ("map.rules", tr("back to the sheet")))  # fmt: skip
            self.set_status(hints, [self._size_words()])
            return
        tool = self.view.tool
        cell = self.view.hover_cell or self.view.focus_cell
        percent = round(100 * self.view.camera.scale / max(self.view.sheet_scale(), 1e-9))
        facts = [self.view.describe(cell)] if cell else []
        facts += [self._size_words(), tr("Zoom {0} %").format(percent)]
        self.set_status(tool.hints() if tool is not None else (), facts)

    def _size_words(self) -> str:
        document = self.session.document
        if document.layout is None:
            return tr("{0} areas").format(len(document.faces))
        grid = document.layout.grid
        words = tr("{0} × {1} hexes") if document.kind == "hex" else tr("{0} × {1} cells")
        return words.format(grid.columns, grid.rows)
