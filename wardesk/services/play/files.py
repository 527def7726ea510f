"""Where games in progress lie: working logs, the list of recent ones, and mending a damaged one."""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path, PureWindowsPath
from typing import Any, NamedTuple, get_type_hints

import msgspec
from msgspec import Struct, structs, to_builtins

from wardesk import paths
from wardesk.documents.files.atomic import write_folder_atomically
from wardesk.documents.files.pictures import (
    COLUMNS,
    find_picture,
    judge_picture,
    keep_bytes,
    read_picture,
)
from wardesk.documents.games.gamelog import (
    CarriedPart,
    DamagedLog,
    FileRecord,
    GameLog,
    Header,
    LogRecord,
    Picture,
    PostedLetter,
    SettingChange,
    begun,
    carried_pieces,
    damaged_at,
    decode_records,
    kind_of,
    line_maker,
    read_log,
    relaid,
)
from wardesk.documents.games.log_lines import LineMaker, RawRecord
from wardesk.documents.games.log_upgrades import CARRIED
from wardesk.documents.games.log_writer import LogWriter, save_copy
from wardesk.documents.packs.pack_parts import (
    digest_of,
    from_pieces,
    in_pieces,
    scenario_parts,
)
from wardesk.documents.packs.store import former_scenario
from wardesk.engine.journal import Journal
from wardesk.engine.kernel import fold
from wardesk.engine.rules import Rules
from wardesk.engine.types import CreatePiece, Event, GameState, SetPiece
from wardesk.errors import DamagedFile, UserError, WarDeskError
from wardesk.model.scenario import CHARTS
from wardesk.services.packs.places import carried_folder, pack_folders
from wardesk.services.play import tables
from wardesk.services.play.own_charts import from_option
from wardesk.services.play.settings import PlaySettings
from wardesk.services.play.tables import Loader, PlayTable
from wardesk.words import from_record, readied, say

SUFFIX = ".wdgame"


class _Lines(NamedTuple):
    """Lines to write in one go."""

    data: bytes
    maker: LineMaker
    """It has read all of them but the last."""
    last: RawRecord


class SessionFile:
    """The header and all records of a game, and the writer that keeps them on the disk."""

    def __init__(
        self,
        header: Header,
        records: Sequence[FileRecord],
        lines: LineMaker,
        writer: LogWriter | None,
        notices: Sequence[str] = (),
        *,
        throwaway: bool = False,
    ) -> None:
        self.header = header
        carried = (Picture, CarriedPart, PostedLetter)
        self.records: list[LogRecord] = [r for r in records if not isinstance(r, carried)]
        self._brought = [r for r in records if isinstance(r, carried)]
        """What the game carries with it."""
        self._known = {one.name for one in self._brought if isinstance(one, Picture)}
        """The pictures that need not be stored again."""
        if self.records and isinstance(first := self.records[0], Event):
            self._known |= named_pictures(first)  # the scenario brings its own
        self.by_program = False
        """Whether events come from bots, dice and rules alone: in memory they need no proof."""
        self._lines = lines
        self.notices = tuple(notices)
        self._writer = writer
        self._throwaway = throwaway

    @property
    def path(self) -> Path | None:
        """The working log; None in memory."""
        return self._writer.path if self._writer else None

    @property
    def letters(self) -> list[PostedLetter]:
        """The letters of a game by mail, in their order."""
        return [one for one in self._brought if isinstance(one, PostedLetter)]

    def post(
        self,
        letter: PostedLetter,
        played: Sequence[LogRecord] = (),
        done: PostedLetter | None = None,
    ) -> None:
        """Store a letter and what was *played* by it, in one step. UserError when it could not be.

        A power cut may leave the letter and a part of what was played; *done* is the letter again,
        once all of it was.
        """
        marks = [done] if done is not None else []
        written = self._lines_of([letter, *played, *marks])
        if self._writer:
            self._writer.write(written.data)
        self._keep(written)
        self._brought += [letter, *marks]
        self.records += played

    def mark(self, done: PostedLetter) -> None:
        """Store that all that a letter tells was done. UserError when it could not be."""
        written = self._lines_of([done])
        if self._writer:
            self._writer.write(written.data)
        self._keep(written)
        self._brought.append(done)

    def write(self, record: LogRecord, parts: Sequence[CarriedPart | PostedLetter] = ()) -> None:
        """Store *record* and *parts*, then believe it.

        UserError when it could not be stored or read back.
        """
        if self.by_program and self._writer is None and isinstance(record, Event):
            self._lines.trust(record.id)
            self.records.append(record)
            return
        pictures = self._new_pictures(record)
        written = self._lines_of([*pictures, record, *parts])
        if self._writer:
            self._writer.write(written.data)
        self._keep(written)
        self._brought += [*pictures, *parts]
        self._known |= {picture.name for picture in pictures}
        if isinstance(record, Event) and not self.records:
            self._known |= named_pictures(record)
        self.records.append(record)

    def _lines_of(self, new: Sequence[FileRecord]) -> _Lines:
        """The lines of *new*, for one writing: they reach the disk together or not at all."""
        maker = self._lines.copy() if len(new) > 1 else self._lines
        made: list[tuple[bytes, RawRecord]] = []
        for one in new:
            if made:
                maker.keep(made[-1][1])
            made.append(maker.make(kind_of(one), one))
        return _Lines(b"".join(line for line, _ in made), maker, made[-1][1])

    def _keep(self, written: _Lines) -> None:
        """Go on after lines that are on the disk."""
        written.maker.keep(written.last)
        self._lines = written.maker
        self._throwaway = False

    def _new_pictures(self, record: LogRecord) -> list[Picture]:
        """The pictures that *record* names first, which its file shall carry with it."""
        if not isinstance(record, Event) or not self.records:
            return []
        return [
            Picture(name=name, data=read_picture(place))
            for name in sorted(named_pictures(record) - self._known)
            if (place := find_picture(name)) is not None
        ]

    def whole(self) -> list[FileRecord]:
        """Everything in an order in which it can be read: the set-up, what it brings, the rest."""
        return [*self.records[:1], *self._brought, *self.records[1:]]

    def rehearsal(self) -> SessionFile:
        """The same in memory: what is written to it has never happened."""
        return SessionFile(self.header, self.whole(), self._lines.copy(), None)

    def close(self) -> None:
        """Close the log; a working copy of a saved game that nobody played on is taken away."""
        if self._writer:
            if self._throwaway:
                with contextlib.suppress(OSError):
                    self._writer.path.unlink()
            self._writer.close()


