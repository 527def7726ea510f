"""The form of one standing order."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from wardesk.model.standing import (
    OrderedMoment,
    TableOrder,
    form_of,
    order_from,
    order_words,
    ordered,
)
from wardesk.services.play.session import PlaySession
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.dialogs.settings_form import SettingsForm
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr


class OrderDialog(Dialog):
    """``given(order)`` as it stands in the form, or ``removed()``.

    Without an *order* it is a new one, of any of *moments*.
    """

    given = Signal(object)
    removed = Signal()

    def __init__(
        self,
        session: PlaySession,
        side: str,
        moments: Sequence[OrderedMoment],
        order: TableOrder | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, icon="flag", least=(460, 0))
        self._session, self._moments = session, moments
        self._order = order or ordered(moments[0])
        self._units = [
            (one.id, one.title)
            for one in session.rules.showing.formations(session.seen_by(side))
            if one.side == side
        ]
        self.set_title(tr("Standing order") if order else tr("New standing order"))
        titles = [(shown(moment.title), number) for number, moment in enumerate(moments)]
        self.moment = combo_box(tr("When"), self, titles)
        self.moment.currentIndexChanged.connect(self._another)
        self.body.addWidget(Label(tr("When"), self, role="small", tone="text2"))
        self.body.addWidget(self.moment)
        self.fields = self._form(self._order)
        self.body.addWidget(self.fields)
        self.sentence = Label("", self, role="strong", wrap=True)
        self.body.addWidget(self.sentence)
        self.keep = Button(tr("Let it stand"), self, kind="primary")
        self.keep.clicked.connect(self._give)
        remove = Button(tr("Take away"), self)
        remove.clicked.connect(self._remove)
        remove.setVisible(order is not None)
        self.set_foot(self.keep, left=[remove])
        self._say()

    @property
    def _moment(self) -> OrderedMoment:
        return self._moments[self.moment.currentIndex()]

    def order(self) -> TableOrder:
        """The order as the form has it."""
        return order_from(self._moment, self._order, self.fields.values())

    def _form(self, order: TableOrder) -> SettingsForm:
        form = SettingsForm(self, form_of(self._moment, order, self._units))
        form.changed.connect(self._say)
        return form

    def _another(self) -> None:
        self._order = ordered(self._moment)
        form, old = self._form(self._order), self.fields
        self.body.replaceWidget(old, form)
        old.deleteLater()
        self.fields = form
        self._say()
        self.grow()

    def _say(self) -> None:
        if "limit" in self.fields.settings:
            limit = self.fields.values()["limit"]
            self.fields.show_settings("figure", "otherwise", shown=bool(limit))
            self.fields.show_settings("ask_from", shown=limit.endswith(":least"))
        self.sentence.setText(self._session.words.text(order_words(self.order(), self._moment)))

    def _give(self) -> None:
        self.accept()
        self.given.emit(self.order())

    def _remove(self) -> None:
        self.accept()
        self.removed.emit()
