import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api/api.js'
import { expectOfThisTest } from '../../support/time/instants.js'
import { inbox, rawMail } from '../../support/messages/mail.js'
import { addUser, requestLink, signInMailsTo, tokensIn, useToken } from '../../support/sign-in/sign-in.js'
import { addTenant, firstTenant } from '../../support/workspace/tenant.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { until } from '../../support/time/until.js'

/** The whole way of a person: a mail, its link, a session by bearer or by cookie, and its end. */

let service: TestService
beforeAll(async () => {
  service = await startTestService({ delivery: { pollMs: 50 } })
})
afterAll(() => service.stop())

const ofConsole = { 'Postseal-Console': '1', 'Sec-Fetch-Site': 'same-origin' }

/** A new user, and the token of a link that came by mail. */
async function userWithLink(role: 'owner' | 'admin' | 'member' = 'member') {
  const user = await addUser(service, firstTenant(service).workspaceId, role)
  await requestLink(service.url, user.email)
  const [mail] = await signInMailsTo(service.url, user.email)
  return { ...user, token: tokensIn(mail?.text ?? '')[0] ?? '' }
}

describe('signing in', () => {
  test('goes by mail, and gives a session for the bearer', async () => {
    const user = await addUser(service, firstTenant(service).workspaceId, 'admin')
    const asked = await requestLink(service.url, user.email.toUpperCase())
    expect(asked.status).toBe(202)
    expect(asked.body).toEqual({ email: user.email.toUpperCase(), valid_seconds: 900 })

    const [mail] = await signInMailsTo(service.url, user.email)
    const raw = (await rawMail(service.url, mail as never)).toString('latin1')
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(raw).toMatch(/^From: Postseal <no-reply@postseal\.localhost>\r$/m)
    expect(raw).toMatch(/^DKIM-Signature: /m)
    expect(raw).not.toMatch(/^(Feedback-ID|List-Unsubscribe):/im)
    const [token = '', ...others] = tokensIn(mail?.text ?? '')
    expect(others).toEqual([])
    expect(mail?.text).toContain(`${service.url.replace('127.0.0.1', 'localhost')}/console/sign-in#${token}`)

    const reply = await useToken(service.url, token, { 'User-Agent': 'curl/8' })
    expect(reply.status).toBe(201)
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.headers['cache-control']).toBe('no-store')
    const { session, token: bearer } = reply.body
    expect(session).toMatchObject({
      current: true,
      user: { email: user.email, role: 'admin' },
      workspace: { id: service.credentials.workspace_id },
      origin: 'link',
      ip_address: '127.0.0.1',
      user_agent: 'curl/8',
    })
    expect(session.user.last_signed_in_at).not.toBeNull()
    const days = (Date.parse(session.expires_at) - Date.parse(session.created_at)) / 86_400_000
    expect(days).toBeCloseTo(7, 2)

    const current = await call(service.url, 'GET', '/v1/sessions/current', { key: bearer })
    expect(current.body).toEqual(session)
    const own = await call(service.url, 'GET', `/v1/sessions/${session.id}`, { key: bearer })
    expect(own.body).toEqual(session)
    const list = await call(service.url, 'GET', '/v1/sessions', { key: bearer })
    expect(list.body.data).toEqual([session])

    const gone = await call(service.url, 'DELETE', '/v1/sessions/current', { key: bearer })
    expect(gone.status).toBe(204)
    expect((await call(service.url, 'GET', '/v1/sessions/current', { key: bearer })).status).toBe(401)
  })

  test('from a page of the service sets a cookie, which no script can read', async () => {
    const { token, email } = await userWithLink()
    const reply = await useToken(service.url, token, ofConsole)
    expect(reply.status).toBe(201)
    expect(reply.body.token).toBeNull()
    const [set = ''] = reply.headers['set-cookie'] as unknown as string[]
    const port = new URL(service.url).port
    expect(set).toMatch(
      new RegExp(`^postseal_${port}=[\\w.-]+; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict$`),
    )
    const cookie = set.split(';')[0] ?? ''

    const headers = { ...ofConsole, Cookie: `theme=dark; ${cookie}` }
    const current = await call(service.url, 'GET', '/v1/sessions/current', { headers })
    expect(current.body.user.email).toBe(email)
    const gone = await call(service.url, 'DELETE', '/v1/sessions/current', { headers })
    expect(gone.status).toBe(204)
    expect(gone.headers['set-cookie']).toEqual([
      `postseal_${port}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`,
    ])
    expect((await call(service.url, 'GET', '/v1/sessions/current', { headers })).status).toBe(401)
    expect(service.logs.join('\n')).not.toContain(cookie)
  })

  test('with an address of several workspaces gives a link for each, in one mail', async () => {
    const user = await addUser(service, firstTenant(service).workspaceId)
    const other = await addTenant(service)
    await addUser(service, other.workspaceId, 'owner', user.email)
    await requestLink(service.url, user.email)
    const mails = await signInMailsTo(service.url, user.email)
    expect(mails).toHaveLength(1)
    const tokens = tokensIn(mails[0]?.text ?? '')
    expect(tokens).toHaveLength(2)
    const workspaces = []
    for (const token of tokens)
      workspaces.push((await useToken(service.url, token)).body.session.workspace.id as string)
    expect(workspaces.map((id) => fromTypeId('ws', id)).sort()).toEqual(
      [user.workspaceId, other.workspaceId].sort(),
    )
  })
})

