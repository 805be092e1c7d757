import { performance } from 'node:perf_hooks'
import pg from 'pg'
import pino from 'pino'
import { defaultAutomations } from '../../../server/platform/config/automations.js'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { newUuid } from '../../../server/platform/db/ids.js'
import { migrate } from '../../../server/platform/db/schema/migrate.js'
import type { Definition, Step } from '../../../server/product/programs/automations/definition.js'
import {
  workOnRuns,
  type EngineDependencies,
} from '../../../server/product/programs/automations/engine/batch.js'
import { claimDueRuns } from '../../../server/product/programs/automations/engine/claim.js'
import { branchStep } from '../../../server/product/programs/automations/steps/branch.js'
import type { DoStep, PreparedStep } from '../../../server/product/programs/automations/steps/step.js'
import { waitForEventStep } from '../../../server/product/programs/automations/steps/wait-for-event.js'
import { waitStep } from '../../../server/product/programs/automations/steps/wait.js'
import { versionLoader } from '../../../server/product/programs/automations/versions.js'
import { Wakes } from '../../../server/platform/queue/wakes/wakes.js'
import { retentionStart } from '../../../server/platform/db/retention.js'
import { addContacts, addProject } from '../campaigns/population.js'
import { atLeast, atMost, type Benchmark } from '../benchmark.js'
import { bareUpdates } from './floor.js'
import { addAutomation, addDueRuns, addWaitingRuns } from './population.js'
import { measureWakeUps } from './wake-ups.js'

const waiting = 100_000
const moved = 20_000
const warmUp = 2_000

const plan = (value: string) => ({ property: { name: 'plan', op: 'eq', value } })

/** A run does the first three steps, and rests at the fourth. */
const steps: Step[] = [
  { key: 'now', wait: { until: '2026-01-01T00:00:00.000Z' } },
  { key: 'by_plan', branch: { cases: [{ if: plan('free'), steps: [] }] } },
  {
    key: 'by_seats',
    branch: { cases: [{ if: plan('pro'), steps: [{ key: 'day', wait: { for: 'P1D' } }] }] },
  },
  { key: 'order', wait_for_event: { name: 'order_placed', timeout: 'P30D' } },
]
const stepsOfRun = 3

const definition: Definition = {
  trigger: { event: { name: 'signed_up' } },
  entry_rule: null,
  reentry: { mode: 'always' },
  exit_on: [],
  sender: {},
  steps,
}

const none: DoStep = () => Promise.reject(new Error('the benchmark has no such step'))
const unprepared: PreparedStep<unknown> = { prepare: () => Promise.resolve(new Map()), do: none }

/** Runs do steps while a hundred thousand others wait, on the engine alone. Then events wake some of these. */
export const automations: Benchmark = {
  name: 'automations',
  title:
    `${moved.toLocaleString('en')} runs of an automation do ${stepsOfRun} steps each while ` +
    `${waiting.toLocaleString('en')} others wait, beside bare updates of the same rows in batches of 100; and how long ` +
    `an event takes to wake a run, beside a claim`,
  run: async (context) => {
    const databaseUrl = await context.createDatabase()
    const database = await openDatabase({
      databaseUrl,
      databaseConnections: 4,
      databaseInMemory: false,
      embeddedFlush: false,
      dataDir: '',
      statementSeconds: 30,
    })
    const { db } = database
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      await migrate(db)
      const engine: EngineDependencies = {
        db,
        lease: newUuid(),
        clock: () => new Date(),
        config: defaultAutomations,
        versions: versionLoader(),
        steps: {
          send: unprepared,
          subscribe: unprepared,
          others: (retainedSince) => ({
            wait: waitStep,
            wait_for_event: waitForEventStep,
            branch: branchStep(retainedSince),
            update_contact: none,
            unsubscribe: none,
            record_event: none,
            notify: none,
            exit: none,
          }),
        },
        retention: retentionStart(db),
        wakes: new Wakes(),
        log: pino({ level: 'warn' }),
      }
      const owner = await addProject(db)
      context.progress(`adding ${waiting.toLocaleString('en')} waiting runs`)
      await addContacts(db, owner, waiting)
      const until = new Date(Date.now() + 30 * 86_400_000)
      const waits = await addAutomation(db, owner, definition)
      await addWaitingRuns(db, waits, waiting, until)
      const move = async () => {
        for (;;) {
          const claimed = await claimDueRuns(db, {
            lease: engine.lease,
            now: new Date(),
            leaseSeconds: 60,
            max: engine.config.batch,
          })
          if (claimed.size === 0) return
          for (const [workspaceId, rows] of claimed) await workOnRuns(engine, workspaceId, rows)
        }
      }
      const measure = async (count: number) => {
        const automation = await addAutomation(db, owner, definition)
        await addDueRuns(db, automation, 'now', count)
        const start = performance.now()
        await move()
        const rate = ((count * stepsOfRun) / (performance.now() - start)) * 1000
        return { rate, floor: await bareUpdates(client, automation, count) }
      }
      await measure(warmUp)
      context.progress(`moving ${moved.toLocaleString('en')} runs`)
      const { rate, floor } = await measure(moved)
      context.progress('waking runs by events')
      const { p50, p99, claim } = await measureWakeUps(engine, client, waits)
      return {
        rows: [
          { way: 'bare updates', 'a second': Math.round(floor), ms: '' },
          { way: 'steps', 'a second': Math.round(rate), ms: '' },
          { way: 'a claim, p50', 'a second': '', ms: claim.toFixed(1) },
          { way: 'a wake-up by an event, p50', 'a second': '', ms: p50.toFixed(1) },
          { way: 'a wake-up by an event, p99', 'a second': '', ms: p99.toFixed(1) },
        ],
        ratios: {
          steps_ratio: atLeast(0.4, rate / floor),
          wake_up_ratio: atMost(5, p99 / claim),
        },
      }
    } finally {
      await client.end()
      await database.close()
    }
  },
}
