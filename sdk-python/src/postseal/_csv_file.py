"""The CSV that `suppressions.import_csv` takes."""

from collections.abc import Iterable
from typing import IO

CsvFile = str | bytes | IO[bytes] | Iterable[bytes]
"""A CSV in UTF-8: a text, bytes, a file that was opened as binary, or its parts as they come."""
