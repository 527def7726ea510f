"""Recorded session: table, map editor and campaign desk by keys alone, as a screen reader hears it.

    python packaging/sessions/screen_reader.py [FOLDER] [--orca]

The program runs under Xvfb with a session bus and AT-SPI of its own, and another process reads what
every screen reader gets from that bus: roles, names, values, and what is told of the thing that has
the keyboard. Needs Xvfb, openbox, xdotool, dbus-run-session, at-spi2-core and python3-pyatspi.
What was heard is in FOLDER/screen_reader/heard.txt. With ``--orca`` the screen reader Orca runs
beside it without a voice; what it would have said is in FOLDER/screen_reader/spoken.txt. The exit
code is 0 only when every check held.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PYTHON = "/usr/bin/python3"
"""The system's own: pyatspi comes with it, and not with ours."""
LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
VALUES = ("combo box", "spin button", "slider")
SPOKEN = {
    "home": "WarDesk",
    "new game": "10 May 1940",
    "table": "Board: Fort Eben-Emael",
    "map editor": "Map: New map",
    "campaign desk": "17–26 September",
}
"""What Orca must say at each place."""
SELF = Path(__file__)


# ---- the reader: a process of its own, without a line of ours -----------------------------------


def read() -> None:
    """Print what AT-SPI gives of WarDesk's window: a JSON list of its visible controls."""
    from gi.repository import Atspi  # pyright: ignore[reportMissingImports]
    from pyatspi import Registry  # pyright: ignore[reportMissingImports]

    Atspi.set_timeout(30_000, 60_000)  # ms; a program on a busy machine is slow, not gone
    found: list[dict[str, Any]] = []
    desktop = Registry.getDesktop(0)
    for number in range(desktop.childCount):
        program = desktop.getChildAtIndex(number)
        if program is not None and program.name == "WarDesk":
            gather(program, found)
    print(json.dumps(found))


def gather(one: Any, found: list[dict[str, Any]], deep: int = 0) -> None:  # noqa: ANN401 - of the bus
    """Add what can take the keyboard, of an object of the bus and of all that is in it."""
    from pyatspi import stateToString  # pyright: ignore[reportMissingImports]

    if one is None or deep > 40:
        return
    known = {stateToString(each) for each in one.getState().getStates()}
    if deep > 1 and "showing" not in known:
        return
    role = one.getRoleName()
    if "focusable" in known:
        found.append({
            "role": role, "name": one.name, "description": one.description,
            "value": value_of(one, role), "focused": "focused" in known,
        })  # fmt: skip
    if role in ("list", "table", "tree", "tree table"):
        return  # its cells are spoken as their view says them
    for number in range(min(one.childCount, 400)):
        gather(one.getChildAtIndex(number), found, deep + 1)


def value_of(one: Any, role: str) -> str:  # noqa: ANN401
    """What stands in an object of the bus: its number, its text, what is chosen."""
    for ask in (lambda: str(one.queryValue().currentValue), lambda: one.queryText().getText(0, -1)):
        try:
            return ask()
        except NotImplementedError:
            continue
    return one.name if role == "combo box" else ""


if "--read" in sys.argv:
    read()
    sys.exit(0)

sys.path.insert(0, str(SELF.parents[1]))
from sessions.campaign_desk import calm  # noqa: E402
from sessions.keys import command, walk, without_mouse  # noqa: E402
from sessions.stage import PATIENCE, SLOWNESS, Session, SessionError, main  # noqa: E402

# ---- the session --------------------------------------------------------------------------------


def read_calm() -> list[dict[str, Any]]:
    """What the bus gives once it gives the same twice: a window comes to it piece by piece."""
    end, found = time.monotonic() + PATIENCE * SLOWNESS, None
    while time.monotonic() < end:
        done = subprocess.run(
            [PYTHON, str(SELF), "--read"], capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": ""}, timeout=4 * PATIENCE * SLOWNESS,
        )  # fmt: skip
        if done.returncode:
            raise SessionError(f"nothing could be read: {done.stderr[-300:]}")
        last, found = found, json.loads(done.stdout)
        if found == last:
            return found
    raise SessionError("what the bus gives does not come to rest")


def hear(s: Session, place: str, spoken: str = "") -> list[dict[str, Any]]:
    """What the bus gives now, kept in ``heard.txt`` and checked.

    Where Orca runs that is once it has said *spoken*.
    """
    for orca in LISTENING:
        orca.catch_up(spoken)
    found = read_calm()
    with (s.out / "heard.txt").open("a", encoding="utf-8") as heard:
        heard.write(f"== {place}\n")
        for one in found:
            words = " | ".join(str(one[key]) for key in ("role", "name", "value", "description"))
            heard.write(f"{'> ' if one['focused'] else '  '}{words}\n")
    nameless = [
        f"{one['role']} {one['value']}"
        for one in found
        # Qt calls a list of choices by its choice: what it is for stands in the description
        if not one["description" if one["role"] == "combo box" else "name"]
        and one["role"] not in ("scroll pane", "filler")
    ]
    silent = [one["name"] for one in found if one["role"] in VALUES and not one["value"]]
    s.check(f"{place}: controls are told", len(found) > 15, len(found))
    s.check(f"{place}: each has a name", not nameless, nameless[:5] or "")
    s.check(f"{place}: each has a role", all(one["role"] not in ("", "unknown") for one in found))
    s.check(f"{place}: what has a value tells it", not silent, silent[:5] or "")
    return found


def focused(found: list[dict[str, Any]]) -> str:
    """Name and description of what has the keyboard."""
    return "; ".join(f"{o['name']}: {o['description']}" for o in found if o["focused"])


