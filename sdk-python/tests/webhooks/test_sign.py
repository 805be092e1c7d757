import json
import time
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from postseal.webhooks import sign_test_webhook, verify_webhook

from .verdicts import EVENT, NOW, SECRET, SignVector, read_vectors


@pytest.mark.parametrize("vector", read_vectors()["sign"], ids=lambda vector: vector["name"])
def test_vector(vector: SignVector) -> None:
    at = vector["timestamp"]
    east = datetime.fromtimestamp(at, timezone(timedelta(hours=14)))
    for timestamp in (at, at + 0.9, east, east + timedelta(milliseconds=999)):
        signed = sign_test_webhook(payload=vector["payload"], secrets=vector["secrets"], timestamp=timestamp)
        assert signed["headers"]["Service-Signature"] == vector["header"]
        assert signed["payload"] == vector["payload"]


def test_an_event_is_written_as_the_service_writes_it() -> None:
    event = {"type": "webhook.test", "data": {"a": ['ö\u2028\x7f"\\/\b\n\x01', "\ud800", 1, 1.5, None, True]}}
    signed = sign_test_webhook(event, secret=SECRET)
    text = (
        '{"type":"webhook.test","data":{"a":["ö\u2028\x7f\\"\\\\/\\b\\n\\u0001","\\ud800",1,1.5,null,true]}}'
    )
    assert signed["payload"] == text
    assert signed["headers"]["Content-Type"] == "application/json"
    assert verify_webhook(**signed, secret=SECRET) == event == json.loads(text)


def test_the_time_is_the_clocks_unless_told() -> None:
    before = int(time.time())
    signed = sign_test_webhook(EVENT, secret=SECRET)
    at = int(signed["headers"]["Service-Signature"].split(",")[0].removeprefix("t="))
    assert before <= at <= time.time()


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        ({"secret": SECRET}, TypeError),
        ({"payload": {}, "secret": SECRET}, TypeError),
        ({"event": EVENT, "secret": ""}, ValueError),
        ({"event": EVENT}, TypeError),
        ({"event": EVENT, "secrets": []}, ValueError),
        ({"event": EVENT, "secret": SECRET, "timestamp": float("nan")}, ValueError),
        ({"event": EVENT, "secret": SECRET, "timestamp": "now"}, TypeError),
        ({"event": EVENT, "secret": SECRET, "timestamp": datetime(2026, 1, 14)}, ValueError),
        ({"event": {"type": "a", "data": float("nan")}, "secret": SECRET}, ValueError),
        ({"event": {"type": "a", "data": datetime.now(UTC)}, "secret": SECRET}, TypeError),
    ],
)
def test_a_mistake_of_the_caller_is_told(arguments: dict[str, Any], kind: type[Exception]) -> None:
    with pytest.raises(kind):
        sign_test_webhook(**arguments)


def test_a_payload_is_signed_as_it_stands() -> None:
    signed = sign_test_webhook(payload="{ }", secret=SECRET, timestamp=NOW)
    assert verify_webhook(**signed, secret=SECRET, now=NOW) is not None
    assert signed["payload"] == "{ }"
