"""A receiver of webhooks with Django and its database."""

import logging

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from postseal.webhooks import WebhookEvent, WebhookVerificationError, verify_webhook

from .models import Bounce, ProcessedEvent

logger = logging.getLogger(__name__)


@csrf_exempt  # It comes from no form of yours. The signature says where it comes from.
@require_POST
def receive(request: HttpRequest) -> HttpResponse:
    try:
        event = verify_webhook(
            request.body,  # Not request.POST or parsed JSON: the signature is over the bytes as they came.
            headers=request.headers,
            secret=settings.POSTSEAL_WEBHOOK_SECRET,
        )
    except WebhookVerificationError as error:
        # Anything else is our own mistake, such as a secret that is not set: a 500, and it comes again.
        logger.warning("A webhook was refused: %s. %s", error.code, error)
        return HttpResponse(status=400)

    # An event may come more than once, under one id, and to any of your processes. So the ids are in the
    # database, under a unique key; one transaction keeps the id and acts on the event, or does neither.
    with transaction.atomic():
        _, is_new = ProcessedEvent.objects.get_or_create(id=event["id"])
        if is_new:
            act(event)  # If it fails, that is a 500, and the event comes again.
    return HttpResponse(status=204)


def act(event: WebhookEvent) -> None:
    # The service waits 15 seconds for an answer. Leave what is slow, such as a call of another service, to a
    # worker: insert a job for it here, in this transaction, and let the worker find the job. A message to a
    # broker after the commit is lost if the broker is away, since the event does not come again then.
    if event["type"] == "message.bounced" or event["type"] == "message.failed":
        data = event["data"]
        Bounce.objects.create(recipient=data["recipient"], reason=data["class"])
    # Else there is nothing to do. Among the other types are those that are newer than the package.
