"""Whether the umpire's word is enough for what the rules refuse, tried on a copy."""

from __future__ import annotations

from copy import deepcopy
from datetime import UTC, datetime

from wardesk.campaign.actions import Action, Values
from wardesk.campaign.ledger.chain import apply
from wardesk.campaign.ledger.events import GENESIS, seal
from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.refusals import Impossible, Refused, overruling
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State
from wardesk.errors import UserError

_A_DIE, _NO_NONCE = 0, bytes(16)
_ANY_TIME = datetime(1944, 9, 17, tzinfo=UTC)


def final(
    refused: Refused, design: Design, state: State, action: Action, values: Values
) -> Refused:
    """*refused* itself; as `Impossible` where the action would fail in spite of every leave."""
    if isinstance(refused, Impossible):
        return refused
    tried = dict(values)
    try:
        with overruling():
            if action.propose is not None:
                action.propose(design, state, tried)
                tried["roll"] = _A_DIE
            if action.secret:
                tried["nonce"] = _NO_NONCE
            drafts = action.run(design, state, tried)
        scratch = deepcopy(state)
        for event in seal(
            drafts, campaign="", after=state.seq, head=GENESIS, ordinal=state.ordinal,
            actor=action.seat, now=_ANY_TIME,
        ):  # fmt: skip
            apply(design, scratch, event)
    except (Impossible, Broken):
        return Impossible(refused.why, refused.cite)
    except UserError:
        return refused  # something is missing that can still be given
    return refused
