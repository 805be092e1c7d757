import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkNow } from '../../../server/operate/cli/domain/check.js'
import { addDomain, removeDomain, rotateKey, showDomain } from '../../../server/operate/cli/domain/domain.js'
import { unvouchDomain, vouchForDomain } from '../../../server/operate/cli/domain/vouch.js'
import { readConfig, type Config } from '../../../server/platform/config/config.js'
import { newWorkspaceId, toTypeId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { openKeyRing } from '../../../server/operate/key-ring/key-ring.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'
import { publish } from '../../support/domains/domains.js'

/** Tests the operator's commands about domains, without the processes that they run in. */

let database: ConnectedDatabase
let dns: TestDns
let config: Config
let db: Knex
let workspaceId: WorkspaceId

beforeAll(async () => {
  database = await openMigratedDatabase(4)
  dns = await startDns()
  config = readConfig({
    DATABASE_URL: database.url,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    POSTSEAL_DNS_SERVERS: dns.server,
  })
  db = database.db
  await openKeyRing(db, config)
})
afterAll(async () => {
  await database.drop()
  await dns.close()
})
beforeEach(async () => {
  workspaceId = newWorkspaceId()
  await db('workspaces').insert({ id: workspaceId, name: 'A' })
})

const options = () => ({ workspace: toTypeId('ws', workspaceId) })
const inJson = async (text: Promise<string>) => JSON.parse(await text)
type DomainCommand = typeof addDomain | typeof checkNow
const outcome = (command: DomainCommand, name: string, more = {}) =>
  command(db, config, name, { ...options(), ...more })
const run = async (command: DomainCommand, name: string, more = {}) => {
  const done = await outcome(command, name, more)
  return typeof done === 'string' ? done : done.text
}
const json = (command: DomainCommand, name: string, more = {}) =>
  inJson(run(command, name, { json: true, ...more }))
const eventTypes = () => db('events').where({ workspace_id: workspaceId }).orderBy('id').pluck('type')

test('a domain is added, published, checked and removed', async () => {
  const added = await run(addDomain, 'Shop.Example')
  expect(added).toMatch(/^shop\.example is pending\. Publish these records in its DNS/)
  const shown = await json(showDomain, 'shop.example')
  expect(shown).toMatchObject({ name: 'shop.example', status: 'pending', vouched: false })
  const [key] = shown.dns_records
  expect(added).toContain(
    `dkim  unchecked  (required)\n  name      ${key.name}\n  type      TXT\n  expected  "v=DKIM1; k=rsa; p=`,
  )

  // The service has no public name here.
  expect(added).toContain('Not to be published yet: dmarc, tls_rpt. Set POSTSEAL_PUBLIC_URL first')
  expect(added).not.toContain('localhost')

  expect(await outcome(checkNow, 'shop.example')).toMatchObject({ succeeded: false })
  const missing = await run(checkNow, 'shop.example')
  expect(missing).toMatch(
    /^shop\.example {2}pending\nchecked at \S+Z, next check at \S+Z\nkeys: ps1-\w+ \(rsa, active\)\nown return path: bounces\.shop\.example, not_needed\n\ndkim {2}missing {2}\(required\)/,
  )
  // With what to do, in a sentence.
  expect(missing).toMatch(/expected {2}"v=DKIM1.*"\n {2}[A-Z].*\.\n\n/)

  publish(dns.zone, shown)
  expect(await outcome(checkNow, 'shop.example')).toMatchObject({ succeeded: true })
  const found = await run(checkNow, 'shop.example')
  expect(found).toMatch(/^shop\.example {2}verified\n/)
  const [, expected] = /expected {2}(.*)\n/.exec(found) ?? []
  expect(found).toContain(`dkim  ok  (required)`)
  expect(found).toContain(`\n  found     ${expected}\n`)
  expect(await eventTypes()).toEqual(['domain.verified'])

  delete dns.zone[key.name]
  expect(await run(checkNow, 'shop.example')).toMatch(
    /^shop\.example {2}degraded, fails at \S+Z unless it is fixed\n/,
  )

  expect(await removeDomain(db, 'shop.example', options())).toContain('Removed shop.example from ')
  await expect(run(checkNow, 'shop.example')).rejects.toThrow(/has no domain shop\.example\.$/)
})

test('the operator vouches for a domain, and takes it back', async () => {
  expect(await json(vouchForDomain, 'ours.example')).toMatchObject({ status: 'verified', vouched: true })
  const again = await json(vouchForDomain, 'ours.example', { ed25519: true })
  expect(again.dkim_keys.map((key: { algorithm: string }) => key.algorithm)).toEqual(['rsa', 'ed25519'])
  expect(await json(checkNow, 'ours.example')).toMatchObject({ status: 'verified', vouched: true })
  expect(await eventTypes()).toEqual(['domain.verified'])

  const taken = await run(unvouchDomain, 'ours.example')
  expect(taken).toMatch(/^ours\.example is pending, and the next check decides\./)
  const shown = await json(showDomain, 'ours.example')
  expect(shown).toMatchObject({ status: 'pending', vouched: false })
  expect(Date.parse(shown.next_check_at)).toBeLessThanOrEqual(Date.now())
  await expect(run(unvouchDomain, 'ours.example')).rejects.toThrow('ours.example is not vouched for.')

  expect(await json(checkNow, 'ours.example')).toMatchObject({ status: 'pending' })
  publish(dns.zone, shown)
  expect(await json(checkNow, 'ours.example')).toMatchObject({ status: 'verified', vouched: false })
})

test('a key is rotated', async () => {
  const added = await json(addDomain, 'turn.example')
  const rotated = await run(rotateKey, 'turn.example')
  expect(rotated).toMatch(/^turn\.example has a new key\. Publish its record, and keep the old one/)
  const { dkim_keys, dns_records } = await json(showDomain, 'turn.example')
  expect(dkim_keys.map(({ status }: { status: string }) => status)).toEqual(['active', 'pending'])
  expect(dns_records).toHaveLength(2)
  expect(dns_records[0]).toEqual(added.dns_records[0])
  await expect(run(rotateKey, 'turn.example')).rejects.toThrow(/^The key ps2-\w+ is still pending\./)
})

test('what the API refuses is refused in words for a command', async () => {
  await run(addDomain, 'twice.example')
  await expect(run(addDomain, 'twice.example')).rejects.toThrow(
    /^twice\.example is a domain of the workspace already\.$/,
  )
  await expect(run(addDomain, 'co.uk')).rejects.toThrow(/^co\.uk is a public suffix/)
  await expect(run(addDomain, 'localhost')).rejects.toThrow(
    '"localhost" is not a domain such as shop.example.',
  )
  const foreign = { ...config, secretKey: randomBytes(32).toString('base64') }
  await expect(addDomain(db, foreign, 'foreign.example', options())).rejects.toThrow(/POSTSEAL_SECRET_KEY/)
  expect(await db('domains').where({ name: 'foreign.example' })).toEqual([])
})

test('a command sees the domain of its workspace only', async () => {
  await run(addDomain, 'mine.example')
  workspaceId = newWorkspaceId()
  await db('workspaces').insert({ id: workspaceId, name: 'B' })
  for (const command of [showDomain, checkNow, rotateKey, unvouchDomain])
    await expect(run(command, 'mine.example')).rejects.toThrow(/has no domain mine\.example\.$/)
})

test('that the DNS servers do not answer is said once, on top', async () => {
  await run(addDomain, 'silent.example')
  // Nobody listens there.
  const away = { ...config, dnsServers: ['127.0.0.1:1'] }
  const { text, succeeded } = await checkNow(db, away, 'silent.example', options())
  expect(succeeded).toBe(false)
  expect(text).toMatch(
    /^No record could be looked up: the DNS servers do not answer\. See POSTSEAL_DNS_SERVERS;/,
  )
  expect(text.match(/The DNS could not answer \(ECONNREFUSED\)/g)).toHaveLength(1)
  expect(text).not.toMatch(/\(CONNREFUSED\)/)
  expect(text).toMatch(/\n\ndkim {2}unknown {2}\(required\)\n/)
})
