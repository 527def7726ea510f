"""Where the rules of a campaign's desk happen: a shipped campaign run by programs, turn by turn.

What is due is settled by its first choice and both sides' fights are played by scripts. In a second
run an umpire also tries actions at random, with words out of their lists.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from wardesk.campaign.actions import CampaignAction
from wardesk.campaign.choices import choices
from wardesk.campaign.ledger.kinds.calendar import StepClosed, TurnBegun
from wardesk.campaign.ledger.kinds.routes import MarkerAdvanced
from wardesk.campaign.ledger.refusals import Refused
from wardesk.campaign.market_garden.s06_allied import quality_loss
from wardesk.documents.packs.campaign_packs import find_design
from wardesk.errors import UserError
from wardesk.services.campaign.actions import actions_of, find_action
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.fights import fights, lay_fight
from wardesk.services.campaign.needs import Need, go_on, leave, settle
from wardesk.services.campaign.table_back import come_home
from wardesk.services.play.session import PlaySession

See = Callable[[str, str, str], None]
"""``see(rule, how, turn)``."""
Table = Callable[[Path, str], None]
"""``table(scenario, turn)``: a table that was laid."""
NOW = datetime(2026, 1, 1, tzinfo=UTC)
SHOWS = {"first-drop": ("3.3.1", "3.4"), "assign-drops": ("3.3.2",), "land": ("3.4",)}
"""Rules that an action plays beside its own."""
POOLS = {"trucks.": "S5.3", "jeeps.": "S6.3", "rearguards.": "S2.0", "roadblocks": "S2.0"}
"""By the beginning of a pool its rule."""
TRIES = 8
"""So many actions are tried on a turn."""


class WatchedDesk(CampaignDesk):
    """A desk that tells the rules of what is done and refused at it."""

    see: See

    def act(self, name: str, words: Mapping[str, str], **more: Any) -> Any:  # noqa: ANN401
        """As the desk does it, told."""
        turn = self.design.calendar.turn(max(self.state.ordinal, 0)).label
        try:
            done = super().act(name, words, **more)
        except UserError as error:
            for cite in _cites(error):
                self.see(cite, "refused", turn)
            raise
        self.see(find_action(self.design, name).cite, "done", turn)
        for rule in SHOWS.get(name, ()):
            self.see(rule, "seen", turn)
        for head, rule in POOLS.items() if name == "pool" else ():
            if words.get("pool", "").startswith(head):
                self.see(rule, "seen", turn)
        if done.proposal is not None:
            self.see(done.proposal.cite, "asked", turn)
            for factor in done.proposal.factors:
                self.see(factor.cite, "counted", turn)
        return done


def _cites(error: UserError) -> Iterator[str]:
    reasons = getattr(error, "reasons", ())
    for one in (error, *reasons):
        if isinstance(one, Refused):
            yield one.cite


def run(campaign: str, seed: int, *, tries: bool, see: See, table: Table) -> None:
    """Run a campaign to its end; *tries*: an umpire tries actions, nobody fights, all is on."""
    design, rng = find_design(campaign)[0], Random(seed)
    options = dict.fromkeys(design.options, True) if tries else {}
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with WatchedDesk.create(
            home / "c.wdcamp", design, name="Reach", campaign="reach", seed=seed, options=options,
            now=lambda: NOW, nonce=lambda: rng.randbytes(16),
        ) as desk:  # fmt: skip
            assert isinstance(desk, WatchedDesk)
            desk.see, fought = see, -1
            while (need := go_on(desk).need) is not None:
                turn = desk.design.calendar.turn(desk.state.ordinal).label
                see(need.cite, "asked", turn)
                for rule in {quality_loss(design, desk.state, unit.id)[1] for unit in design.units}:
                    see(rule, "counted", turn)
                if need.key == "step:activations" and fought != desk.state.ordinal:
                    fought = desk.state.ordinal
                    if tries:
                        _try_some(desk, rng)
                    else:
                        _fight(desk, home / f"{fought}.wdgame", turn, table)
                _do(desk, need, see, turn)
            _told(desk, see)


def _told(desk: CampaignDesk, see: See) -> None:
    """What the ledger itself says: lines that were closed, turns that began, the marker."""
    cites = {step.id: step.cite for step in desk.design.checklist}
    for event in desk.ledger.events:
        turn = desk.design.calendar.turn(max(event.ordinal, 0))
        match event.payload:
            case StepClosed(step=step):
                see(cites.get(step, ""), "said", turn.label)
            case TurnBegun():
                see("1900-11", "said", turn.label)
                see("1.1" if turn.slot == "Night" else "", "said", turn.label)
            case MarkerAdvanced():
                see("4.1", "said", turn.label)
            case _:
                pass


def _do(desk: CampaignDesk, need: Need, see: See, turn: str) -> None:
    """By its first choice, else as it is, else it is left."""
    words = {name: rows[0][0] for name, rows in need.choices.items() if rows}
    for given in (words, {}):
        try:
            settle(desk, need, given)
        except UserError:
            continue
        see(need.cite, "done", turn)
        return
    leave(desk, need, "nobody plays this by hand")


def _fight(desk: CampaignDesk, out: Path, turn: str, table: Table) -> None:
    for fight in fights(desk)[:1]:
        try:
            made = lay_fight(desk, fight.id, out=out)
        except UserError:
            return
        table(made.scenario, turn)
        rng = Random(3)
        with PlaySession.open(out) as session:
            while session.ask is not None:
                if session.waiting == "dice":
                    session.roll()
                else:
                    session.answer(session.rules.thinking.policy(session.state, rng))
        come_home(desk, fight.node, out)


def _try_some(desk: CampaignDesk, rng: Random) -> None:
    every = actions_of(desk.design)
    for action in rng.sample(every, min(TRIES, len(every))):
        words = _words(desk, action, rng)
        try:
            desk.act(action.id, words)
        except UserError:
            continue


def _words(desk: CampaignDesk, action: CampaignAction, rng: Random) -> dict[str, str]:
    found: dict[str, str] = {}
    for param in action.params:
        listed = [key for key, _ in choices(desk.design, desk.state, param.of)] if param.of else []
        if listed and (param.default is None or rng.random() < 0.5):
            found[param.name] = rng.choice(listed)
        elif param.default is None:
            found[param.name] = "yes" if param.kind == "yes-no" else str(rng.randrange(4))
    return found
