"""What a program needs to play: script, ideas, guesses, and how the game stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from random import Random
from typing import cast

from wardesk.engine.derived_cache import remembered
from wardesk.engine.thinking import Thinking
from wardesk.engine.types import (
    Answer,
    Cells,
    Choose,
    Decision,
    GameState,
    Path,
    Pieces,
    Value,
)
from wardesk.games.blitzkrieg.ch06_actions import able_to_dismount, able_to_fire, able_to_mount
from wardesk.games.blitzkrieg.ch06_reactions import may_withdraw, shots_for
from wardesk.games.blitzkrieg.ch08_indirect import factor_on, victims
from wardesk.games.blitzkrieg.ch11_victory import holds_place
from wardesk.games.blitzkrieg.legality import guess, sample
from wardesk.games.blitzkrieg.playing.aims import Aims, Fight
from wardesk.games.blitzkrieg.playing.prospects import prospects
from wardesk.games.blitzkrieg.playing.worth import best_shot, harm, pays, shot_worth
from wardesk.games.blitzkrieg.position import enemy_cells, holds, members, on_map
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    CUP,
    ENEMY,
    AnyFrame,
    Assault,
    Barrage,
    Hit,
    Operation,
    ReactionWindow,
    Retreat,
    State,
    Unit,
)
from wardesk.games.shared.printed import OfSetting
from wardesk.words import say

Player = Callable[[Setting, State, Decision], Answer | None]


def choose(setting: Setting, state: State, rng: Random) -> Answer:
    """An answer to the pending question."""
    ask = state.ask
    if ask is None:
        raise ValueError("nothing is asked")
    keys = [c.key for c in ask.choices if not c.refused]
    if "proposed" in keys:
        return Choose("proposed")
    player = PLAYERS.get(ask.kind)
    found = player(setting, state, ask) if player else None
    return found if found is not None else sample(setting, state, rng)


# ---- chits --------------------------------------------------------------------------------------


MANY_DOWN = 4
"""Neutralised units for which a general is well spent."""


def _activate(_: Setting, state: State, ask: Decision) -> Answer | None:
    """Act whenever it can; the exhausted rest, and generals go where they do most."""
    keys = [c.key for c in ask.choices]
    down = sum(u.neutralised for u in state.pieces.values() if u.side == ask.who)
    if "general-rally" in keys and down >= MANY_DOWN:
        return Choose("general-rally")
    if "rest" in keys:
        return Choose("general-rest" if "general-rest" in keys else "rest")
    for key in ("both", "replay", "general-replay", "activate", "pass"):
        if key in keys and not (key == "general-replay" and "replay" in keys):
            return Choose(key)
    return None


def _both(_: Setting, __: State, ___: Decision) -> Answer | None:
    return Choose("both")


def _first(_: Setting, __: State, ask: Decision) -> Answer | None:
    return Choose(ask.choices[0].key)


def _most_useful(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """The formation with the strongest units nearest to the enemy."""
    foes = enemy_cells(setting, state, ask.who)

    def worth(key: str) -> float:
        name = key.rpartition("/")[2]
        units = [u for u in members(state, (name,)) if on_map(setting, u) and not u.hq]
        if not units or not foes:
            return -1.0
        near = min(setting.distance(u.at or "", foe) for u in units for foe in foes)
        tired = 20.0 if holds(state, name, "exhausted") else 0.0
        return sum(u.steps for u in units) - near - tired

    names = [c.key for c in ask.choices if c.key.rpartition("/")[2] in setting.formations]
    return Choose(max(names, key=worth)) if names else None


def _cancel(_: Setting, __: State, ask: Decision) -> Answer | None:
    """Stukas and guns are worth a try; the rest is let be."""
    strong = any(word in ask.context for word in ("Stukas", "artillery"))
    return Choose("cancel" if strong else "let")


# ---- acting -------------------------------------------------------------------------------------


def _plan(setting: Setting, state: State, frame: Operation) -> tuple[Aims, Fight]:
    """What the acting side wants, and the close combat it has in mind."""
    able = members(state, frame.formations)
    units = tuple(u.id for u in able if not u.acted and not u.aboard)
    marks = tuple(state.marks.items())
    fight = _best_fight(setting, state.pieces, marks, frame.side, units)
    return Aims(setting, state, frame.side), fight


@remembered
def _best_fight(
    setting: Setting,
    pieces: Mapping[str, Unit],
    marks: tuple[tuple[str, Value], ...],
    side: str,
    units: tuple[str, ...],
) -> Fight:
    """The best close combat of *units*; an order to fire puts two more questions on one table."""
    table: State = GameState(cast("dict[str, Unit]", pieces), dict(marks))
    return Aims(setting, table, side).fight(units)


def _act(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """Shots that soften, then the fight, then marches; HQs follow last."""
    frame = state.stack[-1]
    if not isinstance(frame, Operation):
        return None
    keys = {c.key for c in ask.choices}
    if "rally" in keys:
        return Choose("rally")
    aims, fight = _plan(setting, state, frame)
    if "dismount" in keys and _who_gets_off(aims, able_to_dismount(setting, state, frame)):
        return Choose("dismount")
    units = [u for u in members(state, frame.formations) if not u.acted and not u.aboard]
    if "mount" in keys and _who_gets_on(aims, able_to_mount(setting, state, units)):
        return Choose("mount")
    if "fire" in keys:
        able = able_to_fire(setting, state, units)
        if best_shot(setting, state, able, first=False, spare=fight.units)[1]:
            return Choose("fire")
    if "road" in keys:  # somebody left the roads, along which these plans are made
        return Choose("road")
    if fight.units:
        return Path(fight.units, fight.way)
    return aims.march(ask.pieces) or Choose("end")


EACH = 2
"""Marches of one unit that deserve a look."""


def ideas(setting: Setting, state: State, n: int) -> list[Answer]:
    """Orders that deserve a look: every button, fights and marches by turns, the best first."""
    ask, frame = state.ask, state.stack[-1] if state.stack else None
    if ask is None or ask.kind != "act" or not isinstance(frame, Operation):
        return []
    aims = Aims(setting, state, frame.side)
    able = [u.id for u in members(state, frame.formations) if not u.acted and not u.aboard]
    fights = sorted((f for f in aims.fights(able) if f.units), key=lambda f: (-f.worth, f.units))
    orders = zip_longest((Path(f.units, f.way) for f in fights), aims.marches(ask.pieces, EACH))
    buttons = [Choose(c.key) for c in ask.choices if not c.refused]
    return [*buttons, *(order for pair in orders for order in pair if order is not None)][:n]


def _firer(setting: Setting, state: State, ask: Decision) -> Answer | None:
    frame = state.stack[-1]
    if not isinstance(frame, Operation):
        return None
    _, fight = _plan(setting, state, frame)
    _, unit, _ = best_shot(setting, state, ask.pieces, first=frame.first, spare=fight.units)
    return Pieces((unit,)) if unit else Choose("back")


def _target(setting: Setting, state: State, ask: Decision) -> Answer | None:
    frame = state.stack[-1]
    if not isinstance(frame, Operation):
        return None
    moved = state.pieces[frame.firer].spent > 0 or frame.first
    worth = {t: shot_worth(setting, state, frame.firer, t, moved=moved) for t in ask.pieces}
    return Pieces((max(ask.pieces, key=worth.__getitem__),))


def _rally(_: Setting, __: State, ask: Decision) -> Answer | None:
    return Pieces((ask.pieces[0],))


# ---- half-tracks --------------------------------------------------------------------------------

NEAR_ENOUGH, FAR_ENOUGH = 2, 4
"""Hexes to an enemy or a goal at which men get off their half-tracks, and beyond which on."""


def _far(aims: Aims, unit: str) -> int:
    cell = aims.state.pieces[unit].at or ""
    goals = [aims.setting.distance(cell, goal) for goal in aims.goals]
    return min([aims.nearest(cell), *goals])


def _who_gets_off(aims: Aims, units: Sequence[str]) -> str:
    return next((u for u in units if _far(aims, u) <= NEAR_ENOUGH), "")


def _who_gets_on(aims: Aims, units: Sequence[str]) -> str:
    return next((u for u in units if _far(aims, u) > FAR_ENOUGH), "")


def _mount(setting: Setting, state: State, ask: Decision) -> Answer | None:
    unit = _who_gets_on(Aims(setting, state, ask.who), ask.pieces)
    return Pieces((unit,)) if unit else Choose("back")


def _dismount(setting: Setting, state: State, ask: Decision) -> Answer | None:
    unit = _who_gets_off(Aims(setting, state, ask.who), ask.pieces)
    return Pieces((unit,)) if unit else Choose("back")


# ---- reacting -----------------------------------------------------------------------------------

HIDING = 0.45
"""What a shot must be worth for a gun to give itself away (13.1)."""
FEAR = 0.6
"""Expected harm from which a weak unit falls back from whoever has driven up."""


def _shot_at(setting: Setting, state: State, piece: str, causes: Sequence[str]) -> float:
    """The best shot of a unit at whoever gave cause; 0 where none is worth its one try."""
    unit = state.pieces[piece]
    if unit.opp:
        return 0.0
    best = 0.0
    for cause in shots_for(setting, state, unit, causes):
        worth = shot_worth(setting, state, piece, cause, moved=False)
        least = HIDING if unit.hidden else pays(setting, state, piece, cause)
        if worth >= least:
            best = max(best, worth)
    return best


def _flees(setting: Setting, state: State, piece: str, causes: Sequence[str]) -> bool:
    """A reduced or neutralised unit outside of what counts, before somebody who can hurt it."""
    unit = state.pieces[piece]
    if unit.hidden or unit.at in setting.place_of or (unit.steps > 1 and not unit.neutralised):
        return False
    danger = 0.0
    for cause in causes:
        foe = state.pieces[cause]
        if foe.at in setting.neighbours[unit.at or ""] and not foe.hq and unit.side != foe.side:
            danger += shot_worth(setting, state, cause, piece, moved=False)
    return danger >= FEAR


def _react(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """Fire where it pays; the weak fall back from what would finish them."""
    frame = state.stack[-1]
    if not isinstance(frame, ReactionWindow) or frame.cause == "barrage":
        return Choose("pass")
    causes = [u for u in frame.units if on_map(setting, state.pieces[u])]
    best = (0.0, "")
    for piece in ask.pieces:
        best = max(best, (_shot_at(setting, state, piece, causes), piece))
    if best[0]:
        return Pieces((best[1],))
    weak = [p for p in ask.pieces if may_withdraw(setting, state, state.pieces[p], frame)]
    fleeing = next((p for p in weak if _flees(setting, state, p, causes)), "")
    return Pieces((fleeing,)) if fleeing else Choose("pass")


def _reaction(setting: Setting, state: State, ask: Decision) -> Answer | None:
    shots = [c.key for c in ask.choices if c.key.startswith("fire:")]
    frame = state.stack[-1]
    if not isinstance(frame, ReactionWindow):
        return Choose("back")
    worth = {
        key: shot_worth(setting, state, frame.unit, key.partition(":")[2], moved=False)
        for key in shots
    }
    best = max(shots, key=worth.__getitem__, default="")
    if best and _shot_at(setting, state, frame.unit, [best.partition(":")[2]]):
        return Choose(best)
    return Choose("withdraw" if any(c.key == "withdraw" for c in ask.choices) else "back")


def _n_or_step(setting: Setting, state: State, _: Decision) -> Answer | None:
    """Full units that hold a place or fight for one pay; others keep their heads down."""
    frame = state.stack[-1]
    if not isinstance(frame, Hit):
        return None
    unit = state.pieces[frame.unit]
    fights = any(isinstance(f, Assault) for f in state.stack)
    pays = unit.steps == 2 and fights and unit.at in setting.place_of
    return Choose("step" if pays else "N")


def _retreat(setting: Setting, state: State, ask: Decision) -> Answer | None:
    frame = state.stack[-1]
    if not isinstance(frame, Retreat):
        return None
    unit = state.pieces[frame.unit]
    edge = setting.to_edge.get(unit.side, {})

    def worth(cell: str) -> float:
        near = any(c in setting.neighbours[cell] for c in enemy_cells(setting, state, unit.side))
        return -edge.get(cell, 0) - 3 * near + (cell in setting.close)

    return Cells((max(ask.cells, key=worth),))


# ---- guns ---------------------------------------------------------------------------------------


def _barrage(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """Where the salvoes do most harm to whom we see, our own men counted against it."""
    frame = state.stack[-1]
    if not isinstance(frame, Barrage):
        return None
    shell = next(s for s, n in frame.left.items() if n)
    known = {u.at for u in state.pieces.values() if u.side != ask.who and not u.hidden}

    def worth(cell: str) -> float:
        found = 0.0
        for unit in victims(state, cell):
            value = harm(setting, factor_on(setting, state, shell, unit))
            found += value if unit.side != ask.who else -1.5 * value
        return found * (1.3 if cell in setting.place_of else 1.0)

    best = max((cell for cell in ask.cells if cell in known), key=worth, default="")
    return Cells((best,)) if best and worth(best) > 0 else Choose("end")


def _salvoes(_: Setting, __: State, ask: Decision) -> Answer | None:
    return Choose(ask.choices[-1].key)


def _stand(_: Setting, __: State, ___: Decision) -> Answer | None:
    return Choose("stand")


def _break_off(_: Setting, state: State, __: Decision) -> Answer | None:
    fight = state.stack[-1]
    if not isinstance(fight, Assault):
        return None
    mine = [state.pieces[u] for u in fight.attackers if state.pieces[u].at == fight.cell]
    return Choose("on" if sum(u.steps for u in mine) > 1 or fight.round < 3 else "back")


PLAYERS: Mapping[str, Player] = {
    "activate": _activate,
    "guns": _both,
    "independent": _first,
    "attach": _first,
    "opening": _most_useful,
    "replay": _most_useful,
    "rest-two": _most_useful,
    "general": _first,
    "cancel": _cancel,
    "act": _act,
    "firer": _firer,
    "target": _target,
    "rally": _rally,
    "mount": _mount,
    "dismount": _dismount,
    "react": _react,
    "reaction": _reaction,
    "return": _first,
    "neutralised": _n_or_step,
    "retreat": _retreat,
    "barrage": _barrage,
    "salvoes": _salvoes,
    "give-way": _stand,
    "break-off": _break_off,
}
"""Who answers which kind of question; the rest is answered at random."""


CHITS = 1000
"""More than a cup ever holds."""
ANSWERED = frozenset(
    {
        "react",
        "reaction",
        "return",
        "neutralised",
        "retreat",
        "target",
        "assault-target",
        "give-way",
        "break-off",
        "rally",
        "cancel",
    }
)
"""Most of what orders and shots bring about, and chits to annul. At Hannut they are two of three
questions, and took four fifths of the time of a Colonel, who found a quarter of his gains there."""


class BlitzkriegThinking(OfSetting[Setting], Thinking[Unit, AnyFrame]):
    """How programs play one scenario."""

    measured: Mapping[str, str] = {
        "colonel": say(
            "Measured at Hannut against the scripted bot: {german} of 100 points more for the "
            "Germans ({n} pairs of games), {french} for the French ({others} pairs).",
            german=61,
            n=8,
            french=13,
            others=21,
        )
    }

    def policy(self, state: State, rng: Random) -> Answer:
        """The scripted player of the side that is asked."""
        return choose(self.setting, state, rng)

    def score(self, state: State, side: str) -> float:
        """0 lost, 1 won: the result, else what points promise, or the place and steps left."""
        if state.result is not None:
            winner = state.result.winner
            return 0.5 if not winner else float(winner == side)
        victory = self.setting.scenario.victory
        mine = self._standing(state, victory.side)
        return mine if side == victory.side else 1.0 - mine

    def clock(self, state: State) -> int:
        """Chits: a turn has hundreds of questions, an activation a few dozen."""
        return CHITS * state.tracks["turn"] - len(state.cups.get(CUP, ()))

    def ideas(self, state: State, n: int, rng: Random) -> Sequence[Answer]:
        """Orders that the script would think of; what else is asked has short lists."""
        del rng  # nothing is drawn
        return ideas(self.setting, state, n)

    def weighs(self, state: State, script: Answer) -> bool:
        """Orders are weighed; most of what they bring about is answered by the script."""
        del script
        return state.ask is not None and state.ask.kind not in ANSWERED

    def guess(self, state: State, side: str, rng: Random) -> State:
        """Hidden guns of the other side somewhere where they may have begun (13.1)."""
        return guess(self.setting, state, side, rng)

    def _standing(self, state: State, side: str) -> float:
        """How the side that wants to win by *victory* stands while nobody has won yet."""
        victory = self.setting.scenario.victory
        if victory.bands:
            return prospects(self.setting, state)
        ours = sum(u.steps for u in state.pieces.values() if u.side == side and u.at)
        theirs = sum(u.steps for u in state.pieces.values() if u.side == ENEMY[side] and u.at)
        held = float(holds_place(state, self.setting.scenario.place[0], side))
        return 0.1 + 0.5 * held + 0.3 * ours / max(1, ours + theirs)
