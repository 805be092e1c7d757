import { subscribersOf, type Subscriber } from '../../../../audience/subscriptions/find-subscriber.js'
import { wantingTopic } from '../../../../audience/topics/choices.js'
import { topicWithKey, type MailTopic } from '../../../../audience/topics/topic-rows.js'
import type { Standing } from '../../../../audience/unsent-reason.js'
import { suppressionsOf } from '../../../../audience/suppressions/find.js'
import { fromTypeId, newUuid, type Uuid } from '../../../../../platform/db/ids.js'
import type { Transaction } from '../../../../../platform/db/transaction/transaction.js'
import { destinationOf } from '../../../../mail/destination.js'
import { domainOf } from '../../../../../../base/addresses/address.js'
import { isHalted } from '../../../../workspace/halting/halting.js'
import { quotaLeft } from '../../../../workspace/limits/quota.js'
import { followIndexes } from '../../../follow-indexes.js'
import type { PreparedStep, RunAtStep, StepBatch, StepResult } from '../step.js'
import type { SendDependencies } from './dependencies.js'
import type { MadeMail } from './make-mail.js'
import { placeOf, prepareSends, sendOf, type PreparedSend } from './prepare.js'
import type { MailSource, Send } from './source.js'
import type { ProgramMail } from '../../../program-mail.js'
import { storeMails } from './store-mails.js'
import { listOf, topicKeyOf, withheld } from './withheld.js'

/**
 * Makes the step that sends. The mail is rendered before the transaction. In the transaction consent is read again,
 * and the mails of all runs are stored together with the progress of the runs, so that each mail is in the queue
 * once. The claim of the delivery reads consent once more, for later changes.
 */
export function sendStep(dependencies: SendDependencies): PreparedStep<PreparedSend> {
  return {
    prepare: (batch) => prepareSends(dependencies, batch),
    do: (tx, batch, prepared) => doSends(dependencies, tx, batch, prepared),
  }
}

async function doSends(
  dependencies: SendDependencies,
  tx: Transaction,
  batch: StepBatch,
  prepared: ReadonlyMap<Uuid, PreparedSend>,
): Promise<StepResult[]> {
  const { workspaceId, version, flowStep, runs } = batch
  const [first] = runs
  if (first === undefined) return []
  if (await isHalted(tx.sql, workspaceId)) return runs.map(() => ({ kind: 'blocked', by: 'sending_halted' }))
  const { sender } = version.definition
  const send = sendOf(flowStep.step)
  const recipients = await recipientsOf(dependencies, tx, batch)
  let left = await quotaLeft(tx.sql, workspaceId, first.run.environment)
  const mails: ProgramMail[] = []
  /** The source of the batch's mails, which have been prepared together. */
  let source: MailSource | undefined
  const results = runs.map((at): StepResult => {
    const made = prepared.get(at.run.id)
    const recipient = recipients.get(at.run.id)
    if (made === undefined || recipient === undefined) return { kind: 'needs_preparation' }
    // A withheld mail is not a failure, even if it could not be made.
    const unsent = withheld(send, sender, recipient)
    if (unsent !== undefined) return unsent
    if (made.kind !== 'mail') return made
    if (left < 1) return { kind: 'blocked', by: 'quota_exceeded' }
    left -= 1
    source = made.source
    const row = rowOf(dependencies, at, send, { made, recipient })
    mails.push(row)
    return { kind: 'done', outcome: 'done', messageId: row.message_id }
  })
  if (source !== undefined) {
    const mailsOf = { place: placeOf(first), automationId: version.automationId, sender, send, source }
    await storeMails(tx.sql, mailsOf, mails)
    tx.afterCommit(dependencies.wakes.delivery)
  }
  return results
}

/** A recipient, with its subscription to the list of the mail, if there is one. */
interface Recipient extends Standing {
  readonly subscriber: Subscriber | undefined
  readonly topic: MailTopic | undefined
}

/** Reads whether the contact of each run may get the mail, as of this transaction, by run. */
async function recipientsOf(
  { tokens }: SendDependencies,
  { sql }: Transaction,
  { workspaceId, version, flowStep, runs }: StepBatch,
): Promise<ReadonlyMap<Uuid, Recipient>> {
  const addresses = [...new Set(runs.map(({ contact }) => contact.address))]
  const [first] = runs
  if (first === undefined) return new Map()
  const { projectId } = placeOf(first)
  const suppressed = await suppressionsOf(sql, tokens, workspaceId, { projectId, addresses })
  const send = sendOf(flowStep.step)
  const key = topicKeyOf(send)
  const topic = key === undefined ? undefined : await topicWithKey(sql, workspaceId, projectId, key)
  const contactIds = runs.map(({ contact }) => contact.id)
  const wanting = topic && (await wantingTopic(sql, workspaceId, contactIds, topic))
  const list = listOf(send, version.definition.sender)
  // The planner has no statistics yet of subscribers that were just imported, and would scan all of them.
  if (list !== undefined) await followIndexes(sql)
  const subscribers =
    list === undefined ? [] : await subscribersOf(sql, workspaceId, fromTypeId('lst', list), addresses)
  const subscriberOf = new Map(addresses.map((address, index) => [address, subscribers[index]]))
  return new Map(
    runs.map(({ run, contact }) => {
      const subscriber = subscriberOf.get(contact.address)
      const recipient = {
        suppressed: suppressed.get(contact.address),
        subscription: subscriber?.status,
        optedIn: contact.unsubscribed_at === null,
        wantsTopic: wanting?.get(contact.id),
        subscriber,
        topic,
      }
      return [run.id, recipient]
    }),
  )
}

function rowOf(
  { links }: Pick<SendDependencies, 'links'>,
  at: RunAtStep,
  send: Send,
  {
    made: { subject, locale, input },
    recipient: { subscriber, topic },
  }: { readonly made: MadeMail; readonly recipient: Recipient },
): ProgramMail {
  const { run, contact } = at
  const { workspaceId, environment } = placeOf(at)
  const logId = newUuid()
  // The link in mail of a topic ends the topic, the link in other mail to a list ends the subscription, and the link
  // in any other mail opts out of all mail of the project's programs.
  const ofContact = { workspaceId, contactId: contact.id, logId }
  let url = links.contactUnsubscribeUrl(ofContact)
  if (topic !== undefined) url = links.topicUnsubscribeUrl({ ...ofContact, topicId: topic.id })
  else if (subscriber !== undefined) {
    url = links.unsubscribeUrl({ workspaceId, subscriptionId: subscriber.id, logId })
  }
  return {
    automation_run_id: run.id,
    message_id: newUuid(),
    log_id: logId,
    recipient: contact.email,
    recipient_name: contact.name,
    address: contact.address,
    destination: destinationOf(environment, contact.email),
    domain: domainOf(contact.email),
    subject,
    template_locale: locale,
    render_input: input,
    list_unsubscribe: send.transactional === true ? null : { url },
  }
}
