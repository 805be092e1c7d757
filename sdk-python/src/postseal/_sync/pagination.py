"""Paginated lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from ..errors import PostsealError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Row = TypeVar("Row")
Body = TypeVar("Body")


class Page(Generic[Row, Body]):
    """One page of a list. `for` iterates over its rows and those of all later pages."""

    body: Body
    """The whole reply: the rows, the cursor and, for lists over time, the `window` that was searched."""

    def __init__(self, fetch: Callable[[str | None], Body], body: Body) -> None:
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

    def next_page(self) -> Page[Row, Body]:
        """
        Requests the page after this one, with the same query and options. Raises PostsealError on the last
        page, and the errors of the list itself.
        """
        cursor = self._cursor()
        if cursor is None:
            raise PostsealError("This is the last page. Ask has_next_page() first.")
        return Page(self._fetch, self._fetch(cursor))

    def pages(self) -> Iterator[Page[Row, Body]]:
        """Iterates over this page and all later pages, and requests each one when it is needed."""
        page = self
        yield page
        while page.has_next_page():
            page = page.next_page()
            yield page

    def __iter__(self) -> Iterator[Row]:
        for page in self.pages():
            yield from page.data

    def __repr__(self) -> str:
        return f"Page({len(self.data)} rows, has_next_page={self.has_next_page()})"

    def _cursor(self) -> str | None:
        body = cast("dict[str, Any]", self.body)
        cursor: str | None = body.get("next_cursor")
        return cursor if body.get("has_more") else None


def pager(fetch: Callable[[str | None], Body]) -> Page[Any, Body]:
    """Requests the first page of a list. `fetch` requests a page by its cursor."""
    return Page(fetch, fetch(None))
