"""CSV files: the types that an import accepts, and the filters of a suppression export."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import IO, TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from datetime import datetime

    from ._generated.types import SuppressionReason

CsvFile = str | bytes | bytearray | memoryview | IO[bytes] | IO[str] | Iterable[bytes]
"""A CSV: a string, or UTF-8 as bytes, as a file, or as an iterable of parts."""


class ExportCsvQuery(TypedDict, total=False):
    """The filters of `suppressions.export_csv`: those of `export`, except for paging."""

    since: str | datetime
    """Only suppressions that were created at or after this time."""
    until: str | datetime
    """Only suppressions that were created before this time."""
    email: str
    """Only this address. Case-insensitive."""
    reason: SuppressionReason
    """Only suppressions with this reason."""
    reasons: Sequence[SuppressionReason]
    """Only suppressions with one of these reasons. Cannot be combined with `reason`."""
    reply_contains: str
    """Only suppressions whose reply contains this text. Case-insensitive."""
