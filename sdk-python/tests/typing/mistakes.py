"""
Mistakes that both type checkers have to find. Nothing runs this module.

Each wrong line says so once for each checker, with its rule. The checkers also report a comment for which
there is nothing to report, so a mistake that passes is an error as well.
"""

# What follows from a mistake on the same line is not told as well.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false

from postseal import AsyncPostseal, Postseal
from postseal.types import SendMessageRequest
from postseal.webhooks import verify_webhook

client = Postseal()


def a_request_with_a_misspelt_field() -> SendMessageRequest:
    return {"project_id": "prj_1", "to": "ada@example.com", "subjct": "Hello"}  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


def a_filter_that_does_not_exist() -> None:
    client.messages.list({"projct_id": "prj_1"})  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def a_request_without_a_required_field() -> None:
    client.webhooks.upsert({"events": ["*"]})  # type: ignore[typeddict-item]  # pyright: ignore[reportArgumentType]


def a_message_without_a_text() -> SendMessageRequest:
    return {"project_id": "prj_1", "from": "a@shop.example", "to": "ada@example.com", "subject": "Hello"}  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


def a_message_without_a_sender() -> SendMessageRequest:
    return {"project_id": "prj_1", "to": "ada@example.com", "subject": "Hello", "text": "Hello"}  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


def a_message_with_a_template_and_a_text() -> SendMessageRequest:
    return {
        "project_id": "prj_1",
        "to": "ada@example.com",
        "text": "Hello",
        "template": {"template_id": "tpl_1"},
    }  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


def an_item_of_a_batch_without_its_template() -> None:
    client.messages.send_batch({"items": [{"template": {"project_id": "prj_1", "to": "ada@example.com"}}]})  # type: ignore[typeddict-item]  # pyright: ignore[reportArgumentType]


def an_unknown_value() -> None:
    client.projects.create({"name": "Shop", "environment": "staging"})  # type: ignore[typeddict-item]  # pyright: ignore[reportArgumentType]


def a_misspelt_event_type() -> None:
    client.webhooks.upsert({"url": "https://shop.example/hooks", "events": ["message.bounce"]})  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]


def a_text_in_place_of_a_list() -> None:
    client.webhooks.upsert({"url": "https://shop.example/hooks", "events": "message.bounced"})  # type: ignore[typeddict-item]  # pyright: ignore[reportArgumentType]


def a_key_for_a_call_that_changes_nothing() -> None:
    client.messages.retrieve("msg_1", idempotency_key="reset-1")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def a_misspelt_option() -> None:
    client.messages.cancel("msg_1", idempotencyKey="cancel-1")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def a_misspelt_method() -> None:
    print(client.messages.sent)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]


def a_field_that_a_reply_does_not_have() -> None:
    print(client.messages.retrieve("msg_1")["state"])  # type: ignore[typeddict-item]  # pyright: ignore[reportGeneralTypeIssues]


async def a_call_that_nothing_awaits(client: AsyncPostseal) -> None:
    client.messages.cancel("msg_1")  # type: ignore[unused-coroutine]  # pyright: ignore[reportUnusedCoroutine]


async def a_reply_that_has_not_come(client: AsyncPostseal) -> None:
    print(client.messages.retrieve("msg_1")["id"])  # type: ignore[index]  # pyright: ignore[reportIndexIssue]


async def a_list_that_takes_async_for(client: AsyncPostseal) -> None:
    print(*client.messages.list())  # type: ignore[misc]  # pyright: ignore[reportGeneralTypeIssues]


def a_field_of_another_event(body: bytes) -> None:
    event = verify_webhook(body, signature="t=1,v1=0", secret="whsec_test")
    if event["type"] == "message.bounced":
        print(event["data"]["domain_id"])  # type: ignore[typeddict-item]  # pyright: ignore[reportGeneralTypeIssues]


def an_event_type_that_does_not_exist(body: bytes) -> None:
    event = verify_webhook(body, signature="t=1,v1=0", secret="whsec_test")
    if event["type"] == "message.bouncd":  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]
        print(event["id"])


def a_secret_without_its_name(body: bytes) -> None:
    verify_webhook(body, "t=1,v1=0", "whsec_test")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
