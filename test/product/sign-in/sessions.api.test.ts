import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultSessions } from '../../../server/platform/config/defaults.js'
import { toTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api/api.js'
import { answerOf, command, commandEnv } from '../../support/commands/cli.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { signIn } from '../../support/workspace/sessions.js'
import { tokensIn, useToken } from '../../support/sign-in/sign-in.js'
import { addTenant, firstTenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'

/** Sessions: whose are shown and ended by whom, and that their end reaches every process. */

let service: TestService
let beside: TestService
beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
  beside = await startTestService({
    env: { POSTSEAL_ROLES: 'api' },
    // The other one remembers as long as any service does.
    sessions: { rememberedMs: 20 },
    beside: service,
  })
})
afterAll(async () => {
  await beside.stop()
  await service.stop()
})

const newSession = (role: 'owner' | 'admin' | 'member', workspaceId = firstTenant(service).workspaceId) =>
  signIn(service, workspaceId, role)
const get = (key: string, path: string, url = service.url) => call(url, 'GET', `/v1/sessions${path}`, { key })
const statusOf = async (key: string, url = service.url) => (await get(key, '/current', url)).status
const idOf = ({ sessionId }: { sessionId: string }) => toTypeId('ses', sessionId)
const userOf = ({ userId }: { userId: string }) => toTypeId('usr', userId)
const end = async (key: string, id: string) => {
  const { status, body } = await call(service.url, 'DELETE', `/v1/sessions/${id}`, { key })
  return `${status} ${body.error?.code ?? ''}`.trim()
}

describe('the end of a session', () => {
  test('reaches every process within 5 seconds, of which one is left for the look-up', () => {
    expect(service.config.sessions).toEqual(defaultSessions)
    expect(defaultSessions.rememberedMs).toBeLessThanOrEqual(4_000)
  })

  test('is there at once in its process, and once they look again in the others', async () => {
    const session = await newSession('member')
    expect([await statusOf(session.token), await statusOf(session.token, beside.url)]).toEqual([200, 200])
    expect(await end(session.token, 'current')).toBe('204')
    expect(await statusOf(session.token)).toBe(401)
    await until(async () => (await statusOf(session.token, beside.url)) === 401, 'the end')
  })

  test('comes with its user’s', async () => {
    const session = await newSession('admin')
    expect(await statusOf(session.token, beside.url)).toBe(200)
    await service.sql.query('delete from users where id = $1', [session.userId])
    await until(async () => (await statusOf(session.token, beside.url)) === 401, 'the end')
  })

  test('comes after 7 days without use, and is put off by use', async () => {
    const session = await newSession('member')
    const used = (ago: string) =>
      service.sql.query('update sessions set last_used_at = now() - $2::interval where id = $1', [
        session.sessionId,
        ago,
      ])
    await used('6 days 23 hours')
    expect(await statusOf(session.token)).toBe(200)
    await until(async () => {
      const { rows } = await service.sql.query(
        `select 1 from sessions where id = $1 and last_used_at > now() - interval '1 minute'`,
        [session.sessionId],
      )
      return rows.length === 1
    }, 'its use to be written')
    await used('7 days')
    const reply = await get(session.token, '/current', beside.url)
    expect(reply.status).toBe(401)
    expect(reply.body.error.code).toBe('expired_credentials')
  })

  test('comes after 30 days, whatever its use', async () => {
    const session = await newSession('member')
    await service.sql.query('update sessions set expires_at = now() where id = $1', [session.sessionId])
    const reply = await get(session.token, '/current')
    expect(reply.body.error.code).toBe('expired_credentials')
  })

  test('its use is written every 5 minutes at most', async () => {
    const session = await newSession('member')
    const at = async () =>
      (
        await service.sql.query<{ at: string }>(
          'select last_used_at::text as at from sessions where id = $1',
          [session.sessionId],
        )
      ).rows[0]?.at
    await service.sql.query(`update sessions set last_used_at = now() - interval '4 minutes' where id = $1`, [
      session.sessionId,
    ])
    const before = await at()
    expect(await statusOf(session.token)).toBe(200)
    expect(await statusOf(session.token, beside.url)).toBe(200)
    expect(await at()).toBe(before)
  })

  test('a token whose row is gone, or is another’s, is none', async () => {
    const [one, other] = [await newSession('member'), await newSession('member')]
    await service.sql.query('update sessions set user_id = $2 where id = $1', [one.sessionId, other.userId])
    expect((await get(one.token, '/current')).body.error.code).toBe('invalid_credentials')
    await service.sql.query('delete from sessions where id = $1', [other.sessionId])
    expect((await get(other.token, '/current')).body.error.code).toBe('invalid_credentials')
  })
})

