"""In a drawing fields and mottle are forms, and a name has both its rims and stands there once."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPointF

sys.path.append(str(Path(__file__).parents[1] / "drawing"))

from maps import document_of

from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.maps import export_map
from wardesk.render.map import field_texture
from wardesk.render.map.field_texture import SIZE, mottle_bands

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def drawings(tmp_path_factory, qapp):
    folder = tmp_path_factory.mktemp("svg")
    for kind in ("hex", "area"):
        export_map(document_of(kind), "svg", folder / f"{kind}.svg",
                   ExportOptions(wide=1000, words_as_text=True))  # fmt: skip
    return {kind: (folder / f"{kind}.svg").read_text("utf-8") for kind in ("hex", "area")}


@pytest.mark.parametrize("sign", [1, -1])
def test_so_many_bands_lie_over_a_point_as_the_mottle_is_strong_there(sign):
    strength = np.clip(sign * field_texture._mottle(), 0, 1)
    bands = mottle_bands(sign)
    for row in range(3, 256, 17):
        for column in range(5, 256, 17):
            at = QPointF(column * SIZE / 256, row * SIZE / 256)
            share = sum(band.contains(at) for band in bands) / len(bands)
            assert share == pytest.approx(strength[row, column], abs=0.6 / len(bands))


def test_the_open_ground_of_areas_is_filled_with_a_pattern_of_fields(drawings):
    text = drawings["area"]
    fields = set(re.findall(rf'<pattern id="(p\d+)" x="0" y="0" width="{SIZE:g}"', text))
    filled = set(re.findall(r'fill="url\(#(p\d+)\)', text))
    assert fields & filled


def test_fields_and_mottle_are_no_pictures(drawings):
    assert "<image" not in drawings["hex"]


@pytest.mark.parametrize("kind", ["hex", "area"])
def test_the_soft_rim_of_a_name_is_the_same_words_once_more(drawings, kind):
    root = ElementTree.fromstring(drawings[kind])
    svg, link = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
    texts = {one.get("id"): one for one in root.iter(f"{svg}text") if one.get("id")}
    rims = [one for one in root.iter(f"{svg}use") if one.get(link, "")[1:] in texts]
    assert {one.get(link)[1:] for one in rims} == texts.keys()
    assert len(rims) == len(texts) > 0
    assert {one.get("fill") for one in rims} == {"none"}
    firm = {id(child): parent for parent in root.iter() for child in parent}
    for rim in rims:
        text = texts[rim.get(link)[1:]]
        assert text.get("stroke") is None  # or the rim could not have another
        group = firm[id(text)]
        assert float(rim.get("stroke-width")) > float(group.get("stroke-width"))
        siblings = list(firm[id(rim)])
        assert siblings.index(rim) < siblings.index(group)  # under the letters


def test_words_are_outlines_unless_they_are_asked_for(drawings, tmp_path):
    """Readers find fonts on their own machine only; what was said can still be found."""
    export_map(document_of("hex"), "svg", tmp_path / "map.svg", ExportOptions(wide=1000))
    root = ElementTree.parse(tmp_path / "map.svg").getroot()  # our own file
    svg = "{http://www.w3.org/2000/svg}"
    assert not list(root.iter(f"{svg}text"))
    assert "font-" not in (tmp_path / "map.svg").read_text("utf-8")
    texts = ElementTree.fromstring(drawings["hex"]).iter(f"{svg}text")
    words = sorted(" ".join("".join(one.itertext()).split()) for one in texts)
    shown = [one.get("aria-label") for one in root.iter() if one.get("aria-label")]
    assert sorted(" ".join(one.split()) for one in shown) == words
    ids = {one.get("id") for one in root.iter() if one.get("id")}
    links = (one.get("{http://www.w3.org/1999/xlink}href") for one in root.iter(f"{svg}use"))
    assert {link.removeprefix("#") for link in links} <= ids
