"""Takes webhooks by the views of django-anymail, which are written for Postmark, SendGrid and Mailgun.

Reads a JSON object from standard input: `service`, `settings` of Anymail, and `requests`, each with its `headers`
and its `body`. Writes a line of JSON for each request to standard output: its status, and the events as Anymail
normalizes them.
"""

import importlib
import json
import sys
import warnings

import django
from django.conf import settings

given = json.load(sys.stdin)
settings.configure(
    ALLOWED_HOSTS=["*"],
    ANYMAIL=given["settings"],
    ROOT_URLCONF=__name__,
    SECRET_KEY="x",
    USE_TZ=True,
)
django.setup()
urlpatterns = []

from anymail.signals import tracking  # noqa: E402
from django.core.exceptions import SuspiciousOperation  # noqa: E402
from django.test import RequestFactory  # noqa: E402

warnings.simplefilter("ignore")
events = []


def take(sender, event, esp_name, **_):
    """Keeps an event as Anymail gives it to an application."""
    events.append(
        {
            "service": esp_name,
            "type": event.event_type,
            "message_id": event.message_id,
            "recipient": event.recipient,
            "metadata": event.metadata,
            "tags": event.tags,
            "reject_reason": event.reject_reason,
            "mta_response": event.mta_response,
            "user_agent": event.user_agent,
            "click_url": event.click_url,
            "timestamp": event.timestamp and event.timestamp.timestamp(),
        }
    )


tracking.connect(take)
module = importlib.import_module(f"anymail.webhooks.{given['service'].lower()}")
view = getattr(module, f"{given['service']}TrackingWebhookView").as_view()
for request in given["requests"]:
    events.clear()
    headers = {name: value for name, value in request["headers"].items() if name.lower() != "content-length"}
    posted = RequestFactory().post(
        "/hook", data=request["body"].encode(), content_type="application/json", headers=headers
    )
    try:
        status = view(posted).status_code
    except SuspiciousOperation:
        status = 400
    print(json.dumps({"status": status, "events": events}))
