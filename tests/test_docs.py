"""The docs: links lead somewhere, code runs, what is named exists, made pages are in step."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from pathlib import Path

import catalogues
import pytest
import reference
import sections

from wardesk.cli.lists import rule_proofs
from wardesk.documents.packs.campaign_packs import find_design
from wardesk.services.campaign.actions import actions_of

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "resources" / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
BESIDE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "packaging/pictures/README.md")
USER = [page for page in PAGES if page.startswith("user/")]

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.M | re.S)
CODE = re.compile(r"`([^`\n]+)`")


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return FENCED.sub("", text_of(page))


def anchors(page: Path) -> set[str]:
    """What links may name after ``#``, as MkDocs and the help of the window make it."""
    heads = re.findall(r"^#+ (.+)$", prose(page), re.M)
    kept = (re.sub(r"[^\w\s-]", "", head).strip().lower() for head in heads)
    return {re.sub(r"[-\s]+", "-", head) for head in kept}


def dead_links(page: Path) -> list[str]:
    """Links of a page that lead nowhere, or out of this repository."""
    dead = []
    for link in LINK.findall(prose(page)):
        path, _, fragment = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        found = "://" not in link and target.exists()
        if not found or (fragment and fragment not in anchors(target)):
            dead.append(link)
    return dead


@pytest.mark.parametrize("page", [*(f"resources/docs/{p}" for p in PAGES), *BESIDE])
def test_no_link_is_dead(page):
    assert dead_links(ROOT / page) == []


def test_a_dead_link_would_be_found(tmp_path):
    page = tmp_path / "a.md"
    page.write_text("# Here\n[a](b.md) [c](#there) [d](https://x.invalid) [e](#here)\n", "utf-8")

    assert dead_links(page) == ["b.md", "#there", "https://x.invalid"]


@pytest.mark.parametrize("page", PAGES)
def test_links_stay_inside_the_docs(page):
    """The help of the window reads nothing else."""
    for link in LINK.findall(prose(DOCS / page)):
        path = link.partition("#")[0]
        assert not path or ((DOCS / page).parent / path).resolve().is_relative_to(DOCS), link


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_plain_markdown(page):
    """The help shows HTML as it is written, and a comment before a table would spoil the table."""
    assert re.findall(r"<[!/a-z][^>]*>", CODE.sub("", prose(DOCS / page))) == []


def index_entries() -> list[tuple[str, list[str]]]:
    """Headings of the index, each with its pages."""
    parts = re.split(r"^## (.+)\n", text_of(DOCS / "index.md"), flags=re.M)[1:]
    return [
        (head, re.findall(r"^- \[[^\]]+\]\((.+?)\)", body, re.M))
        for head, body in zip(parts[::2], parts[1::2], strict=True)
    ]


def test_the_index_lists_every_page():
    listed = [page for _head, pages in index_entries() for page in pages]

    assert sorted([*listed, "index.md"]) == PAGES


def test_the_site_has_the_order_of_the_index():
    config = text_of(ROOT / "packaging" / "mkdocs.yml")
    lines = config.partition("\nnav:\n")[2].splitlines()
    wanted = ["  - index.md"]
    for head, pages in index_entries():
        wanted += [f"  - {head}:", *(f"      - {page}" for page in pages)]

    assert lines == wanted


# ---- code ---------------------------------------------------------------------------------------

TOY = text_of(ROOT / "tests" / "toy_game.py")


def blocks(page: str, language: str) -> list[str]:
    return [body for lang, body in FENCED.findall(text_of(DOCS / page)) if lang == language]


WITH_PYTHON = [page for page in PAGES if blocks(page, "python")]
FILE = re.compile(r"# ([\w./-]+/[\w.-]+)\n")
"""The first line of a block that is a whole file, with its name."""


def lay_out_and_run(page: str, monkeypatch, folder: Path) -> None:
    """Go through a page in an empty folder: write the files that it shows, run its Python."""
    monkeypatch.syspath_prepend(str(ROOT / "tests"))
    monkeypatch.chdir(folder)
    # Under a name of its own, and known: structs look their annotations up in their module.
    space = type(sys)(f"docs_{Path(page).stem.replace('-', '_')}")
    monkeypatch.setitem(sys.modules, space.__name__, space)
    for language, block in FENCED.findall(text_of(DOCS / page)):
        named = FILE.match(block)
        if named:
            file = folder / named[1]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block, "utf-8")
        elif language == "python" and block not in TOY:
            exec(compile(block, page, "exec"), space.__dict__)


def wants_qt(page: str) -> bool:
    return any("PySide6" in block for block in blocks(page, "python"))


@pytest.mark.parametrize("page", [page for page in WITH_PYTHON if not wants_qt(page)])
def test_the_code_of_a_page_runs(page, monkeypatch, tmp_path):
    """What is quoted from the toy game is there word for word; the rest runs from top to bottom."""
    lay_out_and_run(page, monkeypatch, tmp_path)


