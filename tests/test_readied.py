"""Types are learnt by one thread at a time: two that learn one at once would end the program."""

from __future__ import annotations

import subprocess
import sys

RACE = """
import sys, threading, types
import msgspec
from wardesk.words import readied

sys.setswitchinterval(1e-6)
lines = ["from __future__ import annotations", "import msgspec"]
for k in range(30):
    lines.append(f"class A{k}(msgspec.Struct):")
    fields = [f"    f{j}: A{k + 1} | None = None" for j in range(8)]
    lines += fields if k < 29 else ["    x: int = 0"]
for turn in range(20):
    made = types.ModuleType(f"family{turn}")
    sys.modules[made.__name__] = made
    exec("\\n".join(lines), made.__dict__)
    gate = threading.Barrier(4)
    def read():
        gate.wait()
        msgspec.convert({"f0": {"f0": {"f3": {}}}}, readied(made.A0))
    readers = [threading.Thread(target=read) for _ in range(4)]
    for one in readers:
        one.start()
    for one in readers:
        one.join()
"""


def test_four_threads_read_a_new_type_at_once():
    done = subprocess.run([sys.executable, "-c", RACE], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
