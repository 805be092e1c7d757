"""Replies that are late, endless or wrong: each is an error in time, and none takes the process with it."""

from __future__ import annotations

import gc
import gzip
import socket
import ssl
import zlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import anyio
import pytest

import postseal._async.clock
import postseal._sync.clock
from postseal import APIConnectionError, APIError, APITimeoutError, AsyncPostseal, Postseal
from support.rude_server import rude_server

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterable, Iterator

    from postseal.types import SendMessageRequest

    Parts = Callable[[threading.Event], Iterable[bytes]]

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
SECONDS = 0.3
CERTIFICATES = Path(__file__).parents[2] / "test" / "support" / "tls"
MEGABYTE = 1024 * 1024


def once(reply: bytes, ended: threading.Event) -> Iterable[bytes]:
    return [reply]


def again_and_again(head: bytes, part: bytes, ended: threading.Event, pause: float = 0) -> Iterator[bytes]:
    yield head
    while not ended.wait(pause):
        yield part


def byte_by_byte(reply: bytes, ended: threading.Event) -> Iterator[bytes]:
    for byte in reply:
        if ended.wait(0.02):
            return
        yield bytes([byte])


def silence(ended: threading.Event) -> Iterable[bytes]:
    ended.wait()
    return []


def with_body(body: bytes, *fields: bytes) -> Parts:
    head = b"".join(field + b"\r\n" for field in fields)
    return partial(once, b"%b%bContent-Length: %d\r\n\r\n%b" % (HEAD, head, len(body), body))


LATE: dict[str, Parts] = {
    "silence": silence,
    "a head byte by byte": partial(byte_by_byte, HEAD + b"X: " + b"x" * 2000),
    "a body byte by byte": partial(byte_by_byte, HEAD + b"Content-Length: 2000\r\n\r\n" + b" " * 2000),
    "interim replies without end": partial(again_and_again, b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
    "interim replies now and then": partial(again_and_again, b"", b"HTTP/1.1 103 Hm\r\n\r\n", pause=0.02),
    "a body now and then": partial(again_and_again, HEAD + b"\r\n", b" ", pause=0.02),
}

WRONG: dict[str, tuple[Parts, str]] = {
    "garbage": (partial(once, b"\x16\x03\x01\x00garbage\r\n\r\n"), "illegal status line"),
    "another protocol": (partial(once, b"SSH-2.0-OpenSSH_9\r\n"), "without sending a response"),
    "a body without end": (partial(again_and_again, HEAD + b"\r\n", b" " * 65536), "is larger than"),
    "chunks without end": (
        partial(
            again_and_again, HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"400\r\n%b\r\n" % (b" " * 1024)
        ),
        "is larger than",
    ),
    "a header without end": (partial(again_and_again, HEAD + b"X: ", b"x" * 65536), "buffer too long"),
    "a header of 10 MB": (partial(once, HEAD + b"X: " + b"x" * 10_000_000 + b"\r\n\r\n"), "buffer too long"),
    "too short a body": (partial(once, HEAD + b"Content-Length: 20\r\n\r\n{}"), "without sending complete"),
    "a negative length": (partial(once, HEAD + b"Content-Length: -2\r\n\r\n{}"), "bad Content-Length"),
    "two lengths": (with_body(b"{}", b"Content-Length: 4"), "conflicting Content-Length"),
    "a bomb of gzip": (
        with_body(gzip.compress(b" " * (64 * MEGABYTE), 1), b"Content-Encoding: gzip"),
        "is larger than",
    ),
    "a bomb in a bomb": (
        with_body(gzip.compress(gzip.compress(b" " * (64 * MEGABYTE))), b"Content-Encoding: gzip, gzip"),
        "is larger than",
    ),
    "a bomb of deflate": (
        with_body(zlib.compress(b" " * (64 * MEGABYTE), 1), b"Content-Encoding: deflate"),
        "is larger than",
    ),
    "no gzip": (with_body(b"no gzip at all", b"Content-Encoding: gzip"), "while decompressing"),
    "a deep nest": (with_body(b'{"a":' + b"[" * 200_000), "is not a JSON object"),
    "a long number": (with_body(b'{"a":' + b"1" * 200_000 + b"}"), "is not a JSON object"),
    "an upgrade": (partial(once, b"HTTP/1.1 101 Switching Protocols\r\n\r\n{}"), "could not be reached"),
}


@pytest.fixture(autouse=True)
def small_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postseal._sync.clock, "MAX_REPLY_BYTES", MEGABYTE)
    monkeypatch.setattr(postseal._async.clock, "MAX_REPLY_BYTES", MEGABYTE)


Kind = Literal["sync", "asyncio", "trio"]


@pytest.fixture(params=["sync", "asyncio", "trio"])
def kind(request: pytest.FixtureRequest) -> Kind:
    chosen: Kind = request.param
    return chosen


