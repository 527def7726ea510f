"""What a frozen WarDesk starts with."""

from __future__ import annotations

import sys

from wardesk.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
