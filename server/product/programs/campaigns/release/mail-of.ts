import {
  unsentReason,
  type SuppressionReason,
  type Needed,
  type UnsentReason,
  isOptedIn,
} from '../../../audience/unsent-reason.js'
import { chosenSql } from '../../../audience/topics/standing.js'
import { topicWithKey, type MailTopic } from '../../../audience/topics/topic-rows.js'
import type { SubscriptionLinks } from '../../../audience/subscriptions/links/links.js'
import { bestLocale, localeOf } from '../../../content/locale.js'
import { defaultLocale } from '../../../content/rendering/compiling/source.js'
import type { StoredVersion } from '../../../content/store.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { destinationOf } from '../../../mail/destination.js'
import { domainOf } from '../../../../../base/addresses/address.js'
import type { ProgramMail } from '../../program-mail.js'
import { valuesFor } from '../../values.js'
import type { CampaignRow } from '../campaign-rows.js'
import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import type { SubscriptionStatus } from '../../../audience/subscriptions/subscription-rows.js'
import { atKey } from '../../../../platform/db/statements/at-key.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { followIndexes } from '../../follow-indexes.js'

/** The data that all mails of a campaign share. */
export interface CampaignMail {
  readonly row: CampaignRow
  readonly version: StoredVersion
  readonly subjects: MailIds
  readonly links: Pick<SubscriptionLinks, 'unsubscribeUrl' | 'contactUnsubscribeUrl' | 'topicUnsubscribeUrl'>
  /** Topic of the mails; undefined if they have none. */
  readonly topic: MailTopic | undefined
}

/** Finds the topic of a campaign's mail, which exists for as long as the campaign is not over. */
export async function topicOf(
  db: Knex,
  row: Pick<CampaignRow, 'workspace_id' | 'project_id' | 'topic'>,
): Promise<MailTopic | undefined> {
  return row.topic === null ? undefined : topicWithKey(db, row.workspace_id, row.project_id, row.topic)
}

/** The mail of a recipient. */
export interface ReleasedRow extends ProgramMail {
  readonly contact_id: Uuid
  readonly list_unsubscribe: { readonly url: string }
}

/** A mail of a recipient whose subject is not rendered yet. */
export type UntitledRow = Omit<ReleasedRow, 'subject'>

/** Gives the ids of the mail of each contact. */
export interface MailIds {
  idsFor(contactId: Uuid): Pick<ReleasedRow, 'message_id' | 'log_id'>
}

/** A recipient that gets no mail. */
export interface UnsentRow {
  readonly contact_id: Uuid
  readonly status: 'skipped' | 'failed'
  readonly reason: UnsentReason | 'erased' | 'missing_variable'
  readonly detail?: string
}

/**
 * Decides about a recipient.
 *
 * @param suppressed the reason why its address is suppressed; undefined if it is not
 * @returns its mail without the subject, or the reason why there is none
 */
export function mailOf(
  mail: CampaignMail,
  recipient: Recipient,
  suppressed: SuppressionReason | undefined,
): UntitledRow | UnsentRow {
  const { row, version } = mail
  const { contact_id, email, address, name, properties } = recipient
  if (email === null || address === null) return { contact_id, status: 'skipped', reason: 'erased' }
  const { subscription_status: subscription, opted_in: optedIn } = recipient
  const wants = mail.topic && (recipient.chosen ?? mail.topic.default_subscribed)
  const reason = unsentReason(neededFor(row), { suppressed, subscription, optedIn, wantsTopic: wants })
  if (reason !== null) return { contact_id, status: 'skipped', reason }
  const { values, missing } = valuesFor(version.variables, [row.variables, properties ?? {}])
  if (missing.length > 0) {
    return { contact_id, status: 'failed', reason: 'missing_variable', detail: missing.join(', ') }
  }
  const { message_id, log_id } = mail.subjects.idsFor(contact_id)
  const locale = bestLocale(version.locales, localeOf(properties ?? {}))
  return {
    contact_id,
    message_id,
    log_id,
    recipient: email,
    recipient_name: name,
    address,
    destination: destinationOf(row.environment, email),
    domain: domainOf(email),
    template_locale: locale === defaultLocale ? null : locale,
    render_input: {
      values,
      contact: version.uses_contact ? { email, name, properties: properties ?? {} } : null,
    },
    list_unsubscribe: { url: linkOf(mail, recipient, log_id) },
  }
}

