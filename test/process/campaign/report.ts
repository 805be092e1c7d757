import type { components } from '../../../generated/api-types.js'
import { call } from '../../support/api/api.js'
import { allPages, type Log } from '../../support/messages/mail.js'
import type { ServiceProcess } from '../../support/service/process.js'
import type { Ledger, Promised } from './ledger.js'

type Schemas = components['schemas']

/** A mail or a webhook as it arrived outside the service. */
export interface Arrival {
  /** Name of the original: a message and its recipient, or a delivery of a webhook. */
  readonly name: string
  /** In milliseconds since the epoch. */
  readonly at: number
}

/** The results of a campaign. All lists are empty if the service kept its promises. */
export interface Report {
  readonly kills: number
  readonly accepted: number
  readonly statuses: Readonly<Record<string, number>>
  /** Messages that were accepted and never arrived. */
  readonly lost: readonly string[]
  /** Scheduled messages that arrived before their time. */
  readonly early: readonly string[]
  /** Copies beyond the first, if the message was in flight at a kill. They are within the promise. */
  readonly doubledInFlight: number
  /** Copies beyond the first, of messages that no kill explains. */
  readonly doubledOtherwise: readonly string[]
  /** Idempotency keys that stand for two messages. */
  readonly twoOfOneKey: readonly string[]
  /** Messages whose log is not `delivered`, or whose events are not complete and single. */
  readonly incomplete: readonly string[]
  readonly webhooks: number
  readonly webhooksLost: readonly string[]
  readonly webhooksRepeated: number
  /** Erased contacts that are still there, and deletions that did not end. */
  readonly notErased: readonly string[]
  readonly notImported: readonly string[]
  /**
   * The times from kills to the arrival of the last message that was due at the kill, in seconds. Null if the next kill
   * came first.
   */
  readonly secondsToGoOn: readonly (number | null)[]
}

/** For how long before a kill a mail that arrived may not have been recorded yet, in milliseconds. */
const inFlightMs = 5_000

export interface Findings {
  readonly ledger: Ledger
  readonly mails: readonly Arrival[]
  readonly webhooks: readonly Arrival[]
  /** The service after the last kill, with nothing left to do. */
  readonly service: ServiceProcess
}

/** Compares what was promised with what arrived, and with what the service says of it. */
export async function report({ ledger, mails, webhooks, service }: Findings): Promise<Report> {
  const arrivals = timesByName(mails)
  const logs = await allPages<Log>(service, '/v1/message-logs')
  const events = await allPages<Schemas['OtherEvent']>(service, '/v1/events')
  const names = [...ledger.messages.values()].map(({ id, recipient }) => `${id} ${recipient}`)
  const doubled = { inFlight: 0, otherwise: [] as string[] }
  for (const [name, times] of arrivals) {
    times.slice(1).forEach((time, index) => {
      const before = times[index] ?? 0
      const isExplained = ledger.kills.some(
        (kill) => before > kill - inFlightMs && before <= kill + 500 && time > kill,
      )
      if (isExplained) doubled.inFlight += 1
      else doubled.otherwise.push(name)
    })
  }
  const sent = timesByName(webhooks)
  return {
    kills: ledger.kills.length,
    accepted: ledger.messages.size,
    statuses: Object.fromEntries([...ledger.statuses].sort()),
    lost: names.filter((name) => !arrivals.has(name)),
    early: [...ledger.messages.values()].flatMap(({ id, recipient, dueAt }) =>
      (arrivals.get(`${id} ${recipient}`)?.[0] ?? Infinity) < dueAt ? [id] : [],
    ),
    doubledInFlight: doubled.inFlight,
    doubledOtherwise: doubled.otherwise,
    twoOfOneKey: ledger.twoOfOneKey,
    incomplete: incompleteOf(ledger, logs, events),
    webhooks: sent.size,
    webhooksLost: await lostWebhooks(service, sent),
    webhooksRepeated: webhooks.length - sent.size,
    notErased: await notErased(ledger, service),
    notImported: await notImported(ledger, service),
    secondsToGoOn: ledger.kills.map((kill, index) =>
      secondsToGoOn(ledger, arrivals, kill, ledger.kills[index + 1] ?? Infinity),
    ),
  }
}

