"""Pictures of the campaign desk: its dialogs and every page, on a campaign a day old."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from wardesk.campaign.operation.orders_text import read_form, write_json
from wardesk.documents.packs.campaign_packs import campaign_ids
from wardesk.ui.campaign.opener import CampaignOpener
from wardesk.ui.campaign.workspace import CampaignWorkspace
from wardesk.words import tr

_MOST_STEPS = 120
_ORDERS = ("Hold what we have, and report every two hours.", "Patrol to the canal before dark.")
Take = Callable[[str, QWidget | None], None]
Wait = Callable[[Callable[[], bool]], None]


class CampaignStudio:
    """Walks the first campaign that ships through its first day and into the next."""

    def __init__(self, opener: CampaignOpener, take: Take, wait: Wait) -> None:
        self._opener, self._take, self._wait = opener, take, wait

    def take_all(self) -> None:
        """Every page and dialog; nothing where no campaign ships."""
        if not campaign_ids():
            return
        self._opener.new_campaign()
        self._wait(lambda: self._opener.dialog is not None)
        dialog = self._opener.dialog
        if dialog is None:
            return
        self._take("campaign_new", dialog)
        dialog.begin()
        self._wait(lambda: self._opener.workspace is not None)
        here = self._opener.workspace
        if here is None:
            return
        self._pages(here)
        self._opener.close_campaign()

    def _pages(self, here: CampaignWorkspace) -> None:
        self._wait(lambda: not here.views.busy)  # the map is drawn for the first time
        self._take("campaign_desk", None)
        self._walk(here, lambda: bool(here.worker.page.ask and here.worker.page.ask.choices))
        self._take("campaign_choice", None)
        self._walk(here, lambda: bool(here.worker.page.ask and here.worker.page.ask.paid))
        self._take("campaign_roll", None)
        self._views(here)
        here.show_page("log")
        self._take("campaign_log", None)
        here.rule()
        self._take("campaign_rulings", None)
        here.open_results()
        self._wait(lambda: here.results.blank is not None)
        model = here.results.model
        if len(model.lines) > 3:
            model.lose([0], 1)
            model.change(1, state=tr("shaken"))
            model.change(2, out=str(model.lines[2].full + 1))
        self._take("campaign_results", None)
        here.controller.take_back(4)  # the first after the opening
        self._wait(lambda: here.controller.dialog is not None)
        if here.controller.dialog is not None:
            self._take("campaign_take_back", here.controller.dialog)
            here.controller.dialog.reject()
        self._papers(here)
        here.worker.see_as(here.worker.page.seats[-1][0])
        here.show_page("formations")
        self._wait(lambda: not here.worker.page.umpire)
        self._take("campaign_seat", None)

    def _papers(self, here: CampaignWorkspace) -> None:
        here.show_page("packets")
        page, controller = here.packets, here.packets.controller
        self._wait(lambda: bool(page.seats.lines))
        self._take("campaign_packets", None)
        controller.ask_message(page.seats.lines, page.seats.lines[0].seat)
        self._wait(lambda: controller.dialog is not None)
        if controller.dialog is not None:
            self._take("campaign_message", controller.dialog)
            controller.dialog.reject()
        with TemporaryDirectory() as folder:
            seat = page.seats.lines[-1].seat
            out = Path(folder) / "packets"
            controller.write([seat], out)
            self._wait(lambda: not here.worker.busy)
            blank = read_form((out / seat / "orders.json").read_bytes())
            lines = [
                replace(line, order=words)
                for line, words in zip(blank.orders, _ORDERS, strict=False)
            ]
            filled = Path(folder) / "orders.json"
            message = "May we have the bridging column?"
            filled.write_bytes(write_json(replace(blank, orders=tuple(lines), message=message)))
            controller.dialog = None
            controller.read_orders(filled)
            self._wait(lambda: controller.dialog is not None)
        if controller.dialog is not None:
            self._take("campaign_orders", controller.dialog)
            controller.dialog.reject()

    def _views(self, here: CampaignWorkspace) -> None:
        """The views: now, the past, a stack laid out, the legend."""
        for page in ("map", "graph", "plots", "boxes"):
            here.open_page(page)
            self._wait(lambda: not here.views.busy)
            self._take(f"campaign_{page}", None)
        here.open_page("map")
        self._wait(lambda: not here.views.busy)
        view = here.views.map.view
        if view is None:
            return
        here.views.map.toggle_legend()
        self._take("campaign_map_legend", None)
        here.views.map.toggle_legend()
        here.views.bar.go(here.views.bar.last_place // 2)
        here.hide_docks(True)
        self._wait(lambda: not here.views.busy)
        view.zoom(2.2)
        self._wait(lambda: not here.views.busy)
        if view.stacks:
            view.open_fan(max(view.stacks, key=lambda stack: len(stack.tokens)))
        self._take("campaign_map_past", None)
        here.hide_docks(False)
        here.views.bar.go(here.views.bar.last_place)
        self._wait(lambda: not here.views.busy)

    def _walk(self, here: CampaignWorkspace, wanted: Callable[[], bool]) -> None:
        for _ in range(_MOST_STEPS):
            if wanted():
                return
            ask = here.worker.page.ask
            if ask is None:
                here.next_step()
            elif ask.choices:
                here.controller.choose(ask.choices[0][0])
            else:
                here.controller.roll(5)
            self._wait(lambda: True)
