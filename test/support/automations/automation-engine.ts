import type { Knex } from 'knex'
import pino from 'pino'
import { defaultAutomations, type AutomationsConfig } from '../../../server/platform/config/automations.js'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { newUuid, type Uuid } from '../../../server/platform/db/ids.js'
import type { Definition } from '../../../server/product/programs/automations/definition.js'
import {
  workOnRuns,
  type EngineDependencies,
} from '../../../server/product/programs/automations/engine/batch.js'
import { claimDueRuns } from '../../../server/product/programs/automations/engine/claim.js'
import type { RunRow, RunStepRow } from '../../../server/product/programs/automations/automation-rows.js'
import type { DoStep, PreparedStep } from '../../../server/product/programs/automations/steps/step.js'
import { branchStep } from '../../../server/product/programs/automations/steps/branch.js'
import { waitForEventStep } from '../../../server/product/programs/automations/steps/wait-for-event.js'
import { waitStep } from '../../../server/product/programs/automations/steps/wait.js'
import { versionLoader } from '../../../server/product/programs/automations/versions.js'
import { Wakes } from '../../../server/platform/queue/wakes/wakes.js'
import { retentionStart } from '../../../server/platform/db/retention.js'
import { addOwner, type Owner } from '../campaigns/campaign-owner.js'
import { createMigratedDatabase } from '../database/database.js'

/** A clock that a test moves. */
export class TestClock {
  #now = Date.now()

