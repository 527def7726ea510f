"""The jobs run, test, coverage, bench and docs: which command each is, and its exit code."""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ground import coverage, docs, needed, system, venv
from ground.common import HERE, Checkout, SetupError, has_screen, say

EXIT_NOT_ALL_TESTED = 3
EXIT_NOT_SET_UP = 10
EXIT_INTERRUPTED = 130

DEMO = [
    *("play", "eben-emael/historical", "--bot", "all", "--seed", "7"),
    *("--story", "--save", "demo.wdgame"),
]
DEMO_PICTURE = ["--png", "demo.png"]
_WITHOUT_QT = ["-p", "no:pytest-qt", "-m", "not gui"]


def main(arguments: Sequence[str], description: str | None) -> int:
    """Set up what is missing and run one job; return its exit code."""
    options = parse(arguments, description)
    try:
        venv.prepare(HERE, options.wheels)
        if options.job == "docs":
            return docs.build(HERE, options.rest, options.wheels)
        qt = system.ensure_qt(HERE)
        return _start(HERE, options.job, options.rest, qt=qt)
    except SetupError as error:
        say(str(error))
    except OSError as error:
        say(f"The set-up could not go on: {error.strerror} ({error.filename}).")
    except KeyboardInterrupt:
        say("stopped; the next call goes on from here")
        return EXIT_INTERRUPTED
    return EXIT_NOT_SET_UP


def parse(arguments: Sequence[str], description: str | None = None) -> argparse.Namespace:
    """Read the command line: our own options stand before the job, the rest belongs to it."""
    parser = argparse.ArgumentParser(
        prog="bootstrap.py",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--wheels", type=_folder, metavar="DIR", help="install from these wheels, not the network"
    )
    parser.add_argument("job", choices=["run", "test", "coverage", "bench", "docs"])
    parser.add_argument("rest", nargs=argparse.REMAINDER, metavar="...")
    return parser.parse_args(arguments)


def run_words(rest: Sequence[str], *, screen: bool, qt: bool) -> list[str]:
    """Return what follows ``python -m wardesk``: the person's words, the window, or the demo."""
    if rest or screen:
        return list(rest)
    return DEMO + (DEMO_PICTURE if qt else [])


def test_words(rest: Sequence[str], *, qt: bool, processors: int) -> list[str]:
    """Return what follows ``python -m pytest`` for the tests, spread over the processors.

    Not so a test by its path: starting more processes takes longer than it does, what shuffles
    tests loads numpy, and so do Qt and Hypothesis, which few tests need.
    """
    words = []
    named = [word for word in rest if "::" in word]
    if named and not any(word.startswith("-n") for word in rest):
        words += ["-p", "no:xdist"]
        words += [] if any("randomly" in word for word in rest) else ["-p", "no:randomly"]
        if named == list(rest) and qt:
            words += needed.left_out(HERE.root / "tests", named)
    elif processors > 1 and not {"--pdb", "--trace", "-s"} & set(rest):
        words += ["-n", str(min(processors, 8)), "--dist", "worksteal"]
    return [*words, *([] if qt else _WITHOUT_QT), *rest]


def leaves_slow(rest: Sequence[str]) -> bool:
    """Whether the words ask for no slow test: neither by a switch nor by a path."""
    paths = any((HERE.root / word.split("::")[0]).exists() for word in rest)
    return not paths and not {"--slow", "--long", "--quick"} & set(rest)


def bench_words(rest: Sequence[str], *, qt: bool) -> list[str]:
    """Return what follows ``python -m pytest`` for the benchmarks: one process, fixed order."""
    words = ["tests/bench", "--bench", "-p", "benchmark", "-p", "no:xdist", "-p", "no:randomly"]
    return [*words, *([] if qt else _WITHOUT_QT), *rest]


def _start(place: Checkout, job: str, rest: Sequence[str], *, qt: bool) -> int:
    env = system.environment(place)
    if job == "run":
        return _run(place, rest, env, qt=qt)
    env["QT_QPA_PLATFORM"] = "offscreen"
    if job == "bench":
        words = bench_words(rest, qt=qt)
    else:
        quick = job == "test" and leaves_slow(rest)
        rest = ["--quick", *rest] if quick else rest
        words = test_words(rest, qt=qt, processors=os.cpu_count() or 1)
    if job == "coverage":
        code = coverage.measure(place, words, env)
    else:
        code = _python(place, "pytest", words, env)
    if "--quick" in words:
        say("the slow tests were left out: `python3 packaging/bootstrap.py test --slow` runs them")
    if not qt:
        say("Qt cannot be loaded here, so the GUI tests were NOT run; the others were.")
        return code or EXIT_NOT_ALL_TESTED
    return code


def _run(place: Checkout, rest: Sequence[str], env: dict[str, str], *, qt: bool) -> int:
    screen = has_screen()
    if screen and not qt and not rest:
        return EXIT_NOT_ALL_TESTED
    if not screen:
        env.setdefault("QT_QPA_PLATFORM", "offscreen")
    if not screen and not rest:
        say("no screen here, so bots play a short game instead")
        if not qt:
            say("Qt cannot be loaded here, so no picture is drawn of its end")
    return _python(place, "wardesk", run_words(rest, screen=screen, qt=qt), env)


def _python(place: Checkout, module: str, words: Sequence[str], env: dict[str, str]) -> int:
    command = [str(place.python), "-m", module, *words]
    return subprocess.call(command, cwd=place.root, env=env)


def _folder(text: str) -> Path:
    path = Path(text).resolve()
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {text}")
    return path
