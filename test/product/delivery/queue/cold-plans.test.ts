import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, newWorkspaceId } from '../../../../server/platform/db/ids.js'
import { selectContents } from '../../../../server/product/delivery/compose/select-contents.js'
import { claimLongestDue } from '../../../../server/product/mail/claim/claim-longest-due.js'
import { claimRoundRobin } from '../../../../server/product/mail/claim/claim-round-robin.js'
import { selectObstacles } from '../../../../server/product/mail/change/retry-log.js'
import { claimOf } from '../../../support/messages/claims.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { capture } from '../../../support/database/explain.js'

/**
 * PostgreSQL keeps the plans that it has made while the tables were empty until it has analyzed them, which is a minute
 * later. An import fills them in less.
 */

let database: ConnectedDatabase
let db: Knex
const workspaceId = newWorkspaceId()

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  await db('workspaces').insert({ id: workspaceId, name: 'A' })
})
afterAll(() => database.drop())

/** A part of a plan that reads a table. */
interface Read {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly Read[]
}

function* readsOf(node: Read): Generator<Read> {
  if (node['Relation Name'] !== undefined && 'Filter' in node) yield node
  for (const child of node.Plans ?? []) yield* readsOf(child)
}

/** The columns of keys, none of which may be compared row by row. */
const key = /\((id|log_id|message_id|contact_id|list_id|address|key) = /

test.each<[string, (db: Knex) => Promise<unknown>]>([
  ['the longest due', (trx) => claimLongestDue(trx, claimOf(workspaceId, 20), 20)],
  ['those in turns', (trx) => claimRoundRobin(trx, claimOf(workspaceId, 20), undefined)],
  ['their contents', (trx) => selectContents(trx, workspaceId, [newUuid()])],
  ['what hinders a retry', (trx) => selectObstacles(trx, workspaceId, newUuid())],
])('a plan of empty tables finds %s by whole keys', async (_what, read) => {
  const [sent] = await capture(db, () => read(db))
  // Without values, as the plan that is kept. Knex would take an operator for a mark.
  const { rows } = await db.raw<{ rows: [{ 'QUERY PLAN': [{ Plan: Read }] }] }>(
    `explain (generic_plan, format json) ${sent?.sql.replaceAll('?', '\\?')}`,
  )
  const reads = [...readsOf(rows[0]['QUERY PLAN'][0].Plan)]
  const compared = reads.filter(({ Filter = '' }) => key.test(Filter))
  expect(compared).toEqual([])
})
