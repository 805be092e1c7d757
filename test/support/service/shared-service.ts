import { inject } from 'vitest'
import { startTestService, type TestService } from './service.js'

let started: Promise<TestService> | undefined

/**
 * The service of this process, with the API alone, for test files that need no other configuration. The first that
 * needs it starts it, and the end of the process ends it. Each file works in workspaces of its own (`addTenant`) and
 * counts nothing beyond them.
 */
export function sharedApi(): Promise<TestService> {
  started ??= startTestService({ env: { POSTSEAL_ROLES: 'api' }, folder: inject('sharedFolder') })
  return started
}

let receiving: Promise<TestService> | undefined

/** Returns the shared service that also has the receiver of inbound mail and the worker of automations. */
export function sharedReceiver(): Promise<TestService> {
  receiving ??= startTestService({
    env: { POSTSEAL_ROLES: 'api,inbound,programs' },
    folder: inject('sharedFolder'),
  })
  return receiving
}
