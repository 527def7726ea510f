"""The system libraries that Qt's wheels expect: find what is missing, install or unpack it."""

from __future__ import annotations

import os
import re
import runpy
import shutil
from pathlib import Path

from ground.common import HERE, Checkout, call, has_screen, is_root, say

_NAMES = runpy.run_path(str(HERE.root / "wardesk" / "render" / "system_libraries.py"))
OFFSCREEN: list[str] = _NAMES["OFFSCREEN"]
SCREEN: list[str] = _NAMES["SCREEN"]
ELSEWHERE: dict[str, str] = _NAMES["ELSEWHERE"]

# libGL loads a graphics driver only when OpenGL is used, and WarDesk paints without it; the
# drivers and the compiler behind them are two thirds of the download.
_DRIVERS = re.compile(r"libllvm|libgl1-mesa|libglx-mesa|libegl-mesa|mesa-|libgbm|libz3|libdrm-")

_LIBRARIES = Path("/etc/ld.so.cache")
"""Made anew whenever the system gets or loses a library."""

_PROBE = """
import sys
import PySide6.QtWidgets, PySide6.QtNetwork, PySide6.QtPrintSupport, PySide6.QtSvg
if "screen" in sys.argv:
    import ctypes, pathlib
    folder = pathlib.Path(PySide6.__file__).parent / "Qt" / "plugins" / "platforms"
    ctypes.CDLL(str(folder / "libqxcb.so"))
"""

_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{sysroot}/usr/share/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <cachedir>{sysroot}/font-cache</cachedir>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
"""


def environment(place: Checkout) -> dict[str, str]:
    """Return the variables for a child: libraries, fonts and keyboard tables unpacked in .venv.

    Compiled modules stand in .venv too, whatever the person's interpreter does with its own: else
    every process would compile all of Qt's and our sources anew (2.4 s for one with a window).
    """
    env = dict(os.environ)
    # Somebody else's interpreter settings must not leak into ours.
    for name in ("PYTHONHOME", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE"):
        env.pop(name, None)
    env["PYTHONPYCACHEPREFIX"] = str(place.venv / "compiled")
    sysroot = place.sysroot
    folders = [str(folder) for folder in sorted(sysroot.glob("usr/lib/*-linux-gnu*"))]
    folders += [str(folder) for folder in sorted(sysroot.glob("lib/*-linux-gnu*"))]
    if folders:
        before = env.get("LD_LIBRARY_PATH")
        env["LD_LIBRARY_PATH"] = os.pathsep.join(folders + ([before] if before else []))
    if (sysroot / "fonts.conf").exists() and not Path("/etc/fonts/fonts.conf").exists():
        env["FONTCONFIG_FILE"] = str(sysroot / "fonts.conf")
    keyboards = sysroot / "usr/share/X11/xkb"
    if keyboards.exists() and not Path("/usr/share/X11/xkb").exists():
        env["XKB_CONFIG_ROOT"] = str(keyboards)
    return env


def qt_fault(place: Checkout) -> str:
    """Return why Qt cannot be used, in the loader's words, or an empty string."""
    words = ["screen"] if _wants_xcb() else []
    done = call([place.python, "-c", _PROBE, *words], env=environment(place))
    if done.returncode == 0:
        return ""
    lines = done.stdout.strip().splitlines()
    return lines[-1] if lines else f"the probe ended with code {done.returncode}"


def ensure_qt(place: Checkout) -> bool:
    """Make Qt usable if that can be done; say what is missing if not.

    Where it was usable, and nothing that it stands on has changed since, it is not loaded again:
    that takes as long as a test by its path.
    """
    known, now = place.venv / "wardesk-qt.txt", _stands_on(place)
    if now and known.is_file() and known.read_text(encoding="utf-8") == now:
        return True
    known.unlink(missing_ok=True)
    if not _make_usable(place):
        return False
    if now := _stands_on(place):
        known.write_text(now, encoding="utf-8")
    return True


