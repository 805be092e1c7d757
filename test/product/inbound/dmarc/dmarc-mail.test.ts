import { generateKeyPairSync } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId, newUuid } from '../../../../server/platform/db/ids.js'
import type { Inbound } from '../../../../server/product/inbound/inbound.js'
import { writeReport, zipOf, type WrittenReport } from '../../../support/domains/dmarc-reports.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { submit, talk } from '../../../support/mail-servers/smtp-talk.js'
import { useRig } from '../support.js'

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
  dns = await startDns({
    'k1._domainkey.receiver.example': { TXT: [`v=DKIM1; k=rsa; p=${published}`] },
    'k1._domainkey.stranger.example': { TXT: [`v=DKIM1; k=rsa; p=${published}`] },
    'receiver.example': { TXT: ['v=spf1 -all'] },
    'reports.receiver.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
    'stranger.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
    'k1._domainkey.silent.example': { fails: 'SERVFAIL' },
    'silent.example': { TXT: ['v=spf1 -all'] },
  })
  strict = await rig.start({ authenticatedBy: [dns.server] })
})
afterAll(() => dns.close())

let number = 0
const newReport = (more: WrittenReport = {}) => writeReport({ id: `mail-${++number}`, ...more })

/** A message with a part, as most reporters make it. */
function mailWith(part: Buffer, options: { type?: string; from?: string; encoding?: string } = {}): string {
  const { type = 'application/gzip', from = 'noreply@receiver.example', encoding = 'base64' } = options
  const body =
    encoding === 'base64' ? part.toString('base64').replace(/.{76}/g, '$&\r\n') : quotedPrintable(part)
  return [
    `From: Reports <${from}>`,
    `To: <${address}>`,
    'Subject: Report domain: shop.example',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'This is a report.',
    '--b',
    `Content-Type: ${type}; name="report"`,
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    body,
    '--b--',
    '',
  ].join('\r\n')
}

function quotedPrintable(bytes: Buffer): string {
  return bytes.toString('hex').replace(/(..)/g, '=$1').replace(/.{72}/g, '$&=\r\n')
}

async function signed(mail: string, domain = 'receiver.example', more: object = {}): Promise<string> {
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  const { signatures } = await dkimSign(mail, {
    signTime: new Date(),
    signatureData: [{ signingDomain: domain, selector: 'k1', privateKey: pem, ...more }],
  } as Parameters<typeof dkimSign>[1])
  return `${signatures}${mail}`
}

async function kept(): Promise<number> {
  const { rows } = await rig.service.sql.query<{ count: string }>('select count(*) from dmarc_reports')
  return Number(rows[0]?.count)
}

test('a report is kept, found by its bytes, and counted; one that comes again is taken and changes nothing', async () => {
  const before = await kept()
  const xml = Buffer.from(newReport())
  const mail = mailWith(gzipSync(xml))
  expect(await submit(rig.port, address.toUpperCase(), mail, 'noreply@receiver.example')).toMatch(/^250 /)
  expect(await submit(rig.port, address, mail)).toMatch(/^250 /)
  const others = [
    mailWith(zipOf([{ name: 'r.xml', content: Buffer.from(newReport()) }]), { type: 'text/plain' }),
    mailWith(gzipSync(newReport()), { type: 'application/octet-stream', encoding: 'quoted-printable' }),
    mailWith(Buffer.from(newReport()), { type: 'text/xml' }),
    `From: a@receiver.example\nContent-Type: application/gzip\nContent-Transfer-Encoding: base64\n\n${gzipSync(newReport()).toString('base64')}\n`,
  ]
  for (const other of others) expect(await submit(rig.port, address, other)).toMatch(/^250 /)
  expect(await kept()).toBe(before + 5)
  expect([await rig.counted('dmarc_report'), await rig.counted('dmarc_known')]).toEqual([5, 1])
})

test('what is no report of ours is refused with a sentence, and leaves nothing', async () => {
  const before = await kept()
  const gzip = gzipSync(newReport())
  const two = mailWith(gzip).replace('--b--', `--b\r\n\r\n${newReport()}\r\n--b--`)
  const refused = [
    [mailWith(Buffer.from('GIF89a')), /^550 5\.6\.0 not_a_report: /],
    ['From: ada@example.com\n\nHello', /^550 5\.6\.0 not_a_report: /],
    [mailWith(gzip.subarray(0, -10)), /^550 5\.6\.0 damaged_archive: /],
    [mailWith(gzipSync(newReport({ domain: 'other.example' }))), /^550 5\.6\.0 unknown_domain: /],
    [mailWith(gzipSync(newReport({ rows: [{}, { count: -1 }] }))), /^550 5\.6\.0 invalid_count: /],
    [mailWith(gzipSync(Buffer.alloc(4e6, ' ')), {}), /^550 5\.6\.0 not_a_report|^552 5\.3\.4 too_large/],
    [two, /^550 5\.6\.0 several_files: /],
  ] as const
  for (const [mail, reply] of refused) expect(await submit(rig.port, address, mail)).toMatch(reply)
  expect(await kept()).toBe(before)
})

