"""The blocks of README and guide, as printed: each runs against the service, by the installed wheel."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from readme.blocks import HERE, Block, readme_blocks

if TYPE_CHECKING:
    from postseal.testing import TestServer

PROJECT = Path(__file__).parents[2]
FRAMEWORKS = ("flask", "django", "fastapi")

# What the blocks print. Every section of blocks is in this list.
EXPECTED: dict[str, str] = {
    "Send a message": r"^ada@example\.com delivered \S+",
    "Send with asyncio or trio": r"^grace@example\.com delivered\nmsg_\w+$",
    "Address a message": r"^$",
    "Wait for the outcome": r"^delivered \['delivered'\]$",
    "Attach files": r"^$",
    "Schedule, reschedule and cancel": r"^$",
    "Batches": r"^A-1 msg_\w+\nA-2 msg_\w+$",
    "Create and send a template": r"^no_text There is no text",
    "Send to a segment or a list": r"^0 True$",
    "Run an automation": r"welcome done\n(.*\n)*.* order timed_out\n.* reminder done",
    "Receive inbound mail": r"'host'",
    "Follow events": r"^message\.accepted\n(.*\n)*message\.delivered\n\S+$",
    "Read statistics": r"^\d+ \d+ \{.*\} \d+\n(.+ \d+\n?)+$",
    "Subscribe webhooks": r"^kept whsec_\n\w+$",
    "Verify a sending domain": r"TXT v=DKIM1",
    "Suppress addresses": r"^1\n3 This is not an e-mail address\.$",
    "Manage contacts, lists and opt-in": r"^Please look into your inbox\.$",
    "Manage users, and read the audit log": r"^$|^grace@shop\.example admin\ncreateUser succeeded \S+@",
    "Receive webhooks": r"^$",
    "Test": r"^billing@shop\.example Your receipt A-1042 Thank you",
    "Change the options of a call or a client": r"^$",
    "Page through a list": r"^\d+ \{'since': ",
    "Read the reply, and use the types": r"^202 req_\w+ [\w-]+ |^$",
    "Errors": r"^$",
    "Pages": r"^$|@",
    "Retry a call that got no reply": r"^$",
    "Log": r"^$",
}


def test_runs_against_the_service(service: TestServer, installed: Path, tmp_path: Path) -> None:
    blocks = [block for block in readme_blocks() if not framework_of(block) and not is_of_pytest(block)]
    assert {block.heading for block in blocks} == set(EXPECTED)
    prepare_files(tmp_path)
    service_of_another(tmp_path, service)
    results = run(
        installed,
        "run.py",
        modules(blocks, tmp_path, service),
        tmp_path,
        {
            **service.env,
            "POSTSEAL_API_KEY": service.workspace_key,
            "POSTSEAL_SESSION": service.session,
            "POSTSEAL_SERVER_COMMAND": f"{sys.executable} another.py",
        },
    )
    failures = [
        f"{block.heading}: {result['error'] or result['said']}"
        for block, result in zip(blocks, results, strict=True)
        if result["error"] or not re.search(EXPECTED[block.heading], result["said"].rstrip("\n"))
    ]
    assert not failures, "\n".join(failures)
    mail = service.sink.wait_for_mail(to="ada@example.com", subject="Reset your password")
    assert mail.from_ is not None
    assert (mail.from_.email, mail.links) == ("no-reply@shop.example", ["https://shop.example/reset/9f2c"])
    receipt = next(mail for mail in service.sink.list(to="grace@example.com") if mail.attachments)
    assert receipt.attachments[0].content() == b"%PDF-1.4"


def test_receivers_take_a_signed_event_and_refuse_another(tmp_path: Path) -> None:
    blocks = {framework_of(block): block for block in readme_blocks()}
    paths = modules([blocks[framework] for framework in FRAMEWORKS], tmp_path)
    # They need the frameworks, which whoever installs the wheel may not have.
    results = run(Path(sys.executable), "receivers.py", paths, tmp_path, {"PYTHONPATH": str(PROJECT / "src")})
    assert results == [[204, 400, "undeliverable ada@example.com\n"]] * 3


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the wheel, and what the wheel depends on."""
    folder = tmp_path_factory.mktemp("installed")
    wheel = os.environ.get("POSTSEAL_TEST_WHEEL") or build_wheel(folder)
    base = Path(sys.base_prefix, "bin", "python3")
    has_pip = checked(base, "-I", "-m", "pip", "--version", may_fail=True) != ""
    venv.create(folder / "venv", with_pip=not has_pip, symlinks=True)
    python = folder / "venv" / "bin" / "python"
    pip: list[str | Path] = [base, "-m", "pip", "--python", python] if has_pip else [python, "-m", "pip"]
    # In the versions of the other tests, so that a release of somebody else's fails nothing.
    checked(*pip, "install", "-q", "--no-compile", "-c", PROJECT / "requirements-dev.txt", wheel)
    assert checked(python, "-c", "import postseal; print(postseal.__file__)").startswith(str(folder))
    return python


