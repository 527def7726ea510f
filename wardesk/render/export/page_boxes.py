"""Where a printer cuts: trim and bleed boxes of the pages of a PDF that Qt wrote.

Qt calls the whole page the trim box. The pages are told anew behind the file's end, as the format
has it for changes (ISO 32000-1, 7.5.6), so that a poster of any size is not written twice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from mmap import ACCESS_READ, mmap
from pathlib import Path

from msgspec import Struct

from wardesk.errors import BugError

_POINTS = 72 / 25.4
_PAGE = re.compile(rb"(\d+) 0 obj\r?\n<<\r?\n/Type /Page\b(.*?)>>\r?\nendobj", re.DOTALL)
_MEDIA = re.compile(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]")
_TOLD = re.compile(rb"/(?:Trim|Bleed|Crop)Box \[[^\]]*\]\r?\n?")
_TRAILER = re.compile(rb"trailer\r?\n<<(.*?)>>\r?\nstartxref\r?\n(\d+)\s+%%EOF\s*\Z", re.DOTALL)


class PageCut(Struct, frozen=True):
    """What stays of a page, in millimetres from its upper left corner; *bleed* goes on beyond."""

    left: float
    top: float
    width: float
    height: float
    bleed: float = 0.0


def tell_cuts(file: Path, cuts: Sequence[PageCut | None]) -> None:
    """Write the boxes of each page into *file*; None = the page is not cut.

    BugError when the file is not as Qt writes it.
    """
    with file.open("r+b") as stream:
        with mmap(stream.fileno(), 0, access=ACCESS_READ) as view:
            end = len(view)
            pages = list(_PAGE.finditer(view))
            trailer = _TRAILER.search(view, max(0, end - 4096))
            if len(pages) != len(cuts) or trailer is None:
                raise BugError(f"{len(pages)} pages of a PDF for {len(cuts)} cuts")
            told = [
                (int(page[1]), _page(page[2], cut))
                for page, cut in zip(pages, cuts, strict=True)
                if cut is not None
            ]
            last = re.sub(rb"/Prev \d+\s*", b"", trailer[1])
            before = trailer[2]
        stream.seek(end)
        table: list[bytes] = []
        for number, text in told:
            table.append(b"%d 1\n%010d 00000 n \n" % (number, stream.tell()))
            stream.write(b"%d 0 obj\n<<\n/Type /Page%s>>\nendobj\n" % (number, text))
        start = stream.tell()
        stream.write(
            b"xref\n%strailer\n<<%s/Prev %s\n>>\nstartxref\n%d\n%%%%EOF\n"
            % (b"".join(table), last, before, start)
        )


def _page(text: bytes, cut: PageCut) -> bytes:
    """A page's words with its boxes; the format counts from the lower left corner."""
    media = _MEDIA.search(text)
    if media is None:
        raise BugError("a page of a PDF without a size")
    high = float(media[2])

    def box(name: bytes, more: float) -> bytes:
        left, right = cut.left - more, cut.left + cut.width + more
        top, bottom = cut.top - more, cut.top + cut.height + more
        numbers = (left * _POINTS, high - bottom * _POINTS, right * _POINTS, high - top * _POINTS)
        told = b" ".join(b"%.3f" % number for number in numbers)
        return b"/%s [%s]\n" % (name, told)

    return _TOLD.sub(b"", text) + box(b"TrimBox", 0.0) + box(b"BleedBox", cut.bleed)
