"""Suppressions as CSV, and downloads: requests and replies that are no JSON."""

import io
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator
from contextlib import aclosing, closing
from pathlib import Path
from typing import Any

import httpx2
import pytest

from fake_service import KINDS, FakeService, Kind, Parts, Turn, answer, json_answer, refusal, streamed
from postseal import APIConnectionError, NotFoundError, PermissionDeniedError, PostsealError

CSV = "email,reason\r\nada@example.com,complaint\r\ngrüße@example.com,import\r\n"
COUNTS: dict[str, Any] = {"imported": 2, "already_present": 0, "rejected": 0, "rejected_lines": []}
# No text: it would be another one after decoding and encoding.
BYTES = bytes([0x25, 0x50, 0x44, 0x46, 0x00, 0xFF, 0xFE, 0x0D, 0x0A, 0x80])

each_kind = pytest.mark.parametrize("kind", [*KINDS, "trio"])


def in_parts(*, end: Exception | None = None) -> Turn:
    """Replies with the CSV, cut inside of a character; then breaks off where `end` says how."""
    content = CSV.encode()
    middle = content.index("ü".encode()) + 1
    return streamed([content[:middle], content[middle:]], {"Content-Type": "text/csv"}, end)


@each_kind
def test_an_export_comes_in_parts(kind: Kind) -> None:
    service = FakeService(kind, in_parts())
    query = {"reason": "import", "since": "2026-01-01T00:00:00Z"}
    parts = service.call("suppressions.export_csv", query)
    assert "".join(parts) == CSV
    assert len(parts) > 1
    assert service.only.headers["Accept"] == "text/csv"
    assert service.only.url.path == "/v1/suppressions/export"
    assert dict(service.only.url.params) == query


@each_kind
def test_an_export_is_asked_for_when_it_is_read(kind: Kind) -> None:
    service = FakeService(kind, in_parts())

    def begin(export: Callable[[], Any]) -> Any:
        export()
        return iter(()) if kind == "sync" else _nothing()

    service.use("suppressions.export_csv", begin)
    assert service.seen == []


async def _nothing() -> None:
    pass


@each_kind
def test_an_export_that_is_not_read_to_its_end_is_closed(kind: Kind) -> None:
    reply = Parts([b"email\r\n", b"ada@example.com\r\n"])
    service = FakeService(kind, lambda: httpx2.Response(200, stream=reply))

    def read_one_part(export: Callable[[], Generator[str, None, None]]) -> str:
        with closing(export()) as parts:
            return next(parts)

    async def read_one_part_async(export: Callable[[], AsyncGenerator[str, None]]) -> str:
        async with aclosing(export()) as parts:
            return await anext(parts)

    read = read_one_part if kind == "sync" else read_one_part_async
    assert service.use("suppressions.export_csv", read) == "email\r\n"
    assert reply.is_closed


@each_kind
def test_an_export_is_tried_again_until_it_begins(kind: Kind) -> None:
    service = FakeService(kind, refusal(503, "unavailable"), in_parts())
    assert "".join(service.call("suppressions.export_csv")) == CSV
    assert len(service.seen) == 2


@each_kind
def test_an_export_is_refused_like_any_other_call(kind: Kind) -> None:
    with pytest.raises(PermissionDeniedError) as raised:
        FakeService(kind, refusal(403, "insufficient_scope")).call("suppressions.export_csv")
    assert raised.value.code == "insufficient_scope"


@each_kind
def test_an_export_that_breaks_off_is_not_begun_again(kind: Kind) -> None:
    service = FakeService(kind, in_parts(end=httpx2.ReadError("reset")))
    with pytest.raises(APIConnectionError):
        service.call("suppressions.export_csv")
    assert len(service.seen) == 1


def _file() -> io.BytesIO:
    file = io.BytesIO(b"skipped\n" + CSV.encode())
    file.seek(len(b"skipped\n"))
    return file


def _parts() -> Iterator[bytes]:
    yield from (line.encode() for line in CSV.splitlines(keepends=True))


async def _async_parts() -> AsyncIterator[bytes]:
    for line in _parts():
        yield line


