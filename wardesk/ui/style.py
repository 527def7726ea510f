"""The one style sheet: shape and state of Qt's own controls, no fonts, no screens."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

_TONES = (
    "text", "text2", "text3", "accent_text", "umpire_text", "ok", "warn", "danger",
    "side_a", "side_b",
)  # fmt: skip

_STRIPES = ("accent", "umpire", "ok", "warn", "danger", "side_a", "side_b")

_CHOICE = """
#choice:disabled {{ background: transparent; color: {text3}; }}
#choice:disabled:checked {{ background: transparent; color: {text3};
    border: 1px dashed {edge}; }}
#choice:focus {{ border: 2px solid {focus}; }}
"""
"""What stands over the tones of the choices."""

_SHEET = """
#shell, #page {{ background: {window}; }}
#modebar {{ background: {surface}; border: 0; border-right: 1px solid {line}; }}
#docbar {{ background: {surface}; border: 0; border-bottom: 1px solid {line}; }}
#statusbar {{ background: {surface}; border: 0; border-top: 1px solid {line}; }}
#dock {{ background: {surface}; border: 0; }}
#dock[edge="left"] {{ border-right: 1px solid {line}; }}
#dock[edge="right"] {{ border-left: 1px solid {line}; }}
#surface {{ background: {surface}; border: 0; }}
#asked {{ background: {surface}; border: 0; border-bottom: 1px solid {line}; }}
#floating {{ background: {surface}; border: 1px solid {line}; border-radius: 8px; }}
#tag {{ background: {surface}; border: 1px solid {edge}; border-radius: 6px; }}
#stripe {{ background: {edge}; border: 0; }}
#swatch {{ border: 1px dashed {edge}; border-radius: 5px; margin: 1px; }}
#swatch[own="true"] {{ border-style: solid; }}
#swatch:focus {{ border-width: 2px; border-color: {focus}; }}
#hairline {{ background: {line}; border: 0; }}
#card {{ background: {surface}; border: 1px solid {line}; border-radius: 10px; }}
#card[tone="accent"] {{ border-color: {accent}; }}
#card[tone="side_a"] {{ border-color: {side_a}; }}
#card[tone="side_b"] {{ border-color: {side_b}; }}
#choosing {{ background: {surface}; border: 1px solid {line}; border-radius: 8px; }}
#choosing[on="true"] {{ background: {accent_soft}; border: 2px solid {accent}; }}
#choosing:focus {{ border: 2px solid {focus}; }}
#row {{ border: 0; border-radius: 6px; }}
#row:hover {{ background: {raised}; }}
#row:focus {{ background: {raised}; border: 2px solid {focus}; }}
#segment {{ background: {sunken}; border: 0; border-radius: 8px; }}
#tray {{ background: {surface}; border: 0; border-top: 1px solid {line}; }}
#hand {{ background: {surface}; border: 1px solid {edge}; border-bottom: 0;
    border-top-left-radius: 10px; border-top-right-radius: 10px; }}
#veil {{ background: {veil}; border: 0; }}
#keycap {{ border: 1px solid {edge}; border-radius: 4px; }}
#ring {{ background: {accent_soft}; border: 1px solid {accent}; border-radius: {round}px; }}
#cite {{ color: {accent_text}; background: transparent; border: 0; margin: 0 4px;
    border-bottom: 1px dotted {accent_text}; padding: 0; }}
#cite:hover {{ background: {accent_soft}; margin: 0; border-radius: 4px; }}
#cite:focus {{ border: 2px solid {focus}; margin: 0; border-radius: 4px; }}
#well {{ background: {raised}; border: 1px solid {line}; border-radius: 10px; }}
#popup {{ background: {surface}; border: 1px solid {edge}; }}
#band[tone="accent"] {{ background: {accent_soft}; border: 0; }}
#band[tone="umpire"] {{ background: {umpire_soft}; border: 0; }}
#band[tone="info"] {{ background: {accent_soft}; border: 0; }}
#band[tone="ok"] {{ background: {ok_soft}; border: 0; }}
#band[tone="warn"] {{ background: {warn_soft}; border: 0; }}
#band[tone="danger"] {{ background: {danger_soft}; border: 0; }}

