"""Mutation run: break the rules code of a game in many small ways and count what its tests see.

    mutate.py --game eben_emael --sample 200
    mutate.py --game eben_emael --long

A mutant is one small change: a comparison, a boolean operator, a sum, a number, a condition, a
returned value, a statement left out, two arguments swapped; in ``tables.toml`` a number. Sentences
are left alone. Of every mutant only the tests that run its line are run, by one run with coverage.
A mutant in a function is put into forked copies of a process that has all tests collected; one
that only an import can see (a constant, a table) gets a fork that imports the game anew.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import copy
import gc
import hashlib
import importlib
import importlib.machinery
import importlib.util
import io
import os
import pickle
import re
import resource
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, cast

import coverage
import pytest

ROOT = Path(__file__).resolve().parent.parent
NOT_RULES = ("__init__", "look", "show", "policy", "think", "cases", "options")
"""Modules by the beginning of their names: what a game shows and how programs play it."""
SENTENCES = frozenset({"say", "say_count", "tr", "cited", "join"})
_TRUTHS = frozenset({"any", "all", "bool"})

# ---- mutants ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """One small change of a file."""

    path: Path
    line: int
    last: int
    """The statement's last line, or that of its head."""
    function: str
    """Dotted name of the function; empty at the level of the module or a class."""
    before: str
    after: str
    node: int
    """Number of the changed node in the order of `ast.walk`, or of the number in the text."""
    variant: int
    occurrence: int = 0

    @property
    def key(self) -> str:
        """What names the mutant while other lines of the file come and go."""
        parts = (self.path.name, self.function, self.before, self.after, str(self.occurrence))
        return "|".join(parts)

    def __str__(self) -> str:
        place = f"{'/'.join(self.path.parts[-4:])}:{self.line}"
        return f"{place} {self.function}: {self.before} → {self.after}".replace(" :", ":")


_COMPARED: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_RECKONED: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


def variants(node: ast.AST) -> list[ast.AST]:
    """What *node* may turn into, each a small lie."""
    return _of_statement(node) if isinstance(node, ast.stmt) else _of_expression(node)


def _of_statement(node: ast.stmt) -> list[ast.AST]:
    match node:
        case ast.AugAssign(target, op, value):
            other = [ast.AugAssign(target, _RECKONED[type(op)](), value)]
            return [*(other if type(op) in _RECKONED else ()), ast.Pass()]
        case ast.Return():
            return _returned(node)
        case ast.Expr(ast.Call()) | ast.Break() | ast.Continue() | ast.Raise():
            return [ast.Pass()]
        case ast.If() | ast.While():
            return _negated(node)
        case _:
            return []


def _of_expression(node: ast.AST) -> list[ast.AST]:
    match node:
        case ast.Compare(left, [op], rest):
            return [ast.Compare(left, [kind()], rest) for kind in _COMPARED[type(op)]]
        case ast.BoolOp(op, values):
            return [ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)]
        case ast.UnaryOp(ast.Not(), operand):
            return [operand]
        case ast.BinOp(left, op, right) if type(op) in _RECKONED:
            return [ast.BinOp(left, _RECKONED[type(op)](), right)]
        case ast.Constant(bool() as value):
            return [ast.Constant(not value)]
        case ast.Constant(int() as value):
            return [ast.Constant(value + 1), ast.Constant(value - 1)]
        case ast.Call(func, [first, second, *rest], keywords) if _swaps(func, first, second):
            return [ast.Call(func, [second, first, *rest], keywords)]
        case ast.IfExp():
            return _negated(node)
        case _:
            return []


def _negated(node: ast.If | ast.While | ast.IfExp) -> list[ast.AST]:
    if _flips(node.test):
        return []
    new = copy.copy(node)
    new.test = ast.UnaryOp(ast.Not(), node.test)
    return [new]


def _returned(node: ast.Return) -> list[ast.AST]:
    if node.value is None:
        return [ast.Pass()]
    if isinstance(node.value, ast.Constant) and node.value.value is None:
        return []
    found: list[ast.AST] = [ast.Return(ast.Constant(None))]
    if isinstance(node.value, ast.BoolOp) or _says(node.value, _TRUTHS):
        found.append(ast.Return(ast.UnaryOp(ast.Not(), node.value)))
    return found


def _swaps(func: ast.expr, first: ast.expr, second: ast.expr) -> bool:
    if isinstance(func, ast.Name) and func.id in ("min", "max"):
        return False
    plain = not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred)
    return plain and ast.dump(first) != ast.dump(second)


def _flips(test: ast.expr) -> bool:
    """Whether the change of *test* itself already negates it."""
    return (isinstance(test, ast.Compare) and len(test.ops) == 1) or (
        isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    )


