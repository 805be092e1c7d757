"""Requests to the sink, with only the standard library."""

from __future__ import annotations

from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from .errors import TestServerError

REQUEST_SECONDS = 10

# The server is on this machine or near it, so requests never use a proxy from the environment.
_opener = build_opener(ProxyHandler({}))


def fetch(url: str, method: str = "GET") -> bytes:
    """Makes a request to the sink and returns the body of its reply. Raises TestServerError."""
    try:
        with _opener.open(Request(url, method=method), timeout=REQUEST_SECONDS) as reply:  # noqa: S310
            body: bytes = reply.read()
            return body
    except HTTPError as error:
        with error:
            said = error.read(2000).decode(errors="replace")
        raise TestServerError(f"The sink at {url} answered {error.code}: {said}") from None
    except (OSError, HTTPException) as error:
        raise TestServerError(f"The sink at {url} cannot be reached. Has the server ended?") from error
