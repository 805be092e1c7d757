import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/**
 * SendGrid's package for Python, unmodified, against the service, where a Python has it (POSTSEAL_TEST_PYTHON names
 * that, and is `python3` otherwise).
 */

const python = process.env['POSTSEAL_TEST_PYTHON'] ?? 'python3'
const isInstalled = spawnSync(python, ['-c', 'import sendgrid']).status === 0
if (!isInstalled)
  process.stderr.write("SendGrid's package for Python is left out of the tests: it is not installed.\n")

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
  readonly kind?: string
  readonly id?: string | null
  readonly body?: unknown
  readonly errors?: readonly { readonly message: string; readonly field: string | null }[]
}

test.skipIf(!isInstalled)(
  'the calls are answered, and errors are raised as the package names them',
  async () => {
    const tenant = await addTenant(service)
    const program = fileURLToPath(new URL('../../../packages/python/sendgrid_calls.py', import.meta.url))
    const { stdout } = await promisify(execFile)(python, [program], {
      env: {
        ...process.env,
        SENDGRID_HOST: `${service.url}/compat/sendgrid`,
        PROJECT_KEY: await tenant.key({ project: tenant.liveProject }),
        WORKSPACE_KEY: await tenant.key(),
        WRONG_KEY: 'SG.wrong',
        LATER: String(Math.floor(Date.now() / 1000) + 3600),
      },
    })
    const outcomes = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Outcome)
    const refused = outcomes.filter(({ status }) => status >= 300)
    expect(refused.map(({ call, status, kind, errors }) => [call, status, kind, errors?.[0]?.field])).toEqual(
      [
        ['wrong key', 401, 'UnauthorizedError', null],
        ['wrong recipient', 400, 'BadRequestsError', 'personalizations.0.to.0'],
        ['sandbox', 400, 'BadRequestsError', 'mail_settings.sandbox_mode'],
        ['group', 400, 'BadRequestsError', 'asm'],
        ['no template', 400, 'BadRequestsError', 'template_id'],
        ['unknown field', 400, 'BadRequestsError', 'colour'],
        ['delete all', 400, 'BadRequestsError', 'delete_all'],
        ['blocks', 405, 'MethodNotAllowedError', null],
        ['deleted domain', 404, 'NotFoundError', null],
        ['key of a project key', 403, 'ForbiddenError', null],
        ['stats', 405, 'MethodNotAllowedError', null],
        ['unknown', 404, 'NotFoundError', null],
      ],
    )
    const of = (call: string) => outcomes.find((outcome) => outcome.call === call)
    const created = expect.any(Number) as number
    expect(of('unsubscribes')?.body).toEqual([{ created, email: 'py@example.com' }])
    expect(of('unsubscribes of a time')?.body).toEqual([])
    expect(of('mail with the key again')?.id).toBe(of('mail with a key')?.id)
    expect(of('mail')?.id).toMatch(/^msg_/)
    const messages = [expect.objectContaining({ to_email: 'bob@example.com' })]
    expect(of('messages')?.body).toEqual({ messages })
    expect(outcomes).toHaveLength(40)
  },
  120_000,
)
