"""An example of `examples/` under the server that its framework comes with, in processes of its own."""

import http.client
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from support.until import until

REPOSITORY = Path(__file__).parents[3]
ENDPOINT = "/webhooks/postseal"


class Framework(NamedTuple):
    name: str
    server: Sequence[str]
    """The command of its server; `{port}` stands for the port."""
    tables: Mapping[str, str]
    """Where it keeps the ids of events, and bounces."""
    before: Sequence[str] = ()
    """A command that has to run once."""


FRAMEWORKS = [
    Framework(
        "django",
        ("manage.py", "runserver", "--noreload", "127.0.0.1:{port}"),
        {"events": "mail_events_processedevent", "bounces": "mail_events_bounce"},
        ("manage.py", "migrate", "--verbosity", "0"),
    ),
    Framework(
        "flask",
        ("-m", "flask", "--app", "app", "run", "--port", "{port}"),
        {"events": "processed_events", "bounces": "bounces"},
    ),
    Framework(
        "fastapi",
        ("-m", "uvicorn", "main:app", "--port", "{port}"),
        {"events": "processed_events", "bounces": "bounces"},
    ),
]


class Receiver:
    """Any number of processes over one database."""

    def __init__(self, framework: Framework, folder: Path, port: int) -> None:
        self.framework = framework
        self.port = port
        """The port of `url`. The test holds it (`support/ports.py`)."""
        self.secret = ""
        """The signing secret. Set it before a start."""
        self._database = folder / "shop.sqlite3"
        self._log = folder / "log.txt"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{ENDPOINT}"

    @contextmanager
    def running(self, *ports: int, secret: str | None = None) -> Generator[None]:
        """Runs a process on each port, and ends them."""
        env = self._env(self.secret if secret is None else secret)
        with self._log.open("ab") as log, ExitStack() as processes:
            if self.framework.before and not self._database.exists():
                assert self._python(self.framework.before, env, log.fileno()).wait(60) == 0, self.log()
            started: list[tuple[subprocess.Popen[bytes], int]] = []
            for port in ports:
                command = [part.format(port=port) for part in self.framework.server]
                process = self._python(command, env, log.fileno())
                processes.callback(_end, process)
                started.append((process, port))
            for process, port in started:
                self._until_it_listens(process, port)
            yield

    def post(self, body: str, headers: Mapping[str, str], port: int | None = None) -> int:
        """Posts a webhook, and returns the status of the reply."""
        with closing(http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=180)) as connection:
            connection.request("POST", ENDPOINT, body.encode(), dict(headers))
            return connection.getresponse().status

    def events(self, event_id: str) -> int:
        """How often it has kept the id of this event."""
        return self._count("events", "id", event_id)

    def bounces(self, recipient: str) -> int:
        """How often it has acted on a bounce of this recipient."""
        return self._count("bounces", "recipient", recipient)

    def reason(self, recipient: str) -> object:
        """What it has kept of a bounce of this recipient."""
        statement = f"select reason from {self.framework.tables['bounces']} where recipient = ?"
        with closing(sqlite3.connect(self._database, timeout=180)) as database:
            return database.execute(statement, (recipient,)).fetchone()[0]

    def log(self) -> str:
        """What its processes have written."""
        return self._log.read_text(errors="replace")

    def _count(self, table: str, column: str, value: str) -> int:
        statement = f"select count(*) from {self.framework.tables[table]} where {column} = ?"
        with closing(sqlite3.connect(self._database, timeout=180)) as database:
            [count] = database.execute(statement, (value,)).fetchone()
            return int(count)

    def _env(self, secret: str) -> dict[str, str]:
        path = os.pathsep.join([str(REPOSITORY / "sdk-python/src"), os.environ.get("PYTHONPATH", "")])
        env = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"}
        return {**env, "DATABASE": str(self._database), "POSTSEAL_WEBHOOK_SECRET": secret}

    def _python(self, arguments: Sequence[str], env: dict[str, str], log: int) -> subprocess.Popen[bytes]:
        folder = REPOSITORY / "examples" / self.framework.name
        return subprocess.Popen([sys.executable, *arguments], cwd=folder, env=env, stdout=log, stderr=log)

    def _until_it_listens(self, process: subprocess.Popen[bytes], port: int) -> None:
        def listens() -> bool:
            # Where it could not have the port, somebody else answers there.
            assert process.poll() is None, self.log()
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
            except OSError:
                return False
            return True

        until(listens, self.log, 180)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(10)
