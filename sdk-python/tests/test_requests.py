"""Requests in the shape of the contract: addresses, times, attachments and the keys of a batch."""

import base64
import json
import random
import string
from collections import OrderedDict
from datetime import UTC, date, datetime, timedelta, timezone
from types import MappingProxyType
from typing import Any

import pytest

from fake_service import FakeService, json_answer, json_of, refusal
from postseal import PostsealError
from postseal._addresses import parse_address

LETTER: dict[str, Any] = {"project_id": "prj_1", "subject": "Hello", "text": "Hello"}


def sent(message: Any) -> dict[str, Any]:
    """Sends a message, and returns the body of its request."""
    fake = FakeService("sync", json_answer({"id": "msg_1"}, 202))
    fake.client().messages.send(message)
    body: dict[str, Any] = json_of(fake.only)
    return body


def mistake_of(message: Any) -> str:
    with pytest.raises(PostsealError) as raised:
        sent(message)
    return str(raised.value)


ADDRESSES = [
    ("ada@example.com", {"email": "ada@example.com"}),
    (" ada@example.com ", {"email": "ada@example.com"}),
    ("Ada <ada@example.com>", {"email": "ada@example.com", "name": "Ada"}),
    ("Ada L. Lovelace <ada@example.com>", {"email": "ada@example.com", "name": "Ada L. Lovelace"}),
    ('"Lovelace, Ada" <ada@example.com>', {"email": "ada@example.com", "name": "Lovelace, Ada"}),
    ('"Ada \\"A\\"" <ada@example.com>', {"email": "ada@example.com", "name": 'Ada "A"'}),
    ("<ada@example.com>", {"email": "ada@example.com"}),
    ("Zoë Ångström <zoë@exämple.com>", {"email": "zoë@exämple.com", "name": "Zoë Ångström"}),
    ('"ada lovelace"@example.com', {"email": '"ada lovelace"@example.com'}),
    ("ada@[192.0.2.1]", {"email": "ada@[192.0.2.1]"}),
    ("O'Brien <ob@example.com>", {"email": "ob@example.com", "name": "O'Brien"}),
]


@pytest.mark.parametrize(("text", "parts"), ADDRESSES)
def test_an_address_as_text(text: str, parts: dict[str, str]) -> None:
    assert sent({**LETTER, "to": text})["to"] == [parts]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is an empty string"),
        ("ada", "must be one address"),
        ("ada@", "must be one address"),
        ("a@b.example, c@d.example", "several go into a list"),
        ("Ada <a@b.example>, Bob <c@d.example>", "several go into a list"),
        ("Lovelace, Ada <ada@example.com>", "put the name in double quotes"),
        ('"Ada <ada@example.com>', "not closed"),
        ("Ada <ada@example.com>\r\nBcc: x@example.com", "line break"),
        ("ada@example.com\x00", "control character"),
        ("Ada <ada@example.com", "must be one address"),
        ("ada@example.com (work)", "must be one address"),
    ],
)
def test_a_text_that_is_no_address(text: str, why: str) -> None:
    message = mistake_of({**LETTER, "to": ["ok@example.com", text]})
    assert message.startswith("messages.send(body): body.to[1] ")
    assert why in message


def test_every_name_comes_back_and_no_text_ends_up_in_another_header() -> None:
    chance = random.Random(20261123)
    characters = string.ascii_letters + string.digits + " .,;:<>@()[]\\\"'äß漢\u00a0"
    for _ in range(2000):
        name = "".join(chance.choices(characters, k=chance.randrange(1, 20)))
        escaped = name.replace("\\", "\\\\").replace('"', '\\"')
        parts = parse_address(f'"{escaped}" <ada@example.com>', "to")
        assert parts.get("name", "") == name.strip()
        try:
            parts = parse_address("".join(chance.choices(characters + "\r\n\0", k=30)), "to")
        except PostsealError:
            continue
        assert not set("\r\n\0") & set("".join(parts.values()))


