import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { awsKeyFor } from '../../../support/workspace/aws-keys.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/**
 * The package of AWS for Python, unmodified, against the service, where a Python has it (POSTSEAL_TEST_PYTHON names
 * that, and is `python3` otherwise).
 */

const python = process.env['POSTSEAL_TEST_PYTHON'] ?? 'python3'
const isInstalled = spawnSync(python, ['-c', 'import boto3']).status === 0
if (!isInstalled)
  process.stderr.write('The package of AWS for Python is left out of the tests: it is not installed.\n')

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
}

test.skipIf(!isInstalled)(
  'the calls are answered, and errors are raised as the package names them',
  async () => {
    const tenant = await addTenant(service)
    const pairOf = (key: string) => {
      const { accessKeyId, secret } = awsKeyFor(key)
      return `${accessKeyId}:${secret}`
    }
    const project = pairOf(await tenant.key({ project: tenant.liveProject }))
    const program = fileURLToPath(new URL('../../../packages/python/ses_calls.py', import.meta.url))
    const { stdout } = await promisify(execFile)(python, [program], {
      env: {
        ...process.env,
        SES_URL: `${service.url}/compat/ses`,
        PROJECT_KEY: project,
        WORKSPACE_KEY: pairOf(await tenant.key()),
        WRONG_KEY: `${project}x`,
      },
    })
    const outcomes = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Outcome)
    const failed = outcomes.filter(({ error }) => error !== undefined)
    expect(failed.map(({ call, kind }) => [call, kind])).toEqual([
      ['get_email_template', 'NotFoundException'],
      ['list_suppressed_destinations', 'AccessDeniedException'],
      ['delete_suppressed_destination', 'NotFoundException'],
      ['send_email', 'BadRequestException'],
      ['list_configuration_sets', 'BadRequestException'],
      ['get_account', 'InvalidSignatureException'],
    ])
    expect(outcomes.length - failed.length).toBe(20)
  },
)