def _stands_on(place: Checkout) -> str:
    """Tell the libraries that Qt is loaded from, by when they changed; empty if nobody can."""
    if not (place.stamp.is_file() and _LIBRARIES.is_file()):
        return ""
    changed = [at.stat().st_mtime_ns for at in (place.stamp, _LIBRARIES)]
    changed += [at.stat().st_mtime_ns for at in (place.sysroot,) if at.is_dir()]
    where = os.environ.get("LD_LIBRARY_PATH", "")
    return f"{changed} {where} {'screen' if _wants_xcb() else ''}"


def _make_usable(place: Checkout) -> bool:
    fault = qt_fault(place)
    if not fault:
        return True
    say(f"Qt cannot be loaded yet: {fault}")
    packages = OFFSCREEN + (SCREEN if _wants_xcb() else [])
    for mend in (install, unpack):
        if mend(place, packages):
            fault = qt_fault(place)
            if not fault:
                return True
    say(f"Qt is still not usable ({fault}). Run this once, then try again:  {hint(packages)}")
    return False


def hint(packages: list[str]) -> str:
    """Return the command by which an administrator would install the libraries here."""
    if not shutil.which("apt-get"):
        for tool, text in ELSEWHERE.items():
            if shutil.which(tool):
                return text
    return "sudo apt-get install " + " ".join(packages)


def install(place: Checkout, packages: list[str]) -> bool:
    """Install Debian packages, which only root can."""
    del place
    if not is_root() or not shutil.which("apt-get"):
        return False
    say("installing system packages: " + " ".join(packages))
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    # One broken source makes the update fail; the packages may still be there.
    call(["apt-get", "update", "-qq"], env=env)
    options = ["-y", "-qq", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=120"]
    done = call(["apt-get", "install", *options, *packages], env=env)
    if done.returncode:
        say("apt-get could not install them: " + _last_line(done.stdout))
    return done.returncode == 0


def unpack(place: Checkout, packages: list[str]) -> bool:
    """Download Debian packages and unpack them inside .venv, which needs no root."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        return False
    say("fetching system packages to unpack them inside .venv")
    work = place.sysroot / "apt"
    for folder in ("state/lists/partial", "cache/archives/partial", "debs"):
        (work / folder).mkdir(parents=True, exist_ok=True)
    done = _fetch(work, packages)
    if done:
        for package in sorted((work / "debs").glob("*.deb")):
            done = done and call(["dpkg-deb", "-x", package, place.sysroot]).returncode == 0
        fonts = _FONTS.format(sysroot=place.sysroot)
        (place.sysroot / "fonts.conf").write_text(fonts, encoding="utf-8")
    shutil.rmtree(work, ignore_errors=True)
    return done


def _fetch(work: Path, packages: list[str]) -> bool:
    """Download *packages* and what they need and the system lacks, with package lists of our own.

    An ordinary user may not renew the system's lists, and a fresh container has none.
    """
    options = [
        *("-o", f"Dir::State={work / 'state'}", "-o", "Dir::State::status=/var/lib/dpkg/status"),
        *("-o", f"Dir::Cache={work / 'cache'}", "-o", "Debug::NoLocking=1"),
        *("-o", "APT::Sandbox::User="),
    ]
    call(["apt-get", *options, "update", "-qq"])
    plan = call(["apt-get", *options, "-s", "install", "--no-install-recommends", *packages])
    names = wanted(plan.stdout)
    if plan.returncode or not names:
        say("apt-get knows no way to get them: " + _last_line(plan.stdout))
        return False
    done = call(["apt-get", *options, "download", *names], cwd=work / "debs")
    if done.returncode:
        say("apt-get could not download them: " + _last_line(done.stdout))
    return done.returncode == 0


def wanted(plan: str) -> list[str]:
    """Return the names that apt's simulation would newly install, graphics drivers left out."""
    names = re.findall(r"^Inst (\S+) \(", plan, flags=re.MULTILINE)
    return [name for name in names if not _DRIVERS.match(name)]


def _wants_xcb() -> bool:
    return has_screen() and os.name == "posix" and os.uname().sysname == "Linux"


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"
