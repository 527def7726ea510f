"""Where rules happen: ``python packaging/reach.py [GAME …]`` plays and writes ``reach.toml``.

Every shipped scenario of a game is played by scripts, at random, by a player who tries what he has
not done, and with standing orders, under a few seeds and under each option. A row of the file says
for one rule in which of these games it happened first, on which turn, and how that was seen: it was
*said* in the log, *done* as an answer, *counted* as a modifier, *asked*, *seen* by a sign of the
game's own (`reach_signs`), or *refused*: somebody wanted what the rule forbids. ``--check`` plays
nothing: it prints the shares. A rule without a row happens in tests only.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import reach_campaign
from msgspec.structs import replace
from reach_signs import SIGNS

from wardesk.documents.packs.pack_writer import toml_text
from wardesk.documents.packs.store import list_packs
from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.engine.rules import Rules
from wardesk.engine.standing import decide
from wardesk.engine.types import (
    CHANCE,
    UMPIRE,
    Answer,
    Choose,
    Event,
    GameState,
    Outcome,
    Reason,
    Roll,
)
from wardesk.engine.types import (
    Path as Way,
)
from wardesk.model.rulebook import HOW, REACH, Reached, Rule, Rulebook, read_rulebook
from wardesk.players.bots import Player, decision_rng, make_player
from wardesk.services.play.tables import load_table

State = GameState[Any, Any]
ROOT = Path(__file__).resolve().parent.parent
AT_TABLE, CAMPAIGN = "gts", "market-garden"
BOOKS = {
    path.parent.name: path
    for path in sorted((ROOT / "wardesk" / "games").glob("*/rulebook.toml"))
    if path.parent.name != "freeform"
} | {CAMPAIGN: ROOT / "wardesk" / "campaign" / "market_garden" / "rulebook.toml"}
"""The rulebooks of the printed games and of the shipped campaign."""
SEEDS = {"script": 2, "curious": 6, "random": 2, "orders": 1}
"""How often each scenario is played, by who plays."""
LOOK_EVERY = 5
"""At every so many questions it is tried what the rules refuse."""
TRIED = 6
"""So many answers are tried there."""


class Played(NamedTuple):
    """One game: a scenario, a seed, who plays, and the options that are not the usual ones."""

    scenario: str
    seed: int
    players: str
    options: tuple[tuple[str, str], ...] = ()


class Seen(NamedTuple):
    """A rule that had a part in something."""

    rule: str
    how: str


# ---- players ------------------------------------------------------------------------------------


class Curious:
    """Does what he has done least often, and ends nothing early; now and then as the script."""

    name = "curious"

    def __init__(self) -> None:
        self._done: Counter[str] = Counter()

    def choose(self, rules: Rules[Any, Any], view: State, rng: Random) -> Answer:
        """The answer that is newest to him."""
        assert view.ask is not None
        kind = view.ask.kind
        if rng.random() < 0.4:
            answer = rules.thinking.policy(view, rng)
        else:
            keys = [c.key for c in view.ask.choices if not c.refused]
            ends = [key for key in keys if f"{kind}/{key}" in rules.showing.endings]
            found = [*map(Choose, keys), *rules.options(view, 6, rng)]
            going_on = [one for one in found if getattr(one, "key", "") not in ends]
            answer = min(
                going_on or found, key=lambda one: (self._done[_name(kind, one)], rng.random())
            )
        self._done[_name(kind, answer)] += 1
        return answer


def _name(kind: str, answer: Answer) -> str:
    what = answer.key.partition("/")[0].partition(":")[0] if isinstance(answer, Choose) else ""
    return f"{kind}/{what or type(answer).__name__}"


class Ordered:
    """A script with the first set of standing orders of its game."""

    name = "orders"

    def choose(self, rules: Rules[Any, Any], view: State, rng: Random) -> Answer:
        """What an order says, else the script."""
        assert view.ask is not None
        sets = rules.showing.order_sets
        orders = [replace(o, side=view.ask.who, id=n + 1) for n, o in enumerate(sets[0].orders)]
        found = decide(rules, view, orders)
        return found.answer if found is not None else rules.thinking.policy(view, rng)


def player(kind: str) -> Player:
    """Who plays by that name: ``script``, ``random``, ``curious``, ``orders``."""
    match kind:
        case "curious":
            return Curious()
        case "orders":
            return Ordered()
        case _:
            return make_player("policy" if kind == "script" else kind)


# ---- what is seen -------------------------------------------------------------------------------


def cited(before: State, event: Event[Any, Any]) -> Iterator[Seen]:
    """The rules that an event names: its log, its question, its answer, its modifiers."""
    yield from (Seen(line.cite, "said") for line in event.story)
    if (asked := before.ask) is None:
        return
    answer = event.answer
    if isinstance(answer, Choose):
        yield from (Seen(c.cite, "done") for c in asked.choices if c.key == answer.key)
    counted = answer.factors if isinstance(answer, Roll) else None
    for factor in asked.factors if counted is None else counted:
        if factor.on:
            yield Seen(factor.cite, "counted")
    yield Seen(asked.cite, "asked")
    yield from (Seen(reason.cite, "refused") for c in asked.choices for reason in c.refused)


def refused(rules: Rules[Any, Any], state: State, rng: Random) -> Iterator[Seen]:
    """The rules that forbid what somebody might want here."""
    asked, question = state.ask, rules.question(state)
    if asked is None or question is None or asked.who in (CHANCE, UMPIRE):
        return
    found: list[Reason] = []
    board, pieces = rules.board, state.pieces
    units = [pieces[p] for p in rng.sample(asked.pieces, min(2, len(asked.pieces)))]
    for unit in units if asked.shape == "path" else ():
        around = rng.sample(_around(board, unit.at), TRIED) if unit.at in board.cells else []
        for cell in around:
            found += question.against(Way((unit.id,), (cell,)))
        for reasons in list(question.reach((unit.id,)).values())[:TRIED]:
            found += [reason for reason in reasons if reason.level == "illegal"]
    foes = [p for p in pieces.values() if p.side != asked.who and p.at in board.cells]
    for foe in rng.sample(foes, min(TRIED, len(foes))):
        found += question.unlisted(foe.at or "")
        about = [pieces[p] for p in asked.about if p in pieces] or units
        found += question.against_target(about[:1], foe.at or "") if about else ()
    yield from (Seen(reason.cite, "refused") for reason in found)


def _around(board: Any, cell: str | None) -> list[str]:  # noqa: ANN401 - any kind of board
    if board.grid is None:
        return [*board.neighbours(cell)][:TRIED] * TRIED
    number, names = board.cell_numbers[cell], {n: name for name, n in board.cell_numbers.items()}
    q, r = board.grid.coordinates(number)
    near = (names.get(board.grid.index(q + x, r + y), "") for x, y in board.grid.side_steps)
    return ([one for one in near if one] or [cell]) * TRIED


# ---- playing ------------------------------------------------------------------------------------

See = Callable[[str, str, int], None]
"""``see(rule, how, turn)``."""


def watch(rules: Rules[Any, Any], game: Played, see: See) -> None:
    """Play one game to its end and tell every rule that had a part in it."""
    prefix = f"{rules.rulebook.prefix} "
    signs = SIGNS.get(rules.id)
    rng, dice = Random(game.seed), SeededDice(game.seed)
    players = {side: player(game.players) for side in rules.sides}
    counts = dict.fromkeys(rules.sides, 0)
    event, state = begin(rules, umpire=False)
    before = GameState[Any, Any](pieces={})
    number = chances = 0
    while True:
        turn = state.tracks.get("turn", 0)
        for one in cited(before, event):
            see(one.rule.removeprefix(prefix), one.how, turn)
        for rule, how in signs(rules, before, event, state, rng) if signs is not None else ():
            see(rule, how, turn)
        if (ask := state.ask) is None:
            return
        if number % LOOK_EVERY == 0:
            for one in refused(rules, state, rng):
                see(one.rule.removeprefix(prefix), one.how, turn)
        stamp = Stamp(id=number + 1, parent=number, chances=chances)
        if ask.who == CHANCE:
            answer: Answer = dice.answer(ask, 0, chances)
            chances += 1
        elif ask.who == UMPIRE:
            answer = Outcome(ask.proposed)
        else:
            luck = decision_rng(game.seed, ask.who, counts[ask.who])
            answer = players[ask.who].choose(rules, rules.view(state, ask.who), luck)
            counts[ask.who] += 1
        before, number = state, number + 1
        event, state = advance(rules, before, answer, stamp, umpire=False)


def plan(game: str) -> Iterator[Played]:
    """The games that are played, the usual ones first."""
    names = [name for pack in list_packs() if pack.game == game for name in pack.scenarios]
    names = [name for name in names if not name.endswith("-oblique")]
    for players, seeds in SEEDS.items():
        yield from (Played(name, seed, players) for seed in range(1, seeds + 1) for name in names)
    yield from (Played(name, 1, "curious", (option,))
                for option in _options(names) for name in names)  # fmt: skip


def _options(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What may be chosen of each option beside the usual."""
    for option in load_table(names[0], {}).rules.option_list() if names else ():
        yield from ((option.id, c.key) for c in option.choices if c.key != option.default)


