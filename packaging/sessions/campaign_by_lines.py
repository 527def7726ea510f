"""Scripted session: Market Garden by command line, through every mechanism of the campaign layer.

    python packaging/sessions/campaign_by_lines.py [FOLDER]

Every line is a command of ``wardesk campaign`` as an organiser would type it; dice are typed, so
the story is the same each time. What was said is kept in FOLDER/campaign_by_lines/log.txt, by
default below the system's folder for scratch files. The exit code is 0 only when every check held.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from wardesk.cli.main import main as wardesk  # noqa: E402 - the checkout must be found first

TANKS = "gds.irish.t1"


class Lines:
    """Types commands and keeps what they say."""

    def __init__(self, folder: Path, tell: Callable[[str], None] = print) -> None:
        self.folder = folder
        self.file = folder / "market.wdcamp"
        self.tell = tell
        self.checks = 0
        self.failed: list[str] = []

    def line(self, *words: object, expect: int = 0) -> str:
        """Type one command of the campaign; what it says."""
        return self.command("campaign", *words, expect=expect)

    def command(self, *words: object, expect: int = 0) -> str:
        """Type one command; what it says. AssertionError if it ends otherwise than *expect*."""
        told, out, err = [*map(str, words)], io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = wardesk(told)
        said = out.getvalue() + err.getvalue()
        self.tell(f"$ wardesk {' '.join(told)}\n{said.rstrip()}")
        if code != expect:
            raise AssertionError(f"{' '.join(told)}: ended with {code}, not {expect}: {said}")
        return said

    def do(self, command: str, *words: object, expect: int = 0) -> str:
        """A command on the campaign."""
        return self.line(command, self.file, *words, expect=expect)

    def act(self, action: str, *words: str, roll: int | None = None, expect: int = 0) -> str:
        """One action, with a die of the table."""
        more = ("--roll", roll) if roll is not None else ()
        return self.do("act", action, *words, *more, expect=expect)

    def status(self) -> dict[str, Any]:
        """How it stands."""
        out = io.StringIO()
        with redirect_stdout(out):
            wardesk(["campaign", "status", str(self.file), "--json"])
        found: dict[str, Any] = json.loads(out.getvalue())
        return found

    def unit(self, unit: str) -> dict[str, Any]:
        """How one unit stands."""
        out = io.StringIO()
        with redirect_stdout(out):
            wardesk(["campaign", "unit", str(self.file), unit, "--json"])
        found: dict[str, Any] = json.loads(out.getvalue())
        return found

    def rolls_next(self) -> bool:
        """Whether the next in the queue needs a die."""
        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(out):
            code = wardesk(["campaign", "act", str(self.file), "roll-release", "--odds"])
        return code == 0

    def check(self, words: str, held: object) -> None:
        """Something that must be so."""
        self.checks += 1
        if not held:
            self.failed.append(words)
        self.tell(f"{'ok    ' if held else 'FAILED'} {words}")

    # ---- turns ---------------------------------------------------------------------------------

    def lines_until(self, step: str) -> None:
        """Do the lines of this turn before *step*."""
        while self.status()["pending"][0]["id"] != step:
            self.do("next")

    def turn(self, rolls: Mapping[str, int] | None = None, **skipped: str) -> None:
        """Do what is left of this turn and begin the next; some lines with a die or a note."""
        rolls = rolls or {}
        now = self.status()
        for row in now["pending"]:
            if row["id"] in rolls:
                self.do("next", "--roll", rolls[row["id"]])
            elif row["id"] in skipped:
                self.do("next", "--skip", skipped[row["id"]])
            else:
                self.do("next")
        self.do("next")

    def go(self, turn: str) -> None:
        """Let turns pass in which nothing of the campaign layer happens."""
        while (
            now := self.status()["turn"]
        ) and f"{int(now['day'][-2:])} Sep {now['slot']}" != turn:
            self.do("next")

    def losses(self, losses: Mapping[str, int], game: str = "WED") -> None:
        """Results of a turn at the table, typed into a sheet: the steps that are left."""
        sheet = self.folder / "sheet.json"
        rows = [{"unit": unit, "steps": steps} for unit, steps in losses.items()]
        sheet.write_text(json.dumps({"game": game, "rows": rows}), encoding="utf-8")
        self.do("enter-results", sheet, "--check")
        self.do("enter-results", sheet)


# ---- the story ----------------------------------------------------------------------------------


def begin(s: Lines) -> None:
    """A new campaign with typed dice; the raid's night is bound in secret; settings and lists."""
    s.line("new", s.file, "--design", "market-garden", "--name", "By lines")
    s.do("status")
    s.do("act")  # lists what can be done
    s.act("hide-raid", "night=2")
    german, allied = s.do("log", "--seat", "german"), s.do("log", "--seat", "allied")
    s.check("the night is kept for the Germans alone",
            "secret.kept" in german and "secret.kept" not in allied)  # fmt: skip
    s.act("set-number", "key=points.release", "value=3", "reason=the club's own")


