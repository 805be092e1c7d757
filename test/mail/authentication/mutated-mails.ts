import fc from 'fast-check'
import { sign, type KeyObject } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { bodyHashOf } from '../../../server/mail/dkim/body-hash.js'
import { relaxedFields } from '../../../server/mail/dkim/canonical-header.js'
import { signMessage } from '../../../server/mail/dkim/sign.js'
import { fieldsInOrder } from '../../../server/mail/dkim/signed-fields.js'
import { readRawHeader } from '../../../server/mail/mime/header/raw-header.js'

/** Signed mails as an attacker may alter them. A character stands for a byte. */

/** Bodies that are signed. Their words stand in no alteration. */
const bodies = [
  ['Content-Type: text/plain\r\n', 'The signed text.\r\n\r\n--\r\nIts signature  \r\n'],
  [
    'Content-Type: multipart/alternative; boundary=b\r\nContent-Transfer-Encoding: 8bit\r\n',
    '--b\r\n\r\nThe signed text.\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Signed</p>\r\n--b--\r\n',
  ],
  [
    'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n',
    'VGhlIHNpZ25lZCB0ZXh0Lg==\r\n\r\n\r\n',
  ],
  ['Content-Type: text/plain\r\n', ''],
] as const

const header =
  'From: Ada <ada@shop.example>\r\nTo: <help@example.com>\r\nSubject: The signed\r\n  subject\r\n' +
  'Date: Sun, 3 May 2026 10:12:00 +0000\r\n'

/** Fields that signers cover in a header that they do not seal: all fields, or with some left out. */
const coverages = [
  'from:to:subject:date:content-type:content-transfer-encoding',
  'from:subject:content-type:content-transfer-encoding',
  'from:date:content-type:content-transfer-encoding',
]

/**
 * Messages that are signed in the ways there are: by our signer, which seals a header, and by one that does not, in all
 * four canonical forms.
 */
export async function signedMails(privateKey: KeyObject): Promise<string[]> {
  const mails: string[] = []
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  const key = { domain: 'shop.example', selector: 'k1', algorithm: 'rsa', privateKey } as const
  for (const [fields, body] of bodies) {
    const mail = `${header}${fields}\r\n${body}`
    mails.push((await signMessage(Buffer.from(mail, 'latin1'), [key], new Date())).toString('latin1'))
    for (const canonicalization of ['relaxed/relaxed', 'simple/simple', 'relaxed/simple', 'simple/relaxed'])
      for (const headerList of coverages) {
        const { signatures } = await dkimSign(mail, {
          signTime: new Date(),
          headerList,
          canonicalization,
          signatureData: [{ signingDomain: 'shop.example', selector: 'k1', privateKey: pem }],
        } as unknown as Parameters<typeof dkimSign>[1])
        mails.push(signatures + mail)
      }
  }
  return mails
}

const usualField =
  'v=1; a=rsa-sha256; c=relaxed/relaxed; d=shop.example; s=k1; h=from:subject:content-type; bh=; b='
/** Fields that no signer writes, or few do. `bh` and `b` are put in. */
const oddFields = (
  [
    ...['rsa-sha256-x', 'RSA-SHA256', 'rsa- sha256'].map((algorithm) => ['rsa-sha256', algorithm]),
    ...['Relaxed/Relaxed', 'relaxed / relaxed'].map((form) => ['relaxed/relaxed', form]),
    ...['q=foo:dns/txt', 'q=DNS/TXT', 'i=', 'i=shop.example', 'i=@mail.shop.example', 't=1; x=2'].map(
      (tag) => ['s=k1;', `s=k1; ${tag};`],
    ),
    ['from', 'fr om'],
    ['from:subject', 'From : Subject'],
    ['content-type', 'content-type:'],
    ['v=1', ';v=1'],
    ['a=rsa-sha256;', 'a=rsa-sha256;;'],
    ['d=shop.example; s=k1;', 'd=SHOP.example; s=K1; z=a|b;'],
    [/[=:;]/g, ' $& '],
  ] as [string | RegExp, string][]
).map(([usual, odd]) => usualField.replace(usual, odd).trimEnd())

/** Messages whose signatures are right, but have odd fields. */
export function oddlySignedMails(privateKey: KeyObject): Promise<string[]> {
  const [[fields, body]] = bodies
  return Promise.all(oddFields.map((odd) => oddlySigned(privateKey, odd, `${header}${fields}\r\n${body}`)))
}

async function oddlySigned(privateKey: KeyObject, odd: string, mail: string): Promise<string> {
  const end = mail.indexOf('\r\n\r\n')
  const hash = await bodyHashOf(Buffer.from(mail.slice(end + 4), 'latin1'), 'relaxed')
  const value = ` ${odd.replace(/bh ?= ?/, (tag) => tag + hash)}`
  const { fields } = readRawHeader(Buffer.from(mail.slice(0, end), 'latin1'))
  const own = relaxedFields([{ name: 'DKIM-Signature', key: 'dkim-signature', value }])
  const covered = [
    ...fieldsInOrder(relaxedFields(fields), ['from', 'subject', 'content-type']),
    ...[...own.values()].flat(),
  ]
  const signature = sign('sha256', Buffer.from(covered.join('\r\n'), 'latin1'), privateKey)
  return `DKIM-Signature:${value}${signature.toString('base64')}\r\n${mail}`
}

const evil = ['From: Eve <eve@shop.example>', 'Subject: Forged', 'To: <eve@evil.example>']
/** White space and line ends to some programs only. */
const doubtful = ['\x0b', '\x0c', '\xa0', '\x85', '\0', '\r', '\n', ' ', '\t', '\x1c', '\u00ad', '\x7f']

