"""Mails that the sink has received."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.utils import getaddresses
from typing import TYPE_CHECKING, Any

from ._fetch import fetch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True, slots=True)
class MailAddress:
    """An address with its name, if it has one."""

    email: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class MailEnvelope:
    """The SMTP envelope: the return path and all recipients, including those that the headers do not name."""

    from_: str
    to: list[str]


@dataclass(frozen=True, slots=True)
class MailAttachment:
    """A file in a mail."""

    filename: str | None
    content_type: str
    size: int
    """In bytes."""
    content_id: str | None
    url: str
    """The URL of the attachment's bytes in the sink."""

    def content(self) -> bytes:
        """Returns the attachment's bytes. Raises TestServerError."""
        return fetch(self.url)


@dataclass(frozen=True, slots=True)
class Mail:
    """
    A mail that the sink has received. The name `from_` has an underscore because `from` is a Python keyword.
    """

    id: str
    received_at: str
    """RFC 3339, in UTC."""
    envelope: MailEnvelope
    from_: MailAddress | None
    """The address in the From field. None if it is missing or cannot be parsed."""
    to: list[MailAddress]
    """The addresses in the To field."""
    subject: str | None
    text: str | None
    html: str | None
    headers: dict[str, str | list[str]]
    """The header fields by lower-case name. The value is a list if a field occurs more than once."""
    attachments: list[MailAttachment]
    links: list[str]
    """The http and https links in the text, then the other links in the HTML, without duplicates."""


def mail_of(view: Mapping[str, Any], url: str) -> Mail:
    """Converts the sink's JSON to a mail. `url` is the mail's address in the sink."""
    headers = view["headers"]
    return Mail(
        id=view["id"],
        received_at=view["received_at"],
        envelope=MailEnvelope(view["envelope"]["from"], view["envelope"]["to"]),
        from_=next(_addresses_in(headers.get("from")), None),
        to=list(_addresses_in(headers.get("to"))),
        subject=view["subject"],
        text=view["text"],
        html=view["html"],
        headers=headers,
        attachments=[
            MailAttachment(
                filename=file["filename"],
                content_type=file["content_type"],
                size=file["size"],
                content_id=file["content_id"],
                url=f"{url}/attachments/{index}",
            )
            for index, file in enumerate(view["attachments"])
        ],
        links=links_of(view["text"], view["html"]),
    )


def _addresses_in(value: str | list[str] | None) -> Iterator[MailAddress]:
    """Yields the addresses in a header's value. Skips anything that is not an address."""
    for name, email in getaddresses([value] if isinstance(value, str) else value or []):
        if re.fullmatch(r"[^@\s]+@[^@\s]+", email):
            yield MailAddress(email, name or None)


def links_of(text: str | None, html: str | None) -> list[str]:
    """Returns the links in the bodies of a mail. See `Mail.links`."""
    in_text = [_without_punctuation(link) for link in re.findall(r'https?://[^\s<>"]+', text or "")]
    found = re.findall(r"""\shref\s*=\s*(?:"([^"]*)"|'([^']*)')""", html or "", re.IGNORECASE)
    in_html = [(double or single).strip().replace("&amp;", "&") for double, single in found]
    links = [*in_text, *(link for link in in_html if re.match("https?://", link))]
    return list(dict.fromkeys(links))


def _without_punctuation(link: str) -> str:
    """Removes trailing punctuation that belongs to the sentence around a link, not to the link."""
    while link[-1:] in tuple(".,;:!?'])}"):
        if link[-1] == ")" and "(" in link:
            break
        link = link[:-1]
    return link