def a_drive(s: Lines) -> None:
    """11 September on a table: set up, brought back, corrected, entered, carried over."""
    game, sheet = s.folder / "drive.wdgame", s.folder / "drive.json"
    s.do("table", "drive", "gds.ind.hhcd", "--free", "--out", game, "--seed", 1)
    s.do("enter-results", "race", "--from", game, expect=2)
    s.do("enter-results", "drive", "--from", game, "--keep", sheet, expect=1)
    filled = json.loads(sheet.read_text(encoding="utf-8"))
    filled["winner"] = "german"
    filled["rows"][0]["steps"] = 1
    sheet.write_text(json.dumps(filled), encoding="utf-8")
    s.do("enter-results", sheet)
    s.act("scenario-bridges")
    s.check("the Dommel bridge is unstable", s.status()["bridges"]["dommel"] == "unstable")
    s.do("carry", "drive", "wed", "--check")
    s.do("carry", "drive", "wed")


def the_17th(s: Lines) -> None:
    """Drop One, a hero, events, Son blown, the first 1900, KG Huber chosen."""
    s.do("next")
    s.act("drop-roll", "unit=101.502.a", roll=9)
    s.act("drop-roll", "unit=101.506.a", "germans=1", "flak_88=1", roll=2)
    s.do("place", "101.502.b", "--hex", "60.149", "--game", "WED")
    s.losses({"101.502.b": 1})
    s.act("hero", "unit=101.502.b", "steps=1")
    s.act("hero", "unit=101.502.a", expect=2)
    s.check("PFC Mann undid the loss", s.unit("101.502.b")["steps"] == 2)
    s.act("dispatch", "division=101", "points=4")
    s.act("buy-chits", "division=101", "formations=101.501,101.502,101.ind")
    s.turn()
    s.act("control", "bridge=son", "side=german")
    s.act("wire", "bridge=best-rail", "side=german", expect=2)
    s.act("wire", "bridge=son", "side=german")
    s.act("demolish", "bridge=son", "side=allied", expect=2)
    s.do("act", "demolish", "bridge=son", "side=german", "fire_zone=yes", "--odds")
    s.act("demolish", "bridge=son", "side=german", "fire_zone=yes", roll=6)
    s.turn()
    s.act("draw-event", "side=allied", roll=2)
    s.act("draw-event", "side=allied", roll=2, expect=2)
    s.act("event", "side=allied", "unit=101.506.a", "division=101", "hex=60.150")
    s.act("event-drawn", "side=german", "chit=minefield")
    s.act("event", "side=german", "hex=41.230", "on_route=yes")
    s.act("clear-mines", "hex=41.230")
    s.turn()
    s.do("next", expect=2)
    # what was played between the lines is not on the map: what it says is overruled
    s.act("advance", "stop=valkenswaard", "enemy_before=nobody", expect=2)  # the Dommel bridge
    s.act("advance", "stop=border", "enemy_before=nobody")
    s.lines_until("offmap")
    early = ("formation=wal.107", "box=east-1")
    s.act("off-map", *early, expect=2)  # it is due on the 19th, and not by the boxes
    s.do("act", "off-map", *early, "--allow", "the club tries an early Panzer-Brigade")
    said = s.do("log", "--kind", "proposal.decided")
    s.check("what the umpire allowed is kept with its reason", "tries an early" in said)
    s.check("the Allies do not see it", "wal.107" not in s.do("log", "--seat", "allied"))
    s.do("next")
    s.act("corps", "corps=xii", roll=4)
    s.act("corps", "corps=viii", roll=9)
    s.act("carry-chit", "formation=gds.hot")
    s.turn()
    s.act("choose-huber", "option=huber.chill")
    s.act("choose-huber", "option=huber.59th", expect=2)
    s.turn()


