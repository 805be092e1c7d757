import { expect, test } from 'vitest'
import { parseMail } from '../../support/wire.js'
import { arrived, contentOf, idIn, mailOf, newReader, submit, useSubmission } from './support.js'

/** Messages that are signed, encrypted or have another form of their text go out byte for byte. */

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
