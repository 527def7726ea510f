"""What maps say has a German form: kinds of ground, the printed key, why a line of sight ends."""

from __future__ import annotations

from wardesk.documents.maps.shipped import shipped_palettes
from wardesk.documents.maps.store import read_map
from wardesk.documents.packs.store import list_packs, read_scenario
from wardesk.geometry.sight.judge import SightVerdict
from wardesk.geometry.sight.policy import SightPolicy
from wardesk.model.palette import Palette
from wardesk.model.sight_words import SightEvent, reason_words
from wardesk.render.map.areas.legend import _FEATURES  # pyright: ignore[reportPrivateUsage]
from wardesk.words import missing, shown

HERE = (0.0, 0.0)
POLICY = SightPolicy(id="test", threshold=2)


def names(palette: Palette) -> set[str]:
    kinds = (*palette.terrain.values(), *palette.borders.values(), *palette.lines.values())
    return {kind.name for kind in kinds if kind.name}


def test_every_shipped_kind_of_ground_has_a_german_name():
    found = {name for choice in shipped_palettes() for name in names(choice.palette)}
    for pack in list_packs():
        for scenario in pack.scenarios:
            info = read_scenario(pack, scenario.partition("/")[2])
            found |= names(read_map(info.map).palette)
    assert len(found) > 20
    assert not [name for name in sorted(found) if missing(name, "de")]


def test_the_key_of_a_printed_map_has_a_german_form():
    assert not [words for _, _, words in _FEATURES if missing(words, "de")]


def test_a_reason_is_said_in_german_with_the_name_of_the_ground():
    def said(event: SightEvent) -> str:
        return shown(reason_words(POLICY, SightVerdict(False, 2, "weights"), event, 1, 0), "de")

    wood = SightEvent(kind="cell", cells=("0609",), weight=1, name="Wood", start=HERE, end=HERE)
    hedge = SightEvent(
        kind="edge", cells=("0101", ""), weight=2, name="Hedge", start=HERE, end=HERE
    )
    assert said(wood) == "Verdeckt durch 0609 (Wald); damit ist das Gewicht an der Grenze von 2."
    assert said(hedge) == ("Verdeckt durch Hecke zwischen 0101 und was jenseits der Karte liegt.")
