"""What the client knows about each API operation. `_generated/operations.py` lists all operations."""

from typing import Generic, NamedTuple, TypeVar

Reply = TypeVar("Reply")
Row = TypeVar("Row")
Body = TypeVar("Body")


class Operation(NamedTuple, Generic[Reply]):
    """An operation and the type of its reply: `None` for no body, `bytes` for a file."""

    id: str
    """The contract's operationId."""
    name: str
    """The method in code, such as `messages.send_batch`."""
    method: str
    path: str
    """With its parameters in braces, such as `/v1/messages/{id}`."""


class ListOperation(NamedTuple, Generic[Row, Body]):
    """An operation whose reply is a page: the type of a row, and the type of the whole page."""

    id: str
    name: str
    method: str
    path: str
