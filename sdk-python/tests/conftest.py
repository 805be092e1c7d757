"""
The service of all tests: `node dist/bin.js --ephemeral` of this repository, started once.

Tests share it, so each has a project and recipients of its own, and none empties the sink. A coroutine marked
`pytest.mark.anyio` runs on asyncio and on trio.
"""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from postseal.testing import Sink, TestServer, start_test_server
from support.api import call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from postseal.types import SendMessageRequest

ROOT = Path(__file__).parents[2]

_numbers = itertools.count(1)


class Project(NamedTuple):
    """A test project, and a key that sends for it, reads its reports and manages its contacts."""

    id: str
    key: str
    base_url: str

    def message(self, to: str) -> SendMessageRequest:
        """A message of this project."""
        return {
            "project_id": self.id,
            "from": "Shop <no-reply@shop.example>",
            "to": to,
            "subject": "Reset your password",
            "text": "Follow this link: https://shop.example/reset/9f2c",
        }


@pytest.fixture(
    scope="session", params=[pytest.param("asyncio", id="asyncio"), pytest.param("trio", id="trio")]
)
def anyio_backend(request: pytest.FixtureRequest) -> str:
    """The event loop of a coroutine that is marked `pytest.mark.anyio`."""
    return str(request.param)


@pytest.fixture(scope="session")
def service() -> Iterator[TestServer]:
    """The service: base_url, api_key, test_project_id, workspace_key, session, sink."""
    command = [os.environ.get("POSTSEAL_NODE", "node"), str(ROOT / "dist" / "bin.js")]
    # Receivers of webhooks run on this machine.
    with start_test_server(command, env={"POSTSEAL_ALLOWED_WEBHOOK_CIDRS": "127.0.0.0/8"}) as server:
        yield server


@pytest.fixture
def project(service: TestServer) -> Project:
    """A test project of this test's own."""
    made = call(
        service.base_url,
        "POST",
        "/v1/projects",
        key=service.workspace_key,
        body={"name": "A test", "environment": "test"},
    )
    scopes = ["messages:send", "reports:read", "contacts:*", "templates:*", "inbound:*", "campaigns:*"]
    issued = call(
        service.base_url,
        "POST",
        "/v1/api-keys",
        key=service.workspace_key,
        body={"kind": "project", "name": "A test", "project_id": made["id"], "scopes": scopes},
    )
    return Project(made["id"], issued["secret"], service.base_url)


@pytest.fixture
def recipient() -> str:
    """An address that no other test sends to."""
    return f"ada+{next(_numbers)}.{os.getpid()}@example.com"


@pytest.fixture
def sink(service: TestServer) -> Sink:
    """The sink with the mails of all tests: ask it for those to `recipient`."""
    return service.sink
