"""Receivers import `postseal.webhooks` alone: it has to be light, and to open nothing."""

import json
import subprocess
import sys
from typing import Any

import pytest

import postseal.webhooks

from .verdicts import EVENT, SECRET

FORBIDDEN = [
    "anyio",
    "asyncio",
    "email",
    "http",
    "httpcore2",
    "httpx2",
    "logging",
    "select",
    "socket",
    "_socket",
    "ssl",
    "_ssl",
    "truststore",
    "urllib",
    "dataclasses",
    "datetime",
    "random",
    "secrets",
    "typing",
    "postseal.errors",
    "postseal._async",
    "postseal._sync",
    "postseal.types",
    "postseal.webhooks.types",
]

USE = """
import json, sys
modules_before, events = set(sys.modules), []
sys.addaudithook(lambda event, arguments: events.append(event))

import postseal.webhooks
imported = sorted(set(sys.modules) - modules_before)
secret, event = json.loads(sys.argv[1])
signed = postseal.webhooks.sign_test_webhook(event, secret=secret)
for body in (signed["payload"], signed["payload"].encode()):
    assert postseal.webhooks.verify_webhook(body, headers=signed["headers"], secret=secret) == event
refused = []
for body, headers in (("{", signed["headers"]), ("{}", {}), ({}, {}), ("{}", {"service-signature": "t=1"})):
    try:
        postseal.webhooks.verify_webhook(body, headers=headers, secret=secret)
    except postseal.webhooks.WebhookVerificationError as error:
        refused.append(error.code)
used = sorted(set(sys.modules) - modules_before)
print(json.dumps({"events": events, "imported": imported, "used": used, "refused": refused}))
"""


@pytest.fixture(scope="module")
def traces() -> dict[str, Any]:
    """What a fresh interpreter sees of importing and using the package."""
    # Without the site packages' own start-up files, which import what they like; they stay importable.
    code = f"import sys; sys.path += {sys.path!r}\n{USE}"
    command = [sys.executable, "-S", "-E", "-c", code, json.dumps([SECRET, EVENT])]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def test_it_opens_no_socket_and_no_process_and_reads_no_file_but_modules(traces: dict[str, Any]) -> None:
    kinds = {event.split(".")[0] for event in traces["events"]}
    assert "import" in kinds  # So the hook was there.
    assert not kinds & {"socket", "ssl", "subprocess", "http", "urllib", "ctypes", "shutil", "tempfile"}
    assert traces["refused"] == [
        "signature_mismatch",
        "missing_header",
        "invalid_payload",
        "malformed_header",
    ]


@pytest.mark.parametrize("moment", ["imported", "used"])
def test_it_imports_no_http_library_nor_what_is_slow_to_import(traces: dict[str, Any], moment: str) -> None:
    modules = set(traces[moment])
    assert "postseal.webhooks.verify" in modules
    assert modules.isdisjoint(FORBIDDEN)
    if moment == "imported":
        assert "postseal.webhooks.sign" not in modules


def test_everything_it_names_is_there() -> None:
    assert sorted(postseal.webhooks.__all__) == postseal.webhooks.__all__ == dir(postseal.webhooks)
    for name in postseal.webhooks.__all__:
        assert getattr(postseal.webhooks, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'verify_webook'"):
        getattr(postseal.webhooks, "verify_webook")  # noqa: B009 - type checkers know that it is not there
