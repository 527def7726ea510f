"""Standing orders: what a player lets be answered for him, as plain data with closed conditions.

A game says which moments an order may speak of (`OrderedMoment`) and how it words them; an order is
one of its lines with figures. There are no expressions: a condition is a measure and its limits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from wardesk.model.setting import FormSetting
from wardesk.words import Spoken, join, say, say_count

Measure = Literal["chance", "range", "loss", "cost", "step"]
"""Per cent of success, cells between, steps expected to be lost, points paid, steps that are left.

They are those that stand beside the same answer on the screen.
"""
MEASURES: tuple[Measure, ...] = ("chance", "range", "loss", "cost", "step")
Measures = Mapping[Measure, int]

MOST = 999
Figure = Annotated[int, Meta(ge=0, le=MOST)]
Word = Annotated[str, Meta(max_length=80)]
ASK = ""
"""Instead of a choice: the player is asked."""
AS_PROPOSED = "proposed"
"""What an order does that answers as the script proposes."""
DICE = "dice"
"""The moment of a side's own dice, which are nobody's question: they fall without a hand."""


class OrderCondition(Struct, frozen=True, omit_defaults=True):
    """A measure must lie within limits."""

    measure: Measure
    least: Figure = 0
    most: Figure = MOST

    def holds(self, found: Measures) -> bool | None:
        """Whether it is so; None where nobody knows."""
        value = found.get(self.measure)
        return None if value is None else self.least <= value <= self.most


class TableOrder(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One standing order of a side."""

    id: Annotated[int, Meta(ge=0, le=9999)] = 0
    side: Word = ""
    of: Word = ""
    """The formation whose units it is for; empty: all of the side."""
    when: tuple[Word, ...]
    """Kinds of question."""
    do: Word
    """The choice to take, without what it names: ``fire``."""
    only_if: tuple[OrderCondition, ...] = ()
    best: tuple[Measure, ...] = ()
    """Which of several: the highest chance, the lowest of anything else; one after the other."""
    otherwise: Word = ASK
    """The choice to take where nobody meets the conditions."""
    ask_from: Figure | None = None
    """From this figure of the first condition on it asks, where that does not hold."""
    on: bool = True
    suspended: bool = False

    @property
    def stands(self) -> bool:
        """Whether it answers now."""
        return self.on and not self.suspended


class OrderedMoment(Struct, frozen=True, kw_only=True):
    """What may be ordered about one kind of question, as its game words it."""

    title: Spoken
    """When it is: "They march in our sight"."""
    when: tuple[str, ...]
    goes_on: tuple[str, ...] = ()
    """Kinds that the same order answers where it gave the answer before."""
    does: tuple[tuple[str, Spoken], ...]
    """What may be ordered, with its words: ``("fire", "fire")``."""
    otherwise: tuple[tuple[str, Spoken], ...] = ()
    """Choices for where nobody meets the condition."""
    measures: tuple[Measure, ...] = ()
    """What a condition may be about, the usual one first."""
    best: tuple[Measure, ...] = ()
    usual: Figure = 0
    """The figure of the usual condition; 0 for none."""

    def condition(self, figure: int) -> tuple[OrderCondition, ...]:
        """The usual condition with *figure*: at least so likely, else at most so much."""
        if not self.measures:
            return ()
        measure = self.measures[0]
        limits = {"least": figure} if measure in ("chance", "loss") else {"most": figure}
        return (OrderCondition(measure, **limits),)


PROPOSED = (AS_PROPOSED, say("as proposed"))
"""What most moments can be ordered to do."""
ROLLS = OrderedMoment(
    title=say("Our dice are due"), when=(DICE,), does=(("roll", say("roll by themselves")),)
)
"""What every game words alike."""


class OrderSet(Struct, frozen=True, kw_only=True):
    """Orders that are given together, without side and number."""

    id: str
    title: Spoken
    text: Spoken
    orders: tuple[TableOrder, ...] = ()


def ordered(
    moment: OrderedMoment,
    do: str = "",
    figure: int | None = None,
    *,
    otherwise: str | None = None,
    ask_from: int | None = None,
) -> TableOrder:
    """An order of *moment*, its first doing and otherwise unless others are named."""
    usual = moment.otherwise[0][0] if moment.otherwise else ASK
    figure = moment.usual if figure is None else figure
    return TableOrder(
        when=moment.when,
        do=do or moment.does[0][0],
        only_if=moment.condition(figure) if figure else (),
        best=moment.best,
        otherwise=usual if otherwise is None else otherwise,
        ask_from=ask_from,
    )