def _says(node: ast.AST, names: frozenset[str] = SENTENCES) -> bool:
    """Whether *node* calls one of *names*: a sentence for people, or one put into the log."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    return (node.func.id if isinstance(node.func, ast.Name) else name) in names


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """The children of *node* that may be changed: no types, decorators, sentences, tests of one."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, ast.AST) and not _says(child):
                yield child


Judged = tuple[ast.AST, str, ast.stmt]


def _judged(tree: ast.Module) -> Iterator[Judged]:
    """Every node that may be changed, with the function and the statement that it is in."""

    def walk(
        node: ast.AST, path: tuple[str, ...], held: str, at: ast.stmt | None
    ) -> Iterator[Judged]:
        if isinstance(node, ast.Expr) and (
            _says(node.value) or isinstance(node.value, ast.Constant)
        ):
            return
        if isinstance(node, ast.stmt):
            at = node
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            path = (*path, node.name)
            held = ".".join(path) if isinstance(node, ast.FunctionDef) else ""
        if at is not None:
            yield node, held, at
        for child in _parts(node):
            inner = held
            if isinstance(node, ast.FunctionDef) and child is node.args:
                inner = ".".join(path[:-2])  # a default is made where the function is
            yield from walk(child, path, inner, at)

    yield from walk(tree, (), "", None)


def mutants_of(path: Path) -> list[Mutant]:
    """All mutants of one file, in the order of its lines."""
    text = path.read_text(encoding="utf-8")
    found = _in_table(path, text) if path.suffix == ".toml" else _in_code(path, text)
    times: dict[str, int] = {}
    told: list[Mutant] = []
    for mutant in found:
        times[mutant.key] = times.get(mutant.key, -1) + 1
        told.append(Mutant(**{**mutant.__dict__, "occurrence": times[mutant.key]}))
    return told


def _in_code(path: Path, text: str) -> Iterator[Mutant]:
    tree = ast.parse(text)
    number = {id(node): n for n, node in enumerate(ast.walk(tree))}
    for node, function, at in _judged(tree):
        for variant, new in enumerate(variants(node)):
            line = getattr(node, "lineno", at.lineno)
            body = getattr(at, "body", None)
            last = body[0].lineno - 1 if body else (at.end_lineno or line)
            before, after = _told(node), _told(new)
            yield Mutant(
                path, line, max(line, last), function, before, after, number[id(node)], variant
            )


def _told(node: ast.AST) -> str:
    if isinstance(node, (ast.If, ast.While)):
        return f"if {ast.unparse(node.test)}"
    told = " ".join(ast.unparse(node).split())
    return told if len(told) <= 70 else f"{told[:50]} … {told[-17:]}"


_NUMBER = re.compile(r'"(?P<cell>\d+(?:/\d+)?)"|(?P<text>"[^"]*")|(?P<bare>(?<![\w.])\d+(?![\w.]))')


def _numbers(text: str) -> Iterator[tuple[int, int, int]]:
    """Line, start and end of every number of a table: bare, or in a cell like ``"2/1"``."""
    start = 0
    for line, row in enumerate(text.splitlines(keepends=True), 1):
        for found in _NUMBER.finditer(row.partition("#")[0]):
            for digits in re.finditer(r"\d+", found[0]) if not found["text"] else ():
                at = start + found.start() + digits.start()
                yield line, at, at + len(digits[0])
        start += len(row)


def _in_table(path: Path, text: str) -> Iterator[Mutant]:
    lines = text.splitlines()
    for number, (line, at, end) in enumerate(_numbers(text)):
        for variant, by in enumerate((1, -1)):
            old = int(text[at:end])
            if old + by < 0:
                continue
            before, after = f"{old} in {lines[line - 1].strip()}", str(old + by)
            yield Mutant(path, line, line, "", before, after, number, variant)


def mutated(mutant: Mutant) -> str | ast.Module:
    """The file with the change: a tree of code, or the text of a table."""
    text = mutant.path.read_text(encoding="utf-8")
    if mutant.path.suffix == ".toml":
        _, at, end = list(_numbers(text))[mutant.node]
        return text[:at] + str(int(text[at:end]) + (1, -1)[mutant.variant]) + text[end:]
    tree = ast.parse(text)
    node = list(ast.walk(tree))[mutant.node]
    new = ast.copy_location(variants(node)[mutant.variant], node)
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, name, new)
            elif isinstance(value, list) and any(one is node for one in value):
                setattr(parent, name, [new if one is node else one for one in value])
    return ast.fix_missing_locations(tree)


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


