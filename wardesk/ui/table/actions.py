"""Every action of the table: its title, its key, what it does. Written down here and nowhere else.

Palette, key list, keys editor, menus and the caps on buttons take them from the `ActionTable`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from wardesk.ui.table.battle_sheet import BattleSheet
from wardesk.ui.table.board import TableBoard, flip_preference
from wardesk.ui.table.drawer import Drawer
from wardesk.ui.table.drawers import Drawers
from wardesk.ui.table.freehand.freehand import Freehand
from wardesk.ui.table.keyboard import TableKeyboard
from wardesk.ui.table.model import WHO_IS_UP, TableModel
from wardesk.ui.table.past.past import Past
from wardesk.ui.table.question_bar import QuestionBar
from wardesk.ui.table.right_dock import RightDock
from wardesk.ui.table.rulebook.panel import RulebookPanel
from wardesk.ui.table.table_bar import TableBar
from wardesk.words import tr

Row = tuple[str, str, str, Callable[[], object], str]
"""Name, title, usual key, what it does, icon."""


def add_actions(
    model: TableModel,
    board: TableBoard,
    right: RightDock,
    past: Past,
    freehand: Freehand,
    bar: TableBar,
    drawer: Drawer,
    drawers: Drawers,
    keyboard: TableKeyboard,
    rulebook: RulebookPanel,
    question: QuestionBar,
    sheet: BattleSheet,
) -> None:
    """Fill the model's table of actions."""
    view, add = board.view, model.actions.add

    def nothing_to_undo() -> str:
        return "" if model.chosen or model.session.can_undo() else tr("There is nothing to undo.")

    def nothing_to_redo() -> str:
        return "" if model.session.can_redo() else tr("There is nothing to do again.")

    def is_now() -> str:
        return "" if model.in_past else tr("The table shows the present.")

    add("undo", tr("Undo"), "Ctrl+Z", past.undo, "undo", why_not=nothing_to_undo)
    add("redo", tr("Redo"), "Ctrl+Shift+Z", past.redo, "redo", why_not=nothing_to_redo,
        second_key="Ctrl+Y")  # fmt: skip

    def no_case() -> str:
        return "" if right.sheet() is not None else tr("Nothing is planned that it could work out.")

    add("sheet", tr("Try the attack out in the assistant…"), "Ctrl+E", right.open_sheet, "scales",
        why_not=no_case, also=tr("assistant odds chances what if"))  # fmt: skip
    _add_hand(model, right, rules_move=not freehand.used)
    add("type", tr("Type the dice"), "T", right.type_dice, "keyboard")
    add(
        "primary",
        tr("Give the first answer"),
        "Ctrl+Return",
        keyboard.primary,
        "check",
        repeats=False,
    )
    add("end", tr("End the turn, the phase or the activation"), "Shift+E", keyboard.end, "flag",
        repeats=False)  # fmt: skip
    add("end_again", tr("End it, and again until something happens"), "Ctrl+Shift+E",
        keyboard.end_again, "flag", repeats=False, also=tr("pass wait hold"))  # fmt: skip
    _add_umpire(model, right, past, nothing_to_undo)
    add("now", tr("Back to now"), "End", partial(model.look_at, None), "history", why_not=is_now)
    add("try", tr("Try something else from here"), "W", past.try_here, "link", why_not=is_now)
    add("fit", tr("Show the whole sheet"), "F", view.fit, "fit")
    add("zoom", tr("Whole sheet, or so close that counters can be read"), "Ctrl+0",
        view.fit_or_open, "fit")  # fmt: skip
    _add_rulebook(model, rulebook, question)
    rows: list[Row] = [
        ("drawer", tr("Drawer: every answer and target"), "G", drawer.toggle, "layers"),
        ("panels", tr("Open the last drawer, or shut what is open"), "F9", drawers.toggle, "eye"),
        ("record", tr("Drawer: turn and log"), "F3", partial(drawers.toggle, "record"), "log"),
        ("forces", tr("Drawer: formations, cup and players"), "F4",
         partial(drawers.toggle, "forces"), "layers"),
        ("battle", tr("Order of battle and turns"), "Shift+F4", sheet.toggle, "layers"),
        ("tables", tr("Drawer: what is weighed, charts and dice"), "F5",
         partial(drawers.toggle, "tables"), "scales"),
        ("score", tr("Score"), "", partial(drawer.show_page, "score"), "flag"),
        ("branches", tr("Branches"), "", partial(drawer.show_page, "branches"), "link"),
        ("pick", tr("Take in or out what the keyboard is on"), "X", keyboard.pick, "check"),
        ("next_legal", tr("Next place that can be picked"), ".",
         partial(keyboard.next_legal, 1), "step"),
        ("last_legal", tr("Last place that can be picked"), ",",
         partial(keyboard.next_legal, -1), "back"),
        ("last_move", tr("Show what the others did, step by step"), "J", past.show_last_move,
         "history"),
        ("pause", tr("Pause the bots or let them go on"), "P", model.toggle_pause, "pause"),
        ("step", tr("One step"), "", model.runner.step_once, "step"),
        ("earlier", tr("Look one event back"), "Ctrl+Left", partial(past.look_by, -1), "back"),
        ("later", tr("Look one event ahead"), "Ctrl+Right", partial(past.look_by, 1), "step"),
        ("start", tr("To the start of the game"), "Home", partial(past.place, 0), "first"),
        ("turn_before", tr("Back by a turn"), "PgUp", partial(past.turn, -1), "back"),
        ("turn_after", tr("Forward by a turn"), "PgDown", partial(past.turn, 1), "step"),
        ("play", tr("Play through the past"), "", past.toggle_play, "play"),
        ("bookmark", tr("Bookmark the shown event"), "K", past.bookmark, "star"),
        ("note", tr("Write a note on the shown event"), "N", past.write_note, "pencil"),
        ("compare", tr("Compare with the shown event"), "" if model.look.hands else "C", past.pin,
         "search"),
        ("report", tr("After-action report…"), "", past.report, "log"),
        ("scenario", tr("Save as scenario…"), "", bar.save_scenario, "export"),
        ("export", tr("Export for VASSAL and for paper…"), "", past.export, "export"),
        ("copy_report", tr("Copy the report"), "", model.copy_report, "copy"),
        ("selection", tr("Show what the question is about"), "Shift+F", view.fit_selection,
         "target"),
        ("ruler", tr("Measure and sight line"), "L", board.toggle_ruler, "target"),
    ]  # fmt: skip
    rows += _of_some_tables(model, board, bar)
    for name, title, key, run, icon in rows:
        add(name, title, key, run, icon)
    wide: list[Row] = [
        ("rotate", tr("Turn the sheet clockwise"), "Ctrl+Alt+R", partial(view.turn, 1), "redo"),
        ("rotate_back", tr("Turn the sheet back"), "Ctrl+Alt+Shift+R", partial(view.turn, -1),
         "undo"),
        ("minimap", tr("Small map on or off"), "Ctrl+Alt+M", partial(flip_preference, "minimap"),
         "map"),
        ("coordinates", tr("Names of cells on or off"), "Ctrl+Alt+C",
         partial(flip_preference, "coordinates"), "grid"),
    ]  # fmt: skip
    for name, title, key, run, icon in wide:
        add(name, title, key, run, icon, everywhere=True)
    if freehand.used:
        _add_eyes(model)
    freehand.add_actions()


