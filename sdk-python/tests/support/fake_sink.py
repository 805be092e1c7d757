"""A sink with given mails, newest first, two per page."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from postseal.testing import Sink

if TYPE_CHECKING:
    from collections.abc import Generator

View = dict[str, Any]


def view(id: str, **changes: Any) -> View:
    """A mail as the sink's JSON has it."""
    return {
        "id": id,
        "received_at": "2026-01-15T08:00:00.000Z",
        "envelope": {"from": "a@shop.example", "to": ["ada@example.com"]},
        "subject": f"Subject of {id}",
        "headers": {},
        "text": None,
        "html": None,
        "attachments": [],
        **changes,
    }


class FakeSink:
    """The mails, and the requests that came."""

    def __init__(self, mails: list[View]) -> None:
        self.mails = mails
        self.asked: list[str] = []
        self.came = threading.Condition()

    def wait_for_requests(self, count: int) -> None:
        """Waits until so many requests have come."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.asked) >= count, timeout=180)

    def answer(self, method: str, target: str) -> tuple[int, bytes]:
        """The status and the body of the reply to a request."""
        with self.came:
            self.asked.append(f"{method} {target}")
            self.came.notify_all()
        url = urlsplit(target)
        if method == "DELETE":
            self.mails.clear()
            return 204, b""
        if url.path.endswith("/attachments/1"):
            return 200, b"Hello"
        if url.path != "/sink/messages":
            return 404, b"There is nothing here."
        start = int(parse_qs(url.query).get("cursor", ["0"])[0])
        more = start + 2 < len(self.mails)
        page = {
            "data": self.mails[start : start + 2],
            "has_more": more,
            "next_cursor": str(start + 2) if more else None,
        }
        return 200, json.dumps(page).encode()


@contextmanager
def sink_of(*mails: View) -> Generator[tuple[Sink, FakeSink]]:
    """Serves the mails."""
    fake = FakeSink(list(mails))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = fake.answer(self.command, self.path)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_DELETE = do_GET  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield Sink(f"http://127.0.0.1:{server.server_port}/sink/messages"), fake
        finally:
            server.shutdown()
            thread.join()
