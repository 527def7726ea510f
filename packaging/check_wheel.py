"""Check a wheel: all of resources/ and campaigns/ is inside, and an installed WarDesk finds it.

python packaging/check_wheel.py WHEEL
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from ground.common import HERE, call
from ground.venv import installer
from wheel_data import FOLDERS, INSIDE

_QUESTION = """
import wardesk
from wardesk import paths
print(wardesk.__file__, paths.resources(), paths.campaigns(), sep="\\n")
"""


def main(arguments: list[str]) -> int:
    """Say what is wrong with the wheel; 0 if nothing is."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    wheel = Path(arguments[0]).resolve()
    expected = shipped(HERE.root)
    faults = missing(wheel, expected) or not_found(wheel)
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{wheel.name}: all {len(expected)} shipped files are inside, and are found")
    return 1 if faults else 0


def shipped(root: Path) -> list[str]:
    """List the files a wheel must carry: those git knows, or without git those that are there."""
    if shutil.which("git") and (root / ".git").exists():
        done = subprocess.run(
            ["git", "-c", f"safe.directory={root}", "ls-files", "-z", "--", *FOLDERS],
            cwd=root,
            capture_output=True,
            check=False,
        )
        if done.returncode == 0 and done.stdout:
            return sorted(os.fsdecode(name) for name in done.stdout.split(b"\0") if name)
    files = (path for folder in FOLDERS for path in (root / folder).rglob("*") if path.is_file())
    return sorted(path.relative_to(root).as_posix() for path in files)


def missing(wheel: Path, expected: list[str]) -> list[str]:
    """Return a sentence for each shipped file that the wheel lacks."""
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    if not expected:
        return ["there is nothing in resources/ and campaigns/ to ship"]
    return [f"the wheel lacks {name}" for name in expected if f"{INSIDE}/{name}" not in inside]


def not_found(wheel: Path) -> list[str]:
    """Install the wheel outside the checkout and ask it where its folders are."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder).resolve() / "site"
        command = [*installer(HERE), "--no-deps", "--no-index", "--target", target, wheel]
        done = call(command)
        if done.returncode:
            return [f"the wheel cannot be installed: {done.stdout.strip()}"]
        # PYTHONPATH comes before the editable install of the checkout.
        env = os.environ | {"PYTHONPATH": str(target)}
        done = call([sys.executable, "-c", _QUESTION], env=env, cwd=Path(folder))
        if done.returncode:
            return [f"the installed WarDesk does not start: {done.stdout.strip()}"]
        places = [Path(line).resolve() for line in done.stdout.splitlines()]
    outside = [path for path in places if not path.is_relative_to(target)]
    return [f"the installed WarDesk looks outside itself: {path}" for path in outside]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
