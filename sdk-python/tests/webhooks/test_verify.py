import copy
import hashlib
import hmac
import json
import pickle
import time
from array import array
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from postseal.webhooks import WebhookVerificationError, sign_test_webhook, verify_webhook

from .verdicts import EVENT, NOW, OTHER, SECRET, VerifyVector, read_vectors, refusal, verdict


def signed_by_hand(body: bytes, secret: str = SECRET) -> str:
    return f"t={NOW},v1={hmac.new(secret.encode(), b'%d.%s' % (NOW, body), hashlib.sha256).hexdigest()}"


def verdict_on(body: bytes) -> str:
    """Of a body that the service has signed."""
    return verdict(body, signature=signed_by_hand(body), secret=SECRET, now=NOW)


@pytest.mark.parametrize("vector", read_vectors()["verify"], ids=lambda vector: vector["name"])
def test_vector_as_text_and_as_bytes(vector: VerifyVector) -> None:
    options: dict[str, Any] = {
        "secrets": vector["secrets"],
        "tolerance_seconds": vector["tolerance_seconds"],
    }
    text, header = vector["payload"], vector["header"]
    at = datetime.fromtimestamp(vector["now"], timezone(timedelta(hours=5)))
    for payload in (text, text.encode()):
        assert verdict(payload, signature=header, now=vector["now"], **options) == vector["expect"]
        headers = {} if header is None else {"service-signature": header}
        assert verdict(payload, headers=headers, now=at, **options) == vector["expect"]


def test_returns_the_event_as_it_was_sent_to_the_last_field() -> None:
    event = {**EVENT, "since_version_2": [None, 1.5, {"a": "\u2028"}]}
    signed = sign_test_webhook(event, secret=SECRET)
    assert verify_webhook(**signed, secret=SECRET) == event


def test_takes_text_and_bytes_of_any_kind() -> None:
    signed = sign_test_webhook(EVENT, secret=SECRET)
    raw = signed["payload"].encode()
    within = memoryview(b"{" + raw + b"}")[1:-1]
    scattered = memoryview(bytes(byte for one in raw for byte in (one, 0)))[::2]
    numbers = memoryview(array("I", [int.from_bytes(b"{}  ", "little")]))
    for payload in (signed["payload"], raw, bytearray(raw), memoryview(raw), within, scattered):
        assert verify_webhook(payload, headers=signed["headers"], secret=SECRET) == EVENT
    assert verdict(numbers, signature=signed_by_hand(b"{}  "), secret=SECRET, now=NOW) == "ok"


def test_each_digit_of_a_signature_counts() -> None:
    signed = sign_test_webhook(EVENT, secret=SECRET)
    start, digits = signed["headers"]["Service-Signature"].split("v1=")
    for at, digit in enumerate(digits):
        other = f"{digits[:at]}{'1' if digit == '0' else '0'}{digits[at + 1 :]}"
        assert (
            verdict(signed["payload"], signature=f"{start}v1={other}", secret=SECRET) == "signature_mismatch"
        )


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b'{"a":"\xff"}', id="not UTF-8"),
        pytest.param("\ufeff{}".encode(), id="a byte order mark"),
        pytest.param('{"a":1}'.encode("utf-16"), id="UTF-16, which json takes in bytes"),
        pytest.param('{"a":1}'.encode("utf-16-le"), id="UTF-16 without a mark"),
        pytest.param('{"a":1}'.encode("utf-32"), id="UTF-32"),
        pytest.param(b'{"a":"\xed\xa0\x80"}', id="a lone surrogate, encoded"),
        pytest.param(b'{"a":"\xc0\xaf"}', id="an overlong encoding"),
        pytest.param(b'{"a":NaN}', id="NaN"),
        pytest.param(b'{"a":[Infinity]}', id="Infinity"),
        pytest.param(b'{"a":-Infinity}', id="-Infinity"),
        pytest.param(b'{"a":%s}' % (b"9" * 5000), id="an integer that Python refuses to read"),
        pytest.param(b'{"a":' * 100_000 + b"1" + b"}" * 100_000, id="nested too deep"),
        pytest.param(b'{"a":' * 100_000, id="nested too deep, and cut"),
        pytest.param(b'{"a":"\n"}', id="a control character"),
        pytest.param('{"a":\u0661}'.encode(), id="a digit of another script"),
        pytest.param("{}\u00a0".encode(), id="white space that is not JSON's"),
        pytest.param(b"{}{}", id="two objects"),
        pytest.param(b"{'a':1}", id="Python's quotes"),
        pytest.param(b'{"a":1,}', id="a comma too many"),
        pytest.param(b"[{}]", id="an array"),
        pytest.param(b"1", id="a number"),
    ],
)
def test_a_body_that_is_signed_but_no_json_object(body: bytes) -> None:
    assert verdict_on(body) == "invalid_payload"