/** Lines for a header: fields, some in the name of others, and what is no field. */
const line = fc.oneof(
  fc.constantFrom(
    ...evil,
    '-',
    '',
    ' ',
    '\t',
    '\r',
    ': x',
    'no colon',
    'From Eve Mon May  3 10:12:00 2026',
    '>From Eve',
    'From',
    'X-Other: y',
    ' folded',
    '--b',
    'Content-Type: text/html',
    'DKIM-Signature: v=1; a=rsa-sha256; d=shop.example; s=k1; h=from; bh=eA==; b=eA==',
    'Forged text.',
  ),
  fc
    .tuple(fc.constantFrom(...evil), fc.constantFrom(...doubtful), fc.boolean())
    .map(([field, mark, before]) => field.replace(':', before ? `${mark}:` : `:${mark}`)),
  fc.tuple(fc.constantFrom(...evil), fc.constantFrom(...doubtful)).map(([field, mark]) => `${mark}${field}`),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replace(/[^\0-\xff]/g, '\xff')),
)

const lineEnd = fc.constantFrom(
  '\r\n',
  '\n',
  '\r',
  '\r\r\n',
  '\n\r',
  '\r\n\r\n',
  '\n\n',
  '\n\r\n',
  '\r\n ',
  '',
)

type Alteration = (mail: string) => string

/** The place of a header's line, or the one behind the last. */
function linesOf(mail: string): { readonly begins: readonly number[]; readonly end: number } {
  const end = mail.indexOf('\r\n\r\n')
  const begins = [0]
  for (let at = mail.indexOf('\r\n'); at !== -1 && at <= end; at = mail.indexOf('\r\n', at + 2))
    begins.push(at + 2)
  return { begins, end: end === -1 ? mail.length : end }
}

const replacedAt = (mail: string, at: number, length: number, put: string) =>
  mail.slice(0, at) + put + mail.slice(at + length)

const alteration: fc.Arbitrary<Alteration> = fc.oneof(
  // A line more in the header, on its top and at its bottom most of all.
  fc
    .tuple(line, lineEnd, fc.oneof(fc.nat(20), fc.constantFrom(0, -1)))
    .map(([put, end, index]): Alteration => (mail) => {
      const { begins } = linesOf(mail)
      return replacedAt(mail, begins.at(index % begins.length) ?? 0, 0, put + end)
    }),
  // A line end of the header, the blank line among them.
  fc.tuple(lineEnd, fc.nat(30)).map(([end, index]): Alteration => (mail) => {
    const { begins } = linesOf(mail)
    return replacedAt(mail, Math.max((begins[index % begins.length] ?? 2) - 2, 0), 2, end)
  }),
  // All line ends.
  fc.constantFrom('\n', '\r\r\n').map(
    (end): Alteration =>
      (mail) =>
        mail.replaceAll('\r\n', end),
  ),
  // Something doubtful before or behind a colon, or a name that goes on in the next line.
  fc
    .tuple(fc.constantFrom(...doubtful, '\r\n ', '\r\n\t', '\n '), fc.nat(12), fc.boolean())
    .map(([mark, index, before]): Alteration => (mail) => {
      const { begins } = linesOf(mail)
      const colon = mail.indexOf(':', begins[index % begins.length])
      return replacedAt(mail, before ? colon : colon + 1, 0, mark)
    }),
  // A field once more, or in another case, or without its colon.
  fc
    .tuple(fc.nat(12), fc.constantFrom('double', 'upper', 'no colon'))
    .map(([index, kind]): Alteration => (mail) => {
      const { begins } = linesOf(mail)
      const at = begins[index % begins.length] ?? 0
      const next = mail.indexOf('\r\n', at) + 2
      const text = mail.slice(at, next)
      if (kind === 'double') return mail.slice(0, at) + text + mail.slice(at)
      const colon = text.indexOf(':')
      const changed =
        kind === 'upper' ? text.slice(0, colon).toUpperCase() + text.slice(colon) : text.replace(':', '')
      return replacedAt(mail, at, text.length, changed)
    }),
  // A byte anywhere, put in, taken out or replaced.
  fc.tuple(fc.nat(), fc.nat(1), fc.constantFrom(...doubtful, 'x', '.', ';', '=', ':', '')).map(
    ([at, length, put]): Alteration =>
      (mail) =>
        replacedAt(mail, at % (mail.length + 1), length, put),
  ),
  // An attacker's text where a body may begin.
  fc
    .constantFrom(
      '-\r\nForged text.\r\n',
      '\r\nForged text.\r\n',
      '\r\r\nForged text.\r\n',
      '\n\nForged text.\r\n',
    )
    .map(
      (put): Alteration =>
        (mail) =>
          replacedAt(mail, linesOf(mail).end + 2, 0, put),
    ),
)

/** SMTP has no message whose last line does not end. */
const ended = (mail: string) => (mail.endsWith('\r\n') ? mail : `${mail}\r\n`)

/** A signed mail, and what became of it. */
export function mutatedMails(
  signed: readonly string[],
): fc.Arbitrary<{ readonly original: string; readonly mail: string }> {
  return fc
    .tuple(fc.constantFrom(...signed), fc.array(alteration, { minLength: 1, maxLength: 3 }))
    .map(([original, alterations]) => ({
      original,
      mail: ended(alterations.reduce((mail, alter) => alter(mail), original)),
    }))
}
