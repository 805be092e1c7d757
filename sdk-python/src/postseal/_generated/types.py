# Made from generated/openapi.json by scripts/python/generate.mjs. Do not edit.
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum
from typing import Any, Literal, NotRequired, TypedDict


class _NewerType(Enum):
    """Never there at run time, where the type of an event is a text."""

    ANY = "a type of event that is newer than this package"


MessageStatus = Literal["scheduled", "queued", "delivered", "partially_delivered", "failed", "cancelled"]
"""Derived from the recipients: `scheduled` or `cancelled` if all of them are, `queued` while any of them
waits, then `delivered` (all), `partially_delivered` (some) or `failed` (none).
"""


Environment = Literal["live", "test"]
"""The environment of the project. Mail of a test project goes to the bundled sink."""


RecipientKind = Literal["to", "cc", "bcc"]
"""The field of the send that named this recipient."""


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
retried at `next_attempt_at`. `delivered`: the receiving server accepted it. `bounced`: the receiving
server permanently refused it, or accepted it and later reported that it could not be delivered. `failed`:
could not be delivered and is not retried. `suppressed`: not sent, because the workspace suppresses the
address. `cancelled`: cancelled before its first attempt.
"""


class Recipient(TypedDict):
    log_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    name: str | None
    """Null if the send gave none."""
    kind: RecipientKind | str
    status: RecipientStatus | str


class MessageTemplate(TypedDict):
    """The template that the message was rendered from; null if the send had its own subject and bodies."""

    template_id: str
    version: int
    locale: str | None
    """The language of the content; null means the default content."""


class Message(TypedDict):
    id: str
    project_id: str
    environment: Environment | str
    status: MessageStatus | str
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    from_name: str | None
    subject: str
    category: str | None
    metadata: dict[str, str]
    """Up to 20 pairs of your own, for finding the message."""
    created_at: str
    scheduled_at: str | None
    list_id: str | None
    """The subscriber list that the message is for; null if none."""
    campaign_id: str | None
    """The campaign that sent the message; null if none did."""
    automation_run_id: str | None
    """The automation run that sent the message; null if none did."""
    api_key_id: str | None
    """The API key that the message was sent with, by HTTP or SMTP."""
    template: MessageTemplate | None
    """The template that the message was rendered from; null if the send had its own subject and bodies."""
    recipients: list[Recipient]


class Window(TypedDict):
    """The span that was searched, after clamping to the retention window."""

    since: str
    """Inclusive."""
    until: str | None
    """Exclusive; null if the span is open-ended."""


class MessageList(TypedDict):
    data: list[Message]
    has_more: bool
    """Whether there are more rows."""
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
"""The rule that a refused value broke. The list grows in version 1; treat unknown rules as a refusal of
the value without a named reason.

`additional_properties`: The operation has no field or parameter with this name. `address`: The text is not
an IP address. `address_refused`: The URL leads to an address that is not on the public internet. `base64`:
The text is not base64 with its padding. `beyond_retention`: The rule looks further back than events are
kept. `block_position`: A block of a template is in a place where blocks are not allowed, or occurs twice.
`characters`: The text has characters that are not allowed there, such as control characters. `cidr`: The
text is not an IP address or a range of them. `column`: The file does not have the named column. `columns`:
The columns of the file do not fit together, or one is missing. `conflict`: Two values contradict each
other. `const`: Only one value is allowed here, and this is a different one. `contact`: The request needs
either an existing contact or an invented one, not both. `content`: The content does not have the declared
type. `credentials`: The URL has a user or a password. `cursor`: The cursor does not come from this list.
`cycle`: Segments refer to each other in a circle. `depth`: The value is nested too deeply. `disabled`: The
named object is disabled. `domain`: The text is not a domain name, or not one that is allowed there.
`domain_not_verified`: The domain is not a verified domain of the workspace. `duplicate`: The value has to
be unique and occurs twice. `empty`: The text has no visible character. `encoding`: The service does not
support the encoding of a query parameter or a file. `enum`: The value is not one of the allowed values.
`environment`: The environment is not the project's. `exclusive`: Two parameters cannot be combined.
`forbidden_header`: The service writes this header itself, or the header is unsafe. `format`: The text does
not have the required format, such as that of an e-mail address or a time. `fragment`: The URL has a
fragment. `host`: The URL has no valid host name. `ip_address`: The text is not an IP address. `label`: The
text is not one label of a domain name. `layout_position`: A template does not begin with its layout, or
has two layouts. `limit_exceeded`: Rendering the template takes too much time or memory. `line_break`: The
text would have a line break once it is rendered. `mailbox_provider`: The domain belongs to a mailbox
provider. `max_items`: The list has too many items. `max_length`: The text has too many characters.
`max_properties`: The object has too many fields. `maximum`: The number is too large. `media_type`: The
text is not a media type, or not one that is allowed. `metadata_key`: `metadata_value` is given without
`metadata_key`. `min_items`: The list has too few items. `min_length`: The text has too few characters, or
none. `min_properties`: The object has too few fields. `minimum`: The number is too small.
`missing_argument`: The template uses a partial without a value that the partial needs. `missing_variable`:
The template uses a variable that has no value. `no_provider`: The address does not answer as an OpenID
provider. `no_words`: The search has no letters or digits. `not_allowed`: The value cannot be combined with
another one. `not_found`: The named object does not exist, or the credential cannot see it. `one_of`:
Exactly one of several fields is allowed. `out_of_range`: The duration is too short or too long.
`outside_block`: A template has content outside of the blocks of its layout. `passkey`: The passkey could
not be registered. `past`: The time has passed. `pattern`: The text does not match the pattern of its
field. `placeholder`: The text has an unknown placeholder, or lacks a required one. `port`: The URL has an
invalid port. `privileged`: The scope is granted to privileged keys only. `public_suffix`: Anyone can
register domains below this one. `range`: The period is empty, too long, or has too many parts.
`recipient`: The text is neither an address nor a pattern of addresses. `recipients`: Mail to a list must
have exactly one recipient, in `to`. `registration`: The registration is unknown, used or too old.
`render`: The template cannot be rendered with these values. `required`: The value is missing. `reserved`:
The service uses the name itself. `scope`: A key of this kind cannot have the scope. `sender`: The text is
neither an address nor a domain. `sender_at_mailbox_provider`: The sender is at a mailbox provider.
`sender_domain_not_verified`: The domain of the sender is not verified. `similar`: There already is a
webhook with a similar URL. `syntax`: The template cannot be parsed. `taken`: The name is already in use.
`template_not_published`: The template, or its version, is not published. `time`: This time does not exist.
`too_far`: The time is too far ahead. `too_large`: The content is too large, including everything it uses.
`too_long`: The value is too long, possibly as JSON or once it is rendered. `too_many`: There would be more
than allowed. `too_many_words`: The search has too many words. `type`: The value has the wrong type, such
as a number instead of a text. `undeclared_variable`: The template uses a variable that it does not
declare. `unexpected`: The value belongs to a setting that is not used. `unknown`: The service does not
know the named object. `unknown_argument`: The template passes an argument that the partial does not
accept. `unknown_block`: A template has a block that its layout lacks. `unknown_contact_field`: The
template uses a field that contacts do not have. `unknown_op`: Values of this type cannot be compared like
this. `unknown_template`: A template names a layout or partial that is not published in the project.
`unsubscribe_link_missing`: The body does not show how to unsubscribe. `url`: The text is not a valid URL
for this field. `variable_type`: The value of a variable has another type than the template declares.
`wider`: The key would get more permissions than before.
"""


class ErrorDetail(TypedDict):
    path: str
    """A JSON Pointer to the refused value, starting with `/body`, `/query` or `/headers`."""
    code: str
    """The broken rule, as in `rule`, except that rules that are keywords of JSON Schema are in camelCase
    here: `minItems` for `min_items`.
    """
    rule: NotRequired[ErrorRule | str]
    message: str
    """What is wrong, as a phrase that follows the name of the field."""
    line: NotRequired[int]
    """In a template: the line of the mistake."""
    column: NotRequired[int]
    """In a template: the column of the mistake."""
    variable: NotRequired[str]
    """In a template: the variable that the mistake is about."""
    template_id: NotRequired[str]
    """In a template: the layout or partial that has the mistake, if it is not the template itself."""
    webhook_id: NotRequired[str]
    """With `webhook_exists_similarly`: the subscription that has a similar `url`."""


class NamedAddress(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    name: NotRequired[str]
    """The name shown beside an address, in any language."""


class TemplateReference(TypedDict, total=False):
    """A template instead of `text` and `html`, by either `template_id` or `alias`."""

    template_id: str
    alias: str
    """The template's alias, instead of `template_id`."""
    version: int
    """The version."""
    locale: str
    """The requested language (BCP 47)."""
    variables: Mapping[str, Any]
    """The values of the variables, at most 64 kB of JSON."""


Disposition = Literal["attachment", "inline"]
"""`inline` shows the part within the HTML body, which refers to it as `cid:` and its `content_id`.
Defaults to `inline` if there is a `content_id`, and to `attachment` otherwise.
"""


class Attachment(TypedDict):
    filename: str
    """The file name that the recipient sees."""
    content: str | bytes
    """The content in base64 (RFC 4648, section 4), with or without padding."""
    content_type: NotRequired[str]
    """A media type (RFC 2045, section 5.1), with parameters if mail programs need them, as in
    `text/calendar; method=REQUEST`.
    """
    content_id: NotRequired[str]
    disposition: NotRequired[Disposition]


class ListUnsubscribe(TypedDict):
    """Sets the `List-Unsubscribe` and `List-Unsubscribe-Post` headers (RFC 2369, RFC 8058)."""

    url: str
    """An https address that accepts the one-click `POST`."""
    email: NotRequired[str]
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""


class TrackingChoice(TypedDict, total=False):
    """Whether opens and clicks of HTML mail are tracked."""

    opens: bool
    """Adds an image to the HTML, which mail programs load."""
    clicks: bool
    """Routes the links of the HTML through the service."""


Stream = Literal["transactional", "bulk"]
"""The kind of mail, as mailbox providers and recipients see it. `transactional`: mail triggered by what
the recipient did, such as a receipt. This covers sends, batches, opt-in mail, and transactional
automations. `bulk`: campaigns, other automations, and sends with `stream: bulk`. The operator can send the
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
    """The Reply-To addresses, if replies should not go to the sender."""
    reply_route_id: NotRequired[str]
    """The inbound route of the project that receives replies, instead of `reply_to`."""
    attachments: NotRequired[Sequence[Attachment]]
    headers: NotRequired[Mapping[str, str]]
    """Further header fields."""
    list_unsubscribe: NotRequired[ListUnsubscribe]
    list_id: NotRequired[str]
    """The subscriber list that this mail is for, in the message's project."""
    category: NotRequired[str]
    """A label of your own, for search and statistics."""
    metadata: NotRequired[Mapping[str, str]]
    """Up to 20 pairs of your own, for finding the message."""
    tracking: NotRequired[TrackingChoice]
    stream: NotRequired[Stream]
    """`bulk` for mail that goes to many people who did not ask for it individually, such as your own
    newsletter, so that it is sent from the sources for such mail.
    """
    scheduled_at: NotRequired[str | datetime]
    """When to send the message, up to 30 days ahead."""


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
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
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
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
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
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
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
"""Either `subject` with `text`, `html` or both, or `template` instead of the bodies, where a `subject`
replaces the template's.
"""


class AcceptedMessage(TypedDict):
    """The reply to a send."""

    id: str
    status: MessageStatus | str
    created_at: str
    scheduled_at: str | None
    """When the message is sent; null if it is sent at once."""
    recipients: list[Recipient]
    text_from_html: NotRequired[Literal[True]]
    """Present if the send had `html` without `text`, so that the service created the text from it."""


_BatchTemplate = TypedDict("_BatchTemplate", {"from": NotRequired[Address]})


class BatchTemplate(_BatchTemplate):
    """A send with a template, in one of two forms: with `template_id` or `alias`, `version`, `locale` and
    `variables` beside `to`, or as in `sendMessage`, with these inside `template`.
    """

    project_id: str
    from_email: NotRequired[str]
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    from_name: NotRequired[str]
    """The name shown beside an address, in any language."""
    to: Address | Sequence[Address]
    """The recipients."""
    cc: NotRequired[Address | Sequence[Address]]
    bcc: NotRequired[Address | Sequence[Address]]
    """Recipients that no header names."""
    reply_to: NotRequired[Address | Sequence[Address]]
    """The Reply-To addresses, if replies should not go to the sender."""
    reply_route_id: NotRequired[str]
    """The inbound route of the project that receives replies, instead of `reply_to`."""
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
    """The subscriber list that this mail is for, in the message's project."""
    category: NotRequired[str]
    """A label of your own, for search and statistics."""
    metadata: NotRequired[Mapping[str, str]]
    """Up to 20 pairs of your own, for finding the message."""
    tracking: NotRequired[TrackingChoice]
    stream: NotRequired[Stream]
    """`bulk` for mail that goes to many people who did not ask for it individually, such as your own
    newsletter, so that it is sent from the sources for such mail.
    """
    scheduled_at: NotRequired[str | datetime]
    """When to send the message, up to 30 days ahead."""
    template_id: str
    """The template, if there is no `template` object."""
    version: NotRequired[int]
    """The version."""
    locale: NotRequired[str]
    """The requested language (BCP 47)."""
    variables: NotRequired[Mapping[str, Any]]
    """The values of the variables, at most 64 kB of JSON."""


_BatchTemplateByAlias = TypedDict("_BatchTemplateByAlias", {"from": NotRequired[Address]})


class BatchTemplateByAlias(_BatchTemplateByAlias):
    """A send with a template, in one of two forms: with `template_id` or `alias`, `version`, `locale` and
    `variables` beside `to`, or as in `sendMessage`, with these inside `template`.
    """

    project_id: str
    from_email: NotRequired[str]
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    from_name: NotRequired[str]
    """The name shown beside an address, in any language."""
    to: Address | Sequence[Address]
    """The recipients."""
    cc: NotRequired[Address | Sequence[Address]]
    bcc: NotRequired[Address | Sequence[Address]]
    """Recipients that no header names."""
    reply_to: NotRequired[Address | Sequence[Address]]
    """The Reply-To addresses, if replies should not go to the sender."""
    reply_route_id: NotRequired[str]
    """The inbound route of the project that receives replies, instead of `reply_to`."""
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
    """The subscriber list that this mail is for, in the message's project."""
    category: NotRequired[str]
    """A label of your own, for search and statistics."""
    metadata: NotRequired[Mapping[str, str]]
    """Up to 20 pairs of your own, for finding the message."""
    tracking: NotRequired[TrackingChoice]
    stream: NotRequired[Stream]
    """`bulk` for mail that goes to many people who did not ask for it individually, such as your own
    newsletter, so that it is sent from the sources for such mail.
    """
    scheduled_at: NotRequired[str | datetime]
    """When to send the message, up to 30 days ahead."""
    alias: str
    """The template's alias, instead of `template_id`, if there is no `template` object."""
    version: NotRequired[int]
    """The version."""
    locale: NotRequired[str]
    """The requested language (BCP 47)."""
    variables: NotRequired[Mapping[str, Any]]
    """The values of the variables, at most 64 kB of JSON."""


class BatchItem(TypedDict, total=False):
    """Exactly one of `message` and `template`."""

    idempotency_key: str
    """Makes the item safe to retry, as `Idempotency-Key` does for a single send: 1 to 255 printable ASCII
    characters.
    """
    message: SendMessageRequest
    template: TemplateMessage | BatchTemplate | BatchTemplateByAlias


class BatchRequest(TypedDict):
    items: Sequence[BatchItem]
    """The messages."""
    all_or_nothing: NotRequired[bool]
    """True to accept nothing if one of the items would be rejected."""


BatchItemStatus = Literal["accepted", "rejected"]
"""`accepted`: stored and queued, now or by an earlier request with this key. `rejected`: nothing was
stored, and you can use the same key again.
"""


class BatchItemError(TypedDict):
    """The error that a single send would have returned."""

    status: int
    """The HTTP status that a single send would have returned."""
    code: ErrorCode | str
    message: str
    """A message for people."""
    details: NotRequired[list[ErrorDetail]]
    """Up to 20 mistakes of the item."""


class BatchItemResult(TypedDict):
    index: int
    """The item's position in the request."""
    idempotency_key: str
    status: BatchItemStatus | str
    replayed: NotRequired[Literal[True]]
    """Present if an earlier request with this key was accepted and nothing was sent again."""
    message: NotRequired[AcceptedMessage]
    error: NotRequired[BatchItemError]


class BatchResult(TypedDict):
    data: list[BatchItemResult]
    """One result for each item, in the order of the request."""
    accepted: int
    rejected: int


class CancelMessagesRequest(TypedDict):
    message_ids: Sequence[str]
    """The messages to cancel."""


class CancelError(TypedDict):
    """Why the message was not cancelled."""

    status: int
    """The status that a single request would have returned."""
    code: ErrorCode | str
    message: str
    """A message for people."""


class CancelledMessage(TypedDict):
    message_id: str
    status: Literal["cancelled", "rejected"] | str
    error: CancelError | None


class CancelledMessages(TypedDict):
    """The result for each message, in the order of the request."""

    data: list[CancelledMessage]
    cancelled: int
    rejected: int


class RescheduleMessageRequest(TypedDict):
    scheduled_at: str | datetime | None
    """When the message is sent; null means now."""


class KeptAttachment(TypedDict):
    filename: str
    """The name as it is sent."""
    content_type: str
    """A media type without parameters."""
    content_type_parameters: dict[str, str]
    """The parameters of the media type, by name in lower case; empty if there are none."""
    content_id: str | None
    disposition: Disposition | str
    size: int
    """The size in bytes."""
    content: str


class MessageContentListUnsubscribe(TypedDict):
    """Null if the send gave none, or if the link is the service's own."""

    url: str
    email: str | None
    """Null if the send gave none."""


class MessageContent(TypedDict):
    """The content that was sent, as given or rendered."""

    message_id: str
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
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
    """Null if the send gave none, or if the link is the service's own."""
    attachments: list[KeptAttachment]
    mime_entity: str | None
    """Sent instead of `text`, `html` and `attachments`: the MIME entity (RFC 2045, section 2.4), with
    header fields and body, of a message that was submitted by SMTP signed or encrypted.
    """
    content_sha256: str
    """SHA-256 of what people read: subject, plain text and HTML in UTF-8 with LF as the line break,
    separated by a zero byte, with nothing for a missing HTML body.
    """


OutcomeSource = Literal["smtp", "dsn"]
"""`smtp`: the receiving server's reply, or the lack of one. `dsn`: a delivery status notification (RFC
3464) that arrived after a server had accepted the message. Null if the operator ended the delivery.
"""


class SmtpReply(TypedDict):
    """A receiving server's reply (RFC 5321, section 4.2)."""

    code: int
    """The three-digit reply code."""
    enhanced_code: str | None
    """The enhanced status code (RFC 3463), if the server gave one."""
    text: str
    """The text of the reply, without the codes."""
    host: str
    """The server that replied."""


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
"""Why mail was refused, derived from the reply. Null if the mail was delivered, or if the failure was the
service's own. The list grows in version 1; treat unknown values as `other`.

About the recipient: `unknown_user`, `unknown_domain` (the domain does not exist or accepts no mail),
`mailbox_disabled`, `mailbox_full`, `recipient_policy` (this recipient does not accept mail from this
sender). About the message: `content` (its content was refused), `too_large`, `unsupported` (the server
lacks a required extension). About the sender: `authentication` (SPF, DKIM or DMARC), `reputation` (a block
list, or the provider's own), `rate_limited`, `sender_policy` (another rule about the sender). Other
causes: `network` (DNS, connection, TLS or a timeout), `server` (a problem of the server, or a reply that
was not understood), `other`.
"""