def test_a_long_text_is_read_at_once() -> None:
    for text in ('"' * 100_000, "a@" * 50_000, "a " * 50_000, "<" * 100_000, "a." * 50_000, '"\\' * 50_000):
        with pytest.raises(PostsealError):
            parse_address(text, "to")


def test_recipients_are_one_or_many_as_text_or_in_their_parts() -> None:
    to = ("Ada <ada@example.com>", {"email": "bob@example.com"})
    body = sent(
        {**LETTER, "to": to, "cc": {"email": "c@example.com", "name": "C"}, "reply_to": "r@example.com"}
    )
    assert body["to"] == [{"email": "ada@example.com", "name": "Ada"}, {"email": "bob@example.com"}]
    assert body["cc"] == [{"email": "c@example.com", "name": "C"}]
    assert body["reply_to"] == [{"email": "r@example.com"}]
    assert "bcc" not in body


def test_the_sender_is_in_one_field_or_in_two() -> None:
    assert sent({**LETTER, "from": "Shop <a@shop.example>", "to": "x@example.com"}) == {
        **LETTER,
        "from_email": "a@shop.example",
        "from_name": "Shop",
        "to": [{"email": "x@example.com"}],
    }
    assert sent({"from": {"email": "a@shop.example"}}) == {"from_email": "a@shop.example"}
    assert sent({"from_email": "a@shop.example", "from_name": "S"}) == {
        "from_email": "a@shop.example",
        "from_name": "S",
    }
    assert "names the sender twice" in mistake_of({"from": "a@shop.example", "from_name": "Shop"})
    assert "body.from must be an address, not a list" in mistake_of({"from": ["a@shop.example"]})


def test_values_of_other_types_reach_the_service_which_says_what_is_wrong() -> None:
    assert sent({"to": 7, "attachments": "x", "cc": [7, None]}) == {
        "to": 7,
        "attachments": "x",
        "cc": [7, None],
    }


class TestTimes:
    @pytest.mark.parametrize(
        ("time", "text"),
        [
            (datetime(2026, 1, 15, 8, 0, tzinfo=UTC), "2026-01-15T08:00:00.000Z"),
            (
                datetime(2026, 1, 15, 8, 0, 0, 123_999, timezone(timedelta(hours=2))),
                "2026-01-15T06:00:00.123Z",
            ),
            (date(2026, 1, 15), "2026-01-15"),
            ("2026-01-15T08:00:00+02:00", "2026-01-15T08:00:00+02:00"),
        ],
    )
    def test_of_a_body_at_any_depth(self, time: object, text: str) -> None:
        body = sent({"scheduled_at": time, "metadata": {"list": [{"at": time}]}})
        assert body == {"scheduled_at": text, "metadata": {"list": [{"at": text}]}}

    def test_of_a_query_on_every_page(self) -> None:
        page = json_answer({"data": [], "has_more": True, "next_cursor": "c"})
        fake = FakeService("sync", page, json_answer({"data": [], "has_more": False, "next_cursor": None}))
        since = datetime(2026, 1, 15, tzinfo=UTC)
        list(fake.client().messages.list({"since": since, "limit": 5}))
        assert [dict(request.url.params) for request in fake.seen] == [
            {"since": "2026-01-15T00:00:00.000Z", "limit": "5"},
            {"since": "2026-01-15T00:00:00.000Z", "limit": "5", "cursor": "c"},
        ]

    @pytest.mark.parametrize(
        "time", [datetime(2026, 1, 15), datetime.min.replace(tzinfo=timezone(timedelta(hours=1)))]
    )
    def test_without_a_zone_or_out_of_range_are_refused_with_their_place(self, time: datetime) -> None:
        assert mistake_of({"scheduled_at": time}).startswith("messages.send(body): body.scheduled_at is ")
        with pytest.raises(PostsealError, match=r"messages\.list\(query\): query\.since is "):
            FakeService("sync", json_answer({})).client().messages.list({"since": time})


