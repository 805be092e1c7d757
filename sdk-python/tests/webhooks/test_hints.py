"""The mistakes that receivers begin with, and what the message of the error says of each."""

import json
import re
import time
from typing import Any

import pytest

from postseal.webhooks import sign_test_webhook

from .verdicts import NOW, OTHER, SECRET, refusal

EVENT = {"id": "evt_1", "type": "message.delivered", "data": {"recipient": "ada@example.com"}}
SIGNED = sign_test_webhook(EVENT, secret=SECRET, timestamp=NOW)
BODY = SIGNED["payload"]
RAW_BODY = (
    r"Pass the raw body: request\.body in Dj.*, request\.get_data\(\) in Fl.*, await request\.body\(\) in Fa"
)


@pytest.mark.parametrize(
    ("mistake", "code", "hint"),
    [
        pytest.param({"payload": EVENT}, "invalid_payload", RAW_BODY, id="the parsed body"),
        pytest.param({"payload": None}, "invalid_payload", RAW_BODY, id="no body"),
        pytest.param({"payload": [BODY]}, "invalid_payload", RAW_BODY, id="parts of a body"),
        pytest.param({"payload": b""}, "signature_mismatch", RAW_BODY, id="a body that was read before"),
        pytest.param({"payload": str(EVENT)}, "signature_mismatch", RAW_BODY, id="the parsed body as text"),
        pytest.param(
            {"payload": json.dumps(EVENT)}, "signature_mismatch", RAW_BODY, id="the body written again"
        ),
        pytest.param(
            {"payload": json.dumps({"a": "ö"}, separators=(",", ":"))},
            "signature_mismatch",
            RAW_BODY,
            id="the body with escapes",
        ),
        pytest.param({"payload": b"\xff"}, "signature_mismatch", RAW_BODY, id="bytes that are no text"),
        pytest.param(
            {"payload": b"[" * 100_000}, "signature_mismatch", RAW_BODY, id="a body nested too deep"
        ),
        pytest.param({"payload": b"9" * 5000}, "signature_mismatch", RAW_BODY, id="an endless number"),
        pytest.param(
            {"secret": OTHER}, "signature_mismatch", "secret of this subscription", id="another secret"
        ),
        pytest.param(
            {"payload": BODY.replace("ada", "eve")},
            "signature_mismatch",
            "of this subscription",
            id="another body",
        ),
        pytest.param(
            {"payload": '{"a":0.000001,"b":1e+30,"c":-1.5e-7,"d":"\x7f1"}'},
            "signature_mismatch",
            "of this subscription",
            id="another body with numbers as JavaScript writes them",
        ),
        pytest.param(
            {"secret": None, "secrets": [OTHER, SECRET[6:]]},
            "signature_mismatch",
            "begins with whsec_",
            id="no prefix on one of several",
        ),
        pytest.param(
            {"payload": b"[" + b"[], " * 65_535 + b"[]]"},
            "signature_mismatch",
            RAW_BODY,
            id="as long a body as is looked at",
        ),
        pytest.param(
            {"payload": b"[" + b"[], " * 65_536 + b"[]]"},
            "signature_mismatch",
            "of this subscription",
            id="a body that is too long to look at",
        ),
        pytest.param({"secret": SECRET[6:]}, "signature_mismatch", "begins with whsec_", id="no prefix"),
        pytest.param({"secret": f"{SECRET}\n"}, "signature_mismatch", "without white space", id="a line end"),
        pytest.param({"secret": f'"{SECRET}"'}, "signature_mismatch", "quotes", id="a secret in quotes"),
        pytest.param(
            {"secret": f"{SECRET},{OTHER}"}, "signature_mismatch", "another secret", id="secrets in one text"
        ),
        pytest.param(
            {"headers": None, "signature": "sha256=00"},
            "malformed_header",
            "t=<unix sec",
            id="another header",
        ),
        pytest.param(
            {"headers": {"x-signature": "1"}},
            "missing_header",
            "no Service-Signature in `headers`",
            id="no header",
        ),
        pytest.param(
            {"headers": None}, "missing_header", "no Service-Signature in `signature`", id="no headers"
        ),
    ],
)
def test_mistake(mistake: dict[str, Any], code: str, hint: str) -> None:
    error = refusal(**{**SIGNED, "secret": SECRET, "now": NOW, **mistake})
    assert error.code == code
    assert re.search(hint, str(error))


@pytest.mark.parametrize(
    ("age", "hint"),
    [
        pytest.param(301, "301 seconds ago. Each attempt is signed afresh: is the clock right?", id="old"),
        pytest.param(-301, "301 seconds ahead. Each attempt", id="from the future"),
        pytest.param(7203, "Whole hours: is a clock set to local time", id="a clock in another zone"),
        pytest.param(-3598, "Whole hours", id="a clock in a zone of the east"),
        pytest.param(3570, "Whole hours", id="half a minute short of an hour"),
        pytest.param(3569, "Each attempt", id="more than half a minute short of an hour"),
        pytest.param(5400, "Each attempt", id="an hour and a half"),
        pytest.param(14 * 3600, "Whole hours", id="14 hours"),
        pytest.param(15 * 3600, "Each attempt", id="15 hours"),
        pytest.param(86_400, "Each attempt", id="a day"),
    ],
)
def test_a_time_that_is_off(age: int, hint: str) -> None:
    signed = sign_test_webhook(EVENT, secret=SECRET, timestamp=NOW - age)
    error = refusal(**signed, secret=SECRET, now=NOW)
    assert error.code == "timestamp_out_of_tolerance"
    assert hint in str(error)


def test_less_than_a_minute_is_not_whole_hours() -> None:
    signed = sign_test_webhook(EVENT, secret=SECRET, timestamp=NOW)
    error = refusal(**signed, secret=SECRET, now=NOW + 10, tolerance_seconds=5)
    assert str(error) == "It was signed 10 seconds ago. Each attempt is signed afresh: is the clock right?"


def test_seconds_and_milliseconds_are_told_apart() -> None:
    in_milliseconds = sign_test_webhook(EVENT, secret=SECRET, timestamp=time.time() * 1000)
    assert "`t` is in milliseconds, not seconds." in str(refusal(**in_milliseconds, secret=SECRET))
    assert "`now` takes seconds." in str(refusal(**SIGNED, secret=SECRET, now=time.time() * 1000))


def test_no_message_has_anything_of_the_secret_or_the_body_in_it() -> None:
    for body in (BODY, f"{BODY} ", "ada@example.com"):
        error = refusal(body, headers=SIGNED["headers"], secret="wrong_8d2XwS5n7uE4", now=NOW)
        assert not re.search("ada|8d2XwS5n7uE4", f"{error!s} {error!r}")
    error = refusal(BODY, signature=f"t=ada,v1={SECRET}", secret=SECRET)
    assert not re.search("ada|Zk3v", f"{error!s} {error!r}")
