"""Opens campaigns in the window, one at a time, and closes them without losing anything."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from wardesk.documents.files.filelock import InUse
from wardesk.documents.packs.campaign_packs import find_design
from wardesk.errors import DamagedFile, UserError
from wardesk.services.campaign import files as campaign_files
from wardesk.services.campaign.desk import CampaignDesk, utc_now
from wardesk.services.campaign.page import CampaignPage
from wardesk.services.campaign.server import Place, campaign_place
from wardesk.services.campaign.shelf import (
    ShippedCampaign,
    campaigns_folder,
    remember,
    shipped_campaigns,
)
from wardesk.services.campaign.table_back import read_origin
from wardesk.services.campaign.workshop.packs import take_in
from wardesk.store.server import server_place
from wardesk.ui.campaign.dialogs.doctor import DoctorDialog, Examined, examine
from wardesk.ui.campaign.dialogs.new_campaign import BegunCampaign, NewCampaignDialog
from wardesk.ui.campaign.worker import CampaignWorker, first_page, nonce
from wardesk.ui.campaign.workshop.template_dialog import TemplateDialog
from wardesk.ui.campaign.workshop.workspace import WorkshopWorkspace
from wardesk.ui.campaign.workspace import CampaignWorkspace, ask_for_place
from wardesk.ui.dialogs.text_dialog import TextDialog
from wardesk.ui.language import explained
from wardesk.ui.opening import Opening
from wardesk.ui.widgets.notice import Notice
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.shell.main_window import MainWindow


class CampaignOpener(Opening):
    """Joins Home and the Campaign place; holds the campaign that is open."""

    changed = Signal()
    """Another campaign was opened or made: the list of recent ones is another."""
    table_ready = Signal(object)
    """A game that was set up for a scenario waits to be played: its path."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.dialog: NewCampaignDialog | None = None
        self.template: TemplateDialog | None = None
        self.doctor: DoctorDialog | None = None
        self.address: TextDialog | None = None
        self._asked: Place | None = None
        self._after: tuple[Place, Callable[[], tuple[CampaignDesk, CampaignPage]]] | None = None
        self._chosen = ""
        self._address = ""
        """Of the server that was asked for last in this window; it may hold a password."""
        self._to_bring: tuple[str, Path] | None = None
        self._listing = self.task(self._choose)
        self._examining = self.task(self._examined)
        self._taking = self.task(self.change_own)
        self._copying = self.task(self.open)

    @property
    def workspace(self) -> CampaignWorkspace | None:
        """The open campaign, if there is one."""
        found = self.window_.workspace("campaign")
        return found if isinstance(found, CampaignWorkspace) else None

    @property
    def busy(self) -> bool:
        """Whether a campaign is being opened, examined or copied."""
        return any(task.running for task in self._tasks)

    # ---- new ------------------------------------------------------------------------------------

    def new_campaign(self, chosen: str = "") -> None:
        """Ask which campaign, who sits where and where its file lies."""
        self._chosen = chosen
        self._listing.start(shipped_campaigns)

    def _choose(self, shipped: list[ShippedCampaign]) -> None:
        try:
            folder = campaigns_folder()
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            words = tr("There is no place for campaigns: {0}.")
            self.window_.tell(UserError(words.format(error.strerror or error)))
            return
        self.dialog = NewCampaignDialog(shipped, folder, self.window_, chosen=self._chosen)
        self.dialog.begun.connect(self.begin)
        self.dialog.own_asked.connect(self.make_own)
        self.dialog.change_asked.connect(self.change_own)
        self.dialog.open()

    # ---- campaigns of one's own -----------------------------------------------------------------

    def make_own(self) -> None:
        """Ask for name and shape of a campaign of one's own, then show its sheets."""
        self.template = TemplateDialog(self.window_)
        self.template.made.connect(self.change_own)
        self.template.open()

    def change_own(self, folder: Path) -> None:
        """Open the workshop of a campaign of one's own; playing it asks who sits where."""
        try:
            made = WorkshopWorkspace(folder, self.window_)
        except UserError as error:
            self.tell(error)
            return
        self.put_away()
        made.begun.connect(lambda folder: self.new_campaign(folder.name))
        made.close_asked.connect(self.close_campaign)
        self.window_.set_workspace("campaign", made)
        self.window_.show_mode("campaign")

    def take_in(self, file: Path) -> None:
        """Put a campaign that somebody gave away among one's own, and open its workshop."""
        self._taking.start(partial(take_in, file))

    @property
    def workshop(self) -> WorkshopWorkspace | None:
        """The workshop, if it is what stands in the place of campaigns."""
        found = self.window_.workspace("campaign")
        return found if isinstance(found, WorkshopWorkspace) else None

    def begin(self, begun: BegunCampaign) -> None:
        """Make a new campaign and open it."""
        self._start(begun.path, partial(_create, begun))

    # ---- opening and closing --------------------------------------------------------------------

    def open(self, place: Place) -> None:
        """Open a campaign, or go back to it if it is the one that is open."""
        here = self.workspace
        if here is not None and _same_place(here.worker.page.path, place):
            self.window_.show_mode("campaign")
            return
        self._start(place, partial(_open, place))

    def ask_address(self) -> None:
        """Ask for the address of a campaign on a server, and open it."""
        self.address = TextDialog(
            tr("Open a shared campaign"), tr("Where does it lie? Whoever runs the server knows."),
            self._address, self.window_, most=500, take=tr("Open", "CampaignOpener"),
            why_not=tr("Write its address first"), hint="postgresql://user@host/database",
        )  # fmt: skip
        self.address.remove.hide()
        self.address.given.connect(self.open_address)
        self.address.open()

    def open_address(self, text: str) -> None:
        """Open a shared campaign by the address that somebody typed."""
        self._address = text.strip()
        try:
            self.open(server_place(text))
        except UserError as error:
            self.tell(error)

    def _start(self, place: Place, work: Callable[[], tuple[CampaignDesk, CampaignPage]]) -> None:
        if self.open_with(work):
            self._asked = place
        else:
            # a second click on the same card is the same wish, one on another card comes after
            self._after = None if place == self._asked else (place, work)

    def _start_after(self) -> bool:
        """Open what was asked for while another was being opened, if anything was."""
        if self._after is None:
            return False
        (place, work), self._after = self._after, None
        self._start(place, work)
        return True

    def slow(self) -> Notice:
        return Notice(tr("Reading the campaign…"), tr("Every event is checked."), busy=True)

    def came(self, found: tuple[CampaignDesk, CampaignPage]) -> None:
        self.put_away()
        desk, page = found
        workspace = CampaignWorkspace(CampaignWorker(desk, page), self.window_)
        workspace.worker.setParent(workspace)
        workspace.close_asked.connect(self.close_campaign)
        workspace.table_ready.connect(self.table_ready)
        workspace.doctor_asked.connect(lambda: self.examine(campaign_place(page.path)))
        self.window_.set_workspace("campaign", workspace)
        self.window_.show_mode("campaign")
        self.changed.emit()
        if self._start_after():
            return
        if self._to_bring is not None:
            (node, game), self._to_bring = self._to_bring, None
            workspace.bring_back(node, game)

    def bring_back(self, of: dict[str, str], game: Path) -> None:
        """Fill the results sheet of a table's campaign; the campaign is opened if it is not.

        *of* is what the game's header says about its origin.
        """
        origin = read_origin(of)
        if origin is None:
            return
        here = self.workspace
        if here is not None and here.worker.campaign == origin.campaign:
            self.window_.show_mode("campaign")
            here.bring_back(origin.node, game)
            return
        place = Path(origin.file)
        if not place.is_file():
            words = tr("The campaign of this table is not at {0} any more.").format(place)
            advice = tr("Open the campaign, and fill its results sheet from the table there.")
            self.window_.tell(UserError(words, advice))
            return
        self._to_bring = (origin.node, game)
        self.open(place)

    def come_home(self, of: dict[str, str], game: Path) -> None:
        """A table is over: its campaign takes the results, if it is the one that is open."""
        origin, here = read_origin(of), self.workspace
        if origin is not None and here is not None and here.worker.campaign == origin.campaign:
            here.come_home(origin.node, game)

    def went_wrong(self, error: object) -> None:
        if self._after is None:
            self._to_bring = None
        self._say_why_not(error)
        self._start_after()

    def _say_why_not(self, error: object) -> None:
        file = self._asked if isinstance(self._asked, Path) and self._asked.is_file() else None
        if isinstance(error, DamagedFile) and file is not None:
            self.examine(file)
            return
        if isinstance(error, InUse) and file is not None:
            told = explained(error)
            action = (tr("Save a copy…"), partial(self.copy_and_open, file))
            self.window_.notify(Notice(told.message, told.advice, "warn", (action,)))
            return
        self.tell(error)

    def copy_and_open(self, path: Path) -> None:
        """Save a copy of a campaign that is open elsewhere, and open the copy."""
        target = ask_for_place(path, self.window_)
        if target is not None:
            self._copying.start(partial(campaign_files.save_copy, path, target))

    def close_campaign(self) -> None:
        """Close the open campaign; its file has everything."""
        self.put_away()
        self.window_.empty("campaign")

    def put_away(self) -> None:
        """Let go of the open campaign's file and lock, or keep what a workshop has."""
        self.window_.workspace("campaign").shut()

    def shut(self) -> None:
        """The window closes."""
        super().shut()
        self.put_away()

    # ---- doctor ---------------------------------------------------------------------------------

    def examine(self, place: Place) -> None:
        """Look at a campaign, and say what can be saved if it is damaged."""
        self._asked = place
        self._examining.start(partial(examine, place))

    def _examined(self, found: Examined) -> None:
        if self._asked is None:
            return
        self.doctor = DoctorDialog(self._asked, found, self.window_)
        self.doctor.restored.connect(self._restored)
        self.doctor.setModal(True)
        self.doctor.show()

    def _restored(self, path: str) -> None:
        words = tr("The backup is in its place.")
        more = tr("The damaged file is kept beside it.")
        self.window_.notify(Notice(words, more, "ok"))
        self.open(Path(path))


# ---- work of the worker thread ------------------------------------------------------------------


def _same_place(one: str, other: Place) -> bool:
    """Whether two names lead to one campaign: of a file through links, too."""
    if not isinstance(other, Path):
        return one == str(other)
    try:
        return one == str(other) or Path(one).samefile(other)
    except OSError:
        return False


def _create(begun: BegunCampaign) -> tuple[CampaignDesk, CampaignPage]:
    design, _findings = find_design(begun.design)
    desk = CampaignDesk.create(
        begun.path,
        design,
        name=begun.name,
        campaign=secrets.token_hex(8),
        seed=begun.seed,
        options=begun.options,
        now=utc_now,
        nonce=nonce,
        seat_names=begun.seats,
        fog=begun.fog,
        seats=begun.more,
    )
    return _shown(desk)


def _open(path: Place) -> tuple[CampaignDesk, CampaignPage]:
    return _shown(CampaignDesk.open(path, write=True, now=utc_now, nonce=nonce))


def _shown(desk: CampaignDesk) -> tuple[CampaignDesk, CampaignPage]:
    try:
        page = first_page(desk)
    except BaseException:
        desk.close()
        raise
    if isinstance(desk.place, Path):
        remember(desk.place)
    return desk, page
