"""The page of the graph: the graph, and what is known of the picked node with what can be done."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.services.campaign.graph import GraphFacts, NodeFact
from wardesk.ui import theme
from wardesk.ui.campaign.views.graph_view import GraphView
from wardesk.ui.language import said
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.text import ElidedLine, Wrapped
from wardesk.words import tr

_TONES = {"finished": "ok", "running": "accent", "open": "accent", "waiting": "neutral",
          "shut": "danger"}  # fmt: skip


_LINKS = 6
"""How many links of a node are told; the graph shows them all."""


class GraphPage(QWidget):
    """``results_asked(node)``: a node is being played; ``table_asked(node)``: it shall be."""

    results_asked = Signal(str)
    table_asked = Signal(str)
    tabbed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = GraphView()
        self._facts: GraphFacts | None = None
        self._umpire = True
        self._now = True
        self.name = ElidedLine("", self, role="heading")
        self.chip = Chip("", self)
        self.reason = Wrapped("", self, role="small", tone="text2")
        self.decides = Wrapped("", self, role="small")
        self.links = [Wrapped("", self, role="small", tone="text2") for _ in range(_LINKS)]
        self.cite = Cite("", self)
        self.results = Button(tr("Enter results"), self, icon="pencil")
        self.table = Button(tr("Open on a table"), self, icon="table")
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        head.addWidget(self.name, 1)
        head.addWidget(self.cite)
        head.addWidget(self.chip)
        controller = FlowBox(self)
        controller.add(self.table, self.results)
        below = QVBoxLayout()
        below.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S3)
        below.setSpacing(theme.S1)
        below.addLayout(head)
        for part in (self.reason, self.decides, *self.links, controller):
            below.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(hairline(self))
        column.addLayout(below)
        self.view.picked.connect(self._tell)
        self.view.opened.connect(self._open)
        self.view.tabbed.connect(self.tabbed)
        self.results.clicked.connect(lambda: self.results_asked.emit(self._picked()))
        self.table.clicked.connect(lambda: self.table_asked.emit(self._picked()))

    def _picked(self) -> str:
        return self.view.on or ""

    def show_facts(self, facts: GraphFacts, *, umpire: bool, now: bool) -> None:
        """Show another moment; only the umpire's present can be played."""
        self._facts, self._umpire, self._now = facts, umpire, now
        self.view.show_facts(facts)

    def _tell(self) -> None:
        node = self.view.node
        if node is None:
            return
        self.name.set_words(node.name)
        self.chip.set_look(self.view.state_words(node.state), tone=_TONES[node.state])
        when = f"{said(node.when)}. " if node.when else ""
        self.reason.setText(f"{when}{said(node.reason)}")
        self.decides.setText(said(node.decides or node.note))
        self.decides.setVisible(bool(node.decides or node.note))
        lines: list[str] = []
        names = {one.id: one.name for one in self._facts.nodes} if self._facts else {}
        fought = (
            {one.id for one in self._facts.nodes if one.kind == "battle"} if self._facts else ()
        )
        for link in self._facts.links if self._facts else ():
            if node.kind == "calendar" and link.end in fought:
                continue  # a battle says itself when it may be fought
            if node.id in (link.start, link.end):
                other = names.get(link.end if link.start == node.id else link.start, "")
                arrow = "→" if link.start == node.id else "←"
                told = [each.rstrip(".") for each in self.view.link_words(link).split("\n")]
                lines.append(f"{arrow} {said(other)}: {'. '.join(told)}.")
        lines += [said(each) for each in node.what_if]
        for k, line in enumerate(self.links):
            line.setText(lines[k] if k < len(lines) else "")
            line.setVisible(k < len(lines))
        self.cite.set_rule(node.cite, node.decides or node.name)
        self._judge(node)
        box = self.view.node_box(node)
        x = box.center().x() if node.last == node.column else self.view.today()
        x = min(max(x, box.left()), box.right())
        self.view.ensureVisible(x, box.center().y(), 1, 1, 100, 40)

    def _judge(self, node: NodeFact) -> None:
        """What can be done with a node, and why not."""
        battle = node.kind in ("battle", "choice", "off-board")
        if not self._umpire:
            why = tr("This is what a seat sees; the umpire does things")
        elif not self._now:
            why = tr("This is the past; go back to now")
        elif node.kind == "calendar":
            why = tr("The days of the campaign are led by the checklist")
        elif not battle:
            why = tr("Nothing is played here")
        else:
            why = ""
        if why or not node.sheet:
            self.results.refuse(why or tr("It is not being played"))
        else:
            self.results.allow()
        if why or node.state not in ("open", "running"):
            closed = {"waiting": tr("It is still waiting"), "finished": tr("It is over"),
                      "shut": tr("It cannot be reached any more")}  # fmt: skip
            self.table.refuse(why or closed.get(node.state, ""))
        else:
            self.table.allow()

    def _open(self, node: str) -> None:
        if self.results.isEnabled():
            self.results_asked.emit(node)
        elif self.table.isEnabled():
            self.table_asked.emit(node)
