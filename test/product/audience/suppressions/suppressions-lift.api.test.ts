import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, minUuidAt, newUuid } from '../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { suppressAsBounced } from '../../../support/audience/bounced.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Suppressions that a misread reply has made are found by it, and lifted together. */

type Suppression = components['schemas']['Suppression']

let service: TestService
let tenant: Tenant
let key: string
beforeAll(async () => {
  service = await sharedApi()
})
beforeEach(async () => {
  tenant = await addTenant(service)
  key = await tenant.key()
})

const bounced = (address: string, reply: string | null, reason?: 'hard_bounce' | 'soft_bounce', at?: Date) =>
  suppressAsBounced(service.sql, tenant.workspaceId, address, { reply, reason, id: at && uuidOf(at) })
/** A new id as one that was made then: two of one millisecond differ. */
const uuidOf = (at: Date) => minUuidAt(at).slice(0, 13) + newUuid().slice(13)
const get = (query: string, as = key) => call(service.url, 'GET', `/v1/suppressions${query}`, { key: as })
const lift = (body: object, as = key, headers: Record<string, string> = {}) =>
  call(service.url, 'POST', '/v1/suppressions/lift', { key: as, body, headers })
const create = (body: object) => call(service.url, 'POST', '/v1/compliance/suppressions', { key, body })
const emailsIn = ({ body }: ApiReply) => (body.data as Suppression[]).map(({ email }) => email).sort()
const emails = async (query = '') => emailsIn(await get(`?limit=100${query}`))
const codeOf = ({ status, body }: ApiReply) => [status, body.error?.code as unknown]

const policy = (address: string) => `550 5.7.1 <${address}>: refused by our spam policy`
const unknown = (address: string) => `550 5.1.1 <${address}>: no such user`

describe('the text of replies', () => {
  test('narrows the list and the export, in any case and by what stands there alone', async () => {
    await bounced('ada@a.example', '550 5.7.1 100% refused: SPAM_policy \\ "x"')
    await bounced('bob@a.example', '550 5.7.1 1000 refused: SPAMxpolicy')
    await create({ email: 'eve@a.example', reason: 'hard_bounce' })
    const cases: [text: string, names: string[]][] = [
      ['spam', ['ada@a.example', 'bob@a.example']],
      ['spam_POLICY', ['ada@a.example']],
      ['100%', ['ada@a.example']],
      ['%re', []],
      ['\\ "x', ['ada@a.example']],
      ['550 5.7.1 1000', ['bob@a.example']],
      ['hard_bounce', []],
    ]
    for (const [text, found] of cases) {
      const query = `reply_contains=${encodeURIComponent(text)}`
      expect(await emails(`&${query}`), text).toEqual(found)
      expect(emailsIn(await get(`/export?${query}`)), text).toEqual(found)
      for (const by of ['', '&email=ada%40a.example']) {
        const csv = await call(service.url, 'GET', `/v1/suppressions/export?${query}${by}`, {
          key,
          headers: { Accept: 'text/csv' },
        })
        const lines = csv.text.split('\r\n').slice(1, -1)
        const wanted = found.filter((email) => by === '' || email === 'ada@a.example')
        expect(
          lines.map((line) => line.split(',')[0]),
          text,
        ).toEqual(wanted)
      }
    }
    expect(await emails('&reply_contains=spam&email=bob%40a.example&reason=hard_bounce')).toEqual([
      'bob@a.example',
    ])
    for (const text of ['', 'ab', 'x'.repeat(201)])
      expect(codeOf(await get(`?reply_contains=${text}`)), text).toEqual([422, 'validation_failed'])
  })

  test('of a suppression from before replies were kept is that of its message log', async () => {
    const id = await bounced('old@a.example', null)
    const other = await bounced('gone@a.example', null)
    const log = newUuid()
    await service.sql.query(
      `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, kind, status, attempts, updated_at)
       values ($1, $2, $3, $4, 'live', 'old@a.example', 'old@a.example', 'to', 'bounced', $5, now())`,
      [
        tenant.workspaceId,
        log,
        newUuid(),
        fromTypeId('prj', tenant.liveProject),
        JSON.stringify([
          { outcome: 'deferred', reply: { code: 450, enhanced_code: null, text: 'Later' } },
          { outcome: 'bounced', reply: { code: 550, enhanced_code: '5.1.1', text: 'No such user' } },
        ]),
      ],
    )
    const cause = 'update suppressions set log_id = $2 where workspace_id = $1 and id = $3'
    await service.sql.query(cause, [tenant.workspaceId, log, fromTypeId('sup', id)])
    await service.sql.query(cause, [tenant.workspaceId, newUuid(), fromTypeId('sup', other)])
    expect((await get(`/${id}`)).body).toMatchObject({ reply: '550 5.1.1 No such user' })
    expect((await get(`/${other}`)).body).toMatchObject({ reply: null })
    expect(await emails('&reply_contains=no%20such')).toEqual(['old@a.example'])
    expect((await get('/replies')).body).toMatchObject({ data: [{ reply: '550 5.1.1 No such user' }] })
  })
})