def test_a_query_is_text_numbers_and_truth_values() -> None:
    page = json_answer({"data": [], "has_more": False, "next_cursor": None})
    fake = FakeService("sync", page)
    query: Any = {"a": True, "b": False, "c": 0, "d": "ä&=", "e": None, "f": 1.5, "g": ["x", 2], "h": []}
    fake.client().messages.list(query)
    assert fake.only.url.params.multi_items() == [
        *(("a", "true"), ("b", "false"), ("c", "0"), ("d", "ä&="), ("f", "1.5")),
        *(("g", "x"), ("g", "2")),
    ]
    wrong: list[tuple[Any, str]] = [({"a": {"b": 1}}, r"a"), ({"a": ["x", {}]}, r"a\[1\]")]
    for query, name in wrong:
        said = rf"query\.{name} must be a string, a number or a datetime, not a dict"
        with pytest.raises(PostsealError, match=said):
            fake.client().messages.list(query)


@pytest.mark.parametrize("content", [b"\xfb\xff", bytearray(b"\xfb\xff"), memoryview(b"_\xfb\xff_")[1:3]])
def test_an_attachment_is_bytes(content: Any) -> None:
    given = {"filename": "a", "content": content, "new": 1}
    body = sent({**LETTER, "attachments": [given, {"content": "YQ=="}, 7]})
    assert body["attachments"] == [{"filename": "a", "content": "+/8=", "new": 1}, {"content": "YQ=="}, 7]
    assert given["content"] is content
    assert base64.b64decode("+/8=") == b"\xfb\xff"


def test_any_mapping_and_any_text_is_sent() -> None:
    proxy: Any = MappingProxyType({"a": OrderedDict[str, Any](b=(1, 2.5, None, True))})
    assert sent({"metadata": proxy, "text": "漢 \u2028 \x7f"}) == {
        "metadata": {"a": {"b": [1, 2.5, None, True]}},
        "text": "漢 \u2028 \x7f",
    }
    fake = FakeService("sync", json_answer({"id": "msg_1"}, 202))
    fake.call("messages.send", {"text": "漢"})
    assert fake.only.content == '{"text":"漢"}'.encode()
    assert sent({"text": "\ud800"}) == json.loads('{"text":"\\ud800"}')


def test_a_body_that_is_nested_without_end_is_a_mistake() -> None:
    loop: dict[str, Any] = {}
    loop["x"] = loop
    assert "is nested too deeply" in mistake_of({"metadata": loop})


class TestTheKeysOfABatch:
    def test_are_made_once_for_all_attempts_and_kept_where_they_are_given(self) -> None:
        items: list[Any] = [
            {"message": LETTER},
            {"idempotency_key": "mine", "template": {"to": "x@example.com"}},
        ]
        fake = FakeService("sync", refusal(503, "unavailable"), json_answer({"data": []}))
        fake.use("messages.send_batch", lambda send: send({"items": items}))
        fake.use("messages.send_batch", lambda send: send({"items": items}))
        bodies = [json_of(request)["items"] for request in fake.seen]
        assert bodies[0] == bodies[1]
        assert bodies[0][0]["idempotency_key"] != bodies[2][0]["idempotency_key"]
        assert bodies[0][1] == {"idempotency_key": "mine", "template": {"to": [{"email": "x@example.com"}]}}
        keys = [request.headers["Idempotency-Key"] for request in fake.seen]
        assert keys[0] == keys[1] != keys[2]
        assert "idempotency_key" not in items[0]

    def test_are_the_same_bytes_in_all_attempts(self) -> None:
        fake = FakeService("sync", refusal(503, "unavailable"), json_answer({"data": []}))
        fake.use("messages.send_batch", lambda send: send({"items": [{"message": LETTER}]}))
        assert fake.seen[0].content == fake.seen[1].content
