# Made from generated/openapi.json by scripts/python/generate.mjs. Do not edit.
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum
from typing import Any, Literal, NotRequired, TypedDict


class _NewerType(Enum):
    """Never there at run time, where the type of an event is a text."""

    ANY = "a type of event that is newer than this package"


MessageStatus = Literal["scheduled", "queued", "delivered", "partially_delivered", "failed", "cancelled"]
"""Derived from the recipients: `scheduled` and `cancelled` where all of them are, `queued` while any of
them waits, then `delivered` (all), `partially_delivered` (some) or `failed` (none).
"""


Environment = Literal["live", "test"]
"""The environment of the project. Mail of a test project goes to the bundled sink."""


RecipientKind = Literal["to", "cc", "bcc"]
"""Where the send named this recipient."""


RecipientStatus = Literal[
    "scheduled",
    "queued",
    "deferred",
    "delivered",
    "bounced",
    "failed",
    "suppressed",
    "cancelled",
]
"""`scheduled`: waits for its time. `queued`: waits for its first attempt. `deferred`: refused for now,
tried again at `next_attempt_at`. `delivered`: the receiving server took it. `bounced`: the receiving
server refused it for good, or took it and reported later that it could not be delivered. `failed`: given
up. `suppressed`: not sent, because the workspace suppresses the address. `cancelled`: taken back before
its first attempt.
"""


class Recipient(TypedDict):
    log_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    name: str | None
    """Null where the send gave none."""
    kind: RecipientKind | str
    status: RecipientStatus | str


class MessageTemplate(TypedDict):
    """The template that it was rendered from; null where the send had a subject and bodies of its own."""

    template_id: str
    version: int
    locale: str | None
    """The language of the content; null is the default content."""


class Message(TypedDict):
    id: str
    project_id: str
    environment: Environment | str
    status: MessageStatus | str
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: str | None
    subject: str
    category: str | None
    metadata: dict[str, str]
    """Up to 20 pairs of your own, to find the message by."""
    created_at: str
    scheduled_at: str | None
    list_id: str | None
    """The subscriber list that it is to; null where it is to none."""
    campaign_id: str | None
    """The campaign that it is of; null where it is of none."""
    automation_run_id: str | None
    """The run of an automation that has sent it; null where none has."""
    api_key_id: str | None
    """The API key that it was sent with, by HTTP or SMTP."""
    template: MessageTemplate | None
    """The template that it was rendered from; null where the send had a subject and bodies of its own."""
    recipients: list[Recipient]


class Window(TypedDict):
    """The span that was searched, after clamping to the retention window."""

    since: str
    """Inclusive."""
    until: str | None
    """Exclusive; null where the span is open."""


class MessageList(TypedDict):
    data: list[Message]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""
    window: Window


ErrorCode = Literal[
    "malformed_request",
    "missing_credentials",
    "invalid_credentials",
    "expired_credentials",
    "invalid_sign_in_link",
    "invalid_authorization",
    "sign_in_not_allowed",
    "insufficient_scope",
    "wrong_credential_kind",
    "project_not_allowed",
    "environment_not_allowed",
    "ip_not_allowed",
    "sender_not_allowed",
    "not_found",
    "method_not_allowed",
    "not_acceptable",
    "idempotency_conflict",
    "idempotency_in_progress",
    "invalid_state",
    "webhook_exists_similarly",
    "recipient_suppressed",
    "recipient_complained",
    "address_suppressed",
    "content_gone",
    "payload_too_large",
    "unsupported_media_type",
    "expectation_failed",
    "validation_failed",
    "sender_domain_not_verified",
    "sender_at_mailbox_provider",
    "schedule_out_of_range",
    "template_not_found",
    "template_not_published",
    "template_render_failed",
    "segment_too_costly",
    "sending_halted",
    "rate_limited",
    "quota_exceeded",
    "internal_error",
    "unavailable",
    "invalid_passkey",
]
"""A machine-readable error code. Version 1 may add codes; handle an unknown code by its HTTP status. No
operation lists these two codes: `method_not_allowed` (405) means that the path does not support the
method, and `expectation_failed` (417) means that the `Expect` header is not `100-continue`.
"""


ErrorRule = Literal[
    "additional_properties",
    "address",
    "address_refused",
    "base64",
    "beyond_retention",
    "block_position",
    "characters",
    "cidr",
    "column",
    "columns",
    "conflict",
    "const",
    "contact",
    "content",
    "credentials",
    "cursor",
    "cycle",
    "depth",
    "disabled",
    "domain",
    "domain_not_verified",
    "duplicate",
    "empty",
    "encoding",
    "enum",
    "environment",
    "exclusive",
    "forbidden_header",
    "format",
    "fragment",
    "host",
    "ip_address",
    "label",
    "layout_position",
    "limit_exceeded",
    "line_break",
    "mailbox_provider",
    "max_items",
    "max_length",
    "max_properties",
    "maximum",
    "media_type",
    "metadata_key",
    "min_items",
    "min_length",
    "min_properties",
    "minimum",
    "missing_argument",
    "missing_variable",
    "no_provider",
    "no_words",
    "not_allowed",
    "not_found",
    "one_of",
    "out_of_range",
    "outside_block",
    "passkey",
    "past",
    "pattern",
    "placeholder",
    "port",
    "privileged",
    "public_suffix",
    "range",
    "recipient",
    "recipients",
    "registration",
    "render",
    "required",
    "reserved",
    "scope",
    "sender",
    "sender_at_mailbox_provider",
    "sender_domain_not_verified",
    "similar",
    "syntax",
    "taken",
    "template_not_published",
    "time",
    "too_far",
    "too_large",
    "too_long",
    "too_many",
    "too_many_words",
    "type",
    "undeclared_variable",
    "unexpected",
    "unknown",
    "unknown_argument",
    "unknown_block",
    "unknown_contact_field",
    "unknown_op",
    "unknown_template",
    "unsubscribe_link_missing",
    "url",
    "variable_type",
    "wider",
]
"""The rule that a refused value broke. The list grows in version 1; treat one that you do not know as a
refusal of its value without a named reason.

`additional_properties`: The operation has no field or parameter of this name. `address`: The text is not
an IP address. `address_refused`: The URL leads to an address that is not on the public internet. `base64`:
The text is not base64 with its padding. `beyond_retention`: The rule looks further back than events are
kept. `block_position`: A block of a template stands where none can stand, or twice. `characters`: The text
has characters that are not allowed there, such as control characters. `cidr`: The text is not an IP
address or a range of them. `column`: A column is named that the file does not have. `columns`: The columns
of the file do not fit together, or one is missing. `conflict`: Two values contradict each other. `const`:
The value is another than the only one there is. `contact`: It needs either an existing contact or one that
is described, not both. `content`: The content is not of the type that it is said to be. `credentials`: The
URL has a user or a password. `cursor`: The cursor is none that the service gave for this list. `cycle`:
Segments name each other in a circle. `depth`: The value is nested too deeply. `disabled`: What it names is
switched off. `domain`: The text is not a domain name, or not one that is allowed there.
`domain_not_verified`: The domain is not a verified one of the workspace. `duplicate`: The value occurs
twice where it has to be unique. `empty`: The text has no visible character. `encoding`: A query parameter
or a file is in an encoding that the service does not read. `enum`: The value is none of those that there
are. `environment`: The environment is another than that of the project. `exclusive`: Two parameters are
given that exclude each other. `forbidden_header`: The service writes this header itself, or the header
would do harm. `format`: The text does not have its format, such as that of an e-mail address or a time.
`fragment`: The URL has a fragment. `host`: The URL has no valid host name. `ip_address`: The text is not
an IP address. `label`: The text is not one label of a domain name. `layout_position`: A template does not
begin with its layout, or has two. `limit_exceeded`: The template takes more time or memory than a render
may. `line_break`: The text would have a line break once it is rendered. `mailbox_provider`: The domain
belongs to a mailbox provider. `max_items`: The list has too many items. `max_length`: The text has too
many characters. `max_properties`: The object has too many fields. `maximum`: The number is too large.
`media_type`: The text is not a media type, or not one that is allowed. `metadata_key`: `metadata_value` is
given without `metadata_key`. `min_items`: The list has too few items. `min_length`: The text has too few
characters, or none. `min_properties`: The object has too few fields. `minimum`: The number is too small.
`missing_argument`: The template uses a partial without a value that the partial needs. `missing_variable`:
The template uses a variable that has no value. `no_provider`: The address does not answer as an OpenID
provider. `no_words`: The search has neither a letter nor a digit. `not_allowed`: The value is not allowed
together with another one. `not_found`: It names something that does not exist, or that the credential does
not see. `one_of`: Exactly one of several fields belongs there. `out_of_range`: The duration is too short
or too long. `outside_block`: A template has content outside of the blocks of its layout. `passkey`: The
passkey could not be registered. `past`: The time has passed. `pattern`: The text has characters, or an
order of them, that its field does not take. `placeholder`: The text holds a placeholder that is unknown,
or lacks one that it needs. `port`: The URL has a port that nothing can listen on. `privileged`: The scope
is granted to privileged keys only. `public_suffix`: Anyone can register domains below this one. `range`:
The period is empty, too long, or has too many parts. `recipient`: The text is neither an address nor a
pattern of addresses. `recipients`: Mail to a list has exactly one recipient in `to`, and no others.
`registration`: The registration is unknown, used or too old. `render`: The template cannot be rendered
with these values. `required`: The value is missing. `reserved`: The service uses the name itself. `scope`:
The scope is none for a key of this kind. `sender`: The text is neither an address nor a domain.
`sender_at_mailbox_provider`: The sender is at a mailbox provider. `sender_domain_not_verified`: The domain
of the sender is not verified. `similar`: A webhook with a similar URL is there already. `syntax`: The
template cannot be read. `taken`: The name is in use already. `template_not_published`: The template, or
its version, is not published. `time`: There is no such time. `too_far`: The time lies too far ahead.
`too_large`: The content is too large, with all that it uses. `too_long`: The value is too long, also as
JSON or once it is rendered. `too_many`: There would be more of them than are allowed. `too_many_words`:
The search has too many words. `type`: The value is of another type, such as a number where a text belongs.
`undeclared_variable`: The template uses a variable that it does not declare. `unexpected`: The value is
for a setting that is not there. `unknown`: It names something that the service does not know.
`unknown_argument`: The template gives a partial a value that the partial does not take. `unknown_block`: A
template has a block that its layout lacks. `unknown_contact_field`: The template uses a field that no
contact has. `unknown_op`: The comparison is none for a value of this type. `unknown_template`: A template
names a layout or partial that is not published in the project. `unsubscribe_link_missing`: The body does
not show how to unsubscribe. `url`: The text is not a URL that can be used there. `variable_type`: The
value of a variable has another type than the template declares. `wider`: The key would be allowed more
than before.
"""


class ErrorDetail(TypedDict):
    path: str
    """A JSON Pointer to the refused value, starting with `/body`, `/query` or `/headers`."""
    code: str
    """The rule that it broke, as `rule` has it, but for the rules that are keywords of JSON Schema, which
    stand here in camelCase: `minItems` for `min_items`.
    """
    rule: NotRequired[ErrorRule | str]
    message: str
    """What is wrong, worded to follow the name of the field."""
    line: NotRequired[int]
    """In a template: the line of the mistake."""
    column: NotRequired[int]
    """In a template: the column of the mistake."""
    variable: NotRequired[str]
    """In a template: the variable that the mistake is about."""
    template_id: NotRequired[str]
    """In a template: the layout or partial that has the mistake, where it is not the template itself."""
    webhook_id: NotRequired[str]
    """With `webhook_exists_similarly`: the subscription that has a similar `url`."""


