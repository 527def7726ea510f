"""New campaign: which one, who sits where, its settings and dice, and where its file lies."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from wardesk.campaign.operation.forces import FARTHEST, Seat
from wardesk.services.campaign.shelf import SUFFIX, ShippedCampaign
from wardesk.ui import theme
from wardesk.ui.campaign.dialogs.seat import SeatDialog
from wardesk.ui.dialogs.dialog import Dialog, FormRows
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.switch import Switch
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import say_count, shown, tr


@dataclass(frozen=True)
class BegunCampaign:
    """What was chosen."""

    design: str
    name: str
    path: Path
    seed: int | None
    seats: dict[str, str]
    options: dict[str, bool | int | str]
    fog: dict[str, int | None]
    """How many hexes units see, by seat; None: without fog."""
    more: tuple[Seat, ...] = ()
    """Seats beside those of the campaign."""


class NewCampaignDialog(Dialog):
    """Emits ``begun(Begun)``. Everything has a sensible value: Enter begins.

    ``own_asked()`` for a campaign of one's own, ``change_asked(folder)`` to change one.
    """

    begun = Signal(object)
    own_asked = Signal()
    change_asked = Signal(object)

    def __init__(
        self,
        shipped: Sequence[ShippedCampaign],
        folder: Path,
        parent: QWidget | None = None,
        *,
        chosen: str = "",
    ) -> None:
        super().__init__(parent, size=(620, 640))
        self.set_title(tr("New campaign"))
        self._shipped, self._folder = tuple(shipped), folder
        self.which = combo_box(tr("Campaign"), self, ((one.title, one.id) for one in shipped))
        self.which.setCurrentIndex(max(0, self.which.findData(chosen)))
        self.which.currentIndexChanged.connect(lambda _at: self._choose())
        self.name = line_edit(tr("Name of this campaign"), self)
        self.place = line_edit(tr("File"), self)
        self.browse = Button(tr("Choose…"), self, icon="folder")
        self.browse.clicked.connect(self._browse)
        self.dice = Segment(
            (
                ("seeded", tr("Rolled here"), "dice"),
                ("typed", tr("Typed in"), "keyboard"),
            ),
            self, name=tr("Dice"),
        )  # fmt: skip
        self.seats: dict[str, QLineEdit] = {}
        self.fog: dict[str, QComboBox] = {}
        self.options: dict[str, Switch] = {}
        self.wanted: dict[str, Switch] = {}
        """Of the seats that are offered beside the others: whether somebody sits there."""
        self._own_seats: list[Seat] = []
        self.new_seat: Button | None = None
        self.dialog: SeatDialog | None = None
        self._own_place = False
        self.begin_ = Button(tr("Begin"), self, kind="primary")
        self.begin_.clicked.connect(self.begin)
        self.own = Button(tr("Make your own…"), self, icon="plus")
        self.own.clicked.connect(lambda: self._leave_for(self.own_asked.emit))
        self.change = Button(tr("Change it…"), self, icon="pencil")
        self.change.clicked.connect(self._change)
        self._middle = QVBoxLayout()
        self._inside: QWidget | None = None
        self._lay_out()
        self.name.textEdited.connect(lambda _text: self._follow())
        self.place.textEdited.connect(lambda _text: self._typed_place())
        self._show_campaign()
        self.name.setFocus()
        self.name.selectAll()

    def _lay_out(self) -> None:
        rows = FormRows()
        rows.add(tr("Campaign"), self.which)
        rows.add(tr("Name"), self.name)
        rows.add(tr("File"), self.place, self.browse)
        rows.add(tr("Dice"), self.dice)
        self.body.addLayout(rows)
        body = QWidget(self)
        body.setLayout(self._middle)
        self._middle.setContentsMargins(0, 0, theme.S2, 0)
        self.body.addWidget(Scroller(body, self), 1)
        self.set_foot(self.begin_, left=(self.own, self.change))

    @property
    def _one(self) -> ShippedCampaign | None:
        found = str(self.which.currentData())
        return next((one for one in self._shipped if one.id == found), None)

    def _choose(self) -> None:
        self._own_seats = []
        self._show_campaign()

    def _show_campaign(self) -> None:
        one = self._one
        self.change.setVisible(one is not None and one.folder is not None)
        if self._inside is not None:
            self._inside.hide()
            self._inside.deleteLater()
        self.seats, self.fog, self.options, self.wanted = {}, {}, {}, {}
        self._inside = QWidget(self)
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        self._middle.addWidget(self._inside)
        if one is None:
            self.judge(tr("No campaign was found among the packs"))
            return
        self.name.setText(one.title)
        self._follow()
        games = tr("Over {0}; {1} days.").format(", ".join(one.games), one.days)
        column.addWidget(Label(games, self._inside, role="small", tone="text2", wrap=True))
        column.addWidget(Label(tr("Who sits where"), self._inside, role="strong"))
        rows = FormRows()
        for key, title in ((key, shown(title)) for key, title in one.seats):
            self.seats[key] = line_edit(
                tr("Who is {0}").format(title), self._inside,
                hint=tr("Name, if you like"),
            )  # fmt: skip
            sight = [self._sight(key, title, one.fog[key])] if key in one.fog else []
            rows.add(title, self.seats[key], *sight)
        column.addLayout(rows)
        self._add_more(column, one)
        switches = [(key, on) for key, on in one.options.items() if isinstance(on, bool)]
        if switches:
            words = tr("Settings, fixed from now on")
            column.addWidget(Label(words, self._inside, role="strong"))
        for key, on in switches:
            column.addWidget(self._switch(key, on))
        if one.reconstruction:
            column.addWidget(Label(tr("What is rebuilt"), self._inside, role="strong"))
            for words in one.reconstruction:
                told = shown(words)
                column.addWidget(Label(told, self._inside, role="small", tone="text2", wrap=True))
        column.addStretch(1)

    def _add_more(self, column: QVBoxLayout, one: ShippedCampaign) -> None:
        """Seats that are offered, those made here, and the way to one more."""
        words = tr("More seats; who sits in one commands a part of a side")
        column.addWidget(Label(words, self._inside, role="strong"))
        rows = FormRows()
        for seat in (*one.spare, *self._own_seats):
            title = shown(seat.name)
            switch = Switch(title, self._inside, on=seat in self._own_seats)
            self.wanted[seat.id] = switch
            self.seats[seat.id] = line_edit(
                tr("Who is {0}").format(title), self._inside, hint=tr("Name, if you like")
            )
            rows.add(title, switch, self.seats[seat.id], self._sight(seat.id, title, seat.sight))
        column.addLayout(rows)
        self.new_seat = Button(tr("New seat…"), self._inside, icon="plus")
        self.new_seat.clicked.connect(lambda: self._ask_seat(one))
        line = QHBoxLayout()
        line.addWidget(self.new_seat)
        line.addStretch(1)
        column.addLayout(line)

    def _ask_seat(self, one: ShippedCampaign) -> None:
        there = (*one.choices.seats, *one.spare, *self._own_seats)
        self.dialog = SeatDialog(msgspec.structs.replace(one.choices, seats=there), self)
        self.dialog.made.connect(self._made_seat)
        self.dialog.open()

    def _made_seat(self, seat: Seat) -> None:
        self._own_seats.append(seat)
        names = {key: field.text() for key, field in self.seats.items()}
        wanted = {key: box.isChecked() for key, box in self.wanted.items()}
        called = self.name.text()
        self._show_campaign()
        self.name.setText(called)
        for key, text in names.items():
            self.seats[key].setText(text)
        for key, on in wanted.items():
            self.wanted[key].setChecked(on)

    def _sight(self, key: str, title: str, hexes: int | None) -> QWidget:
        """Whether a seat plays by fog, and how far its units see."""
        far = (shown(say_count("fog, 1 hex", "fog, {n} hexes", n=n)) for n in range(FARTHEST + 1))
        choices = ((words, hexes) for hexes, words in enumerate(far))
        box = combo_box(
            tr("What {0} sees").format(title), self._inside, ((tr("no fog"), None), *choices)
        )
        box.setToolTip(tr("Whether the seat knows of the others only what it has sighted"))
        box.setCurrentIndex(0 if hexes is None else hexes + 1)
        self.fog[key] = box
        return box

    def _switch(self, key: str, value: bool) -> QWidget:
        words = shown(self._one.option_words[key]) if self._one is not None else key
        box = QWidget(self._inside)
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        switch = Switch(words, box, on=value)
        row.addWidget(switch)
        row.addWidget(ElidedLine(words, box))
        self.options[key] = switch
        return box

    def _leave_for(self, then: Callable[[], object]) -> None:
        self.reject()
        then()

    def _change(self) -> None:
        one = self._one
        if one is not None and one.folder is not None:
            self._leave_for(lambda: self.change_asked.emit(one.folder))

    # ---- the file -------------------------------------------------------------------------------

    def _typed_place(self) -> None:
        self._own_place = True
        self._judge()

    def _follow(self) -> None:
        """The file is called like the campaign until somebody chooses another."""
        if not self._own_place:
            letters = [c if c.isalnum() else "-" for c in self.name.text().strip().lower()]
            stem = "-".join(part for part in "".join(letters).split("-") if part) or "campaign"
            path = self._folder / f"{stem}{SUFFIX}"
            number = 2
            while path.exists():
                path = self._folder / f"{stem}-{number}{SUFFIX}"
                number += 1
            self.place.setText(str(path))
        self._judge()

    def _judge(self) -> None:
        trouble = self._trouble()
        self.tell_problem(trouble)
        self.judge(trouble)

    def _trouble(self) -> str:
        if not self.name.text().strip():
            return tr("Give it a name.")
        path = self.path()
        if not self.place.text().strip() or not path.name:
            return tr("Say where its file shall lie.")
        if path.exists():
            return tr("{0} is there already. Choose another name.").format(path.name)
        if path.parent != self._folder and not path.parent.is_dir():
            return tr("There is no folder {0}.").format(path.parent)
        return ""

    def path(self) -> Path:
        """Where the file will lie."""
        path = Path(self.place.text().strip()).absolute()
        if not path.name:
            return path
        return path if path.suffix == SUFFIX else path.with_name(f"{path.name}{SUFFIX}")

    def _browse(self) -> None:
        kinds = tr("WarDesk campaigns (*{0})").format(SUFFIX)
        found, _ = QFileDialog.getSaveFileName(
            self, tr("Where the campaign lies"), self.place.text(), kinds
        )
        if found:
            self._own_place = True
            self.place.setText(found)
            self._judge()

    def begin(self) -> None:
        """Take what was chosen and close."""
        one = self._one
        if one is None or self._trouble():
            self._judge()
            return
        seed = secrets.randbelow(2**62) if self.dice.current == "seeded" else None
        more = tuple(
            seat for seat in (*one.spare, *self._own_seats) if self.wanted[seat.id].isChecked()
        )
        there = {key for key, _name in one.seats} | {seat.id for seat in more}
        self.begun.emit(
            BegunCampaign(
                design=one.id,
                name=self.name.text().strip(),
                path=self.path(),
                seed=seed,
                seats={k: field.text().strip() for k, field in self.seats.items() if k in there},
                options={key: switch.isChecked() for key, switch in self.options.items()},
                fog={key: box.currentData() for key, box in self.fog.items() if key in there},
                more=more,
            )
        )
        self.accept()
