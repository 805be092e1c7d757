"""Errors: their classes, what they carry, and that they survive pickling (Celery) and copying."""

import copy
import pickle
import re
from typing import Any, cast

import httpx2
import pytest

from fake_service import FakeService, Turn, answer, json_answer, refusal
from postseal import (
    APIConnectionError,
    APIError,
    APITimeoutError,
    AuthenticationError,
    IdempotencyConflictError,
    InternalServerError,
    NotFoundError,
    PermissionDeniedError,
    PostsealError,
    RateLimitError,
    SendingHaltedError,
    ValidationError,
    WaitTimeoutError,
)
from postseal.types import Message, MessageWithFrom

LETTER: MessageWithFrom = {
    "project_id": "prj_1",
    "from": "no-reply@shop.example",
    "to": "ada@example.com",
    "subject": "Hello",
    "text": "Hello",
}


def failure_of(turn: Turn, **options: Any) -> PostsealError:
    client = FakeService("sync", turn).client(max_retries=0)
    with pytest.raises(PostsealError) as raised:
        client.messages.send(LETTER, **options)
    return raised.value


def refused() -> httpx2.Response:
    raise httpx2.ConnectError("[Errno 111] Connection refused")


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "malformed_request", APIError),
        (401, "expired_credentials", AuthenticationError),
        (403, "insufficient_scope", PermissionDeniedError),
        (404, "not_found", NotFoundError),
        (409, "idempotency_conflict", IdempotencyConflictError),
        (409, "idempotency_in_progress", APIError),
        (409, "invalid_state", APIError),
        (413, "payload_too_large", APIError),
        (422, "validation_failed", ValidationError),
        (422, "template_render_failed", ValidationError),
        (423, "sending_halted", SendingHaltedError),
        (429, "rate_limited", RateLimitError),
        (500, "internal_error", InternalServerError),
        (503, "unavailable", InternalServerError),
        (418, "code_of_version_2", APIError),
    ],
)
def test_the_class_of_a_refusal(status: int, code: str, kind: type[APIError]) -> None:
    error = failure_of(refusal(status, code))
    assert type(error) is kind
    assert isinstance(error, APIError)
    assert (error.status, error.code, str(error)) == (status, code, f"It is {code}.")
    assert (error.request_id, error.details, error.retry_after) == ("req_1", [], None)


def test_an_error_carries_the_details_the_headers_and_what_is_new() -> None:
    details = [{"path": "/body/to", "code": "minItems", "rule": "min_items", "message": "No.", "hint": "new"}]
    body = {"error": {"code": "validation_failed", "message": "No.", "details": details, "extra": 1}}
    error = failure_of(json_answer(body, 422, {"Retry-After": "90", "X-Node": "a"}))
    assert isinstance(error, APIError)
    assert (error.details, error.body, error.retry_after) == (details, body, 90)
    assert error.headers["x-node"] == "a"


def refused_for(message: str, details: object) -> str:
    body = {"error": {"code": "validation_failed", "message": message, "details": details}}
    return str(failure_of(json_answer(body, 422)))


def test_an_error_names_every_mistake_by_its_path_in_one_line() -> None:
    details = [
        {"path": f"/body/to/{index}/email", "code": "format", "message": f"is wrong in its own way ({index})"}
        for index in range(20)
    ]
    text = refused_for("to[0].email is wrong. `details` names 19 more mistakes.", details)
    assert text.startswith("to[0].email is wrong. Mistakes: /body/to/0/email")
    for detail in details:
        assert f"{detail['path']} {detail['message']}" in text
    assert "more mistakes" not in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("said", "details", "expected"),
    [
        (
            "a is required. `details` names one more mistake.",
            [
                {"path": "/body/a", "message": "is required"},
                {"path": "/query/b", "message": "is not a time"},
            ],
            "a is required. Mistakes: /body/a is required; /query/b is not a time",
        ),
        ("a is required.", [{"path": "/body/a", "message": "is required"}], "a is required. (/body/a)"),
        (
            "The html has an unknown tag.",
            [{"path": "/body/html", "message": "has an unknown tag", "line": 3, "column": 9}],
            "The html has an unknown tag. (/body/html, line 3, column 9)",
        ),
        ("No.", [None, "x", {"path": 1, "message": 2}], "No."),
    ],
)
def test_the_text_of_an_error(said: str, details: object, expected: str) -> None:
    assert refused_for(said, details) == expected


