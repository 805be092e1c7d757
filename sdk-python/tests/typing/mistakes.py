"""
Mistakes that both type checkers have to find. Nothing runs this module.

Each wrong line says so once for each checker, with its rule. The checkers also report a comment for which there is
nothing to report, so a mistake that passes is an error as well.
"""

from postseal import AsyncPostseal, Postseal
from postseal.types import SendMessageRequest
from postseal.webhooks import verify_webhook

client = Postseal()


def a_request_with_a_misspelt_field() -> SendMessageRequest:
    return {
        "project_id": "prj_1",
        "from": "no-reply@shop.example",
        "to": "ada@example.com",
        "subjct": "Hello",
    }


def a_filter_that_there_is_not() -> None:
    client.messages.list({"projct_id": "prj_1"})


def a_request_without_a_required_field() -> None:
    client.messages.send({"project_id": "prj_1", "subject": "Hello"})


def an_unknown_value() -> None:
    client.projects.create({"name": "Shop", "environment": "staging"})


def a_misspelt_event_type() -> None:
    client.webhooks.upsert({"url": "https://shop.example/hooks", "events": ["message.bounce"]})


def a_text_in_place_of_a_list() -> None:
    client.webhooks.upsert({"url": "https://shop.example/hooks", "events": "message.bounced"})


def an_option_that_there_is_not() -> None:
    client.messages.retrieve("msg_1", idempotency_key="reset-1")


def a_misspelt_option() -> None:
    client.messages.cancel("msg_1", idempotencyKey="cancel-1")


def a_misspelt_method() -> None:
    client.messages.sent("msg_1")


def a_field_that_a_reply_has_not() -> str:
    return client.messages.retrieve("msg_1")["state"]


async def a_call_that_nothing_awaits(client: AsyncPostseal) -> None:
    client.messages.cancel("msg_1")


async def a_reply_before_it_is_there(client: AsyncPostseal) -> str:
    return client.messages.retrieve("msg_1")["id"]


def the_page_of_a_list_that_nothing_awaits(client: AsyncPostseal) -> None:
    for message in client.messages.list():
        print(message)


def a_field_of_another_event(body: bytes) -> None:
    event = verify_webhook(body, signature="t=1,v1=0", secret="whsec_test")
    if event["type"] == "message.bounced":
        print(event["data"]["domain_id"])


def a_secret_without_its_name(body: bytes) -> None:
    verify_webhook(body, "whsec_test")
