"""Each operation of the contract is a method, sync and async, that makes the request of the contract."""

import inspect
import json
import logging
from dataclasses import replace
from typing import Any

import httpx2
import pytest

from contract import Example, examples, known_operations
from fake_service import KINDS, FakeService, Kind, answer, json_of, refusal
from postseal import AsyncPostseal, InternalServerError, Postseal
from postseal._csv_file import ExportCsvQuery

ADDED = {
    "messages.wait_until_settled",
    "events.follow",
    "suppressions.export_csv",
    "audit_events.export_csv",
    "contacts.export_csv",
    "contacts.export_import_lines_csv",
    "events.export_csv",
    "message_logs.export_csv",
}
"""The methods that are not one call of an operation each."""

each_kind = pytest.mark.parametrize("kind", KINDS)
each_operation = pytest.mark.parametrize("example", examples(), ids=str)


def called(kind: Kind, example: Example, *before: Any, **options: object) -> FakeService:
    """Calls an operation's method with the contract's example. The service replies with `before` first."""
    service = FakeService(kind, *before, answer(example.reply_bytes(), example.status))
    service.call(example.name, *example.arguments(), **options)
    return service


def body_of(request: httpx2.Request) -> Any:
    """What a request has for a body: JSON, a text, or nothing."""
    if not request.content:
        return None
    return request.content.decode() if request.headers["Content-Type"] == "text/csv" else json_of(request)


def texts_of(query: dict[str, Any]) -> list[tuple[str, str]]:
    """A query as its URL has it."""
    listed: list[tuple[str, list[Any]]] = [
        (name, value if isinstance(value, list) else [value]) for name, value in query.items()
    ]
    return [
        (name, each if isinstance(each, str) else json.dumps(each))
        for name, values in listed
        for each in values
    ]


@each_kind
@each_operation
def test_makes_the_request_of_the_contract(
    kind: Kind, example: Example, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, "postseal"):
        request = called(kind, example, headers={"X-Shop": "north"}).only
    assert request.method == example.method
    assert request.url.raw_path.decode().partition("?")[0] == example.path
    assert request.url.params.multi_items() == texts_of(example.query)
    assert request.headers.get("Content-Type", "") == example.media
    assert body_of(request) == example.body
    assert ("Idempotency-Key" in request.headers) is example.keyed
    assert request.headers.get("Authorization") == (None if example.public else "Bearer pk_test_1")
    assert request.headers["X-Shop"] == "north"
    assert f"{example.method} {example.path} answered {example.status}" in caplog.text


@each_kind
@pytest.mark.parametrize("example", [one for one in examples() if one.public], ids=str)
def test_a_change_that_takes_no_key_is_attempted_once(kind: Kind, example: Example) -> None:
    assert example.name in {
        "sign_in_links.create",
        "sessions.create",
        "sign_in_authorizations.create",
        "sign_in_authorizations.create_provider_session",
        "passkeys.create_challenge",
        "passkeys.create_session",
    }
    service = FakeService(kind, refusal(503, "unavailable"), answer(example.reply_bytes(), example.status))
    with pytest.raises(InternalServerError):
        service.call(example.name, *example.arguments())
    assert len(service.seen) == 1


@each_kind
@pytest.mark.parametrize("example", [one for one in examples() if not one.public], ids=str)
def test_is_sent_again_after_a_503_as_it_was(kind: Kind, example: Example) -> None:
    first, second = called(kind, example, refusal(503, "unavailable")).seen
    assert (second.method, second.url, second.content) == (first.method, first.url, first.content)
    assert second.headers.get("Idempotency-Key") == first.headers.get("Idempotency-Key")


@each_kind
@pytest.mark.parametrize("example", [one for one in examples() if one.keyed], ids=str)
def test_takes_the_key_of_the_caller_and_else_makes_one_for_the_call(kind: Kind, example: Example) -> None:
    given = called(kind, example, idempotency_key="order-1042")
    assert given.only.headers["Idempotency-Key"] == "order-1042"
    made = {called(kind, example).only.headers["Idempotency-Key"] for _ in range(2)}
    assert len(made) == 2


@each_kind
@pytest.mark.parametrize(
    "example", [one for one in examples() if one.takes_body and not one.needs_body], ids=str
)
def test_a_body_that_can_be_left_out_is_an_empty_one(kind: Kind, example: Example) -> None:
    service = FakeService(kind, answer(example.reply_bytes(), example.status))
    service.call(example.name, *example.values)
    assert json_of(service.only) == {}


@each_kind
@pytest.mark.parametrize("example", [one for one in examples() if one.values], ids=str)
def test_escapes_ids(kind: Kind, example: Example) -> None:
    values = tuple(value if isinstance(value, int) else "a/b?c#d %2e" for value in example.values)
    request = called(kind, replace(example, values=values)).only
    parts = request.url.raw_path.decode().partition("?")[0].split("/")
    assert len(parts) == len(example.path.split("/"))
    assert parts.count("a%2Fb%3Fc%23d%20%252e") == sum(isinstance(value, str) for value in values)


@pytest.mark.parametrize("client_type", [Postseal, AsyncPostseal])
def test_the_client_has_no_other_methods(client_type: type[Postseal] | type[AsyncPostseal]) -> None:
    client = client_type("pk_test_1")
    resources = {one.name.partition(".")[0] for one in known_operations().values()}
    methods = {
        f"{resource}.{method}"
        for resource in resources
        for method, _ in inspect.getmembers(getattr(client, resource), inspect.ismethod)
        if not method.startswith("_")
    }
    assert methods == {example.name for example in examples()} | ADDED


@pytest.mark.parametrize("name", sorted({example.name for example in examples()} | ADDED))
def test_both_clients_have_the_same_methods(name: str) -> None:
    resource, _, method = name.partition(".")
    sync, asynchronous = (
        getattr(getattr(client, resource), method) for client in (Postseal("pk_1"), AsyncPostseal("pk_1"))
    )
    told = inspect.getdoc(asynchronous) or ""
    assert inspect.getdoc(sync) == told.replace("async with aclosing", "with closing")
    names = [
        [
            (parameter.name, parameter.kind, parameter.default)
            for parameter in inspect.signature(one).parameters.values()
        ]
        for one in (sync, asynchronous)
    ]
    assert names[0] == names[1]


def test_an_export_as_csv_has_the_filters_of_an_export() -> None:
    [export] = [example for example in examples() if example.name == "suppressions.export"]
    assert set(ExportCsvQuery.__annotations__) == set(export.query) - {"limit", "cursor"}


def test_an_operation_without_a_method_fails_these_tests() -> None:
    [example] = [example for example in examples() if example.operation_id == "cancelMessage"]
    for name in ("messages.recall", "postcards.list"):
        with pytest.raises(AttributeError):
            called("sync", replace(example, name=name))
