"""Carries the calls of the resources."""

from collections.abc import AsyncIterator, Mapping
from typing import Any, TypeVar

from .._operation import ListOperation, Operation
from .._options import MutationOptions, RequestOptions
from .pagination import AsyncPager

Reply = TypeVar("Reply")
Row = TypeVar("Row")
Body = TypeVar("Body")

Fields = Mapping[str, Any]


class AsyncTransport:
    async def read(
        self,
        operation: Operation[Reply],
        options: RequestOptions,
        *,
        ids: Mapping[str, object] | None = None,
        query: object = None,
        body: object = None,
    ) -> Reply:
        """Makes a call that changes nothing, whatever its HTTP method."""
        raise NotImplementedError

    async def mutate(
        self,
        operation: Operation[Reply],
        options: MutationOptions,
        *,
        ids: Mapping[str, object] | None = None,
        query: object = None,
        body: object = None,
        content: object = None,
    ) -> Reply:
        """Makes a call that changes something, under one idempotency key. `content` is a CSV in place of a body."""
        raise NotImplementedError

    async def mutate_many(
        self, operation: Operation[Reply], options: RequestOptions, *, body: object
    ) -> Reply:
        """Makes a call that changes many things, each under a key of its own in `body["items"]`."""
        raise NotImplementedError

    def list(
        self,
        operation: ListOperation[Row, Body],
        options: RequestOptions,
        *,
        ids: Mapping[str, object] | None = None,
        query: object = None,
    ) -> AsyncPager[Row, Body]:
        """Starts a list."""
        raise NotImplementedError

    def stream(
        self,
        operation: ListOperation[Row, Body],
        options: RequestOptions,
        accept: str,
        *,
        query: object = None,
    ) -> AsyncIterator[str]:
        """Makes a call that changes nothing, and returns its reply as text, in parts as they come."""
        raise NotImplementedError

    async def download(
        self,
        operation: Operation[bytes],
        options: RequestOptions,
        accept: str,
        *,
        ids: Mapping[str, object],
    ) -> bytes:
        """Makes a call that changes nothing, and returns its reply's bytes."""
        raise NotImplementedError
