# Made from _async/resources/subscriptions.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        ListSubscriptionsQuery,
        RequestSubscriptionRequest,
        Subscription,
        SubscriptionList,
        SubscriptionRequest,
        UnsubscribeRequest,
    )
    from ..pagination import Page
    from ..transport import Transport


class Subscriptions:
    """The subscribers of a list, by opt-in.

    Needs the scope `contacts:*`. `request` also needs `messages:send`.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def request(
        self, list_id: str, body: RequestSubscriptionRequest, **options: Unpack[MutationOptions]
    ) -> SubscriptionRequest:
        """Ask an address to confirm a subscription to a list. Sends at most one mail in 24 hours.

        `outcome` says what happened. Raises NotFoundError, and the errors of `messages.send`.
        """
        return self._transport.mutate(
            op.REQUEST_SUBSCRIPTION, options, ids={"list_id": list_id}, body=body
        )

    def list(
        self, list_id: str, query: ListSubscriptionsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[Subscription, SubscriptionList]:
        """List a list's subscriptions, newest first. Raises NotFoundError."""
        return self._transport.list(op.LIST_SUBSCRIPTIONS, options, ids={"list_id": list_id}, query=query)

    def retrieve(
        self, list_id: str, subscription_id: str, **options: Unpack[RequestOptions]
    ) -> Subscription:
        """Return one subscription with the proof of its consents. Raises NotFoundError."""
        return self._transport.read(
            op.RETRIEVE_SUBSCRIPTION, options, ids={"list_id": list_id, "subscription_id": subscription_id}
        )

    def unsubscribe(
        self,
        list_id: str,
        subscription_id: str,
        body: UnsubscribeRequest | None = None,
        **options: Unpack[MutationOptions],
    ) -> Subscription:
        """End a subscription, for example from your own preference page. Raises NotFoundError."""
        return self._transport.mutate(
            op.UNSUBSCRIBE_SUBSCRIPTION,
            options,
            ids={"list_id": list_id, "subscription_id": subscription_id},
            body={} if body is None else body,
        )
