import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { components } from '../../../../generated/api-types.js'
import { batcherBy } from '../../../platform/db/batching/batcher.js'
import { newUuid, type WorkspaceId } from '../../../platform/db/ids.js'
import type { FindLimits } from '../../../platform/db/workspace-limits.js'
import { isUnavailable } from '../../../platform/db/connection/unavailable.js'
import type { ProgressMonitor } from '../../../../base/concurrency/progress-monitor.js'
import type { AuditEntry } from '../../../platform/audit/entry.js'
import { inDatabaseTurn } from '../../../platform/http/operation/database-turns.js'
import { ApiError, tooBusy } from '../../../platform/http/errors/api-error.js'
import type { IdempotencyClaim } from '../../../platform/http/idempotency/claim.js'
import { findFirstReply } from '../../../platform/http/idempotency/kept-reply.js'
import { KeyTurns } from '../../../platform/http/idempotency/turns.js'
import { explainQuota, quotaRefusalOf, refuseBeyondQuota } from '../../workspace/limits/quota.js'
import type { Project } from '../../workspace/projects/projects.js'
import type { NewMessage } from '../admit/new-message.js'
import { presentAccepted } from './present.js'
import { refuseWithoutLink } from './list-link.js'
import { refuseUnstored, storeTogether, type Stored } from './store.js'
import { unitOf, type Unit } from './unit.js'
import { FairSemaphore } from '../../../../base/concurrency/fair-semaphore.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { unsentReason, type UnsentReason } from '../../audience/unsent-reason.js'
import type { NewEvent } from '../../../platform/events/event-types.js'
import { ofNoProgram, programIn } from '../../../platform/events/program-of-mail.js'
import type { FindSuppressions } from '../../audience/suppressions/find.js'
import type { FindSubscriber } from '../../audience/subscriptions/find-subscriber.js'
import type { SubscriptionLinks } from '../../audience/subscriptions/links/links.js'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'

type AcceptedMessage = components['schemas']['AcceptedMessage']

/** Most characters of JSON that go into one statement: both sides hold the JSON a few times over. */
const maxWeight = 16_000_000

/**
 * Number of messages from which on a batch is stored in a statement of its own, beside others: at this size a
 * statement's own cost hardly counts, and a batch need not wait for another batch.
 */
const besideFrom = 50

export interface Accepted {
  readonly message: AcceptedMessage
  /** True if an earlier request with this key had the message accepted already. */
  readonly replayed: boolean
}

/** A message that is being accepted. */
export interface Request {
  readonly workspaceId: WorkspaceId
  /** JSON pointer to the message in the request. */
  readonly at: string
  readonly claim: IdempotencyClaim | undefined
  /** The message's entry in the audit log; undefined if it has none of its own. */
  readonly entry?: AuditEntry
  /** True if the message came with many others, so that single sends go before it. */
  readonly bulk: boolean
  /** True if the message is rendered while it is accepted. */
  readonly rendered: boolean
  /**
   * Checks the message against the restrictions of its credential. Called first, even for a repeated request.
   */
  readonly authorize: () => Promise<Project>
  /** Checks the message and builds it. Called once. Requests with the same key take turns. */
  readonly admit: (project: Project) => Promise<NewMessage>
  /** Checks whether the key's first reply may be returned again. */
  readonly authorizeReplay: (first: AcceptedMessage) => Promise<void>
}

/**
 * Limits of messages that are being rendered: each has up to about a megabyte, and needs a process for templates that
 * refuses requests which wait for long.
 */
export const renderedLimits = { ofOwner: 32, inAll: 64, maxWaitMs: 10_000 }

export type Accept = (request: Request) => Promise<Accepted>

/**
 * Makes the function through which every message enters the service, single or in a batch. Requests that arrive while
 * a transaction of their workspace is in flight go together in the next one, and still each gets its own answer: a
 * message that is refused is refused before it gets there, and one that breaks the shared statement fails alone.
 *
 * Once a message is answered it is committed, and deliveries start by themselves.
 */
