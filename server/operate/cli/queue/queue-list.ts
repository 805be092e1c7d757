import type { Knex } from 'knex'
import { toTypeId } from '../../../platform/db/ids.js'
import {
  waitingByDestination,
  waitingOneByOne,
  type LastAttempt,
  type WaitingDelivery,
  type WaitingDestination,
} from '../../../product/mail/inspect.js'
import { destinationNamed, nameOfDestination, workspacesOf } from './queue-selection.js'

export interface QueueListOptions {
  readonly workspace?: string
  readonly destination?: string
  readonly messages?: boolean
  readonly json?: boolean
}

/** Number of lines that are printed, as many as somebody reads. */
const maxLines = 100

/** Lists what waits in the queue, for whom, since when and why. */
export async function listQueue(db: Knex, options: QueueListOptions): Promise<string> {
  const of = {
    workspaces: await workspacesOf(db, options.workspace),
    destination: options.destination === undefined ? null : destinationNamed(options.destination),
  }
  if (options.messages === true) {
    const { rows, total } = await waitingOneByOne(db, of, maxLines)
    if (options.json === true) return json(rows.map(presentDelivery), total)
    return lines(rows.map(deliveryLine), total, 'deliveries')
  }
  const { rows, total } = await waitingByDestination(db, of, maxLines)
  if (options.json === true) return json(rows.map(presentDestination), total)
  return lines(rows.map(destinationLine), total, 'destinations')
}

function json(data: object[], total: number): string {
  return JSON.stringify({ data, total }, null, 2)
}

function lines(all: string[], total: number, what: string): string {
  if (all.length === 0) return 'Nothing waits.'
  const more = total - all.length
  return [
    ...all,
    ...(more > 0 ? [`and ${more} more ${what}: narrow it down with --workspace or --destination`] : []),
  ].join('\n')
}

function presentDestination(row: WaitingDestination) {
  return {
    workspace_id: toTypeId('ws', row.workspaceId),
    destination: nameOfDestination(row.destination),
    halted: row.halted,
    count: row.count,
    due: row.due,
    leased: row.leased,
    held: row.held,
    paused: row.paused,
    oldest_due_at: row.oldestDueAt?.toISOString() ?? null,
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    last_attempt: row.lastAttempt,
  }
}

function destinationLine(row: WaitingDestination): string {
  const { workspace_id, destination, oldest_due_at, next_attempt_at } = presentDestination(row)
  const parts = [
    row.oldestDueAt && `${row.due} due since ${oldest_due_at}`,
    row.nextAttemptAt && `next due at ${next_attempt_at}`,
    row.leased > 0 && `${row.leased} in flight`,
    row.held > 0 && `${row.held} held since the restore`,
    row.paused > 0 && `${row.paused} paused with their campaign`,
    row.halted && 'sending is halted',
  ].filter((part) => typeof part === 'string')
  return `${workspace_id}  ${destination}  ${row.count} waiting: ${parts.join(', ')}${why(row.lastAttempt)}`
}

function presentDelivery(row: WaitingDelivery) {
  return {
    log_id: toTypeId('log', row.logId),
    workspace_id: toTypeId('ws', row.workspaceId),
    recipient: row.recipient,
    destination: nameOfDestination(row.destination),
    bulk: row.bulk,
    attempts: row.attempts,
    leased: row.leased,
    held: row.held,
    paused: row.paused,
    leased_until: row.leased ? row.dueAt.toISOString() : null,
    next_attempt_at: row.leased ? null : row.dueAt.toISOString(),
    last_attempt: row.lastAttempt,
  }
}

function deliveryLine(row: WaitingDelivery): string {
  const { log_id, leased_until, next_attempt_at } = presentDelivery(row)
  const when = row.leased
    ? `in flight until ${leased_until} at least`
    : `${waitsFor(row)}due at ${next_attempt_at}`
  const attempts = row.attempts === 1 ? '1 attempt' : `${row.attempts} attempts`
  return `${log_id}  ${row.recipient}  ${attempts}, ${when}${why(row.lastAttempt)}`
}

function waitsFor({ held, paused }: WaitingDelivery): string {
  if (held) return 'held since the restore, was '
  return paused ? 'paused with its campaign, was ' : ''
}

function why(last: LastAttempt | null): string {
  if (last === null) return ''
  const { reply } = last
  const said =
    reply === null
      ? last.error
      : [reply.code, reply.enhanced_code, reply.text, `(${reply.host})`]
          .filter((part) => part !== null)
          .join(' ')
  return `; last ${[last.class, said].filter(Boolean).join(': ')}`
}