def named_pictures(event: Event[Any, Any]) -> set[str]:
    """The names of pictures that an event puts on pieces."""
    found: set[str] = set()
    for effect in event.effects:
        if isinstance(effect, CreatePiece):
            found |= {str(getattr(effect.piece, column, "")) for column in COLUMNS}
        elif isinstance(effect, SetPiece) and effect.field in COLUMNS:
            found.add(str(effect.value or ""))
    return found - {""}


def kept_pictures(records: Sequence[FileRecord]) -> list[str]:
    """Keep the pictures that a game carries; a sentence for each that cannot be used."""
    notices: list[str] = []
    for record in records:
        if isinstance(record, Picture) and find_picture(record.name) is None:
            try:
                judge_picture(record.data, record.name)
                if keep_bytes(record.data, record.name) != record.name:
                    raise DamagedFile(say("It is another picture than its name says."))
            except UserError as error:
                notices.append(
                    say("WarDesk cannot show a picture of this game: {why}", why=error.message)
                )
    return notices


def games_folder() -> Path:
    """Where working logs lie. UserError when there is no place for a person's own data."""
    try:
        return paths.user_data() / "games"
    except OSError as error:
        raise UserError(
            say(
                "Games cannot be kept: {filename!s}: {error}.",
                filename=error.filename,
                error=error.strerror or error,
            ),
            "Check that folder, or set WARDESK_HOME to another one.",
        ) from error


def start_file(
    header: Header,
    first: Event[Any, Any],
    event_type: Any,  # noqa: ANN401 - an Event with the types of the game
    path: Path | None,
    now: datetime,
    *,
    keep: bool,
    letter: PostedLetter | None = None,
) -> SessionFile:
    """Start a log with the set-up and what it needs of its pack, in memory only without *keep*.

    That of a game by mail begins with a *letter*.

    UserError if it cannot.
    """
    found = carried(header)
    log, data = begun(header := found.header)
    writer = LogWriter.create(path or working_path(header, now), data) if keep else None
    file = SessionFile(header, (), line_maker(log, event_type), writer, found.notices)
    try:
        file.write(first, found.parts if letter is None else (*found.parts, letter))
    except UserError:
        file.close()
        raise
    return file


