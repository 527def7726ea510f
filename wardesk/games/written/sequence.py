"""The turn: its phases in their order, weather, chits, what is held, and who has won."""

from __future__ import annotations

from collections.abc import Callable

from wardesk.engine.question import Dice, Throw
from wardesk.engine.types import Roll
from wardesk.games.shared import cup
from wardesk.games.shared.ask import AskedQuestion
from wardesk.games.written.asked import D
from wardesk.games.written.position import Table, at, is_time, units_of
from wardesk.games.written.schema import Hold, Mark, Phase, Points, Win
from wardesk.games.written.setting import Setting
from wardesk.games.written.state import (
    CUP,
    TURN,
    WEATHER,
    Fighting,
    Game,
    Moving,
    OfPhase,
    Rally,
    Refit,
    State,
    steps,
)
from wardesk.words import say

# ---- turns and phases ----------------------------------------------------------------------------


@steps(Game, "begin")
def begin_game(d: D, frame: Game, _: object) -> None:
    """Sides that begin as they like say where, one after the other."""
    for side in d.setting.sides:
        start = d.setting.setup.start.get(side)
        if start is not None and start.how == "free" and not d.marks.get(f"deployed/{side}"):
            d.mark(f"deployed/{side}", True)
            d.call(OfPhase(step="deploy", phase="", side=side), "begin")
            return
    d.goto("turn")


@steps(Game, "turn")
def turn(d: D, frame: Game, _: object) -> None:
    """A turn begins."""
    setting, weather = d.setting, d.setting.book.weather
    now = weather.turns.get(str(d.tracks[TURN]), weather.kinds[0])
    if d.marks.get(WEATHER) != now:
        d.mark(WEATHER, now)
    reach_marks(d)
    if setting.book.turn.order == "chits":
        d.cup(CUP, sorted(c.id for c in setting.book.turn.chits for _ in range(c.count)))
        d.goto("draw", phase="", side="", chit="")
    else:
        d.goto("phase", phase="", side=setting.book.turn.first or setting.sides[0], chit="")


@steps(Game, "draw")
def draw(d: D, frame: Game, _: object) -> None:
    """Which chit comes."""
    asked = AskedQuestion("chit", say("Which chit comes?"), d.setting.book.turn.cite, "drawn")
    if not cup.draw(d, CUP, asked, lambda one: d.setting.chits[one].name):
        d.goto("end")


@steps(Game, "drawn")
def drawn(d: D, frame: Game, roll: Roll) -> None:
    """It acts, or the turn is over."""
    chit = d.setting.chits[cup.drawn(d, CUP, roll)]
    d.say(chit.name)
    if chit.ends_turn:
        d.goto("end")
    else:
        d.goto("phase", phase="", side=chit.side, chit=chit.id)


@steps(Game, "phase")
def next_phase(d: D, frame: Game, _: object) -> None:
    """The phase after the one that was played."""
    setting, book = d.setting, d.setting.book.turn
    reach_marks(d)
    if judge(d, "always"):
        return
    ids = list(setting.phases)
    number = ids.index(frame.phase) + 1 if frame.phase in setting.phases else 0
    if number < len(ids):
        phase = setting.phases[ids[number]]
        d.goto("phase", phase=phase.id)
        side = phase.side or frame.side
        others = book.order in ("sides", "chits") and phase.side and phase.side != frame.side
        if is_time(d, phase.when, phase.but) and not others:
            _BEGIN[phase.kind](d, phase, side, frame.chit)
    elif book.order == "chits":
        d.goto("draw")
    elif book.order == "sides" and frame.side == (book.first or setting.sides[0]):
        d.goto("phase", phase="", side=setting.enemy[frame.side])
    else:
        d.goto("end")


def _moving(d: D, phase: Phase, side: str, chit: str) -> None:
    for unit in units_of(d.setting, d.pieces, side):
        if unit.moved:
            d.set(unit.id, moved=False)
    step = "hand" if phase.kind == "hand" else "march"
    d.call(Moving(step=step, phase=phase.id, side=side, chit=chit), "phase")


def _fighting(d: D, phase: Phase, side: str, chit: str) -> None:
    for unit in units_of(d.setting, d.pieces, side):
        if unit.fought:
            d.set(unit.id, fought=False)
    d.call(Fighting(step="announce", phase=phase.id, side=side, chit=chit), "phase")


def _replacing(d: D, phase: Phase, side: str, chit: str) -> None:
    rule = d.setting.replaces.get(side)
    if rule is not None:
        usual = d.setting.setup.replacements.get(side, rule.points)
        left = rule.turns.get(str(d.tracks[TURN]), usual)
        d.call(Refit(step="refit", phase=phase.id, side=side, chit=chit, left=left), "phase")


def _arriving(d: D, phase: Phase, side: str, chit: str) -> None:
    d.call(OfPhase(step="arrive", phase=phase.id, side=side, chit=chit), "phase")


def _deploying(d: D, phase: Phase, side: str, chit: str) -> None:
    d.call(OfPhase(step="deploy", phase=phase.id, side=side, chit=chit), "phase")


def _rallying(d: D, phase: Phase, side: str, chit: str) -> None:
    states = d.setting.states
    todo = list[str]()
    for unit in units_of(d.setting, d.pieces, side):
        if unit.state and states[unit.state].rally:
            todo.append(unit.id)
        elif unit.state:
            d.set(unit.id, state="")
    d.call(Rally(step="next", phase=phase.id, side=side, chit=chit, todo=tuple(todo)), "phase")


def _weather(d: D, phase: Phase, side: str, chit: str) -> None:
    if d.setting.book.weather.chart:
        d.goto("sky")