def the_18th(s: Lines) -> None:
    """Fog that clears late, zones asked for, a drop in secret, supply lost, bridges, releases."""
    s.do("next", "--roll", 3)
    s.act("weather", roll=0, expect=2)  # once a day
    s.act("zones", "division=1ab", roll=5)
    s.act("zones", "division=1ab", roll=0, expect=2)  # once a morning
    s.turn()
    s.turn({"fog": 7})
    s.do("next", "--roll", 5)
    s.act("plan-drop", "division=101", "turn=1300", expect=2)
    s.act("plan-drop", "division=101", "turn=1500")
    s.act("plan-drop", "division=82", "turn=1700")
    s.turn()
    s.act("bulldozer", "bridge=dommel", "fire_zone=yes", expect=2)
    s.act("bulldozer", "bridge=dommel", "fire_zone=no")
    s.act("repair", "bridge=dommel", roll=9)
    s.act("bailey", "bridge=son", "unit=43.ind.128", expect=2)
    s.act("bailey", "bridge=son", "unit=gds.ind.11", "fire_zone=no")
    s.turn()
    s.act("repair", "bridge=dommel", "men_at_work=-1", roll=3)
    s.act("bailey-works", "bridge=son")
    s.act("control", "bridge=son", "side=allied")
    s.act("supply", "division=101", "enemy_in_zone=no", expect=2)  # nothing comes down yet
    said = s.do("next")
    s.check("Drop Two of the 101st comes down at 1500", "drop.landed" in said)
    s.act("supply", "division=101", "enemy_in_zone=yes")
    s.check("supply is lost", s.unit("101.501.a")["quality_change"] == -1)
    s.turn()
    s.turn()
    at_1900_on_the_18th(s)
    s.act("bailey-hit", "bridge=son")
    s.act("bailey-works", "bridge=son")
    said = s.do("next")
    s.check("the marker of the 18th is a decoy", "decoy" in said)
    s.turn()


def at_1900_on_the_18th(s: Lines) -> None:
    """The whole list: marker over a spur, releases with modifiers, road, boxes, corps, chits."""
    s.act("weak-bridge", "bridge=tongelreep", roll=3)
    s.act("spur", "spur=Son")
    s.act("spur", "spur=Best", expect=2)
    s.act("advance", "stop=koevering", "enemy_before=koevering", expect=2)
    s.act("advance", "stop=st-oedenrode", "enemy_before=koevering")
    s.do("next")
    s.act("release")
    s.act("dispatch", "division=gds", "points=3")
    odds = s.do("act", "roll-release", "dispatch=2", "--odds")
    harder = ("Bailey", "bulldozers", "came on this turn")
    s.check("Bailey, bulldozer and the earlier entry count", all(w in odds for w in harder))
    off = "without=bulldozers placed since the last 1900"
    s.act("roll-release", "dispatch=2", off, roll=6, expect=2)  # no reason is given
    s.act("roll-release", "dispatch=2", off, "reason=it came at night", roll=6)
    s.check("Group Cold is released", s.status()["queue"]["guards.group_cold"] == "released")
    s.act("roll-release", roll=9)
    s.check("a failed roll ends it", s.status()["queue"]["guards.ind"] == "waiting")
    s.lines_until("offmap")
    s.act("off-map", "formation=wal.107", "box=east-2")
    s.do("next")
    s.act("corps", "corps=xii", roll=3)
    s.act("corps", "corps=viii", roll=4)
    s.turn()


