"""Every action as a form that can be filled in: fields with their choices, and what speaks against.

One description serves all of them, so that the window has no form of its own for any rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from wardesk.campaign.actions import CampaignAction, Kind, Param
from wardesk.campaign.choices import choices
from wardesk.campaign.ledger.events import EventDraft, LedgerEvent, seal
from wardesk.campaign.ledger.proposal import Proposal, need_reason
from wardesk.campaign.ledger.reader import Reader
from wardesk.campaign.ledger.refusals import Impossible, Refused, overruling
from wardesk.campaign.operation.places import Place
from wardesk.campaign.ruleset import UNITS, ruleset_of
from wardesk.engine.chain import GENESIS
from wardesk.errors import UserError
from wardesk.services.campaign.actions import actions_of, find_action, read_values
from wardesk.services.campaign.moves import (
    BY_HAND,
    CITE,
    check_transfer,
    place_units,
    placements,
    transfer,
)
from wardesk.services.campaign.rights import UMPIRE, Allowed, any_dice, final
from wardesk.services.campaign.rolls import DICE, ROWS
from wardesk.words import encode, say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


_NO_NONCE = bytes(16)
TRANSFER, PLACE = "transfer", "place"
_MOVES: Mapping[str, tuple[str, str, tuple[Param, ...]]] = {
    TRANSFER: (say("A unit leaves for the other game"), CITE, (
        Param("units", "list", of="unit-in-play", label=say("Units")),
        Param("to", of="game", label=say("To")),
    )),
    PLACE: (say("Units are put into a hex"), BY_HAND, (
        Param("units", "list", of="unit", label=say("Units")),
        Param("game", of="game"),
        Param("hex", label=say("Hex")),
    )),
}  # fmt: skip
"""What is done to units in every campaign, whatever its rules."""


class FormLine(Struct, frozen=True, kw_only=True):
    """An action in the list of all."""

    id: str
    title: str
    cite: str
    group: str
    """In words."""
    seat: str
    """Who does it, in words."""
    rolls: bool = False
    tabled: bool = False
    """Whether it rolls many dice at once: they have a table of their own."""
    possible: bool = True
    """Whether the rules allow it now in any way; only `form_lines` asks them."""


class FormField(Struct, frozen=True, kw_only=True):
    """One field of a form."""

    name: str
    label: str
    kind: Kind
    needed: bool
    value: str = ""
    """What stands in it at first."""
    choices: tuple[tuple[str, str], ...] = ()
    """Values with their names; none: anything may be written."""


class ActionForm(Struct, frozen=True, kw_only=True):
    """An action to be filled in."""

    line: FormLine
    fields: tuple[FormField, ...]
    secret: bool = False


class FormVerdict(Struct, frozen=True, kw_only=True):
    """What would come of a form as it is filled in now. Nothing is written by asking."""

    refused: str = ""
    """Why it cannot be done, with the rule; empty when it can."""
    cite: str = ""
    proposal: Proposal | None = None
    effects: int = 0
    """How many events it would bring where no die decides."""
    can_be_allowed: bool = False
    """Whether the umpire's word is enough to do it all the same."""
    overrules: tuple[str, ...] = ()
    """What the rules say against it, where the umpire's word stands over them."""
    readers: tuple[str, ...] = ()
    """The seats beside the umpire's that will read words which were typed."""


def form_lines(desk: CampaignDesk) -> tuple[FormLine, ...]:
    """Every action of the campaign's rules, and the moves of units, in the order of a list.

    What the rules refuse now, however it is filled in, comes last.
    """
    able = {each.id: is_possible(desk, each) for each in actions_of(desk.design)}
    rows = [replace(row, possible=able.get(row.id, True)) for row in _lines(desk)]
    return tuple(sorted(rows, key=lambda row: not row.possible))


def _lines(desk: CampaignDesk) -> list[FormLine]:
    seats = {seat.id: seat.name for seat in desk.state.seats.values()}
    groups = ruleset_of(desk.design).groups
    rows = [
        FormLine(
            id=each.id, title=each.title, cite=each.cite, group=groups[each.group],
            seat=seats.get(each.seat, each.seat), rolls=each.propose is not None,
            tabled=each.casts is not None,
        )
        for each in actions_of(desk.design)
    ]  # fmt: skip
    rows += [
        FormLine(id=key, title=title, cite=cite, group=groups[UNITS], seat=seats.get("umpire", ""))
        for key, (title, cite, _params) in _MOVES.items()
    ]
    order = list(groups.values())
    return sorted(rows, key=lambda row: order.index(row.group))


