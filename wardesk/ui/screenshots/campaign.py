"""Pictures of the campaign desk: its dialogs and every page, on a campaign a day old."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from wardesk.campaign.operation.orders_text import read_form, write_json
from wardesk.documents.packs.campaign_packs import campaign_ids
from wardesk.ui.campaign.room import CampaignRoom
from wardesk.ui.campaign.workspace import CampaignWorkspace

_MOST_STEPS = 120
_ORDERS = ("Hold what we have, and report every two hours.", "Patrol to the canal before dark.")
Take = Callable[[str, QWidget | None], None]
Wait = Callable[[Callable[[], bool]], None]


class CampaignStudio:
    """Walks the first campaign that ships through its first day and into the next."""

    def __init__(self, room: CampaignRoom, take: Take, wait: Wait) -> None:
        self._room, self._take, self._wait = room, take, wait

    def take_all(self) -> None:
        """Every page and dialog; nothing where no campaign ships."""
        if not campaign_ids():
            return
        self._room.new_campaign()
        self._wait(lambda: self._room.dialog is not None)
        dialog = self._room.dialog
        if dialog is None:
            return
        self._take("campaign_new", dialog)
        dialog.begin()
        self._wait(lambda: self._room.workspace is not None)
        here = self._room.workspace
        if here is None:
            return
        self._pages(here)
        self._room.close_campaign()

    def _pages(self, here: CampaignWorkspace) -> None:
        self._take("campaign_desk", None)
        self._walk(here, lambda: bool(here.hand.page.ask and here.hand.page.ask.choices))
        self._take("campaign_choice", None)
        self._walk(here, lambda: bool(here.hand.page.ask and here.hand.page.ask.paid))
        self._take("campaign_roll", None)
        self._looking(here)
        here.show_page("log")
        self._take("campaign_log", None)
        here.rule()
        self._take("campaign_rulings", None)
        here.open_results()
        self._wait(lambda: here.results.blank is not None)
        model = here.results.model
        if len(model.lines) > 3:
            model.lose([0], 1)
            model.change(1, state="shaken")
            model.change(2, out=str(model.lines[2].full + 1))
        self._take("campaign_results", None)
        here.deeds.take_back(2)
        self._wait(lambda: here.deeds.dialog is not None)
        if here.deeds.dialog is not None:
            self._take("campaign_take_back", here.deeds.dialog)
            here.deeds.dialog.reject()
        self._papers(here)
        here.hand.see_as(here.hand.page.seats[-1][0])
        here.show_page("formations")
        self._wait(lambda: not here.hand.page.umpire)
        self._take("campaign_seat", None)

    def _papers(self, here: CampaignWorkspace) -> None:
        here.show_page("packets")
        page, papers = here.packets, here.packets.papers
        self._wait(lambda: bool(page.seats.rows))
        self._take("campaign_packets", None)
        papers.ask_message(page.seats.rows, page.seats.rows[0].seat)
        self._wait(lambda: papers.dialog is not None)
        if papers.dialog is not None:
            self._take("campaign_message", papers.dialog)
            papers.dialog.reject()
        with TemporaryDirectory() as folder:
            seat = page.seats.rows[-1].seat
            out = Path(folder) / "packets"
            papers.write([seat], out)
            self._wait(lambda: not here.hand.busy)
            blank = read_form((out / seat / "orders.json").read_bytes())
            lines = [
                replace(line, order=words)
                for line, words in zip(blank.orders, _ORDERS, strict=False)
            ]
            filled = Path(folder) / "orders.json"
            message = "May we have the bridging column?"
            filled.write_bytes(write_json(replace(blank, orders=tuple(lines), message=message)))
            papers.dialog = None
            papers.read_orders(filled)
            self._wait(lambda: papers.dialog is not None)
        if papers.dialog is not None:
            self._take("campaign_orders", papers.dialog)
            papers.dialog.reject()

    def _looking(self, here: CampaignWorkspace) -> None:
        """The looking pages: now, the past, a stack laid out, the legend."""
        for page in ("map", "graph", "plots", "boxes"):
            here.open_page(page)
            self._wait(lambda: not here.looking.busy)
            self._take(f"campaign_{page}", None)
        here.open_page("map")
        self._wait(lambda: not here.looking.busy)
        view = here.looking.map.view
        if view is None:
            return
        here.looking.map.toggle_legend()
        self._take("campaign_map_legend", None)
        here.looking.map.toggle_legend()
        here.looking.bar.go(here.looking.bar.last_place // 2)
        here.hide_docks(True)
        self._wait(lambda: not here.looking.busy)
        view.zoom(2.2)
        self._wait(lambda: not here.looking.busy)
        if view.stacks:
            view.open_fan(max(view.stacks, key=lambda stack: len(stack.tokens)))
        self._take("campaign_map_past", None)
        here.hide_docks(False)
        here.looking.bar.go(here.looking.bar.last_place)
        self._wait(lambda: not here.looking.busy)

    def _walk(self, here: CampaignWorkspace, wanted: Callable[[], bool]) -> None:
        for _ in range(_MOST_STEPS):
            if wanted():
                return
            ask = here.hand.page.ask
            if ask is None:
                here.next_step()
            elif ask.choices:
                here.deeds.choose(ask.choices[0][0])
            else:
                here.deeds.roll(5)
            self._wait(lambda: True)
