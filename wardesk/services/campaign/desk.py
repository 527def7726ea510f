"""The campaign desk: one campaign opened for reading or writing, and everything done with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from wardesk.campaign.ledger.chain import Reversal
from wardesk.campaign.ledger.events import Draft, Event
from wardesk.campaign.ledger.findings import Finding
from wardesk.campaign.ledger.kinds.calendar import StepClosed, TurnBegun
from wardesk.campaign.ledger.kinds.rulings import Judged, QueryOpened, RulingMade
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered
from wardesk.campaign.ledger.proposal import Proposal, need_reason
from wardesk.campaign.ledger.refusals import Refused
from wardesk.campaign.ledger.rulings import Evidence, Query, Scope
from wardesk.campaign.operation.results import (
    ResultsPreview,
    ResultsSheet,
    blank_sheet,
    preview_results,
    results_drafts,
)
from wardesk.campaign.ruleset import Acted
from wardesk.errors import UserError
from wardesk.services.campaign import files as campaign_files
from wardesk.services.campaign.actions import find_action, read_values
from wardesk.services.campaign.desk_core import DICE, UMPIRE, Clock, DeskCore, Nonce, utc_now
from wardesk.services.campaign.leave import final
from wardesk.services.campaign.rights import (
    Allowed,
    check_action,
    check_author,
    overruled,
    with_leave,
)
from wardesk.services.campaign.since import (
    NEW_SHEET,
    NEW_TABLE,
    changed_units,
    is_of_this_ledger,
    unit_differences,
)
from wardesk.services.campaign.steps import StepDone, do_step
from wardesk.store.backups import Backup, backups

__all__ = ["DICE", "UMPIRE", "Acted", "CampaignDesk", "Clock", "Nonce", "utc_now"]


class CampaignDesk(DeskCore):
    """Everything that is done to a campaign. See `DeskCore` for opening and closing."""

    # ---- doing ----------------------------------------------------------------------------------

    def propose(self, name: str, words: Mapping[str, str]) -> Proposal | None:
        """What an action would roll for, None if it rolls nothing. `Refused` if it is not allowed.

        Nothing is written.
        """
        action = find_action(self.design, name)
        values = read_values(self.design, self.state, action, words)
        if action.propose is None:
            return None
        return action.propose(self.design, self.state, values)

    def act(
        self,
        name: str,
        words: Mapping[str, str],
        *,
        roll: int | None = None,
        seat: str = "",
        allowed: Allowed | None = None,
    ) -> Acted:
        """Do something that the rules allow. Dice are written before their outcome is worked out.

        *roll* is a die from the table; without one the campaign's own seed rolls. UserError with
        the rule when it is refused, `NotYours` where *seat* has no right to it: nothing is
        written then. Where an umpire has *allowed* it, it is done nevertheless, and recorded with
        his reason and the rule; `Impossible` if even his word gives it no meaning.
        """
        with with_leave(self.state, allowed) as refused:
            try:
                return self._act(name, words, roll, seat, allowed, refused)
            except Refused as error:
                action = find_action(self.design, name)
                values = read_values(self.design, self.state, action, words)
                raise final(error, self.design, self.state, action, values) from None

    def _act(
        self,
        name: str,
        words: Mapping[str, str],
        roll: int | None,
        seat: str,
        allowed: Allowed | None,
        refused: Sequence[Refused],
    ) -> Acted:
        action = find_action(self.design, name)
        values = dict(read_values(self.design, self.state, action, words))
        actor = seat or action.seat
        leave = check_action(self.design, self.state, actor, action, values, allowed)
        proposal, drawn = None, None
        if action.propose is not None:
            proposal = action.propose(self.design, self.state, values)
            if proposal.missing:
                text = f"{proposal.title}: {proposal.missing}."
                raise UserError(
                    text, "Give it with the action set-number, or switch the proposals on."
                )
            need_reason(proposal)
            drawn = self.draw(proposal.title, roll, actor, proposal.seen_by)
            values["roll"] = roll = drawn.payload.results[-1]  # pyright: ignore[reportAttributeAccessIssue]
        elif roll is not None:
            raise UserError(f"{action.title} needs no die.")
        if action.secret:
            values["nonce"] = self.nonce()
        drafts = action.run(self.design, self.state, values)
        drafts = overruled(self.state, action.title, drafts, refused, allowed)
        if drafts and drawn is not None:
            drafts = [replace(drafts[0], caused_by=drawn.seq), *drafts[1:]]
        added = self._write([*drafts, *leave], actor) if drafts else []
        events = (*([drawn] if drawn is not None else []), *added)
        return Acted(events=events, proposal=proposal, roll=roll)

    def override(
        self, proposal: Proposal, decided: str, drafts: Sequence[Draft], reason: str
    ) -> list[Event]:
        """The umpire decides otherwise: proposal, decision and reason are kept with the events."""
        payload = Judged(
            title=proposal.title,
            cite=proposal.cite,
            inputs=proposal.inputs,
            modifiers=tuple((each.label, each.value) for each in proposal.modifiers),
            needed=proposal.needed,
            odds=proposal.odds_text,
            decided=decided,
            override=reason,
        )
        judged = Draft(payload=payload, source="ruling", seen_by=proposal.seen_by)
        return self.add([judged, *drafts])

    def next(self, *, roll: int | None = None, skip: str = "") -> StepDone:
        """Do the next line of the checklist, or go on to the next turn when all are done.

        *skip* closes a line by hand, with this note. UserError when a line needs a decision first.
        """
        waiting = self.pending()
        if not waiting:
            turn = self.state.ordinal + 1
            if turn >= self.design.calendar.turns:
                raise UserError("The campaign is over.", "Write the report.")
            events = self.add([Draft(payload=TurnBegun(ordinal=turn), source="engine")])
            return StepDone(step="", title="The next turn", events=tuple(events))
        step = waiting[0]
        done: list[Event] = []
        note = skip
        if not skip:
            found, note = do_step(self, step, roll)
            done += found
        done += self.add([Draft(payload=StepClosed(step=step.id, note=note), source="engine")])
        return StepDone(step=step.id, title=step.title, note=note, events=tuple(done))

    # ---- results, rulings, taking back ----------------------------------------------------------

    def enter_node(self, node: str, units: Iterable[str]) -> list[Event]:
        """Open a scenario with these units."""
        return self.add([Draft(payload=NodeEntered(node=node, units=tuple(units)))])

    def sheet(self, game: str = "", node: str = "") -> ResultsSheet:
        """A results sheet with every unit of a game or scenario as it stands, and when it stood so.

        What happens to its units afterwards is compared before it is entered.
        """
        blank = blank_sheet(self.design, self.state, game, node)
        return replace(blank, opened_at=self.ledger.head, opened_hash=self.ledger.head_hash)

    def preview(self, sheet: ResultsSheet) -> ResultsPreview:
        """A sheet beside what the ledger says, and what it said when its table was set up."""
        found = self._compared(sheet)
        return replace(found, troubles=(*found.troubles, *self._changed_since(sheet)))

    def _compared(self, sheet: ResultsSheet) -> ResultsPreview:
        return preview_results(self.design, self.state, sheet)

    def enter_results(
        self, sheet: ResultsSheet, seat: str = UMPIRE, *, allowed: Allowed | None = None
    ) -> list[Event]:
        """Enter a sheet as events. UserError with every wrong row; nothing is entered then."""
        changed = self._changed_since(sheet)
        if changed:
            raise UserError(" ".join(changed), NEW_TABLE if sheet.opened_for else NEW_SHEET)
        drafts = results_drafts(self.design, self.state, sheet)
        return self.add(drafts, seat, allowed=allowed)

    def not_on(self, sheet: ResultsSheet) -> list[str]:
        """Names of units that the sheet had when it was printed, and has no row for any more."""
        if not 0 < sheet.opened_at <= self.ledger.head:
            return []
        then = self.ledger.state_at(sheet.opened_at)
        printed = blank_sheet(self.design, then, sheet.game, sheet.opened_for or sheet.node)
        rows = {row.unit for row in sheet.rows}
        return [self.design.unit[row.unit].name for row in printed.rows if row.unit not in rows]

    def _changed_since(self, sheet: ResultsSheet) -> list[str]:
        """What happened since a sheet was printed, or its table set up, that it does not know."""
        if not sheet.opened_at:
            return []
        if not is_of_this_ledger(self.ledger, sheet.opened_at, sheet.opened_hash):
            return [f"This sheet rests on event {sheet.opened_at}, which is not in this ledger."]
        if sheet.opened_for in self.design.node:
            found = unit_differences(self.ledger, sheet.opened_for, sheet.opened_at)
            return [f"Since the table was set up: {each}." for each in found]
        touched = {line.unit for line in self._compared(sheet).lines if line.changed}
        found = changed_units(self.ledger, touched, sheet.opened_at)
        return [f"Since the sheet was printed: {each}." for each in found]

    def ask(self, query: Query) -> list[Event]:
        """Open a question about the rules."""
        return self.add([Draft(payload=QueryOpened(query=query))])

    def rule(
        self,
        query: str,
        decision: str,
        *,
        reason: str,
        author: str,
        scope: Scope = "campaign",
        evidence: tuple[Evidence, ...] = (),
    ) -> list[Event]:
        """Decide a question; an earlier ruling on it is superseded, and stays in the register."""
        check_author(self.state, author)
        if query not in self.state.queries:
            known = ", ".join(self.state.queries)
            raise UserError(f"There is no question {query!r}.", f"There are: {known}.")
        if not reason.strip():
            raise UserError("A ruling needs a reason.", "Say why.")
        options = self.state.queries[query].options
        if options and decision not in options:
            raise UserError(
                f"{decision!r} is not one of the answers.", f"They are: {'; '.join(options)}."
            )
        before = [each.id for each in self.state.rulings.values() if each.query == query]
        payload = RulingMade(
            id=f"ruling-{len(self.state.rulings) + 1}",
            query=query,
            decision=decision,
            scope=scope,
            author=author,
            reason=reason.strip(),
            evidence=evidence,
            supersedes=before[-1] if before else None,
        )
        return self.add([Draft(payload=payload, source="ruling")])

    def reversal(self, seqs: Iterable[int], seat: str = UMPIRE) -> Reversal:
        """What taking events back would mean; nothing is written."""
        return self.ledger.reversal(seqs, seat)

    def take_back(
        self,
        seqs: Iterable[int],
        *,
        reason: str,
        seat: str = UMPIRE,
        with_dependants: bool = False,
        approved_by: str = "",
    ) -> list[Event]:
        """Take events back; they stay in the ledger. See `Ledger.take_back`."""
        return self.ledger.take_back(
            seqs,
            actor=seat,
            reason=reason,
            now=self.now(),
            with_dependants=with_dependants,
            approved_by=approved_by,
            write=self.store.append,
        )


def examine(path: Path) -> tuple[list[Finding], dict[str, object]]:
    """The health of a campaign file; see `campaign_files.examine_file`."""
    return campaign_files.examine_file(path)


def kept_backups(path: Path) -> list[Backup]:
    """The generations of a campaign, the youngest first."""
    return backups(path)
