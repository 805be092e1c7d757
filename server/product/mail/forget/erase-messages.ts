import type { Knex } from 'knex'
import { nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { domainOf } from '../../../../base/addresses/address.js'
import { runInSlices, type Steps } from '../../../../base/time/time-slice.js'
import { eraseContents, eraseWhenSettled, selectWaiting } from './erase-contents.js'
import type { Erasure, Step } from '../../audience/erasure/erasure.js'
import { erasedAddress, withoutText, type Redactor } from '../../audience/erasure/redact.js'

interface LogRow {
  readonly id: Uuid
  readonly message_id: Uuid
  readonly project_id: Uuid
  readonly recipient: string
  readonly attempts: readonly Readonly<Record<string, unknown>>[]
}

const selectLogs = statement<[workspaceId: WorkspaceId, address: string, after: Uuid, max: number], LogRow>(
  'select_logs_to_erase',
  `select id, message_id, project_id, recipient, attempts from message_logs
   where workspace_id = $1 and address = $2 and id > $3 order by id limit $4 for update`,
)

const updateLogs = statement<
  [
    workspaceId: WorkspaceId,
    ids: readonly Uuid[],
    attempts: readonly string[],
    recipient: string,
    token: string,
  ]
>(
  'erase_logs',
  // A domain can identify the person who owns it.
  `update message_logs log set recipient = $4, recipient_name = null, address = $5, attempts = given.attempts,
     destination = case when log.destination is not null then '${domainOf(erasedAddress)}' end,
     unverified_complaint = unverified_complaint || '{"from_domain": null}'
   from unnest($2::uuid[], $3::jsonb[]) as given (id, attempts)
   where log.workspace_id = $1 and log.id = given.id`,
)

const deleteConversations = statement<[workspaceId: WorkspaceId, logIds: readonly Uuid[]]>(
  'erase_conversations',
  'delete from attempt_conversations where workspace_id = $1 and log_id = any($2::uuid[])',
)

/** Deletes the person's engagements together with their name: the addresses of links may tell who they are. */
const deleteEngagements = statement<[workspaceId: WorkspaceId, logIds: readonly Uuid[]]>(
  'erase_engagements',
  'delete from engagements where workspace_id = $1 and log_id = any($2::uuid[])',
)

/**
 * Erases messages to the address: their contents, and the recipient in their logs.
 *
 * @param form form in which the logs have the recipient: the address or, if a delivery was in flight or the logs were
 *   erased before, its token
 */
export function eraseMessages(form: 'address' | 'token'): Step {
  return {
    name: form === 'address' ? 'messages' : 'messages-again',
    run: async (trx, erasure, position, max) => {
      const { workspaceId, projectId } = erasure
      const rows = await selectLogs(trx, workspaceId, erasure[form], position ?? nilUuid, max)
      const logs = rows.filter((row) => projectId === null || row.project_id === projectId)
      const contents = await eraseMessagesOf(trx, workspaceId, logs)
      const counted = await eraseLogs(trx, erasure, logs)
      const logIds = logs.map(({ id }) => id)
      await deleteConversations(trx, workspaceId, logIds)
      await deleteEngagements(trx, workspaceId, logIds)
      const next = rows.length < max ? null : (rows.at(-1)?.id ?? null)
      return { erased: { ...contents, message_logs: counted }, next }
    },
  }
}

async function eraseMessagesOf(trx: Knex, workspaceId: WorkspaceId, logs: readonly LogRow[]) {
  const messages = [...new Set(logs.map((log) => log.message_id))]
  const waiting = new Set((await selectWaiting(trx, workspaceId, messages)).map(({ id }) => id))
  const erased = await eraseContents(
    trx,
    workspaceId,
    messages.filter((id) => !waiting.has(id)),
  )
  const marked = await eraseWhenSettled(trx, workspaceId, [...waiting])
  return {
    message_bodies: erased.message_bodies + marked.message_bodies,
    attachments: erased.attachments + marked.attachments,
  }
}

async function eraseLogs(trx: Knex, erasure: Erasure, logs: readonly LogRow[]): Promise<number> {
  const changes = await runInSlices(changesOf(logs, erasure.redactor))
  if (changes.length === 0) return 0
  await updateLogs(
    trx,
    erasure.workspaceId,
    changes.map(({ id }) => id),
    changes.map(({ attempts }) => attempts),
    erasedAddress,
    erasure.token,
  )
  return changes.filter(({ changed }) => changed).length
}

function* changesOf(logs: readonly LogRow[], redactor: Redactor) {
  const changes: { readonly id: Uuid; readonly attempts: string; readonly changed: boolean }[] = []
  for (const log of logs) {
    const attempts: object[] = []
    for (const attempt of log.attempts) attempts.push(yield* withoutPerson(attempt, redactor))
    const changed = log.recipient !== erasedAddress
    const same = !changed && JSON.stringify(attempts) === JSON.stringify(log.attempts)
    if (!same) changes.push({ id: log.id, attempts: JSON.stringify(attempts), changed })
  }
  return changes
}

/**
 * Removes the person from an attempt. A server may name the person in a way that cannot be searched for, so its words
 * are removed.
 */
function* withoutPerson(attempt: Readonly<Record<string, unknown>>, redactor: Redactor): Steps<object> {
  const redacted = (yield* redactor.json(attempt)) as Record<string, unknown>
  return 'reply' in redacted ? { ...redacted, reply: withoutText(redacted.reply) } : redacted
}
