"""Chapter 4: tracks, the turn record among them."""

from __future__ import annotations

from typing import NamedTuple

from wardesk.engine.types import Choice, Choose, Reason, SetMark
from wardesk.games.freeform.permissions import BACK, BACK_CHOICE, Table, steps
from wardesk.games.freeform.setup import Setup
from wardesk.games.freeform.state import NOTE, TURN, SingleDeed, State
from wardesk.games.shared.ask import AskedQuestion, choose
from wardesk.words import Text, say

BY = (1, -1, 5, -5)


class Track(NamedTuple):
    """A track as the rules need it."""

    id: str
    title: str
    least: int
    most: int


def all_tracks(layout: Setup) -> tuple[Track, ...]:
    """The turn record first, then the scenario's own."""
    own = (Track(t.id, t.title, t.least, t.most) for t in layout.tracks)
    return (Track(TURN, say("Turn"), 1, layout.last_turn or 999), *own)


def bounds(track: Track) -> Text:
    """Why a track cannot be moved beyond its ends."""
    return say("It runs from {least} to {most}", least=track.least, most=track.most)


@steps(SingleDeed, "track")
def track(d: Table, frame: SingleDeed, _: None) -> None:
    """Ask which track."""
    found = (
        Choice(
            f"track {t.id}", say("{track} ({value})", track=t.title, value=d.tracks[t.id]), "FF 4.1"
        )
        for t in all_tracks(d.setting.layout)
    )
    choose(
        d,
        frame.side,
        AskedQuestion("track", say("Which track?"), "FF 4.1", "tracked"),
        (BACK_CHOICE, *found),
    )


@steps(SingleDeed, "tracked")
def tracked(d: Table, _: SingleDeed, answer: Choose) -> None:
    """On to how far, or back."""
    if answer.key == BACK:
        d.done()
    else:
        d.goto("by", word=answer.key.removeprefix("track "))


@steps(SingleDeed, "by")
def by(d: Table, frame: SingleDeed, _: None) -> None:
    """Ask how far; a track is never left at either end (FF 4.1)."""
    one = _track(d, frame)
    found: list[Choice] = []
    for step in BY:
        fits = one.least <= d.tracks[one.id] + step <= one.most
        refused = () if fits else (Reason(bounds(one), "FF 4.1"),)
        found.append(Choice(f"{step:+d}", f"{step:+d}", "FF 4.1", refused=refused))
    choose(
        d,
        frame.side,
        AskedQuestion("track-by", say("Move it how far?"), "FF 4.1", "moved"),
        (BACK_CHOICE, *found),
    )


@steps(SingleDeed, "moved")
def moved(d: Table, frame: SingleDeed, answer: Choose) -> None:
    """The track stands somewhere else."""
    if answer.key != BACK:
        value = d.count(frame.word, int(answer.key))
        cite = "FF 4.2" if frame.word == TURN else "FF 4.1"
        text = say("{track} stands at {value}", track=_track(d, frame).title, value=value)
        d.say(text, cite)
    d.done()


def _track(d: Table, frame: SingleDeed) -> Track:
    return next(t for t in all_tracks(d.setting.layout) if t.id == frame.word)


LONGEST_NOTE = 400
"""Letters that a note may have."""


def add_note(state: State, text: str) -> tuple[SetMark, ...]:
    """The effects that lay a note on the table. ValueError when it is empty or too long."""
    words = " ".join(text.split())
    if not 0 < len(words) <= LONGEST_NOTE:
        raise ValueError(f"a note has 1 to {LONGEST_NOTE} characters")
    used = {key.removeprefix(NOTE) for key in state.marks if key.startswith(NOTE)}
    number = next(n for n in range(1, len(used) + 2) if str(n) not in used)
    return (SetMark(f"{NOTE}{number}", words),)
