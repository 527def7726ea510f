"""What can be done now: so that a list offers nothing first that the rules refuse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import TYPE_CHECKING

from wardesk.campaign.actions import Action, Param
from wardesk.campaign.choices import choices
from wardesk.campaign.ledger.refusals import Refused
from wardesk.errors import UserError
from wardesk.services.campaign.actions import read_values
from wardesk.services.campaign.rights import any_dice

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk

_TRIES = 200
"""Ways of filling in an action that are tried; one with more stands as possible."""
_VALUES = 120
"""Values of a field that are tried one by one."""
_NO_NONCE = bytes(16)


def is_possible(desk: CampaignDesk, action: Action, given: Mapping[str, str] | None = None) -> bool:
    """Whether the rules allow an action in any way at all, with what is *given* of it.

    Where that depends on words that can only be typed, or there are too many ways, it counts as
    possible.
    """
    tried = 0
    for words in islice(_ways(desk, action, given or {}), _TRIES):
        tried += 1
        if not _refused(desk, action, words):
            return True
    return tried == _TRIES


def possible_first(
    desk: CampaignDesk, action: Action, param: Param, values: list[tuple[str, str]]
) -> list[tuple[str, str]]:
    """The values of a word, those that the rules refuse now at the end."""
    if param.default is not None or not 1 < len(values) <= _VALUES:
        return values
    return sorted(values, key=lambda row: not is_possible(desk, action, {param.name: row[0]}))


def _ways(
    desk: CampaignDesk, action: Action, given: Mapping[str, str]
) -> Iterator[Mapping[str, str]]:
    """Every way to fill in what has to be told and can be chosen."""
    open_ = [each for each in action.params if each.default is None and each.of
             and each.name not in given]  # fmt: skip
    lists = [[value for value, _name in choices(desk.design, desk.state, e.of)] for e in open_]
    for values in product(*lists):
        named = zip((each.name for each in open_), values, strict=True)
        yield {**given, **dict(named)}


def _refused(desk: CampaignDesk, action: Action, words: Mapping[str, str]) -> bool:
    design, state = desk.design, desk.state
    try:
        values = dict(read_values(design, state, action, words))
        if action.propose is not None:
            action.propose(design, state, values)
            return False
        if action.secret:
            values["nonce"] = _NO_NONCE
        if action.casts is not None:
            values["dice"] = any_dice(action, design, state, values)
        action.run(design, state, values)
    except Refused:
        return True
    except UserError:
        return False  # something is missing that can only be typed
    return False
