"""Paginated lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from ..errors import PostsealError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Generator

Row = TypeVar("Row")
Body = TypeVar("Body")


class AsyncPage(Generic[Row, Body]):
    """One page of a list. `async for` iterates over its rows and those of all later pages."""

    body: Body
    """The whole reply: the rows, the cursor and, for lists over time, the `window` that was searched."""

    def __init__(self, fetch: Callable[[str | None], Awaitable[Body]], body: Body) -> None:
        self._fetch = fetch
        self.body = body

    @property
    def data(self) -> list[Row]:
        """The rows of this page, newest first."""
        rows: list[Row] = cast("dict[str, Any]", self.body)["data"]
        return rows

    def has_next_page(self) -> bool:
        """Returns whether older rows follow. A page can be empty and still have a next page."""
        return self._cursor() is not None

    async def next_page(self) -> AsyncPage[Row, Body]:
        """
        Requests the page after this one, with the same query and options. Raises PostsealError on the last
        page, and the errors of the list itself.
        """
        cursor = self._cursor()
        if cursor is None:
            raise PostsealError("This is the last page. Ask has_next_page() first.")
        return AsyncPage(self._fetch, await self._fetch(cursor))

    async def pages(self) -> AsyncIterator[AsyncPage[Row, Body]]:
        """Iterates over this page and all later pages, and requests each one when it is needed."""
        page = self
        yield page
        while page.has_next_page():
            page = await page.next_page()
            yield page

    async def __aiter__(self) -> AsyncIterator[Row]:
        async for page in self.pages():
            for row in page.data:
                yield row

    def __repr__(self) -> str:
        return f"AsyncPage({len(self.data)} rows, has_next_page={self.has_next_page()})"

    def _cursor(self) -> str | None:
        body = cast("dict[str, Any]", self.body)
        cursor: str | None = body.get("next_cursor")
        return cursor if body.get("has_more") else None


class AsyncPager(Generic[Row, Body]):
    """A list. Use `await` to get its first page, or `async for` to iterate over the rows of all pages."""

    def __init__(self, fetch: Callable[[str | None], Awaitable[Body]]) -> None:
        self._fetch = fetch

    def __await__(self) -> Generator[Any, Any, AsyncPage[Row, Body]]:
        return self._first().__await__()

    async def __aiter__(self) -> AsyncIterator[Row]:
        async for row in await self._first():
            yield row

    async def pages(self) -> AsyncIterator[AsyncPage[Row, Body]]:
        """Iterates over all pages, and requests each one when it is needed."""
        async for page in (await self._first()).pages():
            yield page

    async def _first(self) -> AsyncPage[Row, Body]:
        return AsyncPage(self._fetch, await self._fetch(None))


def pager(fetch: Callable[[str | None], Awaitable[Body]]) -> AsyncPager[Any, Body]:
    """Returns the list whose pages `fetch` requests by their cursor."""
    return AsyncPager(fetch)
