"""The rules in print: one line for each citation, and what counters, signs and charts mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import cast

import msgspec

from wardesk.games.written.reading import PARTS
from wardesk.games.written.schema import Part, Rulebook
from wardesk.model import rulebook as printed
from wardesk.words import join, say

HELD = "held"
"""The sign in a cell that somebody holds."""
_STATUS: Mapping[str, printed.Status] = {
    "program": "enforced", "proposes": "assisted", "says": "hand",
}  # fmt: skip


def printed_rules(book: Rulebook) -> printed.Rulebook:
    """The rules as a list: one for each citation, in the order of the parts."""
    return _kept(msgspec.json.encode(book))


@lru_cache(16)
def _kept(data: bytes) -> printed.Rulebook:
    book = msgspec.json.decode(data, type=Rulebook)
    head = book.rules
    found: dict[str, printed.Rule] = {}
    for name, part in _parts(book):
        id_ = part.cite.removeprefix(head.prefix).strip()
        if not id_ or id_ in found:
            continue
        rebuilt = [path for path, origin in part.origins.items() if origin == "rebuilt"]
        if part.origin == "rebuilt":
            rebuilt.insert(0, part.source or say("all of it"))
        found[id_] = printed.Rule(
            id=id_,
            title=part.title or PARTS[name],
            summary=part.note or part.title or PARTS[name],
            status=_STATUS[part.by],
            reconstruction=join(", ", rebuilt) if rebuilt else "",
            why_hand=say("The pack leaves it to the players.") if part.by == "says" else "",
        )
    return printed.Rulebook(
        game="written", title=head.title, prefix=head.prefix, source=head.source,
        rules=tuple(found.values()), topics=tuple(_topics(book)),
    )  # fmt: skip


def _parts(book: Rulebook) -> Iterator[tuple[str, Part]]:
    for name in PARTS:
        found = getattr(book, name)
        for part in found if isinstance(found, tuple) else (found,):
            yield name, cast("Part", part)


def _topics(book: Rulebook) -> Iterator[printed.Topic]:
    """Classes of counters, states, chits and charts."""
    for kind in book.classes:
        text = [kind.name]
        if not kind.attacks:
            text.append(say("it does not attack"))
        if kind.zone and not book.zone.none:
            text.append(say("it has a zone of control"))
        yield printed.Topic(id=f"class-{kind.id}", kind="counter", title=kind.name[:60],
                            summary=say("{facts}.", facts=join(", ", text)),
                            cites=(book.move[0].cite,) if book.move else ())  # fmt: skip
    for state in book.states:
        bars = [state.name]
        if not state.moves:
            bars.append(say("it does not move"))
        if not state.attacks:
            bars.append(say("it does not attack"))
        yield printed.Topic(id=f"state-{state.id}", kind="sign", title=state.name[:60],
                            summary=say("{facts}.", facts=join(", ", bars)))  # fmt: skip
    if any(place.tracked for place in book.places):
        yield printed.Topic(id=HELD, kind="sign", title=say("Held"),
                            summary=say("The side that was the last to stand here holds it."),
                            cites=(book.win[0].cite,))  # fmt: skip
    for chart in book.chart:
        results = ", ".join(chart.words.values())[:380] or chart.title or chart.id
        yield printed.Topic(id=chart.id, kind="chart", title=(chart.title or chart.id)[:60],
                            summary=say("{facts}.", facts=results),
                            cites=(chart.cite,))  # fmt: skip