class Runner:
    """A pytest plugin: instead of running the tests once it runs them against each mutant."""

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self.mutants = mutants
        self.findings = Findings()
        self.functions: list[FunctionType] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Map the lines, then try the mutants one after the other."""
        reports = _Reports()
        session.config.pluginmanager.register(reports)
        touched = self._map(session, reports)
        if self.findings.failed:
            return True
        self.findings.imported = list(sys.modules)
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
                self.findings.verdicts.append(Verdict(mutant, "untouched"))
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
            self.findings.verdicts.append(Verdict(mutant, end, len(items)))


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


@dataclass(frozen=True)
class Game:
    """Where a game's rules, its tests and its list of equivalent mutants are."""

    name: str
    root: Path = ROOT

    @property
    def sources(self) -> list[Path]:
        """Rules code and the figures of the tables."""
        folder = self.root / "wardesk" / "games" / self.name
        code = [p for p in sorted(folder.glob("*.py")) if not p.stem.startswith(NOT_RULES)]
        return code + sorted(folder.glob("tables.toml"))

    @property
    def tests(self) -> list[str]:
        """The game's test files."""
        folder = self.root / "tests" / "games" / self.name
        return [str(file) for file in sorted(folder.glob("test_*.py"))]

    @property
    def equivalent(self) -> dict[str, str]:
        """Reason by key of the mutants that change nothing anybody can see."""
        path = self.root / "tests" / "games" / self.name / "equivalent_mutants.toml"
        if not path.exists():
            return {}
        rows = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
        return {row["key"]: row["reason"] for row in rows}


PYTEST = ("-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:pytest-qt",
          "-p", "no:xdist", "-o", "timeout=0", "-o", "addopts=",
          "-W", "ignore::pytest.PytestConfigWarning",
          "-W", "ignore::pytest.PytestAssertRewriteWarning", "-m", "not plays")  # fmt: skip


def sampled(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """*count* of *mutants* by chance; a line that comes or goes changes no other choice."""

    def rank(mutant: Mutant) -> str:
        return hashlib.sha256(f"{seed}|{mutant.key}".encode()).hexdigest()

    return sorted(sorted(mutants, key=rank)[:count], key=lambda m: (m.path, m.line, m.key))


def run(game: Game, mutants: Sequence[Mutant], tests: Sequence[str]) -> list[Verdict]:
    """A verdict for every one of *mutants*. SystemExit when a test fails without any mutant."""
    equivalent = game.equivalent
    verdicts = [Verdict(m, "equivalent") for m in mutants if m.key in equivalent]
    mutants = [m for m in mutants if m.key not in equivalent]
    with tempfile.TemporaryDirectory() as folder:
        found = _collected(mutants, tests, Path(folder) / "findings")
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
            verdicts.append(Verdict(mutant, end, len(found.seconds)))
    return sorted(verdicts, key=lambda v: (v.mutant.path, v.mutant.line, v.mutant.key))


def _collected(mutants: Sequence[Mutant], tests: Sequence[str], note: Path) -> Findings:
    """The mutants in functions, tried in a child, so that this process never imports a game."""
    child = os.fork()
    if not child:
        runner = Runner(mutants)
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
    lines += [f"{v.end} ({v.tests} tests)  {v.mutant}" for v in survivors]
    return "\n".join(lines)


def main(args: Sequence[str] | None = None) -> int:
    """Entry of the command line; 1 when fewer mutants die than ``--least`` asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", required=True, help="a folder of wardesk/games")
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
    game = Game(given.game, given.root)
    if not game.sources:
        parser.error(f"there is no game {given.game}")
    sys.path.insert(0, str(game.root))
    os.chdir(game.root)
    found = [mutant for path in game.sources for mutant in mutants_of(path)]
    if given.file:
        found = [m for m in found if m.path.name in given.file]
    if given.running:
        found = [m for m in found if m.function]
    mutants = found if given.long else sampled(found, given.sample, given.seed)
    tests = [t for t in game.tests if not given.tests or Path(t).name in given.tests]
    stale = game.equivalent.keys() - {m.key for path in game.sources for m in mutants_of(path)}
    if stale:
        parser.error("equivalent_mutants.toml names what is not there: " + "; ".join(sorted(stale)))
    began = time.monotonic()
    verdicts = run(game, mutants, tests)
    print(report(verdicts))
    if given.keys:
        print(*(v.mutant.key for v in verdicts if v.end in ("survived", "untouched")), sep="\n")
    print(f"{time.monotonic() - began:.0f} s")
    return 0 if share(verdicts) * 100 >= given.least else 1


if __name__ == "__main__":
    raise SystemExit(main())
