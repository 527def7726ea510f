"""A campaign in the making as the window has it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from wardesk.campaign.operation.design import Design
from wardesk.services.campaign.workshop.check import DesignTrouble, troubles
from wardesk.services.campaign.workshop.draft import DesignDraft, keep_draft, read_draft
from wardesk.services.campaign.workshop.packs import JudgedFolder, judge
from wardesk.services.campaign.workshop.start import start_of
from wardesk.ui.making.draft_model import DraftModel


class WorkshopModel(DraftModel[DesignDraft]):
    """A `DraftModel` of a campaign, with its verdict and what troubles it."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        self.verdict: JudgedFolder | None = None
        self.troubles: list[DesignTrouble] = []
        super().__init__(folder, parent)

    def read(self, folder: Path) -> DesignDraft:
        return read_draft(folder)

    def keep(self, folder: Path, draft: DesignDraft) -> JudgedFolder:
        return keep_draft(folder, draft)

    def look(self, folder: Path) -> JudgedFolder:
        return judge(folder)

    def take_verdict(self, verdict: JudgedFolder) -> None:
        self.verdict = verdict
        self.troubles = troubles(self.draft, verdict.findings)

    @property
    def name(self) -> str:
        """What the campaign is called."""
        return start_of(self.draft).name

    @property
    def design(self) -> Design | None:
        """What it is as a campaign, as long as nothing is wrong with it."""
        return self.verdict.design if self.verdict is not None else None