describe('a link', () => {
  const refusal = { status: 401, code: 'invalid_sign_in_link' }
  const outcome = async (token: string) => {
    const reply = await useToken(service.url, token)
    return { status: reply.status, code: reply.body.error?.code as string | undefined }
  }

  test('works once', async () => {
    const { token } = await userWithLink()
    expect((await outcome(token)).status).toBe(201)
    expect(await outcome(token)).toEqual(refusal)
  })

  test('that is used twice at once works for one', async () => {
    const { token, userId } = await userWithLink()
    const statuses = await Promise.all([...Array(6).keys()].map(async () => (await outcome(token)).status))
    expect(statuses.sort()).toEqual([201, 401, 401, 401, 401, 401])
    const { rows } = await service.sql.query('select 1 from sessions where user_id = $1', [userId])
    expect(rows).toHaveLength(1)
  })

  test('ends after 15 minutes', async () => {
    const { token, userId } = await userWithLink()
    const { rows } = await service.sql.query<{ expires_at: Date }>(
      'select expires_at from sign_in_links where user_id = $1',
      [userId],
    )
    expectOfThisTest(rows[0]?.expires_at, 900_000)
    await service.sql.query('update sign_in_links set expires_at = now() where user_id = $1', [userId])
    expect(await outcome(token)).toEqual(refusal)
  })

  test('of a user who has another address now, or is gone, is none', async () => {
    const moved = await userWithLink()
    await service.sql.query('update users set email = $2 where id = $1', [moved.userId, `x${moved.email}`])
    expect(await outcome(moved.token)).toEqual(refusal)
    const removed = await userWithLink()
    await service.sql.query('delete from users where id = $1', [removed.userId])
    expect(await outcome(removed.token)).toEqual(refusal)
  })

  test('is not used by programs that look at it', async () => {
    const { token } = await userWithLink()
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      await fetch(`${service.url}/console/sign-in#${token}`, { method })
      await fetch(`${service.url}/console/sign-in?token=${token}`, { method })
      await fetch(`${service.url}/v1/sessions?token=${token}`, { method })
    }
    expect((await outcome(token)).status).toBe(201)
  })

  test('that nobody has made is refused, and counted', async () => {
    const count = async () => {
      const text = await (await fetch(`${service.url}/metrics`)).text()
      return Number(/^postseal_sign_ins_total\{outcome="refused"\} (\d+)$/m.exec(text)?.[1] ?? 0)
    }
    const before = await count()
    expect(await outcome('A'.repeat(43))).toEqual(refusal)
    expect(await count()).toBe(before + 1)
  })
})

