"""The set-up: what it decides, says and mends, without a network and without touching our .venv."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from ground import common, jobs, needed, system, venv
from ground.common import Checkout, SetupError

ROOT = Path(__file__).parents[1]


@pytest.fixture
def place(tmp_path):
    """A checkout with a lock, a project and one packaging script."""
    (tmp_path / "packaging").mkdir()
    (tmp_path / "packaging" / "requirements.lock").write_text("thing==1\n")
    (tmp_path / "packaging" / "bootstrap.py").write_text("pass\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    return Checkout(tmp_path)


@pytest.fixture
def installs(place, monkeypatch):
    """Replace the slow steps by quick ones that leave files, and list what was done."""
    done = []

    def make(at, wheels):
        done.append("make")
        at.python.parent.mkdir(parents=True, exist_ok=True)
        at.python.write_text("#!/bin/sh\n")
        at.python.chmod(0o755)
        site = venv._site_packages(at)
        site.mkdir(parents=True, exist_ok=True)
        for name in "abc":
            (site / name).write_text("")

    monkeypatch.setattr(venv, "_make_afresh", make)
    monkeypatch.setattr(venv, "_install_lock", lambda at, wheels: done.append("lock"))
    monkeypatch.setattr(venv, "_install_project", lambda at: done.append("project"))
    venv.prepare(place, None)
    done.clear()
    return done


def test_a_second_call_does_nothing(place, installs):
    venv.prepare(place, None)

    assert installs == []


@pytest.mark.parametrize(
    ("file", "steps"),
    [
        ("pyproject.toml", ["project"]),
        ("packaging/bootstrap.py", ["project"]),
        ("packaging/requirements.lock", ["lock", "project"]),
    ],
)
def test_a_change_does_again_what_depends_on_it(place, installs, file, steps):
    with (place.root / file).open("a") as changed:
        changed.write("# changed\n")

    venv.prepare(place, None)

    assert installs == steps


def test_a_new_python_starts_afresh(place, installs, monkeypatch):
    monkeypatch.setattr(venv, "_base", lambda: "/usr/bin/python3.99")

    venv.prepare(place, None)

    assert installs == ["make", "lock", "project"]


def test_another_name_of_the_same_python_changes_nothing(place, installs, monkeypatch, tmp_path):
    (tmp_path / "python3.77").write_text("")
    (tmp_path / "python3").symlink_to("python3.77")
    monkeypatch.setattr(sys, "_base_executable", str(tmp_path / "python3.77"), raising=False)
    venv.prepare(place, None)
    installs.clear()
    monkeypatch.setattr(sys, "_base_executable", str(tmp_path / "python3"))

    venv.prepare(place, None)

    assert installs == []


def test_a_renewal_of_the_same_python_changes_nothing(place, installs, monkeypatch):
    monkeypatch.setattr(sys, "version", "3.11.99 (security update)")

    venv.prepare(place, None)

    assert installs == []


def damage_no_stamp(place):
    place.stamp.unlink()


def damage_torn_stamp(place):
    place.stamp.write_text('{"base": "12')


def damage_stamp_of_another_kind(place):
    place.stamp.write_text("[]")


def damage_lost_file(place):
    (venv._site_packages(place) / "b").unlink()


def damage_lost_interpreter(place):
    place.python.unlink()


def damage_dangling_interpreter(place):
    place.python.unlink()
    place.python.symlink_to(place.root / "gone")


@pytest.mark.parametrize(
    "damage",
    [value for name, value in sorted(globals().items()) if name.startswith("damage_")],
    ids=lambda function: function.__name__,
)
def test_a_damaged_environment_is_made_afresh(place, installs, damage):
    damage(place)

    venv.prepare(place, None)

    assert installs == ["make", "lock", "project"]
    assert venv.is_whole(place, venv.read_stamp(place))


def test_a_set_up_that_was_killed_leaves_no_stamp(place, installs, monkeypatch):
    place.lock.write_text("thing==2\n")

    def killed(at, wheels):
        raise KeyboardInterrupt

    monkeypatch.setattr(venv, "_install_lock", killed)
    with pytest.raises(KeyboardInterrupt):
        venv.prepare(place, None)

    assert not place.stamp.exists()


def test_byte_code_does_not_count(place, installs):
    cache = venv._site_packages(place) / "__pycache__"
    cache.mkdir()
    (cache / "a.pyc").write_text("")

    assert venv.count_files(place) == 3


def test_a_checkout_without_its_lock_is_named(place):
    place.lock.unlink()

    with pytest.raises(SetupError, match="not complete"):
        venv.prepare(place, None)


def test_a_full_disk_is_noticed_before_it_hurts(place, monkeypatch):
    monkeypatch.setattr(venv.shutil, "disk_usage", lambda path: Disk())

    with pytest.raises(SetupError, match="free"):
        venv._make_afresh(place, None)


class Disk:
    free = 1_000_000


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("WARNING: Retrying NewConnectionError\nERROR: No matching distribution", "--wheels DIR"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM", "not the one"),
        ("PermissionError: [Errno 13] Permission denied: 'x'", "another user"),
        ("noise\nERROR: something odd\nmore noise", "ERROR: something odd"),
        ("", "it said nothing"),
    ],
)
def test_a_failed_installer_is_explained_in_a_sentence(output, sentence):
    assert sentence in venv.explain(output)


def test_an_environment_with_pip_uses_pip_and_one_without_uses_uv(place, monkeypatch):
    monkeypatch.setattr(venv.shutil, "which", lambda name: f"/bin/{name}")
    assert venv.installer(place)[0] == "/bin/uv"

    (venv._site_packages(place) / "pip").mkdir(parents=True)
    assert venv.installer(place)[:3] == [place.python, "-m", "pip"]


def test_where_uv_fails_pip_is_tried(place, monkeypatch):
    said = []
    monkeypatch.setattr(venv, "say", said.append)
    monkeypatch.setattr(venv, "_has_pip", lambda at: any("again" in text for text in said))
    monkeypatch.setattr(venv, "_make_with_pip", lambda at, wheels: None)
    monkeypatch.setattr(venv, "_remove", lambda folder: None)

    def call(command):
        code = 0 if "-m" in command else 1
        return subprocess.CompletedProcess(command, code, stdout="dns error")

    monkeypatch.setattr(venv, "call", call)

    venv._install_lock(place, None)

    assert "again with pip" in said[-1]


def test_run_opens_the_window_on_a_screen_and_plays_a_demo_without():
    assert jobs.run_words([], screen=True, qt=True) == []
    demo = jobs.run_words([], screen=False, qt=True)
    assert demo[:2] == ["play", "eben-emael/historical"]
    assert demo[-2:] == ["--png", "demo.png"]
    assert "--png" not in jobs.run_words([], screen=False, qt=False)
    assert jobs.run_words(["games"], screen=False, qt=True) == ["games"]


def test_test_spreads_over_processors_unless_somebody_debugs():
    assert jobs.test_words([], qt=True, processors=2)[:2] == ["-n", "2"]
    assert "-n" not in jobs.test_words([], qt=True, processors=1)
    assert "-n" not in jobs.test_words(["--pdb"], qt=True, processors=2)
    assert jobs.test_words(["--long", "-k", "x"], qt=True, processors=2)[-3:] == [
        "--long",
        "-k",
        "x",
    ]


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ([], True),
        (["-k", "sight"], True),
        (["--slow"], False),
        (["--long"], False),
        (["tests/ui"], False),
        (["tests/test_bootstrap.py::test_x"], False),
    ],
)
def test_slow_tests_are_left_out_unless_they_are_asked_for(words, left):
    assert jobs.leaves_slow(words) == left


def test_a_test_by_its_path_starts_no_more_processes():
    one = "tests/a/test_b.py::test_c"
    alone = ["-p", "no:xdist", "-p", "no:randomly"]
    assert jobs.test_words([one], qt=True, processors=2) == [*alone, one]
    seeded = [one, "-p", "randomly", "--randomly-seed=3"]
    assert jobs.test_words(seeded, qt=True, processors=2) == ["-p", "no:xdist", *seeded]
    assert "no:xdist" not in jobs.test_words(["-n", "2", one], qt=True, processors=2)
    assert jobs.test_words(["tests/a"], qt=True, processors=2)[:2] == ["-n", "2"]


@pytest.mark.parametrize(
    ("module", "left"),
    [
        ("def test_c(): pass", ["no:hypothesispytest", "no:pytest-qt"]),
        ("from hypothesis import given", ["no:pytest-qt"]),
        ("def test_c(qtbot): pass", ["no:hypothesispytest"]),
        ("from helper import thing", []),
    ],
)
def test_a_test_by_its_path_loads_only_what_its_module_speaks_of(tmp_path, module, left):
    tests = tmp_path / "tests"
    (tests / "a").mkdir(parents=True)
    (tests / "conftest.py").write_text("import pytestqt, hypothesis  # when they are wanted")
    (tests / "helper.py").write_text("import hypothesis\nfrom wardesk import render")
    (tests / "a" / "test_b.py").write_text(module)

    words = needed.left_out(tests, ["tests/a/test_b.py::test_c"])

    assert words[1::2] == left
    assert not needed.left_out(tests, ["tests/a/no_such.py::test_c"])


def test_a_conftest_above_a_test_by_its_path_is_read_too(tmp_path):
    tests = tmp_path / "tests"
    (tests / "a").mkdir(parents=True)
    (tests / "a" / "conftest.py").write_text("from PySide6.QtCore import QEvent")
    (tests / "a" / "test_b.py").write_text("")

    assert "no:pytest-qt" not in needed.left_out(tests, ["tests/a/test_b.py::test_c"])


def test_without_qt_the_gui_tests_are_left_out():
    assert "not gui" in jobs.test_words([], qt=False, processors=2)
    assert "not gui" in jobs.bench_words([], qt=False)


def test_bench_runs_alone():
    words = jobs.bench_words(["-k", "sight"], qt=True)

    assert words[:2] == ["tests/bench", "--bench"]
    assert words[-2:] == ["-k", "sight"]
    assert "no:xdist" in words


def test_our_options_stand_before_the_job(tmp_path):
    options = jobs.parse(["--wheels", str(tmp_path), "test", "--long", "-k", "a b"])

    assert options.wheels == tmp_path
    assert options.job == "test"
    assert options.rest == ["--long", "-k", "a b"]


@pytest.mark.parametrize("words", [["fly"], [], ["--wheels", "/no/such/folder", "test"]])
def test_bad_use_ends_with_code_2(words, capsys):
    with pytest.raises(SystemExit) as end:
        jobs.parse(words)

    assert end.value.code == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("trouble", "code", "sentence"),
    [
        (SetupError("No luck."), 10, "No luck."),
        (PermissionError(13, "Permission denied", "/x"), 10, "Permission denied (/x)"),
        (KeyboardInterrupt(), 130, "stopped"),
    ],
)
def test_trouble_is_a_sentence_and_an_exit_code(monkeypatch, capsys, trouble, code, sentence):
    def prepare(place, wheels):
        raise trouble

    monkeypatch.setattr(venv, "prepare", prepare)

    assert jobs.main(["test"], None) == code
    assert sentence in capsys.readouterr().out


def test_tests_without_qt_never_look_green(monkeypatch, capsys, place):
    monkeypatch.setattr(jobs, "_python", lambda *_: 0)

    assert jobs._start(place, "test", [], qt=False) == 3
    assert "were NOT run" in capsys.readouterr().out


def test_the_plan_of_apt_is_read_without_upgrades_and_drivers():
    plan = (
        "Reading package lists...\n"
        "Inst libgl1 (1.6.0-1 Debian:12.5/stable [amd64])\n"
        "Inst libc6 [2.36-9] (2.36-10 Debian:12.5/stable [amd64])\n"
        "Inst libllvm15 (1:15.0.6 Debian:12.5/stable [amd64])\n"
        "Conf libgl1 (1.6.0-1 Debian:12.5/stable [amd64])\n"
    )

    assert system.wanted(plan) == ["libgl1"]


def test_unpacked_libraries_fonts_and_keyboards_reach_the_child(place, monkeypatch):
    monkeypatch.setenv("LD_LIBRARY_PATH", "/mine")
    monkeypatch.setenv("VIRTUAL_ENV", "/another")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    (place.sysroot / "usr/lib/x86_64-linux-gnu").mkdir(parents=True)

    env = system.environment(place)

    assert env["LD_LIBRARY_PATH"].split(os.pathsep)[0].startswith(str(place.sysroot))
    assert env["LD_LIBRARY_PATH"].endswith("/mine")
    assert "VIRTUAL_ENV" not in env
    assert "PYTHONDONTWRITEBYTECODE" not in env
    assert env["PYTHONPYCACHEPREFIX"] == str(place.venv / "compiled")


def test_qt_is_loaded_again_only_where_the_system_or_the_set_up_has_changed(
    place, installs, monkeypatch, tmp_path
):
    libraries, asked = tmp_path / "ld.so.cache", []
    libraries.write_text("")
    monkeypatch.setattr(system, "_LIBRARIES", libraries)
    monkeypatch.setattr(system, "qt_fault", lambda at: asked.append(at) or "")

    for _ in range(2):
        assert system.ensure_qt(place)
    assert len(asked) == 1

    for changed in (libraries, place.stamp):
        os.utime(changed, ns=(1, 1))
        assert system.ensure_qt(place)
    assert len(asked) == 3
    monkeypatch.setattr(system, "_wants_xcb", lambda: True)
    assert system.ensure_qt(place)
    assert len(asked) == 4


def test_qt_that_cannot_be_loaded_is_not_remembered(place, installs, monkeypatch):
    faults = ["libEGL.so.1", "libEGL.so.1", ""]
    monkeypatch.setattr(system, "qt_fault", lambda at: faults.pop(0))
    for mend in ("install", "unpack"):
        monkeypatch.setattr(system, mend, lambda at, packages: False)

    assert not system.ensure_qt(place)
    assert not system.ensure_qt(place)
    assert system.ensure_qt(place)


def test_another_system_gets_its_own_command(monkeypatch):
    monkeypatch.setattr(system.shutil, "which", lambda name: name if name == "dnf" else None)

    assert system.hint(["x"]).startswith("sudo dnf install")


def test_nobody_but_root_installs(monkeypatch, place):
    monkeypatch.setattr(system, "is_root", lambda: False)

    assert not system.install(place, ["libgl1"])


def test_a_screen_is_told_by_its_variables(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not common.has_screen()

    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert common.has_screen()

    monkeypatch.delenv("WAYLAND_DISPLAY")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert common.has_screen()


def test_an_old_python_is_told_so(monkeypatch, capsys):
    import bootstrap

    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)

    assert bootstrap.main() == 10
    assert "this is 3.9.2" in capsys.readouterr().out


def test_the_lock_has_hashes_and_no_addresses():
    lock = (ROOT / "packaging" / "requirements.lock").read_text(encoding="utf-8")
    entries = re.findall(r"^[a-z0-9][^\\\n]*==", lock, re.MULTILINE)

    assert len(entries) > 30
    assert "://" not in lock
    assert not re.search(r"^-", lock, re.MULTILINE)
    for entry in re.split(r"\n(?=[a-z0-9])", lock)[1:]:
        assert "--hash=sha256:" in entry, entry


def test_the_lock_names_every_dependency_of_the_project():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock = (ROOT / "packaging" / "requirements.lock").read_text(encoding="utf-8")
    asked = project["dependencies"] + project["optional-dependencies"]["dev"]

    for line in asked:
        name = re.split(r"[><=!\[; ]", line)[0].lower()
        assert f"\n{name}==" in lock, f"{name} is not in the lock; renew it"
