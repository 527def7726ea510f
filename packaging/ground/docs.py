"""The docs job: ``resources/docs`` as a site, made with tools that only this job installs."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ground import venv
from ground.common import Checkout, SetupError, call, say

_STAMP = "wardesk-lock.txt"


def build(place: Checkout, rest: Sequence[str], wheels: Path | None) -> int:
    """Build the site into the folder that *rest* names, else ``.venv/site``; MkDocs' exit code."""
    if len(rest) > 1 or (rest and rest[0].startswith("-")):
        raise SetupError("docs takes one word at most: the folder for the site.")
    site = Path(rest[0]).resolve() if rest else place.venv / "site"
    _refuse(place, site)
    tools = _install(place, wheels)
    env = os.environ | {"PYTHONPATH": str(tools), "NO_MKDOCS_2_WARNING": "1"}
    config = place.root / "packaging" / "mkdocs.yml"
    words = ["build", "--quiet", "--strict", "--config-file", str(config), "--site-dir", str(site)]
    code = subprocess.call([str(place.python), "-m", "mkdocs", *words], env=env)
    if not code:
        say(f"the docs are in {site / 'index.html'}")
    return code


def _refuse(place: Checkout, site: Path) -> None:
    """MkDocs empties the folder that it writes to, so it must be one of its own."""
    if site == place.venv / "site" or not site.exists():
        return
    if not site.is_dir() or (any(site.iterdir()) and not (site / "sitemap.xml").is_file()):
        raise SetupError(
            f"{site} holds something else, and would be emptied. Name a new or an empty folder."
        )


def _install(place: Checkout, wheels: Path | None) -> Path:
    """The folder with MkDocs in it, filled anew when the lock has changed."""
    lock = place.root / "packaging" / "requirements-docs.lock"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    tools = place.venv / "docs-tools"
    stamp = tools / _STAMP
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return tools
    shutil.rmtree(tools, ignore_errors=True)
    say("installing MkDocs for the docs (about 15 MB to fetch)")
    source = ["--no-index", "--find-links", wheels] if wheels else []
    words = [*source, "--require-hashes", "--target", tools, "-r", lock]
    done = call([*venv.installer(place), *words])
    if done.returncode:
        raise SetupError(venv.explain(done.stdout))
    stamp.write_text(wanted, encoding="utf-8")
    return tools
