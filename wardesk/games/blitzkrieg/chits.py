"""Chits: ``german/I-5-pzr`` activates a formation, ``german/replay`` does something else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, cast

from wardesk.games.blitzkrieg.position import Table, holds, hq_of
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ARRIVING, GERMAN, HAND, OVERRUN, SEALED
from wardesk.words import Spoken, say

ChitKind = Literal["formation", "replay", "general", "artillery", "stuka"]
ROSTER = "roster"
"""Cup: every chit that is in the game."""
EXTRA = "replay+"
"""A replay chit taken with a general chit (5.5); it is in no roster."""


def owner(chit: str) -> str:
    """Whose chit it is."""
    return chit.partition("/")[0]


def formation_of(chit: str) -> str:
    """The formation that it activates; a word for other chits."""
    return chit.partition("/")[2]


def kind_of(chit: str) -> ChitKind:
    """What sort of chit it is (1.4)."""
    word = formation_of(chit).removesuffix("+")
    if word in ("replay", "general", "artillery", "stuka"):
        return cast("ChitKind", word)
    return "formation"


def chit_name(setting: Setting, chit: str) -> Spoken:
    """A chit in a sentence."""
    german = owner(chit) == GERMAN
    match kind_of(chit):
        case "replay":
            return say("German replay") if german else say("French replay")
        case "general":
            return say("German general") if german else say("French general")
        case "artillery":
            return say("German artillery") if german else say("French artillery")
        case "stuka":
            return say("Stukas")
        case _:
            return say("{formation!s}", formation=setting.formations[formation_of(chit)].short)


def roster(table: Table, without: Sequence[str]) -> tuple[str, ...]:
    """The cup of a new turn: every chit in the game but those that lie elsewhere."""
    left = Counter(table.cups[ROSTER]) - Counter(without)
    return tuple(sorted(left.elements()))


def is_there(setting: Setting, table: Table, formation: str) -> bool:
    """Whether a formation has a unit on the map or about to come in."""
    places = setting.neighbours
    return any(
        u.formation == formation and not u.hq and (u.at in places or u.at in (ARRIVING, SEALED))
        for u in table.pieces.values()
    )


def activations(table: Table, formation: str) -> int:
    """How often a formation has been activated this turn (5.3)."""
    return sum(holds(table, formation, mark) for mark in ("normal", "replay"))


def may_again(setting: Setting, table: Table, formation: str) -> bool:
    """5.3 Whether a second activation is open: not exhausted or demoralised, HQ in order."""
    return not holds(table, formation, "exhausted") and _fit(setting, table, formation)


def _fit(setting: Setting, table: Table, formation: str) -> bool:
    hq = hq_of(table, formation)
    return (
        activations(table, formation) < 2
        and not holds(table, formation, "demoralised")
        and (hq is None or not hq.neutralised)
        and (hq is None or hq.at != OVERRUN)
        and is_there(setting, table, formation)
    )


def may_replay(setting: Setting, table: Table, formation: str) -> bool:
    """5.3 Whether a replay chit may be played on a formation, if only to end its exhaustion."""
    return not holds(table, formation, "replay") and _fit(setting, table, formation)


def held(table: Table, side: str, kind: str) -> str:
    """A chit of *kind* in a side's hand; empty when it holds none."""
    return next((chit for chit in table.cups[HAND[side]] if kind_of(chit) == kind), "")


def short(setting: Setting, formation: str) -> Spoken:
    """A formation on a button."""
    return say("{formation!s}", formation=setting.formations[formation].short)