def _add_hand(model: TableModel, right: RightDock, *, rules_move: bool) -> None:
    """What hands do: dice, and where rules say what moves, orders given again."""
    add = model.actions.add

    def no_dice() -> str:
        asked = model.session.waiting == "dice" or right.shows_card
        return "" if asked and not model.in_past else tr("There is nothing to roll now.")

    def nothing_to_repeat() -> str:
        free = model.interaction is not None and model.last[0]
        return "" if free and not model.in_past else tr("There is nothing to do again.")

    def neither() -> str:
        return no_dice() if nothing_to_repeat() else ""

    def roll_or_repeat() -> None:
        if no_dice():
            model.repeat()
        else:
            right.roll()

    if not rules_move:
        add("roll", tr("Roll the dice"), "R", right.roll, "dice", why_not=no_dice)
        return
    add("roll", tr("Roll the dice; else do the last order again"), "R", roll_or_repeat, "dice",
        why_not=neither, repeats=False)  # fmt: skip
    add("repeat", tr("Do the last order again, as far away as it was"), "Shift+R",
        partial(model.repeat, as_far=True), "redo", why_not=nothing_to_repeat,
        repeats=False)  # fmt: skip
    add("take_all", tr("Take all of the formation in hand that may act; again: of the side"),
        "Ctrl+A", model.take_all, "layers")  # fmt: skip


