"""Every word of the window goes through tr(), and its translations are whole and in step."""

import ast

import catalogues
import pytest

from wardesk.ui import language
from wardesk.words import ENGLISH, LANGUAGES, tr

UI = catalogues.ROOT / "wardesk" / "ui"
SOURCES = sorted(UI.rglob("*.py"))
SINKS = {
    "Text", "Line", "Button", "ToolButton", "Panel", "Chip", "Notice", "EmptyState", "Offer",
    "Words", "Switch", "Stepper", "setWindowTitle", "setToolTip", "setAccessibleName",
    "setAccessibleDescription", "setPlaceholderText", "setText", "set_words", "addAction",
    "addItem", "addRow", "allow", "refuse", "say", "set_titles", "set_note", "set_title",
}  # fmt: skip
"""Calls whose literals a person would read."""

ALLOWED = {"WarDesk", "Enter", "Esc", "End", "Tab"}
SHORTENED = {"No."}
"""Ends in a full stop only because English shortens it so."""
KEYWORDS = {"key", "icon", "kind", "role", "tone", "name"}


def spoken(node):
    """Literals straight in the arguments of a call that shows words."""
    keywords = [k.value for k in node.keywords if k.arg not in KEYWORDS]
    for part in [*node.args, *keywords]:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def is_words(text):
    sentence = " " in text or (text[:1].isupper() and text[1:].islower() and len(text) > 2)
    return sentence and text not in ALLOWED and not text.startswith(("Ctrl+", "Shift+"))


def bare_words(path):
    """Words that a module shows without tr(), with line and sink."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            func = node.func
            name = func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")
            if isinstance(func, ast.Name) and name == "say":
                continue  # a sentence of the catalogue, shown where it is wanted
            if name in SINKS and (bare := [text for text in spoken(node) if is_words(text)]):
                yield f"{path.name}:{node.lineno} {name}: {bare}"


def test_no_words_without_tr():
    assert [found for path in SOURCES for found in bare_words(path)] == []


def test_words_without_tr_would_be_found(tmp_path):
    (tmp_path / "a.py").write_text('label.setText("Two words")\nlabel.setText(tr("Two words"))\n')
    assert len(list(bare_words(tmp_path / "a.py"))) == 1


@pytest.fixture(scope="module")
def window():
    return {
        form for source in SOURCES for (form, *_) in catalogues.said(ast.parse(source.read_bytes()))
    }


@pytest.fixture(scope="module", params=sorted(set(LANGUAGES) - {ENGLISH}))
def spoken_in(request):
    return request.param


@pytest.fixture(scope="module")
def translated(window, spoken_in):
    path = catalogues.FOLDER / spoken_in / "LC_MESSAGES" / "wardesk.po"
    found = {}
    for one in catalogues.catalogue(path):
        key = f"{one.context}{catalogues.CONTEXT}{one.id}" if one.context else one.id
        if isinstance(key, str) and key in window:
            found[one.context or "", one.id] = one.string
    return found


def test_the_window_takes_tr_from_one_place():
    other = [
        path.name
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_bytes()))
        if (isinstance(node, ast.Attribute) and node.attr in ("tr", "translate")
            and ast.unparse(node.value) in ("self", "cls", "QCoreApplication", "QApplication"))
        or (isinstance(node, ast.FunctionDef) and node.name in ("tr", "_tr"))
    ]  # fmt: skip
    assert other == []


def test_places_and_ends_survive(translated):
    assert len(translated) > 1500
    for (_, source), words in translated.items():
        for place in ("{0}", "{1}", "{2}"):
            assert source.count(place) == words.count(place), source
        assert source.endswith("…") == words.endswith("…"), source
        if source not in SHORTENED:
            assert source.endswith(".") == words.endswith("."), source


@pytest.mark.slow
def test_the_window_speaks_as_the_catalogue_says(qapp, spoken_in, translated):
    try:
        assert language.use(qapp, spoken_in) == spoken_in
        for (context, source), words in translated.items():
            assert tr(source, context) == words
    finally:
        assert language.use(qapp, "en") == "en"
    assert tr("Umpire") == "Umpire"


def test_an_unknown_language_is_english():
    assert language.wanted("xx") in language.LANGUAGES
    assert language.wanted("de") == "de"
    assert language.wanted("fr") == "fr"


def test_a_decimal_has_the_point_of_the_language(qapp):
    assert language.decimal(5.46) == "5.5"
    try:
        for code in ("de", "fr"):
            language.use(qapp, code)
            assert (language.decimal(5.46), language.decimal(12.346, 2)) == ("5,5", "12,35")
    finally:
        language.use(qapp, "en")


@pytest.mark.parametrize(
    ("code", "said"), [("en", "30,000"), ("de", "30.000"), ("fr", "30\u202f000")]
)
def test_thousands_stand_apart_as_the_language_has_them(qapp, code, said):
    try:
        language.use(qapp, code)
        assert language.whole(30_000) == said
        assert language.whole(300) == "300"
    finally:
        language.use(qapp, "en")
