"""The header is found in whatever a framework has for a request's headers."""

import email.parser
import http.client
from collections.abc import Callable
from email.message import Message
from io import BytesIO
from types import MappingProxyType, SimpleNamespace
from typing import Any
from wsgiref.headers import Headers as WsgiHeaders

import django.test
import httpx2
import pytest
import starlette.datastructures
import werkzeug.datastructures
import werkzeug.test
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest

from postseal.webhooks import sign_test_webhook, verify_webhook

from .verdicts import EVENT, NOW, SECRET, refusal, verdict

SIGNED = sign_test_webhook(EVENT, secret=SECRET, timestamp=NOW)
BODY = SIGNED["payload"]
VALUE = SIGNED["headers"]["Service-Signature"]

Pairs = list[tuple[str, str]]
COMMON: Pairs = [("host", "localhost"), ("content-type", "application/json"), ("x-service-signature", "no")]


@pytest.fixture(scope="module", autouse=True)
def _django() -> None:
    if not settings.configured:
        settings.configure(ALLOWED_HOSTS=["localhost"])


def message_of(pairs: Pairs) -> Message:
    message = Message()
    for name, value in pairs:
        message[name] = value
    return message


def parsed(pairs: Pairs) -> http.client.HTTPMessage:
    head = "".join(f"{name}: {value}\r\n" for name, value in pairs) + "\r\n"
    return http.client.parse_headers(BytesIO(head.encode("latin-1")))


def scope_of(pairs: Pairs) -> dict[str, Any]:
    raw = [(name.lower().encode(), value.encode()) for name, value in pairs]
    return {"type": "http", "method": "POST", "path": "/", "headers": raw}


def environ_of(pairs: Pairs) -> dict[str, Any]:
    return werkzeug.test.EnvironBuilder(method="POST", headers=pairs).get_environ()


def through_django(pairs: Pairs) -> Any:
    return django.test.RequestFactory().post("/", headers=dict(pairs))


# Those that can have a header twice.
MULTIPLE: dict[str, Callable[[Pairs], Any]] = {
    "pairs": list,
    "an iterator of pairs": iter,
    "pairs of an ASGI scope": lambda pairs: scope_of(pairs)["headers"],
    "Starlette and FastAPI": lambda pairs: starlette.datastructures.Headers(scope=scope_of(pairs)),
    "Werkzeug": werkzeug.datastructures.Headers,
    "httpx2": httpx2.Headers,
    "email": message_of,
    "http.server": parsed,
    "wsgiref": WsgiHeaders,
    "Django's request.headers by ASGI": lambda pairs: ASGIRequest(scope_of(pairs), BytesIO()).headers,
    "Django's request.META by ASGI": lambda pairs: ASGIRequest(scope_of(pairs), BytesIO()).META,
    "lists, as of AWS Lambda": lambda pairs: {
        name: [value for other, value in pairs if other == name] for name, _ in pairs
    },
    "a mapping with two names": lambda pairs: {
        (name.upper() if at % 2 else name): value for at, (name, value) in enumerate(pairs)
    },
    # A server for WSGI joins headers of one name by a comma (PEP 3333).
    "Flask": lambda pairs: werkzeug.test.EnvironBuilder(method="POST", headers=pairs).get_request().headers,
    "a WSGI environ": environ_of,
}
SINGLE: dict[str, Callable[[Pairs], Any]] = {
    "a dict": dict,
    "a dict of another case": lambda pairs: {name.upper(): value for name, value in pairs},
    "a dict of bytes": lambda pairs: {name.encode(): value.encode() for name, value in pairs},
    "a read-only mapping": lambda pairs: MappingProxyType(dict(pairs)),
    "Django's request.headers": lambda pairs: through_django(pairs).headers,
    "Django's request.META": lambda pairs: through_django(pairs).META,
    "something with get alone": lambda pairs: SimpleNamespace(get=httpx2.Headers(pairs).get),
}


@pytest.mark.parametrize("form", [*MULTIPLE, *SINGLE])
@pytest.mark.parametrize("name", ["Service-Signature", "service-signature"])
def test_found(form: str, name: str) -> None:
    headers = {**MULTIPLE, **SINGLE}[form]([*COMMON, (name, VALUE)])
    assert verify_webhook(BODY, headers=headers, secret=SECRET, now=NOW) == EVENT


