"""A batch: each item has a key of its own, the same for all attempts."""

import copy
import re
from typing import Any

import httpx2
import pytest

from fake_service import KINDS, FakeService, Kind, json_answer, json_of, refusal
from postseal import APIConnectionError, PostsealError, ValidationError, response_of

LETTER: dict[str, Any] = {
    "project_id": "prj_1",
    "from_email": "no-reply@shop.example",
    "to": [{"email": "ada@example.com"}],
    "subject": "Reset your password",
    "text": "Hello",
}
KEYLESS: dict[str, Any] = {"items": [{"message": LETTER}, {"message": LETTER}]}
DONE = json_answer({"data": [], "accepted": 2, "rejected": 0})

each_kind = pytest.mark.parametrize("kind", KINDS)


def disconnect() -> httpx2.Response:
    raise httpx2.ConnectError("connection refused")


def keys_of(request: httpx2.Request) -> list[str]:
    return [item["idempotency_key"] for item in json_of(request)["items"]]


@each_kind
def test_keys_are_random_and_the_same_for_all_attempts(kind: Kind) -> None:
    service = FakeService(kind, disconnect, refusal(503, "unavailable"), DONE)
    service.call("messages.send_batch", KEYLESS)
    first, *rest = map(keys_of, service.seen)
    assert len({*first}) == 2
    assert all(re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", key) for key in first)
    assert rest == [first, first]


@each_kind
def test_another_call_has_other_keys(kind: Kind) -> None:
    service = FakeService(kind, DONE)
    for _ in range(2):
        service.call("messages.send_batch", KEYLESS)
    assert len({key for request in service.seen for key in keys_of(request)}) == 4


@each_kind
def test_the_keys_of_the_caller_stay(kind: Kind) -> None:
    service = FakeService(kind, disconnect, DONE)
    items = (
        {"idempotency_key": "receipt-1", "message": LETTER},
        {"idempotency_key": None, "message": LETTER},
    )
    service.call("messages.send_batch", {"items": items})
    first, second = map(keys_of, service.seen)
    assert first == second
    assert first[0] == "receipt-1"
    assert first[1]


@each_kind
def test_keys_of_items_are_beside_the_key_of_the_call(kind: Kind) -> None:
    service = FakeService(kind, disconnect, DONE)
    given = copy.deepcopy(KEYLESS)
    result = service.call("messages.send_batch", given)
    assert given == KEYLESS
    first, second = (request.headers["Idempotency-Key"] for request in service.seen)
    assert first == second == response_of(result).idempotency_key
    assert first not in keys_of(service.seen[0])
    service.call("messages.send_batch", given, idempotency_key="receipts-of-may")
    assert service.seen[2].headers["Idempotency-Key"] == "receipts-of-may"


@each_kind
def test_a_batch_is_sent_as_it_was_given_and_its_results_come_as_they_are(kind: Kind) -> None:
    body = {
        "items": [
            {"idempotency_key": "a", "message": {**LETTER, "scheduled_at": "2026-01-15T08:00:00.000Z"}},
            {
                "idempotency_key": "b",
                "template": {
                    "to": LETTER["to"],
                    "template": {"template_id": "tpl_1", "variables": {"name": "Ada"}},
                },
                "field_of_version_2": {"a": None},
            },
        ],
        "option_of_version_2": True,
    }
    error = {"status": 404, "code": "template_not_found", "message": "There is none.", "since_version_2": [1]}
    result = {
        "data": [
            {"index": 0, "idempotency_key": "a", "status": "accepted", "message": {"id": "msg_1"}},
            {"index": 1, "idempotency_key": "b", "status": "rejected", "error": error},
        ],
        "accepted": 1,
        "rejected": 1,
    }
    service = FakeService(kind, json_answer(result))
    assert service.call("messages.send_batch", body) == result
    assert json_of(service.only) == body


@each_kind
def test_an_error_has_the_keys_to_send_the_batch_again_with(kind: Kind) -> None:
    service = FakeService(kind, disconnect)
    with pytest.raises(APIConnectionError) as raised:
        service.call("messages.send_batch", KEYLESS, max_retries=0)
    assert raised.value.idempotency_keys == keys_of(service.only)
    assert raised.value.idempotency_key == service.only.headers["Idempotency-Key"]


@each_kind
def test_what_is_wrong_with_the_batch_as_a_whole_is_an_error(kind: Kind) -> None:
    service = FakeService(kind, refusal(422, "validation_failed"))
    with pytest.raises(ValidationError) as raised:
        service.call("messages.send_batch", {"items": []})
    assert raised.value.code == "validation_failed"
    assert len(service.seen) == 1


@each_kind
def test_items_that_have_both_senders_are_a_mistake(kind: Kind) -> None:
    service = FakeService(kind, DONE)
    item = {"message": {**LETTER, "from": "Shop <no-reply@shop.example>"}}
    with pytest.raises(PostsealError, match=r"body\.items\[1\]\.message names the sender twice"):
        service.call("messages.send_batch", {"items": [{"message": LETTER}, item]})
    assert service.seen == []


@pytest.mark.parametrize(
    "text", ["nonsense", "", "Doe, Ada <ada@example.com>", "a@b.example, c@d.example", "Ada\n<a@b.example>"]
)
@each_kind
def test_a_text_that_is_no_address_is_for_the_service_to_reject(kind: Kind, text: str) -> None:
    service = FakeService(kind, DONE)
    sender = {key: value for key, value in LETTER.items() if key != "from_email"} | {"from": text}
    items = [{"message": LETTER | {"to": text, "cc": [text]}}, {"message": sender}]
    service.call("messages.send_batch", {"items": items})
    first, second = (item["message"] for item in json_of(service.seen[0])["items"])
    assert first["to"] == first["cc"] == [{"email": text}]
    assert second["from_email"] == text
    with pytest.raises(PostsealError):
        service.call("messages.send", LETTER | {"to": text})