def working_path(header: Header, now: datetime) -> Path:
    """A new name in the games folder: scenario, time and a little chance."""
    stem = re.sub(r"[^a-z0-9]+", "-", header.scenario.lower()).strip("-")[-40:] or header.game
    return games_folder() / f"{stem}-{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}{SUFFIX}"


def load_game(
    path: Path, loader: Loader, now: datetime, *, keep: bool
) -> tuple[PlayTable, SessionFile]:
    """Read a game and lay its table; *keep* makes it ready to go on. UserError if it cannot."""
    log = read_log(path)
    if keep and not log.packed:
        return _gone_on_with(path, loader)
    if keep and log.header.dice == "shared":
        raise UserError(
            "This is a copy of a game by mail: it can be looked at, not played on.",
            "Go on with the game itself; it is on Home.",
        )
    log, table, records, notices = _decoded(log, loader)
    notices += kept_pictures(records)
    event_type = table.rules.event_type
    if not keep:
        return table, SessionFile(log.header, records, line_maker(log, event_type), None, notices)
    log, data = relaid(log)
    writer = LogWriter.create(working_path(log.header, now), data)
    lines = line_maker(log, event_type)
    return table, SessionFile(log.header, records, lines, writer, notices, throwaway=True)


def _gone_on_with(path: Path, loader: Loader) -> tuple[PlayTable, SessionFile]:
    """Lock a plain log, then read it: what was read before the lock may have grown."""
    writer = LogWriter.open(path)
    try:
        log, table, records, notices = _decoded(read_log(path), loader)
        notices += kept_pictures(records)
        log = writer.go_on(log)
        lines = line_maker(log, table.rules.event_type)
    except BaseException:
        writer.close()
        raise
    return table, SessionFile(log.header, records, lines, writer, notices)


def _table(log: GameLog, loader: Loader) -> tuple[PlayTable, list[str]]:
    """The table that a game is played on, and what a person should read about it. UserError."""
    scenario, notices = scenario_of(log)
    return tables.recorded(loader, scenario, log.header.options), notices


def _decoded(
    log: GameLog, loader: Loader
) -> tuple[GameLog, PlayTable, list[FileRecord], list[str]]:
    """The log as it is gone on with, its table, its records, and what a person should read."""
    table, notices = _table(log, loader)
    header, rules = log.header, table.rules
    if rules.id != header.game:
        raise DamagedFile(
            say(
                "The scenario {scenario!s} belongs to {rules!s}, this game to {game!s}.",
                scenario=header.scenario,
                rules=rules.title,
                game=header.game,
            )
        )
    if not log.records:
        raise DamagedFile("The game has no set-up; it broke off while it started.")
    if log.version < CARRIED:
        log = carrying(log, table.info.scenario)
    records = _typed(log, rules)
    notices += log.notices
    if header.rules and header.rules != getattr(rules, "digest", ""):
        notices.append(
            say("The rules have changed since this game was started; what happened stands.")
        )
    board = getattr(getattr(rules, "board", None), "digest", "")
    if header.board and header.board != board:
        notices.append(
            say("The map has changed since this game was started; what happened stands.")
        )
    return log, table, records, notices


def _typed(log: GameLog, rules: Rules[Any, Any]) -> list[FileRecord]:
    """The records with the types of *rules*, all settings sensible. DamagedFile."""
    try:
        settings = PlaySettings.of(log.header, rules.sides)
    except UserError as error:
        raise DamagedFile(
            say("The first line of the game does not fit: {message}", message=error.message)
        ) from error
    records: list[FileRecord] = []
    for index, record in enumerate(decode_records(log, rules.event_type)):
        if isinstance(record, SettingChange):
            try:
                settings = settings.changed(record)
            except UserError as error:
                raise damaged_at(
                    log, index, say("makes no sense: {message}", message=error.message)
                ) from error
        records.append(record)
    return records


def check_states(journal: Journal[Any, Any]) -> None:
    """Fold every event once, so that a log made to do harm breaks here and not at the table.

    DamagedFile that names the event. Runs no rules.
    """
    at = journal.root
    types: dict[type, dict[str, Any]] = {}
    try:
        for at, event in journal.events.items():
            pieces = journal.state(at).pieces
            for effect in event.effects:
                if isinstance(effect, SetPiece) and effect.piece in pieces:
                    kind = type(pieces[effect.piece])
                    if kind not in types:
                        types[kind] = get_type_hints(kind)
                    msgspec.convert(
                        effect.value, readied(types[kind][effect.field]), dec_hook=from_record
                    )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"{type(error).__name__}: {error}"
        raise DamagedFile(
            say("Event {at!s} of the game does not fit its table ({what!s}).", at=at, what=what)
        ) from error


