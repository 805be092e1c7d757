"""A reply is what the service sent: fields and values that are newer than the client survive."""

import copy
import json
import pickle
from typing import Any, cast

import pytest

from contract import Example, examples
from fake_service import KINDS, FakeService, Kind, answer
from postseal import response_of

each_kind = pytest.mark.parametrize("kind", KINDS)
with_json = [example for example in examples() if example.is_json]


def newer(value: object, key: str = "") -> Any:
    """The value as a newer service could send it: with unknown fields, and unknown values of enums."""
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        return {
            **{name: newer(inner, name) for name, inner in fields.items()},
            "newer_field": {"items": [1, 1.5, 10**20, None, True, "Grüße \U0001f600 \u2028"]},
        }
    if isinstance(value, list):
        return [newer(inner) for inner in cast("list[object]", value)] + ["newer_item"]
    return f"newer_{key}" if isinstance(value, str) else value


def last_page(body: dict[str, Any]) -> dict[str, Any]:
    """The page of a list without one after it, whose rows are objects all."""
    rows: list[Any] = [row for row in body["data"] if isinstance(row, dict)]
    return {**body, "data": rows, "has_more": False, "next_cursor": None}


def reply_of(kind: Kind, example: Example, body: object) -> Any:
    content = json.dumps(body, ensure_ascii=False).encode()
    reply = FakeService(kind, answer(content, example.status)).call(example.name, *example.arguments())
    return reply.body if example.is_list else reply


@each_kind
@pytest.mark.parametrize("example", with_json, ids=str)
def test_a_reply_is_the_json_that_came(kind: Kind, example: Example) -> None:
    for sent in (example.reply, newer(example.reply)):
        body = last_page(sent) if example.is_list else sent
        reply = reply_of(kind, example, body)
        assert json.loads(json.dumps(reply)) == body
        for copied in (copy.deepcopy(reply), pickle.loads(pickle.dumps(reply))):
            assert copied == body


@each_kind
@pytest.mark.parametrize("example", [one for one in examples() if one.is_list], ids=str)
def test_a_list_has_its_rows_and_its_whole_reply(kind: Kind, example: Example) -> None:
    body = last_page(newer(example.reply))
    service = FakeService(kind, answer(json.dumps(body).encode()))
    page = service.call(example.name, *example.arguments())
    assert page.data == body["data"]
    assert page.has_next_page() is False
    assert page.body["newer_field"] == body["newer_field"]


@each_kind
@pytest.mark.parametrize("example", [one for one in examples() if one.reply is None], ids=str)
def test_an_empty_reply_is_none(kind: Kind, example: Example) -> None:
    assert FakeService(kind, answer(b"", example.status)).call(example.name, *example.arguments()) is None


@each_kind
@pytest.mark.parametrize("example", [one for one in with_json if not one.is_list], ids=str)
def test_a_reply_has_its_status_and_request(kind: Kind, example: Example) -> None:
    service = FakeService(kind, answer(example.reply_bytes(), example.status, {"Request-Id": "req_7"}))
    response = response_of(service.call(example.name, *example.arguments()))
    assert (response.status, response.request_id) == (example.status, "req_7")
    assert response.idempotency_key == service.only.headers.get("Idempotency-Key")


@each_kind
def test_an_event_of_an_unknown_type_keeps_its_data(kind: Kind) -> None:
    event = {"id": "evt_1", "type": "postcard.printed", "data": {"stamps": [{"worth": 2}]}}
    body = {"data": [event], "has_more": False, "next_cursor": None}
    page = FakeService(kind, answer(json.dumps(body).encode())).call("events.list")
    assert page.data == [event]


@each_kind
def test_a_field_read_as_an_attribute_says_how_it_is_read(kind: Kind) -> None:
    reply = FakeService(kind, answer(b'{"id": "msg_1"}')).call("messages.retrieve", "msg_1")
    with pytest.raises(AttributeError, match=r"no attribute 'id'; replies are dicts: use reply\['id'\]"):
        _ = reply.id
    with pytest.raises(AttributeError, match=r"no attribute 'other'$"):
        _ = reply.other