describe('groups of replies', () => {
  test('have what differs taken out, and say what the rules of today make of them', async () => {
    for (const name of ['ada', 'bob', 'eve']) await bounced(`${name}@a.example`, policy(`${name}@a.example`))
    for (const name of ['joe', 'kim']) await bounced(`${name}@b.example`, unknown(`${name}@b.example`))
    await bounced('full@a.example', '552 5.2.2 Mailbox full', 'soft_bounce')
    await bounced('later@a.example', '450 4.1.1 No such user here', 'hard_bounce')
    await create({ email: 'no-reply@a.example', reason: 'hard_bounce' })
    const { status, body } = await get('/replies')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      data: [
        {
          reply: '550 5.7.1 <address>: refused by our spam policy',
          reason: 'hard_bounce',
          still_suppresses: false,
          count: 3,
          sample: { email: 'eve@a.example', reply: policy('eve@a.example') },
        },
        {
          reply: '550 5.1.1 <address>: no such user',
          class: 'unknown_user',
          still_suppresses: true,
          count: 2,
        },
        expect.anything(),
        expect.anything(),
      ],
      total_groups: 4,
      total_suppressions: 7,
      is_complete: true,
    })
    const byReply = new Map(
      (body.data as components['schemas']['SuppressionReplyGroup'][]).map((group) => [group.reply, group]),
    )
    expect(byReply.get('552 5.2.2 Mailbox full')).toMatchObject({
      reason: 'soft_bounce',
      class: 'mailbox_full',
      still_suppresses: true,
    })
    expect(byReply.get('450 4.1.1 No such user here')).toMatchObject({ still_suppresses: false })
    const { first_created_at: first, last_created_at: last } = body.data[0]
    expect(Date.parse(first as string)).toBeLessThanOrEqual(Date.parse(last as string))
  })

  test('are of a span, of a text, of a reason, and no more than asked for', async () => {
    const day = (days: number) => new Date(Date.now() - days * 86_400_000)
    await bounced('new@a.example', policy('new@a.example'), 'hard_bounce', day(1))
    await bounced('old@a.example', unknown('old@a.example'), 'hard_bounce', day(40))
    await bounced('soft@a.example', '552 5.2.2 Mailbox full', 'soft_bounce', day(2))
    const replies = async (query: string) =>
      ((await get(`/replies${query}`)).body.data as { reply: string }[])
        .map(({ reply }) => reply.slice(0, 9))
        .sort()
    expect(await replies('')).toEqual(['550 5.7.1', '552 5.2.2'])
    expect(await replies(`?since=${day(41).toISOString()}`)).toEqual(['550 5.1.1', '550 5.7.1', '552 5.2.2'])
    expect(await replies(`?until=${day(30).toISOString()}`)).toEqual(['550 5.1.1'])
    expect(await replies('?reply_contains=SPAM')).toEqual(['550 5.7.1'])
    expect(await replies('?reason=soft_bounce')).toEqual(['552 5.2.2'])
    const one = await get('/replies?limit=1')
    expect(one.body).toMatchObject({ data: [expect.anything()], total_groups: 2, total_suppressions: 2 })
    expect(codeOf(await get('/replies?reason=manual'))).toEqual([422, 'validation_failed'])
  })
})

