"""How an amount is shared out by hand: losses among counters, points among targets."""

from __future__ import annotations

from wardesk.engine.types import Allocate, Answer
from wardesk.ui.canvas.marks import Marks
from wardesk.ui.table.interactions import PRIMARY, AskedMatter, ButtonOffer, Interaction, MatterRow
from wardesk.words import tr


class AllocateInteraction(Interaction):
    """Shares out an amount: a click gives a piece one more, steppers and the list do both ways."""

    def __init__(self, matter: AskedMatter) -> None:
        super().__init__(matter)
        self.amounts: dict[str, int] = dict.fromkeys(self.ask.pieces, 0)
        if len(self.ask.pieces) == 1:
            only = self.ask.pieces[0]
            self.amounts[only] = min(self.ask.least, self.limit(only))

    def limit(self, piece: str) -> int:
        """The most that one piece can take."""
        return min(self.ask.limits.get(piece, self.ask.most), self.ask.most)

    @property
    def rest(self) -> int:
        """How much is still to be shared out."""
        return self.ask.least - sum(self.amounts.values())

    def to_pick(self, here: str) -> bool:
        return bool(self.own_offers()[0].refused)

    def set_amount(self, piece: str, amount: int) -> None:
        """What a stepper says."""
        self.note = ""
        self.amounts[piece] = max(0, min(amount, self.limit(piece)))

    def piece(self, piece: str) -> Answer | None:
        if piece in self.amounts:
            self.note = ""
            if self.amounts[piece] >= self.limit(piece) or self.rest <= 0:
                self.amounts[piece] = 0
            else:
                self.amounts[piece] += 1
        return None

    def cell(self, cell: str) -> Answer | None:
        here = [p for p in self.ask.pieces if self._where(p) == cell]
        return self.piece(here[0]) if len(here) == 1 else None

    def planned(self) -> Answer | None:
        return Allocate({p: n for p, n in self.amounts.items() if n})

    def own_offers(self) -> list[ButtonOffer]:
        rest, spread = self.rest, self.ask.most - self.ask.least
        refused = ""
        if rest > 0:
            refused = tr("{0} still to be shared out").format(rest)
        elif -rest > spread:
            refused = tr("{0} too many").format(-rest - spread)
        shared = sum(self.amounts.values())
        label = tr("Share out {0}").format(shared) if shared else tr("Share out")
        return [ButtonOffer(PRIMARY, label, "Enter", primary=True, refused=refused)]

    def press(self, offer: str) -> Answer | None:
        if offer == PRIMARY and (refused := self.own_offers()[0].refused):
            self.say(refused)
            return None
        return super().press(offer)

    def cancel(self) -> bool:
        had = any(self.amounts.values())
        self.amounts = dict.fromkeys(self.ask.pieces, 0)
        return super().cancel() or had

    def marks(self) -> Marks:
        about = super().marks()
        taken = frozenset(p for p, n in self.amounts.items() if n)
        return Marks(
            sources=about.sources,
            candidates=frozenset(self.ask.pieces) - taken,
            selected=taken,
        )

    def rows(self) -> list[MatterRow]:
        return [
            MatterRow("piece", p, tr("{0} of {1}: {2}").format(n, self.limit(p),
                                                        self.matter.piece_text(p)))
            for p, n in self.amounts.items()
        ]  # fmt: skip
