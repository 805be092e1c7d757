"""The idempotency key of a call: where it comes from, and that nothing without one is sent twice."""

import re

import pytest

from fake_service import KINDS, FakeService, Kind, json_answer, refusal
from postseal import InternalServerError

DOWN = refusal(503, "unavailable")
SENT = json_answer({"id": "msg_1"}, 202)


def keys(fake: FakeService) -> list[str | None]:
    return [request.headers.get("Idempotency-Key") for request in fake.seen]


@pytest.mark.parametrize("kind", KINDS)
def test_a_change_has_one_key_for_all_its_attempts_and_another_for_each_call(kind: Kind) -> None:
    fake = FakeService(kind, DOWN, DOWN, SENT)
    fake.call("messages.cancel", "msg_1")
    fake.call("messages.cancel", "msg_1")
    first, *again = keys(fake)
    assert re.fullmatch("[0-9a-f-]{36}", first or "")
    assert again[:2] == [first, first]
    assert again[2] != first


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["Idempotency-Key", "idempotency-key"])
def test_a_header_of_the_call_decides_on_the_key(kind: Kind, name: str) -> None:
    fake = FakeService(kind, DOWN, SENT)
    fake.call("messages.cancel", "msg_1", headers={name: " mine "}, idempotency_key="other")
    assert keys(fake) == ["mine", "mine"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_change_without_a_key_is_sent_once(kind: Kind) -> None:
    fake = FakeService(kind, DOWN, SENT)
    with pytest.raises(InternalServerError) as raised:
        fake.call("messages.cancel", "msg_1", headers={"Idempotency-Key": None})
    assert keys(fake) == [None]
    assert raised.value.idempotency_key is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_read_has_no_key_and_is_made_again(kind: Kind) -> None:
    fake = FakeService(kind, DOWN, json_answer({"id": "msg_1"}))
    fake.call("messages.retrieve", "msg_1")
    assert keys(fake) == [None, None]
