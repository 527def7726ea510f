"""Brings the translations into step with the sources: ``python packaging/translations.py``.

Collects every ``tr()`` of the window into ``resources/translations/wardesk_*.ts`` and compiles
these. Qt's own lupdate and lrelease do the work; they come with PySide6. What games, campaigns,
reports and errors say goes into the gettext catalogues (`catalogues`).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import catalogues

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "wardesk" / "ui"
FOLDER = ROOT / "resources" / "translations"

_OWN = re.compile(r"def (_?tr)\(words: str\)[^:]*:.*?translate\(\"(\w+)\", words\)", re.S)
_TAKEN = re.compile(r"^from ([\w.]+) import [^\n]*\btr\b", re.M)


def tool(name: str) -> str:
    """The path of one of PySide6's tools; it lies beside the Python in use."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if found is None:
        raise SystemExit(f"{name} is missing; it comes with PySide6-Essentials.")
    return found


def context(text: str) -> tuple[str, str] | None:
    """Name and context of the ``tr`` function that a module calls without ``self``."""
    if own := _OWN.search(text):
        return own.group(1), own.group(2)
    if taken := _TAKEN.search(text):
        module = ROOT.joinpath(*taken.group(1).split(".")).with_suffix(".py")
        if own := _OWN.search(module.read_text("utf-8")):
            return own.group(1), own.group(2)
    return None


def spelled_out(text: str) -> str:
    """A source in which every bare ``tr(`` names its context, as lupdate wants it."""
    found = context(text)
    if found is None:
        return text
    name, where = found
    pattern = rf"(?<![\w.])(?<!def ){name}\("
    return re.sub(pattern, f'QCoreApplication.translate("{where}", ', text)


def collect(target: Path, sources: Path = SOURCES) -> None:
    """Update the ``.ts`` file *target*: new messages in, those that are gone out."""
    with tempfile.TemporaryDirectory() as own:
        copies = []
        for path in sorted(sources.rglob("*.py")):
            copy = Path(own, path.relative_to(sources))
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(spelled_out(path.read_text("utf-8")), "utf-8")
            copies.append(str(copy))
        options = ["-locations", "none", "-no-obsolete", "-silent", "-source-language", "en"]
        lupdate = tool("pyside6-lupdate")
        subprocess.run([lupdate, *options, *copies, "-ts", str(target)], check=True)


def compile_all(folder: Path = FOLDER) -> None:
    """Make the ``.qm`` file of every ``.ts`` file."""
    lrelease = tool("pyside6-lrelease")
    for path in sorted(folder.glob("*.ts")):
        subprocess.run([lrelease, "-silent", str(path)], check=True)


def main() -> int:
    """Collect and compile; how many messages still want a translation."""
    missing = 0
    for path in sorted(FOLDER.glob("*.ts")):
        collect(path)
        missing += path.read_text("utf-8").count('type="unfinished"')
    compile_all()
    lacking = catalogues.update()
    for message in lacking:
        print(f"No German, or other places in it: {message!r}")
    missing += len(lacking)
    print(f"{missing} messages want a translation." if missing else "All translated.")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