@pytest.mark.parametrize(
    "body", [b" {\r\n\t} ", b'{"a":"\\ud800"}', b'{"a":1,"a":2}', b'{"a":1e400}', b'{"\\u0000":"\x7f"}']
)
def test_a_body_that_is_any_json_object(body: bytes) -> None:
    assert verdict_on(body) == "ok"


def test_a_lone_surrogate_in_a_text_is_no_body_that_was_sent() -> None:
    assert (
        verdict('{"a":"\ud800"}', signature=signed_by_hand(b'{"a":"?"}'), secret=SECRET)
        == "signature_mismatch"
    )
    encoded = '{"a":"\ud800"}'.encode("utf-8", "surrogatepass")
    assert verdict('{"a":"\ud800"}', signature=signed_by_hand(encoded), secret=SECRET, now=NOW) == (
        "invalid_payload"
    )


def test_any_of_several_secrets_will_do_and_any_of_several_signatures() -> None:
    rotated = sign_test_webhook(EVENT, secrets=[OTHER, SECRET])
    for trusted in ([SECRET], [OTHER], (OTHER, SECRET), ["whsec_new", SECRET]):
        assert verdict(**rotated, secrets=trusted) == "ok"
    assert verdict(**rotated, secrets=["whsec_new"]) == "signature_mismatch"


def test_tolerates_five_minutes_either_way_by_default() -> None:
    def verdict_after(seconds: float, **options: Any) -> str:
        signed = sign_test_webhook(EVENT, secret=SECRET, timestamp=NOW - seconds)
        return verdict(**signed, secret=SECRET, now=NOW + 0.999, **options)

    assert [verdict_after(age) for age in (300, -300)] == ["ok", "ok"]
    assert {verdict_after(age) for age in (301, -301)} == {"timestamp_out_of_tolerance"}
    assert verdict_after(0, tolerance_seconds=0) == "ok"
    assert {verdict_after(age, tolerance_seconds=0) for age in (1, -1)} == {"timestamp_out_of_tolerance"}
    assert verdict_after(10**9, tolerance_seconds=float("inf")) == "ok"


def test_its_clock_is_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    an_hour_ago = datetime.now(UTC) - timedelta(hours=1)
    old = sign_test_webhook(EVENT, secret=SECRET, timestamp=an_hour_ago)
    assert verdict(**old, secret=SECRET) == "timestamp_out_of_tolerance"
    assert verdict(**old, secret=SECRET, now=an_hour_ago) == "ok"
    assert verdict(**sign_test_webhook(EVENT, secret=SECRET), secret=SECRET, now=time.time()) == "ok"


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        pytest.param({}, TypeError, id="no secret"),
        pytest.param({"secret": None}, TypeError, id="a secret that is not set"),
        pytest.param({"secret": ""}, ValueError, id="an empty secret"),
        pytest.param({"secret": " \n"}, ValueError, id="a secret of white space"),
        pytest.param({"secrets": []}, ValueError, id="no secrets"),
        pytest.param({"secrets": [SECRET, ""]}, ValueError, id="an empty secret among others"),
        pytest.param({"secrets": [SECRET, None]}, TypeError, id="a secret that is not set, among others"),
        pytest.param({"secret": 7}, TypeError, id="a secret that is a number"),
        pytest.param({"secret": SECRET.encode()}, TypeError, id="a secret in bytes"),
        pytest.param({"secret": f"{SECRET}\udcff"}, ValueError, id="a secret that UTF-8 cannot write"),
        pytest.param({"secret": SECRET, "tolerance_seconds": float("nan")}, ValueError, id="tolerance: NaN"),
        pytest.param({"secret": SECRET, "tolerance_seconds": -1}, ValueError, id="tolerance: below zero"),
        pytest.param({"secret": SECRET, "tolerance_seconds": "300"}, TypeError, id="tolerance: a text"),
        pytest.param({"secret": SECRET, "tolerance_seconds": None}, TypeError, id="tolerance: None"),
        pytest.param({"secret": SECRET, "now": float("nan")}, ValueError, id="now: NaN"),
        pytest.param({"secret": SECRET, "now": float("inf")}, ValueError, id="now: infinite"),
        pytest.param({"secret": SECRET, "now": -1}, ValueError, id="now: before 1970"),
        pytest.param({"secret": SECRET, "now": "now"}, TypeError, id="now: a text"),
        pytest.param({"secret": SECRET, "now": datetime(2026, 1, 14)}, ValueError, id="now: no time zone"),
    ],
)
def test_a_mistake_of_the_caller_is_told_as_one_whoever_signed(
    wrong: dict[str, Any], kind: type[Exception]
) -> None:
    signed = sign_test_webhook(EVENT, secret=SECRET)
    forged: dict[str, Any] = {"payload": "{", "headers": {}}
    for webhook in ({**signed}, forged):
        with pytest.raises(kind) as raised:
            verify_webhook(**webhook, **wrong)
        assert SECRET not in str(raised.value)


