"""Mutation run: break the rules code of a game in many small ways and count what its tests see.

    mutate.py --game eben_emael --sample 200
    mutate.py --game eben_emael --long
    mutate.py --campaign --sample 60 --running

A mutant is one small change: a comparison, a boolean operator, a sum, a number, a condition, a
returned value, a statement left out, two arguments swapped; in ``tables.toml`` a number. Sentences
are left alone. Of every mutant only the tests that run its line are run, by one run with coverage.
A mutant in a function is put into forked copies of a process that has all tests collected; one
that only an import can see (a constant, a table) gets a fork that imports the game anew. Every
verdict goes to the error stream at once, so that a run that is cut short has told something.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import functools
import gc
import importlib
import importlib.machinery
import importlib.util
import io
import os
import pickle
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeGuard, cast

import coverage
import pytest
from mutants import Mutant, mutated, sampled
from mutated_rooms import ROOT, Campaigns, Game

# ---- a change in a running process --------------------------------------------------------------


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def put_in(mutant: Mutant, functions: Sequence[FunctionType]) -> bool:
    """Change *functions* of this process; False when only an import can show the change."""
    path = str(mutant.path)
    source = mutant.path.read_text(encoding="utf-8")
    old = list(_codes(compile(source, path, "exec", dont_inherit=True)))
    new = list(
        _codes(compile(cast("ast.Module", mutated(mutant)), path, "exec", dont_inherit=True))
    )
    if len(old) != len(new):
        return False
    swapped = {a: b for a, b in zip(old[1:], new[1:], strict=True) if a != b}
    done = False
    for function in functions:
        code = swapped.get(function.__code__)
        if code is not None and function.__code__.co_filename == path:
            if len(code.co_freevars) != len(function.__code__.co_freevars):
                return False
            function.__code__ = code
            done = True
    return done


def put_before_import(mutant: Mutant) -> None:
    """Whoever imports or reads the file from now on in this process gets the change."""
    path, new = str(mutant.path), mutated(mutant)
    if isinstance(new, ast.Module):
        code = compile(new, path, "exec", dont_inherit=True)
        plain = importlib.machinery.SourceFileLoader.get_code

        def get_code(self: importlib.machinery.SourceFileLoader, fullname: str) -> CodeType | None:
            return code if self.path == path else plain(self, fullname)

        importlib.machinery.SourceFileLoader.get_code = get_code
        return
    real = builtins.open

    def opened(file: Any, mode: str = "r", *args: Any, **more: Any) -> Any:  # noqa: ANN401 - as open
        if str(file) != path:
            return real(file, mode, *args, **more)
        return io.BytesIO(new.encode()) if "b" in mode else io.StringIO(new)

    builtins.open = io.open = opened  # pathlib asks the second


# ---- running ------------------------------------------------------------------------------------


@dataclass
class Verdict:
    """What became of a mutant."""

    mutant: Mutant
    end: str
    """``killed``, ``time``, ``survived``, ``untouched`` or ``equivalent``."""
    tests: int = 0

    def told(self) -> Verdict:
        """The verdict, after it has gone to the error stream."""
        print(self, file=sys.__stderr__, flush=True)
        return self

    def __str__(self) -> str:
        return f"{self.end} ({self.tests} tests)  {self.mutant}"


@dataclass
class Findings:
    """What the run with all tests collected has found."""

    verdicts: list[Verdict] = field(default_factory=list)
    left: list[Mutant] = field(default_factory=list)
    """Those that need an import."""
    seconds: dict[str, float] = field(default_factory=dict)
    """Processor time of each test."""
    failed: list[str] = field(default_factory=list)
    """Tests that fail without any mutant."""
    imported: list[str] = field(default_factory=list)
    """Modules that the tests have imported."""


ALIVE, KILLED, BROKEN = 0, 1, 9


def in_a_fork(work: Callable[[], int], seconds: int) -> str:
    """Run *work* in a copy of this process: 'killed', 'time' or 'survived'.

    *seconds* is processor time, so that a busy machine kills nobody.
    """
    sys.stdout.flush()
    child = os.fork()
    if not child:
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            null = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(null, stream)
            os._exit(work())
        except BaseException:  # noqa: BLE001 - a child ends here, whatever happens
            os._exit(BROKEN)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "time"
    code = os.WEXITSTATUS(status)
    return "survived" if code == ALIVE else "killed" if code == KILLED else "broken"


class _Reports:
    """Notes whether a test failed."""

    def __init__(self) -> None:
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed


class Caches:
    """What functions of the checkout keep of earlier calls.

    A line that only runs for the first caller would be known to that one test alone, and a change
    of it to none once the answer is kept.
    """

    def __init__(self) -> None:
        self.found: list[functools._lru_cache_wrapper[Any]] = []
        self.modules = 0

    def look(self) -> None:
        """Find those of modules that were imported since the last look."""
        if len(sys.modules) != self.modules:
            self.modules = len(sys.modules)
            self.found = [one for one in gc.get_objects() if _is_our_cache(one)]

    def empty(self) -> None:
        """Forget every answer."""
        for one in self.found:
            one.cache_clear()


def _is_our_cache(one: object) -> TypeGuard[functools._lru_cache_wrapper[Any]]:
    if not isinstance(one, functools._lru_cache_wrapper):
        return False
    code = getattr(one.__wrapped__, "__code__", None)
    name = code.co_filename if isinstance(code, CodeType) else ""
    return name.startswith(str(Path.cwd())) and "site-packages" not in name


class Runner:
    """A pytest plugin: instead of running the tests once it runs them against each mutant."""

    def __init__(self, mutants: Sequence[Mutant], caches: Caches | None = None) -> None:
        self.mutants, self.caches = mutants, caches
        self.findings = Findings()
        self.functions: list[FunctionType] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Map the lines, then try the mutants one after the other."""
        reports = _Reports()
        session.config.pluginmanager.register(reports)
        gc.unfreeze()  # the tests freeze what is there when they have been collected
        touched = self._map(session, reports)
        if self.findings.failed:
            return True
        self.findings.imported = list(sys.modules)
        gc.unfreeze()
        gc.collect()
        self.functions = [one for one in gc.get_objects() if isinstance(one, FunctionType)]
        gc.freeze()  # children share the memory of what they never free
        items = {item.nodeid: item for item in session.items}
        for mutant in self.mutants:
            found: set[str] = set()
            for line in range(mutant.line, mutant.last + 1):
                found |= touched.get((str(mutant.path), line), set())
            if not mutant.function:
                self.findings.left.append(mutant)
            elif not found:
                self.findings.verdicts.append(Verdict(mutant, "untouched").told())
            else:
                self._try(mutant, [items[name] for name in sorted(found, key=self._cost)], reports)
        return True

    def _cost(self, name: str) -> tuple[float, str]:
        return self.findings.seconds[name], name

    def _map(self, session: pytest.Session, reports: _Reports) -> dict[tuple[str, int], set[str]]:
        """Which tests run which line. Tests that fail by themselves are noted."""
        include = sorted({f"{mutant.path.parent}/*" for mutant in self.mutants})
        cover = coverage.Coverage(data_file=None, include=include, config_file=False)
        cover.start()
        for number, item in enumerate(session.items):
            following = session.items[number + 1 : number + 2]
            began, reports.failed = time.process_time(), False
            if self.caches is not None:
                self.caches.look()
                self.caches.empty()
            cover.switch_context(item.nodeid)
            _run(item, following[0] if following else None)
            self.findings.seconds[item.nodeid] = time.process_time() - began
            if reports.failed:
                self.findings.failed.append(item.nodeid)
        cover.stop()
        data, found = cover.get_data(), cast("dict[tuple[str, int], set[str]]", {})
        for name in data.measured_files():
            for line, tests in data.contexts_by_lineno(name).items():
                found[name, line] = {test for test in tests if test}
        return found

    def _try(self, mutant: Mutant, items: list[pytest.Item], reports: _Reports) -> None:
        def work() -> int:
            if not put_in(mutant, self.functions):
                return BROKEN
            if self.caches is not None:
                self.caches.empty()
            for number, item in enumerate(items):
                reports.failed = False
                cast("Any", item)._initrequest()
                _run(item, items[number + 1] if number + 1 < len(items) else None)
                if reports.failed:
                    return KILLED
            return ALIVE

        limit = 1 + round(4 * sum(self.findings.seconds[item.nodeid] for item in items))
        end = in_a_fork(work, limit)
        if end == "broken":  # an import shows what a running process cannot be taught
            self.findings.left.append(mutant)
        else:
            self.findings.verdicts.append(Verdict(mutant, end, len(items)).told())


