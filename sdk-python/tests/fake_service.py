"""A service that is not there: replies to a client's requests as a test says, and remembers them."""

import inspect
import json
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import ExitStack
from typing import Any, Literal, TypeAlias
from unittest.mock import patch

import anyio
import httpx2

import postseal._async.clock
import postseal._sync.clock
from postseal import AsyncPostseal, Postseal
from postseal._sync.follow import FollowedEvents

Kind: TypeAlias = Literal["sync", "async", "trio"]
"""The synchronous client, or the other one on asyncio or on trio."""
KINDS: tuple[Kind, ...] = ("sync", "async")

Turn: TypeAlias = Callable[[], httpx2.Response]
"""One reply of the service."""


def answer(content: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Turn:
    """Replies with bytes."""
    return lambda: httpx2.Response(status, content=content, headers=headers or {})


def json_answer(body: object, status: int = 200, headers: dict[str, str] | None = None) -> Turn:
    """Replies with JSON."""
    return answer(json.dumps(body).encode(), status, {"Content-Type": "application/json", **(headers or {})})


def refusal(status: int, code: str, headers: dict[str, str] | None = None) -> Turn:
    """Replies with the contract's error."""
    error = {"code": code, "message": f"It is {code}.", "request_id": "req_1"}
    return json_answer({"error": error}, status, headers)


def streamed(parts: list[bytes], headers: dict[str, str] | None = None, end: Exception | None = None) -> Turn:
    """Replies in parts, and then breaks off where `end` says how."""
    return lambda: httpx2.Response(200, stream=Parts(parts, end), headers=headers or {})


class Parts(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """The body of a reply in parts."""

    is_closed = False

    def __init__(self, parts: list[bytes], end: Exception | None = None) -> None:
        self._parts = parts
        self._end = end

    def __iter__(self) -> Iterator[bytes]:
        yield from self._parts
        if self._end is not None:
            raise self._end

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self:
            yield part

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.is_closed = True


class FakeService:
    """Replies with each turn once, and with the last one again and again."""

    def __init__(self, kind: Kind, *turns: Turn) -> None:
        self.kind = kind
        self.seen: list[httpx2.Request] = []
        """The requests, with their bodies."""
        self.waits: list[float] = []
        """The seconds between attempts, which nothing waited for."""
        self._turns = turns

    @property
    def only(self) -> httpx2.Request:
        """The request, where there was one."""
        [request] = self.seen
        return request

    def call(self, name: str, *args: object, **options: object) -> Any:
        """
        Calls a method by its name in code, such as `messages.send`, and returns its result: for a list its
        first page, for an export a list of its parts. Events that are followed run until they fail.
        """

        def use(method: Callable[..., Any]) -> Any:
            return method(*args, **options)

        return self.use(name, use)

    def use(self, name: str, use: Callable[[Callable[..., Any]], Any]) -> Any:
        """Makes a client, and returns what `use` makes of one of its methods."""
        with ExitStack() as patches:
            patches.enter_context(patch.object(postseal._sync.clock, "sleep", self._sleep))
            patches.enter_context(patch.object(postseal._async.clock, "sleep", self._asleep))
            if self.kind == "sync":
                return self._use_sync(name, use)
            backend = "trio" if self.kind == "trio" else "asyncio"
            return anyio.run(self._use_async, name, use, backend=backend)

    def client(self, **options: Any) -> Postseal:
        """Returns a client of this service."""
        http = httpx2.Client(transport=httpx2.MockTransport(self._reply))
        settings: dict[str, Any] = {"api_key": "pk_test_1", "http_client": http, **options}
        return Postseal(**settings)

    def _use_sync(self, name: str, use: Callable[[Callable[..., Any]], Any]) -> Any:
        with (
            httpx2.Client(transport=httpx2.MockTransport(self._reply)) as http,
            Postseal("pk_test_1", http_client=http) as client,
        ):
            result = use(method_of(client, name))
            return [*result] if isinstance(result, Generator | FollowedEvents) else result

    async def _use_async(self, name: str, use: Callable[[Callable[..., Any]], Any]) -> Any:
        async with (
            httpx2.AsyncClient(transport=httpx2.MockTransport(self._reply)) as http,
            AsyncPostseal("pk_test_1", http_client=http) as client,
        ):
            result = use(method_of(client, name))
            if inspect.isawaitable(result):
                return await result
            parts: list[Any] = [part async for part in result]
            return parts

    def _reply(self, request: httpx2.Request) -> httpx2.Response:
        self.seen.append(request)
        return self._turns[min(len(self.seen), len(self._turns)) - 1]()

    def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)

    async def _asleep(self, seconds: float) -> None:
        self.waits.append(seconds)


def method_of(client: Postseal | AsyncPostseal, name: str) -> Callable[..., Any]:
    """Returns a method by its name in code. Raises AttributeError if the client lacks it."""
    resource, _, method = name.partition(".")
    found: Callable[..., Any] = getattr(getattr(client, resource), method)
    return found


def json_of(request: httpx2.Request) -> Any:
    """The body of a request, parsed."""
    return json.loads(request.content)
