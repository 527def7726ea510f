"""What Home lists: shipped scenarios and games left open, with pictures, as plain card values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from wardesk.documents.files.untrusted import is_there, touched
from wardesk.documents.maps.edit_journal import ends_saved, journal_path
from wardesk.documents.maps.titles import map_title
from wardesk.engine.kernel import begin
from wardesk.errors import DamagedFile, UserError
from wardesk.render.export.encoded import png_bytes
from wardesk.services.campaign.shelf import (
    RecentCampaign,
    ShippedCampaign,
    read_campaigns,
    recent_campaigns,
)
from wardesk.services.packs.shelf import (
    BrokenPack,
    Shelf,
    lesson_names,
    map_place,
    read_shelf,
    scenario_names,
)
from wardesk.services.play.desk import list_desks
from wardesk.services.play.files import RecentGame, game_files, recent_games
from wardesk.services.play.kept_games import game_names, name_key, picture_place
from wardesk.services.play.tables import PlayTable, load_table, scenario_info
from wardesk.services.timeout import in_time
from wardesk.ui.card_pictures import CARD_HEIGHT, CARD_WIDTH, CardMap, card_key
from wardesk.ui.language import wording
from wardesk.ui.shell.cards import ContinueCard, ScenarioCard
from wardesk.ui.shell.desk_band import DeskCard
from wardesk.ui.shell.start_here import LessonCard
from wardesk.words import say, tr

MOST_RECENT = 6
"""Games on Home, and of campaigns and maps together as many; the others are in lists."""
AT_ONCE = 12
"""Games of the list of all that are read in one go."""


def grid_words(kind: str) -> str:
    """A kind of board in the plural."""
    words = {"area": tr("sectors"), "square": tr("squares"), "hex": tr("hexes")}
    return words[kind]


Painted = Callable[[CardMap], QImage | None]
"""Gives the picture of a map, None for none yet. UserError for what is no map."""


@dataclass(frozen=True)
class Library:
    """The cards, and the packs that could not be read, each with the reason."""

    scenarios: tuple[ScenarioCard, ...] = ()
    recent: tuple[ContinueCard, ...] = ()
    broken: tuple[BrokenPack, ...] = field(default=())
    lessons: tuple[LessonCard, ...] = ()
    desks: tuple[DeskCard, ...] = ()
    games: int = 0
    """How many games there are in all."""


def list_cards(
    known: Mapping[str, QImage | None], recent_maps: Sequence[str]
) -> tuple[Library, list[CardMap]]:
    """Worker thread: the cards, and the maps whose pictures are still to be painted."""
    missing: list[CardMap] = []

    def painted(shown: CardMap) -> QImage | None:
        key, path = card_key(shown), shown.path
        if key not in known and shown not in missing:
            missing.append(shown)
        if known.get(key, ...) is None:
            raise DamagedFile(say("{path!s} cannot be read as a map.", path=path))
        return known.get(key)

    return read_library(utc_now(), painted, recent_maps), missing


def read_library(now: datetime, painted: Painted, maps: Sequence[str] = ()) -> Library:
    """Read packs and recent games. *painted* gives the picture of a map, or None for none.

    A pack that cannot be read is told of; the others are listed all the same.
    """
    found: list[tuple[str, ScenarioCard]] = []
    shelf = read_shelf()
    broken = list(shelf.broken)
    for pack in shelf.packs:
        for name in scenario_names(pack):
            try:
                card = in_time(name, partial(_scenario_card, name, painted))
                found.append((wording().text(pack.title), card))
            except UserError as error:
                broken.append(BrokenPack(folder=pack.folder, title=pack.title, error=error))
    lessons = _lessons(shelf, painted)
    campaigns, unusable = read_campaigns()
    cards = [*packs_apart(found), *(_campaign_card(one) for one in campaigns)]
    known = {one.folder for one in broken}
    broken += [one for one in unusable if one.folder not in known]
    names = game_names()
    recent = [
        (game.when, _continue_card(game, names.get(game.path.name, ""), now, painted))
        for game in recent_games(MOST_RECENT)
    ]
    others = [(o.when, _recent_campaign_card(o, names, now)) for o in recent_campaigns()]
    cards_of_maps = (_map_card(Path(path), names, now, painted) for path in maps)
    others += [row for row in cards_of_maps if row is not None]
    others.sort(key=lambda row: row[0], reverse=True)
    recent += others[:MOST_RECENT]
    recent.sort(key=lambda row: row[0], reverse=True)
    latest = told_apart([card for _, card in recent])
    games = len(game_files())
    return Library(tuple(cards), latest, tuple(broken), lessons, _desks(), games)


def more_games(skip: int) -> tuple[ContinueCard, ...]:
    """Worker thread: the next games of all, the latest first, after *skip* of them."""
    names, now = game_names(), utc_now()
    return tuple(
        _continue_card(game, names.get(game.path.name, ""), now, lambda _map: None)
        for game in recent_games(AT_ONCE, skip=skip)
    )


def packs_apart(rows: Sequence[tuple[str, ScenarioCard]]) -> list[ScenarioCard]:
    """The cards of these packs; those that would read alike name the pack for their game."""
    alike = Counter((card.title, card.game) for _pack, card in rows)
    return [
        replace(card, game=pack) if alike[card.title, card.game] > 1 else card
        for pack, card in rows
    ]


def told_apart(cards: Sequence[ContinueCard]) -> tuple[ContinueCard, ...]:
    """The cards; those that would read alike say as much of their folders as tells them apart.

    Games of one folder are numbered in the order of their files, which is the one they began in.
    """
    alike: dict[tuple[str, str], list[ContinueCard]] = defaultdict(list)
    for card in cards:
        alike[card.title, card.subtitle].append(card)

    def apart(card: ContinueCard) -> ContinueCard:
        others = [one for one in alike[card.title, card.subtitle] if one.path != card.path]
        here = Path(card.path).parent.parts
        for count in range(1, len(here) + 1) if others else ():
            tail = here[-count:]
            if all(Path(one.path).parent.parts[-count:] != tail for one in others):
                return replace(card, subtitle=_after(card.subtitle, str(Path(*tail))))
        if not others:
            return card
        place = sorted({card.path, *(one.path for one in others)}).index(card.path) + 1
        return replace(card, subtitle=_after(card.subtitle, tr("no. {0}").format(place)))

    return tuple(map(apart, cards))


def _desks() -> tuple[DeskCard, ...]:
    """What helps at a board of one's own."""
    words = wording()
    return tuple(
        DeskCard(one.game, words.text(one.title), words.text(one.text)) for one in list_desks()
    )


