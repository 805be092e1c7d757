import type pg from 'pg'
import { expect } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { call, type ApiReply } from '../api/api.js'
import { automationCalls, type AutomationCalls } from './automation-calls.js'
import { TestClock } from './automation-engine.js'
import { eventFindings } from '../api/contract.js'
import { inbox } from '../messages/mail.js'
import type { OptIn } from '../audience/opt-in.js'
import { startTestService, type TestService } from '../service/service.js'
import { addTenant, type Tenant } from '../workspace/tenant.js'
import { until } from '../time/until.js'

/** Automations of a whole service as users see them: its worker goes by the clock that a test moves. */

type Schemas = components['schemas']
type Fields = Record<string, unknown>
export type RunDetail = Schemas['AutomationRunDetail']

export const seconds = 1000
export const hours = 3_600_000
export const days = 24 * hours

/** A service with every part of it. */
export interface RunningAutomations {
  readonly service: TestService
  readonly clock: TestClock
}

/** @param env what differs from a service that sends to its sink */
export async function startAutomations(env: Record<string, string> = {}): Promise<RunningAutomations> {
  const clock = new TestClock()
  const service = await startTestService({
    env,
    delivery: { pollMs: 50 },
    programs: { pollMs: 50 },
    webhooks: { pollMs: 50 },
    automations: { pollMs: 50, blockedMs: 100 },
    clock: clock.now,
  })
  return { service, clock }
}

/** A tenant of the service with its automations, and what comes of their runs. */
export type RunScene = Awaited<ReturnType<typeof addScene>>

export async function addScene({ service, clock }: RunningAutomations) {
  const tenant: Tenant = await addTenant(service)
  const calls: AutomationCalls = await automationCalls(service, tenant)
  const optIn: OptIn = { url: service.url, key: calls.apiKey, project: tenant.testProject }
  const ask = (method: string, path: string, body?: unknown): Promise<ApiReply> =>
    call(service.url, method, `/v1${path}`, { key: calls.apiKey, body })
  const run = async (automation: string, runId: string): Promise<RunDetail> => {
    const { status, body, text } = await calls.run(automation, runId)
    expect(status, text).toBe(200)
    return body as RunDetail
  }
  const untilRun = (
    automation: string,
    runId: string,
    is: (detail: RunDetail) => boolean,
    what: string,
  ): Promise<RunDetail> => {
    let last: RunDetail | undefined
    return until(async () => {
      last = await run(automation, runId)
      return is(last) && last
    }, `a run to be ${what}`).catch((error: unknown) => {
      throw new Error(`${String(error)}, but it is ${JSON.stringify(last)}`)
    })
  }
  return {
    tenant,
    calls,
    optIn,
    /** Asks with a key of the workspace. */
    ask,
    run,
    /** Starts a run by hand, and answers its id. */
    start: async (automation: string, contact: string, fields: Fields = {}): Promise<string> => {
      const { body, text } = await calls.trigger(automation, contact, fields)
      expect(body, text).toMatchObject({ outcome: 'started' })
      return (body as { run: { id: string } }).run.id
    },
    /** The ids of a contact's runs, the first first, once there are so many. */
    runsOf: (automation: string, contact: string, many = 1): Promise<string[]> =>
      until(async () => {
        const { body } = await calls.runs(automation, `?contact_id=${contact}`)
        const ids = (body.data as { id: string }[]).map(({ id }) => id).reverse()
        return ids.length >= many && ids
      }, `${many} runs`),
    untilRun,
    /** Waits until a run has ended by itself or was ended. */
    ended: (automation: string, runId: string): Promise<RunDetail> =>
      untilRun(automation, runId, ({ ended_at }) => ended_at !== null, 'over'),
    /** Waits until a run rests at a step, waiting unless another outcome is named. */
    restsAt: (automation: string, runId: string, key: string, outcome = 'waiting'): Promise<RunDetail> =>
      untilRun(
        automation,
        runId,
        ({ steps }) => {
          const last = steps.at(-1)
          return last?.key === key && last.outcome === outcome && last.ended_at === null
        },
        `${outcome} at ${key}`,
      ),
    /** Waits until all that happened to contacts is acted on, and no run is due. */
    settled: (): Promise<unknown> =>
      until(async () => {
        const { rows } = await service.sql.query<{ left: string }>(
          `select (select count(*) from automation_inbox where workspace_id = $1)
             + (select count(*) from automation_runs where workspace_id = $1 and (due_at <= $2 or lease is not null))
             as left`,
          [tenant.workspaceId, clock.now()],
        )
        return rows[0]?.left === '0'
      }, 'the automations to be at rest'),
    /** The data of the workspace's events of a type, the first first, all as the contract has them. */
    eventsOf: async (type: string): Promise<Fields[]> => {
      const { body } = await ask('GET', `/events?type=${type}&limit=100`)
      const events = body.data as { type: string; data: Fields }[]
      expect(events.flatMap((event) => eventFindings(event) ?? [])).toEqual([])
      return events.map(({ data }) => data).reverse()
    },
    /** Waits for a mail with this subject to come. */
    mailTo: (email: string, subject: string) =>
      until(
        async () => (await inbox(service.url, email)).find((mail) => mail.subject === subject),
        `the mail ${subject} to ${email}`,
      ),
    /** Counts the messages that runs of the workspace have made. */
    messages: async (): Promise<number> => {
      const { rows } = await service.sql.query<{ count: number }>(
        'select count(*)::integer as count from messages where workspace_id = $1 and automation_run_id is not null',
        [tenant.workspaceId],
      )
      return rows[0]?.count ?? 0
    },
  }
}

/** The steps of a run or a simulation in short: key and outcome, with the reason where there is one. */
export function pathOf({
  steps,
}: {
  readonly steps: readonly Pick<Schemas['AutomationRunStep'], 'key' | 'outcome' | 'reason'>[]
}): string[] {
  return steps.map(({ key, outcome, reason }) =>
    [key, outcome, ...(reason === null ? [] : [reason])].join(' '),
  )
}

/**
 * Has the database refuse to store events of contacts with this name.
 *
 * @returns what ends that
 */
export async function refuseEvents(sql: pg.Pool, name: string): Promise<() => Promise<void>> {
  await sql.query(`alter table contact_events add constraint refused check (name <> '${name}') not valid`)
  return async () => {
    await sql.query('alter table contact_events drop constraint refused')
  }
}
