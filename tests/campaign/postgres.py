"""A real PostgreSQL server of the test's own: Debian's, or that of a wheel; None where neither is.

The server refuses to run as root: there it runs as a user without rights, from a copy that this
user can read.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg

NOBODY = 65534


def programs() -> Path | None:
    """The folder with ``initdb`` and ``postgres``."""
    found = shutil.which("postgres")
    if found:
        return Path(found).parent
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if system:
        return system[-1].parent
    wheel = importlib.util.find_spec("pgserver")
    if wheel is None or wheel.origin is None:
        return None
    inside = Path(wheel.origin).parent / "pginstall" / "bin"
    return inside if (inside / "postgres").exists() else None


class Server:
    """A server in a new folder on a free port, until `close`. Its owner is ``umpire``."""

    def __init__(self) -> None:
        found = programs()
        assert found is not None
        self.folder = Path(tempfile.mkdtemp(prefix="wd-pg-"))
        self._user = NOBODY if sys.platform != "win32" and os.getuid() == 0 else None
        if self._user is not None:
            os.chown(self.folder, NOBODY, NOBODY)
            if "pgserver" in str(found):
                wheel = found.parents[1]
                for part in (wheel, wheel.with_name("pgserver.libs")):
                    shutil.copytree(part, self.folder / part.name)
                found = self.folder / "pgserver" / "pginstall" / "bin"
                subprocess.run(["chown", "-R", str(NOBODY), str(self.folder)], check=True)
        self._bin, self.data = found, self.folder / "data"
        self._run(
            str(found / "initdb"), "-D", str(self.data), "-U", "umpire", "-A", "trust",
            "-E", "UTF8", "--no-sync", "--locale", "C",
        )  # fmt: skip
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.process = self._start()

    def _run(self, *words: str) -> None:
        subprocess.run(
            words, check=True, capture_output=True, user=self._user, cwd=self.folder,
            env={"LC_ALL": "C", "PATH": os.environ["PATH"]},
        )  # fmt: skip

    def _start(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [
                str(self._bin / "postgres"), "-D", str(self.data), "-p", str(self.port),
                "-c", f"unix_socket_directories={self.folder}", "-c", "shared_buffers=16MB",
                "-c", "max_connections=40", "-c", "listen_addresses=127.0.0.1",
                "-c", "fsync=off",  # processes are killed here, never the machine
            ],
            user=self._user, cwd=self.folder, stderr=subprocess.DEVNULL,
            env={"LC_ALL": "C", "PATH": os.environ["PATH"]},
        )  # fmt: skip
        for _time in range(600):
            try:
                self.connect("postgres").close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return process
        raise AssertionError("the server does not answer")

    def connect(
        self, database: str, user: str = "umpire"
    ) -> psycopg.Connection[tuple[object, ...]]:
        """A connection of the driver alone, that finds the tables as any program could."""
        return psycopg.connect(
            host="127.0.0.1",
            port=self.port,
            user=user,
            dbname=database,
            autocommit=True,
            options="-c search_path=wardesk,public",
        )

    def database(self, name: str) -> str:
        """Make a new, empty database; its address."""
        with self.connect("postgres") as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}"')
            connection.execute(f"CREATE DATABASE \"{name}\" TEMPLATE template0 ENCODING 'UTF8'")
        return self.address(name)

    def address(self, name: str, user: str = "umpire") -> str:
        """The address of a database for somebody."""
        return f"postgresql://{user}@127.0.0.1:{self.port}/{name}"

    def kill(self) -> None:
        """Pull the plug, then start again."""
        number = self.process.pid
        children = Path(f"/proc/{number}/task/{number}/children").read_text("ascii").split()
        self.process.kill()
        for child in children:
            try:
                os.kill(int(child), signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.process.wait()
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        self.process = self._start()

    def close(self) -> None:
        """Stop it and take its folder away."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)


def why_not() -> str:
    """Why no server can be started here, empty if it can."""
    if sys.platform == "win32":
        return "the server of these tests is started on POSIX systems only"
    found = programs()
    if found is None:
        return "no PostgreSQL here: install Debian's postgresql, or the pgserver wheel"
    tried = subprocess.run([found / "initdb", "--version"], capture_output=True, check=False)
    if tried.returncode:  # its libraries are found by way of /proc, which a bare root may lack
        return f"PostgreSQL does not start here: {tried.stderr.decode().strip()}"
    if os.getuid() == 0:
        try:
            pwd.getpwuid(NOBODY)
        except KeyError:
            return "PostgreSQL does not run as root, and there is nobody else here"
    return ""
