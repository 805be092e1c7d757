import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { fromTypeId, newUuid } from '../../../server/platform/db/ids.js'
import { inboundLinks } from '../../../server/product/inbound/links/links.js'
import { receivedEvent } from '../../../server/product/inbound/messages/event.js'
import { call } from '../api/api.js'
import { insertInbound, insertRoute } from '../inbound/inbound-rows.js'
import type { TestService } from '../service/service.js'
import type { Tenant } from '../workspace/tenant.js'
import { until } from '../time/until.js'

type Schemas = components['schemas']

/** Somebody of whom everything is known that the service can know, and who is to be erased. */
export interface Person {
  readonly email: string
  readonly name: string
  /** Id of a message that only this person was sent: its log's status is `delivered`. */
  readonly single: string
  /** Id of a message that waits for another recipient as well. */
  readonly shared: string
  /** Id of a message that was sent to somebody else and mentions this person. */
  readonly mentioning: string
  readonly contact: string
}

/** Somebody else of the same tenant. */
export const other = { email: 'bob@other.example', name: 'Bob Underwood' }

/** The server's words about a recipient, in a spelling of its own. */
const words = (email: string) => `5.1.1 user <${email.toUpperCase()}> is unknown`

/**
 * Leaves every kind of trace of a person, by the API where it has an operation.
 *
 * @param email one that the sink defers, so that its words about it are recorded
 */
export async function leaveTraces(service: TestService, tenant: Tenant, email: string): Promise<Person> {
  const key = await tenant.key()
  const project_id = tenant.liveProject
  const name = 'Ada Quillfeather'
  const ask = async (method: string, path: string, body: unknown, headers = {}) => {
    const reply = await call(service.url, method, path, { key, body, headers })
    expect(reply.status, reply.text).toBeLessThan(300)
    return reply.body
  }
  const keyed = () => ({ 'Idempotency-Key': randomUUID() })
  const message = (fields: Partial<Schemas['SendMessageRequest']> = {}): Schemas['SendMessageRequest'] => ({
    project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email, name }],
    subject: `Dear ${name}`,
    text: `You are ${email}.`,
    html: `<p>You are <b>${email}</b>.</p>`,
    reply_to: [{ email, name }],
    headers: { 'X-Customer': email },
    metadata: { customer: email, name },
    attachments: [{ filename: 'name.txt', content: Buffer.from(`${name} <${email}>`).toString('base64') }],
    ...fields,
  })
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const toOther = { to: [other], subject: 'An order', metadata: { order: 'A-1' }, attachments: [] }

  const contact = await ask(
    'PUT',
    '/v1/contacts',
    { project_id, email, name, properties: { mail: email } },
    keyed(),
  )
  await ask(
    'POST',
    `/v1/contacts/${contact.id}/events`,
    { name: 'called', properties: { by: name, as: email } },
    keyed(),
  )
  const friend = await ask('PUT', '/v1/contacts', {
    project_id,
    email: other.email,
    name: other.name,
    properties: { friend: email },
  })
  await ask('POST', `/v1/contacts/${friend.id}/events`, { name: 'invited', properties: { whom: email } })

  const list = await ask('POST', '/v1/subscriber-lists', {
    project_id,
    name: 'News',
    from_email: 'news@shop.example',
  })
  const consent = { source: `Form of ${email}`, ip_address: '203.0.113.7', user_agent: 'Quill/1.0' }
  await ask('POST', `/v1/subscriber-lists/${list.id}/subscriptions`, { email, name, ...consent }, keyed())

  const single = await ask('POST', '/v1/messages', message(), keyed())
  const plain = { ...toOther, text: 'Hi', html: 'Hi', reply_to: [other], headers: {} }
  await ask('POST', '/v1/messages', message(plain), { 'Idempotency-Key': `again-${email}` })
  const items = [
    { idempotency_key: randomUUID(), message: message({ cc: [other] }) },
    { idempotency_key: randomUUID(), message: message(toOther) },
  ]
  await ask('POST', '/v1/messages/batch', { items }, keyed())
  await ask('POST', '/v1/messages', message({ scheduled_at: later }))
  const shared = await ask('POST', '/v1/messages', message({ cc: [other], scheduled_at: later }))
  const mentioning = await ask('POST', '/v1/messages', message({ ...toOther, metadata: { about: email } }))
  await until(async () => {
    const { rows } = await service.sql.query(
      `select (select count(*) from delivery_queue where workspace_id = $1 and due_at < now() + interval '5 minutes')
         + (select count(*) from webhook_queue where workspace_id = $1) as waiting`,
      [tenant.workspaceId],
    )
    return rows[0].waiting === '0'
  }, 'everything to be sent and told')
  await leaveMore(service.sql, tenant, email, contact.id)
  return { email, name, single: single.id, shared: shared.id, mentioning: mentioning.id, contact: contact.id }
}

