import { toTypeId } from '../../../server/platform/db/ids.js'
import { listEvents } from '../../../server/platform/events/event-handlers.js'
import { presentEvent } from '../../../server/platform/events/present-event.js'
import { claimLongestDue } from '../../../server/product/mail/claim/claim-longest-due.js'
import { clampWindow } from '../../../server/platform/http/lists/pagination.js'
import type { LogFilters } from '../../../server/product/messages/reads/log-conditions.js'
import { listLogs } from '../../../server/product/messages/reads/read-logs.js'
import { listMessages } from '../../../server/product/messages/reads/read-messages.js'
import { claimOf } from '../../support/messages/claims.js'
import { historyHas } from '../../support/messages/history.js'
import type { Population } from './population.js'

/** Something that is to cost the same however long the history is. */
export interface Read {
  readonly name: string
  /** Brings about what the call needs; not measured. */
  readonly prepare?: (population: Population, round: number) => Promise<void>
  readonly call: (population: Population, round: number) => Promise<unknown>
  /** Ends at the budget of a search in the long history and at its end in the short one: bounded, not the same. */
  readonly endsAtBudget?: true
}

const limit = 25
const due = 10

/** The service's own functions, as the handlers call them: without HTTP, and with the database's whole part. */
export const reads: readonly Read[] = [
  { name: 'messages, first page', call: (population) => messages(population, {}) },
  {
    name: 'messages of a project',
    call: (population) => messages(population, { project_id: projectOf(population) }),
  },
  { name: 'logs, first page', call: (population) => logs(population, {}) },
  {
    name: 'logs of a project',
    call: (population) => logs(population, { project_id: projectOf(population) }),
  },
  {
    name: 'logs by recipient',
    call: (population, round) =>
      logs(population, { recipient: historyHas.recipient(population.history, some(population, round)) }),
  },
  {
    name: 'logs by a rare status',
    call: (population) => logs(population, { status: historyHas.rareStatus }),
  },
  { name: 'logs by category', call: (population) => logs(population, { category: historyHas.category }) },
  {
    name: 'logs by metadata',
    call: (population, round) => {
      const { key, value } = historyHas.order(some(population, round))
      return logs(population, { metadata_key: key, metadata_value: value })
    },
  },
  {
    name: 'logs by a common subject',
    call: (population) => logs(population, { subject: historyHas.commonSubject }),
  },
  {
    name: 'logs by a rare subject',
    call: (population) => logs(population, { subject: historyHas.rareSubject }),
  },
  { name: 'logs by a subject that none has', call: (population) => logs(population, { subject: 'no such' }) },
  {
    name: 'logs by rare status and category',
    call: (population) => logs(population, { status: historyHas.rareStatus, category: 'welcome' }),
  },
  {
    name: 'logs by rare status, and a category never with it',
    call: (population) => logs(population, { status: historyHas.rareStatus, category: historyHas.category }),
  },
  { name: 'events, first page', call: (population) => events(population, {}) },
  { name: 'events by a rare type', call: (population) => events(population, { type: 'message.bounced' }) },
  { name: `claim of ${due} due`, prepare: makeDue, call: claim },
]

function messages(population: Population, query: { project_id?: string }) {
  return listMessages(population.db, visibility(population), { limit, ...query }, window(population))
}

function logs(population: Population, query: LogFilters) {
  return listLogs(population.db, visibility(population), { limit, ...query }, window(population))
}

function events(population: Population, query: { type?: 'message.bounced' }) {
  return listEvents(
    population.db,
    visibility(population),
    { limit, ...query },
    { window: window(population), present: presentEvent },
  )
}

function visibility({ history }: Population) {
  return { workspaceId: history.workspaceId, projectId: null, environment: null }
}

function window({ history }: Population) {
  return clampWindow({}, new Date(history.from.getTime() - 1000))
}

function projectOf({ history }: Population): string {
  return toTypeId('prj', history.projects[3] ?? '')
}

/** Another message each round, from all of the history, so that what is cached is not all there is. */
function some({ history }: Population, round: number): number {
  return 3 + ((round * 7919) % (history.messages - 3))
}

async function makeDue({ db, history }: Population): Promise<void> {
  const { workspaceId } = history
  await db('delivery_queue').delete()
  await db.raw(
    `insert into delivery_queue (workspace_id, log_id, message_id, due_at, destination)
     select workspace_id, id, message_id, now(), 'example.com' from message_logs where workspace_id = ? order by id desc limit ?`,
    [workspaceId, due],
  )
}

async function claim({ db, history }: Population): Promise<void> {
  const { claimed } = await claimLongestDue(db, claimOf(history.workspaceId, due), due)
  if (claimed.length !== due) throw new Error(`claimed ${claimed.length} of ${due}`)
}
