"""
The samples of the API reference. `npm run test:python` writes them into `samples/`, where both checkers find
them too, with the request that each one is to make.
"""

from __future__ import annotations

import contextlib
import json
import runpy
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest

import postseal
from postseal.webhooks import WebhookVerificationError, sign_test_webhook

FOLDER = Path(__file__).parent / "samples"
CSV = b"email\nada@example.com\n"
KEY = "wk_0000"
SECRET = "whsec_test"
FOLLOWING = "/v1/events/follow"
# What the client asks for by itself, to find where events are up to now.
FILLED_IN = {"limit": "100", "wait": "0"}


def written() -> dict[str, Any]:
    """Reads what stands beside the samples."""
    file = FOLDER / "samples.json"
    if not file.exists():
        pytest.fail("There are no samples: npm run test:python writes them.", pytrace=False)
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def run(module: str) -> dict[str, Any]:
    """Runs a sample as a program, and returns its names."""
    return runpy.run_path(str(FOLDER / f"{module}.py"))


def test_every_sample_makes_the_request_that_the_contract_has_as_its_example(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    requests: list[httpx2.Request] = []

    def reply(request: httpx2.Request) -> httpx2.Response:
        requests.append(request)
        shown: dict[str, object] = {
            "data": [],
            "has_more": False,
            "next_cursor": None,
            "id": "aud_1",
            "line": 3,
        }
        return httpx2.Response(200, json=shown)

    client = httpx2.Client(transport=httpx2.MockTransport(reply))
    connected = partial(postseal.Postseal, KEY, http_client=client)
    monkeypatch.setattr(postseal, "Postseal", connected)
    monkeypatch.setattr(httpx2, "get", client.get)
    monkeypatch.chdir(tmp_path)
    for file in ("suppressions.csv", "contacts.csv"):
        (tmp_path / file).write_bytes(CSV)

    wanted = written()["requests"]
    for sample in wanted:
        # A sample that follows events ends only where a reply has no cursor.
        ends = sample["path"] != FOLLOWING
        with contextlib.nullcontext() if ends else pytest.raises(postseal.PostsealError, match="no cursor"):
            run(sample["module"])
    made = [
        {
            "request": f"{request.method} {str(request.url).split('?')[0]}",
            "query": dict(request.url.params),
            "key": request.headers.get("Idempotency-Key"),
            "credential": request.headers.get("Authorization"),
            "type": request.headers.get("Content-Type"),
            "body": body_of(request),
        }
        for request in requests
    ]
    assert made == [
        {
            "request": f"{sample['method']} {sample['base_url']}{sample['path']}",
            "query": (FILLED_IN if sample["path"] == FOLLOWING else {})
            | {name: text_of(value) for name, value in sample["query"].items()},
            "key": sample.get("idempotencyKey"),
            "credential": f"Bearer {KEY}" if "credential" in sample else None,
            "type": type_of(sample),
            "body": CSV.decode() if "file" in sample else sample.get("body"),
        }
        for sample in wanted
    ]


def body_of(request: httpx2.Request) -> object:
    """The body as a value, or as text where it is a file."""
    if not request.content:
        return None
    text = request.content.decode()
    return json.loads(text) if request.headers["Content-Type"] == "application/json" else text


def type_of(sample: dict[str, Any]) -> str | None:
    """The media type that a request is to name."""
    if "file" in sample:
        return str(sample["file"]["mediaType"])
    return "application/json" if "body" in sample else None


def text_of(value: object) -> str:
    """A value as a query has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_every_receiver_takes_its_event_when_it_is_signed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("POSTSEAL_WEBHOOK_SECRET", SECRET)
    for sample in written()["events"]:
        receive = run(sample["module"])["receive"]
        event = sample["event"]
        signed = sign_test_webhook(event, secret=SECRET)
        body, headers = signed["payload"].encode(), dict(signed["headers"])
        receive(body, headers)
        assert capsys.readouterr().out == f"{next(iter(event['data'].values()))}\n"
        with pytest.raises(WebhookVerificationError):
            receive(body + b" ", headers)
