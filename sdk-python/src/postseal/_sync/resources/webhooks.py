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
    """Have events sent to your endpoints, signed.

    Needs a workspace key with the scope `webhooks:*`, or a session.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self, query: ListWebhooksQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[WebhookSubscription, WebhookList]:
        """List subscriptions, newest first, with the disabled ones, and never with their secrets."""
        return self._transport.list(op.LIST_WEBHOOKS, options, query=query)

    @body_first
    def upsert(self, body: UpsertWebhookRequest, **options: Unpack[MutationOptions]) -> SavedWebhook:
        """Create a subscription, or replace the one of this `id`, else of this `url`.

        A field that `body` leaves out gets its default. `secret` is shown where a subscription was created,
        in this reply alone: store it at once. It is None where one was replaced. The same call under the same
        idempotency key returns it again for 10 minutes, and then None. Raises ValidationError,
        NotFoundError for an unknown `id`, or APIError of the code `webhook_exists_similarly` for a new `url`
        that is similar to another subscription's, unless `allow_similar` is True.
        """
        return self._transport.mutate(op.UPSERT_WEBHOOK, options, body=body)

    @body_first
    def update(self, body: UpdateWebhookRequest, **options: Unpack[MutationOptions]) -> SavedWebhook:
        """Change the subscription of this `id`, else of this `url`; a new `url` gets a subscription.

        A field that `body` leaves out stays as it is. `enabled: True` puts a disabled subscription to work
        again. Raises the same errors as `upsert`.
        """
        return self._transport.mutate(op.UPDATE_WEBHOOK, options, body=body)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> WebhookSubscription:
        """Return one subscription, never with its secrets. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_WEBHOOK, options, ids={"id": id})

    def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Delete a subscription. Nothing more is sent to it; its history stays. Raises NotFoundError."""
        self._transport.mutate(op.DELETE_WEBHOOK, options, ids={"id": id})

    def rotate_secret(
        self, id: str, body: RotateWebhookSecretRequest | None = None, **options: Unpack[MutationOptions]
    ) -> SavedWebhook:
        """Make a new signing secret, shown in this reply alone.

        The same call under the same idempotency key returns it again for 10 minutes. The old secret signs
        beside it for `overlap_seconds`, by default a day. Raises NotFoundError, or APIError of the code
        `invalid_state` where five secrets sign already.
        """
        return self._transport.mutate(
            op.ROTATE_WEBHOOK_SECRET, options, ids={"id": id}, body={} if body is None else body
        )

    def revoke_previous_secrets(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """End a rotation early: only the newest secret signs from now on. Raises NotFoundError."""
        self._transport.mutate(op.REVOKE_WEBHOOK_PREVIOUS_SECRETS, options, ids={"id": id})

    def test(self, id: str, **options: Unpack[MutationOptions]) -> WebhookDelivery:
        """Send a `webhook.test` event to a subscription, once.

        Returns the delivery before it is made: `retrieve_delivery` has what came of it. Raises NotFoundError,
        or APIError of the code `invalid_state` where the subscription is disabled.
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
        """Return one delivery of a subscription. Raises NotFoundError once it is not retained."""
        return self._transport.read(
            op.RETRIEVE_WEBHOOK_DELIVERY, options, ids={"id": id, "delivery_id": delivery_id}
        )

    def replay_delivery(
        self, id: str, delivery_id: str, **options: Unpack[MutationOptions]
    ) -> WebhookDelivery:
        """Send the event of a delivery again, whatever had become of it.

        Raises NotFoundError, or APIError of the code `invalid_state` where it is being sent or the
        subscription is disabled.
        """
        return self._transport.mutate(
            op.REPLAY_WEBHOOK_DELIVERY, options, ids={"id": id, "delivery_id": delivery_id}
        )

    def list_health(
        self, query: ListWebhookHealthQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[WebhookHealth, WebhookHealthList]:
        """List how each subscription fares: its attempts in the last 24 hours, and how much waits."""
        return self._transport.list(op.LIST_WEBHOOK_HEALTH, options, query=query)
