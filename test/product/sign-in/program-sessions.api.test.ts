import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, toTypeId } from '../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../support/api/api.js'
import { answerOf, command, commandEnv } from '../../support/commands/cli.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { signIn } from '../../support/workspace/sessions.js'
import { plain } from '../../support/templates/template-calls.js'
import { firstTenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'

/** Sessions of programs, such as CI jobs: what they are held to, and who sees and ends them. */

interface Created {
  token: string
  session_id: string
  expires_at: string
  user_id: string
  email: string
  role: string
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api' }, sessions: { rememberedMs: 20 } })
})
afterAll(() => service.stop())

const create = async (...args: string[]) =>
  JSON.parse(
    await answerOf(command(commandEnv(service), 'session', 'create', '--json', '--name', 'ci', ...args)),
  ) as Created
const get = (key: string, path: string) => call(service.url, 'GET', `/v1${path}`, { key })
const codeOf = ({ status, body }: ApiReply) => `${status} ${body.error?.code ?? ''}`.trim()
const newTemplate = { name: 'Receipt', ...plain }

describe("a program's session", () => {
  test('is good for the days that it was given, used or not, and shown with what it is held to', async () => {
    const made = await create(
      '--days',
      '365',
      '--only',
      'templates, segments',
      '--ip',
      '127.0.0.0/8,2001:db8::/32',
    )
    expect(Date.parse(made.expires_at) - Date.now()).toBeGreaterThan(364.9 * 86_400_000)
    const program = {
      name: 'ci',
      only: ['templates', 'segments'],
      ip_cidrs: ['127.0.0.0/8', '2001:db8::/32'],
    }
    expect(made).toMatchObject({ ...program, role: 'member', email: 'owner@postseal.localhost' })
    await service.sql.query(`update sessions set last_used_at = now() - interval '90 days' where id = $1`, [
      fromTypeId('ses', made.session_id),
    ])
    expect((await get(made.token, '/templates')).status).toBe(200)
    const owner = await firstTenant(service).session('owner')
    const shown = await get(owner, `/sessions/${made.session_id}`)
    expect(shown.body).toMatchObject({
      program,
      role: 'member',
      user: { role: 'owner' },
      origin: 'command_line',
      expires_at: made.expires_at,
    })
    const listed = await answerOf(command(commandEnv(service), 'session', 'list'))
    expect(listed).toContain(`${made.session_id}  ci (owner@postseal.localhost)  member  `)
    expect(listed).toContain('only templates,segments')
  })

  test('may use the operations of its groups only', async () => {
    const made = await create('--role', 'admin', '--only', 'templates')
    const { body: template } = await call(service.url, 'POST', '/v1/templates', {
      key: made.token,
      body: newTemplate,
    })
    expect(template.id).toMatch(/^tpl_/)
    const refused = await get(made.token, '/segments')
    expect(codeOf(refused)).toBe('403 insufficient_scope')
    expect(refused.body.error.message).toBe(
      'This session may use operations of templates only; this one is of segments.',
    )
  })

  test('may be used from its addresses only', async () => {
    const made = await create('--ip', '192.0.2.1')
    expect(codeOf(await get(made.token, '/templates'))).toBe('403 ip_not_allowed')
  })

  test('issues keys for its addresses only', async () => {
    const made = await create('--role', 'admin', '--ip', '127.0.0.0/8,::1')
    const issue = (restrictions: object) =>
      call(service.url, 'POST', '/v1/api-keys', {
        key: made.token,
        body: {
          kind: 'project',
          name: 'x',
          project_id: firstTenant(service).liveProject,
          scopes: ['reports:read'],
          restrictions,
        },
      })
    expect((await issue({})).body.api_key.restrictions.ip_cidrs).toEqual(['127.0.0.0/8', '::1'])
    expect((await issue({ ip_cidrs: ['127.0.0.1'] })).body.api_key.restrictions.ip_cidrs).toEqual([
      '127.0.0.1',
    ])
    expect(codeOf(await issue({ ip_cidrs: ['0.0.0.0/0'] }))).toBe('403 ip_not_allowed')
  })

  test('can do at most what its user can, however that changes', async () => {
    const user = await signIn(service, firstTenant(service).workspaceId, 'admin')
    const made = await create('--role', 'admin', '--email', user.email)
    const issue = async () =>
      codeOf(
        await call(service.url, 'POST', '/v1/api-keys', {
          key: made.token,
          body: {
            kind: 'project',
            name: 'x',
            project_id: firstTenant(service).liveProject,
            scopes: ['reports:read'],
          },
        }),
      )
    expect(await issue()).toBe('201')
    await service.sql.query(`update users set role = 'member' where id = $1`, [user.userId])
    await until(async () => (await issue()) === '403 insufficient_scope', 'the role')
    await service.sql.query('delete from users where id = $1', [user.userId])
    await until(async () => (await issue()) === '401 invalid_credentials', 'the end')
  })

  test('cannot do for an owner what its role does not allow: users, keys and other sessions', async () => {
    const made = await create('--role', 'admin')
    const member = await create()
    const owner = await signIn(service, firstTenant(service).workspaceId, 'owner')
    const change = (method: string, path: string, body?: object) =>
      call(service.url, method, `/v1${path}`, { key: made.token, body }).then(codeOf)
    const refused = '403 insufficient_scope'
    expect(await change('POST', '/users', { email: 'eve@example.com', role: 'owner' })).toBe(refused)
    const themselves = `/users/${toTypeId('usr', owner.userId)}`
    expect(await change('PATCH', themselves, { email: 'eve@example.com' })).toBe(refused)
    expect(await change('DELETE', themselves)).toBe(refused)
    expect(await change('DELETE', `/sessions/${toTypeId('ses', owner.sessionId)}`)).toBe(refused)
    // A member acts for the owner, and yet sees and ends itself alone.
    expect((await get(member.token, '/sessions')).body.data.map(({ id }: { id: string }) => id)).toEqual([
      member.session_id,
    ])
    expect(codeOf(await get(member.token, `/sessions/${made.session_id}`))).toBe('404 not_found')
    expect(
      codeOf(await call(service.url, 'DELETE', `/v1/sessions/${made.session_id}`, { key: member.token })),
    ).toBe('404 not_found')
    expect(codeOf(await call(service.url, 'DELETE', '/v1/sessions/current', { key: member.token }))).toBe(
      '204',
    )
    expect(codeOf(await get(member.token, '/templates'))).toBe('401 invalid_credentials')
  })

  test('has its name in the audit log', async () => {
    const made = await create('--name', 'deploy/blue', '--role', 'admin')
    await call(service.url, 'POST', '/v1/templates', { key: made.token, body: newTemplate })
    const owner = await firstTenant(service).session('owner')
    const { body } = await get(owner, '/audit-events?operation=createTemplate&limit=1')
    expect(body.data[0].actor).toMatchObject({
      kind: 'session',
      name: 'deploy/blue',
      session_id: made.session_id,
      id: made.user_id,
    })
  })

  test('is ended by the command line', async () => {
    const made = await create()
    expect((await get(made.token, '/templates')).status).toBe(200)
    await answerOf(command(commandEnv(service), 'session', 'revoke', made.session_id))
    await until(async () => (await get(made.token, '/templates')).status === 401, 'the end')
  })
})