def the_19th(s: Lines) -> None:
    """Rain puts drops off; the road is attacked and cut; a correction with what hangs on it."""
    said = s.do("next", "--roll", 9)
    s.check("rain puts the drops off by a day", "drop.postponed" in said)
    s.turn()
    s.act("attack-route", "attacked=yes", "closed=yes", "cause=guns at Koevering")
    s.act("attack-route", "closed=yes", expect=2)
    s.act("check-route", roll=3)
    s.check("the road is cut", s.status()["route"]["club"]["cut"])
    s.check("the Guards feel it", s.unit(TANKS)["quality_change"] == -2)
    s.turn()
    s.do("place", "59.dew", "--hex", "50.160", "--game", "WED", "--allow", "a column on the march")
    unit = members(s, "59.dew")[0]
    s.losses({unit: 0})
    s.act("rout-59", "formation=59.dew", roll=9)
    s.act("rout-59", "formation=59.dew", roll=0)
    s.check("a routed formation of the 59th is gone", formation(s, "59.dew")["in_play"] == 0)
    number = last(s, "vp.awarded")
    s.do("undo", number, "--check")
    s.do("undo", number, "--reason", "counted twice", expect=2)
    s.do("undo", number, "--reason", "counted twice", "--approved-by", "umpire")
    s.go("19 Sep 1900")
    s.act("off-map", "formation=chi.hg", "box=west-1", expect=2)  # it is on the map
    s.do("next", "--skip", "the marker waits")
    s.do("next", "--skip", "nobody is asked")
    s.do("next")
    s.check("at 1900 the road opens", not s.status()["route"]["club"]["cut"])
    s.act("off-map", "formation=wal.107", "box=east-2", "display=yes")
    s.do("next")
    s.act("corps", "corps=xii", "without=failed attempts", "reason=x", roll=3, expect=2)
    s.act("corps", "corps=xii", roll=3)
    s.act("corps", "corps=viii", roll=8)
    s.turn()
    said = s.do("next")
    s.check("the raid is on the 19th", "the raid" in said)
    s.act("raid-chit", "division=101", "dispatch=1")
    s.act("raid-chit", "division=gds", "dispatch=3", expect=2)  # they have one point left
    s.act("dispatch", "division=gds", "points=2")
    s.act("raid-chit", "division=gds", "dispatch=3")
    s.act("raid-chit", "division=gds", expect=2)
    s.turn()


def members(s: Lines, formation: str) -> list[str]:
    """The units of a formation, as the export of units has them."""
    folder = s.folder / "units"
    s.do("export", folder)
    rows = (folder / "units.csv").read_text(encoding="utf-8").splitlines()
    return [row.split(",")[0] for row in rows if row.startswith(f"{formation}.")]


def formation(s: Lines, key: str) -> dict[str, Any]:
    """How a formation stands."""
    return next(row for row in s.status()["formations"] if row["id"] == key)


def last(s: Lines, kind: str) -> int:
    """The number of the last event of a kind."""
    out = io.StringIO()
    with redirect_stdout(out):
        wardesk(["campaign", "log", str(s.file), "--kind", kind, "--json"])
    return int(json.loads(out.getvalue())[-1]["seq"])


def the_20th(s: Lines) -> None:
    """KG Chill takes over, a formation comes from the display, other zones are won, the exit."""
    s.do("next", "--roll", 0)
    s.act("reorganise")
    s.act("arrive", "formation=wal.107", "entry=walther-a")
    s.act("zones", "division=101", roll=1)
    s.act("assign-drops", "division=101", "rows=101.327:3:A")
    s.act("plan-drop", "division=101", "turn=1500", "replanned=yes")
    s.turn()
    s.act("attach", "attachment=coldstream_82")
    s.act("pool", "pool=trucks.101", "change=-1", "cause=shot up")
    s.go("20 Sep 1500")
    s.do("next")
    s.act("supply", "division=101", "enemy_in_zone=no")
    s.check("supply comes again", s.unit("101.501.a")["quality_change"] == 0)
    s.turn()
    first = members(s, "wal.107")[0]
    s.losses({first: 0})
    s.act("rout", "formation=wal.107", "box=east-1")
    s.turn()
    s.act("weak-bridge", "bridge=aa", roll=0)
    s.act("weak-bridge", "bridge=uden-stream", roll=8)
    s.act("advance", "stop=exit", "enemy_before=nobody")
    s.check("Club Route has left WED", s.status()["route"]["club"]["left"])
    s.do("next")
    s.act("release")
    s.act("roll-release", roll=0)
    s.do("next", "--skip", "the rest waits")
    s.lines_until("corps")
    s.act("corps", "corps=xii", roll=9, expect=2)  # it stands in its last box
    s.act("corps", "corps=viii", roll=9)
    s.turn()
    s.turn()


