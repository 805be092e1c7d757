import { nilUuid, type Uuid } from '../../../../platform/db/ids.js'
import { logsChanged } from '../../../../platform/log-search/stale.js'
import type { References, Row } from './references.js'
import { automationReferences } from './automations.js'
import { eventReferences } from './events.js'
import { keptReplyReferences } from './kept-replies.js'
import { messageReferences } from './messages.js'

/** Webhook deliveries of any event whose recorded replies name the address. */
const webhookReferences: References = {
  table: 'webhook_deliveries',
  key: { id: 'uuid' },
  columns: { attempts: 'jsonb' },
  ofProject: 'entry.project_id = $2',
  counted: 'webhook_deliveries',
  change: (before, redacted) => ({ ...redacted, attempts: withoutReplies(before, redacted) }),
}

/** Removes replies that name the address as a whole, because they may say more about the person. */
function withoutReplies(before: Row, redacted: Row): unknown[] {
  const original = before.attempts as Readonly<Record<string, unknown>>[]
  return (redacted.attempts as Readonly<Record<string, unknown>>[]).map((attempt, index) => {
    if (attempt.response_body === original[index]?.response_body) return attempt
    return { ...attempt, response_body: null }
  })
}

/** Returns true if logs are found by the same words before and after. */
function isSaidAlike(one: Row, other: Row): boolean {
  return one.recipient_name === other.recipient_name && one.category === other.category
}

/**
 * Requests that receivers of webhooks got. A request that names the address is deleted as a whole, since it is only
 * there to be looked at for some days. A request belongs to no project, and any of them may hold a copy of something
 * that is erased in the project at hand.
 */
const receivedReferences: References = {
  table: 'webhook_receiver_requests',
  key: { receiver_id: 'uuid', id: 'uuid' },
  columns: { body: 'text', headers: 'jsonb' },
  ofProject: 'true',
  change: (before, redacted) =>
    before.body === redacted.body && JSON.stringify(before.headers) === JSON.stringify(redacted.headers)
      ? before
      : 'delete',
}

/**
 * Lists the tables that may mention an address: all that keep the words of people or servers. Rows that are the
 * person's own, such as the logs of messages to them, are erased earlier; these tables hold the words of others.
 *
 * Rules of segments are searched, although a team writes them, because a value in one stands for people. So are the
 * rules that a campaign has copied, and the conditions of automations.
 *
 * The search leaves out everything that a team says about itself, such as senders, lists, templates, subscriptions to
 * webhooks, and names, senders and variables of campaigns, which are the same for all recipients. It also leaves out
 * attachments of other people's messages, inbound messages that have the address in their text alone, since they are
 * kept to the byte, and DMARC reports, which are about servers. The recipients of a campaign stay, so that its
 * figures add up: the id of a deleted contact says nothing.
 */
export const referencingTables: readonly References[] = [
  eventReferences,
  webhookReferences,
  receivedReferences,
  keptReplyReferences,
  messageReferences,
  {
    table: 'message_contents',
    key: { message_id: 'uuid' },
    columns: {
      text: 'text',
      html: 'text',
      reply_to: 'jsonb',
      headers: 'jsonb',
      list_unsubscribe: 'jsonb',
      render_input: 'jsonb',
    },
    ofProject:
      'exists (select from messages where workspace_id = $1 and id = entry.message_id and project_id = $2)',
  },
  {
    table: 'message_logs',
    key: { id: 'uuid' },
    columns: { recipient_name: 'text', category: 'text', attempts: 'jsonb' },
    ofProject: 'entry.project_id = $2',
    after: async (trx, { workspaceId }, changed) => {
      const said = changed.filter(({ before, after }) => !isSaidAlike(before, after))
      await logsChanged(
        trx,
        workspaceId,
        said.map(({ before }) => (before.key as Uuid[])[0] ?? nilUuid),
      )
      return {}
    },
  },
  {
    // These are conversations of other people's mail: those of the person's own have gone with their logs.
    table: 'attempt_conversations',
    key: { log_id: 'uuid', attempt: 'integer' },
    columns: { conversation: 'text' },
    ofProject:
      'exists (select from message_logs where workspace_id = $1 and id = entry.log_id and project_id = $2)',
  },
  {
    table: 'contacts',
    key: { id: 'uuid' },
    columns: { name: 'text', properties: 'jsonb' },
    ofProject: 'entry.project_id = $2',
  },
  {
    table: 'contact_events',
    key: { contact_id: 'uuid', id: 'uuid' },
    columns: { properties: 'jsonb' },
    ofProject:
      'exists (select from contacts where workspace_id = $1 and id = entry.contact_id and project_id = $2)',
  },
  {
    table: 'consents',
    key: { subscription_id: 'uuid', id: 'uuid' },
    columns: { source: 'text' },
    ofProject: `exists (
      select from subscriptions
      where workspace_id = $1 and id = entry.subscription_id and project_id = $2)`,
  },
  {
    table: 'topic_consents',
    key: { contact_id: 'uuid', id: 'uuid' },
    columns: { source: 'text' },
    ofProject: 'entry.project_id = $2',
  },
  { table: 'segments', key: { id: 'uuid' }, columns: { rule: 'jsonb' }, ofProject: 'entry.project_id = $2' },
  {
    table: 'campaigns',
    key: { id: 'uuid' },
    columns: { rules: 'jsonb' },
    ofProject: 'entry.project_id = $2',
  },
  {
    // A sender who is blocked by the erased address is no longer blocked.
    table: 'inbound_routes',
    key: { id: 'uuid' },
    columns: { block: 'jsonb' },
    ofProject: 'entry.project_id = $2',
    change: (before, redacted, { redactor }) => ({
      ...redacted,
      block: (before.block as readonly string[]).filter((sender) => !redactor.isTheirs(sender)),
    }),
  },
  ...automationReferences,
  {
    table: 'suppressions',
    key: { address: 'text' },
    columns: { note: 'text', reply: 'text' },
    ofProject: null,
  },
]
