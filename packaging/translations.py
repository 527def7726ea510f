"""Brings the translations into step with the sources: ``python packaging/translations.py``.

Collects everything that WarDesk says into the gettext catalogues and compiles them (`catalogues`).
"""

from __future__ import annotations

import sys

import catalogues


def main() -> int:
    """Collect and compile; how many messages still want a translation."""
    missing = catalogues.update()
    for message in missing:
        print(f"No translation, or other places in it: {message!r}")
    print(f"{len(missing)} messages want a translation." if missing else "All translated.")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
