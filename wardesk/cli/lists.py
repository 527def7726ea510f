"""``wardesk games``, ``rules`` and ``odds``: what there is to play and what it rests on."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wardesk.cli.output import AsJson, complain, pairs, print_json, show
from wardesk.errors import UserError
from wardesk.words import join, say

if TYPE_CHECKING:
    from wardesk.model.rulebook import Rule, Rulebook
    from wardesk.model.scenario import Pack, ScenarioInfo

GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game that `wardesk games` lists.")]


def games(as_json: AsJson = False) -> None:
    """List the games, their packs and scenarios: those of WarDesk, your own, other people's."""
    from wardesk.games.registry import game_ids
    from wardesk.services.packs.shelf import read_shelf, scenario_names
    from wardesk.services.play.tables import scenario_info

    shelf = read_shelf()
    found: list[tuple[Pack, list[tuple[str, ScenarioInfo]]]] = []
    broken = [one.error for one in shelf.broken]
    for pack in shelf.packs:
        try:
            found.append((pack, [(name, scenario_info(name)) for name in scenario_names(pack)]))
        except UserError as error:
            broken.append(error)
    bare = [game for game in game_ids() if all(pack.game != game for pack, _ in found)]
    if as_json:
        rows = [
            {
                "pack": pack.id,
                "title": pack.title,
                "game": pack.game,
                "playable": pack.game in game_ids(),
                "reconstruction": pack.reconstruction,
                "scenarios": [
                    {"id": name}
                    | {
                        field: getattr(s, field)
                        for field in ("title", "players", "length", "complexity", "turns")
                    }
                    for name, s in scenarios
                ],
            }
            for pack, scenarios in found
        ]
        print_json({"games": game_ids(), "packs": rows, "broken": [str(error) for error in broken]})
        return
    for pack, scenarios in found:
        show(say("{title} (game {game!s})", title=pack.title, game=pack.game))
        for name, s in scenarios:
            show(
                say(
                    "{id!s}: {title}; {players} players, {length}, {turns} turns",
                    id=name,
                    title=s.title,
                    players=s.players,
                    length=s.length,
                    turns=s.turns,
                ),
                2,
            )
            show(s.blurb, 4)
        for text in pack.reconstruction:
            show(say("Reconstruction: {what}", what=text), 4)
    for game in bare:
        show(say("{game!s}: a game without a pack here.", game=game))
    for error in broken:
        complain(error)


def _rulebook(game: str) -> Rulebook:
    from wardesk.campaign.ruleset import find_ruleset
    from wardesk.services.play.tables import load_game_table

    ruleset = find_ruleset(game)
    # the layer between the tables is no game that can be played by itself
    if ruleset is not None and ruleset.rulebook is not None:
        from wardesk.model.rulebook import read_rulebook

        return read_rulebook(ruleset.rulebook)
    return load_game_table(game).rules.rulebook


def rules(game: GameId, as_json: AsJson = False) -> None:
    """List every rule: enforced, changed, assisted or by hand, its rulings and its tests.

    Each rule says in which game of a shipped scenario it happened first, or "in tests only".
    Readings of our own stand apart and do not count as the text's.
    """
    book = _rulebook(game)
    proofs = rule_proofs(tests_folder())
    known = {rule.id: proofs.get(f"{book.prefix} {rule.id}", []) for rule in book.rules}
    counts = book.counts()
    if as_json:
        import msgspec

        reached = {name: msgspec.to_builtins(row) for name, row in book.reached.items()}
        rows = [
            {**msgspec.to_builtins(rule), "tests": known[rule.id], "reached": reached.get(rule.id)}
            for rule in book.rules
        ]
        head = {"game": book.game, "title": book.title, "source": book.source}
        print_json({**head, "counts": counts, "rules": rows})
        return
    show(join(" — ", (book.title, book.source)))
    for ours in (False, True):
        if ours and counts["ours"]:
            show(say("Ours, not in the text:"))
        for rule in book.rules:
            if rule.ours == ours:
                _print_rule(book, rule, len(known[rule.id]))
    rows = [(counts[s], s) for s in counts if s != "ours" and (counts[s] or s != "changed")]
    told = join(", ", [join(" ", row) for row in rows])
    if counts["ours"]:
        told = say("{rules}; {number} ours", rules=told, number=counts["ours"])
    show(join("", (told, ".")))
    if book.reached:
        played, there = book.happening()
        show(say("{there} of {played} rules happen in shipped games, {part} %.",
                 there=there, played=played, part=100 * there // max(played, 1)))  # fmt: skip


def _print_rule(book: Rulebook, rule: Rule, tests: int) -> None:
    from wardesk.services.play.reached import happens

    status: str = rule.status
    if tests:
        status = say("{status}, {tests} tests", status=status, tests=tests)
    show(
        say(
            "{number!s} {title} [{status}]",
            number=book.cite(rule),
            title=rule.title,
            status=status,
        )
    )
    show(rule.summary, 4)
    if told := happens(book, rule):
        show(told, 4)
    for word, text in (
        (say("Ruling"), rule.ruling),
        (say("Reconstruction"), rule.reconstruction),
        (say("By hand"), rule.why_hand),
    ):
        if text:
            show(join(": ", (word, text)), 4)


def odds(
    game: GameId,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A table of that game.")],
    keys: Annotated[
        list[str] | None, typer.Argument(metavar="KEY=VALUE", help="What the line depends on.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the exact chances of one line of a table."""
    from wardesk.services.play.desk import case_text
    from wardesk.services.play.tables import load_game_table

    case = load_game_table(game, own=True).rules.showing.odds(
        table, pairs(keys or [], "key of a table")
    )
    if as_json:
        print_json(case)
        return
    print(case_text(case))


# ---- which tests prove a rule -------------------------------------------------------------------


def tests_folder() -> Path | None:
    """The tests beside the program; None in an installed one."""
    import wardesk

    folder = Path(wardesk.__file__).resolve().parents[1] / "tests"
    return folder if folder.is_dir() else None


def rule_proofs(folder: Path | None) -> dict[str, list[str]]:
    """Per cite the tests that carry ``@pytest.mark.rule(cite)``, as ``file::name``."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")) if folder else ():
        text = path.read_text(encoding="utf-8")
        if "mark.rule(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for cite in _cites(node):
                    found.setdefault(cite, []).append(f"{path.name}::{node.name}")
    return found


def _cites(node: ast.FunctionDef | ast.ClassDef) -> list[str]:
    return [
        argument.value
        for mark in node.decorator_list
        if isinstance(mark, ast.Call)
        and isinstance(mark.func, ast.Attribute)
        and mark.func.attr == "rule"
        for argument in mark.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
