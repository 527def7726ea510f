#!/usr/bin/env python3
"""Set WarDesk up in this checkout, then run one job in its own environment.

    python3 packaging/bootstrap.py run [arguments]     open WarDesk; without a screen, play a demo
    python3 packaging/bootstrap.py test [...]          run the tests; the rest goes to pytest
    python3 packaging/bootstrap.py test --slow         run the slow ones, which that leaves out
    python3 packaging/bootstrap.py coverage [...]      run the tests and tell what they ran, by room
    python3 packaging/bootstrap.py bench [...]         run the benchmarks and print their table
    python3 packaging/bootstrap.py docs [folder]       build the docs as a site, in .venv/site

Only the standard library is used. Everything goes into .venv beside this folder; nothing else is
touched, but for system libraries that Qt needs, which are installed if you are root. A second call
finds its work done. Without a network: --wheels DIR, before the job, names a folder of wheels.
"""

# This file must also be readable by an old Python, so that it can say what is wrong.
import os
import shutil
import subprocess
import sys

MINIMUM = (3, 11)
NEWER = ("python3.13", "python3.12", "python3.11")


def main():
    """Run the job; a Python that is too old hands over to a newer one if there is one."""
    if sys.version_info < MINIMUM:
        for name in NEWER:
            other = shutil.which(name)
            if other:
                return subprocess.call([other, os.path.abspath(__file__)] + sys.argv[1:])
        found = ".".join(map(str, sys.version_info[:3]))
        print("[wardesk] WarDesk needs Python 3.11 or newer; this is " + found + ".")
        return 10
    here = os.path.dirname(os.path.abspath(__file__))
    compiled = os.path.join(os.path.dirname(here), ".venv", "compiled")
    if os.path.isdir(compiled):  # else all of it is compiled at every call
        sys.pycache_prefix, sys.dont_write_bytecode = compiled, False
    sys.path.insert(0, here)
    from ground import jobs

    return jobs.main(sys.argv[1:], __doc__)


if __name__ == "__main__":
    sys.exit(main())
