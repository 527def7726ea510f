"""The recipe of the AppImage: what it refuses, and what a file that it makes begins with."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from builds import appimage

RUNTIME = b"\x7fELF\x02\x01\x01\x00" + appimage.MAGIC + b"\x00" * 53


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "one"
    (made / "_internal").mkdir(parents=True)
    (made / "wardesk").write_text("#!/bin/sh\n", encoding="utf-8")
    (made / "_internal" / "library").write_text("bytes", encoding="utf-8")
    return made


@pytest.fixture
def runtime(tmp_path):
    made = tmp_path / "runtime"
    made.write_bytes(RUNTIME)
    return made


@pytest.mark.skipif(shutil.which("mksquashfs") is None, reason="squashfs-tools is not installed")
def test_an_image_is_the_runtime_and_the_folder_behind_it(folder, runtime, tmp_path, capfd):
    out = tmp_path / "WarDesk.AppImage"
    assert appimage.main(["image", str(folder), str(runtime), str(out)]) == 0

    whole = out.read_bytes()
    assert whole.startswith(RUNTIME)
    assert whole[len(RUNTIME) :].startswith(b"hsqs")
    words = ["unsquashfs", "-o", str(len(RUNTIME)), "-d", str(tmp_path / "out"), str(out)]
    subprocess.run(words, check=True, capture_output=True)
    inside = tmp_path / "out"
    assert (inside / "AppRun").resolve() == inside / "usr/bin/wardesk"
    assert (inside / "wardesk.desktop").is_file()
    assert (inside / "wardesk.svg").is_file()
    assert (inside / "usr/bin/_internal/library").read_text(encoding="utf-8") == "bytes"


@pytest.mark.parametrize("fault", ["runtime", "folder"])
def test_what_is_no_runtime_or_no_folder_is_refused(
    folder, runtime, tmp_path, capsys, monkeypatch, fault
):
    monkeypatch.setattr(appimage, "_need", lambda *_: None)
    if fault == "runtime":
        runtime.write_bytes(b"\x7fELF" + bytes(60))
    else:
        (folder / "wardesk").unlink()
    out = tmp_path / "x.AppImage"
    assert appimage.main(["image", str(folder), str(runtime), str(out)]) == 1
    assert "is no" in capsys.readouterr().err
    assert not out.exists()