/** Inserts rows that take long to come about, or come from outside, as the service writes them. */
async function leaveMore(sql: pg.Pool, tenant: Tenant, email: string, contact: string): Promise<void> {
  const { workspaceId } = tenant
  const projectId = fromTypeId('prj', tenant.liveProject)
  const attempt = JSON.stringify([
    {
      at: new Date(),
      outcome: 'bounced',
      via: 'dsn',
      reply: { code: 550, enhanced_code: '5.1.1', text: words(email), host: 'mx' },
      class: 'unknown_user',
      error: null,
    },
  ])
  // To the person and to the other: a server that names everybody it was asked for.
  await sql.query(
    `update message_logs set attempts = attempts || $2::jsonb, complained_at = now(), unverified_complaint =
       jsonb_set($3::jsonb, '{from_domain}', ('"' || recipient || '"')::jsonb)
     where workspace_id = $1`,
    [workspaceId, attempt, JSON.stringify({ received_at: new Date(), feedback_type: 'abuse' })],
  )
  await sql.query(
    `insert into attempt_conversations (workspace_id, log_id, attempt, conversation)
     select workspace_id, id, 9, 'S: 250 OK, as for ' || $2 from message_logs where workspace_id = $1 and address = $3`,
    [workspaceId, words(email), other.email],
  )
  await sql.query(
    `insert into consents (workspace_id, subscription_id, id, list_id, action, at, source, ip_address, user_agent)
     select workspace_id, id, $2, list_id, 'confirmed', now(), 'page', '203.0.113.7', 'Quill/1.0'
     from subscriptions where workspace_id = $1`,
    [workspaceId, newUuid()],
  )
  // The words of the person's own choice, and of others' that name the person.
  await sql.query(
    `insert into topic_consents
       (workspace_id, contact_id, id, project_id, topic, action, at, source, ip_address, user_agent)
     select workspace_id, id, $2, project_id, 'news', 'unsubscribed', now(), $3, '203.0.113.7', 'Quill/1.0'
     from contacts where workspace_id = $1`,
    [workspaceId, newUuid(), `Asked by ${email}`],
  )
  const events = [
    ['subscription.confirmed', projectId, { contact_id: contact, email, source: `Form of ${email}` }],
    ['message.complained', projectId, { recipient: email, user_agent: null }],
    [
      'suppression.added',
      null,
      { email, reason: 'complaint', note: 'Ada Quillfeather called', log_id: null },
    ],
  ] as const
  for (const [type, project, data] of events) {
    await sql.query(
      'insert into events (workspace_id, id, project_id, type, data) values ($1, $2, $3, $4, $5)',
      [workspaceId, newUuid(), project, type, data],
    )
  }
  await leaveInbound(sql, { workspaceId, projectId }, email)
  await sql.query(`insert into soft_bounces values ($1, lower($2), 2, now(), now())`, [workspaceId, email])
}

