import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { fromTypeId, toTypeId } from '../../../server/platform/db/ids.js'
import type { Asking } from './audience-probes.js'
import { call } from '../api/api.js'
import { insertRun, insertRunStep } from '../automations/automation-rows.js'
import { automationOf, automationsBy } from '../automations/automations-by-session.js'
import type { ProgramVictim } from './program-probes.js'
import type { TestService } from '../service/service.js'

/** Probes that try to reach a tenant's automations from outside the tenant. */

export interface AutomationVictim extends ProgramVictim {
  readonly automation: string
  /** A run of it, of the contact. */
  readonly run: string
  /** Id of a route of inbound mail. */
  readonly route: string
}

export async function makeAutomations(
  service: TestService,
  programs: ProgramVictim,
  route: string,
): Promise<AutomationVictim> {
  const { tenant, contact, traces } = programs
  const automations = automationsBy(service.url, await tenant.session('admin'))
  const name = randomUUID()
  const automation = await automations.draft({ ...automationOf(tenant.liveProject), name })
  const { workspaceId } = tenant
  const of = {
    workspaceId,
    projectId: fromTypeId('prj', tenant.liveProject),
    automationId: fromTypeId('aut', automation),
  }
  const runId = await insertRun(service.sql, of, {
    environment: 'live',
    contact_id: fromTypeId('con', contact),
    data: { secret: name },
  })
  await insertRunStep(service.sql, workspaceId, runId, {
    number: 0,
    columns: { step_key: 'a', kind: 'wait', outcome: 'done' },
  })
  const run = toTypeId('run', runId)
  return { ...programs, automation, run, route, traces: [...traces, name, automation, run] }
}

type Probe = (intruder: { readonly key: string; readonly project: string }) => Promise<void>

/** The probes of operations of which the contract does not say all. */
export function automationProbes({
  service,
  victim,
  seesNothing,
  isRefused,
}: Omit<Asking, 'victim'> & { readonly victim: () => AutomationVictim }): Record<string, Probe> {
  type Intruder = Parameters<Probe>[0]
  const automations = ({ key }: Intruder) => automationsBy(service().url, key)
  const own = (intruder: Intruder) => automations(intruder).draft(automationOf(intruder.project))
  const path = (id: string, rest = '') => `/v1/automations/${id}${rest}`
  const ofVictim = (rest = '') => path(victim().automation, rest)
  const missing = (intruder: Intruder, method: string, at: string, body?: object) =>
    isRefused(intruder, [method, at, body], 404, 'not_found')
  const refused = (intruder: Intruder, at: string, body: object) =>
    isRefused(intruder, ['POST', at, body], 422, 'validation_failed')

  /** Lists parts of a version of the intruder's own that name something of the victim's. */
  const parts = () => {
    const list = { list_id: victim().list }
    const segment = { segment: { segment_id: victim().segment } }
    const end = { key: 'end', exit: {} }
    return [
      { trigger: { list: { ...list, on: 'confirmed' } } },
      { trigger: { inbound: { route_id: victim().route } } },
      { entry_rule: segment },
      { exit_on: [{ list: { ...list, on: 'unsubscribed' } }] },
      { exit_on: [{ rule: { list: { ...list, status: 'confirmed' } } }] },
      { sender: list },
      { steps: [{ key: 'a', send: { template_id: victim().template } }] },
      { steps: [{ key: 'a', subscribe: list }] },
      { steps: [{ key: 'a', unsubscribe: list }] },
      { steps: [{ key: 'a', branch: { cases: [{ if: segment, steps: [end] }] } }] },
    ]
  }
  /** Neither of the victim's automation, nor of one's own. */
  const runIsMissing =
    (method: string, action = ''): Probe =>
    async (intruder) => {
      const rest = `/runs/${victim().run}${action}`
      await missing(intruder, method, ofVictim(rest))
      await missing(intruder, method, path(await own(intruder), rest))
    }

  return {
    listAutomations: async (intruder) => {
      await seesNothing(intruder, '/v1/automations?limit=100')
      // Naming its project is no way around it either.
      await seesNothing(intruder, `/v1/automations?project_id=${victim().tenant.liveProject}`)
    },
    createAutomation: async (intruder) => {
      const body = automationOf(intruder.project)
      const foreign = { ...body, project_id: victim().tenant.liveProject }
      await refused(intruder, '/v1/automations', foreign)
      for (const part of parts()) await refused(intruder, '/v1/automations', { ...body, ...part })
    },
    createAutomationVersion: async (intruder) => {
      const { trigger, steps } = automationOf(intruder.project)
      await missing(intruder, 'POST', ofVictim('/versions'), { trigger, steps })
      const id = await own(intruder)
      for (const part of parts()) await refused(intruder, path(id, '/versions'), { trigger, steps, ...part })
    },
    triggerAutomation: async (intruder) => {
      const body = { contact_id: victim().contact }
      await missing(intruder, 'POST', ofVictim('/trigger'), body)
      const id = await automations(intruder).published(automationOf(intruder.project))
      await refused(intruder, path(id, '/trigger'), body)
    },
    simulateAutomation: async (intruder) => {
      const body = { contact_id: victim().contact }
      await missing(intruder, 'POST', ofVictim('/simulate'), body)
      await refused(intruder, path(await own(intruder), '/simulate'), body)
    },
    listAutomationRuns: async (intruder) => {
      await missing(intruder, 'GET', ofVictim('/runs'))
      // Nor does an automation of one's own have any of the victim's contact.
      const at = path(await own(intruder), `/runs?contact_id=${victim().contact}`)
      const { body } = await call(service().url, 'GET', at, { key: intruder.key })
      expect(body.data).toEqual([])
    },
    retrieveAutomationRun: runIsMissing('GET'),
    cancelAutomationRun: runIsMissing('POST', '/cancel'),
    retryAutomationRun: runIsMissing('POST', '/retry'),
  }
}

const tables = [
  'automations',
  'automation_versions',
  'automation_references',
  'automation_triggers',
  'automation_inbox',
  'automation_runs',
  'automation_run_steps',
  'automation_waits',
  'automation_entries',
  'automation_ignored',
]

/** The victim's rows. */
export async function rowsOfAutomations(
  { sql }: TestService,
  { tenant }: AutomationVictim,
): Promise<unknown[]> {
  const queries = tables.map((table) => {
    const found = `select count(*) over () as count, found.* from ${table} found where workspace_id = $1`
    return `(select '${table}' as name, coalesce(json_agg(rows order by rows::text), '[]') as rows from (${found}) rows)`
  })
  const { rows } = await sql.query(queries.join(' union all '), [tenant.workspaceId])
  return rows
}
