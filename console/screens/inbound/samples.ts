/**
 * Returns three ways to send mail to a route; they run as they stand on the machine of the service.
 *
 * @param port port of the receiver
 */
export function mailSamples(recipient: string, port: number): Readonly<Record<string, string>> {
  const to = anAddressOf(recipient)
  return {
    swaks: [
      `swaks --server localhost:${port} --from ada@example.com \\`,
      `  --to ${to} --header 'Subject: Where is my order?' \\`,
      "  --body 'I have waited for a week.'",
    ].join('\n'),
    curl: [
      "printf 'From: Ada <ada@example.com>\\r\\nSubject: Where is my order?\\r\\n\\r\\nI have waited.\\r\\n' |",
      `  curl -sS smtp://localhost:${port} --mail-from ada@example.com \\`,
      `  --mail-rcpt ${to} -T -`,
    ].join('\n'),
    Python: [
      'import smtplib',
      '',
      `with smtplib.SMTP("localhost", ${port}) as server:`,
      '    server.sendmail(',
      `        "ada@example.com", ["${to}"],`,
      '        "From: Ada <ada@example.com>\\r\\nSubject: Where is my order?\\r\\n\\r\\nI have waited.\\r\\n",',
      '    )',
    ].join('\n'),
  }
}

/** Returns an address that a route accepts: `support+*@in.shop.example` accepts `support+1@in.shop.example`. */
export function anAddressOf(recipient: string): string {
  return recipient.replace(/^\*@/, 'anyone@').replace('*@', '1@')
}