@pytest.mark.parametrize(
    "content",
    [
        b"<h1>Bad Gateway</h1>",
        b"",
        b'{"error":"down"}',
        b"null",
        b'{"error":{"code":7,"message":{},"request_id":[],"details":"x"}}',
        b"\xff\xfe",
        b"[" * 100_000,
        b"9" * 10_000,
        b'{"error":{"code":NaN}}',
    ],
)
def test_the_page_of_a_proxy_is_an_error_without_a_code(content: bytes) -> None:
    error = failure_of(answer(content, 502, {"Request-Id": "req_2"}))
    assert type(error) is InternalServerError
    assert (error.status, error.code, error.request_id, error.details) == (502, None, "req_2", [])
    assert "502" in str(error)


def test_a_redirect_points_to_where_it_goes() -> None:
    error = failure_of(answer(b"", 308, {"Location": "https://mail.example/v1/messages"}))
    assert "redirect (308) to https://mail.example/v1/messages; set base_url" in str(error)


def test_a_failure_of_the_network_says_what_failed_and_keeps_its_cause() -> None:
    error = failure_of(refused)
    assert type(error) is APIConnectionError
    assert str(error) == "The service could not be reached: [Errno 111] Connection refused"
    assert isinstance(error.__cause__, httpx2.ConnectError)


@pytest.mark.parametrize("content", [b"<html>", b"[1]", b'"x"', b"{", b'{"a":NaN}', b"[" * 100_000])
def test_a_reply_that_is_no_json_object_points_to_the_address(content: bytes) -> None:
    error = failure_of(answer(content, 202))
    assert type(error) is APIConnectionError
    assert "is not a JSON object. Is base_url the address of a Postseal service?" in str(error)


def test_an_error_names_the_key_of_its_call() -> None:
    assert failure_of(refusal(422, "x"), idempotency_key="reset-1").idempotency_key == "reset-1"
    assert failure_of(refused, idempotency_key="reset-1").idempotency_key == "reset-1"
    assert re.fullmatch("[0-9a-f-]{36}", failure_of(refusal(422, "x")).idempotency_key or "")
    fake = FakeService("sync", refusal(422, "x"))
    with pytest.raises(ValidationError) as raised:
        fake.client().messages.send_batch({"items": [{"idempotency_key": "a"}, {"idempotency_key": "b"}]})
    assert raised.value.idempotency_keys == ["a", "b"]
    assert raised.value.idempotency_key == fake.only.headers["Idempotency-Key"]
    with pytest.raises(ValidationError) as raised:
        fake.client().messages.list()
    assert (raised.value.idempotency_key, raised.value.idempotency_keys) == (None, None)


def errors() -> list[PostsealError]:
    waited = WaitTimeoutError("The message was not settled.")
    waited.last_message = cast("Message", {"id": "msg_1"})
    return [
        failure_of(refusal(429, "rate_limited", {"Retry-After": "7"}), idempotency_key="reset-1"),
        failure_of(refused, idempotency_key="reset-1"),
        APITimeoutError("No complete reply came within 1 s."),
        PostsealError("api_key must be a string, not an int."),
        waited,
    ]


@pytest.mark.parametrize("error", errors(), ids=lambda error: type(error).__name__)
def test_an_error_survives_pickling_and_copying(error: PostsealError) -> None:
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(other) is type(error)
        assert (str(other), other.args, repr(other)) == (str(error), error.args, repr(error))
        assert {**vars(other), "headers": None} == {**vars(error), "headers": None}
        if isinstance(error, APIError) and isinstance(other, APIError):
            assert dict(other.headers) == dict(error.headers)


@pytest.mark.parametrize(
    "value",
    [object(), {1, 2}, 1j, float("nan"), float("inf"), {7: "x"}, 10**5000],
    ids=lambda v: type(v).__name__,
)
def test_a_value_that_json_lacks_is_a_mistake_in_the_call(value: Any) -> None:
    fake = FakeService("sync", json_answer({}))
    with pytest.raises(PostsealError, match=r"messages\.send\(body\): body") as raised:
        fake.client().messages.send({**LETTER, "metadata": {"x": value}})
    assert type(raised.value) is PostsealError
    assert fake.seen == []
