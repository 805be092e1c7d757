import ICAL from 'ical.js'
import { simpleParser } from 'mailparser'
import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, test } from 'vitest'
import { isSevenBit } from '../../../server/mail/compose/seven-bit.js'
import { parseMail } from '../../support/mail/wire.js'
import { arrived, contentOf, idIn, mailOf, newReader, submit, useSubmission } from './support.js'

/** Messages that are signed or encrypted go out byte for byte, others with all of their types and parameters. */

const service = useSubmission()

const header = ['From: no-reply@shop.example', 'Subject: Sealed', 'MIME-Version: 1.0']

/** Fields and body of an entity, which nobody would write anew like this. */
const signed = mailOf([
  'Content-Type: multipart/signed; micalg=pgp-sha256;',
  '\tprotocol="application/pgp-signature"; boundary="b1"',
  'Content-Description:  kept  as it is ',
  '',
  'This is an OpenPGP/MIME signed message (RFC 4880 and 3156)',
  '--b1',
  'Content-Type: text/plain; charset=utf-8; format=flowed',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Gr=C3=BC=C3=9Fe =20',
  '',
  '--b1',
  'Content-Type: application/pgp-signature; name="OpenPGP_signature.asc"',
  '',
  '-----BEGIN PGP SIGNATURE-----',
  'abc',
  '-----END PGP SIGNATURE-----',
  '',
  '--b1--',
  '',
  '',
])

test('a signed message goes out byte for byte, with the service’s header', async () => {
  const to = newReader()
  const raw = mailOf([...header, `To: ${to}`]) + signed
  const id = idIn(await submit(service(), { to: [to], raw }))
  const mail = (await arrived(service(), to)).toString('latin1')
  expect(mail.endsWith(`\r\nMIME-Version: 1.0\r\n${signed}`)).toBe(true)
  expect(mail).toMatch(/^Message-ID: <msg_/m)
  const content = await contentOf(service(), id)
  expect(content).toMatchObject({ text: 'Grüße  ', attachments: [] })
  expect(Buffer.from(content.mime_entity ?? '', 'base64').toString('latin1')).toBe(signed)
})

test.each([
  [
    'OpenPGP',
    'multipart/encrypted; protocol="application/pgp-encrypted"; boundary="b1"',
    [
      '--b1',
      'Content-Type: application/pgp-encrypted',
      '',
      'Version: 1',
      '',
      '--b1',
      'Content-Type: application/octet-stream',
      '',
      '-----BEGIN PGP MESSAGE-----',
      '',
      '--b1--',
    ],
  ],
  ['S/MIME', 'application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m', ['MIIBIjANBgkqhkiG9w0=']],
])('a message that is encrypted by %s goes out byte for byte', async (_, type, body) => {
  const to = newReader()
  const entity = mailOf([`Content-Type: ${type}`, 'Content-Transfer-Encoding: 7bit', '', ...body])
  const id = idIn(await submit(service(), { to: [to], raw: mailOf([...header, `To: ${to}`]) + entity }))
  expect((await arrived(service(), to)).toString('latin1').endsWith(`\r\n${entity}`)).toBe(true)
  expect((await contentOf(service(), id)).mime_entity).not.toBeNull()
})

test('an invitation stays one', async () => {
  const to = newReader()
  const entity = mailOf([
    'Content-Type: multipart/alternative; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'Lunch?',
    '--b1',
    'Content-Type: text/calendar; method=REQUEST',
    '',
    'BEGIN:VCALENDAR',
    'END:VCALENDAR',
    '--b1--',
  ])
  await submit(service(), { to: [to], raw: mailOf([...header, `To: ${to}`]) + entity })
  expect((await arrived(service(), to)).toString('latin1').endsWith(`\r\n${entity}`)).toBe(true)
})

const calendar = (...summary: readonly string[]) => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Shop//Booking//EN',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'UID:1@shop.example',
  'DTSTAMP:20261129T120000Z',
  'DTSTART:20261201T120000Z',
  ...summary,
  'ORGANIZER:mailto:no-reply@shop.example',
  'END:VEVENT',
  'END:VCALENDAR',
]
const part = (type: string, lines: readonly string[]) => [
  `Content-Type: ${type}`,
  'Content-Transfer-Encoding: 8bit',
  '',
  ...lines,
]
const multipart = (subtype: string, ...parts: readonly (readonly string[])[]) => [
  `Content-Type: multipart/${subtype}; boundary="b1"`,
  '',
  ...parts.flatMap((each) => ['--b1', ...each]),
  '--b1--',
]
const words = part('text/plain; charset=utf-8', ['Grüße'])
const invitation = 'text/calendar; charset=utf-8; method=REQUEST'

test.each([
  ['a text that is 8-bit', multipart('alternative', words, part(invitation, calendar('SUMMARY:Party')))],
  ['a calendar that is 8-bit', multipart('alternative', words, part(invitation, calendar('SUMMARY:Größe')))],
  [
    'a long line',
    multipart('alternative', words, part(invitation, calendar(`SUMMARY:${'long '.repeat(220)}`))),
  ],
  ['the calendar among others', multipart('mixed', words, part(invitation, calendar('SUMMARY:Größe')))],
  ['the calendar alone', part(invitation, calendar('SUMMARY:Größe'))],
])('an invitation with %s stays one to calendar programs', async (_, lines) => {
  const to = newReader()
  const raw = mailOf([...header, `To: ${to}`, ...lines])
  const id = idIn(await submit(service(), { to: [to], raw: Buffer.from(raw) }))
  const mail = await arrived(service(), to)
  expect(isSevenBit(mail)).toBe(true)
  const { attachments } = await simpleParser(mail, { keepCidLinks: true })
  const [file, ...others] = attachments
  expect(others).toEqual([])
  expect(mail.toString('latin1')).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REQUEST\r$/m)
  expect(mail.toString('latin1')).not.toContain('Content-Disposition')
  const event = new ICAL.Component(ICAL.parse(file?.content.toString() ?? '')).getFirstSubcomponent('vevent')
  const summary = lines.find((line) => line.startsWith('SUMMARY:'))?.slice('SUMMARY:'.length)
  expect(event?.getFirstPropertyValue('summary')).toBe(summary)
  expect((await contentOf(service(), id)).mime_entity).not.toBeNull()
})

