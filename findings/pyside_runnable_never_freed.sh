#!/usr/bin/env bash
# A QRunnable of Python that ends before QThreadPool.start has come back is never freed, with all
# that it refers to; and a Python function given to start is never freed when clear drops it.
#
# Guess:  a pool with automatic deletion frees a runnable when it has run, and clear frees what has
#         not run yet, whatever was given: a QRunnable or a function.
# Seen:   PySide6 6.11.3 (and 6.12.0), Python 3.11, two cores: with a short turn between threads from 10 to 49 of
#         50 runnables that had run were alive after waitForDone and gc.collect; 0 of 50 functions.
#         After clear it is the other way round: 0 runnables, and every function that had waited.
#         With Python's own turn of 5 ms it happens on a machine that has other work to do.
# So:     give functions to a pool and never clear it: let what is no longer wanted return at once.
#         A program whose jobs hold documents keeps every document that it ever closed otherwise.
#
# Ends with 0 while this is so, with 1 when it does something else.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" -q install --disable-pip-version-check "PySide6-Essentials==6.11.3" 2>/dev/null

cat >"$work/jobs.py" <<'PYTHON'
import gc, sys, time, weakref
from PySide6.QtCore import QCoreApplication, QRectF, QRunnable, QThreadPool

sys.setswitchinterval(1e-6)
app = QCoreApplication([])
pool = QThreadPool()
pool.setMaxThreadCount(1)

class Document:
    """What a job works on."""

class Job(QRunnable):
    def __init__(self, document):
        super().__init__()
        self.document = document
    def run(self):
        QRectF(0, 0, 1, 1)

def function(document):
    return lambda: QRectF(0, 0, 1, 1) if document else None

def slow(document):
    return lambda: time.sleep(0.2) if document else None

def alive(make, wait):
    seen = []
    for _ in range(50):
        document = Document()
        seen.append(weakref.ref(document))
        pool.start(make(document))
        del document
        if wait:
            end = time.time() + 0.01
            while time.time() < end:
                app.processEvents()
    if not wait:
        pool.clear()
    pool.waitForDone()
    gc.collect()
    return sum(one() is not None for one in seen)

print(alive(Job, True), alive(function, True), alive(Job, False), alive(slow, False))
PYTHON
read -r ran called dropped cleared < <("$work/venv/bin/python" "$work/jobs.py")
echo "alive of 50: runnables that ran $ran, functions that ran $called; after clear: runnables $dropped, functions $cleared"
[ "$ran" -ge 5 ] && [ "$called" -eq 0 ] && [ "$dropped" -le 25 ] && [ "$cleared" -ge 40 ]
