import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runChecks } from '../../../server/operate/cli/doctor/check.js'
import { diskFinding } from '../../../server/operate/cli/doctor/host.js'
import { filesFinding } from '../../../server/operate/cli/doctor/incoming.js'
import { shownPages } from '../../../server/operate/cli/doctor/public-url.js'

/** What the doctor makes of things that a test cannot bring about on this machine. */

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

const file = (name: string) => path.join(import.meta.dirname, '../../support/tls', `mx-${name}.pem`)
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
