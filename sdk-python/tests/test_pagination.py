"""Lists, page by page."""

from typing import Any, cast

import anyio
import httpx2
import pytest

from fake_service import FakeService, Turn, json_answer, refusal
from postseal import AsyncPage, AsyncPostseal, NotFoundError, Page, PostsealError


def page(ids: list[str], cursor: str | None) -> Turn:
    rows = [{"id": one} for one in ids]
    return json_answer({"data": rows, "has_more": cursor is not None, "next_cursor": cursor, "window": 1})


def listed(fake: FakeService) -> Any:
    """The first page of messages, whose rows are not real ones."""
    return fake.client().messages.list()


THREE = (page(["a", "b"], "1"), page([], "2"), page(["c"], None))


def cursors(fake: FakeService) -> list[str | None]:
    return [request.url.params.get("cursor") for request in fake.seen]


def test_a_list_runs_over_the_rows_of_all_its_pages() -> None:
    fake = FakeService("sync", *THREE)
    assert [row["id"] for row in fake.client().messages.list({"limit": 2}, headers={"X-A": "a"})] == [
        "a",
        "b",
        "c",
    ]
    assert cursors(fake) == [None, "1", "2"]
    assert {request.url.params["limit"] for request in fake.seen} == {"2"}
    assert {request.headers["X-A"] for request in fake.seen} == {"a"}


def test_a_page_at_a_time() -> None:
    fake = FakeService("sync", *THREE)
    first = listed(fake)
    assert type(cast("object", first)) is Page
    assert (first.data, first.has_next_page(), len(fake.seen)) == ([{"id": "a"}, {"id": "b"}], True, 1)
    assert first.body["window"] == 1
    last = first.next_page().next_page()
    assert (last.data, last.has_next_page()) == ([{"id": "c"}], False)
    with pytest.raises(PostsealError, match="the last page"):
        last.next_page()
    assert repr(first) == "Page(2 rows, has_next_page=True)"


def test_pages_run_over_pages_and_ask_for_each_when_it_is_due() -> None:
    fake = FakeService("sync", *THREE)
    pages = fake.client().messages.list().pages()
    next(pages)
    next(pages)
    assert len(fake.seen) == 2
    assert [len(one.data) for one in pages] == [1]


def test_a_page_without_a_cursor_is_the_last_whatever_else_it_says() -> None:
    turn = json_answer({"data": [], "has_more": True, "next_cursor": None})
    assert not FakeService("sync", turn).client().messages.list().has_next_page()


def test_a_refusal_in_the_midst_comes_after_the_rows_before() -> None:
    rows = iter(FakeService("sync", page(["a"], "1"), refusal(404, "not_found")).client().messages.list())
    assert next(rows)["id"] == "a"
    with pytest.raises(NotFoundError):
        next(rows)


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_a_list_is_awaited_or_iterated(backend: str) -> None:
    async def run() -> dict[str, Any]:
        def reply(request: httpx2.Request) -> httpx2.Response:
            return THREE[int(request.url.params.get("cursor", "0"))]()

        http = httpx2.AsyncClient(transport=httpx2.MockTransport(reply))
        async with http, AsyncPostseal("pk_test_1", http_client=http) as client:
            first = await client.messages.list()
            assert isinstance(first, AsyncPage)
            return {
                "awaited": [row["id"] for row in first.data],
                "from the page on": [row["id"] async for row in first],
                "iterated": [row["id"] async for row in client.messages.list()],
                "pages": [len(one.data) async for one in client.messages.list().pages()],
                "pages of a page": [len(one.data) async for one in (await first.next_page()).pages()],
                "repr": repr(first),
            }

    assert anyio.run(run, backend=backend) == {
        "awaited": ["a", "b"],
        "from the page on": ["a", "b", "c"],
        "iterated": ["a", "b", "c"],
        "pages": [2, 0, 1],
        "pages of a page": [0, 1],
        "repr": "AsyncPage(2 rows, has_next_page=True)",
    }


def test_a_list_that_is_not_used_is_not_asked_for() -> None:
    def refuse(request: httpx2.Request) -> httpx2.Response:
        raise AssertionError("It was sent.")

    http = httpx2.AsyncClient(transport=httpx2.MockTransport(refuse))
    AsyncPostseal("pk_test_1", http_client=http).messages.list()