/** Mail of the person, and of the other to them as well, as the receiver stores it with its events. */
async function leaveInbound(
  sql: pg.Pool,
  of: { readonly workspaceId: string; readonly projectId: string },
  email: string,
): Promise<void> {
  const routeId = await insertRoute(sql, of, { block: [email, '@spam.example'] })
  const name = 'Ada Quillfeather'
  const links = inboundLinks(new Uint8Array(32), 'https://mail.shop.example')
  const [theirs, others] = [
    { email: email.toUpperCase(), name },
    { email: other.email, name: other.name },
  ]
  const mails = [
    { columns: { envelope_sender: email, sender: email }, metadata: { from: [theirs] } },
    { columns: { envelope_sender: other.email }, metadata: { from: [others], cc: [others, theirs] } },
    // In the envelope alone.
    { columns: { envelope_recipients: [email] }, metadata: { from: [others] } },
  ]
  for (const { columns, metadata } of mails) {
    const words = { subject: `${name} asks`, text: `I am ${name}`, reply_text: name }
    const raw = Buffer.from(`From: ${email}\r\n\r\nI am ${name}\r\n`)
    const { row } = await insertInbound(
      sql,
      { ...of, routeId },
      {
        columns: { ...columns, ...words },
        metadata,
        raw,
        attachments: [{ bytes: Buffer.from(name), filename: `${name}.txt` }],
      },
    )
    const event = receivedEvent(row, links, { replayed: false, now: new Date(), eventId: newUuid() })
    await sql.query(
      `insert into events (workspace_id, id, project_id, environment, type, data) values ($1, $2, $3, 'live', $4, $5)`,
      [of.workspaceId, event.id, of.projectId, event.type, event.data],
    )
  }
}

/** The complaint that suppresses the person; nothing could have been sent with it. */
export async function suppressPerson(sql: pg.Pool, { workspaceId }: Tenant, email: string): Promise<void> {
  await sql.query(
    `insert into suppressions (workspace_id, id, address, reason, note, reply) values
       ($1, $2, lower($3), 'complaint', $3, null), ($1, $4, 'another@other.example', 'hard_bounce', $5, $6)`,
    [
      workspaceId,
      newUuid(),
      email,
      newUuid(),
      `Known to ${email}`,
      `550 5.1.1 <${email}>: forwarded, no such user`,
    ],
  )
}

/**
 * Tables with each of their rows as text, and what is binary in them as the text that it may be. Left out are the
 * heartbeat's table and the statistics, which change by themselves: statistics have of a recipient a domain with
 * numbers.
 */
export async function dump(sql: pg.Pool, workspaceId?: string): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql.query<{ name: string; binary: string[]; tenants: boolean }>(
    `select table_name as name,
       coalesce(array_agg(column_name::text) filter (where data_type = 'bytea'), '{}') as binary,
       bool_or(column_name = 'workspace_id') as tenants
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('lease_owners', 'statistics', 'statistics_pending', 'mail_totals')
     group by 1 order by 1`,
  )
  const dumped = new Map<string, string[]>()
  for (const { name, binary, tenants } of tables) {
    const columns = [`entry::text`, ...binary.map((column) => `coalesce(encode(${column}, 'escape'), '')`)]
    const only = workspaceId !== undefined && tenants ? `where workspace_id = '${workspaceId}'` : ''
    const { rows } = await sql.query<{ text: string }>(
      `select ${columns.join(" || ' ' || ")} as text from ${name} entry ${only} order by 1`,
    )
    dumped.set(
      name,
      rows.map(({ text }) => text),
    )
  }
  return dumped
}

/** Lists the rows in which one of the needles is found, whatever the case of its letters. */
export function found(dumped: ReadonlyMap<string, readonly string[]>, needles: readonly string[]): string[] {
  return [...dumped].flatMap(([table, rows]) =>
    rows
      .filter((row) => needles.some((needle) => row.toLowerCase().includes(needle.toLowerCase())))
      .map((row) => `${table}: ${row}`),
  )
}
