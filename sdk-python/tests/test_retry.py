"""Which replies are tried again, and when: the table that all clients hold to."""

import json
import random
import time
from pathlib import Path
from typing import TypedDict

import pytest

from fake_service import KINDS, FakeService, Kind, refusal
from postseal import APIConnectionError, APIError, APITimeoutError, PostsealError
from postseal._retry import seconds_to_retry


class Refusal(TypedDict):
    status: int
    code: str


class Header(TypedDict):
    name: str
    retry_after: str | None
    wait: float | None
    told: float | None


class Table(TypedDict):
    now: int
    again: list[Refusal]
    never: list[Refusal]
    headers: list[Header]


TABLE: Table = json.loads((Path(__file__).parents[2] / "test/vectors/replies.json").read_bytes())
LETTER = {
    "project_id": "prj_1",
    "from": "a@shop.example",
    "to": "ada@example.com",
    "subject": "A",
    "text": "B",
}

each_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(autouse=True)
def _at_the_time_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: float(TABLE["now"]))
    monkeypatch.setattr(random, "random", lambda: 0.0)


def name_of(row: Refusal) -> str:
    return f"{row['status']} {row['code']}"


def fail(kind: Kind, row: Refusal, header: Header) -> tuple[FakeService, APIError]:
    """Sends a message that is refused so, twice at most."""
    headers = {} if header["retry_after"] is None else {"Retry-After": header["retry_after"]}
    service = FakeService(kind, refusal(row["status"], row["code"], headers))
    with pytest.raises(APIError) as raised:
        service.call("messages.send", LETTER, max_retries=1)
    return service, raised.value


@each_kind
@pytest.mark.parametrize("row", TABLE["again"], ids=name_of)
def test_is_tried_again(kind: Kind, row: Refusal) -> None:
    for header in TABLE["headers"]:
        service, error = fail(kind, row, header)
        waits = [] if header["wait"] is None else [header["wait"]]
        assert (service.waits, error.retry_after) == (waits, header["told"]), header
        assert len(service.seen) == len(waits) + 1
        assert seconds_to_retry(error, 0) == header["wait"]


@each_kind
@pytest.mark.parametrize("row", TABLE["never"], ids=name_of)
def test_is_not_tried_again(kind: Kind, row: Refusal) -> None:
    for header in TABLE["headers"]:
        service, error = fail(kind, row, header)
        assert (service.waits, len(service.seen), error.retry_after) == ([], 1, header["told"]), header
        assert seconds_to_retry(error, 0) is None


@pytest.mark.parametrize("error", [APIConnectionError("Cut."), APITimeoutError("Too long.")])
def test_waits_grow_to_eight_seconds_and_chance_only_shortens_them(
    error: PostsealError, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = [0.5, 1, 2, 4, 8, 8]
    assert [seconds_to_retry(error, attempt) for attempt in range(6)] == longest
    assert seconds_to_retry(error, 10**6) == 8
    monkeypatch.setattr(random, "random", lambda: 1.0)
    assert [seconds_to_retry(error, attempt) for attempt in range(6)] == [0.75 * wait for wait in longest]


def test_a_mistake_of_the_caller_is_not_tried_again() -> None:
    assert seconds_to_retry(PostsealError("A wrong argument."), 0) is None


def test_the_table_is_whole() -> None:
    assert (len(TABLE["again"]), len(TABLE["never"]), len(TABLE["headers"])) == (12, 26, 16)
