"""The Python API: maps, scenarios and games for scripts and notebooks.

>>> import wardesk
>>> board = wardesk.load_map(wardesk.load_scenario("eben-emael/historical").map)
>>> len(board.cells)
31
>>> game = wardesk.new_game("eben-emael/historical", seed=7)
>>> game.ask.who in game.sides
True
>>> event = game.answer(game.options()[0])
>>> event.id
1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from wardesk.closing import Closing
from wardesk.documents.maps.store import load_board
from wardesk.engine.legality import check
from wardesk.engine.types import (
    Answer,
    Decision,
    Effect,
    Event,
    GameResult,
    GameState,
    Outcome,
    Reason,
    Record,
    Value,
)
from wardesk.errors import UserError, shown
from wardesk.model.board import Board
from wardesk.model.scenario import ScenarioInfo
from wardesk.players.bots import decision_rng
from wardesk.services.play.answers import read_answer, read_outcome
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import scenario_info
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk

PlainAnswer = Answer | Mapping[str, Any]


def load_map(path: Path | str) -> Board:
    """The board of a ``.wdmap`` file or a map folder, ready to be asked. UserError if it cannot.

    >>> board = load_map(load_scenario("eben-emael/historical").map)
    >>> board.kind
    'area'
    """
    return load_board(path)


def load_scenario(name: str | Path) -> ScenarioInfo:
    """A scenario by ``pack/scenario``, its file, or the folder of a pack with no other.

    UserError if there is none.

    >>> load_scenario("eben-emael/historical").turns
    15
    """
    return scenario_info(str(name) if isinstance(name, Path) else name)


def new_game(
    scenario: str | Path,
    *,
    seed: int = 0,
    mode: Literal["play", "adjudicate"] = "play",
    players: Mapping[str, str] | None = None,
    dice: Literal["seeded", "typed"] = "seeded",
    options: Mapping[str, Value] | None = None,
    path: Path | str | None = None,
) -> Game:
    """Set a scenario up. The same *seed* and answers give the same game.

    *scenario* is ``pack/scenario``, a scenario's file, or the folder of a pack with one scenario.
    *players* lets ``policy``, ``random`` or ``automaton`` hold a side. The game lives in memory,
    and is kept on the disk as it goes when *path* names a working log. UserError for an unknown
    scenario, side, player or option.

    >>> game = new_game("eben-emael/historical", players={"german": "random", "belgian": "random"})
    >>> game.ask is None
    True
    >>> game.result.winner in ("german", "belgian", "")
    True
    """
    session = PlaySession.new(
        str(scenario) if isinstance(scenario, Path) else scenario,
        seed=seed,
        mode=mode,
        players=players,
        dice=dice,
        options=options,
        path=Path(path) if path is not None else None,
        keep=path is not None,
    )
    session.run()
    return Game(session)


def open_game(path: Path | str, *, keep: bool = False) -> Game:
    """A stored game where it was left. With *keep* the log is gone on with, else it only serves.

    UserError when there is none, DamagedFile when it is damaged, NewerFile when it is newer.
    """
    return Game(PlaySession.open(Path(path), keep=keep))


def open_campaign(url: Path | str, *, write: bool = False) -> CampaignDesk:
    """A campaign by its path, or by an address like ``sqlite:///summer.wdcamp``.

    A shared one is at ``postgresql://user@host/database``. A file that is opened for writing is
    locked until `close`. UserError when there is none or it is held elsewhere,
    DamagedFile with the first bad event when it is damaged.

    >>> open_campaign("sqlite:///summer.wdcamp")
    Traceback (most recent call last):
    wardesk.errors.UserError: There is no campaign at summer.wdcamp. Check the path.
    """
    import secrets

    from wardesk.services.campaign.desk import CampaignDesk, utc_now
    from wardesk.services.campaign.server import campaign_place

    place = campaign_place(str(url).removeprefix("sqlite:///"))
    return CampaignDesk.open(place, write=write, now=utc_now, nonce=lambda: secrets.token_bytes(16))


class Bot:
    """A program that answers for a side: ``game.bot("german").choose(game)``."""

    def __init__(self, side: str, kind: str) -> None:
        self.side = side
        self.kind = kind

    def choose(self, game: Game) -> Answer:
        """Its answer to the pending question, which must be put to its side. UserError if not.

        It sees no more than its side may see, and gives the same answer when asked again.
        """
        ask = game.ask
        if ask is None or ask.who != self.side:
            raise UserError(say("{side!s} is not asked now.", side=shown(self.side)))
        return game.session.bot_answer(self.side, self.kind)


class Game(Closing):
    """A game being played. Seeded dice and sides held by programs answer by themselves."""

    def __init__(self, session: PlaySession) -> None:
        self.session = session
        """What the window uses: settings, listeners, log lines."""

    # ---- reading --------------------------------------------------------------------------------

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of this game."""
        return self.session.rules.sides

    @property
    def ask(self) -> Decision | None:
        """The one pending question; None when the game is over."""
        return self.session.ask

    @property
    def state(self) -> GameState[Any, Any]:
        """Everything on the table. Read it; never write to it."""
        return self.session.state

    @property
    def events(self) -> tuple[Event[Any, Any], ...]:
        """What happened, from the set-up to now; undone branches are left out."""
        return tuple(self.session.journal.line())

    @property
    def result(self) -> GameResult | None:
        """How the game ended; None while it goes on."""
        return self.state.result

    def view(self, side: str) -> GameState[Any, Any]:
        """The table as *side* may see it. UserError for an unknown side."""
        if side not in self.sides:
            raise UserError(
                say("There is no side {side!s}.", side=shown(side)),
                say("The sides are {sides!s}.", sides=self.sides),
            )
        return self.session.rules.view(self.state, side)

    def options(self, n: int = 24) -> list[Answer]:
        """Legal answers: all of them, or *n* sampled ones where there are too many.

        >>> game = new_game("eben-emael/historical")
        >>> all(not game.check(answer) for answer in game.options())
        True
        """
        rng = decision_rng(self.session.header.seed, "options", self.session.journal.head)
        return self.session.rules.options(self.state, n, rng)

    def check(self, answer: PlainAnswer) -> list[Reason]:
        """Every reason against *answer*, with rule numbers; empty when it is legal.

        >>> new_game("eben-emael/historical").check({"key": "surrender"})[0].level
        'illegal'
        """
        umpire = self.session.mode == "adjudicate"
        return list(check(self.session.rules, self.state, read_answer(answer), umpire=umpire)[0])

    def bot(self, side: str, kind: str = "") -> Bot:
        """A program for *side*: ``policy``, ``random``, or the one that holds it."""
        return Bot(side, kind)

    # ---- playing --------------------------------------------------------------------------------

    def answer(self, answer: PlainAnswer, *, author: str = "", reason: str = "") -> Event[Any, Any]:
        """Answer the pending question; whatever needs nobody follows by itself.

        `Illegal` (a UserError) with every reason when it is refused; nothing has changed then.
        """
        event = self.session.answer(read_answer(answer), author=author, reason=reason)
        self.session.run()
        return event

    def roll(self) -> Event[Any, Any]:
        """Let the seed answer a pending roll (an umpire's dice wait for it). UserError if none."""
        event = self.session.roll()
        self.session.run()
        return event

    def adjudicate(
        self,
        answer: PlainAnswer | None = None,
        *,
        outcome: Record | None = None,
        author: str,
        reason: str,
    ) -> Event[Any, Any]:
        """Give *answer*, let the dice fall, and put *outcome* in place of the proposed one.

        Without *answer* the pending outcome is ruled on; without *outcome* the proposal stands.
        UserError in play mode, when no outcome comes of it, or when a reason is missing; nothing
        has changed then, and no die has fallen.

        >>> game = new_game("eben-emael/historical", mode="adjudicate")
        >>> game.adjudicate(outcome={"hits": 2}, author="Ann", reason="a try")
        Traceback (most recent call last):
        wardesk.errors.UserError: There is no outcome to rule on now.
        """
        if self.session.mode != "adjudicate":
            raise UserError("Rulings need the adjudicate mode.", "Start the game in that mode.")
        event = self.session.adjudicate(
            None if answer is None else read_answer(answer),
            None if outcome is None else read_outcome(outcome),
            author=author,
            reason=reason,
        )
        if isinstance(event.answer, Outcome):
            self.session.run()
        return event

    def edit(self, effects: Iterable[Effect], author: str, reason: str) -> Event[Any, Any]:
        """Change the table by hand, on the record. `Illegal` without a reason or for nonsense."""
        return self.session.edit(effects, author, reason)

    def undo(self, reason: str = "", to: int | None = None) -> int:
        """Go back to the last question for a person, or to event *to*. Nothing is deleted."""
        return self.session.undo(reason, to)

    def redo(self) -> int:
        """Go forward again. UserError when there is nothing ahead."""
        return self.session.redo()

    # ---- keeping --------------------------------------------------------------------------------

    def save(self, path: Path | str) -> None:
        """Put a packed copy of the whole game at *path*. UserError if it cannot be written."""
        self.session.save_as(Path(path))

    def close(self) -> None:
        """Let go of the working log, if there is one."""
        self.session.close()
