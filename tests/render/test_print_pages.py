"""Maps on paper: pages true to scale that leave nothing out, and what a printer cannot do."""

from __future__ import annotations

import re
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QImage

sys.path.append(str(Path(__file__).parents[1] / "drawing"))

from maps import document_of

from wardesk.errors import Cancelled, UserError
from wardesk.render.export import png_bands
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.maps import export_forms, export_map
from wardesk.render.export.page_layout import PAPERS, POSTER, PageOptions, lay_out
from wardesk.render.export.print_pages import free_of_marks


@given(
    width=st.floats(20, 4000), height=st.floats(20, 4000), paper=st.sampled_from(sorted(PAPERS)),
    turned=st.sampled_from(["auto", "upright", "across"]), overlap=st.floats(0, 40),
    margin=st.floats(0, 20),
)  # fmt: skip
def test_every_millimetre_of_the_sheet_is_on_a_page(width, height, paper, turned, overlap, margin):
    options = PageOptions(paper=paper, turned=turned, overlap=overlap, margin=margin)
    layout = lay_out(width, height, options)
    assert len(layout.pages) == layout.columns * layout.rows
    for page in layout.pages:
        assert page.width <= layout.page_width - 2 * margin + 1e-6
        assert page.height <= layout.page_height - 2 * margin + 1e-6
    first_row = [page for page in layout.pages if page.row == 0]
    for page, after in pairwise(first_row):
        assert page.left + page.width - after.left == pytest.approx(overlap, abs=1e-6)
    assert first_row[-1].left + first_row[-1].width == pytest.approx(width)
    last = layout.pages[-1]
    assert last.top + last.height == pytest.approx(height)


@given(
    width=st.floats(60, 2000), height=st.floats(60, 2000), paper=st.sampled_from(sorted(PAPERS)),
)  # fmt: skip
def test_the_line_below_a_page_touches_no_mark(width, height, paper):
    layout = lay_out(width, height, PageOptions(paper=paper))
    for page in layout.pages:
        left, room = free_of_marks(layout, page)
        right = layout.margin + page.width
        marks = [layout.margin, right]
        marks += [right - layout.overlap] if page.column + 1 < layout.columns else []
        assert room > 50
        assert left + room <= layout.page_width - layout.margin + 1e-6
        assert not any(left - 2 < mark < left + room + 2 for mark in marks)


def test_the_way_round_that_needs_fewer_pages_is_taken():
    assert lay_out(280, 190, PageOptions()).page_width == 297
    assert lay_out(190, 280, PageOptions()).page_width == 210
    assert lay_out(280, 190, PageOptions(turned="upright")).columns == 2


def test_pages_are_named_by_row_and_column_and_can_be_left_out():
    layout = lay_out(500, 500, PageOptions(left_out=frozenset({"B2"})))
    assert [page.name for page in layout.pages][:4] == ["A1", "A2", "A3", "B1"]
    assert [page.name for page in layout.left_out] == ["B2"]


def test_a_poster_is_one_page_with_room_for_its_bleed():
    layout = lay_out(600, 400, PageOptions(paper=POSTER, bleed=3, margin=10))
    assert (layout.page_width, layout.page_height) == (626, 426)
    assert len(layout.pages) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (PageOptions(paper="b7"), "no paper"),
        (PageOptions(margin=90), "hardly anything"),
        (PageOptions(overlap=-1), "between 0 and 100"),
        (PageOptions(bleed=500), "between 0 and 50"),
        (PageOptions(bleed=3), "Only a poster has a bleed"),
        (PageOptions(left_out=frozenset(f"{r}{c}" for r in "ABCDEF" for c in range(9))), "Every"),
    ],
)
def test_what_no_printer_can_do_is_told(options, words):
    with pytest.raises(UserError, match=words):
        lay_out(700, 700, options)


def test_a_sheet_larger_than_any_page_is_told_for_a_poster_only():
    with pytest.raises(UserError, match="larger than PDF allows"):
        lay_out(6000, 1000, PageOptions(paper=POSTER))
    assert lay_out(6000, 1000, PageOptions()).pages


def boxes(data):
    """The sizes of all pages in millimetres, as first told; where they are cut comes after."""
    first, _, _ = data.partition(b"%%EOF")
    found = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", first)
    return [(float(w) / 72 * 25.4, float(h) / 72 * 25.4) for w, h in found]


@pytest.mark.parametrize("kind", ["hex", "square", "area"])
def test_a_pdf_has_a_page_map_and_every_page_in_the_size_of_the_paper(kind, tmp_path):
    options = ExportOptions(cell_mm=0 if kind == "area" else 40, sheet_mm=500)
    told = export_map(document_of(kind), "pdf", tmp_path / "map.pdf", options)
    data = (tmp_path / "map.pdf").read_bytes()
    sizes = boxes(data)
    pages = int(told.split()[0])
    assert pages > 1
    assert len(sizes) == pages + 1
    for size in sizes:
        assert sorted(size) == pytest.approx([210, 297], abs=0.4)
    assert "mm" in told


def test_a_pdf_on_one_page_has_no_page_map(tmp_path):
    options = ExportOptions(cell_mm=4)
    export_map(document_of("hex"), "pdf", tmp_path / "map.pdf", options)
    assert len(boxes((tmp_path / "map.pdf").read_bytes())) == 1


@pytest.mark.parametrize("form", ["png", "pdf", "triplea", "vmod"])
def test_work_that_is_stopped_writes_nothing(form, tmp_path):
    with pytest.raises(Cancelled):
        export_map(document_of("hex"), form, tmp_path / "map", ExportOptions(cell_mm=30),
                   lambda done, of: done * 2 < of)  # fmt: skip
    assert not list(tmp_path.iterdir())


def test_work_that_is_stopped_names_what_is_there_already(tmp_path):
    wanted = {"svg": tmp_path / "map.svg", "png": tmp_path / "map.png"}
    with pytest.raises(Cancelled) as stop:
        export_forms(document_of("hex"), wanted, ExportOptions(cell_mm=9),
                     lambda done, of: done * 4 < of * 3)  # fmt: skip
    assert [one.name for one in tmp_path.iterdir()] == ["map.svg"]
    assert str(stop.value.advice) == "Already written: map.svg."


def test_a_large_picture_is_painted_in_bands_that_fit_together(tmp_path, monkeypatch):
    options = ExportOptions(wide=900)
    export_map(document_of("hex"), "png", tmp_path / "whole.png", options)
    monkeypatch.setattr(png_bands, "_BAND_PIXELS", 900 * 64)
    export_map(document_of("hex"), "png", tmp_path / "bands.png", options)
    whole, bands = (QImage(str(tmp_path / name)) for name in ("whole.png", "bands.png"))
    assert whole.size() == bands.size()
    # digits may be off by a sixteenth of a pixel, which moves their rims a little
    pixels = [np.frombuffer(one.constBits(), np.uint8).astype(int) for one in (whole, bands)]
    assert (np.abs(pixels[0] - pixels[1]) > 24).mean() < 0.002
