import { base64, between, bytes, file, html, lines, message, multipart, part, text } from './compose.js'

const picture = part(
  ['Content-Type: image/png', 'Content-ID: <logo@example.com>', 'Content-Transfer-Encoding: base64'],
  base64(Buffer.alloc(100, 7)),
)
const pdf = file('application/pdf', 'invoice.pdf', Buffer.alloc(200, 'PDF'))
const letter = lines(
  'From: bob@example.org',
  'Subject: inner',
  'Message-ID: <inner@example.org>',
  '',
  'Inside',
)

/** Mails in which parts stand in each other in different ways. */
export const structures: Record<string, () => string> = {
  'plain text': () => message(text('Hello\r\nWorld\r\n')),
  'no header': () => lines('Just a text', 'of two lines', ''),
  'no body': () => lines('From: ada@example.com', 'Subject: Nothing'),
  'a header and an empty line': () => lines('From: ada@example.com', 'Subject: Nothing', '', ''),
  alternatives: () => message(multipart('alternative', 'b', text('plain'), html('<p>rich</p>'))),
  'html alone': () => message(html('<p>Hello</p>')),
  'an attachment': () => message(multipart('mixed', 'b', text('See the file'), pdf)),
  'a picture within html': () =>
    message(multipart('related', 'b', html('<img src="cid:logo@example.com">'), picture)),
  'alternatives, one with a picture': () =>
    message(
      multipart('alternative', 'b1', text('plain'), multipart('related', 'b2', html('<p>rich</p>'), picture)),
    ),
  'html around a file, as Apple Mail sends': () =>
    message(
      multipart(
        'alternative',
        'b1',
        text('plain'),
        multipart('mixed', 'b2', html('<p>1</p>'), pdf, html('<p>2</p>')),
      ),
    ),
  'two texts': () => message(multipart('mixed', 'b', text('first'), text('second'))),
  'text, a file, text': () => message(multipart('mixed', 'b', text('first'), pdf, text('second'))),
  'three levels': () =>
    message(
      multipart(
        'mixed',
        'outer',
        multipart(
          'alternative',
          'middle',
          text('plain'),
          multipart('related', 'inner', html('<b>rich</b>'), picture),
        ),
        pdf,
      ),
    ),
  'a footer of a list': () => message(multipart('mixed', 'b', html('<p>post</p>'), text('-- \r\nthe list'))),
  'a forwarded message': () =>
    message(multipart('mixed', 'b', text('see below'), part(['Content-Type: message/rfc822'], letter))),
  'a forwarded message with parts': () =>
    message(
      multipart(
        'mixed',
        'b',
        text('see below'),
        part(
          ['Content-Type: message/rfc822', 'Content-Disposition: attachment; filename="old.eml"'],
          message(multipart('mixed', 'inner', text('old'), pdf)),
        ),
      ),
    ),
  'a digest': () => message(multipart('digest', 'b', lines('', letter), lines('', letter))),
  'S/MIME, signed': () =>
    message(
      multipart(
        'signed; protocol="application/pkcs7-signature"; micalg=sha-256',
        'b',
        text('signed'),
        file('application/pkcs7-signature', 'smime.p7s', Buffer.alloc(150, 3)),
      ),
    ),
  'S/MIME, opaque': () =>
    message(file('application/pkcs7-mime; smime-type=enveloped-data', 'smime.p7m', Buffer.alloc(300, 5))),
  'PGP, signed': () =>
    message(
      multipart(
        'signed; micalg=pgp-sha256; protocol="application/pgp-signature"',
        'b',
        text('signed'),
        part(
          ['Content-Type: application/pgp-signature; name="signature.asc"'],
          lines('-----BEGIN PGP SIGNATURE-----', '', 'iQ==', '-----END PGP SIGNATURE-----', ''),
        ),
      ),
    ),
  'PGP, encrypted': () =>
    message(
      multipart(
        'encrypted; protocol="application/pgp-encrypted"',
        'b',
        part(['Content-Type: application/pgp-encrypted'], 'Version: 1\r\n'),
        part(
          [
            'Content-Type: application/octet-stream; name="encrypted.asc"',
            'Content-Disposition: inline; filename="encrypted.asc"',
          ],
          lines('-----BEGIN PGP MESSAGE-----', '', 'hQ==', '-----END PGP MESSAGE-----', ''),
        ),
      ),
    ),
  'winmail.dat': () =>
    message(
      multipart(
        'mixed',
        'b',
        text('from Outlook'),
        file('application/ms-tnef', 'winmail.dat', Buffer.from('789f3e22', 'hex')),
      ),
    ),
  'an invitation': () =>
    message(
      multipart(
        'alternative',
        'b',
        text('come'),
        html('<p>come</p>'),
        part(
          ['Content-Type: text/calendar; charset=utf-8; method=REQUEST', 'Content-Transfer-Encoding: base64'],
          base64('BEGIN:VCALENDAR\nEND:VCALENDAR\n'),
        ),
      ),
    ),
  'a report of delivery': () =>
    message(
      multipart(
        'report; report-type=delivery-status',
        'b',
        text('It could not be delivered'),
        part(
          ['Content-Type: message/delivery-status'],
          lines(
            'Reporting-MTA: dns; mx.example.org',
            '',
            'Final-Recipient: rfc822; x@example.org',
            'Action: failed',
            'Status: 5.1.1',
            '',
          ),
        ),
        part(['Content-Type: text/rfc822-headers'], lines('Subject: old', '')),
      ),
      'Auto-Submitted: auto-replied',
    ),
  'a boundary that begins as another': () =>
    message(
      multipart(
        'mixed',
        'b',
        text('one'),
        multipart('alternative', 'bb', text('two'), html('<i>two</i>')),
        text('three'),
      ),
    ),
  'a boundary of odd characters': () => message(multipart('mixed', "=_(a)'/b+c?: d", text('one'), pdf)),
  'white space behind a boundary': () =>
    message(
      part(
        ['Content-Type: multipart/mixed; boundary=b'],
        lines('--b \t', text('one'), '--b\t', html('<p>1</p>'), '--b-- ', ''),
      ),
    ),
  'no last boundary': () =>
    message(part(['Content-Type: multipart/mixed; boundary=b'], lines('--b', text('one'), '--b', pdf))),
  'inner parts ended by outer boundaries': () =>
    message(
      part(
        ['Content-Type: multipart/mixed; boundary=out'],
        lines(
          '--out',
          part(['Content-Type: multipart/alternative; boundary=in'], lines('--in', text('one'))),
          '--out',
          pdf,
          '--out--',
          '',
        ),
      ),
    ),
  'a header ended by a boundary': () =>
    message(
      part(
        ['Content-Type: multipart/mixed; boundary=b'],
        lines('--b', 'Content-Type: text/plain', '--b', text('two'), '--b--', ''),
      ),
    ),
  'a multipart without a boundary': () => message(part(['Content-Type: multipart/mixed'], 'Only this\r\n')),
  'a boundary that never comes': () =>
    message(part(['Content-Type: multipart/mixed; boundary=b'], lines('--c', '', 'Only this', '--c--', ''))),
  'preamble and epilogue': () =>
    message(
      part(
        ['Content-Type: multipart/mixed; boundary=b'],
        lines('Your program knows no MIME.', between('b', text('one')), 'What stands behind', ''),
      ),
    ),
  'parts without a body': () =>
    message(multipart('mixed', 'b', lines('', ''), html('<p>x</p>'), 'Content-Type: image/png\r\n')),
  'lines like boundaries': () =>
    message(
      multipart('mixed', 'b', text('--\r\n--x\r\n---b\r\n--b-\r\n--bb--\r\n -- b'), html('<p>--b</p>')),
    ),
  'one boundary at two levels': () =>
    message(multipart('mixed', 'b', multipart('alternative', 'b', text('one'), html('<p>one</p>')))),
  'a text as a file': () =>
    message(
      multipart('mixed', 'b', text('body'), text('file', 'Content-Disposition: attachment; filename=a.txt')),
    ),
  'a text with a name': () =>
    message(
      multipart('mixed', 'b', text('body'), text('file', 'Content-Disposition: inline; filename=a.txt')),
    ),
  'ten thousand parts': () =>
    message(multipart('mixed', 'b', ...Array.from({ length: 10_000 }, () => '\r\nx'))),
  'forty levels': () => {
    const levels = Array.from({ length: 40 }, (_, level) => `level${String(level)}`)
    return message(levels.reduceRight((inner, level) => multipart('mixed', level, inner), text('deep')))
  },
  'a line of a megabyte': () => message(text('x'.repeat(1_000_000))),
  'a mail of 200 bytes that unfolds': () =>
    lines(
      'From: a@example.com',
      'Subject:',
      ' =?utf-8?q?=F0=9F?=',
      ' =?utf-8?q?=98=80?=',
      'Content-Type: text/plain;',
      ' charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '=E2=82=',
      '=AC=',
      '=',
      '=20=',
      '=C3=BC',
      '',
    ),
  'a message and nothing of MIME': () =>
    bytes(lines('From: ada@example.com', 'To: b@example.com', '', 'Grüße', '')),
}