class Found:
    """The best row of each rule so far."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.rows = book, dict[str, Reached]()

    def see(self, game: Played, rule: str, how: str, turn: int | str) -> None:
        """A rule happened; what came earlier or was seen better stays."""
        have = self.rows.get(rule)
        if rule not in self.book.by_id:
            return
        if have is None or HOW.index(how) < HOW.index(have.how):
            self.rows[rule] = Reached(
                rule=rule, how=how, scenario=game.scenario, seed=game.seed, turn=str(turn),
                players=game.players, options=dict(game.options),
            )  # fmt: skip

    def done(self) -> tuple[Reached, ...]:
        """The rows in the order of the rulebook, headings by what stands under them."""
        for rule in reversed(self.book.rules):
            if rule.id not in self.rows and (part := self._part(rule)) is not None:
                self.rows[rule.id] = replace(part, rule=rule.id, how="part")
        return tuple(self.rows[rule.id] for rule in self.book.rules if rule.id in self.rows)

    def _part(self, rule: Rule) -> Reached | None:
        """The first row of a rule under a heading: ``3.1`` under ``3.0``, ``2.18.1`` under it."""
        head = rule.id.removesuffix(".0") + "."
        under = (one.id for one in self.book.rules if one.id.startswith(head))
        return next((self.rows[name] for name in under if name in self.rows), None)


def play(game: str) -> Found:
    """Play the plan of a game."""
    book = read_rulebook(BOOKS[game])
    found, kept = Found(book), dict[Any, Rules[Any, Any]]()
    for one in plan(game):
        key = one.scenario, one.options
        if key not in kept:
            kept[key] = load_table(one.scenario, dict(one.options)).rules
        watch(kept[key], one, lambda rule, how, turn, one=one: found.see(one, rule, how, turn))
    return found


def run_campaign(desk: Found, tables: Found) -> None:
    """Run the shipped campaign twice: rules of its desk, and of the tables that it lays."""
    book, seed = tables.book, 5
    for tries in (False, True):
        players = "random" if tries else "script"

        def at_desk(rule: str, how: str, turn: str, by: str = players) -> None:
            desk.see(Played(desk.book.game, seed, by), rule, how, turn)

        def at_table(scenario: Path, turn: str) -> None:
            game = Played(desk.book.game, seed, "curious")
            if len(tables.rows) < len(book.rules):
                watch(
                    load_table(str(scenario), {}).rules, game,
                    lambda rule, how, n: tables.see(game, rule, how, f"{turn} ({n})"),
                )  # fmt: skip

        reach_campaign.run(desk.book.game, seed, tries=tries, see=at_desk, table=at_table)
    for rule in desk.book.rules:  # what people do at the table, the table's rules may play
        there = tables.rows.get(rule.played or rule.id)
        if rule.id not in desk.rows and there is not None:
            desk.rows[rule.id] = replace(there, rule=rule.id)


# ---- the file -----------------------------------------------------------------------------------


def write(place: Path, rows: Iterable[Reached]) -> None:
    """Keep the rows beside the rulebook."""
    told = [msgspec.to_builtins(row) for row in rows]
    kept = [{key: value for key, value in row.items() if value not in ("", {})} for row in told]
    head = "Made by `python packaging/reach.py`: where each rule happened first."
    text = toml_text({"reached": kept}, head)
    place.write_text(text, encoding="utf-8", newline="\n")


def share(book: Rulebook) -> str:
    """How many rules that are played happen in shipped games, as a row of a table."""
    played, there = book.happening()
    rest = ", ".join(rule.id for rule in book.rules if book.happens(rule) is False) or "–"
    part = 100 * there / played if played else 100
    return f"| {book.title} | {played} | {there} | {part:.1f} % | {rest} |"


def main(arguments: Sequence[str]) -> int:
    """Play and write, unless only the shares are wanted; 0."""
    names = [one for one in arguments if not one.startswith("--")] or [*BOOKS]
    if "--check" not in arguments:
        found = {name: play(name) for name in names if name != CAMPAIGN}
        if CAMPAIGN in names:
            tables = found.get(AT_TABLE) or Found(read_rulebook(BOOKS[AT_TABLE]))
            found[CAMPAIGN] = Found(read_rulebook(BOOKS[CAMPAIGN]))
            run_campaign(found[CAMPAIGN], tables)
        for name, one in found.items():
            write(BOOKS[name].with_name(REACH), one.done())
    print("| rules of | played | happen in shipped games | share | in tests only |")
    print("|---|---|---|---|---|")
    for name in names:
        print(share(read_rulebook(BOOKS[name])))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
