"""A map of one's own under the rules of a printed game: played, or refused with what it lacks."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from wardesk import paths
from wardesk.cli.main import main
from wardesk.documents.maps.shipped import shipped_palettes
from wardesk.documents.maps.store import read_map, write_map
from wardesk.documents.packs.store import list_packs
from wardesk.drawing.rule_table import preset_taken
from wardesk.errors import UserError
from wardesk.games.registry import schema_of
from wardesk.geometry.sight.policy import SightPolicy
from wardesk.model.schema import BoardNeeds, board_faults
from wardesk.services.maps.game_needs import all_issues, game_palettes
from wardesk.services.maps.new_map import NewMap, PaletteChoice, make_map
from wardesk.services.packs.pack_copy import copy_pack
from wardesk.services.play.session import PlaySession

CHOICES = [
    PaletteChoice(one.name, one.palette.title, one.palette, one.kinds) for one in shipped_palettes()
]


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


def own(pack, inside, change):
    """The map of a copy of a shipped pack, changed."""
    place = copy_pack(paths.campaigns() / pack) / "maps" / inside
    document = read_map(place)
    change(document)
    shutil.rmtree(place)
    write_map(document, place)
    return place


def tactical(document):
    """The figures that the editor offers for maps of this scale."""
    (preset,) = [one for one in shipped_palettes() if one.name == "land-hex-tactical"]
    preset_taken(document.palette, preset.palette).apply(document)


def wordless(document):
    rule = SightPolicy(id="own", title="Own")
    document.palette = replace(document.palette, sight={"own": rule})


CASES = {
    "ranges": ("hannut-stonne", "hannut", "lesson", tactical, "foot, vehicle"),
    "sight": ("market-garden", "country", "", wordless, "rule of sight “gts”"),
}


@pytest.mark.parametrize(("pack", "inside", "name", "change", "says"), CASES.values(), ids=CASES)
def test_what_a_map_lacks_is_told_by_check_and_table_alike(
    pack, inside, name, change, says, capsys
):
    place = own(pack, inside, change)
    scenarios = sorted((place.parents[1] / "scenarios").glob("*.toml"))
    played = [s for s in scenarios if f"maps/{inside}" in s.read_text()]
    assert played
    for scenario in played:
        with pytest.raises(UserError, match=says) as told:
            PlaySession.new(str(scenario), seed=1, keep=False)
        assert str(place) in told.value.message
        assert "Take the figures" in told.value.advice
    assert main(["map", "check", str(place)]) != 0
    said = capsys.readouterr().out
    assert says in said


def test_with_the_figures_of_the_game_it_plays():
    def there_and_back(document):
        tactical(document)
        _, palette = game_palettes("hex")["blitzkrieg"]
        preset_taken(document.palette, palette).apply(document)

    place = own("hannut-stonne", "hannut", there_and_back)
    assert [i for i in all_issues(place, read_map(place)) if i.level == "error"] == []
    scenario = place.parents[1] / "scenarios" / "first-contact.toml"
    players = {"german": "random", "french": "random"}
    with PlaySession.new(str(scenario), seed=1, players=players, keep=False) as session:
        session.run()
        assert session.state.result is not None
        assert not session.failed


def test_ground_that_says_nothing_of_a_class_is_warned_of(capsys):
    def silent(document):
        for name, kind in document.palette.terrain.items():
            kept = {k: v for k, v in kind.properties.items() if k != "move_tracks"}
            document.palette.terrain[name] = replace(kind, properties=kept)

    place = own("hannut-stonne", "hannut", silent)
    assert main(["map", "check", str(place)]) == 0
    assert "move_tracks" in capsys.readouterr().out


def test_the_maps_that_ship_lack_nothing():
    for pack in list_packs():
        for place in (paths.campaigns() / pack.id / "maps").glob("*"):
            document, needs = read_map(place), schema_of(pack.game).board
            assert not list(
                board_faults(
                    needs, document.kind, document.palette, document.cells, document.features
                )
            )


def test_a_board_of_another_kind_or_with_other_numbers_is_told():
    fort = read_map(paths.campaigns() / "eben-emael" / "maps" / "fort")
    needs = BoardNeeds(grid=True, cells="00.00", features={"bridge": ("carries",)})
    found = list(board_faults(needs, fort.kind, fort.palette, fort.cells, fort.features))
    assert ["areas" in str(found[0]), "BL1" in str(found[1])] == [True, True]


MAPS = sorted(place for place in paths.campaigns().glob("*/maps/*"))
GAMES = {pack.game: pack for pack in list_packs() if pack.game != "freeform"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_on_any_map_is_refused_in_words_or_played(game, tmp_path):
    place = tmp_path / "blank.wdmap"
    new = NewMap(title="Blank", columns=40, rows=40, palette="land-hex-tactical")
    write_map(make_map(new, CHOICES), place)
    pack = copy_pack(Path(GAMES[game].folder))
    scenario = pack / "scenarios" / f"{GAMES[game].scenarios[0].partition('/')[2]}.toml"
    text = scenario.read_text()
    told = 0
    for number, alien in enumerate([place, *MAPS]):
        goal = pack / "maps" / f"alien{number}{alien.suffix}"
        (shutil.copytree if alien.is_dir() else shutil.copy)(alien, goal)
        row = f'map = "maps/{goal.name}"'
        scenario.write_text(re.sub(r'^map = ".*"', row, text, count=1, flags=re.MULTILINE))
        try:
            session = PlaySession.new(str(scenario), seed=1, keep=False)
        except UserError:
            told += 1
            continue
        with session:
            for side in session.rules.sides:
                session.set_player(side, "random")
            for _ in range(60):
                session.step()
            assert not session.failed
    assert 0 < told <= len(MAPS)
