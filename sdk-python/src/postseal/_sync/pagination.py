"""Lists, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from ..errors import PostsealError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Row = TypeVar("Row")
Body = TypeVar("Body")


class Page(Generic[Row, Body]):
    """One page of a list. `for` runs over its rows and those of all pages after it."""

    body: Body
    """
    The whole reply: beside the rows the cursor and, for lists over time, the `window` that was searched.
    """

    def __init__(self, fetch: Callable[[str | None], Body], body: Body) -> None:
        self._fetch = fetch
        self.body = body

    @property
    def data(self) -> list[Row]:
        """The rows of this page, newest first."""
        rows: list[Row] = cast("dict[str, Any]", self.body)["data"]
        return rows

    def has_next_page(self) -> bool:
        """Whether older rows follow. A page may be empty and still have a next one."""
        return self._cursor() is not None

    def next_page(self) -> Page[Row, Body]:
        """
        Asks for the page after this one, with the same query and options. Raises PostsealError on the last
        page, and as the list itself does.
        """
        cursor = self._cursor()
        if cursor is None:
            raise PostsealError("This is the last page. Ask has_next_page() first.")
        return Page(self._fetch, self._fetch(cursor))

    def pages(self) -> Iterator[Page[Row, Body]]:
        """Runs over this page and all pages after it, asking for each when it is due."""
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
    """Asks for the first page of the list whose pages `fetch` asks for, by their cursor."""
    return Page(fetch, fetch(None))