def _run(item: pytest.Item, following: pytest.Item | None) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


class Ranked:
    """A pytest plugin: the tests that killed before come first, then the quick ones."""

    def __init__(self, seconds: Mapping[str, float], killers: Sequence[str], note: Path) -> None:
        self.seconds, self.killers, self.note = seconds, list(killers), note

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The likeliest to kill, then the quickest."""
        seconds, killers = self.seconds, self.killers
        items.sort(key=lambda one: (one.nodeid not in killers, seconds.get(one.nodeid, 0.0)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Tell the parent who killed."""
        if report.failed:
            self.note.write_text(report.nodeid, encoding="utf-8")


PYTEST = ("-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:pytest-qt",
          "-p", "no:xdist", "-o", "timeout=0", "-o", "addopts=",
          "-W", "ignore::pytest.PytestConfigWarning",
          "-W", "ignore::pytest.PytestAssertRewriteWarning", "-m", "not plays")  # fmt: skip


def run(game: Game, mutants: Sequence[Mutant], tests: Sequence[str]) -> list[Verdict]:
    """A verdict for every one of *mutants*. SystemExit when a test fails without any mutant."""
    equivalent = game.equivalent
    verdicts = [Verdict(m, "equivalent") for m in mutants if m.key in equivalent]
    mutants = [m for m in mutants if m.key not in equivalent]
    with tempfile.TemporaryDirectory() as folder:
        found = _collected(mutants, tests, Path(folder) / "findings", game.fresh)
        if found.failed:
            raise SystemExit("These tests fail without any mutant:\n" + "\n".join(found.failed))
        verdicts += found.verdicts
        killers: list[str] = []
        if found.left:
            _import_what_stays(found.imported)
            if _imported(None, tests, found.seconds, killers, Path(folder)) != "survived":
                raise SystemExit("The tests fail in a fork that imports the game anew.")
        for mutant in found.left:
            end = _imported(mutant, tests, found.seconds, killers, Path(folder))
            verdicts.append(Verdict(mutant, end, len(found.seconds)).told())
    return sorted(verdicts, key=lambda v: (v.mutant.path, v.mutant.line, v.mutant.key))


