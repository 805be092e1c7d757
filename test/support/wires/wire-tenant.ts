import type { WireName } from '../../../server/platform/config/wires.js'
import type { TestService } from '../service/service.js'
import { sharedApi } from '../service/shared-service.js'
import { addTenant, type Tenant } from '../workspace/tenant.js'
import { wireCalls, type WireCall } from './wire-calls.js'

/** A new workspace that is asked by a wire. */
export interface WireTenant {
  readonly service: TestService
  readonly tenant: Tenant
  /** A key of its live project, with every scope. */
  readonly key: string
  /** Sends requests by the wire, with this key unless they have another. */
  readonly ask: WireCall
}

/** Adds a workspace to the shared service, to be asked by a wire. */
export async function addWireTenant(wire: WireName): Promise<WireTenant> {
  const service = await sharedApi()
  const tenant = await addTenant(service)
  const key = await tenant.key({ project: tenant.liveProject })
  const calls = wireCalls(wire, service.url)
  return {
    service,
    tenant,
    key,
    ask: (method, path, request = {}) => calls(method, path, { key, ...request }),
  }
}
