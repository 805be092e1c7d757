"""Sends mail by django-anymail, unmodified, with settings as a guide shows them.

Takes the settings from ANYMAIL_SETTINGS, which is Python code, and a prefix of the recipients from PREFIX. Writes a
line of JSON for each case to standard output: what Anymail says of the recipients, or the error that it raises.
"""

import datetime
import json
import os

import django
from django.conf import settings

given = {}
exec(os.environ["ANYMAIL_SETTINGS"], given)  # noqa: S102 - a block of the guide, which the test holds
settings.configure(**{name: value for name, value in given.items() if name.isupper()}, USE_TZ=True)
django.setup()

from anymail.exceptions import AnymailError, AnymailUnsupportedFeature  # noqa: E402
from anymail.message import AnymailMessage  # noqa: E402
from django.core.mail import EmailMessage  # noqa: E402

PREFIX = os.environ["PREFIX"]
LATER = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)
HTML = ("<p>Thank you, 12 €</p>", "text/html")


def address(case):
    return f"{PREFIX}-{case}@example.com"


def case_with(**fields):
    """Returns a case whose message has these fields."""

    def change(message):
        for name, value in fields.items():
            setattr(message, name, value)

    return change


def html_only(message):
    message.body, message.content_subtype = HTML[0], "html"


def html_alone(message):
    message.body = ""
    message.attach_alternative(*HTML)


def with_files(message):
    message.attach("Quittung für Ada.txt", "12 €", "text/plain")
    message.attach("receipt.pdf", b"%PDF-1.7", "application/pdf")


def with_unnamed_file(message):
    message.attach(None, b"%PDF-1.7", "application/pdf")


def with_image(message):
    cid = message.attach_inline_image(b"\x89PNG", "logo.png", subtype="png", domain="shop.example")
    message.attach_alternative(f'<img src="cid:{cid}">', "text/html")


def with_mail(message):
    inner = EmailMessage("Inner", "Inside", "eve@example.com", ["ada@example.com"])
    message.attach("inner.eml", inner.message().as_bytes(), "message/rfc822")


def to_two(case, **fields):
    """Returns a case whose message goes to two, each with values of its own."""
    ada, grace = address(f"{case}-ada"), address(f"{case}-grace")

    def change(message):
        message.to = [f"Ada <{ada}>", grace]
        for name, (one, other) in fields.items():
            setattr(message, name, {ada: one, grace: other})

    return change


def of_template(message):
    to_two("template", merge_data=({"name": "Ada"}, {"name": "Grace"}))(message)
    message.template_id = "d-welcome"
    message.merge_global_data = {"shop": "Acme"}
    message.body = message.subject = ""


def to_one_of_template(message):
    message.template_id = "d-welcome"
    message.merge_global_data = {"name": "Ada", "shop": "Acme"}
    message.body = message.subject = ""


def to_one_of_template_with_tags(message):
    to_one_of_template(message)
    message.tags = ["receipts", "shop"]
    message.metadata = {"order": "A-1041"}


CASES = {
    "plain": case_with(),
    "html": lambda message: message.attach_alternative(*HTML),
    "html-only": html_only,
    "html-alone": html_alone,
    "files": with_files,
    "unnamed": with_unnamed_file,
    "image": with_image,
    "mail": with_mail,
    "copies": case_with(
        cc=[f"Cc <{address('cc')}>"], bcc=[address("bcc")], reply_to=["Help <help@shop.example>", "b@shop.example"]
    ),
    "names": case_with(from_email='"Acme, Ltd. Zoë" <billing@shop.example>', to=[f'"Ü, A" <{address("names")}>']),
    "headers": case_with(extra_headers={"X-Order": "A-1041", "X-Count": 2}),
    "metadata": case_with(metadata={"order": "A-1041", "count": 2}),
    "tag": case_with(tags=["receipts"]),
    "tags": case_with(tags=["receipts", "shop"]),
    "tracking": case_with(track_opens=True, track_clicks=False),
    "opens": case_with(track_opens=True),
    "later": case_with(send_at=LATER),
    "batch": to_two("batch", merge_data=({}, {})),
    "batch-metadata": to_two("batch-metadata", merge_metadata=({"order": "1"}, {"order": "2"})),
    "batch-headers": to_two("batch-headers", merge_headers=({"X-Order": "1"}, {"X-Order": "2"})),
    "template": of_template,
    "template-one": to_one_of_template,
    "template-tags": to_one_of_template_with_tags,
    "leave": case_with(
        extra_headers={
            "List-Unsubscribe": "<https://shop.example/leave/1>, <mailto:leave@shop.example>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    ),
    "bounce-address": case_with(envelope_sender="bounces@shop.example"),
    "recipient": case_with(to=["ada@-.example"]),
    "sender": case_with(from_email="billing@unknown.example"),
}


def outcome(case, change):
    """Sends the message of a case, and returns what Anymail makes of the reply."""
    message = AnymailMessage("Your receipt", "Thank you, 12 €", "Acme <billing@shop.example>", [address(case)])
    try:
        change(message)
        message.send()
    except AnymailUnsupportedFeature as error:
        return {"unsupported": str(error).splitlines()[0]}
    except AnymailError as error:
        return {"error": type(error).__name__, "status": error.status_code, "message": str(error)}
    status = message.anymail_status
    recipients = {name: [each.status, each.message_id] for name, each in status.recipients.items()}
    return {"statuses": sorted(status.status), "recipients": recipients}


for case in os.environ.get("CASES", " ".join(CASES)).split():
    print(json.dumps({"case": case, **outcome(case, CASES[case])}))