# ---- the list for Home --------------------------------------------------------------------------


class RecentGame(Struct, frozen=True, kw_only=True):
    """A game in the games folder, as a card."""

    path: Path
    title: str
    scenario: str = ""
    game: str = ""
    """Id of the rule system, for the words of the other texts."""
    headline: str = ""
    """The turn and the score."""
    waiting: str = ""
    """What is asked, or how it ended."""
    turn: str = ""
    """The side that is asked; empty for chance, for an umpire and for a game that is over."""
    over: bool = False
    by_mail: bool = False
    own_charts: int = 0
    """How many cells of somebody's own charts it is played with."""
    when: datetime
    damaged: str = ""
    """What is wrong with the file, as a sentence; empty when it is fine."""


def game_files() -> list[tuple[float, Path]]:
    """Every game in the games folder with when it was touched, the latest first."""
    found: list[tuple[float, Path]] = []
    try:
        folder = games_folder()
    except UserError:
        return []  # whoever starts a game is told; an empty list is true until then
    for path in folder.glob(f"*{SUFFIX}"):
        with contextlib.suppress(OSError):  # it was removed meanwhile
            found.append((path.stat().st_mtime, path))
    return sorted(found, reverse=True)


def recent_games(
    limit: int = 20, loader: Loader | None = None, *, skip: int = 0
) -> tuple[RecentGame, ...]:
    """Games in progress, the latest first, after *skip* later ones. Damaged ones say so."""
    found = game_files()[skip : skip + limit]
    return tuple(_card(path, when, loader or tables.load_table) for when, path in found)


def _card(path: Path, seconds: float, loader: Loader) -> RecentGame:
    when = datetime.fromtimestamp(seconds, UTC)
    try:
        log, table, records, _ = _decoded(read_log(path), loader)
        state = _standing(records)
        look = table.rules.showing.look(state)
    except WarDeskError as error:
        return RecentGame(path=path, title=path.stem, when=when, damaged=str(error))
    except Exception as error:  # noqa: BLE001 - a rule that breaks on one game must not hide the others
        broken = f"{type(error).__name__}: {error}"
        return RecentGame(path=path, title=path.stem, when=when, damaged=broken)
    waiting = (
        state.ask.prompt if state.ask else (state.result.text if state.result else say("Over"))
    )
    return RecentGame(
        path=path,
        title=log.header.title or log.header.scenario,
        scenario=table.info.scenario,
        game=table.info.game,
        headline=look.headline,
        waiting=waiting,
        turn=next((s.name for s in look.sides if state.ask and s.id == state.ask.who), ""),
        over=state.ask is None,
        by_mail=any(isinstance(record, PostedLetter) for record in records),
        own_charts=len(from_option(log.header.options.get(CHARTS))),
        when=when,
    )


def _standing(records: Sequence[FileRecord]) -> GameState[Any, Any]:
    """The state at the head, without a journal."""
    events = {record.id: record for record in records if isinstance(record, Event)}
    head = 0
    for record in records:
        head = record.id if isinstance(record, Event) else getattr(record, "head", head)
    line: list[Event[Any, Any]] = []
    while head in events:
        line.append(events[head])
        head = events[head].parent
    state: GameState[Any, Any] = GameState(pieces={})
    for event in reversed(line):
        state = fold(state, event)
    return state


def recover(path: Path, loader: Loader | None = None) -> Path:
    """Save what stands before the damage as a new game beside *path*; the file itself stays.

    UserError when nothing can be saved or the copy cannot be written.
    """
    try:
        log = read_log(path)
    except DamagedLog as error:
        if error.saved is None:
            raise
        log = error.saved
    table, _ = _table(log, loader or tables.load_table)
    if log.version < CARRIED:
        log = carrying(log, table.info.scenario)
    try:
        records = _typed(log, table.rules)
    except DamagedLog as error:
        if error.saved is None or not error.saved.records:
            raise
        records = _typed(error.saved, table.rules)
    target = _free_name(path)
    save_copy(target, log.header, records)
    return target


