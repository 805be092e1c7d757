import pg from 'pg'
import { newUuid, newWorkspaceId, nilUuid, toTypeId, type Uuid } from '../../../server/platform/db/ids.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../database/database.js'
import { seedHistory, type History } from './history.js'
import { openSeededDatabase, type Seeded } from '../database/seeded-database.js'

const day = 24 * 3600 * 1000

/** One of the campaigns, with a few mails. */
export const seededCampaign = toTypeId('cmp', '00000000-0001-7000-8000-000000000000')

/** A database with a history that is long enough for a bad plan to show. */
export interface SeededDatabase extends ConnectedDatabase {
  /** The first of its two workspaces. */
  readonly history: History
  /** One of its messages. */
  readonly message: Uuid
}

/** A report on a seeded month. Its times are milliseconds since 1970. */
interface Month extends Omit<History, 'from' | 'to'> {
  readonly from: number
  readonly to: number
  readonly message: Uuid
}

/**
 * Makes a database of two workspaces with a month of mail and nothing else, of which PostgreSQL has no statistics.
 *
 * @param messages how many each of them has sent
 */
export async function openMonthOfMail(messages = 25_000): Promise<SeededDatabase> {
  return withHistory(await openMonth(messages))
}

/** Makes a database of two workspaces with a month of mail and what comes with it, of which PostgreSQL has statistics. */
export async function openLongHistory(): Promise<SeededDatabase> {
  const fill = async () => {
    const month = await openMonth(25_000)
    await onDatabase(month.url, (sql) => seedWhatComesWithMail(sql, month.seeded))
    return month
  }
  return withHistory(await openSeededDatabase('long-history', fill))
}

function withHistory({ seeded, ...database }: Seeded<Month>): SeededDatabase {
  const { message, from, to, ...of } = seeded
  return { ...database, message, history: { ...of, from: new Date(from), to: new Date(to) } }
}

function openMonth(messages: number): Promise<Seeded<Month>> {
  return openSeededDatabase(`month-of-${messages}`, async () => {
    const database = await openMigratedDatabase()
    return { ...database, seeded: await onDatabase(database.url, (sql) => seedMonth(sql, messages)) }
  })
}

async function onDatabase<T>(connectionString: string, work: (sql: pg.Pool) => Promise<T>): Promise<T> {
  const sql = new pg.Pool({ connectionString, max: 1 })
  const done = await work(sql)
  await sql.end()
  return done
}

async function seedMonth(sql: pg.Pool, messages: number): Promise<Month> {
  const history = await seedWorkspace(sql, messages)
  await seedWorkspace(sql, messages)
  const { rows } = await sql.query<{ id: Uuid }>(
    'select id from messages where workspace_id = $1 offset 9000 limit 1',
    [history.workspaceId],
  )
  const message = rows[0]?.id ?? nilUuid
  return { ...history, from: history.from.getTime(), to: history.to.getTime(), message }
}

async function seedWhatComesWithMail(sql: pg.Pool, month: Month): Promise<void> {
  await sql.query(
    `insert into message_attachments
     select workspace_id, id, 0, 'a.txt', 'text/plain', null, 'attachment', 'a' from messages`,
  )
  await sql.query(
    `insert into delivery_queue (workspace_id, log_id, message_id, due_at, destination)
     select workspace_id, id, message_id, now() + (row_number() over (order by id) - 40) * interval '1 minute', 'example.com'
     from message_logs where category = 'receipt'`,
  )
  await sql.query(
    `insert into idempotency_keys (workspace_id, project_id, operation, key, fingerprint, created_at, sealed_secret)
     select workspace_id, project_id, 'sendMessage', id::text, '', now() - random() * interval '30 hours',
       case when random() < 0.01 then '\\x01'::bytea end
     from messages`,
  )
  await sql.query(
    `insert into soft_bounces
     select workspace_id, id::text, 1, now(), now() - random() * interval '40 days' from messages`,
  )
  // Two thirds are opened by machines, half by people, and a fifth of the links is followed.
  await sql.query(
    `insert into engagements (workspace_id, log_id, kind, position, machine, times, first_at, last_at)
     select log.workspace_id, log.id, seen.kind, seen.position, seen.machine, 1, now(), now()
     from (select *, row_number() over (order by id) as n from message_logs) log
     cross join (values ('open', -1, true, 2, 3), ('open', -1, false, 1, 2), ('click', -1, false, 1, 5),
       ('click', 0, false, 1, 5)) seen (kind, position, machine, part, of)
     where n % seen.of < seen.part`,
  )
  await seedCampaigns(sql, month)
  await sql.query('analyze')
}

async function seedWorkspace(sql: pg.Pool, messages: number): Promise<History> {
  const workspaceId = newWorkspaceId()
  const projects = Array.from({ length: 5 }, newUuid)
  await sql.query(`insert into workspaces (id, name) values ($1, 'A')`, [workspaceId])
  await sql.query(
    `insert into projects (id, workspace_id, name, environment) select unnest($2::uuid[]), $1, 'A', 'live'`,
    [workspaceId, projects],
  )
  const now = Date.now()
  const seeded: History = {
    workspaceId,
    projects,
    messages,
    from: new Date(now - 29 * day),
    to: new Date(now - day),
  }
  await seedHistory(sql, seeded)
  return seeded
}

/** A sixth of the mail, and the one message, is of campaigns of long ago, which have ended. */
async function seedCampaigns(sql: pg.Pool, { workspaceId, projects, message }: Month): Promise<void> {
  const campaigns = 2000
  const campaign = `(lpad(to_hex(n % ${campaigns} + 1), 12, '0') || '70008000000000000000')::uuid`
  await sql.query(
    `insert into campaigns (workspace_id, id, project_id, environment, name, status, template_id, completed_at)
     select $1, ${campaign}, $2, 'live', 'Sale', 'sent', gen_random_uuid(), now() - interval '40 days'
     from generate_series(1, ${campaigns}) n`,
    [workspaceId, projects[0]],
  )
  await sql.query(
    `with mail as (
       select id, row_number() over (order by id) as n from message_logs
       where workspace_id = $1 and (category = 'welcome' or message_id = $2)
     ), recipients as (
       insert into campaign_recipients (workspace_id, campaign_id, contact_id, status, log_id)
       select $1, ${campaign}, gen_random_uuid(), 'released', id from mail
     )
     update message_logs log set campaign_id = ${campaign}, destination = 'example.com'
     from mail where log.workspace_id = $1 and log.id = mail.id`,
    [workspaceId, message],
  )
}
