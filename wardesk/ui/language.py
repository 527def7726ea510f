"""The language of the window: which ones there are, and how one is put in force."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from wardesk.documents.translate_values import Wording
from wardesk.errors import UserError
from wardesk.games.registry import is_ours
from wardesk.words import LANGUAGES, Text, language_in_force, shown, use_language


def wanted(chosen: str) -> str:
    """The language that is meant by a setting: itself, or the first of the system's we know."""
    if chosen in LANGUAGES:
        return chosen
    names = (name.replace("_", "-").partition("-")[0] for name in QLocale.system().uiLanguages())
    return next((name for name in names if name in LANGUAGES), "en")


def current() -> str:
    """The language in force."""
    return language_in_force()


def wording() -> Wording:
    """How the texts of a game are said in the language in force."""
    return Wording(current())


def said(text: str) -> str:
    """A sentence in the language in force; a name, or what a person wrote, as it is."""
    return shown(text) if isinstance(text, Text) else text


def decimal(value: float, places: int = 1) -> str:
    """A number with so many places, with the point or comma of the language in force."""
    return shown(Text(f"{{value:.{places}f}}", {"value": value}))


def whole(number: int) -> str:
    """A whole number, its thousands apart as the language in force has them."""
    return QLocale(current()).toString(number)


def explained(error: UserError) -> UserError:
    """What went wrong, in the language in force; it is raised in English."""
    return UserError(shown(error.message), shown(error.advice))


def games_in_english() -> list[str]:
    """Titles of the packs whose games have no words in the language in force: other people's."""
    from wardesk.services.packs.shelf import read_shelf  # not at the start of the window

    packs = read_shelf().packs if current() != "en" else ()
    return sorted({pack.title for pack in packs if not is_ours(pack.game)})


@cache
def _translators() -> list[QTranslator]:
    return []


def use(app: QApplication, chosen: str) -> str:
    """Put a language in force for every window made from here on; gives its code."""
    for one in _translators():
        app.removeTranslator(one)
    _translators().clear()
    code = wanted(chosen)
    use_language(code)
    if code == "en":
        return code
    qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    # Qt's own words: file dialogs, menus of text fields. Ours are looked up by `words.tr`.
    translator, path = QTranslator(app), qt / f"qtbase_{code}.qm"
    if path.is_file() and translator.load(str(path)):
        app.installTranslator(translator)
        _translators().append(translator)
    return code
