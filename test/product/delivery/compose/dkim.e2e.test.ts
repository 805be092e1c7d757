import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId, nilUuid } from '../../../../server/platform/db/ids.js'
import { dkimRecord } from '../../../../server/product/domains/dkim/dns-record.js'
import { verifyDkim, type Verified, type Zone } from '../../../support/mail/dkim.js'
import { inbox, rawMail, send, untilLog } from '../../../support/messages/mail.js'
import { heldPort } from '../../../support/network/ports.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { startSmtpServer } from '../../../support/mail-servers/smtp.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/**
 * Tests that delivered mail is signed, as a receiver sees it who finds in the DNS the records that are to be
 * published there.
 */

let service: TestService
let workspaceId: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = fromTypeId('ws', service.credentials.workspace_id)
  await addDomain('own.example')
})
afterAll(() => service.stop())

/** As versions left it that had no keys. */
async function addDomain(name: string, workspace = workspaceId): Promise<void> {
  await service.sql.query(`insert into domains values ($1, $2, $3, 'verified')`, [
    workspace,
    randomUUID(),
    name,
  ])
}

interface PublicRow {
  domain: string
  selector: string
  algorithm: 'rsa' | 'ed25519'
  public_key: string
}

/** Returns the records that the DNS would hold, with the development key below the sender's domain. */
async function zoneFor(domain: string): Promise<Zone> {
  const { rows } = await service.sql.query<PublicRow>(
    'select domain, selector, algorithm, public_key from dkim_keys where workspace_id in ($1, $2)',
    [workspaceId, nilUuid],
  )
  const records = rows.map((row) =>
    dkimRecord({ ...row, domain: row.domain || domain, publicKey: row.public_key }),
  )
  return Object.fromEntries(records.map(({ name, value }) => [name, value]))
}

async function arrived(to: string): Promise<Buffer> {
  const mail = await until(async () => (await inbox(service.url, to))[0], `the mail to ${to}`)
  return rawMail(service.url, mail)
}

let counter = 0
async function deliver(from: string, fields: Parameters<typeof send>[2] = {}): Promise<Verified[]> {
  const to = fields.to?.[0]?.email ?? `reader${++counter}@example.com`
  await send(service, to, { from_email: from, ...fields })
  const raw = await arrived(to)
  return verifyDkim(raw, await zoneFor(from.slice(from.indexOf('@') + 1)))
}

const base64 = (content: Buffer) => content.toString('base64')

test.each<[string, Parameters<typeof send>[2]]>([
  ['plain', {}],
  [
    'with HTML, an image and a file',
    {
      html: '<p>Grüße  und \t\n\n\n <img src="cid:a"></p>\n\n',
      attachments: [
        { filename: 'a.png', content: base64(randomBytes(500)), content_id: 'a' },
        { filename: 'Rechnung März.pdf', content: base64(randomBytes(800_000)) },
      ],
    },
  ],
  [
    'international',
    { to: [{ email: 'grüße@例え.jp', name: '山田 太郎' }], subject: '例え 🎉', from_name: 'Größe' },
  ],
  [
    'with long headers',
    {
      subject: 'word '.repeat(190).trim(),
      headers: { 'X-Long': 'x'.repeat(900), References: '<a@b.example> '.repeat(60).trim() },
      cc: Array.from({ length: 20 }, (_, index) => ({
        email: `c${index}@example.com`,
        name: `Name ${index}`,
      })),
    },
  ],
  ['of blank lines', { text: '\n\n \n\t\n a  b \n\n\n' }],
  ['with a way to leave', { list_unsubscribe: { url: 'https://own.example/u', email: 'leave@own.example' } }],
])('a mail %s verifies', async (_what, fields) => {
  const [signature, ...others] = await deliver('shop@own.example', fields)
  expect(signature).toMatchObject({ result: 'pass', domain: 'own.example', algorithm: 'rsa-sha256' })
  expect(others).toEqual([])
  const unsubscribe = ['list-unsubscribe', 'list-unsubscribe-post']
  if (fields?.list_unsubscribe) expect(signature?.covers).toEqual(expect.arrayContaining(unsubscribe))
})

test('one key signs for a domain and those below it, whoever is first to need it', async () => {
  await addDomain('deep.example')
  const senders = ['a@deep.example', 'a@mail.deep.example', 'a@eu.mail.deep.example', 'a@deep.example']
  const all = await Promise.all(senders.map((from) => deliver(from)))
  for (const signatures of all)
    expect(signatures).toEqual([expect.objectContaining({ result: 'pass', domain: 'deep.example' })])
  expect(new Set(all.map(([signature]) => signature?.selector)).size).toBe(1)
})

test('the sink gets signed mail for domains without a key, live and test, with one key for all', async () => {
  const expected = { result: 'pass', selector: 'postseal-dev', algorithm: 'rsa-sha256' }
  for (const domain of ['nobody.example', 'elsewhere.example', 'notown.example'])
    expect(await deliver(`a@${domain}`)).toMatchObject([{ ...expected, domain }])

  const { test_project_key, test_project_id } = service.credentials
  const testing = { ...service, credentials: { ...service.credentials, project_key: test_project_key } }
  await send(testing, 'tester@example.com', { project_id: test_project_id })
  const raw = await arrived('tester@example.com')
  expect(await verifyDkim(raw, await zoneFor('shop.example'))).toMatchObject([expected])
})

test('nobody signs with the key of another workspace', async () => {
  const other: Tenant = await addTenant(service)
  await addDomain('theirs.example', other.workspaceId)
  expect(await deliver('a@theirs.example')).toMatchObject([{ selector: 'postseal-dev' }])
})

test('mail that leaves is signed for a domain of the workspace, and not at all for another', async () => {
  const port = await heldPort()
  const relay = await startSmtpServer(port)
  const leaving = await startTestService({
    env: {
      POSTSEAL_ALLOW_HTTP: 'true',
      POSTSEAL_TRANSPORT: `smtp://127.0.0.1:${port}?starttls=never`,
      POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'false',
      POSTSEAL_HOSTNAME: 'mail.shop.example',
      POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.shop.example',
    },
  })
  try {
    const own = fromTypeId('ws', leaving.credentials.workspace_id)
    await leaving.sql.query(`insert into domains values ($1, $2, 'shop.example', 'verified')`, [
      own,
      randomUUID(),
    ])
    for (const from_email of ['a@shop.example', 'a@other.example']) {
      const message = await send(leaving, 'ada@example.com', { from_email })
      await untilLog(leaving, message, ({ status }) => status === 'delivered', 'the delivery')
    }
    const signers = relay.received.map(
      ({ raw }) => /^DKIM-Signature: [^]*? d=([^;]+);/.exec(raw.toString())?.[1],
    )
    expect(signers).toEqual(['shop.example', undefined])
  } finally {
    await leaving.stop()
    await relay.close()
  }
})
