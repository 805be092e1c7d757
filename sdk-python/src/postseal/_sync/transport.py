# Made from _async/transport.py by scripts/python/unasync.mjs. Do not edit.
"""
Makes the calls of the resources: checks the arguments, adds the keys, and turns replies into results and
failures into the errors of `errors.py`.
"""

from __future__ import annotations

import codecs
import uuid
from contextlib import closing
from typing import TYPE_CHECKING, Any, TypeVar, cast

from .._call import NO_BODY, call_of
from .._call_log import CallLog
from .._content import CSV_KINDS
from .._follow import WAIT_S
from .._headers import key_among
from .._kinds import is_mapping
from .._reply import Reply, ResponseInfo, parse_json
from .._requests import batch_body, mistake
from .._settings import MAX_TIMEOUT_S
from ..errors import APIConnectionError, PostsealError
from . import clock
from .exchange import exchange
from .follow import FollowedEvents
from .pagination import pager

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from .._call import Call
    from .._operation import ListOperation, Operation
    from .._options import MutationOptions, RequestOptions
    from .._settings import Settings
    from ..types import FollowedEventPage
    from .connections import Connections
    from .pagination import Page

T = TypeVar("T")
Row = TypeVar("Row")
Body = TypeVar("Body")


class Transport:
    """Makes the calls of one client."""

    def __init__(self, settings: Settings, connections: Connections) -> None:
        self._settings = settings
        self._connections = connections
        self._log = CallLog()

    def read(
        self,
        operation: Operation[T],
        options: RequestOptions,
        *,
        ids: Mapping[str, object] | None = None,
        query: object = None,
        body: object = NO_BODY,
        deadline: float | None = None,
    ) -> T:
        """
        Makes a call that changes nothing, whatever its HTTP method. `deadline` is when the caller stops
        waiting, on the clock of `clock.now`.
        """
        call = call_of(operation, self._settings, options, ids=ids, query=query, body=body)
        call.safe = True
        call.deadline = deadline
        return cast("T", self._value(call))

    def mutate(
        self,
        operation: Operation[T],
        options: MutationOptions,
        *,
        ids: Mapping[str, object] | None = None,
        query: object = None,
        body: object = NO_BODY,
        content: object = NO_BODY,
    ) -> T:
        """
        Makes a call that changes something, with one idempotency key for all its attempts. `content` is a CSV
        to send instead of a body.
        """
        call = call_of(operation, self._settings, options, ids=ids, query=query, body=body, keyed=True)
        if content is None:
            raise mistake(operation.name, "csv", CSV_KINDS, content)
        call.idempotency_key = _key_of(options)
        return cast("T", self._value(call, None if content is NO_BODY else content))

    def mutate_once(
        self, operation: Operation[T], options: RequestOptions, *, body: object = NO_BODY
    ) -> T:
        """
        Makes a call that changes something and takes neither an idempotency key nor a credential. Makes only
        one attempt.
        """
        call = call_of(operation, self._settings, options, body=body)
        call.credential = ""
        return cast("T", self._value(call))

    def mutate_many(self, operation: Operation[T], options: MutationOptions, *, body: object) -> T:
        """
        Makes a call that changes several things. The call has one idempotency key, and each of
        `body["items"]` has its own. The keys are created once, so they are the same for all attempts.
        """
        call = call_of(operation, self._settings, options, body=body, keyed=True)
        call.idempotency_key = _key_of(options)
        batch = batch_body(cast("Mapping[str, Any]", body), operation.name)
        call.body = batch
        call.idempotency_keys = [item["idempotency_key"] for item in batch["items"]]
        return cast("T", self._value(call))

    def list(
        self,
        operation: ListOperation[Row, Body],
        options: RequestOptions,
        *,
        ids: Mapping[str, object] | None = None,
        query: object = None,
        deadline: float | None = None,
    ) -> Page[Row, Body]:
        """
        Starts a list: requests the page of `query`, and later pages with the same query and their cursor.
        """

        def fetch(cursor: str | None) -> Body:
            call = call_of(operation, self._settings, options, ids=ids, query=query)
            call.safe = True
            call.deadline = deadline
            if cursor is not None:
                call.query = {**call.query, "cursor": cursor}
            return cast("Body", self._value(call))

        return pager(fetch)

    def follow(
        self, operation: Operation[FollowedEventPage], options: RequestOptions, *, query: object
    ) -> FollowedEvents:
        """Follows events. Each call waits for events after the cursor of the previous call."""

        def fetch(after: str | None) -> FollowedEventPage:
            call = call_of(operation, self._settings, options, query=query)
            call.safe = True
            wait = call.query.get("wait", WAIT_S)
            # Without a cursor, losing a reply would move the start. So the first call gets a cursor without
            # waiting.
            if after is None:
                wait = 0
            call.query = {"limit": 100, **call.query, "after": after, "wait": wait}
            if isinstance(wait, int):
                call.timeout = min(call.timeout + wait, MAX_TIMEOUT_S)
            return cast("FollowedEventPage", self._value(call))

        return FollowedEvents(fetch, query.get("after") if is_mapping(query) else None)

    def stream(
        self,
        operation: ListOperation[Row, Body] | Operation[bytes],
        options: RequestOptions,
        accept: str,
        *,
        ids: Mapping[str, object] | None = None,
        query: object = None,
    ) -> Generator[str, None]:
        """
        Makes a call that changes nothing, and yields its reply as text, in parts as they arrive. The call
        starts when the caller starts to read. If the reply breaks off, the call is not retried. `accept` is
        the reply's media type.
        """
        call = call_of(operation, self._settings, options, ids=ids, query=query)
        call.safe = True
        answer = exchange(call, self._connections, self._log, streams=accept)
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        with closing(clock.parts(answer.reply, call.timeout)) as parts:
            for part in parts:
                # A character can be split between two parts.
                text = decoder.decode(part)
                if text:
                    yield text
        rest = decoder.decode(b"", final=True)
        if rest:
            yield rest

    def lines(
        self,
        operation: Operation[bytes],
        options: RequestOptions,
        accept: str,
        *,
        ids: Mapping[str, object] | None = None,
        query: object = None,
    ) -> Generator[str, None]:
        """Yields the lines of the text that `stream` yields, except for empty ones."""
        rest = ""
        with closing(self.stream(operation, options, accept, ids=ids, query=query)) as parts:
            for part in parts:
                *lines, rest = (rest + part).split("\n")
                for line in lines:
                    if line:
                        yield line
        if rest:
            yield rest

    def rows(
        self,
        operation: Operation[bytes],
        options: RequestOptions,
        *,
        ids: Mapping[str, object] | None = None,
        query: object = None,
    ) -> Generator[Any, None]:
        """Yields the rows of a reply that has one JSON object per line, as `stream` reads it."""
        with closing(
            self.lines(operation, options, "application/x-ndjson", ids=ids, query=query)
        ) as coming:
            for line in coming:
                try:
                    row = parse_json(line.encode())
                except ValueError as error:
                    raise APIConnectionError("A line of the reply is not JSON.") from error
                yield row

    def download(
        self,
        operation: Operation[bytes],
        options: RequestOptions,
        accept: str,
        *,
        ids: Mapping[str, object],
    ) -> bytes:
        """
        Makes a call that changes nothing, and returns the bytes of its reply. Each part of the reply can take
        as long as an attempt. If the reply breaks off, the call is not retried. `accept` is the reply's media
        type.
        """
        call = call_of(operation, self._settings, options, ids=ids)
        call.safe = True
        answer = exchange(call, self._connections, self._log, streams=accept)
        return clock.rest(answer.reply, call.timeout)

    def _value(self, call: Call, csv: object = None) -> object:
        """Makes a call and returns its reply: a JSON object, or None if the reply has no body."""
        try:
            status, headers, body, _ = exchange(call, self._connections, self._log, csv=csv)
            if not body:
                return None
            try:
                value: object = parse_json(body)
            except ValueError as error:
                # An HTML page instead of JSON usually means that the address is wrong. A syntax error would
                # not say so.
                raise _not_json(status) from error
            if not isinstance(value, dict):
                raise _not_json(status)
        except PostsealError as error:
            call.put_keys(error)
            raise
        fields = cast("dict[str, Any]", value)
        info = ResponseInfo(status, headers, headers.get("Request-Id"), call.idempotency_key)
        return Reply(fields, info)


def _key_of(options: MutationOptions) -> str | None:
    """Returns the idempotency key of a call, or None if the call's own headers leave the key out."""
    key = key_among(options.get("headers"))
    if key is None:
        key = options.get("idempotency_key") or str(uuid.uuid4())
    return key or None


def _not_json(status: int) -> APIConnectionError:
    return APIConnectionError(
        f"The reply (status {status}) is not a JSON object. Is base_url the address of a Postseal service?"
    )