test('a report may be larger than other mail, and so many large ones come at once', async () => {
  const before = await kept()
  const large = newReport({ more: `<!-- -->${'<x>spaces</x>\n'.repeat(15_000)}` })
  const mail = mailWith(Buffer.from(large)).replace(
    'This is a report.',
    'x'.repeat(70).concat('\r\n').repeat(12_000),
  )
  expect(mail.length).toBeGreaterThan(1024 * 1024)
  const { port } = await rig.start({ limits: { largeReports: 1 } })
  const slow = await talk(port)
  await slow.begin('', address)
  // More than is kept of other mail, but not its end.
  slow.write(mail.slice(0, -10))
  await expect.poll(async () => submit(port, address, mail), { interval: 5 }).toMatch(/^452 4\.3\.1 /)
  expect(await submit(port, address, mailWith(gzipSync(newReport())))).toMatch(/^250 /)
  expect(await slow.say(`${mail.slice(-10)}\r\n.`)).toMatch(/^250 /)
  slow.end()
  expect(await submit(port, address, mail)).toMatch(/^250 /)
  expect(await kept()).toBeGreaterThanOrEqual(before + 2)
  const small = await rig.start({ limits: { reportBytes: 500_000 } })
  expect(await submit(small.port, address, mail)).toMatch(/^552 5\.3\.4 /)
})

test('a report is for its address alone', async () => {
  const client = await talk(rig.port)
  await client.say('EHLO peer.example')
  for (const [first, second] of [
    [address, 'fbl@bounces.shop.example'],
    ['fbl@bounces.shop.example', address],
  ]) {
    await client.say('MAIL FROM:<>')
    expect(await client.say(`RCPT TO:<${first}>`)).toMatch(/^250 /)
    expect(await client.say(`RCPT TO:<${second}>`)).toMatch(/^452 4\.5\.3 /)
    await client.say('RSET')
  }
  client.end()
})

test('a report has to pass DMARC by DKIM or by SPF', async () => {
  const mail = () => mailWith(gzipSync(newReport()))
  const at = (raw: string, from = '') => submit(strict.port, address, raw, from)
  for (const canonicalization of ['relaxed/relaxed', 'simple/simple', 'relaxed/simple'])
    expect(await at(await signed(mail(), 'receiver.example', { canonicalization }))).toMatch(/^250 /)
  expect(
    await at(await signed(mailWith(gzipSync(newReport()), { from: 'a@reports.receiver.example' }))),
  ).toMatch(/^250 /)
  expect(await at(mail(), 'bounce@reports.receiver.example')).toMatch(/^250 /)

  const before = await kept()
  const altered = (await signed(mail())).replace('This is a report.', 'This is another.')
  const foreign = await signed(mail(), 'stranger.example')
  const partly = await signed(mail(), 'receiver.example', { maxBodyLength: 20 })
  for (const raw of [mail(), altered, foreign, partly]) expect(await at(raw)).toMatch(/^550 5\.7\.1 /)
  expect(await at(mail(), 'a@stranger.example')).toMatch(/^550 5\.7\.1 /)
  expect(await at(mail(), 'a@receiver.example')).toMatch(/^550 5\.7\.1 /)
  const twoFroms = (await signed(mail())).replace(/^From:/m, 'From: <a@receiver.example>\r\nFrom:')
  expect(await at(twoFroms)).toMatch(/^550 5\.7\.1 /)
  const unknown = await signed(
    mailWith(gzipSync(newReport()), { from: 'a@silent.example' }),
    'silent.example',
  )
  expect(await at(unknown)).toMatch(/^451 4\.7\.5 /)
  expect(await kept()).toBe(before)
})

test("a report under a signature of somebody's other mail is refused, wherever its begin is put", async () => {
  const before = await kept()
  const other = await signed(
    'From: <a@receiver.example>\r\nSubject: Lunch\r\n\r\nAt noon?\r\n',
    'receiver.example',
    {
      canonicalization: 'relaxed/relaxed',
    },
  )
  const report = mailWith(Buffer.from(newReport()), { encoding: 'quoted-printable' })
  const [header = '', body = ''] = report.split(/(?<=^Content-Type: multipart.*)\r\n\r\n/m)
  const type = /^Content-Type: multipart.*/m.exec(header)?.[0] ?? ''
  const forged = [
    ...['-', '\x0b', '\xa0', 'no colon', ': x', '\r', '\r\r'].map((line) =>
      other.replace('\r\n\r\n', `\r\n${type}\r\n${line}\r\n${body}\r\n\r\n`),
    ),
    ...['\x0b', '\x0c', '\xa0', '\0', '\r'].map(
      (mark) => `From: <b@receiver.example>\r\n${other.replace(/^From:/m, `From${mark}:`)}`,
    ),
  ]
  for (const raw of forged)
    expect([raw, await submit(strict.port, address, raw)]).toEqual([
      raw,
      expect.stringMatching(/^550 5\.7\.1 /),
    ])
  expect(await kept()).toBe(before)
})

test('a body that takes long to check is only held against what mail can be', async () => {
  const bodies = ['x'.repeat(900_000), ' \t \r\n'.repeat(200_000), '\r'.repeat(900_000)]
  for (const body of bodies) {
    const mail = `From: a@receiver.example\r\n\r\n${body}`
    const signature =
      'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=receiver.example; s=k1; h=from; bh=x; b=x'
    expect(await submit(strict.port, address, `${signature}\r\n${mail}`)).toMatch(/^550 5\.7\.1 /)
  }
})

test('a header that takes others long to check makes no report of a message that is by nobody', async () => {
  const mail = mailWith(gzipSync(newReport()))
  const headers = [
    'X: y\r\n'.repeat(5000),
    `X: ${'y'.repeat(9000)}\r\n`,
    `DKIM-Signature: v=1; ${`h=${'a:'.repeat(900)};\r\n `.repeat(30)}\r\n`,
    'X-Y: z\r\n'.repeat(20_000),
  ]
  for (const header of headers)
    expect(await submit(strict.port, address, `${header}${mail}`)).toMatch(/^550 5\.7\.1 /)
  const many = 'DKIM-Signature: v=1; a=rsa-sha256; d=receiver.example; s=k1; h=from; bh=x; b=x\r\n'.repeat(
    100,
  )
  expect(await submit(strict.port, address, `${many}${mail}`)).toMatch(/^550 5\.7\.1 /)
})
