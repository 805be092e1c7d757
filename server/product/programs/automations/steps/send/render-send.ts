import type { Knex } from 'knex'
import type { AddressTokens } from '../../../../../platform/auth/address-tokens.js'
import { subscribersOf } from '../../../../audience/subscriptions/find-subscriber.js'
import type { SubscriptionStatus } from '../../../../audience/subscriptions/subscription-rows.js'
import { wantingTopic } from '../../../../audience/topics/choices.js'
import { topicWithKey, type MailTopic } from '../../../../audience/topics/topic-rows.js'
import { suppressionsOf } from '../../../../audience/suppressions/find.js'
import type { ContactView } from '../../../../content/rendering/compiling/source.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../../../platform/db/ids.js'
import { foldAddress } from '../../../../../../base/addresses/address.js'
import type { LoadedVersion } from '../../versions.js'
import type { StepFails } from '../step.js'
import type { RenderDependencies } from './dependencies.js'
import { makeMail } from './make-mail.js'
import { findSource, type Send, type SendPlace } from './source.js'
import { listOf, topicKeyOf, withheld, type Withheld } from './withheld.js'

/** The dependencies of the functions that render a send without sending it. */
export interface RenderSendDependencies extends RenderDependencies {
  readonly db: Knex
  readonly tokens: AddressTokens
}

/** The contact for which to show a send. It may be invented. */
export interface ShownContact extends ContactView {
  readonly isOptedOut: boolean
  /** Id of the contact; absent if the contact is invented, which has chosen nothing about topics. */
  readonly id?: Uuid
  /**
   * Ids of the lists that the contact has confirmed, in the API's form. If absent, the subscriptions of its address
   * count.
   */
  readonly confirmedLists?: readonly string[]
}

/** A mail that a step would send. */
export interface ShownMail {
  readonly kind: 'mail'
  readonly templateId: Uuid
  readonly version: number
  readonly subject: string
  /** SHA-256 of the content, which is the same when the mail is sent. */
  readonly contentSha256: string
}

/**
 * Decides the result of a send for one contact, as the step does, and renders the mail. Nothing is stored. It ignores
 * whether the workspace is halted.
 *
 * @returns the mail, the reason why the contact would get none, or the reason why the step would fail
 * @throws errors other than mistakes in the template or in its values
 */
export async function renderSend(
  dependencies: RenderSendDependencies,
  place: SendPlace,
  send: Send,
  {
    version: {
      definition: { sender },
    },
    contact,
    data,
  }: {
    readonly version: Pick<LoadedVersion, 'definition'>
    readonly contact: ShownContact
    /** The data of the run. */
    readonly data: Readonly<Record<string, unknown>>
  },
): Promise<ShownMail | Withheld | StepFails> {
  const address = foldAddress(contact.email)
  const { db, tokens } = dependencies
  const suppressed = await suppressionsOf(db, tokens, place.workspaceId, {
    projectId: place.projectId,
    addresses: [address],
  })
  const key = topicKeyOf(send)
  const topic =
    key === undefined ? undefined : await topicWithKey(db, place.workspaceId, place.projectId, key)
  const unsent = withheld(send, sender, {
    suppressed: suppressed.get(address),
    subscription: await subscriptionOf(db, place.workspaceId, {
      list: listOf(send, sender),
      address,
      contact,
    }),
    optedIn: !contact.isOptedOut,
    wantsTopic: topic && (await wantedBy(db, place, contact, topic)),
  })
  if (unsent !== undefined) return unsent
  const source = await findSource(dependencies, place, send, sender)
  if (source.kind === 'fails') return source
  const mail = await makeMail(dependencies, source, send, { contact, data })
  if (mail.kind === 'fails') return mail
  const { templateId, version } = source.version
  return { kind: 'mail', templateId, version, subject: mail.subject, contentSha256: mail.contentSha256 }
}

async function subscriptionOf(
  db: Knex,
  workspaceId: WorkspaceId,
  {
    list,
    address,
    contact: { confirmedLists },
  }: { readonly list: string | undefined; readonly address: string; readonly contact: ShownContact },
): Promise<SubscriptionStatus | undefined> {
  if (list === undefined) return undefined
  if (confirmedLists !== undefined) return confirmedLists.includes(list) ? 'confirmed' : undefined
  const [subscriber] = await subscribersOf(db, workspaceId, fromTypeId('lst', list), [address])
  return subscriber?.status
}

async function wantedBy(
  db: Knex,
  { workspaceId }: SendPlace,
  { id }: ShownContact,
  topic: MailTopic,
): Promise<boolean> {
  const wanting = id === undefined ? undefined : await wantingTopic(db, workspaceId, [id], topic)
  return wanting?.get(id as Uuid) ?? topic.default_subscribed
}
