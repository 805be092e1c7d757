import { beforeAll, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { entriesFor, entryOf } from '../../support/workspace/audit.js'
import { sharedApi } from '../../support/service/shared-service.js'
import type { TestService } from '../../support/service/service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'

/** A user's address is erased: what the user did stays in the audit log, without the address. */

let service: TestService
let tenant: Tenant
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
})

const erase = async (email: string, project_id?: string) => {
  const body = { email, ...(project_id !== undefined && { project_id }) }
  const reply = await call(service.url, 'POST', '/v1/compliance/deletions', { key: await tenant.key(), body })
  expect(reply.status, reply.text).toBe(201)
  return reply
}

test('the fact stays, and the address, the network address and the machine go', async () => {
  const body = { name: 'Shop', environment: 'test' }
  const asked = { body, headers: { 'User-Agent': 'Tester/1' } }
  const [ada, bo] = [await tenant.session('owner'), await tenant.session('owner')]
  const [ofAda, ofBo] = [
    await call(service.url, 'POST', '/v1/projects', { ...asked, key: ada }),
    await call(service.url, 'POST', '/v1/projects', { ...asked, key: bo }),
  ]
  const before = await entryOf(service, ofAda)
  const email = before.actor_name ?? ''

  // What a project erases leaves the users of the workspace.
  await erase(email, tenant.liveProject)
  expect(await entryOf(service, ofAda)).toEqual(before)

  const deletion = await erase(email)
  expect(await entryOf(service, ofAda)).toEqual({
    ...before,
    actor_name: null,
    ip_address: null,
    user_agent: null,
  })
  expect(await entryOf(service, ofBo)).toMatchObject({
    actor_name: expect.any(String),
    user_agent: 'Tester/1',
  })
  const [erased] = await entriesFor(service, tenant.workspaceId, 'service.erase')
  expect(erased).toMatchObject({ actor_kind: 'service', resource_id: deletion.body.id as string })
})
