"""Starts a Postseal service for tests, or connects to one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ._command import COMMAND_VARIABLE, find_command
from ._process import ServerProcess
from .errors import TestServerError
from .sink import AsyncSink, Sink

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import TracebackType
    from typing import Self

# The variables of a test server, each with its field in the server's JSON line.
VARIABLES = {
    "POSTSEAL_BASE_URL": "base_url",
    "POSTSEAL_API_KEY": "test_project_key",
    "POSTSEAL_TEST_PROJECT_ID": "test_project_id",
    "POSTSEAL_WORKSPACE_KEY": "workspace_key",
    "POSTSEAL_SINK_URL": "sink_url",
}


class TestServerAccess:
    """The parts of a server that a test needs, even if another process started the server."""

    __test__ = False

    base_url: str
    """The server's URL."""
    api_key: str
    """The test project's key. It can send messages, read reports, and manage contacts and lists."""
    test_project_id: str
    """The `project_id` for messages that `api_key` sends."""
    workspace_key: str
    """A key for all projects, and also for webhooks, domains and suppressions."""
    sink: Sink
    """The mails that the server has sent."""
    async_sink: AsyncSink
    """The same sink for asyncio and trio."""
    env: dict[str, str]
    """
    Environment variables for other processes. `connect_test_server` reads all of them. A client without
    options reads POSTSEAL_BASE_URL and POSTSEAL_API_KEY.
    """

    def __init__(self, env: Mapping[str, str]) -> None:
        self.env = {name: env[name] for name in VARIABLES}
        self.base_url = env["POSTSEAL_BASE_URL"]
        self.api_key = env["POSTSEAL_API_KEY"]
        self.test_project_id = env["POSTSEAL_TEST_PROJECT_ID"]
        self.workspace_key = env["POSTSEAL_WORKSPACE_KEY"]
        self.sink = Sink(env["POSTSEAL_SINK_URL"])
        self.async_sink = AsyncSink(env["POSTSEAL_SINK_URL"])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_url!r})"


class TestServer(TestServerAccess):
    """A running test server. As a context manager, it stops at the end of the `with` block."""

    session: str
    """A session of the workspace's owner, for operations that API keys cannot call."""

    def __init__(self, process: ServerProcess) -> None:
        handover = process.handover
        super().__init__({name: handover[field] for name, field in VARIABLES.items()})
        self.session = handover["session"]
        self._process = process

    def log(self) -> str:
        """Returns the warnings and errors that the running server has written to its standard error."""
        return self._process.log()

    def stop(self) -> None:
        """Stops the server. The server also stops when this process ends, even if it is killed."""
        self._process.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def start_test_server(
    command: str | Sequence[str] | None = None,
    *,
    cwd: str | os.PathLike[str] | None = None,
    env: Mapping[str, str | None] | None = None,
    port: int | None = None,
    timeout: float = 120.0,
) -> TestServer:
    """
    Starts a whole Postseal service for tests. It runs in memory, on a free port of this machine, and its sink
    catches every mail. The server is ready when this function returns. Several servers can run at the same
    time.

    - `command`: the program and its arguments, such as `["node", "dist/bin.js"]`. `--ephemeral` is added. A
      string is a program without arguments. Default: the variable `POSTSEAL_SERVER_COMMAND`, otherwise the
      package `postseal-server` in the `node_modules` of `cwd` or a folder above it, otherwise the program
      `postseal-server` on `PATH`.
    - `cwd`: the folder to run the command in. Default: this process's.
    - `env`: changes to this process's environment for the server. None removes a variable.
    - `port`: the HTTP port. Default: any free port.
    - `timeout`: the maximum number of seconds for the start.

    Raises TestServerError if the server is not installed, does not start, or is not ready in time.
    """
    folder = os.fspath(cwd) if cwd is not None else os.getcwd()
    variables = _environment(env or {})
    if command is None:
        command = find_command(folder, os.environ | {k: v for k, v in (env or {}).items() if v is not None})
    arguments = [command] if isinstance(command, str) else [*command]
    arguments += ["--ephemeral", *([] if port is None else ["--port", str(port)])]
    return TestServer(ServerProcess(arguments, folder, variables, timeout))


def connect_test_server(env: Mapping[str, str] | None = None) -> TestServerAccess:
    """
    Returns access to a server that another process has started. Reads the variables of that server's `env`
    from `env`, by default this process's environment. Raises TestServerError if one of the variables is not
    set.
    """
    given = os.environ if env is None else env
    for name in VARIABLES:
        if not given.get(name):
            raise TestServerError(
                f"{name} is not set. Does another process start a server by start_test_server(), and pass on "
                "its env, as by os.environ.update(server.env)?"
            )
    return TestServerAccess(given)


def _environment(changes: Mapping[str, str | None]) -> dict[str, str]:
    """
    Returns the server's environment, without the variables that an earlier test server set for its clients.
    """
    ours: dict[str, None] = dict.fromkeys((*VARIABLES, COMMAND_VARIABLE))
    merged: dict[str, str | None] = {**os.environ, **ours, **changes}
    return {name: value for name, value in merged.items() if value is not None}
