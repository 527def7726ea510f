"""Everything that ships, and every package that runs, is named with its licence in About."""

from importlib import metadata

import pytest
from packaging.requirements import Requirement

from wardesk.paths import resources

ABOUT = (resources() / "docs" / "reference" / "about.md").read_text(encoding="utf-8")


def runs_on():
    """Every package that WarDesk needs to run, whatever needs it."""
    found, left = set(), ["wardesk"]
    while left:
        for line in metadata.requires(left.pop()) or ():
            wanted = Requirement(line)
            name = wanted.name.lower().replace("_", "-")
            if name not in found and (not wanted.marker or wanted.marker.evaluate({"extra": ""})):
                found.add(name)
                left.append(name)
    return sorted(found)


@pytest.mark.parametrize("name", [*runs_on(), "psycopg", "geos", "python"])
def test_every_package_that_runs_is_named(name):
    assert name in ABOUT.lower()


@pytest.mark.parametrize("text", ["LGPL-3.0", "GPL-3.0", "LGPL-2.1"])
def test_the_texts_that_must_go_with_qt_and_geos_ship(text):
    shipped = (resources() / "licences" / f"{text}.txt").read_text(encoding="utf-8")
    assert "GNU" in shipped
    assert f"licences/{text}.txt" in ABOUT


def test_every_font_ships_with_its_licence_and_is_named():
    fonts = [one for one in (resources() / "fonts").rglob("*") if one.suffix in {".ttf", ".otf"}]
    assert len(fonts) > 5
    for font in fonts:
        family = font.stem.partition("-")[0]
        texts = [*font.parent.glob(f"{family}-LICENSE.txt"), *font.parent.glob("OFL.txt")]
        assert texts, font
        assert str(texts[0].relative_to(resources())) in ABOUT
