"""What a part of a rulebook says, as sentences: made from its fields, in anybody's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from wardesk.games.written.schema import (
    Advance,
    Arrive,
    Chart,
    Check,
    Combat,
    Line,
    Mark,
    Move,
    Part,
    Points,
    Replace,
    Retreat,
    Rulebook,
    Stack,
    Turn,
    Weather,
    Win,
    Zone,
)
from wardesk.words import Spoken, join, say, say_count


def sentence(book: Rulebook, part: Part) -> Spoken:
    """All that a part says."""
    found = [say("{text}.", text=text) for text in _SAYS[type(part)](book, part)]
    return join(" ", found) if found else part.title


def _name(rows: Iterable[Any], id_: str) -> str:
    return next((row.name for row in rows if row.id == id_), id_)


def _places(book: Rulebook, ids: Iterable[str]) -> Spoken:
    return join(", ", [_name(book.places, id_) for id_ in ids])


def _turn(book: Rulebook, part: Turn) -> list[Spoken]:
    order = {
        "listed": say("the phases are played as they stand"),
        "sides": say("one side plays all of its phases, then the other"),
        "alternate": say("the sides move one counter each in turn"),
        "chits": say("chits are drawn from a cup, and who is drawn plays the phases"),
    }
    titles = join(", ", [phase.title for phase in part.phases])
    return [say_count("The game has {n} turn", "The game has {n} turns", n=part.last),
            say("In a turn {order}: {phases}", order=order[part.order], phases=titles)]  # fmt: skip


def _weather(book: Rulebook, part: Weather) -> list[Spoken]:
    if part.chart:
        return [say("A die tells the weather: {kinds!s}", kinds=", ".join(part.kinds))]
    if not part.turns:
        return []
    found: dict[str, list[str]] = {}
    for turn, kind in part.turns.items():
        found.setdefault(kind, []).append(turn)
    rows = [say("{kind!s} in turns {turns!s}", kind=k, turns=", ".join(t))
            for k, t in found.items()]  # fmt: skip
    return [say("The weather is {usual!s}; {rows}", usual=part.kinds[0], rows=join(", ", rows))]


def _move(book: Rulebook, part: Move) -> list[Spoken]:
    points = part.allowance
    found: list[Spoken] = [
        say("A counter has as many points as its {value!s}", value=_name(book.values, points))
        if isinstance(points, str)
        else say_count("A counter has {n} point", "A counter has {n} points", n=points)
    ]
    if part.only_lines:
        found.append(say("It begins and stays on: {lines!s}", lines=", ".join(part.only_lines)))
    for column, prices in part.cost.items():
        told = ", ".join(f"{ground} {price}" for ground, price in prices.items())
        found.append(say("{who!s} pay: {prices!s}; other ground 1",
                         who=_name(book.classes, column), prices=told))  # fmt: skip
    if part.least_one:
        found.append(say("One step that is not forbidden may always be made"))
    if part.enemy == "never":
        found.append(say("Nobody enters a cell of the enemy"))
    return found


def _zone(book: Rulebook, part: Zone) -> list[Spoken]:
    if part.none:
        return [say("There are no zones: counters pass each other")]
    enter = {
        "free": say("Who comes beside an enemy goes on"),
        "stop": say("Who comes beside an enemy stops"),
        "cost": say("To come beside an enemy costs {n} more", n=part.enter_cost),
    }
    found: list[Spoken] = [enter[part.enter]]
    if part.leave == "combat only":
        found.append(say("Only combat leaves such a cell"))
    elif part.leave == "cost":
        found.append(say("To leave such a cell costs {n} more", n=part.leave_cost))
    if part.through == "forbidden":
        found.append(say("Nobody goes from one such cell straight into another"))
    return found


def _stack(book: Rulebook, part: Stack) -> list[Spoken]:
    when = {"end": say("at the end of a march"), "always": say("at any time")}
    return [say("In one cell stands at most {n} of a side, {when}", n=part.most,
                when=when[part.checked])]  # fmt: skip


def _combat(book: Rulebook, part: Combat) -> list[Spoken]:
    value = _name(book.values, part.attack)
    how = {
        "odds": say("{a!s} of all attackers to {d!s} of all defenders gives the column", a=value,
                    d=_name(book.values, part.defence)),
        "difference": say("{a!s} less {d!s} gives the column", a=value,
                          d=_name(book.values, part.defence)),
        "strength": say("{a!s} of all attackers gives the column", a=value),
        "hits": say("{a!s} gives the dice", a=value),
    }  # fmt: skip
    found: list[Spoken] = [how[part.kind]]
    if part.announce == "all first":
        found.append(say("All battles are announced before the first is fought"))
    must = {
        "attack adjacent": say("Who stands beside an enemy must attack"),
        "attack and be attacked": say(
            "Who stands beside an enemy must attack, and every such enemy be attacked"
        ),
    }
    if part.must in must:
        found.append(must[part.must])
    for one in part.modifiers:
        what = {"column": say("columns"), "die": say("on the die"), "attack": say("attack"),
                "defence": say("defence")}[one.adds]  # fmt: skip
        by = f"{one.by:+d}" if one.times == (1, 1) else f"× {one.times[0]}/{one.times[1]}"
        found.append(say("{title!s}: {by!s} {what}", title=one.title, by=by, what=what))
    return found


def _chart(book: Rulebook, part: Chart) -> list[Spoken]:
    return [say("{letters!s}: {words!s}", letters=k, words=w) for k, w in part.words.items()]


def _retreat(book: Rulebook, part: Retreat) -> list[Spoken]:
    zones = {
        "never": say("Nobody falls back beside an enemy"),
        "not at end": say("Nobody ends a retreat beside an enemy"),
        "lose": say("Who ends a retreat beside an enemy loses a step"),
        "free": say("Retreats may lead past the enemy"),
    }
    no_way = {
        "eliminated": say("Who has no way is lost"),
        "lose": say("Who has no way loses a step"),
        "stays": say("Who has no way stays"),
    }
    return [zones[part.zones], no_way[part.no_way]]


def _advance(book: Rulebook, part: Advance) -> list[Spoken]:
    most = {
        "none": say("Nobody advances after combat"),
        "one": say("One attacker may go into a cell that is left empty"),
        "room": say("Attackers may go into a cell that is left empty, as many as have room"),
        "all": say("All attackers may go into a cell that is left empty"),
    }
    barred = [say("Hostile zones forbid an advance")] if part.zones else []
    return [most[part.most], *barred]


def _check(book: Rulebook, part: Check) -> list[Spoken]:
    needs = {"at most": say("at most"), "at least": say("at least")}
    return [say("{dice!s} must come to {needs} the {value!s}", dice=part.dice,
                needs=needs[part.needs], value=_name(book.values, part.value))]  # fmt: skip


def _line(book: Rulebook, part: Line) -> list[Spoken]:
    rows: list[Spoken] = [
        say("{side!s} trace it to: {places}", side=_name(book.sides, side),
            places=_places(book, places))
        for side, places in part.to.items()
    ]  # fmt: skip
    if part.always:
        rows.append(say("None is needed in: {places}", places=_places(book, part.always)))
    return rows


def _replace(book: Rulebook, part: Replace) -> list[Spoken]:
    side = _name(book.sides, part.side)
    found: list[Spoken] = [
        say_count("{side!s} have {n} replacement in a turn",
                  "{side!s} have {n} replacements in a turn", n=part.points, side=side)
    ]  # fmt: skip
    if part.restore:
        found.append(say("A step costs {n}", n=part.restore))
    if part.rebuild:
        found.append(say("A lost counter costs {n} and comes back by its last face",
                         n=part.rebuild))  # fmt: skip
    if where := (*part.at, *part.one_in_each):
        found.append(say("It comes in: {places}", places=_places(book, where)))
    return found


def _points(book: Rulebook, part: Points) -> list[Spoken]:
    what = {
        "held": say("each cell held at the end"), "turn held": say("each cell held, every turn"),
        "standing": say("each counter standing there at the end"),
        "turn standing": say("each counter standing there, every turn"),
        "lost": say("each enemy lost"), "exited": say("each counter that left the map"),
    }  # fmt: skip
    found = say("{side!s} get {n} for {what}", side=_name(book.sides, part.side), n=part.each,
                what=what[part.for_what])  # fmt: skip
    return [found if not part.places else say("{text}: {places}", text=found,
                                              places=_places(book, part.places))]  # fmt: skip


def _win(book: Rulebook, part: Win) -> list[Spoken]:
    when = {"end": say("after the last turn"), "turn": say("at the end of a turn"),
            "always": say("at once")}[part.at]  # fmt: skip
    who = say("Nobody wins") if part.winner == "draw" else say(
        "{side!s} win", side=_name(book.sides, part.winner))  # fmt: skip
    if not part.holds:
        return [say("{who} {when}", who=who, when=when)]
    return [say("{who} {when} if they hold: {places}", who=who, when=when,
                places=_places(book, part.holds))]  # fmt: skip


def _nothing(book: Rulebook, part: Part) -> list[Spoken]:
    return []


_SAYS: Mapping[type[Part], Callable[[Rulebook, Any], list[Spoken]]] = {
    Turn: _turn, Weather: _weather, Move: _move, Zone: _zone, Stack: _stack, Combat: _combat,
    Chart: _chart, Retreat: _retreat, Advance: _advance, Check: _check, Line: _line,
    Replace: _replace, Points: _points, Win: _win,
    Arrive: _nothing, Mark: _nothing,
}  # fmt: skip