def _of_some_tables(model: TableModel, board: TableBoard, bar: TableBar) -> list[Row]:
    """What only some games have, and tables of a campaign."""
    rows: list[Row] = []
    if model.rules.showing.zoned:
        words = tr("Fire zones of each side in turn")
        rows.append(("zones", words, "Z", board.toggle_zones, "eye"))
    if model.session.header.origin:
        rows.append(("bring_back", tr("Bring back"), "Ctrl+B", bar.bring_back, "campaign"))
    return rows


def _add_umpire(
    model: TableModel, right: RightDock, past: Past, nothing_to_undo: Callable[[], str]
) -> None:
    """What an umpire does with the card."""
    add = model.actions.add

    def no_outcome() -> str:
        return "" if right.shows_card else tr("There is nothing to rule on now.")

    def no_modifier() -> str:
        return "" if right.takes_modifiers else tr("No roll is waiting that takes modifiers.")

    add("add_modifier", tr("Add a modifier to the roll"), "M", right.add_modifier, "plus",
        why_not=no_modifier)  # fmt: skip
    add("send_back", tr("Send back to the last decision"), "B", past.undo, "undo",
        why_not=nothing_to_undo)  # fmt: skip
    add("override", tr("Overrule the proposal"), "O", right.focus_override, "scales",
        why_not=no_outcome)  # fmt: skip


def _add_rulebook(model: TableModel, rulebook: RulebookPanel, question: QuestionBar) -> None:
    model.actions.add("rulebook", tr("Rulebook of this game"), "", rulebook.open_here, "book",
        also=tr("rules rule help how do I explain search"))  # fmt: skip

    model.actions.add("briefing", tr("Briefing: aim, levels, order of a turn"), "",
        rulebook.show_briefing, "flag", also=tr("help rules who wins victory"))  # fmt: skip

    def nothing_there() -> str:
        there = question.with_keyboard() or model.focus().piece
        return "" if there else tr("Nothing is there that the rulebook explains.")

    def explain() -> bool:
        answer = question.with_keyboard()
        return bool(answer and rulebook.explain_answer(answer)) or rulebook.explain(
            model.focus().piece
        )

    model.actions.add("explain", tr("What is this?"), "Ctrl+I", explain, "info",
        why_not=nothing_there, also=tr("help explain counter answer sign badge"))  # fmt: skip


def _add_eyes(model: TableModel) -> None:
    """Whose view the table shows, where several people play at one screen."""
    ways = [("", tr("See the table as everybody")),
            (WHO_IS_UP, tr("See the table as the side to act"))]  # fmt: skip
    ways += [(s.id, tr("See the table as {0}").format(s.name)) for s in model.look.sides]
    for number, (side, words) in enumerate(ways):
        model.actions.add(f"eyes.{number}", words, "", partial(model.see_as, side), "eye")
