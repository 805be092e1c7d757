import { testTurns } from '../../support/automations/automation-inbox.js'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type pg from 'pg'
import type { ContactRow } from '../../../server/product/audience/contacts/contact-rows.js'
import { recordContactEvent } from '../../../server/product/audience/contacts/events.js'
import type { Uuid, WorkspaceId } from '../../../server/platform/db/ids.js'
import { inTransaction } from '../../../server/platform/db/transaction/transaction.js'
import { claimDueRuns } from '../../../server/product/programs/automations/engine/claim.js'
import type { EngineDependencies } from '../../../server/product/programs/automations/engine/batch.js'
import { inboxKind } from '../../../server/product/programs/automations/inbox/work.js'
import { startAutomationsWorker } from '../../../server/product/programs/automations/worker.js'
import { ProgressMonitor } from '../../../base/concurrency/progress-monitor.js'
import { soleOwner } from '../../../server/platform/queue/leases/owner.js'
import { percentile } from '../percentile.js'
import type { AutomationKey } from './population.js'

const samples = 300

/** Durations of wake-ups, in milliseconds. */
export interface WakeUps {
  /** From the commit of an event to that of the step that waited for it. */
  readonly p50: number
  readonly p99: number
  /** A claim of one due run and its commit, at the median. */
  readonly claim: number
}

/** Records events that runs wait for, one after the other, while the worker runs in this process. */
export async function measureWakeUps(
  engine: EngineDependencies,
  client: pg.Client,
  automation: AutomationKey,
): Promise<WakeUps> {
  const { db, wakes } = engine
  const waiting = await client.query<{ id: Uuid; contact_id: Uuid }>(
    `select id, contact_id from automation_runs
     where workspace_id = $1 and automation_id = $2 and status = 'waiting' order by id limit $3`,
    [automation.workspaceId, automation.id, 2 * samples],
  )
  const claims = await measureClaims(db, engine, waiting.rows.slice(samples))
  const owner = soleOwner()
  const worker = startAutomationsWorker({
    engine: { ...engine, lease: owner.id },
    owner,
    workInbox: inboxKind({ ...engine, turns: testTurns() }),
    progress: new ProgressMonitor(),
  })
  wakes.attach('automations', worker)
  const times: number[] = []
  try {
    for (const { id, contact_id: contactId } of waiting.rows.slice(0, samples)) {
      const start = await record(engine, automation.workspaceId, contactId)
      while (!(await hasEnded(client, automation.workspaceId, id))) await sleep(0)
      times.push(performance.now() - start)
    }
  } finally {
    await worker.stop()
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), claim: percentile(claims, 0.5) }
}

/** @returns when the event was committed */
async function record(
  { db, wakes }: EngineDependencies,
  workspaceId: WorkspaceId,
  contactId: Uuid,
): Promise<number> {
  let committed = 0
  await inTransaction(db, async (tx) => {
    const contact = (await tx
      .sql('contacts')
      .where({ workspace_id: workspaceId, id: contactId })
      .forKeyShare()
      .first()) as ContactRow
    const { isWanted } = await recordContactEvent(tx, contact, { name: 'order_placed' })
    if (!isWanted) throw new Error('no run waits for the event')
    tx.afterCommit(() => {
      committed = performance.now()
      wakes.automations()
    })
  })
  return committed
}

async function hasEnded(client: pg.Client, workspaceId: WorkspaceId, id: Uuid): Promise<boolean> {
  const { rows } = await client.query<{ ended: boolean }>({
    name: 'has_ended',
    text: 'select ended_at is not null as ended from automation_runs where workspace_id = $1 and id = $2',
    values: [workspaceId, id],
  })
  return rows[0]?.ended === true
}

async function measureClaims(
  db: Knex,
  { lease }: EngineDependencies,
  runs: readonly { readonly id: Uuid }[],
): Promise<number[]> {
  const times: number[] = []
  for (const { id } of runs) {
    const before = (await db('automation_runs').where({ id }).first('due_at')) as { due_at: Date }
    await db('automation_runs').where({ id }).update({ due_at: new Date() })
    const start = performance.now()
    const claimed = await claimDueRuns(db, { lease, now: new Date(), leaseSeconds: 60, max: 100 })
    times.push(performance.now() - start)
    if (claimed.size !== 1) throw new Error('a run that is due was not claimed')
    await db('automation_runs').where({ id }).update({ due_at: before.due_at, lease: null })
  }
  return times
}
