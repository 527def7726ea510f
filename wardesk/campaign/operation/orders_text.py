"""Orders forms as files: JSON for programs, plain text for a letter; hostile bytes are refused."""

from __future__ import annotations

import re

import msgspec

from wardesk.campaign.operation.orders import (
    DECISION,
    FORMAT,
    VERSION,
    WHOLE,
    DecisionLine,
    OrderLine,
    OrdersForm,
)
from wardesk.errors import UserError
from wardesk.words import as_english, readied, say

MOST_BYTES = 1_000_000
_TITLE = "WarDesk orders form"
_SECTION = re.compile(r"\[([^\[\]\n]{1,80})\]")
_QUOTED = re.compile(r"^(?:>[ \t]?)+")
_MESSAGE = "message"
_HELP = (
    "Write after each “Order:”, on as many lines as you like. Leave it empty to keep the order\n"
    "that stands; write a single - to withdraw it. Change nothing above the first [ ].\n"
)
_ADVICE = say("Use the form of the packet, orders.json or orders.txt.")


def write_json(form: OrdersForm) -> bytes:
    """A form as JSON."""
    return msgspec.json.format(msgspec.json.encode(form, enc_hook=as_english), indent=1) + b"\n"


def write_text(form: OrdersForm) -> str:
    """A form as text that can be filled in with any editor, or in a letter."""
    parts = [
        f"{_TITLE} {VERSION}\nCampaign: {form.campaign}\nSeat: {form.seat}\n"
        f"Name: {form.seat_name}\nTurn: {form.turn}\nSeal: {form.seal}\n\n{_HELP}"
    ]
    parts += [
        f"[{DECISION}{each.id}] {each.title}\nStands: {_asked(each)}\nOrder: {each.answer}\n"
        for each in form.decisions
    ]
    for line in form.orders:
        stands = "\n        ".join(line.stands.split("\n"))
        head = f"[{line.formation}] {line.name}\nStands: {stands or '(nothing)'}\n"
        parts.append(f"{head}Order: {line.order}\n")
    parts.append(f"[{_MESSAGE}] To the umpire\nOrder: {form.message}\n")
    return "\n".join(parts)


def _asked(decision: DecisionLine) -> str:
    """Until when, and what can be written."""
    when = f"until {decision.until}" if decision.until else "when you like"
    if not decision.owed:
        when = f"not owed; {when}"
    named = " | ".join(f"{value} = {name}" for value, name in decision.choices.items())
    return f"{when}; write one of: {named}" if named else f"{when}; write it in words"


def read_form(data: bytes) -> OrdersForm:
    """A filled form, JSON or text. UserError that says what is wrong with the file."""
    if len(data) > MOST_BYTES:
        raise UserError(
            say("The file is too long for an orders form: {n} bytes.", n=len(data)), _ADVICE
        )
    text = _decoded(data)
    if not text.strip():
        raise UserError("The file is empty.", _ADVICE)
    return _read_json(text) if text.lstrip()[0] in "{[" and FORMAT in text else _read_text(text)


def encoding_of(data: bytes) -> str:
    """How the text of a form is spelled: UTF-16 with a mark, UTF-8, else what Windows writes."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "cp1252" if _TITLE.encode() in data else "utf-8-sig"
    return "utf-8-sig"


def _decoded(data: bytes) -> str:
    try:
        text = data.decode(encoding_of(data))
    except UnicodeDecodeError as error:
        advice = say("Save it as plain text in UTF-8.")
        raise UserError(
            say("The file is not text: {reason!s}.", reason=error.reason), advice
        ) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _read_json(text: str) -> OrdersForm:
    try:
        return msgspec.json.decode(text.encode(), type=readied(OrdersForm))
    except (msgspec.DecodeError, RecursionError) as error:
        raise UserError(say("The form cannot be read: {error!s}.", error=error), _ADVICE) from error


def _read_text(text: str) -> OrdersForm:
    lines = [_QUOTED.sub("", line).rstrip() for line in text.split("\n")]
    start = next((k for k, line in enumerate(lines) if line.startswith(_TITLE)), None)
    if start is None:
        raise UserError(
            say("This is no orders form: no line says “{title!s}”.", title=_TITLE), _ADVICE
        )
    lines = lines[start:]
    first = next((k for k, line in enumerate(lines) if _SECTION.match(line)), len(lines))
    head = _head(lines[:first])
    for needed in ("campaign", "seat", "seal"):
        if not head.get(needed):
            raise UserError(say("The form has no line “{line!s}:”.", line=needed.title()), _ADVICE)
    orders, decisions, message = _sections(lines[first:], start + first + 1)
    return OrdersForm(
        campaign=head["campaign"],
        seat=head["seat"],
        seat_name=head.get("name", ""),
        turn=head.get("turn", ""),
        seal=head["seal"],
        orders=orders,
        decisions=decisions,
        message=message,
    )


def _head(lines: list[str]) -> dict[str, str]:
    version = lines[0].removeprefix(_TITLE).strip()
    if version and (not version.isdigit() or not 0 < int(version) <= VERSION):
        raise UserError(
            say("The form is of another version: {version!r}.", version=version[:20]), _ADVICE
        )
    found: dict[str, str] = {}
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        key = name.strip().lower()
        if colon and key in ("campaign", "seat", "name", "turn", "seal"):
            found.setdefault(key, value.strip())
    return found


def _sections(
    lines: list[str], number: int
) -> tuple[tuple[OrderLine, ...], tuple[DecisionLine, ...], str]:
    """Sections from line *number* of the file on."""
    found: list[tuple[str, str, list[str], list[str]]] = []
    part: list[str] | None = None
    for at, line in enumerate(lines, number):
        section = _SECTION.match(line)
        if section:
            stands, order = list[str](), list[str]()
            found.append((section[1].strip(), line[section.end() :].strip(), stands, order))
            part = None
        elif line.startswith("Stands:") and part is None:
            part = found[-1][2]
            part.append(line.removeprefix("Stands:").strip())
        elif line.startswith("Order:") and part is not found[-1][3]:
            part = found[-1][3]
            part.append(line.removeprefix("Order:").strip())
        elif part is not None:
            part.append(line.strip() if part is found[-1][2] else line)
        elif line.strip():
            text = say(
                "Line {number} of the form stands under no “Order:”: {line!r}.",
                number=at,
                line=line[:60],
            )
            raise UserError(text, "Write orders after “Order:”.")
    messages = [_joined(order) for key, _, _, order in found if key.lower() == _MESSAGE]
    if len(messages) > 1:
        raise UserError("The form has more than one [message].", "Leave one.")
    others = [row for row in found if row[0].lower() != _MESSAGE]
    decisions = tuple(
        DecisionLine(id=key.removeprefix(DECISION).strip(), title=name, answer=_joined(order))
        for key, name, _, order in others
        if key.startswith(DECISION)
    )
    orders = tuple(
        _order_line(key, name, _joined(stands), _joined(order))
        for key, name, stands, order in others
        if not key.startswith(DECISION)
    )
    return orders, decisions, messages[0] if messages else ""


def _order_line(key: str, name: str, stands: str, order: str) -> OrderLine:
    held = "" if stands == "(nothing)" else stands
    return OrderLine(formation=key or WHOLE, name=name, stands=held, order=order)


def _joined(lines: list[str]) -> str:
    return "\n".join(lines).strip()
