import { expect } from 'vitest'
import { fromTypeId, toTypeId, type Uuid } from '../../../server/platform/db/ids.js'
import type { Definition } from '../../../server/product/programs/automations/definition.js'
import {
  renderSend,
  type ShownContact,
} from '../../../server/product/programs/automations/steps/send/render-send.js'
import type { Send } from '../../../server/product/programs/automations/steps/send/source.js'
import { call } from '../api/api.js'
import { automationCalls, welcomeMail } from './automation-calls.js'
import { addRun, insertAutomation, runOf, type TestAutomation } from './automation-engine.js'
import type { MailEngine } from './automation-mail.js'
import { eventFindings } from '../api/contract.js'
import type { TestService } from '../service/service.js'
import { addTenant } from '../workspace/tenant.js'

type Fields = Record<string, unknown>

/** A mail that the contact asked for. */
export const receipt = {
  ...welcomeMail,
  name: 'Receipt',
  subject: 'Receipt',
  html: '<p>Thank you.</p>',
  text: 'Thank you.',
}

/** A mail that needs values, in two languages. */
export const orderMail = {
  ...welcomeMail,
  subject: 'Order {{ number }}',
  html: '<p>{{ contact.name | default: "you" }}: {{ code }}, {{ total }} €, <a href="{{ unsubscribe_url }}">leave</a></p>',
  text: '{{ contact.name | default: "you" }}: {{ code }}, {{ total }} €, leave: {{ unsubscribe_url }}',
  variables: [
    { name: 'number', type: 'string', required: true },
    { name: 'code', type: 'string', required: true },
    { name: 'total', type: 'number', required: true },
  ],
  locales: {
    de: { subject: 'Bestellung {{ number }}', text: 'Ab: {{ code }} {{ total }} {{ unsubscribe_url }}' },
  },
}

/** Automations that send, of a new tenant, and what became of their mail. */
export type AutomationMail = Awaited<ReturnType<typeof automationMail>>

export async function automationMail(service: TestService, engine: MailEngine) {
  const tenant = await addTenant(service)
  const calls = await automationCalls(service, tenant)
  const { workspaceId } = tenant
  const projectId = fromTypeId('prj', tenant.testProject)
  const get = async (path: string): Promise<Fields> =>
    (await call(service.url, 'GET', path, { key: calls.apiKey })).body
  return {
    tenant,
    calls,
    /** An automation with a step for each send: `mail_1` and so on. */
    automation: (sends: readonly Send[], sender: Definition['sender'] = {}): Promise<TestAutomation> => {
      const steps = sends.map((send, index) => ({ key: `mail_${index + 1}`, send }))
      return insertAutomation(engine.db, { workspaceId, projectId }, { steps, sender })
    },
    /** Starts a run of a contact in the outside form. */
    start: (of: TestAutomation, contact: string, data: Fields = {}): Promise<Uuid> =>
      addRun(engine, of, fromTypeId('con', contact), { environment: 'test', data }),
    work: () => engine.work(workspaceId),
    find: (run: Uuid) => runOf(engine.db, run),
    /** Renders the mail that a step would send to a contact, who may be invented. */
    shownTo: (of: TestAutomation, send: Send, contact: ShownContact, data: Fields = {}) => {
      const place = { workspaceId, projectId, environment: 'test' as const }
      return renderSend(engine.dependencies, place, send, { version: of, contact, data })
    },
    /** The messages of a run, the first first. */
    messagesOf: async (run: Uuid): Promise<(Fields & { readonly id: string })[]> => {
      const { rows } = await service.sql.query<{ id: Uuid }>(
        'select id from messages where workspace_id = $1 and automation_run_id = $2 order by id',
        [workspaceId, run],
      )
      const found = rows.map(({ id }) => get(`/v1/messages/${toTypeId('msg', id)}`))
      return (await Promise.all(found)) as (Fields & { id: string })[]
    },
    contentOf: (message = '') => get(`/v1/messages/${message}/content`),
    logOf: async (message = ''): Promise<Fields | undefined> =>
      ((await get(`/v1/message-logs?message_id=${message}&limit=10`))['data'] as Fields[])[0],
    /** The data of the workspace's events of a type, all as the contract has them. */
    eventsOf: async (type: string): Promise<Fields[]> => {
      const { data } = await get(`/v1/events?type=${type}&limit=10`)
      const events = data as { type: string; data: Fields }[]
      expect(events.flatMap((event) => eventFindings(event) ?? [])).toEqual([])
      return events.map((event) => event.data)
    },
  }
}
