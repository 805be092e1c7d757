"""Log lines about calls."""

import logging
import os
import subprocess
import sys
from typing import Any
from unittest.mock import patch

import httpx2
import pytest

from fake_service import FakeService, Turn, json_answer, refusal
from postseal import Postseal, PostsealError

ENDING = {
    "Deprecation": "@1767225600",
    "Sunset": "Wed, 01 Jul 2026 00:00:00 GMT",
    "Link": '<https://mail.example/docs>; rel="deprecation"',
}
PAGE = json_answer({"data": [], "has_more": False, "next_cursor": None})


@pytest.fixture(autouse=True)
def _debug(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "postseal")


def failing(error: Exception) -> Turn:
    def turn() -> httpx2.Response:
        raise error

    return turn


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        f"{record.levelname} {record.getMessage()}" for record in caplog.records if record.name == "postseal"
    ]


def test_each_attempt_its_outcome_and_the_wait_before_the_next(caplog: pytest.LogCaptureFixture) -> None:
    refused = httpx2.ConnectError("refused")
    refused.__cause__ = ConnectionRefusedError(111, "Connection refused")
    turns = [
        failing(refused),
        refusal(503, "unavailable", {"Request-Id": "req_6"}),
        json_answer({"id": "msg_1"}, 202),
    ]
    with patch("random.random", return_value=0), patch("time.monotonic", return_value=1.0):
        FakeService("sync", *turns).call("messages.cancel", "msg_1")
    path = "POST /v1/messages/msg_1/cancel"
    assert lines(caplog) == [
        f"DEBUG {path} begins",
        f"DEBUG {path} failed: no connection, ECONNREFUSED",
        f"INFO {path} will be retried in 0.5 s: no connection, ECONNREFUSED",
        f"DEBUG {path} begins",
        f"DEBUG {path} answered 503",
        f"INFO {path} will be retried in 1.0 s: status 503",
        f"DEBUG {path} begins",
        f"DEBUG {path} answered 202",
    ]
    names = ("operation", "attempt", "status", "request_id", "seconds", "reason", "outcome")
    fields = [
        {name: vars(record)[name] for name in names if name in vars(record)} for record in caplog.records
    ]
    assert {one.pop("operation") for one in fields} == {"cancelMessage"}
    assert fields == [
        {"attempt": 1},
        {"attempt": 1, "seconds": 0.0, "outcome": "no connection, ECONNREFUSED"},
        {"attempt": 1, "seconds": 0.5, "reason": "no connection, ECONNREFUSED"},
        {"attempt": 2},
        {"attempt": 2, "status": 503, "request_id": "req_6", "seconds": 0.0},
        {"attempt": 2, "seconds": 1.0, "reason": "status 503"},
        {"attempt": 3},
        {"attempt": 3, "status": 202, "request_id": None, "seconds": 0.0},
    ]


def test_no_key_header_body_address_or_value_of_a_query(caplog: pytest.LogCaptureFixture) -> None:
    secret = "ada+secret@example.com"
    leaky = failing(httpx2.ConnectError(f"https://mail.example/v1/message-logs?recipient={secret}"))
    fake = FakeService("sync", leaky, refusal(503, "x-body-x", {"X-Reply": "x-reply-x"}), PAGE)
    query: Any = {"recipient": secret}
    fake.call("message_logs.list", query, headers={"X-Shop": "x-header-x"})
    fake.call("messages.list", headers={"X-Shop": "x-header-x"})
    fake.call("contacts.list_events", secret)
    text = "\n".join(lines(caplog))
    assert text.count("begins") == 5
    for hidden in ("secret", "x-body-x", "x-reply-x", "x-header-x", "pk_test_1"):
        assert hidden not in text
    assert "GET /v1/contacts/*/events" in text


def test_a_deprecated_operation_is_warned_of_once(caplog: pytest.LogCaptureFixture) -> None:
    fake = FakeService(
        "sync", json_answer({"data": [], "has_more": False, "next_cursor": None}, headers=ENDING)
    )
    client = fake.client()
    client.messages.list()
    client.messages.list()
    client.events.list()
    assert [line for line in lines(caplog) if line.startswith("WARNING")] == [
        f"WARNING GET /v1/{path} is deprecated and ends on Wed, 01 Jul 2026 00:00:00 GMT"
        for path in ("messages", "events")
    ]


PROGRAM = """
import httpx2, logging, sys
from postseal import Postseal
page = {"data": [], "has_more": False, "next_cursor": None}
http = httpx2.Client(transport=httpx2.MockTransport(lambda _: httpx2.Response(200, json=page)))
Postseal("pk_test_1", http_client=http)
Postseal("pk_test_1", http_client=http).messages.list()
"""


@pytest.mark.parametrize(("level", "count"), [("debug", 2), ("info", 0), ("off", 0), ("", 0)])
def test_the_environment_sets_the_level_and_a_way_out(level: str, count: int) -> None:
    environment = {**os.environ, "POSTSEAL_LOG": level}
    program = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        check=True,
        timeout=240,
        capture_output=True,
        text=True,
    )
    assert program.stderr.count("DEBUG postseal: GET /v1/messages ") == count
    assert len(program.stderr.splitlines()) == count


def test_an_unknown_level_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POSTSEAL_LOG", "loud")
    with pytest.raises(
        PostsealError, match='POSTSEAL_LOG must be one of off, error, warn, info, debug, not "loud"'
    ):
        Postseal("pk_test_1")
