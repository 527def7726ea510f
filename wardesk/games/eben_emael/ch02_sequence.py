"""Chapter 2: the turn, phase by phase, in the order of the strip beside the map (EE N7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wardesk.engine.draft import Draft
from wardesk.engine.types import Roll
from wardesk.games.eben_emael.control import final_score
from wardesk.games.eben_emael.state import BONUS, FIRST_MOVER, HANDS, POOL, Turn
from wardesk.games.eben_emael.steps import steps
from wardesk.words import count

if TYPE_CHECKING:
    from wardesk.games.eben_emael.rules import EbenEmaelRules

PHASES: tuple[tuple[str, str, str], ...] = (
    ("draw", "Special action", "EE 2.1-0"),
    ("air", "German air attack", "EE 2.1-I"),
    ("german_move", "German movement", "EE 2.1-II-A"),
    ("belgian_mortars", "Belgian mortar and anti-tank fire", "EE 2.1-II-B"),
    ("belgian_artillery", "Belgian artillery", "EE 2.1-IV"),
    ("belgian_machine_guns", "Belgian machine guns", "EE N7"),
    ("german_attack", "German attack", "EE 2.1-III"),
    ("belgian_move", "Belgian movement", "EE 2.1-V-A"),
    ("german_machine_guns", "German machine guns", "EE N7"),
    ("belgian_attack", "Belgian attack", "EE 2.1-VI"),
)
"""The ten lines of the strip: step, title, cite. Machine guns fire inside the attacks (EE N62)."""

IN_CHAPTER = (0, 1, 2, 3, 5, 6, 4, 7, 8, 9)
"""The same lines in the order of chapter 2: artillery comes after the German attack (2.1)."""


def phases(*, strip: bool) -> tuple[tuple[str, str, str], ...]:
    """The lines of a turn in the order that is played (option ``sequence``)."""
    return PHASES if strip else tuple(PHASES[at] for at in IN_CHAPTER)


def following(*, strip: bool) -> dict[str, str]:
    """Which step comes after which phase; Belgians play counters before they move (EE N64)."""
    steps_ = [step for step, _, _ in phases(strip=strip)]
    steps_.insert(steps_.index("belgian_move"), "belgian_cards")
    steps_.remove("german_machine_guns")
    return dict(zip(steps_, [*steps_[1:], "end"], strict=True))


IN_PHASE = {
    "start": "draw",
    "drawn": "draw",
    "at_once": "draw",
    "german_cards": "draw",
    "belgian_cards": "belgian_move",
    "end": "belgian_attack",
}


@steps(Turn, "start")
def start(d: Draft[EbenEmaelRules], _: Turn, __: Any) -> None:  # noqa: ANN401 - no answer
    """A new turn: every unit may move, fight and fire again."""
    turn = d.count("turn")
    for counter in tuple(d.pieces.values()):
        if counter.moved:
            d.set(counter.id, moved=False)
        if counter.attacked:
            d.set(counter.id, attacked=False)
        if counter.fired:
            d.set(counter.id, fired=False)
    for key in tuple(d.marks):
        if key in (BONUS, FIRST_MOVER) or key.endswith("/out"):
            d.mark(key, None)
    d.say(f"Turn {turn} began", "EE N43")
    d.goto("draw", counter="")


@steps(Turn, "draw")
def draw(d: Draft[EbenEmaelRules], _: Turn, __: None) -> None:
    """One special action counter is drawn (phase 0, EE N44)."""
    pool = d.cups[POOL]
    if not pool:
        return d.goto("german_cards")
    return d.roll(
        "draw",
        "Which special action counter is drawn?",
        "EE 2.1-0",
        "drawn",
        dice=(len(pool),),
        faces=tuple(d.rules.tables.counters[c].name for c in pool),
        context=f"{count(len(pool), 'counter')} left",
    )


@steps(Turn, "drawn")
def drawn(d: Draft[EbenEmaelRules], _: Turn, answer: Roll) -> None:
    """The counter goes to the side it helps and never comes back to the pool (6.0)."""
    pool = d.cups[POOL]
    counter = d.rules.tables.counters[pool[answer.dice[0] - 1]]
    hand = HANDS[counter.side]
    d.cup(POOL, [c for c in pool if c != counter.id])
    d.cup(hand, sorted((*d.cups[hand], counter.id)))
    owner = d.rules.side_names[counter.side]
    d.say(f"{counter.name} was drawn for the {owner}", "EE 2.1-0")
    d.goto("at_once", counter=counter.id)


@steps(Turn, "end")
def end(d: Draft[EbenEmaelRules], _: Turn, __: Any) -> None:  # noqa: ANN401 - no answer
    """After the last turn, or the turn of the tunnels, points are counted (EE N37, EE N43)."""
    if d.rules.solitaire:
        _out_of_play(d)
    if d.tracks["turn"] >= d.rules.tables.constants.turns or d.marks.get("fort/tunnels"):
        return final_score(d)
    return d.goto("start")


def _out_of_play(d: Draft[EbenEmaelRules]) -> None:
    """In a solitaire game nobody keeps a counter for the next turn (EE N60)."""
    for hand in HANDS.values():
        for counter in d.cups[hand]:
            d.say(f"{d.rules.tables.counters[counter].name} went out of play", "EE N60")
        if d.cups[hand]:
            d.cup(hand, ())
