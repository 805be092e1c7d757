"""`type` tells the events apart: for type checkers, not to be run."""

from typing import Any, assert_type

from postseal.types import (
    DeliveryData,
    Event,
    KnownEvent,
    MessageBouncedEvent,
    MessageDeferredEvent,
    MessageFailedEvent,
    UnknownEvent,
    WebhookEvent,
)


def told_by_if(event: WebhookEvent) -> None:
    if event["type"] == "message.bounced":
        assert_type(event, MessageBouncedEvent)
        assert_type(event["data"], DeliveryData)
        reason: str | None = event["data"]["class"]
        print(reason)
    elif event["type"] == "message.failed" or event["type"] == "message.deferred":
        assert_type(event, MessageFailedEvent | MessageDeferredEvent)
    elif event["type"] == "inbound.received":
        assert_type(event["data"]["envelope"]["from"], str)


def mail_may_be_without_its_words(event: Event) -> str | None:
    if event["type"] == "inbound.received":
        print(event["data"]["inbound_message_id"])
        return event["data"].get("text")
    return None


def a_webhook_is_an_event(event: WebhookEvent) -> Event:
    return event


def told_by_match(event: WebhookEvent) -> str:
    match event["type"]:
        case "message.bounced":
            assert_type(event, MessageBouncedEvent)
            return event["data"]["recipient"]
        case "message.failed":
            assert_type(event, MessageFailedEvent)
            return event["data"]["recipient"]
        case "webhook.test":
            return event["data"]["webhook_id"]
        case _:
            return event["id"]


def newer_is_left(event: MessageBouncedEvent | MessageFailedEvent | UnknownEvent) -> None:
    if event["type"] == "message.bounced":
        assert_type(event, MessageBouncedEvent)
    elif event["type"] == "message.failed":
        assert_type(event, MessageFailedEvent)
    else:
        assert_type(event, UnknownEvent)
        assert_type(event["data"], dict[str, Any])


def common_to_all(event: WebhookEvent) -> str:
    assert_type(event["created_at"], str)
    assert_type(event["project_id"], str | None)
    return f"{event['type']} of {event['workspace_id']}"


def known_is_an_event(event: KnownEvent) -> WebhookEvent:
    return event
