"""A wrong argument is a PostsealError that names the method and the argument, before anything is sent."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from contract import Example, examples
from fake_service import KINDS, FakeService, Kind, answer
from postseal import PostsealError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


@dataclass(frozen=True)
class Method:
    """A method, and arguments for it that are right."""

    name: str
    values: tuple[str | int, ...]
    prefixes: tuple[str, ...]
    """Of the ids among the values."""
    body: Any
    """A body that is right, or None where the method takes none."""
    needs_body: bool
    takes_query: bool
    keyed: bool

    def __str__(self) -> str:
        return self.name

    @property
    def body_name(self) -> str:
        return "csv" if self.name.endswith(".import_csv") else "body"

    @property
    def given_body(self) -> list[Any]:
        return [] if self.body is None else [self.body]

    @property
    def behind_body(self) -> list[Any]:
        """The query, where it stands behind a body."""
        return [{}] if self.given_body and self.takes_query else []

    @property
    def right(self) -> list[Any]:
        return [*self.values, *self.given_body, *self.behind_body]


def method_of(example: Example) -> Method:
    return Method(
        example.name,
        example.values,
        example.prefixes,
        example.body,
        example.needs_body,
        bool(example.query),
        example.keyed,
    )


METHODS = [
    *map(method_of, examples()),
    Method(
        "messages.wait_until_settled",
        ("id_0",),
        ("msg",),
        None,
        needs_body=False,
        takes_query=False,
        keyed=False,
    ),
    Method("suppressions.export_csv", (), (), None, needs_body=False, takes_query=True, keyed=False),
    *(
        Method(f"{rows}.export_csv", (), (), None, needs_body=False, takes_query=True, keyed=False)
        for rows in ("audit_events", "contacts", "events", "message_logs")
    ),
    Method(
        "contacts.export_import_lines_csv",
        ("id_0",),
        ("cim",),
        None,
        needs_body=False,
        takes_query=False,
        keyed=False,
    ),
    Method("events.follow", (), (), None, needs_body=False, takes_query=True, keyed=False),
]

each_kind = pytest.mark.parametrize("kind", KINDS)
each_method = pytest.mark.parametrize("method", METHODS, ids=str)


def mistake_of(kind: Kind, name: str, *args: Any, **options: Any) -> str:
    """Calls a method with something wrong, and returns what the error says. Nothing may be sent."""
    service = FakeService(kind, answer(b"{}"))
    with pytest.raises(PostsealError) as raised:
        service.call(name, *args, **options)
    assert type(raised.value) is PostsealError
    assert service.seen == []
    return str(raised.value)


async def _never_awaited() -> str:
    return "msg_1"


def methods(condition: Callable[[Method], bool]) -> pytest.MarkDecorator:
    """Runs a test for each of the methods for which a condition holds."""
    return pytest.mark.parametrize("method", [method for method in METHODS if condition(method)], ids=str)


WRONG_IDS = [
    (None, "None"),
    ("", '""'),
    (".", '"."'),
    ("..", '".."'),
    (42, "an int"),
    (b"msg_1", "a bytes"),
    ({"id": "msg_1"}, "a dict"),
]


@each_kind
@methods(lambda method: bool(method.values))
def test_a_wrong_id(kind: Kind, method: Method) -> None:
    places = [place for place, value in enumerate(method.values) if isinstance(value, str)]
    for place, (wrong, end) in product(places, WRONG_IDS):
        said = mistake_of(kind, method.name, *method.values[:place], wrong, *method.right[place + 1 :])
        sentence = r"(\S+)\((\w*id|key)\): \2 is required, such as (product-news|[a-z]{2,3}_…); got (.*)\."
        told = re.fullmatch(sentence, said)
        assert told, said
        assert (told[1], told[4]) == (method.name, end)
        prefix = method.prefixes[place]
        assert told[3] == (f"{prefix}_…" if prefix else "product-news")


@each_kind
@methods(lambda method: 7 in method.values)
def test_a_wrong_version(kind: Kind, method: Method) -> None:
    for wrong, end in [("7", "a string"), (None, "None"), (7.0, "a float"), (True, "True")]:
        said = mistake_of(kind, method.name, *(wrong if value == 7 else value for value in method.values))
        assert said == f"{method.name}(version): version must be a version's number, such as 1, not {end}."


WRONG_BODIES = [
    (None, "None"),
    (7, "an int"),
    (True, "True"),
    (datetime.now(UTC), "a datetime"),
    (object(), "an object"),
]


@each_kind
@methods(lambda method: method.needs_body)
def test_a_wrong_body(kind: Kind, method: Method) -> None:
    for wrong, end in WRONG_BODIES:
        said = mistake_of(kind, method.name, *method.values, wrong, *method.behind_body)
        start = f"{method.name}({method.body_name}): {method.body_name} must be a"
        assert said.startswith(start), said
        assert said.endswith(f", not {end}."), said


NO_DICTS: list[tuple[object, str]] = [
    ([], "a list"),
    ("{}", "a string"),
    (b"{}", "a bytes"),
    (0, "an int"),
    ("", '""'),
]


@each_kind
@methods(lambda method: isinstance(method.body, dict))
def test_a_body_that_is_no_dict(kind: Kind, method: Method) -> None:
    for wrong, end in NO_DICTS:
        said = mistake_of(kind, method.name, *method.values, wrong)
        assert said == f"{method.name}(body): body must be a dict with the request's fields, not {end}."


@each_kind
@methods(lambda method: method.takes_query)
def test_a_wrong_query(kind: Kind, method: Method) -> None:
    for wrong, end in NO_DICTS:
        said = mistake_of(kind, method.name, *method.values, *method.given_body, wrong)
        assert said == f"{method.name}(query): query must be a dict of filters, not {end}."


@each_kind
@methods(lambda method: bool(method.values) or method.needs_body)
def test_a_forgotten_await(kind: Kind, method: Method) -> None:
    forgotten: list[Coroutine[Any, Any, str]] = [_never_awaited() for _ in method.right]
    said = mistake_of(kind, method.name, *forgotten)
    for coroutine in forgotten:
        coroutine.close()
    assert said.endswith(' a coroutine (is an "await" missing?).'), said


WRONG_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"timeout": "5"}, "timeout must be seconds above 0 and up to"),
    ({"timeout": 0}, "timeout must be seconds above 0"),
    ({"timeout": math.inf}, "timeout must be seconds above 0"),
    ({"max_retries": "2"}, "max_retries must be a whole number from 0, not a string."),
    ({"max_retries": -1}, "max_retries must be a whole number from 0, not -1."),
    ({"headers": "X-Shop: a"}, "{name}(headers): headers must be a dict of names and values, not a string."),
    ({"headers": {"X-Shop": "a\nb"}}, "A header, the API key or the idempotency key has a character"),
]


@each_kind
@each_method
def test_a_wrong_option(kind: Kind, method: Method) -> None:
    for options, start in WRONG_OPTIONS:
        said = mistake_of(kind, method.name, *method.right, **options)
        assert said.startswith(start.format(name=method.name)), said


@each_kind
@methods(lambda method: method.keyed)
def test_a_wrong_idempotency_key(kind: Kind, method: Method) -> None:
    for wrong, end in [(7, "an int"), ("", '""'), (b"order-1", "a bytes")]:
        said = mistake_of(kind, method.name, *method.right, idempotency_key=wrong)
        argument = f"{method.name}(idempotency_key): idempotency_key"
        assert said == f"{argument} must be a string of 1 to 255 characters, not {end}."


@each_kind
@each_method
def test_an_unknown_keyword_is_a_type_error(kind: Kind, method: Method) -> None:
    # A key where it has no effect would be relied on in vain.
    for keyword in ["time_out", "maxRetries"] + ([] if method.keyed else ["idempotency_key"]):
        service = FakeService(kind, answer(b"{}"))
        with pytest.raises(
            TypeError, match=rf"{method.name}\(\) got an unexpected keyword argument '{keyword}'"
        ):
            service.call(method.name, *method.right, **{keyword: "5"})
        assert service.seen == []


WRONG_BATCHES: list[tuple[object, str]] = [
    ({}, "body.items must be a list of messages, not None."),
    ({"items": {"message": {}}}, "body.items must be a list of messages, not a dict."),
    ({"items": "message"}, "body.items must be a list of messages, not a string."),
    ({"items": [{}, None]}, "body.items[1] must be a dict with a message or a template, not None."),
    ({"items": [{"message": {"from": 1}}]}, "body.items[0].message.from"),
]


@each_kind
@pytest.mark.parametrize(("batch", "end"), WRONG_BATCHES)
def test_a_wrong_part_of_a_batch(kind: Kind, batch: object, end: str) -> None:
    assert mistake_of(kind, "messages.send_batch", batch).startswith(f"messages.send_batch(body): {end}")


@each_kind
@pytest.mark.parametrize(
    ("name", "body", "place"),
    [
        ("messages.send", {"from": "ada"}, "from"),
        ("messages.send", {"cc": ["a@b.example", "ada"]}, "cc[1]"),
        ("templates.create", {"reply_to": "ada"}, "reply_to"),
        ("templates.preview_content", {"content": {"from": "ada"}}, "content.from"),
        ("campaigns.create", {"from": "ada"}, "from"),
        ("automations.create", {"sender": {"from": "ada"}}, "sender.from"),
        ("automations.create", {"steps": [{"wait": {"until": datetime(2026, 1, 1)}}]}, "steps[0].wait.until"),
    ],
)
def test_a_wrong_part_of_a_body_is_named(kind: Kind, name: str, body: object, place: str) -> None:
    assert mistake_of(kind, name, body).startswith(f"{name}(body): body.{place} ")


@each_kind
def test_the_kind_of_an_argument_is_told_and_not_its_content(kind: Kind) -> None:
    said = mistake_of(kind, "messages.send", "ada@example.com")
    assert said == "messages.send(body): body must be a dict with the request's fields, not a string."


def test_fields_as_keyword_arguments_are_told_where_they_go() -> None:
    fake = FakeService("sync", answer(b"{}", 202))
    with pytest.raises(TypeError, match=r'send\(\) takes the fields in one dict.*send\(\{"to": …\}\)'):
        fake.client().messages.send(to="ada@example.com", subject="Hello")  # type: ignore[call-arg] # pyright: ignore
    with pytest.raises(TypeError, match=r"create\(\) takes the fields in one dict"):
        fake.client().domains.create(name="shop.example")  # type: ignore[call-arg] # pyright: ignore
    assert fake.seen == []