class AttemptServer(TypedDict):
    """The server that the attempt connected to: a mail exchange of the recipient's domain, the relay, or
    the sink.
    """

    name: str
    """Its host name, or its IP address if it is configured that way."""
    address: str | None
    """The IP address."""
    port: int


class AttemptTls(TypedDict):
    """How the connection was encrypted when the result came."""

    version: str
    """The protocol."""
    cipher: str
    """The cipher suite's name in the IANA registry."""
    authentication: str
    """How the server proved its identity."""


class AttemptSource(TypedDict):
    """The source that sent the mail, one of those that the operator added."""

    address: str
    """The IP address that receivers see."""
    name: str
    """The host name that the source gives in EHLO."""


_DeliveryAttempt = TypedDict("_DeliveryAttempt", {"class": BounceClass | str | None})


class DeliveryAttempt(_DeliveryAttempt):
    at: str
    """When the attempt ended, or when its report arrived."""
    outcome: Literal["delivered", "deferred", "bounced", "failed"] | str
    via: OutcomeSource | str | None
    reply: SmtpReply | None
    error: str | None
    """What failed, or a note about the attempt, if no SMTP reply explains it."""
    server: AttemptServer | None
    tls: AttemptTls | None
    duration_ms: int | None
    """How long the attempt took, in milliseconds: from looking up the destination to the result, without
    waiting for its turn.
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
    """How often this recipient opened the mail and clicked its links, as far as that is known."""

    opens: int
    """Loads of the image that may be by a person."""
    first_opened_at: str | None
    clicks: int
    """Clicks that may be by a person."""
    first_clicked_at: str | None
    machine_opens: int
    """Loads by proxies and scanners, and loads too early to be by a person."""
    machine_clicks: int
    """Clicks by machines, and clicks too early to be by a person."""


WaitingFor = Literal["warm_up", "provider", "source", "release"]
"""What the recipient's mail is waiting for, if not for another attempt after a refusal. No attempt is
counted for it. `warm_up`: the sources are new and have sent the provider their daily maximum. `provider`:
the provider accepts nothing from the sources for now. `source`: no source is available. `release`: the
service was restored from a backup and holds previously queued mail until its operator releases or drops
it; `next_attempt_at` is null, and events never have this value. Null otherwise. The list grows in version
1.
"""


class MessageLog(TypedDict):
    """One recipient of one message, and the result of its delivery."""

    id: str
    message_id: str
    project_id: str
    environment: Environment | str
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    recipient_name: str | None
    kind: RecipientKind | str
    status: RecipientStatus | str
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    subject: str
    category: str | None
    metadata: dict[str, str]
    """Up to 20 pairs of your own, for finding the message."""
    scheduled_at: str | None
    """When the first attempt is due, if the send was scheduled."""
    attempts: list[DeliveryAttempt]
    """Every attempt to deliver, oldest first."""
    last_reply: SmtpReply | None
    """The reply of the last attempt."""
    next_attempt_at: str | None
    """When a deferred delivery is retried."""
    created_at: str
    updated_at: str
    delivered_at: str | None
    suppression_reason: str | None
    """Why the message was not sent, if the status is `suppressed`; an `UnsentReason`."""
    complained_at: str | None
    """When the recipient's provider reported their complaint."""
    unverified_complaint: UnverifiedComplaint | None
    campaign_id: str | None
    """The campaign that sent the message; null if none did."""
    automation_id: str | None
    """The automation that sent the message; null if none did."""
    api_key_id: str | None
    """The API key that the message was sent with, by HTTP or SMTP."""
    engagement: Engagement | None
    stream: Stream | str
    waiting_for: WaitingFor | str | None
    retries: int
    """How often the delivery was retried with `POST /v1/message-logs/{id}/retry`."""


class MessageLogList(TypedDict):
    data: list[MessageLog]
    has_more: bool
    """Whether there are more rows."""
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
"""The type of the event. The list grows in version 1; ignore types you do not know."""


class EventRecipient(TypedDict):
    log_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""


class MessageAcceptedData(TypedDict):
    message_id: str
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    subject: str
    category: str | None
    metadata: dict[str, str]
    """Up to 20 pairs of your own, for finding the message."""
    recipients: list[EventRecipient]


