"""Types are learnt by one thread at a time: two that learn one at once would end the program."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import wardesk

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


OPENERS = {"convert": 1, "decode": 1, "Decoder": 0}
"""What reads a type, and which of its words the type is, if not named."""
READ = ("readied(", "dict[str, ", "list[str", "list[dict[str, ")


def test_every_type_of_ours_is_read_so():
    """Containers of plain values are no types of ours; msgspec learns nothing about them."""
    found = []
    for path in sorted(Path(wardesk.__file__).parent.rglob("*.py")):
        if path.name == "words.py":
            continue  # where it is done
        for node in ast.walk(ast.parse(path.read_bytes())):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            name = called.rpartition(".")[2]
            if not called.startswith("msgspec.") or name not in OPENERS:
                continue
            place = OPENERS[name]
            kinds = [word.value for word in node.keywords if word.arg == "type"]
            kinds += node.args[place : place + 1]
            found += [
                f"{path.name} {node.lineno}: {ast.unparse(kind)}"
                for kind in kinds
                if not ast.unparse(kind).startswith(READ)
            ]
    assert not found
