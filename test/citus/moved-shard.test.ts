import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, type WorkspaceId } from '../../server/platform/db/ids.js'
import { inTransaction } from '../../server/platform/db/transaction/transaction.js'
import { retryBrokenOff } from '../../server/platform/db/transaction/retry-transient.js'
import { suppress } from '../../server/product/audience/suppressions/suppress.js'
import { storeTogether } from '../../server/product/messages/accept/store.js'
import { unitOf } from '../../server/product/messages/accept/unit.js'
import { newMessage } from '../../server/product/messages/admit/new-message.js'
import { projectOf } from '../support/workspace/projects.js'
import { spreadWorkspaces, type SpreadWorkspaces } from '../support/postgres/spread-workspaces.js'

/** The shards of a workspace move to another machine and back while mail of the workspace is accepted. */

let spread: SpreadWorkspaces

beforeAll(async () => {
  spread = await spreadWorkspaces(10)
})
afterAll(() => spread.drop())

function accept(workspaceId: WorkspaceId): Promise<unknown> {
  const project = projectOf(newUuid())
  const asked = { project_id: '', from_email: 'a@shop.example', subject: 'News', text: 'News' }
  const message = newMessage(project, { ...asked, to: [{ email: 'ada@example.com' }] }, '/body')
  const use = { workspaceId, projectId: project.id, operation: 'sendMessage', key: newUuid() }
  const authority = { kind: 'workspaceSession', role: 'owner' } as const
  const claim = { ...use, authority, fingerprint: Buffer.from('x') }
  return storeTogether(spread.db, workspaceId, [unitOf(message, { claim }, {}, false)], () => undefined)
}

/** Moves the shards of a workspace to the other machine. */
async function move(workspaceId: WorkspaceId): Promise<void> {
  await spread.db
    .raw(
      `select citus_move_shard_placement(shard.shardid, own.nodename, own.nodeport, other.nodename, other.nodeport, 'block_writes')
       from (select get_shard_id_for_distribution_column('workspaces', ?::uuid) as shardid) shard
       join pg_dist_placement placement using (shardid) join pg_dist_node own using (groupid)
       join pg_dist_node other on other.groupid <> own.groupid and other.shouldhaveshards limit 1`,
      [workspaceId],
    )
    .options({ maxMs: 240_000 })
}

test('no message, and no change, meets a place where the rows are no longer', async () => {
  const [workspaceId] = spread.workspaces
  if (workspaceId === undefined) throw new Error('there is a workspace')
  let moving = true
  let done = 0
  const refused: string[] = []
  const lane = async (work: () => Promise<unknown>) => {
    while (moving)
      await work().then(
        () => (done += 1),
        (error: Error) => refused.push(error.message),
      )
  }
  const change = () =>
    retryBrokenOff(() =>
      inTransaction(spread.db, ({ sql }) =>
        suppress(sql, workspaceId, [{ address: `${newUuid()}@example.com`, reason: 'manual' }]),
      ),
    )
  const read = () => spread.db('suppressions').where({ workspace_id: workspaceId }).limit(1)
  const lanes = [() => accept(workspaceId), () => accept(workspaceId), change, change, read, read].map(lane)
  try {
    for (let moves = 0; moves < 2; moves += 1) await move(workspaceId)
  } finally {
    moving = false
    await Promise.all(lanes)
  }
  expect([...new Set(refused)]).toEqual([])
  expect(done).toBeGreaterThan(0)
})
