"""The design of a campaign is read again only after its files changed."""

import shutil

import pytest

from wardesk import paths
from wardesk.documents.packs import campaign_packs
from wardesk.documents.packs.campaign_packs import CAMPAIGN, read_design
from wardesk.errors import DamagedFile


@pytest.fixture
def folder(tmp_path):
    copy = tmp_path / "market-garden"
    copy.mkdir()
    for name in (CAMPAIGN, "forces.json"):
        shutil.copy(paths.campaigns() / "market-garden" / name, copy / name)
    return copy


def test_a_design_is_looked_at_once_and_again_when_it_changed(folder, monkeypatch):
    looked = []
    lint = campaign_packs.lint
    monkeypatch.setattr(campaign_packs, "lint", lambda design: looked.append(1) or lint(design))
    design, found = read_design(folder)
    found.append("mine")
    again, found_again = read_design(folder)
    assert again is design
    assert "mine" not in found_again
    assert len(looked) == 1
    file = folder / CAMPAIGN
    file.write_text(file.read_text("utf-8").replace(design.name, design.name[::-1]), "utf-8")
    assert read_design(folder)[0].name == design.name[::-1]
    (folder / "forces.json").write_text('{"formations": [{}]}')
    with pytest.raises(DamagedFile):
        read_design(folder)
