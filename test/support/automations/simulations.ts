import { expect } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { automationCalls, type AutomationCalls } from './automation-calls.js'
import type { OptIn } from '../audience/opt-in.js'
import type { TestService } from '../service/service.js'
import { sharedApi } from '../service/shared-service.js'
import { addTenant, type Tenant } from '../workspace/tenant.js'

export type Simulated = components['schemas']['AutomationSimulation']
type Fields = Record<string, unknown>

/** When simulations start unless a test says otherwise. */
export const simulatedAt = '2026-06-01T08:00:00.000Z'
/** A contact that there is not. */
export const ada = { email: 'ada@example.com' }

/** The fixtures of tests of simulations: a tenant of the shared service, and its test project. */
export interface Simulations {
  readonly service: TestService
  readonly tenant: Tenant
  readonly automations: AutomationCalls
  readonly optIn: OptIn
  /** Simulates a new draft, for {@link ada} unless the request says otherwise. */
  simulated(fields: Fields, asked?: Fields): Promise<Simulated>
}

export async function simulationsOfTenant(): Promise<Simulations> {
  const service = await sharedApi()
  const tenant = await addTenant(service)
  const automations = await automationCalls(service, tenant)
  return {
    service,
    tenant,
    automations,
    optIn: { url: service.url, key: automations.apiKey, project: tenant.testProject },
    simulated: async (fields, asked = {}) => {
      const id = await automations.made(fields)
      const contact = asked['contact_id'] === undefined ? { contact: ada } : {}
      const reply = await automations.simulate(id, { at: simulatedAt, ...contact, ...asked })
      expect(reply.status, reply.text).toBe(200)
      return reply.body as Simulated
    },
  }
}

/** Lists each step's key with its outcome, or with the reason if there is one. */
export function outcomesOf({ steps }: Simulated): string[] {
  return steps.map(({ key, outcome, reason }) => `${key} ${reason ?? outcome}`)
}
