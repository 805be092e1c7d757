"""Judges a message by SPF and DMARC with pyspf and authheaders, as a receiver that looks at no DKIM signature.

Reads JSON from standard input: the DNS server to ask (`dns`), the message in base64 (`raw`), its envelope sender
(`sender`) and the address that it came from (`ip`). Writes JSON: the results of `spf` and `dmarc`.
"""

import base64
import json
import sys

import authheaders
import dns.resolver
from authres import AuthenticationResultsHeader


def main() -> None:
    asked = json.load(sys.stdin)
    host, port = asked["dns"].rsplit(":", 1)
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers = [host]
    resolver.port = int(port)
    dns.resolver.default_resolver = resolver
    header = authheaders.authenticate_message(
        base64.b64decode(asked["raw"]),
        "mx.reader.example",
        spf=True,
        dkim=False,
        dmarc=True,
        ip=asked["ip"],
        mail_from=asked["sender"],
        helo="mail.sender.example",
    )
    results = AuthenticationResultsHeader.parse(header).results
    print(json.dumps({result.method: result.result for result in results}))


main()
