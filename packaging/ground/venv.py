"""The environment: made once from the lock, kept while it fits, mended when it does not."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ground import system
from ground.common import WINDOWS, Checkout, SetupError, call, is_root, say

Stamp = dict[str, str | int]

# Packages, their scratch space and unpacked system libraries together stay below this.
_ROOM_NEEDED = 1_200_000_000

# What an installer prints when it fails, and what that means to a person.
_MEANINGS = {
    "No space left on device|Errno 28|os error 28": (
        "The disk is full; make about 1.2 GB of room and run this again."
    ),
    "DO NOT MATCH THE HASHES|Hash mismatch": (
        "A downloaded package is not the one that packaging/requirements.lock names; nothing of it "
        "was installed. Try again, and if it stays so, do not trust that network."
    ),
    "NewConnectionError|Temporary failure in name|ConnectTimeout|ProxyError|dns error"
    "|No matching distribution|No solution found|error sending request": (
        "The Python packages cannot be reached. Check the network and run this again, or bring a "
        "folder of wheels and use:  python3 packaging/bootstrap.py --wheels DIR JOB"
    ),
    "Permission denied|Errno 13": (
        "A folder here cannot be written to; does the checkout belong to another user?"
    ),
}


def prepare(place: Checkout, wheels: Path | None) -> None:
    """Bring the environment to the state that lock and project ask for; nothing if it is there."""
    if not place.lock.is_file():
        raise SetupError(f"{place.lock} is missing, so this checkout is not complete.")
    target = wanted(place)
    with _one_at_a_time(place):
        found = read_stamp(place)
        if found == target | {"files": found.get("files", -1)} and is_whole(place, found):
            return
        if not is_whole(place, found) or found.get("base") != target["base"]:
            _make_afresh(place, wheels)
            found = {}
        # From here to the end the environment is half done, and says so by having no stamp.
        place.stamp.unlink(missing_ok=True)
        if found.get("lock") != target["lock"]:
            _install_lock(place, wheels)
        _install_project(place)
        stamp = target | {"files": count_files(place)}
        place.stamp.write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
        say("the environment is ready")


def wanted(place: Checkout) -> Stamp:
    """Describe the environment this checkout needs: interpreter and place, lock, project."""
    project = [place.root / "pyproject.toml", *sorted((place.root / "packaging").rglob("*.py"))]
    return {
        # Scripts carry the folder's name in their first line, so a moved checkout starts afresh;
        # a system that renews its Python within 3.11 (installing python3-venv does) need not.
        "base": _digest(str(sys.version_info[:2]), platform.machine(), _base(), str(place.root)),
        "lock": _digest(place.lock.read_bytes()),
        "project": _digest(*(path.read_bytes() for path in project)),
    }


def read_stamp(place: Checkout) -> Stamp:
    """Return what the last finished set-up left, or nothing if there was none or it is damaged."""
    try:
        stamp = json.loads(place.stamp.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def is_whole(place: Checkout, stamp: Stamp) -> bool:
    """Say if the environment still has its interpreter and every file that was installed."""
    # os.access follows links, so an interpreter that was removed from the system is noticed.
    if not stamp or not os.access(place.python, os.X_OK):
        return False
    return count_files(place) >= int(stamp.get("files", sys.maxsize))


def count_files(place: Checkout) -> int:
    """Count the installed files; byte code comes and goes, so it does not count."""
    total = 0
    for _, folders, files in os.walk(_site_packages(place)):
        if "__pycache__" in folders:
            folders.remove("__pycache__")
        total += len(files)
    return total


def explain(output: str) -> str:
    """Turn what an installer printed when it failed into one plain sentence."""
    for signs, meaning in _MEANINGS.items():
        if re.search(signs, output):
            return meaning
    errors = [line for line in output.splitlines() if line.lower().startswith("error")]
    last = (errors or output.strip().splitlines() or ["it said nothing"])[-1]
    return f"The Python packages could not be installed: {last}"


def installer(place: Checkout) -> list[str | Path]:
    """Return the words that install into the environment: uv's if it made it, else pip's."""
    if _has_pip(place):
        quiet = ["-q", "--disable-pip-version-check", "--no-input", "--retries", "2"]
        return [place.python, "-m", "pip", "install", *quiet, "--no-compile"]
    return [shutil.which("uv") or "uv", "pip", "install", "-q", "--python", place.python]


def _make_afresh(place: Checkout, wheels: Path | None) -> None:
    if place.venv.exists() or place.venv.is_symlink():
        say("the environment in .venv is unfinished, damaged or of another Python; making it anew")
        _remove(place.venv)
    free = shutil.disk_usage(place.root).free
    if free < _ROOM_NEEDED:
        raise SetupError(
            f"The disk is nearly full: {free // 1_000_000} MB are free, and the set-up needs about "
            f"{_ROOM_NEEDED // 1_000_000} MB. Make room and run this again."
        )
    say(f"making .venv with Python {platform.python_version()}")
    uv = shutil.which("uv")
    if uv and call([uv, "venv", "-q", "--python", _base(), place.venv]).returncode == 0:
        return
    _make_with_pip(place, wheels)


def _make_with_pip(place: Checkout, wheels: Path | None) -> None:
    base = _base()
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if not _has_modules(base, "venv", "ensurepip"):
        system.install(place, [package])
    if _has_modules(base, "venv", "ensurepip"):
        done = call([base, "-m", "venv", "--clear", place.venv])
        if done.returncode:
            raise SetupError("Python could not make .venv. " + explain(done.stdout))
        return
    # Debian keeps pip out of Python, but its wheel works by itself once it is unpacked.
    wheel = None
    if _has_modules(base, "venv"):
        call([base, "-m", "venv", "--clear", "--without-pip", place.venv])
        wheel = _pip_wheel(place, wheels)
    if wheel is None:
        raise SetupError(
            "This Python has no venv and pip, and they could not be fetched. Run this once, then "
            f"try again:  {'' if is_root() else 'sudo '}apt-get install {package}"
        )
    done = call([place.python, wheel / "pip", "install", "-q", "--no-index", wheel])
    if done.returncode:
        raise SetupError("pip could not be put into .venv. " + explain(done.stdout))


def _pip_wheel(place: Checkout, wheels: Path | None) -> Path | None:
    found = sorted(wheels.glob("pip-*.whl")) if wheels else []
    if not found and system.unpack(place, ["python3-pip-whl"]):
        found = sorted(place.sysroot.glob("usr/share/python-wheels/pip-*.whl"))
    return found[-1] if found else None


def _install_lock(place: Checkout, wheels: Path | None) -> None:
    source = ["--no-index", "--find-links", wheels] if wheels else []
    words = [*source, "--require-hashes", "-r", place.lock]
    tool = "pip" if _has_pip(place) else "uv"
    say(f"installing the Python packages of the lock with {tool} (about 150 MB to fetch)")
    done = call([*installer(place), *words])
    if done.returncode and tool == "uv":
        # uv has certificates, proxies and settings of its own; where they fail, pip's may not.
        say("uv could not do it; trying again with pip")
        _remove(place.venv)
        _make_with_pip(place, wheels)
        done = call([*installer(place), *words])
    if done.returncode:
        raise _failed(place, done.stdout)


def _install_project(place: Checkout) -> None:
    # The build backend is in the lock too, so this step needs no network.
    flags = ["--no-deps", "--no-build-isolation", "--no-index"]
    done = call([*installer(place), *flags, "-e", place.root])
    if done.returncode:
        raise _failed(place, done.stdout)


def _failed(place: Checkout, output: str) -> SetupError:
    log = place.venv / "wardesk-setup.log"
    with suppress(OSError):  # on a full disk there is no room for it either
        log.write_text(output, encoding="utf-8")
    return SetupError(f"{explain(output)} (All that was said is in {log}.)")


def _base() -> str:
    # Called from inside .venv itself, the interpreter to build with is the one behind it.
    found = getattr(sys, "_base_executable", None) or sys.executable
    # One and the same by all its names beside each other, python3 and python3.11 alike; a link to
    # another folder stays, since that folder may go when the system renews its Python.
    real = Path(found).resolve()
    return str(real) if real.parent == Path(found).parent else found


def _has_pip(place: Checkout) -> bool:
    return (_site_packages(place) / "pip").is_dir()


def _has_modules(python: str, *modules: str) -> bool:
    return call([python, "-c", "import " + ", ".join(modules)]).returncode == 0


def _site_packages(place: Checkout) -> Path:
    if WINDOWS:
        return place.venv / "Lib" / "site-packages"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return place.venv / "lib" / version / "site-packages"


def _remove(folder: Path) -> None:
    try:
        if folder.is_dir() and not folder.is_symlink():
            shutil.rmtree(folder)
        else:
            folder.unlink()
    except OSError as error:
        raise SetupError(
            f"{folder} cannot be removed ({error.strerror}); delete it by hand and run this again."
        ) from error


def _digest(*parts: str | bytes) -> str:
    total = hashlib.sha256()
    for part in parts:
        total.update(part.encode() if isinstance(part, str) else part)
        total.update(b"\0")
    return total.hexdigest()


@contextmanager
def _one_at_a_time(place: Checkout) -> Iterator[None]:
    """Let a second call in the same checkout wait for the first; not on Windows."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(place.root, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
