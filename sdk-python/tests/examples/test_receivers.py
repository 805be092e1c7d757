"""The receivers in `examples/`, each with what a real service sends to it."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any, NamedTuple

import pytest

from postseal import Postseal
from postseal.testing import TestServer
from postseal.types import WebhookDelivery
from postseal.webhooks import sign_test_webhook
from support.ports import held_port
from support.until import until

from .receiver import FRAMEWORKS, Framework, Receiver

_numbers = count(1)


class Subscribed(NamedTuple):
    """A receiver that runs, and its subscription to the events of a project of its own."""

    receiver: Receiver
    client: Postseal
    subscription_id: str
    project_id: str

    def deliveries(self, event_type: str) -> list[WebhookDelivery]:
        """The deliveries of a type to this receiver, newest first."""
        query: Any = {"webhook_id": self.subscription_id, "event_type": event_type}
        return [*self.client.webhooks.list_deliveries(query)]

    def ended(self, event_type: str) -> list[WebhookDelivery]:
        """The same, once there are any and all have ended."""
        found: list[WebhookDelivery] = []

        def have_ended() -> bool:
            found[:] = self.deliveries(event_type)
            return found != [] and all(delivery["ended_at"] for delivery in found)

        until(have_ended, lambda: (found, self.receiver.log()), 60)
        return found

    def send(self, to: str) -> None:
        self.client.messages.send(
            {
                "project_id": self.project_id,
                "from": "no-reply@shop.example",
                "to": to,
                "subject": "Reset your password",
                "text": "Follow this link: https://shop.example/reset/9f2c",
            }
        )


@pytest.fixture(scope="module", params=FRAMEWORKS, ids=lambda framework: framework.name)
def subscribed(
    request: pytest.FixtureRequest, service: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Subscribed]:
    framework: Framework = request.param
    with held_port() as port, Postseal(service.workspace_key, base_url=service.base_url) as client:
        receiver = Receiver(framework, tmp_path_factory.mktemp(framework.name), port)
        project = client.projects.create({"name": framework.name, "environment": "test"})
        saved = client.webhooks.upsert({"url": receiver.url, "events": ["*"], "project_id": project["id"]})
        receiver.secret = str(saved["secret"])
        with receiver.running(receiver.port):
            yield Subscribed(receiver, client, saved["webhook"]["id"], project["id"])
        client.webhooks.delete(saved["webhook"]["id"])


def bounced(recipient: str, event_id: str | None = None) -> dict[str, Any]:
    return {
        "id": event_id or f"evt_{next(_numbers)}",
        "type": "message.bounced",
        "data": {"recipient": recipient, "class": "unknown_user"},
    }


def test_acts_on_every_event_that_the_service_sends_and_acknowledges_it(subscribed: Subscribed) -> None:
    receiver, client = subscribed.receiver, subscribed.client
    subscribed.send("ada@example.com")
    subscribed.send("bounce@example.com")
    client.webhooks.test(subscribed.subscription_id)
    for event_type in ("message.accepted", "message.delivered", "message.bounced", "webhook.test"):
        for delivery in subscribed.ended(event_type):
            assert (delivery["status"], delivery["final_response_status"]) == ("delivered", 204)
            assert receiver.events(delivery["event_id"]) == 1
    assert receiver.bounces("bounce@example.com") == 1
    assert receiver.reason("bounce@example.com") == "unknown_user"
    assert receiver.bounces("ada@example.com") == 0
    assert "refused" not in receiver.log()


def test_acknowledges_an_event_that_comes_again_and_passes_it_over(subscribed: Subscribed) -> None:
    receiver, client = subscribed.receiver, subscribed.client
    subscribed.send("bounce@again.example.com")
    until(lambda: receiver.bounces("bounce@again.example.com") == 1, receiver.log, 60)
    [first, *_] = subscribed.ended("message.bounced")
    client.webhooks.replay_delivery(subscribed.subscription_id, first["id"])

    def replayed() -> WebhookDelivery:
        return client.webhooks.retrieve_delivery(subscribed.subscription_id, first["id"])

    until(lambda: len(replayed()["attempts"]) == 2, receiver.log, 60)
    assert replayed()["event_id"] == first["event_id"]
    assert [attempt["status"] for attempt in replayed()["attempts"]] == [204, 204]
    assert receiver.bounces("bounce@again.example.com") == 1


def test_refuses_what_nobody_has_signed_and_acts_on_nothing_of_it(subscribed: Subscribed) -> None:
    receiver = subscribed.receiver
    event = bounced("forged@example.com")
    good = sign_test_webhook(event, secret=receiver.secret)
    forged = sign_test_webhook(event, secret="whsec_anothers")
    old = sign_test_webhook(event, secret=receiver.secret, timestamp=time.time() - 301)
    assert receiver.post(good["payload"].replace("forged", "other"), good["headers"]) == 400
    assert receiver.post(forged["payload"], forged["headers"]) == 400
    assert receiver.post(old["payload"], old["headers"]) == 400
    assert receiver.post(good["payload"], {"Content-Type": "application/json"}) == 400
    assert receiver.events(event["id"]) == receiver.bounces("forged@example.com") == 0
    assert "A webhook was refused: signature_mismatch. No signature matches." in receiver.log()


def test_acknowledges_nothing_before_it_was_acted_on(subscribed: Subscribed) -> None:
    receiver = subscribed.receiver
    event = bounced("later@example.com")
    broken = sign_test_webhook({**event, "data": {}}, secret=receiver.secret)
    whole = sign_test_webhook(event, secret=receiver.secret)
    assert receiver.post(broken["payload"], broken["headers"]) == 500
    assert receiver.events(event["id"]) == 0
    assert [receiver.post(whole["payload"], whole["headers"]) for _ in range(3)] == [204] * 3
    assert receiver.bounces("later@example.com") == 1


def test_takes_types_that_are_newer_than_the_package(subscribed: Subscribed) -> None:
    receiver, event_id = subscribed.receiver, f"evt_{next(_numbers)}"
    event = {"id": event_id, "type": "a.type.of.later", "data": {"recipient": "new@example.com"}}
    signed = sign_test_webhook(event, secret=receiver.secret)
    assert receiver.post(signed["payload"], signed["headers"]) == 204
    assert receiver.events(event_id) == 1


def test_several_processes_act_once_on_an_event_that_comes_to_all_at_once(subscribed: Subscribed) -> None:
    receiver = subscribed.receiver
    signed = sign_test_webhook(bounced("raced@example.com"), secret=receiver.secret)
    with held_port() as other, receiver.running(other), ThreadPoolExecutor(8) as threads:

        def post(port: int) -> int:
            return receiver.post(signed["payload"], signed["headers"], port)

        assert [*threads.map(post, [receiver.port, other] * 8)] == [204] * 16
    assert receiver.bounces("raced@example.com") == 1


def test_a_secret_that_is_not_set_is_no_fault_of_the_sender(subscribed: Subscribed) -> None:
    receiver = subscribed.receiver
    signed = sign_test_webhook(bounced("unset@example.com"), secret=receiver.secret)
    with held_port() as port, receiver.running(port, secret=""):
        assert receiver.post(signed["payload"], signed["headers"], port) == 500
    assert receiver.bounces("unset@example.com") == 0
    assert receiver.post(signed["payload"], signed["headers"]) == 204
