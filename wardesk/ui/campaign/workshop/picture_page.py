"""The page of the operational map: a picture or one's own map, with places put on it by clicks."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from wardesk.ui.campaign.workshop.model import WorkshopModel
from wardesk.ui.campaign.workshop.pages import WorkshopPage


class PicturePage(WorkshopPage):
    def __init__(self, model: WorkshopModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)

    def stop(self) -> None:
        pass