def moment_in(moments: Iterable[OrderedMoment], order: TableOrder) -> OrderedMoment | None:
    """The one of *moments* that *order* speaks of; None for one that its game does not word."""
    return next((moment for moment in moments if {*moment.when} & {*order.when}), None)


def figure_words(measure: Measure, figure: int) -> Spoken:
    """A measure in words: "34 %"."""
    match measure:
        case "chance":
            return say("{n} %", n=figure)
        case "range":
            return say_count("{n} cell", "{n} cells", n=figure)
        case "loss":
            return say_count("{n} step lost", "{n} steps lost", n=figure)
        case "cost":
            return say_count("{n} point", "{n} points", n=figure)
        case "step":
            return say_count("{n} step", "{n} steps", n=figure)


def condition_words(condition: OrderCondition) -> Spoken:
    """A condition in words: "at 30 % or more"; nothing where every figure will do."""
    if not condition.least and condition.most == MOST:
        return ""
    if condition.least and condition.most < MOST:
        low, high = (figure_words(condition.measure, n) for n in (condition.least, condition.most))
        return say("from {low} to {high}", low=low, high=high)
    if condition.least:
        return say("at {figure} or more", figure=figure_words(condition.measure, condition.least))
    return say("at {figure} or less", figure=figure_words(condition.measure, condition.most))


def order_words(order: TableOrder, moment: OrderedMoment | None) -> Spoken:
    """What an order does, as its game words it: "fire at 30 % or more, else let it pass"."""
    done = dict(moment.does).get(order.do, order.do) if moment else order.do
    said = [done, *map(condition_words, order.only_if)]
    parts = [join(" ", [words for words in said if words])]
    if order.only_if:
        if order.ask_from is not None:
            figure = figure_words(order.only_if[0].measure, order.ask_from)
            parts.append(say("ask me from {figure}", figure=figure))
        told = dict(moment.otherwise).get(order.otherwise, order.otherwise) if moment else ""
        parts.append(say("else {told}", told=told) if told else say("else ask me"))
    return join(", ", parts)


# ---- as a form -----------------------------------------------------------------------------------

MEASURE_WORDS: Mapping[Measure, Spoken] = {
    "chance": say("chance in per cent"),
    "range": say("distance in cells"),
    "loss": say("steps that it should cost"),
    "cost": say("price in points"),
    "step": say("steps that are left"),
}


def form_of(
    moment: OrderedMoment, order: TableOrder, formations: Iterable[tuple[str, Spoken]] = ()
) -> tuple[FormSetting, ...]:
    """The settings of *order* as a form asks for them."""
    asked = (
        FormSetting("of", say("For"), order.of, choices=(("", say("all of ours")), *formations)),
        FormSetting("do", say("What they do"), order.do, choices=moment.does),
    )
    if not moment.measures:
        return asked
    condition = next(iter(order.only_if or moment.condition(moment.usual)))
    least = bool(condition.least) or condition.measure in ("chance", "loss")
    figure = condition.least if least else condition.most
    limit = f"{condition.measure}:{'least' if least else 'most'}" if order.only_if else ""
    limits = [("", say("always"))]
    for measure in moment.measures:
        words = MEASURE_WORDS[measure]
        limits.append((f"{measure}:least", say("{measure}, at least", measure=words)))
        limits.append((f"{measure}:most", say("{measure}, at most", measure=words)))
    others = ((ASK, say("ask me")), *moment.otherwise)
    return (
        *asked,
        FormSetting("limit", say("Only by"), limit, choices=tuple(limits)),
        FormSetting("figure", say("Figure"), figure if figure < MOST else 1, most=MOST),
        FormSetting("ask_from", say("Ask me from"), order.ask_from or 0, most=MOST,
                    tip=say("Between this and the figure above you are asked; 0 = never")),
        FormSetting("otherwise", say("Otherwise"), order.otherwise, choices=others),
    )  # fmt: skip


def order_from(moment: OrderedMoment, order: TableOrder, form: Mapping[str, Any]) -> TableOrder:
    """*order* as the form has it; what that does not ask for stays."""
    changed: dict[str, Any] = {"of": form["of"], "do": form["do"]}
    if "limit" in form:
        measure, _, limit = form["limit"].partition(":")
        only_if = (OrderCondition(measure, **{limit: form["figure"]}),) if measure else ()
        asks = form["ask_from"] if limit == "least" else 0
        changed |= {"only_if": only_if, "ask_from": asks or None, "otherwise": form["otherwise"]}
    return replace(order, when=moment.when, best=moment.best, suspended=False, **changed)
