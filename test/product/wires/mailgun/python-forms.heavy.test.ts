import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/**
 * Forms as Mailgun's documentation sends them with the Python package requests, where a Python has it
 * (POSTSEAL_TEST_PYTHON names that, and is `python3` otherwise).
 */

const python = process.env['POSTSEAL_TEST_PYTHON'] ?? 'python3'
const isInstalled = spawnSync(python, ['-c', 'import requests']).status === 0
if (!isInstalled)
  process.stderr.write('The Python package requests is left out of the tests: it is not installed.\n')

let dns: TestDns
let service: TestService
beforeAll(async () => {
  dns = await startDns()
  service = await startTestService({ env: { POSTSEAL_DNS_SERVERS: dns.server } })
})
afterAll(async () => {
  await service.stop()
  await dns.close()
})

interface Outcome {
  readonly call: string
  readonly status: number
  readonly body: { readonly message?: string; readonly items?: readonly unknown[] }
}

test.skipIf(!isInstalled)(
  'every form is answered, or refused with a sentence',
  async () => {
    const tenant = await addTenant(service)
    const program = fileURLToPath(new URL('../../../packages/python/mailgun_calls.py', import.meta.url))
    const rfc2822 = (time: number) => new Date(time).toUTCString().replace('GMT', '+0000')
    const { stdout } = await promisify(execFile)(python, [program], {
      env: {
        ...process.env,
        MAILGUN_API_URL: `${service.url}/compat/mailgun`,
        PROJECT_KEY: await tenant.key({ project: tenant.liveProject }),
        WORKSPACE_KEY: await tenant.key(),
        LATER: rfc2822(Date.now() + 3_600_000),
        EARLIER: rfc2822(Date.now() - 3_600_000),
      },
    })
    const outcomes = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Outcome)
    const refused = outcomes.filter(({ status }) => status !== 200)
    expect(refused.map(({ call, status }) => [call, status])).toEqual([
      ['wrong sender', 400],
      ['test mode', 400],
      ['unknown field', 400],
      ['wrong key', 401],
      ['mime without a sender', 400],
      ['gone from bounces', 404],
      ['gone from unsubscribes', 404],
    ])
    expect(refused.every(({ body }) => typeof body.message === 'string')).toBe(true)
    expect(outcomes).toHaveLength(34)
    const itemsOf = (call: string) => outcomes.find((outcome) => outcome.call === call)?.body.items
    expect([itemsOf('events')?.length, itemsOf('next page')?.length]).toEqual([1, 1])
    expect(itemsOf('list bounces')).toHaveLength(1)
  },
  120_000,
)
