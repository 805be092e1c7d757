"""Calls Postseal by Resend's package for Python, unmodified, and prints the outcome of each call as a line of JSON."""

import json
import os
import sys

import resend

EMAIL = {
    "from": "Acme <billing@shop.example>",
    "to": ["ada@example.com"],
    "subject": "Your receipt",
    "html": "<p>Thank you</p>",
}

NEWS = {
    "from": "Acme <news@shop.example>",
    "subject": "News for {{{FIRST_NAME|you}}}",
    "html": '<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>',
}


def call(name, method, *given, key="PROJECT_KEY"):
    """Calls a method, prints its outcome, and returns its reply."""
    resend.api_key = os.environ[key]
    try:
        reply = method(*given)
    except Exception as error:  # noqa: BLE001 - the test names each outcome
        kind = getattr(error, "error_type", "")
        print(json.dumps({"call": name, "error": type(error).__name__, "kind": kind, "message": str(error)}))
        return None
    print(json.dumps({"call": name, "id": reply.get("id")}, default=str))
    return reply


def workspace(name, method, *given):
    return call(name, method, *given, key="WORKSPACE_KEY")


def main():
    sent = call("Emails.send", resend.Emails.send, {**EMAIL, "tags": [{"name": "order", "value": "1"}]})
    call("Emails.get", resend.Emails.get, sent["id"])
    call("Emails.list", resend.Emails.list, {"limit": 1})
    attachment = {"filename": "a.txt", "content": list(b"hello")}
    call("Emails.send with a file", resend.Emails.send, {**EMAIL, "attachments": [attachment]})
    later = call("Emails.send later", resend.Emails.send, {**EMAIL, "scheduled_at": "in 1 hour"})
    call("Emails.update", resend.Emails.update, {"id": later["id"], "scheduled_at": "in 2 hours"})
    call("Emails.cancel", resend.Emails.cancel, later["id"])
    call("Batch.send", resend.Batch.send, [EMAIL, EMAIL])

    topic = call("Topics.create", resend.Topics.create, {"name": "News", "default_subscription": "opt_in"})
    call("Topics.get", resend.Topics.get, topic["id"])
    call("Topics.update", resend.Topics.update, topic["id"], {"name": "Monthly news"})
    call("Topics.list", resend.Topics.list)
    contact = call("Contacts.create", resend.Contacts.create, {"email": "py@example.com", "first_name": "Py"})
    call("Contacts.get", lambda: resend.Contacts.get(id=contact["id"]))
    call("Contacts.update", resend.Contacts.update, {"id": contact["id"], "last_name": "Thon"})
    call("Contacts.list", resend.Contacts.list)
    call("Contacts.remove", lambda: resend.Contacts.remove(email="py@example.com"))
    readers = call("Segments.create", resend.Segments.create, {"name": "Readers"})
    news = {**NEWS, "segment_id": readers["id"], "topic_id": topic["id"]}
    broadcast = call("Broadcasts.create", resend.Broadcasts.create, news)
    call("Broadcasts.get", resend.Broadcasts.get, broadcast["id"])
    call("Broadcasts.update", resend.Broadcasts.update, {"broadcast_id": broadcast["id"], "name": "News"})
    call("Broadcasts.list", resend.Broadcasts.list)
    plan = {"broadcast_id": broadcast["id"], "scheduled_at": "in 2 days"}
    call("Broadcasts.send", resend.Broadcasts.send, plan)
    call("Emails.metrics", resend.Emails.metrics, {"metrics": ["delivered"], "dimensions": ["period"]})
    call("Broadcasts.remove", resend.Broadcasts.remove, broadcast["id"])
    call("broadcast without a segment", resend.Broadcasts.create, {**NEWS, "audience_id": "unknown"})
    call("Topics.remove", resend.Topics.remove, topic["id"])

    domain = workspace("Domains.create", resend.Domains.create, {"name": "py.example"})
    workspace("Domains.get", resend.Domains.get, domain["id"])
    workspace("Domains.list", resend.Domains.list)
    workspace("Domains.verify", resend.Domains.verify, domain["id"])
    workspace("Domains.remove", resend.Domains.remove, domain["id"])
    key = workspace("ApiKeys.create", resend.ApiKeys.create, {"name": "CI"})
    workspace("ApiKeys.list", resend.ApiKeys.list)
    workspace("ApiKeys.remove", lambda: resend.ApiKeys.remove(key["id"]) or {})
    suppressed = workspace("Suppressions.add", resend.Suppressions.add, {"email": "gone@example.com"})
    workspace("Suppressions.get", resend.Suppressions.get, suppressed["id"])
    workspace("Suppressions.list", resend.Suppressions.list)
    workspace("Suppressions.remove", resend.Suppressions.remove, suppressed["id"])
    webhook = {"endpoint": "https://shop.example/hooks", "events": ["email.sent"]}
    hook = workspace("Webhooks.create", resend.Webhooks.create, webhook)
    workspace("Webhooks.get", resend.Webhooks.get, hook["id"])
    workspace("Webhooks.list", resend.Webhooks.list)
    workspace("Webhooks.update", resend.Webhooks.update, {"webhook_id": hook["id"], "status": "disabled"})
    workspace("Webhooks.remove", resend.Webhooks.remove, hook["id"])

    call("wrong sender", resend.Emails.send, {**EMAIL, "from": "nobody"})
    call("no recipient", resend.Emails.send, {**EMAIL, "to": []})
    call("unknown email", resend.Emails.get, "msg_01k3v6g5a8f4q9x2m7n0c1d8re")
    call("refused call", resend.Logs.list)
    call("key of a project", resend.Domains.list)
    call("wrong key", resend.Emails.get, "msg_01k3v6g5a8f4q9x2m7n0c1d8re", key="WRONG_KEY")


if __name__ == "__main__":
    sys.exit(main())
