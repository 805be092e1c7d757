import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId } from '../../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../../support/api/api.js'
import {
  automationCalls,
  exitStep,
  type AutomationCalls,
} from '../../../../support/automations/automation-calls.js'
import { plain, refusalOf } from '../../../../support/templates/template-calls.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** Tests that nothing that an automation uses can be deleted while the automation may need it. */

let service: TestService
let tenant: Tenant
let automations: AutomationCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  automations = await automationCalls(service, tenant)
})

interface Used {
  readonly id: string
  /** Fields of a version that names it. */
  readonly fields: Record<string, unknown>
  readonly remove: () => Promise<ApiReply>
}

const used: Record<string, () => Promise<Used>> = {
  template: async () => {
    const id = await automations.templates.published({ ...plain, from_email: 'hello@shop.example' })
    const send = { template_id: id, transactional: true }
    return {
      id,
      fields: { steps: [{ key: 'send', send }] },
      remove: () => automations.templates.remove(id),
    }
  },
  segment: async () => {
    const id = await automations.programs.segment()
    const rule = { any: [{ segment: { segment_id: id } }] }
    return {
      id,
      fields: { steps: [{ key: 'choose', branch: { cases: [{ if: rule, steps: [exitStep] }] } }] },
      remove: () => call(service.url, 'DELETE', `/v1/segments/${id}`, { key: automations.session }),
    }
  },
}

/** A run of a version, written past the engine. */
async function insertRun(automation: string, version: number, status: string): Promise<void> {
  const values = [tenant.workspaceId, newUuid(), fromTypeId('aut', automation), version, newUuid(), status]
  await service.sql.query(
    `insert into automation_runs (workspace_id, id, automation_id, version, project_id, environment, contact_id, status,
       trigger_kind, since, started_at, step_started_at, ended_at)
     values ($1, $2, $3, $4, $5, 'test', $5, $6, 'manual', now(), now(), now(),
       case when $6 not in ('running', 'waiting') then now() end)`,
    values,
  )
}

describe.each(Object.keys(used))('a %s', (kind) => {
  const make = async () => {
    const found = await used[kind]?.()
    if (found === undefined) throw new Error('nothing is made of it')
    return found
  }
  const isKept = async (used: Used) => {
    const reply = await used.remove()
    expect(refusalOf(reply)).toEqual([409, 'invalid_state'])
    return reply.body.error.message as string
  }
  const goes = async (used: Used) => expect((await used.remove()).status).toBe(204)

  test("is kept by a draft's latest version, not by an earlier one", async () => {
    const thing = await make()
    const id = await automations.made(thing.fields)
    expect(await isKept(thing)).toContain(id)
    if (kind === 'template') {
      const { body } = await automations.templates.uses(thing.id)
      expect(body.automations).toMatchObject([{ automation_id: id, status: 'draft' }])
    }
    await automations.createVersion(id)
    await goes(thing)
  })

  test('is kept by the published version and by the latest of an active or a paused one', async () => {
    const thing = await make()
    const id = await automations.published(thing.fields)
    await automations.createVersion(id)
    await isKept(thing)
    await automations.pause(id)
    await isKept(thing)
    await automations.publish(id, 2)
    await automations.createVersion(id, thing.fields)
    await isKept(thing)
    await automations.createVersion(id)
    await goes(thing)
  })

  test('is kept for the runs of an older version that go on or can be retried', async () => {
    const thing = await make()
    const id = await automations.published(thing.fields)
    await automations.createVersion(id)
    await automations.createVersion(id)
    await automations.publish(id, 2)
    // Those of another version do not need it, nor do those that are over.
    await insertRun(id, 2, 'running')
    for (const over of ['completed', 'exited', 'cancelled']) await insertRun(id, 1, over)
    for (const status of ['running', 'waiting', 'failed']) {
      await insertRun(id, 1, status)
      await isKept(thing)
      await service.sql.query(
        `update automation_runs set status = 'completed' where automation_id = $1 and status = $2 and version = 1`,
        [fromTypeId('aut', id), status],
      )
    }
    await goes(thing)
  })

  test('is kept by none that is archived', async () => {
    const thing = await make()
    const id = await automations.published(thing.fields)
    await insertRun(id, 1, 'failed')
    await automations.archive(id)
    await goes(thing)
  })
})

test('a segment shows the automations that use it, and those alone', async () => {
  const segment = await automations.programs.segment()
  const rule = { segment: { segment_id: segment } }
  const [first, second, third] = [
    await automations.made({ entry_rule: rule }),
    await automations.published({ exit_on: [{ rule }] }),
    await automations.made({ entry_rule: rule }),
  ]
  await automations.archive(third)
  await automations.createVersion(await automations.made(), {})
  const path = `/v1/segments/${segment}`
  const { body } = await call(service.url, 'GET', path, { key: automations.session })
  expect(body.used_by).toEqual([second, first])
  expect(toTypeId('aut', fromTypeId('aut', first))).toBe(first)
})

test('a template that is deleted while a version that names it is made: one of both is refused', async () => {
  const make = used['template'] as () => Promise<Used>
  for (let round = 0; round < 5; round += 1) {
    const thing = await make()
    const [made, removed] = await Promise.all([automations.create(thing.fields), thing.remove()])
    expect([
      [201, 409],
      [422, 204],
    ]).toContainEqual([made.status, removed.status])
  }
})
