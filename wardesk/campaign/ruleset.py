"""What an operation brings to the campaign desk; the desk itself knows none by name.

A design names its ruleset. Each is a package beside this module, with its `Ruleset` as ``RULESET``
in ``ruleset.py``. A campaign whose ruleset is not here has results, rulings and turns alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from msgspec import Struct, field

from wardesk.campaign.actions import CampaignAction
from wardesk.campaign.ledger.events import EventDraft, LedgerEvent
from wardesk.campaign.ledger.proposal import Proposal
from wardesk.campaign.operation.arrivals import arrive
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.duties import Duties, Duty, held_back, no_duties
from wardesk.campaign.operation.scenarios import scenario_duties
from wardesk.campaign.operation.schedule import ChecklistStep
from wardesk.campaign.operation.sheets import ResultsSheet
from wardesk.campaign.operation.state import State
from wardesk.errors import UserError
from wardesk.words import say


class Acted(Struct, frozen=True, kw_only=True):
    """What an action brought."""

    events: tuple[LedgerEvent, ...]
    proposal: Proposal | None = None
    roll: int | None = None


class StepDone(Struct, frozen=True, kw_only=True):
    """A line that was dealt with, with what came of it."""

    step: str
    title: str
    note: str = ""
    events: tuple[LedgerEvent, ...] = ()


class Ask(Struct, frozen=True, kw_only=True):
    """A line that waits for somebody: with a *proposal* for a die, else for one of *choices*."""

    step: str
    action: str
    words: dict[str, str] = {}
    proposal: Proposal | None = None
    whole: bool = False
    """The roll does the whole line; otherwise the line may ask again."""
    paid: str = ""
    """The word of points that may be paid for a better roll, empty if there are none."""
    most_paid: int = 0
    switches: bool = False
    """Its modifiers may be switched off (words ``without`` and ``reason``)."""
    choice: str = ""
    """The word that is chosen."""
    choices: tuple[tuple[str, str], ...] = ()
    """Values with their names."""
    question: str = ""
    once: bool = False
    """Its one roll does all that there is to do: the line is closed then without a new question."""


class Pending(UserError):
    """A line needs a decision of its seat first."""


class OpenCampaign(Protocol):
    """The open campaign, as a line of the checklist needs it."""

    @property
    def state(self) -> State:
        """How the campaign stands. Read it; never write to it."""
        ...

    @property
    def design(self) -> Design:
        """What the campaign is made of."""
        ...

    def propose(self, name: str, words: Mapping[str, str]) -> Proposal | None:
        """What an action would roll for; nothing is written."""
        ...

    def act(self, name: str, words: Mapping[str, str], *, roll: int | None = None) -> Acted:
        """Do an action; it is stored at once."""
        ...

    def add(self, drafts: Sequence[EventDraft]) -> list[LedgerEvent]:
        """Append events; they are stored at once."""
        ...


Doer = Callable[[OpenCampaign, int | None], tuple[list[LedgerEvent], str]]
"""``do(desk, roll)``: the events of a line, and a note on how it was done."""


class ChecklistLine(Struct, frozen=True, kw_only=True):
    """What the desk knows of one line of the checklist."""

    do: Doer | None = None
    """`Pending` when somebody has to decide first; None: it is done at the table."""
    ask: Callable[[OpenCampaign, ChecklistStep, dict[str, str]], Ask | None] | None = None
    """What it asks before it can be done, with further words of its action."""
    unasked: Callable[[OpenCampaign], list[LedgerEvent]] | None = None
    """Do what comes without a roll before the line asks."""
    idle: Callable[[Design, State], str] | None = None
    """Why nobody has to do anything about it now, empty where somebody has to."""
    action: str = ""
    """The action by which somebody does it, where it is done at the table."""


Pairs = list[tuple[str, str]]
"""Values with their names."""
Chooser = Callable[[Design, State], Pairs]
"""The values that a word of an action can have now, in the order of the design."""

UNITS = "units"
"""The group of actions that every campaign has."""


def _no_change(design: Design, state: State, unit: str) -> list[tuple[int, str]]:
    del design, state, unit
    return []


def _nothing_after(
    design: Design, state: State, sheet: ResultsSheet, cause: str
) -> list[EventDraft]:
    del design, state, sheet, cause
    return []


class Beside(Struct, frozen=True, kw_only=True):
    """What lies ready beside a table, as the campaign stands."""

    units: tuple[str, ...] = ()
    """Units that wait off the map and may be brought in."""
    bought: tuple[str, ...] = ()
    """Formations whose activation is paid for in this turn."""


def _nothing_beside(design: Design, state: State) -> Beside:
    del design, state
    return Beside()


class Ruleset(Struct, frozen=True, kw_only=True):
    """Everything that an operation brings."""

    actions: tuple[CampaignAction, ...] = ()
    """What its rules let one do between the tables."""
    groups: Mapping[str, str] = field(
        default_factory=lambda: {"turn": say("The turn"), UNITS: say("Units and formations")}
    )
    """Kinds of actions by `CampaignAction.group`, in the order of a list; `UNITS` is among them."""
    choices: Mapping[str, Chooser] = {}
    """What its own words of actions may be, by `Param.of`; they come before the general ones."""
    lines: Mapping[str, ChecklistLine] = {}
    """What the desk knows of the lines of the checklist, by `ChecklistStep.id`."""
    duties: Duties = no_duties
    """What is due besides the lines."""
    wishes: Duties = no_duties
    """What a seat may decide now though nothing is due, like `Duty` without a deadline."""
    rulings: frozenset[str] = frozenset()
    """The questions whose ruling changes what the desk does."""
    rulebook: Path | None = None
    """Where its rules are listed, with what the desk does about them."""
    after_table: Callable[[Design, State, ResultsSheet, str], list[EventDraft]] = _nothing_after
    """What its rules make of a table's sheet beyond what that says itself, with the cause."""
    markers: frozenset[str] = frozenset()
    """The kinds of markers that a sheet may have."""
    beside: Callable[[Design, State], Beside] = _nothing_beside
    """What lies ready beside a table."""
    shared: Mapping[str, int] = MappingProxyType({})
    """Beginnings of numbers that a formation shares over all tables of a turn, its points, and the
    most that it keeps of each."""
    kept_once: frozenset[str] = frozenset()
    """Facts of which the campaign has one, whoever of several tables tells of it first."""
    stacking: int = 0
    """How many units with steps one side may have in a hex; 0: its games know."""
    quality_changes: Callable[[Design, State, str], list[tuple[int, str]]] = _no_change
    """What changes the troop quality of a unit now: by how much, and the rule."""
    table_changes: frozenset[str] = frozenset()
    """Those of these rules that a table plays itself: it gets units without what they change."""


