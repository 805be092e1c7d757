import type { Knex } from 'knex'
import { recordInLedger } from '../ledger/record.js'
import type { WorkspaceId } from './ids.js'
import { serviceStatement } from './statements/statement.js'

/**
 * The reason why the links in a workspace's mail have ended: it is halted for abuse, the operator has ended them, or
 * it was deleted.
 */
export type LinksEndedBy = 'abuse' | 'operator' | 'deletion'

/** The end of a workspace's links. The row is kept when the workspace is deleted. */
export interface LinksEnd {
  readonly workspace: WorkspaceId
  readonly ended_at: Date
  readonly reason: LinksEndedBy
}

/**
 * Reads all ends of links, the first one first. Operators end each by hand, or delete the workspace, so they are few.
 */
export const readLinksEnds = serviceStatement<[], LinksEnd>(
  'select_ended_links',
  'select workspace, ended_at, reason from ended_links order by ended_at, workspace',
)

const selectOne = serviceStatement<[workspaceId: WorkspaceId], LinksEnd>(
  'select_ended_links_of_workspace',
  'select workspace, ended_at, reason from ended_links where workspace = $1',
)

/**
 * Stores the end of a workspace's links. A halt is over some day, so it does not replace the other two reasons; and a
 * deletion is for good.
 */
const insert = serviceStatement<[workspaceId: WorkspaceId, reason: LinksEndedBy]>(
  'end_links',
  `insert into ended_links (workspace, reason) values ($1, $2)
   on conflict (workspace) do update set reason = excluded.reason
   where ended_links.reason <> 'deletion' and excluded.reason <> 'abuse'`,
)

const remove = serviceStatement<
  [workspaceId: WorkspaceId, reasons: readonly LinksEndedBy[]],
  { workspace: WorkspaceId }
>('restore_links', 'delete from ended_links where workspace = $1 and reason = any($2) returning workspace')

/** Returns the end of a workspace's links; undefined if they work. */
export async function linksEndOf(db: Knex, workspaceId: WorkspaceId): Promise<LinksEnd | undefined> {
  return (await selectOne(db, workspaceId))[0]
}

/** Ends the links in a workspace's mail. Links that have ended before keep their time. */
export async function endLinks(sql: Knex, workspaceId: WorkspaceId, reason: LinksEndedBy): Promise<void> {
  await insert(sql, workspaceId, reason)
  recordInLedger(sql, { kind: 'workspace_links_ended', workspaceId, id: workspaceId, state: { reason } })
}

/**
 * Lets the links in a workspace's mail work again if they have ended for one of these reasons.
 *
 * @returns true if they had
 */
export async function restoreLinks(
  sql: Knex,
  workspaceId: WorkspaceId,
  reasons: readonly Exclude<LinksEndedBy, 'deletion'>[],
): Promise<boolean> {
  const restored = (await remove(sql, workspaceId, reasons)).length > 0
  if (restored) {
    const state = { reason: 'restored' }
    recordInLedger(sql, { kind: 'workspace_links_ended', workspaceId, id: workspaceId, state, gives: true })
  }
  return restored
}

/**
 * The workspaces whose links have ended, as of some seconds ago. All are in memory, so while the database is away,
 * links work, and ended ones do not.
 */
export class EndedLinks {
  #workspaces: ReadonlySet<WorkspaceId> = new Set()

  replace(ends: readonly Pick<LinksEnd, 'workspace'>[]): void {
    this.#workspaces = new Set(ends.map(({ workspace }) => workspace))
  }

  has(workspaceId: WorkspaceId): boolean {
    return this.#workspaces.has(workspaceId)
  }
}
