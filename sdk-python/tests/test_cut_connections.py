"""A reply that is lost on its way: the client sends again, and there is one mail."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio
import pytest

import postseal._async.clock
import postseal._sync.clock
from postseal import AsyncPostseal, Postseal
from support.cutting_proxy import CUTS, Cut, cutting_proxy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conftest import Project
    from postseal.testing import Sink
    from support.cutting_proxy import CuttingProxy

TIMEOUT = 2.0


@pytest.fixture
def proxy(project: Project) -> Iterator[CuttingProxy]:
    with cutting_proxy(project.base_url) as proxy:
        yield proxy


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pauses between attempts."""

    def sleep(seconds: float) -> None:
        pass

    async def async_sleep(seconds: float) -> None:
        await anyio.lowlevel.checkpoint()

    monkeypatch.setattr(postseal._sync.clock, "sleep", sleep)
    monkeypatch.setattr(postseal._async.clock, "sleep", async_sleep)


def requests_for(cut: Cut) -> int:
    # A connection that is cut after the whole reply is no failure: the next call opens another.
    return 1 if cut == "after the body" else 2


@pytest.mark.parametrize("cut", CUTS)
def test_one_mail_sync(cut: Cut, proxy: CuttingProxy, project: Project, recipient: str, sink: Sink) -> None:
    timeout = TIMEOUT if cut == "silence" else 180
    with Postseal(project.key, base_url=proxy.url, timeout=timeout) as client:
        proxy.cuts.append(cut)
        sent = client.messages.send(project.message(recipient))
        assert proxy.replies >= requests_for(cut)
        again = client.messages.send(project.message(f"other.{recipient}"))
        settled = client.messages.wait_until_settled(again["id"])
        assert settled["status"] == "delivered"
        assert [log["status"] for log in client.messages.wait_until_settled(sent["id"])["logs"]] == [
            "delivered"
        ]
        assert len(list(client.message_logs.list({"recipient": recipient}))) == 1
    assert len(sink.list(to=recipient)) == 1


@pytest.mark.anyio
@pytest.mark.parametrize("cut", CUTS)
async def test_one_mail_async(
    cut: Cut, proxy: CuttingProxy, project: Project, recipient: str, sink: Sink
) -> None:
    timeout = TIMEOUT if cut == "silence" else 180
    async with AsyncPostseal(project.key, base_url=proxy.url, timeout=timeout) as client:
        proxy.cuts.append(cut)
        sent = await client.messages.send(project.message(recipient))
        assert proxy.replies >= requests_for(cut)
        again = await client.messages.send(project.message(f"other.{recipient}"))
        settled = await client.messages.wait_until_settled(again["id"])
        assert settled["status"] == "delivered"
        settled = await client.messages.wait_until_settled(sent["id"])
        assert [log["status"] for log in settled["logs"]] == ["delivered"]
        assert len([log async for log in client.message_logs.list({"recipient": recipient})]) == 1
    assert len(sink.list(to=recipient)) == 1