#band[tone="now"] {{ background: {accent_soft}; border: 0; border-radius: 6px; }}
#band[over="true"] {{ border: 1px solid {edge}; border-radius: 8px; }}
#drawer {{ background: {surface}; border: 0; border-right: 1px solid {edge}; }}

#bare {{ background: transparent; border: 0; border-radius: 6px; padding: 0; }}
#bare:hover {{ background: {raised}; }}
#bare:pressed, #bare:checked {{
    background: {accent_soft}; }}
#bare:disabled:!checked {{ background: transparent; }}
#bare:focus {{ border: 2px solid {focus}; }}
#stylecard {{ background: {surface}; color: {text}; border: 1px solid {line};
    border-radius: 6px; padding: 0; }}
#stylecard:hover {{ border-color: {edge}; }}
#stylecard:focus {{ border: 2px solid {focus}; }}
#stylecard:checked {{ border: 2px solid {accent}; font-weight: 600; }}
#mode {{ background: transparent; color: {text2}; border: 0; border-radius: 8px;
    padding: 3px 0 5px 0; }}
#mode:hover {{ background: {raised}; color: {text}; }}
#mode:checked {{ background: {accent_soft}; color: {accent_text};
    border-left: 3px solid {accent}; border-top-left-radius: 2px;
    border-bottom-left-radius: 2px; }}
#mode:focus {{ border: 2px solid {focus}; }}
#choice {{ background: transparent; color: {text2}; border: 1px solid transparent;
    border-radius: 6px; padding: 0; }}
#choice:hover {{ background: {raised}; }}
QMessageBox QPushButton, QFileDialog QPushButton, QDialogButtonBox QPushButton {{
    background: {surface}; color: {text}; border: 1px solid {edge}; border-radius: 6px;
    min-height: {height}px; padding: 0 12px; }}
QMessageBox QPushButton:focus, QFileDialog QPushButton:focus {{ border: 2px solid {focus}; }}

QLineEdit, QComboBox, QPlainTextEdit, QDateEdit {{ background: {field}; color: {text};
    border: 1px solid {edge}; border-radius: 6px; padding: 0 8px; min-height: {height}px;
    selection-background-color: {accent}; selection-color: {on_accent}; }}
QDateEdit::up-button, QDateEdit::down-button {{ width: 0px; height: 0px; border: 0; }}
QPlainTextEdit {{ padding: 4px; }}
QLineEdit:focus, QComboBox:focus, QPlainTextEdit:focus, QDateEdit:focus {{
    border: 2px solid {focus}; padding: 0 7px; min-height: {less}px; }}
QPlainTextEdit:focus {{ padding: 3px; }}
QLineEdit[wrong="true"] {{ border: 2px solid {danger}; background: {danger_soft}; padding: 0 7px;
    min-height: {less}px; }}
QLineEdit:disabled, QComboBox:disabled {{ color: {text3}; border: 1px dashed {edge};
    background: transparent; }}
QCheckBox::indicator {{ width: 14px; height: 14px; border: 1px solid {edge}; border-radius: 4px;
    background: {field}; }}
QCheckBox::indicator:focus {{ border: 2px solid {focus}; }}
QCheckBox::indicator:checked {{ background: {accent}; border: 1px solid {accent};
    image: url("{icons}/check-{tick}.svg"); }}
QComboBox::drop-down {{ border: 0; width: 26px; }}
QComboBox::down-arrow {{ image: url("{icons}/chevron-down-{arrow}.svg"); width: 12px;
    height: 12px; }}
QComboBox QAbstractItemView {{ background: {field}; color: {text}; border: 1px solid {edge};
    selection-background-color: {accent_soft}; selection-color: {text}; outline: 0; }}

