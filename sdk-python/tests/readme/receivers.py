"""
Runs the README's receivers of webhooks. `python receivers.py flask.py django.py fastapi.py` prints a line for
each: the statuses of their replies to a signed event and to one that was changed, and what they did.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import runpy
import sys
from typing import Any

from postseal.webhooks import sign_test_webhook

EVENT = {
    "id": "evt_1",
    "type": "message.bounced",
    "data": {"recipient": "ada@example.com", "class": "unknown_user"},
}


def by_flask(module: dict[str, Any], body: str, headers: dict[str, str]) -> int:
    """The status of the reply to a request."""
    status: int = module["app"].test_client().post("/hooks/postseal", data=body, headers=headers).status_code
    return status


def by_django(module: dict[str, Any], body: str, headers: dict[str, str]) -> int:
    """The same."""
    from django.conf import settings
    from django.test import RequestFactory

    if not settings.configured:
        settings.configure()
    # With its check of forms' tokens, which a webhook has none of.
    factory = RequestFactory(enforce_csrf_checks=True)
    request = factory.post("/", body, content_type="application/json", headers=headers)
    status: int = module["postseal_hook"](request).status_code
    return status


def by_fastapi(module: dict[str, Any], body: str, headers: dict[str, str]) -> int:
    """The same, by ASGI itself."""
    import anyio

    async def run() -> int:
        statuses: list[int] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body.encode(), "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        path = "/hooks/postseal"
        scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": pairs}
        await module["app"](scope, receive, send)
        return statuses[0]

    return anyio.run(run)


def main() -> None:
    """Runs them."""
    os.environ["POSTSEAL_WEBHOOK_SECRET"] = "whsec_test"
    signed = sign_test_webhook(EVENT, secret="whsec_test")
    for path, ask in zip(sys.argv[1:], (by_flask, by_django, by_fastapi), strict=True):
        module = runpy.run_path(path)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            good = ask(module, signed["payload"], signed["headers"])
            bad = ask(module, signed["payload"].replace("ada", "bob"), signed["headers"])
        print(json.dumps([good, bad, said.getvalue()]), flush=True)


if __name__ == "__main__":
    main()
