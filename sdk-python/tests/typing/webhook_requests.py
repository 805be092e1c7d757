"""What receivers have for a body and for headers: for type checkers, not to be run."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.message import Message
from typing import Any, assert_type

from django.http import HttpRequest
from flask import Request as FlaskRequest
from starlette.requests import Request as StarletteRequest

from postseal.types import WebhookEvent
from postseal.webhooks import (
    SignedTestWebhook,
    WebhookVerificationError,
    WebhookVerificationErrorCode,
    sign_test_webhook,
    verify_webhook,
)


def django(request: HttpRequest, secret: str | None) -> None:
    assert_type(verify_webhook(request.body, headers=request.headers, secret=secret), WebhookEvent)
    verify_webhook(request.body, headers=request.META, secret=secret)


def flask(request: FlaskRequest, secret: str | None) -> None:
    verify_webhook(request.get_data(), headers=request.headers, secret=secret)
    verify_webhook(request.get_data(), headers=request.environ, secret=secret)


async def starlette(request: StarletteRequest, secret: str | None) -> None:
    verify_webhook(await request.body(), headers=request.headers, secret=secret)


def others(
    body: str | bytes | bytearray | memoryview,
    mapping: Mapping[str, str],
    lists: Mapping[str, list[str]],
    environ: dict[str, Any],
    scope: list[tuple[bytes, bytes]],
    pairs: list[tuple[str, str]],
    message: Message,
) -> None:
    for headers in (mapping, lists, environ, scope, pairs, message):
        verify_webhook(body, headers=headers, secrets=("whsec_1", "whsec_2"), now=datetime.now(UTC))
    verify_webhook(body, signature=mapping.get("service-signature"), secret="whsec_1", tolerance_seconds=60.5)


def tests(event: WebhookEvent) -> WebhookVerificationErrorCode:
    signed = sign_test_webhook(event, secret="whsec_1")
    assert_type(signed, SignedTestWebhook)
    try:
        verify_webhook(**signed, secret="whsec_1")
    except WebhookVerificationError as error:
        return error.code
    return "missing_header"