def the_21st(s: Lines) -> None:
    """A unit goes over in mid-day, the sea tail comes, KG Huber, a rout that comes back late."""
    s.do("next", "--roll", 1)
    s.act("rout-returns", "formation=wal.107", "box=east-2", expect=2)
    s.turn()
    s.losses({TANKS: 1})
    s.do("transfer", "101.506.a", "--to", "TDC", expect=2)  # no counter there
    s.do("transfer", TANKS, "--to", "TDC")
    s.do("place", TANKS, "--hex", "1.1", "--game", "WED", expect=2)
    s.turn()
    s.do("place", TANKS, "--hex", "14.89", "--game", "TDC")
    found = s.unit(TANKS)
    s.check("the loss of WED is on the counter of TDC",
            found["steps"] == 1 and found["place"].endswith("(TDC)"))  # fmt: skip
    s.go("21 Sep 1900")
    s.act("advance", "stop=nijmegen", "enemy_before=nobody")
    s.do("next")
    while s.status()["queue"]["seatail.101"] == "waiting":
        if s.rolls_next():
            s.act("roll-release", roll=0)
        else:
            s.act("release")
    s.check("the sea tail of the 101st is in", s.status()["queue"]["seatail.101"] == "released")
    s.act("supply", "division=101", "enemy_in_zone=yes", expect=2)
    s.do("next", "--skip", "enough for today")
    s.lines_until("corps")
    off = "without=failed attempts"
    s.act("corps", "corps=viii", off, "reason=they were for another box", roll=9)
    s.turn()
    s.act("huber-arrives", expect=2)  # XII Corps stands behind both entries
    s.do("act", "huber-arrives", "--allow", "it slipped through")
    s.check("KG Huber is with KG Chill", formation(s, "chi.huber")["in_play"] > 0)
    s.turn()
    s.do("next", "--roll", 1)
    s.act("rout-returns", "formation=wal.107", "box=east-1", expect=2)  # behind VIII Corps
    s.act("rout-returns", "formation=wal.107", "box=east-2")


def rulings(s: Lines) -> None:
    """Three rulings, one replaced, an undo, and an own question of the register."""
    s.do("rule", "corps-reset")
    s.do("rule", "corps-reset", "kept for good", "--reason", "as printed")
    s.do("rule", "corps-reset", "forgotten after a success", "--reason", "asked again")
    s.do("rule", "open-or-cut", "stays cut", "--reason", "the special case")
    s.do("rule", "corps-reset", "maybe", "--reason", "x", expect=2)
    number = last(s, "ruling.made")
    s.do("undo", number, "--check")
    s.do("undo", number, "--reason", "a slip")
    s.act("points", "side=german", "points=1", "cause=a bet")


def correction(s: Lines) -> None:
    """What is taken back takes along what no longer holds then."""
    unit, other = members(s, "43.231")[:2]
    s.do("place", other, "--hex", "60.140", "--game", "WED")
    s.act("limit-231", f"unit={other}")
    s.do("place", unit, "--hex", "60.150", "--game", "WED")
    arrived = last(s, "unit.arrived")
    s.do("place", unit, "--hex", "61.150", "--game", "WED")
    said = s.do("undo", arrived, "--check")
    s.check("the move hangs on the arrival", "would no longer hold" in said)
    s.do("undo", arrived, "--reason", "it was not there", expect=2)
    s.do("undo", arrived, "--reason", "it was not there", "--together")
    s.check("the unit is away again", "queue" in s.unit(unit)["place"])


def keep(s: Lines) -> None:
    """Backup, restore, export, doctor."""
    s.do("backup")
    events = s.status()["events"]
    s.act("points", "side=german", "points=5", "cause=too many")
    s.do("restore", "--list")
    s.do("restore")
    s.check("the backup is in its place", s.status()["events"] == events)
    s.do("export", s.folder / "text")
    lines = (s.folder / "text" / "events.jsonl").read_bytes().splitlines()
    s.check("the export has every event", len(lines) == events)
    said = s.do("doctor")
    s.check("the doctor finds it healthy", "healthy" in said)


STORY = (begin, a_drive, the_17th, the_18th, the_19th, the_20th, the_21st, rulings, correction,
         keep)  # fmt: skip


def play(folder: Path, tell: Callable[[str], None] = print) -> Lines:
    """The whole story in a folder; its checks stand in what comes back."""
    s = Lines(folder, tell)
    for chapter in STORY:
        tell(f"\n==== {(chapter.__doc__ or '').strip()}")
        chapter(s)
    return s


def main(arguments: list[str]) -> int:
    """Play it and keep the log; 0 when every check held."""
    out = Path(arguments[0]) if arguments else Path(tempfile.gettempdir(), "sessions")
    folder = out / "campaign_by_lines"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ["WARDESK_HOME"] = str(folder / "home")
    with (folder / "log.txt").open("w", encoding="utf-8") as log:

        def tell(words: str) -> None:
            print(words)
            print(words, file=log, flush=True)

        try:
            s = play(folder, tell)
        except AssertionError as error:
            tell(f"BROKE  {error}")
            return 1
        tell(f"\n{len(s.failed)} of {s.checks} checks failed {s.failed or ''}")
    return 1 if s.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
