"""
Fixtures for pytest.

In the `conftest.py` of the tests' root folder:

    pytest_plugins = ["postseal.testing.fixtures"]

- `postseal_server`: one server for the session. With pytest-xdist, each worker has its own.
- `postseal_sink`: the server's sink, emptied before each test.
- `postseal_async_sink`: the same for asyncio and trio.
- `postseal_client`: a client with the key of the server's test project.
- `postseal_env`: sets POSTSEAL_BASE_URL and POSTSEAL_API_KEY for one test, for an application that creates
  its own client.
- `postseal_server_options`: the arguments for `start_test_server`. Override it to change them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from .server import TestServer, start_test_server
from .sink import AsyncSink

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from postseal import Postseal

    from .sink import Sink

_server = pytest.StashKey[TestServer]()
_log_length = pytest.StashKey[int]()


@pytest.fixture(scope="session")
def postseal_server_options() -> dict[str, Any]:
    """Returns the arguments for `start_test_server`. Override this fixture to change them."""
    return {}


@pytest.fixture(scope="session")
def postseal_server(
    postseal_server_options: dict[str, Any], pytestconfig: pytest.Config
) -> Iterator[TestServer]:
    """Starts one server for the whole session."""
    with start_test_server(**postseal_server_options) as server:
        pytestconfig.stash[_server] = server
        yield server
        del pytestconfig.stash[_server]


@pytest.fixture
def postseal_sink(postseal_server: TestServer) -> Sink:
    """Empties the server's sink and returns it, so that it contains only this test's mails."""
    postseal_server.sink.clear()
    return postseal_server.sink


@pytest.fixture
def postseal_async_sink(postseal_sink: Sink) -> AsyncSink:
    """Returns the emptied sink for asyncio and trio."""
    return AsyncSink(postseal_sink.url)


@pytest.fixture(scope="session")
def postseal_client(postseal_server: TestServer) -> Iterator[Postseal]:
    """Creates a client with the key of the server's test project."""
    from postseal import Postseal

    with Postseal(postseal_server.api_key, base_url=postseal_server.base_url) as client:
        yield client


@pytest.fixture
def postseal_env(postseal_server: TestServer, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Sets the server's variables for one test, for an application that creates its own client."""
    for name, value in postseal_server.env.items():
        monkeypatch.setenv(name, value)
    return postseal_server.env


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds the server's new log lines since the previous report to the report of a failed test."""
    report = yield
    server = item.config.stash.get(_server, None)
    if server is not None and report.failed:
        log = server.log()
        news = log[item.config.stash.get(_log_length, 0) :]
        item.config.stash[_log_length] = len(log)
        if news:
            report.sections.append(("Log of postseal-server", news))
    return report
