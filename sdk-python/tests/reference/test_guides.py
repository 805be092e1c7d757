"""The Python in the guides works as printed. `npm run test:python` writes it into `samples/`."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING

from postseal import Postseal
from postseal.webhooks import sign_test_webhook
from support.ports import held_port

if TYPE_CHECKING:
    from postseal.testing import TestServer

FOLDER = Path(__file__).parent / "samples"
SECRET = "whsec_test"
EVENT = {
    "id": "evt_1",
    "type": "message.delivered",
    "data": {"recipient": "ada@example.com"},
}


def test_the_receiver_takes_an_event_once_and_refuses_what_is_not_signed() -> None:
    signed = sign_test_webhook(EVENT, secret=SECRET)
    body, headers = signed["payload"].encode(), dict(signed["headers"])
    with held_port() as port:
        receiver = subprocess.Popen(
            [sys.executable, FOLDER / "guide_webhooks_1.py"],
            env={**os.environ, "PORT": str(port), "POSTSEAL_WEBHOOK_SECRET": SECRET},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            wait_for(port)
            statuses = [post(port, given, headers) for given in (body + b" ", body, body)]
        finally:
            receiver.terminate()
            printed, _ = receiver.communicate(timeout=180)
    assert statuses == [400, 204, 204]
    assert printed == "message.delivered ada@example.com\n"


def wait_for(port: int) -> None:
    """Waits until something listens, for three minutes at most."""
    give_up = time.monotonic() + 180
    while True:
        with closing(socket()) as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert time.monotonic() < give_up, "the receiver does not listen"
        time.sleep(0.05)


def post(port: int, body: bytes, headers: dict[str, str]) -> int:
    """Posts as the service does, and returns the status of the answer."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=180)) as connection:
        connection.request("POST", "/", body, headers)
        return connection.getresponse().status


def test_the_test_with_pytest_passes(service: TestServer) -> None:
    [test] = [
        value
        for name, value in runpy.run_path(str(FOLDER / "guide_testing_2.py")).items()
        if name.startswith("test_")
    ]
    with Postseal(service.api_key, base_url=service.base_url) as client:
        test(client, service, service.sink)
