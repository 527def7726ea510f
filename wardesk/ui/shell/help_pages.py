"""The pages of the help: read from ``resources/docs``, listed as its index lists them, searched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

INDEX = "index.md"

_ENTRY = re.compile(r"^[-*] \[[^\]]+\]\(([^)#]+\.md)\)", re.M)
_GROUP = re.compile(r"^## (.+)$", re.M)
_HEADING = re.compile(r"^#{1,6} (.+?)\s*$", re.M)
_FENCED = re.compile(r"^```.*?^```", re.M | re.S)


@dataclass(frozen=True)
class HelpPage:
    """One page: *path* inside the folder, with ``/``; *group* is its heading in the index."""

    path: str
    group: str
    text: str

    @property
    def headings(self) -> tuple[str, ...]:
        """Every heading without its marks, the title first; lines of code are none."""
        return tuple(plain(found) for found in _HEADING.findall(_FENCED.sub("", self.text)))

    @property
    def title(self) -> str:
        """The first heading."""
        return self.headings[0] if self.headings else self.path


def plain(heading: str) -> str:
    """A heading without the marks of Markdown."""
    return heading.replace("`", "").replace("*", "")


def anchor(heading: str) -> str:
    """What a link to a heading says after ``#``: the way that sites made from Markdown do it."""
    kept = re.sub(r"[^\w\s-]", "", plain(heading).casefold())
    return re.sub(r"[\s-]+", "-", kept).strip("-")


def read_pages(folder: Path) -> tuple[HelpPage, ...]:
    """The index and the pages that it links, in its order, each once."""
    index = (folder / INDEX).read_text(encoding="utf-8")
    pages = [HelpPage(INDEX, "", index)]
    for part in re.split(r"(?m)^(?=## )", index):
        head = _GROUP.match(part)
        group = plain(head.group(1)) if head else ""
        for path in _ENTRY.findall(part):
            if path not in {page.path for page in pages}:
                text = (folder / path).read_text(encoding="utf-8")
                pages.append(HelpPage(path, group, text))
    return tuple(pages)


def search(pages: Sequence[HelpPage], words: str) -> list[HelpPage]:
    """Pages in which every word occurs: those with it in the title first, then in a heading."""
    parts = words.casefold().split()
    if not parts:
        return list(pages)

    def rank(page: HelpPage) -> int:
        for place, text in enumerate((page.title, " ".join(page.headings), page.text)):
            if all(part in text.casefold() for part in parts):
                return place
        return 3

    ranked = sorted(pages, key=rank)
    return [page for page in ranked if rank(page) < 3]


def heading_with(page: HelpPage, words: str) -> str:
    """The first heading below the title that has every word; empty for none."""
    parts = words.casefold().split()
    below = page.headings[1:]
    return next((h for h in below if parts and all(p in h.casefold() for p in parts)), "")