REPEATABLE: dict[str, Callable[[], object]] = {
    "a string": lambda: CSV,
    "bytes": CSV.encode,
    "a bytearray": lambda: bytearray(CSV.encode()),
    "a file, from where it stands": _file,
    "a text file": lambda: io.StringIO(CSV, newline=""),
}
ONCE: dict[str, Callable[[], object]] = {"a generator": _parts}


@each_kind
@pytest.mark.parametrize("what", REPEATABLE)
def test_an_import_is_sent_again_where_it_can_be(kind: Kind, what: str) -> None:
    service = FakeService(kind, refusal(503, "unavailable"), json_answer(COUNTS))
    assert service.call("suppressions.import_csv", REPEATABLE[what](), idempotency_key="list-7") == COUNTS
    assert len(service.seen) == 2
    for request in service.seen:
        assert (request.method, request.url.path) == ("POST", "/v1/suppressions/import")
        assert request.content == CSV.encode()
        assert request.headers["Content-Type"] == "text/csv"
        assert request.headers["Idempotency-Key"] == "list-7"


@pytest.mark.parametrize(
    ("kind", "parts"), [("sync", _parts), ("async", _parts), ("async", _async_parts), ("trio", _async_parts)]
)
def test_an_import_of_parts_is_sent_once(kind: Kind, parts: Callable[[], object]) -> None:
    service = FakeService(kind, json_answer(COUNTS))
    assert service.call("suppressions.import_csv", parts()) == COUNTS
    assert service.only.content == CSV.encode()

    service = FakeService(kind, refusal(503, "unavailable"), json_answer(COUNTS))
    with pytest.raises(PostsealError) as raised:
        service.call("suppressions.import_csv", parts(), idempotency_key="list-7")
    assert raised.value.idempotency_key == "list-7"
    assert service.only.content == CSV.encode()


@each_kind
def test_an_import_of_a_file_on_disk(kind: Kind, tmp_path: Path) -> None:
    path = tmp_path / "suppressions.csv"
    path.write_bytes(CSV.encode() * 2000)
    service = FakeService(kind, refusal(503, "unavailable"), json_answer(COUNTS))
    with path.open("rb") as file:
        service.call("suppressions.import_csv", file)
    assert [request.content for request in service.seen] == [path.read_bytes()] * 2


DOWNLOADS = [
    ("inbound.download_message", ["inm_1"], "/v1/inbound/messages/inm_1/raw", "message/rfc822"),
    (
        "inbound.download_attachment",
        ["inm_1", "att_1"],
        "/v1/inbound/messages/inm_1/attachments/att_1",
        "application/octet-stream",
    ),
]


@each_kind
@pytest.mark.parametrize(("name", "ids", "path", "accept"), DOWNLOADS)
def test_a_download_has_the_bytes_as_they_came(
    kind: Kind, name: str, ids: list[str], path: str, accept: str
) -> None:
    service = FakeService(kind, refusal(503, "unavailable"), answer(BYTES, headers={"Content-Type": accept}))
    assert service.call(name, *ids) == BYTES
    for request in service.seen:
        assert (request.url.path, request.headers["Accept"]) == (path, accept)
        assert "Idempotency-Key" not in request.headers


@each_kind
def test_a_download_is_refused_or_broken_off(kind: Kind) -> None:
    with pytest.raises(NotFoundError):
        FakeService(kind, refusal(404, "not_found")).call("inbound.download_message", "inm_1")
    service = FakeService(kind, streamed([BYTES], end=httpx2.ReadError("reset")))
    with pytest.raises(APIConnectionError):
        service.call("inbound.download_message", "inm_1")
    assert len(service.seen) == 1


@each_kind
def test_a_suppression_is_taken_back_by_force_where_that_is_meant(kind: Kind) -> None:
    for query, sent in [
        ((), b""),
        (({"force": True},), b"force=true"),
        (({"force": False},), b"force=false"),
    ]:
        service = FakeService(kind, answer(b"", 204))
        assert service.call("suppressions.delete", "sup_1", *query) is None
        assert (service.only.method, service.only.url.query) == ("DELETE", sent)
