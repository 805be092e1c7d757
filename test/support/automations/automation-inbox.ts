import { Turns } from '../../../server/platform/queue/turns.js'
import type { Knex } from 'knex'
import pino from 'pino'
import { defaultAutomations, type AutomationsConfig } from '../../../server/platform/config/automations.js'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { fromTypeId, type Uuid } from '../../../server/platform/db/ids.js'
import { inboxKind, type InboxDependencies } from '../../../server/product/programs/automations/inbox/work.js'
import { versionLoader } from '../../../server/product/programs/automations/versions.js'
import { Wakes } from '../../../server/platform/queue/wakes/wakes.js'
import { retentionStart } from '../../../server/platform/db/retention.js'
import { TestClock } from './automation-engine.js'
import type { TestService } from '../service/service.js'

/** An inbox of events of the contacts of a service without workers. A test has it act, by a clock of its own. */
export interface TestInbox {
  readonly db: Knex
  readonly clock: TestClock
  readonly dependencies: InboxDependencies
  /** Lines that were logged. */
  readonly logs: string[]
  /** Acts on what is due until nothing is. */
  work(): Promise<void>
  /** Counts by reason how often triggers of an automation started no run. */
  ignored(automation: string): Promise<Record<string, number>>
  close(): Promise<void>
}

export async function openInbox(service: TestService): Promise<TestInbox> {
  const database = await openDatabase({
    databaseUrl: service.config.databaseUrl ?? '',
    databaseConnections: 2,
    databaseInMemory: false,
    embeddedFlush: false,
    dataDir: '',
    statementSeconds: 30,
  })
  const { db } = database
  const clock = new TestClock()
  const { dependencies, logs } = inboxDependencies(db, {}, clock.now)
  return {
    db,
    clock,
    dependencies,
    logs,
    work: () => workAll(dependencies),
    ignored: async (automation) => {
      const rows = (await db('automation_ignored')
        .where({ automation_id: fromTypeId('aut', automation) })
        .groupBy('reason')
        .select('reason', db.raw('sum(count)::integer as count'))) as { reason: string; count: number }[]
      return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))
    },
    close: () => database.close(),
  }
}

/** Makes the dependencies of the inbox of a database. */
export function inboxDependencies(
  db: Knex,
  config: Partial<AutomationsConfig> = {},
  clock = () => new Date(),
): { readonly dependencies: InboxDependencies; readonly logs: string[] } {
  const logs: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void logs.push(line) })
  const dependencies = {
    db,
    clock,
    config: { ...defaultAutomations, ...config },
    versions: versionLoader(),
    wakes: new Wakes(),
    retention: retentionStart(db),
    turns: testTurns(),
    log,
  }
  return { dependencies, logs }
}

/** Turns whose progress nobody asks for. */
export function testTurns(): Turns {
  return new Turns({ worker: 'automation triggers worker', progress: { askSetAside: () => undefined } })
}

/** Acts on what is due until nothing is. */
export async function workAll(dependencies: InboxDependencies): Promise<void> {
  const work = inboxKind(dependencies)
  while ((await work(() => false)) > 0);
}

/** The runs of a contact, the first first, as short as can be compared. */
export async function runsOfContact(
  db: Knex,
  contactId: Uuid,
): Promise<{ readonly id: Uuid; readonly automation_id: Uuid; readonly status: string }[]> {
  return db('automation_runs').where({ contact_id: contactId }).orderBy('id').select()
}
