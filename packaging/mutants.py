"""Mutants: the small changes that a mutation run makes to code and tables, one at a time.

A comparison, a boolean operator, a sum, a number, a condition, a returned value, a statement left
out, two arguments swapped; in a table a number. Sentences, types and decorators are left alone.
"""

from __future__ import annotations

import ast
import copy
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SENTENCES = frozenset({"say", "say_count", "tr", "cited", "join"})
SYMMETRIC = frozenset({"min", "max", "distance"})
"""Functions that answer alike, whichever of two arguments comes first."""
_TRUTHS = frozenset({"any", "all", "bool"})


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
    if _is_nothing(node.value):
        return []
    found: list[ast.AST] = [ast.Return(ast.Constant(None))]
    if isinstance(node.value, ast.BoolOp) or _says(node.value, _TRUTHS):
        found.append(ast.Return(ast.UnaryOp(ast.Not(), node.value)))
    return found


def _is_nothing(value: ast.expr) -> bool:
    """Whether *value* is as good as None: callers ask whether there is anything."""
    empty = isinstance(value, (ast.Tuple, ast.List)) and not value.elts
    empty = empty or (isinstance(value, ast.Dict) and not value.keys)
    return empty or (isinstance(value, ast.Constant) and not value.value)


def _swaps(func: ast.expr, first: ast.expr, second: ast.expr) -> bool:
    name = func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")
    if name in SYMMETRIC:
        return False
    if _says(first) or _says(second):
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


def _words_only(node: ast.AST) -> bool:
    """Whether *node* does nothing but choose between sentences."""
    if isinstance(node, ast.IfExp):
        return _says(node.body) and _says(node.orelse)
    return isinstance(node, ast.If) and all(
        isinstance(one, ast.Assign) and _says(one.value) for one in (*node.body, *node.orelse)
    )


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """The children of *node* that may be changed: no types, decorators, sentences.

    Of a place in a sequence the first and the last are often the same: it is left alone.
    """
    if _words_only(node):
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        if isinstance(node, ast.Subscript) and name == "slice" and _is_place(node.slice):
            continue
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, ast.AST) and not _says(child):
                yield child


def _is_place(node: ast.expr) -> bool:
    number = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(number, ast.Constant)


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
        if at is not None and not _words_only(node):
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


def sampled(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """*count* of *mutants* by chance; a line that comes or goes changes no other choice."""

    def rank(mutant: Mutant) -> str:
        return hashlib.sha256(f"{seed}|{mutant.key}".encode()).hexdigest()

    return sorted(sorted(mutants, key=rank)[:count], key=lambda m: (m.path, m.line, m.key))
