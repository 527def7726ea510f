"""A field for tests of the Grand Tactical Series: lay units out, then give answers."""

from __future__ import annotations

from functools import cache
from typing import Any

from wardesk.documents.maps.store import load_board
from wardesk.documents.packs.store import read_pack
from wardesk.engine.draft import Draft
from wardesk.engine.kernel import Stamp, advance, begin, edit
from wardesk.engine.legality import check
from wardesk.engine.types import Cells, Choose, Path, Pieces, Roll, replace
from wardesk.games.gts import GtsRules
from wardesk.paths import campaigns

PACK = campaigns() / "market-garden"
OPTIONS = ("ruleset", "mortars", "covering", "batteries", "lost", "tanks", "drops", "mug")
CHITS = {
    "allied": ["division/101", "formation/101.502", "direct"],
    "german": ["division/59", "formation/59.dew", "direct"],
}
US, MATE, THIRD, CHIEF, MORTAR = (
    "101.502.a", "101.502.b", "101.502.c", "101.502.ldr", "101.502.m1",
)  # fmt: skip
HIM, HIS, CAPTAIN, SAPPER = "59.dew.i1", "59.dew.i2", "59.dew.ldr", "59.ind.ersp"
TANKS, GRENADIERS, GUN, PARKED = "wal.107.p1", "wal.107.g1", "gds.art.55a", "59.art.ii"
FAR = "44.153"
"""A hex far from everybody."""


def draft(at: Any) -> Draft[Any, Any]:
    """Work upon the table of a field."""
    return Draft(at.rules, at.state, umpire=False)


@cache
def board():
    return load_board(PACK / "maps/corridor")


@cache
def forces() -> dict[str, Any]:
    return read_pack(PACK).forces


def rules(places: dict[str, str], *, its_board: Any = None, **more: Any) -> GtsRules:
    """Rules with units at hexes: ``{"101.502.a": "60.150"}``; *more* of ``[setup]``, or options."""
    options = {key: more.pop(key) for key in OPTIONS if key in more}
    if "tanks_table" in more:
        more["tanks"] = more.pop("tanks_table")
    setup = {
        "forces": forces(),
        "slots": more.pop("slots", ["0700", "0900"]),
        "window": more.pop("window", ["44.152", "44.164", "68.152", "68.140"]),
        "place": more.pop("place", []) + [{"units": [u], "at": at} for u, at in places.items()],
        "chits": more.pop("chits", CHITS),
        **more,
    }
    return GtsRules(its_board or board(), setup, options)


class Field:
    """A game in progress."""

    def __init__(self, its_rules: GtsRules) -> None:
        self.rules, self.setting = its_rules, its_rules.setting
        self.event, self.state = begin(its_rules, umpire=False)

    @property
    def ask(self):
        return self.state.ask

    def unit(self, name: str):
        return self.state.pieces[name]

    def change(self, name: str, **values: Any):
        """A unit as it would be after something that the test does not play."""
        pieces = {**self.state.pieces, name: replace(self.state.pieces[name], **values)}
        self.state = replace(self.state, pieces=pieces)
        return self

    def mark(self, key: str, value: Any):
        self.state = replace(self.state, marks={**self.state.marks, key: value})
        return self

    def points(self, division: str, count: int):
        tracks = {**self.state.tracks, f"cp/{division}": count}
        self.state = replace(self.state, tracks=tracks)
        return self

    def push(self, frame):
        """A procedure over what is going on, up to its first question."""
        state = replace(self.state, stack=(*self.state.stack, frame))
        stamp = Stamp(id=self.event.id + 1, parent=self.event.id, author="test", reason="test")
        self.event, self.state = edit(self.rules, state, (), stamp, umpire=False)
        return self

    def give(self, answer):
        found, _ = check(self.rules, self.state, answer, umpire=False)
        assert not found, found
        stamp = Stamp(id=self.event.id + 1, parent=self.event.id)
        self.event, self.state = advance(self.rules, self.state, answer, stamp, umpire=False)
        return self

    def press(self, *keys: str):
        for key in keys:
            self.give(Choose(key))
        return self

    def pick(self, *pieces: str):
        return self.give(Pieces(pieces))

    def at(self, cell: str):
        return self.give(Cells((cell,)))

    def roll(self, *faces: int):
        """Dice from 0 to 9; of a draw the place in it."""
        for face in faces:
            assert self.ask.shape == "roll", self.ask
            self.give(Roll((self.ask.lowest + face,)))
        return self

    def go(self, unit: str, *cells: str):
        return self.give(Path((unit,), cells))

    def draw(self, chit: str):
        """The chit of this name comes out of the mug: ``allied/direct``."""
        place = self.state.cups["mug"].index(chit)
        return self.give(Roll((place + 1,)))

    def story(self) -> str:
        return " | ".join(line.text for line in self.event.story)

    def refused(self, key: str) -> str:
        choice = next(c for c in self.ask.choices if c.key == key)
        return " ".join(reason.text for reason in choice.refused)


def field(places: dict[str, str], **more: Any) -> Field:
    return Field(rules(places, **more))