def _nothing(d: D, phase: Phase, side: str, chit: str) -> None:
    """Lines are traced when they are asked for, and victory is judged at the end of turns."""


_BEGIN: dict[str, Callable[[D, Phase, str, str], None]] = {
    "move": _moving, "hand": _moving, "combat": _fighting, "replace": _replacing,
    "arrive": _arriving, "deploy": _deploying, "rally": _rallying, "weather": _weather,
    "supply": _nothing, "victory": _nothing,
}  # fmt: skip


@steps.asks(Game, "sky", "skied")
class SkyRoll(Throw[Setting, State, Game]):
    """The weather of the turn."""

    kind, text = "weather", say("How is the weather?")

    def rule(self) -> str:
        return self.setting.book.weather.cite

    def dice(self) -> Dice:
        weather = self.setting.book.weather
        number, faces = map(int, self.setting.charts[weather.chart].dice.split("d"))
        return Dice(dice=(faces,) * number, chart=weather.chart)

    def answered(self, d: D, answer: Roll) -> None:
        chart = self.setting.charts[self.setting.book.weather.chart]
        d.mark(WEATHER, chart.rows[str(sum(answer.dice))][0])
        d.goto("phase")


@steps(Game, "end")
def end(d: D, frame: Game, _: object) -> None:
    """The end of a turn: points, then who has won."""
    setting = d.setting
    for row in setting.book.points:
        if row.for_what.startswith("turn ") and (won := _earned(setting, d, row)):
            d.count(f"points/{row.side}", won)
    reach_marks(d)
    if judge(d, "turn"):
        return
    if d.tracks[TURN] < setting.last_turn:
        d.count(TURN)
        d.goto("turn")
    elif not judge(d, "end"):
        text = say("Nobody has won")
        d.end("", text, text, setting.book.turn.cite)


# ---- who holds, who has won ----------------------------------------------------------------------


def held(setting: Setting, table: Table, side: str, places: tuple[str, ...]) -> int:
    """How many cells of *places* a side holds."""
    return sum(
        _holder(setting, table, cell) == side for place in places for cell in setting.places[place]
    )


def _holder(setting: Setting, table: Table, cell: str) -> object:
    """Whoever was the last in a cell, or stands in one of which nobody keeps count."""
    if cell in setting.tracked:
        return table.marks.get(f"held/{cell}")
    here = [side for side in setting.sides if at(setting, table.pieces, side, cell)]
    return here[0] if len(here) == 1 else None


def _earned(setting: Setting, table: Table, row: Points) -> int:
    if row.for_what.endswith("held"):
        return row.each * held(setting, table, row.side, row.places)
    cells = {cell for place in row.places for cell in setting.places[place]}
    here = [u for u in units_of(setting, table.pieces, row.side) if u.at in cells]
    figures = (setting.figure(u.id, row.value, u.face) if row.value else 1 for u in here)
    return row.each * sum(figures)


def points(setting: Setting, table: Table, side: str) -> int:
    """The points of a side as it stands now."""
    found = table.tracks.get(f"points/{side}", 0)
    for row in setting.book.points:
        if row.side != side:
            continue
        if row.for_what in ("held", "standing"):
            found += _earned(setting, table, row)
        elif row.for_what == "lost":
            enemies = [u for u in table.pieces.values() if u.lost and u.side != side]
            found += row.each * sum(
                setting.figure(u.id, row.value, 1) if row.value else 1 for u in enemies
            )
    return found


def _holding(setting: Setting, table: Table, rows: tuple[Hold, ...]) -> bool:
    return all(enough(setting, table, one.side, one.places, one.count) for one in rows)


def enough(setting: Setting, table: Table, side: str, places: tuple[str, ...], count: int) -> bool:
    """Whether a side holds so many cells of *places*; all of them if *count* is 0."""
    wanted = count or sum(len(setting.places[place]) for place in places)
    return held(setting, table, side, places) >= wanted


def is_won(setting: Setting, table: Table, row: Win) -> bool:
    """Whether a row of results holds."""
    if row.holds and not enough(setting, table, row.winner, row.holds, row.count):
        return False
    if row.gone and units_of(setting, table.pieces, row.gone):
        return False
    if any(table.tracks.get(f"lost/{side}", 0) < least for side, least in row.lost.items()):
        return False
    for side, least in row.points.items():
        lead = points(setting, table, side) - points(setting, table, setting.enemy[side])
        if lead < least:
            return False
    return _holding(setting, table, row.also)


def judge(d: D, when: str) -> bool:
    """End the game if a row of results holds that is looked at *when*."""
    for row in d.setting.book.win:
        if row.at == when and is_won(d.setting, d, row):
            winner = "" if row.winner == "draw" else row.winner
            name = d.setting.side_names.get(winner, "")
            usual = say("{side!s} won", side=name) if name else say("Nobody has won")
            level = row.level or usual
            d.end(winner, level, level, row.cite)
            return True
    return False


def reach_marks(d: D) -> None:
    """Marks that are reached now, and stay."""
    for mark in d.setting.book.mark:
        if not d.marks.get(f"mark/{mark.id}") and _reached(d, mark):
            d.mark(f"mark/{mark.id}", True)
            if mark.title:
                d.say(mark.title, mark.cite)


def _reached(d: D, mark: Mark) -> bool:
    if mark.turns and d.tracks[TURN] < min(mark.turns):
        return False
    if any(d.tracks.get(f"lost/{side}", 0) < least for side, least in mark.lost.items()):
        return False
    return _holding(d.setting, d, mark.holds)
