import { inject } from 'vitest'
import { startDns } from '../domains/dns.js'
import { startTestService } from '../service/service.js'
import { firstTenant } from '../workspace/tenant.js'
import type { Instance } from './instance.js'
import { prepareInstance } from './prepare.js'

let started: Promise<Instance> | undefined

/** The instance of this process. The first test file that needs it starts it, and the end of the process ends it. */
export function startedInstance(): Promise<Instance> {
  started ??= startInstance()
  return started
}

/**
 * Starts a service for the tests of any instance. Its workspace key is held to test projects, so that a test that sent
 * from a live one would fail.
 */
async function startInstance(): Promise<Instance> {
  // It knows no names, as the one of any instance knows none of those that the tests give.
  const dns = await startDns()
  const service = await startTestService({
    env: { POSTSEAL_DNS_SERVERS: dns.server },
    folder: inject('sharedFolder'),
  })
  const workspaceKey = await firstTenant(service).key({ restrictions: { environment: 'test' } })
  const suppressionsKey = await firstTenant(service).key({ scopes: ['suppressions:*'] })
  const session = await service.session('owner')
  return prepareInstance({ url: service.url, workspaceKey, suppressionsKey, session })
}
