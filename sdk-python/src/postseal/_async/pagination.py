"""Lists, page by page."""

from typing import Generic, TypeVar

Row = TypeVar("Row")
Body = TypeVar("Body")


class AsyncPager(Generic[Row, Body]):
    """Await it for the first page, or iterate it for the rows of all pages."""
