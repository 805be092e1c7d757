"""Calls Mailgun's API with forms of the package requests, as its documentation does.

Writes a line of JSON for each call to standard output: its name, its status, and the body of the reply.
"""

import json
import os

import requests

BASE = os.environ["MAILGUN_API_URL"]
DOMAIN = "shop.example"
PROJECT = ("api", os.environ["PROJECT_KEY"])
WORKSPACE = ("api", os.environ["WORKSPACE_KEY"])
MESSAGE = {
    "from": "Acme <billing@shop.example>",
    "to": ["Ada <ada@example.com>"],
    "subject": "Your receipt",
    "text": "Thank you, 12 €",
}


def call(name, method, path, auth=PROJECT, **given):
    """Sends a request and writes its outcome."""
    reply = requests.request(method, f"{BASE}/v3/{path}", auth=auth, timeout=60, **given)
    print(json.dumps({"call": name, "status": reply.status_code, "body": reply.json()}))
    return reply.json()


def send(name, fields, **given):
    """Sends a message with more fields than the usual ones."""
    return call(name, "POST", f"{DOMAIN}/messages", data={**MESSAGE, **fields}, **given)


send("message", {})
send("bytes of text", {"subject": "Grüße".encode()})
send("html", {"html": "<p>Thank you</p>", "o:tag": "receipts", "o:tracking": "yes"})
send("several recipients", {"to": ["ada@example.com", "Grace <grace@example.com>"], "cc": "bob@example.com"})
send("variables", {"v:order": "A-1041", "h:Reply-To": "help@shop.example", "h:X-Order": "1"})
send("scheduled", {"o:deliverytime": os.environ["LATER"]})
send(
    "recipient variables",
    {
        "to": ["ada@example.com", "grace@example.com"],
        "text": "Hello %recipient.first%",
        "recipient-variables": json.dumps({"ada@example.com": {"first": "Ada"}}),
    },
)
files = [
    ("attachment", ("receipt.pdf", b"%PDF-1.7", "application/pdf")),
    ("attachment", ("Quittung für Ada.txt", "12 €".encode())),
    ("inline", ("logo.png", b"\x89PNG")),
]
send("files", {"html": '<img src="cid:logo.png">'}, files=files)
send("wrong sender", {"from": "nobody"})
send("test mode", {"o:testmode": "yes"})
send("unknown field", {"o:colour": "red"})
send("two tags", {"o:tag": ["a", "b"]})
call("wrong key", "POST", f"{DOMAIN}/messages", auth=("api", "key-1"), data=MESSAGE)
MIME = b"From: billing@shop.example\r\nTo: ada@example.com\r\nSubject: MIME\r\n\r\nHello\r\n"
call("mime", "POST", f"{DOMAIN}/messages.mime", data={"to": "ada@example.com"}, files={"message": MIME})
call("mime without a sender", "POST", f"{DOMAIN}/messages.mime", data={"to": "a@example.com"}, files={"message": b"x"})

events = call("events", "GET", f"{DOMAIN}/events", params={"event": "accepted", "limit": 1})
following = requests.get(events["paging"]["next"], auth=PROJECT, timeout=60)
print(json.dumps({"call": "next page", "status": following.status_code, "body": following.json()}))
call("events of a tag", "GET", f"{DOMAIN}/events", params={"tags": "receipts"})
call("events ascending", "GET", f"{DOMAIN}/events", params={"begin": os.environ["EARLIER"], "ascending": "yes"})

for kind in ("bounces", "unsubscribes"):
    address = {"address": f"{kind}@example.com"}
    call(f"add to {kind}", "POST", f"{DOMAIN}/{kind}", auth=WORKSPACE, data=address)
    call(f"list {kind}", "GET", f"{DOMAIN}/{kind}", auth=WORKSPACE)
    call(f"one of {kind}", "GET", f"{DOMAIN}/{kind}/{kind}@example.com", auth=WORKSPACE)
    call(f"delete of {kind}", "DELETE", f"{DOMAIN}/{kind}/{kind}@example.com", auth=WORKSPACE)
    call(f"gone from {kind}", "GET", f"{DOMAIN}/{kind}/{kind}@example.com", auth=WORKSPACE)
call("add several", "POST", f"{DOMAIN}/bounces", auth=WORKSPACE, json=[{"address": "b@example.com"}])
call("add domain", "POST", "domains", auth=WORKSPACE, data={"name": "mail.shop.example"})
call("list domains", "GET", "domains", auth=WORKSPACE)
call("verify domain", "PUT", "domains/mail.shop.example/verify", auth=WORKSPACE)
call("delete domain", "DELETE", "domains/mail.shop.example", auth=WORKSPACE)