class NamedAddress(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    name: NotRequired[str]
    """The name shown beside an address, in any language."""


class TemplateReference(TypedDict):
    """A template in place of `subject`, `text` and `html`."""

    template_id: str
    version: NotRequired[int]
    """The version."""
    locale: NotRequired[str]
    """The language asked for (BCP 47)."""
    variables: NotRequired[Mapping[str, Any]]
    """The values of the variables, at most 64 kB of JSON."""


Disposition = Literal["attachment", "inline"]
"""`inline` shows the part within the HTML body, which names it as `cid:` and its `content_id`. The default
is `inline` where there is a `content_id` and `attachment` otherwise.
"""


class Attachment(TypedDict):
    filename: str
    """The name for the reader."""
    content: str | bytes
    """The bytes in base64 (RFC 4648, section 4), with or without padding."""
    content_type: NotRequired[str]
    """A media type (RFC 2045, section 5.1), with parameters where readers need them, as in `text/calendar;
    method=REQUEST`.
    """
    content_id: NotRequired[str]
    disposition: NotRequired[Disposition]


class ListUnsubscribe(TypedDict):
    """Makes the `List-Unsubscribe` and `List-Unsubscribe-Post` headers (RFC 2369, RFC 8058): mail readers
    show a button that sends a `POST` to the address.
    """

    url: str
    """An https address that takes the one-click `POST`."""
    email: NotRequired[str]
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""


class TrackingChoice(TypedDict, total=False):
    """Whether opens and clicks of HTML mail are tracked."""

    opens: bool
    """Adds an image to the HTML that readers load."""
    clicks: bool
    """Has the links of the HTML lead through the service."""


Stream = Literal["transactional", "bulk"]
"""What kind of mail it is, as mailbox providers and recipients judge it. `transactional`: what somebody
has done something to get, such as a receipt; sends, batches, opt-in mail, and automations that are
transactional. `bulk`: campaigns, other automations, and sends that say so. The operator may send the
streams from different addresses.
"""


Address = str | NamedAddress
"""An address: `ada@example.com`, `Ada Lovelace <ada@example.com>` (RFC 5322, section 3.4), or its parts.
Put a name in double quotes when it contains a comma or another special character.
"""


class SendMessageRequestFields(TypedDict):
    """What every message to send has."""

    project_id: str
    to: Address | Sequence[Address]
    """The recipients."""
    cc: NotRequired[Address | Sequence[Address]]
    bcc: NotRequired[Address | Sequence[Address]]
    """Recipients that no header names."""
    reply_to: NotRequired[Address | Sequence[Address]]
    """Where answers go, if not to the sender."""
    reply_route_id: NotRequired[str]
    """The inbound route of the project that takes the answers, in place of `reply_to`."""
    attachments: NotRequired[Sequence[Attachment]]
    headers: NotRequired[Mapping[str, str]]
    """Further header fields."""
    list_unsubscribe: NotRequired[ListUnsubscribe]
    list_id: NotRequired[str]
    """The subscriber list that this mail is to, one of the message's project."""
    category: NotRequired[str]
    """A label of your own, to search and count by."""
    metadata: NotRequired[Mapping[str, str]]
    """Up to 20 pairs of your own, to find the message by."""
    tracking: NotRequired[TrackingChoice]
    stream: NotRequired[Stream]
    """`bulk` where it is one of many that nobody has asked for, such as a newsletter of your own, so that
    it leaves by the sources for such mail; `transactional` where it is absent.
    """
    scheduled_at: NotRequired[str | datetime]
    """When to send, up to 30 days ahead; at once where it is absent or less than five minutes past."""


_MessageWithFrom = TypedDict("_MessageWithFrom", {"from": Address})


class MessageWithFrom(SendMessageRequestFields, _MessageWithFrom):
    """A message with content of its own, and its sender in one field."""

    subject: str
    """One line of text in any language."""
    text: str
    """The plain-text body."""
    html: NotRequired[str]
    """The HTML body, sent beside the plain text."""


class MessageWithFromEmail(SendMessageRequestFields):
    """A message with content of its own, and its sender in two fields."""

    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: NotRequired[str]
    """The name shown beside an address, in any language."""
    subject: str
    """One line of text in any language."""
    text: str
    """The plain-text body."""
    html: NotRequired[str]
    """The HTML body, sent beside the plain text."""


_HtmlMessageWithFrom = TypedDict("_HtmlMessageWithFrom", {"from": Address})


class HtmlMessageWithFrom(SendMessageRequestFields, _HtmlMessageWithFrom):
    """A message with HTML, from which the text is made, and its sender in one field."""

    subject: str
    """One line of text in any language."""
    text: NotRequired[str]
    """The plain-text body."""
    html: str
    """The HTML body, sent beside the plain text."""


class HtmlMessageWithFromEmail(SendMessageRequestFields):
    """A message with HTML, from which the text is made, and its sender in two fields."""

    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: NotRequired[str]
    """The name shown beside an address, in any language."""
    subject: str
    """One line of text in any language."""
    text: NotRequired[str]
    """The plain-text body."""
    html: str
    """The HTML body, sent beside the plain text."""


_TemplateMessage = TypedDict("_TemplateMessage", {"from": NotRequired[Address]})


class TemplateMessage(SendMessageRequestFields, _TemplateMessage):
    """A message that a template makes. The template may have a sender."""

    from_email: NotRequired[str]
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: NotRequired[str]
    """The name shown beside an address, in any language."""
    template: TemplateReference


SendMessageRequest = (
    MessageWithFrom
    | MessageWithFromEmail
    | HtmlMessageWithFrom
    | HtmlMessageWithFromEmail
    | TemplateMessage
)
"""Either `subject` with `text`, `html` or both, or `template` in place of the three."""


class AcceptedMessage(TypedDict):
    """What a send answers."""

    id: str
    status: MessageStatus | str
    created_at: str
    scheduled_at: str | None
    """When it is sent; null where that is at once."""
    recipients: list[Recipient]
    text_from_html: NotRequired[Literal[True]]
    """There where the send had `html` without `text`, so the service made the text from it."""


_BatchTemplate = TypedDict("_BatchTemplate", {"from": NotRequired[Address]})


class BatchTemplate(_BatchTemplate):
    """A send that has a template, in either of two forms: with `template_id`, `version`, `locale` and
    `variables` beside `to`, or as `sendMessage` takes it, with the four within `template`.
    """

    project_id: str
    from_email: NotRequired[str]
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: NotRequired[str]
    """The name shown beside an address, in any language."""
    to: Address | Sequence[Address]
    """The recipients."""
    cc: NotRequired[Address | Sequence[Address]]
    bcc: NotRequired[Address | Sequence[Address]]
    """Recipients that no header names."""
    reply_to: NotRequired[Address | Sequence[Address]]
    """Where answers go, if not to the sender."""
    reply_route_id: NotRequired[str]
    """The inbound route of the project that takes the answers, in place of `reply_to`."""
    template: NotRequired[TemplateReference]
    subject: NotRequired[str]
    """One line of text in any language."""
    text: NotRequired[str]
    """The plain-text body."""
    html: NotRequired[str]
    """The HTML body, sent beside the plain text."""
    attachments: NotRequired[Sequence[Attachment]]
    headers: NotRequired[Mapping[str, str]]
    """Further header fields."""
    list_unsubscribe: NotRequired[ListUnsubscribe]
    list_id: NotRequired[str]
    """The subscriber list that this mail is to, one of the message's project."""
    category: NotRequired[str]
    """A label of your own, to search and count by."""
    metadata: NotRequired[Mapping[str, str]]
    """Up to 20 pairs of your own, to find the message by."""
    tracking: NotRequired[TrackingChoice]
    stream: NotRequired[Stream]
    """`bulk` where it is one of many that nobody has asked for, such as a newsletter of your own, so that
    it leaves by the sources for such mail; `transactional` where it is absent.
    """
    scheduled_at: NotRequired[str | datetime]
    """When to send, up to 30 days ahead; at once where it is absent or less than five minutes past."""
    template_id: str
    """The template, where there is no `template`."""
    version: NotRequired[int]
    """The version."""
    locale: NotRequired[str]
    """The language asked for (BCP 47)."""
    variables: NotRequired[Mapping[str, Any]]
    """The values of the variables, at most 64 kB of JSON."""


class BatchItem(TypedDict, total=False):
    """Exactly one of `message` and `template`."""

    idempotency_key: str
    """Makes the item safe to repeat, as `Idempotency-Key` does for a single send: 1 to 255 printable ASCII
    characters.
    """
    message: SendMessageRequest
    template: TemplateMessage | BatchTemplate


class BatchRequest(TypedDict):
    items: Sequence[BatchItem]
    """Each with an `idempotency_key` of its own, unique in the batch."""


BatchItemStatus = Literal["accepted", "rejected"]
"""`accepted`: stored and queued, now or by an earlier request with this key. `rejected`: nothing was
stored, and the same key may be used again.
"""


class BatchItemError(TypedDict):
    """The error that a single send would have returned."""

    status: int
    """The HTTP status that a single send would have returned."""
    code: ErrorCode | str
    message: str
    """For people."""
    details: NotRequired[list[ErrorDetail]]
    """Up to 20 mistakes of the item."""


class BatchItemResult(TypedDict):
    index: int
    """The item's position in the request."""
    idempotency_key: str
    status: BatchItemStatus | str
    replayed: NotRequired[Literal[True]]
    """There where an earlier request with this key was accepted and nothing was sent again."""
    message: NotRequired[AcceptedMessage]
    error: NotRequired[BatchItemError]


class BatchResult(TypedDict):
    data: list[BatchItemResult]
    """One result an item, in the order of the request."""
    accepted: int
    rejected: int


class CancelMessagesRequest(TypedDict):
    message_ids: Sequence[str]
    """Each is cancelled by itself; a message that is named twice is cancelled once."""


class CancelError(TypedDict):
    """Why it was not cancelled."""

    status: int
    """As the status of a reply to a single request."""
    code: ErrorCode | str
    message: str
    """For people."""


class CancelledMessage(TypedDict):
    message_id: str
    status: Literal["cancelled", "rejected"] | str
    error: CancelError | None


class CancelledMessages(TypedDict):
    """What became of each message, in the order of the request."""

    data: list[CancelledMessage]
    cancelled: int
    rejected: int


class RescheduleMessageRequest(TypedDict):
    scheduled_at: str | datetime | None
    """When it is sent; null is now."""


class KeptAttachment(TypedDict):
    filename: str
    """As it is sent."""
    content_type: str
    """A media type without parameters."""
    content_type_parameters: dict[str, str]
    """The parameters of the media type, by their names in lower case; empty where it has none."""
    content_id: str | None
    disposition: Disposition | str
    size: int
    """In bytes."""
    content: str


class MessageContentListUnsubscribe(TypedDict):
    """Null where the send gave none, and where the link is the service's own."""

    url: str
    email: str | None
    """Null where the send gave none."""


class MessageContent(TypedDict):
    """What was sent, as it was given or rendered."""

    message_id: str
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: str | None
    to: list[NamedAddress]
    cc: list[NamedAddress]
    bcc: list[NamedAddress]
    reply_to: list[NamedAddress]
    subject: str
    text: str
    html: str | None
    headers: dict[str, str]
    """Further header fields."""
    list_unsubscribe: MessageContentListUnsubscribe | None
    """Null where the send gave none, and where the link is the service's own."""
    attachments: list[KeptAttachment]
    mime_entity: str | None
    """What is sent in place of `text`, `html` and `attachments`: the MIME entity (RFC 2045, section 2.4),
    header fields and body, of a message that was submitted by SMTP signed or encrypted.
    """
    content_sha256: str
    """SHA-256 of what people read: subject, plain text and HTML in UTF-8 with LF as the line break, with a
    zero byte between them and nothing for a missing HTML body.
    """


OutcomeSource = Literal["smtp", "dsn"]
"""`smtp`: the receiving server's reply, or its absence. `dsn`: a delivery status notification (RFC 3464)
that came back after a server had taken the message. Null where the operator gave the delivery up.
"""


class SmtpReply(TypedDict):
    """A receiving server's reply (RFC 5321, section 4.2)."""

    code: int
    """The three-digit reply code."""
    enhanced_code: str | None
    """The enhanced status code (RFC 3463), where the server gave one."""
    text: str
    """The reply as it came, without the codes."""
    host: str
    """The server that answered."""


BounceClass = Literal[
    "unknown_user",
    "unknown_domain",
    "mailbox_disabled",
    "mailbox_full",
    "recipient_policy",
    "content",
    "too_large",
    "unsupported",
    "authentication",
    "reputation",
    "rate_limited",
    "sender_policy",
    "network",
    "server",
    "other",
]
"""Why mail was refused, read from the reply. Null where the mail was delivered, and where the failure was
the service's own. The list grows in version 1; treat one you do not know as `other`.

About the recipient: `unknown_user`, `unknown_domain` (the domain does not exist or takes no mail),
`mailbox_disabled`, `mailbox_full`, `recipient_policy` (this recipient does not take it from this sender).
About the message: `content` (its content was refused), `too_large`, `unsupported` (the server lacks an
extension it needs). About the sender: `authentication` (SPF, DKIM or DMARC), `reputation` (a block list,
or the provider's own), `rate_limited`, `sender_policy` (another rule about the sender). Neither: `network`
(DNS, connection, TLS or a time-out), `server` (the server's own trouble, or not understood), `other`.
"""


class AttemptServer(TypedDict):
    """The server that the attempt was connected to: a mail exchange of the recipient's domain, the relay,
    or the sink.
    """

    name: str
    """Its host name, or its IP address where it is configured by that."""
    address: str | None
    """The IP address."""
    port: int


class AttemptTls(TypedDict):
    """How the connection was encrypted when the outcome came."""

    version: str
    """The protocol."""
    cipher: str
    """The cipher suite by its name in IANA's registry."""
    authentication: str
    """How the server proved who it is."""


class AttemptSource(TypedDict):
    """The source that the mail left from, of those that the operator has added."""

    address: str
    """The IP address that receivers see."""
    name: str
    """The host name that it says in EHLO."""


_DeliveryAttempt = TypedDict("_DeliveryAttempt", {"class": BounceClass | str | None})


class DeliveryAttempt(_DeliveryAttempt):
    at: str
    """When the attempt ended, or its report came."""
    outcome: Literal["delivered", "deferred", "bounced", "failed"] | str
    via: OutcomeSource | str | None
    reply: SmtpReply | None
    error: str | None
    """What failed, or a note about the attempt, when no SMTP reply explains it."""
    server: AttemptServer | None
    tls: AttemptTls | None
    duration_ms: int | None
    """How long the attempt took, in milliseconds: from looking up the destination to the outcome, without
    the time that it waited for its turn.
    """
    conversation: str | None
    """The SMTP dialogue, line by line."""
    source: AttemptSource | None


class UnverifiedComplaint(TypedDict):
    """An unverified complaint: an abuse report that neither names the delivery's own return path nor is
    authenticated mail of a known feedback loop.
    """

    received_at: str
    feedback_type: Literal["abuse", "fraud", "virus", "opt-out", "other"] | str
    """The feedback type that the report claims (RFC 5965, section 3.1)."""
    from_domain: str | None
    """The domain in the report's From field, unverified; null if there is none."""


class Engagement(TypedDict):
    """How often this recipient looked at the mail and followed its links, as far as that is known."""

    opens: int
    """Loads of the image that may be a person's."""
    first_opened_at: str | None
    clicks: int
    """Followed links that may be a person's doing."""
    first_clicked_at: str | None
    machine_opens: int
    """Loads by proxies and scanners, and those that came too early for a person."""
    machine_clicks: int
    """The same of followed links."""


WaitingFor = Literal["warm_up", "provider", "source", "release"]
"""What a recipient waits for, where that is not another attempt after a refusal: no attempt is counted for
it. `warm_up`: the sources are new, and have sent the provider as much as they may in a day. `provider`:
the provider takes nothing from the sources for now. `source`: no source may be used. `release`: the
service was restored from a backup and holds what was queued then, until its operator releases or drops it;
`next_attempt_at` is null, and events never say it. Null otherwise. The list grows in version 1.
"""


class MessageLog(TypedDict):
    """One recipient of one message, and what became of it."""

    id: str
    message_id: str
    project_id: str
    environment: Environment | str
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    recipient_name: str | None
    kind: RecipientKind | str
    status: RecipientStatus | str
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    subject: str
    category: str | None
    metadata: dict[str, str]
    """Up to 20 pairs of your own, to find the message by."""
    scheduled_at: str | None
    """When its first attempt is due, where the send said so."""
    attempts: list[DeliveryAttempt]
    """Every attempt to deliver, the first first."""
    last_reply: SmtpReply | None
    """The reply of the last attempt."""
    next_attempt_at: str | None
    """When a deferred delivery is tried again."""
    created_at: str
    updated_at: str
    delivered_at: str | None
    suppression_reason: str | None
    """Why it was not sent, where the status is `suppressed`; an `UnsentReason`."""
    complained_at: str | None
    """When the recipient's provider reported that they complained about it."""
    unverified_complaint: UnverifiedComplaint | None
    campaign_id: str | None
    """The campaign that the message is of; null where it is of none."""
    automation_id: str | None
    """The automation that the message is of; null where it is of none."""
    api_key_id: str | None
    """The API key that the message was sent with, by HTTP or SMTP."""
    engagement: Engagement | None
    stream: Stream | str
    waiting_for: WaitingFor | str | None
    retries: int
    """How often `POST /v1/message-logs/{id}/retry` had it tried again."""


class MessageLogList(TypedDict):
    data: list[MessageLog]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""
    window: Window


EventType = Literal[
    "message.accepted",
    "message.scheduled",
    "message.deferred",
    "message.delivered",
    "message.bounced",
    "message.failed",
    "message.suppressed",
    "message.cancelled",
    "message.complained",
    "message.unsubscribed",
    "message.opened",
    "message.clicked",
    "subscription.requested",
    "subscription.confirmed",
    "suppression.added",
    "domain.verified",
    "domain.degraded",
    "domain.failed",
    "template.published",
    "contact.unsubscribed",
    "contact.resubscribed",
    "contact.topic_changed",
    "campaign.scheduled",
    "campaign.started",
    "campaign.paused",
    "campaign.resumed",
    "campaign.sent",
    "campaign.cancelled",
    "automation.published",
    "automation.run_completed",
    "automation.run_failed",
    "automation.notified",
    "inbound.received",
    "webhook.disabled",
    "webhook.test",
]
"""What happened. The list grows in version 1; ignore a type you do not know."""


class EventRecipient(TypedDict):
    log_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""


class MessageAcceptedData(TypedDict):
    message_id: str
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    subject: str
    category: str | None
    metadata: dict[str, str]
    """Up to 20 pairs of your own, to find the message by."""
    recipients: list[EventRecipient]


class MessageAcceptedEvent(TypedDict):
    id: str
    type: Literal["message.accepted"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: MessageAcceptedData


class MessageScheduledData(TypedDict):
    message_id: str
    category: str | None
    scheduled_at: str
    recipients: list[EventRecipient]


class MessageScheduledEvent(TypedDict):
    id: str
    type: Literal["message.scheduled"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: MessageScheduledData


_DeferralData = TypedDict("_DeferralData", {"class": BounceClass | str | None})


class DeferralData(_DeferralData):
    """A refusal for now, or a mail that has to wait."""

    message_id: str
    log_id: str
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    category: str | None
    campaign_id: str | None
    """The campaign that the mail is of; null where it is of none."""
    automation_id: str | None
    """The automation that the mail is of; null where it is of none."""
    attempt: int
    """The number of the attempt that was refused; where it waits, of the one that it waits for."""
    reply: SmtpReply | None
    error: str | None
    next_attempt_at: str
    waiting_for: NotRequired[WaitingFor | str | None]
    """Null where an attempt was refused."""


class MessageDeferredEvent(TypedDict):
    id: str
    type: Literal["message.deferred"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: DeferralData


_DeliveryData = TypedDict("_DeliveryData", {"class": BounceClass | str | None})


class DeliveryData(_DeliveryData):
    """What an attempt to deliver to one recipient came to."""

    message_id: str
    log_id: str
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    category: str | None
    campaign_id: str | None
    """The campaign that the mail is of; null where it is of none."""
    automation_id: str | None
    """The automation that the mail is of; null where it is of none."""
    attempt: int
    """The number of this attempt, starting at 1."""
    via: OutcomeSource | str | None
    reply: SmtpReply | None
    suppressed: bool
    """Whether the address is suppressed from now on because of this; false where it was delivered."""
    error: str | None
    """What failed, or a note about the delivery, when no SMTP reply explains it."""


class MessageDeliveredEvent(TypedDict):
    id: str
    type: Literal["message.delivered"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: DeliveryData


class MessageBouncedEvent(TypedDict):
    id: str
    type: Literal["message.bounced"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: DeliveryData


class MessageFailedEvent(TypedDict):
    id: str
    type: Literal["message.failed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: DeliveryData


UnsentReason = Literal[
    "hard_bounce",
    "soft_bounce",
    "complaint",
    "unsubscribe",
    "manual",
    "import",
    "erasure",
    "not_confirmed",
    "opted_out",
    "topic_unsubscribed",
]
"""Why a recipient got nothing: a `SuppressionReason`; `not_confirmed` where the mail was to a list and the
subscription was not confirmed, or not any more; `opted_out` where it was a campaign's or an automation's
and the contact has unsubscribed from the project's; `topic_unsubscribed` where it was of a topic that the
contact does not want.
"""


class SuppressedData(TypedDict):
    """A message that was not sent to one recipient, whose address is suppressed."""

    message_id: str
    log_id: str
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    category: str | None
    campaign_id: str | None
    """The campaign that the mail is of; null where it is of none."""
    automation_id: str | None
    """The automation that the mail is of; null where it is of none."""
    reason: UnsentReason | str


class MessageSuppressedEvent(TypedDict):
    id: str
    type: Literal["message.suppressed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: SuppressedData


class MessageCancelledData(TypedDict):
    message_id: str
    category: str | None
    campaign_id: str | None
    """The campaign that the mail is of; null where it is of none."""
    automation_id: str | None
    """The automation that the mail is of; null where it is of none."""
    recipients: list[EventRecipient]


class MessageCancelledEvent(TypedDict):
    id: str
    type: Literal["message.cancelled"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: MessageCancelledData


class ComplaintData(TypedDict):
    """A report (RFC 5965) that a recipient complained about a message."""

    message_id: str
    log_id: str
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    category: str | None
    campaign_id: str | None
    """The campaign that the mail is of; null where it is of none."""
    automation_id: str | None
    """The automation that the mail is of; null where it is of none."""
    feedback_type: str
    """What the reporter says it is: mostly `abuse`."""
    user_agent: str | None
    """The reporter's software."""
    suppressed: bool
    """Whether the address is suppressed from now on because of this."""


class MessageComplainedEvent(TypedDict):
    id: str
    type: Literal["message.complained"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: ComplaintData


class UnsubscribedData(TypedDict):
    """A subscriber who does not want a list's mail any more."""

    list_id: str
    subscription_id: str
    contact_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    source: str
    """`page`, `one_click`, or the words of the request to the API; `api` where it had none."""
    message_id: str | None
    """The message whose link was used, where it was one."""
    log_id: str | None
    campaign_id: str | None
    """The campaign that the mail is of; null where it is of none."""
    automation_id: str | None
    """The automation that the mail is of; null where it is of none."""


class MessageUnsubscribedEvent(TypedDict):
    id: str
    type: Literal["message.unsubscribed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: UnsubscribedData


MachineReason = Literal["head", "prefetch", "scanner", "proxy", "early"]
"""Why it is not a person's doing: `head` (only the head of the page was asked for), `prefetch` (a browser
loaded it ahead), `scanner` (a program that looks into mail or follows links), `proxy` (a service that
loads every image for everybody), `early` (so soon after the delivery that nobody has read it). Null where
it may be a person's.
"""


class OpenedData(TypedDict):
    """The first load of the image in a mail, by a person or by a machine."""

    message_id: str
    log_id: str
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    category: str | None
    campaign_id: str | None
    """The campaign that the mail is of; null where it is of none."""
    automation_id: str | None
    """The automation that the mail is of; null where it is of none."""
    machine: MachineReason | str | None
    user_agent: str | None
    """What the reader or browser says it is."""


class MessageOpenedEvent(TypedDict):
    id: str
    type: Literal["message.opened"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: OpenedData


class ClickedData(TypedDict):
    """The first time that a link of a mail was followed, by a person or by a machine."""

    message_id: str
    log_id: str
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    category: str | None
    campaign_id: str | None
    """The campaign that the mail is of; null where it is of none."""
    automation_id: str | None
    """The automation that the mail is of; null where it is of none."""
    machine: MachineReason | str | None
    user_agent: str | None
    """What the reader or browser says it is."""
    url: str
    """Where the link leads."""


class MessageClickedEvent(TypedDict):
    id: str
    type: Literal["message.clicked"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: ClickedData


class SubscriptionData(TypedDict):
    list_id: str
    subscription_id: str
    contact_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    source: str | None
    """Where the person said so."""


class SubscriptionRequestedEvent(TypedDict):
    id: str
    type: Literal["subscription.requested"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: SubscriptionData


class SubscriptionConfirmedEvent(TypedDict):
    id: str
    type: Literal["subscription.confirmed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: SubscriptionData


SuppressionReason = Literal[
    "hard_bounce",
    "soft_bounce",
    "complaint",
    "unsubscribe",
    "manual",
    "import",
    "erasure",
]
"""Why an address is suppressed. `hard_bounce`: a server said that it does not exist. `soft_bounce`: five
messages in a row could not be delivered over at least 72 hours. `complaint`: its owner reported a message
as unwanted. `unsubscribe`, `manual` and `import`: somebody said so. `erasure`: what was known of the
address was erased.
"""


class SuppressionData(TypedDict):
    """An address that nothing is sent to from now on."""

    suppression_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    reason: SuppressionReason | str
    note: str | None
    log_id: str | None
    """The message log of the delivery that caused it."""


class SuppressionAddedEvent(TypedDict):
    id: str
    type: Literal["suppression.added"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str | None
    """Null: a suppression is the workspace's."""
    environment: Literal["live", "test"] | str | None
    data: SuppressionData


DomainStatus = Literal["pending", "verified", "degraded", "failed"]
"""`pending`: not verified yet. `verified`: every required record is there. `degraded`: a required record
of a verified domain is missing or wrong; mail still goes out, until `fails_at`. `failed`: that lasted 24
hours; live projects cannot send from it until a check finds everything again. Mail may be sent from
`verified` and `degraded` domains.
"""


DomainRecordKind = Literal[
    "dkim",
    "spf",
    "return_path_mx",
    "dmarc",
    "dmarc_reports",
    "mta_sts",
    "tls_rpt",
    "bimi",
    "return_path",
]
"""`dkim`: the public key that signatures are checked by (RFC 6376). `spf`: who may send from the return
path's domain (RFC 7208). `return_path_mx`: where bounces come back to. `return_path`: the domain's own
return path, by which SPF aligns. `dmarc`: the domain's policy (RFC 9989). `dmarc_reports`: that the
address in it takes reports for other domains (RFC 9990). `mta_sts`, `tls_rpt`: that mail to the domain is
sent encrypted, and reports about it (RFC 8461, RFC 8460). `bimi`: the logo that mailboxes show.
"""


class DomainProblem(TypedDict):
    kind: DomainRecordKind | str
    name: str
    problem: str | None
    advice: str | None


class DomainStatusData(TypedDict):
    """A domain whose status has changed."""

    domain_id: str
    name: str
    status: DomainStatus | str
    previous_status: DomainStatus | str
    fails_at: str | None
    """When it fails if nobody mends it."""
    records: list[DomainProblem]
    """The required records that are missing or wrong."""


class DomainVerifiedEvent(TypedDict):
    id: str
    type: Literal["domain.verified"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str | None
    """Null: a domain is the workspace's."""
    environment: Literal["live", "test"] | str | None
    data: DomainStatusData


class DomainDegradedEvent(TypedDict):
    id: str
    type: Literal["domain.degraded"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str | None
    """Null: a domain is the workspace's."""
    environment: Literal["live", "test"] | str | None
    data: DomainStatusData


class DomainFailedEvent(TypedDict):
    id: str
    type: Literal["domain.failed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str | None
    """Null: a domain is the workspace's."""
    environment: Literal["live", "test"] | str | None
    data: DomainStatusData


class TemplatePublishedData(TypedDict):
    """Sends use another version of a template from now on."""

    template_id: str
    name: str
    version: int
    """A version's number, from 1."""
    previous_version: int | None
    """The version before; null if this is the first."""


class TemplatePublishedEvent(TypedDict):
    id: str
    type: Literal["template.published"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str | None
    """The template's project; null is every project."""
    environment: Literal["live", "test"] | str | None
    data: TemplatePublishedData


class ContactUnsubscribedData(TypedDict):
    """A contact who wants no mail of the project's campaigns and automations any more."""

    contact_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    source: Literal["page", "one_click", "api", "automation"] | str
    """The page of the link, a mail program (RFC 8058), a request to the API, or a step of an automation."""
    campaign_id: str | None
    """The campaign whose link was used, where it was one."""
    automation_id: str | None
    """The automation whose link was used, or whose step it was."""
    message_id: str | None
    log_id: str | None


class ContactUnsubscribedEvent(TypedDict):
    id: str
    type: Literal["contact.unsubscribed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: ContactUnsubscribedData


class ContactResubscribedData(TypedDict):
    """A contact who had opted out of the project's campaigns and automations and wants them again."""

    contact_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    source: Literal["page", "api"] | str
    """The page of the link, or a request to the API."""
    campaign_id: str | None
    """The campaign whose link was used, where it was one."""
    automation_id: str | None
    """The automation whose link was used, where it was one."""
    message_id: str | None
    log_id: str | None


class ContactResubscribedEvent(TypedDict):
    id: str
    type: Literal["contact.resubscribed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: ContactResubscribedData


class ContactTopicChangedData(TypedDict):
    """A contact who wants mail of a topic, or does not want it any more."""

    contact_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    topic: str
    """Names the topic within its project."""
    subscribed: bool
    source: str
    """As in `TopicConsent`: your own words or `api`, or else `page` or `one_click`."""
    campaign_id: str | None
    """The campaign whose link was used, where it was one."""
    automation_id: str | None
    """The automation whose link was used, where it was one."""
    message_id: str | None
    log_id: str | None


class ContactTopicChangedEvent(TypedDict):
    id: str
    type: Literal["contact.topic_changed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: ContactTopicChangedData


CampaignStatus = Literal["draft", "scheduled", "sending", "paused", "sent", "cancelled"]
"""`draft`: being written. `scheduled`: starts at `scheduled_at`. `sending`: finds its audience, then
queues its mail. `paused`: sends nothing until it is resumed; `pause_reason` says why. `sent`: every
recipient has a mail that was tried at least once, or a reason. `cancelled`: sends nothing more.
"""


class CampaignProgress(TypedDict):
    """How far it is."""

    walked: int
    released: int
    skipped: int
    failed: int
    pending: int


class CampaignData(TypedDict):
    """A campaign whose status has changed."""

    campaign_id: str
    name: str
    status: CampaignStatus | str
    pause_reason: str | None
    """Why it is paused, where it is: see `Campaign`."""
    scheduled_at: str | None
    progress: CampaignProgress


class CampaignScheduledEvent(TypedDict):
    id: str
    type: Literal["campaign.scheduled"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: CampaignData


class CampaignStartedEvent(TypedDict):
    id: str
    type: Literal["campaign.started"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: CampaignData


class CampaignPausedEvent(TypedDict):
    id: str
    type: Literal["campaign.paused"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: CampaignData


class CampaignResumedEvent(TypedDict):
    id: str
    type: Literal["campaign.resumed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: CampaignData


class CampaignSentEvent(TypedDict):
    id: str
    type: Literal["campaign.sent"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: CampaignData


class CampaignCancelledEvent(TypedDict):
    id: str
    type: Literal["campaign.cancelled"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: CampaignData


class AutomationPublishedData(TypedDict):
    """New runs follow another version of an automation from now on."""

    automation_id: str
    name: str
    version: int
    """A version's number, from 1."""
    previous_version: int | None
    """The version before; null if this is the first."""


class AutomationPublishedEvent(TypedDict):
    id: str
    type: Literal["automation.published"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: AutomationPublishedData


AutomationRunStatus = Literal["running", "waiting", "completed", "exited", "failed", "cancelled"]
"""`running`: at a step, or about to be. `waiting`: in a wait. `completed`: behind its last step. `exited`:
ended by an exit. `failed`: a step could not be done; it can be retried. `cancelled`: ended from outside.
"""


class AutomationRunError(TypedDict):
    """Why the step failed, the last time."""

    code: str
    message: str


class AutomationRunData(TypedDict):
    """A run of an automation that has ended."""

    automation_id: str
    version: int
    """A version's number, from 1."""
    run_id: str
    contact_id: str
    status: AutomationRunStatus | str
    ended_reason: str | None
    """Why it ended before its last step: see `AutomationRun`."""
    step_key: str | None
    """The step that it was at."""
    error: AutomationRunError | None


class AutomationRunCompletedEvent(TypedDict):
    id: str
    type: Literal["automation.run_completed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: AutomationRunData


class AutomationRunFailedEvent(TypedDict):
    id: str
    type: Literal["automation.run_failed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: AutomationRunData


class AutomationNotifiedData(TypedDict):
    """A step tells your servers."""

    automation_id: str
    version: int
    """A version's number, from 1."""
    run_id: str
    contact_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    step_key: str
    name: str
    """The name that the step gives."""
    data: dict[str, Any]
    """What the step says."""
    trigger: dict[str, Any]
    """The data that started the run."""


class AutomationNotifiedEvent(TypedDict):
    id: str
    type: Literal["automation.notified"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: AutomationNotifiedData


_InboundEnvelope = TypedDict("_InboundEnvelope", {"from": str})


class InboundEnvelope(_InboundEnvelope):
    to: list[str]
    """The recipients of this route."""


class InboundAddress(TypedDict):
    email: str
    """As the sender wrote it."""
    name: str | None


InboundAuthResult = Literal[
    "pass",
    "fail",
    "softfail",
    "neutral",
    "policy",
    "none",
    "temperror",
    "permerror",
    "not_checked",
]
"""As in RFC 8601. `not_checked`: live mail goes to the sink, so mail comes from this machine."""


class InboundSpf(TypedDict):
    result: InboundAuthResult | str
    domain: str | None
    """The domain of the envelope's sender."""


class InboundDkim(TypedDict):
    """`permerror` also marks a signature in a header that programs read differently: one with a line that
    is neither a field nor the continuation of one, with a blank before a colon, or with a NUL, vertical
    tab, form feed or bare CR.
    """

    result: InboundAuthResult | str
    domain: str | None
    selector: str | None


class InboundDmarc(TypedDict):
    result: InboundAuthResult | str
    domain: str | None
    """The domain of the From field."""
    policy: str | None
    """`none`, `quarantine` or `reject`; null where the domain has no record."""


class InboundAuth(TypedDict):
    """Whether the message is by the domains that it names."""

    authenticated: bool
    """Whether the domain of the From field vouches for the message: it passes DMARC, or, where the domain
    has no DMARC record, SPF or a signature passes for that domain or one of the same organization.
    """
    spf: InboundSpf
    dkim: list[InboundDkim]
    """Its signatures, at most 5."""
    dmarc: InboundDmarc


InboundAutomatic = Literal["none", "auto_reply", "auto_generated", "bounce", "list"]
"""By RFC 3834 and older habits. `none`: written by a person, as far as the header says. `auto_reply`: a
vacation notice or the like. `auto_generated`: written by a program. `bounce`: a report of delivery, or
without a sender. `list`: a mailing list or newsletter.
"""


class InboundInReplyTo(TypedDict):
    """The message of ours that it answers."""

    message_id: str
    log_id: str | None
    """The log of the recipient that answers, where the sender is one."""
    match: Literal["address", "header"] | str
    """`address`: it came to an address that the service made for that message, which nobody else can make
    up. `header`: its header names that message, as anybody can.
    """


class InboundEventAttachment(TypedDict):
    id: str
    filename: str | None
    content_type: str
    size: int
    content_id: str | None
    disposition: Literal["attachment", "inline"] | str
    sha256: str
    url: str
    """The decoded bytes."""


_RetrievedInboundReceivedData = TypedDict(
    "_RetrievedInboundReceivedData",
    {
        "from": NotRequired[list[InboundAddress]],
    },
)


class RetrievedInboundReceivedData(_RetrievedInboundReceivedData):
    """What was received, as the API returns it."""

    inbound_message_id: str
    route_id: str
    envelope: NotRequired[InboundEnvelope]
    to: NotRequired[list[InboundAddress]]
    cc: NotRequired[list[InboundAddress]]
    reply_to: NotRequired[list[InboundAddress]]
    subject: NotRequired[str]
    header_message_id: NotRequired[str | None]
    header_date: NotRequired[str | None]
    size: int
    truncated: bool
    readable: bool
    auth: NotRequired[InboundAuth]
    automatic: InboundAutomatic | str
    in_reply_to: InboundInReplyTo | None
    contact_id: str | None
    text: NotRequired[str | None]
    """The first 32 kB of the plain text."""
    text_truncated: NotRequired[bool]
    """Whether `text` was cut."""
    reply_text: NotRequired[str | None]
    """Within the same limit."""
    attachments: NotRequired[list[InboundEventAttachment]]
    content_url: NotRequired[str]
    """The `InboundMessageDetail` as JSON."""
    raw_url: NotRequired[str]
    """The message as it came (message/rfc822)."""
    urls_expire_at: NotRequired[str]
    received_at: str
    replayed: bool
    """Whether `replayInboundMessage` has sent it again."""


class RetrievedInboundReceivedEvent(TypedDict):
    """`inbound.received`, as the API returns it."""

    id: str
    type: Literal["inbound.received"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: RetrievedInboundReceivedData


class WebhookDisabledData(TypedDict):
    """A subscription that nothing is sent to any more."""

    webhook_id: str
    url: str
    reason: Literal["failing", "gone"] | str
    """Five days of nothing but failures, or the endpoint answered 410."""
    failing_since: str | None
    consecutive_failures: int


class WebhookDisabledEvent(TypedDict):
    id: str
    type: Literal["webhook.disabled"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str | None
    """The project that the subscription is for; null is any."""
    environment: Literal["live", "test"] | str | None
    data: WebhookDisabledData


class WebhookTestData(TypedDict):
    """Nothing happened; somebody tries the subscription."""

    webhook_id: str


class WebhookTestEvent(TypedDict):
    id: str
    type: Literal["webhook.test"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str | None
    """The project that the subscription is for; null is any."""
    environment: Literal["live", "test"] | str | None
    data: WebhookTestData


_InboundReceivedData = TypedDict("_InboundReceivedData", {"from": list[InboundAddress]})


class InboundReceivedData(_InboundReceivedData):
    """What a webhook gets of an inbound message."""

    inbound_message_id: str
    route_id: str
    envelope: InboundEnvelope
    to: list[InboundAddress]
    cc: list[InboundAddress]
    reply_to: list[InboundAddress]
    subject: str
    header_message_id: str | None
    header_date: str | None
    size: int
    truncated: bool
    readable: bool
    auth: InboundAuth
    automatic: InboundAutomatic | str
    in_reply_to: InboundInReplyTo | None
    contact_id: str | None
    text: str | None
    """The first 32 kB of the plain text."""
    text_truncated: bool
    """Whether `text` was cut."""
    reply_text: str | None
    """Within the same limit."""
    attachments: list[InboundEventAttachment]
    content_url: str
    """The `InboundMessageDetail` as JSON."""
    raw_url: str
    """The message as it came (message/rfc822)."""
    urls_expire_at: str
    received_at: str
    replayed: bool
    """Whether `replayInboundMessage` has sent it again."""


class InboundReceivedEvent(TypedDict):
    id: str
    type: Literal["inbound.received"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: InboundReceivedData


KnownEvent = (
    MessageAcceptedEvent
    | MessageScheduledEvent
    | MessageDeferredEvent
    | MessageDeliveredEvent
    | MessageBouncedEvent
    | MessageFailedEvent
    | MessageSuppressedEvent
    | MessageCancelledEvent
    | MessageComplainedEvent
    | MessageUnsubscribedEvent
    | MessageOpenedEvent
    | MessageClickedEvent
    | SubscriptionRequestedEvent
    | SubscriptionConfirmedEvent
    | SuppressionAddedEvent
    | DomainVerifiedEvent
    | DomainDegradedEvent
    | DomainFailedEvent
    | TemplatePublishedEvent
    | ContactUnsubscribedEvent
    | ContactResubscribedEvent
    | ContactTopicChangedEvent
    | CampaignScheduledEvent
    | CampaignStartedEvent
    | CampaignPausedEvent
    | CampaignResumedEvent
    | CampaignSentEvent
    | CampaignCancelledEvent
    | AutomationPublishedEvent
    | AutomationRunCompletedEvent
    | AutomationRunFailedEvent
    | AutomationNotifiedEvent
    | InboundReceivedEvent
    | WebhookDisabledEvent
    | WebhookTestEvent
)
"""An event of a type that this version of the package knows: `type` decides on the shape of `data`."""


class UnknownEvent(TypedDict):
    """An event of a type that is newer than this package: version 1 of the API can gain types.

    At run time `type` is any text. For type checkers it differs from every known one, so that
    `event["type"] == "message.bounced"` leaves one class of event, a misspelt type is an error, and `else`
    gets `UnknownEvent`. `str(event["type"])` is a text for them, too.
    """

    id: str
    type: Literal[_NewerType.ANY]
    """The type of the event."""
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and the data."""
    workspace_id: str
    project_id: str | None
    """Null where the event is about no project but the workspace."""
    environment: Literal["live", "test"] | str | None
    """The project's; null where the event is about no project and no environment."""
    data: dict[str, Any]


WebhookEvent = KnownEvent | UnknownEvent
"""An event, as webhooks deliver it."""


Event = WebhookEvent | RetrievedInboundReceivedEvent
"""An event, as the API returns it. An API key gets `inbound.received` with ids alone."""


class EventList(TypedDict):
    data: list[Event]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""
    window: Window


class FollowedEventPage(TypedDict):
    data: list[Event]
    """The oldest first."""
    has_more: bool
    """Whether there is more to look through at once."""
    next_cursor: str
    """Pass it as `after` in the next request."""
    window: Window


StatisticsInterval = Literal["hour", "day"]
"""The length of a period, in UTC."""


StatisticsGrouping = Literal["project", "category", "destination"]
"""What the counts are told apart by: the project, the message's category, or the domain of the recipient."""


class TimeToDelivery(TypedDict):
    """From the request, or `scheduled_at`, until the receiving server took the message, in milliseconds."""

    p50_ms: int | None
    p95_ms: int | None


class StatisticsCounts(TypedDict):
    """What was recorded in a span of time."""

    accepted: int
    """Recipients of messages that were accepted, at the time of the request."""
    delivered: int
    """Recipients whose server took the message, at the time of the delivery."""
    bounced: int
    """Recipients whose server refused the message for good, or reported so later; the sum of
    `bounced_by_class`.
    """
    failed: int
    """Recipients that were given up without a refusal for good."""
    suppressed: int
    """Recipients that nothing was sent to, since the address is suppressed."""
    cancelled: int
    """Recipients of messages that were cancelled."""
    complained: int
    """Recipients that reported the message as unwanted."""
    deferred: int
    """Attempts that a server put off, or that did not reach one; a recipient may have more than one."""
    bounced_by_class: dict[str, int]
    """How many bounced, by `BounceClass`; classes without any are left out."""
    time_to_delivery: TimeToDelivery


class StatisticsPeriod(TypedDict):
    at: str
    """When the period began."""
    counts: StatisticsCounts


class StatisticsGroup(TypedDict):
    key: str | None
    """The project id, the category or the domain."""
    other: bool
    """Whether it is the rest: the groups beyond `max_groups`."""
    name: str | None
    """The name of the project."""
    total: StatisticsCounts
    periods: list[StatisticsPeriod]
    """By period, the oldest first; periods without any are left out."""


class Statistics(TypedDict):
    interval: StatisticsInterval | str
    since: str
    """The start of the first period."""
    until: str
    """The end of the last period."""
    total: StatisticsCounts
    periods: list[StatisticsPeriod]
    """By period, the oldest first; periods without any are left out."""
    groups: list[StatisticsGroup]
    """With `group_by`: the groups with most accepted recipients, then the rest together."""


SubscribableEventType = Literal[
    "*",
    "message.accepted",
    "message.scheduled",
    "message.deferred",
    "message.delivered",
    "message.bounced",
    "message.failed",
    "message.suppressed",
    "message.cancelled",
    "message.complained",
    "message.unsubscribed",
    "message.opened",
    "message.clicked",
    "subscription.requested",
    "subscription.confirmed",
    "suppression.added",
    "domain.verified",
    "domain.degraded",
    "domain.failed",
    "template.published",
    "contact.unsubscribed",
    "contact.resubscribed",
    "contact.topic_changed",
    "campaign.scheduled",
    "campaign.started",
    "campaign.paused",
    "campaign.resumed",
    "campaign.sent",
    "campaign.cancelled",
    "automation.published",
    "automation.run_completed",
    "automation.run_failed",
    "automation.notified",
    "inbound.received",
    "webhook.disabled",
]
"""A type of event, or `*`. `webhook.test` is sent by a test alone."""


WebhookDisabledReason = Literal["requested", "failing", "gone"]
"""Why nothing is sent: somebody asked for it, five days of nothing but failures, or the endpoint answered
410.
"""


class WebhookSecret(TypedDict):
    """A signing secret, but not its value."""

    created_at: str
    expires_at: str | None
    """When an old secret ends; null for the newest."""


class WebhookSubscription(TypedDict):
    id: str
    url: str
    """In its normal form (WHATWG URL)."""
    events: list[SubscribableEventType | str]
    project_id: str | None
    """The project whose events it is for; null is any."""
    environment: Literal["live", "test"] | str | None
    description: str | None
    enabled: bool
    disabled_reason: WebhookDisabledReason | str | None
    disabled_at: str | None
    secrets: list[WebhookSecret]
    """The secrets that sign now, newest first."""
    created_at: str
    updated_at: str


class WebhookList(TypedDict):
    data: list[WebhookSubscription]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class UpsertWebhookRequest(TypedDict):
    id: NotRequired[str]
    url: str
    """Where events are sent, by `POST`."""
    events: Sequence[SubscribableEventType]
    """The types of event it is for; `*` is all of them, those that come later too."""
    project_id: NotRequired[str | None]
    """Only events of this project."""
    environment: NotRequired[Literal["live", "test"] | None]
    """Only events of this environment."""
    description: NotRequired[str | None]
    """For people."""
    enabled: NotRequired[bool]
    """Whether events are sent."""
    allow_similar: NotRequired[bool]
    """Whether the subscription may get a `url` that is similar to another one's."""


SecretWithheld = Literal["shown_before", "none_made"]
"""Why `secret` is null. `shown_before`: this repeats a reply under its idempotency key, and the secret is
shown again within 10 minutes of that reply only. `none_made`: the request made no secret; those that there
were go on. Null where the secret is there. The list grows in version 1.
"""


class SavedWebhook(TypedDict):
    webhook: WebhookSubscription
    secret: str | None
    """The new signing secret: `whsec_` and 32 bytes in base64."""
    secret_withheld: NotRequired[SecretWithheld | str | None]


class UpdateWebhookRequest(TypedDict, total=False):
    """`id` or `url` says which subscription it is about, `id` where both are given."""

    id: str
    url: str
    """Where events are sent, by `POST`."""
    events: Sequence[SubscribableEventType]
    """The types of event it is for; `*` is all of them, those that come later too."""
    project_id: str | None
    """Only events of this project."""
    environment: Literal["live", "test"] | None
    """Only events of this environment."""
    description: str | None
    """For people."""
    enabled: bool
    """Whether events are sent."""
    allow_similar: bool
    """Whether the subscription may get a `url` that is similar to another one's."""


WebhookDeliveryStatus = Literal["pending", "delivering", "delivered", "failed", "dead_letter"]
"""`pending`: waits for its next attempt. `delivering`: is being sent. `delivered`: the endpoint answered
2xx. `failed`: ended without further attempts: a test that failed, an endpoint that is gone, a subscription
that was deleted. `dead_letter`: every attempt of the schedule failed. Each can be replayed.
"""


WebhookErrorCode = Literal[
    "address_refused",
    "dns_failed",
    "connection_failed",
    "tls_failed",
    "timed_out",
    "connection_lost",
    "invalid_response",
    "redirected",
    "gone",
    "refused",
    "event_gone",
    "subscription_deleted",
]
"""Why an attempt failed. `address_refused`: the name leads to an address that is not on the public
internet. `dns_failed`: the name has no address, or the DNS gave no answer. `connection_failed`: no
connection. `tls_failed`: the certificate or the handshake. `timed_out`: no reply within 15 seconds.
`connection_lost`: it broke before the reply. `invalid_response`: the reply is not HTTP. `redirected`: 3xx,
which is not followed. `gone`: 410. `refused`: any other status that is not 2xx. `event_gone`: the event is
no longer retained. `subscription_deleted`: nothing was sent. The list grows in version 1.
"""


class WebhookAttemptError(TypedDict):
    """Why the attempt failed."""

    code: WebhookErrorCode | str
    message: str
    """For people."""


class WebhookRequestHeader(TypedDict):
    name: str
    value: str


class WebhookAttempt(TypedDict):
    at: str
    """When it began."""
    status: int | None
    """The HTTP status of the reply; null if there was no reply."""
    duration_ms: int
    """Milliseconds from the start of the attempt to the reply."""
    error: WebhookAttemptError | None
    response_body: str | None
    """The beginning of the reply's body, at most 2 kB of it."""
    request_headers: list[WebhookRequestHeader] | None
    """The header fields of the request as they were sent, in their order, or as they would have been, had
    there been a connection.
    """


class WebhookDelivery(TypedDict):
    """One event on its way to one subscription."""

    id: str
    webhook_id: str
    event_id: str
    event_type: EventType | str
    project_id: str | None
    """The event's project."""
    environment: Literal["live", "test"] | str | None
    """The event's environment."""
    status: WebhookDeliveryStatus | str
    attempts: list[WebhookAttempt]
    """Oldest first."""
    next_attempt_at: str | None
    """When the next attempt is due; null where there is none, and while the subscription is disabled."""
    final_response_status: int | None
    """The status of the last attempt, once the delivery has ended."""
    created_at: str
    ended_at: str | None


class WebhookDeliveryList(TypedDict):
    data: list[WebhookDelivery]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""
    window: Window


WebhookHealthStatus = Literal["healthy", "failing", "disabled"]
"""`failing`: its last attempt failed."""


class WebhookHealth(TypedDict):
    webhook_id: str
    url: str
    webhook_created_at: str
    """When the subscription was created."""
    status: WebhookHealthStatus | str
    attempts: int
    """Attempts in the last 24 hours."""
    succeeded: int
    """Successful attempts in the last 24 hours."""
    success_rate: float | None
    """`succeeded` as a share of `attempts`; null if there were no attempts."""
    p95_ms: int | None
    """95 of 100 replies of the last 24 hours took no longer, within 15 per cent; null where there were
    none.
    """
    consecutive_failures: int
    """Failed attempts since the last success."""
    failing_since: str | None
    """The time of the first of these failures."""
    last_success_at: str | None
    last_failure_at: str | None
    pending: int
    """Deliveries that wait to be sent to this subscription, counted up to 100,000."""
    disabled_reason: WebhookDisabledReason | str | None
    disabled_at: str | None


class WebhookHealthList(TypedDict):
    data: list[WebhookHealth]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class RotateWebhookSecretRequest(TypedDict, total=False):
    overlap_seconds: int
    """How long the old secret goes on signing beside the new one."""


class WebhookReceiver(TypedDict):
    id: str
    url: str
    """Where it receives, by `POST`: the `url` of a subscription."""
    environment: Literal["live", "test"] | str | None
    """The environment that the key which made it is held to."""
    reply_status: int
    """The HTTP status of its replies."""
    created_at: str
    expires_at: str
    """When it ends, and what it has received is deleted."""


class WebhookReceiverList(TypedDict):
    data: list[WebhookReceiver]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateWebhookReceiverRequest(TypedDict, total=False):
    reply_status: int
    """The HTTP status of its replies."""


class UpdateWebhookReceiverRequest(TypedDict):
    reply_status: int
    """The HTTP status of its replies from now on."""


ReceivedSignature = Literal["valid", "invalid", "unknown"]
"""What `Service-Signature` says. `valid`: a secret of the subscription with this `url` has signed these
bytes within the five minutes before they came. `invalid`: there is no signature, or none that is right.
`unknown`: no subscription of the workspace has this `url`, so there was no secret to verify with.
"""


class WebhookReceiverRequest(TypedDict):
    id: str
    received_at: str
    headers: dict[str, str]
    """Its header fields, by their names in lower case; the values of one that was repeated are joined by a
    comma.
    """
    body: str
    """The body, decompressed, as text: at most the first 256 kB."""
    body_cut: bool
    """Whether the body was longer than `body`."""
    replied_status: int
    """The HTTP status that it was replied to with."""
    webhook_id: str | None
    """The subscription that had the receiver's `url` when the request came; null where there was none."""
    signature: ReceivedSignature | str


class WebhookReceiverRequestList(TypedDict):
    data: list[WebhookReceiverRequest]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class DomainDkimKey(TypedDict):
    """A key that signs the domain's mail, will or did."""

    selector: str
    algorithm: Literal["rsa", "ed25519"] | str
    status: Literal["pending", "active", "retiring"] | str
    """`pending`: signs once its record is found. `active`: signs. `retiring`: signs no more; leave its
    record until `retires_at`.
    """
    created_at: str
    retires_at: str | None


DomainRecordStatus = Literal["ok", "missing", "wrong", "unknown", "unchecked", "not_needed"]
"""`ok`: as it should be. `missing`: the DNS says that there is none. `wrong`: there is one, and it does
not do. `unknown`: the DNS gave no answer, so nobody can tell. `unchecked`: it was not looked for yet.
`not_needed`: with this service's settings it is not looked for, as with mail that stays in the sink.
"""


class DomainRecord(TypedDict):
    """A DNS record that has to do with the domain, what it should be and what was found."""

    kind: DomainRecordKind | str
    need: Literal["required", "recommended", "optional"] | str
    """`required`: without it the domain is not verified. `recommended`: receivers ask for it, or mail
    fares better with it. `optional`: worth a thought. DMARC is recommended until the domain has sent more
    than 1,000 mails to one mailbox provider in a day, and required from then on.
    """
    type: Literal["TXT", "MX", "CNAME"] | str
    name: str
    """Where it stands in the DNS."""
    selector: str | None
    """The DKIM selector; null for other kinds."""
    expected: str | None
    """What to publish, an MX as `10 mail.example` and a CNAME as the name that it leads to; null where
    that is yours to say.
    """
    found: list[str]
    """The records found at that name as of the last check, the strings of each joined."""
    status: DomainRecordStatus | str
    problem: str | None
    """A stable code of what is wrong, such as `dkim_key_mismatch`."""
    advice: str | None
    """What to do, in a sentence; null where there is nothing to do."""


ReturnPathStatus = Literal["active", "pending", "broken", "not_needed"]
"""`active`: the domain's mail leaves with it. `pending`: no check of the verified domain has found its
record yet. `broken`: it was found, and the last check that had an answer did not find it; the domain's
mail leaves with the return path of the service until it is found again. `not_needed`: mail leaves with the
return path of the service in any case, since that one is below the same registered domain, mail stays in
the sink, or the name would be too long.
"""


class DomainReturnPath(TypedDict):
    """The domain's own return path: the domain of the envelope sender that its mail leaves with, so that
    SPF aligns with the From field (RFC 9989).
    """

    label: str
    """What stands before the domain in its name."""
    domain: str
    """Its name: the label and the domain."""
    status: ReturnPathStatus | str
    since: str | None
    """Since when it is `active` or `broken`; null for the others."""


class Domain(TypedDict):
    """A domain that the workspace sends from."""

    id: str
    name: str
    """As A-labels in lower case."""
    status: DomainStatus | str
    vouched: bool
    """Whether the operator vouches for it, so that it is `verified` whatever its records say."""
    created_at: str
    verified_at: str | None
    """When it was verified last."""
    degraded_since: str | None
    """Of a degraded or failed domain."""
    fails_at: str | None
    """When a degraded domain fails, if nobody mends it."""
    checked_at: str | None
    """When it was checked last."""
    next_check_at: str
    """When the service checks it by itself."""
    dkim_keys: list[DomainDkimKey]
    records: list[DomainRecord]
    return_path: DomainReturnPath


class DomainList(TypedDict):
    data: list[Domain]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateDomainRequest(TypedDict):
    name: str
    """A domain such as `shop.example`, in any script."""
    ed25519: NotRequired[bool]
    """Whether mail is signed with an Ed25519 key too."""
    return_path_label: NotRequired[str]
    """What stands before the domain in the name of its own return path, such as `bounces` in
    `bounces.shop.example`: a label of the DNS, or several with dots between them.
    """


class DmarcBlocker(TypedDict):
    """Why the next step is too early."""

    code: Literal["too_few_messages", "aligned_share_too_low", "unexplained_source", "not_checked", "record_broken"] | str
    """`too_few_messages`, `aligned_share_too_low` and `unexplained_source` are about the evidence;
    `not_checked`: the domain's DNS was not looked up yet; `record_broken`: its DMARC record has to be
    mended first.
    """
    message: str
    """What is in the way and what to do."""


class DmarcDnsRecord(TypedDict):
    type: Literal["TXT"] | str
    name: str
    value: str


class DmarcUnexplainedSource(TypedDict):
    """A source that turned up within the evidence's time and that nobody can explain."""

    source_id: str
    address: str
    hostname: str | None
    header_from: str
    messages: int


class DmarcEvidence(TypedDict):
    """What receivers reported for the last 14 days and for today, by whole days in UTC."""

    since: str
    until: str
    reports: int
    reporters: list[str]
    """Who sent them, those with the most reports first, ten at most."""
    messages: int
    """Messages from all sources, except those reviewed as unauthorized."""
    aligned: int
    """Messages that passed DMARC."""
    aligned_share: float | None
    """Rounded down to three places; null where there was no message."""
    dkim_aligned: int
    spf_aligned: int
    unauthorized: int
    """Messages from sources that were reviewed as unauthorized."""
    unexplained_sources: list[DmarcUnexplainedSource]
    """Those that block the ramp, the largest first, ten at most."""


class DmarcRamp(TypedDict):
    domain_id: str
    domain: str
    domain_created_at: str
    """When the domain was created."""
    stage: Literal["monitor", "quarantine_testing", "quarantine", "reject_testing", "reject"] | str | None
    """Null where no DMARC record is in effect."""
    next_stage: Literal["monitor", "quarantine_testing", "quarantine", "reject_testing", "reject"] | str | None
    """Null at the end of the ramp."""
    ready: bool
    """Whether the next step can be taken now."""
    blockers: list[DmarcBlocker]
    current_record: DmarcDnsRecord | None
    """The record in effect as the last check found it."""
    next_record: DmarcDnsRecord | None
    """The record to publish for the next stage; null at the end of the ramp."""
    evidence: DmarcEvidence


class DmarcRampList(TypedDict):
    data: list[DmarcRamp]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class UpdateDomainRequest(TypedDict):
    return_path_label: str
    """What stands before the domain in the name of its own return path, such as `bounces` in
    `bounces.shop.example`: a label of the DNS, or several with dots between them.
    """


DomainRuleCode = Literal[
    "dkim",
    "spf",
    "dmarc",
    "reverse_dns",
    "tls",
    "one_click",
    "unsubscribe_link",
    "spam_rate",
    "sender_domain",
]
"""`dkim`: mail is signed as the domain. `spf`: SPF passes, and aligns with the domain. `dmarc`: the domain
has a policy of at least `p=none`. `reverse_dns`: the addresses that mail leaves from have names that lead
back to them. `tls`: mail leaves encrypted. `one_click`: links to unsubscribe work by one click, over https
(RFC 8058). `unsubscribe_link`: mail to many shows the link in its body and has `List-Unsubscribe` and
`List-Id`. `spam_rate`: fewer than 0.1 % of the recipients complain, and never 0.3 %. `sender_domain`: the
domain is not a mailbox provider's.
"""


DomainRuleStatus = Literal["holds", "broken", "unknown", "not_needed"]
"""`holds`: the domain's mail keeps the rule. `broken`: it does not; `advice` says what to do. `unknown`:
nobody can tell yet. `not_needed`: the rule is nobody's here, as for mail that stays in the sink.
"""


class DomainRule(TypedDict):
    code: DomainRuleCode | str
    enforcement: Literal["enforced", "warned"] | str
    """`enforced`: mail that breaks the rule does not leave. `warned`: it leaves, and providers may refuse
    it or put it into spam.
    """
    status: DomainRuleStatus | str
    message: str
    """What holds or does not."""
    advice: str | None
    """What to do where the rule is broken or could be."""


class DomainRules(TypedDict):
    domain_id: str
    domain: str
    """As A-labels in lower case."""
    bulk_sender_since: str | None
    """Since when the domain has sent more than 1,000 mails to one mailbox provider in a day, so that DMARC
    is required of it; null where it has not.
    """
    most_mails_to_a_provider: int
    """The most mails that one mailbox provider has taken on a day of the last 30."""
    rules: list[DomainRule]
    """In the order of the codes."""


DmarcSourceKind = Literal["ours", "forwarded", "aligned", "unexplained"]
"""`ours`: an address that this service sends from. `forwarded`: another address, with mail whose DKIM
signature by this service still holds. `aligned`: another sender whose mail passes DMARC, so that you have
authorized it by your DNS. `unexplained`: anything else: a sender that you have forgotten, or somebody who
pretends to be you.
"""


class DmarcDispositions(TypedDict):
    """What receivers did, in messages."""

    none: int
    quarantine: int
    reject: int


class DmarcSource(TypedDict):
    """An address that sends as one of your domains, with what receivers reported of it."""

    id: str
    domain_id: str
    domain: str
    address: str
    """IPv4, or IPv6 as RFC 5952 writes it."""
    hostname: str | None
    """The name of the address by reverse DNS, where that name leads back to it; null where none is known
    (yet).
    """
    network: str | None
    """The registered domain of that name, such as `google.com`."""
    header_from: str
    """The domain of the From field."""
    kind: DmarcSourceKind | str
    ours: bool
    """Whether this service sends from the address."""
    messages: int
    dkim_pass: int
    """Messages with at least one valid DKIM signature, of any domain."""
    dkim_aligned: int
    """Messages with a valid DKIM signature that is aligned with the From field."""
    spf_pass: int
    spf_aligned: int
    dmarc_pass: int
    """Messages that passed DMARC by aligned DKIM or SPF."""
    dispositions: DmarcDispositions
    first_seen_at: str
    """The beginning of the first report that names it."""
    last_seen_at: str
    """The end of the last report that names it."""
    review: Literal["authorized", "unauthorized"] | str | None
    review_note: str | None
    reviewed_at: str | None


class DmarcSourceList(TypedDict):
    data: list[DmarcSource]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""
    window: Window


class ReviewDmarcSourceRequest(TypedDict):
    review: Literal["authorized", "unauthorized"] | None
    note: NotRequired[str]
    """For people."""


class TlsPolicySessions(TypedDict):
    """The sessions that a policy was applied to."""

    policy_type: str
    """`sts`: an MTA-STS policy (RFC 8461). `tlsa`: DANE records of the MX host (RFC 7672).
    `no-policy-found`: neither, so mail that cannot be encrypted is sent all the same. Others are shown as
    the reporter wrote them.
    """
    policy_domain: str
    """The domain of the policy."""
    successful_sessions: int
    failed_sessions: int


class TlsFailure(TypedDict):
    """Sessions that failed alike."""

    result_type: str
    """Why they failed (RFC 8460, section 4.3): `starttls-not-supported`, `certificate-host-mismatch`,
    `certificate-expired`, `certificate-not-trusted`, `validation-failure`, `tlsa-invalid`,
    `dnssec-invalid`, `dane-required`, `sts-policy-fetch-error`, `sts-policy-invalid`,
    `sts-webpki-invalid`.
    """
    policy_type: str
    """The type of the policy that was applied."""
    receiving_mx: str | None
    """The MX host that mail was sent to; null where the report does not name it."""
    sessions: int
    reporters: list[str]
    """Who reported them, those with the most sessions first, ten at most."""
    sending_addresses: list[str]
    """Addresses that the reporters sent from, by their last reports, ten at most."""
    last_seen_at: str
    """The end of the last report that names them."""


class TlsReportSummary(TypedDict):
    """What TLS reports say of mail to a domain."""

    domain_id: str
    domain: str
    reports: int
    reporters: list[str]
    """Who sent the reports, in lower case, those with the most reports first, ten at most."""
    successful_sessions: int
    """Sessions that were encrypted as the policy demands."""
    failed_sessions: int
    policies: list[TlsPolicySessions]
    """The policies that senders found, those with the most sessions first, twenty at most."""
    failures: list[TlsFailure]
    """Why sessions failed, the most frequent reason first, fifty at most."""
    last_seen_at: str
    """The end of the last report."""


class TlsReportSummaryList(TypedDict):
    data: list[TlsReportSummary]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""
    window: Window


class CreateSuppressionRequest(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    reason: NotRequired[Literal["hard_bounce", "soft_bounce", "complaint", "unsubscribe", "manual", "import"]]
    """A `SuppressionReason`."""
    note: NotRequired[str]
    """One line for people."""


class Suppression(TypedDict):
    """An address that nothing is sent to."""

    id: str
    email: str | None
    """In lower case, as addresses are compared."""
    reason: SuppressionReason | str
    note: str | None
    reply: str | None
    """What the recipient's server said, where it was suppressed for a bounce: the reply's code, its
    enhanced code if it has one, and its text, in one line.
    """
    log_id: str | None
    """The message log of the delivery that caused it."""
    project_id: str | None
    """Set where it holds for this project only, as an erasure by a project does."""
    suppressed_at: str
    """When the address was suppressed; an import may say an earlier time than that of its own."""
    created_at: str
    """When this record was made."""


class SuppressionList(TypedDict):
    data: list[Suppression]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class RejectedLine(TypedDict):
    line: int
    """The line number in the file, starting at 1."""
    code: str
    """The rule it broke, for programs."""
    message: str
    """The rule in words."""


class SuppressionImport(TypedDict):
    imported: int
    """Addresses that are newly suppressed."""
    already_present: int
    """Suppressed before, or by an earlier line of the file."""
    rejected: int
    """The total number of lines that were not imported."""
    rejected_lines: list[RejectedLine]
    """The first 10,000 of them."""


BounceSuppressionReason = Literal["hard_bounce", "soft_bounce"]
"""A `SuppressionReason` that bounces make."""


_SuppressionReplyGroup = TypedDict("_SuppressionReplyGroup", {"class": BounceClass | str | None})


class SuppressionReplyGroup(_SuppressionReplyGroup):
    """Suppressions for replies that say the same."""

    reply: str
    """What the replies have in common."""
    reason: BounceSuppressionReason | str
    still_suppresses: bool
    """Whether a bounce with this reply would suppress an address today."""
    count: int
    """How many suppressions these are."""
    first_created_at: str
    """When the first of them was made."""
    last_created_at: str
    """When the last of them was made."""
    sample: Suppression


class SuppressionReplyGroups(TypedDict):
    data: list[SuppressionReplyGroup]
    """The largest group first."""
    total_groups: int
    """How many groups there are, with those above the `limit`."""
    total_suppressions: int
    """How many suppressions are counted in all groups."""
    counted_since: str
    """The beginning of what is counted: `since`, or a later time where `is_complete` is false."""
    is_complete: bool
    """Whether the whole span is counted."""


class LiftSuppressionsRequest(TypedDict, total=False):
    """At least one of `reply_contains`, `since` and `until` is needed."""

    reply_contains: str
    """Only those whose `reply` has this text in it, compared without case."""
    reason: BounceSuppressionReason
    still_suppresses: bool
    """Only those whose reply would suppress an address today (true), or would not (false), as in `GET
    /v1/suppressions/replies`.
    """
    since: str | datetime
    """Only those that were created at or after this time."""
    until: str | datetime
    """Only those that were created before this time."""
    dry_run: bool
    """Lift nothing and say how many would be lifted."""
    limit: int
    """The most to lift with this request."""
    cursor: str
    """The `next_cursor` of the request before."""


class LiftedSuppressions(TypedDict):
    dry_run: bool
    matched: int
    """How many suppressions were found to lift."""
    lifted: int
    """How many were lifted. 0 in a dry run."""
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


PropertyValue = str | float | bool | None
"""A string, a number or a boolean."""


class Contact(TypedDict):
    id: str
    project_id: str
    environment: Environment | str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    name: str | None
    properties: dict[str, PropertyValue]
    """Up to 100 of your own, for segments and templates."""
    unsubscribed_at: str | None
    """Since when the contact gets no mail of the project's campaigns and automations."""
    created_at: str
    updated_at: str
    topics: dict[str, bool]
    """The topics that the contact has chosen something about, by their keys: whether it wants them."""


class ContactList(TypedDict):
    data: list[Contact]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class UpsertContactRequest(TypedDict):
    project_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    name: NotRequired[str | None]
    """For people, in any language."""
    properties: NotRequired[Mapping[str, PropertyValue]]
    """Up to 100 of your own, for segments and templates."""
    unsubscribed: NotRequired[bool]
    """Whether the contact gets no mail of the project's campaigns and automations."""


class ContactInBatch(TypedDict):
    """What `upsertContact` takes as its body, without the `project_id`."""

    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    name: NotRequired[str | None]
    """For people, in any language."""
    properties: NotRequired[Mapping[str, PropertyValue]]
    """Up to 100 of your own, for segments and templates."""
    unsubscribed: NotRequired[bool]
    """Whether the contact gets no mail of the project's campaigns and automations."""


class UpsertContactBatchRequest(TypedDict):
    project_id: str
    contacts: Sequence[ContactInBatch]
    """Created or changed one after the other."""


ContactBatchItemStatus = Literal["created", "updated", "rejected"]
"""`created` and `updated`: what 201 and 200 of `PUT /v1/contacts` say. `rejected`: nothing of this item
was stored.
"""


class ContactBatchItemError(TypedDict):
    """The error that `PUT /v1/contacts` would have returned."""

    status: int
    """The HTTP status that `PUT /v1/contacts` would have returned."""
    code: ErrorCode | str
    message: str
    """For people."""
    details: NotRequired[list[ErrorDetail]]
    """Up to 20 mistakes of the contact."""


class ContactBatchItemResult(TypedDict):
    index: int
    """The contact's position in the request."""
    status: ContactBatchItemStatus | str
    contact: NotRequired[Contact]
    error: NotRequired[ContactBatchItemError]


class ContactBatchResult(TypedDict):
    data: list[ContactBatchItemResult]
    """One result for each contact, in the order of the request."""
    created: int
    updated: int
    rejected: int


class RecordContactEventByAddressRequest(TypedDict):
    project_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    name: str
    """What happened, in your own words."""
    properties: NotRequired[Mapping[str, PropertyValue]]
    """What else is to be known of it."""
    at: NotRequired[str | datetime]
    """When it happened; now where it is absent."""


class ContactEvent(TypedDict):
    id: str
    contact_id: str
    name: str
    """What happened, in your own words."""
    properties: dict[str, PropertyValue]
    """What else is to be known of it."""
    at: str
    """When it happened."""
    created_at: str
    """When it was recorded."""


ContactImportStatus = Literal["running", "completed", "failed", "cancelled"]
"""`running` also while it waits for its turn. `failed`: it could not go on, for the reason in `error`.
What was imported by then stays.
"""


class ContactImportColumn(TypedDict):
    """What a column of the file is taken for."""

    header: str
    """The name that the first line gives the column."""
    target: str
    """As in the parameter `columns`: `email`, `name`, `properties.company_size:text`."""


class ContactImportLine(TypedDict):
    """A line of the file that was not imported, or not wholly."""

    line: int
    """The line number in the file, starting at 1."""
    code: str
    """The rule that it broke."""
    column: str | None
    """The header of the column that it is about."""
    message: str
    """The rule in words."""


class ContactImportError(TypedDict):
    """Why it has failed."""

    code: str
    """The list grows."""
    message: str
    """The reason in words."""
    line: NotRequired[int | None]
    """With `too_many_refused`: the first line of the file that was not tried."""


class ContactImport(TypedDict):
    """A file of contacts, and how far its import has come."""

    id: str
    project_id: str
    environment: Environment | str
    list_id: str | None
    """The list that the contacts are subscribed to."""
    consent: Literal["proof", "opt_in"] | str | None
    """By what: the proof in the file, or an opt-in mail."""
    status: ContactImportStatus | str
    columns: list[ContactImportColumn]
    bytes: int
    """The size of the file, decompressed."""
    bytes_read: int
    """How much of it is imported."""
    lines: int
    """Records read."""
    created: int
    """New contacts."""
    updated: int
    """Contacts that were there and have been changed."""
    unchanged: int
    """Lines that say nothing new of their contact."""
    rejected: int
    """Lines that cannot be imported, by the report of lines."""
    subscribed: int
    """Newly subscribed to the list, or asked to confirm by a mail."""
    not_subscribed: int
    """Contacts that were saved and not subscribed, since they are suppressed or have unsubscribed from the
    list.
    """
    first_lines: list[ContactImportLine]
    """The first 20 lines of the report of lines."""
    error: ContactImportError | None
    """Why it has failed."""
    created_at: str
    completed_at: str | None
    """When it ended, in whichever way."""


class UpdateContactRequest(TypedDict, total=False):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    name: str | None
    """For people, in any language."""
    properties: Mapping[str, PropertyValue]
    """Up to 100 of your own, for segments and templates."""
    unsubscribed: bool
    """Whether the contact gets no mail of the project's campaigns and automations."""


class ContactEventList(TypedDict):
    data: list[ContactEvent]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class RecordContactEventRequest(TypedDict):
    name: str
    """What happened, in your own words."""
    properties: NotRequired[Mapping[str, PropertyValue]]
    """What else is to be known of it."""
    at: NotRequired[str | datetime]
    """When it happened; now where it is absent."""


SubscriptionStatus = Literal["pending", "confirmed", "unsubscribed"]
"""`pending`: asked to confirm. `confirmed`: wants this list's mail. `unsubscribed`: does not want it any
more.
"""


class Consent(TypedDict):
    """Proof of what a person said."""

    action: Literal["requested", "confirmed", "unsubscribed"] | str
    at: str
    source: str | None
    """Your own words, or `api` where a request gave none."""
    ip_address: str | None
    user_agent: str | None


class Subscription(TypedDict):
    id: str
    list_id: str
    project_id: str
    environment: Environment | str
    contact_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    status: SubscriptionStatus | str
    requested_at: str
    """When its last opt-in mail was sent."""
    confirmed_at: str | None
    unsubscribed_at: str | None
    unsubscribe_url: str
    """The page to unsubscribe on, for a link in your mail."""
    consents: list[Consent]
    """The first first."""
    created_at: str
    updated_at: str


class SubscriptionList(TypedDict):
    data: list[Subscription]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class ContactTopic(TypedDict):
    key: str
    """Names the topic within its project."""
    name: str
    subscribed: bool
    """What the contact has chosen, or else the default of the topic."""
    chosen_at: str | None
    """When the contact chose."""


class ContactTopics(TypedDict):
    """What a contact wants of the topics of its project."""

    contact_id: str
    unsubscribed_at: str | None
    """Since when the contact gets no mail of campaigns and automations at all, whatever its topics."""
    topics: list[ContactTopic]
    """All topics of the project, the oldest first."""


class ChooseContactTopicRequest(TypedDict):
    subscribed: bool
    """Whether the contact wants mail of the topic."""
    source: NotRequired[str]
    """Where the person said so, in your words."""
    ip_address: NotRequired[str]
    """The person's IP address, version 4 or 6."""
    user_agent: NotRequired[str]
    """The User-Agent of the person's browser."""


class TopicConsent(TypedDict):
    """Proof of what a person chose."""

    topic: str
    """Names the topic within its project."""
    action: Literal["subscribed", "unsubscribed"] | str
    at: str
    source: str | None
    """Your own words, or `api` where a request gave none."""
    ip_address: str | None
    user_agent: str | None


class TopicConsentList(TypedDict):
    data: list[TopicConsent]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class AutomationRunTrigger(TypedDict):
    kind: Literal["event", "list", "contact_created", "manual", "inbound"] | str
    contact_event_id: str | None
    """The event of the contact that started it, where it was one."""
    inbound_message_id: str | None
    """The mail of the contact that started it, where it was one."""
    at: str
    """When that happened."""


class AutomationRunWait(TypedDict):
    """What it waits for."""

    until: str
    event: str | None
    """The name of the event; null where it waits for a time alone."""


class AutomationRun(TypedDict):
    id: str
    automation_id: str
    version: int
    """A version's number, from 1."""
    contact_id: str
    status: AutomationRunStatus | str
    trigger: AutomationRunTrigger
    key: str | None
    """The value of `reentry.key`, where there is one."""
    depth: int
    """How many runs have caused each other before it."""
    step_key: str | None
    """The step that it is at, or was at when it ended."""
    wait: AutomationRunWait | None
    blocked_by: Literal["automation_paused", "sending_halted", "quota_exceeded"] | str | None
    """What keeps it from its next step."""
    attempts: int
    """Failed attempts at the step."""
    next_attempt_at: str | None
    """When a step that failed for now is tried again."""
    error: AutomationRunError | None
    ended_reason: str | None
    """Why it ended before its last step: `exit_step`, `exit_event`, `exit_list`, `exit_rule`, `max_depth`,
    `manual`, `automation_archived`, or `contact_erased` where its contact was erased or deleted.
    """
    started_at: str
    ended_at: str | None


class AutomationRunList(TypedDict):
    data: list[AutomationRun]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class ContactImportList(TypedDict):
    data: list[ContactImport]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


IncludedPart = Literal["figures"]
"""What each element of a list can have beside its own properties: its figures."""


class ConfirmationOfList(TypedDict):
    """The mail that asks to confirm."""

    subject: str
    text: str
    html: str | None
    """Null where the mail is plain text."""


class SubscriberCount(TypedDict):
    """Subscriptions that were confirmed and not ended since."""

    value: int
    exact: bool
    """False if there are more than `value`."""


class SubscriberListFigures(TypedDict):
    """How many people are on it, as a list of lists has it with `include=figures`."""

    confirmed: SubscriberCount


class SubscriberList(TypedDict):
    id: str
    project_id: str
    environment: Environment | str
    name: str
    """What subscribers know it by."""
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: str | None
    confirmation: ConfirmationOfList
    created_at: str
    updated_at: str
    figures: NotRequired[SubscriberListFigures]


class SubscriberListList(TypedDict):
    data: list[SubscriberList]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class ConfirmationMail(TypedDict):
    """The mail that asks to confirm."""

    subject: str
    text: str
    """Must hold `{{confirm_url}}`."""
    html: NotRequired[str | None]
    """Must hold `{{confirm_url}}` where it is given."""


class CreateSubscriberListRequest(TypedDict):
    project_id: str
    name: str
    """What subscribers know it by."""
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: NotRequired[str]
    """The name shown beside an address, in any language."""
    confirmation: NotRequired[ConfirmationMail]


class UpdateSubscriberListRequest(TypedDict, total=False):
    name: str
    """What subscribers know it by."""
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: str | None
    """The name shown beside the address."""
    confirmation: ConfirmationMail


class RequestSubscriptionRequest(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    name: NotRequired[str]
    """The name shown beside an address, in any language."""
    properties: NotRequired[Mapping[str, PropertyValue]]
    """Up to 100 of your own, for segments and templates."""
    source: NotRequired[str]
    """Where the person said so, in your words."""
    ip_address: NotRequired[str]
    """The person's IP address, version 4 or 6."""
    user_agent: NotRequired[str]
    """The User-Agent of the person's browser."""


class SubscriptionRequest(TypedDict):
    """What came of a request."""

    outcome: Literal["requested", "already_requested", "already_confirmed", "suppressed"] | str
    subscription: Subscription | None
    """The subscription."""
    message_id: str | None
    """The opt-in mail that was sent for this request; null where none was."""
    suppression_reason: str | None
    """A `SuppressionReason`, where nothing may be sent; null otherwise."""


class UnsubscribeRequest(TypedDict, total=False):
    source: str
    """Where the person said so, in your words."""
    ip_address: str
    """The person's IP address, version 4 or 6."""
    user_agent: str
    """The User-Agent of the person's browser."""


class TranslationOfTopic(TypedDict):
    name: str
    description: str | None


class Topic(TypedDict):
    id: str
    project_id: str
    environment: Environment | str
    key: str
    """Names the topic within its project."""
    name: str
    description: str | None
    default_subscribed: bool
    """Whether a contact that has chosen nothing gets it."""
    translations: dict[str, TranslationOfTopic]
    """The name and the description in other languages, by language tag."""
    created_at: str
    updated_at: str


class TopicList(TypedDict):
    data: list[Topic]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class TopicTranslation(TypedDict):
    name: str
    """What contacts know it by."""
    description: NotRequired[str | None]
    """What contacts get, in a sentence."""


class CreateTopicRequest(TypedDict):
    project_id: str
    key: str
    """Names the topic within its project."""
    name: str
    """What contacts know it by."""
    description: NotRequired[str | None]
    """What contacts get, in a sentence."""
    default_subscribed: NotRequired[bool]
    """Whether a contact that has chosen nothing gets it."""
    translations: NotRequired[Mapping[str, TopicTranslation]]
    """The name and the description in other languages, by language tag."""


class UpdateTopicRequest(TypedDict, total=False):
    name: str
    """What contacts know it by."""
    description: str | None
    """What contacts get, in a sentence."""
    default_subscribed: bool
    """Whether a contact that has chosen nothing gets it."""
    translations: Mapping[str, TopicTranslation]
    """The name and the description in other languages, by language tag."""


class ErasedCounts(TypedDict):
    """How many of each kind were erased, deleted or made anonymous, so far."""

    contacts: int
    contact_events: int
    subscriptions: int
    consents: int
    """Erased consents."""
    message_logs: int
    """Message logs that remain, without the address and the name."""
    message_bodies: int
    """Erased message bodies, with their subjects and metadata."""
    attachments: int
    cancelled: int
    """Queued or scheduled deliveries that were cancelled."""
    events: int
    """Events that remain, without the address and the name."""
    webhook_deliveries: int
    """Webhook deliveries whose recorded replies named the address."""
    suppressions: int
    """Suppressions that now hold a keyed hash instead of the address."""
    soft_bounces: int
    """Erased counters of consecutive bounces."""
    kept_replies: int
    """Erased replies that were stored for idempotency keys."""
    inbound_messages: int
    """Deleted inbound messages: those with the address in their envelope, or in From, Reply-To, To or Cc."""
    topic_consents: int
    """Deleted choices of topics."""


class Deletion(TypedDict):
    """The erasure of one address."""

    id: str
    status: Literal["running", "completed"] | str
    """`running`: goes on by itself. Deliveries that are in the middle of an SMTP session are waited for."""
    project_id: str | None
    """The project it is held to; null is the whole workspace."""
    created_at: str
    completed_at: str | None
    erased: ErasedCounts


class DeletionList(TypedDict):
    data: list[Deletion]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateDeletionRequest(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    project_id: NotRequired[str]


class FoundCounts(TypedDict):
    """How many of each kind there are, counted up to 10,000."""

    contacts: int
    contact_events: int
    subscriptions: int
    message_logs: int
    """Message logs, which would remain without the address and the name."""
    cancelled: int
    """Queued or scheduled deliveries, which would be cancelled."""
    suppressions: int
    """Suppressions, of which a keyed hash would remain. 0 for a project: suppressions are those of the
    workspace.
    """
    inbound_messages: int
    """Inbound messages with the address in their envelope, or in From, Reply-To, To or Cc."""


class DeletionPreview(TypedDict):
    project_id: str | None
    """The project it would be held to; null is the whole workspace."""
    found: FoundCounts


HaltReason = Literal["operator", "bounce_rate", "complaint_rate", "archived"]
"""Why sending is halted: the operator halted it, or bounces passed 5 % or complaints 0.3 % of at least 500
live deliveries in 24 hours, or Google has told the operator of a spam rate of 0.3 % or more, or the
operator has archived the workspace, which can be read and no longer sends.
"""


class SendingWindow(TypedDict):
    """What became of live mail in the last 24 hours, or since sending was resumed."""

    since: str
    settled: int
    """Recipients that were delivered to or permanently refused."""
    bounced: int
    complained: int
    bounce_rate: float
    """`bounced` as a share of `settled`."""
    complaint_rate: float
    """`complained` as a share of `settled`."""


class HeldQueue(TypedDict):
    """What the service holds of this workspace since it was restored from a backup: mail and webhooks that
    were queued then, and may have been sent since the backup.
    """

    deliveries: int
    """Recipients whose mail is held."""
    webhooks: int
    """Webhook deliveries that are held."""
    since: str
    """When the restored service first started and held them."""


class SendingStatus(TypedDict):
    """Whether the workspace may send, and what is watched to decide it."""

    status: Literal["active", "halted"] | str
    reason: HaltReason | str | None
    note: str | None
    """What the operator said about it, or which domain Google complains of."""
    halted_at: str | None
    links_ended_at: str | None
    """Since when the operator has ended the links in the workspace's mail: tracked links answer 410 in
    place of a redirect.
    """
    window: SendingWindow
    held: HeldQueue | None


TemplateKind = Literal["message", "layout", "partial"]
"""`message`: a mail of its own, which a send can name. `layout`: what stands around messages, with `{%
block %}` where their content goes. `partial`: a piece that others show by `{% render %}`.
"""


class Template(TypedDict):
    id: str
    project_id: str | None
    """Null is every project of the workspace."""
    name: str
    kind: TemplateKind | str
    published_version: int | None
    """The version that sends use unless they name one."""
    latest_version: int
    """A version's number, from 1."""
    created_at: str
    updated_at: str


class TemplateList(TypedDict):
    data: list[Template]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


TemplateVariableType = Literal["string", "number", "boolean", "object", "array"]
"""The JSON type of the value."""


class TemplateVariable(TypedDict):
    name: str
    type: NotRequired[TemplateVariableType]
    required: NotRequired[bool]
    """Whether a send without it is refused."""
    default: NotRequired[Any]
    """The value where a send gives none, of the variable's type."""


class TemplateLocale(TypedDict, total=False):
    """The content in one language."""

    subject: str
    """The subject, in Liquid."""
    html: str
    """The HTML body, in Liquid."""
    text: str
    """The plain-text body, in Liquid."""
    preheader: str
    """What an inbox shows beside the subject, in Liquid."""


_CreateTemplateRequest = TypedDict("_CreateTemplateRequest", {"from": NotRequired[Address]})


class CreateTemplateRequest(_CreateTemplateRequest):
    project_id: NotRequired[str | None]
    """The project whose sends can name it."""
    name: str
    """For the people of the workspace."""
    kind: NotRequired[TemplateKind]
    subject: NotRequired[str]
    """The subject, in Liquid."""
    html: NotRequired[str]
    """The HTML body, in Liquid."""
    text: NotRequired[str]
    """The plain-text body, in Liquid."""
    preheader: NotRequired[str]
    """What an inbox shows beside the subject, in Liquid."""
    from_email: NotRequired[str]
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: NotRequired[str]
    """The name shown beside an address, in any language."""
    reply_to: NotRequired[Address | Sequence[Address]]
    """Where answers go, for sends that do not say."""
    variables: NotRequired[Sequence[TemplateVariable]]
    """The names that the content may use, each once, with their defaults at most 64 kB of JSON."""
    locales: NotRequired[Mapping[str, TemplateLocale]]
    """The content in further languages, by language tag (BCP 47)."""
    inline_css: NotRequired[bool]
    """Whether the rules of `<style>` are written into the `style` attributes of the elements, once for the
    version.
    """


_TemplateContent = TypedDict("_TemplateContent", {"from": NotRequired[Address]})


class TemplateContent(_TemplateContent, total=False):
    """What a version consists of."""

    subject: str
    """The subject, in Liquid."""
    html: str
    """The HTML body, in Liquid."""
    text: str
    """The plain-text body, in Liquid."""
    preheader: str
    """What an inbox shows beside the subject, in Liquid."""
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: str
    """The name shown beside an address, in any language."""
    reply_to: Address | Sequence[Address]
    """Where answers go, for sends that do not say."""
    variables: Sequence[TemplateVariable]
    """The names that the content may use, each once, with their defaults at most 64 kB of JSON."""
    locales: Mapping[str, TemplateLocale]
    """The content in further languages, by language tag (BCP 47)."""
    inline_css: bool
    """Whether the rules of `<style>` are written into the `style` attributes of the elements, once for the
    version.
    """


class PreviewTemplateContentRequest(TypedDict):
    project_id: NotRequired[str | None]
    """The project that the template is to be for, which decides what it can use."""
    content: TemplateContent
    locale: NotRequired[str]
    """The language asked for (BCP 47)."""
    variables: NotRequired[Mapping[str, Any]]
    """The values of the variables, at most 64 kB of JSON."""
    contact_id: NotRequired[str]
    fill_missing: NotRequired[bool]
    """Shows each missing value as its name in brackets, such as `[name]`, in place of an error."""


TemplateWarningCode = Literal[
    "gmail_clipping",
    "no_text",
    "image_without_alt",
    "relative_url",
    "insecure_url",
    "unsafe_url",
    "unused_variable",
]
"""Version 1 may add codes."""


class TemplateWarning(TypedDict):
    code: TemplateWarningCode | str
    message: str
    """For people."""
    variable: str | None
    """The variable that an `unused_variable` is about; null for other codes."""
    url: str | None
    """The address that the warning is about, shortened to 200 characters; null where it is about none."""


class TemplatePreview(TypedDict):
    """The mail as a send with these values would be stored and sent."""

    version: int | None
    """Null for content that is not saved."""
    locale: str | None
    """The language of the content; null is the default content."""
    subject: str
    html: str | None
    text: str
    headers: dict[str, str]
    """The header fields that the template decides, readable rather than encoded."""
    html_bytes: int
    """Size of the HTML in UTF-8."""
    content_sha256: str
    """SHA-256 of what people read: subject, plain text and HTML in UTF-8 with LF as the line break, with a
    zero byte between them and nothing for a missing HTML body.
    """
    warnings: list[TemplateWarning]
    """At most 50."""


class UpdateTemplateRequest(TypedDict):
    name: str
    """For the people of the workspace."""


class TemplateVersionSummary(TypedDict):
    """A version without its bodies."""

    version: int
    """A version's number, from 1."""
    subject: str | None
    locales: list[str]
    """The language tags that it has content for."""
    created_at: str
    created_by: str
    published_at: str | None


class TemplateVersionList(TypedDict):
    data: list[TemplateVersionSummary]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class DeclaredVariable(TypedDict):
    name: str
    type: TemplateVariableType | str
    required: bool
    default: Any
    """The value where a send gives none."""


class TemplatePin(TypedDict):
    """A layout or partial, in the version that was the published one when this version was made."""

    template_id: str
    version: int
    """A version's number, from 1."""


class TemplateVersion(TypedDict):
    """A version."""

    template_id: str
    version: int
    """A version's number, from 1."""
    subject: str | None
    html: str | None
    text: str | None
    preheader: str | None
    from_email: str | None
    from_name: str | None
    reply_to: list[NamedAddress]
    variables: list[DeclaredVariable]
    locales: dict[str, TemplateLocale]
    """The content in further languages, by language tag (BCP 47)."""
    inline_css: bool
    pins: list[TemplatePin]
    """The layouts and partials that it uses."""
    created_at: str
    created_by: str
    """The user whose session made it."""
    published_at: str | None
    """When it was last published; null if it never was."""


class TemplateUser(TypedDict):
    template_id: str
    name: str
    published: bool
    """Whether its published version uses it."""
    latest: bool
    """Whether its latest version does."""


class CampaignUser(TypedDict):
    campaign_id: str
    name: str
    status: CampaignStatus | str


AutomationStatus = Literal["draft", "active", "paused", "archived"]
"""`draft`: no version was published. `active`: starts runs, and goes on with them. `paused`: starts none,
and holds those that are under way until it is resumed. `archived`: over for good; its runs are cancelled.
"""


class AutomationUser(TypedDict):
    automation_id: str
    name: str
    status: AutomationStatus | str


class TemplateUses(TypedDict):
    """What uses a template."""

    templates: list[TemplateUser]
    campaigns: list[CampaignUser]
    automations: list[AutomationUser]


class PublishTemplateRequest(TypedDict):
    version: int
    """A version's number, from 1."""


class PreviewTemplateRequest(TypedDict, total=False):
    version: int
    """A version's number, from 1."""
    locale: str
    """The language asked for (BCP 47)."""
    variables: Mapping[str, Any]
    """The values of the variables, at most 64 kB of JSON."""
    contact_id: str
    fill_missing: bool
    """Shows each missing value as its name in brackets, such as `[name]`, in place of an error."""


SegmentScalar = str | float | bool
"""A string, a number or a boolean."""


SegmentValue = str | float | bool | Sequence[SegmentScalar]
"""What is compared with. Where the contact has no such value, or one of another type, the condition is
false, so `ne` is true: it is always the opposite of `eq`.
"""


class SegmentPropertyCondition(TypedDict):
    """A property of the contact or, in `where`, of an event."""

    name: str
    op: str
    """How the value is compared."""
    value: SegmentValue


class SegmentContactCondition(TypedDict):
    """A field of the contact itself: `email_domain` (in lower case) and `name` are text, `created_at` is a
    time, `unsubscribed` is true or false.
    """

    field: Literal["email_domain", "name", "created_at", "unsubscribed"]
    op: str
    """How the value is compared."""
    value: SegmentValue


class SegmentCountComparison(TypedDict):
    """How many there must be."""

    op: str
    """How the value is compared."""
    value: int


class SegmentEventCondition(TypedDict):
    """What the contact did, as recorded by `recordContactEvent`."""

    name: str
    """What happened, in your own words."""
    count: NotRequired[SegmentCountComparison]
    within: NotRequired[str]
    """An ISO 8601 duration of days, hours, minutes and seconds."""
    where: NotRequired[Sequence[SegmentPropertyCondition]]
    """What the properties of each counted event are like."""


class SegmentMessageCondition(TypedDict):
    """Mail of the project to the contact's address."""

    status: Literal["delivered", "bounced", "complained", "replied", "opened", "clicked"]
    count: NotRequired[SegmentCountComparison]
    within: NotRequired[str]
    """An ISO 8601 duration of days, hours, minutes and seconds."""
    campaign_id: NotRequired[str]


class SegmentListCondition(TypedDict):
    """The contact's subscription to a list of the project."""

    list_id: str
    status: SubscriptionStatus


_SegmentTopicCondition = TypedDict("_SegmentTopicCondition", {"is": Literal["subscribed", "unsubscribed"]})


class SegmentTopicCondition(_SegmentTopicCondition):
    """Whether the contact wants a topic of the project."""

    topic: str
    """Names the topic within its project."""


class SegmentReference(TypedDict):
    """The rule of another segment of the project, as it is when the rule is used."""

    segment_id: str


_SegmentRule = TypedDict("_SegmentRule", {"not": NotRequired["SegmentRule"]})


class SegmentRule(_SegmentRule, total=False):
    """A condition, or conditions combined: an object with exactly one of these keys."""

    all: "Sequence[SegmentRule]"
    """All of these hold."""
    any: "Sequence[SegmentRule]"
    """At least one of these holds."""
    property: SegmentPropertyCondition
    contact: SegmentContactCondition
    event: SegmentEventCondition
    message: SegmentMessageCondition
    list: SegmentListCondition
    topic: SegmentTopicCondition
    segment: SegmentReference


class SegmentCount(TypedDict):
    """How many contacts it had when it was last counted."""

    value: int
    exact: bool
    as_of: str


class SegmentCounting(TypedDict):
    """The count that is being made; null where none is."""

    status: Literal["running", "failed"] | str
    scanned: int
    """The contacts that were looked at."""
    error: str | None
    """Why it failed, such as `segment_too_costly`."""


class Segment(TypedDict):
    id: str
    project_id: str
    environment: Environment | str
    name: str
    rule: SegmentRule
    count: SegmentCount | None
    """How many contacts it had when it was last counted."""
    counting: SegmentCounting | None
    """The count that is being made; null where none is."""
    used_by: list[str]
    """The ids of the segments, of the campaigns that are not over, and of the automations that are not
    archived, that use it.
    """
    created_at: str
    updated_at: str


class SegmentList(TypedDict):
    data: list[Segment]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateSegmentRequest(TypedDict):
    project_id: str
    name: str
    """For people, in any language."""
    rule: SegmentRule


class PreviewSegmentRequest(TypedDict):
    project_id: str
    rule: SegmentRule


class SegmentEstimate(TypedDict):
    """How many contacts the rule selects."""

    value: int
    low: int
    high: int
    exact: bool


class SegmentPreview(TypedDict):
    estimate: SegmentEstimate
    sample: list[Contact]
    """Some of the contacts."""
    scanned: int
    """The contacts that were looked at."""
    ms: int
    """How long it took, in milliseconds."""


class UpdateSegmentRequest(TypedDict, total=False):
    name: str
    """For people, in any language."""
    rule: SegmentRule


class ExplainSegmentRequest(TypedDict):
    contact_id: str


class SegmentNodeResult(TypedDict):
    path: str
    """A JSON Pointer to the node in `rule`."""
    kind: Literal["all", "any", "not", "property", "contact", "event", "message", "list", "topic", "segment"] | str
    result: bool
    reason: Literal["missing", "wrong_type"] | str | None
    """Why there was nothing to compare, where that is so."""
    actual: Any
    """What the contact has, where the node compares one value or a count."""


class SegmentExplanation(TypedDict):
    segment_id: str
    contact_id: str
    included: bool
    """Whether the segment has the contact."""
    as_of: str
    """The time that durations count back from."""
    nodes: list[SegmentNodeResult]
    """Every node of the rule in the order of the text, those of other segments included."""


CampaignPauseReason = Literal[
    "manual",
    "missed_schedule",
    "render_failures",
    "bounce_rate",
    "complaint_rate",
    "domain_not_verified",
    "segment_too_costly",
    "segment_invalid",
    "restored",
]
"""`manual`: somebody paused it. `missed_schedule`: the service could not start it within
`max_delay_seconds`. `render_failures`: too many of its mails could not be rendered. `bounce_rate`,
`complaint_rate`: too many bounced or were complained about. `domain_not_verified`: the sender's domain may
not be sent from. `segment_too_costly`: its segment took too long. `segment_invalid`: a rule no longer
holds, such as one that looks further back than the retention. `restored`: the service was started on a
restored database, so a part of its mail may have been sent before. Null where it is not paused.
"""


CampaignBlockedBy = Literal["sending_halted", "quota_exceeded"]
"""What keeps it from sending although its status is `sending`: the workspace's sending is halted, or its
recipients of the day or month are used up. It goes on by itself.
"""


class TemplateOfCampaign(TypedDict):
    template_id: str
    version: int | None
    """Null until it is scheduled, where it named none."""


class AudienceOfCampaign(TypedDict):
    list_id: str | None
    segment_id: str | None
    exclude_segment_id: str | None


class CampaignFigures(TypedDict):
    """What became of its mail, as a list of campaigns has it with `include=figures`."""

    delivered: int
    """Recipients whose server took the mail."""
    bounced: int
    complained: int
    unsubscribed: int
    """How many used its link to unsubscribe."""
    opened: int
    clicked: int


class Campaign(TypedDict):
    id: str
    project_id: str
    environment: Environment | str
    name: str
    status: CampaignStatus | str
    pause_reason: CampaignPauseReason | str | None
    blocked_by: CampaignBlockedBy | str | None
    template: TemplateOfCampaign
    from_email: str | None
    """Null is as the template says."""
    from_name: str | None
    reply_to: list[NamedAddress]
    variables: dict[str, Any]
    """Values of the template's variables, the same for all recipients, at most 64 kB of JSON."""
    audience: AudienceOfCampaign
    rate_per_hour: int | None
    category: str | None
    scheduled_at: str | None
    max_delay_seconds: int
    started_at: str | None
    completed_at: str | None
    """When it was sent or cancelled."""
    audience_total: int | None
    """How many recipients it has."""
    progress: CampaignProgress
    created_at: str
    updated_at: str
    topic: str | None
    """The key of the topic that its mail is of."""
    figures: NotRequired[CampaignFigures]


class CampaignList(TypedDict):
    data: list[Campaign]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CampaignTemplate(TypedDict):
    template_id: str
    version: NotRequired[int]
    """The version."""


class CampaignAudience(TypedDict, total=False):
    """The contacts of the project that the campaign is to: with `list_id` those that confirmed the list,
    else all that have not unsubscribed.
    """

    list_id: str
    segment_id: str
    exclude_segment_id: str


_CreateCampaignRequest = TypedDict("_CreateCampaignRequest", {"from": NotRequired[Address]})


class CreateCampaignRequest(_CreateCampaignRequest):
    project_id: str
    name: str
    """For people, in any language."""
    template: CampaignTemplate
    from_email: NotRequired[str]
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: NotRequired[str]
    """The name shown beside an address, in any language."""
    reply_to: NotRequired[Address | Sequence[Address]]
    """Where answers go."""
    variables: NotRequired[Mapping[str, Any]]
    """Values of the template's variables, the same for all recipients, at most 64 kB of JSON."""
    audience: NotRequired[CampaignAudience]
    rate_per_hour: NotRequired[int | None]
    """The max number of mails that are queued in an hour."""
    category: NotRequired[str]
    """A label of your own, to search and count by."""
    max_delay_seconds: NotRequired[int]
    """How late it may start, in seconds."""
    topic: NotRequired[str | None]
    """The key of the topic that the mail is of."""


_UpdateCampaignRequest = TypedDict("_UpdateCampaignRequest", {"from": NotRequired[Address]})


class UpdateCampaignRequest(_UpdateCampaignRequest, total=False):
    name: str
    """For people, in any language."""
    template: CampaignTemplate
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: str
    """The name shown beside an address, in any language."""
    reply_to: Address | Sequence[Address]
    """Where answers go."""
    variables: Mapping[str, Any]
    """Values of the template's variables, the same for all recipients, at most 64 kB of JSON."""
    audience: CampaignAudience
    rate_per_hour: int | None
    """The max number of mails that are queued in an hour."""
    category: str
    """A label of your own, to search and count by."""
    max_delay_seconds: int
    """How late it may start, in seconds."""
    topic: str | None
    """The key of the topic that the mail is of."""


class ScheduleCampaignRequest(TypedDict, total=False):
    scheduled_at: str | datetime
    """When it starts, up to a year ahead."""


class PausedCampaign(TypedDict):
    """The campaign, with the number of its mails that were being delivered when it stopped."""

    id: str
    project_id: str
    environment: Environment | str
    name: str
    status: CampaignStatus | str
    pause_reason: CampaignPauseReason | str | None
    blocked_by: CampaignBlockedBy | str | None
    template: TemplateOfCampaign
    from_email: str | None
    """Null is as the template says."""
    from_name: str | None
    reply_to: list[NamedAddress]
    variables: dict[str, Any]
    """Values of the template's variables, the same for all recipients, at most 64 kB of JSON."""
    audience: AudienceOfCampaign
    rate_per_hour: int | None
    category: str | None
    scheduled_at: str | None
    max_delay_seconds: int
    started_at: str | None
    completed_at: str | None
    """When it was sent or cancelled."""
    audience_total: int | None
    """How many recipients it has."""
    progress: CampaignProgress
    created_at: str
    updated_at: str
    in_flight: int
    """How many of its mails were being delivered when it stopped."""
    topic: str | None
    """The key of the topic that its mail is of."""


class RetriedCampaign(TypedDict):
    """The campaign, with the number of recipients that are tried again."""

    id: str
    project_id: str
    environment: Environment | str
    name: str
    status: CampaignStatus | str
    pause_reason: CampaignPauseReason | str | None
    blocked_by: CampaignBlockedBy | str | None
    template: TemplateOfCampaign
    from_email: str | None
    """Null is as the template says."""
    from_name: str | None
    reply_to: list[NamedAddress]
    variables: dict[str, Any]
    """Values of the template's variables, the same for all recipients, at most 64 kB of JSON."""
    audience: AudienceOfCampaign
    rate_per_hour: int | None
    category: str | None
    scheduled_at: str | None
    max_delay_seconds: int
    started_at: str | None
    completed_at: str | None
    """When it was sent or cancelled."""
    audience_total: int | None
    """How many recipients it has."""
    progress: CampaignProgress
    created_at: str
    updated_at: str
    retried: int
    """How many recipients are tried again."""
    topic: str | None
    """The key of the topic that its mail is of."""


class CampaignProblem(TypedDict):
    """Something that keeps a campaign from being scheduled, in the form of an error."""

    code: str
    message: str
    details: list[ErrorDetail]


class CampaignLeftOut(TypedDict):
    reason: str
    """`not_in_segment`, `excluded_by_segment`, or an `UnsentReason` such as `not_confirmed`, `opted_out`
    or `hard_bounce`.
    """
    estimate: SegmentEstimate


class CampaignCheckSample(TypedDict):
    """Mail that was rendered for contacts of the audience, up to 100 of them."""

    contacts: int
    """Contacts whose mail was rendered."""
    failed: int
    """Those of them whose mail cannot be rendered."""


class CampaignCheck(TypedDict):
    """Each contact of the project is counted once: among those who would get the mail, or by the first
    reason that keeps it from them.
    """

    problem: CampaignProblem | None
    """What `scheduleCampaign` would answer now, in the form of its error."""
    problems: list[CampaignProblem]
    """Everything that keeps it from being scheduled, at once."""
    sample: CampaignCheckSample
    """Mail that was rendered for contacts of the audience, up to 100 of them."""
    contacts: SegmentEstimate
    reached: SegmentEstimate
    left_out: list[CampaignLeftOut]
    """The most frequent reason first."""
    scanned: int
    """The contacts that were looked at."""
    as_of: str
    """When they were looked at."""


class PreviewCampaignRequest(TypedDict, total=False):
    contact_id: str


class CampaignPreviewRecipient(TypedDict):
    """Whether the contact gets it, and what decides."""

    contact_id: str
    included: bool
    reason: str | None
    """Why not: `not_in_segment`, `excluded_by_segment`, or an `UnsentReason` such as `opted_out`,
    `topic_unsubscribed`, `not_confirmed` or `hard_bounce`.
    """
    path: str | None
    """A JSON Pointer into the rule of the segment, to the node that decides."""


class CampaignPreview(TypedDict):
    """The mail as the contact would get it or, without `contact_id`, as some contact of the audience
    would.
    """

    mail: TemplatePreview
    recipient: CampaignPreviewRecipient | None
    """Whether the contact gets it, and what decides."""


class TestCampaignRequest(TypedDict):
    to: Sequence[str]
    """Who gets it, each in a message of its own."""
    contact_id: NotRequired[str]


class CampaignTest(TypedDict):
    messages: list[AcceptedMessage]


CampaignRecipientStatus = Literal[
    "pending",
    "skipped",
    "queued",
    "deferred",
    "delivered",
    "bounced",
    "failed",
    "cancelled",
]
"""`pending`: no mail yet. `skipped`: gets none, for the `reason`. `failed`: its mail could not be made, or
was given up. The others are those of a message's recipient.
"""


class CampaignRecipient(TypedDict):
    contact_id: str
    contact_created_at: str
    """When the contact was created."""
    status: CampaignRecipientStatus | str
    reason: str | None
    """Why it was skipped, an `UnsentReason` or `erased`, or why its mail could not be made,
    `missing_variable` or `render_failed`.
    """
    detail: str | None
    """More about the reason, such as the names of the missing variables."""
    message_id: str | None
    log_id: str | None


class CampaignRecipientList(TypedDict):
    data: list[CampaignRecipient]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CampaignCounts(TypedDict):
    pending: int
    skipped: int
    queued: int
    deferred: int
    delivered: int
    bounced: int
    failed: int
    cancelled: int


class CampaignReasonCount(TypedDict):
    status: CampaignRecipientStatus | str
    reason: str
    count: int


class CampaignDestinationCount(TypedDict):
    destination: str | None
    """Null is all others."""
    count: int
    by_status: CampaignCounts


class CampaignHour(TypedDict):
    hour: str
    """When the hour began."""
    delivered: int
    bounced: int
    failed: int
    complained: int
    unsubscribed: int
    opened: int
    """Recipients who opened the mail for the first time."""
    clicked: int
    """Recipients who followed a link for the first time."""


class CampaignStats(TypedDict):
    """What became of the recipients, of one moment within the last 5 seconds."""

    campaign_id: str
    as_of: str
    recipients: int
    """All recipients, the sum of `by_status`."""
    by_status: CampaignCounts
    by_reason: list[CampaignReasonCount]
    """Why recipients were skipped or failed before their first attempt, the most frequent first."""
    by_destination: list[CampaignDestinationCount]
    """What became of queued mail by the domain of the address: the 20 domains with most recipients, then
    the rest together without a name.
    """
    over_time: list[CampaignHour]
    """Outcomes by the hour, the oldest first; hours without any are left out."""
    complained: int
    unsubscribed: int
    """How many used its link to unsubscribe."""
    opened: int
    """Recipients who opened the mail, each once."""
    clicked: int
    """Recipients who followed a link, each once; 0 where clicks are not tracked."""
    machine_opened: int
    """Recipients whose mail a machine opened."""
    machine_clicked: int
    """Recipients whose links a machine followed."""


class AutomationRunCounts(TypedDict):
    running: int
    waiting: int
    completed: int
    exited: int
    failed: int
    cancelled: int


class AutomationFigures(TypedDict):
    """How many runs there are, as a list of automations has it with `include=figures`."""

    runs: AutomationRunCounts


class AutomationRetry(TypedDict):
    """The last retry of many runs, and how far it is."""

    requested_at: str
    total: int
    """How many runs had failed then."""
    retried: int
    skipped: int
    """Those that may not run again, because the contact has another run under way or is erased."""
    completed_at: str | None
    """Null while it is under way."""


class Automation(TypedDict):
    id: str
    project_id: str
    environment: Environment | str
    name: str
    status: AutomationStatus | str
    published_version: int | None
    """The version that new runs follow."""
    latest_version: int
    """A version's number, from 1."""
    retry: AutomationRetry | None
    """The last retry of many runs, and how far it is."""
    created_at: str
    updated_at: str
    figures: NotRequired[AutomationFigures]


class AutomationList(TypedDict):
    data: list[Automation]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class AutomationEventCondition(TypedDict):
    """An event of the contact, as recorded by `recordContactEvent` or by a step."""

    name: str
    """What happened, in your own words."""
    where: NotRequired[Sequence[SegmentPropertyCondition]]
    """What the properties of the event are like."""


class AutomationListCondition(TypedDict):
    """The contact confirms the list, or unsubscribes from it."""

    list_id: str
    on: Literal["confirmed", "unsubscribed"]


class AutomationNoOptions(TypedDict):
    """There is nothing to choose."""


class AutomationInboundCondition(TypedDict, total=False):
    """An inbound route of the project takes a mail from the contact."""

    route_id: str
    require_authenticated: bool
    """Whether only mail whose sender is authenticated (`auth.authenticated`) starts a run."""


class AutomationTrigger(TypedDict, total=False):
    """What starts a run: an object with exactly one of these keys."""

    event: AutomationEventCondition
    list: AutomationListCondition
    contact_created: AutomationNoOptions
    inbound: AutomationInboundCondition
    manual: AutomationNoOptions


class AutomationReentry(TypedDict, total=False):
    """How often a contact may go through."""

    mode: Literal["once", "after_exit", "always"]
    """`once`: ever. `after_exit`: one run at a time, which is what is meant where it is absent. `always`:
    any number at a time.
    """
    min_interval: str
    """An ISO 8601 duration of days, hours, minutes and seconds, at most 365 days."""
    key: str
    """A property of the event, such as `cart_id`."""


class AutomationExit(TypedDict, total=False):
    """An object with exactly one of these keys."""

    event: AutomationEventCondition
    list: AutomationListCondition
    rule: SegmentRule


_AutomationSender = TypedDict("_AutomationSender", {"from": NotRequired[Address]})


class AutomationSender(_AutomationSender, total=False):
    """The sender of its mail, where it is not as the template says."""

    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: str
    """The name shown beside an address, in any language."""
    reply_to: Address | Sequence[Address]
    """Where answers go."""
    category: str
    """A label of your own, to search and count by."""
    list_id: str


class AutomationVersionSender(TypedDict, total=False):
    """The sender of its mail, where it is not as the template says."""

    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    from_name: str
    """The name shown beside an address, in any language."""
    reply_to: list[NamedAddress]
    """Where answers go."""
    category: str
    """A label of your own, to search and count by."""
    list_id: str


class AutomationSend(TypedDict):
    """Sends a mail to the contact."""

    template_id: str
    version: NotRequired[int]
    """The version."""
    variables: NotRequired[Mapping[str, Any]]
    """Values of the template's variables, at most 64 kB of JSON."""
    transactional: NotRequired[bool]
    """Whether the mail is one that the contact asked for, such as a receipt."""
    topic: NotRequired[str]
    """Names the topic within its project."""


class AutomationUntilProperty(TypedDict):
    """Until the time in a property of the contact or, where the data that started the run has one of that
    name, in that.
    """

    name: str
    offset: NotRequired[str]
    """An ISO 8601 duration that is added; with a minus ahead it is subtracted."""


class AutomationTimeOfDay(TypedDict):
    """Until the clock next shows this time."""

    time: str
    timezone: str
    """A name of the IANA time zone database."""


_AutomationWait = TypedDict("_AutomationWait", {"for": NotRequired[str]})


class AutomationWait(_AutomationWait, total=False):
    """An object with exactly one of these keys."""

    until: str | datetime
    until_property: AutomationUntilProperty
    time_of_day: AutomationTimeOfDay


class AutomationWaitForEvent(TypedDict):
    """Until the contact has an event that happened since the run began, at most for `timeout`."""

    name: str
    """What happened, in your own words."""
    where: NotRequired[Sequence[SegmentPropertyCondition]]
    """What the properties of the event are like."""
    timeout: str
    """An ISO 8601 duration of days, hours, minutes and seconds, at most 365 days."""
    on_timeout: NotRequired["Sequence[AutomationStep]"]
    """Steps inside of a step."""


_AutomationCase = TypedDict("_AutomationCase", {"if": SegmentRule})


class AutomationCase(_AutomationCase):
    steps: "Sequence[AutomationStep]"
    """Steps inside of a step."""


_AutomationBranch = TypedDict("_AutomationBranch", {"else": NotRequired["Sequence[AutomationStep]"]})


class AutomationBranch(_AutomationBranch):
    """Takes the steps of the first case whose rule holds, or else those of `else`."""

    cases: Sequence[AutomationCase]


class AutomationUpdateContact(TypedDict, total=False):
    """Changes the contact."""

    name: str | None
    properties: Mapping[str, PropertyValue]
    """Up to 100 of your own, for segments and templates."""


class AutomationSubscribe(TypedDict):
    """Asks the contact to confirm the list, by the list's opt-in mail."""

    list_id: str


class AutomationUnsubscribe(TypedDict, total=False):
    """Ends the subscription to the list."""

    list_id: str


class AutomationRecordEvent(TypedDict):
    """Records an event of the contact."""

    name: str
    """What happened, in your own words."""
    properties: NotRequired[Mapping[str, PropertyValue]]
    """What else is to be known of it."""


class AutomationNotify(TypedDict):
    """Tells your servers, by the event `automation.notified` through your webhooks."""

    name: str
    data: NotRequired[Mapping[str, Any]]
    """At most 16 kB of JSON."""


class AutomationExitStep(TypedDict, total=False):
    """Ends the run."""

    reason: str
    """For people."""


class AutomationStep(TypedDict):
    """A `key`, and exactly one of the others."""

    key: str
    """Names the step within its version."""
    send: NotRequired[AutomationSend]
    wait: NotRequired[AutomationWait]
    wait_for_event: NotRequired[AutomationWaitForEvent]
    branch: NotRequired[AutomationBranch]
    update_contact: NotRequired[AutomationUpdateContact]
    subscribe: NotRequired[AutomationSubscribe]
    unsubscribe: NotRequired[AutomationUnsubscribe]
    record_event: NotRequired[AutomationRecordEvent]
    notify: NotRequired[AutomationNotify]
    exit: NotRequired[AutomationExitStep]


class CreateAutomationRequest(TypedDict):
    project_id: str
    name: str
    """For people, in any language."""
    trigger: AutomationTrigger
    entry_rule: NotRequired[SegmentRule]
    reentry: NotRequired[AutomationReentry]
    exit_on: NotRequired[Sequence[AutomationExit]]
    """What ends a run wherever it is."""
    sender: NotRequired[AutomationSender]
    steps: Sequence[AutomationStep]
    """One after another."""


class UpdateAutomationRequest(TypedDict):
    name: str
    """For people, in any language."""


class AutomationVersion(TypedDict):
    """A version, as it was given."""

    automation_id: str
    version: int
    """A version's number, from 1."""
    trigger: AutomationTrigger
    entry_rule: SegmentRule | None
    """A `SegmentRule`."""
    reentry: AutomationReentry
    exit_on: list[AutomationExit]
    """What ends a run wherever it is."""
    sender: AutomationVersionSender
    steps: list[AutomationStep]
    """One after another."""
    created_at: str
    created_by: str
    """Who made it."""
    published_at: str | None
    """When it was first published."""


class AutomationVersionList(TypedDict):
    data: list[AutomationVersion]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateAutomationVersionRequest(TypedDict):
    trigger: AutomationTrigger
    entry_rule: NotRequired[SegmentRule]
    reentry: NotRequired[AutomationReentry]
    exit_on: NotRequired[Sequence[AutomationExit]]
    """What ends a run wherever it is."""
    sender: NotRequired[AutomationSender]
    steps: Sequence[AutomationStep]
    """One after another."""


class PublishAutomationRequest(TypedDict):
    version: int
    """A version's number, from 1."""


class TriggerAutomationRequest(TypedDict):
    contact_id: str
    data: NotRequired[Mapping[str, Any]]
    """Stands for the properties of the event that starts a run otherwise."""
    key: NotRequired[str]
    """Stands for the value of the property that `reentry.key` names."""


class AutomationTriggered(TypedDict):
    outcome: Literal["started", "ignored"] | str
    reason: str | None
    """Why it was ignored, an `AutomationIgnoredReason`."""
    run: AutomationRun | None
    """The run that was started."""


class SimulatedContact(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    name: NotRequired[str | None]
    properties: NotRequired[Mapping[str, PropertyValue]]
    """Up to 100 of your own, for segments and templates."""
    unsubscribed: NotRequired[bool]
    confirmed_lists: NotRequired[Sequence[str]]
    """The lists that it has confirmed."""


class SimulatedEvent(TypedDict):
    name: str
    """What happened, in your own words."""
    properties: NotRequired[Mapping[str, PropertyValue]]
    """What else is to be known of it."""
    after: NotRequired[str]
    """An ISO 8601 duration of days, hours, minutes and seconds, at most 365 days."""


class SimulateAutomationRequest(TypedDict, total=False):
    """For whom and with what: `contact_id`, or `contact` for one that is invented."""

    version: int
    """The version."""
    contact_id: str
    contact: SimulatedContact
    data: Mapping[str, Any]
    """The properties of the event that starts it."""
    at: str | datetime
    """When it starts; now where it is absent."""
    events: Sequence[SimulatedEvent]
    """What the contact does after the start."""


AutomationStepKind = Literal[
    "send",
    "wait",
    "wait_for_event",
    "branch",
    "update_contact",
    "subscribe",
    "unsubscribe",
    "record_event",
    "notify",
    "exit",
]


class SimulatedStepMail(TypedDict):
    """The mail that a step would send."""

    template_id: str
    version: int
    """A version's number, from 1."""
    subject: str
    content_sha256: str
    """The same hash as that of the mail when it is sent: see `TemplatePreview`."""


class SimulatedStep(TypedDict):
    key: str
    kind: AutomationStepKind | str
    outcome: Literal["done", "skipped", "timed_out", "failed"] | str
    reason: str | None
    detail: str | None
    taken: str | None
    at: str
    """When it is reached."""
    until: str | None
    """When a wait ends."""
    mail: SimulatedStepMail | None
    """The mail that a step would send."""


class AutomationSimulation(TypedDict):
    automation_id: str
    version: int
    """A version's number, from 1."""
    entered: bool
    """Whether the trigger and the entry rule let the contact in."""
    reason: str | None
    """Why not: `trigger` or `entry_rule`."""
    status: Literal["completed", "exited", "failed"] | str | None
    """How it ends."""
    ended_reason: str | None
    steps: list[SimulatedStep]


AutomationIgnoredReason = Literal[
    "automation_paused",
    "entry_rule",
    "already_entered",
    "already_running",
    "min_interval",
    "too_many_runs",
    "too_old",
    "max_depth",
]
"""Why no run was started. `automation_paused`: the automation is paused. `entry_rule`: its rule does not
let the contact in. `already_entered`, `already_running`, `min_interval`: its `reentry` does not.
`too_many_runs`: the contact began 10 runs of it within 24 hours. `too_old`: the event happened more than
24 hours before it was recorded. `max_depth`: the event was recorded by a step, five of which had caused
each other.
"""


class AutomationIgnoredCount(TypedDict):
    reason: AutomationIgnoredReason | str
    count: int


class AutomationStepCounts(TypedDict):
    version: int
    """A version's number, from 1."""
    step_key: str
    running: int
    waiting: int
    failed: int


class AutomationStats(TypedDict):
    """How many runs there are, of one moment within the last 5 seconds."""

    automation_id: str
    as_of: str
    runs: AutomationRunCounts
    ignored: list[AutomationIgnoredCount]
    """Triggers that started no run, by reason, the most frequent first."""
    steps: list[AutomationStepCounts]
    """Where the runs are that have not ended, and those that have failed."""


class RetryAutomationRunsRequest(TypedDict, total=False):
    """Which of the failed runs."""

    version: int
    """A version's number, from 1."""
    step_key: str
    """Names the step within its version."""
    error_code: str


class AutomationRunStep(TypedDict):
    key: str
    kind: AutomationStepKind | str
    outcome: Literal["done", "skipped", "timed_out", "waiting", "blocked", "retrying", "failed"] | str
    """`skipped`: there was nothing to do, for the `reason`. `timed_out`: the awaited event did not come.
    `waiting`, `blocked`, `retrying`: it is at this step now.
    """
    reason: str | None
    """A stable code, such as `opted_out`."""
    detail: str | None
    """The same for people."""
    taken: str | None
    """Which steps inside of it were taken: `cases/0`, `else`, `on_timeout`."""
    message_id: str | None
    """The mail that it sent."""
    attempts: int
    """Failed attempts."""
    started_at: str
    ended_at: str | None


class AutomationRunDetail(TypedDict):
    """A run with the data that started it and its steps."""

    id: str
    automation_id: str
    version: int
    """A version's number, from 1."""
    contact_id: str
    status: AutomationRunStatus | str
    trigger: AutomationRunTrigger
    key: str | None
    """The value of `reentry.key`, where there is one."""
    depth: int
    """How many runs have caused each other before it."""
    step_key: str | None
    """The step that it is at, or was at when it ended."""
    wait: AutomationRunWait | None
    blocked_by: Literal["automation_paused", "sending_halted", "quota_exceeded"] | str | None
    """What keeps it from its next step."""
    attempts: int
    """Failed attempts at the step."""
    next_attempt_at: str | None
    """When a step that failed for now is tried again."""
    error: AutomationRunError | None
    ended_reason: str | None
    """Why it ended before its last step: `exit_step`, `exit_event`, `exit_list`, `exit_rule`, `max_depth`,
    `manual`, `automation_archived`, or `contact_erased` where its contact was erased or deleted.
    """
    started_at: str
    ended_at: str | None
    data: dict[str, Any]
    """The data that started it."""
    steps: list[AutomationRunStep]
    """The first first."""


class InboundMxRecord(TypedDict):
    priority: int
    host: str


class InboundDomain(TypedDict):
    domain: str
    routes: int
    """How many routes it has."""
    mx: Literal["published", "missing", "other", "unknown"] | str
    """`published`: an MX of the domain is this service. `missing`: it has no MX. `other`: its mail goes to
    other hosts. `unknown`: not looked up, because the DNS gave no answer in time, or live mail goes to the
    sink.
    """
    found: list[str]
    """The hosts of its MX records, by priority."""


class InboundStorage(TypedDict):
    bytes: int
    """What the messages of the workspace take."""
    max_bytes: int
    """Beyond that, mail is answered 452 until some is gone."""
    messages: int


class InboundArrival(TypedDict):
    """How mail gets here, and what is kept."""

    mx: list[InboundMxRecord]
    """The MX records to publish for each domain of a route."""
    port: int
    """The port of the receiver."""
    domains: list[InboundDomain]
    """The domains of the routes, by name."""
    storage: InboundStorage


InboundAutomaticHandling = Literal["deliver", "keep", "drop"]
"""What becomes of automatic mail, such as vacation notices, reports and newsletters. `deliver`: the same
as of mail by people. `keep`: it is stored, with no event, and starts no automation. `drop`: it is taken
and not stored.
"""


class InboundRoute(TypedDict):
    id: str
    project_id: str
    environment: Environment | str
    name: str
    recipient: str
    """With its domain in lower case."""
    enabled: bool
    automatic: InboundAutomaticHandling | str
    require_dmarc: bool
    block: list[str]
    retain_days: int | None
    created_at: str
    updated_at: str


class InboundRouteList(TypedDict):
    data: list[InboundRoute]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateInboundRouteRequest(TypedDict):
    project_id: str
    name: str
    """For people, in any language."""
    recipient: str
    """The addresses that a route takes mail for: one address, `support+*@domain` for whatever follows the
    plus, or `*@domain` for the rest of the domain.
    """
    enabled: NotRequired[bool]
    """A route that is not enabled refuses its mail with 550."""
    automatic: NotRequired[Literal["deliver", "keep", "drop"]]
    """What becomes of automatic mail."""
    require_dmarc: NotRequired[bool]
    """Whether mail that does not pass DMARC is refused with 550."""
    block: NotRequired[Sequence[str]]
    """Whose mail is refused with 550, by the sender of the envelope or of the message."""
    retain_days: NotRequired[int | None]
    """How long messages are kept, in days."""


class TestInboundRouteRequest(TypedDict):
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    sender: NotRequired[str]
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""


class TestedInboundRoute(TypedDict):
    """The route that takes the mail, or would."""

    id: str
    name: str
    recipient: str


class InboundRouteTest(TypedDict):
    """What the receiver would answer when the recipient is named."""

    recipient: str
    accepted: bool
    reason: Literal["accepted", "no_route", "route_disabled", "sender_blocked", "storage_full"] | str
    """`no_route`: no route of the workspace takes mail for it. `storage_full`: the workspace keeps as much
    inbound mail as it may.
    """
    reply: str
    """The reply of SMTP, with its codes."""
    route: TestedInboundRoute | None


class UpdateInboundRouteRequest(TypedDict, total=False):
    """What is absent stays as it is."""

    name: str
    """For people, in any language."""
    enabled: bool
    automatic: InboundAutomaticHandling
    require_dmarc: bool
    block: Sequence[str]
    retain_days: int | None
    """It counts for messages that are received from then on."""


class InboundAttachment(TypedDict):
    id: str
    filename: str | None
    """Without folders and control characters."""
    content_type: str
    """As the sender says."""
    size: int
    """In bytes, decoded."""
    content_id: str | None
    """Without angle brackets; HTML names it as `cid:`."""
    disposition: Literal["attachment", "inline"] | str
    sha256: str
    """Of the decoded bytes, in hexadecimal."""


_InboundMessage = TypedDict("_InboundMessage", {"from": list[InboundAddress]})


class InboundMessage(_InboundMessage):
    id: str
    route_id: str
    project_id: str
    environment: Environment | str
    envelope: InboundEnvelope
    to: list[InboundAddress]
    cc: list[InboundAddress]
    reply_to: list[InboundAddress]
    subject: str
    """Decoded; empty where there is none."""
    header_message_id: str | None
    """The Message-ID, with angle brackets."""
    header_date: str | None
    """The Date field."""
    size: int
    """Of the message as it came, in bytes."""
    truncated: bool
    """Whether something is cut here: text or HTML beyond 1 MiB, attachments beyond the hundredth, a header
    beyond 256 KiB.
    """
    readable: bool
    """Whether the message could be taken apart."""
    auth: InboundAuth
    automatic: InboundAutomatic | str
    in_reply_to: InboundInReplyTo | None
    contact_id: str | None
    """The contact of the project with the address of the From field."""
    attachments: list[InboundAttachment]
    received_at: str
    expires_at: str
    """When it is deleted."""


class InboundMessageList(TypedDict):
    data: list[InboundMessage]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""
    window: Window


class InboundHeader(TypedDict):
    name: str
    """As the sender wrote it."""
    value: str
    """Unfolded, with encoded words decoded."""


_InboundMessageDetail = TypedDict("_InboundMessageDetail", {"from": list[InboundAddress]})


class InboundMessageDetail(_InboundMessageDetail):
    """A message with its content."""

    id: str
    route_id: str
    project_id: str
    environment: Environment | str
    envelope: InboundEnvelope
    to: list[InboundAddress]
    cc: list[InboundAddress]
    reply_to: list[InboundAddress]
    subject: str
    """Decoded; empty where there is none."""
    header_message_id: str | None
    """The Message-ID, with angle brackets."""
    header_date: str | None
    """The Date field."""
    size: int
    """Of the message as it came, in bytes."""
    truncated: bool
    """Whether something is cut here: text or HTML beyond 1 MiB, attachments beyond the hundredth, a header
    beyond 256 KiB.
    """
    readable: bool
    """Whether the message could be taken apart."""
    auth: InboundAuth
    automatic: InboundAutomatic | str
    in_reply_to: InboundInReplyTo | None
    contact_id: str | None
    """The contact of the project with the address of the From field."""
    attachments: list[InboundAttachment]
    received_at: str
    expires_at: str
    """When it is deleted."""
    headers: list[InboundHeader]
    """All fields of the header, in order."""
    text: str | None
    """The plain text."""
    html: str | None
    """The HTML, as it came."""
    reply_text: str | None
    """The text without the quotation of the message that it answers and without a signature, as far as
    they could be found.
    """


class InboundReplay(TypedDict):
    inbound_message_id: str
    event_id: str


class Tracking(TypedDict):
    """Whether it is noted that recipients look at the HTML of a mail, and follow its links."""

    opens: bool
    clicks: bool


PageLanguage = Literal["auto", "en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da", "ja", "ar"]
"""The language of the pages. `auto`, which is where a project begins, is the one that the reader's browser
asks for.
"""


class ProjectPages(TypedDict):
    """How the pages look on which recipients of the project's mail confirm, choose and unsubscribe."""

    accent_color: str | None
    """The colour of buttons."""
    name: str | None
    """The sender's name; null where it is the project's."""
    language: PageLanguage | str
    logo: NotRequired[str | None]
    """A `data:` URI."""


class Project(TypedDict):
    id: str
    name: str
    environment: Environment | str
    tracking: Tracking
    created_at: str
    archived_at: str | None
    """Since when nothing new can be sent from it."""
    pages: ProjectPages


class ProjectList(TypedDict):
    data: list[Project]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class ProjectPagesChoice(TypedDict, total=False):
    """How the pages look on which recipients of the project's mail confirm, choose and unsubscribe."""

    accent_color: str | None
    """The colour of buttons."""
    name: str | None
    """The sender's name, for recipients; null for the project's."""
    language: PageLanguage
    logo: str | None
    """A `data:` URI of a PNG, JPEG, GIF or WebP image, at most 50 kB."""


class CreateProjectRequest(TypedDict):
    name: str
    """For people."""
    environment: NotRequired[Literal["live", "test"]]
    """Mail of a test project goes to the bundled sink."""
    tracking: NotRequired[TrackingChoice]
    pages: NotRequired[ProjectPagesChoice | None]


class UpdateProjectRequest(TypedDict, total=False):
    name: str
    """For people."""
    archived: bool
    """Archives the project or takes it back into use."""
    tracking: TrackingChoice
    pages: ProjectPagesChoice | None


ApiKeyKind = Literal["project", "workspace"]
"""A project key is limited to one project; a workspace key acts for all of them."""


Scope = Literal["messages:send", "reports:read", "domains:*", "webhooks:*", "suppressions:*", "contacts:*"]


class IssuedRestrictions(TypedDict):
    """What narrows the key."""

    environment: Literal["live", "test"] | str | None
    ip_cidrs: list[str]
    sender_domains: list[str]
    expires_at: str | None


class ApiKey(TypedDict):
    id: str
    kind: ApiKeyKind | str
    name: str
    hint: str
    """The start and the end of the secret, to tell keys apart."""
    project_id: str | None
    """The project of a project key; null for a workspace key."""
    scopes: list[Scope | str]
    restrictions: IssuedRestrictions
    created_at: str
    revoked_at: str | None
    last_used_at: str | None
    """When a request was last admitted with the key, whatever the reply to it was."""


class ApiKeyList(TypedDict):
    data: list[ApiKey]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class ApiKeyRestrictions(TypedDict, total=False):
    """What narrows a key."""

    environment: Literal["live", "test"] | None
    """Only projects of this environment."""
    ip_cidrs: Sequence[str]
    """Only requests from these addresses, IPv4 or IPv6, single or as ranges (RFC 4632)."""
    sender_domains: Sequence[str]
    """Only senders of these domains, not of their subdomains."""
    expires_at: str | datetime | None
    """From this time on the key answers 401 `expired_credentials`."""


class CreateApiKeyRequest(TypedDict):
    kind: ApiKeyKind
    name: str
    """For people."""
    project_id: NotRequired[str]
    scopes: Sequence[Scope]
    """What the key may do."""
    restrictions: NotRequired[ApiKeyRestrictions]
    privileged: NotRequired[bool]
    """Say yes to issuing a key that can suppress recipients for the whole workspace."""


class CreatedApiKey(TypedDict):
    api_key: ApiKey
    secret: str | None
    """The key itself."""
    secret_withheld: NotRequired[SecretWithheld | str | None]


class UpdateApiKeyRequest(TypedDict, total=False):
    name: str
    """For people."""
    scopes: Sequence[Scope]
    """The scopes that are left."""
    restrictions: ApiKeyRestrictions


class StopApiKeyRequest(TypedDict, total=False):
    keep_mail: bool
    """Leave the mail that waits as it is, so that it is sent."""


class ChangesOfKey(TypedDict):
    operation: str
    """As the audit log names it."""
    count: int
    """The number of requests."""
    last_at: str
    """When it was last done."""


class StoppedApiKey(TypedDict):
    api_key: ApiKey
    issued_keys: list[ApiKey]
    """The project keys that this key had issued, of a workspace key, as far as the audit log goes back."""
    cancelled: int
    """How many recipients this request has taken mail back from."""
    in_flight: int
    """How many recipients' mail a worker had in hand."""
    complete: bool
    """Whether nothing of their mail waits any more."""
    changes: list[ChangesOfKey]
    """What these keys have done, by operation: of the newest 10,000 entries of each in the audit log those
    that succeeded.
    """


class WorkspaceLimits(TypedDict):
    """What the operator allows."""

    sends_per_minute: int
    """Messages of the workspace."""
    requests_per_minute: int
    """Other requests of each credential."""
    checks_per_minute: int
    """DNS checks of the workspace."""
    recipients_per_day: int | None
    """Recipients of live messages that are accepted in a day (UTC)."""
    recipients_per_month: int | None
    """Recipients of live messages that are accepted in a calendar month (UTC)."""
    contacts: int | None
    """Contacts of all projects."""
    domains: int
    """Domains of the workspace."""
    inbound_bytes: int
    """Bytes of mail that came in and is kept."""
    retention_days: int
    """The longest retention that an owner can set."""


class Workspace(TypedDict):
    id: str
    name: str
    retention_days: int
    """How long messages, logs and events can be read, in days."""
    created_at: str
    limits: WorkspaceLimits
    sign_in_links: bool
    """Whether people can sign in by a link that is mailed to them."""
    has_identity_provider: bool
    """Whether the workspace has an identity provider, which admins read at `/v1/identity-provider`."""


class UpdateWorkspaceRequest(TypedDict, total=False):
    name: str
    retention_days: int
    """A shorter window hides what is older at once and deletes it within the hour, or somewhat later where
    the history is large; a longer one brings nothing back.
    """
    sign_in_links: bool
    """False ends signing in by mailed links: none is sent, and none that was sent works any more."""


class UsageOfPeriod(TypedDict):
    """How many recipients of live messages were accepted in this day or month."""

    used: int
    limit: int | None
    """What the operator allows."""
    left: int | None
    """What is left of the limit; 0 where more is used."""
    resets_at: str
    """When the next day or month begins."""


class UsageOfLimit(TypedDict):
    """How much of a limit is used."""

    used: int
    limit: int | None
    """What the operator allows."""
    left: int | None
    """What is left of the limit; 0 where more is used."""


class UsageOfDay(TypedDict):
    """The recipients of messages that were accepted on a day."""

    date: str
    live: int
    """Of live projects."""
    test: int
    """Of test projects."""


class UsageOfMonth(TypedDict):
    """The recipients of messages that were accepted in a calendar month."""

    month: str
    live: int
    """Of live projects."""
    test: int
    """Of test projects."""


class Usage(TypedDict):
    """What a workspace uses of what the operator allows."""

    measured_at: str
    recipients_today: UsageOfPeriod
    recipients_this_month: UsageOfPeriod
    contacts: UsageOfLimit
    domains: UsageOfLimit
    inbound_bytes: UsageOfLimit
    days: list[UsageOfDay]
    """The days that were asked for, oldest first."""
    months: list[UsageOfMonth]
    """The months that were asked for, oldest first."""


UserRole = Literal["owner", "admin", "member"]
"""What a user may do: a `member` reads and prepares, an `admin` also changes, sends and manages members
and admins, the `owner` does everything. Each operation names the least role.
"""


class User(TypedDict):
    """A person of the workspace."""

    id: str
    email: str
    """Where sign-in links are sent, in lower case."""
    name: str | None
    role: UserRole | str
    created_at: str
    last_signed_in_at: str | None


class UserList(TypedDict):
    data: list[User]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateUserRequest(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    name: NotRequired[str]
    role: UserRole
    send_link: NotRequired[bool]
    """Send a mail with a link to sign in."""


class UpdateUserRequest(TypedDict, total=False):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""
    name: str | None
    """Null removes it."""
    role: UserRole


class CreateSignInLinkRequest(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""


class RequestedSignInLink(TypedDict):
    """The same for every address."""

    email: str
    """As it was given."""
    valid_seconds: int
    """How long a link is valid, in seconds."""


class CreateSignInAuthorizationRequest(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name."""


class SignInAuthorization(TypedDict):
    authorization_url: str
    """The page of the provider to send the person to."""
    browser_key: str
    """Proves that the browser which comes back is the one that was sent."""
    expires_at: str
    """Until when the person may come back: 10 minutes."""


class CreateProviderSessionRequest(TypedDict):
    browser_key: str
    query: str
    """The query of the address that the provider has sent the browser back to, without the `?`."""


class SessionWorkspace(TypedDict):
    id: str
    name: str


SessionOrigin = Literal["link", "command_line", "passkey", "provider"]
"""How it began: by a sign-in link, minted on the command line, by a passkey, or by an identity provider."""


class SessionProgram(TypedDict):
    """What the session of a program, such as a CI job, was given on the command line."""

    name: str
    """The name of the actor in the audit log."""
    only: list[str]
    """The groups of operations that it may use: tags of this contract in lower case, with hyphens."""
    ip_cidrs: list[str]
    """Only requests from these addresses."""


class Session(TypedDict):
    """A user who is signed in."""

    id: str
    current: bool
    """Whether it is the session of this request."""
    user: User
    workspace: SessionWorkspace
    origin: SessionOrigin | str
    role: UserRole | str
    program: SessionProgram | None
    ip_address: str | None
    """Where the user signed in from."""
    user_agent: str | None
    """The browser or program, as it named itself when the user signed in."""
    created_at: str
    last_used_at: str
    """May be up to 5 minutes old."""
    expires_at: str
    """When it ends if it is not used any more: 7 days after its last use, 30 days after it began at the
    latest.
    """


class CreatedSession(TypedDict):
    session: Session
    token: str | None
    """The session's token, for `Authorization: Bearer`."""


IdentityDomainStatus = Literal["pending", "verified", "failing"]
"""`pending`: the record was not found yet. `verified`: it was. `failing`: it was, and is there no more;
people with addresses of the domain cannot sign in by the provider.
"""


class IdentityDomainRecord(TypedDict):
    """What to publish in the DNS, which proves that the domain is the workspace's."""

    type: Literal["TXT"] | str
    name: str
    value: str


class IdentityDomain(TypedDict):
    domain: str
    status: IdentityDomainStatus | str
    record: IdentityDomainRecord
    checked_at: str | None
    """When the DNS was asked last."""
    problem: str | None
    """What the last check did not find, in a sentence."""


class ClaimRoles(TypedDict):
    """Values of `role_claim` that give a role; the highest counts."""

    owner: list[str]
    admin: list[str]
    member: list[str]


NullableUserRole = Literal["owner", "admin", "member"]


class IdentityProvider(TypedDict):
    """The OpenID provider by which people of the workspace sign in, such as Keycloak, Okta or Entra ID."""

    issuer: str
    """The provider's issuer, as its own `/.well-known/openid-configuration` names it."""
    client_id: str
    has_client_secret: bool
    """Whether there is a secret."""
    redirect_uri: str
    """The address to register with the provider, exactly as it stands here."""
    domains: list[IdentityDomain]
    """The domains whose addresses belong to people of the workspace."""
    assume_email_verified: bool
    create_users: bool
    role_claim: str | None
    roles: ClaimRoles
    default_role: NullableUserRole | str | None
    created_at: str
    updated_at: str


class ClaimRolesRequest(TypedDict, total=False):
    """Values of `role_claim` that give a role; the highest counts."""

    owner: Sequence[str]
    admin: Sequence[str]
    member: Sequence[str]


class UpsertIdentityProviderRequest(TypedDict):
    issuer: str
    """The provider's issuer, as its own `/.well-known/openid-configuration` names it."""
    client_id: str
    client_secret: NotRequired[str | None]
    """The secret that the provider gave for `client_id`."""
    domains: Sequence[str]
    """Domains of addresses, each to be proven by a record in the DNS."""
    assume_email_verified: NotRequired[bool]
    """Take an address for verified where the provider says nothing about it, as Entra ID does not."""
    create_users: NotRequired[bool]
    """Add a user for who signs in by the provider and is none yet."""
    role_claim: NotRequired[str | None]
    """The claim of the ID token or of the user information that decides the role: a text or a list of
    texts.
    """
    roles: NotRequired[ClaimRolesRequest]
    default_role: NotRequired[NullableUserRole | None]
    """The role of whom `roles` gives none."""


class SessionList(TypedDict):
    data: list[Session]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateSessionRequest(TypedDict):
    token: str
    """What follows `#` in the link of a sign-in mail."""


class PasskeyRelyingParty(TypedDict):
    id: str
    """The host of the service."""
    name: str


class PasskeyUser(TypedDict):
    id: str
    """Bytes in base64url without padding (RFC 4648, section 5)."""
    name: str
    """The user's address and workspace."""
    displayName: str


class PasskeyParameters(TypedDict):
    type: str
    alg: int
    """A COSE algorithm."""


class PasskeyDescriptor(TypedDict):
    type: str
    id: str
    """Bytes in base64url without padding (RFC 4648, section 5)."""
    transports: list[str]


class PasskeyAuthenticatorSelection(TypedDict):
    residentKey: str
    requireResidentKey: bool
    userVerification: str


class PasskeyCreationOptions(TypedDict):
    """What `PublicKeyCredential.parseCreationOptionsFromJSON` takes (WebAuthn,
    `PublicKeyCredentialCreationOptionsJSON`), for `navigator.credentials.create`.
    """

    challenge: str
    """Bytes in base64url without padding (RFC 4648, section 5)."""
    rp: PasskeyRelyingParty
    user: PasskeyUser
    pubKeyCredParams: list[PasskeyParameters]
    timeout: int
    """In milliseconds."""
    excludeCredentials: list[PasskeyDescriptor]
    """The passkeys that the user has."""
    authenticatorSelection: PasskeyAuthenticatorSelection
    attestation: str


class PasskeyRegistration(TypedDict):
    id: str
    expires_at: str
    """Until when it can be completed, once."""
    options: PasskeyCreationOptions


class Passkey(TypedDict):
    """A key of a device, or of a password manager, that signs a user in."""

    id: str
    user_id: str
    name: str
    synced: bool
    """Whether the passkey can be on several devices, as those of a password manager are."""
    created_at: str
    last_used_at: str | None
    """When it signed its user in last."""


class PasskeyList(TypedDict):
    data: list[Passkey]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class PasskeyAttestationResponse(TypedDict):
    clientDataJSON: str
    attestationObject: str
    transports: NotRequired[Sequence[str]]
    """How the browser reaches the passkey."""


class CreatedPasskeyCredential(TypedDict):
    """What `toJSON()` of the credential returns (WebAuthn, `RegistrationResponseJSON`)."""

    id: str
    rawId: str
    type: str
    """Always `public-key`."""
    response: PasskeyAttestationResponse


class CreatePasskeyRequest(TypedDict):
    registration_id: str
    name: str
    """What the user calls it."""
    credential: CreatedPasskeyCredential


class UpdatePasskeyRequest(TypedDict):
    name: str
    """What the user calls it."""


class PasskeyRequestOptions(TypedDict):
    """What `PublicKeyCredential.parseRequestOptionsFromJSON` takes (WebAuthn,
    `PublicKeyCredentialRequestOptionsJSON`), for `navigator.credentials.get`.
    """

    challenge: str
    """Bytes in base64url without padding (RFC 4648, section 5)."""
    rpId: str
    """The host of the service."""
    timeout: int
    """In milliseconds."""
    userVerification: str


class PasskeyChallenge(TypedDict):
    """The same for everybody."""

    id: str
    expires_at: str
    """Until when it can be used, once."""
    options: PasskeyRequestOptions


class PasskeyAssertionResponse(TypedDict):
    clientDataJSON: str
    authenticatorData: str
    signature: str
    userHandle: str
    """Whose passkey it is."""


class UsedPasskeyCredential(TypedDict):
    """What `toJSON()` of the credential returns (WebAuthn, `AuthenticationResponseJSON`)."""

    id: str
    rawId: str
    type: str
    """Always `public-key`."""
    response: PasskeyAssertionResponse


class CreatePasskeySessionRequest(TypedDict):
    challenge_id: str
    credential: UsedPasskeyCredential


AuditActorKind = Literal["session", "project_key", "workspace_key", "command_line", "link", "service"]
"""What did it: a user's session (or a passkey that was to begin one), an API key, the operator's command
line, somebody with the link of a mail (sign-in, confirmation or unsubscription), or the service by itself.
"""


AuditOutcome = Literal["succeeded", "refused", "failed"]
"""`succeeded`: it was done. `refused`: a 4xx reply, or a batch of which no message was accepted, and
nothing changed. `failed`: a 5xx reply.
"""


class AuditActor(TypedDict):
    kind: AuditActorKind | str
    id: str | None
    """The id of the user or of the key."""
    name: str | None
    """The address that the user had then, or the name that the key has now."""
    session_id: str | None


class AuditEventResource(TypedDict):
    """What it was done to."""

    type: str
    """What kind of thing it is, in snake_case."""
    id: str


class AuditEvent(TypedDict):
    """A mutation, or an attempt at one, or the call of a tool by an agent, and who made it."""

    id: str
    created_at: str
    actor: AuditActor
    ip_address: str | None
    """Where the request came from."""
    user_agent: str | None
    """The first 200 characters of the header `User-Agent`."""
    operation: str
    """The `operationId` of a request."""
    resource: AuditEventResource | None
    """What it was done to."""
    outcome: AuditOutcome | str
    status: int | None
    """The status of the reply."""
    error_code: str | None
    """The code of the error reply."""
    request_id: str | None
    """The id of the request."""
    project_id: str | None
    """The project that the key belongs to, or that the resource is of where that is known."""
    count: int | None
    """How many things it was done to, where it was more than one at once."""


class AuditEventList(TypedDict):
    data: list[AuditEvent]
    has_more: bool
    """Whether older rows follow."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class ListMessagesQuery(TypedDict, total=False):
    """The filters of `listMessages`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    project_id: str
    """Only those of this project."""
    recipient: str
    """Only messages with this recipient, compared without case."""
    status: MessageStatus
    """Only messages with this status."""
    statuses: Sequence[MessageStatus]
    """Only messages with one of these statuses, by repeating the parameter."""
    category: str
    """Only messages of this category."""
    metadata_key: str
    """Only messages that have this key in their metadata."""
    metadata_value: str
    """The value that goes with `metadata_key`, whole."""
    subject: str
    """Only messages whose subject has this in it, compared without case."""
    campaign_id: str
    """Only the mail of this campaign."""
    automation_id: str
    """Only the mail of this automation's runs."""
    from_email: str
    """Only messages from this address, compared without case."""
    list_id: str
    """Only mail to subscribers of this list."""
    template_id: str
    """Only messages that were rendered from this template, whatever its version."""
    api_key_id: str
    """Only messages that were sent with this API key, whether or not it is revoked by now."""
    environment: Environment
    """Only what belongs to projects of this environment."""


class ListMessageLogsQuery(TypedDict, total=False):
    """The filters of `listMessageLogs`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    project_id: str
    """Only those of this project."""
    message_id: str
    """Only the recipients of this message."""
    campaign_id: str
    """Only the mail of this campaign."""
    automation_id: str
    """Only the mail of this automation's runs."""
    recipient: str
    """Only this address, compared without case."""
    status: RecipientStatus
    """Only recipients with this status."""
    statuses: Sequence[RecipientStatus]
    """Only recipients with one of these statuses, by repeating the parameter."""
    engagement: Literal["opened", "clicked"]
    """Only mail that a person opened, or clicked a link of, as far as that is known."""
    category: str
    """Only messages of this category."""
    subject: str
    """Only messages whose subject has this in it, compared without case."""
    metadata_key: str
    """Only messages that have this key in their metadata."""
    metadata_value: str
    """The value that goes with `metadata_key`, whole."""
    q: str
    """Only logs with all of these words, in any order, compared without case: in the subject, the
    recipient's address and name, the sender's address, the category, and the metadata's keys and values.
    """
    recipient_domain: str
    """Only recipients at this domain or at one below it, written in any case or script."""
    from_email: str
    """Only messages from this address, compared without case."""
    list_id: str
    """Only mail to subscribers of this list."""
    template_id: str
    """Only messages that were rendered from this template, whatever its version."""
    api_key_id: str
    """Only messages that were sent with this API key, whether or not it is revoked by now."""
    environment: Environment
    """Only what belongs to projects of this environment."""


class ExportMessageLogsQuery(TypedDict, total=False):
    """The filters of `exportMessageLogs`."""

    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    project_id: str
    """Only those of this project."""
    message_id: str
    """Only the recipients of this message."""
    campaign_id: str
    """Only the mail of this campaign."""
    automation_id: str
    """Only the mail of this automation's runs."""
    recipient: str
    """Only this address, compared without case."""
    status: RecipientStatus
    """Only recipients with this status."""
    statuses: Sequence[RecipientStatus]
    """Only recipients with one of these statuses, by repeating the parameter."""
    engagement: Literal["opened", "clicked"]
    """Only mail that a person opened, or clicked a link of, as far as that is known."""
    category: str
    """Only messages of this category."""
    subject: str
    """Only messages whose subject has this in it, compared without case."""
    metadata_key: str
    """Only messages that have this key in their metadata."""
    metadata_value: str
    """The value that goes with `metadata_key`, whole."""
    q: str
    """Only logs with all of these words, in any order, compared without case: in the subject, the
    recipient's address and name, the sender's address, the category, and the metadata's keys and values.
    """
    recipient_domain: str
    """Only recipients at this domain or at one below it, written in any case or script."""
    from_email: str
    """Only messages from this address, compared without case."""
    list_id: str
    """Only mail to subscribers of this list."""
    template_id: str
    """Only messages that were rendered from this template, whatever its version."""
    api_key_id: str
    """Only messages that were sent with this API key, whether or not it is revoked by now."""
    environment: Environment
    """Only what belongs to projects of this environment."""


class ListEventsQuery(TypedDict, total=False):
    """The filters of `listEvents`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    project_id: str
    """Only those of this project."""
    type: EventType
    """Only events of this type."""
    types: Sequence[EventType]
    """Only events of one of these types, by repeating the parameter."""
    message_id: str
    """Only events about this message."""
    recipient: str
    """Only events about mail to this address, or about the person who has it, compared without case: its
    `recipient` or `email`, or one of its `recipients`.
    """
    campaign_id: str
    """Only events that name this campaign."""
    automation_id: str
    """Only events that name this automation."""
    contact_id: str
    """Only events that name this contact."""
    category: str
    """Only events about messages of this category."""
    environment: Environment
    """Only what belongs to projects of this environment."""


class FollowEventsQuery(TypedDict, total=False):
    """The filters of `followEvents`."""

    limit: int
    """The max number of rows to return."""
    after: str
    """The `next_cursor` of the reply before."""
    since: str | datetime
    """Only what was created at or after this time."""
    wait: int
    """For how many seconds to wait where there are no events."""
    project_id: str
    """Only those of this project."""
    type: EventType
    """Only events of this type."""
    types: Sequence[EventType]
    """Only events of one of these types, by repeating the parameter."""
    message_id: str
    """Only events about this message."""
    recipient: str
    """Only events about mail to this address, or about the person who has it, compared without case: its
    `recipient` or `email`, or one of its `recipients`.
    """
    campaign_id: str
    """Only events that name this campaign."""
    automation_id: str
    """Only events that name this automation."""
    contact_id: str
    """Only events that name this contact."""
    category: str
    """Only events about messages of this category."""
    environment: Environment
    """Only what belongs to projects of this environment."""


class ExportEventsQuery(TypedDict, total=False):
    """The filters of `exportEvents`."""

    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    project_id: str
    """Only those of this project."""
    type: EventType
    """Only events of this type."""
    types: Sequence[EventType]
    """Only events of one of these types, by repeating the parameter."""
    message_id: str
    """Only events about this message."""
    recipient: str
    """Only events about mail to this address, or about the person who has it, compared without case: its
    `recipient` or `email`, or one of its `recipients`.
    """
    campaign_id: str
    """Only events that name this campaign."""
    automation_id: str
    """Only events that name this automation."""
    contact_id: str
    """Only events that name this contact."""
    category: str
    """Only events about messages of this category."""
    environment: Environment
    """Only what belongs to projects of this environment."""


class RetrieveStatisticsQuery(TypedDict, total=False):
    """The filters of `retrieveStatistics`."""

    interval: StatisticsInterval
    """The length of a period, an hour unless told otherwise."""
    since: str | datetime
    """From the period that has this time."""
    until: str | datetime
    """Until the period that has this time, or that ends at it."""
    project_id: str
    """Only those of this project."""
    environment: Environment
    """Only projects of this environment."""
    category: str
    """Only messages of this category."""
    destination: str
    """Only recipients at this domain, written in any case or script."""
    group_by: StatisticsGrouping
    """Tells the counts apart as well."""
    max_groups: int
    """The max number of groups."""


class ListWebhooksQuery(TypedDict, total=False):
    """The filters of `listWebhooks`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    project_id: str
    """Only the subscriptions to this project alone."""


class ListWebhookDeliveriesQuery(TypedDict, total=False):
    """The filters of `listWebhookDeliveries`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    project_id: str
    """Only those of this project."""
    webhook_id: str
    """Only those of this subscription."""
    event_id: str
    """Only those of this event."""
    event_type: EventType
    """Only those of events of this type."""
    event_types: Sequence[EventType]
    """Only those of events of one of these types, by repeating the parameter."""
    status: WebhookDeliveryStatus
    """Only those with this status."""
    statuses: Sequence[WebhookDeliveryStatus]
    """Only those with one of these statuses, by repeating the parameter."""


class ListWebhookHealthQuery(TypedDict, total=False):
    """The filters of `listWebhookHealth`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only subscriptions that were created at or after this time, by `webhook_created_at`."""
    until: str | datetime
    """Only subscriptions that were created before this time, by `webhook_created_at`."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListWebhookReceiversQuery(TypedDict, total=False):
    """The filters of `listWebhookReceivers`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListWebhookReceiverRequestsQuery(TypedDict, total=False):
    """The filters of `listWebhookReceiverRequests`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was received at or after this time, by `received_at`."""
    until: str | datetime
    """Only what was received before this time, by `received_at`."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListDomainsQuery(TypedDict, total=False):
    """The filters of `listDomains`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    status: DomainStatus
    """Only domains with this status."""
    statuses: Sequence[DomainStatus]
    """Only domains with one of these statuses, by repeating the parameter."""
    name: str
    """Only the domain of this name."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListDmarcRampsQuery(TypedDict, total=False):
    """The filters of `listDmarcRamps`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only the ramps of domains that were created at or after this time, by `domain_created_at`."""
    until: str | datetime
    """Only the ramps of domains that were created before this time, by `domain_created_at`."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListDmarcSourcesQuery(TypedDict, total=False):
    """The filters of `listDmarcSources`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was reported for the day of this time (UTC) or a later one."""
    until: str | datetime
    """Only what was reported for days that began before this time."""
    domain_id: str
    """Only sources of this domain."""
    address: str
    """Only this address, IPv4 or IPv6."""
    header_from: str
    """Only mail whose From field has this domain."""
    kind: DmarcSourceKind
    """Only sources of this kind."""
    ours: bool
    """Only addresses that this service sends from, or only others."""
    review: Literal["authorized", "unauthorized", "none"]
    """Only sources that were reviewed with this outcome; `none` are those that were not."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListTlsReportsQuery(TypedDict, total=False):
    """The filters of `listTlsReports`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was reported for the day of this time (UTC) or a later one."""
    until: str | datetime
    """Only what was reported for days that began before this time."""
    domain_id: str
    """Only this domain."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListSuppressionsQuery(TypedDict, total=False):
    """The filters of `listSuppressions`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    email: str
    """Only this address, in any case."""
    reason: SuppressionReason
    """Only those of this reason."""
    reasons: Sequence[SuppressionReason]
    """Only those of one of these reasons, by repeating the parameter."""
    reply_contains: str
    """Only those that were suppressed for a bounce whose `reply` has this text in it, compared without
    case.
    """
    cursor: str
    """The `next_cursor` of the page before."""


class ExportSuppressionsQuery(TypedDict, total=False):
    """The filters of `exportSuppressions`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    email: str
    """Only this address, in any case."""
    reason: SuppressionReason
    """Only those of this reason."""
    reasons: Sequence[SuppressionReason]
    """Only those of one of these reasons, by repeating the parameter."""
    reply_contains: str
    """Only those that were suppressed for a bounce whose `reply` has this text in it, compared without
    case.
    """
    cursor: str
    """The `next_cursor` of the page before."""


class ListSuppressionRepliesQuery(TypedDict, total=False):
    """The filters of `listSuppressionReplies`."""

    limit: int
    """The most groups."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    reply_contains: str
    """Only those that were suppressed for a bounce whose `reply` has this text in it, compared without
    case.
    """
    reason: BounceSuppressionReason
    """Only those of this reason."""


class DeleteSuppressionQuery(TypedDict, total=False):
    """The filters of `deleteSuppression`."""

    force: bool
    """Take back a complaint or an erasure as well."""


class ListContactsQuery(TypedDict, total=False):
    """The filters of `listContacts`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    project_id: str
    """Only those of this project."""
    email: str
    """Only those with this address, in any case."""
    cursor: str
    """The `next_cursor` of the page before."""
    environment: Environment
    """Only what belongs to projects of this environment."""


class ExportContactsQuery(TypedDict, total=False):
    """The filters of `exportContacts`."""

    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    project_id: str
    """Only those of this project."""
    email: str
    """Only those with this address, in any case."""
    environment: Environment
    """Only what belongs to projects of this environment."""


class ImportContactsQuery(TypedDict):
    """The filters of `importContacts`."""

    project_id: str
    """The project that the contacts belong to."""
    list_id: NotRequired[str]
    """A list of the project, to subscribe the contacts to."""
    consent: NotRequired[Literal["proof", "opt_in"]]
    """How those of the list have said yes."""
    columns: NotRequired[Sequence[str]]
    """What columns are for, each as `target=header`, such as `email=E-mail` or
    `properties.seats:number=Seats`.
    """


class ListContactEventsQuery(TypedDict, total=False):
    """The filters of `listContactEvents`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    name: str
    """Only events of this name."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListContactSubscriptionsQuery(TypedDict, total=False):
    """The filters of `listContactSubscriptions`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListTopicConsentsQuery(TypedDict, total=False):
    """The filters of `listTopicConsents`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListContactRunsQuery(TypedDict, total=False):
    """The filters of `listContactRuns`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListContactImportsQuery(TypedDict, total=False):
    """The filters of `listContactImports`."""

    limit: int
    """The max number of rows to return."""
    cursor: str
    """The `next_cursor` of the page before."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    project_id: str
    """Only those of this project."""


class ListSubscriberListsQuery(TypedDict, total=False):
    """The filters of `listSubscriberLists`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    project_id: str
    """Only those of this project."""
    cursor: str
    """The `next_cursor` of the page before."""
    include: Sequence[IncludedPart]
    """What each element has beside its own properties."""


class ListSubscriptionsQuery(TypedDict, total=False):
    """The filters of `listSubscriptions`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    status: SubscriptionStatus
    """Only those with this status."""
    statuses: Sequence[SubscriptionStatus]
    """Only those with one of these statuses, by repeating the parameter."""
    email: str
    """Only that of this address, in any case."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListTopicsQuery(TypedDict, total=False):
    """The filters of `listTopics`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    project_id: str
    """Only those of this project."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListDeletionsQuery(TypedDict, total=False):
    """The filters of `listDeletions`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    status: Literal["running", "completed"]
    """Only deletions with this status."""


class ListTemplatesQuery(TypedDict, total=False):
    """The filters of `listTemplates`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    project_id: str
    """Only those that sends of this project can name, its own and those of every project."""
    kind: TemplateKind
    """Only those of this kind."""
    kinds: Sequence[TemplateKind]
    """Only those of one of these kinds, by repeating the parameter."""


class ListTemplateVersionsQuery(TypedDict, total=False):
    """The filters of `listTemplateVersions`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListSegmentsQuery(TypedDict, total=False):
    """The filters of `listSegments`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    project_id: str
    """Only those of this project."""


class ListSegmentContactsQuery(TypedDict, total=False):
    """The filters of `listSegmentContacts`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListCampaignsQuery(TypedDict, total=False):
    """The filters of `listCampaigns`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    project_id: str
    """Only those of this project."""
    status: CampaignStatus
    """Only campaigns with this status."""
    statuses: Sequence[CampaignStatus]
    """Only campaigns with one of these statuses, by repeating the parameter."""
    include: Sequence[IncludedPart]
    """What each element has beside its own properties."""


class ListCampaignRecipientsQuery(TypedDict, total=False):
    """The filters of `listCampaignRecipients`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only recipients whose contact was created at or after this time, by `contact_created_at`."""
    until: str | datetime
    """Only recipients whose contact was created before this time, by `contact_created_at`."""
    cursor: str
    """The `next_cursor` of the page before."""
    status: CampaignRecipientStatus
    """Only recipients with this status."""
    statuses: Sequence[CampaignRecipientStatus]
    """Only recipients with one of these statuses, by repeating the parameter."""


class ListAutomationsQuery(TypedDict, total=False):
    """The filters of `listAutomations`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    project_id: str
    """Only those of this project."""
    status: AutomationStatus
    """Only automations with this status."""
    statuses: Sequence[AutomationStatus]
    """Only automations with one of these statuses, by repeating the parameter."""
    include: Sequence[IncludedPart]
    """What each element has beside its own properties."""


class ListAutomationVersionsQuery(TypedDict, total=False):
    """The filters of `listAutomationVersions`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""


class ListAutomationRunsQuery(TypedDict, total=False):
    """The filters of `listAutomationRuns`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    status: AutomationRunStatus
    """Only runs with this status."""
    statuses: Sequence[AutomationRunStatus]
    """Only runs with one of these statuses, by repeating the parameter."""
    contact_id: str
    """Only those of this contact."""


class ListInboundRoutesQuery(TypedDict, total=False):
    """The filters of `listInboundRoutes`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    project_id: str
    """Only those of this project."""


class ListInboundMessagesQuery(TypedDict, total=False):
    """The filters of `listInboundMessages`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    project_id: str
    """Only those of this project."""
    route_id: str
    """Only those of this route."""
    email: str
    """Only those whose From field has this address, in any case."""
    contact_id: str
    """Only those of this contact."""
    message_id: str
    """Only answers to this message of ours."""
    automatic: InboundAutomatic
    """Only those of this kind."""
    subject: str
    """Only those whose subject contains this text, in any case."""


class ListProjectsQuery(TypedDict, total=False):
    """The filters of `listProjects`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    archived: bool
    """Only archived projects, or only those in use."""


class ListApiKeysQuery(TypedDict, total=False):
    """The filters of `listApiKeys`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    kind: ApiKeyKind
    """Only keys of this kind."""
    project_id: str
    """Only the keys of this project."""
    revoked: bool
    """Only keys that are revoked, or only others."""


class RetrieveUsageQuery(TypedDict, total=False):
    """The filters of `retrieveUsage`."""

    days: int
    """How many days, with today as the last one."""
    months: int
    """How many calendar months, with this one as the last one."""


class ListUsersQuery(TypedDict, total=False):
    """The filters of `listUsers`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    role: UserRole
    """Only users with this role."""
    email: str
    """Only the user with this address, compared without case."""


class ListSessionsQuery(TypedDict, total=False):
    """The filters of `listSessions`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    user_id: str
    """The sessions of this user."""
    program: bool
    """Only the sessions of programs, or only those that a person has signed in to."""


class ListPasskeysQuery(TypedDict, total=False):
    """The filters of `listPasskeys`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    user_id: str
    """The passkeys of this user."""


class ListAuditEventsQuery(TypedDict, total=False):
    """The filters of `listAuditEvents`."""

    limit: int
    """The max number of rows to return."""
    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    cursor: str
    """The `next_cursor` of the page before."""
    actor_id: str
    """Only what this user or key did: its id."""
    actor_kind: AuditActorKind
    """Only what this kind of actor did."""
    actor_kinds: Sequence[AuditActorKind]
    """Only what these kinds of actors did, by repeating the parameter."""
    operation: str
    """Only this operation."""
    resource_id: str
    """Only what was done to the thing with this id."""
    outcome: AuditOutcome
    """Only those with this outcome."""
    outcomes: Sequence[AuditOutcome]
    """Only those with one of these outcomes, by repeating the parameter."""


class ExportAuditEventsQuery(TypedDict, total=False):
    """The filters of `exportAuditEvents`."""

    since: str | datetime
    """Only what was created at or after this time."""
    until: str | datetime
    """Only what was created before this time."""
    actor_id: str
    """Only what this user or key did: its id."""
    actor_kind: AuditActorKind
    """Only what this kind of actor did."""
    actor_kinds: Sequence[AuditActorKind]
    """Only what these kinds of actors did, by repeating the parameter."""
    operation: str
    """Only this operation."""
    resource_id: str
    """Only what was done to the thing with this id."""
    outcome: AuditOutcome
    """Only those with this outcome."""
    outcomes: Sequence[AuditOutcome]
    """Only those with one of these outcomes, by repeating the parameter."""


__all__ = [
    "AcceptedMessage",
    "Address",
    "ApiKey",
    "ApiKeyKind",
    "ApiKeyList",
    "ApiKeyRestrictions",
    "Attachment",
    "AttemptServer",
    "AttemptSource",
    "AttemptTls",
    "AudienceOfCampaign",
    "AuditActor",
    "AuditActorKind",
    "AuditEvent",
    "AuditEventList",
    "AuditEventResource",
    "AuditOutcome",
    "Automation",
    "AutomationBranch",
    "AutomationCase",
    "AutomationEventCondition",
    "AutomationExit",
    "AutomationExitStep",
    "AutomationFigures",
    "AutomationIgnoredCount",
    "AutomationIgnoredReason",
    "AutomationInboundCondition",
    "AutomationList",
    "AutomationListCondition",
    "AutomationNoOptions",
    "AutomationNotifiedData",
    "AutomationNotifiedEvent",
    "AutomationNotify",
    "AutomationPublishedData",
    "AutomationPublishedEvent",
    "AutomationRecordEvent",
    "AutomationReentry",
    "AutomationRetry",
    "AutomationRun",
    "AutomationRunCompletedEvent",
    "AutomationRunCounts",
    "AutomationRunData",
    "AutomationRunDetail",
    "AutomationRunError",
    "AutomationRunFailedEvent",
    "AutomationRunList",
    "AutomationRunStatus",
    "AutomationRunStep",
    "AutomationRunTrigger",
    "AutomationRunWait",
    "AutomationSend",
    "AutomationSender",
    "AutomationSimulation",
    "AutomationStats",
    "AutomationStatus",
    "AutomationStep",
    "AutomationStepCounts",
    "AutomationStepKind",
    "AutomationSubscribe",
    "AutomationTimeOfDay",
    "AutomationTrigger",
    "AutomationTriggered",
    "AutomationUnsubscribe",
    "AutomationUntilProperty",
    "AutomationUpdateContact",
    "AutomationUser",
    "AutomationVersion",
    "AutomationVersionList",
    "AutomationVersionSender",
    "AutomationWait",
    "AutomationWaitForEvent",
    "BatchItem",
    "BatchItemError",
    "BatchItemResult",
    "BatchItemStatus",
    "BatchRequest",
    "BatchResult",
    "BatchTemplate",
    "BounceClass",
    "BounceSuppressionReason",
    "Campaign",
    "CampaignAudience",
    "CampaignBlockedBy",
    "CampaignCancelledEvent",
    "CampaignCheck",
    "CampaignCheckSample",
    "CampaignCounts",
    "CampaignData",
    "CampaignDestinationCount",
    "CampaignFigures",
    "CampaignHour",
    "CampaignLeftOut",
    "CampaignList",
    "CampaignPauseReason",
    "CampaignPausedEvent",
    "CampaignPreview",
    "CampaignPreviewRecipient",
    "CampaignProblem",
    "CampaignProgress",
    "CampaignReasonCount",
    "CampaignRecipient",
    "CampaignRecipientList",
    "CampaignRecipientStatus",
    "CampaignResumedEvent",
    "CampaignScheduledEvent",
    "CampaignSentEvent",
    "CampaignStartedEvent",
    "CampaignStats",
    "CampaignStatus",
    "CampaignTemplate",
    "CampaignTest",
    "CampaignUser",
    "CancelError",
    "CancelMessagesRequest",
    "CancelledMessage",
    "CancelledMessages",
    "ChangesOfKey",
    "ChooseContactTopicRequest",
    "ClaimRoles",
    "ClaimRolesRequest",
    "ClickedData",
    "ComplaintData",
    "ConfirmationMail",
    "ConfirmationOfList",
    "Consent",
    "Contact",
    "ContactBatchItemError",
    "ContactBatchItemResult",
    "ContactBatchItemStatus",
    "ContactBatchResult",
    "ContactEvent",
    "ContactEventList",
    "ContactImport",
    "ContactImportColumn",
    "ContactImportError",
    "ContactImportLine",
    "ContactImportList",
    "ContactImportStatus",
    "ContactInBatch",
    "ContactList",
    "ContactResubscribedData",
    "ContactResubscribedEvent",
    "ContactTopic",
    "ContactTopicChangedData",
    "ContactTopicChangedEvent",
    "ContactTopics",
    "ContactUnsubscribedData",
    "ContactUnsubscribedEvent",
    "CreateApiKeyRequest",
    "CreateAutomationRequest",
    "CreateAutomationVersionRequest",
    "CreateCampaignRequest",
    "CreateDeletionRequest",
    "CreateDomainRequest",
    "CreateInboundRouteRequest",
    "CreatePasskeyRequest",
    "CreatePasskeySessionRequest",
    "CreateProjectRequest",
    "CreateProviderSessionRequest",
    "CreateSegmentRequest",
    "CreateSessionRequest",
    "CreateSignInAuthorizationRequest",
    "CreateSignInLinkRequest",
    "CreateSubscriberListRequest",
    "CreateSuppressionRequest",
    "CreateTemplateRequest",
    "CreateTopicRequest",
    "CreateUserRequest",
    "CreateWebhookReceiverRequest",
    "CreatedApiKey",
    "CreatedPasskeyCredential",
    "CreatedSession",
    "DeclaredVariable",
    "DeferralData",
    "DeleteSuppressionQuery",
    "Deletion",
    "DeletionList",
    "DeletionPreview",
    "DeliveryAttempt",
    "DeliveryData",
    "Disposition",
    "DmarcBlocker",
    "DmarcDispositions",
    "DmarcDnsRecord",
    "DmarcEvidence",
    "DmarcRamp",
    "DmarcRampList",
    "DmarcSource",
    "DmarcSourceKind",
    "DmarcSourceList",
    "DmarcUnexplainedSource",
    "Domain",
    "DomainDegradedEvent",
    "DomainDkimKey",
    "DomainFailedEvent",
    "DomainList",
    "DomainProblem",
    "DomainRecord",
    "DomainRecordKind",
    "DomainRecordStatus",
    "DomainReturnPath",
    "DomainRule",
    "DomainRuleCode",
    "DomainRuleStatus",
    "DomainRules",
    "DomainStatus",
    "DomainStatusData",
    "DomainVerifiedEvent",
    "Engagement",
    "Environment",
    "ErasedCounts",
    "ErrorCode",
    "ErrorDetail",
    "ErrorRule",
    "Event",
    "EventList",
    "EventRecipient",
    "EventType",
    "ExplainSegmentRequest",
    "ExportAuditEventsQuery",
    "ExportContactsQuery",
    "ExportEventsQuery",
    "ExportMessageLogsQuery",
    "ExportSuppressionsQuery",
    "FollowEventsQuery",
    "FollowedEventPage",
    "FoundCounts",
    "HaltReason",
    "HeldQueue",
    "HtmlMessageWithFrom",
    "HtmlMessageWithFromEmail",
    "IdentityDomain",
    "IdentityDomainRecord",
    "IdentityDomainStatus",
    "IdentityProvider",
    "ImportContactsQuery",
    "InboundAddress",
    "InboundArrival",
    "InboundAttachment",
    "InboundAuth",
    "InboundAuthResult",
    "InboundAutomatic",
    "InboundAutomaticHandling",
    "InboundDkim",
    "InboundDmarc",
    "InboundDomain",
    "InboundEnvelope",
    "InboundEventAttachment",
    "InboundHeader",
    "InboundInReplyTo",
    "InboundMessage",
    "InboundMessageDetail",
    "InboundMessageList",
    "InboundMxRecord",
    "InboundReceivedData",
    "InboundReceivedEvent",
    "InboundReplay",
    "InboundRoute",
    "InboundRouteList",
    "InboundRouteTest",
    "InboundSpf",
    "InboundStorage",
    "IncludedPart",
    "IssuedRestrictions",
    "KeptAttachment",
    "KnownEvent",
    "LiftSuppressionsRequest",
    "LiftedSuppressions",
    "ListApiKeysQuery",
    "ListAuditEventsQuery",
    "ListAutomationRunsQuery",
    "ListAutomationVersionsQuery",
    "ListAutomationsQuery",
    "ListCampaignRecipientsQuery",
    "ListCampaignsQuery",
    "ListContactEventsQuery",
    "ListContactImportsQuery",
    "ListContactRunsQuery",
    "ListContactSubscriptionsQuery",
    "ListContactsQuery",
    "ListDeletionsQuery",
    "ListDmarcRampsQuery",
    "ListDmarcSourcesQuery",
    "ListDomainsQuery",
    "ListEventsQuery",
    "ListInboundMessagesQuery",
    "ListInboundRoutesQuery",
    "ListMessageLogsQuery",
    "ListMessagesQuery",
    "ListPasskeysQuery",
    "ListProjectsQuery",
    "ListSegmentContactsQuery",
    "ListSegmentsQuery",
    "ListSessionsQuery",
    "ListSubscriberListsQuery",
    "ListSubscriptionsQuery",
    "ListSuppressionRepliesQuery",
    "ListSuppressionsQuery",
    "ListTemplateVersionsQuery",
    "ListTemplatesQuery",
    "ListTlsReportsQuery",
    "ListTopicConsentsQuery",
    "ListTopicsQuery",
    "ListUnsubscribe",
    "ListUsersQuery",
    "ListWebhookDeliveriesQuery",
    "ListWebhookHealthQuery",
    "ListWebhookReceiverRequestsQuery",
    "ListWebhookReceiversQuery",
    "ListWebhooksQuery",
    "MachineReason",
    "Message",
    "MessageAcceptedData",
    "MessageAcceptedEvent",
    "MessageBouncedEvent",
    "MessageCancelledData",
    "MessageCancelledEvent",
    "MessageClickedEvent",
    "MessageComplainedEvent",
    "MessageContent",
    "MessageContentListUnsubscribe",
    "MessageDeferredEvent",
    "MessageDeliveredEvent",
    "MessageFailedEvent",
    "MessageList",
    "MessageLog",
    "MessageLogList",
    "MessageOpenedEvent",
    "MessageScheduledData",
    "MessageScheduledEvent",
    "MessageStatus",
    "MessageSuppressedEvent",
    "MessageTemplate",
    "MessageUnsubscribedEvent",
    "MessageWithFrom",
    "MessageWithFromEmail",
    "NamedAddress",
    "NullableUserRole",
    "OpenedData",
    "OutcomeSource",
    "PageLanguage",
    "Passkey",
    "PasskeyAssertionResponse",
    "PasskeyAttestationResponse",
    "PasskeyAuthenticatorSelection",
    "PasskeyChallenge",
    "PasskeyCreationOptions",
    "PasskeyDescriptor",
    "PasskeyList",
    "PasskeyParameters",
    "PasskeyRegistration",
    "PasskeyRelyingParty",
    "PasskeyRequestOptions",
    "PasskeyUser",
    "PausedCampaign",
    "PreviewCampaignRequest",
    "PreviewSegmentRequest",
    "PreviewTemplateContentRequest",
    "PreviewTemplateRequest",
    "Project",
    "ProjectList",
    "ProjectPages",
    "ProjectPagesChoice",
    "PropertyValue",
    "PublishAutomationRequest",
    "PublishTemplateRequest",
    "ReceivedSignature",
    "Recipient",
    "RecipientKind",
    "RecipientStatus",
    "RecordContactEventByAddressRequest",
    "RecordContactEventRequest",
    "RejectedLine",
    "RequestSubscriptionRequest",
    "RequestedSignInLink",
    "RescheduleMessageRequest",
    "RetriedCampaign",
    "RetrieveStatisticsQuery",
    "RetrieveUsageQuery",
    "RetrievedInboundReceivedData",
    "RetrievedInboundReceivedEvent",
    "RetryAutomationRunsRequest",
    "ReturnPathStatus",
    "ReviewDmarcSourceRequest",
    "RotateWebhookSecretRequest",
    "SavedWebhook",
    "ScheduleCampaignRequest",
    "Scope",
    "SecretWithheld",
    "Segment",
    "SegmentContactCondition",
    "SegmentCount",
    "SegmentCountComparison",
    "SegmentCounting",
    "SegmentEstimate",
    "SegmentEventCondition",
    "SegmentExplanation",
    "SegmentList",
    "SegmentListCondition",
    "SegmentMessageCondition",
    "SegmentNodeResult",
    "SegmentPreview",
    "SegmentPropertyCondition",
    "SegmentReference",
    "SegmentRule",
    "SegmentScalar",
    "SegmentTopicCondition",
    "SegmentValue",
    "SendMessageRequest",
    "SendMessageRequestFields",
    "SendingStatus",
    "SendingWindow",
    "Session",
    "SessionList",
    "SessionOrigin",
    "SessionProgram",
    "SessionWorkspace",
    "SignInAuthorization",
    "SimulateAutomationRequest",
    "SimulatedContact",
    "SimulatedEvent",
    "SimulatedStep",
    "SimulatedStepMail",
    "SmtpReply",
    "Statistics",
    "StatisticsCounts",
    "StatisticsGroup",
    "StatisticsGrouping",
    "StatisticsInterval",
    "StatisticsPeriod",
    "StopApiKeyRequest",
    "StoppedApiKey",
    "Stream",
    "SubscribableEventType",
    "SubscriberCount",
    "SubscriberList",
    "SubscriberListFigures",
    "SubscriberListList",
    "Subscription",
    "SubscriptionConfirmedEvent",
    "SubscriptionData",
    "SubscriptionList",
    "SubscriptionRequest",
    "SubscriptionRequestedEvent",
    "SubscriptionStatus",
    "SuppressedData",
    "Suppression",
    "SuppressionAddedEvent",
    "SuppressionData",
    "SuppressionImport",
    "SuppressionList",
    "SuppressionReason",
    "SuppressionReplyGroup",
    "SuppressionReplyGroups",
    "Template",
    "TemplateContent",
    "TemplateKind",
    "TemplateList",
    "TemplateLocale",
    "TemplateMessage",
    "TemplateOfCampaign",
    "TemplatePin",
    "TemplatePreview",
    "TemplatePublishedData",
    "TemplatePublishedEvent",
    "TemplateReference",
    "TemplateUser",
    "TemplateUses",
    "TemplateVariable",
    "TemplateVariableType",
    "TemplateVersion",
    "TemplateVersionList",
    "TemplateVersionSummary",
    "TemplateWarning",
    "TemplateWarningCode",
    "TestCampaignRequest",
    "TestInboundRouteRequest",
    "TestedInboundRoute",
    "TimeToDelivery",
    "TlsFailure",
    "TlsPolicySessions",
    "TlsReportSummary",
    "TlsReportSummaryList",
    "Topic",
    "TopicConsent",
    "TopicConsentList",
    "TopicList",
    "TopicTranslation",
    "Tracking",
    "TrackingChoice",
    "TranslationOfTopic",
    "TriggerAutomationRequest",
    "UnknownEvent",
    "UnsentReason",
    "UnsubscribeRequest",
    "UnsubscribedData",
    "UnverifiedComplaint",
    "UpdateApiKeyRequest",
    "UpdateAutomationRequest",
    "UpdateCampaignRequest",
    "UpdateContactRequest",
    "UpdateDomainRequest",
    "UpdateInboundRouteRequest",
    "UpdatePasskeyRequest",
    "UpdateProjectRequest",
    "UpdateSegmentRequest",
    "UpdateSubscriberListRequest",
    "UpdateTemplateRequest",
    "UpdateTopicRequest",
    "UpdateUserRequest",
    "UpdateWebhookReceiverRequest",
    "UpdateWebhookRequest",
    "UpdateWorkspaceRequest",
    "UpsertContactBatchRequest",
    "UpsertContactRequest",
    "UpsertIdentityProviderRequest",
    "UpsertWebhookRequest",
    "Usage",
    "UsageOfDay",
    "UsageOfLimit",
    "UsageOfMonth",
    "UsageOfPeriod",
    "UsedPasskeyCredential",
    "User",
    "UserList",
    "UserRole",
    "WaitingFor",
    "WebhookAttempt",
    "WebhookAttemptError",
    "WebhookDelivery",
    "WebhookDeliveryList",
    "WebhookDeliveryStatus",
    "WebhookDisabledData",
    "WebhookDisabledEvent",
    "WebhookDisabledReason",
    "WebhookErrorCode",
    "WebhookEvent",
    "WebhookHealth",
    "WebhookHealthList",
    "WebhookHealthStatus",
    "WebhookList",
    "WebhookReceiver",
    "WebhookReceiverList",
    "WebhookReceiverRequest",
    "WebhookReceiverRequestList",
    "WebhookRequestHeader",
    "WebhookSecret",
    "WebhookSubscription",
    "WebhookTestData",
    "WebhookTestEvent",
    "Window",
    "Workspace",
    "WorkspaceLimits",
]
