"""What holds of whatever is signed, and whatever a stranger sends."""

import base64
import hashlib
import hmac
import json
import os
import random
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from postseal.webhooks import sign_test_webhook, verify_webhook

from .verdicts import NOW, OTHER, REPOSITORY, SECRET, verdict

LETTERS = 'aZ09 "\\/\n\x00\x1f\x7f\u00e9\u0661\u2028\ufeff\U0001f600{}[]:,.-'


@pytest.fixture
def draw() -> random.Random:
    """Another seed in each run; a failure prints it."""
    seed = random.randrange(2**32)
    print(f"random.Random({seed})")
    return random.Random(seed)


def any_text(draw: random.Random, longest: int = 12) -> str:
    return "".join(draw.choices(LETTERS, k=draw.randrange(longest)))


def any_json(draw: random.Random, depth: int = 3) -> Any:
    kind = draw.randrange(7 if depth else 5)
    if kind == 0:
        return any_text(draw)
    if kind == 1:
        return draw.choice([0, -1, 2**53, 10**30, 1.5, -1e-7, 1e300])
    if kind < 5:
        return draw.choice([None, True, False])
    if kind == 5:
        return [any_json(draw, depth - 1) for _ in range(draw.randrange(4))]
    return any_object(draw, depth - 1)


def any_object(draw: random.Random, depth: int = 3) -> dict[str, Any]:
    return {any_text(draw): any_json(draw, depth) for _ in range(draw.randrange(4))}


def any_secret(draw: random.Random) -> str:
    return f"whsec_{any_text(draw, 80)}"


def test_what_is_signed_verifies_under_each_secret_and_is_what_was_signed(draw: random.Random) -> None:
    for _ in range(300):
        event, at = {"type": "webhook.test", "data": any_object(draw)}, draw.randrange(4_102_444_800)
        secrets = [any_secret(draw) for _ in range(draw.randrange(1, 5))]
        signed = sign_test_webhook(event, secrets=secrets, timestamp=at)
        for secret in secrets:
            assert verify_webhook(**signed, secret=secret, now=at) == event
        assert verify_webhook(**signed, secrets=["whsec_other", draw.choice(secrets)], now=at) == event


def test_another_secret_does_not_verify(draw: random.Random) -> None:
    for _ in range(300):
        one, other = any_secret(draw), any_secret(draw)
        signed = sign_test_webhook(any_object(draw), secret=one)
        # HMAC fills a key up with zero bytes (RFC 2104, section 2), so these are one key.
        is_same = one.rstrip("\x00") == other.rstrip("\x00")
        assert is_same or verdict(**signed, secret=other) == "signature_mismatch"


def test_a_change_of_any_byte_of_the_body_is_refused(draw: random.Random) -> None:
    signed = sign_test_webhook({"type": "webhook.test", "data": any_object(draw)}, secret=SECRET)
    raw = signed["payload"].encode()
    for at in range(len(raw)):
        for other in (raw[at] ^ 1 << draw.randrange(8), (raw[at] + draw.randrange(1, 256)) % 256):
            changed = bytearray(raw)
            changed[at] = other
            assert verdict(changed, headers=signed["headers"], secret=SECRET) == "signature_mismatch"
        for shorter in (raw[:at], raw[at + 1 :], raw[:at] + raw[at + 1 :]):
            assert verdict(shorter, headers=signed["headers"], secret=SECRET) == "signature_mismatch"


def test_a_change_of_any_byte_of_the_header_is_refused() -> None:
    signed = sign_test_webhook({"type": "webhook.test"}, secret=SECRET)
    raw = signed["headers"]["Service-Signature"].encode()
    refused = {"signature_mismatch", "malformed_header"}
    for at in range(len(raw)):
        for other in {*range(256)} - {raw[at]}:
            changed = bytearray(raw)
            changed[at] = other
            assert verdict(signed["payload"], signature=bytes(changed), secret=SECRET) in refused
        assert verdict(signed["payload"], signature=raw[:at] + raw[at + 1 :], secret=SECRET) in refused
        assert at == 0 or verdict(signed["payload"], signature=raw[:at], secret=SECRET) in refused


Case = dict[str, Any]


