"""Sample data for the window, and every screen as a picture: ``python tests/ui/screens.py DIR``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.ui.shell.cards import ContinueCard, ScenarioCard
from wardesk.ui.shell.new_game import NewGameDialog, SideChoice
from wardesk.ui.widgets.notice import Notice


def picture(seed: int) -> QImage:
    """A stand-in for a map thumbnail: fields, a river, a road."""
    image = QImage(480, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("#DCCFA3"))
    p = QPainter(image)
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    for k in range(18):
        x, y = (seed * 53 + k * 97) % 480, (seed * 31 + k * 61) % 300
        p.setPen(QPen(QColor("#B5A878"), 1))
        p.setBrush(QColor("#BFC98A" if k % 3 else "#9DB36C"))
        p.drawPolygon(
            QPolygonF(
                [
                    QPointF(x, y),
                    QPointF(x + 70, y + 12),
                    QPointF(x + 50, y + 60),
                    QPointF(x - 20, y + 44),
                ]
            )
        )
    p.setPen(QPen(QColor("#7FA9C9"), 16))
    p.drawLine(0, 40 + seed * 9, 480, 240 - seed * 7)
    p.setPen(QPen(QColor("#8C3A2B"), 4))
    p.drawLine(60, 300, 400 - seed * 8, 0)
    p.fillRect(QRectF(200, 120, 40, 22), QColor("#7A4A3A"))
    p.end()
    return image


CONTINUE = (
    ContinueCard(
        "The northern crossing",
        "Turn 2 of 6 · you defend",
        "Waits for you: the tank platoon at 1609 may react to fire.",
        "12 minutes ago",
        "a.wdgame",
        picture(2),
    ),
    ContinueCard(
        "The long bridge",
        "Umpired",
        "Waits for the umpire: accept or overrule the shot?",
        "yesterday",
        "b.wdgame",
        picture(5),
    ),
    ContinueCard(
        "The fortress",
        "",
        "Finished: a minor victory for the attacker.",
        "Tuesday",
        "c.wdgame",
        picture(7),
    ),
)
SCENARIOS = (
    ScenarioCard(
        "a/1",
        "The fortress: 10 May",
        "Fortress assault",
        "sectors",
        "1–2",
        "1 h",
        2,
        True,
        picture(1),
    ),
    ScenarioCard(
        "b/1", "The northern crossing", "Armour clash", "hexes", "1–2", "3 h", 3, True, picture(3)
    ),
    ScenarioCard(
        "b/2", "The hill village", "Armour clash", "hexes", "1–2", "4 h", 3, True, picture(4)
    ),
    ScenarioCard(
        "c/1", "The bridgehead", "Bridgehead", "squares", "1–2", "2 h", 2, True, picture(6)
    ),
    ScenarioCard(
        "d/1",
        "The corridor and its five bridges, a title that is too long",
        "Tactical series",
        "hexes",
        "2–4",
        "8 days",
        5,
        False,
        picture(8),
    ),
    ScenarioCard("e/1", "A fort besieged", "Operational forts", "hexes", "1–2", "1 h", 4, True),
)
SIDES = (
    SideChoice("north", "Northern army", "a"),
    SideChoice("south", "Southern army", "b", "policy"),
)


def sample_window(app: QApplication):
    from wardesk.ui.app import make_window

    window = make_window(app)
    window.home.set_continue(CONTINUE)
    window.home.set_scenarios(SCENARIOS)
    window.home.set_status(facts=("5 packs",))
    window.home.enter()
    return window


def main(folder: Path) -> None:
    from clipping import clipped

    from wardesk.ui import theme
    from wardesk.ui.app import make_app
    from wardesk.ui.shell.crash import CrashDialog
    from wardesk.ui.shell.keys import KeysDialog
    from wardesk.ui.shell.palette import CommandPalette

    app = make_app(["wardesk"])
    window = sample_window(app)

    def shot(widget: QWidget, name: str) -> None:
        for _ in range(3):
            app.processEvents()
        for line in clipped(widget):
            print(name, line)
        widget.grab().save(str(folder / f"shell_{name}.png"))

    for name in theme.THEMES:
        theme.apply(app, name)
        for wide, tall in ((1280, 800), (1920, 1080), (853, 533)):
            window.resize(wide, tall)
            window.show()
            window.show_mode("home")
            shot(window, f"home_{wide}_{name}")
            for mode in ("map", "table", "campaign", "study"):
                window.show_mode(mode)
                if wide == 1280 or (wide == 853 and mode == "map"):
                    shot(window, f"{mode}_{wide}_{name}")
        window.resize(1280, 800)
        window.show_mode("home")
        window.notify(
            Notice(
                "The file could not be opened.",
                "It was cut short; the copy of 14:10 is sound.",
                "warn",
                (("Open the copy", lambda: None),),
            )
        )
        shot(window, f"notice_{name}")
        window.notices.clear()
        palette = CommandPalette(window.commands, window)
        palette.show()
        shot(palette, f"palette_{name}")
        palette.close()
        keys = KeysDialog(window.commands.all(), window)
        keys.show()
        shot(keys, f"keys_{name}")
        keys.close()
        new = NewGameDialog(
            "a/1",
            "The fortress: 10 May",
            SIDES,
            window,
            note="Fortress assault · sectors · about 1 h",
            seed=271828,
        )
        new.show()
        shot(new, f"new_game_{name}")
        new.close()
        crash = CrashDialog(
            "WarDesk report\n" + "Traceback line\n" * 12,
            Path("/home/you/wardesk/reports/report.txt"),
            "Your games are safe: every answer is on the disk before it counts.",
            window,
        )
        crash.show()
        shot(crash, f"crash_{name}")
        crash.close()
    window.close()


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    main(Path(sys.argv[1]))
