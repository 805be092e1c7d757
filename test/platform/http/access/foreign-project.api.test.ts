import { beforeAll, describe, expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { operations } from '../../../support/api/contract.js'
import { unknownIds } from '../../../support/instance/unknown-ids.js'
import { requestOf } from '../../../support/api/requests.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Whatever takes a project to read from: a key of one project that names another is told so, and sees no empty list. */

let service: TestService
let tenant: Tenant
let key: string
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key({ project: tenant.testProject })
})

const reads = operations.filter(
  ({ method, parameters, security }) =>
    method.toLowerCase() === 'get' &&
    parameters.some(({ name }) => name === 'project_id') &&
    security.some((way) => way['projectKey'] !== undefined),
)

test('there are lists, exports and statistics', () => {
  const ids = reads.map(({ id }) => id)
  for (const one of ['listMessages', 'exportMessageLogs', 'retrieveStatistics', 'followEvents'])
    expect(ids).toContain(one)
})

describe.each(reads.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const ask = async (project: string, as = key) => {
    const { method, path, headers } = await requestOf(operation, unknownIds)
    const query = `${path.includes('?') ? '&' : '?'}project_id=${project}`
    return call(service.url, method, path + query, { key: as, headers })
  }

  test('of another project, or of none, is refused to a project key', async () => {
    for (const project of [tenant.liveProject, toTypeId('prj', newUuid())]) {
      const reply = await ask(project)
      expect([reply.status, reply.body.error?.code], reply.text).toEqual([403, 'project_not_allowed'])
    }
  })

  test('of its own is there, and of any for a workspace key', async () => {
    expect((await ask(tenant.testProject)).status).toBe(200)
    const whole = await tenant.key()
    expect((await ask(tenant.liveProject, whole)).status).toBe(200)
  })
})
