import {
  unsentReason,
  type SuppressionReason,
  type Needed,
  type UnsentReason,
} from '../../audience/unsent-reason.js'
import type { SubscriptionLinks } from '../../audience/subscriptions/links/links.js'
import { bestLocale, localeOf } from '../../content/locale.js'
import { defaultLocale } from '../../content/rendering/source.js'
import type { StoredVersion } from '../../content/store.js'
import { newUuid, type Uuid } from '../../../platform/db/ids.js'
import { destinationOf } from '../../delivery/transport.js'
import { domainOf } from '../../../mail/address.js'
import type { ProgramMail } from '../program-mail.js'
import { valuesFor } from '../values.js'
import type { Recipient } from './recipients-to-release.js'
import type { CampaignRow } from './rows.js'

/** What is the same for all mails of a campaign. */
export interface CampaignMail {
  readonly row: CampaignRow
  readonly version: StoredVersion
  /** The subject of the version by language, as it was given. */
  readonly subjects: ReadonlyMap<string, string>
  readonly links: Pick<SubscriptionLinks, 'unsubscribeUrl' | 'contactUnsubscribeUrl'>
}

/** A recipient's mail. */
export interface ReleasedRow extends ProgramMail {
  readonly contact_id: Uuid
  readonly list_unsubscribe: { readonly url: string }
}

/** A recipient that gets no mail. */
export interface UnsentRow {
  readonly contact_id: Uuid
  readonly status: 'skipped' | 'failed'
  readonly reason: UnsentReason | 'erased' | 'missing_variable'
  readonly detail?: string
}

/**
 * Decides about a recipient: its mail, or why there is none.
 *
 * @param suppressed why its address is suppressed
 */
export function mailOf(
  mail: CampaignMail,
  recipient: Recipient,
  suppressed: SuppressionReason | undefined,
): ReleasedRow | UnsentRow {
  const { row, version } = mail
  const { contact_id, email, address, name, properties } = recipient
  if (email === null || address === null) return { contact_id, status: 'skipped', reason: 'erased' }
  const { subscription_status: subscription, opted_in: optedIn } = recipient
  const reason = unsentReason(neededFor(row), { suppressed, subscription, optedIn })
  if (reason !== null) return { contact_id, status: 'skipped', reason }
  const { values, missing } = valuesFor(version.variables, [row.variables, properties ?? {}])
  if (missing.length > 0) {
    return { contact_id, status: 'failed', reason: 'missing_variable', detail: missing.join(', ') }
  }
  const logId = newUuid()
  const locale = bestLocale(version.locales, localeOf(properties ?? {}))
  return {
    contact_id,
    message_id: newUuid(),
    log_id: logId,
    recipient: email,
    recipient_name: name,
    address,
    destination: destinationOf(row.environment, email),
    domain: domainOf(email),
    subject: mail.subjects.get(locale) ?? '',
    locale: locale === defaultLocale ? null : locale,
    render_input: {
      values,
      contact: version.uses_contact ? { email, name, properties: properties ?? {} } : null,
    },
    list_unsubscribe: { url: linkOf(mail, recipient, logId) },
  }
}

/** What a campaign's mail needs of its recipients. */
export function neededFor(row: Pick<CampaignRow, 'list_id'>): Needed {
  return { confirmation: row.list_id !== null, optedIn: true }
}

/** A mail to a list ends the subscription to the list, any other one those to the project's campaigns. */
function linkOf({ row, links }: CampaignMail, recipient: Recipient, logId: Uuid): string {
  const workspaceId = row.workspace_id
  const { subscription_id: subscriptionId, contact_id: contactId } = recipient
  return row.list_id !== null && subscriptionId !== null
    ? links.unsubscribeUrl({ workspaceId, subscriptionId, logId })
    : links.contactUnsubscribeUrl({ workspaceId, contactId, logId })
}
