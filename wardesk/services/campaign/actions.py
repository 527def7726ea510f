"""Everything that a campaign's rules let one do, by name: for the command line and the window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wardesk.campaign.actions import CampaignAction, Param, Values
from wardesk.campaign.general_actions import PLAIN, general_actions
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State
from wardesk.campaign.ruleset import ruleset_of
from wardesk.errors import UserError
from wardesk.words import say

__all__ = ["CampaignAction", "Param", "actions_of", "find_action", "read_values", "rulings_used"]


def rulings_used(design: Design) -> frozenset[str]:
    """The questions whose ruling changes what the desk does in a campaign."""
    return ruleset_of(design).rulings


def actions_of(design: Design) -> tuple[CampaignAction, ...]:
    """What the rules of a campaign let one do, and what an umpire can do in every campaign."""
    own = ruleset_of(design).actions
    names = {action.id for action in own}
    names |= PLAIN if own else frozenset()
    return (*own, *(each for each in general_actions(design) if each.id not in names))


def find_action(design: Design, name: str) -> CampaignAction:
    """An action by name. UserError that lists what there is."""
    for action in actions_of(design):
        if action.id == name:
            return action
    known = ", ".join(action.id for action in actions_of(design)) or "none"
    raise UserError(
        say("There is no action called {name!r}.", name=name),
        say("There are: {known}.", known=known),
    )


def read_values(
    design: Design, state: State, action: CampaignAction, words: Mapping[str, str]
) -> Values:
    """The words of a command line as values. UserError for what is missing, unknown or wrong."""
    known = {param.name for param in action.params}
    for word in words:
        if word not in known:
            listed = ", ".join(sorted(known)) or "nothing"
            raise UserError(
                say("{action} takes no {word!r}.", action=action.id, word=word),
                say("It takes {listed}.", listed=listed),
            )
    found: dict[str, Any] = {}
    for param in action.params:
        reckoned = None
        if param.name not in words and param.reckon is not None:
            reckoned = param.reckon(design, state, found)
        if param.name in words:
            found[param.name] = _value(design, state, param, words[param.name])
        elif reckoned is not None:
            found[param.name] = reckoned
        elif param.default is None:
            raise UserError(
                say("“{action}”: “{param}” is not filled in.", action=action.title,
                    param=param.title),
                say("Fill it in; on the command line write {param!s}=…", param=param.name),
            )  # fmt: skip
        else:
            found[param.name] = param.default
    return found


def _value(design: Design, state: State, param: Param, text: str) -> Any:  # noqa: ANN401
    if param.read is not None:
        return param.read(text)
    match param.kind:
        case "number":
            if not text.lstrip("-").isdigit():
                raise UserError(
                    say("{param} must be a number, not {text!r}.", param=param.name, text=text)
                )
            return int(text)
        case "yes-no":
            if text.lower() not in ("yes", "no", "true", "false"):
                raise UserError(
                    say("{param} is yes or no, not {text!r}.", param=param.name, text=text)
                )
            return text.lower() in ("yes", "true")
        case "list":
            return tuple(word for word in text.split(",") if word)
        case "turn":
            if text in design.calendar.slots:
                return design.calendar.at(design.calendar.turn(state.ordinal).day_number, text)
            return design.calendar.ordinal(text)
        case _:
            return text
