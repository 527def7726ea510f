"""Pictures that are painted once and kept on the disk, where they can always be painted anew."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from PySide6.QtGui import QImage

from wardesk import render
from wardesk.documents.files.atomic import write_atomically
from wardesk.errors import UserError
from wardesk.paths import VERSION, user_cache
from wardesk.render.export.encoded import png_bytes


def kept_picture(
    shelf: str,
    key: str,
    most: int,
    paint: Callable[[], QImage | None],
    whole: Callable[[QImage], bool] = lambda _: True,
) -> QImage | None:
    """The picture *key* of the folder *shelf* of the cache, else what *paint* makes, kept there.

    *key* must change with everything the picture shows; a file that is no picture, or not *whole*,
    is replaced. Only the *most* newest stay.
    """
    kept = user_cache() / shelf / f"{key}.png"
    found = QImage(str(kept)) if kept.exists() else QImage()
    if not found.isNull() and whole(found):
        return found
    image = paint()
    if image is None:
        return None
    # a full disk costs the time to paint it again, and nothing else
    with suppress(OSError, UserError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(kept, png_bytes(image, loose=True))
        _drop_oldest(kept.parent, most)
    return image


@cache
def painters_mark() -> str:
    """What changes when the painters of maps do: the version, and the source where it is there."""
    sources = Path(render.__file__).parent.rglob("*.py")
    changed = max((source.stat().st_mtime_ns for source in sources), default=0)
    return f"{VERSION}|{changed}"


def _drop_oldest(folder: Path, most: int) -> None:
    oldest_first = sorted(folder.glob("*.png"), key=lambda path: path.stat().st_mtime_ns)
    for path in oldest_first[:-most]:
        path.unlink(missing_ok=True)
