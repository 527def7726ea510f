"""Make an AppImage of the one folder: a runtime, and behind it the folder as a squashfs image.

    python packaging/builds/appimage.py runtime TYPE2_RUNTIME SQUASHFUSE runtime
    python packaging/builds/appimage.py image dist/wardesk runtime WarDesk-x86_64.AppImage

The runtime is the small program that such a file starts with. ``runtime`` builds it from the
sources of AppImage/type2-runtime and of squashfuse 0.5.2, two checkouts, with Debian's clang,
autoconf, automake, libtool, pkg-config, libfuse3-dev, libzstd-dev and zlib1g-dev; a runtime that
somebody else has built does as well. ``image`` needs mksquashfs (squashfs-tools).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

DESKTOP = Path(__file__).resolve().parents[2] / "resources" / "desktop"
MAGIC = b"AI\x02"
"""Bytes 8 to 10 of a file that is an AppImage of type 2."""
_SQUASHFUSE = ("--without-xz", "--without-lzo", "--without-lz4", "LDFLAGS=-static")
"""We write zstd; without the others nothing but zstd and zlib is needed."""
_SMALL = ("-Os", "-ffunction-sections", "-fdata-sections")


class RecipeError(Exception):
    """A step that cannot be taken."""


def main(arguments: Sequence[str]) -> int:
    """Do what is asked for; 0 if it was done."""
    steps = {"runtime": make_runtime, "image": make_image}
    if len(arguments) != 4 or arguments[0] not in steps:
        print(__doc__)
        return 2
    try:
        steps[arguments[0]](*(Path(one).resolve() for one in arguments[1:]))
    except (RecipeError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{arguments[3]}: {Path(arguments[3]).stat().st_size:,} bytes")
    return 0


def make_runtime(source: Path, squashfuse: Path, out: Path) -> None:
    """Build the runtime, linked statically, from two checkouts, which are left as they are."""
    _need("clang", "autoreconf", "libtoolize", "pkg-config", "make", "strip")
    with tempfile.TemporaryDirectory() as folder:
        fuse, here = Path(folder, "squashfuse"), Path(folder, "runtime")
        shutil.copytree(squashfuse, fuse)
        shutil.copytree(source / "src" / "runtime", here)
        flags = {**os.environ, "CFLAGS": " ".join(_SMALL)}
        for words in (("./autogen.sh",), ("./configure", *_SQUASHFUSE), ("make", "-j2")):
            subprocess.run(words, cwd=fuse, env=flags, check=True, stdout=subprocess.DEVNULL)
        headers = here / "include" / "squashfuse"
        headers.mkdir(parents=True)
        for header in fuse.glob("*.h"):
            shutil.copy(header, headers)
        libraries = ("squashfuse", "squashfuse_ll", "fuseprivate", "zstd", "z", "fuse3", "pthread")
        words = (
            *("clang", "-std=gnu99", "-D_FILE_OFFSET_BITS=64", '-DGIT_COMMIT="of WarDesk"'),
            *(*_SMALL, "-T", "data_sections.ld", "-Wl,--gc-sections", "-static"),
            *("-Iinclude", f"-I{headers}", "-I/usr/include/fuse3", "runtime.c"),
            *(f"-L{fuse}/.libs", *(f"-l{name}" for name in libraries), "-ldl", "-o", "built"),
        )
        subprocess.run(words, cwd=here, check=True)
        subprocess.run(("strip", "built"), cwd=here, check=True)
        built = bytearray((here / "built").read_bytes())
    built[8:11] = MAGIC
    out.write_bytes(built)
    out.chmod(0o755)


def make_image(folder: Path, runtime: Path, out: Path) -> None:
    """Put the one folder behind a runtime."""
    _need("mksquashfs")
    begun = runtime.read_bytes()
    if begun[:4] != b"\x7fELF" or begun[8:11] != MAGIC:
        raise RecipeError(f"{runtime} is no runtime of an AppImage of type 2")
    if not (folder / "wardesk").is_file():
        raise RecipeError(f"{folder} is not the one folder: it has no wardesk in it")
    with tempfile.TemporaryDirectory(dir=out.parent) as place:
        inside = Path(place, "AppDir")
        shutil.copytree(folder, inside / "usr" / "bin", symlinks=True, copy_function=_link)
        for name in ("wardesk.desktop", "wardesk.svg"):
            shutil.copy(DESKTOP / name, inside)
        (inside / "AppRun").symlink_to("usr/bin/wardesk")
        (inside / ".DirIcon").symlink_to("wardesk.svg")
        mime = inside / "usr" / "share" / "mime" / "packages"
        mime.mkdir(parents=True)
        shutil.copy(DESKTOP / "wardesk.xml", mime)
        image = Path(place, "image")
        words = (
            "mksquashfs",
            inside,
            image,
            "-root-owned",
            "-noappend",
            "-comp",
            "zstd",
            "-quiet",
            "-no-progress",
        )
        subprocess.run(words, check=True)
        with out.open("wb") as whole, image.open("rb") as packed:
            whole.write(begun)
            shutil.copyfileobj(packed, whole)
    out.chmod(0o755)


def _link(source: str, target: str) -> None:
    """A second name for the same bytes: the folder has hundreds of megabytes."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _need(*programs: str) -> None:
    missing = [one for one in programs if shutil.which(one) is None]
    if missing:
        raise RecipeError(f"not installed: {', '.join(missing)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