function timesByName(arrivals: readonly Arrival[]): Map<string, number[]> {
  const times = new Map<string, number[]>()
  for (const { name, at } of arrivals) times.set(name, [...(times.get(name) ?? []), at])
  return times
}

const accepted = 'message.accepted message.delivered'
/** The types of a message's events, sorted. If the time of a schedule has passed at its 202, it was sent at once. */
const completeTypes: Readonly<Record<Promised['kind'], readonly string[]>> = {
  keyed: [accepted],
  keyless: [accepted],
  batch: [accepted],
  scheduled: [accepted, `${accepted} message.scheduled`],
}

function incompleteOf(
  ledger: Ledger,
  logs: readonly Log[],
  events: readonly Schemas['OtherEvent'][],
): string[] {
  const delivered = new Map(logs.map((log) => [log.message_id, log]))
  const typesOf = new Map<string, string[]>()
  for (const { type, data } of events) {
    const id = String(data['message_id'])
    typesOf.set(id, [...(typesOf.get(id) ?? []), type])
  }
  return [...ledger.messages.values()].flatMap(({ id, kind }) => {
    const log = delivered.get(id)
    const types = (typesOf.get(id) ?? []).sort().join(' ')
    const complete =
      log?.status === 'delivered' && log.attempts.length === 1 && completeTypes[kind].includes(types)
    return complete ? [] : [`${id} ${kind} ${log?.status} ${types}`]
  })
}

/** Deliveries of the subscription that the service holds for delivered, and that never came, or that have not ended. */
async function lostWebhooks(service: ServiceProcess, sent: ReadonlyMap<string, unknown>): Promise<string[]> {
  const key = service.credentials.workspace_key
  const lost: string[] = []
  let cursor = ''
  for (;;) {
    const { body } = await call(service.url, 'GET', `/v1/webhooks/status/deliveries?limit=100${cursor}`, {
      key,
    })
    for (const { id, status } of body.data as { id: string; status: string }[])
      if (status !== 'delivered' || !sent.has(id)) lost.push(`${id} ${status}`)
    if (body.next_cursor === null) return lost
    cursor = `&cursor=${encodeURIComponent(body.next_cursor as string)}`
  }
}

async function notErased(ledger: Ledger, service: ServiceProcess): Promise<string[]> {
  const key = service.credentials.workspace_key
  const left: string[] = []
  for (const [email, id] of ledger.deletions) {
    const deletion = await call(service.url, 'GET', `/v1/compliance/deletions/${id}`, { key })
    const contacts = await call(service.url, 'GET', `/v1/contacts?email=${encodeURIComponent(email)}`, {
      key,
    })
    if (deletion.body.status !== 'completed' || contacts.body.data.length > 0) left.push(email)
  }
  return left
}

async function notImported(ledger: Ledger, service: ServiceProcess): Promise<string[]> {
  if (ledger.imported.size === 0) return []
  const key = service.credentials.workspace_key
  const { text } = await call(service.url, 'GET', '/v1/suppressions/export', {
    key,
    headers: { Accept: 'text/csv' },
  })
  return [...ledger.imported].filter((email) => !text.includes(email))
}

/**
 * Returns the seconds from a kill to the arrival of the last message that it held up; null if that came after the
 * next kill.
 */
function secondsToGoOn(
  ledger: Ledger,
  arrivals: ReadonlyMap<string, readonly number[]>,
  kill: number,
  nextKill: number,
): number | null {
  let last = kill
  for (const { id, recipient, acceptedAt, dueAt } of ledger.messages.values()) {
    const first = arrivals.get(`${id} ${recipient}`)?.[0] ?? 0
    if (acceptedAt < kill && dueAt < kill && first > last) last = first
  }
  return last > nextKill ? null : (last - kill) / 1000
}
