"""Scripted session: the whole of Market Garden by nothing but *the next thing that needs somebody*.

    python packaging/sessions/campaign_by_needs.py [FOLDER]

From 17 to 26 September, with one command: ``wardesk campaign needs`` says what is next, and is
answered. What a club finds out at its tables is entered when the list says that the table is next,
never before. Dice are typed, so the story is the same each time. What was said is kept in
FOLDER/campaign_by_needs/log.txt. The exit code is 0 only when every check held.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from campaign_by_lines import Lines, members

MISSED, LEFT = "it was forgotten at the table", "it cannot be done as things stand"
Deeds = Callable[["Needs"], None]

ROLLS = {
    "weather": (0, 3, 9, 5, 0, 1, 2, 0, 1), "fog": (3,), "corps": (9,), "zones": (5, 0, 9),
}  # fmt: skip
"""Dice of some lines, in order; the last one goes on for ever. Every other die is thrown."""
PLAYED = frozenset({
    "raid", "hot", "huber", "reorganise", "offmap", "display", "plan", "supply", "fates", "bailey",
    "event", "rout", "weather", "fog", "zones", "marker", "release", "corps", "activations",
})  # fmt: skip
"""Everything that the list asked for, by the beginning of its name."""
WRITTEN = frozenset({
    "drop.planned", "drop.landed", "drop.postponed", "supply.interdicted", "drop.zones_changed",
    "weather.set", "route.marker_advanced", "release.released", "release.failed",
    "route.attacked", "route.status", "route.markers_spent", "box.moved", "corps.failed",
    "bridge.changed", "bridge.control", "identity.chosen", "secret.committed", "secret.revealed",
    "unit.arrived", "unit.moved", "unit.step_lost", "unit.flagged",
    "proposal.decided", "draw.made", "step.closed", "turn.begun", "vp.awarded",
    "pool.changed", "fact.set",
})  # fmt: skip
"""Every mechanism leaves one of these."""


class Needs(Lines):
    """Goes on by `needs` alone, and keeps what was asked."""

    def __init__(self, folder: Path, tell: Callable[[str], None] = print) -> None:
        super().__init__(folder, tell)
        self.met: Counter[str] = Counter()
        self.thrown: Counter[str] = Counter()
        self.played: set[str] = set()
        """The turns whose tables were played."""
        self.dice = random.Random(1944)

    def ask(self, *words: object) -> dict[str, Any]:
        """Answer, if there is something to say, and go on to the next thing."""
        said = self.do("needs", *words, "--json")
        found: dict[str, Any] = json.loads(said)
        return found

    def die(self, what: str) -> int:
        """The next die of a line."""
        self.thrown[what] += 1
        faces = ROLLS.get(what)
        if faces is None:
            return self.dice.randrange(10)
        return faces[min(self.thrown[what], len(faces)) - 1]

    def words(self, need: Mapping[str, Any]) -> list[object]:
        """The answer to a need: the first of what can be chosen, a die where one is rolled."""
        kind = need["key"].partition(":")[2].partition(".")[0]
        given: list[object] = [*EVENTS.get(need["key"], ())]
        for word, values in need["choices"].items():
            if values:
                # the furthest stop, the northernmost box, and Germans in a supply zone now and then
                last = kind in ("marker", "offmap") or (word == "enemy_in_zone" and self.often(3))
                given.append(f"{word}={values[-1 if last else 0][0]}")
        ask = need["ask"]
        if ask is not None and ask["proposal"] is not None:
            given += ["--roll", self.die(kind)]
        elif need["tabled"]:
            given.append("dice=" + ",".join(str(self.die(kind)) for _ in range(self.waiting(need))))
        return given or ["--done"]

    def often(self, every: int) -> bool:
        """Every so many times it is asked."""
        self.thrown["often"] += 1
        return self.thrown["often"] % every == 0

    def waiting(self, need: Mapping[str, Any]) -> int:
        """How many dice a table of them wants."""
        division = need["words"]["division"]
        rows = json.loads(self.do("rolls", "drop-rolls", f"division={division}", "--json"))
        return len(rows["rows"])


# ---- what is found out at the tables ------------------------------------------------------------


def son_is_blown(s: Needs) -> None:
    """Germans hold Son bridge, wire it, and blow it."""
    s.act("control", "bridge=son", "side=german")
    s.act("wire", "bridge=son", "side=german")
    s.act("demolish", "bridge=son", "side=german", "fire_zone=yes", roll=2)
    s.losses({"101.506.a": 1, "101.506.b": 0})


def a_bailey_is_begun(s: Needs) -> None:
    """Engineers of the Guards come to Son; events are drawn on both sides."""
    s.act("bailey", "bridge=son", "unit=gds.ind.11")
    s.act("draw-event", "side=allied", roll=2)
    s.act("event-drawn", "side=german", "chit=minefield")


def the_road_is_attacked(s: Needs) -> None:
    """Guns on the road, and the check that cuts it."""
    s.act("attack-route", "attacked=yes", "closed=yes", "cause=guns at Koevering")
    s.act("check-route", roll=0)


def a_rout(s: Needs) -> None:
    """A formation of KG Walther runs; it may come back by the boxes."""
    s.losses({members(s, "wal.hof")[0]: 1})
    s.act("rout", "formation=wal.hof", "box=east-1")


def the_way_is_free(s: Needs) -> None:
    """The bridge at Son is held by the Allies."""
    s.act("control", "bridge=son", "side=allied")


EVENTS = {
    "duty:event.allied": ("unit=101.506.c", "division=101", "hex=60.150"),
    "duty:event.german": ("hex=41.230", "on_route=yes"),
}
"""What is told about the events that were drawn."""


def the_brook_bears_tanks(s: Needs) -> None:
    """The bridges over the streams south of Eindhoven are tried."""
    s.act("weak-bridge", "bridge=dommel", roll=3)
    s.act("weak-bridge", "bridge=tongelreep", roll=3)


TABLES: dict[str, Deeds] = {
    "17 Sep 1700": the_brook_bears_tanks,
    "17 Sep 1500": son_is_blown,
    "18 Sep 1500": a_bailey_is_begun,
    "19 Sep 1100": the_road_is_attacked,
    "19 Sep 1300": a_rout,
    "20 Sep 0900": the_way_is_free,
}
"""What happens at the tables, by the turn whose activations are played then."""


# ---- the story ----------------------------------------------------------------------------------


def play(s: Needs) -> None:
    """Ten days."""
    s.line("new", s.file, "--design", "market-garden", "--name", "By the list")
    need = s.ask()["need"]
    while need is not None:
        need = answered(s, need)
    status = s.status()
    s.check("the last turn is the night of 26 September", status["turn"]["day"].endswith("09-26"))
    s.check("every line of it is done", not status["pending"])
    missing = PLAYED - set(s.met)
    s.check(f"the list asked for everything it knows: {sorted(missing)}", not missing)
    s.do("export", s.folder / "text")
    text = (s.folder / "text" / "events.jsonl").read_text("utf-8")
    kinds = {kind for kind in WRITTEN if f'"kind":"{kind}"' in text}
    s.check(f"every mechanism was met: {sorted(WRITTEN - kinds)}", kinds >= WRITTEN)
    left = json.loads(s.do("needs", "--list", "--json"))
    s.check("nothing that was due is left over", not [r for r in left if r["when"] != "later"])
    s.check("the ledger is sound", "healthy" in s.do("doctor"))


def from_a_box(s: Needs) -> list[str]:
    """Who stands in a box with an entry of its own goes into the display, once."""
    for formation in ("chi.drey", "chi.buch", "wal.180"):
        kind, box, *_more = f"{s.unit(members(s, formation)[0])['place']} - -".split()
        if kind == "box" and box in ("west-3", "oirschot", "east-2") and formation not in s.played:
            s.played.add(formation)
            return [f"formation={formation}", f"box={box}", "display=yes"]
    return []


def other_zones(s: Needs) -> list[object]:
    """On the first two mornings other drop zones are asked for, once each."""
    division = {0: "1ab", 1: "82"}.get(s.thrown["zones"])
    return [] if division is None else [f"division={division}", "--roll", s.die("zones")]


def answered(s: Needs, need: Mapping[str, Any]) -> dict[str, Any] | None:
    """Settle one need, or leave it with a reason where the rules refuse it; the next one."""
    kind = need["key"].partition(":")[2].partition(".")[0]
    s.met[kind] += 1
    if kind == "activations":
        now = s.status()["turn"]
        turn = f"{int(now['day'][-2:])} Sep {now['slot']}"
        if (deeds := TABLES.get(turn)) is not None and turn not in s.played:
            s.played.add(turn)
            deeds(s)
            found = s.ask()["need"]
            if found["key"] != need["key"]:  # what was found out asks for something itself
                return found
    if need["key"] == "step:offmap" and (moved := from_a_box(s)):
        return s.ask(*moved)["need"]
    if need["key"] == "step:zones" and (asked := other_zones(s)):
        return s.ask(*asked)["need"]
    words = s.words(need)
    late = ("--allow", MISSED) if need["when"] == "missed" else ()
    try:
        return s.ask(*words, *late)["need"]
    except AssertionError:
        return s.ask("--leave", LEFT)["need"]


def main(arguments: list[str]) -> int:
    """Run it in a folder; 0 only when every check held."""
    folder = Path(arguments[0] if arguments else tempfile.gettempdir()) / "campaign_by_needs"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ["WARDESK_HOME"] = str(folder / "home")
    with (folder / "log.txt").open("w", encoding="utf-8") as file:

        def tell(words: str) -> None:
            file.write(words + "\n")

        lines = Needs(folder, tell)
        play(lines)
    for kind, times in sorted(lines.met.items()):
        print(f"{times:4}  {kind}")
    for words in lines.failed:
        print(f"FAILED {words}")
    print(f"{lines.checks - len(lines.failed)} of {lines.checks} checks held; {folder / 'log.txt'}")
    return 1 if lines.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
