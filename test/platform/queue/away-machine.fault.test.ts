import type { Knex } from 'knex'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, nilUuid, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { domainCheckJob, type CheckJobDependencies } from '../../../server/product/domains/check/check-job.js'
import { DueWorkspaces } from '../../../server/product/mail/claim/due-workspaces.js'
import { claimDueRuns } from '../../../server/product/programs/automations/engine/claim.js'
import { releaseBlocked } from '../../../server/product/programs/automations/engine/unblock.js'
import { dueWorkspaces } from '../../../server/product/programs/automations/inbox/take.js'
import { dueClaims } from '../../../server/platform/queue/leases/claim-due.js'
import { spreadWorkspaces, type SpreadWorkspaces } from '../../support/postgres/spread-workspaces.js'

/** One of the machines is away: what is due in the workspaces on the others is found. */

let spread: SpreadWorkspaces
let db: Knex
let all: readonly WorkspaceId[]
beforeAll(async () => {
  spread = await spreadWorkspaces(4)
  ;({ db, workspaces: all } = spread)
})
afterAll(() => spread.drop())

const ago = new Date(Date.now() - 60_000)
const insert = async (table: string, workspaceId: WorkspaceId, fields: object) => {
  const id = newUuid()
  await db(table).insert({ workspace_id: workspaceId, id, ...fields })
  return id
}
const place = { project_id: nilUuid, environment: 'test', name: 'A' }
const run = {
  ...{ automation_id: nilUuid, version: 1, project_id: nilUuid, environment: 'test', contact_id: nilUuid },
  ...{ status: 'running', trigger_kind: 'manual', since: ago, started_at: ago, step_started_at: ago },
}

/** Claims of leased rows, with the workspaces whose rows they took. */
const claimed = (table: Parameters<typeof dueClaims>[0], row: () => object): Kind => {
  const claim = dueClaims(table)
  return {
    queue: (workspaceId: WorkspaceId) => insert(table, workspaceId, { ...row(), due_at: ago }),
    take: async () =>
      (await claim(db, { lease: newUuid(), leaseSeconds: 60, max: 10 })).map(
        ({ workspaceId }) => workspaceId,
      ),
  }
}

interface Kind {
  readonly queue: (workspaceId: WorkspaceId) => Promise<unknown>
  /** Takes what is due, and answers whose it was, or where that is to be looked up when all machines are back. */
  readonly take: () => Promise<WorkspaceId[] | { readonly table: string; readonly where: object }>
}

const kinds: Record<string, Kind> = {
  deliveries: {
    queue: (workspaceId) => {
      const ids = { log_id: newUuid(), message_id: newUuid() }
      return db('delivery_queue').insert({
        workspace_id: workspaceId,
        ...ids,
        destination: 'a.example',
        due_at: ago,
      })
    },
    take: async () => (await new DueWorkspaces(db).find(nilUuid)).map(({ id }) => id),
  },
  campaigns: claimed('campaigns', () => ({ ...place, status: 'sending', template_id: nilUuid })),
  'retries of automations': claimed('automations', () => ({ ...place, status: 'active', latest_version: 1 })),
  'counts of segments': claimed('segments', () => ({ ...place, rule: '{}' })),
  erasures: claimed('deletions', () => ({ token: newUuid() })),
  'runs of automations': {
    queue: (workspaceId) => insert('automation_runs', workspaceId, { ...run, due_at: ago }),
    take: async () => [
      ...(await claimDueRuns(db, { lease: newUuid(), now: new Date(), leaseSeconds: 60, max: 10 })).keys(),
    ],
  },
  'blocked runs': {
    queue: async (workspaceId) => {
      const automation = { ...place, status: 'active', latest_version: 1 }
      const automation_id = await insert('automations', workspaceId, automation)
      const blocked = { blocked_by: 'automation_paused', due_at: 'infinity' }
      return insert('automation_runs', workspaceId, { ...run, automation_id, ...blocked })
    },
    take: async () => {
      const now = new Date()
      await releaseBlocked(db, now, () => false)
      return { table: 'automation_runs', where: { due_at: now } }
    },
  },
  'triggers of automations': {
    queue: async (workspaceId) => {
      const signal = {
        project_id: nilUuid,
        contact_id: nilUuid,
        kind: 'event',
        name: 'paid',
        occurred_at: ago,
      }
      await db('queue_owners').insert({
        queue: 'inbox',
        workspace_id: workspaceId,
        owner_id: nilUuid,
        queued_at: new Date(),
      })
      return insert('automation_inbox', workspaceId, { ...signal, due_at: ago })
    },
    take: () => dueWorkspaces(db, nilUuid),
  },
  'checks of domains': {
    queue: (workspaceId) =>
      insert('domains', workspaceId, {
        name: `${newUuid()}.example`,
        status: 'pending',
        next_check_at: ago,
      }),
    take: async () => {
      const failed: Uuid[] = []
      const log = { error: ({ domain_id }: { domain_id: Uuid }) => void failed.push(domain_id) }
      await domainCheckJob({
        ...{ db, log: Object.assign(pino({ enabled: false }), log), metrics: { checked: () => undefined } },
        ...{ config: { everySeconds: 60, runSeconds: 10, timeoutSeconds: 5, atOnce: 1 } },
        freshResolver: () => ({}),
      } as unknown as CheckJobDependencies).run(new AbortController().signal)
      return { table: 'domains', where: { id: failed } }
    },
  },
}

async function whose(taken: Awaited<ReturnType<Kind['take']>>): Promise<WorkspaceId[]> {
  if (Array.isArray(taken)) return taken
  const query = db(taken.table)
  for (const [column, value] of Object.entries(taken.where))
    void (Array.isArray(value) ? query.whereIn(column, value) : query.where(column, value))
  const rows: { workspace_id: WorkspaceId }[] = await query
  return rows.map(({ workspace_id }) => workspace_id)
}

test.each(Object.entries(kinds))('%s', async (_kind, { queue, take }) => {
  for (const away of all) {
    for (const id of all) await queue(id)
    const others = all.filter((id) => id !== away)
    const taken = await spread.without(away, take)
    expect((await whose(taken)).toSorted()).toEqual(others)
    expect(await whose(await take())).toContain(away)
  }
})
