import type { components } from '../../../../generated/api-types.js'
import { newUuid, timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import { ofNoProgram, programIn } from '../../../platform/events/program-of-mail.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { topicEntry } from '../contacts/ledger-entries.js'
import type { ContactRow } from '../contacts/contact-rows.js'
import { chosenSql } from './standing.js'
import type { ConsentProof } from '../subscriptions/consents.js'
import type { LinkDelivery } from '../subscriptions/links/delivery.js'

export interface TopicConsentRow {
  readonly workspace_id: WorkspaceId
  readonly contact_id: Uuid
  readonly id: Uuid
  readonly project_id: Uuid
  /** Key of the topic. */
  readonly topic: string
  readonly action: components['schemas']['TopicConsent']['action']
  readonly at: Date
  readonly source: string | null
  readonly ip_address: string | null
  readonly user_agent: string | null
}

/** A choice of a contact about a topic. */
export interface TopicChoice {
  /** Key of the topic. */
  readonly topic: string
  readonly subscribed: boolean
  readonly proof: ConsentProof
  /** The mail whose link was used; undefined if there was none. */
  readonly delivery?: LinkDelivery | undefined
}

/** Locks a contact, so that of two simultaneous choices, or of a repeated one, only one takes effect. */
const lock = statement<[workspaceId: WorkspaceId, id: Uuid], { id: Uuid }>(
  'lock_contact_choosing_topic',
  'select id from contacts where workspace_id = $1 and id = $2 for no key update',
)

/** Marks the contact as changed, unless its choice is the same as before. */
const change = statement<
  [workspaceId: WorkspaceId, id: Uuid, topic: string, subscribed: boolean, at: Date],
  ContactRow
>(
  'choose_topic',
  `update contacts set updated_at = greatest(updated_at, $5)
   where workspace_id = $1 and id = $2 and ${chosenSql('$1', 'contacts.id', '$3')} is distinct from $4
   returning *`,
)

/**
 * Stores a contact's choice about a topic, with the proof and an event, in the caller's transaction. The caller wakes
 * the webhooks.
 *
 * @returns the contact as it is now; undefined if its choice is the same as before, or if there is none
 */
export async function chooseTopic(
  { sql }: Transaction,
  workspaceId: WorkspaceId,
  contactId: Uuid,
  { topic, subscribed, proof, delivery }: TopicChoice,
): Promise<ContactRow | undefined> {
  const id = newUuid()
  // Lists of choices are sorted by the time in the id.
  const at = timeOf(id)
  await lock(sql, workspaceId, contactId)
  const [contact] = await change(sql, workspaceId, contactId, topic, subscribed, at)
  if (contact === undefined) return undefined
  const consent: TopicConsentRow = {
    workspace_id: workspaceId,
    contact_id: contactId,
    id,
    project_id: contact.project_id,
    topic,
    action: subscribed ? 'subscribed' : 'unsubscribed',
    at,
    source: proof.source,
    ip_address: proof.ip,
    user_agent: proof.userAgent,
  }
  await sql('topic_consents').insert(consent)
  recordInLedger(sql, topicEntry(contact, topic, subscribed))
  await insertEvent(sql, workspaceId, {
    id: newUuid(),
    projectId: contact.project_id,
    environment: contact.environment,
    type: 'contact.topic_changed',
    data: {
      contact_id: toTypeId('con', contactId),
      email: contact.email,
      topic,
      subscribed,
      source: proof.source,
      ...programIn(delivery ?? ofNoProgram),
      message_id: delivery === undefined ? null : toTypeId('msg', delivery.messageId),
      log_id: delivery === undefined ? null : toTypeId('log', delivery.logId),
    },
  })
  return contact
}
