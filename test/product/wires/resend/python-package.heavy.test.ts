import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/**
 * Resend's package for Python, unmodified, against the service, where a Python has it (POSTSEAL_TEST_PYTHON names
 * that, and is `python3` otherwise).
 */

const python = process.env['POSTSEAL_TEST_PYTHON'] ?? 'python3'
const isInstalled = spawnSync(python, ['-c', 'import resend']).status === 0
if (!isInstalled)
  process.stderr.write("Resend's package for Python is left out of the tests: it is not installed.\n")

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
  readonly error?: string
  readonly kind?: string
  readonly message?: string
}

test.skipIf(!isInstalled)(
  'the calls are answered, and errors are raised as the package names them',
  async () => {
    const tenant = await addTenant(service)
    const program = fileURLToPath(new URL('../../../packages/python/resend_calls.py', import.meta.url))
    const { stdout } = await promisify(execFile)(python, [program], {
      env: {
        ...process.env,
        RESEND_API_URL: `${service.url}/compat/resend`,
        PROJECT_KEY: await tenant.key({ project: tenant.liveProject }),
        WORKSPACE_KEY: await tenant.key(),
        WRONG_KEY: 're_123456789',
      },
    })
    const outcomes = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Outcome)
    const failed = outcomes.filter(({ error }) => error !== undefined)
    expect(failed.map(({ call, kind }) => [call, kind])).toEqual([
      ['broadcast without a segment', 'validation_error'],
      ['wrong sender', 'invalid_from_address'],
      ['no recipient', 'validation_error'],
      ['unknown email', 'not_found'],
      ['refused call', 'method_not_allowed'],
      ['key of a project', 'restricted_api_key'],
      ['wrong key', 'invalid_api_key'],
    ])
    expect(outcomes.length - failed.length).toBe(43)
  },
)