test.each(['text/x-amp-html', 'text/watch-html', 'text/markdown', 'application/ld+json'])(
  'the form %s of a text stays one',
  async (type) => {
    const to = newReader()
    const lines = multipart('alternative', words, part(`${type}; charset=utf-8`, ['<p>Größe</p>']))
    await submit(service(), { to: [to], raw: Buffer.from(mailOf([...header, `To: ${to}`, ...lines])) })
    const mail = (await arrived(service(), to)).toString('latin1')
    expect(mail).toContain(
      `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa('<p>GrÃ¶Ã\x9Fe</p>')}`,
    )
  },
)

test('what nodemailer makes of an invitation comes to a calendar program', async () => {
  const to = newReader()
  const composer = new MailComposer({
    from: 'no-reply@shop.example',
    to,
    subject: 'Party',
    text: 'Grüße',
    html: '<p>Grüße</p>',
    icalEvent: { method: 'REQUEST', filename: 'größe.ics', content: calendar('SUMMARY:Größe').join('\r\n') },
  })
  await submit(service(), { to: [to], raw: await composer.compile().build() })
  const { attachments } = await simpleParser(await arrived(service(), to))
  expect(attachments.map(({ contentType, filename }) => [contentType, filename])).toEqual([
    ['text/calendar', undefined],
    ['application/ics', 'größe.ics'],
  ])
})

test('a file keeps the parameters of its type', async () => {
  const to = newReader()
  const file = [
    'Content-Type: text/calendar; method=CANCEL; charset=iso-8859-1; name="party.ics"',
    'Content-Disposition: attachment; filename="party.ics"',
    'Content-Transfer-Encoding: base64',
    '',
    'R3L232U=',
  ]
  const raw = mailOf([...header, `To: ${to}`, ...multipart('mixed', words, file)])
  const id = idIn(await submit(service(), { to: [to], raw: Buffer.from(raw) }))
  expect((await arrived(service(), to)).toString('latin1')).toMatch(
    /^Content-Type: text\/calendar; method=CANCEL; charset=iso-8859-1;\s+name="party\.ics"\r$/m,
  )
  expect((await contentOf(service(), id)).attachments).toMatchObject([
    {
      content_type: 'text/calendar',
      content_type_parameters: { method: 'CANCEL', charset: 'iso-8859-1' },
    },
  ])
})

test('a part that has no form in 7 bits is refused with the reason', async () => {
  const to = newReader()
  const report = ['Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; größe.example']
  const raw = Buffer.from(mailOf([...header, `To: ${to}`, ...multipart('report', words, report)]))
  expect(await submit(service(), { to: [to], raw })).toMatch(
    /^554 5\.6\.0 validation_failed: message has a part that cannot be re-encoded, so it must be 7-bit/,
  )
})

test('what cannot be passed on byte for byte is refused', async () => {
  const refused = /^554 5\.6\.0 validation_failed: message is signed or encrypted, so it must be 7-bit/
  const to = newReader()
  const eightBit = Buffer.from(mailOf([...header, `To: ${to}`]) + signed.replace('abc', 'Größe'), 'utf8')
  expect(await submit(service(), { to: [to], raw: eightBit })).toMatch(refused)
  const long = mailOf([...header, `To: ${to}`]) + signed.replace('abc', 'x'.repeat(999))
  expect(await submit(service(), { to: [to], raw: long })).toMatch(refused)
})

test('S/MIME that its program did not know goes out byte for byte', async () => {
  const to = newReader()
  const entity = mailOf([
    'Content-Type: application/octet-stream; name="smime.p7m"',
    'Content-Disposition: attachment; filename="smime.p7m"',
    'Content-Transfer-Encoding: base64',
    '',
    'QUJD',
    '',
  ])
  await submit(service(), { to: [to], raw: mailOf([...header, `To: ${to}`]) + entity })
  expect((await arrived(service(), to)).toString('latin1').endsWith(`\r\n${entity}`)).toBe(true)
})

test('clear-signed text in paragraphs keeps its lines', async () => {
  const to = newReader()
  const lines = [
    '-----BEGIN PGP SIGNED MESSAGE-----',
    'Hash: SHA256',
    '',
    'One line that is ',
    'flowed',
    '- -- ',
    'Ada',
    '-----BEGIN PGP SIGNATURE-----',
    '',
    'iQ==',
    '-----END PGP SIGNATURE-----',
    '',
  ]
  const type = 'Content-Type: text/plain; charset=utf-8; format=flowed'
  await submit(service(), { to: [to], raw: mailOf([...header, `To: ${to}`, type, '', ...lines]) })
  const { text } = await parseMail(await arrived(service(), to))
  expect(text?.trimEnd().split('\n')).toEqual(lines.slice(0, -1))
})
