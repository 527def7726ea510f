"""The help: pages by key and by palette, search, links, back and forward; nothing from outside."""

import pytest
import reference
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextDocument
from screens import sample_window

from wardesk.paths import VERSION, resources
from wardesk.ui import theme
from wardesk.ui.shell.help_pages import anchor, heading_with, read_pages, search
from wardesk.ui.shell.help_window import HelpWindow
from wardesk.ui.shell.keys import KeysDialog

PAGES = read_pages(resources() / "docs")
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def window(light, qtbot):
    one = sample_window(light)
    qtbot.addWidget(one)
    one.resize(1280, 800)
    one.show()
    qtbot.waitActive(one)
    return one


@pytest.fixture
def help_(light, qtbot):
    one = HelpWindow()
    qtbot.addWidget(one)
    one.open_page("index.md")
    one.show()
    qtbot.waitActive(one)
    return one


def titles(help_):
    return [help_.list.item(row).text() for row in range(help_.list.count())]


def test_about_says_the_version_and_shows_the_licences(window):
    about = next(one for one in window.commands.all() if one.id == "about")
    assert VERSION in about.title

    window.run("about")

    text = window.findChild(HelpWindow).browser.toPlainText()
    assert "MIT" in text
    assert "Lesser General Public License" in text


@pytest.mark.parametrize(
    ("mode", "page"),
    [
        ("home", "index.md"),
        ("map", "user/designer.md"),
        ("table", "user/player.md"),
        ("campaign", "user/organiser.md"),
        ("study", "user/studies.md"),
    ],
)
def test_f1_opens_the_help_at_the_page_of_the_workspace(window, qtbot, mode, page):
    window.show_mode(mode)

    qtbot.keyClick(window, Qt.Key.Key_F1)

    assert window.findChild(HelpWindow).page.path == page


def test_a_second_f1_brings_the_same_window_forward(window):
    window.show_help()
    window.findChild(HelpWindow).open_page("reference/glossary.md")

    window.show_help()

    (one,) = window.findChildren(HelpWindow)
    assert one.page.path == "reference/glossary.md"


def test_the_keys_are_still_a_key_away(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)

    assert window.findChild(KeysDialog) is not None


@pytest.mark.parametrize("words", ["help", "how do I", "rules", "manual"])
def test_the_palette_finds_the_help(window, words):
    assert "help" in [command.id for command in window.commands.find(words)]


def test_every_page_is_listed_under_its_heading(help_):
    assert {page.title for page in PAGES} <= set(titles(help_))
    assert {page.group for page in PAGES if page.group} <= set(titles(help_))


def test_a_search_lists_pages_with_the_words(help_):
    help_.field.setText("glossary")
    assert titles(help_)[0] == "Glossary"

    help_.field.setText("xyzzy")
    assert titles(help_) == []
    assert help_._nothing.isVisible()


def test_a_title_comes_before_a_word_in_the_text():
    assert search(PAGES, "testing")[0].title == "Testing"


def test_enter_in_the_search_opens_the_first_page_at_the_heading(help_, qtbot):
    help_.field.setText("outcome before effect")

    qtbot.keyClick(help_.field, Qt.Key.Key_Return)

    assert heading_with(help_.page, "outcome before effect") == "Outcome before effect"
    assert help_.browser.textCursor().block().text() == "Outcome before effect"
    assert help_.browser.verticalScrollBar().value() > 0


def test_down_walks_from_the_search_into_the_list(help_, qtbot):
    help_.field.setFocus()
    qtbot.keyClick(help_.field, Qt.Key.Key_Down)
    qtbot.keyClick(help_.list, Qt.Key.Key_Down)

    assert help_.list.hasFocus()
    assert help_.page.path == PAGES[1].path


def test_a_link_opens_its_page_and_back_returns(help_, qtbot):
    help_.open_page("user/player.md")
    help_.browser.anchorClicked.emit(QUrl("designer.md#tables-without-rules"))
    assert help_.page.path == "user/designer.md"
    assert help_.browser.textCursor().block().text() == "Tables without rules"

    qtbot.keyClick(help_, Qt.Key.Key_Left, ALT)
    assert help_.page.path == "user/player.md"

    qtbot.keyClick(help_, Qt.Key.Key_Right, ALT)
    assert help_.page.path == "user/designer.md"
    assert not help_.forward.isEnabled()


@pytest.mark.parametrize(
    "link",
    ["https://example.invalid/", "file:///etc/passwd", "//host/x.md", "../../../README.md", "x.md"],
)
def test_a_link_out_of_the_docs_leads_nowhere(help_, link):
    help_.browser.anchorClicked.emit(QUrl(link))

    assert help_.page.path == "index.md"


def test_nothing_is_loaded_for_a_page(help_):
    kind = QTextDocument.ResourceType.ImageResource.value
    picture = QUrl.fromLocalFile(str(resources() / "icons" / "home.svg"))

    assert help_.browser.loadResource(kind, picture) is None


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=[page.path for page in PAGES])
def test_every_heading_can_be_shown(help_, page):
    help_.open_page(page.path)

    assert [head for head in page.headings if not help_.browser.show_heading(anchor(head))] == []


def test_the_page_follows_the_theme(help_, light):
    def ink():
        cursor = help_.browser.textCursor()
        cursor.setPosition(2)
        return cursor.charFormat().foreground().color().name()

    assert ink() == theme.load("light").text.lower()
    theme.apply(light, "dark")
    assert ink() == theme.load("dark").text.lower()


def test_esc_closes(window, qtbot):
    window.show_help()
    qtbot.keyClick(window.findChild(HelpWindow), Qt.Key.Key_Escape)

    qtbot.waitUntil(lambda: not window.findChildren(HelpWindow))


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_the_page_of_keys_is_as_the_window_has_them(light):
    made = reference.keys_page()

    page = (resources() / "docs" / "reference" / "keys.md").read_text("utf-8")
    assert page == made, "run packaging/reference.py"


def test_the_pictures_of_the_first_hour_are_small_and_are_shown(light):
    from PySide6.QtGui import QTextDocument

    from wardesk.ui.shell.help_browser import PICTURES, HelpBrowser

    page = (PICTURES.parent / "user" / "first-steps.md").read_text("utf-8")
    names = [line.split("(../pictures/")[1].rstrip(")") for line in page.splitlines()
             if "(../pictures/" in line]  # fmt: skip
    assert len(names) == 5
    assert {path.name for path in PICTURES.iterdir()} == set(names)
    assert all((PICTURES / name).stat().st_size < 250_000 for name in names)
    browser = HelpBrowser()
    kind = QTextDocument.ResourceType.ImageResource.value
    for name in names:
        assert not browser.loadResource(kind, f"../pictures/{name}").isNull()
    for other in ("https://example.org/x.png", "../../../settings.json", "/etc/passwd"):
        assert browser.loadResource(kind, other) is None
