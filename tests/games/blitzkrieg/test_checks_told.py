"""What a check needs is one figure in the question and on the card, with the sum it comes from."""

from __future__ import annotations

from random_games import play, rules_of


def test_question_and_card_state_one_figure():
    rules = rules_of("hannut-stonne/hannut")
    checks = [p.state for p in play(rules, 0).positions if p.state.ask.kind.startswith("check-")]
    needs = [rules.showing.case(state).sum_text for state in checks]
    assert all(state.ask.context.endswith(need) for state, need in zip(checks, needs, strict=True))
    modified = [state for state in checks if state.ask.factors]
    assert modified
    for state in modified:
        value, _, rest = state.ask.context.rpartition(": ")[2].partition(" ")
        sign, more, _, need, *_ = rest.split()
        assert int(need) == int(value) + (-int(more) if sign == "−" else int(more))
        assert int(value) - int(need) == sum(factor.value for factor in state.ask.factors)
