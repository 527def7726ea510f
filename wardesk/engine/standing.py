"""What standing orders answer to the pending question, from what their side may see and no more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

from wardesk.engine.legality import check
from wardesk.engine.question import OrderedAnswer
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, UMPIRE, Answer, Choose, Decision, GameState
from wardesk.model.standing import AS_PROPOSED, Measures, TableOrder, moment_in

State = GameState[Any, Any]


class ByOrder(NamedTuple):
    """An answer that a standing order gives, and the figures that it was weighed by."""

    order: TableOrder
    answer: Answer
    found: Measures


def decide(
    rules: Rules[Any, Any], view: State, orders: Sequence[TableOrder], behind: str = ""
) -> ByOrder | None:
    """What the first order that speaks of the pending question answers; None: its side is asked.

    *view* is what the side that is asked may see; *behind* is who gave the answer before, `via` of
    an event. Orders for a formation come before those for the side. It asks on a tie, where a
    figure is not known, and where the answer is not allowed or ends more than one unit's action.
    """
    asked = view.ask
    if asked is None or asked.who in (CHANCE, UMPIRE):
        return None
    speaking = [o for o in orders if o.stands and _speaks(rules, o, asked, behind)]
    if not speaking:
        return None
    speaking.sort(key=lambda order: not order.of)
    meant, doubtful = _weighed(rules, view, speaking)
    if meant:
        first = min(speaking.index(one.order) for one in meant)
        found = _best([one for one in meant if one.order is speaking[first]])
    elif doubtful:
        return None
    else:
        found = _otherwise(speaking)
    return found if found is not None and _allowed(rules, view, asked, found.answer) else None


def _speaks(rules: Rules[Any, Any], order: TableOrder, asked: Decision, behind: str) -> bool:
    if order.side != asked.who:
        return False
    if asked.kind in order.when:
        return True
    moment = moment_in(rules.showing.moments_for_orders, order)
    return moment is not None and asked.kind in moment.goes_on and behind == via(order)


def via(order: TableOrder) -> str:
    """How an event is marked whose answer *order* gave."""
    return f"standing:{order.id}"


def _weighed(
    rules: Rules[Any, Any], view: State, orders: Sequence[TableOrder]
) -> tuple[list[ByOrder], bool]:
    """What the orders would have done, each answer judged by the first that speaks of it.

    And whether one of the others is to be asked about.
    """
    meant, doubtful = list[ByOrder](), False
    formations = _formations(rules, view) if any(order.of for order in orders) else {}
    for one in _answers(rules, view, orders):
        order = next((o for o in orders if _fits(o, one, formations)), None)
        if order is None:
            continue
        held = [condition.holds(one.found) for condition in order.only_if]
        if all(held):
            meant.append(ByOrder(order, one.answer, one.found))
        elif None in held or (
            order.ask_from is not None
            and one.found.get(order.only_if[0].measure, 0) >= order.ask_from
        ):
            doubtful = True
    return meant, doubtful


def _answers(
    rules: Rules[Any, Any], view: State, orders: Sequence[TableOrder]
) -> Iterable[OrderedAnswer]:
    question = rules.question(view)
    if question is not None:
        yield from question.ordered()
    elif view.ask is not None:  # a toy whose questions are steps
        yield from (OrderedAnswer(Choose(c.key), c.key) for c in view.ask.choices if not c.refused)
    if any(order.do == AS_PROPOSED for order in orders):
        assert view.ask is not None
        # Always the same luck: the same view gets the same answer.
        answer = rules.thinking.policy(view, Random(view.ask.kind))
        found: Measures = question.measures(answer) if question is not None else {}
        yield OrderedAnswer(answer, AS_PROPOSED, found)


def _formations(rules: Rules[Any, Any], view: State) -> dict[str, str]:
    return {u.piece: f.id for f in rules.showing.formations(view) for u in f.units}


def _fits(order: TableOrder, one: OrderedAnswer, formations: dict[str, str]) -> bool:
    return order.do == one.does and (not order.of or formations.get(one.piece) == order.of)


def _best(meant: Sequence[ByOrder]) -> ByOrder | None:
    """The best of answers of one order; None where two are as good."""
    best = meant[0].order.best

    def rank(one: ByOrder) -> tuple[int, ...]:
        values = ((m, one.found.get(m, 0)) for m in best)
        return tuple(-value if measure == "chance" else value for measure, value in values)

    first = min(map(rank, meant))
    found = [one for one in meant if rank(one) == first]
    return found[0] if len({repr(one.answer) for one in found}) == 1 else None


def _otherwise(orders: Sequence[TableOrder]) -> ByOrder | None:
    """What is done where nobody meets the conditions, if all orders say the same."""
    said = {order.otherwise for order in orders}
    if len(said) != 1 or not (key := said.pop()):
        return None
    return ByOrder(orders[0], Choose(key), {})


def _allowed(rules: Rules[Any, Any], view: State, asked: Decision, answer: Answer) -> bool:
    if isinstance(answer, Choose):
        name = f"{asked.kind}/{answer.key}"
        if name in rules.showing.endings - rules.showing.unit_endings:
            return False
    reasons, readable = check(rules, view, answer, umpire=False)
    return readable and not any(reason.level == "illegal" for reason in reasons)
