"""Writes the pages that tell what the program itself knows: ``python packaging/reference.py``.

The command line, the keys of every workspace, the table of rooms and the counts of the rulebooks
are asked of the program, so that the docs cannot say anything else; a test compares.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from wardesk.ui.shell.main_window import MainWindow

Click: TypeAlias = Any
"""A command or parameter: typer has a copy of click inside, whose types have no public name."""

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from sections import books, sections_page  # noqa: E402 - the checkout must be found first

from wardesk.model.rulebook import Rulebook, read_rulebook  # noqa: E402

DOCS = ROOT / "resources" / "docs"
ARCHITECTURE = DOCS / "develop" / "architecture.md"
STATUS = DOCS / "reference" / "status.md"


def rooms() -> list[tuple[str, str]]:
    """Each room of the package with the first sentence of its docstring, from the top down."""
    layers = re.search(
        r"^layers = \[(.*?)^\]", (ROOT / "pyproject.toml").read_text("utf-8"), re.S | re.M
    )
    names = re.findall(r"\w+", layers.group(1)) if layers else []
    return [(name, _duty(ROOT / "wardesk" / name)) for name in names]


def _duty(room: Path) -> str:
    source = room / "__init__.py" if room.is_dir() else room.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
    return " ".join(docstring.partition("\n\n")[0].split())


def rooms_table() -> str:
    """The table of rooms in Markdown."""
    rows = [f"| `{name}` | {duty} |\n" for name, duty in rooms()]
    return "| room | what is in it |\n|---|---|\n" + "".join(rows)


def with_table(text: str, table: str) -> str:
    """A page with *table* in the place of the one that has the same head."""
    head = re.escape(table.partition("\n")[0])
    return re.sub(rf"^{head}\n(?:\|.*\n)+", lambda _old: table, text, flags=re.M)


# ---- rules --------------------------------------------------------------------------------------


def rulebooks() -> list[Rulebook]:
    """The rulebook of every game that comes with the program, then Market Garden's."""
    games = sorted((ROOT / "wardesk" / "games").glob("*/rulebook.toml"))
    own, _table = books()
    return [*map(read_rulebook, games), own]


def status_table() -> str:
    """How many rules of each rulebook are played, and how, in Markdown."""
    head = "| rules of | enforced | changed | assisted | by hand | our own |\n"
    head += "|---|---|---|---|---|---|\n"
    names = ("enforced", "changed", "assisted", "hand", "ours")
    rows = []
    for book in rulebooks():
        counts = book.counts()
        rows.append(f"| {book.title} | {' | '.join(str(counts[name]) for name in names)} |\n")
    return head + "".join(rows)


# ---- the command line ---------------------------------------------------------------------------


def commands() -> Iterator[tuple[str, Click]]:
    """Every command of ``wardesk`` with the whole of its name, groups before their members."""
    import typer

    from wardesk.cli.main import app

    def walk(name: str, command: Click) -> Iterator[tuple[str, Click]]:
        yield name, command
        for part, below in getattr(command, "commands", {}).items():
            yield from walk(f"{name} {part}", below)

    yield from walk("wardesk", typer.main.get_command(app))


def command_page() -> str:
    """The reference of the command line."""
    parts = [
        "# The command line\n\n"
        "This page is made from the program (`python packaging/reference.py`). Each command also\n"
        "says all this itself: add `--help`. Exit codes: 0 fine, 1 something was found wrong,\n"
        "2 bad use.\n"
    ]
    for name, command in commands():
        if name == "wardesk":
            continue
        depth = "##" if name.count(" ") == 1 else "###"
        parts.append(f"\n{depth} {name}\n\n{_text(command.help)}\n")
        rows = [_parameter(one) for one in command.params if one.name != "help"]
        if rows:
            parts.append("\n| word | what it is |\n|---|---|\n" + "".join(rows))
    return "".join(parts)


def _parameter(one: Click) -> str:
    if one.param_type_name == "argument":
        word = str(one.metavar or one.name).upper()
        word = word if one.required or word.startswith("[") else f"[{word}]"
    else:
        word = ", ".join([*one.opts, *one.secondary_opts])
        word += f" {one.metavar}" if one.metavar and not one.is_flag else ""
    return f"| `{word}` | {_text(getattr(one, 'help', ''))} |\n"


def _text(words: str | None) -> str:
    return " ".join((words or "").split()).replace("|", "\\|")


