import { fromTypeId } from '../../../server/platform/db/ids.js'
import { automationCalls, type AutomationCalls } from './automation-calls.js'
import type { TestInbox } from './automation-inbox.js'
import type { OptIn } from '../audience/opt-in.js'
import type { TestService } from '../service/service.js'
import { addTenant, type Tenant } from '../workspace/tenant.js'

/** A tenant with a contact, to whom things happen. */
export interface Given {
  readonly tenant: Tenant
  readonly calls: AutomationCalls
  readonly optIn: OptIn
  /** Id of the contact `ada@example.com`. */
  readonly ada: string
}

/** A run as the API shows it. */
export interface Run {
  readonly id: string
  readonly contact_id: string
  readonly key: string | null
  readonly trigger: { readonly kind: string; readonly contact_event_id: string | null; readonly at: string }
}

/** A step that a run stays at: here, nothing moves runs. */
export const steps = [{ key: 'wait', wait: { for: 'P30D' } }]

/** Has events happen to contacts by the API and the inbox act on them when a test says so. */
export function triggeredRuns(scene: () => { readonly service: TestService; readonly inbox: TestInbox }) {
  return {
    given: async (): Promise<Given> => {
      const { service } = scene()
      const tenant = await addTenant(service)
      const calls = await automationCalls(service, tenant)
      const optIn = { url: service.url, key: calls.apiKey, project: tenant.testProject }
      return { tenant, calls, optIn, ada: await calls.contact('ada@example.com') }
    },
    /** The runs of an automation once everything was acted on, the first first. */
    runsOf: async ({ calls }: Given, automation: string): Promise<Run[]> => {
      await scene().inbox.work()
      const { body } = await calls.runs(automation)
      return (body.data as Run[]).reverse()
    },
    /** Ends the runs of an automation, as the engine does. */
    end: (automation: string) => {
      const { db, clock } = scene().inbox
      return db('automation_runs')
        .where({ automation_id: fromTypeId('aut', automation), ended_at: null })
        .update({ status: 'completed', ended_at: clock.now(), due_at: null })
    },
  }
}
