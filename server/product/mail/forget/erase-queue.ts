import type { Knex } from 'knex'
import { newUuid, nilUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import { programIn } from '../../../platform/events/program-of-mail.js'
import type { Environment } from '../../../platform/auth/principal.js'
import type { Erasure, Step } from '../../audience/erasure/erasure.js'
import { erasedAddress } from '../../audience/erasure/redact.js'
import { cancelling } from '../queue-row.js'

interface WaitingLog {
  readonly id: Uuid
  readonly message_id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly category: string | null
  /** The mail's campaign. */
  readonly campaign_id: Uuid | null
  /** The mail's automation. */
  readonly automation_id: Uuid | null
  /** True if the delivery has a row in the queue. */
  readonly queued: boolean
}

const selectLogs = statement<
  [workspaceId: WorkspaceId, address: string, after: Uuid, max: number, projectId: Uuid | null],
  WaitingLog
>(
  'select_logs_to_cancel',
  `select id, message_id, project_id, environment, category, campaign_id, automation_id,
     ($5::uuid is null or project_id = $5)
       and exists (select from delivery_queue where workspace_id = $1 and log_id = log.id) as queued
   from message_logs log
   where workspace_id = $1 and address = $2 and id > $3 order by id limit $4`,
)

/** Locks queue rows before logs, in the order of the worker. */
const lockQueued = statement<
  [workspaceId: WorkspaceId, logIds: readonly Uuid[]],
  { id: Uuid; held: boolean }
>(
  'lock_queued_to_erase',
  `select log_id as id, lease is not null and due_at > now() as held from delivery_queue
   where workspace_id = $1 and log_id = any($2::uuid[]) order by log_id for update`,
)

const cancel = statement<[workspaceId: WorkspaceId, logIds: readonly Uuid[]]>(
  'cancel_erased',
  `with ${cancelling('log_id = any($2::uuid[])')}
   select`,
)

/**
 * Replaces the address by its token. A later claim looks the token up and finds it suppressed, so that nothing is
 * sent whatever the outcome of this attempt.
 */
const standIn = statement<[workspaceId: WorkspaceId, logIds: readonly Uuid[], token: string]>(
  'stand_in_for_erased',
  'update message_logs set address = $3 where workspace_id = $1 and id = any($2::uuid[])',
)

/** Takes the deliveries to the address out of the queue, except those in flight. */
export const cancelQueued: Step = {
  name: 'queue',
  run: async (trx, erasure, position, max) => {
    const { cancelled, last } = await cancelSome(trx, erasure, erasure.address, { position, max })
    return { erased: { cancelled }, next: last }
  },
}

/**
 * Waits for the deliveries in flight, whose outcome is recorded with the address. A delivery that is deferred then is
 * cancelled, and so is one whose worker has died.
 */
export const awaitDeliveries: Step = {
  name: 'deliveries',
  run: async (trx, erasure, position, max) => {
    const { cancelled, last, held } = await cancelSome(trx, erasure, erasure.token, { position, max })
    return held
      ? { erased: { cancelled }, next: position, waits: true }
      : { erased: { cancelled }, next: last }
  },
}

/** Cancels deliveries of one batch of the logs under an address or its token. */
async function cancelSome(
  trx: Knex,
  erasure: Erasure,
  address: string,
  { position, max }: { readonly position: string | null; readonly max: number },
): Promise<{ cancelled: number; last: Uuid | null; held: boolean }> {
  const { workspaceId, projectId, token } = erasure
  const logs = await selectLogs(trx, workspaceId, address, position ?? nilUuid, max, projectId)
  const last = logs.length < max ? null : (logs.at(-1)?.id ?? null)
  const queued = logs.filter((log) => log.queued)
  if (queued.length === 0) return { cancelled: 0, last, held: false }
  const rows = await lockQueued(
    trx,
    workspaceId,
    queued.map(({ id }) => id),
  )
  const held = new Set(rows.filter((row) => row.held).map(({ id }) => id))
  const free = new Set(rows.filter((row) => !row.held).map(({ id }) => id))
  await standIn(trx, workspaceId, [...held], token)
  await cancel(trx, workspaceId, [...free])
  await tellCancelled(
    trx,
    workspaceId,
    queued.filter(({ id }) => free.has(id)),
  )
  return { cancelled: free.size, last, held: held.size > 0 }
}

/**
 * Records the cancellations. A message has an address once, so each cancelled delivery is of a message of its own.
 */
async function tellCancelled(
  trx: Knex,
  workspaceId: WorkspaceId,
  logs: readonly WaitingLog[],
): Promise<void> {
  for (const log of logs) {
    await insertEvent(trx as Knex.Transaction, workspaceId, {
      id: newUuid(),
      projectId: log.project_id,
      environment: log.environment,
      type: 'message.cancelled',
      data: {
        message_id: toTypeId('msg', log.message_id),
        category: log.category,
        ...programIn({ campaignId: log.campaign_id, automationId: log.automation_id }),
        recipients: [{ log_id: toTypeId('log', log.id), email: erasedAddress }],
      },
    })
  }
}
