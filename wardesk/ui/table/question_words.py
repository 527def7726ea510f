"""What the question bar says in every situation: a question, a bot, the past, the end."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

from wardesk.engine.types import CHANCE, UMPIRE, Decision
from wardesk.model.look import TableLook
from wardesk.services.play.mail import status
from wardesk.services.play.session import PlaySession
from wardesk.ui.table.chance import TYPE
from wardesk.ui.table.interactions import ButtonOffer, Interaction
from wardesk.words import tr


@dataclass(frozen=True)
class BarWords:
    """Everything the bar shows."""

    who: str
    prompt: str
    icon: str = "person"
    tone: str = "neutral"
    cite: str = ""
    context: str = ""
    offers: list[ButtonOffer] = field(default_factory=list)
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
) -> BarWords:
    """What to say now."""
    if at is not None:
        back = ButtonOffer("table.now", tr("Back to now"), primary=True)
        other = ButtonOffer(
            "table.try", tr("Try from here"),
            hint=tr("Try something else from here; what was played after it stays as a branch"),
        )  # fmt: skip
        hint = tr("Compare this event with others")
        compare = ButtonOffer("table.compare", tr("Compare"), hint=hint)
        return BarWords(
            tr("Past"), tr("The table after event {0}").format(at), "history", "accent",
            context=tr("You are looking back; you cannot change anything here."),
            offers=[back, other, compare],
        )  # fmt: skip
    if session.failed:
        return _failed(session)
    ask = session.ask
    if session.post is not None and (found := _by_mail(session, look)) is not None:
        return found
    if ask is None:
        return _over(session, look)
    if interaction is None:
        return _bot(session, look, ask, thinking, paused=paused)
    return _question(session, interaction.ask, look, interaction)


def _by_mail(session: PlaySession, look: TableLook) -> BarWords | None:
    """What is to be sent or waited for; None where a person here is asked, or all is over."""
    found = status(session)
    if found.to_do in ("answer", "over"):
        return None
    side = next((s for s in look.sides if session.post and s.id == session.post.side), None)
    tone, who = (f"side_{side.slot}", side.name) if side is not None else ("accent", "")
    take = ButtonOffer("table.take_letter", tr("Take a letter in…"), primary=True)
    if found.to_do == "send":
        send = ButtonOffer("table.send_letter", tr("Send my turn…"), primary=True)
        context = tr("It goes into one file. What is sent cannot be taken back.")
        return BarWords(who, tr("Your turn is done"), "export", tone, "", context, [send])
    if found.to_do == "look":
        return BarWords(tr("Look on"), session.words.text(found.words), "person", "accent")
    if session.post is not None and session.post.number == 1:
        write = ButtonOffer("table.send_letter", tr("Write the invitation…"), primary=True)
        context = tr("Send it to the other person. The game begins when the answer comes.")
        take = dataclasses.replace(take, primary=False)
        return BarWords(who, tr("Invite"), "export", tone, "", context, [write, take])
    again = ButtonOffer("table.send_letter", tr("Write my letter again…"))
    told = tr("{0} throws so far, each checked: neither of you could choose them.")
    context = found.says or told.format(found.throws)
    return BarWords(who, tr("Waiting for a letter"), "history", tone, "", context, [take, again])


def _failed(session: PlaySession) -> BarWords:
    offers = [
        ButtonOffer("table.undo", tr("Undo"), primary=True),
        ButtonOffer("table.copy_report", tr("Copy the report")),
    ]
    return BarWords(
        tr("Stopped"), tr("A rule failed; nothing changed"), "error", "danger",
        context=session.failed, offers=offers,
    )  # fmt: skip


def _over(session: PlaySession, look: TableLook) -> BarWords:
    result = session.state.result
    if result is None:
        return BarWords(tr("Over"), tr("Nothing is left to decide"), "flag", "accent")
    side = next((s for s in look.sides if s.id == result.winner), None)
    tone = f"side_{side.slot}" if side is not None else "accent"
    who = side.name if side is not None else tr("Result")
    said = session.words.text
    told = tr("The game is over. Look back, or try again from any moment.")
    prompt = said(result.text)
    if result.level:  # What led to it has more room in the second line.
        level = said(result.level)
        prompt, told = level[:1].upper() + level[1:], f"{said(result.text)}. {told}"
    offers = [] if session.header.origin else [
        ButtonOffer("table.rematch", tr("Rematch, sides changed"), primary=True)
    ]  # fmt: skip
    offers.append(ButtonOffer("table.ending", tr("How it ended")))
    return BarWords(who, prompt, "flag", tone, result.cite, told, offers)


def party(look: TableLook, ask: Decision) -> tuple[str, str, str]:
    """Name, icon and tone of who is asked."""
    if ask.who == UMPIRE:
        return tr("Umpire"), "scales", "umpire"
    if ask.who == CHANCE:
        return (tr("Draw", "chance") if ask.faces else tr("Dice")), "dice", "accent"
    side = next((s for s in look.sides if s.id == ask.who), None)
    if side is None:
        return ask.who, "person", "accent"
    return side.name, "person", f"side_{side.slot}"


def _bot(
    session: PlaySession, look: TableLook, ask: Decision, thinking: bool, *, paused: bool
) -> BarWords:
    who, _, tone = party(look, ask)
    if session.by_order:  # who looks on may be of the other side
        told = tr("Nothing is asked of you.")
        return BarWords(who, tr("{0} to move").format(who), "person", tone, context=told)
    context = tr("The bot is thinking. Nothing is asked of you.")
    if not thinking:
        context = tr("The bot plays. Nothing is asked of you.")
    if paused:
        context = tr("The bot waits until you let it go on.")
    pause = ButtonOffer("table.pause", tr("Go on") if paused else tr("Pause"))
    step = ButtonOffer("table.hurry", tr("Play now"))
    prompt = (
        session.words.text(ask.prompt)
        if session.mode == "adjudicate"
        else tr("{0} to move").format(who)
    )
    return BarWords(who, prompt, "bot", tone, ask.cite, context, [step, pause])


def _question(
    session: PlaySession, ask: Decision, look: TableLook, interaction: Interaction
) -> BarWords:
    who, icon, tone = party(look, ask)
    # Where nearly every place is lit, lights alone do not say that they are all meant.
    context = " ".join(filter(None, (interaction.everywhere(), ask.context)))
    offers = [o for o in interaction.offers() if session.post is None or o.id != TYPE]
    return BarWords(
        who, ask.prompt, icon, tone, ask.cite, context, offers,
        interaction.note, interaction.note_tone,
    )  # fmt: skip


def no_dice(session: PlaySession, look: TableLook) -> str:
    """Why the dice tray is off."""
    ask = session.ask
    if ask is None:
        return tr("The game is over.")
    return tr("Waiting for: {0}").format(party(look, ask)[0])
