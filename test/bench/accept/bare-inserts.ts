import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { fromTypeId, newUuid } from '../../../server/platform/db/ids.js'
import { claimOf } from '../../../server/platform/http/idempotency/claim.js'
import { newMessage, type CompleteSend } from '../../../server/product/messages/admit/new-message.js'
import { presentAccepted } from '../../../server/product/messages/accept/present.js'
import type { Principal } from '../../../server/platform/auth/principal.js'
import { backendsOf, processorMs } from '../processor-time.js'
import { tableRowsOf, type TableRows } from './table-rows.js'
import type { ServerProcess } from './server-process.js'
import { projectOf } from '../../support/workspace/projects.js'

export interface Inserted {
  /** Messages a second. */
  readonly rate: number
  /** The processor time of this process in microseconds a message, and of PostgreSQL's. */
  readonly nodeUs: number
  readonly databaseUs: number
}

/**
 * Inserts the rows of messages as fast as plain inserts of many rows can: prepared, a transaction for each batch,
 * with nothing made or checked while the clock runs.
 *
 * @param connections each of which has a transaction in flight all the time
 */
export async function bareInserts(
  server: ServerProcess,
  connections: number,
  messagesEach: number,
  seconds: number,
): Promise<Inserted> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: server.databaseUrl })
      await client.connect()
      return client
    }),
  )
  try {
    const backends = await backendsOf(server.databaseUrl)
    const databaseBefore = processorMs(backends)
    let inserted = 0
    let elapsed = 0
    let nodeUs = 0
    while (elapsed < seconds) {
      const batches = Array.from({ length: 40 }, () => batchOf(server, messagesEach))
      const start = performance.now()
      const before = process.cpuUsage()
      await Promise.all(
        clients.map(async (client) => {
          for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
            await insertBatch(client, batch)
            inserted += messagesEach
          }
        }),
      )
      elapsed += (performance.now() - start) / 1000
      const { user, system } = process.cpuUsage(before)
      nodeUs += user + system
    }
    const databaseUs = (processorMs(backends) - databaseBefore) * 1000
    return { rate: inserted / elapsed, nodeUs: nodeUs / inserted, databaseUs: databaseUs / inserted }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

interface Insert {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

async function insertBatch(client: pg.Client, inserts: readonly Insert[]): Promise<void> {
  await client.query('begin')
  for (const insert of inserts) await client.query(insert)
  await client.query('commit')
}

function batchOf(server: ServerProcess, messages: number): Insert[] {
  const rows = Array.from({ length: messages }, () => rowsOfOne(server))
  return Object.keys(rows[0] ?? {}).map((table) =>
    insertInto(
      table,
      rows.flatMap((of) => of[table] ?? []),
    ),
  )
}

function insertInto(table: string, rows: readonly Record<string, unknown>[]): Insert {
  const columns = Object.keys(rows[0] ?? {})
  const places = rows.map((_row, index) => {
    const first = index * columns.length + 1
    return `(${columns.map((_column, offset) => `$${first + offset}`).join()})`
  })
  return {
    name: table,
    text: `insert into ${table} (${columns.join()}) values ${places.join()}`,
    values: rows.flatMap((row) => columns.map((column) => row[column])),
  }
}

function rowsOfOne({ credentials }: ServerProcess): TableRows {
  const workspaceId = fromTypeId('ws', credentials.workspace_id)
  const project = projectOf(fromTypeId('prj', credentials.project_id))
  const request: CompleteSend = {
    project_id: credentials.project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Your receipt',
    text: 'Thank you for your order. You find the invoice in your account: https://shop.example/orders/1042',
    category: 'receipt',
  }
  const sender: Principal = {
    kind: 'projectKey',
    workspaceId,
    projectId: project.id,
    keyId: newUuid(),
    scopes: ['messages:send', 'reports:read', 'contacts:*'],
    restrictions: { environment: null, ipCidrs: [], senderDomains: [], expiresAt: null },
  }
  const message = newMessage(project, request, '/message')
  const claim = claimOf(sender, 'sendMessageBatch', randomUUID(), { body: { message: request } })
  return tableRowsOf(workspaceId, message, claim, presentAccepted(message))
}
