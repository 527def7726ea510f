"""How a sheet is spread over pages of paper: true to scale, with strips to glue them over.

All lengths are millimetres; x to the right, y down.
"""

from __future__ import annotations

import math
from typing import Literal

from msgspec import Struct

from wardesk.errors import UserError
from wardesk.words import say


class Paper(Struct, frozen=True):
    """A size of paper, upright."""

    id: str
    title: str
    width: float
    height: float


PAPERS: dict[str, Paper] = {
    one.id: one
    for one in (
        Paper("a4", "A4", 210.0, 297.0),
        Paper("a3", "A3", 297.0, 420.0),
        Paper("letter", "Letter", 215.9, 279.4),
        Paper("tabloid", "Tabloid", 279.4, 431.8),
    )
}
POSTER = "poster"
"""Instead of a paper's id: one page as large as the whole sheet."""
LARGEST_PAGE = 5080.0
"""What PDF readers take, 200 inches."""
MOST_PAGES = 2_000
_LEAST_SHOWN = 40.0
"""Less of the map on a page is no use to anybody."""


def paper_called(name: str) -> Paper:
    """A size of paper by its id. UserError that names those there are."""
    paper = PAPERS.get(name)
    if paper is None:
        raise UserError(
            say("There is no paper “{paper!s}”.", paper=name),
            say("There are: {papers!s}.", papers=", ".join(PAPERS)),
        )
    return paper


class PageOptions(Struct, frozen=True, kw_only=True):
    """How pages are made up."""

    paper: str = "a4"
    """An id of `PAPERS`, or `POSTER`."""
    turned: Literal["auto", "upright", "across"] = "auto"
    """``auto`` takes the way that needs fewer pages."""
    overlap: float = 8.0
    """What two neighbours both show, to glue one over the other."""
    margin: float = 8.0
    """What printers cannot reach; marks stand in it."""
    bleed: float = 0.0
    """How far a poster goes on beyond its cut."""
    cut_marks: bool = True
    page_map: bool = True
    """A first page that shows how the others lie together, where there are more than one."""
    left_out: frozenset[str] = frozenset()
    """Names of pages that are not printed: ``C3``."""


class PrintPage(Struct, frozen=True):
    """One page and the part of the sheet that it shows: left, top, width, height."""

    name: str
    column: int
    row: int
    left: float
    top: float
    width: float
    height: float


class PageLayout(Struct, frozen=True, kw_only=True):
    """A sheet of *width* by *height* on pages of *page_width* by *page_height*."""

    width: float
    height: float
    page_width: float
    page_height: float
    margin: float
    overlap: float
    bleed: float
    columns: int
    rows: int
    pages: tuple[PrintPage, ...]
    """Row by row, without those that are left out."""
    left_out: tuple[PrintPage, ...] = ()

    @property
    def has_map(self) -> bool:
        """Whether a page map is of any use."""
        return self.columns * self.rows > 1


def lay_out(width: float, height: float, options: PageOptions) -> PageLayout:
    """Pages for a sheet of this size. UserError for what no printer or reader could use."""
    if not (
        0 <= options.overlap <= 100 and 0 <= options.margin <= 100 and 0 <= options.bleed <= 50
    ):
        raise UserError(
            "Margin and overlap lie between 0 and 100 mm, the bleed between 0 and 50 mm."
        )
    if options.bleed and options.paper != POSTER:
        raise UserError(
            "Only a poster has a bleed; pages are cut where the sheet ends.",
            "Choose the paper “poster”, or leave the bleed out.",
        )
    if options.paper == POSTER:
        return _poster(width, height, options)
    paper = PAPERS.get(options.paper)
    if paper is None:
        raise UserError(
            say("There is no paper “{paper!s}”.", paper=options.paper),
            say("There are: {papers!s}.", papers=", ".join((*PAPERS, POSTER))),
        )
    upright, across = (paper.width, paper.height), (paper.height, paper.width)
    ways = {"auto": (upright, across), "upright": (upright,), "across": (across,)}
    tried = [_spread(width, height, size, options) for size in ways[options.turned]]
    return min(tried, key=lambda one: one.columns * one.rows)


def _poster(width: float, height: float, options: PageOptions) -> PageLayout:
    room = options.margin + options.bleed
    across, down = width + 2 * room, height + 2 * room
    if max(across, down) > LARGEST_PAGE:
        raise UserError(
            say(
                "A page of {width:.0f} × {height:.0f} mm is larger than PDF allows.",
                width=across,
                height=down,
            ),
            "Choose a size of paper: the map is then spread over pages.",
        )
    return PageLayout(
        width=width, height=height, page_width=across, page_height=down, margin=room, overlap=0.0,
        bleed=options.bleed, columns=1, rows=1,
        pages=(PrintPage("A1", 0, 0, 0.0, 0.0, width, height),),
    )  # fmt: skip


def _spread(
    width: float, height: float, size: tuple[float, float], options: PageOptions
) -> PageLayout:
    shown = [edge - 2 * options.margin for edge in size]
    if min(shown) - options.overlap < _LEAST_SHOWN:
        raise UserError(
            "Margin and overlap leave hardly anything of the page.", "Make them smaller."
        )
    columns, rows = (
        max(1, math.ceil((whole - options.overlap - 1e-6) / (part - options.overlap)))
        for whole, part in zip((width, height), shown, strict=True)
    )
    if columns * rows > MOST_PAGES:
        raise UserError(
            say("The map would fill {pages} pages.", pages=columns * rows),
            "Choose smaller cells or larger paper.",
        )
    pages: list[PrintPage] = []
    left_out: list[PrintPage] = []
    for row in range(rows):
        for column in range(columns):
            name = f"{_letters(row)}{column + 1}"
            left = column * (shown[0] - options.overlap)
            top = row * (shown[1] - options.overlap)
            wide, high = min(shown[0], width - left), min(shown[1], height - top)
            put = left_out if name in options.left_out else pages
            put.append(PrintPage(name, column, row, left, top, wide, high))
    if not pages:
        raise UserError("Every page is left out.", "Leave one in.")
    return PageLayout(
        width=width, height=height, page_width=size[0], page_height=size[1],
        margin=options.margin, overlap=options.overlap, bleed=0.0, columns=columns, rows=rows,
        pages=tuple(pages), left_out=tuple(left_out),
    )  # fmt: skip


def _letters(row: int) -> str:
    """0 = A, 25 = Z, 26 = AA."""
    text, number = "", row + 1
    while number:
        number, place = divmod(number - 1, 26)
        text = chr(ord("A") + place) + text
    return text
