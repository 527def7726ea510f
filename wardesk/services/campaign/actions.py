"""Everything that a campaign's rules let one do, by name: for the command line and the window."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wardesk.campaign.design import Design
from wardesk.campaign.market_garden import ch01_weather, ch03_free_drop
from wardesk.campaign.market_garden.common import DECIDES
from wardesk.campaign.state import State
from wardesk.errors import UserError
from wardesk.services.campaign.action_list import MARKET_GARDEN
from wardesk.services.campaign.action_types import Action, Param, Values

__all__ = ["Action", "Param", "actions_of", "find_action", "read_values", "rulings_used"]

RULESETS: Mapping[str, tuple[Action, ...]] = {"market-garden": MARKET_GARDEN}
"""The actions of each ruleset; a campaign without one has results, rulings and turns alone."""

RULEBOOKS: Mapping[str, Path] = {
    "market-garden": Path(ch01_weather.__file__).with_name("rulebook.toml")
}
"""Where the rules of each ruleset are listed, with what the desk does about them."""


RULINGS: Mapping[str, frozenset[str]] = {"market-garden": DECIDES}
"""The questions of each ruleset whose ruling changes what the desk does."""


def rulings_used(design: Design) -> frozenset[str]:
    """The questions whose ruling changes what the desk does in a campaign."""
    return RULINGS.get(design.ruleset, frozenset())


def actions_of(design: Design) -> tuple[Action, ...]:
    """What the rules of a campaign let one do."""
    return RULESETS.get(design.ruleset, ())


def find_action(design: Design, name: str) -> Action:
    """An action by name. UserError that lists what there is."""
    for action in actions_of(design):
        if action.id == name:
            return action
    known = ", ".join(action.id for action in actions_of(design)) or "none"
    raise UserError(f"There is no action called {name!r}.", f"There are: {known}.")


def read_values(design: Design, state: State, action: Action, words: Mapping[str, str]) -> Values:
    """The words of a command line as values. UserError for what is missing, unknown or wrong."""
    known = {param.name for param in action.params}
    for word in words:
        if word not in known:
            listed = ", ".join(sorted(known)) or "nothing"
            raise UserError(f"{action.id} takes no {word!r}.", f"It takes {listed}.")
    found: dict[str, Any] = {}
    for param in action.params:
        if param.name in words:
            found[param.name] = _value(design, state, param, words[param.name])
        elif param.default is None:
            text = f"{action.id} needs {param.name}."
            raise UserError(text, f"Write {param.name}=…")
        else:
            found[param.name] = param.default
    return found


def _value(design: Design, state: State, param: Param, text: str) -> Any:  # noqa: ANN401
    match param.kind:
        case "number":
            if not text.lstrip("-").isdigit():
                raise UserError(f"{param.name} must be a number, not {text!r}.")
            return int(text)
        case "yes-no":
            if text.lower() not in ("yes", "no", "true", "false"):
                raise UserError(f"{param.name} is yes or no, not {text!r}.")
            return text.lower() in ("yes", "true")
        case "list":
            return tuple(word for word in text.split(",") if word)
        case "turn":
            if text in design.calendar.slots:
                return design.calendar.at(design.calendar.turn(state.ordinal).day_number, text)
            return design.calendar.ordinal(text)
        case "assignments":
            return [_assignment(row) for row in text.split(",")]
        case _:
            return text


def _assignment(text: str) -> ch03_free_drop.Assignment:
    formation, _, rest = text.partition(":")
    number, _, zone = rest.partition(":")
    if not (number.isdigit() and zone):
        raise UserError(
            f"{text!r} is no assignment.", "Write formation:drop:zone, e.g. 101.501:2:A"
        )
    return ch03_free_drop.Assignment(formation=formation, number=int(number), zone=zone)
