import { fromTypeId, toTypeId, type Uuid } from '../../platform/db/ids.js'
import { newMessage, type NewMessage } from '../messages/admit/new-message.js'
import type { Project } from '../workspace/projects/projects.js'
import { fillConfirmation } from '../audience/lists/confirmation.js'
import { confirmationOf } from '../audience/lists/save.js'
import type { Wakes } from '../../platform/queue/wakes/wakes.js'
import type { components } from '../../../generated/api-types.js'
import type { Transaction } from '../../platform/db/transaction/transaction.js'
import { insertEvent } from '../../platform/events/insert-event.js'
import { foldAddress } from '../../../base/addresses/address.js'
import { acceptWithin } from '../messages/accept/accept.js'
import { upsertContact } from '../audience/contacts/upsert.js'
import type { AddressTokens } from '../../platform/auth/address-tokens.js'
import { suppressionFinder } from '../audience/suppressions/find.js'
import { beginSubscription } from '../audience/subscriptions/begin.js'
import type { Decision } from '../audience/subscriptions/decide.js'
import { subscriptionEvent } from '../audience/subscriptions/events.js'
import type { SubscriptionLinks } from '../audience/subscriptions/links/links.js'
import { presentSubscription } from '../audience/subscriptions/present.js'
import { keyIdOf, visibilityOf } from '../../platform/auth/principal.js'
import type { Handlers } from '../../platform/http/operation/handler.js'
import { findList, type SubscriberListRow } from '../audience/lists/list-rows.js'
import { admitProof, recordConsent, type ConsentProof } from '../audience/subscriptions/consents.js'
import { refuseOtherDomains } from '../domains/sender-rules.js'
import type { Admission } from '../messages/admit/admit.js'
import { admitProject } from '../workspace/projects/admit-project.js'
import { refuseArchived } from '../workspace/projects/archived-projects.js'

/** Category by which these mails can be found. */
const category = 'subscription_confirmation'

/**
 * Makes the mail that asks an address to confirm. It is to the address alone: a name comes from a form that anybody
 * can fill in for anybody, and would carry their words to a stranger.
 */
function optInMail(
  project: Project,
  list: SubscriberListRow,
  {
    email,
    confirmUrl,
    apiKeyId,
  }: { readonly email: string; readonly confirmUrl: string; readonly apiKeyId: Uuid | null },
): NewMessage {
  const { subject, text, html } = fillConfirmation(confirmationOf(list), list.name, confirmUrl)
  const request = {
    project_id: toTypeId('prj', project.id),
    from_email: list.from_email,
    ...(list.from_name !== null && { from_name: list.from_name }),
    to: [{ email }],
    subject,
    text,
    ...(html !== null && { html }),
    category,
    // RFC 3834, section 5: no program answers such a mail.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
  return newMessage(project, request, '/body', { apiKeyId })
}

type Schemas = components['schemas']

export interface OptInDependencies {
  readonly tokens: AddressTokens
  readonly links: SubscriptionLinks
  readonly wakes: Wakes
}

/** A request that a list asks an address to confirm, with the proof that it may. */
export interface OptInRequest {
  readonly project: Project
  readonly list: SubscriberListRow
  readonly body: Schemas['RequestSubscriptionRequest']
  readonly proof: ConsentProof
  /** Id of the API key that makes the request; null if none does. */
  readonly apiKeyId?: Uuid | null
}

const outcomes = {
  new_round: 'requested',
  again: 'requested',
  already_requested: 'already_requested',
  already_confirmed: 'already_confirmed',
} as const satisfies Record<Decision, Schemas['SubscriptionRequest']['outcome']>

/**
 * Asks an address to confirm, in one transaction: the contact, the pending subscription, the consent, the event and
 * the mail are stored together or not at all. The sender has been admitted.
 *
 * @throws ApiError 422 `validation_failed`, 423 `sending_halted`
 */
export async function requestSubscription(
  tx: Transaction,
  { tokens, links, wakes }: OptInDependencies,
  { project, list, body, proof, apiKeyId = null }: OptInRequest,
): Promise<Schemas['SubscriptionRequest']> {
  const { workspace_id: workspaceId, project_id: projectId, environment } = list
  const address = foldAddress(body.email)
  const suppressions = await suppressionFinder(tx.sql, tokens)(workspaceId, projectId, [address])
  const reason = suppressions.get(address)
  if (reason !== undefined) {
    return { outcome: 'suppressed', subscription: null, message_id: null, suppression_reason: reason }
  }

  const to = { workspaceId, projectId, environment }
  const { contact, isWanted } = await upsertContact(tx, to, body)
  if (isWanted) tx.afterCommit(wakes.automations)
  const { decision, row } = await beginSubscription(tx, list.id, contact)
  const outcome = outcomes[decision]
  let messageId: string | null = null
  if (outcome === 'requested') {
    const link = { workspaceId, subscriptionId: row.id, issuedAt: row.requested_at }
    const message = optInMail(project, list, {
      email: row.email,
      confirmUrl: links.confirmUrl(link),
      apiKeyId,
    })
    messageId = message.typeId
    await recordConsent(tx.sql, row, { action: 'requested', at: row.requested_at, proof })
    await insertEvent(tx.sql, workspaceId, subscriptionEvent(row, 'subscription.requested', proof.source))
    await acceptWithin(tx, workspaceId, message, wakes)
    tx.afterCommit(wakes.webhooks)
  }
  return {
    outcome,
    subscription: await presentSubscription(tx.sql, links, row),
    message_id: messageId,
    suppression_reason: null,
  }
}

export interface OptInHandlerDependencies extends OptInDependencies {
  readonly admission: Admission
}

/** Returns the handler by which an API client requests an opt-in mail; automations call `requestSubscription`. */
export function optInHandlers(dependencies: OptInHandlerDependencies) {
  const { admission } = dependencies
  return {
    requestSubscription: {
      // The sender is checked on other connections, for which no open transaction may wait.
      prepare: async ({ principal, path, body, db }) => {
        const list = await findList(db, visibilityOf(principal), fromTypeId('lst', path.id))
        const proof = admitProof(body)
        const project = await admitProject(admission.projects, principal, toTypeId('prj', list.project_id))
        refuseArchived(project)
        refuseOtherDomains(principal, list.from_email)
        await admission.senderRules.admitSender(principal.workspaceId, project.environment, list.from_email)
        const request = { project, list, body, proof, apiKeyId: keyIdOf(principal) }
        return async ({ tx }) => ({ status: 202, body: await requestSubscription(tx, dependencies, request) })
      },
    },
  } satisfies Partial<Handlers>
}
