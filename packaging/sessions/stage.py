"""A stage for recorded sessions: a screen, the program on it, a hand, pictures and a log."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1280, 800)
PATIENCE = 30.0
"""Seconds after which something that should have happened counts as failed, on a quiet machine."""
SLOWNESS = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
"""How much longer everything takes on this one: it shares its processors with others."""
Spot = Sequence[int]
_NOT_OURS = (
    "plugin does not support",
    # of Qt, about a screen reader that takes its time over a key
    "QSpiApplication::keyEventError",
    # of Qt, about parts of its own tables that are no cells, when a screen reader asks for them
    "QAccessibleTable::indexOfChild",
    # of Python, about a program that was killed with its workers
    "resource_tracker: There appear to be",
    "warnings.warn('resource_tracker",
)
"""Lines on the program's standard error that say nothing about it."""


class SessionError(Exception):
    """A step could not be taken."""


class Screen:
    """An X server of its own, with a window manager so that windows get the keyboard."""

    def __init__(self) -> None:
        for need in ("Xvfb", "xdotool", "openbox"):
            if shutil.which(need) is None:
                raise SessionError(f"{need} is not installed")
        read, write = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24",
             "-nolisten", "tcp", "-r"],  # no repeated keys on a busy machine
            pass_fds=(write,), stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(write)
        with os.fdopen(read) as told:
            self.name = f":{told.readline().strip()}"
        self._manager = subprocess.Popen(
            ["openbox"], env={**os.environ, "DISPLAY": self.name},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def stop(self) -> None:
        """End what was started."""
        for process in (self._manager, self._server):
            process.terminate()
            process.wait()


class Session:
    """One recorded session. Without *screen* it runs offscreen, with Qt's own events."""

    def __init__(self, name: str, out: Path, *, screen: bool = True) -> None:
        self.out = out / name
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir(parents=True)
        self.home = self.out / "home"
        self.home.mkdir()
        self.failed = 0
        self.mouse = True
        """Whether the hand may take the mouse; a session by keys alone has it False."""
        self._log = (self.out / "log.txt").open("w", encoding="utf-8")
        self._pictures = 0
        self._begun = time.monotonic()
        self.screen = Screen() if screen else None
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._answers = b""
        self._errors = self.out / "errors.txt"

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        _t: TracebackType | None,
    ) -> None:
        if error is not None:
            self.tell(f"BROKE  {error}")
            self.failed += 1
            if self._process is not None and self._process.poll() is None:
                self.picture("where it broke")
        self.kill(hard=False)
        if self.screen is not None:
            self.screen.stop()
        told = self._errors.read_text(encoding="utf-8") if self._errors.exists() else ""
        told = "".join(
            line
            for line in told.splitlines(keepends=True)
            if not any(words in line for words in _NOT_OURS)
        )
        self.check("the program wrote no error or warning", not told.strip(), told[-2000:])
        self.tell(f"{'FAILED' if self.failed else 'held'}: {self.failed} check(s) failed")
        self._log.close()

    # ---- the program ---------------------------------------------------------------------------

    def start(self, *files: Path) -> None:
        """Start the program and wait until its window is there."""
        ours, theirs = socket.socketpair()
        env = {
            **os.environ, "WARDESK_HOME": str(self.home), "HOME": str(self.home),
            "LC_ALL": "C.UTF-8", "LANGUAGE": "C.UTF-8", "PYTHONPATH": str(ROOT),
            "XDG_RUNTIME_DIR": str(self.home), "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        self.home.chmod(0o700)
        env["QT_QPA_PLATFORM"] = "offscreen" if self.screen is None else "xcb"
        if self.screen is not None:
            env["DISPLAY"] = self.screen.name
        peephole = Path(__file__).with_name("peephole.py")
        with self._errors.open("ab") as errors:
            self._process = subprocess.Popen(
                [sys.executable, str(peephole), str(theirs.fileno()), *map(str, files)],
                env=env, pass_fds=(theirs.fileno(),), cwd=ROOT, stderr=errors,
            )  # fmt: skip
        theirs.close()
        self._socket, self._answers = ours, b""
        ours.settimeout(PATIENCE * 2 * SLOWNESS)
        self.until("window().isVisible()", "the window is there")
        self.ask("window().showMaximized()" if self.screen else f"window().resize(*{SIZE})")
        self.until("window().home.tiles() != []", "Home is filled")
        self.tell("the program runs")

    def kill(self, *, hard: bool = True) -> None:
        """Kill the program without any warning (SIGKILL), or end it kindly."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(signal.SIGKILL if hard else signal.SIGTERM)
        process.wait()
        if self._socket is not None:
            self._socket.close()
        if hard:
            self.tell("killed the program (SIGKILL)")

    def workers(self) -> list[int]:
        """The numbers of the processes that the program has started."""
        if self._process is None:
            raise SessionError("the program does not run")
        tasks = Path(f"/proc/{self._process.pid}/task").glob("*/children")
        return [int(one) for task in tasks for one in task.read_text("ascii").split()]

    def ask(self, question: str) -> Any:  # noqa: ANN401 - the value of any expression
        """The value of an expression in the program; SessionError with its words if it fails."""
        channel = self._socket
        if channel is None:
            raise SessionError("the program does not run")
        channel.sendall(json.dumps(question).encode() + b"\n")
        while b"\n" not in self._answers:
            got = channel.recv(1 << 16)
            if not got:
                raise SessionError(f"the program ended at “{question}”")
            self._answers += got
        line, _, self._answers = self._answers.partition(b"\n")
        answer = json.loads(line)
        if "error" in answer:
            raise SessionError(f"{question}: {answer['error'].strip()}")
        return answer["value"]

    def until(self, question: str, words: str = "", seconds: float = PATIENCE) -> Any:  # noqa: ANN401
        """Wait until an expression holds; its value."""
        end = time.monotonic() + seconds * SLOWNESS
        while not (value := self.ask(question)):
            if time.monotonic() > end:
                raise SessionError(f"waited in vain: {words or question}; {self.notices()}")
            time.sleep(0.03)
        return value

    def notices(self) -> str:
        """What the window tells now."""
        return self.ask("notices()")

    # ---- the hand ------------------------------------------------------------------------------

    def _xdo(self, *words: object) -> None:
        if self.screen is None:
            raise SessionError("there is no screen")
        env = {**os.environ, "DISPLAY": self.screen.name}
        subprocess.run(["xdotool", *map(str, words)], env=env, check=True)

    def _settle(self, seconds: float = 0.05) -> None:
        if self.screen is not None:
            time.sleep(seconds)
        self.ask("1")
        self.ask("1")

    def _chord(self, act: Callable[[], None], held: str) -> None:
        keys = held.split("+") if held else []
        for key in keys:
            self._xdo("keydown", key)
        try:
            act()
        finally:
            for key in reversed(keys):
                self._xdo("keyup", key)

    def hover(self, at: Spot) -> None:
        """Move the pointer there."""
        if not self.mouse:
            raise SessionError(f"the mouse was taken, to {at}")
        x, y = at
        if self.screen is None:
            for near in (3, 0):
                self.ask(f"soon('mouse', 'move', {x + near}, {y}, [])")
        else:
            self._xdo("mousemove", x + 3, y, "sleep", 0.02, "mousemove", x, y)
        self._settle()

    def click(self, at: Spot, held: str = "", *, double: bool = False, right: bool = False) -> None:
        """Click there, with keys such as ``shift`` held."""
        x, y = at
        self.hover(at)
        if self.screen is None:
            keys = held.split("+") if held else []
            what = "right" if right else "click"
            self.ask(f"soon('mouse', {what!r}, {x}, {y}, {keys})")
            if double:
                self.ask(f"soon('mouse', 'double', {x}, {y}, {keys})")
        else:
            times = ("--repeat", 2, "--delay", 60) if double else ()
            self._chord(lambda: self._xdo("click", *times, 3 if right else 1), held)
        self._settle()

    def drag(self, *places: Spot, held: str = "", steps: int = 8) -> None:
        """Press at the first place, move over the others, let go at the last."""
        self.hover(places[0])
        path = [tuple(places[0])]
        for (ax, ay), (bx, by) in pairwise(places):
            path += [
                (round(ax + (bx - ax) * k / steps), round(ay + (by - ay) * k / steps))
                for k in range(1, steps + 1)
            ]
        if self.screen is None:
            keys = held.split("+") if held else []
            acts = [("press", path[0]), *(("move", at) for at in path[1:]), ("release", path[-1])]
            for what, (x, y) in acts:
                self.ask(f"soon('mouse', {what!r}, {x}, {y}, {keys})")
        else:
            self._chord(lambda: self._drag(path, steps), held)
        self._settle()

    def _drag(self, path: Sequence[Spot], steps: int) -> None:
        """A hand rests at the corners of its way until the program has followed.

        Qt leaves out points that come faster than they are taken, and a busy machine takes few.
        """
        self._xdo("mousedown", 1, "sleep", 0.02)
        for first in range(1, len(path), steps):
            moves: list[object] = []
            for x, y in path[first : first + steps]:
                moves += ["mousemove", x, y, "sleep", 0.012]
            self._xdo(*moves)
            self._settle()
        self._xdo("mouseup", 1)

    def key(self, *chords: str) -> None:
        """Press keys, such as ``ctrl+z`` or ``Return``."""
        for chord in chords:
            if self.screen is None:
                self.ask(f"soon('key', {chord!r})")
            else:
                self._xdo("key", "--delay", 20, chord)
            self._settle()

    def type(self, words: str, *, over: bool = False) -> None:
        """Type words where the keyboard is; *over* what stands there."""
        if over:
            self.key("ctrl+a")
        if self.screen is None:
            self.ask(f"soon('type', {words!r})")
        else:
            self._xdo("type", "--delay", 12, words)
        self._settle()

    # ---- the hand with words -------------------------------------------------------------------

    def spot(self, x: float, y: float) -> Spot:
        """A point of the map, px of the screen."""
        return self.ask(f"spot({x}, {y})")

    def cell(self, name: str) -> Spot:
        """The middle of a cell of the map that is drawn."""
        return self.ask(f"cell({name!r})")

    def press(self, words: str, kind: str = "QAbstractButton") -> None:
        """Click the button with these words."""
        self.until(f"has({kind!r}, {words!r})", f"the button “{words}”")
        self.click(self.ask(f"at({kind!r}, {words!r})"))

    def fill(self, name: str, words: str, kind: str = "QLineEdit") -> None:
        """Click into a field and type over what stands there."""
        self.click(self.ask(f"at({kind!r}, {name!r})"))
        self.type(words, over=True)

    def choose(self, combo: str, words: str) -> None:
        """Take a row of a combo box."""
        self.pick(self.ask(f"at('QComboBox', {combo!r})"), words)

    def pick(self, combo: Spot, words: str) -> None:
        """Take a row of the combo box at that place."""
        self.click(combo)
        self.until(f"item({words!r})" if self.screen is None else "True")
        if self.screen is not None:
            time.sleep(0.35)  # the list takes no click while it opens
        self.click(self.ask(f"item({words!r})"))

    def give_file(self, path: Path, picture: str = "") -> None:
        """Write a path into the dialog for files that is about to open, and take it."""
        self.until("dialog('QFileDialog')", "the file dialog")
        # A window that is only just there has no keyboard yet: what is typed would go elsewhere.
        self.until("top().isActiveWindow() and focus().startswith('QLineEdit')", "it listens")
        self.type(str(path), over=True)
        self.until(f"focus().split()[1:] == {str(path).split()!r}", "the path stands there")
        if picture:
            self.picture(picture)
        self.key("Return")
        self.until("not dialog('QFileDialog')", "the file is chosen")

    def tool(self, key: str, tool: str) -> None:
        """Take a tool up with its key."""
        self.key(key)
        self.until(f"draw().view.tool.id == {tool!r}", f"{key} takes up {tool}")

    # ---- telling -------------------------------------------------------------------------------

    def tell(self, words: str) -> None:
        """A line of the log."""
        line = f"{time.monotonic() - self._begun:7.1f} s  {words}"
        print(line, flush=True)
        print(line, file=self._log, flush=True)

    def check(self, words: str, held: object, found: object = "") -> None:
        """Something that must be so."""
        self.failed += not held
        more = f" ({found})" if found != "" else ""
        self.tell(f"{'ok    ' if held else 'FAILED'} {words}{more}")

    def picture(self, words: str) -> None:
        """Keep a numbered picture of the screen."""
        self._pictures += 1
        name = f"{self._pictures:02d}_{words.replace(' ', '_')}.png"
        self._settle(0.25)
        self.ask(f"shoot({str(self.out / name)!r}, screen={self.screen is not None})")
        self.tell(f"       picture {name}")


def main(name: str, play: Callable[[Session], None], arguments: Sequence[str]) -> int:
    """Run a session: ``[FOLDER] [--offscreen]``; 0 only when every check held."""
    folders = [one for one in arguments if not one.startswith("-")]
    out = Path(folders[0]) if folders else Path(tempfile.gettempdir(), "sessions")
    session = Session(name, out, screen="--offscreen" not in arguments)
    try:
        with session:
            play(session)
    except SessionError:
        pass  # it stands in the log
    return 1 if session.failed else 0
