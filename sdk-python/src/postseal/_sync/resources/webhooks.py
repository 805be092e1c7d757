# Made from _async/resources/webhooks.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        ListWebhookDeliveriesQuery,
        ListWebhookHealthQuery,
        ListWebhooksQuery,
        RotateWebhookSecretRequest,
        SavedWebhook,
        UpdateWebhookRequest,
        UpsertWebhookRequest,
        WebhookDelivery,
        WebhookDeliveryList,
        WebhookHealth,
        WebhookHealthList,
        WebhookList,
        WebhookSubscription,
    )
    from ..pagination import Page
    from ..transport import Transport


class Webhooks:
    """Send signed events to your endpoints.

    Needs a workspace key with the scope `webhooks:*`, or a session.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self, query: ListWebhooksQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[WebhookSubscription, WebhookList]:
        """List subscriptions, newest first, including disabled ones, never with their secrets."""
        return self._transport.list(op.LIST_WEBHOOKS, options, query=query)

    @body_first
    def upsert(self, body: UpsertWebhookRequest, **options: Unpack[MutationOptions]) -> SavedWebhook:
        """Create a subscription, or replace the one with this `id` or, without an `id`, this `url`.

        Fields that `body` leaves out get their defaults. If a subscription was created, `secret` is in this
        reply only, so store it immediately. If one was replaced, `secret` is None. For 10 minutes, the same
        call with the same idempotency key returns the secret again, and None after that.

        Raises ValidationError, NotFoundError for an unknown `id`, or APIError with the code
        `webhook_exists_similarly` if a new `url` is similar to another subscription's and `allow_similar` is
        not True.
        """
        return self._transport.mutate(op.UPSERT_WEBHOOK, options, body=body)

    @body_first
    def update(self, body: UpdateWebhookRequest, **options: Unpack[MutationOptions]) -> SavedWebhook:
        """Change the subscription with this `id` or, without an `id`, this `url`. A new `url` creates one.

        Fields that `body` leaves out stay as they are. `enabled: True` enables a disabled subscription again.
        Raises the same errors as `upsert`.
        """
        return self._transport.mutate(op.UPDATE_WEBHOOK, options, body=body)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> WebhookSubscription:
        """Return one subscription, without its secrets. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_WEBHOOK, options, ids={"id": id})

    def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Delete a subscription. It gets no more events. Its history stays. Raises NotFoundError."""
        self._transport.mutate(op.DELETE_WEBHOOK, options, ids={"id": id})

    def rotate_secret(
        self, id: str, body: RotateWebhookSecretRequest | None = None, **options: Unpack[MutationOptions]
    ) -> SavedWebhook:
        """Create a new signing secret. Only this reply contains it.

        For 10 minutes, the same call with the same idempotency key returns it again. The old secret also
        signs deliveries for `overlap_seconds`, one day by default. Raises NotFoundError, or APIError with the
        code `invalid_state` if the subscription already has five secrets.
        """
        return self._transport.mutate(
            op.ROTATE_WEBHOOK_SECRET, options, ids={"id": id}, body={} if body is None else body
        )

    def revoke_previous_secrets(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """End a rotation early. From now on, only the newest secret signs. Raises NotFoundError."""
        self._transport.mutate(op.REVOKE_WEBHOOK_PREVIOUS_SECRETS, options, ids={"id": id})

    def test(self, id: str, **options: Unpack[MutationOptions]) -> WebhookDelivery:
        """Send a `webhook.test` event to a subscription, once.

        Returns the delivery before it is attempted. Use `retrieve_delivery` to get the outcome. Raises
        NotFoundError, or APIError with the code `invalid_state` if the subscription is disabled.
        """
        return self._transport.mutate(op.TEST_WEBHOOK, options, ids={"id": id})

    def list_deliveries(
        self, query: ListWebhookDeliveriesQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[WebhookDelivery, WebhookDeliveryList]:
        """List deliveries, newest first, with every attempt and the endpoint's reply to it."""
        return self._transport.list(op.LIST_WEBHOOK_DELIVERIES, options, query=query)

    def retrieve_delivery(
        self, id: str, delivery_id: str, **options: Unpack[RequestOptions]
    ) -> WebhookDelivery:
        """Return one delivery of a subscription. Raises NotFoundError if it is no longer retained."""
        return self._transport.read(
            op.RETRIEVE_WEBHOOK_DELIVERY, options, ids={"id": id, "delivery_id": delivery_id}
        )

    def replay_delivery(
        self, id: str, delivery_id: str, **options: Unpack[MutationOptions]
    ) -> WebhookDelivery:
        """Send the event of a delivery again, whatever the delivery's outcome.

        Raises NotFoundError, or APIError with the code `invalid_state` if the delivery is being sent or the
        subscription is disabled.
        """
        return self._transport.mutate(
            op.REPLAY_WEBHOOK_DELIVERY, options, ids={"id": id, "delivery_id": delivery_id}
        )

    def list_health(
        self, query: ListWebhookHealthQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[WebhookHealth, WebhookHealthList]:
        """List each subscription's attempts in the last 24 hours and how many deliveries are waiting."""
        return self._transport.list(op.LIST_WEBHOOK_HEALTH, options, query=query)
