"""Scanned sheets of counters: read once, and cut into small pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, Qt
from PySide6.QtGui import QImage, QImageReader

from wardesk.documents.files.untrusted import read_bounded
from wardesk.errors import DamagedFile
from wardesk.model.counter_sheet import CutPlan, Mirror, PixelBox, back_of, cuts, names
from wardesk.words import say

LARGEST = 200 << 20
"""Bytes of the file of a sheet."""
WIDEST = 20_000
MOST_PIXELS = 120_000_000
"""A sheet of A3 at 600 dots to the inch has 70 million; so much takes half a gigabyte."""
EDGE = 400
"""Pixels that a cut counter has at most; no screen shows one larger."""
_KINDS = {"png": "png", "jpeg": "jpeg", "jpg": "jpeg", "webp": "webp"}
_ADVICE = say("Use a PNG, JPEG or WebP; scan it with fewer dots to the inch if it is too large.")


def _judge_head(reader: QImageReader, file: Path) -> None:
    """DamagedFile when the head tells of no picture, or of one that is too large."""
    kind = bytes(reader.format().data()).decode()
    size = reader.size()
    if kind not in _KINDS or not size.isValid():
        text = say("{name!s} is no picture in PNG, JPEG or WebP form.", name=file.name)
        raise DamagedFile(text, _ADVICE)
    large = max(size.width(), size.height()) > WIDEST or size.width() * size.height() > MOST_PIXELS
    if large:
        raise DamagedFile(
            say(
                "{name!s} is {width!s} × {height!s} pixels large.",
                name=file.name,
                width=f"{size.width():,}",
                height=f"{size.height():,}",
            ),
            _ADVICE,
        )


def read_sheet(file: Path) -> QImage:
    """The picture of a sheet. Safe in any thread.

    UserError when it cannot be read, DamagedFile when it is no picture, too large or cut short.
    """
    data = read_bounded(file, LARGEST, missing=say("Choose another picture."), too_large=_ADVICE)
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    _judge_head(reader, file)
    QImageReader.setAllocationLimit(max(QImageReader.allocationLimit(), MOST_PIXELS * 4 >> 20))
    image = reader.read()
    if image.isNull():
        text = say(
            "WarDesk cannot draw {name!s}: the file is cut short or damaged.", name=file.name
        )
        raise DamagedFile(text, _ADVICE)
    return image


def cut_out(sheet: QImage, box: PixelBox) -> bytes:
    """One counter as the bytes of a PNG, at most `EDGE` pixels each way. Safe in any thread."""
    part = sheet.copy(QRect(*box))
    if max(part.width(), part.height()) > EDGE:
        part = part.scaled(
            EDGE, EDGE, Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )  # fmt: skip
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    part.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


class SheetJob(Struct, frozen=True, kw_only=True):
    """Sheets to be cut, and what their counters are called."""

    front: Path
    plan: CutPlan
    back: Path | None = None
    mirror: Mirror = "sides"
    side: str = ""
    """The side whose counters they are; a row that was given may name another."""
    pattern: str = "{n}"
    rows: Sequence[Mapping[str, str]] = ()
    """Rows of a table of counters, for the sheet's counters in their order; one named ``-`` leaves
    its counter out."""


Progress = Callable[[int, int], bool]
"""Told how many counters of how many are cut; False stops the work."""


def cut_sheet(
    job: SheetJob, keep: Callable[[bytes, str], str], progress: Progress
) -> list[dict[str, str]] | None:
    """Cut the counters of *job*: a row of a table of counters each; None when it was stopped.

    *keep* takes the bytes of a picture and a name for it, and gives the name to draw it by. Safe in
    any thread. UserError and DamagedFile as `read_sheet` and `judge`.
    """
    front = read_sheet(job.front)
    boxes = cuts(job.plan, front.width(), front.height())
    back = read_sheet(job.back) if job.back is not None else None
    behind = None
    if back is not None:
        behind = cuts(_fitted(job.plan, front, back), back.width(), back.height())
    called = names(job.plan, job.pattern, [row.get("name", "") for row in job.rows])
    found: list[dict[str, str]] = []
    for number, name in enumerate(called):
        if not progress(number, len(called)):
            return None
        if name in ("", "-"):
            continue
        row, column = divmod(number, job.plan.columns)
        more = dict(job.rows[number]) if number < len(job.rows) else {}
        cut = {"picture": keep(cut_out(front, boxes[row][column]), f"{number + 1}-front.png")}
        if back is not None and behind is not None:
            across, down = back_of(row, column, job.plan, job.mirror)[::-1]
            cut["back"] = keep(cut_out(back, behind[down][across]), f"{number + 1}-back.png")
        found.append({"name": name, "side": job.side, "symbol": "none", **more, **cut})
    progress(len(called), len(called))
    return found


def _fitted(plan: CutPlan, front: QImage, back: QImage) -> CutPlan:
    """The plan for a back that was scanned larger or smaller than its front."""
    wide, tall = back.width() / front.width(), back.height() / front.height()
    if math.isclose(wide, 1) and math.isclose(tall, 1):
        return plan
    return replace(
        plan,
        left=round(plan.left * wide),
        right=round(plan.right * wide),
        top=round(plan.top * tall),
        bottom=round(plan.bottom * tall),
        across=round(plan.across * wide),
        down=round(plan.down * tall),
        trim=round(plan.trim * min(wide, tall)),
    )