describe('sign-in mails', () => {
  test('are three for an address in 15 minutes, and then none, without a word of it', async () => {
    const user = await addUser(service, firstTenant(service).workspaceId)
    const replies = []
    for (let count = 0; count < 5; count += 1) replies.push(await requestLink(service.url, user.email))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    await signInMailsTo(service.url, user.email, 3)
    // The queue is in order, so what comes for another address was behind all of them.
    const next = await addUser(service, firstTenant(service).workspaceId)
    await requestLink(service.url, next.email)
    await signInMailsTo(service.url, next.email)
    expect(await inbox(service.url, user.email)).toHaveLength(3)

    await service.sql.query(
      `update sign_in_limits set requested_at = array(select at - interval '15 minutes' from unnest(requested_at) at)`,
    )
    await requestLink(service.url, user.email)
    await signInMailsTo(service.url, user.email, 4)
  })

  test('tell a new user who has added it to which workspace, with a link', async () => {
    const { workspaceId, ...tenant } = firstTenant(service)
    const key = await tenant.session('owner')
    const email = `new-${workspaceId}@people.example`
    const added = await call(service.url, 'POST', '/v1/users', {
      key,
      body: { email, role: 'member' },
      headers: { 'Idempotency-Key': workspaceId },
    })
    expect(added.status).toBe(201)
    const [mail] = await signInMailsTo(service.url, email)
    expect(mail?.subject).toBe('You have been added to Default')
    expect(mail?.text).toMatch(/^\w+-owner@example\.com added new-/)
    expect((await useToken(service.url, tokensIn(mail?.text ?? '')[0] ?? '')).body.session.user.email).toBe(
      email,
    )
  })

  test('go to nobody who is no user, and leave nothing', async () => {
    const email = 'nobody@people.example'
    await requestLink(service.url, email)
    const user = await addUser(service, firstTenant(service).workspaceId)
    await requestLink(service.url, user.email)
    await signInMailsTo(service.url, user.email)
    await until(async () => {
      const { rows } = await service.sql.query('select 1 from sign_in_mails')
      return rows.length === 0
    }, 'an empty queue')
    expect(await inbox(service.url, email)).toEqual([])
  })

  test('come back to the receiver, which counts them and suppresses nobody', async () => {
    // The sink takes it, and returns it to its envelope sender.
    const user = await addUser(service, firstTenant(service).workspaceId, 'member', 'dsn@people.example')
    await requestLink(service.url, user.email)
    await until(async () => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text()
      return /^postseal_inbound_messages_total\{kind="sign_in"\} 1$/m.test(metrics)
    }, 'the bounce')
    const { rows } = await service.sql.query('select 1 from suppressions')
    expect(rows).toEqual([])
  })

  test('go to a suppressed address of a halted workspace, and are in no list and no event', async () => {
    const tenant = await addTenant(service)
    const user = await addUser(service, tenant.workspaceId, 'owner')
    const key = await tenant.key()
    const made = await call(service.url, 'POST', '/v1/suppressions', { key, body: { email: user.email } })
    expect(made.status).toBe(201)
    await service.sql.query(
      `update workspaces set halted_at = now(), halt_reason = 'operator' where id = $1`,
      [tenant.workspaceId],
    )
    await requestLink(service.url, user.email)
    await signInMailsTo(service.url, user.email)
    const { rows } = await service.sql.query(
      `select (select count(*) from messages where workspace_id = $1)::int as messages,
         (select count(*) from message_logs where workspace_id = $1)::int as logs,
         (select count(*) from events where workspace_id = $1 and type <> 'suppression.added')::int as events,
         (select count(*) from webhook_deliveries where workspace_id = $1)::int as deliveries`,
      [tenant.workspaceId],
    )
    expect(rows).toEqual([{ messages: 0, logs: 0, events: 0, deliveries: 0 }])
  })
})
