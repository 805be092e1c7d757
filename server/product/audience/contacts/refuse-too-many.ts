import { LRUCache } from 'lru-cache'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { limitsOf } from '../../../platform/db/workspace-limits.js'
import { refusedValue, type ApiError } from '../../../platform/http/errors/api-error.js'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'

/**
 * A `Room` remembers how many contacts a workspace can still add. Counting reads an index of all contacts, so a
 * workspace with much room left is not counted for each new contact.
 */
interface Room {
  /** The number of contacts that may be added before the next count. */
  left: number
  readonly max: number
}

/** Milliseconds that a count is trusted, since contacts are deleted and other processes add some. */
const countedForMs = 60_000

/** The number of processes that can add contacts at once without passing a limit unnoticed. */
const maxProcesses = 20

const rooms = new LRUCache<WorkspaceId, Room>({ ...atMostEntries(10_000), ttl: countedForMs })

const lockWorkspaceContacts = statement<[workspaceId: WorkspaceId]>(
  'lock_workspace_of_contacts',
  'select from workspaces where id = $1 for no key update',
)

const countContacts = statement<[workspaceId: WorkspaceId], { count: string }>(
  'count_contacts_of_workspace',
  'select count(*) as count from contacts where workspace_id = $1',
)

/** Counts the contacts of a workspace. */
async function contactsOf({ sql }: Pick<Transaction, 'sql'>, workspaceId: WorkspaceId): Promise<number> {
  return Number((await countContacts(sql, workspaceId))[0]?.count ?? 0)
}

/**
 * Refuses contacts that were just added beyond the operator's limit for the workspace.
 *
 * @param added the number of contacts that this transaction has added
 * @throws ApiError 422 `validation_failed`
 */
export async function refuseTooManyContacts(
  tx: Transaction,
  workspaceId: WorkspaceId,
  added: number,
  path = '/body/email',
): Promise<void> {
  const { surplus, max } = await surplusOfContacts(tx, workspaceId, added)
  if (surplus > 0) throw tooManyContacts(max, path)
}

/** Returns the error that refuses a contact beyond the limit. */
export function tooManyContacts(max: number, path: string): ApiError {
  return refusedValue(path, 'too_many', `would give the workspace more than ${max} contacts`)
}

/**
 * Counts the contacts that were just added beyond the operator's limit for the workspace.
 *
 * @param added the number of contacts that this transaction has added
 * @returns the surplus, which is `added` at most
 */
export async function surplusOfContacts(
  tx: Transaction,
  workspaceId: WorkspaceId,
  added: number,
): Promise<{ readonly surplus: number; readonly max: number }> {
  const { contacts: max = Infinity } = await limitsOf(tx.sql, workspaceId)
  if (max === Infinity) return { surplus: 0, max }
  const room = rooms.get(workspaceId)
  if (room !== undefined && room.max === max && room.left >= added) {
    room.left -= added
    return { surplus: 0, max }
  }
  // Transactions that count take turns, so that each sees the contacts that the one before has added.
  await lockWorkspaceContacts(tx.sql, workspaceId)
  const count = await contactsOf(tx, workspaceId)
  if (count > max) return { surplus: Math.min(added, count - max), max }
  rooms.set(workspaceId, { max, left: Math.floor((max - count) / maxProcesses) })
  return { surplus: 0, max }
}