def _lessons(shelf: Shelf, painted: Painted) -> tuple[LessonCard, ...]:
    """The guided games of all packs; one that cannot be read is left out."""
    found: list[LessonCard] = []
    words = wording()
    for pack in shelf.packs:
        for name in lesson_names(pack):
            with suppress(UserError):
                info = in_time(name, partial(scenario_info, name))
                steps = info.lesson.steps if info.lesson is not None else ()
                found.append(
                    LessonCard(
                        id=name,
                        title=words.text(info.title),
                        game=pack.game,
                        blurb=words.text(info.blurb),
                        length=words.text(info.length),
                        steps=tuple(words.text(step.title) for step in steps),
                        thumbnail=painted(CardMap(Path(info.map), info.part)),
                    )
                )
    return tuple(found)


def _scenario_card(name: str, painted: Painted) -> ScenarioCard:
    info = scenario_info(name)
    table = load_table(name, {})
    words, measured = wording(), info.briefing.measured
    picture = painted(CardMap(Path(info.map), info.part, _played_on(table)))
    sides = table.rules.showing.side_looks()
    shares = measured.shares if measured is not None else {}
    return ScenarioCard(
        id=table.info.scenario,
        title=words.text(info.title),
        game=words.text(table.rules.title),
        grid=grid_words(table.rules.board.kind),
        players=words.text(info.players),
        length=words.text(info.length),
        complexity=info.complexity,
        rebuilt=bool(info.reconstruction),
        thumbnail=picture,
        shares=tuple((words.text(s.name), shares[s.id], s.slot) for s in sides if s.id in shares),
        seat=next((words.text(s.name) for s in sides if s.id == info.briefing.seat), ""),
    )


def _played_on(table: PlayTable) -> tuple[str, ...]:
    """The cells that it plays on, or where its counters stand first; none: the whole map."""
    if found := table.rules.showing.in_play:
        return tuple(sorted(found))
    if table.info.game != "freeform":
        return ()
    _, state = begin(table.rules, umpire=False)
    return tuple(sorted({look.at for look in table.rules.showing.look(state).counters if look.at}))


def _campaign_card(one: ShippedCampaign) -> ScenarioCard:
    return ScenarioCard(
        id=one.id,
        title=one.title,
        game=", ".join(one.games),
        grid=tr("campaign"),
        players=tr("{0} seats").format(len(one.seats)),
        length=tr("{0} days").format(one.days),
        complexity=5,
        rebuilt=bool(one.reconstruction),
        campaign=True,
    )


