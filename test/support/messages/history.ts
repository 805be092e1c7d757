import type pg from 'pg'
import type { Uuid, WorkspaceId } from '../../../server/platform/db/ids.js'

/** A workspace's past, as it would be after that many messages with one recipient each. */
export interface History {
  readonly workspaceId: WorkspaceId
  readonly projects: readonly Uuid[]
  readonly messages: number
  /** The messages are spread evenly over this time. */
  readonly from: Date
  readonly to: Date
}

/** Values that searches of a history look for. They have the same shares whatever its length. */
export const historyHas = {
  /** One of a hundred is bounced, the others are delivered. */
  rareStatus: 'bounced',
  /** One of six. */
  category: 'receipt',
  /** A third of the subjects have this in them. */
  commonSubject: 'order',
  /** One of five thousand subjects has. */
  rareSubject: 'statement',
  /** The recipient of a message; each has twenty. */
  recipient: (history: Pick<History, 'messages'>, message: number) =>
    `user${message % peopleOf(history)}@example.com`,
  /** One of three messages has metadata: an order's number of its own, and a plan that two in three of them share. */
  order: (message: number) => ({ key: 'order_id', value: `A-${message - (message % 3)}` }),
} as const

function peopleOf({ messages }: Pick<History, 'messages'>): number {
  return Math.ceil(messages / 20)
}

/** Rows that one statement inserts: enough to be fast, few enough to show how far it has come. */
const together = 50_000

/** A UUIDv7 of the row's time, the same whenever it is made. `seed` tells the kinds of ids apart. */
function uuidOf(seed: string): string {
  const random = `md5('${seed}' || $1::uuid || n)`
  return `(lpad(to_hex(ms), 12, '0') || '7' || substr(${random}, 1, 3) || '8' || substr(${random}, 4, 15))::uuid`
}

/** The outside form of an id: five bits a letter, from the highest on, after two that are zero. */
function typeIdOf(prefix: string, uuid: string): string {
  const bits = `(B'00' || ('x' || replace(${uuid}::text, '-', ''))::bit(128))`
  const letters = Array.from(
    { length: 26 },
    (_value, place) =>
      `substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + substring(${bits} from ${1 + 5 * place} for 5)::bit(5)::int, 1)`,
  )
  return `'${prefix}_' || ${letters.join(' || ')}`
}

/** The messages from number $4 to number $5, with all that belongs to them. */
const insertRange = `
with numbered as (
  select n, ($6::bigint + (($7::bigint - $6::bigint) * n) / $3::bigint) as ms
  from generate_series($4::bigint, $5::bigint) n
), message as materialized (
  select n, ${uuidOf('message')} as id, ${uuidOf('log')} as log_id, ${uuidOf('accepted')} as accepted_id,
    ${uuidOf('settled')} as settled_id, ($2::uuid[])[1 + n % cardinality($2::uuid[])] as project_id,
    'user' || (n % $8::bigint) || '@example.com' as address,
    case when n % 100 = 0 then 'bounced' else 'delivered' end as status,
    (array['password_reset', 'receipt', 'welcome', 'shipping', 'invoice', null])[1 + n % 6] as category,
    case when n % 5000 = 7 then 'Your quarterly statement ' || n
      when n % 3 = 0 then 'Your Order A-' || n || ' has shipped'
      when n % 3 = 1 then 'Reset your password' else 'Welcome aboard' end as subject,
    case when n % 3 = 0 then jsonb_build_object('order_id', 'A-' || n, 'plan',
      (array['free', 'pro', 'pro'])[1 + n % 9 / 3]) else '{}' end as metadata,
    to_timestamp(ms / 1000.0) as at
  from numbered
), messages as (
  insert into messages (workspace_id, id, project_id, environment, from_email, subject, category, metadata)
  select $1::uuid, id, project_id, 'live', 'no-reply@shop.example', subject, category, metadata from message order by n
), contents as (
  insert into message_contents (workspace_id, message_id, text)
  select $1::uuid, id, 'Hello, ' || repeat(md5(n::text) || ' ', 8) from message order by n
), logs as (
  insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, category, status,
    attempts, delivered_at, updated_at)
  select $1::uuid, log_id, id, project_id, 'live', address, address, category, status,
    jsonb_build_array(jsonb_build_object('at', at, 'outcome', status, 'via', 'smtp', 'class', null, 'error', null, 'reply',
      jsonb_build_object('code', 250, 'enhanced_code', '2.0.0', 'text', 'OK', 'host', 'mx.example.com:25'))),
    case when status = 'delivered' then at end, at
  from message order by n
), conversations as (
  insert into attempt_conversations (workspace_id, log_id, attempt, conversation, delivered_at)
  select $1::uuid, log_id, 1, 'C: DATA', case when status = 'delivered' then at end from message order by n
), pairs as (
  insert into message_metadata (workspace_id, key, value, log_id)
  select $1::uuid, key, value, log_id from message cross join lateral jsonb_each_text(metadata)
)
insert into events (workspace_id, id, project_id, environment, type, data)
select $1::uuid, event.id, project_id, 'live', event.type, jsonb_build_object('message_id', outside_id, 'log_id', outside_log_id,
  'recipient', address, 'category', category, 'attempt', 1)
from (
  select *, ${typeIdOf('msg', 'id')} as outside_id, ${typeIdOf('log', 'log_id')} as outside_log_id from message offset 0
) message cross join lateral (
  values (accepted_id, 'message.accepted'), (settled_id, 'message.' || status)
) event (id, type)
order by n`

/** Writes a history as fast as the database takes it. */
export async function seedHistory(
  sql: pg.Pool,
  history: History,
  progress: (messages: number) => void = () => undefined,
): Promise<void> {
  for (let first = 1; first <= history.messages; first += together) {
    const last = Math.min(history.messages, first + together - 1)
    await sql.query(insertRange, [
      history.workspaceId,
      history.projects,
      history.messages,
      first,
      last,
      history.from.getTime(),
      history.to.getTime(),
      peopleOf(history),
    ])
    progress(last)
  }
}