  readonly now = (): Date => new Date(this.#now)

  pass(ms: number): void {
    this.#now += ms
  }
}

/** The engine of automations on a database of its own, moved by hand. */
export interface TestEngine {
  readonly db: Knex
  readonly clock: TestClock
  readonly engine: EngineDependencies
  /** Claims and moves what is due until nothing is. */
  work(): Promise<void>
  addAutomation(owner: Owner, definition: Partial<Definition>): Promise<TestAutomation>
  close(): Promise<void>
}

export interface TestAutomation {
  readonly owner: Pick<Owner, 'workspaceId' | 'projectId'>
  readonly id: Uuid
  readonly version: number
  readonly definition: Definition
}

const noStep: DoStep = () => Promise.reject(new Error('no test of the engine comes to this step'))
const noPreparation: PreparedStep<unknown> = { prepare: () => Promise.resolve(new Map()), do: noStep }

/** @param steps the steps that a test does in its own way */
export async function openTestEngine(
  steps: {
    readonly send?: PreparedStep<unknown>
    readonly notify?: DoStep
    readonly record_event?: DoStep
    readonly exit?: DoStep
  } = {},
  config: Partial<AutomationsConfig> = {},
): Promise<TestEngine> {
  const created = await createMigratedDatabase()
  const database = await openDatabase({
    databaseUrl: created.url,
    databaseConnections: 4,
    databaseInMemory: false,
    embeddedFlush: false,
    dataDir: '',
    statementSeconds: 30,
  })
  const { db } = database
  const clock = new TestClock()
  const engine: EngineDependencies = {
    db,
    lease: newUuid(),
    clock: clock.now,
    config: { ...defaultAutomations, ...config },
    versions: versionLoader(),
    steps: {
      send: steps.send ?? noPreparation,
      subscribe: noPreparation,
      others: (retainedSince) => ({
        wait: waitStep,
        wait_for_event: waitForEventStep,
        branch: branchStep(retainedSince),
        update_contact: noStep,
        unsubscribe: noStep,
        record_event: steps.record_event ?? noStep,
        notify: steps.notify ?? noStep,
        exit: steps.exit ?? noStep,
      }),
    },
    retention: retentionStart(db),
    wakes: new Wakes(),
    log: pino({ level: 'silent' }),
  }
  return {
    db,
    clock,
    engine,
    work: async () => {
      for (;;) {
        const { lease, config: numbers } = engine
        const claimed = await claimDueRuns(db, {
          lease,
          now: clock.now(),
          leaseSeconds: numbers.leaseSeconds,
          max: numbers.batch,
        })
        if (claimed.size === 0) return
        for (const [workspaceId, rows] of claimed) await workOnRuns(engine, workspaceId, rows)
      }
    },
    addAutomation: (owner, given) => insertAutomation(db, owner, given),
    close: async () => {
      await database.close()
      await created.drop()
    },
  }
}

/** An active automation with one version, written past the API. */
export async function insertAutomation(
  db: Knex,
  owner: Pick<Owner, 'workspaceId' | 'projectId'>,
  given: Partial<Definition>,
): Promise<TestAutomation> {
  const definition = {
    trigger: { manual: {} },
    entry_rule: null,
    reentry: { mode: 'after_exit' as const },
    exit_on: [],
    sender: {},
    steps: [],
    ...given,
  }
  const id = newUuid()
  const { workspaceId: workspace_id, projectId: project_id } = owner
  await db('automations').insert({
    workspace_id,
    id,
    project_id,
    environment: 'live',
    name: 'Welcome',
    status: 'active',
    published_version: 1,
    latest_version: 1,
  })
  await db('automation_versions').insert({
    workspace_id,
    automation_id: id,
    version: 1,
    definition: JSON.stringify(definition),
    created_by: newUuid(),
  })
  return { owner, id, version: 1, definition }
}

export { addOwner }

/** The contacts of a project, the oldest first. */
export async function contactsOf(db: Knex, { workspaceId, projectId }: Owner): Promise<Uuid[]> {
  const rows = await db('contacts')
    .where({ workspace_id: workspaceId, project_id: projectId })
    .orderBy('id')
    .select('id')
  return rows.map(({ id }: { id: Uuid }) => id)
}

/** Starts a run at the first step, due now. */
export async function addRun(
  { db, clock }: Pick<TestEngine, 'db' | 'clock'>,
  { owner, id, version, definition }: TestAutomation,
  contactId: Uuid,
  fields: Partial<RunRow> & { readonly due_at?: Date } = {},
): Promise<Uuid> {
  const now = clock.now()
  const runId = newUuid()
  await db('automation_runs').insert({
    workspace_id: owner.workspaceId,
    id: runId,
    automation_id: id,
    version,
    project_id: owner.projectId,
    environment: 'live',
    contact_id: contactId,
    status: 'running',
    trigger_kind: 'manual',
    since: now,
    started_at: now,
    step_started_at: now,
    step_key: definition.steps[0]?.key ?? null,
    due_at: now,
    ...fields,
    data: JSON.stringify(fields.data ?? {}),
  })
  return runId
}

/** Records an event of a contact, past the API. */
export async function addEvent(
  { db, clock }: TestEngine,
  { workspaceId }: Owner,
  contactId: Uuid,
  {
    name,
    at = clock.now(),
    properties = {},
  }: { readonly name: string; readonly at?: Date; readonly properties?: object },
): Promise<Uuid> {
  const id = newUuid()
  await db('contact_events').insert({
    workspace_id: workspaceId,
    contact_id: contactId,
    id,
    name,
    properties: JSON.stringify(properties),
    at,
  })
  return id
}

/** Has a run due, as something that happened to its contact does. */
export async function wakeRun({ db, clock }: TestEngine, id: Uuid): Promise<void> {
  await db('automation_runs').where({ id }).whereNotNull('due_at').update({ due_at: clock.now() })
}

/** A run with its steps, as short as can be compared. */
export async function runOf(
  db: Knex,
  id: Uuid,
): Promise<RunRow & { readonly due_at: Date | null; readonly lease: Uuid | null; readonly path: string[] }> {
  const row = (await db('automation_runs').where({ id }).first()) as RunRow & { due_at: Date; lease: Uuid }
  const steps = (await db('automation_run_steps')
    .where({ run_id: id })
    .orderBy('number')
    .select()) as RunStepRow[]
  const path = steps.map(({ step_key: key, outcome, taken, reason }) =>
    [key, outcome, taken, reason].filter((part) => part !== null).join(' '),
  )
  return { ...row, path }
}
