"""Every word of the window goes through tr(), and the German translation is whole and in step."""

import ast
import shutil
import xml.etree.ElementTree as ET

import pytest
import translations
from PySide6.QtCore import QCoreApplication

from wardesk.ui import language

SOURCES = sorted(translations.SOURCES.rglob("*.py"))
SINKS = {
    "Text", "Line", "Button", "ToolButton", "Panel", "Chip", "Notice", "EmptyState", "Offer",
    "Words", "Switch", "Stepper", "setWindowTitle", "setToolTip", "setAccessibleName",
    "setAccessibleDescription", "setPlaceholderText", "setText", "set_words", "addAction",
    "addItem", "addRow", "allow", "refuse", "say", "set_titles", "set_note", "set_title",
}  # fmt: skip
"""Calls whose literals a person would read."""

ALLOWED = {"WarDesk", "Enter", "Esc", "End", "Tab"}
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
            if name in SINKS and (bare := [text for text in spoken(node) if is_words(text)]):
                yield f"{path.relative_to(translations.SOURCES)}:{node.lineno} {name}: {bare}"


def test_no_words_without_tr():
    assert [found for path in SOURCES for found in bare_words(path)] == []


def test_words_without_tr_would_be_found(tmp_path, monkeypatch):
    monkeypatch.setattr(translations, "SOURCES", tmp_path)
    (tmp_path / "a.py").write_text('label.setText("Two words")\nlabel.setText(tr("Two words"))\n')
    assert len(list(bare_words(tmp_path / "a.py"))) == 1


def messages(path):
    found = {}
    for context in ET.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            key = context.findtext("name"), message.findtext("source")
            found[key] = message.find("translation")
    return found


@pytest.fixture(scope="module")
def german():
    return messages(translations.FOLDER / "wardesk_de.ts")


def test_the_translation_is_in_step_with_the_sources(tmp_path, german):
    fresh = tmp_path / "wardesk_de.ts"
    shutil.copy(translations.FOLDER / fresh.name, fresh)
    translations.collect(fresh)
    now = messages(fresh)
    assert now.keys() == german.keys(), "run packaging/translations.py"


def test_every_message_is_translated(german):
    open_ = [key for key, one in german.items() if one.get("type") or not one.text]
    assert open_ == []


def test_places_and_ends_survive(german):
    for (_, source), one in german.items():
        for place in ("{0}", "{1}", "{2}"):
            assert source.count(place) == one.text.count(place), source
        assert source.endswith("…") == one.text.endswith("…"), source
        assert source.endswith(".") == one.text.endswith("."), source


def test_the_compiled_file_says_the_same(qapp, german):
    try:
        assert language.use(qapp, "de") == "de"
        for (context, source), one in german.items():
            assert QCoreApplication.translate(context, source) == one.text
    finally:
        assert language.use(qapp, "en") == "en"
    assert QCoreApplication.translate("Table", "Umpire") == "Umpire"


def test_an_unknown_language_is_english():
    assert language.wanted("xx") in language.LANGUAGES
    assert language.wanted("de") == "de"


def test_a_bare_tr_is_given_its_context():
    text = 'from wardesk.ui.table.interactions import tr\nx = tr("Roll")\nself.tr("No")\n'
    spelled = translations.spelled_out(text)
    assert 'QCoreApplication.translate("Table", "Roll")' in spelled
    assert 'self.tr("No")' in spelled
