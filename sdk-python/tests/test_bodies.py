"""Every method takes senders as texts and times as datetimes, and leaves the body as it was given."""

import copy
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from contract import examples
from fake_service import KINDS, FakeService, Kind, json_answer, json_of

SENDER: dict[str, Any] = {"from": "Shop <no-reply@shop.example>", "reply_to": ("help@shop.example",)}
SENDER_ON_THE_WIRE: dict[str, Any] = {
    "from_email": "no-reply@shop.example",
    "from_name": "Shop",
    "reply_to": [{"email": "help@shop.example"}],
}
# The methods that take a sender in one text, and its place in the body. A list takes it in two fields alone.
WITH_SENDER: dict[str, tuple[str, ...]] = {
    "messages.send": (),
    "templates.create": (),
    "templates.create_version": (),
    "templates.preview_content": ("content",),
    "campaigns.create": (),
    "campaigns.update": (),
    "automations.create": ("sender",),
    "automations.create_version": ("sender",),
}

each_kind = pytest.mark.parametrize("kind", KINDS)
values_of = {example.name: example.values for example in examples()}


def sent(kind: Kind, name: str, body: Any) -> Any:
    """Calls a method with a body, which must stay as it was, and returns the body of the request."""
    service = FakeService(kind, json_answer({"id": "x"}))
    given = copy.deepcopy(body)
    service.call(name, *values_of[name], body)
    assert body == given
    return json_of(service.only)


def inside(place: tuple[str, ...], fields: dict[str, Any]) -> dict[str, Any]:
    return {place[0]: inside(place[1:], fields)} if place else fields


@each_kind
@pytest.mark.parametrize(("name", "place"), WITH_SENDER.items())
def test_a_sender_may_be_in_one_text(kind: Kind, name: str, place: tuple[str, ...]) -> None:
    body = inside(place, {"name": "Receipt", **SENDER})
    assert sent(kind, name, body) == inside(place, {"name": "Receipt", **SENDER_ON_THE_WIRE})


@each_kind
@pytest.mark.parametrize("part", ["message", "template"])
def test_an_item_of_a_batch_may_have_its_sender_in_one_text(kind: Kind, part: str) -> None:
    body = {"items": [{"idempotency_key": "a", part: SENDER}]}
    assert sent(kind, "messages.send_batch", body) == {
        "items": [{"idempotency_key": "a", part: SENDER_ON_THE_WIRE}]
    }


def test_every_method_with_a_sender_is_tested() -> None:
    found = {example.name for example in examples() if '"from_email"' in json.dumps(example.body)}
    assert found - WITH_SENDER.keys() == {"messages.send_batch", "subscriber_lists.create"}


@each_kind
@pytest.mark.parametrize("example", [one for one in examples() if isinstance(one.body, dict)], ids=str)
def test_times_are_taken_anywhere(kind: Kind, example: Any) -> None:
    when = datetime(2026, 1, 15, 8, tzinfo=UTC)
    body = {**example.body, "newer_field": {"list": [{"at": when}], "tuple": (when, 1)}}
    text = "2026-01-15T08:00:00.000Z"
    assert sent(kind, example.name, body) == {
        **example.body,
        "newer_field": {"list": [{"at": text}], "tuple": [text, 1]},
    }


@each_kind
@pytest.mark.parametrize("example", [one for one in examples() if "since" in one.query], ids=str)
def test_a_filter_takes_a_time(kind: Kind, example: Any) -> None:
    service = FakeService(kind, json_answer({"data": [], "has_more": False, "next_cursor": None}))
    since = datetime(2026, 1, 14, 9, 30, tzinfo=UTC)
    service.call(example.name, *example.values, {"since": since, "until": None, "limit": 5})
    assert dict(service.only.url.params) == {"since": "2026-01-14T09:30:00.000Z", "limit": "5"}
