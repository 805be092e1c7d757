import { startDns } from '../dns.js'
import { startTestService } from '../service.js'
import { firstTenant } from '../tenant.js'
import type { Instance } from './instance.js'
import { prepareInstance } from './prepare.js'

/**
 * Starts a service for conformance tests. Its workspace key is held to test projects, so that a test that sent from a live
 * one would fail.
 */
export async function startInstance(): Promise<{ instance: Instance; stop(): Promise<void> }> {
  // It knows no names, as the one of any instance knows none of those that the tests give.
  const dns = await startDns()
  const service = await startTestService({ env: { POSTSEAL_DNS_SERVERS: dns.server } })
  const workspaceKey = await firstTenant(service).key({ restrictions: { environment: 'test' } })
  const suppressionsKey = await firstTenant(service).key({ scopes: ['suppressions:*'] })
  const session = await service.session('owner')
  const access = { url: service.url, workspaceKey, suppressionsKey, session }
  const instance = await prepareInstance(access)
  return {
    instance,
    stop: async () => {
      await service.stop()
      await dns.close()
    },
  }
}
