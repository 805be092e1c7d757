import type { Knex } from 'knex'
import { batcherBy } from '../../../platform/db/batching/batcher.js'
import { newUuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { limitsOf } from '../../../platform/db/workspace-limits.js'
import { retryBrokenOff } from '../../../platform/db/transaction/retry-transient.js'
import { inTransaction, type Transaction } from '../../../platform/db/transaction/transaction.js'
import { isUnavailable } from '../../../platform/db/connection/unavailable.js'
import { insertEvents } from '../../../platform/events/insert-event.js'
import type { ProgressMonitor } from '../../../../base/concurrency/progress-monitor.js'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import type { InboundLinks } from '../links/links.js'
import { receivedEvent } from '../messages/event.js'
import { maxStoredBytes, type InboundContentRow } from '../messages/inbound-message-rows.js'
import { lockContacts } from '../replies/contacts.js'
import { matchReplies } from '../replies/match.js'
import { recordInboundSignal } from '../replies/signal.js'
import { refusalOf } from '../routes/verdict.js'
import { addressesOf, digestOf, fromAddressOf, rowOf, type NewMail } from './new-mail.js'
import { addStorage, claimDigests, endUploads, insertMessages } from './statements.js'

/**
 * Most messages that share a transaction, and most bytes of them, because the embedded database does nothing else
 * meanwhile.
 */
const shared = { max: 50, maxWeight: 1_500_000 }

export type StoreOutcome = 'stored' | 'repeat'

/** Stores a message; settles once it is durable. Rejects with an SmtpRefusal 452 if the workspace is full. */
export type StoreMail = (mail: NewMail) => Promise<StoreOutcome>

export interface StoreOptions {
  readonly db: Knex
  /** Makes the links of events. */
  readonly links: InboundLinks
  readonly wakes: Wakes
  readonly progress: ProgressMonitor
}

/**
 * Stores messages with their consequences: the event, and the signal for automations. Messages that arrive while a
 * transaction of their workspace is in flight go together in the next one. A message that was accepted within the
 * last 24 hours is not stored again.
 */
export function mailStore(options: StoreOptions): StoreMail {
  const store = batcherBy<WorkspaceId, NewMail, StoreOutcome | Error>(
    (workspaceId, mails) => storeEach(options, workspaceId, mails),
    { ...shared, weigh: weightOf, watch: () => options.progress.watch('inbound store') },
  )
  return async (mail) => {
    const outcome = await store(mail.route.workspace_id, mail)
    if (outcome instanceof Error) throw outcome
    return outcome
  }
}

/** Returns roughly the bytes that a message takes as JSON. */
function weightOf({ bytes, size, parsed }: NewMail): number {
  const text = 'unreadable' in parsed ? 0 : (parsed.mail.text?.length ?? 0) + (parsed.mail.html?.length ?? 0)
  return (bytes === undefined ? 0 : size) + text
}

/** Stores messages together or, if that fails for a reason in one of them, one by one. */
async function storeEach(
  options: StoreOptions,
  workspaceId: WorkspaceId,
  mails: readonly NewMail[],
): Promise<(StoreOutcome | Error)[]> {
  try {
    return await retryBrokenOff(() => storeTogether(options, workspaceId, mails))
  } catch (error) {
    if (mails.length === 1 || isUnavailable(error)) return mails.map(() => error as Error)
    const outcomes: (StoreOutcome | Error)[] = []
    for (const mail of mails) {
      // If the database fails meanwhile, the others do not wait for a time-out each.
      const last = outcomes.at(-1)
      if (isUnavailable(last)) outcomes.push(last)
      else outcomes.push(...(await storeEach(options, workspaceId, [mail])))
    }
    return outcomes
  }
}

function storeTogether(
  { db, links, wakes }: StoreOptions,
  workspaceId: WorkspaceId,
  mails: readonly NewMail[],
): Promise<StoreOutcome[]> {
  return inTransaction(db, async (tx) => {
    const fresh = await claimFresh(tx, workspaceId, mails)
    if (fresh.size > 0) await storeFresh(tx, workspaceId, [...fresh], { links, wakes })
    return mails.map((mail) => (fresh.has(mail) ? 'stored' : 'repeat'))
  })
}

/** Returns the messages that were not accepted before; of two equal ones, the first. */
async function claimFresh(
  { sql }: Transaction,
  workspaceId: WorkspaceId,
  mails: readonly NewMail[],
): Promise<ReadonlySet<NewMail>> {
  const byDigest = new Map<string, NewMail>()
  for (const mail of mails) {
    const digest = digestOf(mail).toString('hex')
    if (!byDigest.has(digest)) byDigest.set(digest, mail)
  }
  const claimed = await claimDigests(sql, workspaceId, JSON.stringify([...byDigest.keys()]), new Date())
  const fresh = claimed.map(({ digest }) => byDigest.get(digest.toString('hex')))
  return new Set(fresh.filter((mail) => mail !== undefined))
}

async function storeFresh(
  tx: Transaction,
  workspaceId: WorkspaceId,
  mails: readonly NewMail[],
  { links, wakes }: { readonly links: InboundLinks; readonly wakes: Wakes },
): Promise<void> {
  const rows = await matchedRows(tx, workspaceId, mails)
  await insertMessages(
    tx.sql,
    workspaceId,
    JSON.stringify(rows.map(({ row }) => row)),
    JSON.stringify(
      rows.flatMap(({ row }) => addressesOf(row).map((address) => ({ address, message_id: row.id }))),
    ),
    JSON.stringify(
      mails.flatMap(({ id, bytes }) =>
        bytes === undefined || bytes.length === 0
          ? []
          : [{ message_id: id, bytes: bytes.toString('base64') }],
      ),
    ),
  )
  await finishUploads(tx, workspaceId, mails)

  const announced = rows.filter(
    ({ row, mail }) => row.automatic === 'none' || mail.route.automatic === 'deliver',
  )
  const events = announced.map(({ row }) =>
    receivedEvent(row, links, { replayed: false, now: row.received_at, eventId: newUuid() }),
  )
  if (await insertEvents(tx.sql, workspaceId, events)) tx.afterCommit(wakes.webhooks)
  for (const { row, mail } of rows) {
    if (await signal(tx, row, mail)) tx.afterCommit(wakes.automations)
  }
  const bytes = rows.reduce((sum, { row }) => sum + row.stored_bytes, 0)
  const { inbound_bytes: max = maxStoredBytes } = await limitsOf(tx.sql, workspaceId)
  const [total] = await addStorage(tx.sql, workspaceId, bytes, rows.length)
  // The size was checked when the recipient was named, but other messages have been stored since.
  if (Number(total?.bytes) > max) throw refusalOf('storage_full')
}

/** Records the signal of a stored message; returns whether automations are to be woken. */
async function signal(tx: Transaction, row: InboundContentRow, { route }: NewMail): Promise<boolean> {
  if (row.contact_id === null) return false
  return recordInboundSignal(tx, {
    workspaceId: row.workspace_id,
    projectId: row.project_id,
    routeId: row.route_id,
    inboundMessageId: row.id,
    contactId: row.contact_id,
    automatic: row.automatic,
    handling: route.automatic,
    dmarc: row.metadata.auth.dmarc.result,
    receivedAt: row.received_at,
  })
}

interface MatchedRow {
  readonly row: InboundContentRow
  readonly mail: NewMail
}

/** Returns the rows of messages, each with the contact who wrote it and the message of ours that it answers. */
async function matchedRows(
  { sql }: Transaction,
  workspaceId: WorkspaceId,
  mails: readonly NewMail[],
): Promise<MatchedRow[]> {
  const senders = mails.map((mail) => ({
    projectId: mail.route.project_id,
    address: fromAddressOf(mail) ?? '',
  }))
  const contacts = await lockContacts(sql, workspaceId, senders)
  const replies = await matchReplies(
    sql,
    workspaceId,
    mails.map(({ route, parsed, provenMessageId }, index) => ({
      projectId: route.project_id,
      provenMessageId,
      references: 'unreadable' in parsed ? [] : parsed.mail.references,
      sender: senders[index]?.address ?? '',
    })),
  )
  return mails.map((mail, index) => {
    const reply = replies[index]
    const row: InboundContentRow = {
      ...rowOf(mail),
      contact_id: contacts[index] ?? null,
      reply_message_id: reply?.messageId ?? null,
      reply_log_id: reply?.logId ?? null,
      reply_match: reply?.match ?? null,
    }
    return { row, mail }
  })
}

/**
 * @throws Error if the bytes of a large message were deleted meanwhile, because its upload took longer than any
 *   connection lasts
 */
async function finishUploads(
  { sql }: Transaction,
  workspaceId: WorkspaceId,
  mails: readonly NewMail[],
): Promise<void> {
  const uploaded = mails.filter(({ bytes }) => bytes === undefined).map(({ id }) => id)
  if (uploaded.length === 0) return
  const ended = await endUploads(sql, workspaceId, uploaded)
  if (ended.length < uploaded.length) throw new Error('the upload of a message was given up before its end')
}
