"""The page of standing orders: what stands for the side at the machine, as sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.engine.standing import via
from wardesk.model.standing import OrderedMoment, OrderSet, TableOrder, moment_in, order_words
from wardesk.services.play.history import is_ordered
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.orders.order_dialog import OrderDialog
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.text import Label, Wrapped
from wardesk.ui.widgets.toggle import Toggle
from wardesk.words import say_count, tr


class OrderRow(QWidget):
    """One order: whether it stands, its number, when and what, and how often it answered."""

    def __init__(
        self, order: TableOrder, moment: OrderedMoment | None, used: int, page: StandingPage
    ) -> None:
        super().__init__(page)
        text = page.model.session.words.text
        title = text(moment.title) if moment else ", ".join(order.when)
        self.on = QCheckBox(self)
        self.on.setChecked(order.stands)
        self.on.setAccessibleName(tr("Order {0} stands").format(order.id))
        self.on.toggled.connect(partial(page.let_stand, order))
        number = Label(str(order.id), self, role="strong", tone="accent_text")
        head = Label(title, self, role="strong", wrap=True,
                     tone="text" if order.stands else "text3")  # fmt: skip
        self._order = order
        self.count = Label("", self, role="small", tone="text3")
        self.set_used(used)
        sentence = text(order_words(order, moment))
        names = {one.id: one.title for one in page.formations}
        if order.of:
            whose = text(names.get(order.of, order.of))
            sentence = tr("{0}: {1}").format(whose, sentence)
        self.words = Wrapped(sentence, self, role="small", tone="text2")
        edit = ToolButton("pencil", tr("Change order {0}…").format(order.id), self, size=16)
        edit.clicked.connect(partial(page.edit, order))
        below = QHBoxLayout()
        below.addWidget(self.words, 1)
        below.addWidget(self.count, 0, Qt.AlignmentFlag.AlignTop)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, theme.S1, 0, theme.S1)
        grid.setHorizontalSpacing(theme.S2)
        grid.setVerticalSpacing(2)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(self.on, 0, 0, top)
        grid.addWidget(number, 0, 1, top)
        grid.addWidget(head, 0, 2)
        grid.addLayout(below, 1, 2)
        grid.addWidget(edit, 0, 3, 2, 1, top)
        grid.setColumnStretch(2, 1)

    def set_used(self, used: int) -> None:
        """Say how often it answered."""
        suspended = self._order.on and self._order.suspended
        self.count.setText(tr("suspended") if suspended else _times(used))


def _times(used: int) -> str:
    if not used:
        return ""
    return tr("once") if used == 1 else tr("{0} times").format(used)


class StandingPage(QWidget):
    """Lists the orders of the side whose eyes the table shows, and changes them."""

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.formations = ()
        self.rows: list[OrderRow] = []
        self._told: object = None
        self._listed: object = None
        self._whose = Label("", self, role="small", tone="text3")
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self._empty = Wrapped(tr("No order stands: you are asked everything."), self, tone="text2")
        self._this = Wrapped("", self, role="small", tone="text2")
        self.new = Button(tr("New order…"), self, icon="plus")
        self.new.clicked.connect(lambda: self.edit(None))
        self._put_down: set[int] = set()
        """Those that were suspended together."""
        self.suspend = Button(tr("Suspend all"), self, action="table.suspend_orders")
        self.suspend.clicked.connect(self.suspend_all)
        self._sets = self._made_sets()
        self._lay_out()
        model.changed.connect(self._follow)

    def _made_sets(self) -> list[tuple[OrderSet, Toggle]]:
        none = OrderSet(id="", title=tr("Ask me all"), text=tr("no order stands"))
        found: list[tuple[OrderSet, Toggle]] = []
        text = self.model.session.words.text
        for one in (none, *self.model.rules.showing.order_sets):
            button = Toggle(text(one.title), self)
            button.clicked.connect(partial(self.give_set, one))
            found.append((one, button))
        return found

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S4, theme.S1, theme.S4, theme.S3)
        column.setSpacing(theme.S2)
        column.addWidget(Label(tr("Standing orders"), self, role="heading"))
        column.addWidget(self._whose)
        text = self.model.session.words.text
        for one, button in self._sets:
            row = QHBoxLayout()
            row.setSpacing(theme.S2)
            button.setMinimumWidth(theme.px(124))
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
            about = Wrapped(text(one.text), self, role="small", tone="text2")
            about.setContentsMargins(0, theme.S1, 0, 0)
            row.addWidget(about, 1)
            column.addLayout(row)
        column.addWidget(hairline(self))
        column.addWidget(self._empty)
        column.addLayout(self._list)
        foot = FlowBox(self)
        foot.add(self.new)
        foot.add(self.suspend)
        column.addWidget(foot)
        column.addWidget(self._this)
        rules = tr(
            "They answer your own questions only, from what you may see. Each answer stands in the "
            "record with the number of its order, for you alone. Where two answers are as good, or "
            "a figure is not known, you are asked."
        )
        column.addWidget(Wrapped(rules, self, role="small", tone="text3"))
        column.addStretch(1)

    # ---- what it shows --------------------------------------------------------------------------

    @property
    def side(self) -> str:
        """Whose orders it shows: who sits here, else who is asked, else any person's."""
        model, people = self.model, self.model.session.players
        asked = model.session.ask.who if model.session.ask is not None else ""
        humans = [side for side, kind in people.items() if kind == "human"]
        return next((one for one in (model.side, asked, *humans) if one in humans), "")

    def _follow(self) -> None:
        if not self.isVisible():
            self._told = None
            return
        session, side = self.model.session, self.side
        told = session.orders_of(side), session.journal.head, side, self.model.covered
        if told == self._told:
            return
        self._told = told
        orders = () if self.model.covered else session.orders_of(side)
        looks = {one.id: one.name for one in self.model.look.sides}
        self._whose.setText(tr("{0}, kept with the game").format(looks.get(side, side)))
        of = any(order.of for order in orders)
        self.formations = session.rules.showing.formations(session.seen_by(side)) if of else ()
        self._refill(orders, side)
        self._show_sets(orders)
        stand = any(order.stands for order in orders)
        self.suspend.set_words(tr("Suspend all") if stand or not orders else tr("Let them stand"))
        self.suspend.setEnabled(bool(orders) and bool(side))

    def showEvent(self, event: object) -> None:
        """Catch up with what happened meanwhile."""
        self._follow()

    def _refill(self, orders: Sequence[TableOrder], side: str) -> None:
        line = [e for e in self.model.session.journal.line() if e.asked and e.asked.who == side]
        used = Counter(event.via for event in line)
        moments = self.model.rules.showing.moments_for_orders
        if (side, orders) != self._listed:
            self._listed = (side, orders)
            while (item := self._list.takeAt(0)) is not None:
                if (old := item.widget()) is not None:
                    old.hide()
                    old.deleteLater()
            self.rows = [OrderRow(o, moment_in(moments, o), 0, self) for o in orders]
            for row in self.rows:
                self._list.addWidget(row)
                self._list.addWidget(hairline(self))
        for row, order in zip(self.rows, orders, strict=True):
            row.set_used(used[via(order)])
        self._empty.setVisible(not orders)
        kinds = {kind for moment in moments for kind in moment.when}
        by_order = sum(map(is_ordered, line))
        alike = (e for e in line if e.asked is not None and e.asked.kind in kinds)
        asked = sum(not is_ordered(event) for event in alike)
        self._this.setText(
            said(
                say_count(
                    "So far {n} question was answered by order, and {asked} of that kind by you.",
                    "So far {n} questions were answered by order, and {asked} of that kind by you.",
                    n=by_order,
                    asked=asked,
                )
            )
        )
        self._this.setVisible(bool(by_order or asked))

    def _show_sets(self, orders: Sequence[TableOrder]) -> None:
        now = [replace(order, id=0, side="") for order in orders]
        for one, button in self._sets:
            button.setChecked(now == [*one.orders])
            button.setEnabled(bool(self.side))

    # ---- what it does ---------------------------------------------------------------------------

    def give_set(self, one: OrderSet) -> None:
        """Let the orders of a set stand, in place of those that there are."""
        self._set(one.orders)

    def let_stand(self, order: TableOrder, stands: bool) -> None:
        """Switch an order on or off; switched on, it is suspended no more."""
        changed = replace(order, on=stands, suspended=False)
        self._set([changed if one.id == order.id else one for one in self._orders])

    def suspend_all(self) -> None:
        """Let none answer, or all of them again."""
        standing = {order.id for order in self._orders if order.stands}
        if standing:
            self._put_down = standing
            self.model.attempt(partial(self.model.session.suspend_orders, self.side))
            return
        # One that was suspended before by itself stays so.
        again = self._put_down or {order.id for order in self._orders}
        self._set([replace(o, suspended=False) if o.id in again else o for o in self._orders])

    def edit(self, order: TableOrder | None, kind: str = "") -> OrderDialog | None:
        """Open the form of *order*, or of a new one about questions of *kind*."""
        every = self.model.rules.showing.moments_for_orders
        wanted = order.when if order is not None else (kind,) if kind else ()
        moments = [m for m in every if not wanted or {*m.when, *m.goes_on} & {*wanted}]
        if not moments or not self.side:
            return None
        dialog = OrderDialog(self.model.session, self.side, moments, order, self.window())
        dialog.given.connect(self._keep)
        if order is not None:
            dialog.removed.connect(partial(self._take_away, order.id))
        dialog.open()
        return dialog

    def asked_kind(self) -> str:
        """The kind of the question that a person is asked, if orders may speak of it."""
        session = self.model.session
        if session.ask is None or session.waiting != "person" or session.mode != "play":
            return ""
        moments = self.model.rules.showing.moments_for_orders
        kind = "" if session.guided else session.ask.kind
        return kind if any(kind in (*m.when, *m.goes_on) for m in moments) else ""

    def always(self) -> None:
        """Open the form of an order about what is asked now."""
        if kind := self.asked_kind():
            self.edit(None, kind)

    def _take_away(self, number: int) -> None:
        self._set([order for order in self._orders if order.id != number])

    def _keep(self, order: TableOrder) -> None:
        """Put a changed order in its place; a new one goes before the others."""
        if order.id:
            self._set([order if one.id == order.id else one for one in self._orders])
        else:
            self._set([order, *self._orders])

    @property
    def _orders(self) -> tuple[TableOrder, ...]:
        return self.model.session.orders_of(self.side)

    def _set(self, orders: Sequence[TableOrder]) -> None:
        self.model.attempt(partial(self.model.session.set_orders, self.side, tuple(orders)))