QScrollArea, QScrollArea > QWidget > QWidget#scrollbody {{ background: transparent; border: 0; }}
QAbstractItemView {{ background: transparent; border: 0; outline: 0; }}
/* Lists that complete what is typed are windows: without a ground of their own they are black. */
.QListView {{ background: {field}; color: {text}; border: 1px solid {edge};
    selection-background-color: {accent_soft}; selection-color: {text}; }}
#framed {{ background: {surface}; border: 1px solid {line}; border-radius: 8px; padding: 4px; }}
#framed:focus {{ border: 1px solid {focus}; }}
#framed::item {{ padding: 6px 8px; border-radius: 4px; }}
#framed::item:selected {{ background: {accent_soft}; color: {text}; }}
QHeaderView, QHeaderView::section {{ background: {surface}; color: {text2}; border: 0; }}
QHeaderView::section {{ padding: 4px 8px; }}
QTableCornerButton::section {{ background: {surface}; border: 0; }}
#plaintable::item {{ padding: 0 8px; }}
#plaintable::item:selected {{ background: {accent_soft}; color: {text}; }}
#plaintable:focus {{ border: 0; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 2px; }}
QScrollBar::handle:vertical {{ background: {edge}; border-radius: 3px; min-height: 32px; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 2px; }}
QScrollBar::handle:horizontal {{ background: {edge}; border-radius: 3px; min-width: 32px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; width: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QSplitter::handle {{ background: {line}; }}

QSlider::groove:horizontal {{ height: 4px; background: {line}; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {accent}; border-radius: 2px; }}
QSlider::handle:horizontal {{ background: {surface}; border: 2px solid {accent}; width: 12px;
    height: 12px; margin: -6px 0; border-radius: 8px; }}
QSlider::handle:horizontal:focus {{ border-color: {focus}; background: {accent_soft}; }}
QProgressBar {{ background: {sunken}; border: 0; border-radius: 4px; max-height: 8px;
    min-height: 8px; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 4px; }}
QMenu {{ background: {surface}; color: {text}; border: 1px solid {edge}; padding: 4px; }}
QMenu::item {{ padding: 6px 24px 6px 12px; border-radius: 6px; }}
QMenu::item:selected {{ background: {accent_soft}; }}
QMenu::item:disabled {{ color: {text3}; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 4px 8px; }}
QToolTip {{
  qproperty-textFormat: PlainText;
  background: {raised}; color: {text}; border: 1px solid {edge}; padding: 6px 8px;
}}
"""


def style_sheet(colours: Mapping[str, str], icons: Path, height: int = 30) -> str:
    """The sheet of one theme, its *colours* as ``#rrggbb`` by token.

    *icons* holds the combo arrows and ticks, the places that want a file.

    It also makes every tooltip plain text: many hold names out of strangers' files, and Qt would
    read such a name as HTML, and fetch the files that it asks for.

    *height* is the inner height of a field, px.
    """
    # A dark ground has a light arrow; the grounds differ far more than any threshold matters.
    arrow = "light" if colours["field"].lower() < "#8" else "dark"
    tick = "light" if colours["on_accent"].lower() > "#8" else "dark"
    sheet = _SHEET.format(
        **colours, icons=icons.as_posix(), arrow=arrow, tick=tick, height=height, less=height - 2,
        veil=f"#54{colours['map_veil'][-6:]}", round=height // 2 - 2,
    )  # fmt: skip
    choices = (
        f'#choice[tone="{tone}"]:checked {{ background: {colours[f"{tone}_soft"]};'
        f" border-color: {colours[tone]}; color: {colours.get(f'{tone}_text', colours[tone])}; }}"
        for tone in _STRIPES
    )
    stripes = (f'#stripe[tone="{tone}"] {{ background: {colours[tone]}; }}' for tone in _STRIPES)
    tones = (f'QLabel[tone="{tone}"] {{ color: {colours[tone]}; }}' for tone in _TONES)
    return "\n".join((sheet, *tones, *stripes, *choices, _CHOICE.format(**colours)))