@pytest.mark.parametrize("form", [*MULTIPLE, *SINGLE])
def test_missing(form: str) -> None:
    headers = {**MULTIPLE, **SINGLE}[form](COMMON)
    error = refusal(BODY, headers=headers, secret=SECRET)
    assert (error.code, str(error)) == ("missing_header", "There is no Service-Signature in `headers`.")


@pytest.mark.parametrize("form", MULTIPLE)
def test_a_header_that_came_twice_is_refused(form: str) -> None:
    other = f"t=1,v1={'0' * 64}"
    name = "service-signature"
    # An even place first, so that the mapping with two names has both.
    for pairs in (
        [(name, VALUE), (name, VALUE)],
        [(name, VALUE), (name, other)],
        [(name, other), (name, VALUE)],
    ):
        assert verdict(BODY, headers=MULTIPLE[form](pairs), secret=SECRET) == "malformed_header"


@pytest.mark.parametrize("signature", [VALUE, VALUE.encode(), [VALUE], (VALUE.encode(),)])
def test_its_value_alone_is_enough(signature: Any) -> None:
    assert verdict(BODY, signature=signature, secret=SECRET, now=NOW) == "ok"
    assert verdict(BODY, headers={"service-signature": signature}, secret=SECRET, now=NOW) == "ok"


@pytest.mark.parametrize(
    "signature", [[VALUE, VALUE], VALUE.split(","), ["", VALUE], b"\xff", f"{VALUE}\n", " "]
)
def test_a_value_that_came_twice_or_has_another_form_is_refused(signature: Any) -> None:
    assert verdict(BODY, signature=signature, secret=SECRET) == "malformed_header"
    assert verdict(BODY, headers={"service-signature": signature}, secret=SECRET) == "malformed_header"


@pytest.mark.parametrize("signature", [None, "", b"", [], [""]])
def test_an_empty_value_is_a_missing_one(signature: Any) -> None:
    error = refusal(BODY, signature=signature, secret=SECRET)
    assert (error.code, str(error)) == ("missing_header", "There is no Service-Signature in `signature`.")
    assert verdict(BODY, headers={"service-signature": signature}, secret=SECRET) == "missing_header"


@pytest.mark.parametrize("headers", [VALUE, VALUE.encode(), 7, [VALUE], [("a", "b", "c")], object()])
def test_what_is_no_headers_is_a_mistake_of_the_caller(headers: Any) -> None:
    with pytest.raises(TypeError):
        verify_webhook(BODY, headers=headers, secret=SECRET)


def test_the_value_alone_counts_more_than_the_headers() -> None:
    assert verdict(BODY, signature=VALUE, headers={}, secret=SECRET, now=NOW) == "ok"
    assert verdict(BODY, signature="t=1", headers=SIGNED["headers"], secret=SECRET) == "malformed_header"
    assert verdict(BODY, signature="", headers=SIGNED["headers"], secret=SECRET) == "missing_header"


def test_a_time_has_digits_of_ascii_and_fifteen_at_most() -> None:
    time, digests = VALUE.split(",")
    for form in (f"{time[:-1]}\u0660", f"t=1{'0' * 15}", f"{time}\u00b2", "t=\uff11"):
        assert verdict(BODY, signature=f"{form},{digests}", secret=SECRET) == "malformed_header"
    longest = sign_test_webhook(EVENT, secret=SECRET, timestamp=10**15 - 1)
    assert verdict(**longest, secret=SECRET) == "timestamp_out_of_tolerance"


def test_names_are_compared_whole() -> None:
    for name in (
        "service_signature",
        "Service-Signature ",
        "\u017fervice-\u017fignature",
        "X-Service-Signature",
        "",
        b"\xff",
    ):
        assert verdict(BODY, headers=[(name, VALUE)], secret=SECRET) == "missing_header"


def test_the_parser_of_email_finds_it_whatever_stands_around() -> None:
    message = email.parser.Parser().parsestr(f"Subject: a\nSERVICE-SIGNATURE: {VALUE}\n\n{BODY}")
    assert verify_webhook(BODY, headers=message, secret=SECRET, now=NOW) == EVENT
