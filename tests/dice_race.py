"""Dice race, a tiny game for studies: two runners, four turns, losses, points and named levels."""

from __future__ import annotations

import os
from random import Random

from wardesk.engine.rules import Rules, Showing, Steps, Thinking
from wardesk.engine.types import (
    Choice,
    Choose,
    CreatePiece,
    Decision,
    Event,
    Frame,
    GameState,
    OutcomeField,
    Piece,
    SetTrack,
)
from wardesk.model.look import SideLook, TableLook, TrackLook
from wardesk.model.rulebook import Rulebook
from wardesk.services.play.tables import PlayTable, TableInfo

TURNS = 4


class Runner(Piece, frozen=True, kw_only=True):
    men: int = 10


class Turn(Frame, frozen=True, kw_only=True):
    far: int = 0


steps = Steps()


@steps(Turn, "start")
def start(d, f, _):
    if d.tracks["turn"] == TURNS:
        level = "clear win" if d.tracks["points"] >= 16 else "narrow win"
        return d.end("red" if d.tracks["points"] >= 14 else "blue", level, "The race is over", "9")
    d.say("The dust settled", "1")
    d.say(f"Turn {d.count('turn')} began", "1")
    return d.goto("ask")


@steps(Turn, "ask")
def ask(d, f, _):
    choices = (Choice("run", "Run"), Choice("rest", "Rest"))
    return d.ask(
        Decision(
            who="red", kind="run", shape="choose", prompt="Run?", cite="2", then="run",
            choices=choices,
        )
    )  # fmt: skip


@steps(Turn, "run")
def run(d, f, a):
    if a.key == "rest":
        return d.goto("start")
    return d.roll("run", "How far?", "3", "ran", dice=(6,) if d.setting.slow else (6, 6))


@steps(Turn, "ran")
def ran(d, f, a):
    far = sum(a.dice)
    if far == d.setting.breaks_at:
        raise RuntimeError("the track is torn")
    d.count("points", far // 2)
    return d.goto("stumble", far=far)


@steps(Turn, "stumble")
def stumble(d, f, _):
    far = f.far
    d.outcome(
        {"lost": far % 3}, "lost", kind="lost", prompt="How many stumble?", cite="4",
        summary=f"{far % 3} stumble", fields=(OutcomeField("lost", "stumble", 0, 9),),
    )  # fmt: skip


@steps(Turn, "lost")
def lost(d, f, a):
    if a.value["lost"]:
        d.set("R", men=d.pieces["R"].men - a.value["lost"])
        d.count("red_losses", a.value["lost"])
        d.say(f"{a.value['lost']} stumbled", "4", at="track")
    d.goto("start")


class DiceRace(Rules[Runner, Turn], Showing[Runner, Turn], Thinking[Runner, Turn]):
    id, title, sides = "dice-race", "Dice <race>", ("red", "blue")
    piece_type = Runner
    state_type = GameState[Runner, Turn]
    event_type = Event[Runner, Turn]
    steps = steps.table
    rulebook = Rulebook(game="dice-race", title="Dice race", prefix="DR", source="tests", rules=())

    def __init__(self, slow=False, breaks_at=0):
        self.slow = slow
        self.breaks_at = breaks_at
        self.digest = ("1" if slow else "0") * 64

    def setup(self):
        tracks = ("turn", "points", "red_losses")
        runners = [CreatePiece(Runner(id="R", side="red", at="track"))]
        return [*runners, *(SetTrack(t, 0) for t in tracks)], (Turn(step="start"),)

    def policy(self, state, rng: Random):
        return Choose("run")

    def score(self, state, side):
        return 0.5

    def look(self, state):
        def track(name, title, most, **more):
            return TrackLook(id=name, title=title, value=state.tracks[name], most=most, **more)

        return TableLook(
            sides=(
                SideLook("red", "Reds", "#c0d0a0", "#405030", "a"),
                SideLook("blue", "Blues", "#c0c0c0", "#404040", "b"),
            ),
            counters=(),
            tracks=(
                track("turn", "Turn", TURNS, style="turns"),
                track(
                    "points", "Points", 24, side="red", steps=((0, "narrow"), (16, "clear")),
                    reconstruction=True,
                ),
                track("red_losses", "Red losses", 10, side="red"),
            ),
            headline=f"Turn {state.tracks['turn']}",
        )  # fmt: skip


def make_race(scenario, options):
    """Laid by workers: found by its name."""
    return DiceRace(bool(options.get("slow")), int(options.get("breaks_at", 0)))


def deadly_race(scenario, options):
    """Kills the process that lays the table, but never the first one of the tests."""
    if os.environ.get("PYTEST_VERSION") is None or os.getpid() != int(os.environ["RACE_PID"]):
        os._exit(3)
    return make_race(scenario, options)


def once_deadly_race(scenario, options):
    """Kills the first process that lays this table; *flag* remembers that it did."""
    try:
        os.close(os.open(str(options["flag"]), os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return make_race(scenario, options)
    os._exit(3)


def load_race(scenario, options):
    """A table for command line and sessions."""
    info = TableInfo(
        scenario=scenario,
        title="The <b>race</b>",
        game="dice-race",
        game_title="Dice <race>",
        reconstruction=("The track was <i>rebuilt</i>.",),
    )
    return PlayTable(make_race(scenario, options), info)
