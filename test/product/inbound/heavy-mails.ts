import { gzipSync } from 'node:zlib'
import { zipOf } from '../../support/domains/dmarc-reports.js'

/** Mails of many megabytes that nobody vouches for, and that take long where they are read carelessly. */

const mebibyte = 1024 * 1024

const signature = (form: string) =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=${form}; d=shop.example; s=k1; h=from:subject; bh=eA==; b=eA==\r\n`
const header = (more = '', form = 'relaxed/relaxed') =>
  `${signature(form)}From: a@shop.example\r\nSubject: x\r\n${more}`
const encoded = (encoding: string, type = 'application/octet-stream') =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n`
const multipart = 'Content-Type: multipart/mixed; boundary=b\r\n'
const base64 = (bytes: Buffer) => Buffer.from(bytes.toString('base64').replace(/.{76}/g, '$&\r\n'))

/** A header and a body that is this text, again and again. */
const filled = (head: string, text: string) => (bytes: number) =>
  Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), Buffer.alloc(bytes, text, 'latin1')])
/** A header that is this text, again and again. */
const headed = (text: string) => (bytes: number) =>
  Buffer.concat([
    Buffer.from(header(), 'latin1'),
    Buffer.alloc(bytes, text, 'latin1'),
    Buffer.from('\r\n\r\nx'),
  ])
const attached = (content: () => Buffer) => () =>
  Buffer.concat([Buffer.from(`${header(encoded('base64'))}\r\n`), base64(content())])

const row = '<record><row><source_ip>1.2.3.4</source_ip></row></record>\n'

/** By what they consist of; each makes a mail of about so many bytes. */
export const heavyMails: Readonly<Record<string, (bytes: number) => Buffer>> = {
  'line feeds': filled(header(), '\n'),
  'line feeds, signed as they are': filled(header('', 'simple/simple'), '\n'),
  'line ends': filled(header(), '\r\n'),
  'carriage returns': filled(header(), '\r'),
  blanks: filled(header(), ' '),
  'lines of blanks': filled(header(), ' \t \r\n'),
  'one line': filled(header(), 'x'),
  words: filled(header(), 'word word  word\r\n'),
  'quoted lines': filled(header(), '> > > On x wrote:\r\n'),
  'nested HTML': filled(header('Content-Type: text/html\r\n'), '<div><table>'),
  'multiparts in multiparts': (bytes) =>
    Buffer.from(
      header(`${multipart}\r\n`) +
        Array.from(
          { length: Math.floor(bytes / 64) },
          (_, level) => `--b${level || ''}\r\nContent-Type: multipart/mixed; boundary=b${level + 1}\r\n\r\n`,
        ).join(''),
    ),
  'many parts': filled(header(multipart), '--b\r\n\r\nx\r\n'),
  'many parts that may be reports': filled(header(multipart), '--b\r\n\r\n<feedback>\r\n'),
  'base64 in short lines': filled(header(encoded('base64')), 'QUJD\r\n'),
  'base64 without an end': filled(header(encoded('base64')), 'QUJD'),
  'base64 that is none': filled(header(encoded('base64')), '=!'),
  'quoted-printable': filled(header(encoded('quoted-printable')), '=41=\r\n'),
  'short fields': headed('X: y\r\n'),
  'a long field': headed('y'),
  'a folded field': headed('X: y\r\n '),
  // The hash is that of an empty body.
  'as many fields as are read, under a signature that has to be checked': () =>
    Buffer.from(
      `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=shop.example; s=k1; h=from; ` +
        `bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=; b=eA==\r\n` +
        `From: a@shop.example\r\n${'Ab:\n'.repeat(63_000)}\r\n`,
    ),
  signatures: headed(signature('relaxed/relaxed')),
  addresses: headed('To: <a@b.example>,\r\n <c@d.example>\r\n'),
  'groups of a status': filled(header('Content-Type: message/delivery-status\r\n'), 'Action: failed\r\n\r\n'),
  'fields of a status': filled(header('Content-Type: message/delivery-status\r\n'), 'a:b\n'),
  'a folded field of a status': filled(
    header('Content-Type: message/delivery-status\r\n\r\nA: b\r\n'),
    ' c\r\n',
  ),
  'a report': filled(header('Content-Type: text/xml\r\n\r\n<feedback>'), row),
  'comments in a report': filled(header('Content-Type: text/xml\r\n\r\n<feedback>'), '<!-- -->'),
  'a gzip archive of blanks': attached(() => gzipSync(Buffer.alloc(400 * mebibyte, ' '))),
  'a gzip archive of a report': attached(() =>
    gzipSync(Buffer.concat([Buffer.from('<feedback>'), Buffer.alloc(32 * mebibyte, row)])),
  ),
  'a zip archive of a report': attached(() =>
    zipOf([
      {
        name: 'a.xml',
        content: Buffer.concat([Buffer.from('<feedback>'), Buffer.alloc(32 * mebibyte, row)]),
      },
    ]),
  ),
  'a zip archive of many files': attached(() =>
    zipOf(
      Array.from({ length: 60_000 }, (_, index) => ({ name: `${index}.xml`, content: Buffer.from('<a/>') })),
    ),
  ),
}
