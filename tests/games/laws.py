"""Laws that every game must obey, each over one random game; a broken one fails with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product
from math import prod
from random import Random
from typing import Any

from random_games import Game, Position, play

from wardesk.engine.deeds import Deed, deeds
from wardesk.engine.kernel import Stamp, advance, fold
from wardesk.engine.legality import check
from wardesk.engine.replay import readjudicate
from wardesk.engine.standing import decide
from wardesk.engine.types import (
    CHANCE,
    Answer,
    Cells,
    Choose,
    CreatePiece,
    Decision,
    Effect,
    GameState,
    Path,
    Pieces,
    RemovePiece,
    Roll,
    SetPiece,
    replace,
)
from wardesk.words import decode, encode

MOST_ROLLS = 216
"""Chance nodes with more faces than this are sampled, with every face of every die among them."""
MOST_NODES = 100
"""Chance nodes of one game whose dice are tried out, spread over the game."""


def at(game: Game, position: Position) -> str:
    """Where in which game, so that it can be found again."""
    ask = position.state.ask
    return f"seed {game.seed}, answer {position.number}, {ask.kind if ask else 'no question'}"


def ends_with_a_result(game: Game) -> None:
    assert game.end.result is not None, f"seed {game.seed} ended without a result"
    assert game.end.stack == (), f"seed {game.seed} ended inside {game.end.stack}"


def states_survive_a_round_trip(game: Game) -> None:
    for p in game.looked_at:
        copy = decode(encode(p.state), game.rules.state_type)
        assert copy == p.state, at(game, p)
        assert encode(copy) == encode(p.state), at(game, p)


def events_survive_a_round_trip(game: Game) -> None:
    for event in (game.first, *(p.event for p in game.looked_at)):
        copy = decode(encode(event), game.rules.event_type)
        assert copy == event, f"seed {game.seed}, event {event.id}"


def fold_equals_live(game: Game) -> None:
    state = fold(type(game.start)(pieces={}), game.first)
    assert state == game.start
    for p in game.positions:
        state = fold(state, p.event)
        assert state == p.after, at(game, p)


def stamp_of(p: Position) -> Stamp:
    return Stamp(id=p.event.id, parent=p.event.parent, chances=p.event.chances)


def answering_leaves_the_state_untouched(game: Game) -> None:
    for p in game.looked_at:
        before = encode(p.state)
        advance(game.rules, p.state, p.answer, stamp_of(p), umpire=False)
        assert encode(p.state) == before, at(game, p)


def todays_rules_say_the_same_again(game: Game) -> None:
    assert readjudicate(game.rules, game.events) is None, f"seed {game.seed}"


def rolls_of(asked: Decision, rng: Random) -> Iterator[tuple[int, ...]]:
    """Every way the dice can fall; where there are too many, every face of every die."""
    if prod(asked.dice) <= MOST_ROLLS:
        yield from product(*asked.printed())
        return
    for face in range(1, max(asked.dice) + 1):
        yield tuple(min(face, faces) for faces in asked.dice)
    for _ in range(MOST_ROLLS // 6):
        yield tuple(map(rng.choice, asked.printed()))


def every_way_the_dice_fall_goes_on(game: Game) -> None:
    nodes = [p for p in game.positions if p.state.ask is not None and p.state.ask.who == CHANCE]
    spread = max(1, len(nodes) // MOST_NODES)
    for p in islice(nodes, game.seed % spread, None, spread):
        asked = p.state.ask
        assert asked is not None
        assert asked.dice, at(game, p)
        assert all(faces > 0 for faces in asked.dice), at(game, p)
        assert not asked.faces or asked.dice == (len(asked.faces),), at(game, p)
        for dice in rolls_of(asked, Random(game.seed)):
            _, after = advance(game.rules, p.state, Roll(dice), stamp_of(p), umpire=False)
            assert after.ask is not None or after.result is not None, (at(game, p), dice)


def odds_sum_to_one(game: Game) -> None:
    for p in game.positions:
        if p.state.ask is None or p.state.ask.shape not in ("roll", "outcome"):
            continue
        case = game.rules.showing.case(p.state)
        if case is not None and case.odds:
            assert {line.of for line in case.odds} == {case.odds[0].of}, at(game, p)
            assert sum(line.ways for line in case.odds) == case.odds[0].of, at(game, p)


def options_are_legal(game: Game) -> None:
    for p in game.looked_at:
        asked = p.state.ask
        if asked is None or asked.who == CHANCE:
            continue
        options = game.rules.options(p.state, 24, Random(game.seed))
        assert options, at(game, p)
        for answer in options:
            reasons, readable = check(game.rules, p.state, answer, umpire=False)
            illegal = [r for r in reasons if r.level == "illegal"]
            assert readable, (at(game, p), answer, reasons)
            assert not illegal, (at(game, p), answer, illegal)


def policy_answers_legally(game: Game) -> None:
    for p in game.looked_at:
        if p.state.ask is None or p.state.ask.who not in game.rules.sides:
            continue
        answer = game.rules.thinking.policy(p.state, Random(game.seed))
        reasons, readable = check(game.rules, p.state, answer, umpire=False)
        illegal = [r for r in reasons if r.level == "illegal"]
        assert readable, (at(game, p), answer, reasons)
        assert not illegal, (at(game, p), answer, illegal)


def a_hand_can_give_what_programs_give(game: Game) -> None:
    """Whoever a program sends, the question lets a person pick together, and lights the goal."""
    rules = game.rules
    for p in game.looked_at:
        asked = p.state.ask
        if asked is None or asked.shape != "path" or asked.who not in rules.sides:
            continue
        view = rules.view(p.state, asked.who)
        for answer in (p.answer, rules.thinking.policy(view, Random(game.seed))):
            if isinstance(answer, Path):
                assert asked.least <= len(answer.pieces) <= asked.most, (at(game, p), answer)
                reasons = rules.showing.reach(view, answer.pieces).get(answer.cells[-1])
                assert reasons is not None, (at(game, p), answer)
                assert "illegal" not in {r.level for r in reasons}, (at(game, p), answer, reasons)


def marches_are_told(game: Game) -> None:
    """Whoever goes from one place of the board to another is told of, with both; who comes, too.

    How a board is laid out before the first turn is no news.
    """
    board = getattr(game.rules, "board", None)
    cells = board.cells if board is not None else {}  # the smallest game of the tests has no board
    fort = getattr(getattr(game.rules, "setting", None), "fort", None)
    brief = fort.brief if fort is not None else {}  # sectors have short names in sentences
    for p in game.positions:
        if p.event.visible_to:
            continue
        story = [f"{line.text} {line.how}" for line in p.event.story]
        for piece in {e.piece for e in p.event.effects if isinstance(e, SetPiece)}:
            if piece not in p.state.pieces or piece not in p.after.pieces:
                continue
            a, b = p.state.pieces[piece].at, p.after.pieces[piece].at
            if a == b or p.state.ask is None or p.state.ask.kind in ("deploy", "set-up"):
                continue
            assert story or not {a, b} & cells.keys(), (at(game, p), f"{piece}: {a} to {b}")
            # who leaves the board or comes onto it has one place there
            for place in filter(cells.__contains__, (a, b) if b in cells else ()):
                names = {place, cells[place].name, brief.get(place, "")} - {""}
                told = any(name in line for name in names for line in story)
                assert told, (at(game, p), f"{piece} went from {a} to {b}", story)


def views_are_states(game: Game) -> None:
    """A side's view has the type of a state, is a view of itself, and can be drawn."""
    for p in game.looked_at[:: max(1, len(game.looked_at) // 40)]:
        for side in game.rules.sides:
            view = game.rules.view(p.state, side)
            copy = decode(encode(view), game.rules.state_type)
            assert copy == view, (at(game, p), side)
            assert game.rules.view(view, side) == view, (at(game, p), side)
            game.rules.showing.look(view)


def cites_of(game: Game) -> Iterator[tuple[str, str]]:
    """Every rule number that the game mentioned, and where."""
    for event in game.events:
        place = f"event {event.id}"
        for asked in (event.ask,):
            if asked is None:
                continue
            yield asked.cite or "no cite", f"{place}, question {asked.kind}"
            for factor in asked.factors:
                yield factor.cite, f"{place}, factor {factor.id}"
            for choice in asked.choices:
                yield choice.cite, f"{place}, choice {choice.key}"
                for reason in choice.refused:
                    yield reason.cite or "no cite", f"{place}, refused {choice.key}"
        for reason in event.warnings:
            yield reason.cite, f"{place}, reason {reason.text!r}"
        for line in event.story:
            yield line.cite, f"{place}, story {line.text!r}"
    if game.end.result is not None:
        yield game.end.result.cite or "no cite", "the result"


def cites_are_in_the_rulebook(game: Game) -> None:
    book = game.rules.rulebook
    unknown = {cite: place for cite, place in cites_of(game) if cite and not book.summary(cite)}
    assert not unknown, f"seed {game.seed}: cited, but not in the rulebook: {unknown}"


def prompts_are_short(game: Game) -> None:
    prompts = {p.state.ask.prompt for p in game.positions if p.state.ask is not None}
    wrong = [text for text in prompts if not 1 <= len(text.split()) <= 8]
    assert not wrong, f"not 1 to 8 words: {wrong}"


CHORES = {"Opportunity used", "Activated by replay", "Moved", "Fired"}
"""Signs that only say that a counter has had its turn: what it did with it is told."""


def signs_of(game: Game, state: Any, touched: set[str]) -> dict[str, set[str]]:
    """What the counters of *touched* pieces show: a place, and their signs."""
    looks = [c for c in game.rules.showing.look(state).counters if c.piece in touched]
    return {c.piece: {badge.name for badge in c.badges} - CHORES for c in looks}


def what_becomes_of_counters_is_told(game: Game) -> None:
    """No counter comes, goes or gets a new sign without a word."""
    for p in game.positions:
        if p.event.story or p.event.visible_to:
            continue
        touched = {
            effect.piece.id if isinstance(effect, CreatePiece) else effect.piece
            for effect in p.event.effects
            if isinstance(effect, CreatePiece | RemovePiece | SetPiece)
        }
        if not touched:
            continue
        before, after = (signs_of(game, state, touched) for state in (p.state, p.after))
        assert before.keys() == after.keys(), (at(game, p), before.keys() ^ after.keys())
        anew = {piece: new for piece, signs in after.items() if (new := signs - before[piece])}
        assert not anew, (at(game, p), anew)


def effects_of(game: Game) -> list[Effect]:
    return [effect for event in game.events for effect in event.effects]


def umpire_who_accepts_everything_changes_nothing(game: Game) -> None:
    umpired = play(game.rules, game.seed, umpire=True)
    ours, theirs = effects_of(game), effects_of(umpired)
    differs: Any = next(
        (pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]), None
    )
    assert differs is None, f"seed {game.seed}: {differs}"
    assert len(ours) == len(theirs), f"seed {game.seed}"
    assert umpired.end.result == game.end.result


def deeds_only_choose_until_they_act(game: Game) -> None:
    """A deed is legal answer by answer, only its last one may act, and it is about its aim.

    Where an enemy is at the aim it may first pay for another go, which moves nobody.
    """
    rules, rng = game.rules, Random(game.seed)
    for p in game.looked_at[::3]:
        ask, before = p.state.ask, encode(p.state)
        if ask is None or ask.who not in rules.sides:
            continue
        view = rules.view(p.state, ask.who)
        pieces = [piece for piece in view.pieces.values() if piece.at is not None]
        hand = tuple(rng.sample(ask.pieces, min(1, len(ask.pieces))))
        aims = [piece.at or "" for piece in rng.sample(pieces, min(3, len(pieces)))]
        for aim in (*aims, *rng.sample(ask.cells, min(2, len(ask.cells)))):
            for deed in deeds(rules, view, hand, aim):
                _goes_through(game, p, deed, aim)
        assert encode(p.state) == before, at(game, p)


def _goes_through(game: Game, p: Position, deed: Deed, aim: str) -> None:
    rules, state, unit_endings = game.rules, p.state, game.rules.showing.unit_endings
    who = deed.asked[0].who
    enemy = any(u.side != who and aim in (u.id, u.at) for u in state.pieces.values())
    for answer, asked in zip(deed.answers, deed.asked, strict=True):
        assert state.ask is not None, at(game, p)
        assert (state.ask.kind, state.ask.who) == (asked.kind, asked.who), at(game, p)
        event, after = advance(rules, state, answer, Stamp(id=1, parent=0), umpire=False)
        name = f"{asked.kind}/{answer.key}" if isinstance(answer, Choose) else ""
        paid = name in game.rules.showing.payments and enemy and _places(after) == _places(state)
        goes_on = name in unit_endings or paid or not event.effects
        assert answer is deed.answers[-1] or goes_on, at(game, p)
        if answer is deed.answers[-1]:
            named = answer_names(answer)
            places = {state.pieces[one].at for one in named if one in state.pieces}
            named |= {one.rpartition(":")[2] for one in named}
            places = {state.pieces[one].at for one in named if one in state.pieces}
            assert aim in named | places, at(game, p)
        state = after


def _places(state: GameState) -> dict[str, str | None]:
    return {unit.id: unit.at for unit in state.pieces.values()}


def answer_names(answer: Answer) -> set[str]:
    """The pieces and cells in an answer."""
    match answer:
        case Pieces(names) | Cells(names):
            return {*names}
        case Path(pieces, cells):
            return {*pieces, cells[-1]}
        case Choose(key):
            return {key}
        case _:
            return set()


def standing_orders_answer_by_the_view_alone(game: Game) -> None:
    """It is legal, the same each time, and ends no more than what one unit does."""
    rules, showing = game.rules, game.rules.showing
    for p in game.looked_at:
        if (ask := p.state.ask) is None or ask.who not in rules.sides:
            continue
        view, before = rules.view(p.state, ask.who), encode(p.state)
        for orders in (one.orders for one in showing.order_sets):
            mine = [replace(o, side=ask.who, id=n) for n, o in enumerate(orders, 1)]
            theirs = [replace(order, side="other") for order in mine]
            assert decide(rules, view, theirs) is None, at(game, p)
            found = decide(rules, view, mine)
            assert found == decide(rules, view, mine), at(game, p)
            if found is None:
                continue
            assert not check(rules, p.state, found.answer, umpire=False)[0], at(game, p)
            if isinstance(found.answer, Choose):
                ended = f"{ask.kind}/{found.answer.key}"
                assert ended not in showing.endings - showing.unit_endings, at(game, p)
        assert encode(p.state) == before, at(game, p)


LAWS: tuple[Callable[[Game], None], ...] = (
    ends_with_a_result,
    states_survive_a_round_trip,
    events_survive_a_round_trip,
    fold_equals_live,
    answering_leaves_the_state_untouched,
    todays_rules_say_the_same_again,
    every_way_the_dice_fall_goes_on,
    odds_sum_to_one,
    options_are_legal,
    policy_answers_legally,
    a_hand_can_give_what_programs_give,
    deeds_only_choose_until_they_act,
    standing_orders_answer_by_the_view_alone,
    marches_are_told,
    views_are_states,
    cites_are_in_the_rulebook,
    prompts_are_short,
    what_becomes_of_counters_is_told,
    umpire_who_accepts_everything_changes_nothing,
)
