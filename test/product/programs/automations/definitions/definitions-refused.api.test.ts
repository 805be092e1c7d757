import { beforeAll, describe, expect, test } from 'vitest'
import {
  automationCalls,
  welcomeMail,
  type AutomationCalls,
} from '../../../../support/automations/automation-calls.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { piece, refusalOf } from '../../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** Versions of automations that are refused, and where they are wrong. */

let service: TestService
let tenant: Tenant
let automations: AutomationCalls
let other: AutomationCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  automations = await automationCalls(service, tenant)
  other = await automationCalls(service, await addTenant(service))
})

type Fields = Record<string, unknown>

describe('what is refused', () => {
  const sending = (template_id: string, fields: Fields = {}) => ({
    steps: [{ key: 'a', send: { template_id, ...fields } }],
  })
  const rule = (segment_id: string) => ({ segment: { segment_id } })

  test.each<[string, () => Fields | Promise<Fields>, string, string]>([
    [
      "another workspace's project",
      async () => ({ project_id: (await addTenant(service)).testProject }),
      '/project_id',
      'unknown',
    ],
    [
      "another workspace's template",
      async () => sending(await other.template()),
      '/steps/0/send/template_id',
      'not_found',
    ],
    [
      'a template of another project',
      async () =>
        sending(await automations.templates.made({ ...welcomeMail, project_id: tenant.liveProject })),
      '/steps/0/send/template_id',
      'not_found',
    ],
    [
      'a partial',
      async () => sending(await automations.templates.made(piece('partial', 'x'))),
      '/steps/0/send/template_id',
      'not_found',
    ],
    [
      'a version of a template that there is not',
      async () => sending(await automations.template(), { version: 2 }),
      '/steps/0/send/version',
      'not_found',
    ],
    [
      "another workspace's list",
      async () => ({ trigger: { list: { list_id: await other.list(), on: 'confirmed' } } }),
      '/trigger/list/list_id',
      'not_found',
    ],
    [
      "another project's list",
      async () => ({ sender: { list_id: await automations.list({ project_id: tenant.liveProject }) } }),
      '/sender/list_id',
      'not_found',
    ],
    [
      "another workspace's segment",
      async () => ({ entry_rule: rule(await other.programs.segment()) }),
      '/entry_rule/segment/segment_id',
      'not_found',
    ],
    [
      "another workspace's list in a rule",
      async () => ({ exit_on: [{ rule: { list: { list_id: await other.list(), status: 'confirmed' } } }] }),
      '/exit_on/0/rule/list/list_id',
      'not_found',
    ],
    [
      'a rule that is none, in a branch',
      () => {
        const property = { name: 'plan', op: 'like', value: 'x' }
        return { steps: [{ key: 'a', branch: { cases: [{ if: { property }, steps: [] }] } }] }
      },
      '/steps/0/branch/cases/0/if/property/op',
      'unknown_op',
    ],
    ['a name of nothing', () => ({ name: ' \u202e ' }), '/name', 'empty'],
    [
      'more than 500 kB',
      () => ({
        steps: Array.from({ length: 10 }, (_, index) => ({
          key: `s${index}`,
          notify: { name: 'a', data: { a: 'a'.repeat(51_000) } },
        })),
      }),
      '',
      'too_long',
    ],
  ])('%s', async (_, fields, path, code) => {
    const given = await fields()
    expect(refusalOf(await automations.create(given))).toEqual([
      422,
      'validation_failed',
      `/body${path}`,
      code,
    ])
    if ('project_id' in given || 'name' in given) return
    const id = await automations.made()
    expect(refusalOf(await automations.createVersion(id, given))).toEqual([
      422,
      'validation_failed',
      `/body${path}`,
      code,
    ])
    expect((await automations.get(id)).body.latest_version).toBe(1)
  })

  test.each<[string, Fields, string]>([
    ['a step of two kinds', { steps: [{ key: 'a', exit: {}, unsubscribe: {} }] }, '/body/steps/0'],
    ['a step of none', { steps: [{ key: 'a' }] }, '/body/steps/0'],
    ['two triggers', { trigger: { manual: {}, contact_created: {} } }, '/body/trigger'],
    [
      'a wait for two things',
      { steps: [{ key: 'a', wait: { for: 'P1D', until: '2030-01-01T00:00:00Z' } }] },
      '/body/steps/0/wait',
    ],
  ])('%s, saying what there is to choose from', async (_, fields, path) => {
    const reply = await automations.create(fields)
    expect(reply.status).toBe(422)
    expect(reply.body.error.details[0]).toMatchObject({
      path,
      message: expect.stringContaining('exactly one of'),
    })
  })

  test('up to 20 mistakes at once, whether they are of steps, of rules or of what is named', async () => {
    const send = { template_id: await other.template(), version: 9 }
    const few = await automations.create({
      entry_rule: rule(await other.programs.segment()),
      steps: [
        { key: 'a', send },
        { key: 'a', wait: { for: 'P0D' } },
      ],
    })
    expect(few.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      '/body/steps/1/key',
      '/body/steps/1/wait/for',
      '/body/steps/0/send/template_id',
      '/body/entry_rule/segment/segment_id',
    ])
    const steps = Array.from({ length: 30 }, (_, index) => ({ key: `s${index}`, send }))
    expect((await automations.create({ steps })).body.error.details).toHaveLength(20)
  })
})