def _collected(
    mutants: Sequence[Mutant], tests: Sequence[str], note: Path, fresh: bool = False
) -> Findings:
    """The mutants in functions, tried in a child, so that this process never imports a game."""
    child = os.fork()
    if not child:
        runner = Runner(mutants, Caches() if fresh else None)
        with _quiet():
            code = pytest.main([*PYTEST, *tests], plugins=[runner])
        if code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            note.write_bytes(pickle.dumps(runner.findings))
        os._exit(0)
    os.waitpid(child, 0)
    if not note.exists():
        raise SystemExit("The run that maps tests to lines broke off.")
    return pickle.loads(note.read_bytes())


_MEANS = {
    int(pytest.ExitCode.OK): ALIVE,
    int(pytest.ExitCode.TESTS_FAILED): KILLED,
    int(pytest.ExitCode.INTERRUPTED): KILLED,  # a module could not be imported
}
BELOW_GAMES = ("wardesk.engine", "wardesk.model", "wardesk.words", "wardesk.games.shared")


def _import_what_stays(names: Sequence[str]) -> None:
    """Import everything that no game changes, so that each fork need not do it."""
    for name in names:
        library = not name.startswith("wardesk") and "site-packages" in _origin(name)
        if library or name.startswith(BELOW_GAMES):
            with suppress(Exception):
                importlib.import_module(name)


def _origin(name: str) -> str:
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return ""
    return (spec.origin or "") if spec is not None else ""


