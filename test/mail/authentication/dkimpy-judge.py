"""Verifies the DKIM signatures of messages with dkimpy.

Reads lines of base64 from standard input: the key record that every name has, then a message a line. Writes a line of
JSON for each message: whether each of its signatures passes, from the top down; an empty list where dkimpy does not
take it for a message.
"""

import base64
import json
import logging
import sys

import dkim

logging.disable(logging.CRITICAL)


def verdicts(raw: bytes, record: bytes) -> list[bool]:
    try:
        message = dkim.DKIM(raw, timeout=1)
    except Exception:
        return []
    count = sum(name.lower() == b"dkim-signature" for name, _ in message.headers)
    found = []
    for index in range(count):
        try:
            found.append(dkim.DKIM(raw).verify(idx=index, dnsfunc=lambda name, timeout=5: record))
        except Exception:
            found.append(False)
    return found


def main() -> None:
    record = base64.b64decode(sys.stdin.readline())
    for line in sys.stdin:
        print(json.dumps(verdicts(base64.b64decode(line), record)))


main()
