import { generateKeyPairSync } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId, newUuid } from '../../../../server/platform/db/ids.js'
import type { Inbound } from '../../../../server/product/inbound/inbound.js'
import { call } from '../../../support/api/api.js'
import { writeReport } from '../../../support/domains/dmarc-reports.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { submit } from '../../../support/mail-servers/smtp-talk.js'
import { writeTlsReport } from '../../../support/domains/tls-reports.js'
import { useRig } from '../support.js'

/** TLS reports by mail, from the SMTP dialogue to what the API says. */

const rig = useRig()
const address = 'dmarc@bounces.shop.example'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const published = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
let dns: TestDns
/** One that authenticates who sends a report. */
let strict: Inbound

beforeAll(async () => {
  const workspace_id = fromTypeId('ws', rig.service.credentials.workspace_id)
  await rig.service.sql.query(
    `insert into domains (workspace_id, id, name, status) values ($1, $2, 'shop.example', 'verified')`,
    [workspace_id, newUuid()],
  )
  const key = (service: string) => ({ TXT: [`v=DKIM1; k=rsa; s=${service}; p=${published}`] })
  dns = await startDns({
    'mail._domainkey.receiver.example': key('email'),
    'tls._domainkey.receiver.example': key('tlsrpt'),
    'other._domainkey.receiver.example': key('other'),
    'receiver.example': { TXT: ['v=spf1 -all'] },
  })
  strict = await rig.start({ authenticatedBy: [dns.server] })
})
afterAll(() => dns.close())

interface Mail {
  readonly type?: string
  readonly content: Buffer
}

/** A message as RFC 8460 has it (section 5.3). */
function mailWith({ type = 'application/tlsrpt+gzip', content }: Mail): string {
  return [
    'From: <tlsrpt@receiver.example>',
    `To: <${address}>`,
    'Subject: Report Domain: shop.example Submitter: receiver.example Report-ID: <t@receiver.example>',
    'TLS-Report-Domain: shop.example',
    'TLS-Report-Submitter: receiver.example',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type="tlsrpt"; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset="us-ascii"',
    '',
    'This is an aggregate TLS report from receiver.example',
    '--b',
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="receiver.example!shop.example!1!2!001.json.gz"',
    '',
    content.toString('base64').replace(/.{76}/g, '$&\r\n'),
    '--b--',
    '',
  ].join('\r\n')
}

async function signed(mail: string, selector: string): Promise<string> {
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  const { signatures } = await dkimSign(mail, {
    signTime: new Date(),
    signatureData: [{ signingDomain: 'receiver.example', selector, privateKey: pem }],
  } as Parameters<typeof dkimSign>[1])
  return `${signatures}${mail}`
}

async function reported(): Promise<{ reports: number; failures: object[] } | undefined> {
  const key = await rig.service.session('member')
  const reply = await call(rig.service.url, 'GET', '/v1/deliverability/tls/reports', { key })
  expect(reply.status, reply.text).toBe(200)
  return (reply.body.data as { domain: string; reports: number; failures: object[] }[]).find(
    ({ domain }) => domain === 'shop.example',
  )
}

test('a report by mail is kept once, however it is packed, and the API says why sessions failed', async () => {
  const failures = [{ result: 'starttls-not-supported', mx: 'mx2.mail.shop.example', sessions: 203 }]
  const json = writeTlsReport({ id: 'first', policies: [{ successful: 5326, failed: 203, failures }] })
  const mail = mailWith({ content: gzipSync(json) })
  expect(await submit(rig.port, address, mail)).toMatch(/^250 /)
  expect(await submit(rig.port, address, mail)).toMatch(/^250 /)
  const plain = Buffer.from(writeTlsReport({ id: 'second', policies: [{ successful: 1 }] }))
  const type = 'application/tlsrpt+json'
  expect(await submit(rig.port, address, mailWith({ type, content: plain }))).toMatch(/^250 /)
  expect([await rig.counted('tls_report'), await rig.counted('tls_known')]).toEqual([2, 1])
  expect(await reported()).toMatchObject({
    reports: 2,
    reporters: ['receiver inc.'],
    successful_sessions: 5327,
    failed_sessions: 203,
    failures: [
      { result_type: 'starttls-not-supported', receiving_mx: 'mx2.mail.shop.example', sessions: 203 },
    ],
  })
})

test('what cannot be right is refused with a sentence', async () => {
  const of = (json: string) => submit(rig.port, address, mailWith({ content: gzipSync(json) }))
  const elsewhere = writeTlsReport({ policies: [{ domain: 'elsewhere.example' }] })
  expect(await of(elsewhere)).toMatch(/^550 5\.6\.0 unknown_domain: /)
  expect(await of('{"policies": ')).toMatch(/^550 5\.6\.0 malformed_json: /)
  expect(await of(writeReport())).toMatch(/^550 5\.6\.0 not_a_report: /)
})

test('a report has to pass DMARC, and its signature may be of a key for TLS reports alone', async () => {
  const before = (await reported())?.reports ?? 0
  const mail = (id: string) => mailWith({ content: gzipSync(writeTlsReport({ id })) })
  const at = async (raw: string) => submit(strict.port, address, raw)
  expect(await at(mail('unsigned'))).toMatch(/^550 5\.7\.1 /)
  expect(await at(await signed(mail('other'), 'other'))).toMatch(/^550 5\.7\.1 /)
  expect(await at(await signed(mail('by-mail'), 'mail'))).toMatch(/^250 /)
  expect(await at(await signed(mail('by-tls'), 'tls'))).toMatch(/^250 /)
  expect((await reported())?.reports).toBe(before + 2)
  // Such a key signs no DMARC report.
  const dmarc = mailWith({ type: 'application/gzip', content: gzipSync(writeReport()) })
  expect(await at(await signed(dmarc, 'tls'))).toMatch(/^550 5\.7\.1 /)
})