def ask(kind: Kind, url: str, timeout: float = 180, attachment: bytes = b"") -> object:
    """Makes a call in one attempt, and returns its result."""
    body: SendMessageRequest = {
        "project_id": "prj_1",
        "from": "no-reply@shop.example",
        "to": "ada@example.com",
        "subject": "Hello",
        "text": "Hello",
        "attachments": [{"filename": "a", "content": attachment}],
    }

    async def run() -> object:
        async with AsyncPostseal("pk_test_1", base_url=url, timeout=timeout, max_retries=0) as client:
            if attachment:
                return await client.messages.send(body)
            return await client.messages.retrieve("msg_1")

    if kind != "sync":
        return anyio.run(run, backend=kind)
    with Postseal("pk_test_1", base_url=url, timeout=timeout, max_retries=0) as client:
        if attachment:
            return client.messages.send(body)
        return client.messages.retrieve("msg_1")


@pytest.mark.parametrize("how", LATE)
def test_a_reply_that_is_late(how: str, kind: Kind) -> None:
    with rude_server(LATE[how]) as server, pytest.raises(APITimeoutError, match=r"within 0\.3 s"):
        ask(kind, server.url, SECONDS)


def test_a_server_that_does_not_read(kind: Kind) -> None:
    with rude_server(silence) as server, pytest.raises(APITimeoutError, match=r"within 0\.3 s"):
        ask(kind, server.url, SECONDS, attachment=b"\0" * (6 * MEGABYTE))


# Of generators of the HTTP library within each other, closing the outermost leaves the others to trio.
@pytest.mark.filterwarnings("ignore:Async generator 'http:ResourceWarning")
@pytest.mark.parametrize("how", WRONG)
def test_a_reply_that_is_wrong(how: str, kind: Kind) -> None:
    parts, message = WRONG[how]
    with rude_server(parts) as server, pytest.raises(APIConnectionError, match=message):
        ask(kind, server.url)
    assert server.connections == 1


def test_what_follows_a_reply_is_not_read_as_the_next(kind: Kind) -> None:
    two = b"%bContent-Length: 2\r\n\r\n{}" % HEAD
    with rude_server(partial(once, two + b'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"id": 1}')) as server:
        assert ask(kind, server.url) == {}
        assert ask(kind, server.url) == {}


def test_a_redirect_is_not_followed(kind: Kind) -> None:
    reply = b"HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
    with rude_server(partial(once, reply)) as server, pytest.raises(APIError, match="redirect") as raised:
        ask(kind, server.url)
    assert raised.value.status == 307


class TestTls:
    """The same over TLS, with an authority that the environment names."""

    @pytest.fixture
    def tls(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(CERTIFICATES / "localhost.pem", CERTIFICATES / "localhost.key")
        return context

    def test_a_reply(self, kind: Kind, tls: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATES / "ca.pem"))
        with rude_server(with_body(b'{"id": "msg_1"}'), tls) as server:
            assert ask(kind, server.url) == {"id": "msg_1"}

    def test_a_reply_that_is_late(
        self, kind: Kind, tls: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATES / "ca.pem"))
        with rude_server(LATE["a head byte by byte"], tls) as server, pytest.raises(APITimeoutError):
            ask(kind, server.url, SECONDS)

    def test_a_handshake_without_an_answer(self, kind: Kind) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            with pytest.raises(APITimeoutError):
                ask(kind, f"https://127.0.0.1:{listener.getsockname()[1]}", SECONDS)
            # A connection that is left open is a ResourceWarning here, and so a failure of this test.
            gc.collect()

    def test_an_authority_that_nobody_trusts(self, kind: Kind, tls: ssl.SSLContext) -> None:
        with (
            rude_server(with_body(b"{}"), tls) as server,
            pytest.raises(APIConnectionError, match="certificate verify failed"),
        ):
            ask(kind, server.url)


CSV = b"HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n"


def lines(count: int, end: bytes, ended: threading.Event) -> Iterator[bytes]:
    yield CSV
    for _ in range(count):
        if ended.wait(0.15):
            return
        yield b"5\r\na@b\r\n\r\n"
    if end == b"":
        ended.wait()
    yield end


def export(kind: Kind, url: str) -> list[str]:
    """Reads an export to its end, or until it breaks off. Each part may take a second."""
    read: list[str] = []

    async def run() -> None:
        async with AsyncPostseal("pk_test_1", base_url=url, timeout=1.0) as client:
            async for part in client.suppressions.export_csv():
                read.append(part)

    try:
        if kind != "sync":
            anyio.run(run, backend=kind)
        else:
            with Postseal("pk_test_1", base_url=url, timeout=1.0) as client:
                read.extend(client.suppressions.export_csv())
    except APIConnectionError as error:
        read.append(type(error).__name__)
    return read


def test_an_export_may_take_longer_than_an_attempt(kind: Kind) -> None:
    with rude_server(partial(lines, 8, b"0\r\n\r\n")) as server:
        assert "".join(export(kind, server.url)) == "a@b\r\n" * 8


def test_an_export_that_breaks_off_or_stops_is_an_error(kind: Kind) -> None:
    with rude_server(partial(lines, 1, b"5\r\na")) as server:
        assert export(kind, server.url)[-1] == "APIConnectionError"
        assert server.connections == 1
    with rude_server(partial(lines, 1, b"")) as server:
        assert export(kind, server.url)[-1] == "APITimeoutError"
