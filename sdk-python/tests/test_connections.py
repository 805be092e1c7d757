"""How many connections there are, and to whom they belong: threads, tasks, event loops and processes."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import httpx2
import pytest

import postseal._async.connections
import postseal._sync.connections
from postseal import APITimeoutError, AsyncPostseal, Postseal
from support.cutting_proxy import cutting_proxy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conftest import Project
    from support.cutting_proxy import CuttingProxy

SENDS = int(os.environ.get("POSTSEAL_TEST_SENDS", "100"))
SOURCE = Path(__file__).parents[1] / "src"


@pytest.fixture
def proxy(project: Project) -> Iterator[CuttingProxy]:
    with cutting_proxy(project.base_url) as proxy:
        yield proxy


def test_sends_one_after_another_use_one_connection(proxy: CuttingProxy, project: Project) -> None:
    with Postseal(project.key, base_url=proxy.url) as client:
        ids = {client.messages.send(project.message("ada@example.com"))["id"] for _ in range(SENDS)}
        with_options = client.with_options(timeout=180)
        with_options.messages.list({"limit": 1})
    assert len(ids) == SENDS
    assert proxy.connections == 1


@pytest.mark.anyio
async def test_calls_of_a_task_use_one_connection(proxy: CuttingProxy, project: Project) -> None:
    async with AsyncPostseal(project.key, base_url=proxy.url) as client:
        for _ in range(20):
            await client.messages.list({"limit": 1})
    assert proxy.connections == 1


def test_threads_share_a_client(proxy: CuttingProxy, project: Project) -> None:
    threads, calls = 16, 5

    def send(thread: int) -> list[str]:
        recipients = [f"thread{thread}.{call}@example.com" for call in range(calls)]
        replies = [client.messages.send(project.message(recipient)) for recipient in recipients]
        assert [reply["recipients"][0]["email"] for reply in replies] == recipients
        return [reply["id"] for reply in replies]

    with Postseal(project.key, base_url=proxy.url) as client, ThreadPoolExecutor(threads) as pool:
        ids = [sent for batch in pool.map(send, range(threads)) for sent in batch]
    assert len(set(ids)) == threads * calls
    assert proxy.connections <= threads


@pytest.mark.anyio
async def test_tasks_share_a_client(proxy: CuttingProxy, project: Project) -> None:
    tasks = 16
    ids: set[str] = set()

    async def send(task: int) -> None:
        recipient = f"task{task}@example.com"
        reply = await client.messages.send(project.message(recipient))
        assert reply["recipients"][0]["email"] == recipient
        ids.add(reply["id"])

    async with (
        AsyncPostseal(project.key, base_url=proxy.url) as client,
        anyio.create_task_group() as group,
    ):
        for task in range(tasks):
            group.start_soon(send, task)
    assert len(ids) == tasks
    assert proxy.connections <= tasks


def test_a_client_outlives_its_event_loop(proxy: CuttingProxy, project: Project) -> None:
    client = AsyncPostseal(project.key, base_url=proxy.url)

    async def twice(last: bool) -> None:
        await client.messages.list({"limit": 1})
        await client.messages.list({"limit": 1})
        if last:
            await client.aclose()

    for run in range(3):
        asyncio.run(twice(last=run == 2))
    assert proxy.connections == 3
    # What a loop leaves open when it ends, nobody can close in order.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def test_a_child_process_has_connections_of_its_own(proxy: CuttingProxy, project: Project) -> None:
    program = f"""
import multiprocessing, os, sys
from postseal import Postseal

client = Postseal({project.key!r}, base_url={proxy.url!r})
client.messages.list({{"limit": 1}})

def work(recipient):
    message = {project.message("ada@example.com")!r} | {{"to": recipient}}
    replies = [client.messages.send(message) for _ in range(5)]
    assert {{reply["recipients"][0]["email"] for reply in replies}} == {{recipient}}

if (child := os.fork()) == 0:
    work("child@example.com")
    os._exit(0)
work("parent@example.com")
assert os.waitpid(child, 0)[1] == 0
with multiprocessing.get_context("fork").Pool(1) as pool:
    pool.map(work, ["pool@example.com"])
client.messages.list({{"limit": 1}})
client.close()
print("done")
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert (done.stdout, done.stderr) == ("done\n", "")
    assert proxy.connections == 3


