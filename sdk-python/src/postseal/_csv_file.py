"""Suppressions as CSV: what an import takes, and which of them an export has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import IO, TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from datetime import datetime

    from ._generated.types import SuppressionReason

CsvFile = str | bytes | bytearray | memoryview | IO[bytes] | IO[str] | Iterable[bytes]
"""A CSV: a text, or in UTF-8 as bytes, as a file, or as its parts as they come."""


class ExportCsvQuery(TypedDict, total=False):
    """The filters of `suppressions.export_csv`: those of `export`, without its pages."""

    since: str | datetime
    """Only suppressions that were created at or after this time."""
    until: str | datetime
    """Only suppressions that were created before this time."""
    email: str
    """Only this address, in any case."""
    reason: SuppressionReason
    """Only suppressions of this reason."""
    reasons: Sequence[SuppressionReason]
    """Only suppressions of one of these reasons. Not together with `reason`."""
    reply_contains: str
    """Only suppressions whose reply has this text, in any case."""