def form_of(desk: CampaignDesk, action: str) -> ActionForm:
    """An action as a form, with the choices as they are now. UserError for an unknown one."""
    line = next((row for row in _lines(desk) if row.id == action), None)
    if line is None:
        raise UserError(say("There is no action called {action!r}.", action=action))
    found = None if action in _MOVES else find_action(desk.design, action)
    params = found.params if found is not None else _MOVES[action][2]
    return ActionForm(
        line=line,
        fields=tuple(
            _field(desk, each, found)
            for each in params
            if not (line.tabled and each.name in (ROWS, DICE))
        ),
        secret=found is not None and found.secret,
    )


def _field(desk: CampaignDesk, param: Param, action: CampaignAction | None) -> FormField:
    default = param.default
    values = choices(desk.design, desk.state, param.of) if param.of else []
    if action is not None:
        values = possible_first(desk, action, param, values)
    elif param.of == "unit":
        # what has arrived and stands in no hex yet waits to be put somewhere
        values.sort(key=lambda row: desk.state.units[row[0]].place.kind == "hex")
    if param.reckon is not None and values is not None:
        return _reckoned_field(desk, param, values)
    if isinstance(default, bool):
        text = "yes" if default else "no"
    else:
        text = "" if default is None or default == () else str(default)
    return FormField(
        name=param.name,
        label=param.title,
        kind=param.kind,
        needed=default is None,
        value=text,
        choices=tuple(values),
    )


def _reckoned_field(
    desk: CampaignDesk, param: Param, values: Sequence[tuple[str, str]]
) -> FormField:
    """A field that may be left to the map: what it says stands there, where it hangs on nothing."""
    assert param.reckon is not None
    told = say("as the map has it")
    try:
        found = param.reckon(desk.design, desk.state, {})
    except (KeyError, UserError):
        found = None  # it hangs on another word
    if found is not None:
        words = dict(values).get(str(found), str(found)) if found != "" else say("none")
        told = say("as the map has it: {value}", value=words)
    rows = list(values)
    if param.kind == "yes-no":
        rows = [("yes", say("yes")), ("no", say("no"))]
    elif param.kind == "number":
        rows = [(str(number), str(number)) for number in range(10)]
    return FormField(
        name=param.name, label=param.title, kind="text", needed=False, value="",
        choices=(("", told), *rows),
    )  # fmt: skip


def judge_form(
    desk: CampaignDesk, action: str, words: Mapping[str, str], *, allow: str = ""
) -> FormVerdict:
    """What would come of it; every refusal is a sentence with its rule.

    *allow* is the umpire's reason to do it all the same.
    """
    if not allow.strip():
        return _judged(desk, action, words)
    with overruling() as refused:
        verdict = _judged(desk, action, words)
    rows = tuple(each.message for each in refused)
    effects = verdict.effects + len(rows) if verdict.effects else 0
    return replace(verdict, overrules=rows, effects=effects)


def _judged(desk: CampaignDesk, action: str, words: Mapping[str, str]) -> FormVerdict:
    given = {name: text.strip() for name, text in words.items() if text.strip()}
    try:
        if action in _MOVES:
            return FormVerdict(effects=_judged_move(desk, given, action))
        found = find_action(desk.design, action)
        values = dict(read_values(desk.design, desk.state, found, given))
        if found.propose is not None:
            proposal = found.propose(desk.design, desk.state, values)
            need_reason(proposal)
            return FormVerdict(refused=proposal.missing, proposal=proposal)
        if found.secret:
            values["nonce"] = _NO_NONCE
        if found.casts is not None:
            values["dice"] = any_dice(found, desk.design, desk.state, values)
        drafts = found.run(desk.design, desk.state, values)
    except Refused as error:
        can = not isinstance(_final(desk, action, given, error), Impossible)
        return FormVerdict(refused=error.message, cite=error.cite, can_be_allowed=can)
    except UserError as error:
        return FormVerdict(refused=error.message)
    if not drafts:
        return FormVerdict(refused=say("Nothing would change."), cite=found.cite)
    return FormVerdict(effects=len(drafts), readers=_readers(desk, found, given, drafts))


