import { base64, bytes, lines, message, multipart, part, text } from './compose.js'

const plain = text('Hello')
const from = (value: string, ...more: readonly string[]) => lines(`From: ${value}`, ...more, plain)
const named = (type: string, disposition: string) =>
  message(
    multipart(
      'mixed',
      'b',
      part(
        [
          `Content-Type: application/octet-stream${type}`,
          `Content-Disposition: attachment${disposition}`,
          'Content-Transfer-Encoding: base64',
        ],
        'QUJD',
      ),
    ),
  )

/** Fields, addresses, and the names of files. */
export const headers: Record<string, () => string> = {
  'folded fields': () =>
    lines(
      'From: "Ada',
      '\tLovelace"',
      ' <ada@example.com>',
      'To: a@example.com,',
      '  b@example.com',
      'Subject: One two',
      '    three',
      'Message-ID:',
      ' <long-id@example.com>',
      plain,
    ),
  'fields that come twice': () =>
    lines(
      'Subject: first',
      'Subject: second',
      'From: ada@example.com',
      'From: eve@example.net',
      'To: a@example.com',
      'To: b@example.com',
      'Message-ID: <1@example.com>',
      'Message-ID: <2@example.com>',
      'Content-Type: text/plain',
      'Content-Type: text/html',
      '',
      '<b>which</b>',
    ),
  'encoded words': () =>
    message(plain, 'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= =?iso-8859-1?Q?_aus_M=FCnchen?='),
  'a character cut between words': () => message(plain, 'Subject: =?utf-8?B?4oK?= =?utf-8?B?rCA1?=', 'X: y'),
  'bytes cut between words': () => message(plain, 'Subject: =?utf-8?Q?5_=E2=82?=', ' =?utf-8?Q?=AC?='),
  'words between text': () => message(plain, 'Subject: Re: =?utf-8?B?w7w=?= and =?utf-8?q?=C3=9F?= end'),
  'words of a language': () => message(plain, 'Subject: =?utf-8*de?q?Gr=C3=BC=C3=9Fe?='),
  'a word that is none': () => message(plain, 'Subject: =?utf-8?x?abc?= =?utf-8?q?broken 100%'),
  'UTF-8 as it is': () =>
    lines(bytes('From: Grüße <grüße@exämple.com>'), bytes('Subject: ☕ für alle'), plain),
  'Latin 1 as it is': () => message(plain, 'Subject: Gr\xfc\xdfe'),
  'a quoted name': () => from('"Lovelace, Ada \\"A.\\" @ home" <ada@example.com>'),
  'an encoded name': () =>
    from('=?utf-8?q?L=C3=B6velace=2C_Ada?= <ada@example.com>', 'To: "=?utf-8?B?w7w=?=" <b@example.com>'),
  'a name that encodes an address': () =>
    from('=?utf-8?q?=22Boss=22_=3Cboss=40example=2Ecom=3E?= <eve@example.net>'),
  comments: () => from('Ada (the (first) one) <ada@example.com>', 'To: b@example.com (Bob)'),
  groups: () => from('ada@example.com', 'To: Friends: a@example.com, "B" <b@example.com>;, c@example.com'),
  'nobody is named': () => from('ada@example.com', 'To: undisclosed-recipients:;'),
  'several senders': () => from('Ada <ada@example.com>, bob@example.com'),
  'a sender without an address': () => from('MAILER-DAEMON'),
  'semicolons between addresses': () => from('ada@example.com', 'To: a@example.com; b@example.com'),
  'an address in angle brackets twice': () => from('"ada@example.com" <eve@example.net>'),
  'a quoted local part': () => from('"ada lovelace"@example.com'),
  'a Message-ID without brackets': () => lines('Message-ID: abc@example.com', plain),
  'a space ahead of the colon': () => lines('From : ada@example.com', 'Subject : spaced', plain),
  'a line that is no field': () => lines('Subject: x', 'this is no field', 'X-After: y', '', 'Body'),
  'the first line of a mailbox file': () =>
    lines('From ada@example.com Mon Jan  1 00:00:00 2026', 'Subject: x', plain),
  'an empty subject': () => lines('From: ada@example.com', 'Subject:', plain),
  'a type that is none': () => lines('From: ada@example.com', 'Content-Type: text', '', 'Hello'),
  'a type in capitals, with a comment': () =>
    lines('From: ada@example.com', 'Content-Type: TEXT/HTML (rich) ; CHARSET="UTF-8" (yes)', '', '<p>x</p>'),
  'bare LF': () => message(multipart('mixed', 'b', plain, text('two'))).replaceAll('\r\n', '\n'),
  'bare CR': () => lines('From: ada@example.com', 'Subject: a\rb', '', 'one\rtwo', ''),
  'LF and CRLF': () => message(multipart('mixed', 'b', plain, text('two'))).replaceAll('\r\n--b', '\n--b'),
  NUL: () => lines('From: ada@example.com', 'Subject: a\0b', '', 'one\0two', ''),
  'a hundred thousand lines': () =>
    lines('From: ada@example.com', 'Subject: x', ...Array.from({ length: 100_000 }, () => 'X: y'), plain),
  'a name in sections (RFC 2231)': () =>
    named('', '; filename*0*=utf-8\'\'Gr%C3%BC; filename*1*=%C3%9Fe; filename*2=".pdf"'),
  'a name in sections, out of order': () => named('', '; filename*1="b.pdf"; filename*0="a"'),
  'a name encoded (RFC 2231) and plain': () =>
    named('; name="plain.pdf"', '; filename="plain.pdf"; filename*=UTF-8\'\'%E2%82%AC.pdf'),
  'a name in another charset (RFC 2231)': () => named("; name*=iso-8859-1'de'Gr%FC%DFe.pdf", ''),
  'a name in encoded words': () => named(`; name="=?utf-8?B?${base64('Grüße.pdf')}?="`, ''),
  'a name in UTF-8 as it is': () => named('', bytes('; filename="Grüße.pdf"')),
  'a name with a folder': () => named('', '; filename="/etc/cron.d/../passwd"'),
  'a name with a folder of Windows': () => named('', '; filename="C:\\Users\\ada\\a.txt"'),
  'a name with a mark that turns it': () => named('', "; filename*=utf-8''photo_%E2%80%AEgnp.exe"),
  'a name with parentheses': () => named('; name=Invoice(1).pdf', '; filename=Invoice(1).pdf'),
  'a name without quotes': () => named('', '; filename=my invoice.pdf'),
  'a name of 400 characters': () => named('', `; filename="${'x'.repeat(400)}.pdf"`),
  'a parameter twice': () => named('', '; filename=one.pdf; filename=two.pdf'),
  'a semicolon at the end': () => named(';', '; filename="a;b.pdf";'),
}
