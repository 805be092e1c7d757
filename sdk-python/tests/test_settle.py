"""Waiting for a message."""

from typing import Any

import pytest

import postseal._sync.settle
from fake_service import FakeService, Turn, json_answer, refusal
from postseal import NotFoundError, PostsealError, RateLimitError, WaitTimeoutError
from postseal._sync import clock

LOGS = json_answer(
    {"data": [{"id": "log_1", "n": 1}, {"id": "log_0"}], "has_more": False, "next_cursor": None}
)


def message(status: str, recipients: list[str] | None = None, scheduled_at: str | None = None) -> Turn:
    rows = [{"log_id": f"log_{index}", "status": one} for index, one in enumerate(recipients or [status] * 2)]
    return json_answer({"id": "msg_1", "status": status, "scheduled_at": scheduled_at, "recipients": rows})


class Clock:
    """A clock that goes by what is waited for alone."""

    def __init__(self) -> None:
        self.seconds = 1_800_000_000.0
        self.waits: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.waits.append(round(seconds, 3))
        self.seconds += seconds

    def now(self) -> float:
        return self.seconds


@pytest.fixture(name="time")
def _time(monkeypatch: pytest.MonkeyPatch) -> Clock:
    time = Clock()
    monkeypatch.setattr(clock, "sleep", time.sleep)
    monkeypatch.setattr(clock, "now", time.now)
    monkeypatch.setattr(postseal._sync.settle, "time", time.now)
    return time


def wait(*turns: Turn, **options: Any) -> tuple[Any, FakeService]:
    fake = FakeService("sync", *turns)
    return fake.client(max_retries=0).messages.wait_until_settled("msg_1", **options), fake


def test_it_asks_at_growing_intervals_until_all_is_settled(time: Clock) -> None:
    waiting = [message("queued"), message("queued", ["delivered", "deferred"]), message("scheduled")]
    settled, fake = wait(*waiting, message("delivered"), LOGS)
    assert [log["id"] for log in settled["logs"]] == ["log_0", "log_1"]
    assert settled["status"] == "delivered"
    assert time.waits == [0.1, 0.15, 0.225]
    assert dict(fake.seen[-1].url.params) == {"message_id": "msg_1", "limit": "100"}


@pytest.mark.parametrize(
    "status", ["delivered", "bounced", "failed", "suppressed", "cancelled", "status_of_version_2"]
)
def test_any_other_status_is_settled(time: Clock, status: str) -> None:
    settled, _ = wait(message(status, ["delivered", status]), LOGS)
    assert (settled["status"], time.waits) == (status, [])


def test_the_intervals_are_five_seconds_at_most(time: Clock) -> None:
    with pytest.raises(WaitTimeoutError):
        wait(message("queued"), max_wait=120)
    assert max(time.waits) == 5.0
    assert sum(time.waits) == pytest.approx(120)


def test_it_gives_up_with_the_message_as_it_was_last(time: Clock) -> None:
    with pytest.raises(WaitTimeoutError) as raised:
        wait(message("queued", ["queued", "deferred", "queued"]))
    assert (
        str(raised.value) == "The message was not settled within 60 s. Its recipients: 2 queued, 1 deferred."
    )
    assert raised.value.last_message is not None
    assert raised.value.last_message["status"] == "queued"


def test_it_gives_up_at_once_where_the_message_is_for_later(time: Clock) -> None:
    later = message("scheduled", scheduled_at="2027-01-15T09:00:00.000Z")
    with pytest.raises(
        WaitTimeoutError, match=r"scheduled for 2027-01-15T09:00:00\.000Z, which is later than the 60 s"
    ):
        wait(later)
    assert time.waits == []
    sooner = message("scheduled", scheduled_at="2027-01-15T08:00:30.000Z")
    assert wait(sooner, message("delivered"), LOGS)[0]["status"] == "delivered"


def test_a_refusal_ends_it(time: Clock) -> None:
    with pytest.raises(NotFoundError):
        wait(refusal(404, "not_found"))
    with pytest.raises(PostsealError, match="max_wait must be seconds above 0"):
        wait(message("queued"), max_wait=0)


def test_a_rate_limit_is_waited_out_as_the_service_asks(time: Clock) -> None:
    limited = refusal(429, "rate_limited", {"Retry-After": "30"})
    assert wait(limited, message("delivered"), LOGS)[0]["status"] == "delivered"
    assert time.waits == [30]
    with pytest.raises(WaitTimeoutError, match="No reply about the message came within 20 s") as raised:
        wait(limited, max_wait=20)
    assert isinstance(raised.value.__cause__, RateLimitError)
    assert raised.value.last_message is None


def test_retries_end_with_the_wait(time: Clock) -> None:
    fake = FakeService("sync", refusal(503, "unavailable", {"Retry-After": "40"}))
    with pytest.raises(PostsealError):
        fake.client(max_retries=5).messages.wait_until_settled("msg_1", max_wait=30)
    assert (len(fake.seen), time.waits) == (1, [])


def test_each_request_is_made_as_the_options_say(time: Clock) -> None:
    _, fake = wait(message("delivered"), LOGS, headers={"X-Trace": "abc"})
    assert [request.headers["X-Trace"] for request in fake.seen] == ["abc", "abc"]


def test_no_request_may_take_longer_than_the_wait(time: Clock) -> None:
    _, fake = wait(message("queued"), message("delivered"), LOGS, max_wait=30)
    # The clock stands at the last request, 0.1 s after the first.
    assert [request.extensions["timeout"].get("read") for request in fake.seen] == pytest.approx([29.9] * 3)
    _, fake = wait(message("delivered"), LOGS, max_wait=30, timeout=5)
    assert fake.seen[0].extensions["timeout"].get("read") == pytest.approx(5)
