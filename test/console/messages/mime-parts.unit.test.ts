import { expect, test } from 'vitest'
import { partsOf, type MimePart } from '../../../console/screens/inbound/mails/mime-parts.js'

/** The tree of a mail's parts, as the console shows it. */

const lines = (...all: string[]) => all.join('\r\n')

const tree = ({ type, parts }: MimePart): unknown => (parts.length === 0 ? type : [type, ...parts.map(tree)])

test('parts in parts are found, with their sizes, encodings and names', () => {
  const mail = lines(
    'Subject: A receipt',
    'Content-Type: multipart/mixed;',
    ' boundary="outer"',
    '',
    'For programs of old.',
    '--outer',
    'Content-Type: multipart/alternative; boundary=outer-2',
    '',
    '--outer-2',
    'Content-Type: text/plain',
    '',
    'Hello',
    '--outer-2',
    'Content-Type: text/html',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<p>Hello</p>',
    '--outer-2--',
    '--outer',
    'Content-Type: application/pdf; name="old.pdf"',
    'Content-Disposition: attachment; filename="receipt.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0xLjc=',
    '--outer--',
    '',
  )
  const all = partsOf(mail)
  expect(tree(all)).toEqual([
    'multipart/mixed',
    ['multipart/alternative', 'text/plain', 'text/html'],
    'application/pdf',
  ])
  const [text, html] = all.parts[0]?.parts ?? []
  expect([text?.bytes, text?.encoding]).toEqual([5, undefined])
  expect([html?.bytes, html?.encoding]).toEqual([12, 'quoted-printable'])
  expect([all.parts[1]?.name, all.parts[1]?.encoding, all.parts[1]?.bytes]).toEqual([
    'receipt.pdf',
    'base64',
    12,
  ])
})

test('a name in several encoded pieces is put together (RFC 2231)', () => {
  const { name } = partsOf(
    lines(
      'Content-Type: text/csv',
      "Content-Disposition: attachment; filename*0*=utf-8''Rechnungs%C3%BC;",
      ' filename*1*=bersicht.csv',
      '',
      'a,b',
    ),
  )
  expect(name).toBe('Rechnungsübersicht.csv')
})

test('a mail with one part, without a header, or without its last boundary has what is there', () => {
  expect(tree(partsOf('Subject: Hello\n\nHello'))).toBe('text/plain')
  expect(partsOf('\nHello').bytes).toBe(5)
  expect(tree(partsOf(''))).toBe('text/plain')
  const cut =
    'Content-Type: multipart/mixed; boundary="a.b"\n\n--axb\nno\n--a.b\n\nHello\n--a.b\nContent-Type: text/css'
  expect(tree(partsOf(cut))).toEqual(['multipart/mixed', 'text/plain', 'text/css'])
})

test('parts without end are looked into to a depth', () => {
  const deep = (levels: number): string =>
    levels === 0
      ? '\nend'
      : `Content-Type: multipart/mixed; boundary="b${levels}"\n\n--b${levels}\n${deep(levels - 1)}\n--b${levels}--\n`
  let [part, depth] = [partsOf(deep(40)), 0]
  for (let next = part.parts[0]; next !== undefined; next = part.parts[0]) [part, depth] = [next, depth + 1]
  expect(depth).toBe(10)
})
