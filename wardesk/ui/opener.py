"""Opens whatever a person asks for: games, packs, tables, maps and campaigns."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from wardesk.documents.games.gamelog import DamagedLog
from wardesk.documents.translate_values import worded
from wardesk.engine.kernel import begin
from wardesk.errors import UserError
from wardesk.model.scenario import Pack
from wardesk.services.campaign.shelf import SUFFIX
from wardesk.services.campaign.workshop.packs import SUFFIX as PACK
from wardesk.services.maps.foreign_maps import is_foreign
from wardesk.services.packs.shelf import forget_pack, next_to, open_pack
from wardesk.services.play import clinic, mail
from wardesk.services.play.briefing import briefing
from wardesk.services.play.chart_book import ChartBook, open_book
from wardesk.services.play.clinic_examples import SUFFIX as EXAMPLE
from wardesk.services.play.clinic_examples import laid_example, read_example
from wardesk.services.play.desk import open_desk
from wardesk.services.play.kept_games import keep_picture
from wardesk.services.play.own_charts import charted_games, has_charts, own_cells
from wardesk.services.play.session import PlaySession
from wardesk.services.play.settings import BY_MAIL
from wardesk.services.play.tables import TableInfo, load_table, scenario_info
from wardesk.services.rulebooks.packs import holds_book, is_book
from wardesk.ui import language
from wardesk.ui.canvas.printed import chosen_art
from wardesk.ui.card_pictures import CardMap, card_pictures
from wardesk.ui.desk.dialog import DeskDialog
from wardesk.ui.kept_games import KeptGames
from wardesk.ui.library import Library, list_cards, picture_of
from wardesk.ui.making.module_dialog import ModuleDialog, is_of_vassal, module_dialog
from wardesk.ui.making.table_wizard import TableWizard
from wardesk.ui.map.opener import MapOpener
from wardesk.ui.opening import Opening
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.damaged import repair
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.new_game import NewGame, NewGameDialog, SideChoice
from wardesk.ui.table.mail import MailDialog
from wardesk.ui.table.workspace import TableWorkspace
from wardesk.ui.widgets.notice import Notice
from wardesk.words import say_count, tr

if TYPE_CHECKING:
    from wardesk.ui.campaign.opener import CampaignOpener
    from wardesk.ui.charts.dialog import ChartsDialog
    from wardesk.ui.rulebooks.opener import RulebookOpener
    from wardesk.ui.study.workspace import StudyWorkspace, Watched


class Opener(Opening):
    """Opens games in the window. One game is open at a time; its log is on the disk all along."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._asked: Path | None = None
        self._clinic_of: Path | None = None
        """The game that the open clinic came from."""
        self._pictures: dict[str, QImage | None] = {}
        self._listing = self.task(self._listed, self._not_listed)
        self._painting = self.task(self._painted, lambda _error: None)
        self._shelving = self.task(self._shelved)
        self.maps = MapOpener(window)
        self._campaigns: CampaignOpener | None = None
        self._study: StudyWorkspace | None = None
        self._rulebooks: RulebookOpener | None = None
        self._furnishing = self.task(self._furnished)
        self._wanted: Callable[[CampaignOpener], None] | None = None
        self._kinds: tuple[tuple[Callable[[Path], bool], Callable[[Path], object]], ...] = (
            (_ends(SUFFIX), lambda path: self._at_campaigns(lambda opener: opener.open(path))),
            (_ends(mail.SUFFIX), self.take_letter),
            (_ends(PACK), self._take_pack),
            (is_book, self.open_rulebook),
            (is_of_vassal, lambda path: self.import_module().take(path)),
            (_is_pack, lambda path: self._shelving.start(partial(open_pack, path))),
            (_ends(EXAMPLE), self._open_example),
            (is_foreign, self.maps.open_foreign),
            (lambda path: path.suffix.lower() == ".wdmap" or path.is_dir(), self.maps.open),
            (lambda _path: True, self._open_log),
        )
        """Each kind of document: whether it takes a path, and what opens it."""
        window.home.start_campaign.connect(self.new_campaign)
        window.home.new_map.connect(self.maps.new_map)
        self.maps.played.connect(self.choose_players)
        self.maps.table_made.connect(self._start_table)
        self.maps.listed.connect(self.refresh)
        window.home.edit_map.connect(self.edit_map)
        window.home.clinic_asked.connect(self.lay_out_scenario)
        window.home.start_scenario.connect(self.maps.play)
        window.home.start_lesson.connect(self.start_lesson)
        window.home.lesson_dismissed.connect(self._no_newcomer)
        self.kept = KeptGames(window, self._let_go)
        self.kept.opened.connect(self.open_game)
        self.kept.changed.connect(self.refresh)
        window.home.continue_game.connect(self.open_game)
        window.home.open_path.connect(self.open_game)
        window.home.server_asked.connect(self.open_server)
        window.home.new_table_asked.connect(self.new_table)
        window.home.rulebook_asked.connect(self.new_rulebook)
        window.home.module_asked.connect(self.import_module)
        window.home.desk_asked.connect(self.open_desk)
        window.home.mail_asked.connect(self.show_mail)
        window.home.charts_asked.connect(self.open_charts)
        window.home.forget_pack.connect(self.forget_pack)
        window.home.look_again.connect(self.refresh)
        window.mode_changed.connect(self._mode_changed)
        window.closing.connect(self.shut)

    # ---- Home -----------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Read packs and recent games in a worker thread; Home fills when they are there."""
        known = dict(self._pictures)
        self.window_.home.show_reading()
        self._listing.start(partial(list_cards, known, preferences().now.recent_maps))

    def _mode_changed(self, mode: str) -> None:
        if mode == "home":
            self._keep_picture()
            self.refresh()
        if mode == "study" and self._study is None:
            self._furnish_study()

    def _furnish_study(self) -> None:
        """Put the Study place into the window; what it takes is loaded at first use."""
        self._study = import_module("wardesk.ui.study.workspace").StudyWorkspace(self.window_)
        assert self._study is not None
        self._study.watch_asked.connect(self._watch)
        self.window_.set_workspace("study", self._study)

    def _watch(self, game: Watched) -> None:
        """Play a game of a study again, on the table."""
        self._asked = None
        self._show(
            partial(
                PlaySession.new, game.scenario, seed=game.seed, players=game.players,
                options=game.options,
            )
        )  # fmt: skip

    def _keep_picture(self) -> None:
        """Keep how the table looks now, for its card on Home."""
        table = self.window_.workspace("table")
        if isinstance(table, TableWorkspace) and table.session.path is not None:
            keep_picture(table.session.path, picture_of(table.view))

    def _let_go(self, path: Path) -> None:
        """Close the game at *path* if it is on the table."""
        if self.game_path == path:
            self.close_game()

    def _listed(self, result: tuple[Library, list[CardMap]]) -> None:
        library, missing = result
        home = self.window_.home
        home.set_library(library.recent, library.scenarios)
        home.set_games(library.games)
        home.desks.set_cards(library.desks)
        home.set_lessons(library.lessons, newcomer=preferences().now.newcomer)
        self.window_.home.broken.show_packs(library.broken)
        if missing:
            self._painting.start(partial(card_pictures, missing))

    def _not_listed(self, error: object) -> None:
        self.window_.home.set_scenarios(())
        self.tell(error)

    def _painted(self, pictures: dict[str, QImage | None]) -> None:
        self._pictures.update(pictures)
        self.refresh()

    # ---- games ----------------------------------------------------------------------------------

    def choose_players(self, scenario: str, *, by_mail: bool = False) -> None:
        """Ask who plays; the dialog starts the game. *by_mail*: the other side by mail at first."""
        try:
            table = load_table(scenario, {})
        except UserError as error:
            self.tell(error)
            return
        _, state = begin(table.rules, umpire=False)
        words = language.wording()
        found = worded(table.rules.showing.look(state).sides, words)
        alone = table.rules.thinking.automaton_sides
        thinking = table.rules.thinking
        levels = thinking.measured if thinking.looks_ahead else None
        # Where things are done by hand no bot could take part; people play all the sides.
        by_hand = state.ask is not None and bool(state.ask.worded)
        usual = "human" if by_hand else "policy"
        told = table.info.briefing
        shares = told.measured.shares if told.measured is not None else {}
        mine = next((side.id for side in found if side.id == told.seat), found[0].id)
        mailed = mail.may_go(table)
        if by_mail and not mailed:
            self.window_.notify(Notice(tr("This scenario cannot go by mail yet."), tone="warn"))
            return
        usual = BY_MAIL if by_mail else usual
        sides = [
            SideChoice(
                side.id, side.name, side.slot, "human" if side.id == mine else usual,
                side.id in alone, levels, shares.get(side.id),
            )
            for side in found
        ]  # fmt: skip
        options = worded(table.rules.option_list(), words)
        title = words.text(table.info.title)
        home = self.window_.home
        dialog = NewGameDialog(
            scenario, title, sides, self.window_, options=options, by_hand=by_hand,
            sheet=briefing(table, words), guided=home.has_lesson(table.info.game), mailed=mailed,
            charts="" if has_charts(table.info.game) else None,
        )  # fmt: skip
        if has_charts(table.info.game):
            self._tell_charts(dialog, table.info)
            dialog.charts_asked.connect(partial(self._ask_charts, dialog, table.info))
        dialog.guided_asked.connect(partial(home.begin_lesson, table.info.game))
        dialog.started.connect(self.start)
        dialog.open()

    @staticmethod
    def _tell_charts(dialog: NewGameDialog, info: TableInfo) -> None:
        """Say in the dialog of a new game whether it will be played by one's own charts."""
        try:
            n = len(own_cells(info.game, info.pack))
        except UserError as error:
            dialog.show_charts(str(language.explained(error)), own=True)
            return
        words = language.said(
            say_count("{n} cell of your own lies over those of WarDesk.",
                      "{n} cells of your own lie over those of WarDesk.", n=n)
        )  # fmt: skip
        dialog.show_charts(
            words if n else tr("You own the printed sheet? Type it in."), own=bool(n)
        )

    def _ask_charts(self, dialog: NewGameDialog, info: TableInfo) -> None:
        made = self._charts_dialog(open_book(info.game, info.scenario), info.game_title, dialog)
        made.finished.connect(lambda _code: self._tell_charts(dialog, info))

    def open_charts(self) -> None:
        """Let the owner of a printed game type its charts in, whichever of them."""
        games = charted_games()
        self._charts_dialog(open_book(games[0][0]), games[0][1], self.window_, games=games)

    @staticmethod
    def _charts_dialog(
        book: ChartBook, title: str, parent: QWidget, *, games: tuple[tuple[str, str], ...] = ()
    ) -> ChartsDialog:
        dialogs = import_module("wardesk.ui.charts.dialog")  # few open it
        made: ChartsDialog = dialogs.ChartsDialog(
            book, language.said(title), parent, games=games, opened=open_book
        )
        made.open()
        return made

    def start(self, chosen: NewGame) -> None:
        """Set a new game up and show it."""
        self._asked = None
        if chosen.mail:
            mine = next(side for side, kind in chosen.players if kind == "human")
            self._show(
                partial(
                    mail.invite, chosen.scenario, mine, options=dict(chosen.options),
                    dice=chosen.mail, name=chosen.name,
                )
            )  # fmt: skip
            return
        self._show(
            partial(
                PlaySession.new,
                chosen.scenario,
                seed=chosen.seed,
                mode=chosen.mode,
                players=dict(chosen.players),
                dice=chosen.dice,
                options=dict(chosen.options),
            )
        )

    def start_lesson(self, scenario: str) -> None:
        """Begin a guided game: nothing is asked first."""
        try:
            table = load_table(scenario, {})
        except UserError as error:
            self.tell(error)
            return
        if table.lesson is None:
            self.choose_players(scenario)
            return
        players = dict.fromkeys(table.rules.sides, "policy")
        players[table.lesson.learner] = "human"
        self._asked = None
        seed = table.lesson.seed
        self._show(partial(PlaySession.new, scenario, seed=seed, players=players))

    def _no_newcomer(self) -> None:
        preferences().change("newcomer", value=False)
        self.refresh()

    def _own_game(self, scenario: str) -> None:
        """A lesson is over: on to the first scenario of its pack."""
        preferences().change("newcomer", value=False)
        try:
            first = next_to(scenario)
        except UserError as error:
            self.tell(error)
            return
        self.window_.show_mode("home")
        self.choose_players(first)

    @property
    def campaigns(self) -> CampaignOpener:
        """Opens campaigns; the database and all else it takes is loaded at first use."""
        if self._campaigns is None:
            self._campaigns = _campaign_opener()(self.window_)
            self._campaigns.changed.connect(self.refresh)
            self._campaigns.table_ready.connect(lambda path: self.open_game(str(path)))
        return self._campaigns

    def new_campaign(self, chosen: str = "") -> None:
        """Ask which campaign is to be begun, and how."""
        self._at_campaigns(lambda opener: opener.new_campaign(chosen))

    def _at_campaigns(self, deed: Callable[[CampaignOpener], None]) -> None:
        """Do something with campaigns, once their part is loaded behind the scenes."""
        if self._campaigns is not None:
            deed(self._campaigns)
            return
        self._wanted = deed
        if not self._furnishing.running:
            self._furnishing.start(_campaign_opener)

    def _furnished(self, _opener: object) -> None:
        deed, self._wanted = self._wanted, None
        if deed is not None:
            deed(self.campaigns)

    def open_server(self) -> None:
        """Ask for the address of a shared campaign, and open it."""
        self._at_campaigns(lambda opener: opener.ask_address())

    def open_game(self, path: str) -> None:
        """Open whatever is in a file or a folder: the first kind that takes it."""
        place = Path(path)
        next(open_it for takes, open_it in self._kinds if takes(place))(place)

    def show_mail(self) -> MailDialog:
        """Show the games by mail."""
        dialog = MailDialog(self.window_.home.to_play(), self.window_)
        dialog.opened.connect(self.open_game)
        dialog.letter_came.connect(self.open_game)
        dialog.begun.connect(partial(self.choose_players, by_mail=True))
        dialog.open()
        return dialog

    def take_letter(self, path: Path) -> None:
        """Take a letter in: at the table if its game lies there, else its game is opened."""
        self._asked = None
        table = self.window_.workspace("table")
        try:
            letter = mail.read_file(path)
            game = mail.find(letter.letter.game)
            if game is not None and game == self.game_path and isinstance(table, TableWorkspace):
                mail.take(letter, at_table=lambda _path: table.session)
                self.window_.show_mode("table")
                self._letter_taken(table)
                return
        except UserError as error:
            self.tell(error)
            return
        self._show(partial(mail.take, letter))

    def _letter_taken(self, table: TableWorkspace) -> None:
        """Say what came, and let it run by."""
        found = mail.status(table.session)
        words = tr("The letter was checked and taken in.")
        self.window_.notify(Notice(words, found.says))
        table.show_news()

    def _open_log(self, path: Path) -> None:
        """Open a game where it was left."""
        if self.game_path == path:
            self.window_.show_mode("table")
            return
        self._asked = path
        self._show(partial(PlaySession.open, path))

    # ---- packs and tables -----------------------------------------------------------------------

    def _shelved(self, pack: Pack) -> None:
        words = tr("The pack {0} is open.").format(pack.title)
        count = len(pack.scenarios)
        told = tr("{0} scenarios are with the others below.").format(count)
        self.window_.notify(Notice(words, tr("Its scenario is below.") if count == 1 else told))
        self.window_.show_mode("home")

    def forget_pack(self, folder: str) -> None:
        """Take an opened pack off Home."""
        try:
            forget_pack(folder)
        except UserError as error:
            self.tell(error)
        self.refresh()

    def new_table(self) -> TableWizard | None:
        """Open the wizard for a table without rules; None when there is no place to keep it."""
        try:
            wizard = TableWizard(self.window_)
        except UserError as error:
            self.tell(error)
            return None
        wizard.created.connect(self._start_table)
        wizard.open()
        return wizard

    @property
    def rulebooks(self) -> RulebookOpener:
        """Opens the workshop of games with rules of one's own; loaded at first use."""
        if self._rulebooks is None:
            made: RulebookOpener = import_module("wardesk.ui.rulebooks.opener").RulebookOpener(
                self.window_
            )
            made.played.connect(self.choose_players)
            made.map_asked.connect(lambda path: self.maps.open(path))
            made.changed.connect(self.refresh)
            self._rulebooks = made
        return self._rulebooks

    def new_rulebook(self) -> None:
        """Ask from what a game with rules of one's own begins, and open its workshop."""
        self.rulebooks.new()

    def open_rulebook(self, folder: Path) -> None:
        """Open the workshop of a game with rules of one's own."""
        self.rulebooks.open(folder)

    def _take_pack(self, path: Path) -> None:
        """A pack that somebody gave away: a game with rules, or a campaign."""
        try:
            rules = holds_book(path)
        except UserError as error:
            self.tell(error)
            return
        if rules:
            self.rulebooks.take_in(path)
        else:
            self._at_campaigns(lambda opener: opener.take_in(path))

    def import_module(self) -> ModuleDialog:
        """Show the dialog that takes VASSAL's modules in."""
        return module_dialog(self.window_, self.refresh, self.choose_players)

    def open_desk(self, game: str) -> DeskDialog:
        """Open the assistant of a game with the case that it was left with."""
        dialog = DeskDialog(game, open_desk(game), self.window_)
        dialog.open()
        return dialog

    def edit_map(self, scenario: str) -> None:
        """Draw on the map of a scenario; of a shipped one on a copy."""
        try:
            self.maps.open(Path(scenario_info(scenario).map))
        except UserError as error:
            self.tell(error)

    def _start_table(self, scenario: str, players: dict[str, str]) -> None:
        self._asked = None
        self._show(
            partial(PlaySession.new, scenario, seed=secrets.randbelow(10**9), players=players)
        )

    @property
    def game_path(self) -> Path | None:
        """The file of the game on the table; None without one."""
        table = self.window_.workspace("table")
        return table.session.path if isinstance(table, TableWorkspace) else None

    def _show(self, opening: Callable[[], PlaySession]) -> None:
        """Open a session and draw its map in a worker thread, then put it on the table."""
        self.open_with(partial(_open, opening))

    def slow(self) -> Notice:
        return Notice(tr("Setting the table…"), tr("The map is being drawn."), busy=True)

    def came(self, found: PlaySession) -> None:
        self._put_away()
        table = TableWorkspace(found, self.window_)
        table.back_asked.connect(partial(self._bring_back, found))
        table.ended.connect(partial(self._come_home, found))
        table.rematch_asked.connect(self.start)
        table.letter_came.connect(self.open_game)
        table.clinic_asked.connect(partial(self._lay_out, found))
        table.play_asked.connect(partial(self._play_on, found))
        table.game_asked.connect(self._leave_clinic)
        table.own_game_asked.connect(partial(self._own_game, found.info.scenario))
        self.window_.set_workspace("table", table)
        self.window_.show_mode("table")
        if found.post is not None and found.post.number == 1:
            self._tell_terms(found)
        elif found.post is not None and found.post.came_after is not None:
            self._letter_taken(table)

    # ---- the clinic -----------------------------------------------------------------------------

    def _lay_out(self, session: PlaySession, event: int | None) -> None:
        """A clinic takes the place of the game, which lies on the disk meanwhile."""
        self._clinic_of = session.path
        self._show(partial(clinic.laid_out, session, event))

    def _open_example(self, path: Path) -> None:
        """The clinic of a saved example."""
        self._clinic_of = None
        self._show(lambda: laid_example(read_example(path)))

    def lay_out_scenario(self, scenario: str) -> None:
        """A clinic at the beginning of a scenario."""
        self._clinic_of = None
        self._show(partial(clinic.of_scenario, scenario))

    def _play_on(self, session: PlaySession) -> None:
        self._show(partial(clinic.played_on, session, secrets.randbelow(10**9)))

    def _leave_clinic(self) -> None:
        if self._clinic_of is not None:
            self.open_game(str(self._clinic_of))
        else:
            self.close_game()

    def _tell_terms(self, session: PlaySession) -> None:
        """Say what an invitation is to, before it is answered."""
        found = mail.status(session)
        words = tr("You play {0} by mail.").format(language.said(found.side))
        terms = " ".join(language.said(term) for term in found.terms)
        self.window_.notify(Notice(words, f"{terms} {found.says}".strip()))

    def _bring_back(self, session: PlaySession) -> None:
        """The table of a campaign's scenario fills the results sheet there."""
        path, origin = session.path, session.header.origin
        if path is not None:
            self._at_campaigns(lambda opener: opener.bring_back(origin, path))

    def _come_home(self, session: PlaySession) -> None:
        """The table of a campaign's scenario is over: what it brought goes into the log there."""
        path, origin = session.path, session.header.origin
        if path is not None and origin and self._campaigns is not None:
            self._campaigns.come_home(origin, path)

    def went_wrong(self, error: object) -> None:
        if isinstance(error, DamagedLog) and error.saved and self._asked is not None:
            repair(self.window_, self._asked, error, self.open_game)
        else:
            self.tell(error)
        self.refresh()

    def _put_away(self) -> None:
        table = self.window_.workspace("table")
        if isinstance(table, TableWorkspace):
            self._keep_picture()
            table.shut()

    def close_game(self) -> None:
        """Close the open game; it stays on the disk and on Home."""
        self._put_away()
        self.window_.empty("table")

    def shut(self) -> None:
        """The window closes: let go of the log and of the worker threads."""
        super().shut()
        self.maps.shut()
        if self._campaigns is not None:
            self._campaigns.shut()
        if self._study is not None:
            self._study.shut()
        if self._rulebooks is not None:
            self._rulebooks.shut()
        self._put_away()


def _campaign_opener() -> type[CampaignOpener]:
    """Worker thread: load what opens campaigns."""
    found: type[CampaignOpener] = import_module("wardesk.ui.campaign.opener").CampaignOpener
    return found


def _ends(suffix: str) -> Callable[[Path], bool]:
    return lambda path: path.suffix.lower() == suffix


def _is_pack(path: Path) -> bool:
    """Whether *path* is meant as a pack: whatever is in it, the shelf says if it is none."""
    if path.is_dir():
        return not (path / "manifest.json").is_file()
    return path.suffix.lower() in (".zip", ".toml")


def _open(opening: Callable[[], PlaySession]) -> PlaySession:
    """Worker thread: the session, with the map of its board drawn ahead."""
    session = opening()
    session.speak(language.wording())
    try:
        chosen_art(session.board)
    except BaseException:
        session.close()
        raise
    return session