export function acceptor(
  db: Knex,
  addressing: Addressing,
  {
    findLimits,
    progress,
    wakes,
  }: { readonly findLimits: FindLimits; readonly progress: ProgressMonitor; readonly wakes: Wakes },
): Accept {
  const turns = new KeyTurns()
  const semaphore = new FairSemaphore({
    ...renderedLimits,
    tooLate: () => tooBusy('Too many messages with templates wait.'),
  })
  /** Workspaces that are known to have erased addresses; their recipients are looked up at once. */
  const withErased = new LRUCache<WorkspaceId, true>(atMostEntries(10_000))
  const store = batcherBy<WorkspaceId, Unit, Stored | Error>(
    async (workspaceId, units) => {
      const storing = () => storeEach(db, workspaceId, units, wakes.webhooks)
      const results = await inDatabaseTurn(db, workspaceId, storing)
      if (results.includes('stored')) wakes.deliveryOf(workspaceId)
      return results
    },
    {
      maxWeight,
      weigh: (unit) => unit.weight,
      watch: () => progress.watch('message store'),
      besideFrom,
    },
  )

  /**
   * Accepts a request with an idempotency key. Two requests with the same key must not share one statement, so they
   * take turns. If the key is taken, the request gets the key's first reply, whatever has changed in the workspace
   * since: even if the sender would be refused now.
   */
  async function acceptClaimed(
    request: Request,
    claim: IdempotencyClaim,
    project: Project,
  ): Promise<Accepted> {
    try {
      return await storeNew(request, project)
    } catch (error) {
      const mayBeReplay = error instanceof ApiError && error.status < 500
      const first = mayBeReplay ? await findFirstReply(db, claim) : undefined
      if (first === undefined) throw error
      const message = first.reply.body as AcceptedMessage
      await request.authorizeReplay(message)
      return { message, replayed: true }
    }
  }

  /**
   * Stores a new message. Hardly any recipient is suppressed, so the statement that stores the message checks that as
   * well, and only if a recipient is suppressed, a query finds out which and why.
   *
   * @throws ApiError 423 `sending_halted`, 429 `quota_exceeded`, 409 `idempotency_in_progress` if the key is taken
   */
  async function storeNew(request: Request, project: Project): Promise<Accepted> {
    const { workspaceId, admit } = request
    const message = await admit(project)
    const { recipients_per_day: daily, recipients_per_month: monthly } = await findLimits(workspaceId)
    if ((daily ?? monthly) !== undefined)
      await refuseBeyondQuota(db, workspaceId, message.environment, message.recipients.length)
    if (message.listId === null && !withErased.has(workspaceId)) {
      const accepted = await storeAs(request, message, true)
      if (accepted !== undefined) return accepted
    }
    const accepted = await storeAs(request, await addressed(addressing, request, message), false)
    if (accepted === undefined)
      throw new Error('a message was not stored though its recipients are looked up')
    return accepted
  }

  /** Stores a message; returns undefined if it is unchecked and was not stored for that reason. */
  async function storeAs(
    { workspaceId, claim, entry, bulk }: Request,
    message: NewMessage,
    unchecked: boolean,
  ): Promise<Accepted | undefined> {
    const reply = presentAccepted(message)
    const result = await store(workspaceId, unitOf(message, { claim, entry, unchecked }, reply, bulk))
    if (result instanceof Error) throw result
    if (result === 'erased-before') withErased.set(workspaceId, true)
    if (result === 'erased-before' || result === 'suppressed') return undefined
    refuseUnstored(result)
    return { message: reply, replayed: false }
  }

  return async (request) => {
    const { claim } = request
    const project = await request.authorize()
    const run = () =>
      claim === undefined
        ? storeNew(request, project)
        : turns.run(claim, () => acceptClaimed(request, claim, project))
    return request.rendered ? semaphore.run(request.workspaceId, run) : run()
  }
}