def test_a_single_text_as_secrets_is_one_secret_and_not_its_letters() -> None:
    signed = sign_test_webhook(EVENT, secret="w")
    assert verdict(**signed, secrets="whsec_1") == "signature_mismatch"
    assert verdict(**sign_test_webhook(EVENT, secret="whsec_1"), secrets="whsec_1") == "ok"


def test_tells_mistakes_in_the_order_of_the_vectors() -> None:
    """Each of these has every mistake that those behind it have."""
    wrong = signed_by_hand(b"[]", OTHER)
    old = {"secret": SECRET, "now": NOW + 301}
    assert verdict(None, signature=None, **old) == "invalid_payload"
    assert verdict("{", signature=None, **old) == "missing_header"
    assert verdict("{", signature=f" {wrong}", **old) == "malformed_header"
    assert verdict("[]", signature=wrong, **old) == "signature_mismatch"
    assert verdict("[]", signature=signed_by_hand(b"[]"), **old) == "timestamp_out_of_tolerance"
    assert verdict("[]", signature=signed_by_hand(b"[]"), secret=SECRET, now=NOW) == "invalid_payload"


class SpecificError(WebhookVerificationError):
    """An error that somebody derived."""


@pytest.mark.parametrize("kind", [WebhookVerificationError, SpecificError])
def test_an_error_survives_pickle_and_copy(kind: type[WebhookVerificationError]) -> None:
    error = kind("missing_header", "There is none.")
    error.add_note("on Monday")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(error, protocol))
        assert (type(again), again.code, str(again)) == (kind, "missing_header", "There is none.")
        assert again.__notes__ == ["on Monday"]
    for again in (copy.copy(error), copy.deepcopy(error)):
        assert (type(again), again.code, str(again)) == (kind, "missing_header", "There is none.")


def test_an_error_tells_its_code_and_nothing_of_the_parser() -> None:
    error = refusal(b"{", signature=signed_by_hand(b"{"), secret=SECRET, now=NOW)
    assert (error.code, error.__cause__, error.__context__) == ("invalid_payload", None, None)
    assert not isinstance(error, ValueError | TypeError)
    assert json.loads(json.dumps(error.args)) == ["invalid_payload", "It is not a JSON object."]


def test_an_event_that_comes_again_is_rejected_or_acknowledged() -> None:
    known = {"evt_1"}

    def take(id: str, **options: Any) -> str | None:
        signed = sign_test_webhook({"id": id, "type": "message.delivered"}, secret="whsec_1")
        event = verify_webhook(
            signed["payload"],
            headers=signed["headers"],
            secret="whsec_1",
            is_repeated=known.__contains__,
            **options,
        )
        return event["id"] if event else None

    for options in ({}, {"on_repeated": "reject"}):
        with pytest.raises(WebhookVerificationError) as raised:
            take("evt_1", **options)
        assert raised.value.code == "repeated_event"
    assert take("evt_2") == "evt_2"
    assert take("evt_1", on_repeated="acknowledge") is None
    assert take("evt_2", on_repeated="acknowledge") == "evt_2"
    with pytest.raises(ValueError, match="on_repeated"):
        take("evt_2", on_repeated="ignore")