@pytest.mark.parametrize("page", [page for page in WITH_PYTHON if wants_qt(page)])
def test_the_code_of_a_page_about_the_window_runs(page, monkeypatch, tmp_path, qapp):
    lay_out_and_run(page, monkeypatch, tmp_path)

    assert not [one for one in qapp.topLevelWidgets() if one.isVisible()]


def test_the_walk_through_a_game_quotes_it_and_plays_it():
    code = blocks("develop/add-a-game.md", "python")
    quoted = [block for block in code if block in TOY]

    assert len(quoted) >= 8
    assert len(code) - len(quoted) >= 4


def test_the_kinds_of_the_page_make_a_palette(tmp_path, monkeypatch):
    from wardesk import paths
    from wardesk.documents.maps.shipped import shipped_palettes

    (kinds,) = blocks("develop/add-a-terrain.md", "toml")
    assert set(tomllib.loads(kinds)) == {"terrain", "borders", "lines"}
    (tmp_path / "palettes").mkdir()
    (tmp_path / "palettes" / "x.toml").write_text(f'id = "x"\ntitle = "X"\n{kinds}', "utf-8")
    monkeypatch.setattr(paths, "resources", lambda: tmp_path)

    (shipped,) = shipped_palettes()
    palette = shipped.palette

    assert palette.terrain["vineyard"].properties["blocks_sight"]
    assert palette.borders["terrace"].passable
    assert "path" in palette.lines


# ---- what is named ------------------------------------------------------------------------------

FOLDERS = ("wardesk/", "tests/", "resources/", "packaging/", "campaigns/", ".ci/")


def paths_named(page: Path) -> set[str]:
    """Files and folders of the repository that a page names in code letters."""
    words = {word for code in CODE.findall(prose(page)) for word in code.split()}
    return {word for word in words if word.startswith(FOLDERS) and "NAME" not in word}


@pytest.mark.parametrize("page", [*(f"resources/docs/{p}" for p in PAGES), *BESIDE[1:]])
def test_every_file_that_is_named_exists(page):
    assert [name for name in paths_named(ROOT / page) if not (ROOT / name).exists()] == []


def test_the_files_of_where_to_look_exist():
    table = text_of(DOCS / "develop/architecture.md").partition("## Where to look")[2]
    named = [word for word in CODE.findall(table) if "/" in word]

    assert named
    assert [name for name in named if not (ROOT / "wardesk" / name).exists()] == []


@cache
def window_words() -> set[str]:
    """Everything that stands in a ``tr()`` of the window."""
    paths = (ROOT / "wardesk" / "ui").rglob("*.py")
    return {
        form.rpartition(catalogues.CONTEXT)[2]
        for path in paths
        for (form, *_) in catalogues.said(ast.parse(path.read_bytes()))
    }


@pytest.mark.parametrize("page", USER)
def test_words_of_the_window_are_those_of_the_window(page):
    """In the user guide, slanted words are what stands on the screen."""
    slanted = re.findall(r"(?<![*\w])\*([^*\n]+)\*(?!\*)", prose(DOCS / page))

    assert slanted
    assert [word for word in slanted if word not in window_words()] == []


FIXED = {"Enter", "Space", "Tab", "Alt", "Esc", "Y"} | {str(number) for number in range(10)}
KEY = re.compile(
    r"(?:(?:Ctrl|Alt|Shift)\+)+\S+|F\d+|[A-Z,.]|Enter|Space|Tab|Alt|Home|End|Esc|Del|\d|Pg\w+"
)


@pytest.mark.parametrize("page", USER)
def test_keys_of_the_user_guide_are_keys_of_the_window(page):
    known = set(CODE.findall(text_of(DOCS / "reference/keys.md"))) | FIXED
    named = {code for code in CODE.findall(prose(DOCS / page)) if KEY.fullmatch(code)}

    assert named - known == set()


# ---- made pages ---------------------------------------------------------------------------------


def test_the_command_line_is_as_the_page_says():
    page = text_of(DOCS / "reference" / "command-line.md")

    assert page == reference.command_page(), "run packaging/reference.py"


def test_the_sections_of_market_garden_are_as_the_page_says():
    page = text_of(DOCS / "reference" / "market-garden.md")

    assert page == sections.sections_page(), "run packaging/reference.py"


def test_the_format_of_rules_that_are_data_is_as_the_page_says():
    page = text_of(DOCS / "reference" / "rules-as-data.md")

    assert page == reference.rules_page(), "run packaging/reference.py"