def at_the_table(s: Session) -> None:
    """A game from its card on Home by keys, the board walked with arrows."""
    s.key("slash")
    s.type("10 May 1940")
    s.key("Down", "Return")
    s.until("dialog('NewGameDialog')", "the dialog of a new game")
    hear(s, "new game", SPOKEN["new game"])
    s.key("Return")
    s.until("playing()", "the table", 60)
    s.until("len(table().drawer.list.lines()) > 0", "the first question", 60)
    walk(s, "keyboard_on(table().view)", "the board", "F6", 12)
    s.key("Right", "Down")
    said = focused(hear(s, "table", SPOKEN["table"]))
    s.check("the board says where the hand is and what may be done", len(said) > 20, said[:160])
    s.picture("table")


def at_the_editor(s: Session) -> None:
    """A new map by keys, its board walked."""
    command(s, "Home")
    s.until("window().mode == 'home'", "Home")
    s.key("ctrl+n")
    s.until("dialog('NewMapDialog')", "the dialog of a new map")
    hear(s, "new map")
    s.key("Return")
    s.until("drawing()", "the editor", 60)
    s.until("keyboard_on(draw().view)", "the keyboard is on the sheet")
    s.key("Right", "Right")
    said = focused(hear(s, "map editor", SPOKEN["map editor"]))
    s.check("the map says where the hand is and what lies there", len(said) > 20, said[:160])
    s.picture("map")


def at_the_desk(s: Session) -> None:
    """A campaign begun by keys, and the next thing that needs somebody."""
    command(s, "New campaign")
    s.until("dialog('NewCampaignDialog')", "the dialog of a new campaign", 60)
    hear(s, "new campaign")
    s.key("Return")
    s.until("campaigning()", "the campaign", 60)
    calm(s)
    said = hear(s, "campaign desk", SPOKEN["campaign desk"])
    s.check("the desk is told", any("17 Sep" in str(one) for one in said))
    s.picture("campaign")


class Orca:
    """The screen reader on the screen of a session, without a voice; its log has what it says."""

    def __init__(self, s: Session) -> None:
        if s.screen is None or shutil.which("orca") is None:
            raise SessionError("Orca is not installed, or there is no screen")
        self._log = s.out / "orca.txt"
        env = {**os.environ, "DISPLAY": s.screen.name, "PYTHONPATH": "", "HOME": str(s.home)}
        self._process = subprocess.Popen(
            ["orca", "--replace", "--debug-file", str(self._log)],
            env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        end = time.monotonic() + PATIENCE * SLOWNESS
        while not self._log.exists() or "ORCA: Initialized" not in self._written():
            if self._process.poll() is not None or time.monotonic() > end:
                raise SessionError(f"Orca does not start: {self._written()[-500:]}")
            time.sleep(0.5)

    def _written(self) -> str:
        return self._log.read_text("utf-8", "replace") if self._log.exists() else ""

    def said(self) -> list[str]:
        """What it would have said so far, in order."""
        found = re.findall(r"SPEECH OUTPUT: '(.*?)' ?(?:\{|$)", self._written(), re.MULTILINE)
        return [words for words in found if words.strip()]

    def catch_up(self, words: str = "") -> None:
        """Wait until it has said *words* and what more there was: it speaks after the fact."""
        end, told = time.monotonic() + PATIENCE * SLOWNESS, -1
        while time.monotonic() < end and words not in " ".join(self.said()):
            time.sleep(1)
        while time.monotonic() < end and told != (told := len(self._written())):
            time.sleep(3)

    def end(self) -> list[str]:
        """End it; what it would have said, in order."""
        self.catch_up()
        self._process.kill()  # it hears no kinder word while it waits for an answer
        self._process.wait()
        return self.said()


LISTENING: list[Orca] = []
"""Orca, while it runs."""


def play(s: Session) -> None:
    """Home, table, editor, desk."""
    s.start()
    without_mouse(s)
    if "--orca" in sys.argv:
        LISTENING.append(Orca(s))
    hear(s, "home", SPOKEN["home"])
    at_the_table(s)
    at_the_editor(s)
    at_the_desk(s)
    for orca in LISTENING:
        spoken = orca.end()
        (s.out / "spoken.txt").write_text("\n".join(spoken), "utf-8")
        s.check("Orca speaks", len(spoken) > 20, len(spoken))
        told = " ".join(spoken)
        for words in SPOKEN.values():
            s.check(f"Orca says “{words}”", words in told)


def begin() -> int:
    """Give the session a bus of its own, and AT-SPI on it."""
    if "--bus" not in sys.argv:
        if shutil.which("dbus-run-session") is None:
            print("dbus-run-session is not installed", file=sys.stderr)
            return 2
        words = [sys.executable, str(SELF), *sys.argv[1:], "--bus"]
        return subprocess.run(["dbus-run-session", "--", *words], check=False).returncode
    launcher = next((one for one in LAUNCHERS if Path(one).exists()), None)
    if launcher is None:
        print("at-spi2-core is not installed", file=sys.stderr)
        return 2
    os.environ["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
    os.environ["QT_LOGGING_RULES"] = "qt.accessibility.atspi=false"  # it tells what Qt itself lacks
    with subprocess.Popen([launcher, "--launch-immediately"], stderr=subprocess.DEVNULL) as bus:
        time.sleep(1)
        try:
            return main("screen_reader", play, [a for a in sys.argv[1:] if a != "--bus"])
        finally:
            bus.terminate()


if __name__ == "__main__":
    sys.exit(begin())
