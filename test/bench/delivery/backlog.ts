import knex, { type Knex } from 'knex'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromTypeId, newUuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { newMessage } from '../../../server/product/messages/admit/new-message.js'
import type { FirstCredentials } from '../../../server/product/workspace/bootstrap.js'
import { insertRows } from '../accept/insert-rows.js'
import { tableRowsOf, type TableRows } from '../accept/table-rows.js'
import { receipt, senderDomain } from './receipt.js'
import { projectOf } from '../../support/workspace/projects.js'
import { noteAllOwners } from '../../support/messages/queue-owners.js'

/** Mail that waits until it is let go. */
export interface Backlog {
  /** Writes as many messages as have been accepted while nothing is sent. */
  fill(messages: number): Promise<void>
  /** Lets workers begin. */
  release(): Promise<void>
  /**
   * Waits until the outcome of each is recorded.
   *
   * @throws Error where one was not delivered
   */
  settled(): Promise<void>
  close(): Promise<void>
}

const together = 250

export async function openBacklog(databaseUrl: string, credentials: FirstCredentials): Promise<Backlog> {
  const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 1, max: 1 } })
  const workspaceId = fromTypeId('ws', credentials.workspace_id)
  await trust(db, workspaceId)
  let order = 0

  const halt = (halted_at: Date | null) => db('workspaces').where({ id: workspaceId }).update({ halted_at })
  const nextRows = () => {
    order += 1
    const { from, to, ...content } = receipt(order)
    const request = { ...content, project_id: credentials.project_id, from_email: from, to: [{ email: to }] }
    const project = projectOf(fromTypeId('prj', credentials.project_id))
    return tableRowsOf(workspaceId, newMessage(project, request, '/message'), undefined, {})
  }

  return {
    fill: async (messages) => {
      await halt(new Date())
      for (let left = messages; left > 0; left -= together) {
        const rows = Array.from({ length: Math.min(left, together) }, nextRows)
        await db.transaction((trx) => insertRows(trx, joined(rows)))
      }
      await noteAllOwners(db)
      // As autovacuum has done in a service that has run a while.
      await db.raw('analyze')
    },
    release: async () => {
      await halt(null)
    },
    settled: async () => {
      for (;;) {
        const [row] = await db('delivery_queue').count<{ count: string }[]>()
        if (Number(row?.count) === 0) break
        await sleep(50)
      }
      const [row] = await db('message_logs').whereNot({ status: 'delivered' }).count<{ count: string }[]>()
      if (Number(row?.count) > 0) throw new Error(`${row?.count} messages were not delivered`)
    },
    close: () => db.destroy(),
  }
}

/** The senders' domain as one of the workspace, unless it is that already; its key is made when it is first needed. */
export async function trust(db: Knex, workspaceId: WorkspaceId): Promise<void> {
  await db('domains')
    .insert({ workspace_id: workspaceId, id: newUuid(), name: senderDomain, status: 'verified' })
    .onConflict(['workspace_id', 'name'])
    .ignore()
}

function joined(all: readonly TableRows[]): TableRows {
  const tables = Object.keys(all[0] ?? {})
  return Object.fromEntries(tables.map((table) => [table, all.flatMap((rows) => rows[table] ?? [])]))
}
