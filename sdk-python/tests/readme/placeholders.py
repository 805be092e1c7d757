"""What the README's blocks leave to their reader: clients, and an application's own things."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from postseal import Postseal as Postseal
from postseal.testing import connect_test_server

if TYPE_CHECKING:
    from postseal.types import AcceptedMessage, MessageWithFrom, Template


class Order(NamedTuple):
    """An order of a shop."""

    id: str


def receipt_of(order: Order) -> MessageWithFrom:
    """The mail about an order."""
    return {**receipt, "subject": f"Your receipt {order.id}"}


def keep(secret: str) -> None:
    """Stores a secret."""
    print("kept", secret[:6])


def mark_undeliverable(address: str) -> None:
    """Remembers that an address takes no mail."""
    print("undeliverable", address)


receipt: MessageWithFrom = {
    "project_id": os.environ.get("POSTSEAL_TEST_PROJECT_ID", ""),
    "from": "Shop <billing@shop.example>",
    "to": "grace@example.com",
    "subject": "Your receipt A-1042",
    "text": "Thank you.",
}
orders = [Order("A-1"), Order("A-2")]

client: Postseal
"""With the workspace key of the environment."""
admin: Postseal
"""With an owner's session."""
link: str
"""The link of the sign-in mail that was sent last to a colleague."""
message: AcceptedMessage
"""A message that was sent."""
template: Template
"""A template that is published."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Makes what only some of the blocks use, where one imports it."""
        if name not in _MAKERS:
            raise AttributeError(name)
        return globals().setdefault(name, _MAKERS[name]())

    def _published() -> Template:
        html = '<p>Welcome</p><a href="{{ unsubscribe_url }}">No more mail</a>'
        content = {"name": "Welcome", "subject": "Welcome", "html": html, "from": "Shop <hello@shop.example>"}
        made = __getattr__("admin").templates.create(content)
        return __getattr__("admin").templates.publish(made["id"], {"version": 1})

    def _link() -> str:
        mail = connect_test_server().sink.wait_for_mail(to="grace@shop.example")
        return next(link for link in mail.links if "#" in link)

    _MAKERS = {
        "client": Postseal,
        "admin": lambda: Postseal(os.environ["POSTSEAL_SESSION"]),
        "link": _link,
        "message": lambda: __getattr__("client").messages.send(receipt),
        "template": _published,
    }
