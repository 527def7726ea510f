"""A game by mail in the window: begun at New game, sent and taken in at the table and from Home."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFileDialog

from wardesk.services.play import mail
from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.new_game import NewGameDialog
from wardesk.ui.table.mail import MailDialog
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.notice import NoticeBar

pytestmark = pytest.mark.usefixtures("light")
BEST = "market-garden/the-best-laid-plans"


@pytest.fixture
def homes(tmp_path, monkeypatch):
    def enter(name):
        monkeypatch.setenv("WARDESK_HOME", str(tmp_path / name))

    enter("anna")
    return enter


@pytest.fixture
def desk(qtbot, homes):
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1440, 860)
    window.show()
    made = Opener(window)
    yield made
    made.shut()


def table_of(desk, qtbot):
    qtbot.waitUntil(lambda: not desk.busy, timeout=30_000)
    table = desk.window_.workspace("table")
    table.model.runner.set_pace(4)
    return table


def saves_to(monkeypatch, place):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (str(place), ""))


def settled(table, qtbot):
    qtbot.waitUntil(lambda: not table.session.automatic, timeout=20_000)


def start_of(dialog):
    return next(b for b in dialog.findChildren(Button) if b.text() == "Start")


def offers(table):
    return [offer.id for offer in table.model.offers()]


def test_two_turns_by_mail_in_the_window(desk, homes, qtbot, monkeypatch, tmp_path):
    files = [tmp_path / f"{n}.wdmail" for n in range(4)]
    desk.choose_players(BEST, by_mail=True)
    dialog = desk.window_.findChild(NewGameDialog)
    assert dict(dialog.chosen().players) == {"allied": "human", "german": "mail"}
    assert dialog.seed.isHidden()
    dialog.start()
    table = table_of(desk, qtbot)
    assert "table.send_letter" in offers(table)

    saves_to(monkeypatch, files[0])
    table.model.press("table.send_letter")
    homes("ben")
    ben = mail.take(mail.read_file(files[0]))
    mail.send(ben, files[1], says="Ready")
    homes("anna")

    desk.open_game(str(files[1]))
    assert desk.window_.workspace("table") is table  # its game lay there
    settled(table, qtbot)
    session = table.session
    while session.waiting == "person":
        assert "table.type" not in offers(table)
        session.answer(session.bot_answer(session.ask.who, "policy"))
        settled(table, qtbot)
    assert offers(table) == ["table.send_letter"]
    saves_to(monkeypatch, files[2])
    table.model.press("table.send_letter")
    assert "table.take_letter" in offers(table)
    homes("ben")
    ben.take(mail.read_file(files[2]))
    assert mail.audit(ben)[1] == []
    before = session.journal.head
    while ben.run() or ben.waiting == "person":
        if ben.waiting == "person":
            ben.answer(ben.bot_answer(ben.ask.who, "policy"))
    mail.send(ben, files[3])
    ben.close()
    homes("anna")

    desk.open_game(str(files[3]))
    assert session.journal.head > before
    assert table.model.at == before  # what came runs by
    qtbot.waitUntil(lambda: table.model.at is None, timeout=60_000)


def test_a_letter_that_appears_in_a_common_folder_is_taken_in(
    desk, homes, qtbot, monkeypatch, tmp_path
):
    common = tmp_path / "common"
    common.mkdir()
    (common / "noise.wdmail").write_text("none")
    desk.choose_players(BEST, by_mail=True)
    desk.window_.findChild(NewGameDialog).start()
    table = table_of(desk, qtbot)
    saves_to(monkeypatch, common / "a.wdmail")
    table.model.press("table.send_letter")
    qtbot.wait(400)
    assert table.session.post.number == 1
    homes("ben")
    ben = mail.take(mail.read_file(common / "a.wdmail"))
    mail.send(ben, common / "b.wdmail")
    ben.close()
    homes("anna")

    qtbot.waitUntil(lambda: table.session.post.number == 2, timeout=5_000)
    assert table.session.post.is_mine


def test_a_letter_opens_its_game_from_home(desk, homes, qtbot, monkeypatch, tmp_path):
    one, two = tmp_path / "0.wdmail", tmp_path / "1.wdmail"
    homes("ben")
    ben = mail.invite(BEST, "allied", name="Ben")
    mail.send(ben, one)
    homes("anna")
    desk.open_game(str(one))
    table = table_of(desk, qtbot)
    assert table.session.post.side == "german"
    assert "table.send_letter" in offers(table)
    saves_to(monkeypatch, two)
    table.model.press("table.send_letter")
    homes("ben")
    ben.take(mail.read_file(two))
    ben.close()


def test_a_bad_letter_is_told_and_the_table_stays(desk, homes, qtbot, tmp_path):
    desk.choose_players(BEST, by_mail=True)
    desk.window_.findChild(NewGameDialog).start()
    table = table_of(desk, qtbot)
    own, bad = tmp_path / "own.wdmail", tmp_path / "bad.wdmail"
    mail.send(table.session, own)
    bad.write_bytes(own.read_bytes()[:-5])
    told = []
    for letter in (own, bad, tmp_path / "none.wdmail"):
        head = table.session.journal.head
        desk.open_game(str(letter))
        told.append({bar.accessibleName() for bar in table.toasts.findChildren(NoticeBar)})
        assert told[-1] - set().union(*told[:-1])
        assert table.session.journal.head == head
    assert desk.window_.workspace("table") is table


def test_who_plays_by_mail_is_one_of_two(desk, qtbot):
    desk.choose_players(BEST, by_mail=True)
    dialog = desk.window_.findChild(NewGameDialog)
    box = dialog.players["allied"]
    box.setCurrentIndex(box.findData("mail"))
    assert not start_of(dialog).isEnabled()
    box.setCurrentIndex(box.findData("human"))
    assert start_of(dialog).isEnabled()
    other = dialog.players["german"]
    other.setCurrentIndex(other.findData("policy"))
    assert not dialog.seed.isHidden()
    assert dialog.throws.isHidden()
    assert dialog.chosen().mail == ""


def test_games_that_hide_something_do_not_offer_it(desk, qtbot):
    desk.choose_players("freeform/hannut-table")
    dialog = desk.window_.findChild(NewGameDialog)
    assert all(box.findData("mail") < 0 for box in dialog.players.values())


def test_home_lists_the_games_by_mail(desk, homes, qtbot, tmp_path):
    mail.invite(BEST, "allied").close()
    desk.refresh()
    qtbot.waitUntil(lambda: len(desk.window_.home.to_play()) > 3, timeout=20_000)
    desk.window_.home.action_table.run("home.mail")
    dialog = desk.window_.findChild(MailDialog)
    qtbot.waitUntil(lambda: len(dialog.list.rows) == 1, timeout=20_000)
    row = dialog.list.rows[0]
    assert row.title == "The Best Laid Plans"
    assert row.detail == "You wait for a letter."
    with qtbot.waitSignal(dialog.opened):
        dialog.list.picked.emit(row.key)
    table = table_of(desk, qtbot)
    assert table.session.post is not None
