"""How `postseal.testing` starts a server, and how the server ends."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from postseal.testing import TestServerError, connect_test_server, start_test_server
from support.until import until

SOURCE = Path(__file__).parents[1] / "src"
LINE = {
    "base_url": "http://127.0.0.1:1",
    "test_project_id": "prj_1",
    "test_project_key": "pk_test_1",
    "workspace_key": "wk_1",
    "session": "session",
    "sink_url": "http://127.0.0.1:1/sink/messages",
}
VARIABLES = {
    "POSTSEAL_BASE_URL": "http://127.0.0.1:1",
    "POSTSEAL_API_KEY": "pk_test_1",
    "POSTSEAL_TEST_PROJECT_ID": "prj_1",
    "POSTSEAL_WORKSPACE_KEY": "wk_1",
    "POSTSEAL_SINK_URL": "http://127.0.0.1:1/sink/messages",
}

# Prints its line, with its arguments and variables in it, and ends when its input closes.
HONEST = f"""
import json, os, sys
names = ["POSTSEAL_API_KEY", "POSTSEAL_SERVER_COMMAND", "SHOP", "HOME"]
session = json.dumps([sys.argv[1:], [os.environ.get(name) for name in names], os.getcwd()])
print("Careful.", file=sys.stderr, flush=True)
print(json.dumps({LINE!r} | {{"session": session}}), flush=True)
sys.stdin.read()
"""


def script(source: str) -> list[str]:
    return [sys.executable, "-c", source]


def test_runs_the_command_with_the_variables_that_are_meant_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("POSTSEAL_API_KEY", "pk_test_of_an_earlier_one")
    monkeypatch.setenv("POSTSEAL_SERVER_COMMAND", "false")
    threads = threading.active_count()
    changes = {"SHOP": "a", "HOME": None}
    with start_test_server(script(HONEST), cwd=tmp_path, env=changes, port=4123) as server:
        assert (server.base_url, server.api_key) == ("http://127.0.0.1:1", "pk_test_1")
        assert (server.test_project_id, server.workspace_key) == ("prj_1", "wk_1")
        assert server.sink.url == server.async_sink.url == "http://127.0.0.1:1/sink/messages"
        assert server.env == VARIABLES
        assert json.loads(server.session) == [
            ["--ephemeral", "--port", "4123"],
            [None, None, "a", None],
            os.path.realpath(tmp_path),
        ]
        assert server.log() == "Careful.\n"
        assert "pk_" not in repr(server)
        # os.fork() warns of threads.
        assert threading.active_count() == threads
        access = connect_test_server(server.env)
        assert (access.base_url, access.api_key, access.env) == (server.base_url, server.api_key, server.env)
    assert server.log() == ""
    server.stop()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import sys; print('No room.', file=sys.stderr); sys.exit(2)", r"it ended with 2\. No room\.$"),
        ("import time; time.sleep(1000)", r"it was not ready within 0\.5 s\.$"),
        ("print('Hello', flush=True); input()", r"it printed something other than its ready line\.$"),
        ("print('[]', flush=True); input()", r"it printed something other than its ready line\.$"),
        ("print('x' * 200_000, flush=True); input()", r"it printed something other than its ready line\.$"),
        ("import sys; sys.stdout.close(); sys.exit(0)", r"it ended with 0\.$"),
    ],
)
def test_a_server_that_does_not_start_is_an_error_with_its_words(source: str, message: str) -> None:
    timeout = 0.5 if "sleep" in source else 180.0
    with pytest.raises(TestServerError, match=f"^The server did not start: {message}"):
        start_test_server(script(source), timeout=timeout)


def test_a_server_that_leaves_a_child_behind_holds_nobody_up() -> None:
    # The child has the standard output of the shell, which is killed.
    with pytest.raises(TestServerError, match=r"it was not ready within 0\.5 s"):
        start_test_server(["sh", "-c", "sleep 5 & wait"], timeout=0.5)


def test_a_command_that_is_not_there_is_an_error() -> None:
    with pytest.raises(TestServerError, match=r"^The server did not start: .*No such file.*/no/such/command"):
        start_test_server("/no/such/command")


class TestTheCommand:
    """Where the command comes from when none is given."""

    @pytest.fixture
    def package(self, tmp_path: Path) -> Path:
        """A project with postseal-server in its node_modules, and a stand-in for node on PATH."""
        package = tmp_path / "node_modules" / "postseal-server"
        (package / "bin").mkdir(parents=True)
        (package / "package.json").write_text('{"bin": {"postseal-server": "bin/start.py"}}')
        (package / "bin" / "start.py").write_text(HONEST)
        program(tmp_path / "programs" / "node", f'exec {shlex.quote(sys.executable)} "$@"')
        return tmp_path

    def test_is_of_the_package_in_the_project(self, package: Path) -> None:
        (package / "app" / "tests").mkdir(parents=True)
        with start_test_server(
            cwd=package / "app" / "tests", env={"PATH": str(package / "programs")}
        ) as server:
            assert json.loads(server.session)[0] == ["--ephemeral"]

    def test_needs_node(self, package: Path) -> None:
        with pytest.raises(
            TestServerError, match=r"start\.py needs Node\.js, and there is no node on PATH\.$"
        ):
            start_test_server(cwd=package, env={"PATH": "/no/such/folder"})

    def test_is_a_program_on_path(self, tmp_path: Path) -> None:
        starter = tmp_path / "start.py"
        starter.write_text(HONEST)
        words = shlex.join([sys.executable, str(starter)])
        program(tmp_path / "programs" / "postseal-server", f'exec {words} "$@"')
        with start_test_server(cwd=tmp_path, env={"PATH": str(tmp_path / "programs")}) as server:
            assert json.loads(server.session)[0] == ["--ephemeral"]

    def test_is_first_of_all_that_of_the_environment(
        self, package: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        starter = package / "another start.py"
        starter.write_text(HONEST.replace("[1:]", "[1:] + ['another']"))
        monkeypatch.setenv("POSTSEAL_SERVER_COMMAND", f"{sys.executable} '{starter}'")
        with start_test_server(cwd=package) as server:
            assert json.loads(server.session)[0] == ["--ephemeral", "another"]

    def test_is_nowhere(self, tmp_path: Path) -> None:
        with pytest.raises(
            TestServerError,
            match=r"^postseal-server is not installed\. Install it with npm from the file of a release, ",
        ):
            start_test_server(cwd=tmp_path, env={"PATH": "/no/such/folder"})


def program(path: Path, line: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def test_a_server_that_nobody_has_started_is_an_error_that_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TestServerError, match=r"^POSTSEAL_BASE_URL is not set\. .*os\.environ\.update"):
        connect_test_server({})
    for name, value in VARIABLES.items():
        monkeypatch.setenv(name, value)
    assert connect_test_server().test_project_id == "prj_1"


@pytest.mark.parametrize("end", ["by itself", "by an exception", "by SIGKILL"])
def test_ends_with_the_process_that_started_it(end: str, tmp_path: Path) -> None:
    ended = tmp_path / "ended"
    leave = f"import atexit, signal, sys; atexit.register(open, {str(ended)!r}, 'w')"
    server = f"{leave}; signal.signal(signal.SIGTERM, lambda *_: sys.exit()){HONEST}"
    last = {"by itself": "", "by an exception": "1 / 0", "by SIGKILL": "import time; time.sleep(1000)"}[end]
    starter = f"""
from postseal.testing import start_test_server
import os
# The server stays although nobody keeps it, and a child that was forked does not end it.
start_test_server([{sys.executable!r}, "-c", {server!r}])
if (child := os.fork()) == 0:
    raise SystemExit
os.waitpid(child, 0)
assert not os.path.exists({str(ended)!r})
print("ready", flush=True)
{last}
"""
    with subprocess.Popen(
        script(starter),
        env={**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONWARNINGS": "error"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "ready\n"
        if end == "by SIGKILL":
            process.send_signal(signal.SIGKILL)
        until(ended.exists, process.stderr.read)
        said = process.stderr.read()
        assert "ZeroDivisionError" in said if end == "by an exception" else said == ""
    assert process.returncode == {"by itself": 0, "by an exception": 1, "by SIGKILL": -9}[end]