describe('lifting', () => {
  test('takes back what bounces made, and nothing else', async () => {
    await bounced('ada@a.example', policy('ada@a.example'))
    await bounced('soft@a.example', policy('soft@a.example'), 'soft_bounce')
    await bounced('joe@a.example', unknown('joe@a.example'))
    const others = ['complaint', 'unsubscribe', 'manual', 'import', 'erasure']
    for (const reason of others)
      await service.sql.query(
        'insert into suppressions (workspace_id, id, address, reason, reply) values ($1, $2, $3, $4, $5)',
        [tenant.workspaceId, newUuid(), `${reason}@a.example`, reason, policy('x@a.example')],
      )
    const dry = await lift({ reply_contains: 'SPAM policy', dry_run: true })
    expect([dry.status, dry.body]).toEqual([
      200,
      { dry_run: true, matched: 2, lifted: 0, has_more: false, next_cursor: null },
    ])
    const { body } = await lift({ reply_contains: 'SPAM policy' })
    expect(body).toEqual({ dry_run: false, matched: 2, lifted: 2, has_more: false, next_cursor: null })
    const stay = others.map((reason) => `${reason}@a.example`)
    expect(await emails()).toEqual([...stay, 'joe@a.example'].sort())
    expect((await lift({ since: '2020-01-01T00:00:00Z' })).body).toMatchObject({ lifted: 1 })
    expect(await emails()).toEqual(stay.sort())
  })

  test('has an entry of the audit log for the request and for each, and mail goes again', async () => {
    const email = `${randomUUID()}@a.example`
    const id = await bounced(email, policy(email))
    const send = async () => {
      const { body } = await call(service.url, 'POST', '/v1/messages', {
        key,
        body: {
          project_id: tenant.testProject,
          from_email: 'a@shop.example',
          to: [{ email }],
          subject: 'S',
          text: 'T',
        },
      })
      return (body.recipients as { status: string }[])[0]?.status
    }
    expect(await send()).toBe('suppressed')
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await lift({ reply_contains: email }, key, headers)
    expect(first.body).toMatchObject({ lifted: 1 })
    const again = await lift({ reply_contains: email }, key, headers)
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
    expect(await send()).toBe('queued')
    expect(codeOf(await get(`/${id}`))).toEqual([404, 'not_found'])
    const { rows } = await service.sql.query(
      `select resource_id, count, actor_kind, outcome from audit_events
       where workspace_id = $1 and operation = 'liftSuppressions' order by count nulls first`,
      [tenant.workspaceId],
    )
    expect(rows).toEqual([
      { resource_id: id, count: null, actor_kind: 'workspace_key', outcome: 'succeeded' },
      { resource_id: null, count: 1, actor_kind: 'workspace_key', outcome: 'succeeded' },
    ])
  })

  test('goes on where it ended', async () => {
    for (let index = 0; index < 5; index += 1)
      await bounced(`${index}@a.example`, policy(`${index}@a.example`))
    await bounced('joe@a.example', unknown('joe@a.example'))
    const wanted = { reply_contains: 'spam policy', limit: 2 }
    const first = await lift(wanted)
    expect(first.body).toMatchObject({ lifted: 2, has_more: true })
    const cursor = first.body.next_cursor as string
    expect((await lift({ ...wanted, cursor, dry_run: true })).body).toMatchObject({
      matched: 2,
      has_more: true,
    })
    const second = await lift({ ...wanted, cursor })
    expect(second.body).toMatchObject({ lifted: 2, has_more: true })
    expect((await lift({ ...wanted, cursor: second.body.next_cursor as string })).body).toMatchObject({
      lifted: 1,
      has_more: false,
    })
    expect(await emails()).toEqual(['joe@a.example'])
  })

  test('by time, and by what the rules of today say', async () => {
    const day = (days: number) => new Date(Date.now() - days * 86_400_000)
    const at = async (name: string, days: number, replyOf: typeof policy) =>
      bounced(`${name}@a.example`, replyOf(`${name}@a.example`), 'hard_bounce', day(days))
    await at('one', 1, policy)
    await at('two', 2, policy)
    await at('right', 2, unknown)
    await at('three', 3, policy)
    await bounced('silent@a.example', null, 'hard_bounce', day(2))
    const span = { since: day(2.5).toISOString(), until: day(1.5).toISOString() }
    expect((await lift({ ...span, still_suppresses: false })).body).toMatchObject({ lifted: 1 })
    expect(await emails()).toEqual([
      'one@a.example',
      'right@a.example',
      'silent@a.example',
      'three@a.example',
    ])
    expect((await lift({ ...span, reason: 'soft_bounce' })).body).toMatchObject({ lifted: 0 })
    expect((await lift({ ...span, reply_contains: 'user' })).body).toMatchObject({ lifted: 1 })
    expect((await lift(span)).body).toMatchObject({ lifted: 1 })
    expect(await emails()).toEqual(['one@a.example', 'three@a.example'])
  })

  test.each<[string, object]>([
    ['nothing that says which', {}],
    ['a reason alone', { reason: 'hard_bounce' }],
    ['what the rules say alone', { still_suppresses: false }],
    ['a reason that bounces do not make', { reply_contains: 'spam', reason: 'complaint' }],
    ['a text of two characters', { reply_contains: 'sp' }],
    ['a limit above 1,000', { reply_contains: 'spam', limit: 1001 }],
    ['a cursor of nobody', { reply_contains: 'spam', cursor: 'x' }],
    ['a time that is none', { since: 'yesterday' }],
    ['another field', { reply_contains: 'spam', force: true }],
  ])('%s is refused', async (_name, body) => {
    expect(codeOf(await lift(body))).toEqual([422, 'validation_failed'])
  })

  test('leaves the rows of others, and takes an admin or a key with the scope', async () => {
    const email = `${randomUUID()}@a.example`
    await bounced(email, policy(email))
    const stranger = await (await addTenant(service)).key()
    expect((await lift({ reply_contains: email }, stranger)).body).toMatchObject({ matched: 0, lifted: 0 })
    expect((await get('/replies', stranger)).body.data).toEqual([])
    const narrow = await tenant.key({ scopes: ['messages:send'] })
    expect((await lift({ reply_contains: email }, narrow)).status).toBe(403)
    expect((await lift({ reply_contains: email }, await tenant.session('member'))).status).toBe(403)
    expect((await get('/replies', await tenant.session('member'))).status).toBe(200)
    expect(await emails()).toEqual([email])
    expect((await lift({ reply_contains: email }, await tenant.session('admin'))).body).toMatchObject({
      lifted: 1,
    })
  })
})
