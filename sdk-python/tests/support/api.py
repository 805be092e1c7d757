"""Requests to the service without the client."""

from __future__ import annotations

import json
import uuid
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

_opener = build_opener(ProxyHandler({}))


def call(base_url: str, method: str, path: str, *, key: str, body: object = None) -> Any:
    """Makes a request and returns the JSON of its reply, or None if it is empty. Fails unless it is 2xx."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    if method != "GET":
        headers["Idempotency-Key"] = str(uuid.uuid4())
    data = None if body is None else json.dumps(body).encode()
    try:
        with _opener.open(Request(base_url + path, data, headers, method=method), timeout=180) as reply:
            content = reply.read()
    except HTTPError as error:
        with error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()}") from None
    return json.loads(content) if content else None