def _free_name(path: Path) -> Path:
    stem = path.name.removesuffix(SUFFIX)
    number = 1
    while (target := path.with_name(f"{stem}-repaired-{number}{SUFFIX}")).exists():
        number += 1
    return target


# ---- what a game carries of its pack -------------------------------------------------------------


_PIECE = 4 << 20
"""Bytes of a pack on one line of a game."""
_NAME = re.compile(r"([a-z0-9][a-z0-9-]{0,63})/([a-z0-9][a-z0-9-]{0,63})")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class Carried(Struct, frozen=True, kw_only=True):
    """A header that names no folder, and what its game carries."""

    header: Header
    parts: tuple[CarriedPart, ...] = ()
    notices: tuple[str, ...] = ()


def carried(header: Header) -> Carried:
    """*header*, whose scenario may be a path, made fit for a file that is taken anywhere.

    UserError when the pack cannot be read.
    """
    file = Path(header.scenario)
    if file.suffix != ".toml":
        return Carried(header=header)
    found = scenario_parts(file)
    header = structs.replace(header, scenario=found.scenario, pack=found.digest)
    try:
        pieces = in_pieces(found.parts, _PIECE)
    except DamagedFile as error:
        text = say(
            "This game cannot carry its pack, so it can be opened only where the pack is: {why}",
            why=error.message,
        )
        return Carried(header=header, notices=(text,))
    return Carried(header=header, parts=tuple(CarriedPart(data=piece) for piece in pieces))


def carrying(log: GameLog, scenario: str) -> GameLog:
    """*log*, of a game that is played on *scenario* here, with what it did not carry till now."""
    made = carried(structs.replace(log.header, scenario=scenario))
    new = [RawRecord(0, "part", to_builtins(part)) for part in made.parts]
    records = (*log.records[:1], *new, *log.records[1:])
    return structs.replace(log, header=made.header, records=records)


def scenario_of(log: GameLog) -> tuple[str, list[str]]:
    """What to ask for to lay the table of *log*, and what a person should read about it.

    UserError when its pack is neither known nor carried, DamagedFile when what it carries is none.
    """
    header = log.header
    if not header.pack:
        former = former_scenario(header.scenario, header.board)
        return str(former or _found_again(header.scenario)), []
    name = _NAME.fullmatch(header.scenario)
    if name is None or not _DIGEST.fullmatch(header.pack):
        raise DamagedFile("The first line of the game names no scenario of a pack.")
    inside = Path(name[1], "scenarios", f"{name[2]}.toml")
    notices: list[str] = []
    for folder in pack_folders():
        if folder.name == name[1] and (file := folder.parent / inside).is_file():
            if _is(file, header.pack):
                return str(file), []
            text = say(
                "The pack in {folder!s} has changed since this game began; the game goes on with "
                "what it carries.",
                folder=folder,
            )
            notices = [text]
    file = carried_folder() / header.pack / inside
    if not _is(file, header.pack):
        _unpack(log, file.parents[1])
    return str(file), notices


def _is(file: Path, digest: str) -> bool:
    with contextlib.suppress(UserError, OSError, ValueError):
        return scenario_parts(file).digest == digest
    return False


def _unpack(log: GameLog, folder: Path) -> None:
    pieces = carried_pieces(log)
    if not pieces:
        raise UserError(
            say(
                "The pack {pack!s} of this game is not here, and the game does not carry it.",
                pack=folder.name,
            ),
            "Open the pack with which the game was begun, then the game.",
        )
    parts = from_pieces(pieces, Path(folder.name))
    if digest_of(parts) != log.header.pack:
        raise DamagedFile("The parts of its pack in this game are not those that it began with.")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            say(
                "The pack of this game cannot be unpacked: {error}.", error=error.strerror or error
            ),
            "Make room, or set WARDESK_CACHE to a folder that can be written.",
        ) from error
    write_folder_atomically(folder, parts)


def _found_again(scenario: str) -> str:
    """*scenario*, or where it lies now if it is a path of old that leads nowhere."""
    *_, pack, _, name = ("", "", *PureWindowsPath(scenario).parts)
    with contextlib.suppress(OSError, ValueError):  # no system has files of such a name
        if scenario.endswith(".toml") and not Path(scenario).is_file():
            places = (f / "scenarios" / name for f in pack_folders() if f.name == pack)
            return str(next((file for file in places if file.is_file()), scenario))
    return scenario
