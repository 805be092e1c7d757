import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, nilUuid, type WorkspaceId } from '../../server/db/ids.js'
import { isMachineAway } from '../../server/db/unavailable.js'
import { DueWorkspaces } from '../../server/delivery/queue/due-workspaces.js'
import { recordDeliveryOutcomes } from '../../server/delivery/queue/record-outcomes.js'
import { storeTogether, unitOf, type Stored } from '../../server/messages/accept/store.js'
import { newMessage } from '../../server/messages/admit/new-message.js'
import { DueSubscriptions } from '../../server/webhooks/queue/due.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../support/database.js'
import { freePort } from '../support/postgres.js'

/** One of the machines is away: the workspaces on the others go on, and it costs them nothing. */

let database: ConnectedDatabase
let db: Knex
/** One on each machine. */
const workspaces = new Map<number, WorkspaceId>()

beforeAll(async () => {
  database = await openMigratedDatabase(4)
  db = database.db
  const { rows: nodes } = await db.raw<{ rows: { count: number }[] }>(
    'select count(*)::integer from pg_dist_node where groupid <> 0 and shouldhaveshards',
  )
  while (workspaces.size < (nodes[0]?.count ?? 0)) {
    const id = newWorkspaceId()
    const node = await nodeOf(id)
    if (workspaces.has(node)) continue
    workspaces.set(node, id)
    await db('workspaces').insert({ id, name: 'A' })
    await db('projects').insert({ id: newUuid(), workspace_id: id, name: 'A', environment: 'live' })
    await db('webhook_subscriptions').insert({
      workspace_id: id,
      id: newUuid(),
      url: 'https://shop.example/',
      events: ['*'],
    })
  }
})
afterAll(() => database.drop())

/** The id of the machine that has a workspace. */
async function nodeOf(workspaceId: WorkspaceId): Promise<number> {
  const { rows } = await db.raw<{ rows: { node: number }[] }>(
    `select nodeid as node from pg_dist_placement join pg_dist_node using (groupid)
     where shardid = get_shard_id_for_distribution_column('workspaces', ?::uuid)`,
    [workspaceId],
  )
  return rows[0]?.node ?? 0
}

function accept(workspaceId: WorkspaceId): Promise<Stored[]> {
  const project = { id: newUuid(), name: 'A', environment: 'live' as const, archived_at: null }
  const asked = { project_id: '', from_email: 'a@shop.example', subject: 'News', text: 'News' }
  const message = newMessage(project, { ...asked, to: [{ email: 'ada@example.com' }] }, '/body')
  const use = { workspaceId, projectId: project.id, operation: 'sendMessage', key: newUuid() }
  const authority = { kind: 'workspaceSession', role: 'owner' } as const
  const claim = { ...use, authority, fingerprint: Buffer.from('x') }
  return storeTogether(db, workspaceId, [unitOf(message, { claim }, {}, false)], () => undefined)
}

/** Records an outcome of a delivery that there is not: its statement is the same. */
function record(workspaceId: WorkspaceId) {
  return recordDeliveryOutcomes(
    db,
    workspaceId,
    newUuid(),
    [newUuid()],
    ['delivered'],
    [null],
    ['{}'],
    [null],
    [null],
    [newUuid()],
    ['message.delivered'],
    ['{}'],
    [null],
    [null],
    [null],
    [null],
  )
}

const dueWorkspaces = async () => (await new DueWorkspaces(db).find(nilUuid)).map(({ id }) => id).sort()
const dueSubscriptions = async () =>
  (await new DueSubscriptions(db).find('')).map(({ workspaceId }) => workspaceId).sort()

async function moveTo(node: number, port: number): Promise<void> {
  await db.raw('update pg_dist_node set nodeport = ? where nodeid = ?', [port, node])
}

test('mail of the workspaces on the other machines is accepted, found, and recorded', async () => {
  for (const id of workspaces.values()) expect(await accept(id)).toEqual(['stored'])
  const all = [...workspaces.values()].sort()
  expect([await dueWorkspaces(), await dueSubscriptions()]).toEqual([all, all])

  for (const [node, away] of workspaces) {
    const { rows } = await db.raw<{ rows: { port: number }[] }>(
      'select nodeport as port from pg_dist_node where nodeid = ?',
      [node],
    )
    // Nobody listens there.
    await moveTo(node, await freePort())
    try {
      const others = all.filter((id) => id !== away)
      for (const id of others) {
        expect(await accept(id)).toEqual(['stored'])
        expect(await record(id)).toEqual([])
      }
      expect([await dueWorkspaces(), await dueSubscriptions()]).toEqual([others, others])
      for (const work of [accept, record])
        expect(await work(away).catch((error: unknown) => error)).toSatisfy(isMachineAway)
    } finally {
      await moveTo(node, rows[0]?.port ?? 0)
    }
  }
  expect(await dueWorkspaces()).toEqual(all)
})
