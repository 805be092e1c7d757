"""Reads mails as Python's `email` does. In: lines of JSON with `name` and `raw` (base64). Out: one object by names."""

import base64, hashlib, json, re, sys
from email import message_from_bytes, policy

as_sent = policy.SMTP.clone(refold_source="none")


def written(text):
    """Bytes beyond ASCII are lone surrogates in addresses; elsewhere Python takes them for UTF-8 itself."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def addresses(message, name, first):
    try:
        fields = message.get_all(name) or []
        found = [a for field in (fields[:1] if first else fields) for a in field.addresses]
        return [{"email": written(a.addr_spec), "name": written(a.display_name) or None} for a in found]
    except Exception as error:
        return "failed: " + type(error).__name__


def field(message, name):
    try:
        value = message.get(name)
        return None if value is None else str(value)
    except Exception as error:
        return "failed: " + type(error).__name__


def leaves(part):
    """The parts that hold no others; a message within the message is one."""
    if part.get_content_maintype() == "multipart" and part.is_multipart():
        for inner in part.get_payload():
            yield from leaves(inner)
    else:
        yield part


def text_of(part):
    try:
        return part.get_content()
    except (LookupError, KeyError):
        return part.get_payload(decode=True).decode("ascii", "replace")


def content(part):
    if part.is_multipart():
        inner = [message.as_bytes(policy=as_sent) for message in part.get_payload()]
        # Header blocks of a delivery status stand apart by an empty line.
        return b"".join(inner)
    return part.get_payload(decode=True) or b""


def digest(data):
    return {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def attachment(part):
    data = content(part)
    try:
        filename = part.get_filename()
    except Exception as error:
        filename = "failed: " + type(error).__name__
    return {
        "filename": filename,
        "type": part.get_content_type(),
        "exact": digest(data),
        "loose": digest(re.sub(rb"\s+$", b"", data.replace(b"\r\n", b"\n"))),
    }


def read(raw):
    message = message_from_bytes(raw, policy=policy.default)
    texts, htmls, files = [], [], []
    for part in leaves(message):
        kind = {"text/plain": texts, "text/html": htmls}.get(part.get_content_type())
        if kind is None or part.is_attachment():
            files.append(attachment(part))
        else:
            kind.append(text_of(part))
    return {
        "subject": field(message, "subject") or "",
        "from": addresses(message, "from", True),
        "to": addresses(message, "to", False),
        "cc": addresses(message, "cc", False),
        "messageId": field(message, "message-id"),
        "text": "\n".join(texts) if texts else None,
        "html": "\n".join(htmls) if htmls else None,
        "attachments": files,
    }


results = {}
for line in sys.stdin:
    mail = json.loads(line)
    results[mail["name"]] = read(base64.b64decode(mail["raw"]))
json.dump(results, sys.stdout, ensure_ascii=True)