describe('sessions of others', () => {
  test('are shown to admins and the owner', async () => {
    const tenant = await addTenant(service)
    const [member, other, admin, owner] = await Promise.all(
      (['member', 'member', 'admin', 'owner'] as const).map((role) => newSession(role, tenant.workspaceId)),
    )
    if (!member || !other || !admin || !owner) throw new Error('four sessions')
    expect((await get(member.token, '')).body.data).toMatchObject([{ id: idOf(member), current: true }])
    expect((await get(member.token, `?user_id=${userOf(member)}`)).status).toBe(200)
    const refused = await get(member.token, `?user_id=${userOf(other)}`)
    expect(refused.body.error.code).toBe('insufficient_scope')
    expect((await get(member.token, `/${idOf(other)}`)).status).toBe(404)
    for (const key of [admin.token, owner.token]) {
      expect((await get(key, `?user_id=${userOf(other)}`)).body.data).toMatchObject([
        { id: idOf(other), current: false },
      ])
      expect((await get(key, `/${idOf(other)}`)).status).toBe(200)
    }
    const stranger = await newSession('owner')
    expect((await get(stranger.token, `/${idOf(member)}`)).status).toBe(404)
    expect((await get(stranger.token, `?user_id=${userOf(member)}`)).body.data).toEqual([])

    expect(await end(member.token, idOf(other))).toBe('404 not_found')
    expect(await end(stranger.token, idOf(other))).toBe('404 not_found')
    expect(await end(admin.token, idOf(owner))).toBe('403 insufficient_scope')
    expect(await end(admin.token, idOf(other))).toBe('204')
    expect(await statusOf(other.token)).toBe(401)
    expect(await end(owner.token, idOf(other))).toBe('404 not_found')
    expect(await end(owner.token, idOf(admin))).toBe('204')
    expect(await end(member.token, idOf(member))).toBe('204')
    expect(await statusOf(owner.token)).toBe(200)
  })

  test('come in pages, newest first', async () => {
    const { userId, token } = await newSession('member')
    const older = await newSession('member')
    await service.sql.query('update sessions set user_id = $2 where id = $1', [older.sessionId, userId])
    const first = await get(token, '?limit=1')
    expect(first.body).toMatchObject({ data: [{ id: idOf(older) }], has_more: true })
    const second = await get(token, `?limit=1&cursor=${first.body.next_cursor}`)
    expect(second.body).toMatchObject({ data: [{ current: true }], has_more: false })
  })
})

describe('the command line', () => {
  const cli = (...args: string[]) =>
    answerOf(
      command(commandEnv(service), 'session', ...args, '--workspace', service.credentials.workspace_id),
    )

  test('prints a link that signs in once, and makes no mail', async () => {
    const link = await cli('link')
    expect(link).toMatch(/^http:\/\/localhost:\d+\/console\/sign-in#[\w-]{43}$/)
    const reply = await useToken(service.url, tokensIn(link)[0] ?? '')
    expect(reply.body.session.user).toMatchObject({ email: 'owner@postseal.localhost', role: 'owner' })
    expect((await service.sql.query('select 1 from sign_in_mails')).rows).toEqual([])
    const workspace = ['--workspace', service.credentials.workspace_id]
    const stranger = ['--email', 'nobody@shop.example']
    const other = await command(commandEnv(service), 'session', 'link', ...stranger, ...workspace)
    expect(other.code).toBe(1)
    expect(other.stderr).toContain('"postseal user create"')
  })

  test('makes, lists and ends sessions', async () => {
    const user = await newSession('admin')
    const token = await cli('create', '--email', user.email)
    expect((await get(token, '/current', beside.url)).body).toMatchObject({
      origin: 'command_line',
      ip_address: null,
      user: { email: user.email },
    })
    const listed = JSON.parse(await cli('list', '--email', user.email, '--json')) as { id: string }[]
    expect(listed).toMatchObject([{ origin: 'command_line' }, { id: idOf(user), origin: 'link' }])
    expect(await cli('list', '--email', user.email)).toContain(idOf(user))
    expect(await cli('revoke', idOf(user))).toBe(`Ended ${idOf(user)}.`)
    await until(async () => (await statusOf(user.token, beside.url)) === 401, 'its end')
    expect(await cli('revoke', '--user', user.email)).toBe(`Ended 1 session of ${user.email}.`)
    await until(async () => (await statusOf(token, beside.url)) === 401, 'its end')
    expect(await cli('list', '--email', user.email)).toBe('There are no sessions.')
    for (const [code, ...wrong] of [
      [2, 'revoke'],
      [1, 'revoke', idOf(user)],
      [2, 'revoke', 'ses_x'],
      [2, 'revoke', idOf(user), '--user', user.email],
    ] as const)
      expect((await command(commandEnv(service), 'session', ...wrong)).code).toBe(code)
  })
})