def _readers(
    desk: CampaignDesk,
    action: CampaignAction,
    given: Mapping[str, str],
    drafts: Sequence[EventDraft],
) -> tuple[str, ...]:
    """The players whose next packet would hold words that were typed into an action."""
    free = [each.name for each in action.params if each.kind == "text" and not each.of]
    typed = [encode(given[name])[1:-1] for name in free if name in given]
    if not typed:
        return ()
    state = desk.state
    events = seal(
        drafts, campaign="", after=state.seq, head=GENESIS, ordinal=state.ordinal,
        actor=action.seat, now=desk.now(),
    )  # fmt: skip
    found: list[str] = []
    for seat in state.seats.values():
        reader = Reader(desk.design, seat)
        reader.fogged = seat.id in state.fog
        told = [
            encode(payload)
            for event in events
            if seat.role != "umpire" and event.visible_to(seat.id)
            and (not reader.fogged or event.payload.in_fog(reader, event))
            and (payload := event.payload.copied(reader, event)) is not None
        ]  # fmt: skip
        if any(words in text for text in told for words in typed):
            found.append(seat.name)
    return tuple(found)


def _final(desk: CampaignDesk, action: str, given: Mapping[str, str], refused: Refused) -> Refused:
    """A refusal, as `Impossible` where no leave would help."""
    if action in _MOVES:
        return refused
    found = find_action(desk.design, action)
    values = read_values(desk.design, desk.state, found, given)
    return final(refused, desk.design, desk.state, found, values)


def _judged_move(desk: CampaignDesk, given: Mapping[str, str], action: str) -> int:
    """How many units it moves. `Refused` where it may not be done."""
    moved = _move_words(given, action)
    if action == PLACE:
        place = Place("hex", moved["hex"][0], "", moved["game"][0])
        placements(desk.design, desk.state, moved["units"], place)
    else:
        for unit in moved["units"]:
            check_transfer(desk.design, desk.state, unit, moved["to"][0])
    return len(moved["units"])


def do_form(
    desk: CampaignDesk,
    action: str,
    words: Mapping[str, str],
    roll: int | None = None,
    *,
    allow: str = "",
) -> list[LedgerEvent]:
    """Do what a form says. UserError when it is refused: nothing is written then.

    *allow* is the umpire's reason to do what the rules refuse.
    """
    allowed = Allowed(by=UMPIRE, reason=allow) if allow.strip() else None
    given = {name: text.strip() for name, text in words.items() if text.strip()}
    if action not in _MOVES:
        return list(desk.act(action, given, roll=roll, allowed=allowed).events)
    values = _move_words(given, action)
    units = values["units"]
    if action == TRANSFER:
        return transfer(desk, units, values["to"][0], allowed=allowed)
    place = Place("hex", values["hex"][0], "", values["game"][0])
    return place_units(desk, units, place, allowed=allowed)


def _move_words(given: Mapping[str, str], action: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for param in _MOVES[action][2]:
        text = given.get(param.name, "")
        if not text:
            raise Impossible(
                say("Say which: {param}.", param=param.title.lower()), _MOVES[action][1]
            )
        found[param.name] = tuple(word.strip() for word in text.split(",") if word.strip())
    return found


# ---- what can be done now ------------------------------------------------------------------------


_TRIES = 200
"""Ways of filling in an action that are tried; one with more stands as possible."""
_VALUES = 120
"""Values of a field that are tried one by one."""


def is_possible(
    desk: CampaignDesk, action: CampaignAction, given: Mapping[str, str] | None = None
) -> bool:
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
    desk: CampaignDesk, action: CampaignAction, param: Param, values: list[tuple[str, str]]
) -> list[tuple[str, str]]:
    """The values of a word, those that the rules refuse now at the end."""
    if param.default is not None or not 1 < len(values) <= _VALUES:
        return values
    return sorted(values, key=lambda row: not is_possible(desk, action, {param.name: row[0]}))


def _ways(
    desk: CampaignDesk, action: CampaignAction, given: Mapping[str, str]
) -> Iterator[Mapping[str, str]]:
    """Every way to fill in what has to be told and can be chosen."""
    open_ = [each for each in action.params if each.default is None and each.of
             and each.name not in given]  # fmt: skip
    lists = [[value for value, _name in choices(desk.design, desk.state, e.of)] for e in open_]
    for values in product(*lists):
        named = zip((each.name for each in open_), values, strict=True)
        yield {**given, **dict(named)}


def _refused(desk: CampaignDesk, action: CampaignAction, words: Mapping[str, str]) -> bool:
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
