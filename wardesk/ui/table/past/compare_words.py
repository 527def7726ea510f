"""Differences between two states as sentences, by the names that the looks of both give."""

from __future__ import annotations

from collections.abc import Iterable

from wardesk.engine.compare import Difference
from wardesk.engine.types import Value
from wardesk.model.look import TableLook
from wardesk.services.play.session import PlaySession
from wardesk.ui.widgets.row_list import ListRow
from wardesk.words import tr

_ICONS = {
    "result": "flag", "track": "chart", "lost": "close", "created": "plus",
    "moved": "chevron-right", "changed": "pencil", "mark": "target", "cup": "layers",
}  # fmt: skip


class LookNames:
    """What pieces, places and tracks are called in two looks of the same game."""

    def __init__(self, looks: Iterable[TableLook], session: PlaySession) -> None:
        self.pieces: dict[str, str] = {}
        self.places: dict[str, str] = {}
        self.tracks: dict[str, str] = {}
        for look in looks:
            self.pieces |= {counter.piece: counter.title for counter in look.counters}
            self.places |= {box.id: box.title for box in look.boxes}
            self.tracks |= {track.id: track.title for track in look.tracks}
        board, self.said = session.board, session.words.text
        self.places |= {cell.id: cell.name or cell.id for cell in board.cells.values()}

    def piece(self, piece: str) -> str:
        """A piece by its title."""
        return self.pieces.get(piece, piece)

    def place(self, place: Value) -> str:
        """A cell or box by its name."""
        return self.places.get(str(place), str(place))


def rows(found: Iterable[Difference], names: LookNames) -> list[ListRow]:
    """The list of the compare panel; a row's key is the first place it concerns."""
    result = []
    for number, one in enumerate(found):
        words = sentence(one, names)
        if words:
            place = one.cells[-1] if one.cells else ""
            tone = "danger" if one.kind == "lost" else "text2"
            result.append(ListRow(f"{number}/{place}", words, icon=_ICONS[one.kind], tone=tone))
    return result


def sentence(one: Difference, names: LookNames) -> str:
    """One difference in words; empty for what only the rules look at."""
    piece = names.piece(one.what)
    match one.kind:
        case "created":
            return tr("Came: {0}, at {1}").format(piece, names.place(one.after))
        case "lost":
            return tr("Lost: {0}, at {1}").format(piece, names.place(one.before))
        case "moved":
            before, after = names.place(one.before), names.place(one.after)
            return tr("{0}: {1} → {2}").format(piece, before, after)
        case "changed":
            return f"{piece}: {_field(one, names)}"
        case "mark":
            return _mark(one, names)
        case "track":
            title = names.tracks.get(one.what, names.said(_plain(one.what)).capitalize())
            return f"{title}: {one.before or 0} → {one.after or 0}"
        case "cup":
            title = names.places.get(one.what, names.said(_plain(one.what)).capitalize())
            return tr("{0}: {1}").format(title, _counted(one))
        case "result":
            return names.said(str(one.after)) if one.after else tr("Not over any more")


def _plain(word: str) -> str:
    return word.replace("_", " ").replace("/", " ").strip()


def _field(one: Difference, names: LookNames) -> str:
    name = names.said(_plain(one.field))
    if isinstance(one.before, bool) or isinstance(one.after, bool):
        return name if one.after else tr("no longer {0}").format(name)
    return f"{name} {_value(one.before, names)} → {_value(one.after, names)}"


def _value(value: Value, names: LookNames) -> str:
    return tr("none", "Table") if value is None else names.said(_plain(str(value)))


def _mark(one: Difference, names: LookNames) -> str:
    cell, _, kind = one.what.partition("/")
    said = names.said(_plain(kind or one.what))
    title = f"{names.place(cell)}: {said}" if kind else said
    if one.after is None:
        return tr("{0}, no longer").format(title)
    if one.after is True:
        return title
    return f"{title} {_value(one.after, names)}"


def _counted(one: Difference) -> str:
    before, after = (
        len([item for item in str(value or "").split(", ") if item])
        for value in (one.before, one.after)
    )
    if before == after:
        return tr("other contents")
    return f"{before} → {after}"


def summary(found: Iterable[Difference]) -> str:
    """How many of each kind differ."""
    count: dict[str, int] = {}
    for one in found:
        count[one.kind] = count.get(one.kind, 0) + 1
    words = {
        "lost": tr("{0} lost"), "created": tr("{0} came"), "moved": tr("{0} moved"),
        "changed": tr("{0} changed"), "mark": tr("{0} marks"), "track": tr("{0} tracks"),
    }  # fmt: skip
    parts = [text.format(count[kind]) for kind, text in words.items() if count.get(kind)]
    return ", ".join(parts) or tr("Nothing differs")