/** Stores messages together or, if that fails because of one of them, one by one. */
async function storeEach(
  db: Knex,
  workspaceId: WorkspaceId,
  units: readonly Unit[],
  wakeWebhooks: () => void,
): Promise<(Stored | Error)[]> {
  try {
    return await storeTogether(db, workspaceId, units, wakeWebhooks)
  } catch (error) {
    if (units.length === 1 || isUnavailable(error))
      return units.map(() => quotaRefusalOf(error) ?? (error as Error))
    const results: (Stored | Error)[] = []
    for (const unit of units) {
      // If the database fails meanwhile, the others do not wait for a time-out each.
      const last = results.at(-1)
      if (isUnavailable(last)) results.push(last)
      else results.push(...(await storeEach(db, workspaceId, [unit], wakeWebhooks)))
    }
    return results
  }
}

/**
 * Accepts a message in the same transaction as the change that causes it, so that there is never one without the
 * other. The caller has checked whether the recipient is suppressed.
 *
 * @throws ApiError 423 `sending_halted`, 429 `quota_exceeded`
 */
export async function acceptWithin(
  tx: Transaction,
  workspaceId: WorkspaceId,
  message: NewMessage,
  wakes: Wakes,
): Promise<void> {
  const unit = unitOf(message, {}, presentAccepted(message), false)
  const [result] = await storeTogether(tx.sql, workspaceId, [unit], () =>
    tx.afterCommit(wakes.webhooks),
  ).catch(explainQuota)
  if (result === undefined) throw new Error('a message that was stored has no result')
  refuseUnstored(result)
  tx.afterCommit(wakes.delivery)
}

/**
 * Returns the message with its suppressed recipients marked as such, and an event for each of them.
 *
 * @param reasons reasons by suppressed address; other addresses may be among them
 */
export function withoutSuppressed(
  message: NewMessage,
  reasons: ReadonlyMap<string, UnsentReason>,
): NewMessage {
  if (!message.recipients.some(({ address }) => reasons.has(address))) return message
  const recipients = message.recipients.map((recipient) => ({
    ...recipient,
    suppressionReason: reasons.get(recipient.address) ?? null,
  }))
  const events = recipients.flatMap(({ logTypeId, email, suppressionReason: reason }): NewEvent[] => {
    if (reason === null) return []
    const { projectId, environment, typeId, category } = message
    const whose = { message_id: typeId, log_id: logTypeId, recipient: email, category }
    const data = { ...whose, ...programIn(ofNoProgram), reason }
    return [{ id: newUuid(), projectId, environment, type: 'message.suppressed', data }]
  })
  return { ...message, recipients, events: [...message.events, ...events] }
}

/** Looks up who may be sent to. */
export interface Addressing {
  readonly findSuppressions: FindSuppressions
  readonly findSubscriber: FindSubscriber
  readonly links: SubscriptionLinks
}

/**
 * Returns the message with the recipients marked that nothing is sent to: suppressed addresses and, if it is to a
 * list, recipients who have not confirmed it. A confirmed recipient can leave the list by the message itself (RFC
 * 8058).
 *
 * @throws ApiError 422 `validation_failed` if it does not show how
 */
async function addressed(
  { findSuppressions, findSubscriber, links }: Addressing,
  { workspaceId, at }: Pick<Request, 'workspaceId' | 'at'>,
  message: NewMessage,
): Promise<NewMessage> {
  const { listId, projectId, recipients } = message
  const addresses = recipients.map(({ address }) => address)
  const [recipient] = recipients
  const [suppressions, subscriber] = await Promise.all([
    findSuppressions(workspaceId, projectId, addresses),
    listId === null || recipient === undefined
      ? undefined
      : findSubscriber(workspaceId, listId, recipient.address),
  ])
  const needed = { confirmation: listId !== null, optedIn: false, topic: false }
  const reasons = new Map<string, UnsentReason>()
  for (const address of addresses) {
    const standing = { suppressed: suppressions.get(address), subscription: subscriber?.status }
    const reason = unsentReason(needed, standing)
    if (reason !== null) reasons.set(address, reason)
  }
  const marked = withoutSuppressed(message, reasons)
  if (subscriber?.status !== 'confirmed' || recipient === undefined) return marked
  refuseWithoutLink(links, message, subscriber.id, at)
  const url = links.unsubscribeUrl({ workspaceId, subscriptionId: subscriber.id, logId: recipient.logId })
  return { ...marked, listUnsubscribe: { url } }
}
