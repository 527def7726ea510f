#!/usr/bin/env bash
# Which texts of licences a wheel carries depends on the build backend: hatchling takes "**" in
# [project] license-files for exactly one folder, where the others take it for any number, none
# included. It says nothing about the texts that it leaves out.
#
# Guess:  license-files = ["texts/**/*.txt"] takes texts/top.txt, texts/one/in.txt and
#         texts/one/two/deep.txt, whatever builds the wheel; PEP 639 gives one meaning to the stars.
# Seen:   setuptools 84.2.1, pdm-backend 2.5.0, poetry-core 2.5.0, uv_build 0.13.6: all three.
#         hatchling 1.33.0: texts/one/in.txt alone, and no warning.
# So:     with hatchling name each depth by itself, and look into the wheel.
#
# Ends with 0 while this is so, with 1 when any of them does something else.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" -q install --disable-pip-version-check \
    "hatchling==1.33.0" "setuptools==84.2.1" "pdm-backend==2.5.0" "poetry-core==2.5.0" \
    "uv_build==0.13.6" "build==1.2.2" 2>/dev/null

built() { # backend module, requirement, table of the backend's own
    place="$work/$1"
    mkdir -p "$place/shelf" "$place/texts/one/two"
    touch "$place/shelf/__init__.py"
    for text in top.txt one/in.txt one/two/deep.txt; do echo "text" >"$place/texts/$text"; done
    printf '[build-system]\nrequires = ["%s"]\nbuild-backend = "%s"\n' "$2" "$1" \
        >"$place/pyproject.toml"
    printf '[project]\nname = "shelf"\nversion = "1"\nlicense = "MIT"\n' >>"$place/pyproject.toml"
    printf 'license-files = ["texts/**/*.txt"]\n%s\n' "$3" >>"$place/pyproject.toml"
    PATH="$work/venv/bin:$PATH" "$work/venv/bin/python" -m build -w -n -o "$place/out" "$place" >"$place/said" 2>&1
    "$work/venv/bin/python" - "$place/out" <<'PYTHON'
import sys, zipfile
from pathlib import Path
(wheel,) = Path(sys.argv[1]).glob("*.whl")
names = (name.rpartition("texts/") for name in zipfile.ZipFile(wheel).namelist())
print(" ".join(sorted(last for _, found, last in names if found and last[-1:] not in "/")))
PYTHON
}

changed=0
expect() { # name, what was found, what was seen when this was written
    printf '%-12s %s\n' "$1" "$2"
    [ "$2" = "$3" ] || { echo "  changed: was $3"; changed=1; }
}

all="one/in.txt one/two/deep.txt top.txt"
expect setuptools "$(built setuptools.build_meta setuptools $'[tool.setuptools]\npackages = ["shelf"]')" "$all"
expect pdm "$(built pdm.backend pdm-backend '')" "$all"
expect poetry "$(built poetry.core.masonry.api poetry-core $'[tool.poetry]\npackages = [{include = "shelf"}]')" "$all"
expect uv_build "$(built uv_build uv_build $'[tool.uv.build-backend]\nmodule-root = ""')" "$all"
expect hatchling "$(built hatchling.build hatchling '')" "one/in.txt"
exit "$changed"
