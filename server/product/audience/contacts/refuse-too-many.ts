import { LRUCache } from 'lru-cache'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { limitsOf } from '../../../platform/db/workspace-limits.js'
import { refusedValue, type ApiError } from '../../../platform/http/errors/api-error.js'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'

/** A count reads an index of all contacts, so they are not counted for each new one where many more may be added. */
interface Room {
  /** How many may be added before they are counted again. */
  left: number
  readonly max: number
}

/** Contacts go, and other processes add some. */
const countedForMs = 60_000

/** So many processes can add contacts at once without passing a limit unseen. */
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

/** How many contacts a workspace has. */
async function contactsOf({ sql }: Pick<Transaction, 'sql'>, workspaceId: WorkspaceId): Promise<number> {
  return Number((await countContacts(sql, workspaceId))[0]?.count ?? 0)
}

/**
 * Refuses contacts that were just added beyond what the operator allows the workspace.
 *
 * @param added how many this transaction has added
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

/** What refuses a contact that would be one too many. */
export function tooManyContacts(max: number, path: string): ApiError {
  return refusedValue(path, 'too_many', `would give the workspace more than ${max} contacts`)
}

/**
 * Counts how many of the contacts that were just added are beyond what the operator allows the workspace.
 *
 * @param added how many this transaction has added
 * @returns at most as many as were added
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
  // Those who count take turns, so that each sees what the one before has added.
  await lockWorkspaceContacts(tx.sql, workspaceId)
  const count = await contactsOf(tx, workspaceId)
  if (count > max) return { surplus: Math.min(added, count - max), max }
  rooms.set(workspaceId, { max, left: Math.floor((max - count) / maxProcesses) })
  return { surplus: 0, max }
}