def hostile_cases(draw: random.Random, count: int) -> Iterator[Case]:
    """Webhooks that are right in most of their parts, so that one part alone decides."""

    def mostly(right: str, *wrong: str) -> str:
        return right if draw.random() < 0.9 else draw.choice(wrong)

    bodies = [
        b'{"a":1}',
        b"{}",
        b'{"a":"\xff"}',
        b"[]",
        b"null",
        b'{"a":1',
        b"",
        b"\xef\xbb\xbf{}",
        '"é"'.encode(),
    ]
    bodies += [
        b'{"a":NaN}',
        b'{"a":-Infinity}',
        b'{"a":01}',
        b'{"a":1.}',
        b'{"a":1e999}',
        b"{}\x00",
        b"\t{}\r\n ",
    ]
    bodies += [
        b'{"a":"\x1f"}',
        b'{"a":"\\u00zz"}',
        b'{"a":"\\ud800"}',
        b'{"a":\xd9\xa1}',
        b'{"a":+1}',
        b"\x0c{}",
    ]
    bodies += [
        b'{"__proto__":1}',
        b'{"a":1,"a":2}',
        b"\xc2\xa0{}",
        b'{"a":"\xed\xa0\x80"}',
        b"{} {}",
        b"{a:1}",
        b"1",
    ]
    for _ in range(count):
        body = draw.choice(bodies)
        at = NOW + draw.choice([0, 0, 0, 1, -1, 300, 301, -300, -301, 90_000, -NOW])
        trusted = draw.choice([[SECRET], [SECRET], [OTHER, SECRET], [OTHER], [f"{SECRET}\n"], ["whsec_é"]])
        signer = draw.choice([*trusted, SECRET])
        time, right = f"t={at}", f"v1={digest_by_hand(signer, at, body)}"
        zeros = f"v1={'0' * 64}"
        elements = [
            mostly(
                time,
                f"{time}0",
                "t=",
                "t=01",
                "T=1",
                "t",
                f"{time}.0",
                "t=+1",
                "t=\u0661",
                f"{time}\n",
                "t=1_0",
            ),
            mostly(
                right, zeros, right[:-1], f"{right}0", right.upper(), right.replace("v1", "v2"), f"{right}\n"
            ),
            mostly(
                "v0=1", "", "=1", " v1=", time, right, zeros, "v1", "v2=é", "v2=a b", "V=1", "1v=1", "v1=0"
            ),
            mostly(
                "v9=", "vé=1", "v9=\x7f", "v9=\x00", "v9=\u00a0", "v٩=1", "a=b=c", "tt=1", "t1=1", "v11=1"
            ),
        ]
        picked = draw.sample(elements, 4 if draw.random() < 0.9 else draw.randrange(1, 4))
        header: str | None = mostly(",", ", ", ";", ",,", ",\t").join(picked)
        if draw.random() < 0.02:
            header = draw.choice([None, "", " ", ",", "\n"])
        changed = body + draw.choice([b"", b"", b"", b"", b"", b"", b"", b" "])
        tolerance = draw.choice([300, 300, 300, 0, 0.5, 1, 100_000])
        yield {"body": changed, "header": header, "secrets": trusted, "tolerance": tolerance}


def digest_by_hand(secret: str, at: int, body: bytes) -> str:
    return hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()


# Reads cases from standard input, and writes what the TypeScript client makes of them.
TYPESCRIPT = """
import { text } from 'node:stream/consumers'
import { verifyWebhook } from './sdk-ts/src/webhooks/index.ts'
const codes = []
for (const { body, ...options } of JSON.parse(await text(process.stdin))) {
  const verified = verifyWebhook({ payload: Buffer.from(body, 'base64'), ...options })
  codes.push(await verified.then(() => 'ok', (error) => error.code ?? String(error)))
}
console.log(JSON.stringify(codes))
"""


def test_it_says_what_the_typescript_client_says_of_whatever_is_sent(draw: random.Random) -> None:
    cases = [*hostile_cases(draw, 3000)]
    sent = [
        {
            "body": base64.b64encode(case["body"]).decode(),
            "signature": case["header"],
            "secrets": case["secrets"],
            "toleranceSeconds": case["tolerance"],
            "now": NOW * 1000,
        }
        for case in cases
    ]
    node = [os.environ.get("POSTSEAL_NODE", "node"), "--import", "./scripts/typescript/register.mjs"]
    ended = subprocess.run(
        [*node, "--input-type=module", "--eval", TYPESCRIPT],
        input=json.dumps(sent),
        capture_output=True,
        encoding="utf-8",
        cwd=REPOSITORY,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    expected: list[str] = json.loads(ended.stdout)
    for case, code in zip(cases, expected, strict=True):
        options = {"secrets": case["secrets"], "tolerance_seconds": case["tolerance"], "now": NOW}
        assert verdict(case["body"], signature=case["header"], **options) == code, case
    # Else the cases would show little.
    assert {*expected} == {
        "ok",
        "missing_header",
        "malformed_header",
        "signature_mismatch",
        "timestamp_out_of_tolerance",
        "invalid_payload",
    }
    assert expected.count("ok") > 50
    assert expected.count("invalid_payload") > 50