def _recent_campaign_card(
    one: RecentCampaign, names: Mapping[str, str], now: datetime
) -> ContinueCard:
    given = names.get(name_key(one.path), "")
    waits = one.trouble or tr("{0} events in its log").format(one.events)
    place = tr("Campaign, {0}").format(one.turn)
    if one.trouble:
        place = tr("Damaged file") if one.damaged else tr("WarDesk cannot read it now")
    return ContinueCard(
        title=given or one.name, subtitle=_after(one.name if given else "", place),
        can=("rename",), waits_for=waits, when=ago(now, one.when),
        path=str(one.path), icon="warning" if one.trouble else "campaign",
    )  # fmt: skip


def _continue_card(game: RecentGame, name: str, now: datetime, painted: Painted) -> ContinueCard:
    words = wording()
    title = words.text(game.title)
    facts = [words.text(game.headline), tr("by mail") if game.by_mail else ""]
    facts.append(tr("own charts") if game.own_charts else "")
    card = ContinueCard(
        title=name or title,
        subtitle=_after(title if name else "", " · ".join(filter(None, facts))),
        can=("rename", "delete"),
        waits_for=_waiting_words(game),
        when=ago(now, game.when),
        path=str(game.path),
    )
    if game.damaged:
        return replace(card, icon="warning", subtitle=tr("Damaged file"))
    own = QImage(str(picture_place(game.path)))
    if not own.isNull():
        return replace(card, thumbnail=own)
    try:
        info = scenario_info(game.scenario)
        return replace(card, thumbnail=painted(CardMap(Path(info.map), info.part)))
    except UserError:
        return card


def _after(own_name: str, facts: str) -> str:
    """Facts behind the name that a thing has of its own, where a person gave it another."""
    return f"{own_name} · {facts}" if own_name else facts


def _map_card(
    path: Path, names: Mapping[str, str], now: datetime, painted: Painted
) -> tuple[datetime, ContinueCard] | None:
    """A map that was drawn; None when it is gone."""
    journal = journal_path(path)
    if not is_there(journal) and not is_there(path):
        return None
    when = datetime.fromtimestamp(max(touched(journal), touched(path)), UTC)
    unsaved = touched(journal) and not ends_saved(journal)
    waits = tr("Not saved; what was drawn is kept.") if unsaved else tr("Saved")
    icon, picture = "map", None
    try:
        picture = painted(CardMap(path)) if is_there(path) else None
    except UserError:
        icon, waits = "warning", tr("WarDesk cannot read it now")
    given, title = names.get(name_key(path), ""), map_title(path)
    subtitle = _after(title if given else "", tr("Map, {0}").format(map_place(path)))
    return when, ContinueCard(
        title=given or title, subtitle=subtitle, waits_for=waits, when=ago(now, when),
        can=("rename",),
        path=str(path), icon=icon, thumbnail=picture,
    )  # fmt: skip


def _waiting_words(game: RecentGame) -> str:
    if game.damaged:
        return game.damaged
    waiting = wording().text(game.waiting)
    if game.over:
        return tr("Finished: {0}.").format(waiting)
    if game.turn:
        return tr("{0}: {1}").format(wording().text(game.turn), waiting)
    return tr("Waits: {0}").format(waiting)


def ago(now: datetime, when: datetime) -> str:
    """How long ago, in words a person would use."""
    seconds = (now - when).total_seconds()
    if seconds < 90:
        return tr("just now")
    if seconds < 5400:
        return tr("{0} minutes ago").format(round(seconds / 60))
    days = (now.astimezone().date() - when.astimezone().date()).days
    if days == 0:
        return tr("{0} hours ago").format(round(seconds / 3600))
    if days == 1:
        return tr("yesterday")
    return when.astimezone().date().isoformat()


def picture_of(view: QWidget) -> bytes:
    """A table's view as the PNG of its card."""
    size = QSize(CARD_WIDTH, CARD_HEIGHT)
    whole = view.grab().toImage()
    wide = Qt.AspectRatioMode.KeepAspectRatioByExpanding
    fitted = whole.scaled(size, wide, Qt.TransformationMode.SmoothTransformation)
    left, top = (fitted.width() - size.width()) // 2, (fitted.height() - size.height()) // 2
    return png_bytes(fitted.copy(left, top, size.width(), size.height()))


def utc_now() -> datetime:
    """The clock of the window."""
    return datetime.now(UTC)
