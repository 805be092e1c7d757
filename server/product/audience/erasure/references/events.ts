import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { deliveryIdOf } from '../../../../platform/events/fan-out.js'
import type { Erasure } from '../erasure.js'
import type { Changed, References, Row } from './references.js'

/**
 * Events that name the address. Webhooks read an event's row whenever they are sent, so deliveries that still wait,
 * and replays, are without the address as well.
 */
export const eventReferences: References = {
  table: 'events',
  key: { id: 'uuid' },
  columns: { data: 'jsonb' },
  ofProject: 'entry.project_id = $2',
  counted: 'events',
  rowsAtMost: 250,
  change: (before, redacted, erasure) => ({ ...redacted, data: withoutContent(before, redacted, erasure) }),
  after: forgetReplies,
}

interface Named {
  readonly email?: unknown
}

interface Data {
  readonly recipients?: readonly Named[]
}

/** The data of an event of an inbound message. */
interface InboundData {
  readonly inbound_message_id?: unknown
  readonly envelope: { readonly from: unknown; readonly to: readonly unknown[] }
  readonly from: readonly Named[]
  readonly to: readonly Named[]
  readonly cc: readonly Named[]
  readonly reply_to: readonly Named[]
}

/**
 * Removes content from an event's data: the content of a message to the address, as far as the event of its
 * acceptance repeats it, and the content of an inbound message that has the address in its envelope or its fields,
 * since that message has been deleted as a whole.
 */
function withoutContent(before: Row, redacted: Row, erasure: Erasure): unknown {
  const { redactor } = erasure
  if (isInboundWith(before.data as InboundData, erasure)) {
    const emptied = { subject: '', text: null, text_truncated: false, reply_text: null, attachments: [] }
    return { ...(redacted.data as object), ...emptied, header_message_id: null }
  }
  const { recipients } = before.data as Data
  const data = redacted.data as Readonly<Record<string, unknown>>
  if (recipients?.some(({ email }) => redactor.isTheirs(email)) !== true || !('subject' in data)) return data
  return { ...data, subject: '', metadata: {} }
}

function isInboundWith(data: InboundData, { redactor }: Erasure): boolean {
  if (data.inbound_message_id === undefined || !('envelope' in data)) return false
  const named = [...data.from, ...data.to, ...data.cc, ...data.reply_to].map(({ email }) => email)
  return [data.envelope.from, ...data.envelope.to, ...named].some((email) => redactor.isTheirs(email))
}

const dropReplies = statement<[workspaceId: WorkspaceId, eventIds: readonly Uuid[]], { count: number }>(
  'forget_replies_to_erased',
  `with found as (
     select id, jsonb_path_match(attempts, '$[*].response_body != null') as replied
     from webhook_deliveries
     where workspace_id = $1 and jsonb_path_match(attempts, '$[*].response_body != null || exists ($[*].request)')
       and id = any(array(
         select ${deliveryIdOf('event.id', 'subscription.id')}
         from unnest($2::uuid[]) as event (id)
         join webhook_subscriptions subscription on subscription.workspace_id = $1))
   ), changed as (
     update webhook_deliveries delivery set attempts = (
       select jsonb_agg(jsonb_set(attempt, '{response_body}', 'null') - 'request' order by n)
       from jsonb_array_elements(attempts) with ordinality as a (attempt, n))
     from found where delivery.workspace_id = $1 and delivery.id = found.id
     returning found.replied
   )
   select count(*) filter (where replied)::integer as count from changed`,
)

/**
 * Deletes the replies of webhook endpoints to changed events, because an endpoint may answer with anything that was
 * in the event. The request's header is deleted, too: its signature would let anybody with the secret find out
 * whether a guess of the body is right.
 */
async function forgetReplies(trx: Knex, { workspaceId }: Erasure, changed: readonly Changed[]) {
  const ids = changed.map(({ before }) => (before.key as string[])[0] ?? '')
  const [forgotten] = await dropReplies(trx, workspaceId, ids)
  return { webhook_deliveries: forgotten?.count ?? 0 }
}