class MessageAcceptedEvent(TypedDict):
    id: str
    type: Literal["message.accepted"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
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
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: MessageScheduledData


_DeferralData = TypedDict("_DeferralData", {"class": BounceClass | str | None})


class DeferralData(_DeferralData):
    """A temporary refusal, or a mail that has to wait."""

    message_id: str
    log_id: str
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    category: str | None
    campaign_id: str | None
    """The campaign that sent the mail; null if none did."""
    automation_id: str | None
    """The automation that sent the mail; null if none did."""
    attempt: int
    """The number of the attempt that was refused."""
    reply: SmtpReply | None
    error: str | None
    next_attempt_at: str
    waiting_for: NotRequired[WaitingFor | str | None]
    """Null if an attempt was refused."""


class MessageDeferredEvent(TypedDict):
    id: str
    type: Literal["message.deferred"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: DeferralData


_DeliveryData = TypedDict("_DeliveryData", {"class": BounceClass | str | None})


class DeliveryData(_DeliveryData):
    """The result of an attempt to deliver to one recipient."""

    message_id: str
    log_id: str
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    category: str | None
    campaign_id: str | None
    """The campaign that sent the mail; null if none did."""
    automation_id: str | None
    """The automation that sent the mail; null if none did."""
    attempt: int
    """The number of this attempt, starting at 1."""
    via: OutcomeSource | str | None
    reply: SmtpReply | None
    suppressed: bool
    """Whether this suppressed the address; false if the message was delivered."""
    error: str | None
    """What failed, or a note about the delivery, if no SMTP reply explains it."""


class MessageDeliveredEvent(TypedDict):
    id: str
    type: Literal["message.delivered"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: DeliveryData


class MessageBouncedEvent(TypedDict):
    id: str
    type: Literal["message.bounced"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: DeliveryData


class MessageFailedEvent(TypedDict):
    id: str
    type: Literal["message.failed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
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
"""Why a recipient got no mail. A `SuppressionReason`; `not_confirmed` if the mail was to a list and the
subscription was not, or no longer, confirmed; `opted_out` if the mail was from a campaign or an automation
and the contact has unsubscribed from the project's campaigns and automations; `topic_unsubscribed` if the
contact does not want the mail's topic.
"""


class SuppressedData(TypedDict):
    """A message that was not sent to one recipient because the address is suppressed."""

    message_id: str
    log_id: str
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    category: str | None
    campaign_id: str | None
    """The campaign that sent the mail; null if none did."""
    automation_id: str | None
    """The automation that sent the mail; null if none did."""
    reason: UnsentReason | str


class MessageSuppressedEvent(TypedDict):
    id: str
    type: Literal["message.suppressed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: SuppressedData


class MessageCancelledData(TypedDict):
    message_id: str
    category: str | None
    campaign_id: str | None
    """The campaign that sent the mail; null if none did."""
    automation_id: str | None
    """The automation that sent the mail; null if none did."""
    recipients: list[EventRecipient]


class MessageCancelledEvent(TypedDict):
    id: str
    type: Literal["message.cancelled"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: MessageCancelledData


class ComplaintData(TypedDict):
    """A report (RFC 5965) that a recipient complained about a message."""

    message_id: str
    log_id: str
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    category: str | None
    campaign_id: str | None
    """The campaign that sent the mail; null if none did."""
    automation_id: str | None
    """The automation that sent the mail; null if none did."""
    feedback_type: str
    """The type that the reporter gave, usually `abuse`."""
    user_agent: str | None
    """The reporter's software."""
    suppressed: bool
    """Whether this suppressed the address."""


class MessageComplainedEvent(TypedDict):
    id: str
    type: Literal["message.complained"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: ComplaintData


class UnsubscribedData(TypedDict):
    """A subscriber who no longer wants a list's mail."""

    list_id: str
    subscription_id: str
    contact_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    source: str
    """`page`, `one_click`, or the text that the API request gave; `api` if it gave none."""
    message_id: str | None
    """The message whose link was used, if any."""
    log_id: str | None
    campaign_id: str | None
    """The campaign that sent the mail; null if none did."""
    automation_id: str | None
    """The automation that sent the mail; null if none did."""


class MessageUnsubscribedEvent(TypedDict):
    id: str
    type: Literal["message.unsubscribed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: UnsubscribedData


MachineReason = Literal["head", "prefetch", "scanner", "proxy", "early"]
"""Why this is not counted as a person's action: `head` (only the head of the page was requested),
`prefetch` (a browser loaded it ahead of time), `scanner` (a program that inspects mail or follows links),
`proxy` (a service that loads every image for all of its users), `early` (too soon after the delivery for
anybody to have read it). Null if it may be a person's action.
"""


class OpenedData(TypedDict):
    """The first load of the image in a mail, by a person or a machine."""

    message_id: str
    log_id: str
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    category: str | None
    campaign_id: str | None
    """The campaign that sent the mail; null if none did."""
    automation_id: str | None
    """The automation that sent the mail; null if none did."""
    machine: MachineReason | str | None
    user_agent: str | None
    """How the mail program or browser identifies itself."""


class MessageOpenedEvent(TypedDict):
    id: str
    type: Literal["message.opened"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: OpenedData


class ClickedData(TypedDict):
    """The first click on a link of a mail, by a person or a machine."""

    message_id: str
    log_id: str
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    category: str | None
    campaign_id: str | None
    """The campaign that sent the mail; null if none did."""
    automation_id: str | None
    """The automation that sent the mail; null if none did."""
    machine: MachineReason | str | None
    user_agent: str | None
    """How the mail program or browser identifies itself."""
    url: str
    """The target of the link."""


class MessageClickedEvent(TypedDict):
    id: str
    type: Literal["message.clicked"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: ClickedData


class SubscriptionData(TypedDict):
    list_id: str
    subscription_id: str
    contact_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    source: str | None
    """Where the person opted in."""


class SubscriptionRequestedEvent(TypedDict):
    id: str
    type: Literal["subscription.requested"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: SubscriptionData


class SubscriptionConfirmedEvent(TypedDict):
    id: str
    type: Literal["subscription.confirmed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
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
"""Why an address is suppressed. `hard_bounce`: a server said that the address does not exist.
`soft_bounce`: five messages in a row could not be delivered over at least 72 hours. `complaint`: the
recipient marked a message as spam. `unsubscribe`, `manual` and `import`: somebody requested it. `erasure`:
the data about the address was erased.
"""


class SuppressionData(TypedDict):
    """An address that no mail is sent to from now on."""

    suppression_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    reason: SuppressionReason | str
    note: str | None
    log_id: str | None
    """The message log of the delivery that caused it."""


class SuppressionAddedEvent(TypedDict):
    id: str
    type: Literal["suppression.added"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str | None
    """Always null, because a suppression belongs to the workspace."""
    environment: Literal["live", "test"] | str | None
    data: SuppressionData


DomainStatus = Literal["pending", "verified", "degraded", "failed"]
"""`pending`: not verified yet. `verified`: every required record was found. `degraded`: a required record
of a verified domain is missing or wrong; mail is still sent until `fails_at`. `failed`: that lasted for 24
hours; live projects cannot send from the domain until a check finds every required record again. You can
send from `verified` and `degraded` domains.
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
"""`dkim`: the public key that verifies signatures (RFC 6376). `spf`: who may send for the return path's
domain (RFC 7208). `return_path_mx`: where bounces are sent. `return_path`: the domain's own return path,
which makes SPF align. `dmarc`: the domain's policy (RFC 9989). `dmarc_reports`: permission for the
policy's report address to receive reports for other domains (RFC 9990). `mta_sts`, `tls_rpt`: mail to the
domain is sent encrypted, and reported on (RFC 8461, RFC 8460). `bimi`: the logo that mailboxes show.
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
    """When the domain fails unless it is fixed."""
    records: list[DomainProblem]
    """The required records that are missing or wrong."""


class DomainVerifiedEvent(TypedDict):
    id: str
    type: Literal["domain.verified"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str | None
    """Always null, because a domain belongs to the workspace."""
    environment: Literal["live", "test"] | str | None
    data: DomainStatusData


class DomainDegradedEvent(TypedDict):
    id: str
    type: Literal["domain.degraded"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str | None
    """Always null, because a domain belongs to the workspace."""
    environment: Literal["live", "test"] | str | None
    data: DomainStatusData


class DomainFailedEvent(TypedDict):
    id: str
    type: Literal["domain.failed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str | None
    """Always null, because a domain belongs to the workspace."""
    environment: Literal["live", "test"] | str | None
    data: DomainStatusData


class TemplatePublishedData(TypedDict):
    """Sends now use another version of a template."""

    template_id: str
    name: str
    version: int
    """A version's number, from 1."""
    previous_version: int | None
    """The previous version; null if this is the first."""


class TemplatePublishedEvent(TypedDict):
    id: str
    type: Literal["template.published"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str | None
    """The template's project; null means every project."""
    environment: Literal["live", "test"] | str | None
    data: TemplatePublishedData


class ContactUnsubscribedData(TypedDict):
    """A contact who no longer wants mail from the project's campaigns and automations."""

    contact_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    source: Literal["page", "one_click", "api", "automation"] | str
    """How the contact opted out: on the page behind the link, in a mail program (RFC 8058), by an API
    request, or by a step of an automation.
    """
    campaign_id: str | None
    """The campaign whose link was used, if any."""
    automation_id: str | None
    """The automation whose link was used, or whose step opted the contact out."""
    message_id: str | None
    log_id: str | None


class ContactUnsubscribedEvent(TypedDict):
    id: str
    type: Literal["contact.unsubscribed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: ContactUnsubscribedData


class ContactResubscribedData(TypedDict):
    """A contact who had opted out of the project's campaigns and automations and wants them again."""

    contact_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    source: Literal["page", "api"] | str
    """How the contact opted in again: on the page behind the link, or by an API request."""
    campaign_id: str | None
    """The campaign whose link was used, if any."""
    automation_id: str | None
    """The automation whose link was used, if any."""
    message_id: str | None
    log_id: str | None


class ContactResubscribedEvent(TypedDict):
    id: str
    type: Literal["contact.resubscribed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: ContactResubscribedData


class ContactTopicChangedData(TypedDict):
    """A contact who wants mail for a topic, or no longer wants it."""

    contact_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    topic: str
    """The topic's key, unique in its project."""
    subscribed: bool
    source: str
    """As in `TopicConsent`: your own text, `api`, `page` or `one_click`."""
    campaign_id: str | None
    """The campaign whose link was used, if any."""
    automation_id: str | None
    """The automation whose link was used, if any."""
    message_id: str | None
    log_id: str | None


class ContactTopicChangedEvent(TypedDict):
    id: str
    type: Literal["contact.topic_changed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: ContactTopicChangedData


CampaignStatus = Literal["draft", "scheduled", "sending", "paused", "sent", "cancelled"]
"""`draft`: not scheduled yet. `scheduled`: starts at `scheduled_at`. `sending`: finds its audience, then
queues its mail. `paused`: sends nothing until it is resumed; `pause_reason` says why. `sent`: for every
recipient, mail was tried at least once or was not sent for a reason. `cancelled`: sends nothing more.
"""


class CampaignProgress(TypedDict):
    """The progress."""

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
    """Why the campaign is paused, if it is."""
    scheduled_at: str | None
    progress: CampaignProgress


class CampaignScheduledEvent(TypedDict):
    id: str
    type: Literal["campaign.scheduled"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: CampaignData


class CampaignStartedEvent(TypedDict):
    id: str
    type: Literal["campaign.started"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: CampaignData


class CampaignPausedEvent(TypedDict):
    id: str
    type: Literal["campaign.paused"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: CampaignData


class CampaignResumedEvent(TypedDict):
    id: str
    type: Literal["campaign.resumed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: CampaignData


class CampaignSentEvent(TypedDict):
    id: str
    type: Literal["campaign.sent"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: CampaignData


class CampaignCancelledEvent(TypedDict):
    id: str
    type: Literal["campaign.cancelled"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: CampaignData


class AutomationPublishedData(TypedDict):
    """New runs now use another version of an automation."""

    automation_id: str
    name: str
    version: int
    """A version's number, from 1."""
    previous_version: int | None
    """The previous version; null if this is the first."""


class AutomationPublishedEvent(TypedDict):
    id: str
    type: Literal["automation.published"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: AutomationPublishedData


AutomationRunStatus = Literal["running", "waiting", "completed", "exited", "failed", "cancelled"]
"""`running`: at a step, or about to start one. `waiting`: in a wait. `completed`: past its last step.
`exited`: ended by an exit. `failed`: a step failed; the run can be retried. `cancelled`: ended by somebody
or by the service.
"""


class AutomationRunError(TypedDict):
    """Why the step last failed."""

    code: str
    message: str


class AutomationRunData(TypedDict):
    """An automation run that ended."""

    automation_id: str
    version: int
    """A version's number, from 1."""
    run_id: str
    contact_id: str
    status: AutomationRunStatus | str
    ended_reason: str | None
    """Why the run ended before its last step."""
    step_key: str | None
    """The step that the run was at when it ended."""
    error: AutomationRunError | None


class AutomationRunCompletedEvent(TypedDict):
    id: str
    type: Literal["automation.run_completed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: AutomationRunData


class AutomationRunFailedEvent(TypedDict):
    id: str
    type: Literal["automation.run_failed"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: AutomationRunData


class AutomationNotifiedData(TypedDict):
    """A step that notifies your servers."""

    automation_id: str
    version: int
    """A version's number, from 1."""
    run_id: str
    contact_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    step_key: str
    name: str
    """The name that the step defines."""
    data: dict[str, Any]
    """The data that the step defines."""
    trigger: dict[str, Any]
    """The data that started the run."""


class AutomationNotifiedEvent(TypedDict):
    id: str
    type: Literal["automation.notified"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: AutomationNotifiedData


_InboundEnvelope = TypedDict("_InboundEnvelope", {"from": str})


class InboundEnvelope(_InboundEnvelope):
    to: list[str]
    """The message's recipients on this route."""


class InboundAddress(TypedDict):
    email: str
    """The name as the sender wrote it."""
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
"""As in RFC 8601. `not_checked`: live mail goes to the sink, so all mail comes from this machine."""


class InboundSpf(TypedDict):
    result: InboundAuthResult | str
    domain: str | None
    """The domain of the envelope sender."""


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
    """`none`, `quarantine` or `reject`; null if the domain has no record."""


class InboundAuth(TypedDict):
    """Whether the message really comes from the domains that it names."""

    authenticated: bool
    """Whether the domain of the From field vouches for the message: it passes DMARC or, if the domain has
    no DMARC record, SPF or a signature passes for that domain or one of the same organization.
    """
    spf: InboundSpf
    dkim: list[InboundDkim]
    """The message's DKIM signatures, at most 5."""
    dmarc: InboundDmarc


InboundAutomatic = Literal["none", "auto_reply", "auto_generated", "bounce", "list"]
"""The kind of automatic mail, by RFC 3834 and older conventions. `none`: written by a person, according to
the header. `auto_reply`: a vacation notice or similar. `auto_generated`: written by a program. `bounce`: a
delivery report, or mail without a sender. `list`: a mailing list or newsletter.
"""


class InboundInReplyTo(TypedDict):
    """The sent message that this one replies to."""

    message_id: str
    log_id: str | None
    """The log of the recipient who replied, if the sender is a recipient."""
    match: Literal["address", "header"] | str
    """`address`: it was sent to an address that the service created for that message and that nobody else
    can guess. `header`: its header names that message, which can be forged.
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
    """Returns the decoded content."""


_RetrievedInboundReceivedData = TypedDict(
    "_RetrievedInboundReceivedData",
    {
        "from": NotRequired[list[InboundAddress]],
    },
)


class RetrievedInboundReceivedData(_RetrievedInboundReceivedData):
    """An inbound message as the API returns it."""

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
    """Whether `text` was truncated."""
    reply_text: NotRequired[str | None]
    """Truncated at the same limit."""
    attachments: NotRequired[list[InboundEventAttachment]]
    content_url: NotRequired[str]
    """Returns the `InboundMessageDetail` as JSON."""
    raw_url: NotRequired[str]
    """Returns the original message (message/rfc822)."""
    urls_expire_at: NotRequired[str]
    received_at: str
    replayed: bool
    """Whether `replayInboundMessage` sent the event again."""


class RetrievedInboundReceivedEvent(TypedDict):
    """`inbound.received`, as the API returns it."""

    id: str
    type: Literal["inbound.received"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str
    environment: Environment | str
    data: RetrievedInboundReceivedData


class WebhookDisabledData(TypedDict):
    """A subscription that no longer receives events."""

    webhook_id: str
    url: str
    reason: Literal["failing", "gone"] | str
    """`failing`: every attempt failed for five days. `gone`: the endpoint answered 410."""
    failing_since: str | None
    consecutive_failures: int


class WebhookDisabledEvent(TypedDict):
    id: str
    type: Literal["webhook.disabled"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str | None
    """The project that the subscription is for; null means any project."""
    environment: Literal["live", "test"] | str | None
    data: WebhookDisabledData


class WebhookTestData(TypedDict):
    """A test of a subscription."""

    webhook_id: str


class WebhookTestEvent(TypedDict):
    id: str
    type: Literal["webhook.test"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str | None
    """The project that the subscription is for; null means any project."""
    environment: Literal["live", "test"] | str | None
    data: WebhookTestData


_InboundReceivedData = TypedDict("_InboundReceivedData", {"from": list[InboundAddress]})


class InboundReceivedData(_InboundReceivedData):
    """An inbound message as webhooks receive it."""

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
    """Whether `text` was truncated."""
    reply_text: str | None
    """Truncated at the same limit."""
    attachments: list[InboundEventAttachment]
    content_url: str
    """Returns the `InboundMessageDetail` as JSON."""
    raw_url: str
    """Returns the original message (message/rfc822)."""
    urls_expire_at: str
    received_at: str
    replayed: bool
    """Whether `replayInboundMessage` sent the event again."""


class InboundReceivedEvent(TypedDict):
    id: str
    type: Literal["inbound.received"]
    created_at: str
    api_version: Literal["v1"] | str
    """The version of the envelope and of `data`."""
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
    """The version of the envelope and of `data`."""
    workspace_id: str
    project_id: str | None
    """Null if the event concerns the workspace rather than a project."""
    environment: Literal["live", "test"] | str | None
    """The project's environment."""
    data: dict[str, Any]


WebhookEvent = KnownEvent | UnknownEvent
"""An event, as webhooks deliver it."""


Event = WebhookEvent | RetrievedInboundReceivedEvent
"""An event, as the API returns it. An API key gets `inbound.received` with ids alone."""


class EventList(TypedDict):
    data: list[Event]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""
    window: Window


class FollowedEventPage(TypedDict):
    data: list[Event]
    """Oldest first."""
    has_more: bool
    """Whether there is more to read right away."""
    next_cursor: str
    """Pass it as `after` in the next request."""
    window: Window


StatisticsInterval = Literal["hour", "day"]
"""The length of each period, in UTC."""


StatisticsGrouping = Literal["project", "category", "destination"]
"""What the counts are grouped by: the project, the message's category, or the recipient's domain."""


class TimeToDelivery(TypedDict):
    """The time from the request, or from `scheduled_at`, until the receiving server accepted the message,
    in milliseconds.
    """

    p50_ms: int | None
    p95_ms: int | None


class StatisticsCounts(TypedDict):
    """The counts recorded in a span of time."""

    accepted: int
    """Recipients of accepted messages, at the time of the request."""
    delivered: int
    """Recipients whose server accepted the message, at the time of the delivery."""
    bounced: int
    """Recipients whose server permanently refused the message, or reported a bounce later; the sum of
    `bounced_by_class`.
    """
    failed: int
    """Recipients whose delivery ended without a permanent refusal."""
    suppressed: int
    """Recipients that nothing was sent to, because the address is suppressed."""
    cancelled: int
    """Recipients of messages that were cancelled."""
    complained: int
    """Recipients who marked the message as spam."""
    deferred: int
    """Attempts that a server deferred, or that reached no server."""
    bounced_by_class: dict[str, int]
    """Bounces by `BounceClass`."""
    time_to_delivery: TimeToDelivery


class StatisticsPeriod(TypedDict):
    at: str
    """When the period began."""
    counts: StatisticsCounts


class StatisticsGroup(TypedDict):
    key: str | None
    """The project id, the category or the domain."""
    other: bool
    """Whether this is the rest: the groups beyond `max_groups`."""
    name: str | None
    """The name of the project."""
    total: StatisticsCounts
    periods: list[StatisticsPeriod]
    """By period, oldest first."""


class Statistics(TypedDict):
    interval: StatisticsInterval | str
    since: str
    """The start of the first period."""
    until: str
    """The end of the last period."""
    total: StatisticsCounts
    periods: list[StatisticsPeriod]
    """By period, oldest first."""
    groups: list[StatisticsGroup]
    """With `group_by`: the groups with the most accepted recipients, then the rest together."""


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
"""An event type, or `*`. `webhook.test` is only sent by a test."""


WebhookFormat = Literal["postseal", "resend", "postmark", "sendgrid", "mailgun"]
"""The shape of the webhooks. `postseal`: the event, as this file describes it. `resend`, `postmark`,
`sendgrid` and `mailgun`: the body, the header fields and the signature that applications for these
services expect. The list grows in version 1.
"""


WebhookDisabledReason = Literal["requested", "failing", "gone"]
"""Why no events are sent: somebody disabled the subscription, every attempt failed for five days, or the
endpoint answered 410.
"""


class WebhookSecret(TypedDict):
    """A signing secret, but not its value."""

    created_at: str
    expires_at: str | None
    """When an old secret expires; null for the newest."""


class WebhookSubscription(TypedDict):
    id: str
    url: str
    """The address in its normal form (WHATWG URL)."""
    events: list[SubscribableEventType | str]
    project_id: str | None
    """The project whose events are sent; null means any project."""
    environment: Literal["live", "test"] | str | None
    format: WebhookFormat | str
    description: str | None
    enabled: bool
    disabled_reason: WebhookDisabledReason | str | None
    disabled_at: str | None
    secrets: list[WebhookSecret]
    """The secrets in use for signing, newest first."""
    verification_key: str | None
    """The public key that verifies the signatures of the format `sendgrid`, as its libraries take it:
    P-256, a `SubjectPublicKeyInfo` in base64.
    """
    created_at: str
    updated_at: str


class WebhookList(TypedDict):
    data: list[WebhookSubscription]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class UpsertWebhookRequest(TypedDict):
    id: NotRequired[str]
    url: str
    """The address that events are sent to, by `POST`."""
    events: Sequence[SubscribableEventType]
    """The event types to send."""
    project_id: NotRequired[str | None]
    """Only events of this project."""
    environment: NotRequired[Literal["live", "test"] | None]
    """Only events of this environment."""
    format: NotRequired[Literal["postseal", "resend", "postmark", "sendgrid", "mailgun"]]
    """The shape of the webhooks, see `WebhookFormat`."""
    description: NotRequired[str | None]
    """A description for people."""
    enabled: NotRequired[bool]
    """Whether events are sent."""
    allow_similar: NotRequired[bool]
    """Allows a `url` that is similar to another subscription's."""


SecretWithheld = Literal["shown_before", "none_made"]
"""Why `secret` is null. `shown_before`: this repeats a reply under its idempotency key, and the secret is
only shown again within 10 minutes of that reply. `none_made`: the request created no secret; existing
secrets remain valid. Null if the secret is present. The list grows in version 1.
"""


class SavedWebhook(TypedDict):
    webhook: WebhookSubscription
    secret: str | None
    """The new signing secret: `whsec_` and 32 bytes in base64."""
    secret_withheld: NotRequired[SecretWithheld | str | None]


class UpdateWebhookRequest(TypedDict, total=False):
    """`id` or `url` identifies the subscription; `id` is used if both are given."""

    id: str
    url: str
    """The address that events are sent to, by `POST`."""
    events: Sequence[SubscribableEventType]
    """The event types to send."""
    project_id: str | None
    """Only events of this project."""
    environment: Literal["live", "test"] | None
    """Only events of this environment."""
    format: Literal["postseal", "resend", "postmark", "sendgrid", "mailgun"]
    """The shape of the webhooks, see `WebhookFormat`."""
    description: str | None
    """A description for people."""
    enabled: bool
    """Whether events are sent."""
    allow_similar: bool
    """Allows a `url` that is similar to another subscription's."""


WebhookDeliveryStatus = Literal["pending", "delivering", "delivered", "failed", "dead_letter"]
"""`pending`: waits for its next attempt. `delivering`: an attempt is in progress. `delivered`: the
endpoint answered 2xx. `failed`: ended without further attempts, because of a failed test, an endpoint that
is gone, or a deleted subscription. `dead_letter`: every scheduled attempt failed. You can replay a
delivery in any state but `delivering`.
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
    "not_in_format",
    "subscription_deleted",
]
"""Why an attempt failed. `address_refused`: the name resolves to an address that is not on the public
internet. `dns_failed`: the name has no address, or the DNS gave no answer. `connection_failed`: no
connection. `tls_failed`: the certificate or the handshake failed. `timed_out`: no reply within 15 seconds.
`connection_lost`: the connection was lost before the reply. `invalid_response`: the reply is not HTTP.
`redirected`: 3xx, which is not followed. `gone`: 410. `refused`: any other status that is not 2xx.
`event_gone`: the event is no longer retained. `not_in_format`: the subscription's format has no
translation of the event. `subscription_deleted`: nothing was sent. The list grows in version 1.
"""


class WebhookAttemptError(TypedDict):
    """Why the attempt failed."""

    code: WebhookErrorCode | str
    message: str
    """A message for people."""


class WebhookRequestHeader(TypedDict):
    name: str
    value: str


class WebhookAttempt(TypedDict):
    at: str
    """When the attempt began."""
    status: int | None
    """The HTTP status of the reply; null if there was none."""
    duration_ms: int
    """Milliseconds from the start of the attempt to the reply."""
    error: WebhookAttemptError | None
    response_body: str | None
    """The beginning of the reply's body, at most 2 kB."""
    request_headers: list[WebhookRequestHeader] | None
    """The header fields of the request in the order they were sent, or as they would have been sent if
    there was no connection.
    """


class WebhookDelivery(TypedDict):
    """The delivery of one event to one subscription."""

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
    """When the next attempt is due; null if there is none, or while the subscription is disabled."""
    final_response_status: int | None
    """The status of the last attempt, once the delivery has ended."""
    created_at: str
    ended_at: str | None


class WebhookDeliveryList(TypedDict):
    data: list[WebhookDelivery]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""
    window: Window


WebhookHealthStatus = Literal["healthy", "failing", "disabled"]
"""`failing`: the last attempt failed."""


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
    """The 95th percentile of reply times in the last 24 hours, accurate to 15 per cent; null if there were
    no replies.
    """
    consecutive_failures: int
    """Failed attempts since the last success."""
    failing_since: str | None
    """The time of the first of these failures."""
    last_success_at: str | None
    last_failure_at: str | None
    pending: int
    """Deliveries waiting to be sent to this subscription, counted up to 100,000."""
    disabled_reason: WebhookDisabledReason | str | None
    disabled_at: str | None


class WebhookHealthList(TypedDict):
    data: list[WebhookHealth]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class RotateWebhookSecretRequest(TypedDict, total=False):
    overlap_seconds: int
    """How long the old secret keeps signing beside the new one."""


class WebhookReceiver(TypedDict):
    id: str
    url: str
    """The address that receives requests, by `POST`: use it as the `url` of a subscription."""
    environment: Literal["live", "test"] | str | None
    """The environment to which the key that created the receiver is restricted."""
    reply_status: int
    """The HTTP status of its replies."""
    created_at: str
    expires_at: str
    """When the receiver ends and its requests are deleted."""


class WebhookReceiverList(TypedDict):
    data: list[WebhookReceiver]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateWebhookReceiverRequest(TypedDict, total=False):
    reply_status: int
    """The HTTP status of its replies."""


class UpdateWebhookReceiverRequest(TypedDict):
    reply_status: int
    """The HTTP status of its replies from now on."""


ReceivedSignature = Literal["valid", "invalid", "unknown"]
"""The result of verifying `Service-Signature`. `valid`: a secret of the subscription with this `url`
signed these bytes within the five minutes before they arrived. `invalid`: there is no signature, or no
correct one. `unknown`: no subscription of the workspace has this `url`, so there was no secret to verify
with.
"""


class WebhookReceiverRequest(TypedDict):
    id: str
    received_at: str
    headers: dict[str, str]
    """The header fields, by name in lower case."""
    body: str
    """The decompressed body as text, at most the first 256 kB."""
    body_cut: bool
    """Whether the body was longer than `body`."""
    replied_status: int
    """The HTTP status of the reply."""
    webhook_id: str | None
    """The subscription that had the receiver's `url` when the request arrived; null if there was none."""
    signature: ReceivedSignature | str


class WebhookReceiverRequestList(TypedDict):
    data: list[WebhookReceiverRequest]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


IncludedPart = Literal["figures"]
"""What each element of a list can include beside its own properties: its figures."""


class DomainDkimKey(TypedDict):
    """A key that signs the domain's mail, will sign it, or used to."""

    selector: str
    algorithm: Literal["rsa", "ed25519"] | str
    status: Literal["pending", "active", "retiring"] | str
    """`pending`: signs once its record is found. `active`: signs. `retiring`: no longer signs; keep its
    record until `retires_at`.
    """
    created_at: str
    retires_at: str | None


DomainRecordStatus = Literal["ok", "missing", "wrong", "unknown", "unchecked", "not_needed"]
"""`ok`: the record is correct. `missing`: the DNS has no such record. `wrong`: there is a record, but it
is not correct. `unknown`: the DNS did not answer, so the state is not known. `unchecked`: not checked yet.
`not_needed`: this service's settings make the record unnecessary, for example because mail stays in the
sink.
"""


class DomainRecord(TypedDict):
    """A DNS record of the domain: what it should be and what was found."""

    kind: DomainRecordKind | str
    need: Literal["required", "recommended", "optional"] | str
    """`required`: without it the domain is not verified. `recommended`: receivers ask for it, or it
    improves delivery. `optional`: you can do without it. DMARC is recommended until the domain has sent
    more than 1,000 mails to one mailbox provider in a day, and required from then on.
    """
    type: Literal["TXT", "MX", "CNAME"] | str
    name: str
    """The record's name in the DNS."""
    selector: str | None
    """The DKIM selector; null for other kinds."""
    expected: str | None
    """The value to publish: an MX as `10 mail.example`, a CNAME as its target; null if the value is your
    choice.
    """
    found: list[str]
    """The records that the last check found at that name, with the strings of each joined."""
    status: DomainRecordStatus | str
    problem: str | None
    """A stable code for the problem, such as `dkim_key_mismatch`."""
    advice: str | None
    """What to do, in a sentence; null if there is nothing to do."""


ReturnPathStatus = Literal["active", "pending", "broken", "not_needed"]
"""`active`: the domain's mail uses it. `pending`: no check of the verified domain has found its record
yet. `broken`: the record was found before, but not by the last check that had an answer; the domain's mail
uses the service's return path until it is found again. `not_needed`: mail uses the service's return path
anyway, because that is below the same registered domain, mail stays in the sink, or the name would be too
long.
"""


class DomainReturnPath(TypedDict):
    """The domain's own return path: the envelope sender domain of its mail, so that SPF aligns with the
    From field (RFC 9989).
    """

    label: str
    """The label before the domain in its name."""
    domain: str
    """The full name: the label and the domain."""
    status: ReturnPathStatus | str
    since: str | None
    """Since when it is `active` or `broken`; null for the other states."""


class DomainFigures(TypedDict):
    """What became of the mail whose sender is at exactly this domain, as a list of domains has it with
    `include=figures`.
    """

    since: str
    """From when the figures count: midnight (UTC) 29 days before today, or the upgrade to the first
    version that counts them, if that was later.
    """
    accepted: int
    """Recipients of messages since then, whatever became of them."""
    delivered: int
    """Recipients whose server took the mail."""
    bounced: int
    complained: int
    """Recipients whose complaint was verified."""


class Domain(TypedDict):
    """A domain that the workspace sends from."""

    id: str
    name: str
    """As A-labels in lower case."""
    status: DomainStatus | str
    vouched: bool
    """Whether the operator vouches for the domain, so that it is `verified` whatever its records are."""
    created_at: str
    verified_at: str | None
    """When the domain was last verified."""
    degraded_since: str | None
    """Set for a degraded or failed domain: when it became degraded."""
    fails_at: str | None
    """When a degraded domain fails unless it is fixed."""
    checked_at: str | None
    """When the domain was last checked."""
    next_check_at: str
    """When the service next checks the domain on its own."""
    dkim_keys: list[DomainDkimKey]
    records: list[DomainRecord]
    return_path: DomainReturnPath
    figures: NotRequired[DomainFigures]


class DomainList(TypedDict):
    data: list[Domain]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateDomainRequest(TypedDict):
    name: str
    """A domain such as `shop.example`, in any script."""
    ed25519: NotRequired[bool]
    """Whether mail is also signed with an Ed25519 key."""
    return_path_label: NotRequired[str]
    """The label before the domain in the name of its own return path, such as `bounces` in
    `bounces.shop.example`: a DNS label, or several separated by dots.
    """


class DmarcBlocker(TypedDict):
    """Why the next step is too early."""

    code: Literal["too_few_messages", "aligned_share_too_low", "unexplained_source", "not_checked", "record_broken"] | str
    """`too_few_messages`, `aligned_share_too_low` and `unexplained_source` concern the evidence."""
    message: str
    """What is in the way, and what to do about it."""


class DmarcDnsRecord(TypedDict):
    type: Literal["TXT"] | str
    name: str
    value: str


class DmarcUnexplainedSource(TypedDict):
    """A source that appeared during the evidence period and that nobody has explained."""

    source_id: str
    address: str
    hostname: str | None
    header_from: str
    messages: int


class DmarcEvidence(TypedDict):
    """What receivers reported for the last 14 days and for today, in whole UTC days."""

    since: str
    until: str
    reports: int
    reporters: list[str]
    """The senders of the reports, those with the most reports first, at most ten."""
    messages: int
    """Messages from all sources, except those reviewed as unauthorized."""
    aligned: int
    """Messages that passed DMARC."""
    aligned_share: float | None
    """Rounded down to three decimal places; null if there were no messages."""
    dkim_aligned: int
    spf_aligned: int
    unauthorized: int
    """Messages from sources that were reviewed as unauthorized."""
    unexplained_sources: list[DmarcUnexplainedSource]
    """The sources that block the next step, largest first, at most ten."""


class DmarcRamp(TypedDict):
    domain_id: str
    domain: str
    domain_created_at: str
    """When the domain was created."""
    stage: Literal["monitor", "quarantine_testing", "quarantine", "reject_testing", "reject"] | str | None
    """Null if no DMARC record is in effect."""
    next_stage: Literal["monitor", "quarantine_testing", "quarantine", "reject_testing", "reject"] | str | None
    """Null at the end of the ramp."""
    ready: bool
    """Whether you can take the next step now."""
    blockers: list[DmarcBlocker]
    current_record: DmarcDnsRecord | None
    """The record in effect, as found by the last check."""
    next_record: DmarcDnsRecord | None
    """The record to publish for the next stage; null at the end of the ramp."""
    evidence: DmarcEvidence


class DmarcRampList(TypedDict):
    data: list[DmarcRamp]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class UpdateDomainRequest(TypedDict):
    return_path_label: str
    """The label before the domain in the name of its own return path, such as `bounces` in
    `bounces.shop.example`: a DNS label, or several separated by dots.
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
"""`dkim`: mail is signed as the domain. `spf`: SPF passes and aligns with the domain. `dmarc`: the domain
has a policy of at least `p=none`. `reverse_dns`: the addresses that mail is sent from have names that
resolve back to them. `tls`: mail is sent encrypted. `one_click`: unsubscribe links work with one click,
over https (RFC 8058). `unsubscribe_link`: bulk mail shows the link in its body and has `List-Unsubscribe`
and `List-Id`. `spam_rate`: fewer than 0.1 % of the recipients complain, and never 0.3 %. `sender_domain`:
the domain does not belong to a mailbox provider.
"""


DomainRuleStatus = Literal["holds", "broken", "unknown", "not_needed"]
"""`holds`: the domain's mail follows the rule. `broken`: it does not; `advice` says what to do. `unknown`:
not known yet. `not_needed`: the rule does not apply here, for example because mail stays in the sink.
"""


class DomainRule(TypedDict):
    code: DomainRuleCode | str
    enforcement: Literal["enforced", "warned"] | str
    """`enforced`: mail that breaks the rule is not sent. `warned`: it is sent, and providers may refuse it
    or deliver it to the spam folder.
    """
    status: DomainRuleStatus | str
    message: str
    """What follows the rule or breaks it."""
    advice: str | None
    """What to do if the rule is broken or at risk."""


class DomainRules(TypedDict):
    domain_id: str
    domain: str
    """As A-labels in lower case."""
    bulk_sender_since: str | None
    """Since when DMARC is required of the domain, because it has sent more than 1,000 mails to one mailbox
    provider in a day; null if it has not.
    """
    most_mails_to_a_provider: int
    """The largest number of mails that one mailbox provider accepted on one day of the last 30."""
    rules: list[DomainRule]
    """In the order of the codes."""


DmarcSourceKind = Literal["ours", "forwarded", "aligned", "unexplained"]
"""`ours`: an address that this service sends from. `forwarded`: another address, with mail whose DKIM
signature by this service is still valid. `aligned`: another sender whose mail passes DMARC, so you have
authorized it in your DNS. `unexplained`: anything else: a sender you have forgotten, or somebody who
impersonates you.
"""


class DmarcDispositions(TypedDict):
    """What receivers did with the messages, as numbers of messages."""

    none: int
    quarantine: int
    reject: int


class DmarcSource(TypedDict):
    """An address that sends mail as one of your domains, with what receivers reported about it."""

    id: str
    domain_id: str
    domain: str
    address: str
    """IPv4, or IPv6 in the form of RFC 5952."""
    hostname: str | None
    """The reverse DNS name of the address, if that name resolves back to it; null if none is known (yet)."""
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
    """The start of the first report that names the source."""
    last_seen_at: str
    """The end of the last report that names the source."""
    review: Literal["authorized", "unauthorized"] | str | None
    review_note: str | None
    reviewed_at: str | None


class DmarcSourceList(TypedDict):
    data: list[DmarcSource]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""
    window: Window


class ReviewDmarcSourceRequest(TypedDict):
    review: Literal["authorized", "unauthorized"] | None
    note: NotRequired[str]
    """A note for people."""


class TlsPolicySessions(TypedDict):
    """The sessions to which a policy was applied."""

    policy_type: str
    """`sts`: an MTA-STS policy (RFC 8461). `tlsa`: DANE records of the MX host (RFC 7672).
    `no-policy-found`: neither, so mail that cannot be encrypted is still sent. Other values are shown as
    the reporter wrote them.
    """
    policy_domain: str
    """The domain of the policy: your domain or a subdomain."""
    successful_sessions: int
    failed_sessions: int


class TlsFailure(TypedDict):
    """Sessions that failed for the same reason."""

    result_type: str
    """Why the sessions failed (RFC 8460, section 4.3): `starttls-not-supported`,
    `certificate-host-mismatch`, `certificate-expired`, `certificate-not-trusted`, `validation-failure`,
    `tlsa-invalid`, `dnssec-invalid`, `dane-required`, `sts-policy-fetch-error`, `sts-policy-invalid`,
    `sts-webpki-invalid`.
    """
    policy_type: str
    """The type of the policy that was applied."""
    receiving_mx: str | None
    """The MX host that mail was sent to; null if the report does not name it."""
    sessions: int
    reporters: list[str]
    """The reporters, those with the most sessions first, at most ten."""
    sending_addresses: list[str]
    """The addresses that the reporters sent from, according to their latest reports, at most ten."""
    last_seen_at: str
    """The end of the last report that names the failure."""


class TlsReportSummary(TypedDict):
    """What TLS reports say about mail to a domain."""

    domain_id: str
    domain: str
    reports: int
    reporters: list[str]
    """The senders of the reports in lower case, those with the most reports first, at most ten."""
    successful_sessions: int
    """Sessions that were encrypted as the policy requires."""
    failed_sessions: int
    policies: list[TlsPolicySessions]
    """The policies that senders found, those with the most sessions first, at most twenty."""
    failures: list[TlsFailure]
    """Why sessions failed, most frequent reason first, at most fifty."""
    last_seen_at: str
    """The end of the last report."""


class TlsReportSummaryList(TypedDict):
    data: list[TlsReportSummary]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""
    window: Window


class CreateSuppressionRequest(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    reason: NotRequired[Literal["hard_bounce", "soft_bounce", "complaint", "unsubscribe", "manual", "import"]]
    """A `SuppressionReason`."""
    note: NotRequired[str]
    """A note of one line."""


class Suppression(TypedDict):
    """An address that no mail is sent to."""

    id: str
    email: str | None
    """In lower case, as addresses are compared."""
    reason: SuppressionReason | str
    note: str | None
    reply: str | None
    """The reply of the recipient's server, if the address was suppressed for a bounce: its code, its
    enhanced code if it has one, and its text, in one line.
    """
    log_id: str | None
    """The message log of the delivery that caused it."""
    project_id: str | None
    """Set if the suppression applies only to this project, as with an erasure for a project."""
    suppressed_at: str
    """When the address was suppressed."""
    created_at: str
    """When this record was created."""


class SuppressionList(TypedDict):
    data: list[Suppression]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class RejectedLine(TypedDict):
    line: int
    """The line number in the file, starting at 1."""
    code: str
    """The broken rule, for programs."""
    message: str
    """The rule as a sentence."""


class SuppressionImport(TypedDict):
    imported: int
    """Addresses that are now suppressed and were not before."""
    already_present: int
    """Addresses that were suppressed before, or by an earlier line of the file."""
    rejected: int
    """The total number of lines that were not imported."""
    rejected_lines: list[RejectedLine]
    """The first 10,000 of them."""


BounceSuppressionReason = Literal["hard_bounce", "soft_bounce"]
"""A `SuppressionReason` caused by bounces."""


_SuppressionReplyGroup = TypedDict("_SuppressionReplyGroup", {"class": BounceClass | str | None})


class SuppressionReplyGroup(_SuppressionReplyGroup):
    """Suppressions whose replies say the same."""

    reply: str
    """The common text of the replies."""
    reason: BounceSuppressionReason | str
    still_suppresses: bool
    """Whether a bounce with this reply would suppress an address today."""
    count: int
    """The number of suppressions in the group."""
    first_created_at: str
    """When the oldest of them was created."""
    last_created_at: str
    """When the newest of them was created."""
    sample: Suppression


class SuppressionReplyGroups(TypedDict):
    data: list[SuppressionReplyGroup]
    """Largest group first."""
    total_groups: int
    """The number of groups, including those beyond the `limit`."""
    total_suppressions: int
    """The number of suppressions in all groups."""
    counted_since: str
    """The start of the counted span: `since`, or a later time if `is_complete` is false."""
    is_complete: bool
    """Whether the whole span was counted."""


class LiftSuppressionsRequest(TypedDict, total=False):
    """At least one of `reply_contains`, `since` and `until` is required."""

    reply_contains: str
    """Only suppressions whose `reply` contains this text, ignoring case."""
    reason: BounceSuppressionReason
    still_suppresses: bool
    """Only suppressions whose reply would suppress an address today (true) or would not (false), as in
    `GET /v1/suppressions/replies`.
    """
    since: str | datetime
    """Only suppressions created at or after this time."""
    until: str | datetime
    """Only suppressions created before this time."""
    dry_run: bool
    """Lifts nothing and returns how many suppressions would be lifted."""
    limit: int
    """The maximum number to lift with this request."""
    cursor: str
    """The `next_cursor` of the previous request."""


class LiftedSuppressions(TypedDict):
    dry_run: bool
    matched: int
    """The number of matching suppressions."""
    lifted: int
    """The number of suppressions that were lifted. 0 in a dry run."""
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


PropertyValue = str | float | bool | None
"""A string, a number or a boolean."""


class Contact(TypedDict):
    id: str
    project_id: str
    environment: Environment | str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    name: str | None
    properties: dict[str, PropertyValue]
    """Up to 100 properties of your own, for segments and templates."""
    unsubscribed_at: str | None
    """Since when the contact has been opted out of the project's campaigns and automations."""
    created_at: str
    updated_at: str
    topics: dict[str, bool]
    """The contact's topic choices by topic key: whether it wants the topic."""


class ContactList(TypedDict):
    data: list[Contact]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class UpsertContactRequest(TypedDict):
    project_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    name: NotRequired[str | None]
    """The contact's name, in any language."""
    properties: NotRequired[Mapping[str, PropertyValue]]
    """Up to 100 properties of your own, for segments and templates."""
    unsubscribed: NotRequired[bool]
    """Whether the contact is opted out of the project's campaigns and automations."""


class ContactInBatch(TypedDict):
    """The body of `upsertContact`, without the `project_id`."""

    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    name: NotRequired[str | None]
    """The contact's name, in any language."""
    properties: NotRequired[Mapping[str, PropertyValue]]
    """Up to 100 properties of your own, for segments and templates."""
    unsubscribed: NotRequired[bool]
    """Whether the contact is opted out of the project's campaigns and automations."""


class UpsertContactBatchRequest(TypedDict):
    project_id: str
    contacts: Sequence[ContactInBatch]
    """The contacts, created or updated one after the other."""


ContactBatchItemStatus = Literal["created", "updated", "rejected"]
"""`created` and `updated`: as 201 and 200 of `PUT /v1/contacts`. `rejected`: nothing of this item was
stored.
"""


class ContactBatchItemError(TypedDict):
    """The error that `PUT /v1/contacts` would have returned."""

    status: int
    """The HTTP status that `PUT /v1/contacts` would have returned."""
    code: ErrorCode | str
    message: str
    """A message for people."""
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
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    name: str
    """The event's name, chosen by you."""
    properties: NotRequired[Mapping[str, PropertyValue]]
    """Further data about the event."""
    at: NotRequired[str | datetime]
    """When the event happened."""


class ContactEvent(TypedDict):
    id: str
    contact_id: str
    name: str
    """The event's name, chosen by you."""
    properties: dict[str, PropertyValue]
    """Further data about the event."""
    at: str
    """When the event happened."""
    created_at: str
    """When the event was recorded."""


ContactImportStatus = Literal["running", "completed", "failed", "cancelled"]
"""`running`: importing, or waiting for its turn. `failed`: the import stopped, for the reason in `error`.
Contacts imported up to then stay.
"""


class ContactImportColumn(TypedDict):
    """What a column of the file is imported as."""

    header: str
    """The column's name in the first line."""
    target: str
    """As in the parameter `columns`: `email`, `name`, `properties.company_size:text`."""


class ContactImportLine(TypedDict):
    """A line of the file that was not imported, or only in part."""

    line: int
    """The line number in the file, starting at 1."""
    code: str
    """The rule that the line broke."""
    column: str | None
    """The header of the affected column."""
    message: str
    """The rule as a sentence."""


class ContactImportError(TypedDict):
    """Why the import failed."""

    code: str
    """The list grows."""
    message: str
    """The reason as a sentence."""
    line: NotRequired[int | None]
    """With `too_many_refused`: the first line of the file that was not processed."""


class ContactImport(TypedDict):
    """A file of contacts and the progress of its import."""

    id: str
    project_id: str
    environment: Environment | str
    list_id: str | None
    """The list that the contacts are subscribed to."""
    consent: Literal["proof", "opt_in"] | str | None
    """The basis of the subscriptions: the proof in the file, or an opt-in mail."""
    status: ContactImportStatus | str
    columns: list[ContactImportColumn]
    bytes: int
    """The size of the file, decompressed."""
    bytes_read: int
    """How much of the file is imported."""
    lines: int
    """Records read."""
    created: int
    """New contacts."""
    updated: int
    """Existing contacts that were changed."""
    unchanged: int
    """Lines that change nothing about their contact."""
    rejected: int
    """Lines that cannot be imported."""
    subscribed: int
    """Contacts that were newly subscribed to the list, or asked by mail to confirm."""
    not_subscribed: int
    """Contacts that were saved but not subscribed, because they are suppressed or have unsubscribed from
    the list.
    """
    first_lines: list[ContactImportLine]
    """The first 20 lines of the report of lines."""
    error: ContactImportError | None
    """Why the import failed."""
    created_at: str
    completed_at: str | None
    """When the import ended, whatever the outcome."""


class UpdateContactRequest(TypedDict, total=False):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    name: str | None
    """The contact's name, in any language."""
    properties: Mapping[str, PropertyValue]
    """Up to 100 properties of your own, for segments and templates."""
    unsubscribed: bool
    """Whether the contact is opted out of the project's campaigns and automations."""


class ContactEventList(TypedDict):
    data: list[ContactEvent]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class RecordContactEventRequest(TypedDict):
    name: str
    """The event's name, chosen by you."""
    properties: NotRequired[Mapping[str, PropertyValue]]
    """Further data about the event."""
    at: NotRequired[str | datetime]
    """When the event happened."""


SubscriptionStatus = Literal["pending", "confirmed", "unsubscribed"]
"""`pending`: asked to confirm. `confirmed`: wants this list's mail. `unsubscribed`: no longer wants it."""


class Consent(TypedDict):
    """Proof of the person's consent or refusal."""

    action: Literal["requested", "confirmed", "unsubscribed"] | str
    at: str
    source: str | None
    """Your own words, or `api` if a request gave none."""
    ip_address: str | None
    user_agent: str | None


class Subscription(TypedDict):
    id: str
    list_id: str
    project_id: str
    environment: Environment | str
    contact_id: str
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    status: SubscriptionStatus | str
    requested_at: str
    """When its last opt-in mail was sent."""
    confirmed_at: str | None
    unsubscribed_at: str | None
    unsubscribe_url: str
    """The unsubscribe page, for a link in your mail."""
    consents: list[Consent]
    """Oldest first."""
    created_at: str
    updated_at: str


class SubscriptionList(TypedDict):
    data: list[Subscription]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class ContactTopic(TypedDict):
    key: str
    """The topic's key, unique in its project."""
    name: str
    subscribed: bool
    """The contact's choice, or else the topic's default."""
    chosen_at: str | None
    """When the contact chose."""


class ContactTopics(TypedDict):
    """A contact's topics in its project."""

    contact_id: str
    unsubscribed_at: str | None
    """Since when the contact gets no mail from campaigns and automations at all, whatever its topics."""
    topics: list[ContactTopic]
    """All topics of the project, oldest first."""


class ChooseContactTopicRequest(TypedDict):
    subscribed: bool
    """Whether the contact wants the topic."""
    source: NotRequired[str]
    """Where the person opted in, in your words."""
    ip_address: NotRequired[str]
    """The person's IP address, version 4 or 6."""
    user_agent: NotRequired[str]
    """The User-Agent of the person's browser."""


class TopicConsent(TypedDict):
    """Proof of a person's choice."""

    topic: str
    """The topic's key, unique in its project."""
    action: Literal["subscribed", "unsubscribed"] | str
    at: str
    source: str | None
    """Your own words, or `api` if a request gave none."""
    ip_address: str | None
    user_agent: str | None


class TopicConsentList(TypedDict):
    data: list[TopicConsent]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class AutomationRunTrigger(TypedDict):
    kind: Literal["event", "list", "contact_created", "manual", "inbound"] | str
    contact_event_id: str | None
    """The contact event that started the run, if any."""
    inbound_message_id: str | None
    """The contact's inbound mail that started the run, if any."""
    at: str
    """When the triggering event happened."""


class AutomationRunWait(TypedDict):
    """What the run is waiting for."""

    until: str
    event: str | None
    """The name of the event; null if the run only waits for a time."""


class AutomationRun(TypedDict):
    id: str
    automation_id: str
    version: int
    """A version's number, from 1."""
    contact_id: str
    status: AutomationRunStatus | str
    trigger: AutomationRunTrigger
    key: str | None
    """The value of `reentry.key`, if there is one."""
    depth: int
    """How many runs came before this one in the chain of runs that caused each other."""
    step_key: str | None
    """The step the run is at, or was at when it ended."""
    wait: AutomationRunWait | None
    blocked_by: Literal["automation_paused", "sending_halted", "quota_exceeded"] | str | None
    """What keeps the run from its next step."""
    attempts: int
    """Failed attempts at this step."""
    next_attempt_at: str | None
    """When a temporarily failed step is retried."""
    error: AutomationRunError | None
    ended_reason: str | None
    """Why the run ended before its last step: `exit_step`, `exit_event`, `exit_list`, `exit_rule`,
    `max_depth`, `manual`, `automation_archived`, or `contact_erased` if its contact was erased or deleted.
    """
    started_at: str
    ended_at: str | None


class AutomationRunList(TypedDict):
    data: list[AutomationRun]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class ContactImportList(TypedDict):
    data: list[ContactImport]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class ConfirmationOfList(TypedDict):
    """The mail that asks the subscriber to confirm."""

    subject: str
    text: str
    html: str | None
    """Null if the mail is plain text."""


class SubscriberCount(TypedDict):
    """Confirmed subscriptions that have not ended."""

    value: int
    exact: bool
    """False if there are more than `value`."""


class SubscriberListFigures(TypedDict):
    """The number of subscribers, in lists of lists with `include=figures`."""

    confirmed: SubscriberCount


class SubscriberList(TypedDict):
    id: str
    project_id: str
    environment: Environment | str
    name: str
    """The list's name for subscribers."""
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    from_name: str | None
    confirmation: ConfirmationOfList
    created_at: str
    updated_at: str
    figures: NotRequired[SubscriberListFigures]


class SubscriberListList(TypedDict):
    data: list[SubscriberList]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class ConfirmationMail(TypedDict):
    """The mail that asks the subscriber to confirm."""

    subject: str
    text: str
    """Must contain `{{confirm_url}}`."""
    html: NotRequired[str | None]
    """If given, must contain `{{confirm_url}}`."""


class CreateSubscriberListRequest(TypedDict):
    project_id: str
    name: str
    """The list's name for subscribers."""
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    from_name: NotRequired[str]
    """The name shown beside an address, in any language."""
    confirmation: NotRequired[ConfirmationMail]


class UpdateSubscriberListRequest(TypedDict, total=False):
    name: str
    """The list's name for subscribers."""
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    from_name: str | None
    """The name shown beside the address."""
    confirmation: ConfirmationMail


class RequestSubscriptionRequest(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    name: NotRequired[str]
    """The name shown beside an address, in any language."""
    properties: NotRequired[Mapping[str, PropertyValue]]
    """Up to 100 properties of your own, for segments and templates."""
    source: NotRequired[str]
    """Where the person opted in, in your words."""
    ip_address: NotRequired[str]
    """The person's IP address, version 4 or 6."""
    user_agent: NotRequired[str]
    """The User-Agent of the person's browser."""


class SubscriptionRequest(TypedDict):
    """The result of a request."""

    outcome: Literal["requested", "already_requested", "already_confirmed", "suppressed"] | str
    subscription: Subscription | None
    """The subscription."""
    message_id: str | None
    """The opt-in mail that was sent for this request; null if none was."""
    suppression_reason: str | None
    """A `SuppressionReason` if the address is suppressed; null otherwise."""


class UnsubscribeRequest(TypedDict, total=False):
    source: str
    """Where the person opted in, in your words."""
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
    """The topic's key, unique in its project."""
    name: str
    description: str | None
    default_subscribed: bool
    """Whether contacts that have chosen nothing receive the topic."""
    translations: dict[str, TranslationOfTopic]
    """The name and the description in other languages, by language tag."""
    created_at: str
    updated_at: str


class TopicList(TypedDict):
    data: list[Topic]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class TopicTranslation(TypedDict):
    name: str
    """The topic's name for contacts."""
    description: NotRequired[str | None]
    """What contacts receive, in a sentence."""


class CreateTopicRequest(TypedDict):
    project_id: str
    key: str
    """The topic's key, unique in its project."""
    name: str
    """The topic's name for contacts."""
    description: NotRequired[str | None]
    """What contacts receive, in a sentence."""
    default_subscribed: NotRequired[bool]
    """Whether contacts that have chosen nothing receive the topic."""
    translations: NotRequired[Mapping[str, TopicTranslation]]
    """The name and the description in other languages, by language tag."""


class UpdateTopicRequest(TypedDict, total=False):
    name: str
    """The topic's name for contacts."""
    description: str | None
    """What contacts receive, in a sentence."""
    default_subscribed: bool
    """Whether contacts that have chosen nothing receive the topic."""
    translations: Mapping[str, TopicTranslation]
    """The name and the description in other languages, by language tag."""


class ErasedCounts(TypedDict):
    """How many objects of each kind were erased, deleted or anonymized so far."""

    contacts: int
    contact_events: int
    subscriptions: int
    consents: int
    """Erased consents."""
    message_logs: int
    """Message logs that were kept without the address and the name."""
    message_bodies: int
    """Erased message bodies, with their subjects and metadata."""
    attachments: int
    cancelled: int
    """Queued or scheduled deliveries that were cancelled."""
    events: int
    """Events that were kept without the address and the name."""
    webhook_deliveries: int
    """Webhook deliveries whose recorded replies named the address."""
    suppressions: int
    """Suppressions that now hold a keyed hash instead of the address."""
    soft_bounces: int
    """Erased counters of consecutive bounces."""
    kept_replies: int
    """Erased replies stored for idempotency keys."""
    inbound_messages: int
    """Deleted inbound messages: those with the address in their envelope, or in From, Reply-To, To or Cc."""
    topic_consents: int
    """Deleted topic choices."""


class Deletion(TypedDict):
    """The erasure of one address."""

    id: str
    status: Literal["running", "completed"] | str
    """`running`: continues on its own. The erasure waits for deliveries in the middle of an SMTP session."""
    project_id: str | None
    """The project that the erasure is limited to; null means the whole workspace."""
    created_at: str
    completed_at: str | None
    erased: ErasedCounts


class DeletionList(TypedDict):
    data: list[Deletion]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateDeletionRequest(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    project_id: NotRequired[str]


class FoundCounts(TypedDict):
    """How many objects of each kind there are, counted up to 10,000."""

    contacts: int
    contact_events: int
    subscriptions: int
    message_logs: int
    """Message logs, which would be kept without the address and the name."""
    cancelled: int
    """Queued or scheduled deliveries, which would be cancelled."""
    suppressions: int
    """Suppressions, of which a keyed hash would be kept. 0 for a project, because suppressions belong to
    the workspace.
    """
    inbound_messages: int
    """Inbound messages with the address in their envelope, or in From, Reply-To, To or Cc."""


class DeletionPreview(TypedDict):
    project_id: str | None
    """The project that the erasure would be limited to; null means the whole workspace."""
    found: FoundCounts


HaltReason = Literal["operator", "bounce_rate", "complaint_rate", "archived"]
"""Why sending is halted: the operator halted it; bounces passed 5 % or complaints 0.3 % of at least 500
live deliveries in 24 hours; Google reported a spam rate of 0.3 % or more to the operator; or the operator
archived the workspace, which can be read but no longer sends.
"""


class SendingWindow(TypedDict):
    """The results of live mail in the last 24 hours, or since sending was resumed."""

    since: str
    settled: int
    """Recipients whose mail was delivered or permanently refused."""
    bounced: int
    complained: int
    bounce_rate: float
    """`bounced` as a share of `settled`."""
    complaint_rate: float
    """`complained` as a share of `settled`."""


class HeldQueue(TypedDict):
    """What the service has held for this workspace since it was restored from a backup: mail and webhooks
    that were queued then, and may have been sent after the backup.
    """

    deliveries: int
    """Recipients whose mail is held."""
    webhooks: int
    """Webhook deliveries that are held."""
    since: str
    """When the restored service first started and held them."""


class SendingStatus(TypedDict):
    """Whether the workspace can send, and the figures that decide it."""

    status: Literal["active", "halted"] | str
    reason: HaltReason | str | None
    note: str | None
    """The operator's note about it, or the domain that Google complains about."""
    halted_at: str | None
    links_ended_at: str | None
    """Since when the operator has disabled the links in the workspace's mail: tracked links answer 410
    instead of a redirect.
    """
    window: SendingWindow
    held: HeldQueue | None


TemplateKind = Literal["message", "layout", "partial"]
"""`message`: a complete mail that can be sent. `layout`: the frame around messages, with `{% block %}` for
their content. `partial`: a reusable piece that other templates show with `{% render %}`.
"""


class TemplateFigures(TypedDict):
    """How much mail was made from it, as a list of templates has it with `include=figures`."""

    since: str
    """From when the figures count: midnight (UTC) 29 days before today, or the upgrade to the first
    version that counts them, if that was later.
    """
    accepted: int
    """Recipients of messages since then, whatever became of them."""
    last_accepted_at: str | None
    """When mail was made from it last, within 400 days."""


class Template(TypedDict):
    id: str
    project_id: str | None
    """Null means every project of the workspace."""
    name: str
    alias: str | None
    """The name for code that sends can give instead of the id."""
    kind: TemplateKind | str
    published_version: int | None
    """The version that sends use by default."""
    latest_version: int
    """A version's number, from 1."""
    created_at: str
    updated_at: str
    figures: NotRequired[TemplateFigures]


class TemplateList(TypedDict):
    data: list[Template]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


TemplateVariableType = Literal["string", "number", "boolean", "object", "array", "any"]
"""The JSON type of the value. `any` takes a value of each type."""


class TemplateVariable(TypedDict):
    name: str
    type: NotRequired[TemplateVariableType]
    required: NotRequired[bool]
    """Whether sends without the variable are refused."""
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
    """The project whose sends can use the template."""
    name: str
    """A name for the people of the workspace."""
    alias: NotRequired[str]
    """A stable name for code, which sends can give instead of the id."""
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
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    from_name: NotRequired[str]
    """The name shown beside an address, in any language."""
    reply_to: NotRequired[Address | Sequence[Address]]
    """The Reply-To addresses for sends that give none."""
    variables: NotRequired[Sequence[TemplateVariable]]
    """The variables that the content can use, each named once, with defaults of at most 64 kB of JSON
    together.
    """
    locales: NotRequired[Mapping[str, TemplateLocale]]
    """The content in further languages, by language tag (BCP 47)."""
    inline_css: NotRequired[bool]
    """Whether the rules of `<style>` are written into the `style` attributes of the elements, once per
    version.
    """


_TemplateContent = TypedDict("_TemplateContent", {"from": NotRequired[Address]})


class TemplateContent(_TemplateContent, total=False):
    """The content of a version."""

    subject: str
    """The subject, in Liquid."""
    html: str
    """The HTML body, in Liquid."""
    text: str
    """The plain-text body, in Liquid."""
    preheader: str
    """What an inbox shows beside the subject, in Liquid."""
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    from_name: str
    """The name shown beside an address, in any language."""
    reply_to: Address | Sequence[Address]
    """The Reply-To addresses for sends that give none."""
    variables: Sequence[TemplateVariable]
    """The variables that the content can use, each named once, with defaults of at most 64 kB of JSON
    together.
    """
    locales: Mapping[str, TemplateLocale]
    """The content in further languages, by language tag (BCP 47)."""
    inline_css: bool
    """Whether the rules of `<style>` are written into the `style` attributes of the elements, once per
    version.
    """


class PreviewTemplateContentRequest(TypedDict):
    project_id: NotRequired[str | None]
    """The project that the template is for, which decides what it can use."""
    content: TemplateContent
    locale: NotRequired[str]
    """The requested language (BCP 47)."""
    variables: NotRequired[Mapping[str, Any]]
    """The values of the variables, at most 64 kB of JSON."""
    contact_id: NotRequired[str]
    """The contact that the mail is shown for."""
    fill_missing: NotRequired[bool]
    """Shows each missing value as its name in brackets, such as `[name]`, instead of returning an error."""


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
    """A message for people."""
    variable: str | None
    """The variable that an `unused_variable` is about; null for other codes."""
    url: str | None
    """The address that the warning is about, shortened to 200 characters; null if it is about none."""


class TemplatePreview(TypedDict):
    """The mail as a send with these values would store and send it."""

    version: int | None
    """Null for unsaved content."""
    locale: str | None
    """The language of the content; null means the default content."""
    subject: str
    html: str | None
    text: str
    headers: dict[str, str]
    """The header fields that the template determines, decoded."""
    html_bytes: int
    """Size of the HTML in UTF-8."""
    content_sha256: str
    """SHA-256 of what people read: subject, plain text and HTML in UTF-8 with LF as the line break,
    separated by a zero byte, with nothing for a missing HTML body.
    """
    warnings: list[TemplateWarning]
    """At most 50."""


class UpdateTemplateRequest(TypedDict, total=False):
    """The changes, at least one."""

    name: str
    """A name for the people of the workspace."""
    alias: str | None
    """The new alias."""


class TemplateVersionSummary(TypedDict):
    """A version without its bodies."""

    version: int
    """A version's number, from 1."""
    subject: str | None
    locales: list[str]
    """The language tags that have content of their own."""
    created_at: str
    created_by: str
    """The user or the API key that created the version."""
    published_at: str | None


class TemplateVersionList(TypedDict):
    data: list[TemplateVersionSummary]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class DeclaredVariable(TypedDict):
    name: str
    type: TemplateVariableType | str
    required: bool
    default: Any
    """The value where a send gives none."""


class TemplatePin(TypedDict):
    """A layout or partial, in the version that was published when this version was created."""

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
    """The user or the API key that created the version."""
    published_at: str | None
    """When the version was last published; null if it never was."""


class TemplateUser(TypedDict):
    template_id: str
    name: str
    published: bool
    """Whether the published version of that object uses it."""
    latest: bool
    """Whether the latest version of that object uses it."""


class CampaignUser(TypedDict):
    campaign_id: str
    name: str
    status: CampaignStatus | str


AutomationStatus = Literal["draft", "active", "paused", "archived"]
"""`draft`: no version was published. `active`: starts new runs and continues existing ones. `paused`:
starts no runs, and holds existing ones until it is resumed. `archived`: ended for good; its runs are
cancelled.
"""


class AutomationUser(TypedDict):
    automation_id: str
    name: str
    status: AutomationStatus | str


class TemplateUses(TypedDict):
    """What uses the template."""

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
    """The requested language (BCP 47)."""
    variables: Mapping[str, Any]
    """The values of the variables, at most 64 kB of JSON."""
    contact_id: str
    """The contact that the mail is shown for."""
    fill_missing: bool
    """Shows each missing value as its name in brackets, such as `[name]`, instead of returning an error."""


SegmentScalar = str | float | bool
"""A string, a number or a boolean."""


SegmentValue = str | float | bool | Sequence[SegmentScalar]
"""The value to compare with. If the contact has no such value, or one of another type, the condition is
false. `ne` is then true, since it is always the opposite of `eq`.
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
    """Events of the contact, as recorded by `recordContactEvent`."""

    name: str
    """The event's name, chosen by you."""
    count: NotRequired[SegmentCountComparison]
    within: NotRequired[str]
    """An ISO 8601 duration of days, hours, minutes and seconds."""
    where: NotRequired[Sequence[SegmentPropertyCondition]]
    """Conditions on the properties of each counted event."""


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
    """The topic's key, unique in its project."""


class SegmentReference(TypedDict):
    """The rule of another segment of the project, as it is at the time of use."""

    segment_id: str


_SegmentRule = TypedDict("_SegmentRule", {"not": NotRequired["SegmentRule"]})


class SegmentRule(_SegmentRule, total=False):
    """A condition, or a combination of conditions: an object with exactly one of these keys."""

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
    """The number of contacts at the last count."""

    value: int
    exact: bool
    as_of: str


class SegmentCounting(TypedDict):
    """The count in progress; null if there is none."""

    status: Literal["running", "failed"] | str
    scanned: int
    """The contacts that were checked."""
    error: str | None
    """Why the count failed, such as `segment_too_costly`."""


class Segment(TypedDict):
    id: str
    project_id: str
    environment: Environment | str
    name: str
    rule: SegmentRule
    count: SegmentCount | None
    """The number of contacts at the last count."""
    counting: SegmentCounting | None
    """The count in progress; null if there is none."""
    used_by: list[str]
    """The ids of the segments, unfinished campaigns and unarchived automations that use the segment."""
    created_at: str
    updated_at: str


class SegmentList(TypedDict):
    data: list[Segment]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateSegmentRequest(TypedDict):
    project_id: str
    name: str
    """A name for people, in any language."""
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
    """The contacts that were checked."""
    ms: int
    """How long it took, in milliseconds."""


class UpdateSegmentRequest(TypedDict, total=False):
    name: str
    """A name for people, in any language."""
    rule: SegmentRule


class ExplainSegmentRequest(TypedDict):
    contact_id: str


class SegmentNodeResult(TypedDict):
    path: str
    """A JSON Pointer to the node in `rule`."""
    kind: Literal["all", "any", "not", "property", "contact", "event", "message", "list", "topic", "segment"] | str
    result: bool
    reason: Literal["missing", "wrong_type"] | str | None
    """Why there was nothing to compare, if that is so."""
    actual: Any
    """The contact's value, if the node compares one value or a count."""


class SegmentExplanation(TypedDict):
    segment_id: str
    contact_id: str
    included: bool
    """Whether the contact is in the segment."""
    as_of: str
    """The time from which durations count back."""
    nodes: list[SegmentNodeResult]
    """Every node of the rule in the order of the text, including those of other segments."""


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
"""Why the campaign is paused. `manual`: somebody paused it. `missed_schedule`: the service could not start
it within `max_delay_seconds`. `render_failures`: too many of its mails could not be rendered.
`bounce_rate`, `complaint_rate`: too many bounces or complaints. `domain_not_verified`: sending from the
sender's domain is not allowed. `segment_too_costly`: its segment took too long. `segment_invalid`: a rule
is no longer valid, for example because it looks back further than the retention window. `restored`: the
service was started on a restored database, so part of the mail may have been sent before. Null if the
campaign is not paused.
"""


CampaignBlockedBy = Literal["sending_halted", "quota_exceeded"]
"""What keeps the campaign from sending although its status is `sending`: sending is halted for the
workspace, or its recipients for the day or month are used up. The campaign continues on its own.
"""


class TemplateOfCampaign(TypedDict):
    template_id: str
    version: int | None
    """Null until the campaign is scheduled, if no version was given."""


class AudienceOfCampaign(TypedDict):
    list_id: str | None
    segment_id: str | None
    exclude_segment_id: str | None


class CampaignFigures(TypedDict):
    """The results of the mail, in lists of campaigns with `include=figures`."""

    delivered: int
    """Recipients whose server accepted the mail."""
    bounced: int
    complained: int
    unsubscribed: int
    """Recipients who used the unsubscribe link."""
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
    """Null means the template's."""
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
    """When the campaign was sent or cancelled."""
    audience_total: int | None
    """The number of recipients."""
    progress: CampaignProgress
    created_at: str
    updated_at: str
    topic: str | None
    """The key of the mail's topic."""
    figures: NotRequired[CampaignFigures]


class CampaignList(TypedDict):
    data: list[Campaign]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CampaignTemplate(TypedDict):
    template_id: str
    version: NotRequired[int]
    """The version."""


class CampaignAudience(TypedDict, total=False):
    """The campaign's audience among the contacts of the project."""

    list_id: str
    segment_id: str
    exclude_segment_id: str


_CreateCampaignRequest = TypedDict("_CreateCampaignRequest", {"from": NotRequired[Address]})


class CreateCampaignRequest(_CreateCampaignRequest):
    project_id: str
    name: str
    """A name for people, in any language."""
    template: CampaignTemplate
    from_email: NotRequired[str]
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    from_name: NotRequired[str]
    """The name shown beside an address, in any language."""
    reply_to: NotRequired[Address | Sequence[Address]]
    """The Reply-To addresses."""
    variables: NotRequired[Mapping[str, Any]]
    """Values of the template's variables, the same for all recipients, at most 64 kB of JSON."""
    audience: NotRequired[CampaignAudience]
    rate_per_hour: NotRequired[int | None]
    """The maximum number of mails queued per hour."""
    category: NotRequired[str]
    """A label of your own, for search and statistics."""
    max_delay_seconds: NotRequired[int]
    """The longest acceptable delay of the start, in seconds."""
    topic: NotRequired[str | None]
    """The key of the mail's topic."""


_UpdateCampaignRequest = TypedDict("_UpdateCampaignRequest", {"from": NotRequired[Address]})


class UpdateCampaignRequest(_UpdateCampaignRequest, total=False):
    name: str
    """A name for people, in any language."""
    template: CampaignTemplate
    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    from_name: str
    """The name shown beside an address, in any language."""
    reply_to: Address | Sequence[Address]
    """The Reply-To addresses."""
    variables: Mapping[str, Any]
    """Values of the template's variables, the same for all recipients, at most 64 kB of JSON."""
    audience: CampaignAudience
    rate_per_hour: int | None
    """The maximum number of mails queued per hour."""
    category: str
    """A label of your own, for search and statistics."""
    max_delay_seconds: int
    """The longest acceptable delay of the start, in seconds."""
    topic: str | None
    """The key of the mail's topic."""


class ScheduleCampaignRequest(TypedDict, total=False):
    scheduled_at: str | datetime
    """When the campaign starts, up to a year ahead."""


class PausedCampaign(TypedDict):
    """The campaign, with the number of mails that were being delivered when it stopped."""

    id: str
    project_id: str
    environment: Environment | str
    name: str
    status: CampaignStatus | str
    pause_reason: CampaignPauseReason | str | None
    blocked_by: CampaignBlockedBy | str | None
    template: TemplateOfCampaign
    from_email: str | None
    """Null means the template's."""
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
    """When the campaign was sent or cancelled."""
    audience_total: int | None
    """The number of recipients."""
    progress: CampaignProgress
    created_at: str
    updated_at: str
    in_flight: int
    """The number of mails that were being delivered when the campaign stopped."""
    topic: str | None
    """The key of the mail's topic."""


class RetriedCampaign(TypedDict):
    """The campaign, with the number of recipients that are retried."""

    id: str
    project_id: str
    environment: Environment | str
    name: str
    status: CampaignStatus | str
    pause_reason: CampaignPauseReason | str | None
    blocked_by: CampaignBlockedBy | str | None
    template: TemplateOfCampaign
    from_email: str | None
    """Null means the template's."""
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
    """When the campaign was sent or cancelled."""
    audience_total: int | None
    """The number of recipients."""
    progress: CampaignProgress
    created_at: str
    updated_at: str
    retried: int
    """The number of recipients that are retried."""
    topic: str | None
    """The key of the mail's topic."""


class CampaignProblem(TypedDict):
    """Something that prevents a campaign from being scheduled, in the form of an error."""

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
    """Mail rendered for contacts of the audience, up to 100 of them."""

    contacts: int
    """Contacts whose mail was rendered."""
    failed: int
    """The contacts among them whose mail cannot be rendered."""


class CampaignCheck(TypedDict):
    """Each contact of the project is counted once: either as a recipient, or by the first reason that
    excludes it.
    """

    problem: CampaignProblem | None
    """The error that `scheduleCampaign` would return now."""
    problems: list[CampaignProblem]
    """Everything that prevents the campaign from being scheduled, at once."""
    sample: CampaignCheckSample
    """Mail rendered for contacts of the audience, up to 100 of them."""
    contacts: SegmentEstimate
    reached: SegmentEstimate
    left_out: list[CampaignLeftOut]
    """Most frequent reason first."""
    scanned: int
    """The contacts that were checked."""
    as_of: str
    """When they were checked."""


class PreviewCampaignRequest(TypedDict, total=False):
    contact_id: str


class CampaignPreviewRecipient(TypedDict):
    """Whether the contact gets the mail, and what decides it."""

    contact_id: str
    included: bool
    reason: str | None
    """Why the contact does not get the mail: `not_in_segment`, `excluded_by_segment`, or an `UnsentReason`
    such as `opted_out`, `topic_unsubscribed`, `not_confirmed` or `hard_bounce`.
    """
    path: str | None
    """A JSON Pointer to the deciding node in the segment's rule."""


class CampaignPreview(TypedDict):
    """The mail as the contact would get it or, without `contact_id`, as one contact of the audience would."""

    mail: TemplatePreview
    recipient: CampaignPreviewRecipient | None
    """Whether the contact gets the mail, and what decides it."""


class TestCampaignRequest(TypedDict):
    to: Sequence[str]
    """A recipient of the campaign."""
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
"""`pending`: no mail yet. `skipped`: gets no mail, for the `reason`. `failed`: the mail could not be
created, or delivery failed. The other values are those of a message's recipient.
"""


class CampaignRecipient(TypedDict):
    contact_id: str
    contact_created_at: str
    """When the contact was created."""
    status: CampaignRecipientStatus | str
    reason: str | None
    """Why the recipient was skipped, an `UnsentReason` or `erased`, or why the mail could not be created,
    `missing_variable` or `render_failed`.
    """
    detail: str | None
    """More about the reason, such as the names of the missing variables."""
    message_id: str | None
    log_id: str | None


class CampaignRecipientList(TypedDict):
    data: list[CampaignRecipient]
    has_more: bool
    """Whether there are more rows."""
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
    """Null stands for all other domains."""
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
    """Recipients who clicked a link for the first time."""


class CampaignStats(TypedDict):
    """The results for all recipients, measured at one moment within the last 5 seconds."""

    campaign_id: str
    as_of: str
    recipients: int
    """All recipients, the sum of `by_status`."""
    by_status: CampaignCounts
    by_reason: list[CampaignReasonCount]
    """Why recipients were skipped or failed before their first attempt, most frequent first."""
    by_destination: list[CampaignDestinationCount]
    """The results of queued mail by recipient domain: the 20 domains with the most recipients, then the
    rest together without a name.
    """
    over_time: list[CampaignHour]
    """Results by hour, oldest first."""
    complained: int
    unsubscribed: int
    """Recipients who used the unsubscribe link."""
    opened: int
    """Recipients who opened the mail, each counted once."""
    clicked: int
    """Recipients who clicked a link, each counted once; 0 if clicks are not tracked."""
    machine_opened: int
    """Recipients whose mail a machine opened."""
    machine_clicked: int
    """Recipients whose links were followed by a machine."""


class AutomationRunCounts(TypedDict):
    running: int
    waiting: int
    completed: int
    exited: int
    failed: int
    cancelled: int


class AutomationFigures(TypedDict):
    """The number of runs, in lists of automations with `include=figures`."""

    runs: AutomationRunCounts


class AutomationRetry(TypedDict):
    """The last bulk retry and its progress."""

    requested_at: str
    total: int
    """How many failed runs there were at the start."""
    retried: int
    skipped: int
    """Runs that cannot be retried, because the contact has another run in progress or was erased."""
    completed_at: str | None
    """Null while the retry is in progress."""


class Automation(TypedDict):
    id: str
    project_id: str
    environment: Environment | str
    name: str
    status: AutomationStatus | str
    published_version: int | None
    """The version that new runs use."""
    latest_version: int
    """A version's number, from 1."""
    retry: AutomationRetry | None
    """The last bulk retry and its progress."""
    created_at: str
    updated_at: str
    figures: NotRequired[AutomationFigures]


class AutomationList(TypedDict):
    data: list[Automation]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class AutomationEventCondition(TypedDict):
    """An event of the contact, as recorded by `recordContactEvent` or by a step."""

    name: str
    """The event's name, chosen by you."""
    where: NotRequired[Sequence[SegmentPropertyCondition]]
    """Conditions on the event's properties."""


class AutomationListCondition(TypedDict):
    """The contact confirms the list, or unsubscribes from it."""

    list_id: str
    on: Literal["confirmed", "unsubscribed"]


class AutomationNoOptions(TypedDict):
    """Takes no settings."""


class AutomationInboundCondition(TypedDict, total=False):
    """An inbound route of the project accepts a mail from the contact."""

    route_id: str
    require_authenticated: bool
    """Whether only mail from an authenticated sender (`auth.authenticated`) starts a run."""


class AutomationTrigger(TypedDict, total=False):
    """What starts a run: an object with exactly one of these keys."""

    event: AutomationEventCondition
    list: AutomationListCondition
    contact_created: AutomationNoOptions
    inbound: AutomationInboundCondition
    manual: AutomationNoOptions


class AutomationReentry(TypedDict, total=False):
    """How often a contact can enter the automation."""

    mode: Literal["once", "after_exit", "always"]
    """`once`: only once ever. `after_exit`: one run at a time (the default). `always`: any number of runs
    at a time.
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
    """The sender of the automation's mail, if it differs from the template's."""

    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    from_name: str
    """The name shown beside an address, in any language."""
    reply_to: Address | Sequence[Address]
    """The Reply-To addresses."""
    category: str
    """A label of your own, for search and statistics."""
    list_id: str


class AutomationVersionSender(TypedDict, total=False):
    """The sender of the automation's mail, if it differs from the template's."""

    from_email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    from_name: str
    """The name shown beside an address, in any language."""
    reply_to: list[NamedAddress]
    """The Reply-To addresses."""
    category: str
    """A label of your own, for search and statistics."""
    list_id: str


class AutomationSend(TypedDict):
    """Sends a mail to the contact."""

    template_id: str
    version: NotRequired[int]
    """The version."""
    variables: NotRequired[Mapping[str, Any]]
    """Values of the template's variables, at most 64 kB of JSON."""
    transactional: NotRequired[bool]
    """Whether the contact asked for this mail, as for a receipt."""
    topic: NotRequired[str]
    """The topic's key, unique in its project."""


class AutomationUntilProperty(TypedDict):
    """Waits until the time in a property of the contact or, if the data that started the run has a value
    of that name, until that time.
    """

    name: str
    offset: NotRequired[str]
    """An ISO 8601 duration that is added, or subtracted if it starts with a minus sign."""


class AutomationTimeOfDay(TypedDict):
    """Waits until the clock next shows this time."""

    time: str
    timezone: str
    """A name from the IANA time zone database."""


_AutomationWait = TypedDict("_AutomationWait", {"for": NotRequired[str]})


class AutomationWait(_AutomationWait, total=False):
    """An object with exactly one of these keys."""

    until: str | datetime
    until_property: AutomationUntilProperty
    time_of_day: AutomationTimeOfDay


class AutomationWaitForEvent(TypedDict):
    """Waits for an event of the contact that happens after the run began, at most for `timeout`."""

    name: str
    """The event's name, chosen by you."""
    where: NotRequired[Sequence[SegmentPropertyCondition]]
    """Conditions on the event's properties."""
    timeout: str
    """An ISO 8601 duration of days, hours, minutes and seconds, at most 365 days."""
    on_timeout: NotRequired["Sequence[AutomationStep]"]
    """Nested steps."""


_AutomationCase = TypedDict("_AutomationCase", {"if": SegmentRule})


class AutomationCase(_AutomationCase):
    steps: "Sequence[AutomationStep]"
    """Nested steps."""


_AutomationBranch = TypedDict("_AutomationBranch", {"else": NotRequired["Sequence[AutomationStep]"]})


class AutomationBranch(_AutomationBranch):
    """Runs the steps of the first case whose rule holds, otherwise those of `else`."""

    cases: Sequence[AutomationCase]


class AutomationUpdateContact(TypedDict, total=False):
    """Changes the contact."""

    name: str | None
    properties: Mapping[str, PropertyValue]
    """Up to 100 properties of your own, for segments and templates."""


class AutomationSubscribe(TypedDict):
    """Asks the contact to confirm the list, with the list's opt-in mail."""

    list_id: str


class AutomationUnsubscribe(TypedDict, total=False):
    """Ends the subscription to the list."""

    list_id: str


class AutomationRecordEvent(TypedDict):
    """Records an event of the contact."""

    name: str
    """The event's name, chosen by you."""
    properties: NotRequired[Mapping[str, PropertyValue]]
    """Further data about the event."""


class AutomationNotify(TypedDict):
    """Notifies your servers with the event `automation.notified`, through your webhooks."""

    name: str
    data: NotRequired[Mapping[str, Any]]
    """At most 16 kB of JSON."""


class AutomationExitStep(TypedDict, total=False):
    """Ends the run."""

    reason: str
    """A description for people."""


class AutomationStep(TypedDict):
    """An object with a `key` and exactly one of the other properties."""

    key: str
    """Identifies the step within its version."""
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
    """A name for people, in any language."""
    trigger: AutomationTrigger
    entry_rule: NotRequired[SegmentRule]
    reentry: NotRequired[AutomationReentry]
    exit_on: NotRequired[Sequence[AutomationExit]]
    """What ends a run, whatever step it is at."""
    sender: NotRequired[AutomationSender]
    steps: Sequence[AutomationStep]
    """The steps in order."""


class UpdateAutomationRequest(TypedDict):
    name: str
    """A name for people, in any language."""


class AutomationVersion(TypedDict):
    """A version as it was given."""

    automation_id: str
    version: int
    """A version's number, from 1."""
    trigger: AutomationTrigger
    entry_rule: SegmentRule | None
    """A `SegmentRule`."""
    reentry: AutomationReentry
    exit_on: list[AutomationExit]
    """What ends a run, whatever step it is at."""
    sender: AutomationVersionSender
    steps: list[AutomationStep]
    """The steps in order."""
    created_at: str
    created_by: str
    """Who created the version."""
    published_at: str | None
    """When the version was first published."""


class AutomationVersionList(TypedDict):
    data: list[AutomationVersion]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateAutomationVersionRequest(TypedDict):
    trigger: AutomationTrigger
    entry_rule: NotRequired[SegmentRule]
    reentry: NotRequired[AutomationReentry]
    exit_on: NotRequired[Sequence[AutomationExit]]
    """What ends a run, whatever step it is at."""
    sender: NotRequired[AutomationSender]
    steps: Sequence[AutomationStep]
    """The steps in order."""


class PublishAutomationRequest(TypedDict):
    version: int
    """A version's number, from 1."""


class TriggerAutomationRequest(TypedDict):
    contact_id: str
    data: NotRequired[Mapping[str, Any]]
    """Takes the place of the properties of the event that would otherwise start a run."""
    key: NotRequired[str]
    """Takes the place of the value of the property named by `reentry.key`."""


class AutomationTriggered(TypedDict):
    outcome: Literal["started", "ignored"] | str
    reason: str | None
    """Why the trigger was ignored, an `AutomationIgnoredReason`."""
    run: AutomationRun | None
    """The run that was started."""


class SimulatedContact(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    name: NotRequired[str | None]
    properties: NotRequired[Mapping[str, PropertyValue]]
    """Up to 100 properties of your own, for segments and templates."""
    unsubscribed: NotRequired[bool]
    confirmed_lists: NotRequired[Sequence[str]]
    """The lists that the contact has confirmed."""


class SimulatedEvent(TypedDict):
    name: str
    """The event's name, chosen by you."""
    properties: NotRequired[Mapping[str, PropertyValue]]
    """Further data about the event."""
    after: NotRequired[str]
    """An ISO 8601 duration of days, hours, minutes and seconds, at most 365 days."""


class SimulateAutomationRequest(TypedDict, total=False):
    """The contact and the data to simulate with: `contact_id`, or `contact` for an invented one."""

    version: int
    """The version to simulate."""
    contact_id: str
    contact: SimulatedContact
    data: Mapping[str, Any]
    """The properties of the event that starts the run."""
    at: str | datetime
    """When the run starts."""
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
    """The mail that the step would send."""

    template_id: str
    version: int
    """A version's number, from 1."""
    subject: str
    content_sha256: str
    """The same hash as that of the mail once sent."""


class SimulatedStep(TypedDict):
    key: str
    kind: AutomationStepKind | str
    outcome: Literal["done", "skipped", "timed_out", "failed"] | str
    reason: str | None
    detail: str | None
    taken: str | None
    at: str
    """When the step is reached."""
    until: str | None
    """When the wait ends."""
    mail: SimulatedStepMail | None
    """The mail that the step would send."""


class AutomationSimulation(TypedDict):
    automation_id: str
    version: int
    """A version's number, from 1."""
    entered: bool
    """Whether the trigger and the entry rule let the contact in."""
    reason: str | None
    """Why the contact is not let in: `trigger` or `entry_rule`."""
    status: Literal["completed", "exited", "failed"] | str | None
    """How the run ends."""
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
"""Why no run was started. `automation_paused`: the automation is paused. `entry_rule`: the entry rule
excludes the contact. `already_entered`, `already_running`, `min_interval`: `reentry` does not allow it.
`too_many_runs`: the contact started 10 runs of the automation within 24 hours. `too_old`: the event
happened more than 24 hours before it was recorded. `max_depth`: the event was recorded by a step, the last
of five that caused each other.
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
    """The number of runs, measured at one moment within the last 5 seconds."""

    automation_id: str
    as_of: str
    runs: AutomationRunCounts
    ignored: list[AutomationIgnoredCount]
    """Triggers that started no run, by reason, most frequent first."""
    steps: list[AutomationStepCounts]
    """The current steps of runs in progress and of failed runs."""


class RetryAutomationRunsRequest(TypedDict, total=False):
    """Which failed runs to retry."""

    version: int
    """A version's number, from 1."""
    step_key: str
    """Identifies the step within its version."""
    error_code: str


class AutomationRunStep(TypedDict):
    key: str
    kind: AutomationStepKind | str
    outcome: Literal["done", "skipped", "timed_out", "waiting", "blocked", "retrying", "failed"] | str
    """`skipped`: there was nothing to do, for the given `reason`. `timed_out`: the awaited event did not
    come. `waiting`, `blocked`, `retrying`: the run is at this step now.
    """
    reason: str | None
    """A stable code, such as `opted_out`."""
    detail: str | None
    """The reason as a sentence for people."""
    taken: str | None
    """Which inner steps were taken: `cases/0`, `else`, `on_timeout`."""
    message_id: str | None
    """The mail that the step sent."""
    attempts: int
    """Failed attempts."""
    started_at: str
    ended_at: str | None


class AutomationRunDetail(TypedDict):
    """A run with its steps and the data that started it."""

    id: str
    automation_id: str
    version: int
    """A version's number, from 1."""
    contact_id: str
    status: AutomationRunStatus | str
    trigger: AutomationRunTrigger
    key: str | None
    """The value of `reentry.key`, if there is one."""
    depth: int
    """How many runs came before this one in the chain of runs that caused each other."""
    step_key: str | None
    """The step the run is at, or was at when it ended."""
    wait: AutomationRunWait | None
    blocked_by: Literal["automation_paused", "sending_halted", "quota_exceeded"] | str | None
    """What keeps the run from its next step."""
    attempts: int
    """Failed attempts at this step."""
    next_attempt_at: str | None
    """When a temporarily failed step is retried."""
    error: AutomationRunError | None
    ended_reason: str | None
    """Why the run ended before its last step: `exit_step`, `exit_event`, `exit_list`, `exit_rule`,
    `max_depth`, `manual`, `automation_archived`, or `contact_erased` if its contact was erased or deleted.
    """
    started_at: str
    ended_at: str | None
    data: dict[str, Any]
    """The data that started the run."""
    steps: list[AutomationRunStep]
    """Oldest first."""


class InboundMxRecord(TypedDict):
    priority: int
    host: str


class InboundDomain(TypedDict):
    domain: str
    routes: int
    """The number of its routes."""
    mx: Literal["published", "missing", "other", "unknown"] | str
    """`published`: an MX record of the domain points to this service. `missing`: the domain has no MX
    record. `other`: its mail goes to other hosts. `unknown`: not checked, because the DNS gave no answer
    in time, or live mail goes to the sink.
    """
    found: list[str]
    """The hosts of its MX records, by priority."""


class InboundStorage(TypedDict):
    bytes: int
    """The storage that the workspace's messages use."""
    max_bytes: int
    """The storage limit."""
    messages: int


class InboundArrival(TypedDict):
    """How inbound mail reaches the service, and what is stored."""

    mx: list[InboundMxRecord]
    """The MX records to publish for each domain of a route."""
    port: int
    """The port of the receiver."""
    domains: list[InboundDomain]
    """The domains of the routes, sorted by name."""
    storage: InboundStorage


InboundAutomaticHandling = Literal["deliver", "keep", "drop"]
"""How automatic mail is handled, such as vacation notices, reports and newsletters. `deliver`: like mail
from people. `keep`: stored, without an event, and starts no automation. `drop`: accepted but not stored.
"""


class InboundRoute(TypedDict):
    id: str
    project_id: str
    environment: Environment | str
    name: str
    recipient: str
    """The address, with its domain in lower case."""
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
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateInboundRouteRequest(TypedDict):
    project_id: str
    name: str
    """A name for people, in any language."""
    recipient: str
    """The addresses that a route accepts mail for: one address, `support+*@domain` for anything after the
    plus, or `*@domain` for the rest of the domain.
    """
    enabled: NotRequired[bool]
    """Whether the route is enabled."""
    automatic: NotRequired[Literal["deliver", "keep", "drop"]]
    """How automatic mail is handled."""
    require_dmarc: NotRequired[bool]
    """Whether mail that does not pass DMARC is refused with 550."""
    block: NotRequired[Sequence[str]]
    """Senders whose mail is refused with 550, by the envelope sender or the message's sender."""
    retain_days: NotRequired[int | None]
    """How long messages are kept, in days."""


class TestInboundRouteRequest(TypedDict):
    recipient: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    sender: NotRequired[str]
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""


class TestedInboundRoute(TypedDict):
    """The route that accepts or would accept the mail."""

    id: str
    name: str
    recipient: str


class InboundRouteTest(TypedDict):
    """What the receiver would reply to this recipient."""

    recipient: str
    accepted: bool
    reason: Literal["accepted", "no_route", "route_disabled", "sender_blocked", "storage_full"] | str
    """`no_route`: no route of the workspace accepts mail for the address. `storage_full`: the workspace
    has reached its limit for stored inbound mail.
    """
    reply: str
    """The SMTP reply, with its codes."""
    route: TestedInboundRoute | None


class UpdateInboundRouteRequest(TypedDict, total=False):
    """Absent properties stay as they are."""

    name: str
    """A name for people, in any language."""
    enabled: bool
    automatic: InboundAutomaticHandling
    require_dmarc: bool
    block: Sequence[str]
    retain_days: int | None
    """Applies to messages received from then on."""


class InboundAttachment(TypedDict):
    id: str
    filename: str | None
    """The file name, without folders and control characters."""
    content_type: str
    """The media type that the sender declared."""
    size: int
    """The decoded size, in bytes."""
    content_id: str | None
    """The content id, without angle brackets."""
    disposition: Literal["attachment", "inline"] | str
    sha256: str
    """The hash of the decoded content, in hexadecimal."""


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
    """The decoded subject; empty if there is none."""
    header_message_id: str | None
    """The Message-ID, with angle brackets."""
    header_date: str | None
    """The Date field."""
    size: int
    """The size of the original message, in bytes."""
    truncated: bool
    """Whether something was truncated: text or HTML beyond 1 MiB, attachments beyond the hundredth, a
    header beyond 256 KiB.
    """
    readable: bool
    """Whether the message could be parsed."""
    auth: InboundAuth
    automatic: InboundAutomatic | str
    in_reply_to: InboundInReplyTo | None
    contact_id: str | None
    """The project's contact with the address of the From field."""
    attachments: list[InboundAttachment]
    received_at: str
    expires_at: str
    """When the message is deleted."""


class InboundMessageList(TypedDict):
    data: list[InboundMessage]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""
    window: Window


class InboundHeader(TypedDict):
    name: str
    """The name as the sender wrote it."""
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
    """The decoded subject; empty if there is none."""
    header_message_id: str | None
    """The Message-ID, with angle brackets."""
    header_date: str | None
    """The Date field."""
    size: int
    """The size of the original message, in bytes."""
    truncated: bool
    """Whether something was truncated: text or HTML beyond 1 MiB, attachments beyond the hundredth, a
    header beyond 256 KiB.
    """
    readable: bool
    """Whether the message could be parsed."""
    auth: InboundAuth
    automatic: InboundAutomatic | str
    in_reply_to: InboundInReplyTo | None
    contact_id: str | None
    """The project's contact with the address of the From field."""
    attachments: list[InboundAttachment]
    received_at: str
    expires_at: str
    """When the message is deleted."""
    headers: list[InboundHeader]
    """All header fields, in order."""
    text: str | None
    """The plain text."""
    html: str | None
    """The original HTML."""
    reply_text: str | None
    """The text without quotations and without a signature, as far as they were detected."""


class InboundReplay(TypedDict):
    inbound_message_id: str
    event_id: str


class Tracking(TypedDict):
    """Whether opens and clicks of HTML mail are recorded."""

    opens: bool
    clicks: bool


PageLanguage = Literal["auto", "en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da", "ja", "ar"]
"""The language of the pages. `auto`, the default of a new project, uses the language of the reader's
browser.
"""


class ProjectPages(TypedDict):
    """How the pages look on which recipients of the project's mail confirm, choose and unsubscribe."""

    accent_color: str | None
    """The button colour."""
    name: str | None
    """The sender's name; null means the project's name."""
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
    """Since when the project is archived and can send nothing new."""
    pages: ProjectPages


class ProjectList(TypedDict):
    data: list[Project]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class ProjectPagesChoice(TypedDict, total=False):
    """How the pages look on which recipients of the project's mail confirm, choose and unsubscribe."""

    accent_color: str | None
    """The button colour."""
    name: str | None
    """The sender's name that recipients see; null means the project's name."""
    language: PageLanguage
    logo: str | None
    """A `data:` URI of a PNG, JPEG, GIF or WebP image, at most 50 kB."""


class CreateProjectRequest(TypedDict):
    name: str
    """A description for people."""
    environment: NotRequired[Literal["live", "test"]]
    """Mail of a test project goes to the bundled sink."""
    tracking: NotRequired[TrackingChoice]
    pages: NotRequired[ProjectPagesChoice | None]


class UpdateProjectRequest(TypedDict, total=False):
    name: str
    """A description for people."""
    archived: bool
    """Archives the project, or restores it."""
    tracking: TrackingChoice
    pages: ProjectPagesChoice | None


ApiKeyKind = Literal["project", "workspace"]
"""A project key is limited to one project; a workspace key acts for all of them."""


Scope = Literal[
    "messages:send",
    "reports:read",
    "domains:*",
    "webhooks:*",
    "suppressions:*",
    "contacts:*",
    "templates:*",
    "inbound:*",
    "campaigns:*",
]


class IssuedRestrictions(TypedDict):
    """The key's restrictions."""

    environment: Literal["live", "test"] | str | None
    ip_cidrs: list[str]
    sender_domains: list[str]
    expires_at: str | None


class ApiKey(TypedDict):
    id: str
    kind: ApiKeyKind | str
    name: str
    hint: str
    """The start and the end of the secret, to identify the key."""
    project_id: str | None
    """The project of a project key; null for a workspace key."""
    scopes: list[Scope | str]
    restrictions: IssuedRestrictions
    created_at: str
    revoked_at: str | None
    last_used_at: str | None
    """When a request was last admitted with the key, whatever the reply was."""


class ApiKeyList(TypedDict):
    data: list[ApiKey]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class ApiKeyRestrictions(TypedDict, total=False):
    """The key's restrictions."""

    environment: Literal["live", "test"] | None
    """The key can only access projects of this environment."""
    ip_cidrs: Sequence[str]
    """The key only works from these addresses: IPv4 or IPv6, single or as ranges (RFC 4632)."""
    sender_domains: Sequence[str]
    """The key only sends from these domains, not from their subdomains."""
    expires_at: str | datetime | None
    """From this time on, requests with the key return 401 `expired_credentials`."""


class CreateApiKeyRequest(TypedDict):
    kind: ApiKeyKind
    name: str
    """A description for people."""
    project_id: NotRequired[str]
    scopes: Sequence[Scope]
    """What the key can do."""
    restrictions: NotRequired[ApiKeyRestrictions]
    privileged: NotRequired[bool]
    """Confirms that you want a key that can suppress recipients for the whole workspace."""


class CreatedApiKey(TypedDict):
    api_key: ApiKey
    secret: str | None
    """The key itself."""
    secret_withheld: NotRequired[SecretWithheld | str | None]


class UpdateApiKeyRequest(TypedDict, total=False):
    name: str
    """A description for people."""
    scopes: Sequence[Scope]
    """The scopes that the key keeps."""
    restrictions: ApiKeyRestrictions


class StopApiKeyRequest(TypedDict, total=False):
    keep_mail: bool
    """Leaves waiting mail as it is, so that it is still sent."""


class ChangesOfKey(TypedDict):
    operation: str
    """The operation as the audit log names it."""
    count: int
    """The number of requests."""
    last_at: str
    """The time of the last request."""


class StoppedApiKey(TypedDict):
    api_key: ApiKey
    issued_keys: list[ApiKey]
    """For a workspace key: the project keys that it issued, as far back as the audit log goes."""
    cancelled: int
    """For how many recipients this request cancelled mail."""
    in_flight: int
    """For how many recipients a worker was already processing mail."""
    complete: bool
    """Whether none of their mail is waiting any longer."""
    changes: list[ChangesOfKey]
    """What these keys did, by operation: the successful ones among the newest 10,000 audit log entries of
    each key.
    """


class AwsCredentials(TypedDict):
    access_key_id: str
    """The access key id."""
    secret: str | None
    """The secret access key."""
    secret_withheld: SecretWithheld | str | None


class WorkspaceLimits(TypedDict):
    """The limits that the operator set."""

    sends_per_minute: int
    """Messages sent by the workspace."""
    requests_per_minute: int
    """Other requests with each credential."""
    checks_per_minute: int
    """DNS checks of the workspace."""
    recipients_per_day: int | None
    """Recipients of live messages accepted per day (UTC)."""
    recipients_per_month: int | None
    """Recipients of live messages accepted per calendar month (UTC)."""
    contacts: int | None
    """Contacts of all projects."""
    domains: int
    """Domains of the workspace."""
    inbound_bytes: int
    """Bytes of inbound mail that is stored."""
    retention_days: int
    """The longest retention that an owner can set."""


class Workspace(TypedDict):
    id: str
    name: str
    retention_days: int
    """How many days messages, logs and events can be read."""
    created_at: str
    limits: WorkspaceLimits
    sign_in_links: bool
    """Whether people can sign in with a mailed link."""
    has_identity_provider: bool
    """Whether the workspace has an identity provider."""


class UpdateWorkspaceRequest(TypedDict, total=False):
    name: str
    retention_days: int
    """A shorter window hides older data at once and deletes it within the hour, or somewhat later if the
    history is large.
    """
    sign_in_links: bool
    """False turns off sign-in by mailed links: no links are sent, and links that were already sent stop
    working.
    """


class UsageOfPeriod(TypedDict):
    """The number of recipients of live messages accepted in this day or month."""

    used: int
    limit: int | None
    """The limit that the operator set."""
    left: int | None
    """What is left of the limit; 0 if it is exceeded."""
    resets_at: str
    """When the next day or month begins."""


class UsageOfLimit(TypedDict):
    """How much of a limit is used."""

    used: int
    limit: int | None
    """The limit that the operator set."""
    left: int | None
    """What is left of the limit; 0 if it is exceeded."""


class UsageOfDay(TypedDict):
    """The recipients of messages accepted on a day."""

    date: str
    live: int
    """Of live projects."""
    test: int
    """Of test projects."""


class UsageOfMonth(TypedDict):
    """The recipients of messages accepted in a calendar month."""

    month: str
    live: int
    """Of live projects."""
    test: int
    """Of test projects."""


class Usage(TypedDict):
    """How much of its limits a workspace uses."""

    measured_at: str
    recipients_today: UsageOfPeriod
    recipients_this_month: UsageOfPeriod
    contacts: UsageOfLimit
    domains: UsageOfLimit
    inbound_bytes: UsageOfLimit
    days: list[UsageOfDay]
    """The requested days, oldest first."""
    months: list[UsageOfMonth]
    """The requested months, oldest first."""


UserRole = Literal["owner", "admin", "member"]
"""What a user can do. A `member` reads and prepares. An `admin` also changes, sends, and manages members
and admins. The `owner` does everything. Each operation names the minimum role.
"""


class User(TypedDict):
    """A user of the workspace."""

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
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateUserRequest(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    name: NotRequired[str]
    role: UserRole
    send_link: NotRequired[bool]
    """Whether to send a mail with a sign-in link."""


class UpdateUserRequest(TypedDict, total=False):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""
    name: str | None
    """Null removes the name."""
    role: UserRole


class CreateSignInLinkRequest(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""


class RequestedSignInLink(TypedDict):
    """The reply is the same for every address."""

    email: str
    """The address as given."""
    valid_seconds: int
    """How long a link is valid, in seconds."""


class CreateSignInAuthorizationRequest(TypedDict):
    email: str
    """An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name."""


class SignInAuthorization(TypedDict):
    authorization_url: str
    """The page of the provider to send the person to."""
    browser_key: str
    """Proves that the browser that returns is the one that was sent."""
    expires_at: str
    """When the sign-in expires, after 10 minutes."""


class CreateProviderSessionRequest(TypedDict):
    browser_key: str
    query: str
    """The query of the address that the provider sent the browser back to, without the `?`."""


class SessionWorkspace(TypedDict):
    id: str
    name: str


SessionOrigin = Literal["link", "command_line", "passkey", "provider"]
"""How the session began: with a sign-in link, on the command line, with a passkey, or with an identity
provider.
"""


class SessionProgram(TypedDict):
    """The settings of a program's session, such as that of a CI job, from the command line."""

    name: str
    """The name of the actor in the audit log."""
    only: list[str]
    """The groups of operations that the program can use: tags of this contract in lower case, with
    hyphens.
    """
    ip_cidrs: list[str]
    """Only requests from these addresses are accepted."""


class Session(TypedDict):
    """A user who is signed in."""

    id: str
    current: bool
    """Whether this is the session of this request."""
    user: User
    workspace: SessionWorkspace
    origin: SessionOrigin | str
    role: UserRole | str
    program: SessionProgram | None
    ip_address: str | None
    """The address that the user signed in from."""
    user_agent: str | None
    """The browser or program, as it identified itself at sign-in."""
    created_at: str
    last_used_at: str
    """May be up to 5 minutes old."""
    expires_at: str
    """When the session ends if it is no longer used: 7 days after its last use, at the latest 30 days
    after it began.
    """


class CreatedSession(TypedDict):
    session: Session
    token: str | None
    """The session's token, for `Authorization: Bearer`."""


IdentityDomainStatus = Literal["pending", "verified", "failing"]
"""`pending`: the record was not found yet. `verified`: the record was found. `failing`: the record was
found before, but is no longer there; people with addresses of the domain cannot sign in with the provider.
"""


class IdentityDomainRecord(TypedDict):
    """The DNS record that proves that the domain belongs to the workspace."""

    type: Literal["TXT"] | str
    name: str
    value: str


class IdentityDomain(TypedDict):
    domain: str
    status: IdentityDomainStatus | str
    record: IdentityDomainRecord
    checked_at: str | None
    """When the DNS was last checked."""
    problem: str | None
    """What the last check did not find, in a sentence."""


class ClaimRoles(TypedDict):
    """Values of `role_claim` that grant a role; the highest role applies."""

    owner: list[str]
    admin: list[str]
    member: list[str]


NullableUserRole = Literal["owner", "admin", "member"]


class IdentityProvider(TypedDict):
    """The OpenID provider that people of the workspace sign in with, such as Keycloak, Okta or Entra ID."""

    issuer: str
    """The provider's issuer, as its own `/.well-known/openid-configuration` names it."""
    client_id: str
    has_client_secret: bool
    """Whether a secret is set."""
    redirect_uri: str
    """The redirect address to register with the provider, exactly as shown."""
    domains: list[IdentityDomain]
    """The e-mail domains that belong to people of the workspace."""
    assume_email_verified: bool
    create_users: bool
    role_claim: str | None
    roles: ClaimRoles
    default_role: NullableUserRole | str | None
    created_at: str
    updated_at: str


class ClaimRolesRequest(TypedDict, total=False):
    """Values of `role_claim` that grant a role; the highest role applies."""

    owner: Sequence[str]
    admin: Sequence[str]
    member: Sequence[str]


class UpsertIdentityProviderRequest(TypedDict):
    issuer: str
    """The provider's issuer, as its own `/.well-known/openid-configuration` names it."""
    client_id: str
    client_secret: NotRequired[str | None]
    """The secret that the provider issued for `client_id`."""
    domains: Sequence[str]
    """E-mail domains."""
    assume_email_verified: NotRequired[bool]
    """Treats an address as verified if the provider does not say whether it is, as with Entra ID."""
    create_users: NotRequired[bool]
    """Adds a user for each person who signs in with the provider and has none yet."""
    role_claim: NotRequired[str | None]
    """The claim of the ID token or the user information that decides the role: a text or a list of texts."""
    roles: NotRequired[ClaimRolesRequest]
    default_role: NotRequired[NullableUserRole | None]
    """The role of people to whom `roles` grants none."""


class SessionList(TypedDict):
    data: list[Session]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class CreateSessionRequest(TypedDict):
    token: str
    """The part after `#` in the link of a sign-in mail."""


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
    """The argument of `PublicKeyCredential.parseCreationOptionsFromJSON` (WebAuthn,
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
    """The user's existing passkeys."""
    authenticatorSelection: PasskeyAuthenticatorSelection
    attestation: str


class PasskeyRegistration(TypedDict):
    id: str
    expires_at: str
    """When the registration expires."""
    options: PasskeyCreationOptions


class Passkey(TypedDict):
    """A key of a device or a password manager that signs a user in."""

    id: str
    user_id: str
    name: str
    synced: bool
    """Whether the passkey can be on several devices, as with password managers."""
    created_at: str
    last_used_at: str | None
    """When the passkey was last used to sign in."""


class PasskeyList(TypedDict):
    data: list[Passkey]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class PasskeyAttestationResponse(TypedDict):
    clientDataJSON: str
    attestationObject: str
    transports: NotRequired[Sequence[str]]
    """How the browser reaches the passkey."""


class CreatedPasskeyCredential(TypedDict):
    """The result of the credential's `toJSON()` (WebAuthn, `RegistrationResponseJSON`)."""

    id: str
    rawId: str
    type: str
    """Always `public-key`."""
    response: PasskeyAttestationResponse


class CreatePasskeyRequest(TypedDict):
    registration_id: str
    name: str
    """The user's name for the passkey."""
    credential: CreatedPasskeyCredential


class UpdatePasskeyRequest(TypedDict):
    name: str
    """The user's name for the passkey."""


class PasskeyRequestOptions(TypedDict):
    """The argument of `PublicKeyCredential.parseRequestOptionsFromJSON` (WebAuthn,
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
    """The same for all users."""

    id: str
    expires_at: str
    """When the challenge expires."""
    options: PasskeyRequestOptions


class PasskeyAssertionResponse(TypedDict):
    clientDataJSON: str
    authenticatorData: str
    signature: str
    userHandle: str
    """The passkey's user."""


class UsedPasskeyCredential(TypedDict):
    """The result of the credential's `toJSON()` (WebAuthn, `AuthenticationResponseJSON`)."""

    id: str
    rawId: str
    type: str
    """Always `public-key`."""
    response: PasskeyAssertionResponse


class CreatePasskeySessionRequest(TypedDict):
    challenge_id: str
    credential: UsedPasskeyCredential


AuditActorKind = Literal["session", "project_key", "workspace_key", "command_line", "link", "service"]
"""Who or what made the change: a user's session (or a passkey about to begin one), an API key, the
operator's command line, somebody who used a link from a mail (sign-in, confirmation or unsubscription), or
the service itself.
"""


AuditOutcome = Literal["succeeded", "refused", "failed"]
"""`succeeded`: the change was made. `refused`: a 4xx reply, or a batch of which no message was accepted;
nothing changed. `failed`: a 5xx reply.
"""


class AuditActor(TypedDict):
    kind: AuditActorKind | str
    id: str | None
    """The id of the user or of the key."""
    name: str | None
    """The user's address at that time, or the key's current name."""
    session_id: str | None


class AuditEventResource(TypedDict):
    """The object that was changed."""

    type: str
    """The kind of object, in snake_case."""
    id: str


class AuditEvent(TypedDict):
    """A change or an attempted change, or a tool call by an agent, and who made it."""

    id: str
    created_at: str
    actor: AuditActor
    ip_address: str | None
    """The client address of the request."""
    user_agent: str | None
    """The first 200 characters of the `User-Agent` header."""
    operation: str
    """The `operationId` of a request."""
    resource: AuditEventResource | None
    """The object that was changed."""
    outcome: AuditOutcome | str
    status: int | None
    """The status of the reply."""
    error_code: str | None
    """The code of the error reply."""
    request_id: str | None
    """The id of the request."""
    project_id: str | None
    """The key's project, or the resource's project if known."""
    count: int | None
    """The number of objects, if more than one was changed at once."""


class AuditEventList(TypedDict):
    data: list[AuditEvent]
    has_more: bool
    """Whether there are more rows."""
    next_cursor: str | None
    """Pass it as `cursor` for the next page; null on the last page."""


class ListMessagesQuery(TypedDict, total=False):
    """The filters of `listMessages`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    project_id: str
    """Returns only rows of this project."""
    recipient: str
    """Returns only messages with this recipient, ignoring case."""
    status: MessageStatus
    """Returns only messages with this status."""
    statuses: Sequence[MessageStatus]
    """Returns only messages with one of these statuses."""
    category: str
    """Returns only messages in this category."""
    metadata_key: str
    """Returns only messages with this key in their metadata."""
    metadata_value: str
    """The complete value of `metadata_key`."""
    subject: str
    """Returns only messages whose subject contains this text, ignoring case."""
    campaign_id: str
    """Returns only mail of this campaign."""
    automation_id: str
    """Returns only mail of this automation's runs."""
    from_email: str
    """Returns only messages from this address, ignoring case."""
    from_domain: str
    """Only messages from an address at exactly this domain, written in any case or script."""
    list_id: str
    """Returns only mail to subscribers of this list."""
    template_id: str
    """Returns only messages that were rendered from this template, in any version."""
    api_key_id: str
    """Returns only messages that were sent with this API key, even if it has been revoked since."""
    environment: Environment
    """Returns only rows of projects of this environment."""


class ListMessageLogsQuery(TypedDict, total=False):
    """The filters of `listMessageLogs`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    project_id: str
    """Returns only rows of this project."""
    message_id: str
    """Returns only the recipients of this message."""
    campaign_id: str
    """Returns only mail of this campaign."""
    automation_id: str
    """Returns only mail of this automation's runs."""
    recipient: str
    """Returns only logs of this address, ignoring case."""
    status: RecipientStatus
    """Returns only recipients with this status."""
    statuses: Sequence[RecipientStatus]
    """Returns only recipients with one of these statuses."""
    engagement: Literal["opened", "clicked"]
    """Returns only mail that a person opened, or in which a person clicked a link, as far as that is
    known.
    """
    category: str
    """Returns only messages in this category."""
    subject: str
    """Returns only messages whose subject contains this text, ignoring case."""
    metadata_key: str
    """Returns only messages with this key in their metadata."""
    metadata_value: str
    """The complete value of `metadata_key`."""
    q: str
    """Returns only logs that contain all of these words, in any order and ignoring case: in the subject,
    the recipient's address and name, the sender's address, the category, and the metadata's keys and
    values.
    """
    recipient_domain: str
    """Returns only recipients at this domain or a subdomain, in any case or script."""
    from_email: str
    """Returns only messages from this address, ignoring case."""
    from_domain: str
    """Only messages from an address at exactly this domain, written in any case or script."""
    list_id: str
    """Returns only mail to subscribers of this list."""
    template_id: str
    """Returns only messages that were rendered from this template, in any version."""
    api_key_id: str
    """Returns only messages that were sent with this API key, even if it has been revoked since."""
    environment: Environment
    """Returns only rows of projects of this environment."""


class ExportMessageLogsQuery(TypedDict, total=False):
    """The filters of `exportMessageLogs`."""

    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    project_id: str
    """Returns only rows of this project."""
    message_id: str
    """Returns only the recipients of this message."""
    campaign_id: str
    """Returns only mail of this campaign."""
    automation_id: str
    """Returns only mail of this automation's runs."""
    recipient: str
    """Returns only logs of this address, ignoring case."""
    status: RecipientStatus
    """Returns only recipients with this status."""
    statuses: Sequence[RecipientStatus]
    """Returns only recipients with one of these statuses."""
    engagement: Literal["opened", "clicked"]
    """Returns only mail that a person opened, or in which a person clicked a link, as far as that is
    known.
    """
    category: str
    """Returns only messages in this category."""
    subject: str
    """Returns only messages whose subject contains this text, ignoring case."""
    metadata_key: str
    """Returns only messages with this key in their metadata."""
    metadata_value: str
    """The complete value of `metadata_key`."""
    q: str
    """Returns only logs that contain all of these words, in any order and ignoring case: in the subject,
    the recipient's address and name, the sender's address, the category, and the metadata's keys and
    values.
    """
    recipient_domain: str
    """Returns only recipients at this domain or a subdomain, in any case or script."""
    from_email: str
    """Returns only messages from this address, ignoring case."""
    from_domain: str
    """Only messages from an address at exactly this domain, written in any case or script."""
    list_id: str
    """Returns only mail to subscribers of this list."""
    template_id: str
    """Returns only messages that were rendered from this template, in any version."""
    api_key_id: str
    """Returns only messages that were sent with this API key, even if it has been revoked since."""
    environment: Environment
    """Returns only rows of projects of this environment."""


class ListEventsQuery(TypedDict, total=False):
    """The filters of `listEvents`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    project_id: str
    """Returns only rows of this project."""
    type: EventType
    """Returns only events of this type."""
    types: Sequence[EventType]
    """Returns only events of one of these types."""
    message_id: str
    """Returns only events about this message."""
    recipient: str
    """Returns only events about mail to this address, or about the person who has it, ignoring case: its
    `recipient` or `email`, or one of its `recipients`.
    """
    campaign_id: str
    """Returns only events that name this campaign."""
    automation_id: str
    """Returns only events that name this automation."""
    contact_id: str
    """Returns only events that name this contact."""
    category: str
    """Returns only events about messages in this category."""
    environment: Environment
    """Returns only rows of projects of this environment."""


class FollowEventsQuery(TypedDict, total=False):
    """The filters of `followEvents`."""

    limit: int
    """The maximum number of rows to return."""
    after: str
    """The `next_cursor` of the previous reply."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    wait: int
    """How many seconds to wait if there are no events."""
    project_id: str
    """Returns only rows of this project."""
    type: EventType
    """Returns only events of this type."""
    types: Sequence[EventType]
    """Returns only events of one of these types."""
    message_id: str
    """Returns only events about this message."""
    recipient: str
    """Returns only events about mail to this address, or about the person who has it, ignoring case: its
    `recipient` or `email`, or one of its `recipients`.
    """
    campaign_id: str
    """Returns only events that name this campaign."""
    automation_id: str
    """Returns only events that name this automation."""
    contact_id: str
    """Returns only events that name this contact."""
    category: str
    """Returns only events about messages in this category."""
    environment: Environment
    """Returns only rows of projects of this environment."""


class ExportEventsQuery(TypedDict, total=False):
    """The filters of `exportEvents`."""

    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    project_id: str
    """Returns only rows of this project."""
    type: EventType
    """Returns only events of this type."""
    types: Sequence[EventType]
    """Returns only events of one of these types."""
    message_id: str
    """Returns only events about this message."""
    recipient: str
    """Returns only events about mail to this address, or about the person who has it, ignoring case: its
    `recipient` or `email`, or one of its `recipients`.
    """
    campaign_id: str
    """Returns only events that name this campaign."""
    automation_id: str
    """Returns only events that name this automation."""
    contact_id: str
    """Returns only events that name this contact."""
    category: str
    """Returns only events about messages in this category."""
    environment: Environment
    """Returns only rows of projects of this environment."""


class RetrieveStatisticsQuery(TypedDict, total=False):
    """The filters of `retrieveStatistics`."""

    interval: StatisticsInterval
    """The length of each period."""
    since: str | datetime
    """Starts at the period that contains this time."""
    until: str | datetime
    """Ends with the period that contains this time, or that ends at it."""
    project_id: str
    """Returns only rows of this project."""
    environment: Environment
    """Returns only counts of projects of this environment."""
    category: str
    """Returns only messages in this category."""
    destination: str
    """Returns only recipients at this domain, in any case or script."""
    group_by: StatisticsGrouping
    """Also groups the counts."""
    max_groups: int
    """The maximum number of groups."""


class ListWebhooksQuery(TypedDict, total=False):
    """The filters of `listWebhooks`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    project_id: str
    """Returns only subscriptions that are limited to this project."""


class ListWebhookDeliveriesQuery(TypedDict, total=False):
    """The filters of `listWebhookDeliveries`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    project_id: str
    """Returns only rows of this project."""
    webhook_id: str
    """Returns only deliveries of this subscription."""
    event_id: str
    """Returns only deliveries of this event."""
    event_type: EventType
    """Returns only deliveries of events of this type."""
    event_types: Sequence[EventType]
    """Returns only deliveries of events of one of these types."""
    status: WebhookDeliveryStatus
    """Returns only subscriptions with this status."""
    statuses: Sequence[WebhookDeliveryStatus]
    """Returns only subscriptions with one of these statuses."""


class ListWebhookHealthQuery(TypedDict, total=False):
    """The filters of `listWebhookHealth`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only subscriptions created at or after this time, by `webhook_created_at`."""
    until: str | datetime
    """Returns only subscriptions created before this time, by `webhook_created_at`."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListWebhookReceiversQuery(TypedDict, total=False):
    """The filters of `listWebhookReceivers`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListWebhookReceiverRequestsQuery(TypedDict, total=False):
    """The filters of `listWebhookReceiverRequests`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only messages received at or after this time, by `received_at`."""
    until: str | datetime
    """Returns only messages received before this time, by `received_at`."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListDomainsQuery(TypedDict, total=False):
    """The filters of `listDomains`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    status: DomainStatus
    """Returns only domains with this status."""
    statuses: Sequence[DomainStatus]
    """Returns only domains with one of these statuses."""
    name: str
    """Returns only the domain with this name."""
    cursor: str
    """The `next_cursor` of the previous page."""
    include: Sequence[IncludedPart]
    """What each element includes beside its own properties."""
    figures_project_id: str
    """The project whose mail `figures` count."""


class ListDmarcRampsQuery(TypedDict, total=False):
    """The filters of `listDmarcRamps`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only the ramps of domains created at or after this time, by `domain_created_at`."""
    until: str | datetime
    """Returns only the ramps of domains created before this time, by `domain_created_at`."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListDmarcSourcesQuery(TypedDict, total=False):
    """The filters of `listDmarcSources`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows reported for the day of this time (UTC) or a later one."""
    until: str | datetime
    """Returns only rows reported for days that began before this time."""
    domain_id: str
    """Returns only sources of this domain."""
    address: str
    """Returns only this address, IPv4 or IPv6."""
    header_from: str
    """Returns only mail whose From field has this domain."""
    kind: DmarcSourceKind
    """Returns only sources of this kind."""
    ours: bool
    """Returns only addresses that this service sends from, or only other addresses."""
    review: Literal["authorized", "unauthorized", "none"]
    """Returns only sources with this review; `none` returns sources without one."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListTlsReportsQuery(TypedDict, total=False):
    """The filters of `listTlsReports`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows reported for the day of this time (UTC) or a later one."""
    until: str | datetime
    """Returns only rows reported for days that began before this time."""
    domain_id: str
    """Returns only this domain."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListSuppressionsQuery(TypedDict, total=False):
    """The filters of `listSuppressions`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    email: str
    """Returns only this address, ignoring case."""
    reason: SuppressionReason
    """Returns only suppressions with this reason."""
    reasons: Sequence[SuppressionReason]
    """Returns only suppressions with one of these reasons."""
    reply_contains: str
    """Returns only addresses suppressed for a bounce whose `reply` contains this text, ignoring case."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ExportSuppressionsQuery(TypedDict, total=False):
    """The filters of `exportSuppressions`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    email: str
    """Returns only this address, ignoring case."""
    reason: SuppressionReason
    """Returns only suppressions with this reason."""
    reasons: Sequence[SuppressionReason]
    """Returns only suppressions with one of these reasons."""
    reply_contains: str
    """Returns only addresses suppressed for a bounce whose `reply` contains this text, ignoring case."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListSuppressionRepliesQuery(TypedDict, total=False):
    """The filters of `listSuppressionReplies`."""

    limit: int
    """The maximum number of groups."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    reply_contains: str
    """Returns only addresses suppressed for a bounce whose `reply` contains this text, ignoring case."""
    reason: BounceSuppressionReason
    """Returns only suppressions with this reason."""


class DeleteSuppressionQuery(TypedDict, total=False):
    """The filters of `deleteSuppression`."""

    force: bool
    """Also removes a complaint or an erasure."""


class ListContactsQuery(TypedDict, total=False):
    """The filters of `listContacts`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    project_id: str
    """Returns only rows of this project."""
    email: str
    """Returns only contacts with this address, ignoring case."""
    cursor: str
    """The `next_cursor` of the previous page."""
    environment: Environment
    """Returns only rows of projects of this environment."""


class ExportContactsQuery(TypedDict, total=False):
    """The filters of `exportContacts`."""

    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    project_id: str
    """Returns only rows of this project."""
    email: str
    """Returns only contacts with this address, ignoring case."""
    environment: Environment
    """Returns only rows of projects of this environment."""


class ImportContactsQuery(TypedDict):
    """The filters of `importContacts`."""

    project_id: str
    """The project that the contacts belong to."""
    list_id: NotRequired[str]
    """A list of the project to subscribe the contacts to."""
    consent: NotRequired[Literal["proof", "opt_in"]]
    """How the contacts consented to the list."""
    columns: NotRequired[Sequence[str]]
    """What to import columns as, each as `target=header`, such as `email=E-mail` or
    `properties.seats:number=Seats`.
    """


class ListContactEventsQuery(TypedDict, total=False):
    """The filters of `listContactEvents`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    name: str
    """Returns only events with this name."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListContactSubscriptionsQuery(TypedDict, total=False):
    """The filters of `listContactSubscriptions`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListTopicConsentsQuery(TypedDict, total=False):
    """The filters of `listTopicConsents`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListContactRunsQuery(TypedDict, total=False):
    """The filters of `listContactRuns`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListContactImportsQuery(TypedDict, total=False):
    """The filters of `listContactImports`."""

    limit: int
    """The maximum number of rows to return."""
    cursor: str
    """The `next_cursor` of the previous page."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    project_id: str
    """Returns only rows of this project."""


class ListSubscriberListsQuery(TypedDict, total=False):
    """The filters of `listSubscriberLists`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    project_id: str
    """Returns only rows of this project."""
    cursor: str
    """The `next_cursor` of the previous page."""
    include: Sequence[IncludedPart]
    """What each element includes beside its own properties."""


class ListSubscriptionsQuery(TypedDict, total=False):
    """The filters of `listSubscriptions`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    status: SubscriptionStatus
    """Returns only subscriptions with this status."""
    statuses: Sequence[SubscriptionStatus]
    """Returns only subscriptions with one of these statuses."""
    email: str
    """Returns only the subscription of this address, ignoring case."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListTopicsQuery(TypedDict, total=False):
    """The filters of `listTopics`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    project_id: str
    """Returns only rows of this project."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListDeletionsQuery(TypedDict, total=False):
    """The filters of `listDeletions`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    status: Literal["running", "completed"]
    """Returns only deletions with this status."""


class ListTemplatesQuery(TypedDict, total=False):
    """The filters of `listTemplates`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    project_id: str
    """Returns only templates that sends of this project can use: its own and those of every project."""
    alias: str
    """Returns only templates with this alias."""
    kind: TemplateKind
    """Returns only messages of this kind."""
    kinds: Sequence[TemplateKind]
    """Returns only templates of one of these kinds."""
    include: Sequence[IncludedPart]
    """What each element includes beside its own properties."""


class ListTemplateVersionsQuery(TypedDict, total=False):
    """The filters of `listTemplateVersions`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListSegmentsQuery(TypedDict, total=False):
    """The filters of `listSegments`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    project_id: str
    """Returns only automations of this project."""


class ListSegmentContactsQuery(TypedDict, total=False):
    """The filters of `listSegmentContacts`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListCampaignsQuery(TypedDict, total=False):
    """The filters of `listCampaigns`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    project_id: str
    """Returns only automations of this project."""
    status: CampaignStatus
    """Returns only campaigns with this status."""
    statuses: Sequence[CampaignStatus]
    """Returns only campaigns with one of these statuses."""
    include: Sequence[IncludedPart]
    """What each element includes beside its own properties."""


class ListCampaignRecipientsQuery(TypedDict, total=False):
    """The filters of `listCampaignRecipients`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only recipients whose contact was created at or after this time, by `contact_created_at`."""
    until: str | datetime
    """Returns only recipients whose contact was created before this time, by `contact_created_at`."""
    cursor: str
    """The `next_cursor` of the previous page."""
    status: CampaignRecipientStatus
    """Returns only recipients with this status."""
    statuses: Sequence[CampaignRecipientStatus]
    """Returns only recipients with one of these statuses."""


class ListAutomationsQuery(TypedDict, total=False):
    """The filters of `listAutomations`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    project_id: str
    """Returns only automations of this project."""
    status: AutomationStatus
    """Returns only automations with this status."""
    statuses: Sequence[AutomationStatus]
    """Returns only automations with one of these statuses."""
    include: Sequence[IncludedPart]
    """What each element includes beside its own properties."""


class ListAutomationVersionsQuery(TypedDict, total=False):
    """The filters of `listAutomationVersions`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""


class ListAutomationRunsQuery(TypedDict, total=False):
    """The filters of `listAutomationRuns`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    status: AutomationRunStatus
    """Returns only runs with this status."""
    statuses: Sequence[AutomationRunStatus]
    """Returns only runs with one of these statuses."""
    contact_id: str
    """Returns only runs of this contact."""


class ListInboundRoutesQuery(TypedDict, total=False):
    """The filters of `listInboundRoutes`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    project_id: str
    """Returns only rows of this project."""


class ListInboundMessagesQuery(TypedDict, total=False):
    """The filters of `listInboundMessages`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    project_id: str
    """Returns only rows of this project."""
    route_id: str
    """Returns only messages of this route."""
    email: str
    """Returns only messages whose From field has this address, ignoring case."""
    contact_id: str
    """Returns only runs of this contact."""
    message_id: str
    """Returns only replies to this sent message."""
    automatic: InboundAutomatic
    """Returns only messages of this kind."""
    subject: str
    """Returns only messages whose subject contains this text, ignoring case."""


class ListProjectsQuery(TypedDict, total=False):
    """The filters of `listProjects`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    archived: bool
    """Returns only archived projects, or only projects in use."""


class ListApiKeysQuery(TypedDict, total=False):
    """The filters of `listApiKeys`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    kind: ApiKeyKind
    """Returns only keys of this kind."""
    project_id: str
    """Returns only keys of this project."""
    revoked: bool
    """Returns only revoked keys, or only keys that are not revoked."""


class RetrieveUsageQuery(TypedDict, total=False):
    """The filters of `retrieveUsage`."""

    days: int
    """How many days, ending today."""
    months: int
    """How many calendar months, ending with the current one."""


class ListUsersQuery(TypedDict, total=False):
    """The filters of `listUsers`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    role: UserRole
    """Returns only users with this role."""
    email: str
    """Returns only the user with this address, ignoring case."""


class ListSessionsQuery(TypedDict, total=False):
    """The filters of `listSessions`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    user_id: str
    """The sessions of this user."""
    program: bool
    """Returns only sessions of programs, or only sessions of people."""


class ListPasskeysQuery(TypedDict, total=False):
    """The filters of `listPasskeys`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    user_id: str
    """The passkeys of this user."""


class ListAuditEventsQuery(TypedDict, total=False):
    """The filters of `listAuditEvents`."""

    limit: int
    """The maximum number of rows to return."""
    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    cursor: str
    """The `next_cursor` of the previous page."""
    actor_id: str
    """Returns only entries of the user or key with this id."""
    actor_kind: AuditActorKind
    """Returns only entries of this kind of actor."""
    actor_kinds: Sequence[AuditActorKind]
    """Returns only entries of these kinds of actors."""
    operation: str
    """Returns only entries of this operation."""
    resource_id: str
    """Returns only entries about the object with this id."""
    outcome: AuditOutcome
    """Returns only entries with this outcome."""
    outcomes: Sequence[AuditOutcome]
    """Returns only entries with one of these outcomes."""


class ExportAuditEventsQuery(TypedDict, total=False):
    """The filters of `exportAuditEvents`."""

    since: str | datetime
    """Returns only rows created at or after this time."""
    until: str | datetime
    """Returns only rows created before this time."""
    actor_id: str
    """Returns only entries of the user or key with this id."""
    actor_kind: AuditActorKind
    """Returns only entries of this kind of actor."""
    actor_kinds: Sequence[AuditActorKind]
    """Returns only entries of these kinds of actors."""
    operation: str
    """Returns only entries of this operation."""
    resource_id: str
    """Returns only entries about the object with this id."""
    outcome: AuditOutcome
    """Returns only entries with this outcome."""
    outcomes: Sequence[AuditOutcome]
    """Returns only entries with one of these outcomes."""


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
    "AwsCredentials",
    "BatchItem",
    "BatchItemError",
    "BatchItemResult",
    "BatchItemStatus",
    "BatchRequest",
    "BatchResult",
    "BatchTemplate",
    "BatchTemplateByAlias",
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
    "DomainFigures",
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
    "TemplateFigures",
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
    "WebhookFormat",
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