def test_every_section_is_shown_by_a_command_that_there_is():
    known = {name.removeprefix("wardesk ") for name, _command in reference.commands()}
    acts = {each.id for each in actions_of(find_design(sections.NAME)[0])}
    for rule in sections.books()[0].rules:
        shown = sections.commands(rule)
        assert shown, rule.id
        for words in shown:
            parts = words.split()
            assert " ".join(parts[:2]) in known, (rule.id, words)
            assert parts[1] != "act" or parts[3] in acts, (rule.id, words)


def test_at_least_fifty_sections_are_played_or_reckoned_and_have_tests_of_their_own():
    own, table = sections.books()
    proofs = rule_proofs(ROOT / "tests")
    proved = []
    for rule in own.rules:
        played = sections.at_the_table(rule, table)
        if rule.status != "hand":
            proved.append((rule.id, proofs.get(f"{own.prefix} {rule.id}", [])))
        elif played is not None:
            proved.append((rule.id, proofs.get(f"{table.prefix} {played.id}", [])))
    assert [key for key, tests in proved if not tests] == []
    assert len(proved) >= 50


@pytest.mark.parametrize(
    ("page", "table", "name"),
    [
        (reference.ARCHITECTURE, reference.rooms_table, "`words`"),
        (reference.STATUS, reference.status_table, "Blitzkrieg 1940"),
    ],
)
def test_the_made_table_of_a_page_is_whole(page, table, name):
    text = text_of(page)

    assert table() in text, "run packaging/reference.py"
    assert reference.with_table(text.replace(f"| {name} |", "| gone |"), table()) == text


def test_every_rulebook_stands_in_the_table_of_status():
    """Each sentence of a rulebook is counted once: in one status, or among our own."""
    books = {book.title: book for book in reference.rulebooks()}
    rows = re.findall(r"^\| (.+?) \|((?: \d+ \|)+)$", reference.status_table(), re.M)

    files = (ROOT / "wardesk").rglob("rulebook.toml")
    assert {tomllib.loads(text_of(file))["rulebook"]["title"] for file in files} == set(books)
    assert {title: sum(map(int, re.findall(r"\d+", figures))) for title, figures in rows} == {
        title: len(book.rules) for title, book in books.items()
    }


def test_every_room_stands_in_the_table():
    there = {
        path.stem
        for path in (ROOT / "wardesk").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }

    assert {name for name, _duty in reference.rooms()} == there - {"__init__"}


def test_limits_are_as_the_page_says():
    from wardesk.documents.files import drawings, pictures, untrusted
    from wardesk.documents.games import gamelog, letters, log_lines
    from wardesk.documents.imports import tracing
    from wardesk.documents.packs import csv_forces, pack_parts
    from wardesk.games.freeform import cards
    from wardesk.model import counter_sheet
    from wardesk.render import repaint
    from wardesk.render.counters import sheet
    from wardesk.services.maps import new_map
    from wardesk.services.play import clinic_examples

    page = text_of(DOCS / "reference" / "files.md")
    rows = dict(re.findall(r"^\| (.+?) \| ([\d,]+(?: MB)?) \|$", page, re.M))

    assert rows == {
        "records in a game": f"{log_lines.MOST_RECORDS:,}",
        "a game, unpacked": f"{gamelog.MOST_BYTES >> 20} MB",
        "a line of a game": f"{log_lines.MOST_LINE >> 20} MB",
        "a letter of a game by mail": f"{letters.MOST_LETTER >> 20} MB",
        "an example of the clinic": f"{clinic_examples.MOST_BYTES >> 20} MB",
        "answers in a letter": f"{letters.MOST_DEEDS:,}",
        "a pack, in a zip or carried by a game": f"{pack_parts.LIMITS.total_bytes >> 20} MB",
        "pixels of a module's picture": f"{repaint.MOST_PIXELS:,}",
        "pixels of a module's picture, as JPEG": f"{repaint.MOST_OF_JPEG:,}",
        "cells of a new map": f"{new_map.MOST_CELLS:,}",
        "cells of an imported map": f"{tracing.MOST_CELLS:,}",
        "an imported map": f"{tracing.MOST_BYTES >> 20} MB",
        "a TOML file of a pack": f"{untrusted.MOST_TOML_BYTES >> 20} MB",
        "rows of a CSV file of counters": f"{csv_forces.MOST_ROWS:,}",
        "columns of a CSV file of counters": f"{csv_forces.MOST_COLUMNS:,}",
        "a CSV file of counters": f"{csv_forces.LARGEST >> 20} MB",
        "a picture of a counter, a card or a map's look": f"{pictures.LARGEST >> 20} MB",
        "an SVG drawing": f"{drawings.LARGEST >> 20} MB",
        "a scanned sheet": f"{sheet.LARGEST >> 20} MB",
        "counters of a sheet": f"{counter_sheet.MOST_COUNTERS:,}",
        "cards of a scenario": f"{cards.MOST_CARDS:,}",
    }