def _general_duties(design: Design, state: State) -> Sequence[Duty]:
    return [*scenario_duties(design, state), *held_back(design, state)]


NONE = Ruleset(duties=_general_duties)
"""What a campaign has whose ruleset is not here."""


def no_die(roll: int | None) -> None:
    """UserError for a die that a line has no use for."""
    if roll is not None:
        raise UserError("No die is needed here.", "Leave --roll out.")


def line_of(design: Design, step: ChecklistStep) -> ChecklistLine | None:
    """What the desk knows of a line: from the ruleset, from the line's own data, or in general."""
    own = ruleset_of(design).lines.get(step.id)
    if own is not None:
        return own
    if step.table:
        return ChecklistLine(ask=_ask_table, action="roll")
    if step.action:
        return ChecklistLine(action=step.action)
    return _GENERAL_LINES.get(step.id)


def _ask_table(desk: OpenCampaign, step: ChecklistStep, words: dict[str, str]) -> Ask:
    given = {**words, "table": step.table}
    # the table is rolled on once: the roll closes the line
    return Ask(
        step=step.id, action="roll", words=given, proposal=desk.propose("roll", given), once=True
    )


def do_step(
    desk: OpenCampaign, step: ChecklistStep, roll: int | None
) -> tuple[list[LedgerEvent], str]:
    """Do one line of the checklist: its events, and a note on how it was done.

    `Pending` when somebody has to decide first. A line that is played at the table is only closed.
    """
    line = line_of(desk.design, step)
    if line is not None and line.do is not None:
        return line.do(desk, roll)
    if step.table:
        done = desk.act("roll", {"table": step.table}, roll=roll)
        return list(done.events), say("rolled {roll}", roll=done.roll)
    if roll is not None:
        raise UserError(say("{step}: no die is needed.", step=step.title))
    idle = line.idle(desk.design, desk.state) if line is not None and line.idle else ""
    return [], idle or say("at the table")


def _reinforcements(desk: OpenCampaign, roll: int | None) -> tuple[list[LedgerEvent], str]:
    no_die(roll)
    drafts = arrive(desk.design, desk.state, ruleset_of(desk.design).stacking)
    if not drafts:
        return [], say("none due")
    return desk.add(drafts), say("{number} units", number=len(drafts))


_GENERAL_LINES: Mapping[str, ChecklistLine] = {"reinforcements": ChecklistLine(do=_reinforcements)}
"""Lines that are done alike in every campaign."""


def done_by_itself(design: Design, state: State, step: ChecklistStep) -> bool:
    """Whether a line needs nobody now: the desk does it, or there is nothing to do about it."""
    line = line_of(design, step)
    if line is None:
        return False
    return line.do is not None or (line.idle is not None and bool(line.idle(design, state)))


@cache
def find_ruleset(name: str) -> Ruleset | None:
    """A ruleset by the name that a design gives it (``some-operation``), None if it is not here."""
    here = Path(__file__).parent
    packages = {file.parent.name for file in here.glob("*/ruleset.py")}
    package = name.replace("-", "_")
    if package not in packages:  # the name comes from a file: nothing else is imported for it
        return None
    return import_module(f"wardesk.campaign.{package}.ruleset").RULESET


def ruleset_of(design: Design) -> Ruleset:
    """The ruleset that a design names; an empty one if it is not here."""
    return find_ruleset(design.ruleset) or NONE
