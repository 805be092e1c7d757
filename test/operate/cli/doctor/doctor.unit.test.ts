import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runChecks } from '../../../../server/operate/cli/doctor/check.js'
import { diskFinding } from '../../../../server/operate/cli/doctor/host.js'
import { filesFinding } from '../../../../server/operate/cli/doctor/incoming.js'
import { sourcesFinding } from '../../../../server/operate/cli/doctor/sources.js'
import { shownPages } from '../../../../server/operate/cli/doctor/public-url.js'
import type { Source } from '../../../../server/product/delivery/sources/source-rows.js'

/** Tests the doctor's results for faults that a test cannot bring about on this machine. */

test('a check that does not end fails at its limit, and the others are not held up', async () => {
  const told: string[] = []
  const results = await runChecks(
    [
      { name: 'hangs', run: () => new Promise<never>(() => undefined), maxMs: 20 },
      { name: 'throws', run: () => Promise.reject(new Error('Broken.')) },
      { name: 'quick', run: () => ({ status: 'ok', seen: 'fine', advice: null }) },
    ],
    { onResult: ({ check }) => told.push(check), onProgress: () => undefined },
  )
  expect(results.map(({ status, seen }) => `${status} ${seen}`)).toEqual([
    'failed There was no answer within 0.02 seconds.',
    'failed Broken.',
    'ok fine',
  ])
  expect(told).toEqual(['hangs', 'throws', 'quick'])
})

test('a disk has a tenth and a gigabyte free', () => {
  expect(diskFinding(20e9, 100e9)).toMatchObject({ status: 'ok' })
  expect(diskFinding(9e9, 100e9)).toMatchObject({
    status: 'warning',
    seen: expect.stringContaining('9 %') as string,
  })
  expect(diskFinding(0.9e9, 2e9)).toMatchObject({ status: 'warning' })
})

const file = (name: string) => path.join(import.meta.dirname, '../../../support/tls', `mx-${name}.pem`)
const certificate = (name: string, key = `${name}-key`, now?: Date) =>
  filesFinding({ certFile: file(name), keyFile: file(key) }, 'mx1.shop.example', now)

test('certificates are judged by their key, their name and their end', () => {
  expect(certificate('leaf')).toMatchObject({ status: 'ok' })
  expect(certificate('domain')).toMatchObject({
    status: 'warning',
    advice: 'Get a certificate that names mx1.shop.example.',
  })
  expect(certificate('leaf', 'other-key')).toMatchObject({
    status: 'failed',
    seen: expect.stringContaining('is not the key of') as string,
  })
  expect(certificate('expired')).toMatchObject({ status: 'failed', seen: 'expired on 2020-02-01' })
  expect(certificate('leaf', 'missing')).toMatchObject({
    status: 'failed',
    seen: expect.stringContaining('mx-missing.pem cannot be read (ENOENT)') as string,
  })
  expect(certificate('expired', 'expired-key', new Date('2020-01-25'))).toMatchObject({
    status: 'warning',
    seen: 'valid until 2020-02-01, 7 days from now',
  })
})

test('pages of the operator that anybody can read are found', async () => {
  const server = createServer((req, res) => res.writeHead(req.url === '/metrics' ? 200 : 404).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  expect(await shownPages(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toEqual(['/metrics'])
  server.close()
})

const source = (address: string, more: Partial<Source> = {}): Source => ({
  ...{ address, bind: '127.0.1.1', name: 'mta1.shop.example', pool: 'default', warm: true },
  ...{ addedAt: '2026-11-16', draining: false, checkedAt: new Date(), problem: null },
  ...more,
})
const looked = (sources: readonly Source[], bulkPool?: string, delivers = true) =>
  sourcesFinding(
    {
      sources,
      pools: [],
      suspensions: [],
      relays: [],
      assignments: bulkPool === undefined ? [] : [{ kind: 'stream', value: 'bulk', pool: bulkPool }],
    },
    delivers,
  )
const listed = '192.0.2.2 is on the block list bl.example: spam.'
const bad = source('192.0.2.2', { problem: listed })

test('sources are told by whether mail can leave by them, and a drained one is no fault', () => {
  expect(looked([])).toMatchObject({
    status: 'ok',
    seen: expect.stringMatching(/^none; the system chooses/) as string,
  })
  expect(looked([source('192.0.2.1'), source('192.0.2.3', { draining: true })])).toEqual({
    status: 'ok',
    seen: '1 of 2 can be used; draining: 192.0.2.3; this host has 2',
    advice: null,
  })
  expect(looked([source('192.0.2.1'), bad, source('192.0.2.3', { checkedAt: null })])).toMatchObject({
    status: 'warning',
    seen: `1 of 3 can be used; this host has 3; ${listed.replace(/\.$/, '')}; 192.0.2.3 was not checked yet`,
    advice: expect.stringContaining('postseal source check') as string,
  })
})

test('what Microsoft says of a source is told where it is bad', () => {
  const told = (result: 'GREEN' | 'YELLOW' | 'RED', complaintRate = 0) =>
    sourcesFinding(
      {
        sources: [source('192.0.2.1', { warm: false })],
        pools: [],
        suspensions: [],
        assignments: [],
        relays: [],
      },
      true,
      [{ source: '192.0.2.1', day: '2026-11-20', result, complaintRate, trapHits: 0 }],
    )
  expect(told('GREEN', 0.0029)).toMatchObject({ status: 'ok' })
  const yellow = '192.0.2.1 was YELLOW at Microsoft on 2026-11-20, complaints < 0.1 %'
  expect(told('YELLOW')).toMatchObject({
    status: 'warning',
    seen: `1 of 1 can be used; this host has 1; ${yellow}`,
    advice: expect.stringContaining('SNDS') as string,
  })
  expect(told('GREEN', 0.003)).toMatchObject({
    status: 'warning',
    seen: expect.stringContaining('complaints 0.3 %; its warm-up there is paused') as string,
  })
})

test('a pool that mail goes by has a source that can be used', () => {
  const own = source('192.0.2.1')
  const inBulk = { ...bad, pool: 'bulk' }
  expect(looked([own, inBulk])).toMatchObject({ status: 'warning' })
  expect(looked([own, inBulk], 'bulk')).toMatchObject({
    status: 'failed',
    seen: expect.stringContaining('the pool bulk has none that can be used; 192.0.2.2 is on') as string,
  })
  expect(looked([bad])).toMatchObject({
    status: 'failed',
    seen: expect.stringContaining('the pool default has none') as string,
  })
  expect(looked([{ ...own, draining: true, pool: 'bulk' }], 'bulk')).toMatchObject({ status: 'failed' })
})

test('a host that delivers has an address of a source', () => {
  const elsewhere = source('192.0.2.1', { bind: '192.0.2.1' })
  expect(looked([elsewhere])).toMatchObject({
    status: 'warning',
    seen: '1 of 1 can be used; this host has none of them',
  })
  expect(looked([elsewhere], undefined, false)).toEqual({
    status: 'ok',
    seen: '1 of 1 can be used',
    advice: null,
  })
})
