"""Events that are followed, and the audit log as a stream."""

from collections.abc import Callable
from contextlib import aclosing
from typing import Any

import httpx2
import pytest

from fake_service import KINDS, FakeService, Kind, Turn, json_answer, refusal, streamed
from postseal import APIConnectionError, PermissionDeniedError, PostsealError
from postseal._call import Call
from postseal._follow import WAIT_S

each_kind = pytest.mark.parametrize("kind", [*KINDS, "trio"])


def page(cursor: str | None, *ids: str) -> Turn:
    return json_answer({"data": [{"id": one} for one in ids], "has_more": False, "next_cursor": cursor})


def unreachable() -> httpx2.Response:
    raise httpx2.ConnectError("refused")


def follow(kind: Kind, use: Callable[[Any, list[str]], Any], turns: list[Turn], query: Any = None) -> Any:
    """Returns what `use` makes of each event, with all ids so far, until it returns something."""
    service = FakeService(kind, *turns)

    def sync(method: Callable[..., Any]) -> Any:
        followed, ids = method(query), list[str]()
        for event in followed:
            ids.append(event["id"])
            if result := use(followed, ids):
                return result
        return None

    async def asynchronous(method: Callable[..., Any]) -> Any:
        followed, ids = method(query), list[str]()
        async with aclosing(aiter(followed)) as events:
            async for event in events:
                ids.append(event["id"])
                if result := use(followed, ids):
                    return result
        return None

    result = service.use("events.follow", sync if kind == "sync" else asynchronous)
    return result, [dict(request.url.params) for request in service.seen]


def until(count: int) -> Callable[[Any, list[str]], list[str] | None]:
    return lambda _followed, ids: ids if len(ids) == count else None


@each_kind
def test_they_come_from_reply_to_reply(kind: Kind) -> None:
    turns = [page("a"), page("b"), page("c", "1", "2"), page("d", "3")]
    filters = {"type": "message.bounced", "project_id": "prj_1"}
    ids, queries = follow(kind, until(3), turns, filters)
    assert ids == ["1", "2", "3"]
    assert queries == [
        # The start, which a lost reply must not move, is asked for at once.
        {**filters, "limit": "100", "wait": "0"},
        {**filters, "limit": "100", "wait": "20", "after": "a"},
        {**filters, "limit": "100", "wait": "20", "after": "b"},
        {**filters, "limit": "100", "wait": "20", "after": "c"},
    ]


@each_kind
def test_they_go_on_at_a_cursor(kind: Kind) -> None:
    _, queries = follow(kind, until(1), [page("x", "7")], {"after": "w", "limit": 5, "wait": 7})
    assert queries == [{"after": "w", "limit": "5", "wait": "7"}]


@each_kind
def test_their_cursor_is_that_of_the_last_reply_that_was_taken_to_its_end(kind: Kind) -> None:
    cursors: list[str | None] = []

    def use(followed: Any, ids: list[str]) -> bool:
        cursors.append(followed.cursor)
        return ids[-1] == "3"

    follow(kind, use, [page("a", "1", "2"), page("b", "3")])
    assert cursors == [None, None, "a"]


@each_kind
def test_they_go_on_where_an_attempt_failed(kind: Kind) -> None:
    turns = [page("a", "1"), refusal(503, "unavailable"), unreachable, page("b", "2")]
    ids, queries = follow(kind, until(2), turns)
    assert ids == ["1", "2"]
    assert [query.get("after") for query in queries] == [None, "a", "a", "a"]


def test_after_more_failures_they_raise_and_go_on_where_they_are_iterated_again() -> None:
    service = FakeService("sync", page("a", "1"), unreachable, page("b", "2"))
    followed = service.client(max_retries=0).events.follow()
    ids: list[str] = []
    with pytest.raises(APIConnectionError):
        ids.extend(event["id"] for event in followed)
    for event in followed:
        ids.append(event["id"])
        break
    assert ids[-1] == "2"
    assert service.seen[-1].url.params["after"] == "a"
    assert repr(followed) == "FollowedEvents(cursor='a')"


def test_the_timeout_comes_on_top_of_the_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    timeouts: list[float] = []
    seconds_left = Call.seconds_left

    def remembered(call: Call, now: float) -> float:
        timeouts.append(seconds_left(call, now))
        return timeouts[-1]

    monkeypatch.setattr(Call, "seconds_left", remembered)
    service = FakeService("sync", page("a"), page("b", "1"))
    for _ in service.client().events.follow(timeout=0.5):
        break
    assert timeouts == [0.5, 0.5 + WAIT_S]


@each_kind
def test_they_are_refused_as_any_read_is(kind: Kind) -> None:
    with pytest.raises(PermissionDeniedError):
        follow(kind, until(1), [refusal(403, "insufficient_scope")])
    with pytest.raises(PostsealError, match="no cursor"):
        follow(kind, until(1), [page(None)])


LINES = '{"id":"aud_1","actor":{"name":"grüße\u2028"}}\n{"id":"aud_2"}\n\n{"id":"aud_3"}'.encode()


@each_kind
@pytest.mark.parametrize("size", [1, 7, len(LINES)])
def test_an_audit_export_has_entries_however_their_lines_are_cut(kind: Kind, size: int) -> None:
    parts = [LINES[at : at + size] for at in range(0, len(LINES), size)]
    service = FakeService(kind, streamed(parts))
    entries = service.call("audit_events.export", {"outcome": "refused"})
    assert entries == [{"id": "aud_1", "actor": {"name": "grüße\u2028"}}, {"id": "aud_2"}, {"id": "aud_3"}]
    assert service.only.headers["Accept"] == "application/x-ndjson"
    assert dict(service.only.url.params) == {"outcome": "refused"}


@each_kind
def test_an_audit_export_that_breaks_off_or_is_no_json_fails(kind: Kind) -> None:
    for turn in (streamed([LINES[:50]], end=httpx2.ReadError("reset")), streamed([b"<html>\n"])):
        with pytest.raises(APIConnectionError):
            FakeService(kind, turn).call("audit_events.export")


@each_kind
def test_an_audit_export_as_csv_is_text(kind: Kind) -> None:
    service = FakeService(kind, streamed([b"id,created_at\r\n"]))
    assert service.call("audit_events.export_csv") == ["id,created_at\r\n"]
    assert service.only.headers["Accept"] == "text/csv"