describe('session create', () => {
  test.each([
    [['--name', 'ci', '--days', '367'], '--days takes a whole number from 1 to 366.'],
    [['--name', 'ci', '--days', '1', '--minutes', '5'], 'Give --minutes or --days, not both.'],
    [
      ['--days', '1'],
      '--days is for programs, which have a --name. A person gets --minutes, or a link to sign in.',
    ],
    [['--only', 'templates'], '--only and --ip are for programs. Name the program with --name.'],
    [['--name', 'ci', '--ip', '10'], '--ip takes addresses and ranges such as 203.0.113.0/24, not "10".'],
    [['--name', 'ci', '--role', 'king'], '--role takes owner, admin or member.'],
    [['--name', ' '], '--name takes up to 64 letters, digits, blanks and any of _.:@/-'],
  ])('refuses %j', async (args, message) => {
    const ended = await command(commandEnv(service), 'session', 'create', ...args)
    expect([ended.code, ended.stderr.trim()]).toEqual([2, message])
  })

  test('names the groups that there are', async () => {
    const ended = await command(
      commandEnv(service),
      'session',
      'create',
      '--name',
      'ci',
      '--only',
      'templats',
    )
    expect(ended.stderr).toMatch(
      /^--only does not know "templats"\. There are .*\bsubscriber-lists\b.*\btemplates\b/,
    )
  })

  test('gives no program more than its user has', async () => {
    const user = await signIn(service, firstTenant(service).workspaceId, 'member')
    const args = ['--name', 'ci', '--role', 'admin', '--email', user.email]
    const ended = await command(commandEnv(service), 'session', 'create', ...args)
    expect(ended.stderr.trim()).toBe(`${user.email} is member, so the session cannot be admin.`)
  })
})