class TestCancellation:
    """A call that is cancelled ends with the loop's own exception and gives its connection back."""

    @pytest.mark.anyio
    async def test_passes_through(
        self, proxy: CuttingProxy, project: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(postseal._async.connections, "LIMITS", httpx2.Limits(max_connections=1))
        async with AsyncPostseal(project.key, base_url=proxy.url) as client:
            for number in range(1, 4):
                proxy.cuts.append("silence")
                with anyio.CancelScope() as scope:
                    async with anyio.create_task_group() as group:
                        group.start_soon(self._send, client, project)
                        await anyio.to_thread.run_sync(proxy.wait_for_replies, number)
                        scope.cancel()
                assert scope.cancelled_caught
            with anyio.fail_after(30):
                await client.messages.list({"limit": 1})

    def test_of_asyncio_is_its_own(self, proxy: CuttingProxy, project: Project) -> None:
        async def main() -> None:
            async with AsyncPostseal(project.key, base_url=proxy.url) as client:
                proxy.cuts.append("silence")
                sending = asyncio.create_task(self._send(client, project))
                await asyncio.to_thread(proxy.wait_for_replies, 1)
                sending.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await sending
                proxy.silent = True
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.1):
                        await self._send(client, project)
                proxy.silent = False
                await client.messages.list({"limit": 1})

        asyncio.run(main())

    @staticmethod
    async def _send(client: AsyncPostseal, project: Project) -> None:
        await client.messages.send(project.message("ada@example.com"))


def test_an_exception_of_a_signal_ends_the_call_as_it_is(
    proxy: CuttingProxy, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Celery's soft time limit does."""

    class TimeLimitError(Exception):
        pass

    def end(number: int, frame: object) -> None:
        raise TimeLimitError

    def signal_this_process() -> None:
        proxy.wait_for_replies(1)
        os.kill(os.getpid(), signal.SIGUSR1)

    monkeypatch.setattr(postseal._sync.connections, "LIMITS", httpx2.Limits(max_connections=1))
    before = signal.signal(signal.SIGUSR1, end)
    try:
        with Postseal(project.key, base_url=proxy.url) as client, ThreadPoolExecutor(1) as pool:
            proxy.cuts.append("silence")
            pool.submit(signal_this_process)
            with pytest.raises(TimeLimitError):
                client.messages.send(project.message("ada@example.com"))
            assert proxy.replies == 1
            client.messages.list({"limit": 1})
    finally:
        signal.signal(signal.SIGUSR1, before)


class TestTimeouts:
    """An attempt that is late gives its connection back, too."""

    def test_of_threads(self, proxy: CuttingProxy, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(postseal._sync.connections, "LIMITS", httpx2.Limits(max_connections=1))
        with Postseal(project.key, base_url=proxy.url) as client:
            proxy.silent = True
            for _ in range(3):
                with pytest.raises(APITimeoutError):
                    client.messages.list({"limit": 1}, timeout=0.1, max_retries=0)
            proxy.silent = False
            client.messages.list({"limit": 1})

    @pytest.mark.anyio
    async def test_of_tasks(
        self, proxy: CuttingProxy, project: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(postseal._async.connections, "LIMITS", httpx2.Limits(max_connections=1))
        async with AsyncPostseal(project.key, base_url=proxy.url) as client:
            proxy.silent = True
            for _ in range(3):
                with pytest.raises(APITimeoutError):
                    await client.messages.list({"limit": 1}, timeout=0.1, max_retries=0)
            proxy.silent = False
            await client.messages.list({"limit": 1})


@pytest.mark.anyio
async def test_a_fork_of_a_running_event_loop_has_connections_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connections = postseal._async.connections.AsyncConnections(None)
    parents = connections.client()
    assert connections.client() is parents
    monkeypatch.setattr(os, "getpid", lambda: -1)
    child = connections.client()
    assert child is not parents
    assert connections.client() is child
    await child.aclose()
    await parents.aclose()


def test_a_client_that_is_no_longer_used_leaves_no_sockets(project: Project) -> None:
    program = (
        "import sys\nfrom postseal import Postseal\n"
        "Postseal(sys.argv[1], base_url=sys.argv[2]).messages.list({'limit': 1})\n"
        "kept = Postseal(sys.argv[1], base_url=sys.argv[2])\nkept.messages.list({'limit': 1})\n"
    )
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, project.key, project.base_url],
        check=True,
        timeout=240,
        capture_output=True,
        text=True,
    )
    assert ran.stderr == ""