def _imported(
    mutant: Mutant | None,
    tests: Sequence[str],
    seconds: Mapping[str, float],
    killers: list[str],
    folder: Path,
) -> str:
    """Try *mutant*, or none, in a fork that imports the game: first where others died."""
    note = folder / "killer"
    note.unlink(missing_ok=True)
    limit = 10 + round(3 * sum(seconds.values()))
    likely = sorted({str(Path.cwd() / killer.partition("::")[0]) for killer in killers})
    end = "survived"
    for files in (likely, tests) if likely else (tests,):

        def work(files: Sequence[str] = files) -> int:
            if mutant is not None:
                put_before_import(mutant)
            plugin = Ranked(seconds, killers, note)
            code = pytest.main([*PYTEST, "-x", *files], plugins=[plugin])
            return _MEANS.get(int(code), BROKEN)

        end = in_a_fork(work, limit)
        if end != "survived":
            break
    if note.exists() and (killer := note.read_text(encoding="utf-8")) not in killers:
        killers.append(killer)
    return end


@contextmanager
def _quiet() -> Iterator[None]:
    """Nothing that pytest prints is seen."""
    kept = os.dup(1)
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)


# ---- report -------------------------------------------------------------------------------------


def share(verdicts: Sequence[Verdict]) -> float:
    """The share of mutants that tests have killed; equivalent ones do not count."""
    counted = [v for v in verdicts if v.end != "equivalent"]
    return sum(v.end in ("killed", "time") for v in counted) / len(counted) if counted else 1.0


def report(verdicts: Sequence[Verdict]) -> str:
    """Figures by file, then every survivor with its place and the change."""
    lines: list[str] = []
    for path in dict.fromkeys(v.mutant.path for v in verdicts):
        rows = [v for v in verdicts if v.mutant.path == path]
        dead = sum(v.end in ("killed", "time") for v in rows)
        count = sum(v.end != "equivalent" for v in rows)
        lines.append(f"{path.name:28} {dead:5} of {count:5}  {share(rows):6.1%}")
    ends = {end: sum(v.end == end for v in verdicts) for end in ("killed", "time", "equivalent")}
    lines.append(
        f"{'all':28} {ends['killed'] + ends['time']:5} of {len(verdicts) - ends['equivalent']:5}"
        f"  {share(verdicts):6.1%}  ({ends['time']} by the time limit,"
        f" {ends['equivalent']} equivalent left out)"
    )
    survivors = [v for v in verdicts if v.end in ("survived", "untouched")]
    lines += [str(v) for v in survivors]
    return "\n".join(lines)


def main(args: Sequence[str] | None = None) -> int:
    """Entry of the command line; 1 when fewer mutants die than ``--least`` asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--game", help="a folder of wardesk/games")
    which.add_argument("--campaign", action="store_true", help="the room of campaigns")
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("--sample", type=int, default=100, help="how many mutants (100)")
    amount.add_argument("--long", action="store_true", help="all of them")
    parser.add_argument("--seed", type=int, default=1, help="another sample")
    parser.add_argument("--running", action="store_true", help="only mutants in functions: quick")
    parser.add_argument("--file", action="append", default=[], help="only these files, by name")
    parser.add_argument("--tests", action="append", default=[], help="only these test files")
    parser.add_argument("--least", type=float, default=90.0, help="per cent that must die (90)")
    parser.add_argument("--root", type=Path, default=ROOT, help="another checkout")
    parser.add_argument("--keys", action="store_true", help="print the keys of the survivors")
    given = parser.parse_args(args)
    game = Campaigns(root=given.root) if given.campaign else Game(given.game, given.root)
    if not game.sources:
        parser.error(f"there is no game {given.game}")
    sys.path.insert(0, str(game.root))
    os.chdir(game.root)
    found = game.mutants
    if given.file:
        found = [m for m in found if m.path.name in given.file]
    if given.running:
        found = [m for m in found if m.function]
    mutants = found if given.long else sampled(found, given.sample, given.seed)
    tests = [t for t in game.tests if not given.tests or Path(t).name in given.tests]
    stale = game.equivalent.keys() - {m.key for m in game.mutants}
    if stale:
        parser.error("mutants.toml names what is not there: " + "; ".join(sorted(stale)))
    began = time.monotonic()
    verdicts = run(game, mutants, tests)
    print(report(verdicts))
    if given.keys:
        print(*(v.mutant.key for v in verdicts if v.end in ("survived", "untouched")), sep="\n")
    print(f"{time.monotonic() - began:.0f} s")
    return 0 if share(verdicts) * 100 >= given.least else 1


if __name__ == "__main__":
    raise SystemExit(main())
