"""What the sessions at the campaign desk share: waiting, dice, forms."""

from __future__ import annotations

from sessions.stage import Session, SessionError

PAGE = "camp().worker.page"
NEED = f"({PAGE}.need.key if {PAGE}.need else '')"
"""Of the next thing that needs somebody; empty when there is none."""


def calm(s: Session) -> None:
    """Wait until the campaign has done what it was asked."""
    s.until("campaigning()", "the campaign is calm", 60)


def die(s: Session, face: int) -> None:
    """Type what the die on the table shows, on the card of the next step."""
    s.click(s.ask("middle(camp().ask.typed.fields[0])"))
    s.type(str(face), over=True)
    s.press("Use")
    calm(s)


def form(s: Session, find: str, action: str) -> None:
    """Open the dialog of all actions and look for one by typing."""
    s.press("Do…")
    s.until("dialog('ActFormDialog')", "the dialog of all actions")
    s.type(find)
    ready = f"top().form is not None and top().form.line.id == {action!r}"
    row = ("next((k for k in range(top().list.count()) if"
           f" top().list.item(k).data(256) == {action!r}), -1)")  # fmt: skip
    s.until(f"{row} >= 0", f"{action} is in the list")
    s.click(s.ask("part(top().list.viewport(), 60,"
                  f" top().list.visualItemRect(top().list.item({row})).center().y())"))  # fmt: skip
    s.until(f"{ready} and not camp().worker.busy", f"the form {action}")


def field(s: Session, name: str, words: str) -> None:
    """Fill in a field of the form as its kind wants it."""
    box = f"next(b for b in top().fields if b.field.name == {name!r})"
    kind = s.ask(f"{box}.focusProxy().__class__.__name__")
    if s.ask(f"{box}.field.kind == 'list' and bool({box}.field.choices)"):
        tick(s, box, words)
    elif s.ask(f"hasattr({box}.focusProxy(), 'itemText')"):  # a list of choices of any class
        if s.ask(f"{box}.focusProxy().isEditable()"):
            s.click(s.ask(f"middle({box}.focusProxy())"))
            s.type(words, over=True)
            s.key("Tab")
            if s.ask("popup()"):  # without a screen the list of what fits stays open
                s.click(s.ask(f"middle({box}.focusProxy())"))
        else:
            s.pick(s.ask(f"middle({box}.focusProxy())"), words)
    elif kind == "Switch":
        s.click(s.ask(f"middle({box}.focusProxy())"))
    else:
        s.click(s.ask(f"middle({box}.focusProxy())"))
        s.type(words, over=True)


def tick(s: Session, box: str, words: str) -> None:
    """Look for one row of a list of boxes, and tick it."""
    s.click(s.ask(f"middle({box}.focusProxy())"))
    s.type(words, over=True)
    ticks = f"seen('QListWidget', {box}.field.label)[0]"
    rows = f"[k for k in range({ticks}.count()) if not {ticks}.item(k).isHidden()]"
    s.until(f"len({rows}) > 0", f"a row fits {words}")
    rect = f"{ticks}.visualItemRect({ticks}.item({rows}[0]))"
    s.click(s.ask(f"part({ticks}.viewport(), {rect}.left() + 12, {rect}.center().y())"))
    s.until(f"{box}.words() != ''", f"{words} is ticked")


def judged(s: Session) -> None:
    """Wait until the rules have answered."""
    s.until("top().verdict is not None and not camp().worker.busy and not top()._timer.isActive()",
            "the rules have answered")  # fmt: skip


def act(
    s: Session, find: str, action: str, *, allow: str = "", roll: int | None = None, **fields: str
) -> None:
    """Fill a form in and do it; with the umpire's reason where the rules refuse it."""
    form(s, find, action)
    filled(s, action, allow=allow, roll=roll, **fields)


def filled(
    s: Session, action: str, *, allow: str = "", roll: int | None = None, **fields: str
) -> None:
    """Fill the form that is open in and do it; *roll* is what the die on the table shows."""
    for name, words in fields.items():
        field(s, name, words)
    judged(s)
    if roll is not None:
        s.click(s.ask("middle(top().typed.fields[0])"))
        s.type(str(roll), over=True)
        s.press("Use this die")
        s.until("bool(top().told.text()) and not camp().worker.busy", f"{action}: the die is used")
        s.key("Escape")
        s.until("not dialog('ActFormDialog')")
        return
    if allow and s.ask("not top().act.isEnabled()"):
        s.picture(f"refused {action}")
        s.click(s.ask("middle(top().allow)"))
        s.type(allow)
        judged(s)
        s.picture(f"allowed {action}")
    if s.ask("not top().act.isEnabled()"):
        s.picture(f"refused {action}")
        raise SessionError(f"{action}: {s.ask('top().act.toolTip()')}")
    s.press("Do it")
    s.until("bool(top().told.text()) and not camp().worker.busy", f"{action} is done")
    s.key("Escape")
    s.until("not dialog('ActFormDialog')")
