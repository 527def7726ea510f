"""Somebody who plays the tiny game by keys only, from wherever the keyboard stands."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.engine.types import Cells, Choose, Outcome, Pieces, Roll, SetPiece

CTRL = Qt.KeyboardModifier.ControlModifier


def key(table, which, modifiers=Qt.KeyboardModifier.NoModifier):
    """A key as the window gets it: to the control that has its focus."""
    window = table.window()
    QTest.keyClick(window.focusWidget() or window, which, modifiers)
    QApplication.processEvents()


def enter(table):
    key(table, Qt.Key.Key_Return)


def focus(table):
    return table.window().focusWidget()


def in_the_table(table):
    """Whether the keyboard is at the table and on something that can be seen and used."""
    at = focus(table)
    return at is not None and table.isAncestorOf(at) and at.isVisible() and at.isEnabled()


SETUP = [SetPiece("R1", "at", "B1"), SetPiece("R2", "at", "B1")]


def lead_to(table, shape):
    """Play the tiny game to a question of this shape."""
    session = table.session
    if shape == "choose":
        return
    if shape == "path":
        session.answer(Choose("move"))
        return
    session.edit(SETUP, "umpire", "set up a fight")
    session.answer(Choose("attack"))
    if shape == "cells":
        return
    session.answer(Cells(("C1",)))
    if shape == "pieces":
        return
    session.answer(Pieces(("R1", "R2")))
    if shape == "roll":
        return
    session.answer(Roll((6, 6)))
    if shape == "allocate" and session.ask.shape == "outcome":
        session.answer(Outcome(session.ask.proposed))
    assert session.ask.shape == shape


def at_board(table, cell="C1"):
    table.view.setFocus()
    table.view.set_focus_cell(cell)


def at_row(table, kind, piece):
    """The keyboard on a line of the list."""
    table.drawer.show_page("list")
    lines = table.drawer.list
    lines.setFocus()
    assert lines._go_to(kind, piece, True), lines.lines()


def at_field(table):
    """The keyboard in some control beside the question: the pace."""
    table.players.pace.setFocus()


def at_bar(table):
    table.question.focus_primary()


PLACES = {"board": at_board, "list": None, "field": at_field, "bar": at_bar}


def stand(table, place, row):
    """Put the keyboard in one of the four places."""
    if place == "list":
        at_row(table, *row)
    else:
        PLACES[place](table)
    QApplication.processEvents()
