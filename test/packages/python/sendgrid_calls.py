"""Calls Postseal by SendGrid's package for Python, unmodified, and prints the outcome of each call as a line of JSON."""

import json
import os

from python_http_client.exceptions import HTTPError
from sendgrid import SendGridAPIClient
from sendgrid.helpers import mail as helpers

HOST = os.environ["SENDGRID_HOST"]


def client(key):
    """Makes a client of the service with a key."""
    return SendGridAPIClient(os.environ[key], host=HOST)


PROJECT = client("PROJECT_KEY")
WORKSPACE = client("WORKSPACE_KEY").client
WRONG = client("WRONG_KEY")


def call(name, method, *given, **named):
    """Calls a method, prints its outcome, and returns the body of its reply."""
    try:
        reply = method(*given, **named)
    except HTTPError as error:
        kind = type(error).__name__
        print(json.dumps({"call": name, "status": error.status_code, "kind": kind, **error.to_dict}))
        return None
    body = json.loads(reply.body) if reply.body else None
    message_id = reply.headers.get("X-Message-Id")
    print(json.dumps({"call": name, "status": reply.status_code, "id": message_id, "body": body}))
    return body


def message(**given):
    """Makes a mail with the package's helpers."""
    usual = {
        "from_email": ("billing@shop.example", "Acme"),
        "to_emails": ("ada@example.com", "Ada"),
        "subject": "Your receipt, 12 €",
        "plain_text_content": "Thank you",
        "html_content": "<p>Thank you</p>",
    }
    return helpers.Mail(**{**usual, **given})


def mail():
    """Sends mail, with what the helpers have classes for."""
    call("mail", PROJECT.send, message())
    call("mail to several", PROJECT.send, message(to_emails=["ada@example.com", "grace@example.com"]))
    each = message(to_emails=["ada@example.com", "grace@example.com"], is_multiple=True)
    call("mail to each", PROJECT.send, each)
    full = message()
    full.add_cc("bob@example.com")
    full.add_bcc(helpers.Bcc("archive@shop.example", "Archive"))
    full.reply_to = helpers.ReplyTo("help@shop.example", "Help")
    full.add_header(helpers.Header("X-Order", "1041"))
    full.add_category(helpers.Category("receipt"))
    full.add_category(helpers.Category("eu"))
    full.add_custom_arg(helpers.CustomArg("order", "A-1041"))
    full.add_attachment(
        helpers.Attachment(
            helpers.FileContent("aGVsbG8="),
            helpers.FileName("a.txt"),
            helpers.FileType("text/plain"),
            helpers.Disposition("inline"),
            helpers.ContentId("a"),
        )
    )
    full.mail_settings = helpers.MailSettings(sandbox_mode=helpers.SandBoxMode(False))
    full.tracking_settings = helpers.TrackingSettings(
        click_tracking=helpers.ClickTracking(False, False), open_tracking=helpers.OpenTracking(False)
    )
    call("mail with everything", PROJECT.send, full)
    later = message()
    later.send_at = int(os.environ["LATER"])
    call("mail later", PROJECT.send, later)
    body = message().get()
    call("mail by path", PROJECT.client.mail.send.post, request_body=body)
    # A client of the package keeps the headers of a request for those after it.
    keyed = client("PROJECT_KEY").client.mail.send
    call("mail with a key", keyed.post, request_body=body, request_headers={"Idempotency-Key": "one"})
    call("mail with the key again", keyed.post, request_body=body)
    call("messages", PROJECT.client.messages.get, query_params={"query": 'to_email="bob@example.com"', "limit": 5})
    call("mail of a workspace key", WORKSPACE.mail.send.post, request_body=body)

    call("wrong key", WRONG.send, message())
    nobody = {**body, "personalizations": [{"to": [{"email": "nobody"}]}]}
    call("wrong recipient", PROJECT.client.mail.send.post, request_body=nobody)
    sandbox = message()
    sandbox.mail_settings = helpers.MailSettings(sandbox_mode=helpers.SandBoxMode(True))
    call("sandbox", PROJECT.send, sandbox)
    group = message()
    group.asm = helpers.Asm(helpers.GroupId(1))
    call("group", PROJECT.send, group)
    template = message(plain_text_content=None, html_content=None)
    template.template_id = "d-none"
    call("no template", PROJECT.send, template)
    call("unknown field", PROJECT.client.mail.send.post, request_body={**body, "colour": "red"})


def lists():
    """Calls what belongs to the workspace."""
    suppression = WORKSPACE.suppression
    everyone = WORKSPACE.asm.suppressions._("global")
    call("suppress", everyone.post, request_body={"recipient_emails": ["py@example.com"]})
    call("unsubscribes", suppression.unsubscribes.get, query_params={"limit": 10})
    call("unsubscribes of a time", suppression.unsubscribes.get, query_params={"end_time": 1})
    call("unsubscribed", everyone._("py@example.com").get)
    call("subscribe", everyone._("py@example.com").delete)
    call("bounces", suppression.bounces.get, query_params={"start_time": 1, "email": "py@example.com"})
    call("bounce", suppression.bounces._("py@example.com").get)
    call("no bounces", suppression.bounces.delete, request_body={"emails": ["py@example.com"]})
    call("spam reports", suppression.spam_reports.get)
    call("delete all", suppression.bounces.delete, request_body={"delete_all": True, "emails": ["a@b.example"]})
    call("blocks", suppression.blocks.get)

    domains = WORKSPACE.whitelabel.domains
    made = call("add domain", domains.post, request_body={"domain": "py.example"})
    call("domains", domains.get)
    call("validate", domains._(made["id"]).validate.post)
    call("delete domain", domains._(made["id"]).delete)
    call("deleted domain", domains._(made["id"]).get)

    keys = WORKSPACE.api_keys
    key = call("add key", keys.post, request_body={"name": "Shop", "scopes": ["mail.send", "stats.read"]})
    call("keys", keys.get)
    call("rename", keys._(key["api_key_id"]).patch, request_body={"name": "Store"})
    call("key", keys._(key["api_key_id"]).get)
    call("revoke", keys._(key["api_key_id"]).delete)
    call("key of a project key", PROJECT.client.api_keys.get)
    call("stats", WORKSPACE.stats.get, query_params={"start_date": "2026-12-01"})
    call("unknown", WORKSPACE.nothing.get)


mail()
lists()
