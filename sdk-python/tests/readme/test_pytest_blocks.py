"""The README's blocks for pytest, as a user's project, and its end by SIGKILL."""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from readme.blocks import readme_blocks
from support.until import until

ROOT = Path(__file__).parents[3]
SOURCE = Path(__file__).parents[2] / "src"

# Besides the README's test: what a user may do with the fixtures, and a test that does not end.
MORE_TESTS = """
import os
import time

from postseal import Postseal
from postseal.testing import TestServer, TestServerAccess, TestServerError, connect_test_server


def test_an_application_makes_its_own_client(postseal_env, postseal_sink):
    access = connect_test_server()
    with Postseal() as client:
        message = {
            "project_id": access.test_project_id,
            "from": "no-reply@shop.example",
            "to": "grace@example.com",
            "subject": "Welcome",
            "text": "Good to have you.",
        }
        client.messages.send(message)
    assert postseal_sink.wait_for_mail(to="grace@example.com").text.strip() == "Good to have you."


def test_finds_an_empty_sink(postseal_sink):
    assert "POSTSEAL_API_KEY" not in os.environ
    assert postseal_sink.list() == []


def test_fails(postseal_client):
    postseal_client.messages.retrieve("msg_01kbf3x5vce1v8h0ja5z9w2kxm")


def test_waits(postseal_server):
    print(f"\\nwaiting at {postseal_server.base_url}", flush=True)
    time.sleep(1000)
"""


def test_run_and_leave_no_server_behind(tmp_path: Path) -> None:
    codes = [block.code for block in readme_blocks()]
    conftest, test = (code for code in codes if "pytest_plugins" in code or "def test_" in code)
    (tmp_path / "conftest.py").write_text(conftest)
    (tmp_path / "test_1_readme.py").write_text(test)
    (tmp_path / "test_2_more.py").write_text(MORE_TESTS)
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-W", "error", "-v", "-s", "--tb=short"],
        cwd=tmp_path,
        env={
            **{name: value for name, value in os.environ.items() if not name.startswith("POSTSEAL_")},
            "PYTHONPATH": str(SOURCE),
            "POSTSEAL_SERVER_COMMAND": shlex.join(["node", str(ROOT / "dist" / "bin.js")]),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as run:
        assert run.stdout is not None
        said = ""
        url = ""
        for line in run.stdout:
            said += line
            if line.startswith("waiting at "):
                url = line.removeprefix("waiting at ").strip()
                break
        run.kill()
    assert url != "", said
    assert [word for word in said.split() if word in ("PASSED", "FAILED")] == [*["PASSED"] * 3, "FAILED"], (
        said
    )
    until(lambda: not answers(url))


def answers(url: str) -> bool:
    address = urlsplit(url)
    try:
        socket.create_connection((str(address.hostname), int(address.port or 0)), timeout=180).close()
    except OSError:
        return False
    return True