/** Returns the conditions that a campaign's mail sets for its recipients. */
export function neededFor(row: Pick<CampaignRow, 'list_id' | 'topic'>): Needed {
  return { confirmation: row.list_id !== null, optedIn: true, topic: row.topic !== null }
}

/**
 * Returns the link to unsubscribe. A mail of a topic ends the topic, another mail to a list ends the subscription to
 * the list, and any other mail opts out of the project's campaigns.
 */
function linkOf({ row, links, topic }: CampaignMail, recipient: Recipient, logId: Uuid): string {
  const workspaceId = row.workspace_id
  const { subscription_id: subscriptionId, contact_id: contactId } = recipient
  if (topic !== undefined)
    return links.topicUnsubscribeUrl({ workspaceId, contactId, logId, topicId: topic.id })
  return row.list_id !== null && subscriptionId !== null
    ? links.unsubscribeUrl({ workspaceId, subscriptionId, logId })
    : links.contactUnsubscribeUrl({ workspaceId, contactId, logId })
}

/** A recipient with the data that decides about its mail, as it is now. */
export interface Recipient {
  readonly contact_id: Uuid
  /** The address as it was last written; null if the contact was erased. */
  readonly email: string | null
  readonly address: string | null
  readonly name: string | null
  readonly properties: components['schemas']['ContactProperties'] | null
  readonly opted_in: boolean | null
  /** The contact's choice about the campaign's topic; null if it has chosen nothing. */
  readonly chosen: boolean | null
  /** Id of the subscription to the campaign's list; null if there is none. */
  readonly subscription_id: Uuid | null
  readonly subscription_status: SubscriptionStatus | null
}

const select = statement<
  [
    workspaceId: WorkspaceId,
    campaignId: Uuid,
    after: Uuid,
    max: number,
    listId: Uuid | null,
    topic: string | null,
  ],
  Recipient
>(
  'select_recipients_to_release',
  `select recipient.contact_id, contact.email, contact.address, contact.name, contact.properties, contact.opted_in,
     contact.chosen, subscription.id as subscription_id, subscription.status as subscription_status
   from (
     select contact_id from campaign_recipients
     where workspace_id = $1 and campaign_id = $2 and contact_id > $3 and status = 'pending'
     order by contact_id limit $4
   ) recipient
   left join lateral (
     select email, address, name, properties, ${isOptedIn('contacts')} as opted_in,
       case when $6::text is not null then ${chosenSql('$1', 'contacts.id', '$6')} end as chosen
     from contacts where workspace_id = $1 and id = recipient.contact_id limit 1
   ) contact on true
   left join lateral (
     select id, status from subscriptions
     where workspace_id = $1 and ${atKey('list_id, address', '$5, contact.address')}
     order by list_id, address limit 1
   ) subscription on true
   order by recipient.contact_id`,
)

/**
 * Selects the next pending recipients along the primary key. Contacts and subscriptions are looked up row by row, by
 * an index, whatever the planner thinks of the tables' sizes: the order by list and address is that of one index
 * alone.
 */
export async function selectRecipients(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  { list_id: listId, topic }: Pick<CampaignRow, 'list_id' | 'topic'>,
  { campaignId, after, max }: { readonly campaignId: Uuid; readonly after: Uuid; readonly max: number },
): Promise<Recipient[]> {
  await followIndexes(trx)
  return select(trx, workspaceId, campaignId, after, max, listId, topic)
}