def build_wheel(folder: Path) -> Path:
    checked(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    return next(folder.glob("*.whl"))


def checked(*command: str | Path, may_fail: bool = False) -> str:
    """The output of a command of the package's folder."""
    done = subprocess.run([*map(str, command)], cwd=PROJECT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 or may_fail, done.stderr
    return done.stdout


def framework_of(block: Block) -> str | None:
    return next((name for name in FRAMEWORKS if f"from {name}" in block.code), None)


def is_of_pytest(block: Block) -> bool:
    return "pytest_plugins" in block.code or "def test_" in block.code


def modules(blocks: list[Block], folder: Path, service: TestServer | None = None) -> list[str]:
    """Writes the blocks as modules, at the service in place of the README's, and returns their names."""
    (folder / "readme").mkdir(exist_ok=True)
    shutil.copy(HERE / "placeholders.py", folder / "readme")
    names: list[str] = []
    for number, block in enumerate(blocks):
        code = block.module
        if service is not None:
            code = code.replace("https://mail.example.com", service.base_url)
            code = code.replace("prj_01kbf3x5vce1v8h0ja5z9w2kxm", service.test_project_id)
        names.append(f"block_{number:02}.py")
        (folder / names[-1]).write_text(code, "utf-8")
    return names


def run(python: Path, script: str, paths: list[str], folder: Path, env: dict[str, str]) -> list[Any]:
    shutil.copy(HERE / script, folder)
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("POSTSEAL_", "PYTHON"))
    }
    done = subprocess.run(
        [str(python), "-W", "error", "-W", "ignore::ResourceWarning", script, *paths],
        cwd=folder,
        env={**inherited, **env},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def prepare_files(folder: Path) -> None:
    """The files that blocks read."""
    (folder / "receipt.pdf").write_bytes(b"%PDF-1.4")
    (folder / "suppressions.csv").write_text("email\nmallory@example.com\nnonsense\n")
    (folder / "company-ca.pem").write_text(AUTHORITY)


def service_of_another(folder: Path, service: TestServer) -> None:
    """A command that starts no service but hands over the one there is: another would take seconds."""
    line = {
        "base_url": service.base_url,
        "test_project_id": service.test_project_id,
        "test_project_key": service.api_key,
        "workspace_key": service.workspace_key,
        "session": service.session,
        "sink_url": service.sink.url,
    }
    script = f"import sys\nprint({json.dumps(line)!r}, flush=True)\nsys.stdin.read()\n"
    (folder / "another.py").write_text(script)


AUTHORITY = """\
-----BEGIN CERTIFICATE-----
MIIBdTCCARugAwIBAgIUV4P+YRbAVkzBxD5wlcVQPdJ7m08wCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEU2hvcDAgFw0yNjExMjMxNDEyMjRaGA8yMTI2MTAzMDE0MTIy
NFowDzENMAsGA1UEAwwEU2hvcDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABL+W
PBukVtmMCq6MCXp8WUIEoP4wHcevGuF60czEb3GpZ/RFYX6suvrusvc/P3uXOBuA
70j9SYhdCUiY6zSwvT6jUzBRMB0GA1UdDgQWBBSku2vctm7NWHlY/GtFZs4jblv9
oTAfBgNVHSMEGDAWgBSku2vctm7NWHlY/GtFZs4jblv9oTAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0gAMEUCIFTHo8366kJotjNt8f7Je3PmsQc8rbwZ3wG0
vdAHwRhiAiEAm/EfLdlcUCB/4oLXrxFqMs7DcewXZkNfcri8XHJft8w=
-----END CERTIFICATE-----
"""
