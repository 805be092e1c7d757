#!/usr/bin/env python3
"""Writes webhook-signatures.json. It shares no code with the service and no library but Python's own, and holds its
numbers against the samples of RFC 8785, appendix B."""

import base64
import binascii
import hashlib
import hmac
import json
import pathlib
import struct
from decimal import Decimal


def number(value):
    """As ECMAScript writes it (RFC 8785, section 3.2.2.3)."""
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(float(value))).normalize().as_tuple()
    digits = "".join(map(str, digits))
    point = len(digits) + exponent
    if len(digits) <= point <= 21:
        text = digits + "0" * (point - len(digits))
    elif 0 < point <= 21:
        text = digits[:point] + "." + digits[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
        text = f"{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return ("-" if sign else "") + text


def string(value):
    short = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
    return '"' + "".join(short.get(c) or (f"\\u{ord(c):04x}" if c < " " else c) for c in value) + '"'


def canonical(value):
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, (int, float)):
        return number(value)
    if isinstance(value, str):
        return string(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    # By code units of UTF-16, not by characters.
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(f"{string(name)}:{canonical(value[name])}" for name in names) + "}"


APPENDIX_B = {
    "0000000000000000": "0",
    "8000000000000000": "0",
    "0000000000000001": "5e-324",
    "8000000000000001": "-5e-324",
    "7fefffffffffffff": "1.7976931348623157e+308",
    "ffefffffffffffff": "-1.7976931348623157e+308",
    "4340000000000000": "9007199254740992",
    "c340000000000000": "-9007199254740992",
    "4430000000000000": "295147905179352830000",
    "44b52d02c7e14af5": "9.999999999999997e+22",
    "44b52d02c7e14af6": "1e+23",
    "44b52d02c7e14af7": "1.0000000000000001e+23",
    "444b1ae4d6e2ef4e": "999999999999999700000",
    "444b1ae4d6e2ef4f": "999999999999999900000",
    "444b1ae4d6e2ef50": "1e+21",
    "3eb0c6f7a0b5ed8c": "9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d": "0.000001",
    "41b3de4355555553": "333333333.3333332",
    "41b3de4355555554": "333333333.33333325",
    "41b3de4355555555": "333333333.3333333",
    "41b3de4355555556": "333333333.3333334",
    "41b3de4355555557": "333333333.33333343",
    "becbf647612f3696": "-0.0000033333333333333333",
    "43143ff3c1cb0959": "1424953923781206.2",
}

canonical_vectors = []


def adds(name, text):
    canonical_vectors.append({"name": name, "value": text, "canonical": canonical(json.loads(text))})


for bits, text in APPENDIX_B.items():
    (value,) = struct.unpack(">d", bytes.fromhex(bits))
    assert number(value) == text, (bits, number(value), text)
    canonical_vectors.append({"name": f"number {bits}", "value": f"{value:.20e}", "canonical": text})

for text in [
    *["0", "-0", "-0.0", "0e7", "1", "-1", "10", "1.0", "1.50", "0.1", "1E2", "1e+2", "100e-2", "1E-7", "1e-6"],
    *["0.0000001", "123456789012345678901", "1234567890123456789012", "1e20", "1e21", "1E22", "-1e21"],
    *["333333333.33333329", "4.50", "2e-3", "1E30", "0.000000000000000000000000001", "5e-324", "2.5e-324"],
    *["9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993", "12345678901234567890"],
    *["18446744073709551615", "0.30000000000000004", "1.7976931348623157e308", "4.35", "1e-400"],
]:
    adds(f"number {text}", text)

for name, text in [
    ("literals", '[null,true,false]'),
    ("empty object", "{ }"),
    ("empty array", "[ ]"),
    ("empty string", '""'),
    ("empty name", '{"b":"","":{}}'),
    ("empty things in things", '{"a":[[],{},[{}]],"b":{"c":{}}}'),
    ("white space between tokens", ' {\n\t"b" : [ 1 , 2 ] ,\r\n "a" : null } '),
    ("order of an array stays", "[3,1,2]"),
    ("names sort", '{"b":1,"a":2,"B":3,"10":4,"9":5,"aa":6,"_":7}'),
    ("names sort by UTF-16 code units", r'{"\ufb33":1,"\ud83d\ude00":2,"\u20ac":3,"\u00f6":4,"\u0080":5,"1":6,"\r":7}'),
    ("astral before the end of the BMP", r'{"\uffff":1,"\ud800\udc00":2,"\ud7ff":3,"\ue000":4}'),
    ("a name that begins another", '{"ab":1,"a":2,"abc":3,"":4}'),
    ("names sort within each object", '{"z":{"y":1,"x":2},"a":[{"d":1,"c":2}]}'),
    ("names that mean something to programs", '{"toJSON":1,"__proto__":2,"constructor":3,"length":4,"hasOwnProperty":5}'),
    ("escapes that have a letter", r'"\b\t\n\f\r\"\\"'),
    ("escapes that need none", r'"\/\u0041\u007f\u00e9\u2028\u2029\ufeff"'),
    ("escapes in hexadecimal", r'"\u0000\u0001\u000B\u001F"'),
    ("escapes in names", r'{"\u000a":1,"\u0022":2,"\u005C":3}'),
    ("upper-case hexadecimal", r'"\u00E9\uD83D\uDE00"'),
    ("astral, written plainly", '"😀𝄞"'),
    ("composed and combining stay apart", '{"\u00e9":1,"e\u0301":2}'),
    ("right to left, and joined", '"שלום \u200f العربية 👩\u200d👩\u200d👧"'),
    ("HTML is nothing special", '"<script>&\'</script>"'),
    ("deep nesting", '{"a":[' * 60 + "1" + "]}" * 60),
    ("an event", """{
      "type": "message.delivered", "id": "evt_01kbf3yq0je5ntb9k2s7v4c8xd", "api_version": "v1",
      "created_at": "2026-01-14T09:30:00.120Z", "workspace_id": "ws_01kbf3x5v8e3r9y2m6t1n4q7sa",
      "project_id": "prj_01kbf3x5vce1v8h0ja5z9w2kxm", "environment": "live",
      "data": { "recipient": "j\\u00f6rg@example.com", "attempt": 1, "category": null,
        "reply": { "text": "OK \\ud83d\\udc4d", "code": 250 } } }"""),
]:
    adds(name, text)

EVENT = canonical_vectors[-1]["canonical"]
T = 1768383000
NEW = "whsec_Zk3vJ0m6cC9m1yq8d2XwS5n7uE4bR-hT_aLpQoVi0Yg"
OLD = "whsec_0a1b2c3d4e5f6g7h8i9j0kAlBmCnDoEpFqGrHsItJuK"
OTHER = "whsec_someoneElsesSecretWhichIsOfNoUseHereAtAll000"


def mac(payload, secret, timestamp=T):
    return hmac.new(secret.encode(), f"{timestamp}.{payload}".encode(), hashlib.sha256).hexdigest()


def header(payload, *secrets, timestamp=T):
    return ",".join([f"t={timestamp}", *(f"v1={mac(payload, secret, timestamp)}" for secret in secrets)])


sign_vectors = [
    {"name": name, "payload": payload, "timestamp": timestamp, "secrets": secrets,
     "header": header(payload, *secrets, timestamp=timestamp)}
    for name, payload, timestamp, secrets in [
        ("an event", EVENT, T, [NEW]),
        ("in a rotation, the newest first", EVENT, T, [NEW, OLD]),
        ("five secrets", EVENT, T, [NEW, OLD, OTHER, "whsec_4", "whsec_5"]),
        ("the smallest object", "{}", T, [NEW]),
        ("nothing", "", T, [NEW]),
        ("no ASCII", '{"a":"é😀\u2028"}', T, [NEW]),
        ("line ends and spaces are bytes like others", '{ "a":\r\n 1 }\n', T, [NEW]),
        ("the beginning of time", EVENT, 0, [NEW]),
        ("past 2038", EVENT, 4102444800, [NEW]),
        ("a secret that is no ASCII", EVENT, T, ["whsec_schlüssel🔑"]),
        ("a secret longer than the block of SHA-256", EVENT, T, ["whsec_" + "0123456789" * 10]),
    ]
]

verify_vectors = []


def verify(name, expect, given, payload=EVENT, secrets=(NEW,), now=T, tolerance=300):
    verify_vectors.append({"name": name, "payload": payload, "header": given, "secrets": list(secrets), "now": now,
                           "tolerance_seconds": tolerance, "expect": expect})


good, digest = header(EVENT, NEW), mac(EVENT, NEW)
verify("what was just sent", "ok", good)
verify("no ASCII", "ok", header('{"a":"é😀"}', NEW), payload='{"a":"é😀"}')
verify("not in its canonical form, but signed", "ok", header('{ "b":1, "a":2 }', NEW), payload='{ "b":1, "a":2 }')
verify("any signature of several", "ok", header(EVENT, OTHER, OLD, NEW))
verify("any secret of several", "ok", good, secrets=[OLD, OTHER, NEW])
verify("rotated: the receiver knows the old one only", "ok", header(EVENT, NEW, OLD), secrets=[OLD])
verify("rotated: the receiver knows both, the old one signed", "ok", header(EVENT, OLD), secrets=[NEW, OLD])
verify("the same signature twice", "ok", f"{good},v1={digest}")
verify("the time behind the signature", "ok", f"v1={digest},t={T}")
verify("a scheme of the past", "ok", f"t={T},v0=0123,v1={digest}")
verify("a scheme to come, with what base64 has", "ok", f"t={T},v2=Ab+/==,v1={digest}")
verify("a scheme to come, empty", "ok", f"t={T},v1={digest},v10=")

verify("as old as it may be", "ok", good, now=T + 300)
verify("a second older", "timestamp_out_of_tolerance", good, now=T + 301)
verify("as far ahead as it may be", "ok", good, now=T - 300)
verify("a second further ahead", "timestamp_out_of_tolerance", good, now=T - 301)
verify("a day old", "timestamp_out_of_tolerance", good, now=T + 86400)
verify("a year ahead", "timestamp_out_of_tolerance", good, now=T - 31536000)
verify("in milliseconds by mistake", "timestamp_out_of_tolerance", header(EVENT, NEW, timestamp=T * 1000))
verify("no tolerance, the same second", "ok", good, tolerance=0)
verify("no tolerance, the next second", "timestamp_out_of_tolerance", good, now=T + 1, tolerance=0)
verify("an hour's tolerance", "ok", good, now=T + 3600, tolerance=3600)
verify("the beginning of time", "ok", header(EVENT, NEW, timestamp=0), now=0)

verify("another secret", "signature_mismatch", good, secrets=[OTHER])
verify("no signature of several is right", "signature_mismatch", header(EVENT, OLD, OTHER))
verify("the secret without its prefix", "signature_mismatch", good, secrets=[NEW.removeprefix("whsec_")])
verify("the secret in capitals", "signature_mismatch", good, secrets=[NEW.upper()])
verify("a changed letter", "signature_mismatch", good, payload=EVENT.replace("example.com", "example.net"))
verify("a longer body", "signature_mismatch", good, payload=EVENT + "\n")
verify("a shorter body", "signature_mismatch", good, payload=EVENT[:-1])
verify("no body", "signature_mismatch", good, payload="")
verify("written again with white space", "signature_mismatch", good,
       payload=json.dumps(json.loads(EVENT), ensure_ascii=False))
verify("written again with escapes", "signature_mismatch", good,
       payload=json.dumps(json.loads(EVENT), separators=(",", ":")))
verify("another time than was signed", "signature_mismatch", good.replace(str(T), str(T + 1)))
verify("the body without its time was signed", "signature_mismatch",
       f"t={T},v1={hmac.new(NEW.encode(), EVENT.encode(), hashlib.sha256).hexdigest()}")
verify("a point moved from the time to the body", "signature_mismatch", header("5." + EVENT, NEW), payload=EVENT)
verify("right under a scheme to come only", "signature_mismatch", f"t={T},v2={digest},v1={'0' * 64}")
verify("wrong and old: the signature comes first", "signature_mismatch", header(EVENT, OTHER), now=T + 86400)
verify("wrong and not JSON: the signature comes first", "signature_mismatch", good, payload="{")

verify("no header", "missing_header", None)
verify("an empty header", "missing_header", "")
for name, text in [
    ("no time", f"v1={digest}"),
    ("no signature", f"t={T}"),
    ("no signature of a known scheme", f"t={T},v2={digest}"),
    ("the time twice", f"t={T},t={T},v1={digest}"),
    ("two times", f"t={T},v1={digest},t={T + 1}"),
    ("an empty time", f"t=,v1={digest}"),
    ("a time with a sign", f"t=+{T},v1={digest}"),
    ("a time below zero", f"t=-{T},v1={digest}"),
    ("a time with a fraction", f"t={T}.0,v1={digest}"),
    ("a time with an exponent", f"t=1e9,v1={digest}"),
    ("a time in hexadecimal", f"t=0x{T:x},v1={digest}"),
    ("a time with a zero ahead", f"t=0{T},v1={digest}"),
    ("a time with a separator", f"t=1_768_383_000,v1={digest}"),
    ("a time in digits of another script", f"t={''.join(chr(0x660 + int(d)) for d in str(T))},v1={digest}"),
    ("a time that no number can hold", f"t={'9' * 30},v1={digest}"),
    ("a time that is a word", f"t=now,v1={digest}"),
    ("an empty signature", f"t={T},v1="),
    ("a signature that lacks a digit", f"t={T},v1={digest[:-1]}"),
    ("a signature that lacks a byte", f"t={T},v1={digest[:-2]}"),
    ("a signature with a byte too many", f"t={T},v1={digest}00"),
    ("a signature in capitals", f"t={T},v1={digest.upper()}"),
    ("a signature with other letters", f"t={T},v1={'g' * 64}"),
    ("a signature that is no ASCII", f"t={T},v1={digest[:-1]}é"),
    ("a signature in base64", f"t={T},v1=OrVdhUiIoiHJ6j2EYJvGPBtEK0s4dVFe6vG3sk0wN9I="),
    ("a good signature beside a broken one", f"t={T},v1={digest},v1={digest[:10]}"),
    ("a space behind the comma", f"t={T}, v1={digest}"),
    ("spaces around the equals sign", f"t = {T},v1 = {digest}"),
    ("a semicolon", f"t={T};v1={digest}"),
    ("a comma at the end", f"{good},"),
    ("a comma at the beginning", f",{good}"),
    ("a word without a value", f"t={T},v2,v1={digest}"),
    ("a value without a name", f"t={T},=1,v1={digest}"),
    ("a value that is no ASCII", f"t={T},v2=é,v1={digest}"),
    ("the bare digest", digest),
    ("another service's form", f"sha256={digest}"),
    ("nonsense", "nonsense"),
]:
    verify(name, "malformed_header", text)

for name, payload in [
    ("signed, but not JSON", "event=message.delivered"),
    ("signed, but cut", EVENT[:-1]),
    ("signed, but empty", ""),
    ("signed, but no object: an array", "[]"),
    ("signed, but no object: null", "null"),
    ("signed, but no object: a string", '"event"'),
]:
    verify(name, "invalid_payload", header(payload, NEW), payload=payload)

# Standard Webhooks, version 1.0.0.
ID = json.loads(EVENT)["id"]
STANDARD = "whsec_" + base64.b64encode(bytes(range(200, 232))).decode()
# Its base64url has both letters that base64 has not.
URL_SAFE = "whsec_" + base64.urlsafe_b64encode(bytes([0xFB, 0xEF, 0xBF, *range(29)])).decode().rstrip("=")


def standard_key(secret):
    text = secret.removeprefix("whsec_").replace("-", "+").replace("_", "/")
    padded = text if text.endswith("=") else text + "=" * (-len(text) % 4)
    try:
        decoded = b"" if len(padded) % 4 else base64.b64decode(padded, validate=True)
    except (binascii.Error, ValueError):
        decoded = b""
    return decoded or secret.encode()


def standard_mac(secret, payload, timestamp=T, id=ID):
    message = f"{id}.{timestamp}.{payload}".encode()
    return base64.b64encode(hmac.new(standard_key(secret), message, hashlib.sha256).digest()).decode()


def standard_signature(payload, *secrets, timestamp=T, id=ID):
    return " ".join(f"v1,{standard_mac(secret, payload, timestamp, id)}" for secret in secrets)


standard_sign_vectors = [
    {"name": name, "id": ID, "payload": payload, "timestamp": timestamp, "secrets": secrets,
     "keys": [standard_key(secret).hex() for secret in secrets],
     "signature": standard_signature(payload, *secrets, timestamp=timestamp)}
    for name, payload, timestamp, secrets in [
        ("an event", EVENT, T, [STANDARD]),
        ("in a rotation, the newest first", EVENT, T, [STANDARD, NEW]),
        ("five secrets", EVENT, T, [STANDARD, NEW, OLD, OTHER, URL_SAFE]),
        ("the smallest object", "{}", T, [STANDARD]),
        ("nothing", "", T, [STANDARD]),
        ("no ASCII", '{"a":"é😀\u2028"}', T, [STANDARD]),
        ("the beginning of time", EVENT, 0, [STANDARD]),
        ("past 2038", EVENT, 4102444800, [STANDARD]),
        ("base64url, as version 0.1.0 made secrets", EVENT, T, [NEW]),
        ("base64url with both of its own letters", EVENT, T, [URL_SAFE]),
        ("base64 without its padding", EVENT, T, [STANDARD.rstrip("=")]),
        ("base64url with its padding", EVENT, T, [URL_SAFE + "=" * (-(len(URL_SAFE) - 6) % 4)]),
        ("base64 without the prefix", EVENT, T, [STANDARD.removeprefix("whsec_")]),
        ("one byte", EVENT, T, ["whsec_AA=="]),
        ("a key longer than the block of SHA-256", EVENT, T, ["whsec_" + base64.b64encode(bytes(100)).decode()]),
        ("any text, as it stands", EVENT, T, ["any-text.of:my*own"]),
        ("any text behind the prefix, as it stands", EVENT, T, ["whsec_no!base64"]),
        ("letters of base64, but one too many, as they stand", EVENT, T, ["whsec_AAAAA"]),
        ("too much padding, as it stands", EVENT, T, ["whsec_AAAA="]),
        ("too little padding, as it stands", EVENT, T, ["whsec_AA="]),
        ("padding alone, as it stands", EVENT, T, ["whsec_===="]),
        ("padding ahead of the end, as it stands", EVENT, T, ["whsec_AA==AAAA"]),
        ("a line end behind, as it stands", EVENT, T, [STANDARD + "\n"]),
        ("nothing behind the prefix, as it stands", EVENT, T, ["whsec_"]),
        ("no ASCII, as it stands", EVENT, T, ["whsec_schlüssel🔑"]),
    ]
]

standard_verify_vectors = []


def as_libraries_take_it(secret):
    return "whsec_" + base64.b64encode(standard_key(secret)).decode()


def standard_verify(name, expect, signature, payload=EVENT, secret=STANDARD, now=T, timestamp=str(T), id=ID):
    fields = {"webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature}
    standard_verify_vectors.append({
        "name": name, "payload": payload, "headers": {key: text for key, text in fields.items() if text is not None},
        "secret": as_libraries_take_it(secret), "now": now, "expect": expect})


standard, bare = standard_signature(EVENT, STANDARD), standard_mac(STANDARD, EVENT)
standard_verify("what was just sent", "ok", standard)
standard_verify("no ASCII", "ok", standard_signature('{"a":"é😀"}', STANDARD), payload='{"a":"é😀"}')
standard_verify("rotated: the receiver knows the new one", "ok", standard_signature(EVENT, STANDARD, NEW))
standard_verify("rotated: the receiver knows the old one", "ok", standard_signature(EVENT, STANDARD, NEW), secret=NEW)
standard_verify("the last of five", "ok", standard_signature(EVENT, NEW, OLD, OTHER, URL_SAFE, STANDARD))
standard_verify("base64url, written as base64", "ok", standard_signature(EVENT, URL_SAFE), secret=URL_SAFE)
standard_verify("any text, its bytes as base64", "ok", standard_signature(EVENT, "any-text.of:my*own"),
                secret="any-text.of:my*own")
standard_verify("a scheme to come", "ok", f"v2,AAAA {standard}")
standard_verify("as old as it may be", "ok", standard, now=T + 300)
standard_verify("as far ahead as it may be", "ok", standard, now=T - 300)
standard_verify("a second older", "timestamp_out_of_tolerance", standard, now=T + 301)
standard_verify("a second further ahead", "timestamp_out_of_tolerance", standard, now=T - 301)
standard_verify("another secret", "signature_mismatch", standard, secret=OTHER)
standard_verify("no signature of several is right", "signature_mismatch", standard_signature(EVENT, OLD, OTHER))
standard_verify("a changed letter", "signature_mismatch", standard,
                payload=EVENT.replace("example.com", "example.net"))
standard_verify("a longer body", "signature_mismatch", standard, payload=EVENT + "\n")
standard_verify("no body", "signature_mismatch", standard, payload="")
standard_verify("another time than was signed", "signature_mismatch", standard, timestamp=str(T + 1))
standard_verify("another id than was signed", "signature_mismatch", standard, id="evt_01kbf3ys0wfebayea387mbyc2t")
standard_verify("right under a scheme to come only", "signature_mismatch", f"v2,{bare}")
standard_verify("the signature of Service-Signature, in base64", "signature_mismatch",
                f"v1,{base64.b64encode(bytes.fromhex(mac(EVENT, STANDARD))).decode()}")
standard_verify("the secret's text was the key", "signature_mismatch", "v1," + base64.b64encode(
    hmac.new(STANDARD.encode(), f"{ID}.{T}.{EVENT}".encode(), hashlib.sha256).digest()).decode())
standard_verify("no id", "missing_header", standard, id=None)
standard_verify("no time", "missing_header", standard, timestamp=None)
standard_verify("no signature", "missing_header", None)
standard_verify("a time that is a word", "malformed_header", standard, timestamp="now")

vectors = {
    "description": "Signatures of Postseal's webhooks. See README.md in this folder.",
    "canonical": canonical_vectors,
    "sign": sign_vectors,
    "verify": verify_vectors,
    "standard": {"sign": standard_sign_vectors, "verify": standard_verify_vectors},
}
path = pathlib.Path(__file__).with_name("webhook-signatures.json")
path.write_text(json.dumps(vectors, indent=2, ensure_ascii=True) + "\n")
