"""Shows one page of the help. It reads nothing from outside: no network, only its own pictures."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from wardesk.paths import resources
from wardesk.ui import theme
from wardesk.ui.shell.help_pages import anchor
from wardesk.words import tr

_WIDEST = 780
"""Lines longer than this (px, at 100 % text) are hard to read."""

PICTURES = resources() / "docs" / "pictures"

_HEADINGS = {1: "display", 2: "title", 3: "heading"}
_DIALECT = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)


def _is_code(block: QTextBlock) -> bool:
    return block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)


class HelpBrowser(QTextBrowser):
    """A page in the colours of the theme; ``anchorClicked(url)`` tells of links, and opens none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setObjectName("surface")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(tr("Help page"))
        self.document().setDocumentMargin(theme.S4)
        self.document().setUndoRedoEnabled(False)

    def loadResource(self, type: int, name: QUrl | str) -> object:  # noqa: A002 - Qt's own name
        """A picture of the help itself, as wide as lines may be; nothing else is ever read."""
        words = name.toString() if isinstance(name, QUrl) else name
        place = PICTURES / words.rpartition("/")[2]
        if type != QTextDocument.ResourceType.ImageResource.value or not place.is_file():
            return None
        wide = min(theme.px(_WIDEST), max(self.viewport().width() - 48, 200))
        smooth = Qt.TransformationMode.SmoothTransformation
        return QImage(str(place)).scaledToWidth(wide, smooth)

    def show_text(self, markdown: str) -> None:
        """Show a page from its beginning."""
        self.document().setDefaultFont(theme.font())
        self.document().setMarkdown(markdown, _DIALECT)
        self._dress()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def show_heading(self, fragment: str) -> bool:
        """Put the heading with this anchor at the top; whether there is one."""
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and anchor(block.text()) == fragment:
                place = self.document().documentLayout().blockBoundingRect(block)
                self.verticalScrollBar().setValue(round(place.top()))
                self.setTextCursor(QTextCursor(block))
                return True
            block = block.next()
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        spare = max(0, self.width() - theme.px(_WIDEST)) // 2
        self.setViewportMargins(spare, 0, spare, 0)
        super().resizeEvent(event)

    # Qt gives Markdown its own fonts and no colours; every block is dressed once after reading.

    def _dress(self) -> None:
        for table in self.document().rootFrame().childFrames():
            if isinstance(table, QTextTable):
                self._dress_table(table)
        block = self.document().begin()
        while block.isValid():
            self._dress_block(block)
            block = block.next()

    def _dress_table(self, table: QTextTable) -> None:
        form = table.format()
        form.setBorder(1)
        form.setBorderBrush(theme.colour("line"))
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBorderCollapse(True)
        form.setCellPadding(6)
        form.setCellSpacing(0)
        form.setTopMargin(theme.S2)
        form.setBottomMargin(theme.S3)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        table.setFormat(form)

    def _dress_block(self, block: QTextBlock) -> None:
        cursor = QTextCursor(block)
        level = block.blockFormat().headingLevel()
        code = _is_code(block)
        in_table = cursor.currentTable() is not None
        form = QTextBlockFormat()
        if code:
            form.setBackground(theme.colour("raised"))
            form.setLeftMargin(theme.S2)
            form.setBottomMargin(0 if _is_code(block.next()) else theme.S3)
        elif not in_table:
            form.setLineHeight(130, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            listed = block.textList() is not None
            form.setTopMargin((theme.S6 if level == 2 else theme.S4) if level else 0)
            form.setBottomMargin(theme.S1 if listed else theme.S2)
        cursor.mergeBlockFormat(form)
        if level:
            cursor.movePosition(
                QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
            )
            words = QTextCharFormat()
            words.setFont(theme.font(_HEADINGS.get(level, "strong")))
            words.setForeground(theme.colour("text"))
            # Set, not merged: Qt's own step of size for headings would win over ours.
            cursor.setCharFormat(words)
            return
        self._dress_code(block, whole=code)

    def _dress_code(self, block: QTextBlock, *, whole: bool) -> None:
        """Bundled letters for code; between words it also has a ground of its own."""
        pieces = []
        part = block.begin()
        while not part.atEnd():
            piece = part.fragment()
            if whole or piece.charFormat().fontFixedPitch():
                pieces.append((piece.position(), piece.length()))
            part += 1
        mono = QTextCharFormat()
        letters = theme.font("mono")
        letters.setFeature(QFont.Tag("calt"), 0)  # "<=" must not look like one sign
        mono.setFont(letters)
        mono.setForeground(QColor(theme.colour("text")))
        if not whole:
            mono.setBackground(theme.colour("raised"))
        for start, length in pieces:
            cursor = QTextCursor(self.document())
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(mono)
