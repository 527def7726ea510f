"""What the question bar says in every situation that is not a plain question, and the key list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wardesk.engine.types import CHANCE, UMPIRE, Decision
from wardesk.model.look import TableLook
from wardesk.services.play.session import PlaySession
from wardesk.ui.actions import Action
from wardesk.ui.table.interactions import Interaction, Offer, tr

if TYPE_CHECKING:
    from wardesk.ui.table.workspace import TableWorkspace

UNDO, NOW, PAUSE, STEP, COPY = "!undo", "!now", "!pause", "!step", "!copy"
TRY, COMPARE = "!try", "!compare"
"""Buttons that the workspace itself acts on."""


@dataclass(frozen=True)
class Words:
    """Everything the bar shows."""

    who: str
    prompt: str
    icon: str = "person"
    tone: str = "neutral"
    cite: str = ""
    context: str = ""
    offers: list[Offer] = field(default_factory=list)
    note: str = ""
    note_tone: str = "text2"


def words(
    session: PlaySession,
    look: TableLook,
    at: int | None,
    thinking: bool,
    interaction: Interaction | None,
    *,
    paused: bool = False,
) -> Words:
    """What to say now."""
    if at is not None:
        back = Offer(NOW, tr("Back to now"), "End", primary=True)
        other = Offer(
            TRY, tr("Try from here"), "W",
            hint=tr("Try something else from here; what was played after it stays as a branch"),
        )  # fmt: skip
        compare = Offer(COMPARE, tr("Compare"), "C", hint=tr("Compare this event with others"))
        return Words(
            tr("Past"), tr("The table after event {0}").format(at), "history", "accent",
            context=tr("You are looking back; nothing can be changed here."),
            offers=[back, other, compare],
        )  # fmt: skip
    if session.failed:
        return _failed(session)
    ask = session.ask
    if ask is None:
        return _over(session, look)
    if interaction is None:
        return _bot(session, look, ask, thinking, paused=paused)
    return _question(interaction.ask, look, interaction)


def _failed(session: PlaySession) -> Words:
    offers = [
        Offer(UNDO, tr("Undo"), "Ctrl+Z", primary=True),
        Offer(COPY, tr("Copy the report"), ""),
    ]
    return Words(
        tr("Stopped"), tr("A rule broke; nothing was changed"), "error", "danger",
        context=session.failed, offers=offers,
    )  # fmt: skip


def _over(session: PlaySession, look: TableLook) -> Words:
    result = session.state.result
    if result is None:
        return Words(tr("Over"), tr("Nothing is left to decide"), "flag", "accent")
    side = next((s for s in look.sides if s.id == result.winner), None)
    tone = f"side_{side.slot}" if side is not None else "accent"
    who = side.name if side is not None else tr("Result")
    said = session.words.text
    prompt = f"{said(result.text)}: {said(result.level)}" if result.level else said(result.text)
    return Words(who, prompt, "flag", tone, result.cite, tr("The game is over."))


def party(look: TableLook, ask: Decision) -> tuple[str, str, str]:
    """Name, icon and tone of who is asked."""
    if ask.who == UMPIRE:
        return tr("Umpire"), "scales", "umpire"
    if ask.who == CHANCE:
        return (tr("Draw") if ask.faces else tr("Dice")), "dice", "accent"
    side = next((s for s in look.sides if s.id == ask.who), None)
    if side is None:
        return ask.who, "person", "accent"
    return side.name, "person", f"side_{side.slot}"


def _bot(
    session: PlaySession, look: TableLook, ask: Decision, thinking: bool, *, paused: bool
) -> Words:
    who, _, tone = party(look, ask)
    context = tr("The bot is thinking…") if thinking else tr("The bot decides.")
    pause = Offer(PAUSE, tr("Go on") if paused else tr("Pause"), "P")
    step = Offer(STEP, tr("One step"))
    prompt = (
        session.words.text(ask.prompt)
        if session.mode == "adjudicate"
        else tr("{0} decides").format(who)
    )
    return Words(who, prompt, "bot", tone, ask.cite, context, [pause, step])


def _question(ask: Decision, look: TableLook, interaction: Interaction) -> Words:
    who, icon, tone = party(look, ask)
    note = interaction.refusals()
    note_tone = interaction.note_tone if interaction.note else "text2"
    return Words(
        who, ask.prompt, icon, tone, ask.cite, ask.context, interaction.offers(), note, note_tone
    )


def no_dice(session: PlaySession, look: TableLook) -> str:
    """Why the dice tray is off."""
    ask = session.ask
    if ask is None:
        return tr("The game is over.")
    return tr("Waiting for: {0}").format(party(look, ask)[0])


def hints() -> list[tuple[str, str]]:
    """Keys for the status bar."""
    return [
        ("1–9", tr("answer")),
        (tr("Arrows"), tr("walk")),
        (tr("Space"), tr("pick, lay a pile out")),
        ("Enter", tr("filled button")),
        ("Tab", tr("hide panels")),
    ]


def commands(table: TableWorkspace) -> Sequence[Action]:
    """What the palette and the key list show; the workspace itself listens for the keys."""
    group = tr("Table")
    rows = (
        ("undo", tr("Undo"), "Ctrl+Z", table.history.undo, "undo"),
        ("redo", tr("Redo"), "Ctrl+Shift+Z", table.history.redo, "redo"),
        ("roll", tr("Roll the dice"), "R", table.hands.roll, "dice"),
        ("type", tr("Type the dice"), "T", table.hands.type_dice, "keyboard"),
        ("primary", tr("Give the first answer"), "Ctrl+Return", table.hands.primary, "check"),
        ("pause", tr("Pause the bots or let them go on"), "P", table.toggle_pause, "pause"),
        ("override", tr("Overrule the proposal"), "O", table.right.card.focus_override, "scales"),
        ("earlier", tr("Look one event back"), ",", lambda: table.history.look_by(-1), "back"),
        ("later", tr("Look one event on"), ".", lambda: table.history.look_by(1), "step"),
        ("fit", tr("Show the whole sheet"), "F", table.view.fit, "fit"),
        ("now", tr("Back to now"), "End", table.history.back_to_now, "history"),
        ("start", tr("To the start of the game"), "Home", lambda: table.moments.place(0), "first"),
        ("turn_before", tr("Back by a turn"), "PgUp", lambda: table.moments.turn(-1), "back"),
        ("turn_after", tr("Forth by a turn"), "PgDown", lambda: table.moments.turn(1), "step"),
        ("play", tr("Play through the past"), "", table.past.toggle_play, "play"),
        ("try", tr("Try something else from here"), "W", table.moments.try_here, "link"),
        ("bookmark", tr("Bookmark the shown event"), "M", table.moments.bookmark, "star"),
        ("note", tr("Write a note on the shown event"), "N", table.moments.write_note, "pencil"),
        ("compare", tr("Compare with the shown event"), "C", table.moments.pin, "search"),
        ("report", tr("After-action report…"), "", table.moments.report, "export"),
    )
    return [
        Action(f"table.{key}", title, keys, run, group, icon)
        for key, title, keys, run, icon in rows
    ]