# ---- keys ---------------------------------------------------------------------------------------


def keys_page() -> str:
    """The keys of every workspace, asked of a window on sample data."""
    parts = [
        "# Keys and commands\n\n"
        "This page is made from the program (`python packaging/reference.py`). In the window,\n"
        "`Shift+F1` shows the keys as they are now, with those that you have changed, and\n"
        "`Ctrl+Shift+P` finds any command by its name.\n"
    ]
    for where, members in _keys().items():
        rows = (f"| {title} | {f'`{key}`' if key else ''} |\n" for title, key in members.items())
        parts.append(f"\n## {where}\n\n| command | key |\n|---|---|\n{''.join(rows)}")
    return "".join(parts)


def _keys() -> dict[str, dict[str, str]]:
    """Title and key of each command by its place; maps of areas and of hexes, and a game, open."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from wardesk.ui import theme
    from wardesk.ui.shell.main_window import MainWindow

    app = QApplication.instance() or QApplication([])
    theme.load_fonts()
    if isinstance(app, QApplication):
        theme.apply(app, "light")
    window = MainWindow()
    found: dict[str, dict[str, str]] = {}
    for lay in (_nothing, _maps, _tables, _campaigns, _rulebooks, _studies):
        for _step in lay(window):
            for action in window.commands.all():
                found.setdefault(action.group, {})[action.title] = action.key
    window.close()
    window.deleteLater()
    return found


def _nothing(window: MainWindow) -> Iterator[None]:
    del window
    yield


def _maps(window: MainWindow) -> Iterator[None]:
    from wardesk.paths import campaigns
    from wardesk.services.maps.edit_session import EditSession
    from wardesk.services.packs.pack_copy import own_map
    from wardesk.ui.map.workspace import MapWorkspace

    for place in ("eben-emael/maps/fort", "hannut-stonne/maps/hannut"):
        workspace = MapWorkspace(EditSession.open(own_map(campaigns() / place)), window)
        window.set_workspace("map", workspace)
        yield
        workspace.shut()


def _tables(window: MainWindow) -> Iterator[None]:
    from wardesk.services.play.session import PlaySession
    from wardesk.ui.table.workspace import TableWorkspace

    for scenario in ("eben-emael/historical", "freeform/hannut-table"):
        table = TableWorkspace(PlaySession.new(scenario, seed=7, keep=False), window)
        table.model.runner.set_paused(True)
        window.set_workspace("table", table)
        yield
        table.shut()


def _rulebooks(window: MainWindow) -> Iterator[None]:
    from wardesk.services.rulebooks.packs import new_book
    from wardesk.ui.rulebooks.workspace import RulebookWorkspace

    with tempfile.TemporaryDirectory() as folder:
        workspace = RulebookWorkspace(new_book(Path(folder) / "evening", "classic"), window)
        window.set_workspace("campaign", workspace)
        yield
        workspace.shut()


def _campaigns(window: MainWindow) -> Iterator[None]:
    from wardesk.documents.packs.campaign_packs import campaign_ids
    from wardesk.paths import user_data
    from wardesk.ui.campaign import opener
    from wardesk.ui.campaign.worker import CampaignWorker
    from wardesk.ui.campaign.workspace import CampaignWorkspace

    for number, name in enumerate(campaign_ids()):
        path = user_data() / f"{number}.wdcamp"
        begun = opener.BegunCampaign(name, name, path, 7, {}, {}, {})
        workspace = CampaignWorkspace(CampaignWorker(*opener._create(begun)), window)
        workspace.worker.setParent(workspace)
        window.set_workspace("campaign", workspace)
        yield
        workspace.shut()


def _studies(window: MainWindow) -> Iterator[None]:
    from wardesk.ui.study.workspace import StudyWorkspace

    workspace = StudyWorkspace(window)
    window.set_workspace("study", workspace)
    yield
    workspace.shut()


def pages() -> dict[Path, str]:
    """Every made page with what it must say."""
    made = {
        DOCS / "reference" / "command-line.md": command_page(),
        DOCS / "reference" / "keys.md": keys_page(),
        DOCS / "reference" / "market-garden.md": sections_page(),
    }
    for page, table in ((ARCHITECTURE, rooms_table()), (STATUS, status_table())):
        made[page] = with_table(page.read_text("utf-8"), table)
    return made


def main() -> int:
    """Write the pages."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["WARDESK_HOME"] = home
        for path, text in pages().items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
