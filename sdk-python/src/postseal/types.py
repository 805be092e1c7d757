"""The types of requests, queries, replies and events, for annotations in your code."""

from ._csv_file import CsvFile as CsvFile
from ._csv_file import ExportCsvQuery as ExportCsvQuery
from ._generated.types import *  # noqa: F403
from ._generated.types import Message, MessageLog


class SettledMessage(Message):
    """A message whose recipients are all settled, with the outcome of each."""

    logs: list[MessageLog]
    """One log for each recipient, in the order of `recipients`."""
