"""Chapter 13.1: anti-tank guns that begin hidden, until something gives them away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wardesk.engine.derived_cache import OnTable, remembered
from wardesk.engine.draft import Draft
from wardesk.engine.rules import veiled
from wardesk.engine.types import Decision, replace
from wardesk.games.blitzkrieg.position import Table, unit_name
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ENEMY, AnyFrame, Operation, State, Unit
from wardesk.words import say


def hides(setting: Setting, table: Table, side: str) -> bool:
    """Whether a side still has hidden guns; then it is asked even where it can do nothing."""
    return setting.options.hidden_guns == "yes" and any(
        u.hidden and u.side == side and u.at is not None for u in table.pieces.values()
    )


def reveal(d: Draft[Setting], units: Iterable[Unit]) -> None:
    """Those of *units* that were hidden are found: they fire or try to, are met or assaulted."""
    for unit in units:
        if unit.hidden:
            d.set(unit.id, hidden=False)
            d.say(say("{unit} was found", unit=unit_name(d.setting, unit)), "BK 13.1", unit.at)


# ---- what a side sees ---------------------------------------------------------------------------


def view(setting: Setting, state: State, side: str) -> State:
    """13.1 What a side sees: hidden guns of the other are nowhere, and questions may be veiled."""
    changed, pieces = state, None
    if setting.options.hidden_guns == "yes":
        pieces = _seen(setting, state.pieces, side)
    if pieces is not None:
        unseen = frozenset(n for n, u in pieces.items() if u.hidden and u.side != side)
        stack = tuple(_unnamed(frame, unseen) for frame in state.stack)
        changed = replace(state, pieces=pieces, stack=stack)
        if state.ask is not None and state.ask.who in ENEMY and state.ask.who != side:
            changed = replace(changed, ask=_untold(state.ask, unseen))
    if state.ask is not None and side in state.ask.hidden_from:
        changed = replace(changed, ask=veiled(state.ask), stack=_hushed(state))
    return changed


def _untold(ask: Decision, unseen: frozenset[str]) -> Decision:
    """A question to the other side without what may be answered, which its hidden guns decide."""
    about = tuple(name for name in ask.about if name not in unseen)
    context = "" if ask.about and not about else ask.context
    return replace(
        ask, context=context, about=about, pieces=(), cells=(), choices=(), idle="", limits={}
    )


def _unnamed(frame: AnyFrame, unseen: frozenset[str]) -> AnyFrame:
    """A procedure without the name of a hidden gun that is about to fire."""
    if not isinstance(frame, Operation) or unseen.isdisjoint((frame.firer, *frame.current)):
        return frame
    current = tuple(name for name in frame.current if name not in unseen)
    return replace(frame, firer="" if frame.firer in unseen else frame.firer, current=current)


@remembered
def _seen(_: Setting, pieces: Mapping[str, Unit], side: str) -> OnTable[Unit] | None:
    """The pieces without hidden guns of the other side; None where there are none."""
    unseen = {n: _blank(u) for n, u in pieces.items() if u.hidden and u.side != side}
    if all(pieces[name] == blank for name, blank in unseen.items()):
        return None
    return OnTable({**pieces, **unseen})


def _hushed(state: State) -> tuple[AnyFrame, ...]:
    """Procedures as somebody sees them who must not know who is about to react."""
    top = state.stack[-1]
    if hasattr(top, "unit"):
        top = replace(top, step="ask", unit="")
    return (*state.stack[:-1], top)


def _blank(unit: Unit) -> Unit:
    return Unit(id=unit.id, side=unit.side, formation=unit.id, hidden=True)
